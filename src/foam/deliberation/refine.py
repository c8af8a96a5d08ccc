"""Dialectical refinement of a seat's proposal: critic, evaluator, refiner, at least three rounds and at most five.

A proposal is a position and the sentences it rests on. The critic names up to three objections and the evaluator ranks
them (best of three); the evaluator scores how the proposal stands against the strongest; the refiner picks the best of
up to three changes. The loop never stops before the third round: then on a strong defence (over 5.0), on scores that no
longer move (variance under 0.5), or after the fifth. Which rule stopped it is recorded. The proposal that stood best
goes on, the earliest of equals: a change that made it weaker is not kept. Knows nothing of other seats.
"""

from __future__ import annotations

from statistics import pvariance
from typing import Literal

from foam.argument.objection import OBJECTION_TYPES, ObjectionType
from foam.deliberation.position import Position
from foam.deliberation.questions import (
    critique_question,
    defence_question,
    line,
    refinement_question,
    strongest_question,
)
from foam.deliberation.room import Room, seen_from
from foam.evidence.corpus import Passage
from foam.job.answers import chosen, score
from foam.job.retrieval import Offered, after
from foam.model.question import Option
from foam.perspective.node import Perspective
from foam.record.entry import Entry, EntryInput
from foam.values import Value

MIN_ROUNDS = 3
MAX_ROUNDS = 5
BEST_OF = 3
STRONG_DEFENCE = 5.0
STILL = 0.5
"""Variance of the scores below which the loop has converged."""

Stop = Literal["strong defence", "converged", "round limit", "nothing to rest on"]

_COMPLAINTS: dict[ObjectionType, str] = {
    "logical_gap": "does not follow from",
    "missing_evidence": "needs better evidence than",
    "value_conflict": "serves a value that conflicts with others, going by",
    "scope_overreach": "is wider than what is said in",
}


class Proposal(Value):
    """A position and what it rests on, as it stands in some round."""

    position: str
    grounds: tuple[Passage, ...]
    qualified: bool = False
    entry: str
    """Key of the decision that gave it this form."""

    @property
    def text(self) -> str:
        hedge = "In some cases: " if self.qualified else ""
        return "\n".join([hedge + self.position, *(f"“{ground.text}”" for ground in self.grounds)])


class Refined(Value):
    """The proposal that stood best, and why the loop ended."""

    proposal: Proposal
    scores: tuple[float, ...]
    """How the proposal of each round stood."""
    stopped: Stop


def stop_rule(scores: tuple[float, ...]) -> Stop | None:
    """The rule that stops the loop after these scores, or None to go on."""
    if len(scores) < MIN_ROUNDS:
        return None
    if scores[-1] > STRONG_DEFENCE:
        return "strong defence"
    if pvariance(scores) < STILL:
        return "converged"
    return "round limit" if len(scores) >= MAX_ROUNDS else None


async def refine(room: Room, seat: Perspective, position: Position, start: Proposal, offered: Offered) -> Refined:
    """Press the proposal until a rule stops the loop."""
    proposal, spent = start, {p.pointer for p in start.grounds}
    tried: list[tuple[Proposal, Entry]] = []
    if not start.grounds:
        return Refined(proposal=start, scores=(), stopped="nothing to rest on")
    while True:
        criticism, raised = await _criticise(room, seat, proposal)
        question = defence_question(
            room.prompts,
            proposal=proposal.text,
            criticism=criticism.text,
            stake=line(seat, position.text),
            struck=proposal.grounds[_struck(criticism)].text,
        )
        scored = await room.clerk.ask("defence", question, after("proposal", proposal.entry), raised)
        tried.append((proposal, scored))
        if (stopped := stop_rule(tuple(score(entry) for _, entry in tried))) is not None:
            return _best(room, tried, stopped)
        fresh = [p for p in offered.passages if p.pointer not in spent][: BEST_OF - 1]
        proposal = await _change(room, seat, position, proposal, criticism, scored, fresh)
        spent |= {p.pointer for p in proposal.grounds}


def _best(room: Room, tried: list[tuple[Proposal, Entry]], stopped: Stop) -> Refined:
    """The proposal that stood best; that choice depends on how every one of them stood."""
    scores = tuple(score(entry) for _, entry in tried)
    round = scores.index(max(scores))
    proposal = tried[round][0]
    kept = room.clerk.compute(
        "kept proposal",
        lambda: {"round": round + 1, "stopped": stopped},
        after("proposal", proposal.entry),
        *(after(f"defence {n}", entry) for n, (_, entry) in enumerate(tried, start=1)),
        rule="the best defence",
    )
    return Refined(proposal=proposal.model_copy(update={"entry": kept.key}), scores=scores, stopped=stopped)


async def _criticise(room: Room, seat: Perspective, proposal: Proposal) -> tuple[Option, EntryInput]:
    """The strongest of up to three objections, and the entry that ranked it so."""
    offered = _objections(proposal)
    inputs = (after("proposal", proposal.entry), seen_from(seat))
    question = critique_question(room.prompts, proposal=proposal.text, offered=offered, at_most=BEST_OF)
    entry = await room.clerk.ask("critique", question, *inputs)
    named = tuple(option for id in chosen(entry) for option in offered if option.id == id)
    if len(named) > 1:
        ranking = strongest_question(room.prompts, proposal=proposal.text, offered=named)
        entry = await room.clerk.ask("strongest", ranking, after("critique", entry))
    best = chosen(entry)[0]
    return next(option for option in named if option.id == best), after("criticism", entry)


def _objections(proposal: Proposal) -> tuple[Option, ...]:
    return tuple(
        Option(id=f"{type}-{n}", text=f"The position {_COMPLAINTS[type]}: “{ground.text}”")
        for n, ground in enumerate(proposal.grounds)
        for type in OBJECTION_TYPES
    )


async def _change(
    room: Room,
    seat: Perspective,
    position: Position,
    proposal: Proposal,
    criticism: Option,
    scored: Entry,
    fresh: list[Passage],
) -> Proposal:
    """The best of up to three changes: other evidence for the criticised ground, or a narrower claim."""
    changes = {f"swap-{n}": _swapped(proposal, _struck(criticism), p) for n, p in enumerate(fresh)}
    changes["narrow" if not proposal.qualified else "keep"] = proposal.model_copy(update={"qualified": True})
    offered = tuple(Option(id=name, text=changed.text) for name, changed in changes.items())
    question = refinement_question(
        room.prompts,
        proposal=proposal.text,
        criticism=criticism.text,
        stake=line(seat, position.text),
        offered=offered,
    )
    entry = await room.clerk.ask("refinement", question, after("defence", scored), seen_from(seat))
    return changes[chosen(entry)[0]].model_copy(update={"entry": entry.key})


def _struck(criticism: Option) -> int:
    """Which of the grounds an objection is aimed at."""
    return int(criticism.id.rsplit("-", 1)[1])


def _swapped(proposal: Proposal, struck: int, passage: Passage) -> Proposal:
    grounds = tuple(passage if n == struck else ground for n, ground in enumerate(proposal.grounds))
    return proposal.model_copy(update={"grounds": grounds})
