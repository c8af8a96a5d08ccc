"""A run as W3C PROV: documents, formats, and the rules a document must keep. Needs the extra `prov`.

The parts are imported when they are first used, so that this package can be imported without the extra:
`from foam.record import prov`, then `prov.to_prov(...)`. Using one without the extra raises MissingExtra.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from foam.errors import MissingExtra

if TYPE_CHECKING:
    from foam.record.prov import terms
    from foam.record.prov.document import JudgedLeaf, Operator, to_prov
    from foam.record.prov.formats import FORMATS, Format, read, write
    from foam.record.prov.rules import Complaint
    from foam.record.prov.shapes import find_complaints

_PARTS = {
    "FORMATS": "formats",
    "Complaint": "rules",
    "Format": "formats",
    "JudgedLeaf": "document",
    "Operator": "document",
    "find_complaints": "shapes",
    "read": "formats",
    "terms": "",
    "to_prov": "document",
    "write": "formats",
}
"""Name to the module that has it; the module itself where that is empty."""

__all__ = [
    "FORMATS", "Complaint", "Format", "JudgedLeaf", "Operator", "find_complaints", "read", "terms", "to_prov", "write",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in _PARTS:
        raise AttributeError(f"module 'foam.record.prov' has no attribute {name!r}")
    try:
        module = import_module(f"foam.record.prov.{_PARTS[name] or name}")
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("foam"):
            raise
        raise MissingExtra(error.name.partition(".")[0], extra="prov") from error
    return getattr(module, name) if _PARTS[name] else module
