"""Importers: from a file to documents, or to a line that says why not. One module a format.

    for found in read(path):
        match found:
            case Document(): …
            case Rejected(): …

Reading never raises for what is in a file: whatever is wrong with it becomes a `Rejected`, and never half a document.
"""

from foam.evidence.imports.base import Limits, Rejected
from foam.evidence.imports.dispatch import FORMATS, read

__all__ = ["FORMATS", "Limits", "Rejected", "read"]
