"""Ballots: each juror's order of the cases of a heat, shown both ways round."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from statistics import fmean
from typing import assert_never

from foam.errors import OutOfBounds
from foam.job.answers import read_choice
from foam.judging.entrants.entrant import Entrant
from foam.judging.jury.kept import Void
from foam.judging.jury.panel import Bench, Seat, ask, part_voids
from foam.judging.jury.questions import LETTERS, ROLES, Labels, heat_question
from foam.pack.rubric import FULL
from foam.values import Value


class Ballot(Value):
    """One juror's order of the cases of a heat, as they were shown."""

    juror: str
    shown: tuple[str, ...]
    """The cases in the order in which they were shown."""
    order: tuple[str, ...]
    """Best first."""
    labels: Labels = "blind"
    holder: str = ""
    """The case that was introduced as the holder, if any was."""
    entry: str


async def take_ballots(
    bench: Bench, heat: Sequence[str], cases: Mapping[str, Entrant]
) -> tuple[tuple[Ballot, ...], tuple[Void, ...]]:
    """Every juror's order of the cases of a heat, shown both ways round, under each kind of label."""
    ways = [(seat, shown, labels) for seat in bench.seats for labels in bench.jury.labels for shown in _orders(heat)]
    return part_voids(
        await asyncio.gather(*(_try_ballot(bench, seat, shown, labels, heat, cases) for seat, shown, labels in ways))
    )


def _orders(heat: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return tuple(heat), tuple(reversed(heat))


async def _try_ballot(
    bench: Bench, seat: Seat, shown: tuple[str, ...], labels: Labels, heat: Sequence[str], cases: Mapping[str, Entrant]
) -> Ballot | Void:
    holder, what = _holder(heat, labels), f"{labels} ballot on {', '.join(shown)}"
    if (seat.juror.name, what) in bench.voided:
        return bench.voided[seat.juror.name, what]
    question = partial(
        heat_question,
        bench.prompts,
        shown=tuple(cases[case_id] for case_id in shown),
        roles=tuple("" if not holder else ROLES[case_id != holder] for case_id in shown),
        criteria="; ".join(dimension.title.lower() for dimension in bench.rubric.dimensions),
        lens=seat.juror.lens,
    )
    try:
        entry = await ask(bench, seat, "ballot", question)
    except OutOfBounds as error:
        return Void(juror=seat.juror.name, what=what, why=error.what)
    order = tuple(shown[LETTERS.index(letter)] for letter in read_choice(entry))
    return Ballot(juror=seat.juror.name, shown=shown, order=order, labels=labels, holder=holder, entry=entry.key)


def _holder(heat: Sequence[str], labels: Labels) -> str:
    match labels:
        case "blind":
            return ""
        case "labelled":
            return heat[0]
        case "swapped":
            return heat[-1]
        case _:
            assert_never(labels)


def vote_shares(heat: Sequence[str], ballots: Iterable[Ballot]) -> dict[str, float]:
    """Each case's share of the comparisons in which it stood before another, from 0 to 100; 50 without ballots."""
    beaten: dict[str, list[float]] = {case_id: [] for case_id in heat}
    for ballot in ballots:
        last = len(ballot.order) - 1
        for place, case_id in enumerate(ballot.order):
            beaten[case_id].append((last - place) / last)
    return {case_id: FULL * fmean(shares) if shares else FULL / 2 for case_id, shares in beaten.items()}
