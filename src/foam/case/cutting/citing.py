"""The citation of an article, as far as the article gives it: nothing is guessed, and what is missing is named."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import PurePath

from foam.errors import InputError
from foam.evidence.document import Citation, Document
from foam.evidence.heads import read_byline
from foam_quotes.text.mentions.dates import Date, find_dates

FIELDS: dict[str, str] = {
    "author": "author",
    "author_qualifications": "qualifications",
    "published": "date",
    "title": "title",
    "source": "publication",
    "url": "url",
    "accessed": "accessed",
}
"""Fields of a citation that a debater's cite has, and what a person calls each."""
_HEAD, _TAIL = 8, 6
"""Lines at the top in which a byline stands, and sentences at either end that may say who the author is."""
_ADDRESS = re.compile(r"https?://[^\s<>\])\"]+")
_BEFORE_DATE = re.compile(r"(?:[|(·–—-]\s*\w*)?[\s,|(·–—:-]*$")
"""What stands between a byline and the date that a page sets after it."""
_DATED = 8
"""Words of a line that is only a date, or a date with a few words."""


def read_citation(article: Document, given: Mapping[str, str], *, today: str) -> Citation:
    """What was given, else what the importer found, else what the article's own first and last lines say.

    It was accessed on the day on which it is cut, unless a day is given.
    """
    if unknown := sorted(set(given) - set(FIELDS)):
        raise InputError(f"a citation has no field {unknown[0]!r}", hint=f"its fields: {', '.join(FIELDS)}")
    found = {name: getattr(article.citation, name) for name in FIELDS}
    if article.origin.format == "text" or found["title"] == PurePath(article.origin.file).stem:  # only the file's name
        found["title"] = ""
    read = _read_head(article)
    merged = {name: given.get(name, "") or found[name] or read.get(name, "") for name in FIELDS}
    if merged["author"] and not merged["author_qualifications"]:
        merged["author_qualifications"] = _find_qualifications(article, merged["author"])
    merged["accessed"] = merged["accessed"] or today
    return article.citation.model_copy(update={**merged, "raw": ""})


def list_missing(citation: Citation) -> tuple[str, ...]:
    """The fields that nobody gave, by their names for people."""
    return tuple(name for field, name in FIELDS.items() if not getattr(citation, field))


def _read_head(article: Document) -> dict[str, str]:
    """A title, a byline, a date and an address from the first lines, where they stand there as such."""
    lines = [line.strip() for line in article.text.split("\n") if line.strip()][:_HEAD]
    found: dict[str, str] = {}
    for at, line in enumerate(lines):
        line, dated = _part_date(line)
        if dated:
            found.setdefault("published", dated)
        if byline := read_byline(line):
            found.setdefault("author", byline[0])
            found.setdefault("author_qualifications", byline[1])
        elif address := _ADDRESS.search(line):
            found.setdefault("url", address[0].rstrip(".,;"))
        elif len(line.split()) <= _DATED and (dates := find_dates(line)):
            found.setdefault("published", _write_date(dates[0]))
        elif at == 0 and len(lines) > 1 and len(line.split()) <= 20 and line[-1] not in ".!?,;:":
            found["title"] = line
    return {name: value for name, value in found.items() if value}


def _part_date(line: str) -> tuple[str, str]:
    """A byline without the date that a page sets after it, and that date; any other line as it is."""
    dates = find_dates(line)
    if not dates or line[dates[-1].span.end :].strip(" .|)"):
        return line, ""
    before = _BEFORE_DATE.sub("", line[: dates[-1].span.start])
    return (before, _write_date(dates[-1])) if read_byline(before) else (line, "")


def is_head(line: str) -> bool:
    """Whether a line says who wrote the article, when or where, and is no part of what it says."""
    dated = len(line.split()) <= _DATED and bool(find_dates(line)) and line[-1:] not in ".!?"
    return bool(read_byline(_part_date(line)[0]) or dated or _ADDRESS.fullmatch(line))


def _write_date(date: Date) -> str:
    """As precise as it was given."""
    parts = [f"{date.year:04d}"] if date.year else []
    parts += [f"{date.month:02d}"] if parts and date.month else []
    parts += [f"{date.day:02d}"] if len(parts) == 2 and date.day else []
    return "-".join(parts)


def _find_qualifications(article: Document, author: str) -> str:
    """Who the author is, in the article's own words: a sentence at either end with the name and `is a …`."""
    name = re.escape(Citation(author=author).last_name)
    said = re.compile(rf"\b{name}\b,?\s+(?:is|was)\s+an?\s+([^.;]*)")
    numbers = [*range(min(_TAIL, len(article.ends))), *range(max(0, len(article.ends) - _TAIL), len(article.ends))]
    found = (said.search(article.sentence(number)) for number in dict.fromkeys(numbers))
    return next((one[1].strip() for one in found if one), "")
