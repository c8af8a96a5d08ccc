"""A run as W3C PROV: documents, formats, and the rules a document must keep. Needs the extra `prov`.

Importing this package without the extra raises MissingExtra.
"""

from __future__ import annotations

from foam.errors import MissingExtra

try:
    from foam.record.prov.check import find_complaints
    from foam.record.prov.document import Operator, to_prov
    from foam.record.prov.formats import FORMATS, Format, read, write
    from foam.record.prov.rules import Complaint
except ModuleNotFoundError as error:
    if error.name is None or error.name.startswith("foam"):
        raise
    raise MissingExtra(error.name.partition(".")[0], extra="prov") from error

__all__ = ["FORMATS", "Complaint", "Format", "Operator", "find_complaints", "read", "to_prov", "write"]
