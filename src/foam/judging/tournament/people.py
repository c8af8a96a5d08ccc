"""Ballots of people: two cases of a tournament, read blind, and which of them a person finds better.

A ballot is an entry of the record that names the tournament's run. It is never changed: who thinks otherwise later
casts another, which names the one it supersedes, and both stay. The jury and the person answer the same question about
the same texts, so that the one can be held against the other (`agreement`).
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from random import Random
from typing import Literal, TypeAlias

from pydantic import Field

from foam.errors import InputError, NotFound
from foam.judging.tournament.session import TournamentOutcome
from foam.pack.rubric import Rubric
from foam.record.clock import Clock, stamp
from foam.record.entry import Decider, Draft, Entry, EntryInput
from foam.record.graph import read_dependants
from foam.record.store import Store
from foam.values import CleanLine, CleanText, Value

KIND = "person_ballot"
TOURNAMENT, SUPERSEDES = "tournament", "supersedes"
LONGEST_NAME, LONGEST_REASON = 80, 4000
Side: TypeAlias = Literal["first", "second", "undecided"]
"""Which of two texts is better, in the order in which they are shown."""
SIDES: tuple[Side, ...] = ("first", "second", "undecided")


class Pairing(Value):
    """Two cases that met, in the order in which people are shown them."""

    number: int
    """From 1, in an order that the tournament's seed draws."""
    shown: tuple[str, str]


class Vote(Value):
    """What a person says of two texts."""

    voter: CleanLine = Field(max_length=LONGEST_NAME)
    better: Side
    on: dict[str, Side] = Field(default_factory=dict)
    """The same by dimension of the rubric, where the person says it."""
    because: CleanText = Field(default="", max_length=LONGEST_REASON)


class PersonBallot(Value):
    """A vote on record."""

    key: str
    run: str
    at: str
    shown: tuple[str, str]
    number: int
    """The voter's first ballot on these two texts is 1; a later one supersedes those before it."""
    vote: Vote


def draw_pairings(outcome: TournamentOutcome) -> tuple[Pairing, ...]:
    """Every two cases that met in a heat, in an order and with sides that the seed draws."""
    met = {tuple(sorted(pair)) for result in outcome.played.results for pair in combinations(result.heat.cases, 2)}
    drawn = sorted(met)
    draw = Random(f"pairings {outcome.plan.rules.seed}")
    draw.shuffle(drawn)
    sides = ((one, other) if draw.random() < 0.5 else (other, one) for one, other in drawn)
    return tuple(Pairing(number=number, shown=shown) for number, shown in enumerate(sides, start=1))


def find_pairing(outcome: TournamentOutcome, number: int) -> Pairing:
    """The pairing of this number."""
    drawn = draw_pairings(outcome)
    if not 1 <= number <= len(drawn):
        raise NotFound(f"there is no pairing {number}", hint=f"they are numbered from 1 to {len(drawn)}")
    return drawn[number - 1]


def cast_ballot(
    store: Store, outcome: TournamentOutcome, pairing: Pairing, vote: Vote, *, clock: Clock
) -> PersonBallot:
    """Keep a vote. The same vote cast twice in a row is one ballot; another one supersedes the one before."""
    _check_vote(vote, outcome.plan.rubric)
    cast = (one for one in read_ballots(store, outcome.run) if _is_same_place(one, pairing, vote))
    earlier = sorted(cast, key=lambda one: one.number)
    while True:
        last = earlier[-1] if earlier else None
        if last is not None and last.vote == vote:
            return last
        made = _make_entry(outcome.run, pairing, vote, after=last, at=stamp(clock))
        kept = _read_ballot(store.append(made))
        if kept.vote == vote:
            return kept
        earlier.append(kept)  # somebody was faster under this name: theirs is superseded like any other


def read_ballots(store: Store, run: str) -> tuple[PersonBallot, ...]:
    """Every ballot that people cast on a tournament, the superseded ones too, oldest first."""
    resting = read_dependants(store, run)
    found = (_read_ballot(entry) for entry in resting if entry.draft.kind == KIND)
    return tuple(sorted(found, key=lambda one: (one.at, one.number, one.key)))


def choose_standing(ballots: tuple[PersonBallot, ...]) -> tuple[PersonBallot, ...]:
    """The last ballot of every voter on every pairing."""
    last: dict[tuple[str, tuple[str, ...]], PersonBallot] = {}
    for one in ballots:
        place = (one.vote.voter, tuple(sorted(one.shown)))
        if place not in last or last[place].number < one.number:
            last[place] = one
    return tuple(last.values())


def find_jury_verdict(outcome: TournamentOutcome, shown: tuple[str, str]) -> Side | None:
    """Which of two cases most of the jury's blind ballots put first; None where none of them saw both."""
    first, second = shown
    orders = [one.order for one in outcome.ballots if one.labels == "blind" and {first, second} <= set(one.order)]
    ahead = sum(order.index(first) < order.index(second) for order in orders)
    return _choose_side(ahead, len(orders) - ahead) if orders else None


def find_jury_scores(outcome: TournamentOutcome, shown: tuple[str, str]) -> dict[str, Side]:
    """Which of two cases the jury scored higher, by dimension; those within the tie are level.

    A dimension that the jury declined is left out, also where code measured a part of it.
    """
    first, second = (outcome.pooled[case].dimensions for case in shown)
    declined = {name for case in shown for name in outcome.pooled[case].declined}
    judged = [
        dimension.id
        for dimension in outcome.plan.rubric.dimensions
        if any(one.by == "judge" and one.id not in declined for one in dimension.components)
    ]
    return {
        name: _choose_side(first[name], second[name], level=outcome.plan.tie)
        for name in judged
        if name in first and name in second
    }


def name_side(side: Side, shown: tuple[str, str]) -> str:
    """The case that a side stands for; empty where it stands for none."""
    return "" if side == "undecided" else shown[SIDES.index(side)]


def _choose_side(first: float, second: float, *, level: float = 0.0) -> Side:
    if abs(first - second) <= level:
        return "undecided"
    return "first" if first > second else "second"


def _is_same_place(ballot: PersonBallot, pairing: Pairing, vote: Vote) -> bool:
    return ballot.vote.voter == vote.voter and ballot.shown == pairing.shown


def _check_vote(vote: Vote, rubric: Rubric) -> None:
    if not vote.voter.strip():
        raise InputError("the ballot names nobody", hint="say who casts it: a name or any short word")
    known: Mapping[str, str] = {one.id: one.title for one in rubric.dimensions}
    if unknown := sorted(set(vote.on) - set(known)):
        raise InputError(f"the rubric has no {unknown[0]!r}", hint=f"it has {', '.join(known)}")


def _make_entry(run: str, pairing: Pairing, vote: Vote, *, after: PersonBallot | None, at: str) -> Entry:
    before = (EntryInput(role=SUPERSEDES, key=after.key),) if after else ()
    draft = Draft(
        kind=KIND,
        inputs=(EntryInput(role=TOURNAMENT, key=run), *before),
        question={"shown": list(pairing.shown), "number": after.number + 1 if after else 1},
        decider=Decider(type="person", id=vote.voter, version=""),
    )
    return Entry(draft=draft, answer=vote.json_value(), at=at)


def _read_ballot(entry: Entry) -> PersonBallot:
    run = next(i.key for i in entry.draft.inputs if isinstance(i, EntryInput) and i.role == TOURNAMENT)
    first, second = entry.draft.question["shown"]
    return PersonBallot(
        key=entry.key,
        run=run,
        at=entry.at,
        shown=(first, second),
        number=entry.draft.question["number"],
        vote=Vote.model_validate(entry.answer),
    )
