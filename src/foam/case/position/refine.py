"""Refines a seat's proposal in three to five rounds of criticism.

A proposal is a position and the sentences it rests on. In each round the critic names up to three objections, the
evaluator picks the strongest and scores how the proposal stands against it, and the refiner picks the best of up to
three changes. From the third round on the loop stops on a strong defence (over 5.0), on scores that no longer move
(variance under 0.5), or after the fifth round. It stops sooner only where nothing new can be objected: the proposal is
again one that was criticised before, since no other evidence is left and it cannot be narrowed further. The record says
which rule stopped it. The proposal with the best score goes on, the earliest of equals, so a change for the worse is
dropped.
"""

from __future__ import annotations

from statistics import pvariance
from typing import Literal

from foam.argument.objection import OBJECTION_TYPES, ObjectionType
from foam.case.position.stance import Position
from foam.case.verdict import REASONS
from foam.evidence.corpus import Passage
from foam.job.answers import read_choice, read_score
from foam.job.retrieval import Candidates, depend_on
from foam.job.session import Session, depend_on_seat
from foam.model.question import Choose, Option, Rank, Score
from foam.model.template import Options, Prompts, fence, fence_options, render_prompt
from foam.perspective.node import Perspective
from foam.record.entry import Entry, EntryInput
from foam.values import Value

MIN_ROUNDS = 3
MAX_ROUNDS = 5
BEST_OF = 3
DEFENCE_SCALE = (-10.0, 10.0)
STRONG_DEFENCE = 5.0
STILL = 0.5
"""Variance of the scores below which the loop has converged."""

Stop = Literal[
    "strong defence",
    "converged",
    "round limit",
    "nothing to rest on",
    "nobody criticised",
    "nothing objected",
    "nothing left to change",
]

_COMPLAINTS: dict[ObjectionType, str] = {
    "logical_gap": "does not follow from",
    "missing_evidence": "needs better evidence than",
    "value_conflict": "serves a value that conflicts with others, going by",
    "scope_overreach": "is wider than what is said in",
}


def critique_question(prompts: Prompts, *, proposal: str, options: Options, at_most: int) -> Choose:
    """Which objections strike the proposal hardest?"""
    filled = render_prompt(prompts, "case/critique", proposal=fence(proposal), options=fence_options(options))
    return Choose(
        **filled,
        role="critic",
        statement=proposal,
        aim="contradicts",
        options=options,
        at_most=min(at_most, len(options)),
    )


def strongest_question(prompts: Prompts, *, proposal: str, options: Options) -> Rank:
    """In which order do the objections threaten the proposal?"""
    filled = render_prompt(prompts, "case/strongest", proposal=fence(proposal), options=fence_options(options))
    return Rank(**filled, role="evaluator", reasons=REASONS, statement=proposal, aim="contradicts", options=options)


def defence_question(prompts: Prompts, *, proposal: str, criticism: str, stake: str, struck: str) -> Score:
    """How well does the proposal stand against the criticism? At stake: does the struck sentence bear out the line?"""
    low, high = DEFENCE_SCALE
    filled = render_prompt(
        prompts,
        "case/defence",
        proposal=fence(proposal),
        criticism=fence(criticism),
        low=f"{low:g}",
        high=f"{high:g}",
    )
    return Score(**filled, role="evaluator", reasons=REASONS, statement=stake, text=struck, low=low, high=high)


def refinement_question(prompts: Prompts, *, proposal: str, criticism: str, stake: str, options: Options) -> Choose:
    """Which change answers the criticism best?"""
    filled = render_prompt(
        prompts,
        "case/refinement",
        proposal=fence(proposal),
        criticism=fence(criticism),
        options=fence_options(options),
    )
    return Choose(**filled, statement=stake, options=options)


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


class Refinement(Value):
    """The proposal that stood best, and why the loop ended."""

    proposal: Proposal
    scores: tuple[float, ...]
    """How the proposal of each round stood."""
    stopped: Stop


def find_stop_rule(scores: tuple[float, ...]) -> Stop | None:
    """The rule that stops the loop after these scores; None to go on."""
    if len(scores) < MIN_ROUNDS:
        return None
    if scores[-1] > STRONG_DEFENCE:
        return "strong defence"
    if pvariance(scores) < STILL:
        return "converged"
    return "round limit" if len(scores) >= MAX_ROUNDS else None


async def refine(
    session: Session, seat: Perspective, position: Position, start: Proposal, candidates: Candidates
) -> Refinement:
    """Criticise and change the proposal until a rule stops the loop."""
    proposal, spent = start, {p.pointer for p in start.grounds}
    rounds: list[tuple[Proposal, Entry]] = []
    if not start.grounds:
        return Refinement(proposal=start, scores=(), stopped="nothing to rest on")
    while True:
        criticism, criticism_input = await _criticise(session, seat, proposal)
        question = defence_question(
            session.prompts,
            proposal=proposal.text,
            criticism=criticism.text,
            stake=position.text,
            struck=proposal.grounds[_find_struck(criticism)].text,
        )
        scored = await session.clerk.ask("defence", question, depend_on("proposal", proposal.entry), criticism_input)
        rounds.append((proposal, scored))
        if (stopped := find_stop_rule(tuple(read_score(entry) for _, entry in rounds))) is not None:
            return _keep_best(session, rounds, stopped)
        fresh = [p for p in candidates.passages if p.pointer not in spent][: BEST_OF - 1]
        proposal = await _choose_change(session, seat, position, proposal, criticism, scored, fresh)
        if proposal.text in {earlier.text for earlier, _ in rounds}:
            return _keep_best(session, rounds, "nothing left to change")
        spent |= {p.pointer for p in proposal.grounds}


def _keep_best(session: Session, rounds: list[tuple[Proposal, Entry]], stopped: Stop) -> Refinement:
    """The proposal with the best score. The choice depends on all the scores."""
    scores = tuple(read_score(entry) for _, entry in rounds)
    best = scores.index(max(scores))
    proposal = rounds[best][0]
    kept = session.clerk.compute(
        "kept proposal",
        lambda: {"round": best + 1, "stopped": stopped},
        depend_on("proposal", proposal.entry),
        *(depend_on(f"defence {n}", entry) for n, (_, entry) in enumerate(rounds, start=1)),
        rule="the best defence",
    )
    return Refinement(proposal=proposal.model_copy(update={"entry": kept.key}), scores=scores, stopped=stopped)


async def _criticise(session: Session, seat: Perspective, proposal: Proposal) -> tuple[Option, EntryInput]:
    """The strongest of up to three objections, and the entry that ranked it so."""
    options = tuple(
        Option(id=f"{kind}-{n}", text=f"The position {_COMPLAINTS[kind]}: “{ground.text}”")
        for n, ground in enumerate(proposal.grounds)
        for kind in OBJECTION_TYPES
    )
    inputs = (depend_on("proposal", proposal.entry), depend_on_seat(seat))
    question = critique_question(session.prompts, proposal=proposal.text, options=options, at_most=BEST_OF)
    entry = await session.clerk.ask("critique", question, *inputs)
    chosen = tuple(option for option_id in read_choice(entry) for option in options if option.id == option_id)
    if len(chosen) > 1:
        ranking = strongest_question(session.prompts, proposal=proposal.text, options=chosen)
        entry = await session.clerk.ask("strongest", ranking, depend_on("critique", entry))
    best = read_choice(entry)[0]
    return next(option for option in chosen if option.id == best), depend_on("criticism", entry)


async def _choose_change(
    session: Session,
    seat: Perspective,
    position: Position,
    proposal: Proposal,
    criticism: Option,
    scored: Entry,
    fresh: list[Passage],
) -> Proposal:
    """The best of up to three changes: other evidence for the criticised ground, or a narrower claim."""
    struck = _find_struck(criticism)
    before, after = proposal.grounds[:struck], proposal.grounds[struck + 1 :]
    changes = {
        f"swap-{n}": proposal.model_copy(update={"grounds": (*before, passage, *after)})
        for n, passage in enumerate(fresh)
    }
    changes["narrow" if not proposal.qualified else "keep"] = proposal.model_copy(update={"qualified": True})
    options = tuple(Option(id=name, text=changed.text) for name, changed in changes.items())
    question = refinement_question(
        session.prompts,
        proposal=proposal.text,
        criticism=criticism.text,
        stake=position.text,
        options=options,
    )
    entry = await session.clerk.ask("refinement", question, depend_on("defence", scored), depend_on_seat(seat))
    return changes[read_choice(entry)[0]].model_copy(update={"entry": entry.key})


def _find_struck(criticism: Option) -> int:
    """Which of the grounds an objection is aimed at."""
    return int(criticism.id.rsplit("-", 1)[1])
