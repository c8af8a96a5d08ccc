"""Everything a document must keep: our ordering rules and our shapes."""

from __future__ import annotations

from prov.model import ProvDocument

from foam.record.prov.rules import Complaint, find_broken_rules
from foam.record.prov.shapes import find_broken_shapes


def find_complaints(document: ProvDocument) -> tuple[Complaint, ...]:
    """What is wrong with a document; nothing, for one that we made from a sound record."""
    return find_broken_rules(document) + find_broken_shapes(document)
