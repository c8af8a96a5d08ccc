"""Debatrix: speech by speech in three dimensions, with a memory of what was noted before; then overall, and a winner.

A judge marks what a speech says for its own side; sources are no matter of taste: those citations count that resolve.
Every mark is weighted by the share of the speech that states something and keeps to its side, and by how much that is
(`reading.py`); a side's mark by all that it said.
Every comparison is asked twice, with the debaters in both orders. A judge that prefers whoever stands first contradicts
itself, and the two answers together are a tie; so does one that prefers the side whose mark is clearly the lower.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from foam.debate.questions import MARKS, JudgingView, analysis_question, mark_question, winner_question
from foam.debate.transcript import SIDES, Side, Transcript, Utterance
from foam.errors import InputError
from foam.job.answers import read_choice, read_reasons, read_score
from foam.job.clerk import Clerk
from foam.job.retrieval import depend_on
from foam.judging.debates.reading import SpeechReading, merge_readings
from foam.model.question import Aim, Option
from foam.model.template import Prompts
from foam.record.entry import Entry, EntryInput, ValueInput
from foam.stats.averages import weighted_mean
from foam.values import Value

Outcome = Literal["pro", "con", "tie"]
NOTED = 3
"""Sentences noted of a speech in one dimension."""
NOTHING_SAID = "(nothing that states anything for this side)"
_LOWEST = MARKS[0]
_CLEARLY = 0.5
"""How far the marks of two sides are apart of which one is clearly the lower."""
_MEMORY = 40
"""Notes that the judge still has before it: the latest."""


@dataclass(frozen=True, slots=True)
class DebateDimension:
    name: str
    looked_for: str
    weight: int
    may_tie: bool
    aim: Aim
    shows_sources: bool = False
    """Whether the judge sees the sentences that a speech cites when it marks it."""


DIMENSIONS: tuple[DebateDimension, ...] = (
    DebateDimension("Argument", "Look for claims with reasons, and answers to the other side.", 3, False, "convinces"),
    DebateDimension(
        "Source",
        "Look for studies, figures, witnesses and other evidence that is named.",
        2,
        True,
        "concerns",
        shows_sources=True,
    ),
    DebateDimension("Language", "Look for how clearly and how decently it is said.", 2, True, "convinces"),
)
_OVERALL = DebateDimension(
    "Overall", "Weigh argument three, source and language two parts each.", 0, False, "convinces"
)


class Noted(Value):
    """What was noted of one speech in one dimension, and its mark from 1 to 10."""

    turn: int
    side: Side
    sentences: tuple[str, ...]
    given: float
    """The mark that the judge gave."""
    mark: float
    """That mark as it counts: weighted by what the speech says at all, how much, and for whom."""
    reasons: str = ""
    """Why that mark, in the judge's words."""


class Compared(Value):
    """The comparison in one dimension: what was answered in each order, and what that comes to."""

    dimension: str
    weight: int
    pro_first: Outcome
    con_first: Outcome
    marks: dict[Side, float]
    """Each side's mark, of all that it said."""
    reasons: tuple[str, ...] = ()
    """Why, in the judge's words: with pro first, then with con first."""
    noted: tuple[Noted, ...] = ()

    @property
    def outcome(self) -> Outcome:
        """Who did better; a judge that changes its mind with the order, or goes against its own marks, has not said.

        Where neither side says anything for itself there is nothing to compare.
        """
        return "tie" if self.is_against_marks or self.is_empty else self.named

    @property
    def is_empty(self) -> bool:
        """Whether both sides have the lowest mark there is."""
        return max(self.marks.values()) <= _LOWEST

    @property
    def named(self) -> Outcome:
        """The side that the judge names in both orders."""
        return self.pro_first if self.pro_first == self.con_first else "tie"

    @property
    def is_against_marks(self) -> bool:
        """Whether the judge names the side whose mark is clearly the lower one."""
        apart = self.marks["pro"] - self.marks["con"]
        return self.named == ("con" if apart > 0 else "pro") and abs(apart) >= _CLEARLY

    def points(self, side: Side) -> int:
        """2 for a win, 1 for a tie, 0 for a loss: both sides' points sum to 2."""
        return 1 if self.outcome == "tie" else 2 * (self.outcome == side)


class Judgement(Value):
    """The debate as the panel judged it."""

    dimensions: tuple[Compared, ...]
    overall: Compared
    """The debate compared as a whole, with everything that was noted before the judge."""

    @property
    def winner(self) -> Outcome:
        """Whoever won the heavier dimensions; where they weigh the same, whoever is ahead overall."""
        pro, con = (sum(one.weight * (one.outcome == side) for one in self.dimensions) for side in SIDES)
        if pro == con:
            return self.overall.outcome
        return "pro" if pro > con else "con"


@dataclass(frozen=True, slots=True)
class _Bench:
    """What the judge has before it."""

    clerk: Clerk
    prompts: Prompts
    transcript: Transcript
    readings: dict[int, SpeechReading]


async def debatrix(
    clerk: Clerk, prompts: Prompts, transcript: Transcript, readings: Sequence[SpeechReading]
) -> Judgement:
    """Judge a debate in which both sides spoke, by what its speeches say at all and for their own side."""
    if len(transcript.sides) < 2:
        spoke = transcript.sides[0] if transcript.sides else "nobody"
        raise InputError(f"only {spoke} spoke: there is nobody to compare", hint="give a debate of two sides")
    bench = _Bench(clerk, prompts, transcript, {one.turn: one for one in readings})
    judged = await asyncio.gather(*(_dimension(bench, one) for one in DIMENSIONS))
    keys = [key for _, found in judged for key in found]
    compared = tuple(one for one, _ in judged)
    notes = [note for one in compared for note in one.noted]
    marks = {side: round(weighted_mean([(one.marks[side], one.weight) for one in compared]), 3) for side in SIDES}
    overall, _ = await _compare_sides(bench, _OVERALL, notes, marks, keys)
    return Judgement(dimensions=compared, overall=overall.model_copy(update={"noted": ()}))


async def mark_alone(
    clerk: Clerk, prompts: Prompts, transcript: Transcript, reading: SpeechReading
) -> dict[str, float]:
    """The marks of one speech in every dimension, read without what was said before it."""
    bench = _Bench(clerk, prompts, transcript, {reading.turn: reading})
    said = transcript.utterances[reading.turn]
    notes = await asyncio.gather(*(_take_note(bench, one, reading.turn, said, (), ()) for one in DIMENSIONS))
    return {one.name: note.mark for one, (note, _) in zip(DIMENSIONS, notes, strict=True)}


async def _dimension(bench: _Bench, dimension: DebateDimension) -> tuple[Compared, list[str]]:
    """Speech after speech, each read with what was noted before; then the comparison."""
    notes: list[Noted] = []
    last: tuple[EntryInput, ...] = ()
    for turn, said in list_judged(bench.transcript):
        note, key = await _take_note(bench, dimension, turn, said, notes, last)
        notes.append(note)
        last = (depend_on("before", key),)
    marks = {side: _mark_side(bench, dimension, notes, side) for side in SIDES}
    return await _compare_sides(bench, dimension, notes, marks, [one.key for one in last])


def list_judged(transcript: Transcript) -> list[tuple[int, Utterance]]:
    """What is marked, by its place: a question in cross-examination claims nothing, unless a side did nothing else."""
    numbered = list(enumerate(transcript.utterances))
    claiming = [(turn, said) for turn, said in numbered if said.kind != "question"]
    return claiming if len({said.side for _, said in claiming}) > 1 else numbered


async def _take_note(
    bench: _Bench,
    dimension: DebateDimension,
    turn: int,
    said: Utterance,
    notes: Sequence[Noted],
    last: tuple[EntryInput, ...],
) -> tuple[Noted, str]:
    """What matters in a new speech, and its mark."""
    reading = bench.readings[turn]
    told = list(reading.kept) or [NOTHING_SAID]
    offered = tuple(Option(id=f"n{n}", text=one) for n, one in enumerate(told, start=1))
    debater = f"{said.side} ({turn + 1})"
    looked = JudgingView(dimension.name, dimension.looked_for, bench.transcript.motion, _recall_notes(notes), debater)
    speech = ValueInput(role="speech", value=[turn, said.side])
    analysis = await bench.clerk.ask(
        f"analysis: {dimension.name}",
        analysis_question(bench.prompts, looked, options=offered, at_most=NOTED),
        speech,
        *last,
    )
    picked = tuple(told[int(option_id[1:]) - 1] for option_id in read_choice(analysis))
    question = mark_question(
        bench.prompts,
        looked,
        noted="\n".join(picked),
        speech=said.text or "(silence)",
        cited="\n".join(said.cited) if dimension.shows_sources else "",
        aim=dimension.aim,
    )
    marked = await bench.clerk.ask(f"mark: {dimension.name}", question, speech, depend_on("analysis", analysis))
    given = read_score(marked)
    note = Noted(
        turn=turn,
        side=said.side,
        sentences=picked,
        given=given,
        mark=_weigh_mark(given, reading, dimension),
        reasons=read_reasons(marked),
    )
    return note, marked.key


def _weigh_mark(given: float, reading: SpeechReading, dimension: DebateDimension) -> float:
    counts = reading.sound * reading.sourced if dimension.shows_sources else reading.weight
    return round(_LOWEST + (given - _LOWEST) * counts, 3)


def _mark_side(bench: _Bench, dimension: DebateDimension, notes: Sequence[Noted], side: Side) -> float:
    """The mark of all that a side said; what the judge gave counts by how much the speech states."""
    own = [note for note in notes if note.side == side]
    given = weighted_mean([(note.given, len(bench.readings[note.turn].stated)) for note in own])
    return _weigh_mark(given, merge_readings([bench.readings[note.turn] for note in own]), dimension)


async def _compare_sides(
    bench: _Bench, dimension: DebateDimension, notes: Sequence[Noted], marks: dict[Side, float], keys: Sequence[str]
) -> tuple[Compared, list[str]]:
    """Both orders at once."""
    orders: tuple[tuple[Side, ...], ...] = (SIDES, SIDES[::-1])
    asked = () if dimension.shows_sources else orders  # citations resolve or do not, whoever stands first
    entries = await asyncio.gather(*(_ask_winner(bench, dimension, notes, keys, order) for order in asked))
    outcomes = [_outcome(entry) for entry in entries] or [_compare_marks(marks)] * len(orders)
    compared = Compared(
        dimension=dimension.name,
        weight=dimension.weight,
        pro_first=outcomes[0],
        con_first=outcomes[1],
        marks=marks,
        reasons=tuple(filter(None, map(read_reasons, entries))),
        noted=tuple(notes),
    )
    return compared, [entry.key for entry in entries] or list(keys)


async def _ask_winner(
    bench: _Bench, dimension: DebateDimension, notes: Sequence[Noted], keys: Sequence[str], order: tuple[Side, ...]
) -> Entry:
    offered = tuple(Option(id=side, text=_tell_notes(notes, side)) for side in order)
    question = winner_question(
        bench.prompts,
        dimension=dimension.name,
        looked_for=dimension.looked_for,
        motion=bench.transcript.motion,
        options=offered,
        may_tie=dimension.may_tie,
    )
    since = (depend_on(f"noted {n}", key) for n, key in enumerate(dict.fromkeys(keys)))
    return await bench.clerk.ask(f"winner: {dimension.name}", question, *since)


def _compare_marks(marks: dict[Side, float]) -> Outcome:
    if marks["pro"] == marks["con"]:
        return "tie"
    return "pro" if marks["pro"] > marks["con"] else "con"


def _outcome(entry: Entry) -> Outcome:
    picked = read_choice(entry)
    return picked[0] if picked else "tie"  # type: ignore[return-value]


def _tell_notes(notes: Sequence[Noted], side: Side) -> str:
    """What was noted of one side, a sentence once, however many dimensions noted it."""
    return "\n".join(dict.fromkeys(one for note in notes if note.side == side for one in note.sentences))


def _recall_notes(notes: Sequence[Noted]) -> str:
    lines = [f"speech {note.turn + 1} ({note.side}): {sentence}" for note in notes for sentence in note.sentences]
    return "\n".join(lines[-_MEMORY:])
