"""Who wrote a document and when, as far as its form says so: a citation, a labelled line, a signature.

In what role somebody wrote is what whoever gives the file says, or what a model reads: nobody gets a role by guess.
"""

from __future__ import annotations

import re
from datetime import date

from pydantic import Field

from foam.evidence.document import Document
from foam.evidence.heads import read_byline
from foam.examination.days import find_own_day
from foam.examination.finding import Role
from foam.values import CleanLine, Value

_NAME = re.compile(
    r"(?:[A-Z][a-z]{1,3}\.? )?[^\W\d_a-z][\w'’.-]*(?: (?:[a-z]{1,3} )?[^\W\d_a-z][\w'’.-]*){1,5}(?=,|\.?$)"
)
"""Two to six words with capitals, to the end of the line or to a comma: `Ruth Vale, clerk`."""
_SIGNED = re.compile(r"^\(?signed\b\)?(?: by)?[:,]?\s*(?P<who>.{0,120})$", re.IGNORECASE)
_SIGNED_BESIDE = re.compile(r"\s*\(signed\)\.?$", re.IGNORECASE)
_LAST = 4
"""Lines at the end among which a name, and what the person is, may stand without a word."""
_HEAD, _FOOT = 8, 8
"""Lines at the top, and at the bottom, that may say who writes."""


class Author(Value):
    """Who wrote a document, as far as it says so."""

    name: CleanLine = ""
    role: Role = "unknown"
    signed: bool = False
    dated: date | None = None
    corrected: bool = Field(default=False, exclude_if=lambda corrected: not corrected)
    """Whether somebody said the role."""


def read_author(document: Document, *, part: str = "document") -> Author:
    """The author of a document. Rules and the decision are the authority's."""
    lines = [line.strip() for line in document.text.split("\n") if line.strip()]
    signer = _read_signature(lines)
    labelled = (found[0] for line in lines[:_HEAD] if (found := read_byline(line)))
    names = (signer, *labelled, document.citation.author, *map(_cut_name, lines[1:][-_LAST:]))
    return Author(
        name=next(filter(None, names), ""),
        role="unknown" if part == "document" else "authority",
        signed=bool(signer),
        dated=find_own_day(document),
    )


def _read_signature(lines: list[str]) -> str:
    """The name that stands behind `Signed:`, in the line below it, or before `(signed)`."""
    foot = lines[-_FOOT:]
    for above, line, below in zip(["", *foot], foot, [*foot[1:], ""], strict=False):
        if found := _SIGNED.match(line):
            tried = (found["who"], below, above)
        elif _SIGNED_BESIDE.search(line):
            tried = (_SIGNED_BESIDE.sub("", line), "", "")
        else:
            continue
        if name := next(filter(None, map(_cut_name, tried)), ""):
            return name
    return ""


def _cut_name(said: str) -> str:
    """The name that a line consists of, or begins with before a comma."""
    found = _NAME.match(said.strip())
    return found[0].rstrip(".,") if found else ""
