"""One fault, told once: what two documents disagree about because of it, and what rests on it, is joined to it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from foam.examination.finding import Finding, FindingKind
from foam.text.pointer import Pointer

_FAULTS: frozenset[FindingKind] = frozenset({"quotation", "report", "arithmetic", "date"})
"""Kinds that say what is wrong in a sentence."""
_FOLLOWING: frozenset[FindingKind] = frozenset({"contradiction", "reason", "condition"})
"""Kinds that may be of the same sentence because of what is wrong in it."""


def join_findings(found: Iterable[Finding]) -> tuple[Finding, ...]:
    """Each fault with what follows from it, in the order in which they came."""
    findings = tuple(found)
    faults: dict[Pointer, Finding] = {}
    for one in findings:
        if one.kind in _FAULTS:
            faults.setdefault(one.pointers[0], one)
    following: dict[str, list[Finding]] = {}
    joined: set[str] = set()
    for one in findings:
        roots = [faults[pointer].id for pointer in one.pointers if pointer in faults]
        if one.kind in _FOLLOWING and roots:
            following.setdefault(roots[0], []).append(one)
            joined.add(one.id)
    return tuple(_join(one, following.get(one.id, ())) for one in findings if one.id not in joined)


def _join(fault: Finding, following: Sequence[Finding]) -> Finding:
    """A fault with what follows from it, and with the sentences that show that."""
    if not following:
        return fault
    passages = {passage.pointer: passage for one in (fault, *following) for passage in one.passages}
    told = dict.fromkeys((*fault.follows, *(one.text for one in following)))
    return fault.model_copy(update={"follows": tuple(told), "passages": tuple(passages.values())})
