"""Controls for judged debates: what no judge that can judge would mark as high as the speech whose place it takes.

Of each side the longest speech is replaced: by its own words in random order, by the judge's criteria over and over, by
bare assertions, by its first sentence over and over, and by the other side's longest speech. In every dimension of
InspireScore and Debatrix the speech must come out clearly above each of them. A judge who does not tell them apart
gives no mark.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from importlib.resources import files
from itertools import cycle, islice
from random import Random
from types import MappingProxyType
from typing import Literal, get_args

from pydantic import Field

from foam.debate.questions import MARKS
from foam.debate.transcript import Side, Transcript, find_other_side
from foam.job.session import Session
from foam.judging.debates.debatrix import DIMENSIONS, list_judged, mark_alone
from foam.judging.debates.inspire import SUBJECTIVE, Inspired, mark_utterance
from foam.judging.debates.reading import list_sentences, read_speech
from foam.values import Value

_ControlName = Literal["gibberish", "parrot", "assertions", "repeated", "off side"]
MEANINGS: dict[_ControlName, str] = {
    "gibberish": "the speaker's own words in random order",
    "parrot": "the criteria over and over",
    "assertions": "its position and bare assertions",
    "repeated": "one sentence of it over and over",
    "off side": "the other side's longest speech",
}
_INSPIRE = ("subjective", "logic", "fact")
_MARGIN = 0.1
"""The share of a speech's mark, above the lowest there is, by which a control must stay below it."""
_UNREASONED: Mapping[str, tuple[_ControlName, ...]] = MappingProxyType({"logic": ("gibberish", "parrot", "assertions")})
_HALF = 0.5
"""Where it is reasons that are marked, what gives none must stay below this share of the speech's mark."""
_LOWEST = {one.name: MARKS[0] for one in DIMENSIONS}
_COUNTED = {"fact": 0.0} | {one.name: MARKS[0] for one in DIMENSIONS if one.shows_sources}
"""Dimensions that rest on what is found in the library, with the mark of a speech of which nothing is found."""


class DebateControl(Value):
    """How the judge saw one control beside the speech whose place it took, dimension by dimension."""

    name: _ControlName
    side: Side
    turn: int
    good: dict[str, float]
    """The marks of the speech as it was made."""
    marks: dict[str, float]
    """The marks of the control in its place."""
    declined: tuple[str, ...] = Field(default=())
    """Dimensions that the judge declined for either."""

    @property
    def level(self) -> tuple[str, ...]:
        """Dimensions in which the control is as good, or nearly; not what code counts, where the speech has none."""
        return tuple(
            name
            for name, mark in self.marks.items()
            if mark >= self._find_bound(name) and self.good[name] > _COUNTED.get(name, float("-inf"))
        )

    def _find_bound(self, dimension: str) -> float:
        """The mark that the control must stay below."""
        lowest = _LOWEST.get(dimension, 0.0)
        margin = _HALF if self.name in _UNREASONED.get(dimension, ()) else _MARGIN
        return lowest + (1 - margin) * (self.good[dimension] - lowest)

    @property
    def untried(self) -> tuple[str, ...]:
        """Dimensions of which the control tells nothing: code found nothing of the kind in the speech itself."""
        return tuple(name for name, lowest in _COUNTED.items() if name in self.marks and self.good[name] <= lowest)

    def describe(self) -> str:
        """In one line."""
        told = ", ".join(f"{name} {self.good[name]:.2f} / {mark:.2f}" for name, mark in self.marks.items())
        level = f"; AS GOOD by {' and '.join(self.level)}" if self.level else ""
        untried = f"; not tried by {' and '.join(self.untried)}: the speech has none itself" if self.untried else ""
        return f"{self.side}, {self.name} ({MEANINGS[self.name]}), speech / control: {told}{level}{untried}"


def scramble_words(text: str) -> str:
    """The words of a text in an order drawn by the text itself."""
    words = text.split()
    Random(f"gibberish {text}").shuffle(words)
    return " ".join(words)


def _repeat_criteria(text: str) -> str:
    """What the judge looks for, over and over, as long as the text."""
    told = [one.looked_for for one in DIMENSIONS] + [one.text for one in SUBJECTIVE.values()]
    return " ".join(islice(cycle(" ".join(told).split()), max(1, len(text.split()))))


def _assert_position(position: str) -> str:
    """The position, and that it is so: no reason, and nothing to check."""
    return f"{position} {files('foam.judging.debates').joinpath('assertions.txt').read_text('utf-8')}"


def _repeat_sentence(text: str) -> str:
    """The first sentence of a text over and over, about as long as the text."""
    first, *_ = list_sentences(text) or (text,)
    return " ".join([first] * max(2, len(text) // max(1, len(first))))


async def judge_controls(session: Session, transcript: Transcript) -> tuple[DebateControl, ...]:
    """Have every control judged, in the place of each side's longest speech; the off-side one needs another side."""
    longest = {
        side: max(turns, key=lambda turn: len(transcript.utterances[turn].text))
        for side in transcript.sides
        if (turns := [turn for turn, said in list_judged(transcript) if said.side == side])
    }
    found: list[DebateControl] = []
    for side, turn in longest.items():
        text = transcript.utterances[turn].text
        other = longest.get(find_other_side(side))
        texts: dict[_ControlName, str] = {
            "gibberish": scramble_words(text),
            "parrot": _repeat_criteria(text),
            "assertions": _assert_position(transcript.position(side)),
            "repeated": _repeat_sentence(text),
        }
        texts |= {} if other is None else {"off side": transcript.utterances[other].text}
        good, *rest = await asyncio.gather(
            _mark(session, transcript, turn),
            *(_mark(session, _replace(transcript, turn, one), turn) for one in texts.values()),
        )
        found += [_compare(name, side, turn, good, marks) for name, marks in zip(texts, rest, strict=True)]
    return tuple(found)


def count_controls(transcript: Transcript) -> int:
    """How many speeches are marked for the controls, those included whose place they take."""
    both = len(transcript.sides) > 1
    return len(transcript.sides) * (1 + len(get_args(_ControlName)) - (not both))


async def _mark(session: Session, transcript: Transcript, turn: int) -> dict[str, float | None]:
    """One speech in every dimension of both methods."""
    clerk, prompts = session.clerk, session.prompts
    reading = await read_speech(clerk, session.corpus, prompts, transcript, turn)
    (inspired,), marks = await asyncio.gather(
        mark_utterance(session, transcript, [reading]),
        mark_alone(clerk, prompts, transcript, reading),
    )
    one: Inspired = inspired
    return {**dict(zip(_INSPIRE, one.dimensions, strict=True)), **marks}


def _compare(
    name: _ControlName, side: Side, turn: int, good: dict[str, float | None], control: dict[str, float | None]
) -> DebateControl:
    known = {dimension: mark for dimension, mark in good.items() if mark is not None}
    marks = {dimension: mark for dimension, mark in control.items() if mark is not None and dimension in known}
    declined = tuple(dimension for dimension in good if dimension not in marks)
    return DebateControl(name=name, side=side, turn=turn, good=known, marks=marks, declined=declined)


def _replace(transcript: Transcript, turn: int, text: str) -> Transcript:
    said = tuple(
        one.model_copy(update={"text": text, "cited": ()}) if n == turn else one
        for n, one in enumerate(transcript.utterances)
    )
    return transcript.model_copy(update={"utterances": said})
