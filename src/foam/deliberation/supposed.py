"""What a deliberation would have come to if something in it were otherwise: places, weights, leanings and outcome.

Computed from the dossier alone: what stands is sublated again, and each weight is the product of the same factors. Each
result has the first words of the arguments and the names of the seats that it speaks of: people need no ids.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from textwrap import shorten

from foam.deliberation.dossier import (
    ClaimNode,
    Dossier,
    EvidenceNode,
    ObjectionNode,
    PerspectiveNode,
    ResponseNode,
)
from foam.deliberation.synthesis import find_outcome, make_fact_id
from foam.deliberation.turning import lean_again, list_settling
from foam.deliberation.weighing import Leaning, Outcome
from foam.paper import Readable
from foam.semantics.flips import Flips, find_minimal_flips
from foam.semantics.robustness import RobustnessReport, measure_robustness
from foam.semantics.whatif import (
    Change,
    FlipEvaluation,
    RemoveArgument,
    RestoreArgument,
    ReweightValue,
    WhatIf,
    what_if,
)

OWN, OF_OTHERS = 100, 60
"""Characters of an argument's own words, and of each text where it takes two to name it."""


class Supposed(Readable, WhatIf):
    """What the changes bring about, and what follows from that."""

    outcome_before: Outcome
    outcome: Outcome
    leanings_before: tuple[Leaning, ...]
    leanings: tuple[Leaning, ...]
    names: dict[str, str]
    """The first words of the arguments that change or move, by their ids."""
    seats: dict[str, str]
    """How each seat is named in prose, by its id."""


class NamedFlips(Readable, Flips):
    """The smallest changes that would overturn a claim, with the words of what they change."""

    names: dict[str, str]
    seats: dict[str, str]


class NamedRobustness(Readable, RobustnessReport):
    """What stands under every ordering of the values, with the words of each argument."""

    names: dict[str, str]


def suppose(dossier: Dossier, changes: Iterable[Change]) -> Supposed:
    """Make the changes, in order, and weigh what then stands."""
    found = what_if(dossier.sublation, changes)
    together = {one.id: one.counted_with or one.id for one in dossier.claims}
    seats = [node.perspective for node in dossier.nodes if isinstance(node, PerspectiveNode)]
    leanings = lean_again(seats, dossier.weights, found.after, together)
    told = dossier.recommendation
    weighed = told.basis in ("settled", "weighed")
    spoken_of = (*(one.claim for one in found.replaced), *(one.argument for one in found.moved))
    return Supposed(
        **dict(found),
        outcome_before=told.outcome,
        outcome=find_outcome(leanings, list_settling(dossier.claims, found.after)) if weighed else told.outcome,
        leanings_before=told.leanings,
        leanings=leanings,
        names=_choose_names(dossier, (*list_changed(found.changes), *spoken_of)),
        seats=dossier.seat_names,
    )


def find_overturning(dossier: Dossier, claim: str) -> NamedFlips:
    """The smallest changes after which the claim is judged otherwise."""
    found = find_minimal_flips(dossier.sublation.framework, dossier.sublation.audiences, claim)
    changed = (name for changes in found.flips for name in list_changed(changes))
    return NamedFlips(**dict(found), names=_choose_names(dossier, (claim, *changed)), seats=dossier.seat_names)


def try_orderings(dossier: Dossier) -> NamedRobustness:
    """How each argument fares under every ordering of the values in play."""
    found = measure_robustness(dossier.sublation.framework)
    return NamedRobustness(**dict(found), names=_choose_names(dossier, (one.argument for one in found.arguments)))


def list_changed(changes: Iterable[Change]) -> tuple[str, ...]:
    """The arguments that changes are made to."""
    named: list[str] = []
    for change in changes:
        match change:
            case RemoveArgument(argument=name) | RestoreArgument(argument=name):
                named.append(name)
            case FlipEvaluation(attacker=attacker, target=target):
                named += (attacker, target)
            case ReweightValue():
                pass
    return tuple(named)


def name_arguments(dossier: Dossier) -> Mapping[str, str]:
    """Every argument of the framework in a few words; an objection and a reply with what they meet."""
    claims = {one.id: one.text for one in dossier.claims}
    objections = {one.id: one.text for one in dossier.nodes if isinstance(one, ObjectionNode)}
    names: dict[str, str] = {}
    for node in dossier.nodes:
        match node:
            case ClaimNode():
                names[node.id] = quote_start(node.text)
            case ObjectionNode():
                struck = quote_start(claims[node.claim], OF_OTHERS)
                names[node.id] = f"the objection {quote_start(node.text, OF_OTHERS)} to {struck}"
            case ResponseNode():
                whose = dossier.seat_names.get(node.seat, node.seat)
                names[node.id] = f"the reply of {whose} to {quote_start(objections[node.objection], OF_OTHERS)}"
            case EvidenceNode():
                names[make_fact_id(node.pointer)] = f"the contested sentence {quote_start(node.text)}"
            case _:
                pass
    return names


def quote_start(text: str, most: int = OWN) -> str:
    """The first words of a text in quotation marks; the whole of a short one."""
    return f"“{shorten(text, most, placeholder=' …')}”"


def _choose_names(dossier: Dossier, wanted: Iterable[str]) -> dict[str, str]:
    known = name_arguments(dossier)
    return {name: known[name] for name in dict.fromkeys(wanted) if name in known}
