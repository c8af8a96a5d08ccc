"""Every law can be broken: a table that cheats in the way the law forbids is found out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields

import pytest
from foam.deliberation.dossier import ClaimNode, Dossier, EvidenceNode
from tests.laws.change import make_gibberish, negate
from tests.laws.laws import LAWS
from tests.laws.setting import Library, Setting, list_core, read_evidence
from tests.laws.settings import make_appeal
from tests.laws.test_any_reader import make_chance

from foam.evidence.document import Document
from foam.perspective.node import Perspective
from foam.values import Value

Cheat = Callable[[Dossier, Library, tuple[Perspective, ...]], Dossier]
"""The dossier that a cheating table gives, from an honest one and what it was given."""
TURNED = {"affirmed": "denied", "denied": "affirmed", None: None}


@dataclass(frozen=True)
class Cheating(Setting):
    """A setting whose table cheats."""

    honest: Dossier | None = None
    cheat: Cheat = lambda dossier, _, __: dossier

    def deliberate(
        self, documents: Iterable[Document] | None = None, seats: Iterable[Perspective] | None = None
    ) -> Dossier:
        assert self.honest
        given = tuple(self.documents if documents is None else documents)
        return self.cheat(self.honest, given, self.seats if seats is None else tuple(seats))


APPEAL = make_appeal()


def ignore_all(dossier: Dossier, _: Library, __: tuple[Perspective, ...]) -> Dossier:
    """Says the same whatever it is given."""
    return dossier


def count_heads(dossier: Dossier, _: Library, seats: tuple[Perspective, ...]) -> Dossier:
    return decide(dossier, "denied") if len(seats) > len(APPEAL.seats) else dossier


def go_by_names(dossier: Dossier, documents: Library, seats: tuple[Perspective, ...]) -> Dossier:
    moved = documents != APPEAL.documents or seats != APPEAL.seats
    return decide(dossier, "denied") if moved else dossier


def mirror(dossier: Dossier, _: Library, seats: tuple[Perspective, ...]) -> Dossier:
    """Argues the other side with the same sentences once seats change."""
    if seats == APPEAL.seats:
        return dossier
    return change_claims(dossier, lambda one: one.model_copy(update={"direction": TURNED[one.direction]}))


def overlook_negation(dossier: Dossier, documents: Library, _: tuple[Perspective, ...]) -> Dossier:
    """Takes a denied sentence for what it was."""
    held = {one.text for one in documents}

    def reread(node: Value) -> Value:
        if not isinstance(node, EvidenceNode) or node.pointer.computed:
            return node
        found = any(negate(node.text) in text for text in held)
        return node.model_copy(update={"text": negate(node.text)}) if found else node

    return change_nodes(dossier, reread)


def rest_on_noise(dossier: Dossier, documents: Library, _: tuple[Perspective, ...]) -> Dossier:
    noise = make_gibberish(APPEAL.question)[0]
    core = list_core(dossier)[0]
    ground = read_evidence(dossier, core.grounds)[0]
    moved = ground.model_copy(update={"pointer": noise.pointer(0)})
    return change_nodes(dossier, lambda node: moved if node == ground else node)


def count_twice(dossier: Dossier, documents: Library, _: tuple[Perspective, ...]) -> Dossier:
    """Every copy of a sentence is a reason."""
    copies = [one.model_copy(update={"id": f"{one.id}-again"}) for one in list_core(dossier)]
    return dossier.model_copy(update={"nodes": (*dossier.nodes, *copies)})


def skip_examination(dossier: Dossier, _: Library, __: tuple[Perspective, ...]) -> Dossier:
    return change_claims(dossier, lambda one: one.model_copy(update={"examined": False}))


def turn_claims(dossier: Dossier, _: Library, __: tuple[Perspective, ...]) -> Dossier:
    return change_claims(dossier, lambda one: one.model_copy(update={"direction": TURNED[one.direction]}))


def forget_sums(dossier: Dossier, _: Library, __: tuple[Perspective, ...]) -> Dossier:
    return change_claims(dossier, lambda one: one.model_copy(update={"settles": False}))


def contradict_itself(dossier: Dossier, _: Library, __: tuple[Perspective, ...]) -> Dossier:
    """Two sentences of the core deny each other."""
    left, right = [read_evidence(dossier, one.grounds)[0] for one in list_core(dossier)][-2:]
    denied = right.model_copy(update={"text": negate(left.text)})
    return change_nodes(dossier, lambda node: denied if node == right else node)


CHEATS: dict[str, Cheat] = {
    "facts turned round": ignore_all,
    "stances exchanged": mirror,
    "foreign library": ignore_all,
    "seat cloned": count_heads,
    "seats renamed and reordered": go_by_names,
    "documents reordered and renamed": go_by_names,
    "deciding evidence removed": ignore_all,
    "deciding sentence negated": overlook_negation,
    "contradictory facts": ignore_all,
    "noise is no reason": rest_on_noise,
    "sentence repeated": count_twice,
    "copies are one source": ignore_all,
    "core is examined": skip_examination,
    "reasons bear": turn_claims,
    "computed fact is used": forget_sums,
    "core is consistent": contradict_itself,
}


@pytest.mark.parametrize("name", CHEATS)
def test_a_table_that_cheats_breaks_the_law(name: str) -> None:
    setting = make_cheating(APPEAL, APPEAL.deliberate(), CHEATS[name])
    assert LAWS[name](setting).verdict == "broken"


def test_a_table_that_takes_every_rebuttal_breaks_the_law() -> None:
    by_chance = make_chance("benefits-appeal", 0).deliberate()
    setting = make_cheating(APPEAL, by_chance, ignore_all)
    assert LAWS["contrary rebuttal refused"](setting).verdict == "broken"


def test_every_law_has_a_cheat() -> None:
    assert {*LAWS} == {*CHEATS, "contrary rebuttal refused"}


def make_cheating(setting: Setting, honest: Dossier, cheat: Cheat) -> Setting:
    same = {one.name: getattr(setting, one.name) for one in fields(Setting)}
    return Cheating(**same, honest=honest, cheat=cheat)


def decide(dossier: Dossier, outcome: str) -> Dossier:
    said = dossier.recommendation.model_copy(update={"outcome": outcome})
    return dossier.model_copy(update={"recommendation": said})


def change_claims(dossier: Dossier, change: Callable[[ClaimNode], ClaimNode]) -> Dossier:
    return change_nodes(dossier, lambda node: change(node) if isinstance(node, ClaimNode) else node)


def change_nodes(dossier: Dossier, change: Callable[[Value], Value]) -> Dossier:
    return dossier.model_copy(update={"nodes": tuple(change(node) for node in dossier.nodes)})
