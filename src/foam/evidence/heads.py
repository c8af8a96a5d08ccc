"""The head of a text: the few lines above it that give its title, who wrote it and when.

Only what the lines say plainly is read. A head is kept as it stands in `citation.raw`, by which it is found again: its
lines are no evidence. Documents that were imported before heads were read have none. Of Markdown and of a page the head
is the title with the lines below it that say who wrote it or when.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
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
_SHORTENED = re.compile(r"\b(?:[A-Z]|Jr|Sr|Inc|Ltd|Co|Ph\.D|M\.D|B\.A|M\.A)\.$")
"""What a line may end with that has a full stop and is no sentence."""
_NO_HEAD_LINE = re.compile(r"[a-z]|[-*+•‣◦–#>|=_~]|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,4})[.)]\s")
"""How a line begins that goes on from the one before it, or is an item, a row or a rule."""
_LABEL = re.compile(
    r"(?:from|to|cc|re|subject|ref(?:erence)?|dear|attention|attn|date|dated|sent|author|by|written by|prepared by|"
    r"submitted by)\b(?!-)",
    re.IGNORECASE,
)
"""What a line begins with that is no title."""
_WORD = r"[^\W\d_a-z][\w'’.-]*"
_BORNE = r"(?:Dr|Prof|Professor|Sir|Dame|Judge|Mr|Mrs|Ms|Mx|Rev)\.? "
_PERSON = re.compile(rf"(?P<borne>{_BORNE})?{_WORD}(?: (?:(?:de|del|den|der|di|du|la|le|van|von|ter) )*{_WORD}){{0,3}}")
_WORDS = rf"{_WORD}(?: {_WORD})*+"
_OFFICE = re.compile(
    rf"(?:[Tt]he )?(?P<name>(?P<first>{_WORDS}(?: and {_WORDS})*+)(?: (?:(?:of|for|and|the|in) )++{_WORDS})*+)"
)
_BY = re.compile(
    r"(?:(?i:(?:written|prepared|submitted|compiled) by|by|author|from)\b:?|"
    r"(?P<whose>.{3,80}?),? (?:written |prepared )?by) (?P<who>[^\W\d_a-z].{2,100})$"
)
_PAPER = (
    r"(?i:report|statement|letter|memorandum|memo|note|opinion|submission|testimony|declaration|survey|minutes|notice)"
)
_PAPER_OF = re.compile(rf"\b{_PAPER} (?:of|by|from) (?P<who>(?:the )?[^\W\d_a-z].{{2,80}})$")
_MEANT_FOR = re.compile(
    r"(?:letter|petition|complaint|appeal|application|objection|request|submission)\b", re.IGNORECASE
)
"""What a paper is called that is written to an office: one that is named beside it may be whom it is meant for."""
_SIGNED = re.compile(r"(?:written |prepared |submitted |compiled )?by:? [^\W\d_a-z]")
"""How a by-line begins that has no capital: it does not go on from the line before it."""
_LABELLED = re.compile(r"(?:by|author|from|written by|prepared by)\s*:\s*(?P<who>\S.{1,99})$", re.IGNORECASE)
"""A line that says by its label who wrote the paper: whatever follows the label is the name."""
_FOR_WHOM = re.compile(r",| (?=(?:for|on behalf of) )")
"""Where a name ends and what is said of it begins: `Ida Brandt for 46 members`."""
_DATED = re.compile(r"(?:date|dated|sent|issued|published)\b:?\s*", re.IGNORECASE)
_EDITION = re.compile(
    r"(?:the )?(?:corrected|revised|amended|updated|new|second|third) (?:and \w+ )?(?:edition|version|issue)\b",
    re.IGNORECASE,
)
"""What a line begins with that says which edition of a paper it is; it may be a sentence."""
_INSTEAD = re.compile(
    r"\b(?:replac\w+|supersed\w+|instead of|in place of|correct(?:s|ing)|of the edition)\b", re.IGNORECASE
)
_TITLED = re.compile(r"(?:title|subject)\s*:\s*(?=\S)", re.IGNORECASE)
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
    title = _TITLED.sub("", lines[0])
    is_labelled = any(map(_LABELLED.match, lines[1:])) and not (_LABEL.match(title) or _read_date_line(title))
    if not is_labelled and not _is_title(title):
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


def _are_of_head(lines: Sequence[str]) -> bool:
    """Whether these can be a head; its first line, the title, may ask something."""
    rest = (line for line in lines[1:] if not _EDITION.match(line))
    return _may_be_of_head(lines[0].removesuffix("?")) and all(map(_may_be_of_head, rest))


def _may_be_of_head(line: str) -> bool:
    """Whether a line is short, begins as one by itself and does not end as a sentence."""
    if not line or len(line) > _LONGEST or "|" in line or "\t" in line:
        return False
    if _NO_HEAD_LINE.match(line) and not _SIGNED.match(line):
        return False
    return not breaks_off(line) and (_ENDED.search(line) is None or _SHORTENED.search(line) is not None)


def _is_dated(line: str) -> bool:
    """Whether a line is a date, or begins with one: `12 May 2009, as amended on 6 June 2019`."""
    return bool(_read_edition(line) or _read_date_line(line)) or any(
        one.whole and not one.span.start for one in find_dates(line)
    )


def _states_nothing(line: str) -> bool:
    """Whether a line gives no figure but days, and those of an address beside a name."""
    rest = list(line)
    for one in find_dates(line):
        rest[one.span.start : one.span.end] = " " * (one.span.end - one.span.start)
    if not any(map(str.isdigit, rest)) or _read_signature(line, meant_for=False) is not None:
        return True
    signed = _BY.match(line)
    return signed is not None and _read_name(signed["who"]) is not None


def _is_title(line: str) -> bool:
    """Whether a first line is what a paper is called, and not a letterhead, a sender or a day."""
    if _LABEL.match(line) or _read_date_line(line) or count_words(line) < 2:
        return False
    person = _PERSON.fullmatch(line.split(",")[0])
    is_name = person is not None and (person["borne"] or not all(map(_is_ordinary, person[0].split())))
    return not _read_office(line) and not (is_name and count_words(line.split(",")[0]) <= 3 and not _has_paper(line))


def _has_paper(line: str) -> bool:
    return re.search(rf"\b{_PAPER}\b", line) is not None


def _is_ordinary(word: str) -> bool:
    return is_ordinary(word.strip(".,'’").lower())


def _find_author(lines: Sequence[str]) -> tuple[str, str]:
    """Who wrote it, and what is said of them: by a by-line, by `Report of …`, or by a name with what they are."""
    return next(_list_authors([*lines[:1], *(_split_day(line)[0] for line in lines[1:])]), ("", ""))


def _list_authors(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    for line in lines[1:]:
        if labelled := _LABELLED.match(line):
            name, *rest = _FOR_WHOM.split(labelled["who"].strip(), maxsplit=1)
            yield name, " ".join(rest).strip()
    for line in lines[1:]:
        if (found := _BY.match(line)) and (author := _read_name(found["who"])):
            whose = re.sub(rf"^{_PAPER}(?: (?:of|from) (?:the )?|$)", "", found["whose"] or "")
            yield author[0], ", ".join(part for part in (author[1], whose.strip(" ,")) if part)
    for line in lines[1:]:
        if (found := _PAPER_OF.search(line)) and (author := _read_name(found["who"])):
            yield author
    for line in lines[1:]:
        if author := _read_signature(line, meant_for=_MEANT_FOR.match(lines[0]) is not None):
            yield author
    if (found := _PAPER_OF.search(lines[0])) and (office := _read_office(found["who"])):
        yield office, ""


def _read_name(said: str) -> tuple[str, str] | None:
    """A name and what follows it after a comma; none where it is only what somebody is: `the site inspector`."""
    name, rest = _FOR_WHOM.split(said.strip(), maxsplit=1) if _FOR_WHOM.search(said) else (said.strip(), "")
    person = _PERSON.fullmatch(name)
    office = _read_office(name)
    if not office and (person is None or count_words(name) < 2 or all(map(_is_ordinary, name.split()))):
        return None
    return office or name, rest.strip()


def _read_signature(line: str, *, meant_for: bool) -> tuple[str, str] | None:
    """Somebody's name with what they are: `Ruth Vale, land surveyor`, `Dr Ruth Vale`, `Harbour Office of Sund`."""
    name, *rest = (part.strip() for part in line.split(","))
    if _LABEL.match(line) or _read_date_line(line):
        return None
    if office := _read_office(name):
        return None if meant_for and not rest else (office, ", ".join(rest))
    person = _PERSON.fullmatch(name)
    if person is None or count_words(name) < 2:
        return None
    told = any(one[:1].islower() or _read_office(one) for one in rest)
    is_name = not _is_ordinary(name.split()[0])
    return (name, ", ".join(rest)) if person["borne"] or (told and is_name) else None


def _read_office(said: str) -> str:
    """The name of an office or another institution, without its article; empty where it is none.

    What it is stands at the end of its first words: `Works Office of Sund`, and not `Council Budget`.
    """
    found = _OFFICE.fullmatch(said.strip())
    if found is None:
        return ""
    last = found["first"].split()[-1]
    return found["name"] if is_institution([last]) else ""


def _split_day(line: str) -> tuple[str, Date | None]:
    """A line without the date that ends it after a comma, and that date: `Works Office of Sund, 3 May 2021`."""
    found = find_dates(line)
    before = line[: found[0].span.start].rstrip() if len(found) == 1 else ""
    if not before.endswith(",") or not found[0].year or found[0].to_year or line[found[0].span.end :].strip():
        return line, None
    return before.rstrip(" ,"), found[0]


def _read_signed_day(line: str) -> Date | None:
    """The date that ends a line after a comma: a day, or a month or year after the name of whoever signed a paper."""
    name, dated = _split_day(line)
    return dated if dated and (dated.whole or _read_signature(name, meant_for=False)) else None


def _read_date_line(line: str) -> Date | None:
    """The date of a line that says hardly anything else; none where it can be read in two ways or names several.

    A day may have some words beside it, a month or a year none but those that say what it is the date of.
    """
    found = find_dates(line)
    if len(found) != 1 or not found[0].year or found[0].to_year:
        return None
    rest = _DATED.sub("", line[: found[0].span.start]) + line[found[0].span.end :]
    room = _BESIDE_A_DAY if found[0].whole else 0
    return found[0] if count_words(rest) <= room and not re.search(r"\d", rest) else None


def _find_date(lines: Sequence[str]) -> str:
    """The date of the one line that is one; empty where the head names a later one, which may be a new edition's."""
    dates = {one[1:]: one for line in lines[1:] if (one := _read_edition(line))}
    dates = dates or {one[1:]: one for line in lines[1:] if (one := _read_date_line(line))}
    dates = dates or {one[1:]: one for line in lines[1:] if (one := _read_signed_day(line))}
    if len(dates) != 1:
        return ""
    (held,) = dates.values()
    named = (one for line in lines for one in find_dates(line) if one.year and one.month)
    if any(_reach(one) > _reach(held) for one in named):
        return ""
    return "-".join([f"{held.year}", *(f"{part:02}" for part in (held.month, held.day) if part)])


def _read_edition(line: str) -> Date | None:
    """The date of a line that says which edition this is: the one it names before it says which it replaces."""
    edition = _EDITION.match(line)
    found = find_dates(_INSTEAD.split(line)[0]) if edition else ()
    return found[0] if len(found) == 1 and found[0].year and not found[0].to_year else None


def _reach(one: Date) -> tuple[int, int, int]:
    """The last day that a date may mean."""
    return one.year, one.month or 12, one.day or 31
