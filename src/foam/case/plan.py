"""The plan act: what a speech stands for, in the words of its seat, where the seat's model writes.

    position ── plan (agent, mandate, funding, enforcement, time, text) ── checked ──┬── criticised ── written again
                                                                                    └── else the bounded form

A plan is checked before it counts: it says more than the resolution, it speaks of it, it is no longer than what is
read, and whatever it states as a fact stands in the resolution or in a sentence it cites. What it proposes is its own:
an amount or a day in a sentence that says what shall be done needs no source. A name is never a proposal: nobody comes
to exist by being written down.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from foam.argument.flow import Flow, Side
from foam.argument.outline import IMPACT
from foam.argument.round import Round, Spoken
from foam.case.act_questions import (
    NEEDED_PARTS,
    OTHER_PARTS,
    PLAN_WORDS,
    DraftedPlan,
    plan_critique_question,
    plan_question,
)
from foam.case.answered import Answered, read_solved
from foam.case.offer import Offer, offer_passages
from foam.case.position.stance import Position
from foam.case.task import Task, make_task
from foam.case.values import Plan, PlanObjection
from foam.case.written import list_faults
from foam.evidence.corpus import Passage
from foam.job.acts import ask_act
from foam.job.answers import read_form
from foam.job.retrieval import depend_on
from foam.job.session import Session, depend_on_seat
from foam.model.form import count_words
from foam.model.question import Option
from foam.pack.outlines import SpeechOutline
from foam.perspective.node import Perspective
from foam.record.entry import Entry, Input, ValueInput
from foam.text.faithful import find_unfaithful
from foam.text.segment import split_sentences
from foam.text.stem import stem
from foam.text.words import split_letters

PLAN_TEXT, MANDATE, ADVANTAGE = "plan_text", "mandate", "advantage"
COUNTERPLAN, COUNTERPLAN_TEXT = "counterplan", "cp_text"
LEAST_NEW = 4
"""Words of content that a plan has beyond the resolution: fewer, and it says the resolution again."""
_PROPOSES = re.compile(r"\b(?:shall|should|must|will|would|may|ought to|(?:is|are) to)\b", re.IGNORECASE)
_REPORTS = re.compile(
    r"\b(?:because|since|given that|according to|found that|finds that|shows?(?: that)?|showed|reports that|estimated?|"
    r"today|currently|already|was|were|has|had)\b",
    re.IGNORECASE,
)
"""Words by which a sentence says how things are, and not how they shall be."""
_OWN = frozenset({"number", "date", "borrowed"})
"""What a proposal may have without a source: its amounts and days, and words in which others propose the same."""
_COMMON_WORDS = """about after also because been before being between both cannot could does done each every from have
into itself made make makes more most must only other ought over same shall should some such than that their them then
there these they this those under until were what when where which while whom whose will with within without would"""
_COMMON = frozenset(_COMMON_WORDS.split())


def asks_for_plan(template: SpeechOutline) -> bool:
    """Whether a speech opens with a plan of its own."""
    return not template.needs and any(node.syllogism == PLAN_TEXT for node in template.tree.walk())


def names_counterplan(template: SpeechOutline, strategy: Sequence[str]) -> bool:
    """Whether a way that was asked for by name puts something forward in place of the resolution."""
    return any(node.id in strategy and node.syllogism == COUNTERPLAN for node in template.tree.walk())


def leaves_counterplan(template: SpeechOutline, strategy: Sequence[str]) -> bool:
    """Whether it is still open, after what was asked for by name or number, that a counterplan is chosen."""
    branches = [node for node in template.tree.walk() if any(one.syllogism == COUNTERPLAN for one in node.children)]
    decided = {one.partition("=")[0].strip() for one in strategy}
    return any(node.pick and not decided & {node.id, *(child.id for child in node.children)} for node in branches)


async def write_plan(
    session: Session,
    seat: Perspective,
    question: str,
    position: Position,
    passages: Sequence[Passage],
    *inputs: Input,
    instead: bool = False,
    answered: Answered | None = None,
) -> Plan | None:
    """The plan in the seat's words, criticised and written again; with `instead` the counterplan, in place of what the
    other side asks for.

    None where nothing that the seat wrote counts.
    """
    offer = offer_passages(session, passages)
    task = make_task(seat, question, position.text, answered)
    draft = await _draft_plan(session, task, position, offer, *inputs, instead=instead, answered=answered)
    if draft is None or not session.speaks("critic"):
        return draft
    criticised = await _criticise_plan(session, task, draft, offer, instead=instead)
    if criticised is None or not criticised[0]:
        return draft
    objections, entry = criticised
    drafted = _show_draft(draft, [f"{one.part}: {one.text}" for one in objections])
    since = (*inputs, depend_on("draft", draft.entry), depend_on("objections", entry))
    again = await _draft_plan(
        session, task, position, offer, *since, instead=instead, answered=answered, drafted=drafted
    )
    kept = {"objections": objections, "before": draft.text if again else ""}
    return (again or draft).model_copy(update=kept)


async def put_plan_anew(
    session: Session,
    seat: Perspective,
    question: str,
    position: Position,
    passages: Sequence[Passage],
    plan: Plan,
    because: str,
) -> Plan | None:
    """The plan in other words, for the reason that somebody gives who has read the speech; None where none count. What
    a critic held against the first draft stays with it."""
    task = make_task(seat, question, position.text, None)
    drafted = _show_draft(plan, [because])
    given = depend_on("draft", plan.entry)
    again = await _draft_plan(
        session, task, position, offer_passages(session, passages), given, instead=False, drafted=drafted, anew=True
    )
    kept: dict[str, Any] = {"objections": plan.objections, "before": plan.before}
    said = (*plan.earlier_answers, plan.answer)
    kept |= {"earlier_answers": said} if plan.objections or any(said) else {}
    return again.model_copy(update=kept) if again else None


async def _draft_plan(
    session: Session,
    task: Task,
    position: Position,
    offer: Offer,
    *inputs: Input,
    instead: bool,
    answered: Answered | None = None,
    drafted: DraftedPlan | None = None,
    anew: bool = False,
) -> Plan | None:
    """A plan that counts, or nothing; one that is put `anew` has to be another than the draft."""
    named = answered.named if answered and instead else {}
    asked = plan_question(
        session.prompts,
        task=task,
        concerns=session.describe_concerns(task.seat),
        sources=offer.sources,
        instead=instead,
        gained=tuple(Option(id=name, text=text) for name, text in zip(named, task.gained, strict=bool(named))),
        drafted=drafted,
    )

    asked_for = (task.question, task.theirs, *task.gained)

    def check(entry: Entry) -> list[str]:
        plan = _read_plan(entry, offer, named)
        known = (*asked_for, plan.text, *((*drafted.said, *drafted.objections) if drafted else ()))
        same = anew and drafted is not None and plan.text == drafted.text
        return [
            *(["these are the words that it had"] if same else []),
            *find_plan_faults(plan, task.question, *_split_cited(entry, offer), known=asked_for),
            *_find_answer_faults(plan.answer, tuple(offer.texts.values()), known),
        ]

    given = (depend_on("position", position.entry), *inputs, *offer.inputs, depend_on_seat(task.seat))
    entry = await ask_act(session, COUNTERPLAN if instead else "plan", asked, *given, check=check)
    return _read_plan(entry, offer, named) if entry else None


async def _criticise_plan(
    session: Session, task: Task, draft: Plan, offer: Offer, *, instead: bool
) -> tuple[tuple[PlanObjection, ...], Entry] | None:
    """What a critic holds against a draft, as far as it is borne out; None where no criticism counts."""
    drafted = _show_draft(draft)
    asked = plan_critique_question(
        session.prompts,
        question=task.question,
        drafted=drafted,
        sources=offer.sources,
        instead=instead,
        theirs=task.theirs,
        stance=task.plan,
    )

    def read(entry: Entry) -> tuple[PlanObjection, ...]:
        rows: Any = read_form(entry)["objections"]
        return tuple(
            PlanObjection(
                part=row["part"],
                text=row["text"].strip(),
                grounds=tuple(offer.pointers[name] for name in row["grounds"]),
            )
            for row in rows
        )

    def check(entry: Entry) -> list[str]:
        rows: Any = read_form(entry)["objections"]
        return [
            fault
            for row in rows
            for fault in list_faults(
                row["text"],
                cited=offer.list_texts(row["grounds"]),
                known=(task.question, task.theirs, task.plan, *drafted.said),
                uncited=offer.list_others(row["grounds"]),
            )
        ]

    given: tuple[Input, ...] = (depend_on("plan", draft.entry), *offer.inputs)
    entry = await ask_act(session, "plan critique", asked, *given, check=check)
    return (read(entry), entry) if entry else None


def _show_draft(plan: Plan, objections: Sequence[str] = ()) -> DraftedPlan:
    parts = [(name, getattr(plan, name)) for name in (*NEEDED_PARTS, *OTHER_PARTS)]
    return DraftedPlan(text=plan.text, parts=parts, objections=objections)


def find_plan_faults(
    plan: Plan, question: str, cited: Sequence[str], uncited: Sequence[str] = (), known: Sequence[str] = ()
) -> Iterator[str]:
    """What keeps a plan from counting; `known` is what the other side asks for, which it may name."""
    said_before = tuple(filter(None, (question, *known)))
    asked = list_content(question)
    said = list_content(plan.text)
    if len(said - asked) < LEAST_NEW:
        yield "the text says the question again: say who does what, paid how, enforced how and when"
    if asked and not said & asked:
        yield "the text does not speak of what the question asks about"
    if (count := count_words(plan.text)) > PLAN_WORDS:
        yield f"the text has {count} words, and at most {PLAN_WORDS} are read: say it in fewer"
    for sentence in _split(plan.text):
        yield from _find_unborne(sentence, said_before, cited, uncited, proposes=bool(_PROPOSES.search(sentence)))
    for name in (*NEEDED_PARTS, *OTHER_PARTS):
        yield from _find_unborne(getattr(plan, name), said_before, cited, uncited, proposes=True)


def _find_answer_faults(answer: str, offered: Sequence[str], known: Sequence[str]) -> Iterator[str]:
    """What of an answer to objections is not borne out. What it says of the plan's own steps is the plan's: a share or
    a sum that follows from them needs no source."""
    for sentence in _split(answer):
        yield from _find_unborne(sentence, known, offered, (), proposes=True)


def _find_unborne(
    sentence: str, known: Sequence[str], cited: Sequence[str], uncited: Sequence[str], *, proposes: bool
) -> Iterator[str]:
    """What of a sentence is neither borne out nor its own proposal."""
    own = proposes and not _REPORTS.search(sentence)
    for one in find_unfaithful(sentence, cited=cited, known=known, uncited=uncited):
        if one.kind not in _OWN:
            yield f"“{one.told}”: {one.why}"
        elif not own:
            yield f"“{one.told}”: {one.why}; what you propose stands in a sentence that only says what shall be done"


def hear_plan(session: Session, position: Position, heard: Flow | None, *, speech: str, side: Side) -> Position:
    """The position with the plan that its own side has read in this round, where that is another text."""
    text = find_plan(Round(flow=heard, speech=speech, side=side)) if heard else ""
    if not text or text == position.text:
        return position
    entry = session.clerk.compute(
        "plan",
        lambda: text,
        depend_on("position", position.entry),
        ValueInput(role="heard", value=text),
        rule="the plan that was read",
    )
    return position.model_copy(update={"text": text, "entry": entry.key})


def find_plan(debate_round: Round) -> str:
    """The plan that the side whose speech it is has read in a round; empty where none was heard."""
    own = (one for one in debate_round.spoken if one.side == debate_round.side and one.syllogism == PLAN_TEXT)
    read = next(own, None)
    return " ".join(argument.text for argument in read.arguments) if read else ""


def find_answered(debate_round: Round) -> Answered | None:
    """The plan that the other side has read in a round and what it says is gained by it; None where none was heard."""
    theirs = [one for one in debate_round.spoken if one.side != debate_round.side]
    plan = next((one for one in theirs if one.syllogism == PLAN_TEXT), None)
    if plan is None:
        return None
    gained = [one for one in theirs if one.syllogism == ADVANTAGE and debate_round.live(one)]
    return Answered(
        plan=" ".join(argument.text for argument in plan.arguments),
        gained=tuple(map(_describe_advantage, gained)),
        impacts=tuple(one.part(IMPACT).id for one in gained),
        points={each.id: each.text for one in theirs if one is not plan for each in one.arguments if each.text},
    )


def _describe_advantage(one: Spoken) -> str:
    """An advantage as the other side told it: its heading, how it comes about and what is gained."""
    told = dict.fromkeys(one.part(name).text.rstrip(".") for name in ("link", IMPACT))
    return f"{one.page}: {'; '.join(told)}."


def stand_for(position: Position, plan: Plan) -> Position:
    """The position with the words of its plan: what slots, searches and questions refer to."""
    return position.model_copy(update={"text": plan.text, "entry": plan.entry})


def _read_plan(entry: Entry, offer: Offer, named: Mapping[str, str]) -> Plan:
    filled = read_form(entry)
    grounds = filled["grounds"]
    assert isinstance(grounds, tuple)
    solves = read_solved(filled, named)
    texts = {name: str(filled.get(name, "")).strip() for name in ("text", *NEEDED_PARTS, *OTHER_PARTS, "answer")}
    cited = tuple(offer.pointers[str(name)] for name in grounds)
    return Plan(**texts, solves=solves, grounds=cited, entry=entry.key)


def _split_cited(entry: Entry, offer: Offer) -> tuple[list[str], list[str]]:
    """The sentences that the plan cites, and those it was offered beside them."""
    cited = read_form(entry)["grounds"]
    assert isinstance(cited, tuple)
    ids = [str(name) for name in cited]
    return offer.list_texts(ids), offer.list_others(ids)


def _split(text: str) -> list[str]:
    return [span.of(text) for span in split_sentences(text)]


def list_content(text: str) -> set[str]:
    """The stems of the words that say something."""
    return {stem(word) for word in split_letters(text.lower()) if len(word) > 3 and word not in _COMMON}
