"""Checks a dossier: pointers, structure, perspectives, commitments, the fate of each objection, digests.

Everything is derived again: the dossier from the record, what seats answered from the decisions it names, the fates
from the framework, the quotations from the corpus. What cannot be checked counts as a failure. No model is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from foam.deliberation.committed import count_commitments, find_commitment_flaws
from foam.deliberation.dossier import ClaimNode, Dossier, EvidenceNode, ObjectionNode, PerspectiveNode, WarrantNode
from foam.deliberation.objection import MATERIAL
from foam.deliberation.synthesis import FULL
from foam.errors import FoamError, VerificationError
from foam.evidence.corpus import Corpus, Passage
from foam.perspective.governance import Limits, find_seat_breaches
from foam.record.runs import read_views, require_outcome
from foam.record.store import Store
from foam.semantics.objections import ScoredObjection, verify_fates
from foam.text.pointer import Pointer
from foam.values import TAG, Value


class DossierFailure(Value):
    """One thing that does not hold: which node, which rule, and what to do."""

    node: str
    rule: str
    what: str


class DossierVerification(Value):
    """What was checked and what failed."""

    ok: bool
    checked: dict[str, int]
    failures: tuple[DossierFailure, ...]
    run: str = ""
    """The run that was checked."""
    file: str = ""
    """The file that was held against it, where one was named."""
    notes: tuple[str, ...] = ()
    """What a reader should know: what another version of FOAM wrote and this one works out otherwise."""


def verify_dossier(
    dossier: Dossier, *, corpus: Corpus | None, limits: Limits | None, store: Store, run: str, written: str = ""
) -> DossierVerification:
    """Check everything that can be checked. Without a corpus, cited sentences are a failure.

    Without limits seats are held against none. `written` is the digest of a copy that the dossier was read from.
    """
    evidence = [node for node in dossier.nodes if isinstance(node, EvidenceNode)]
    failures = (
        *_check_pointers(evidence, corpus),
        *_check_structure(dossier),
        *(_check_perspectives(dossier, limits) if limits else ()),
        *_check_commitments(dossier, store),
        *_check_invariant(dossier),
        *_check_digests(written or dossier.digest, store, run),
    )
    checked = {
        "quotations": len(evidence) if corpus else 0,
        "claims": sum(isinstance(node, ClaimNode) for node in dossier.nodes),
        "objections": sum(isinstance(node, ObjectionNode) for node in dossier.nodes),
        "commitments": count_commitments(dossier),
        "entries": len(store.members(run)),
    }
    return DossierVerification(ok=not failures, checked=checked, failures=failures)


def _check_pointers(evidence: Sequence[EvidenceNode], corpus: Corpus | None) -> Iterator[DossierFailure]:
    if corpus is None:
        if evidence:
            yield DossierFailure(node="", rule="pointers", what="the corpus that was read is not at hand")
        return
    wrong = set(corpus.unverified([Passage(pointer=n.pointer, text=n.text, cite=n.cite) for n in evidence]))
    for node in evidence:
        if node.pointer in wrong:
            yield DossierFailure(node=node.id, rule="pointers", what=_describe_wrong(node.pointer))


def _describe_wrong(pointer: Pointer) -> str:
    if pointer.computed:
        return (
            f"{pointer.brief()} is worked out otherwise now: it was changed, or FOAM reckons differently since "
            "(deliberate it again)"
        )
    return f"the quotation does not stand at {pointer.brief()}"


def _check_structure(dossier: Dossier) -> Iterator[DossierFailure]:
    kinds = {node.id: node.kind for node in dossier.nodes}
    if len(kinds) != len(dossier.nodes):
        yield DossierFailure(node="", rule="structure", what="two nodes share an id")
    for node in dossier.nodes:
        if isinstance(node, ClaimNode):
            yield from _check_claim(node, dossier)
        if isinstance(node, ObjectionNode) and kinds.get(node.claim) != "claim":
            yield DossierFailure(
                node=node.id, rule="structure", what=f"it objects to {node.claim!r}, which is no claim"
            )


def _check_claim(claim: ClaimNode, dossier: Dossier) -> Iterator[DossierFailure]:
    if not claim.grounds or not all(isinstance(dossier.find_node(node_id), EvidenceNode) for node_id in claim.grounds):
        yield DossierFailure(node=claim.id, rule="structure", what="the claim rests on no cited sentence")
    if claim.id in dossier.consensus_core and not (claim.examined and claim.direction):
        what = "it stands in the core and was not examined, or not shown to bear on the question"
        yield DossierFailure(node=claim.id, rule="structure", what=what)
    warrant = dossier.find_node(claim.warrant)
    if not isinstance(warrant, WarrantNode) or not warrant.text:
        yield DossierFailure(node=claim.id, rule="structure", what="the claim has no warrant")


def _check_perspectives(dossier: Dossier, limits: Limits) -> Iterator[DossierFailure]:
    seats = [node.perspective for node in dossier.nodes if isinstance(node, PerspectiveNode)]
    for breach in find_seat_breaches(seats, limits):
        yield DossierFailure(
            node=f"seat-{breach.perspective}", rule="perspectives", what=f"{breach.what}; {breach.remedy}"
        )


def _check_commitments(dossier: Dossier, store: Store) -> Iterator[DossierFailure]:
    for flaw in find_commitment_flaws(dossier, store):
        yield DossierFailure(node=flaw.node, rule="commitments", what=flaw.what)


def _check_invariant(dossier: Dossier) -> Iterator[DossierFailure]:
    objections = [node for node in dossier.nodes if isinstance(node, ObjectionNode)]
    scored = [ScoredObjection(id=n.id, target=n.claim, materiality=n.materiality / FULL) for n in objections]
    try:
        verify_fates(scored, dossier.sublation, [n.fate for n in objections], material=MATERIAL / FULL)
    except VerificationError as error:
        yield DossierFailure(node="", rule="invariant", what=error.what)


def _check_digests(digest: str, store: Store, run: str) -> Iterator[DossierFailure]:
    try:
        recorded = read_views(require_outcome(store, run))
    except FoamError as error:
        yield DossierFailure(node="", rule="digests", what=error.what)
        return
    if recorded.get("dossier") != digest:
        yield DossierFailure(node="", rule="digests", what="the record no longer gives the dossier it closed with")
    yield from check_damage(store, run)


def check_damage(store: Store, run: str) -> Iterator[DossierFailure]:
    """Entries of a run that are not what they were, and damage to the store as a whole."""
    members = {run, *store.members(run)}
    for damage in store.damaged():
        # What is not the key of an entry is damage to the store as a whole.
        if damage.key in members or not damage.key.startswith(TAG):
            yield DossierFailure(node=damage.key, rule="digests", what=damage.reason)
