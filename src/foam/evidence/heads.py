"""The head of a text: the few lines above it that give its title, who wrote it and when.

Only what the lines say plainly is read. A head is kept as it stands in `citation.raw`, by which it is found again: its
lines are no evidence. Documents that were imported before heads were read have none. Of Markdown and of a page the head
is the title with the lines below it that say who wrote it or when.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from foam.evidence.document import Citation, Document
from foam.text.names import is_institution
from foam.text.statement import breaks_off
from foam_quotes.text.mentions.dates import Date, find_dates
from foam_quotes.text.normalise import normalise
from foam_quotes.text.ordinary import is_ordinary
from foam_quotes.text.words import count_words

_FEWEST, _MOST, _LONGEST = 2, 5, 120
"""Lines of a head, and characters of a line of it."""
_EMPTY = re.compile(r"\n[^\S\n]*\n")
_ENDED = re.compile(r"[.!?…:;,(—–-][\"'”’)\]*_]*$")
_SHORTENED = re.compile(r"\b[A-Z][\w.]{0,3}\.$")
"""What a line may end with that has a full stop and is no sentence: `J.`, `Inc.`, `Ph.D.`"""
_NO_HEAD_LINE = re.compile(r"[a-z]|[-*+•‣◦–#>|=_~]|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,4})[.)]\s")
"""How a line begins that goes on from the one before it, or is an item, a row or a rule."""
_LABEL = re.compile(
    r"(?:from|to|cc|re|subject|ref|reference|dear|attention|attn|date|dated|sent|by|author)\b(?!-)", re.I
)
"""What a line begins with that is no title."""
_BY = re.compile(
    r"(?:(?P<whose>.{3,80}?), )?(?:(?i:written|prepared|submitted) )?(?:(?i:by)|(?i:by|author|from)(?P<colon>\s*:))\s+"
    r"(?P<who>\S.{1,99})$"
)
"""A line that says who wrote the paper. Where a colon ends the label, whatever follows it is the name."""
_WORD = r"[^\W\d_a-z][\w'’.-]*"
_PERSON = re.compile(
    rf"(?P<borne>(?:Dr|Prof|Professor|Sir|Judge|Mr|Mrs|Ms|Mx)\.? )?{_WORD}(?: (?:[a-z]{{1,3}} )*{_WORD}){{0,5}}"
)
_OFFICE = re.compile(
    rf"(?:[Tt]he )?(?P<name>(?P<first>{_WORD}(?: {_WORD})*+)(?: (?:[a-z]{{2,3}} )++{_WORD}(?: {_WORD})*+)*+)"
)
_FOR_WHOM = re.compile(r",| ?[|—] ?| (?=for )")
"""Where a name ends and what is said of it begins: `Ida Brandt for 46 members`."""
_DAY_LABEL = re.compile(r"\w+\s*:\s*")
_TITLE_LABEL = re.compile(r"title\s*:\s*(?=\S)", re.IGNORECASE)
_WITH_TITLES = frozenset(("markdown", "html"))
_WITH_HEADS = _WITH_TITLES | {"text"}
_BESIDE_A_DAY = 3
"""Words that may stand beside the day in a line that dates a paper: `Lower Ham, 3 May 2021`."""


def split_head(text: str) -> tuple[tuple[str, ...], str]:
    """The lines of the head of a text and what follows it; no lines where the first paragraph is no head."""
    whole = text.replace("\r\n", "\n").replace("\r", "\n").lstrip("\n \t\ufeff")
    first = _EMPTY.search(whole)
    lines = tuple(line.strip() for line in whole[: first.start()].split("\n")) if first else ()
    rest = whole[first.end() :] if first else ""
    if not rest.strip() or not _FEWEST <= len(lines) <= _MOST or not _are_of_head(lines):
        return (), text
    return lines, rest


def cite_head(lines: Sequence[str], *, name: str) -> Citation:
    """What a head says of its paper, which is called by `name` where the first line is no title.

    Lines that say neither who wrote it nor a day may be anything: a verse, or the first rows of a list.
    """
    author, what = _find_author(lines)
    if not author and not any(map(_is_dated, lines)):
        return Citation(title=name)
    raw = normalise("\n".join(takewhile(lambda line: line == lines[0] or _states_nothing(line), lines)))
    title = _TITLE_LABEL.sub("", lines[0])
    is_labelled = any((found := _BY.match(line)) and found["colon"] for line in lines[1:])
    if not (title != lines[0] or is_labelled or _is_title(title)) or _LABEL.match(title) or read_day_line(title):
        return Citation(title=name, raw=raw)
    return Citation(title=title, author=author, author_qualifications=what, published=_find_date(lines), raw=raw)


def cite_below(title: str, below: Sequence[str], *, known: Citation, raw: str) -> Citation:
    """What is known of a paper, with who wrote it and when as the lines below its title say; `raw` is then its head.

    Nothing is taken where somebody is named already, or where the lines say neither or may be part of the text.
    """
    lines = (title, *below)
    if known.author or known.raw or not title or not below or len(lines) > _MOST or not _are_of_head(lines):
        return known
    author, what = _find_author(lines)
    dated = _find_date(lines)
    if not (author or dated) or not all(map(_states_nothing, below)):
        return known
    found = {"author": author, "author_qualifications": what, "published": dated or known.published}
    return known.model_copy(update={**found, "raw": normalise(raw)})


def count_head(document: Document) -> int:
    """How many sentences of a document, from its first on, are its head.

    Of a text that is not kept as plain text its title is, where it stands above everything else.
    """
    kept = document.citation.raw if document.origin.format in _WITH_HEADS else ""
    title = normalise(document.citation.title) if document.origin.format in _WITH_TITLES else ""
    head = next((one for one in (kept, title) if one and document.text.startswith(f"{one}\n")), "")
    return sum(1 for end in document.ends if end <= len(head) + 1) if head else 0


def read_byline(line: str) -> tuple[str, str] | None:
    """Whoever a line says wrote the paper, and what is said of them: `By Ann Lind, pilot`, `The Sun, by Ib Storm`."""
    found = _BY.match(line)
    if found is None:
        return None
    who = _split_day(found["who"])[0]
    author = _split_name(who) if found["colon"] else _read_name(who)
    return (author[0], ", ".join(filter(None, (author[1], found["whose"])))) if author else None


def read_day_line(line: str) -> Date | None:
    """The date of a line that says hardly anything else; none where it can be read in two ways or names several.

    A day may have some words beside it, a month or a year none but a label.
    """
    found = [one for one in find_dates(line) if not one.weekday]
    if len(found) != 1 or not found[0].year or found[0].to_year:
        return None
    rest = _DAY_LABEL.sub("", line[: found[0].span.start]) + line[found[0].span.end :]
    room = _BESIDE_A_DAY if found[0].whole else 0
    return found[0] if count_words(rest) <= room and not re.search(r"\d", rest) else None


def _are_of_head(lines: Sequence[str]) -> bool:
    """Whether these can be a head; its first line, the title, may ask something."""
    return _may_be_of_head(lines[0].removesuffix("?")) and all(map(_may_be_of_head, lines[1:]))


def _may_be_of_head(line: str) -> bool:
    """Whether a line is short, begins as one by itself and does not end as a sentence."""
    if not line or len(line) > _LONGEST or "|" in line or "\t" in line:
        return False
    if _NO_HEAD_LINE.match(line) and not read_byline(line):
        return False
    return not breaks_off(line) and (_ENDED.search(line) is None or _SHORTENED.search(line) is not None)


def _is_dated(line: str) -> bool:
    """Whether a line is a date, or begins with one: `12 May 2009, as amended on 6 June 2019`."""
    return read_day_line(line) is not None or any(one.whole and not one.span.start for one in find_dates(line))


def _states_nothing(line: str) -> bool:
    """Whether a line gives no figure but days, and those of an address beside a name."""
    rest = list(line)
    for one in find_dates(line):
        rest[one.span.start : one.span.end] = " " * (one.span.end - one.span.start)
    return not any(map(str.isdigit, rest)) or bool(_read_signature(line) or read_byline(line))


def _is_title(line: str) -> bool:
    """Whether a first line is what a paper is called, and not a letterhead, a sender or a day."""
    if _LABEL.match(line) or read_day_line(line) or count_words(line) < 2:
        return False
    name = line.split(",")[0]
    person = _PERSON.fullmatch(name)
    is_name = person is not None and (person["borne"] or not all(map(_is_ordinary, name.split())))
    return not _read_office(line) and not (is_name and count_words(name) <= 3)


def _is_ordinary(word: str) -> bool:
    return is_ordinary(word.strip(".,'’").lower())


def _find_author(lines: Sequence[str]) -> tuple[str, str]:
    """Who wrote it, and what is said of them: by a by-line, else by a name with what they are or a day beside it."""
    signed = (_read_signature(line) for line in lines[1:])
    return next(filter(None, (*map(read_byline, lines[1:]), *signed)), ("", ""))


def _split_name(said: str) -> tuple[str, str]:
    name, *rest = _FOR_WHOM.split(said.strip(), maxsplit=1)
    return name.strip(), " ".join(rest).strip()


def _read_name(said: str) -> tuple[str, str] | None:
    """A name and what follows it after a comma; none where it is only what somebody is: `the site inspector`."""
    name, rest = _split_name(said)
    person = _PERSON.fullmatch(name)
    office = _read_office(name)
    if not office and (person is None or count_words(name) < 2 or all(map(_is_ordinary, name.split()))):
        return None
    return office or name, rest


def _read_signature(line: str) -> tuple[str, str] | None:
    """Somebody's name with what they are: `Ruth Vale, land surveyor`, `Dr Ruth Vale`; an office beside what it is of or
    a day: `Harbour Office of Sund, 3 May 2021`. One that stands alone may be whom a letter is meant for."""
    named, dated = _split_day(line)
    name, *rest = (part.strip() for part in named.split(","))
    if _LABEL.match(line) or (read_day_line(line) and not dated):
        return None
    if office := _read_office(name):
        return (office, ", ".join(rest)) if rest or dated else None
    person = _PERSON.fullmatch(name)
    if person is None or count_words(name) < 2:
        return None
    told = any(one[:1].islower() or _read_office(one) for one in rest)
    return (name, ", ".join(rest)) if person["borne"] or (told and not _is_ordinary(name.split()[0])) else None


def _read_office(said: str) -> str:
    """The name of an office or another institution, without its article; empty where it is none.

    What it is stands at the end of its first words: `Works Office of Sund`, and not `Council Budget`.
    """
    found = _OFFICE.fullmatch(said.strip())
    if found is None:
        return ""
    return found["name"] if is_institution([found["first"].split()[-1]]) else ""


def _split_day(line: str) -> tuple[str, Date | None]:
    """A line without the date that ends it after a comma, and that date: `Works Office of Sund, 3 May 2021`."""
    found = find_dates(line)
    before = line[: found[0].span.start].rstrip() if len(found) == 1 else ""
    if not before.endswith(",") or not found[0].year or found[0].to_year or line[found[0].span.end :].strip():
        return line, None
    return before.rstrip(" ,"), found[0]


def _read_signed_day(line: str) -> Date | None:
    """The date that ends a line after a comma: a day, or a month or year after the name of whoever signed a paper."""
    dated = _split_day(line)[1]
    return dated if dated and (dated.whole or _read_signature(line)) else None


def _find_date(lines: Sequence[str]) -> str:
    """The date of the one line that is one; empty where the head names a later one, which may be a new edition's."""
    dates = {one[1:]: one for line in lines[1:] if (one := read_day_line(line))}
    dates = dates or {one[1:]: one for line in lines[1:] if (one := _read_signed_day(line))}
    if len(dates) != 1:
        return ""
    (held,) = dates.values()
    named = (one for line in lines for one in find_dates(line) if one.year and one.month)
    if any(_reach(one) > _reach(held) for one in named):
        return ""
    return "-".join([f"{held.year}", *(f"{part:02}" for part in (held.month, held.day) if part)])


def _reach(one: Date) -> tuple[int, int, int]:
    """The last day that a date may mean."""
    return one.year, one.month or 12, one.day or 31
