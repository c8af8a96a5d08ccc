"""Verification of a dossier: pointers, structure, perspectives, the invariant, digests. Fails closed; asks nobody.

Everything is derived anew: the dossier from the record, the fates from the framework, the quotations from the corpus.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from foam.deliberation.dossier import ClaimNode, Dossier, EvidenceNode, ObjectionNode, PerspectiveNode, WarrantNode
from foam.deliberation.evaluate import MATERIAL
from foam.deliberation.synthesis import FULL
from foam.errors import FoamError, VerificationError
from foam.evidence.corpus import Corpus, Passage
from foam.perspective.governance import Limits, seat_breaches
from foam.record.runs import closed_outcome, recorded_views
from foam.record.store import Damage, Store
from foam.semantics.objections import ScoredObjection, verify_fates
from foam.values import TAG, Value


class Failure(Value):
    """One thing that does not hold: which node, which rule, and what to do."""

    node: str
    rule: str
    what: str


class Verified(Value):
    """What was checked and what failed."""

    ok: bool
    checked: dict[str, int]
    failures: tuple[Failure, ...]


def verify_dossier(dossier: Dossier, *, corpus: Corpus | None, limits: Limits, store: Store, run: str) -> Verified:
    """Check everything that can be checked. Without a corpus the quotations are reported as not checked."""
    evidence = [node for node in dossier.nodes if isinstance(node, EvidenceNode)]
    failures = (
        *_pointers(evidence, corpus),
        *_structure(dossier),
        *_perspectives(dossier, limits),
        *_invariant(dossier),
        *_digests(dossier, store, run),
    )
    checked = {
        "quotations": len(evidence) if corpus else 0,
        "claims": sum(isinstance(node, ClaimNode) for node in dossier.nodes),
        "objections": sum(isinstance(node, ObjectionNode) for node in dossier.nodes),
        "entries": len(store.members(run)),
    }
    return Verified(ok=not failures, checked=checked, failures=failures)


def _pointers(evidence: Sequence[EvidenceNode], corpus: Corpus | None) -> Iterator[Failure]:
    if corpus is None:
        if evidence:
            yield Failure(node="", rule="pointers", what="the corpus that was read is not at hand")
        return
    wrong = set(corpus.unverified([Passage(pointer=n.pointer, text=n.text, cite=n.cite) for n in evidence]))
    for node in evidence:
        if node.pointer in wrong:
            yield Failure(node=node.id, rule="pointers", what=f"the quotation does not stand at {node.pointer.brief()}")


def _structure(dossier: Dossier) -> Iterator[Failure]:
    kinds = {node.id: node.kind for node in dossier.nodes}
    if len(kinds) != len(dossier.nodes):
        yield Failure(node="", rule="structure", what="two nodes share an id")
    for node in dossier.nodes:
        if isinstance(node, ClaimNode):
            yield from _claim_structure(node, dossier)
        if isinstance(node, ObjectionNode) and kinds.get(node.claim) != "claim":
            yield Failure(node=node.id, rule="structure", what=f"it objects to {node.claim!r}, which is no claim")


def _claim_structure(claim: ClaimNode, dossier: Dossier) -> Iterator[Failure]:
    if not claim.grounds or not all(isinstance(dossier.node(id), EvidenceNode) for id in claim.grounds):
        yield Failure(node=claim.id, rule="structure", what="the claim rests on no cited sentence")
    warrant = dossier.node(claim.warrant)
    if not isinstance(warrant, WarrantNode) or not warrant.text:
        yield Failure(node=claim.id, rule="structure", what="the claim has no warrant")


def _perspectives(dossier: Dossier, limits: Limits) -> Iterator[Failure]:
    seats = [node.perspective for node in dossier.nodes if isinstance(node, PerspectiveNode)]
    for breach in seat_breaches(seats, limits):
        yield Failure(node=f"seat-{breach.perspective}", rule="perspectives", what=f"{breach.what}; {breach.remedy}")


def _invariant(dossier: Dossier) -> Iterator[Failure]:
    raised = [node for node in dossier.nodes if isinstance(node, ObjectionNode)]
    scored = [ScoredObjection(id=n.id, target=n.claim, materiality=n.materiality / FULL) for n in raised]
    try:
        verify_fates(scored, dossier.sublation, [n.fate for n in raised], material=MATERIAL / FULL)
    except VerificationError as error:
        yield Failure(node="", rule="invariant", what=error.what)


def _digests(dossier: Dossier, store: Store, run: str) -> Iterator[Failure]:
    try:
        recorded = recorded_views(closed_outcome(store, run))
    except FoamError as error:
        yield Failure(node="", rule="digests", what=error.what)
        return
    if recorded.get("dossier") != dossier.digest:
        yield Failure(node="", rule="digests", what="the record no longer gives the dossier it closed with")
    yield from (Failure(node=d.key, rule="digests", what=d.reason) for d in _of_run(store, run))


def _of_run(store: Store, run: str) -> Iterable[Damage]:
    """Damage to the run's entries, or to the store as a whole."""
    members = {run, *store.members(run)}
    return (damage for damage in store.damaged() if damage.key in members or not damage.key.startswith(TAG))
