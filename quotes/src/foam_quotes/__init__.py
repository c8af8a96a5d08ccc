"""Are the quotations, figures, dates and names of a text true to its sources?

    from foam_quotes import check

    report = check('It says "no dogs on the beach" [rules].', {"rules": "No dogs on the grass."})
    report.is_true       # False
    report.describe()    # what is at fault, where, and what the source says instead

Names are imported when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from foam_quotes.checker import check
    from foam_quotes.files import Unreadable, read_sources, read_text
    from foam_quotes.gate import FalseCitation, guard, make_validator
    from foam_quotes.marked import mark_text, write_marked
    from foam_quotes.report import Report
    from foam_quotes.source import Source

_PLACES = {
    "FalseCitation": "gate",
    "Report": "report",
    "Source": "source",
    "Unreadable": "files",
    "check": "checker",
    "guard": "gate",
    "make_validator": "gate",
    "mark_text": "marked",
    "read_sources": "files",
    "read_text": "files",
    "write_marked": "marked",
}
__all__ = [
    "FalseCitation",
    "Report",
    "Source",
    "Unreadable",
    "check",
    "guard",
    "make_validator",
    "mark_text",
    "read_sources",
    "read_text",
    "write_marked",
]


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
