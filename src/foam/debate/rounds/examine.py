"""Cross-examination in the voice that the models have: in words where they write, else by choosing (`cross.py`).

An answer in words stands by its point, qualifies it, grants what is asked while the point stands, or gives it up, and
says what its side is bound to from then on. What an evaluator finds of it stands in `response.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from foam.debate.acts import examination_question, testimony_question
from foam.debate.fates import list_marks
from foam.debate.floor import Floor, SpokenTurn
from foam.debate.language import split_utterance
from foam.debate.rounds.cross import OFFERED, answer_question, ask_question, make_cross_turn
from foam.debate.rounds.response import ANSWER_WORDS, judge_answer, offer_point
from foam.debate.speech.check import find_answer_faults
from foam.debate.speech.context import (
    Surroundings,
    can_be_cited,
    list_beside,
    note_beside,
    read_neighbours,
    read_surroundings,
)
from foam.debate.speech.copies import leave_out_copies
from foam.debate.speech.earlier import bears_on, find_at_hand
from foam.debate.speech.material import FOUND_A_SEARCH, describe_floor, recall_evidence
from foam.debate.speech.offered import describe_evidence
from foam.debate.speech.overlap import find_recited
from foam.debate.values import Move, Point, SpeechTurn
from foam.debate.views import FELL_BACK
from foam.evidence.corpus import Passage
from foam.job.acts import ask_act
from foam.job.answers import read_form, read_text
from foam.job.retrieval import depend_on, depend_on_passages, describe_sources, make_options, retrieve
from foam.model.form import FormField, IdsField, LabelField, TextField
from foam.model.question import Option
from foam.record.entry import Entry
from foam.text.pointer import Pointer

QUESTION_WORDS, COMMITMENT_WORDS = 40, 30
ANSWER, QUALIFY, GRANT, CONCEDE = "answer", "qualify", "grant", "concede"
MOVES: dict[str, Move] = {ANSWER: "answer", QUALIFY: "qualify", GRANT: "grant", CONCEDE: "concede"}
"""What an answer does with its point, by the label that its speaker gives it."""
AT_HAND = 12
"""Sentences that the side looked up or was offered before, and that are nearest to the question."""
_CITED = 2
_QUESTION_FIELDS: tuple[FormField, ...] = (
    TextField(name="aim", about="what you expect to be granted, not spoken", max_words=QUESTION_WORDS),
    TextField(name="question", about="what you ask, ending with a question mark", max_words=QUESTION_WORDS),
)


async def examine(floor: Floor, target: Point, chosen_in: str) -> SpokenTurn:
    """A question about a point of the other side."""
    if not (floor.wording == "model" and floor.session.speaks("critic")):
        return await ask_question(floor, target, chosen_in)

    def check(entry: Entry) -> list[str]:
        asked = read_text(entry, "question")
        faults = [] if asked.rstrip(' ”"').endswith(("?", "？")) else ["it asks nothing: end with a question mark"]
        if find_recited(asked, (turn.text for turn in floor.turns if turn.kind == "question")):
            faults.append("it asks again what was asked before: ask something else")
        return [*faults, *find_answer_faults(floor, asked, cited=(), offered=(), about=target)]

    question = examination_question(
        floor.session.prompts, describe_floor(floor), about=_offer_marked(target), fields=_QUESTION_FIELDS
    )
    entry = await ask_act(
        floor.session, "question act", question, *floor.since, depend_on("target", chosen_in), check=check
    )
    if entry is None:
        return _note_fall_back(await ask_question(floor, target, chosen_in))
    turn = make_cross_turn(floor, "question", read_text(entry, "question"), target, voice="written")
    return SpokenTurn(turn.model_copy(update={"plan": read_text(entry, "aim")}), (entry.key,))


async def testify(floor: Floor, asked: SpeechTurn, target: Point) -> SpokenTurn:
    """The answer to a question about a point of one's own."""
    if not floor.writes:
        return await answer_question(floor, asked, target)
    session = floor.session
    offered, found_in = _find_testimony(floor, asked, target)
    around = read_surroundings(session.clerk, session.corpus, offered)

    def check(entry: Entry) -> list[str]:
        cited = _read_cited(entry, offered)
        words = {name: read_text(entry, name) for name in ("text", "commitment")}
        return [
            f"{name}: {fault}"
            for name, said in words.items()
            for fault in find_answer_faults(
                floor,
                said,
                cited=cited,
                offered=offered,
                about=target,
                asked=asked.text,
                beside=list_beside(cited, around),
                bound=name == "commitment",
            )
        ]

    question = testimony_question(
        session.prompts,
        describe_floor(floor),
        about=offer_point(target),
        asked=asked.text,
        evidence=describe_evidence(
            offered, describe_sources(session.clerk, session.corpus, [one.pointer for one in offered]), around
        ),
        fields=_make_answer_fields(offered),
        material=make_options(offered),
    )
    found = (depend_on(f"candidates {n}", key) for n, key in enumerate(found_in))
    since = (*floor.since, *found, *depend_on_passages(offered))
    entry = await ask_act(session, "answer act", question, *since, check=check)
    if entry is None:
        return _note_fall_back(await answer_question(floor, asked, target))
    return await judge_answer(floor, _read_answer(floor, entry, asked, target, offered, around), target, entry.key)


def _find_testimony(floor: Floor, asked: SpeechTurn, target: Point) -> tuple[tuple[Passage, ...], tuple[str, ...]]:
    """What an answer may rest on, and where it was found.

    What the statement cites with what stands around it in its source, what the side met before and is nearest to the
    question, what is near to the question in the library, alone and with the statement, and bears on them, and all that
    the side cited.
    """
    session = floor.session
    whole = f"{asked.text} {target.statement}"
    found = [
        retrieve(session.clerk, session.corpus, query, *floor.since, limit=most)
        for query, most in ((asked.text, 2 * OFFERED), (whole, OFFERED))
    ]
    near = [
        p
        for one in found
        for p in floor.keep_own_side(one.passages)
        if can_be_cited(p) and bears_on(f"{p.heading} {p.text}", whole)
    ]
    earlier = find_at_hand(floor, _find_question(asked.text), found_a_search=FOUND_A_SEARCH, most=AT_HAND)
    around = floor.keep_own_side(read_neighbours(session.clerk, session.corpus, target.evidence))
    at_hand = (*target.evidence, *around, *earlier.passages, *near, *recall_evidence(floor))
    once = {passage.pointer: passage for passage in at_hand}
    return leave_out_copies(once.values(), floor.quoted), (*(one.entry for one in found), *earlier.entries)


def _find_question(asked: str) -> str:
    """What is asked, without what leads up to it; all of it where nothing ends with a question mark."""
    return " ".join(one for one in split_utterance(asked) if one.endswith(("?", "？"))) or asked


def _make_answer_fields(offered: Sequence[Passage]) -> tuple[FormField, ...]:
    ids = tuple(f"s{n}" for n in range(1, len(offered) + 1))
    cited = (IdsField(name="evidence", about="the sentences it rests on", ids=ids, at_most=_CITED),) if ids else ()
    return (
        LabelField(name="response", about="what it does with your statement", labels=tuple(MOVES)),
        *cited,
        TextField(name="text", about="what you answer", max_words=ANSWER_WORDS),
        TextField(name="commitment", about="what you are bound to from now on", max_words=COMMITMENT_WORDS),
    )


def _read_answer(
    floor: Floor,
    entry: Entry,
    asked: SpeechTurn,
    target: Point,
    offered: Sequence[Passage],
    around: Mapping[Pointer, Surroundings],
) -> SpeechTurn:
    response: Any = read_form(entry)["response"]
    commitment = read_text(entry, "commitment")
    evidence = _read_cited(entry, offered)
    point = Point(
        id=f"{floor.number}.1",
        move=MOVES[response],
        words=read_text(entry, "text"),
        claim=commitment,
        evidence=evidence,
        beside=note_beside(evidence, around),
        extends=target.id,
        asked=asked.text,
        written=True,
    )
    conceded = response == CONCEDE
    turn = make_cross_turn(floor, "answer", point.text, target, points=(point,), conceded=conceded, voice="written")
    return turn.model_copy(update={"commitment": commitment})


def _read_cited(entry: Entry, offered: Sequence[Passage]) -> tuple[Passage, ...]:
    ids: Any = read_form(entry).get("evidence", ())
    return tuple(offered[int(name[1:]) - 1] for name in ids)


def _offer_marked(point: Point) -> Option:
    """The same with what code and an evaluator found of it: whoever asks may go to that."""
    offered, found = offer_point(point), "; ".join(list_marks(point))
    return offered.model_copy(update={"text": f"{offered.text}\n({found})"}) if found else offered


def _note_fall_back(spoken: SpokenTurn) -> SpokenTurn:
    turn = spoken.turn.model_copy(update={"notes": (FELL_BACK, *spoken.turn.notes)})
    return SpokenTurn(turn, spoken.rests_on)
