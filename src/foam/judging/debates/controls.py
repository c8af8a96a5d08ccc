"""Controls for judged debates: what no judge that can judge would prefer, in place of a debater's words.

For Debatrix the losing side's speeches are replaced, once by their own words in random order, once by the judge's
criteria over and over: the winner must still win. For InspireScore the longest speech of the better side is replaced,
and must come out worse. A judge for whom a control is as good cannot tell, and nothing that it ranked is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import cycle, islice
from random import Random
from statistics import fmean

from foam.debate.transcript import SIDES, Side, Transcript
from foam.job.session import Session
from foam.judging.debates.debatrix import DIMENSIONS, Outcome, debatrix
from foam.judging.debates.inspire import SUBJECTIVE, Inspired, mark_utterance, side_means
from foam.values import Value

TIE = 0.02
"""Points of InspireScore within which two speeches are level."""
MEANINGS = {
    "gibberish": "the speaker's own words in random order",
    "parrot": "the criteria over and over",
}


class DebateControl(Value):
    """How the judge saw one control."""

    name: str
    debatrix: Outcome | None = None
    """Who won against it; None where no comparison was asked for."""
    inspire: float | None = None
    """Its InspireScore; None where none was asked for."""
    level: tuple[str, ...] = ()
    """Methods by which it is as good as the better side."""

    def describe(self) -> str:
        """In one line."""
        told = [] if self.debatrix is None else [f"against it Debatrix says {self.debatrix}"]
        told += [] if self.inspire is None else [f"InspireScore {self.inspire:.3f}"]
        level = f"; as good as the better side by {' and '.join(self.level)}" if self.level else ""
        return f"{self.name} ({MEANINGS[self.name]}): {', '.join(told) or 'not asked for'}{level}"


def scramble_words(text: str) -> str:
    """The words of a text in an order drawn by the text itself."""
    words = text.split()
    Random(f"gibberish {text}").shuffle(words)
    return " ".join(words)


def repeat_criteria(text: str) -> str:
    """What the judge looks for, over and over, as long as the text."""
    told = [one.looked_for for one in DIMENSIONS] + [one.text for one in SUBJECTIVE.values()]
    return " ".join(islice(cycle(" ".join(told).split()), max(1, len(text.split()))))


CONTROLS: dict[str, Callable[[str], str]] = {"gibberish": scramble_words, "parrot": repeat_criteria}


async def judge_controls(
    session: Session, transcript: Transcript, marks: Sequence[Inspired], winner: Outcome | None
) -> tuple[DebateControl, ...]:
    """Have both controls judged as the debate was; a debate that was drawn has no winner to try."""
    best = _find_better_side(marks)
    found = []
    for name, change in CONTROLS.items():
        beaten: Outcome | None = None
        if winner in SIDES:
            loser: Side = "con" if winner == "pro" else "pro"
            turns = [n for n, said in enumerate(transcript.utterances) if said.side == loser]
            beaten = (await debatrix(session.clerk, session.prompts, _replace(transcript, turns, change))).winner
        marked: Inspired | None = None
        if best is not None:
            spoken = [one.turn for one in marks if one.side == best]
            turn = max(spoken, key=lambda n: len(transcript.utterances[n].text))
            heard = _replace(transcript, [turn], change)
            (marked,) = await mark_utterance(session.clerk, session.corpus, session.prompts, heard, [turn])
        level = ["Debatrix"] if beaten is not None and beaten != winner else []
        level += ["InspireScore"] if marked and _is_level(marked, [one for one in marks if one.side == best]) else []
        score = marked.score if marked else None
        found.append(DebateControl(name=name, debatrix=beaten, inspire=score, level=tuple(level)))
    return tuple(found)


def _replace(transcript: Transcript, turns: Sequence[int], change: Callable[[str], str]) -> Transcript:
    said = tuple(
        one.model_copy(update={"text": change(one.text)}) if n in turns else one
        for n, one in enumerate(transcript.utterances)
    )
    return transcript.model_copy(update={"utterances": said})


def _find_better_side(marks: Sequence[Inspired]) -> Side | None:
    scores = [(means[3], side) for side in SIDES if (means := side_means(marks, side))]
    return max(scores)[1] if scores else None


def _is_level(control: Inspired, own: Sequence[Inspired]) -> bool:
    """By the whole score, or by what the judge judged: what the library decided must not make up for the judge."""
    judged = [one.judged for one in own if one.judged is not None]
    by_judge = control.judged is not None and bool(judged) and control.judged >= fmean(judged) - TIE
    return control.score >= fmean(one.score for one in own) - TIE or by_judge
