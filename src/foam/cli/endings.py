"""What a file's ending needs: a missing extra is named before any work is done. Writes nothing."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from foam.errors import MissingExtra

_NEEDS = {
    ".docx": ("docx", "python-docx", "docx"),
    ".pdf": ("typst", "typst", "pdf"),
    ".xlsx": ("openpyxl", "openpyxl", "xlsx"),
}
"""Ending to the module that must be there, the package that has it, and the extra that brings it."""


def require_extra(path: Path) -> None:
    """Raise MissingExtra when a file of this name cannot be written here."""
    module, package, extra = _NEEDS.get(path.suffix.lower(), ("", "", ""))
    if module and find_spec(module) is None:
        raise MissingExtra(package, extra=extra)
