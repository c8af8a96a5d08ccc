"""Citations as people write them, read into fields: a best effort that keeps the original beside it. Pure.

It knows the debater's form (`Walters 18 — Lindsay Walters, fellow at …, 5-4-2018, "Title," Source, URL, DOA …`) and
the common academic ones. What it cannot tell apart stays in `raw` only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from foam.evidence.document import Citation
from foam_quotes.text.figures import find_month
from foam_quotes.text.normalise import normalise, read_as_one_line

_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)[a-z]*\.?"
_YEAR = r"(?:1[5-9]|20)\d\d"
_DATE = rf"""
    (?P<iso>\b{_YEAR}-\d\d?-\d\d?\b)
  | (?P<us>\b\d\d?[-/.]\d\d?[-/.]'?(?:{_YEAR}|\d\d)\b)
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
_SHORT = re.compile(
    r"(?P<name>[^\W\d][^\d,(\[\"]*?),?\s[-']?(?P<date>2k\d{0,2}|\d\d|\d(?=\s*(?:\Z|[(\[—]))|\d\d?[-/]\d\d?(?=\s*(?:\Z|[(\[—])))"
    r"\b(?![-/.]\d)\s*[-,—:;(\[.]*\s*",
    re.IGNORECASE,
)
"""The spoken form that may open a citation: last name and two digits; one digit, or a day, where a bracket follows."""
_SPOKEN_DATE = re.compile(
    rf"(?P<full>{_YEAR})|'?2k(?P<thousand>\d{{0,2}})|\d\d?\s?[-/.—]\s?\d\d?\s?[-/.—]\s?'?(?P<day>{_YEAR}|\d\d)|"
    r"(?P<yearless>\b\d\d?[-/]\d\d?\b|\b\d\d?\s" + _MONTH + r"(?!\s\d))|(?<!\w)'?(?P<short>\d{1,2})(?!\d)",
    re.IGNORECASE,
)
_MOST_NAMES = 4
"""Words of one author's name."""
_YEAR_IN_ADDRESS = re.compile(rf"[/_-]({_YEAR})[/_-]")
_MOST_SPOKEN = 8
"""Words of a short cite that is kept as it stands; a longer one is the whole citation, set in bold."""
_ACADEMIC = re.compile(
    rf"(?P<authors>[^(\"]{{3,200}}?)\s?\((?P<date>{_YEAR}[^)]{{0,20}})\)[.,:]\s(?P<title>[^.?!\"]{{3,300}})[.?!]\s?"
    r"(?P<source>[^.,\d]*)(?P<rest>.*)"
)
"""`Olsen, T., & Baro, L. (2014). Turnout and age. Journal of Ballots, 12(3), 44-61.`"""
_NAME = r"[^\W\d_][\w.'-]*"
_EDGES = " ,;:.()[]{}—-|"
_PARTICLE = r"(?:al|bin|da|de|del|della|der|di|dos|du|el|ibn|la|le|of|st|ten|ter|van|von)"
_OFFICE = (
    r"(?:prof|professor|director|fellow|editor|lecturer|chair|chairman|candidate|dean|author|authors|co-?founder)\b"
)
_NO_NAME = rf"(?:the|mr|mrs|ms|dr|ph\.?d|honorable|by|and|is|are|{_OFFICE})\b"
"""What stands before a name and is no part of it."""


class _Piece(NamedTuple):
    """A stretch of the citation: what kind of thing it is, and its words."""

    kind: str
    text: str


def parse_citation(raw: str, *, spoken: str = "") -> Citation:
    """The fields a written citation gives, as far as they can be told apart.

    `spoken` are the words of it that are set apart, wherever they stand: the last names and the year.
    """
    text = read_as_one_line(normalise(raw))
    if not spoken and (academic := _ACADEMIC.match(text)):
        return _academic(academic, text)
    short = _SHORT.match(text)
    apart = read_as_one_line(normalise(spoken)) or (f"{short['name']} {short['date']}" if short else "")
    pieces = list(_pieces(text[short.end() :] if short else text))
    names = [*([short["name"].strip(_EDGES)] if short else []), *(piece.text for piece in _before_known(pieces))]
    author, rest = _author(names, _spoken_names(apart))
    return Citation(
        author=author,
        published=_published(pieces, _spoken_year(apart)),
        source=_source(pieces),
        title=_first(pieces, "title").rstrip(" ,."),
        accessed=_day(_first(pieces, "day")),
        url=_first(pieces, "url").rstrip(".,;:'") or _first(pieces, "doi").rstrip(".,;"),
        author_qualifications=rest,
        pages=_first(pieces, "pages"),
        raw=text,
    )


def shorten_cite(spoken: str) -> str:
    """Name and year as they are set apart in a file; nothing where that is not all they are."""
    words = _join_letters(spoken).split()
    if len(words) > _MOST_SPOKEN:
        words = _cut_after_date(read_as_one_line(normalise(spoken))).split()
    return " ".join(words).strip(" ,;:.—–-([") if len(words) <= _MOST_SPOKEN else ""


def _cut_after_date(spoken: str) -> str:
    """A short cite up to its first date, where a name stands before it: `Doe 10-30-12`, without `professor of law`."""
    date = _SPOKEN_DATE.search(spoken)
    return spoken[: date.end()] if date and re.search(r"[^\W\d_]{2}", spoken[: date.start()]) else spoken


def _join_letters(spoken: str) -> str:
    """`N P R 07` as `NPR 07`: the letters that are set apart in a long name."""
    return re.sub(r"\b[A-Z](?:\s[A-Z]\b)+(?!\.)", lambda found: found[0].replace(" ", ""), spoken)


def _spoken_names(spoken: str) -> list[str]:
    """The names of a short cite, without its year and what is said of the first author."""
    spoken = _cut_after_date(_join_letters(spoken))
    said = _SPOKEN_DATE.sub(" ", spoken)
    several = re.search(r"\b(?i:and)\b|&", said)
    said = re.sub(r"\bet\.? al\b\.?|\bno date\b|\bn\.?d\.?\b", " ", said, flags=re.IGNORECASE)
    parts = [_drop_office(part).strip(_EDGES + "'*@/") for part in re.split(r",|;|—|\b(?i:and)\b|&", said)]
    named = [" ".join(part.split()) for part in parts if re.search(r"[^\W\d_]", part)]
    if not several or len(spoken.split()) > _MOST_SPOKEN:
        return named[:1]
    return [name for name in named if len(name.split()) <= _MOST_NAMES]


def _drop_office(part: str) -> str:
    """`Doe Director of Studies` and `Doe in`, as in “Doe in 99”, without what follows the name."""
    return re.sub(rf"(?i)(?<=\w)\s(?:{_OFFICE}.*|is\s.*|in\s*$)", "", part)


def _spoken_year(spoken: str) -> str:
    """The year of a short cite: `2011`, `11`, `9`, `2k7` and `4/10/14`; none in `10/23`."""
    found = list(_SPOKEN_DATE.finditer(_cut_after_date(spoken)))
    last = next((one for one in reversed(found) if not one["yearless"]), None)
    if last is None:
        return ""
    if last["thousand"] is not None:
        return f"{2000 + int(last['thousand'] or 0)}"
    digits = last["full"] or last["day"] or last["short"]
    return digits if len(digits) == 4 else _century(digits.zfill(2))


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


def _author(names: list[str], spoken: list[str]) -> tuple[str, str]:
    """The authors' full names and what is said of them; the spoken names where no fuller ones are there."""
    said = ", ".join(names)
    if not spoken:
        return _leading_name(said)
    found = [_find_full(said, name) for name in spoken]
    full = [one[0] if one else name for one, name in zip(found, spoken, strict=True)]
    end = max((one[1] for one in found if one), default=0)
    if not end and (opening := re.match(rf"{re.escape(spoken[0])}\b", said)):
        end = opening.end()
    return "; ".join(full), re.sub(r"^[\d/'-]+\s", "", said[end:].strip(_EDGES))


def _find_full(said: str, name: str) -> tuple[str, int] | None:
    """A person's name with first names before it, and where it ends: words with capitals, as far as it has one."""
    last = name if len(name.split()) > 2 else name.split()[-1]
    for found in re.finditer(rf"(?<!\w){re.escape(last)}\b", said, re.IGNORECASE):
        first = _list_first_names(said[: found.start()], capital=not last[0].islower())
        if first and (found[0][0].isupper() or last[0].islower()):
            if found[0].isupper() and not last.isupper():
                return " ".join([*(word.title() if len(word) > 2 else word for word in first), last]), found.end()
            return " ".join([*first, found[0]]), found.end()
    return None


def _list_first_names(before: str, *, capital: bool) -> list[str]:
    """The first names that `before` ends with, three at most; none of a longer name, as in “the Royal Society”."""
    words = re.search(rf"(?:(?<![\w.]){_NAME}\s){{1,4}}\Z", before)
    names: list[str] = []
    for word in reversed(words[0].split() if words else []):
        sentence_ends = word.endswith(".") and not re.fullmatch(r"(?:[^\W\d_]\.-?)+|[^\W\d_]{1,2}\.", word)
        if sentence_ends or re.match(_NO_NAME, word, re.IGNORECASE) or len(names) == 3:
            if word.lower() == "the":
                return []
            break
        if capital and not (word[0].isupper() or re.fullmatch(_PARTICLE, word)):
            break
        names.insert(0, word)
    while names and re.fullmatch(_PARTICLE, names[0], re.IGNORECASE if names[0] == "OF" else 0):
        names.pop(0)
    return names


def _leading_name(said: str) -> tuple[str, str]:
    """`Jane Q. Doe, fellow at X` and `Doe, J. Q., & Roe, R.` both open with the author."""
    inverted = re.match(rf"{_NAME}(?:\s{_NAME})?,\s(?:[^\W\d_]\.[\s-]?)+", said)
    if inverted is not None:
        last, initials = inverted[0].split(",", 1)
        return f"{initials.strip()} {last}", said[inverted.end() :].strip(_EDGES + "&")
    name, _, rest = said.partition(",")
    return (name.strip(_EDGES), rest.strip(_EDGES)) if len(name.split()) <= 6 else ("", said)


def _published(pieces: list[_Piece], spoken: str) -> str:
    """The fullest date, of those in the year that is spoken where one is; else the year in the address."""
    dates = [_day(piece.text) for piece in pieces if piece.kind == "date"]
    stated = max((day for day in dates if day.startswith(spoken)), key=len, default=spoken)
    address = _YEAR_IN_ADDRESS.search(_first(pieces, "url"))
    return stated or (address[1] if address else "")


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
        return _joined(year[0], find_month(month[0][:3]), day)
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
