"""The tournament as a machine: rounds of heats, results, who goes on. Pure; whoever decides heats is an argument.

Swiss rounds come first (round one grouped by strategic approach, later ones by wins), then double elimination among
the upper half: those without a loss meet each other, those with one meet each other, and a second loss is the end. Of
a heat of two one advances, of a heat of three two. An entrant who withdraws meets nobody from then on; results stay.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Literal, TypeAlias

from pydantic import Field

from foam.errors import InputError, SettingError
from foam.judging.tournament.pairing import default_rounds, group_by_threes, most_rounds, pair_swiss
from foam.values import Value

Stage: TypeAlias = Literal["swiss", "elimination"]
OUT = 2
"""Losses that end an elimination."""
FEWEST = 4
"""So many go on to the elimination at least: half of three would leave too much to a bye."""


class Rules(Value):
    """How a tournament is played."""

    seed: int = 0
    rounds: int | None = Field(default=None, ge=1)
    """Swiss rounds; None is the logarithm of the field."""
    heat: Literal[2, 3] = 2
    """Cases in a heat; an odd number gives a bye with heats of two."""
    eliminate: bool = True
    """Whether double elimination follows."""


class Heat(Value):
    """Who meets. A heat of one is a bye."""

    number: int
    """The round, from 1, elimination included."""
    stage: Stage
    cases: tuple[str, ...]

    @property
    def advance(self) -> int:
        """How many go on: the upper half, rounded up."""
        return (len(self.cases) + 1) // 2


class HeatResult(Value):
    """A heat decided: its cases, best first, and what decided it."""

    heat: Heat
    order: tuple[str, ...]
    by: str = ""

    @property
    def winners(self) -> tuple[str, ...]:
        return self.order[: self.heat.advance]

    @property
    def losers(self) -> tuple[str, ...]:
        return self.order[self.heat.advance :]


Decide: TypeAlias = Callable[[Sequence[Heat]], Awaitable[Sequence[HeatResult]]]
"""Decides the heats of one round; byes are not among them."""


class Entrants(Value):
    """Who plays: ids, approaches, and after which round somebody left."""

    ids: tuple[str, ...]
    approaches: dict[str, str] = Field(default_factory=dict)
    withdrawn: dict[str, int] = Field(default_factory=dict)
    """Entrant to the last round it plays; 0 is none at all."""
    scores: dict[str, float] = Field(default_factory=dict)
    """What orders those who have won as often."""

    def playing(self, number: int) -> tuple[str, ...]:
        return tuple(case_id for case_id in self.ids if self.withdrawn.get(case_id, number) >= number)


class Played(Value):
    """A whole tournament: every result in order, and the places."""

    results: tuple[HeatResult, ...]
    places: tuple[str, ...]
    """Everybody, the winner first."""


async def play(field: Entrants, rules: Rules, decide: Decide) -> Played:
    """Play to the end. The same field, rules and decisions give the same tournament."""
    check_field(field, rules)
    draw = draw_lots(field, rules.seed)
    results: list[HeatResult] = []
    for number in range(1, _swiss_rounds(field, rules) + 1):
        results += await _decide_heats(_swiss_heats(field, rules, draw, results, number), decide)
    seeds = _swiss_order(field, draw, results)
    if rules.eliminate:
        await _eliminate(field, rules, seeds, results, decide)
    return Played(results=tuple(results), places=_rank_places(seeds, results))


def check_field(field: Entrants, rules: Rules) -> None:
    """Refuse a field that cannot be played."""
    if len(field.ids) < 2 or len(set(field.ids)) < len(field.ids):
        raise InputError("a tournament needs two entrants, each under an id of its own", hint="add more cases")
    unknown = sorted(set(field.withdrawn) - set(field.ids))
    if unknown:
        raise InputError(
            f"nobody to withdraw: {', '.join(unknown)}", hint=f"entrants are {', '.join(field.ids[:5])}, …"
        )
    if rules.heat == 2 and (rules.rounds or 0) > most_rounds(len(field.ids)):
        raise SettingError(
            f"{len(field.ids)} entrants cannot play {rules.rounds} rounds without rematches",
            hint=f"at most {most_rounds(len(field.ids))}",
        )


def _swiss_rounds(field: Entrants, rules: Rules) -> int:
    return rules.rounds or default_rounds(len(field.ids))


def draw_lots(field: Entrants, seed: int) -> dict[str, int]:
    """A place by lot for everybody: what orders those whom nothing else does."""
    ids = sorted(field.ids)
    Random(f"draw {seed}").shuffle(ids)
    return {case_id: place for place, case_id in enumerate(ids)}


class HeatTally(Value):
    """What somebody has done so far."""

    wins: int = 0
    losses: int = 0
    byes: int = 0
    met: frozenset[str] = frozenset()


def count_tallies(
    ids: Sequence[str], results: Sequence[HeatResult], *, stage: Stage | None = None
) -> dict[str, HeatTally]:
    """Wins, losses, byes and opponents; a bye is a win against nobody."""
    wins, losses, byes = dict.fromkeys(ids, 0), dict.fromkeys(ids, 0), dict.fromkeys(ids, 0)
    met: dict[str, set[str]] = {case_id: set() for case_id in ids}
    for result in results:
        if stage not in (None, result.heat.stage):
            continue
        for case_id in result.winners:
            wins[case_id] += 1
            byes[case_id] += len(result.order) == 1
        for case_id in result.losers:
            losses[case_id] += 1
        for one, other in combinations(result.order, 2):
            met[one].add(other)
            met[other].add(one)
    return {
        case_id: HeatTally(wins=wins[case_id], losses=losses[case_id], byes=byes[case_id], met=frozenset(met[case_id]))
        for case_id in ids
    }


def _swiss_order(field: Entrants, draw: Mapping[str, int], results: Sequence[HeatResult]) -> tuple[str, ...]:
    """By wins, then by the wins of those met, then by score, then by lot."""
    held = count_tallies(field.ids, results, stage="swiss")
    faced = {case_id: sum(held[other].wins for other in held[case_id].met) for case_id in field.ids}
    return tuple(
        sorted(
            field.ids,
            key=lambda case_id: (-held[case_id].wins, -faced[case_id], -field.scores.get(case_id, 0.0), draw[case_id]),
        )
    )


def _rank_places(seeds: Sequence[str], results: Sequence[HeatResult]) -> tuple[str, ...]:
    """The final order: who is left, then by how long one lasted in the elimination, then the others by seed."""
    rank = {case_id: place for place, case_id in enumerate(seeds)}
    held = count_tallies(seeds, results, stage="elimination")
    last: dict[str, int] = {}
    for result in results:
        if result.heat.stage == "elimination":
            last |= dict.fromkeys(result.order, result.heat.number)

    def worth(case_id: str) -> tuple[bool, bool, int, int, int]:
        return (
            case_id not in last,
            held[case_id].losses >= OUT,
            -last.get(case_id, 0),
            held[case_id].losses,
            rank[case_id],
        )

    return tuple(sorted(seeds, key=worth))


async def _decide_heats(heats: Sequence[Heat], decide: Decide) -> list[HeatResult]:
    byes = [HeatResult(heat=heat, order=heat.cases, by="bye") for heat in heats if len(heat.cases) == 1]
    return [*await decide([heat for heat in heats if len(heat.cases) > 1]), *byes]


def _swiss_heats(
    field: Entrants, rules: Rules, draw: Mapping[str, int], results: Sequence[HeatResult], number: int
) -> list[Heat]:
    held = count_tallies(field.ids, results)
    met = {case_id: tally.met for case_id, tally in held.items()}
    order, level = _group_threes(field, draw, results, number)
    if rules.heat == 3 and len(order) > 1:
        groups = group_by_threes(order, met)
    else:
        pairs, bye = pair_swiss(order, level, met, frozenset(case_id for case_id, tally in held.items() if tally.byes))
        groups = [*pairs, *([(bye,)] if bye else [])]
    return [Heat(number=number, stage="swiss", cases=tuple(group)) for group in groups]


def _group_threes(
    field: Entrants, draw: Mapping[str, int], results: Sequence[HeatResult], number: int
) -> tuple[list[str], dict[str, float]]:
    """Who plays in a round, in order, and the group of each: by approach in round one, then by wins."""
    ids = field.playing(number)
    if number > 1:
        held = count_tallies(field.ids, results)
        order = [case_id for case_id in _swiss_order(field, draw, results) if case_id in ids]
        return order, {case_id: float(held[case_id].wins) for case_id in ids}
    approach = {case_id: field.approaches.get(case_id, "") for case_id in ids}
    groups = sorted(set(approach.values()))
    return sorted(ids, key=lambda case_id: (approach[case_id], draw[case_id])), {
        case_id: float(groups.index(approach[case_id])) for case_id in ids
    }


async def _eliminate(
    field: Entrants, rules: Rules, seeds: Sequence[str], results: list[HeatResult], decide: Decide
) -> None:
    """Rounds among those with fewer than two losses, until one is left."""
    number = _swiss_rounds(field, rules) + 1
    finalists = [case_id for case_id in seeds if case_id in field.playing(number)]
    finalists = finalists[: max(FEWEST, (len(finalists) + 1) // 2)]
    while True:
        lost = count_tallies(field.ids, results, stage="elimination")
        alive = [case_id for case_id in finalists if lost[case_id].losses < OUT and case_id in field.playing(number)]
        if len(alive) < 2:
            return
        met = {case_id: tally.met for case_id, tally in count_tallies(field.ids, results).items()}
        groups = _elimination_groups(alive, {case_id: lost[case_id].losses for case_id in alive}, met)
        heats = [Heat(number=number, stage="elimination", cases=tuple(group)) for group in groups]
        results += await _decide_heats(heats, decide)
        number += 1


def _elimination_groups(
    alive: Sequence[str], losses: Mapping[str, int], met: Mapping[str, frozenset[str]]
) -> list[tuple[str, ...]]:
    """Heats among those with as many losses; one who is alone there waits. The last two meet whatever they lost."""
    if len(alive) == 2:
        return [tuple(alive)]
    groups: list[tuple[str, ...]] = []
    for count in range(OUT):
        level = [case_id for case_id in alive if losses[case_id] == count]
        if len(level) % 2 and len(level) > 1:
            trio = _strangers(level, met)
            groups.append(trio)
            level = [case_id for case_id in level if case_id not in trio]
        if len(level) > 1:
            pairs, _ = pair_swiss(level, dict.fromkeys(level, 0.0), met, frozenset())
            groups += pairs
    return groups


def _strangers(level: Sequence[str], met: Mapping[str, frozenset[str]]) -> tuple[str, ...]:
    """Three of the lowest who have met least."""
    lowest = level[-5:]
    return min(combinations(lowest, 3), key=lambda trio: sum(b in met[a] for a, b in combinations(trio, 2)))
