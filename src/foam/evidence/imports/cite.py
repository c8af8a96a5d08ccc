"""Citations as people write them, read into fields: a best effort that keeps the original beside it. Pure.

It knows the debater's form (`Walters 18 — Lindsay Walters, fellow at …, 5-4-2018, "Title," Source, URL, DOA …`) and
the common academic ones. What it cannot tell apart stays in `raw` only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from foam.evidence.document import Citation
from foam.text.normalise import normalise, read_as_one_line

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)[a-z]*\.?"
_YEAR = r"(?:1[5-9]|20)\d\d"
_DATE = rf"""
    (?P<iso>\b{_YEAR}-\d\d?-\d\d?\b)
  | (?P<us>\b\d\d?[-/.]\d\d?[-/.](?:{_YEAR}|\d\d)\b)
  | (?P<named>\b{_MONTH}\s\d\d?(?:st|nd|rd|th)?,?\s{_YEAR}\b)
  | (?P<british>\b\d\d?(?:st|nd|rd|th)?\s{_MONTH},?\s{_YEAR}\b)
  | (?P<month>\b{_MONTH},?\s{_YEAR}\b)
  | (?P<year>\b{_YEAR}\b)
"""
_ACCESSED = r"(?:date\ (?:of\ access|accessed)|accessed(?:\ on)?|retrieved(?:\ on)?|DOA)[:\s]*"
_KNOWN = re.compile(
    rf"""
    (?P<url>(?:https?://|www\.)[^\s<>\])"]+)
  | (?P<doi>\bdoi:\s?10\.\S+)
  | (?P<accessed>{_ACCESSED}(?P<day>[\d/.-]+\d|{_MONTH}\s\d\d?,?\s{_YEAR}|\d\d?\s{_MONTH}\s{_YEAR}))
  | "(?P<title>[^"]{{3,400}})"
  | \b(?:pp?|pages?|pg)\.?\s(?P<pages>\d+(?:\s?[-,]\s?\d+)*)
  | (?P<date>{_DATE})
    """,
    re.VERBOSE | re.IGNORECASE,
)
_SHORT = re.compile(r"(?P<name>[^\W\d][^\d,(\[\"]*?),?\s'?(?P<year>\d\d)\b(?![-/.]\d)\s*[-,—:;(\[.]*\s*")
"""The spoken form that may open a citation: last name and two digits."""
_ACADEMIC = re.compile(
    rf"(?P<authors>[^(\"]{{3,200}}?)\s?\((?P<date>{_YEAR}[^)]{{0,20}})\)[.,:]\s(?P<title>[^.?!\"]{{3,300}})[.?!]\s?"
    r"(?P<source>[^.,\d]*)(?P<rest>.*)"
)
"""`Olsen, T., & Baro, L. (2014). Turnout and age. Journal of Ballots, 12(3), 44-61.`"""
_NAME = r"[^\W\d_][\w.'-]*"
_EDGES = " ,;:.()[]{}—-|"


class _Piece(NamedTuple):
    """A stretch of the citation: what kind of thing it is, and its words."""

    kind: str
    text: str


def parse_citation(raw: str) -> Citation:
    """The fields a written citation gives, as far as they can be told apart."""
    text = read_as_one_line(normalise(raw))
    if academic := _ACADEMIC.match(text):
        return _academic(academic, text)
    short = _SHORT.match(text)
    pieces = list(_pieces(text[short.end() :] if short else text))
    names = [piece.text for piece in _before_known(pieces)]
    author, rest = _author(names, short["name"].strip() if short else "")
    return Citation(
        author=author,
        published=_published(pieces, short["year"] if short else ""),
        source=_source(pieces),
        title=_first(pieces, "title").rstrip(" ,."),
        accessed=_day(_first(pieces, "day")),
        url=_first(pieces, "url").rstrip(".,;:'") or _first(pieces, "doi").rstrip(".,;"),
        author_qualifications=rest,
        pages=_first(pieces, "pages"),
        raw=text,
    )


def _academic(match: re.Match[str], text: str) -> Citation:
    pieces = list(_pieces(match["rest"]))
    pages = re.search(r"\b(\d+\s?-\s?\d+)\b", match["rest"])
    return Citation(
        author=_leading_name(match["authors"])[0] or match["authors"].strip(_EDGES),
        published=_day(match["date"]),
        title=match["title"].strip(),
        source=match["source"].strip(_EDGES),
        url=_first(pieces, "url").rstrip(".,;:'") or _first(pieces, "doi").rstrip(".,;"),
        pages=pages[1] if pages else "",
        raw=text,
    )


def _pieces(text: str) -> Iterator[_Piece]:
    """Known things and the plain text between them, in order."""
    at = 0
    for match in _KNOWN.finditer(text):
        yield _Piece("plain", text[at : match.start()].strip(_EDGES))
        for kind in ("url", "doi", "day", "title", "pages", "date"):
            if match[kind]:
                yield _Piece(kind, match[kind])
        at = match.end()
    yield _Piece("plain", text[at:].strip(_EDGES))


def _before_known(pieces: list[_Piece]) -> list[_Piece]:
    """Plain text that speaks of the author: what stands before the title or the address."""
    stop = next((n for n, piece in enumerate(pieces) if piece.kind in ("title", "url", "doi")), len(pieces))
    return [piece for piece in pieces[:stop] if piece.kind == "plain" and piece.text]


def _author(names: list[str], short: str) -> tuple[str, str]:
    """The author's full name and what is said of them; the spoken name when no fuller one is there."""
    said = ", ".join(names)
    last = short.split()[-1] if short else ""
    full = re.search(rf"(?:{_NAME}\s){{1,3}}{re.escape(last)}\b", said) if last else None
    if full is not None:
        return full[0], said[full.end() :].strip(_EDGES)
    if short:
        return short, said
    return _leading_name(said)


def _leading_name(said: str) -> tuple[str, str]:
    """`Jane Q. Doe, fellow at X` and `Doe, J. Q., & Roe, R.` both open with the author."""
    inverted = re.match(rf"{_NAME}(?:\s{_NAME})?,\s(?:[^\W\d_]\.[\s-]?)+", said)
    if inverted is not None:
        last, initials = inverted[0].split(",", 1)
        return f"{initials.strip()} {last}", said[inverted.end() :].strip(_EDGES + "&")
    name, _, rest = said.partition(",")
    return (name.strip(_EDGES), rest.strip(_EDGES)) if len(name.split()) <= 6 else ("", said)


def _published(pieces: list[_Piece], two_digits: str) -> str:
    dates = [_day(piece.text) for piece in pieces if piece.kind == "date"]
    full = max(dates, key=len, default="")
    return full or (_century(two_digits) if two_digits else "")


def _source(pieces: list[_Piece]) -> str:
    """The first plain words after the title, up to a comma."""
    after = next((n for n, piece in enumerate(pieces) if piece.kind == "title"), len(pieces))
    plain = (piece.text for piece in pieces[after:] if piece.kind == "plain" and len(piece.text) > 2)
    return next(plain, "").split(",")[0].strip(_EDGES)


def _first(pieces: list[_Piece], kind: str) -> str:
    return next((piece.text for piece in pieces if piece.kind == kind), "")


def _day(text: str) -> str:
    """A date as `2021-03-09`, or as much of it as is given; empty when it is no date."""
    year = re.search(rf"\b{_YEAR}\b", text)
    month = re.search(_MONTH, text, re.IGNORECASE)
    numbers = [int(n) for n in re.findall(r"\d+", text)]
    if month is not None and year is not None:
        day = next((n for n in numbers if n <= 31), None)
        return _joined(year[0], _MONTHS.index(month[0][:3].lower()) + 1, day)
    if len(numbers) == 3:
        return _numeric(text, numbers)
    return year[0] if year else ""


def _numeric(text: str, numbers: list[int]) -> str:
    """`2021-3-9` and `3-9-2021`; the month comes first unless it cannot be one."""
    if numbers[0] > 31:
        return _joined(str(numbers[0]), numbers[1], numbers[2])
    year = str(numbers[2]) if numbers[2] > 99 else _century(f"{numbers[2]:02d}")
    month, day = (numbers[1], numbers[0]) if numbers[0] > 12 else (numbers[0], numbers[1])
    return _joined(year, month, day)


def _joined(year: str, month: int, day: int | None) -> str:
    if not 1 <= month <= 12:
        return year
    return f"{year}-{month:02d}" + (f"-{day:02d}" if day and day <= 31 else "")


def _century(digits: str) -> str:
    """Two digits as debaters use them: up to 49 this century, else the last."""
    return ("20" if digits < "50" else "19") + digits
