"""Everything a document must keep: our ordering rules and our shapes. Knows no rule itself."""

from __future__ import annotations

from prov.model import ProvDocument

from foam.record.prov.rules import Complaint, broken_rules
from foam.record.prov.shapes import broken_shapes


def complaints(document: ProvDocument) -> tuple[Complaint, ...]:
    """What is wrong with a document; nothing, for one that we made from a sound record."""
    return broken_rules(document) + broken_shapes(document)
