"""The support gate: does what a claim rests on speak for the motion, against it, or neither?

An evaluator is asked of the motion's statement and of its denial, so that an answer that merely agrees shows. A claim
for one side of which the evaluator finds that it speaks for the other is a reason for the other. What says under which
condition the statement, or its denial, would hold is no reason for either side: it stays with whoever set it, and the
outcome names it.
What speaks for neither, or of which the two answers contradict each other, is kept and not shown to bear on the
question. So is what only one of the two answers gives a side, unless it is found to speak for it at least half
strongly: an echo of the words of one of the statements is no more than that.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

from pydantic import Field

from foam.argument.motion import Motion
from foam.deliberation.position import Direction
from foam.deliberation.questions import SCALE, strength_question, support_question
from foam.job.answers import read_label, read_reasons, read_score
from foam.job.retrieval import depend_on
from foam.job.session import Session
from foam.model.question import Answer, Labelled
from foam.record.entry import Entry, Input
from foam.values import Value

Side: TypeAlias = Literal["for", "against", "condition", "neither", "unclear"]
_TURNED: dict[str, Side] = {
    "for": "against",
    "against": "for",
    "condition": "condition",
    "neither": "neither",
    "unclear": "unclear",
}


_ONE_ANSWER = "only one of two answers gives it a side, and it was found to be weak"
NOT_BORNE_OUT = "the sentences it cites do not bear it out"
BORNE_OUT = 0.5
"""The strength from which a reason is borne out: the middle of the scale."""
SET = 0.5
"""The strength of a condition of which nobody was asked how strong it is."""


class Support(Value):
    """What the gate found of one claim."""

    side: Side
    """How it stands to the motion as affirmed."""
    strength: float = Field(default=0.0, ge=0, le=1)
    """How strongly it speaks for the side it was found to speak for."""
    why: str = ""
    """Why it is not shown, in a few words."""
    reasons: str = ""
    """What the evaluator gave as its reasons, where it gave some. They decide nothing."""
    condition: str = Field(default="", exclude_if=lambda condition: not condition)
    """Of what sets a condition: what must be so for the motion to hold, as a clause, where the evaluator put it so."""
    condition_of: Direction = Field(default="affirmed", exclude_if=lambda side: side == "affirmed")
    """Of what sets a condition: which answer to the motion holds only under it."""
    entries: tuple[str, ...]
    """Keys of the decisions."""

    @property
    def direction(self) -> Direction | None:
        """Which way it points; None when it was not shown to bear on the question."""
        match self.side:
            case "for":
                return "affirmed"
            case "against":
                return "denied"
            case _:
                return None


async def judge_support(
    session: Session, motion: Motion, ground: str, warrant: str, *inputs: Input, follows: str = ""
) -> Support:
    """Ask the evaluator how the ground stands to the motion, and how strongly.

    `follows` is what the ground comes to, where that is said: a model that measures reads it alone. Where it is the
    motion's own statement or denial, nobody is asked.
    """
    if follows in (motion.affirmed, motion.denied):
        return _take_side(session, "for" if follows == motion.affirmed else "against", *inputs)
    asked = [
        support_question(session.prompts, statement=statement, ground=ground, warrant=warrant, follows=follows)
        for statement in (motion.affirmed, motion.denied)
    ]
    entries = await asyncio.gather(*(session.clerk.ask("support", question, *inputs) for question in asked))
    keys = tuple(entry.key for entry in entries)
    labels = [read_label(entry) for entry in entries]
    side, why = combine_sides(*labels)
    if side not in ("for", "against"):
        strength = SET if side == "condition" else 0.0
        of: Direction = "denied" if side == "condition" and labels[0] != "condition" else "affirmed"
        return Support(
            side=side, strength=strength, why=why, reasons=join_reasons(entries), condition_of=of, entries=keys
        )
    statement = motion.affirmed if side == "for" else motion.denied
    question = strength_question(session.prompts, statement=statement, ground=ground, warrant=warrant, follows=follows)
    entry = await session.clerk.ask("strength", question, *inputs, *(depend_on("support", key) for key in keys))
    return settle_side(side, labels, entries, entry)


def settle_side(side: Side, labels: Sequence[str], entries: Sequence[Entry], scored: Entry) -> Support:
    """What two answers, and how strongly the side was found to be spoken for, come to."""
    strength, keys = read_score(scored) / SCALE[1], tuple(entry.key for entry in (*entries, scored))
    reasons = join_reasons((*entries, scored))
    if is_echo(labels, strength):
        return Support(side="unclear", why=_ONE_ANSWER, reasons=reasons, entries=keys)
    return Support(side=side, strength=strength, reasons=reasons, entries=keys)


def is_echo(labels: Iterable[str], strength: float) -> bool:
    """Whether one answer alone names a side, and less than half of the scale speaks for it."""
    return strength < BORNE_OUT and any(label not in ("for", "against") for label in labels)


def _take_side(session: Session, side: Literal["for", "against"], *inputs: Input) -> Support:
    """The side of a ground that code found to come to the motion's own statement, or to its denial."""
    answer = Answer(reply=Labelled(label=side), method="worked out")
    entry = session.clerk.compute("support", answer.json_value, *inputs, rule="what follows is the motion")
    return Support(side=side, strength=1.0, entries=(entry.key,))


def join_reasons(entries: Iterable[Entry]) -> str:
    """The reasons given in several decisions, each once."""
    return " ".join(dict.fromkeys(filter(None, map(read_reasons, entries))))


def combine_sides(to_statement: str, to_denial: str) -> tuple[Side, str]:
    """The side that two answers come to: one may be silent, but they may not contradict each other."""
    first, second = _TURNED[_TURNED[to_statement]], _TURNED[to_denial]
    decided: list[Side] = [side for side in (first, second) if side in ("for", "against")]
    if len(set(decided)) == 2:
        return "unclear", "asked of the statement and of its denial, the answers contradict each other"
    if "condition" in (first, second):
        return "condition", ""
    if decided:
        return decided[0], ""
    if "neither" in (first, second):
        return "neither", "it was found to speak neither for the motion nor against it"
    return "unclear", "whether it bears on the question could not be told"
