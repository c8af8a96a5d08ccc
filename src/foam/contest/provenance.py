"""Versions in PROV: a new version was a revision of the one that was challenged. Needs the extra `prov`.

The record's own document says that the outcome of a challenge derives from the version it was aimed at; this adds the
statement `wasRevisionOf` between the two versions, as the standard names it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from foam.contest.docket import read_challenge, read_contest_spec
from foam.contest.job import contest
from foam.record import prov
from foam.record.graph import require_entry
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


def list_versions(store: Store, run: str) -> tuple[tuple[str, str], ...]:
    """Each version down to the first, with the one it revises. A challenge that changed nothing made none."""
    found: list[tuple[str, str]] = []
    entry = require_entry(store, run)
    while entry.draft.question.get("job") == contest.name:
        older = read_contest_spec(entry).of
        if (outcome := read_challenge(store, entry).outcome) and outcome.revised:
            found.append((entry.key, older))
        entry = require_entry(store, older)
    return tuple(found)
