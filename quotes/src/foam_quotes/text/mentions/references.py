"""References to parts of laws and papers: `Section 12(a)`, `Article 8`, `Bulletin 44`, `9(b)`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from foam_quotes.text.span import Span

_LABEL_WORDS = """amendment annex appendix article articles bulletin case channel chapter circular clause clauses
decision decree directive docket exhibit figure file flight form gate law lot memorandum notice order paragraph
paragraphs platform position protocol recital regulation resolution room route rule rules schedule section sections
table volume"""
LABELS = frozenset(_LABEL_WORDS.split())
"""What numbered rules and papers are called."""
_SHORT = {"sec": "section", "art": "article", "para": "paragraph", "reg": "regulation", "ch": "chapter", "§": "section",
          "§§": "section", "app": "appendix", "vol": "volume"}  # fmt: skip
_PLACE = r"\d+[A-Za-z]?(?:\.\d+)*(?:\([A-Za-z0-9]{1,4}\))*"
_LABELLED = re.compile(
    rf"(?:\b(?P<label>(?i:{'|'.join(LABELS)})|(?:[Ss]ec|[Aa]rt|[Pp]ara|[Rr]eg|[Aa]pp|[Vv]ol|[Cc]h)\.)|(?P<sign>§§?))"
    rf" ?(?:(?:no|nr|number)\.? )?(?P<place>{_PLACE}|[IVXL]{{2,6}}\b)(?![\w%]|,\d)",
)
_MORE = re.compile(rf"(?:,|,? ?(?:and|or|to|&|-|–)) ?({_PLACE})(?!\w| ?%|,\d)")
"""What follows the first of several: `Articles 6, 7 and 9`."""
_LETTERED = re.compile(r"(?<![\w.(])\d+[A-Za-z]?(?:\.\d+)*(?:\([A-Za-z0-9]{1,4}\))+(?!\w)")
_LEADING = re.compile(rf"\s*({_PLACE})[.):]?\s+(?=[A-Z\"'])")
"""A paragraph that begins with its own number."""
_QUOTED_LEADING = re.compile(r"[\n\"']\s*(\d+(?:\.\d+)+(?:\([A-Za-z0-9]{1,4}\))*)[.):]?\s+(?=[A-Z])")
"""The same inside a text that quotes it, where the number has parts: `"17.1 A town may"`."""


class Reference(NamedTuple):
    """A place in a law or in a series of papers; the label is empty where none is said."""

    span: Span
    label: str
    place: str


@lru_cache(maxsize=2048)
def find_references(text: str) -> tuple[Reference, ...]:
    """Every reference of a normalised text, in order. Writers are held against the same sentences again and again."""
    labelled = [
        Reference(Span(*match.span()), _plain(match["label"] or match["sign"]), match["place"])
        for match in _LABELLED.finditer(text)
    ]
    labelled += [more for one in labelled for more in _list_more(one, text)]
    taken = [one.span for one in labelled]
    bare = [
        Reference(Span(*match.span()), "", match[0])
        for match in _LETTERED.finditer(text)
        if not any(span.start <= match.start() < span.end for span in taken)
    ]
    return tuple(sorted([*labelled, *bare]))


def _list_more(first: Reference, text: str) -> Iterator[Reference]:
    """The others of several that one label in the plural names."""
    named = text[first.span.start : first.span.end].partition(" ")[0].lower()
    match = _MORE.match(text, first.span.end) if named == "§§" or named == f"{first.label}s" else None
    while match:
        yield Reference(Span(*match.span(1)), first.label, match[1])
        match = _MORE.match(text, match.end())


def counts_parts(text: str, end: int) -> bool:
    """Whether what ends here counts parts of a law or a paper: `the third | paragraph`."""
    following = text[end:].split(maxsplit=1)[:1]
    return bool(following) and following[0].strip(".,;:").lower() in LABELS


def read_leading(text: str) -> str:
    """The number with which a paragraph begins, as it stands there; empty where it begins with none."""
    named = next((one for one in find_references(text) if not one.span.start), None)
    match = None if named else _LEADING.match(text)
    return text[: named.span.end] if named else text[: match.end() + 1] if match else ""


def find_unborne_references(text: str, sources: Iterable[str]) -> Iterator[Reference]:
    """The references that stand in no source. `Section 12` is borne out by `12(a)`, not the other way round."""
    texts = tuple(sources)
    held = [one for source in texts for one in find_references(source)]
    held += [
        Reference(Span(*match.span(1)), "", match[1])
        for source in texts
        if (match := _LEADING.match(source)) is not None
    ]
    held += [
        Reference(Span(*match.span(1)), "", match[1]) for source in texts for match in _QUOTED_LEADING.finditer(source)
    ]
    for said in find_references(text):
        if not any(_fits(said, one) for one in held):
            yield said


def _fits(said: Reference, held: Reference) -> bool:
    same_label = not said.label or not held.label or said.label == held.label
    return same_label and (held.place == said.place or held.place.startswith((f"{said.place}(", f"{said.place}.")))


def _plain(label: str) -> str:
    low = label.lower().rstrip(".")
    known = _SHORT.get(low, low)
    return known[:-1] if known.endswith("s") and known[:-1] in LABELS else known
