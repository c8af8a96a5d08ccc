"""What a deliberation would have come to if something in it were otherwise: places, weights, leanings and outcome.

Computed from the dossier alone: what stands is sublated again, and each weight is the product of the same factors. Each
result has the first words of the arguments and the names of the seats that it speaks of: people need no ids.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from textwrap import shorten
from typing import ClassVar

from foam.deliberation.dossier import (
    ClaimNode,
    Dossier,
    EvidenceNode,
    ObjectionNode,
    PerspectiveNode,
    ResponseNode,
    SupportNode,
)
from foam.deliberation.synthesis import find_outcome, make_fact_id
from foam.deliberation.turning import lean_again, list_settling
from foam.deliberation.weighing import CERTAIN, Leaning, Outcome, Weight
from foam.paper import Readable
from foam.semantics.flips import Flips, find_minimal_flips
from foam.semantics.robustness import RobustnessReport, measure_robustness
from foam.semantics.sublation import Sublation
from foam.semantics.whatif import (
    Change,
    FlipEvaluation,
    RemoveArgument,
    RestoreArgument,
    ReweightValue,
    WhatIf,
    what_if,
)
from foam.values import Value

OWN, OF_OTHERS = 100, 60
"""Characters of an argument's own words, and of each text where it takes two to name it."""


class StandsIn(Value):
    """A claim that makes the point of one that is taken out, and stays."""

    instead_of: str
    claim: str
    strength_before: float
    """How strong the reason was that stood for the point, against all that was objected to it."""
    strength: float
    """How strong it is with this claim in its place: what was objected to the point is held against it, too."""


class Supposed(Readable, WhatIf):
    """What the changes bring about, and what follows from that."""

    view_modules: ClassVar[tuple[str, ...]] = ("foam.deliberation.views",)
    outcome_before: Outcome
    outcome: Outcome
    leanings_before: tuple[Leaning, ...]
    leanings: tuple[Leaning, ...]
    stays: tuple[StandsIn, ...] = ()
    """Claims of other seats that make the point of one that is removed: only the one that is named goes."""
    names: dict[str, str]
    """The first words of the arguments that change or move, by their ids."""
    seats: dict[str, str]
    """How each seat is named in prose, by its id."""


class NamedFlips(Readable, Flips):
    """The smallest changes that would overturn a claim, with the words of what they change."""

    view_modules: ClassVar[tuple[str, ...]] = ("foam.deliberation.views",)
    names: dict[str, str]
    seats: dict[str, str]


class NamedRobustness(Readable, RobustnessReport):
    """What stands under every ordering of the values, with the words of each argument."""

    view_modules: ClassVar[tuple[str, ...]] = ("foam.deliberation.views",)
    names: dict[str, str]


def suppose(dossier: Dossier, changes: Iterable[Change]) -> Supposed:
    """Make the changes, in order, and weigh what then stands."""
    made = tuple(changes)
    heirs = _find_heirs(dossier, made)
    done = heirs.keys() | {one.id for one in dossier.claims if one.place == "repeated"}
    others = (one for one in made if not (isinstance(one, RemoveArgument) and one.argument in done))
    found = what_if(_put_in_place(dossier, heirs), others).model_copy(update={"changes": made})
    stays = tuple(_stand_in(dossier, found, name, heir) for name, heir in heirs.items())
    replaced = tuple(one for one in found.replaced if one.claim not in heirs)
    found = found.model_copy(update={"replaced": replaced})
    together = {one.id: one.counted_with or one.id for one in dossier.claims}
    seats = [node.perspective for node in dossier.nodes if isinstance(node, PerspectiveNode)]
    leanings = lean_again(seats, _weigh_heirs(dossier, heirs), found.after, together)
    told = dossier.recommendation
    weighed = told.basis in ("settled", "weighed")
    kept = (one.claim for one in stays)
    spoken_of = (*(one.claim for one in found.replaced), *kept, *(one.argument for one in found.moved))
    return Supposed(
        **dict(found),
        outcome_before=told.outcome,
        outcome=find_outcome(leanings, list_settling(dossier.claims, found.after)) if weighed else told.outcome,
        leanings_before=told.leanings,
        leanings=leanings,
        stays=stays,
        names=_choose_names(dossier, (*list_changed(found.changes), *spoken_of)),
        seats=dossier.seat_names,
    )


def _find_heirs(dossier: Dossier, changes: Iterable[Change]) -> dict[str, ClaimNode]:
    """By each claim that is removed and whose point another makes: the strongest of those that stay."""
    removed = [one.argument for one in changes if isinstance(one, RemoveArgument)]
    claims = {one.id: one for one in dossier.claims}
    heirs: dict[str, ClaimNode] = {}
    for claim in (claims[name] for name in removed if name in claims):
        head = claim.same_point_as or claim.id
        same = [one for one in dossier.claims if head in (one.id, one.same_point_as) and one.id not in removed]
        if claims[head].place != "fallen" and same:
            heirs[claim.id] = max(same, key=lambda one: (one.id == head, _read_strength(dossier, one)))
    return heirs


def _read_strength(dossier: Dossier, claim: ClaimNode) -> float:
    """How strong a claim was found by itself."""
    found = dossier.find_node(claim.support)
    return found.strength if isinstance(found, SupportNode) else 0.0


def _put_in_place(dossier: Dossier, heirs: Mapping[str, ClaimNode]) -> Sublation:
    """What stands, with the claim that stays in the place of each one that is removed: as strong as it is by itself,
    and for the values of all that still make the point."""
    sublation, gone = dossier.sublation, heirs.keys()
    arguments = []
    for one in sublation.framework.arguments:
        same = [claim for claim in dossier.claims if one.id in (claim.id, claim.same_point_as)]
        if not one.withdrawn and gone & {claim.id for claim in same}:
            left = [claim for claim in same if claim.id not in gone]
            base = _read_strength(dossier, heirs[one.id]) if one.id in heirs else one.base
            update = {"base": base, "promotes": tuple(dict.fromkeys(claim.value for claim in left))}
            one = one.model_copy(update=update)
        arguments.append(one)
    framework = sublation.framework.model_copy(update={"arguments": tuple(arguments)})
    return sublation.model_copy(update={"framework": framework})


def _weigh_heirs(dossier: Dossier, heirs: Mapping[str, ClaimNode]) -> Iterator[Weight]:
    """The rows of the weights, each of a claim that is removed as of the one that stays in its place: for its value,
    and put as certainly as that is."""
    claims = {one.id: one for one in dossier.claims}
    for row in dossier.weights:
        heir = heirs.get(row.claim)
        if heir is not None:
            put = CERTAIN[heir.qualifier]
            is_own = row.put == claims[row.claim].qualifier
            certainty = put if is_own else min(put, row.certainty)
            row = row.model_copy(update={"value": heir.value, "certainty": certainty})
        yield row


def _stand_in(dossier: Dossier, found: WhatIf, name: str, heir: ClaimNode) -> StandsIn:
    """The claim that stays where another is removed, and how strong their point is."""
    point = next(one.same_point_as or one.id for one in dossier.claims if one.id == name)
    then, now = (one.standing(point).strength for one in (dossier.sublation, found.after))
    return StandsIn(instead_of=name, claim=heir.id, strength_before=then, strength=now)


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
