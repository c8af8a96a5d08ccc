"""What a debater gathers before it drafts: exemplars, flaws, targets, evidence. Independent agents run together.

keywords ── recall ── own evidence                  ──┐
targets  ── moves recalled ── counter-evidence       ──┼── plan
logic    ── flaws                                    ──┘
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from foam.argument.scheme import SchemeId
from foam.debate.bearing import load_judge_aside, name_judge, read_aside
from foam.debate.fates import list_marks
from foam.debate.floor import Floor
from foam.debate.language import leave_out_formula
from foam.debate.logic.agent import Analysis, analyse_reasoning
from foam.debate.memory.moves import RecalledMove, add_replies
from foam.debate.memory.recall import MOVES
from foam.debate.memory.values import NOTHING, Priors, RecalledExemplar, compute_priors
from foam.debate.questions import (
    counter_question,
    crossing_question,
    evidence_question,
    keywords_question,
    target_question,
)
from foam.debate.speech.context import describe_cited
from foam.debate.speech.forms import add_questions, name_forms
from foam.debate.speech.vetting import vet_answers, vet_own
from foam.debate.values import UNDROPPED, Point, RecalledMoves, SpeechTurn
from foam.evidence.corpus import Passage
from foam.job.answers import read_choice
from foam.job.retrieval import Candidates, depend_on, depend_on_candidates, make_options, retrieve
from foam.model.question import Option
from foam.record.entry import Entry, Input, ValueInput
from foam.text.pointer import Pointer

WORDS_A_POINT = 45
MOST_POINTS = 24
POOL = 16
"""Sentences from which a side picks its evidence."""
READ = 48
"""Sentences that the judge reads for a side that code words: few of what a search finds takes a side at all."""
DEEPEST = 3
"""How many times so many are read where none of them speaks for the side."""
COUNTERS = 8
MOST_TARGETS = 12
UNANSWERED = "(nobody has answered it)"
NEAR = 24
"""Sentences near a point among which one is looked for that speaks against it."""
SLOT = 4
"""Sentences that are looked for in the place of each recalled answer."""
FORM = 1.2
"""What a sentence counts more for having the form that met such a point before."""
_OFFERED = 4
_ASKED = "Is that so?"


@dataclass(frozen=True, slots=True)
class AnsweredPoint:
    """A statement of the other side and the sentences that speak against it, or a question where there are none."""

    target: Point
    evidence: tuple[Passage, ...] = ()
    form: SchemeId | str = ""
    """The form of argument of the evidence, as a trained classifier names it."""
    question: str = ""
    """The critical question of the statement's form, where nothing speaks against it."""
    recalled: RecalledMoves | None = None
    """How statements like it were met before, and what that changed."""

    @property
    def remembered(self) -> tuple[str, ...]:
        """The remembered utterances that the evidence was found by."""
        return self.recalled.used if self.recalled and self.evidence else ()


@dataclass(frozen=True, slots=True)
class OwnEvidence:
    """Sentences for the side's own position, best first, and how they were come by."""

    passages: tuple[Passage, ...]
    found: int
    """Sentences that the search found and that nobody had quoted."""
    fit: int
    """Those of them that were read as speaking for this side."""
    entry: Entry | None = None
    """Who said that they are fit, or chose among them; None where nothing was found."""

    @property
    def told(self) -> str:
        """Why there are none; empty where there are some."""
        if self.passages:
            return ""
        if not self.found:
            return "the search found nothing that was not quoted already"
        found = f"{self.found} sentence{' was' if self.found == 1 else 's were'} found that nobody had quoted"
        none = f"none of the {self.fit} that speak for this side was chosen"
        return f"{found}; {none if self.fit else 'none was read as speaking for this side'}"


@dataclass(frozen=True, slots=True)
class Preparation:
    """Everything in hand, and the entries it rests on."""

    keywords: tuple[str, ...]
    priors: Priors
    analysis: Analysis
    own: tuple[Passage, ...]
    """Evidence for the side's own position, best first."""
    answers: tuple[AnsweredPoint, ...]
    since: tuple[Input, ...]
    lacking: str = ""
    """Why there is no evidence for the side's own position; empty where there is some."""
    forms: Mapping[Pointer, SchemeId | str] = field(default_factory=dict)
    """The form of argument of each sentence for the position."""

    @property
    def moves(self) -> tuple[RecalledMoves, ...]:
        """What was recalled for each point of the other side."""
        return tuple(one.recalled for one in self.answers if one.recalled)


def count_points(limit: int) -> int:
    """How many points fit into the words."""
    return max(1, min(MOST_POINTS, limit // WORDS_A_POINT))


def count_targets(limit: int) -> int:
    """How many points of the other side are taken up in so many words; some room is left for one's own."""
    return max(1, count_points(limit) - 2)


async def prepare_turn(floor: Floor, *, schemes: bool = True, logic: bool = True, memory: bool = True) -> Preparation:
    """Gather for the next turn; each ablation leaves one agent out."""
    load_judge_aside()
    recollection, analysis, (answers, answer_keys) = await asyncio.gather(
        _recall_and_choose(floor, recalling=schemes and memory),
        analyse_reasoning(floor.session.clerk, floor.session.prompts, floor.heard if logic else ()),
        _answer_as_due(floor, schemes=schemes, memory=memory),
    )
    keywords, found, evidence, entries = recollection
    since = [depend_on(f"gathered {n}", key) for n, key in enumerate((*entries, *answer_keys, *analysis.entries))]
    taken = {passage.pointer for answer in answers for passage in answer.evidence}
    kept = tuple(passage for passage in evidence.passages if passage.pointer not in taken)
    return Preparation(
        keywords=keywords,
        priors=found,
        analysis=analysis,
        own=kept,
        answers=answers,
        since=(*floor.since, *since),
        lacking=evidence.told,
        forms=name_forms(floor, kept),
    )


async def find_own_evidence(
    floor: Floor, query: str, *inputs: Input, without: frozenset[str] = frozenset()
) -> OwnEvidence:
    """Sentences for the side's position that nobody has used yet, best first.

    A model that writes picks among those that speak for it, and may find that none serves. One that only ranks reads
    them no better than the judge that found them fit: it is asked only about what the judge could not read.
    """
    session, at_most = floor.session, count_points(floor.limit)
    for depth in range(1, DEEPEST + 1):
        candidates = retrieve(session.clerk, session.corpus, query, *inputs, limit=depth * READ, fragments=False)
        fresh = [p for p in floor.keep_own_side(candidates.exclude(floor.quoted)) if str(p.pointer) not in without]
        vetted, entry = await vet_own(floor, fresh, *inputs, depend_on("candidates", candidates.entry))
        if vetted or len(candidates.passages) < depth * READ:
            break
    choosing = session.speaks("proposer")
    offered = vetted[: POOL if choosing else at_most]
    kept = Candidates(entry=candidates.entry, passages=tuple(one.passage for one in offered))
    if not offered or (not choosing and all(one.read for one in offered)):
        return OwnEvidence(kept.passages, found=len(fresh), fit=len(vetted), entry=entry)
    question = evidence_question(
        session.prompts, statement=floor.position, options=make_options(kept.passages), at_most=at_most
    )
    at_least = 0 if choosing else sum(one.read for one in offered)
    entry = await session.clerk.ask(
        "evidence", question.model_copy(update={"at_least": at_least}), *inputs, *depend_on_candidates(kept)
    )
    chosen = tuple(kept.get(option_id) for option_id in read_choice(entry))
    return OwnEvidence(chosen, found=len(fresh), fit=len(vetted), entry=entry)


async def _answer_as_due(
    floor: Floor, *, schemes: bool, memory: bool
) -> tuple[tuple[AnsweredPoint, ...], tuple[str, ...]]:
    """What of the other side's points is taken up; nothing in a case, whose evidence then is all its own."""
    if floor.duty == "case":
        return (), ()
    return await answer_targets(floor, at_most=count_targets(floor.limit), schemes=schemes, memory=memory)


async def answer_targets(
    floor: Floor, *, at_most: int, schemes: bool = True, memory: bool = True
) -> tuple[tuple[AnsweredPoint, ...], tuple[str, ...]]:
    """What of the other side's open points is taken up, with which sentences; and the entries behind it.

    Nobody is asked which points to take up where there is room for all. No sentence answers two of them.
    """
    entries: list[str] = []
    targets: tuple[Point, ...] = floor.open
    if len(targets) > at_most:
        targets, chosen = await choose_targets(floor, at_most=at_most)
        entries += [chosen.key] if chosen else []
    since = tuple(depend_on("target", key) for key in entries)
    answers: list[AnsweredPoint] = []
    for target in targets:
        taken = frozenset(passage.pointer for one in answers for passage in one.evidence)
        answer, keys = await _find_counter(floor, target, since, taken, schemes=schemes, memory=memory)
        answers.append(answer)
        entries += keys
    return add_questions(floor, answers), tuple(entries)


async def choose_targets(
    floor: Floor, *, at_most: int, without: frozenset[str] = frozenset(), crossing: bool = False
) -> tuple[tuple[Point, ...], Entry | None]:
    """The open points of the other side that most need an answer; or, when crossing, those on which it stands that are
    most worth a question, answered or not.
    """
    offered = floor.live if crossing else floor.open
    points = [point for point in offered if point.id not in without][:MOST_TARGETS]
    if not points:
        return (), None
    unanswered = {point.id for point in floor.open if point.move not in UNDROPPED}
    marks = {True: f"\n{UNANSWERED}", False: ""}
    cited = [
        f"{marks[point.id in unanswered]}{_tell_marks(point)}\n{describe_cited(point.evidence)}"
        if crossing and (point.written or floor.wording == "model")
        else ""
        for point in points
    ]
    options = tuple(
        Option(id=f"t{n}", text=f"{point.statement}{cites}".strip())
        for n, (point, cites) in enumerate(zip(points, cited, strict=True), start=1)
    )
    ask = crossing_question if crossing else target_question
    question = ask(floor.session.prompts, position=floor.position, options=options, at_most=at_most)
    entry = await floor.session.clerk.ask("target", question, *floor.since)
    return tuple(points[int(option_id[1:]) - 1] for option_id in read_choice(entry)), entry


def _tell_marks(point: Point) -> str:
    """What code and an evaluator found of a point, for whoever chooses what to ask."""
    found = "; ".join(list_marks(point))
    return f"\n({found})" if found else ""


async def _find_counter(
    floor: Floor,
    target: Point,
    since: tuple[Input, ...],
    taken: frozenset[Pointer],
    *,
    schemes: bool,
    memory: bool,
) -> tuple[AnsweredPoint, tuple[str, ...]]:
    """The sentence that answers a point best: near it in the library, or near what met such a point before."""
    session, claim = floor.session, target.statement
    moves, keys = await recall_moves(floor, claim, *since) if memory else ((), ())
    since = (*since, *(depend_on("moves", key) for key in keys))
    queries = [(claim, NEAR), *((one.move.answer, SLOT) for one in moves)]
    found = [
        retrieve(session.clerk, session.corpus, query, *since, limit=most, fragments=False) for query, most in queries
    ]
    keys = (*keys, *(one.entry for one in found))
    offered = {p.pointer: p for one in found for p in floor.keep_own_side(one.exclude(floor.quoted | taken))}
    near = {passage.pointer for passage in found[0].passages}
    vetted = await vet_answers(floor, claim, tuple(offered.values()), [one.move.answer for one in moves], *since)
    forms = name_forms(floor, [one.passage for one in vetted]) if schemes else {}
    wanted = {one.move.scheme for one in moves if one.move.succeeded and one.move.scheme}
    ranked = sorted(vetted, key=lambda one: -one.fit * (FORM if forms.get(one.passage.pointer) in wanted else 1.0))
    if not ranked:
        return AnsweredPoint(target, recalled=_tell_recalled(target, moves, None, near, {})), keys
    kept = Candidates(entry=found[0].entry, passages=tuple(one.passage for one in ranked[:_OFFERED]))
    question = counter_question(
        session.prompts, claim=claim, question=_ASKED, options=make_options(kept.passages), at_most=1
    )
    if not session.speaks("critic"):  # what only ranks picks the best of what was found fit
        question = question.model_copy(update={"at_least": 1})
    entry = await session.clerk.ask("counter", question, *since, *depend_on_candidates(kept))
    chosen = tuple(kept.get(option_id) for option_id in read_choice(entry))
    form = forms.get(chosen[0].pointer, "") if chosen else ""
    through = {one.passage.pointer: one.through for one in ranked}
    recalled = _tell_recalled(target, moves, chosen[0] if chosen else None, near, through)
    return AnsweredPoint(target, chosen, form=form, recalled=recalled), (*keys, entry.key)


def _tell_recalled(
    target: Point,
    moves: tuple[RecalledMove, ...],
    chosen: Passage | None,
    near: set[Pointer],
    through: Mapping[Pointer, str],
) -> RecalledMoves | None:
    """What was recalled for a point, and whether the answer was found, or answers the point, only by it."""
    if not moves:
        return None
    if chosen is None:
        return RecalledMoves(point=target.id, moves=moves)
    answer = through.get(chosen.pointer, "")
    changed = bool(answer) or chosen.pointer not in near
    return RecalledMoves(point=target.id, moves=moves, found=chosen.pointer if changed else None, through=answer)


Recollection = tuple[tuple[str, ...], Priors, OwnEvidence, tuple[str, ...]]


async def _recall_and_choose(floor: Floor, *, recalling: bool) -> Recollection:
    """Keywords, then memory, then evidence whose search is steered by what the exemplars speak of."""
    keywords, found, entries = await recall_exemplars(floor) if recalling else ((), NOTHING, ())
    steered = " ".join([floor.position, *list_new_keywords(floor, keywords)])
    own = await find_own_evidence(floor, steered, *floor.since, *(depend_on("recalled", key) for key in entries[-1:]))
    return keywords, found, own, (*entries, *([own.entry.key] if own.entry else []))


async def recall_exemplars(floor: Floor) -> tuple[tuple[str, ...], Priors, tuple[str, ...]]:
    """The keyword agent: from the whole history to exemplars and scheme priors.

    Nobody is asked where the memory does not hold the motion's words: nothing in it would be about the same matter.
    """
    matter = leave_out_formula(floor.motion)
    session, texts = floor.session, [matter, *(turn.argument or turn.text for turn in floor.turns)]
    text = "\n".join(texts)
    about = (ValueInput(role="motion", value=floor.motion), ValueInput(role="memory", value=floor.memory.version))
    candidates = session.clerk.compute(
        "keyword candidates",
        lambda: list(floor.memory.list_keywords(text)) if floor.memory.knows(matter) else [],
        *floor.since,
        *about,
        rule=floor.memory.engine,
    )
    if not candidates.answer:
        return (), NOTHING, (candidates.key,)
    options = tuple(Option(id=f"k{n}", text=word) for n, word in enumerate(candidates.answer, start=1))
    question = keywords_question(floor.session.prompts, motion=floor.motion, history=text, options=options)
    if session.speaks("proposer"):  # none of them may be of the matter
        question = question.model_copy(update={"at_least": 0})
    keyword_entry = await session.clerk.ask("keywords", question, depend_on("candidates", candidates), *floor.since)
    keywords = tuple(candidates.answer[int(option_id[1:]) - 1] for option_id in read_choice(keyword_entry))
    found = session.clerk.compute(
        "recalled",
        lambda: [one.json_value() for one in floor.memory.find(keywords, texts)],
        depend_on("keywords", keyword_entry),
        *about,
        rule=floor.memory.engine,
    )
    return (
        keywords,
        compute_priors(tuple(RecalledExemplar.model_validate(row) for row in found.answer)),
        (keyword_entry.key, found.key),
    )


async def recall_moves(floor: Floor, point: str, *inputs: Input) -> tuple[tuple[RecalledMove, ...], tuple[str, ...]]:
    """How points like this one were met by this side, then what else it said that meets this one; recorded.

    Nothing where the memory holds neither.
    """

    async def recall() -> list[Any]:
        moves = floor.memory.find_moves(point, floor.side)
        replies = floor.memory.find_replies(point, floor.side, floor.motion)
        found = await read_aside(partial(add_replies, moves, replies, point, most=MOVES))
        return [one.json_value() for one in found]

    entry = await floor.session.clerk.compute_elsewhere(
        "moves recalled",
        recall,
        *inputs,
        ValueInput(role="point", value=[point, floor.side]),
        ValueInput(role="motion", value=floor.motion),
        ValueInput(role="memory", value=floor.memory.version),
        rule=f"{floor.memory.engine}, replies by {await name_judge()}",
    )
    return tuple(RecalledMove.model_validate(row) for row in entry.answer), (entry.key,)


def list_new_keywords(floor: Floor, keywords: tuple[str, ...]) -> tuple[str, ...]:
    """Keywords that the motion does not hold already."""
    return tuple(word for word in keywords if word not in floor.position.lower())[:6]


def format_history(turns: tuple[SpeechTurn, ...]) -> str:
    """The debate as a writing model reads it."""
    return "\n".join(f"{turn.speech} ({turn.side}): {turn.text}" for turn in turns)
