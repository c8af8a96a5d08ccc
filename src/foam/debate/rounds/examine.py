"""Cross-examination in the voice that the models have: in words where they write, else by choosing (`cross.py`).

An answer in words stands by its point, qualifies it, grants what is asked while the point stands, or gives it up, and
says what its side is bound to from then on. What an evaluator finds of it stands in `response.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from foam.debate.acts import examination_question, testimony_question
from foam.debate.fates import list_marks
from foam.debate.floor import Floor, SpokenTurn
from foam.debate.language import split_utterance
from foam.debate.rounds.cross import OFFERED, answer_question, ask_question, make_cross_turn
from foam.debate.rounds.response import ANSWER_WORDS, judge_answer, offer_point
from foam.debate.speech.brief import describe_floor
from foam.debate.speech.check import find_answer_faults
from foam.debate.speech.context import can_be_cited, read_neighbours
from foam.debate.speech.material import Material, describe_evidence, recall_evidence
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

QUESTION_WORDS, COMMITMENT_WORDS = 40, 30
ANSWER, QUALIFY, GRANT, CONCEDE = "answer", "qualify", "grant", "concede"
MOVES: dict[str, Move] = {ANSWER: "answer", QUALIFY: "qualify", GRANT: "grant", CONCEDE: "concede"}
"""What an answer does with its point, by the label that its speaker gives it."""
AT_HAND = 12
"""Sentences that the side looked up or was offered before, and that are nearest to the question."""
RANKED = 160
"""Sentences of the library, nearest to a question, among which those are looked for that a side has met before."""
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
                bound=name == "commitment",
            )
        ]

    question = testimony_question(
        session.prompts,
        describe_floor(floor),
        about=offer_point(target),
        asked=asked.text,
        evidence=describe_evidence(
            floor,
            Material(
                offered, sources=describe_sources(session.clerk, session.corpus, [one.pointer for one in offered])
            ),
        ),
        fields=_make_answer_fields(offered),
        material=make_options(offered),
    )
    found = (depend_on(f"candidates {n}", key) for n, key in enumerate(found_in))
    since = (*floor.since, *found, *depend_on_passages(offered))
    entry = await ask_act(session, "answer act", question, *since, check=check)
    if entry is None:
        return _note_fall_back(await answer_question(floor, asked, target))
    return await judge_answer(floor, _read_answer(floor, entry, asked, target, offered), target, entry.key)


def _find_testimony(floor: Floor, asked: SpeechTurn, target: Point) -> tuple[tuple[Passage, ...], tuple[str, ...]]:
    """What an answer may rest on, and where it was found.

    What the statement cites with what stands around it in its source, what is near to the question in the library,
    alone and with the statement, what the side was offered before and is nearest to it, and all that it cited.
    """
    session = floor.session
    found = [
        retrieve(session.clerk, session.corpus, query, *floor.since, limit=most)
        for query, most in ((_find_question(asked.text), RANKED), (f"{asked.text} {target.statement}", 2 * OFFERED))
    ]
    own = (turn.prepared for turn in floor.turns if turn.side == floor.side and turn.prepared)
    held = {pointer for prepared in own for pointer in prepared.offered}
    ranked = [one for one in found[0].passages if can_be_cited(one)]
    at_hand = [one for one in ranked if one.pointer in held][:AT_HAND]
    near = [one for one in found[1].passages if can_be_cited(one)]
    around = read_neighbours(session.clerk, session.corpus, target.evidence)
    offered = (*target.evidence, *around, *at_hand, *ranked[: 2 * OFFERED], *near, *recall_evidence(floor))
    return tuple({one.text: one for one in reversed(offered)}.values())[::-1], tuple(one.entry for one in found)


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
