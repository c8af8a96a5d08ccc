"""Who wrote a document, in what role, when, and whether they saw it themselves: as far as the document says so.

It is read from what every letter has: a line `From:`, a signature, a letterhead, a date, and words that name a role.
Where nothing says it the role is unknown, and nobody is made a party or an authority by guess.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from functools import lru_cache
from itertools import chain
from typing import Literal, TypeAlias

from pydantic import Field

from foam.evidence.document import Document
from foam.examination.finding import Role
from foam.text.figures import parse_date
from foam.text.mentions.dates import find_dates
from foam.text.names import is_institution
from foam.text.stem import stem
from foam.text.words import count_words, split_letters
from foam.values import CleanLine, Value

Knowledge: TypeAlias = Literal["first-hand", "reported", "unknown"]

_ROLE_WORDS: dict[Role, str] = {
    "independent": """
adjuster arbitrator architect assessor auditor auditors actuary bystander coroner doctor electrician engineer examiner
expert geologist historian hydrologist inspector inspectors interpreter investigator laboratory mechanic meteorologist
midwife notary nurse ombudsman ombudswoman paramedic pathologist physician plumber police psychologist scientist
statistician surveyor therapist toxicologist valuer vet witness
""",
    "party": """
advocate appellant applicant borrower buyer claimant complainant contractor customer daughter defendant developer driver
employee father guardian heir husband insured landlady landlord leaseholder lessee lessor licensee mother
neighbor neighbors neighbour neighbours objector objectors operator owner owners parent parents passenger patient
petitioner plaintiff policyholder proprietor pupil representative resident residents respondent seller shareholder son
student supplier tenant tenants trader wife
""",
    "authority": """
adjudicator admissions authority board bureau caseworker chair clerk commission commissioner committee council
councillor court department directorate faculty government headteacher inspectorate judge licensing magistrate ministry
municipality office officer official panel parliament principal registrar registry secretariat tribunal
""",
}
_ROLE_WORDS["unknown"] = "employer"
"""Words for people who are a party to one matter and a stranger to another: they tell who writes, and no role."""
_ROLES = {word: role for role, words in _ROLE_WORDS.items() for word in words.split()}
_ADDRESSED = re.compile(r"\b(?:to|for|against)(?: (?:the|our|my|your))?\b.*$", re.IGNORECASE)
"""What is said of whom a document is meant for says nothing of its author."""
_FROM = re.compile(
    r"^(?:from|author|by|written by|prepared by|submitted by|kept by|compiled by|"
    r"statement (?:of|by)|issued by)\b:?\s+(.{2,120})$",
    re.IGNORECASE,
)
_TITLED = re.compile(
    r"\b(?:(?:statement|report|letter|note|opinion|testimony|declaration|affidavit) (?:of|by|from)|(?:kept|compiled|"
    r"drawn up|filled in|written) by) (.{2,80})$",
    re.IGNORECASE,
)
_SIGNED = re.compile(r"^(?:\(?(?:signed|signature)\)?\b(?: by)?[:,]?)\s*(.{0,120})$", re.IGNORECASE)
_FOR = re.compile(r"^For [^:]{3,40}: |^(?:Taken|Received|Checked) by: ")
_SIGNED_HERE = re.compile(r"(?:^|(?<=[\w.,] ))\(signed\)\.?$", re.IGNORECASE)
"""A mark under or beside the name that stands there."""
_CLOSING = re.compile(
    r"^(?:yours (?:sincerely|faithfully|truly)|sincerely|(?:with )?(?:(?:kind|best|warm) )?regards|respectfully)\W*$",
    re.IGNORECASE,
)
_TO = re.compile(r"^(?:to|cc|re|subject|ref(?:erence)?|dear|attention|attn)\b", re.IGNORECASE)
_ADDRESS = re.compile(r"\b[A-Z]\w+ \d+[a-z]?(?:,|$)")
"""A house with its number: `Alder Court 5` is no court."""
_DATED = re.compile(r"^(?:date|dated|sent|issued|published)\b:?\s*(.+)$", re.IGNORECASE)
_HEADED = re.compile(
    r"(?:^|[,.] )(?:(?!your |my |our |the |this )\w+ ){0,2}?(?:memo(?:randum)?|minutes|note|record|report|protocol|"
    r"statement|summary|assessment|opinion|certificate|list|log|extract|survey|invoice|bill|receipt|"
    r"offer|estimate|notice)\b[^.;]{0,60}?\b(?:of|on|dated) "
    r"(?:\w+day,? )?$",
    re.IGNORECASE,
)
"""What leads up to the day of a paper in its own heading: `Parish office, report of`, `Minutes of the meeting of`."""
_DRAWN_UP = re.compile(
    r"(?:^|[,.] |\band )(?:drawn up|printed|issued|written|made|kept|signed|prepared|completed)\b[^.;]{0,50}?\bon "
    r"(?:\w+day,? )?$",
    re.IGNORECASE,
)
"""The same for a line that says when the paper was made: `Drawn up on`."""
_PAPER = re.compile(
    r"\b(?:memo(?:randum)?|minutes|note|record|report|protocol|statement|summary|assessment|opinion|certificate|list|"
    r"log|extract|survey|invoice|receipt|offer|estimate|notice|letter|form|document|paper|plan|sheet|table|book|copy|"
    r"decision|draft|application|complaint|appeal|this|i|we)\b",
    re.IGNORECASE,
)
"""What may be said to be drawn up on a day, and be the paper in which that is said."""
_GOES_ON = re.compile(r",? (?:the|it|he|she|they)\b", re.IGNORECASE)
"""How a sentence goes on that tells of something else: `Signed on 3 May 1995, the act bans it.`"""
_NAME = re.compile(
    r"(?:(?:Mr|Mrs|Ms|Mx|Dr|Prof|Sir|Dame|Judge|Sgt|Capt|Inspector|Officer)\.? )?"
    r"[^\W\d_a-z][\w'’.-]*(?: (?:(?:de|del|den|der|di|du|la|le|of|the|and|for|van|von|ter) )*[^\W\d_a-z][\w'’.-]*){1,7}"
)
_DESCRIBED = re.compile(rf"{_NAME.pattern}, [a-z][^.]{{3,60}}$")
"""A line with a name and what the person is: `Dr Ruth Vale, land surveyor`."""
_HEARSAY = re.compile(
    r"\b(?:(?:I|we) (?:was|were|have been|had been) (?:told|informed)|(?:told|informed|assured) (?:me|us)\b|"
    r"(?:I|we) (?:heard|understand|gather|learned|learnt) (?:from|that)|according to|from what I (?:heard|was told)|"
    r"as reported (?:to me|by)|apparently|it is said)",
    re.IGNORECASE,
)
_SEEN = re.compile(
    r"\b(?:I|we) (?:\w+ly )?(?:saw|watched|observed|measured|inspected|examined|tested|counted|photographed|visited|"
    r"attended|noted|recorded|weighed|checked|found|heard (?:him|her|them|it|the)|(?:was|were) (?:there|present)|stood|"
    r"took)",
    re.IGNORECASE,
)
_KEPT = re.compile(
    r"\b(?:registers?|registry|logs?|logbooks?|ledgers?|rolls?|timetables?|attendance|minutes|inventory|readings?|"
    r"measurements?|schedules?|calendar|index|roster|rota|statistics|tables?|lists?|records?|extracts?|print-?outs?|"
    r"(?:incident|accident|inspection|test|laboratory|lab|survey|duty|shift) reports?)\b",
    re.IGNORECASE,
)
"""Papers that are kept as things happen: the people in their titles are those they are about."""
_OWN = re.compile(r"\b(?:my|our)\b|['’]s? (?:\w+ )?(?:log|diary|notes?|list|record|table)s?\b", re.IGNORECASE)
"""What makes a log or a list somebody's own: `my log`, `the tenant's list`."""
_ROW = re.compile(r"^\s*\|")
_LEAST_ROWS = 3
_HEAD, _FOOT = 8, 8
"""Lines at the top, and at the bottom, that may say who writes."""
_LONGEST_HEADING = 80
_NO_DAY = re.compile(r"\d|\bborn\b", re.IGNORECASE)
"""What makes of a short line with a day something else: a birth, a stretch of days, an entry with a figure."""
_REMEMBERED = 500
"""Papers whose day is remembered: every check of days asks for it."""
_DEFINES = re.compile(
    r"(?!(?:this|these|we|i|my|our|you|your|dear|to)\b)(?P<subject>[^.;!?]{3,240}?)[,)]? "
    r"(?:is|are|was|were|refers to|means|describes)(?: \w+ly)? (?:an?|the|any|one|when|what|those|part)\b",
    re.IGNORECASE,
)
"""How an article of a reference work begins: with what it is about, and what that is."""
_ARTICLE = 3000
"""Characters from which on a text may be such an article; a letter is shorter."""
_TELLING, _SENTENCE = 4, 8
"""Letters of a word of a title that counts; words of a line that may be its first sentence."""
_HEADINGS = 3
"""Lines at the top that may be the heading of a paper."""
_BESIDE_A_DAY = 4
"""Words that may stand beside the day in the line that dates a letter: `Lower Ham, 3 May 2021`."""


class Author(Value):
    """Who wrote a document, as far as it says so."""

    name: CleanLine = ""
    role: Role = "unknown"
    signed: bool = False
    knowledge: Knowledge = "unknown"
    """Whether they tell what they saw and did, or what others told them."""
    dated: date | None = None
    corrected: bool = Field(default=False, exclude_if=lambda corrected: not corrected)
    """Whether somebody said the role."""
    called: tuple[str, ...] = ()
    """The words for a role that the document has of its author: `site inspector` gives `inspector`."""

    @property
    def surname(self) -> str:
        """The last word of the name, without what is said of the person: `Ann Lind, teacher` is Lind."""
        return next(iter(self.name.split(",")[0].split()[-1:]), "")


def read_author(document: Document, *, part: str = "document") -> Author:
    """The author of a document. Rules and the decision are the authority's.

    An article about what its title names is not by it: only its citation says who wrote it, and when.
    """
    if part == "document" and is_about_title(document):
        cited = document.citation
        return Author(
            name=cited.author,
            role=_find_role((cited.author_qualifications, cited.author)),
            knowledge=_read_knowledge(document.text),
            dated=parse_date(cited.published),
        )
    lines = [line.strip() for line in document.text.split("\n") if line.strip()]
    signer, title = _read_signature(lines)
    written = _read_from(lines)
    letterhead = _read_letterhead(lines)
    cited = document.citation
    last = _read_last_line(lines)
    name = signer or _cut_name(written) or cited.author or _cut_name(last) or letterhead
    headings = [
        line
        for line in lines[:2]
        if len(line) <= _LONGEST_HEADING
        and not line.endswith(".")
        and not _TO.match(line)
        and not _ADDRESS.search(line)
    ]
    signed_as = (title, written, last, cited.author_qualifications, name)
    titles = (letterhead, cited.title, *headings)
    role: Role = "authority" if part != "document" else _find_role(signed_as)
    if role == "unknown":
        role = _find_role(titles, about=is_kept(document))
    return Author(
        name=name,
        role=role,
        signed=bool(signer) or any(_SIGNED_HERE.search(line) for line in lines[-_FOOT:]),
        knowledge=_read_knowledge(document.text),
        dated=_read_day(document, lines),
        called=tuple(dict.fromkeys(word for line in (*signed_as, letterhead, *headings) for word in _list_roles(line))),
    )


def is_about_title(document: Document) -> bool:
    """Whether a long text begins by saying what its title is, as an article of a reference work does."""
    title = {stem(word.lower()) for word in split_letters(document.citation.title) if len(word) >= _TELLING}
    if len(document.text) < _ARTICLE or not title:
        return False
    first = next((line for line in map(str.strip, document.text.split("\n")) if count_words(line) >= _SENTENCE), "")
    found = _DEFINES.match(first)
    if found is None:
        return False
    told = {stem(word.lower()) for word in split_letters(found["subject"])}
    return 2 * len(title & told) >= len(title)


def is_kept(document: Document) -> bool:
    """Whether a paper is a register, a log or a table, which argues nothing: by its title, or by its form."""
    lines = [line.strip() for line in document.text.split("\n") if line.strip()]
    rows = sum(bool(_ROW.match(line)) for line in lines)
    if rows >= _LEAST_ROWS and 2 * rows > len(lines):
        return True
    headings = [line for line in lines[:2] if len(line) <= _LONGEST_HEADING and not line.endswith(".")]
    titles = (document.citation.title, *headings)
    return any(_KEPT.search(line) for line in titles) and not any(_OWN.search(line) for line in titles)


def _read_signature(lines: list[str]) -> tuple[str, str]:
    """The name under a letter and the line that says what the signer is."""
    foot = lines[-_FOOT:]
    for number, line in enumerate(foot):
        below = foot[number + 1 :]
        if (found := _SIGNED.match(line)) and found[1].strip(" :,."):
            return _cut_name(found[1]), f"{found[1]} {' '.join(below[:1])}"
        above = f"{foot[number - 1] if number else ''} {line}" if _SIGNED_HERE.fullmatch(line) else line
        if _SIGNED_HERE.search(line) and not _TO.match(above) and (name := _cut_name(_FOR.sub("", above))):
            return name, above
        if (found or _CLOSING.match(line)) and below and (name := _cut_name(below[0])):
            return name, " ".join(below[:3])
    return "", ""


def _read_last_line(lines: list[str]) -> str:
    """A name that stands under a paper without more: `A. Petri`, `Ruth Vale, clerk`."""
    for line in lines[:0:-1][:2]:
        found = _NAME.match(line)
        is_name = found and (found[0] == line or line[found.end() : found.end() + 1] == ",") and not line.endswith(".")
        if found and is_name and not is_institution(found[0].split()) and not re.search(r"\d", found[0]):
            return line
    return ""


def _read_from(lines: list[str]) -> str:
    """What the head says after `From:`, `by` or `Statement of`."""
    for line in lines[:_HEAD]:
        if found := _FROM.match(line) or (not line.endswith(".") and _TITLED.search(line)):
            return found[1].strip(" .")
    return next((line for line in lines[: _HEAD // 2] if _DESCRIBED.match(line) and not _TO.match(line)), "")


def _read_letterhead(lines: list[str]) -> str:
    """The institution that a letter is headed with; nothing when the head is addressed to it."""
    for line in lines[: _HEAD // 2]:
        if _TO.match(line):
            return ""
        name = (
            _NAME.fullmatch(line.rstrip(","))
            if len(line) <= _LONGEST_HEADING and not line.endswith((".", ":"))
            else None
        )
        if name and is_institution(name[0].split()):
            return name[0]
    return ""


def _cut_name(said: str) -> str:
    """The name at the head of a line: `Anna Berg, surveyor` is `Anna Berg`."""
    found = _NAME.match(said.strip())
    return found[0].rstrip(".,") if found else ""


def _find_role(told: tuple[str, ...], *, about: bool = False) -> Role:
    """The role that the first of these lines names; of several in one line an independent one, else the first.

    Where the lines say what a paper is `about`, a party in them is not its author.
    """
    for line in told:
        found = [role for word in _list_roles(line) if (role := _ROLES[word]) != "party" or not about]
        found = [role for role in found if role != "unknown"]
        if found:
            return "independent" if "independent" in found else found[0]
    return "unknown"


def _list_roles(line: str) -> list[str]:
    """The words for a role in a line, without those of whom it is meant for."""
    return [word for word in map(str.lower, split_letters(_ADDRESSED.sub("", line))) if word in _ROLES]


def _read_knowledge(text: str) -> Knowledge:
    heard, seen = len(_HEARSAY.findall(text)), len(_SEEN.findall(text))
    if not heard and not seen:
        return "unknown"
    return "reported" if heard > seen else "first-hand"


def _read_day(document: Document, lines: list[str]) -> date | None:
    """The day a document bears: at its head, under its signature, or as its citation says."""
    return next(_list_days(document, lines), None)


def _list_days(document: Document, lines: list[str]) -> Iterator[date]:
    for line in chain(lines[:_HEAD], lines[-_FOOT:]):
        labelled = _DATED.match(line)
        first = next((one for one in find_dates(line) if one.whole), None)
        rest = first and line[: first.span.start] + line[first.span.end :]
        if (
            first
            and first.whole
            and (labelled or (count_words(rest or "") <= _BESIDE_A_DAY and not _NO_DAY.search(rest or "")))
        ):
            yield first.whole
    if (day := parse_date(document.citation.published)) is not None:
        yield day
    if (day := find_headed_day(document.text)) is not None:
        yield day


@lru_cache(maxsize=_REMEMBERED)
def find_headed_day(text: str) -> date | None:
    """The day that a paper's heading gives it, or a line that says when it was made."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    headed = (day for line in lines[:_HEADINGS] for day in _list_led_up(line, _HEADED))
    made = (day for line in chain(lines[:_HEAD], lines[-_FOOT:]) for day in _list_made(line))
    return next(chain(headed, made), None)


def _list_made(line: str) -> Iterator[date]:
    """The days of a line on which it says that the paper itself was made, not a law or a treaty that it tells of."""
    for one in find_dates(line):
        if one.whole and (lead := _DRAWN_UP.search(line[: one.span.start])):
            begins = lead.start() == 0 or lead[0].startswith(".")
            before, after = line[: lead.start()].rpartition(". ")[2], line[one.span.end :].partition(". ")[0]
            is_own = begins or (_PAPER.search(before) and count_words(after) <= _BESIDE_A_DAY)
            if is_own and not _GOES_ON.match(after):
                yield one.whole


def _list_led_up(line: str, lead: re.Pattern[str]) -> Iterator[date]:
    """The days of a line that such words lead up to."""
    yield from (one.whole for one in find_dates(line) if one.whole and lead.search(line[: one.span.start]))
