"""Versions in PROV: a new version was a revision of the one that was challenged. Needs the extra `prov`.

The record's own document says that the outcome of a challenge derives from the version it was aimed at; this adds the
statement `wasRevisionOf` between the two versions, as the standard names it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from foam.contest.docket import list_versions
from foam.record import prov
from foam.record.store import Store

if TYPE_CHECKING:
    from prov.model import ProvDocument


def to_prov_with_versions(
    store: Store, run: str, *, operator: prov.Operator, values: bool = True, leaves: Iterable[prov.JudgedLeaf] = ()
) -> ProvDocument:
    """A run's PROV document; where the run is a challenge, the version it made revises the one it was aimed at."""
    document = prov.to_prov(store, run, operator=operator, values=values, leaves=leaves)
    for newer, older in list_versions(store, run):
        document.revision(prov.terms.answer(newer), prov.terms.answer(older))
    return document
