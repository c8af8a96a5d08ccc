"""Under which line a sentence stands: items of a list mean what the line above them says that they are.

A line that ends in a colon, or says that something follows, leads in what stands under it. Items may have bullets or
numbers; many texts lost them, so that each item, or a few of them, is a paragraph of its own. Such a list goes on as
long as its paragraphs are built alike; one whose items stand close together ends at an empty line and a longer
paragraph. A paragraph in the first person after `she wrote:` is what she wrote.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from foam.text.segment import split_sentences

_LINE = re.compile(r"[^\n]+")
_MARK = re.compile(
    r"\s*(?:(?P<bullet>[-*•·‣◦▪–—])|(?P<number>\(?\d{1,3}[.)])|(?P<letter>\(?(?:[a-z]|[ivx]{1,4}|[IVX]{1,5})[.)]))\s+(?=\S)"
)
"""What an item of a list begins with."""
_REFERENCE = re.compile(r"\s*\[(?:REF|\d{1,3}|[a-z]|note \d+|citation needed)\]")
_COLON = re.compile(r":[\s.]*$")
_FOLLOWS = re.compile(
    r"\b(?:as follows|(?:are|were|is|was|be) the following|(?:listed|outlined|set out|summari[sz]ed|given|described|"
    r"shown|found) below)[\s.]*$",
    re.IGNORECASE,
)
_SAYS = re.compile(
    r"\b(?:wr(?:ites?|ote)|sa(?:ys?|id)|state[sd]?|argue[sd]?|declare[sd]?|explain(?:s|ed)|conclude[sd]?|add(?:s|ed)|"
    r"note[sd]?|observe[sd]?|continue[sd]?|repl(?:ies|ied))\s*[,:][\s.]*$",
    re.IGNORECASE,
)
"""How a line ends after which somebody's words stand."""
_FIRST_PERSON = re.compile(r"\b(?:I|[Ww]e|[Oo]urs?|us|[Mm]y|me)\b")
_VOICE = re.compile(r"\W*(?:I|[Ww]e|[Oo]ur|[Mm]y)\b")
_QUOTATION = re.compile(r"[\"“][^\"”]*[\"”]")
_LETTER_HEAD = re.compile(
    r"\s*(?:dear|to|from|date|cc|re|subject|attention|hello|ladies|my lords?|madam|sirs?|yours)\b", re.IGNORECASE
)
"""How the head of a letter begins, which leads in no list."""
_SIDE = re.compile(
    r"\W*(?:the )?(?:(?:main |chief |principal )?(?:arguments?|reasons?|points?|case|views?|claims?) )?"
    r"(?:(?:in )?favou?r(?: of)?|for|against|pros?|cons?|pro and con|supporters?|opponents?|proponents?|critics?|"
    r"advocates?|support|opposition|criticisms?|objections?|advantages|disadvantages|benefits|drawbacks|yes|no)\b[^.!?]*",
    re.IGNORECASE,
)
"""A heading within a list that says whose side its items are on."""
_HELD = re.compile(
    r"\b(?:argu(?:e[sd]?|ing|ments?)|claim(?:s|ed|ing)?|critic(?:s|ism|isms|i[sz]e[sd]?)|opponents?|opposition|"
    r"supporters?|proponents?|advocates?|campaign(?:s|ers)?|alleg(?:e[sd]?|ations?)|contend(?:s|ed)?|contentions?|"
    r"assert(?:s|ed|ions?)?|say|says|said|saying|believe[sd]?|beliefs?|insist(?:s|ed)?|maintain(?:s|ed)|"
    r"states? that|stat(?:ed|ing)|writes?|wrote|comment(?:s|ed)|remark(?:s|ed)|adds? that|added|told|declare[sd]?|"
    r"objections?|objected|object to|complain(?:s|ed|ts?)?|complaints?|(?<!-)views?|opinions?|propos(?:e[sd]?|als?)|"
    r"suggest(?:s|ed|ions?)?|demand(?:s|ed)?|concerns? (?:are|were|about|over|of|raised)|according to|pros and cons|"
    r"(?:in favou?r|for) (?:and|or) against|slogans?|allegedly|myths?|"
    r"(?:advanc(?:e[sd]?|ing)|offer(?:s|ed)?|put forward|g[ai]ves?|given|came up with) (?:[\w-]+ ){0,3}"
    r"(?:ideas|explanations?|theor(?:y|ies)|hypothes[ei]s|excuses?))\b",
    re.IGNORECASE,
)
"""Words by which a line says that what stands under it is what somebody holds."""
_NARRATIVE = re.compile(
    r"(?:in|on|by|since|after|before|during|until|as of) (?:the )?(?:[a-z]+ )?(?:\d|january|february|march|april|may|"
    r"june|july|august|september|october|november|december)",
    re.IGNORECASE,
)
_NAME = re.compile(r"\b[A-Z][a-z]{2,}\b")
_OPEN = re.compile(r"[;,](?: and| or)?$")
"""How an item ends after which another comes."""
_STRAY = re.compile(r"\s+\.\s*$")
"""A full stop that stands apart, as texts taken from a wiki have it after what has none."""
_ENDED = re.compile(r"[.!?…][\"'”’)\]]*$")
_SENTENCE_END = re.compile(r"(?<=[.!?])[\"'”’)\]]*\s+(?=[\"'“‘(]?[A-Z\d])")
_SHORT_LEAD, _HEADING = 6, 8
"""Words up to which a line within a list is a heading of some of its items, and up to which one heads a list at all."""
_LABEL = 2
"""Words up to which a line with a colon is but a label, such as `Summary:`, unless items with marks follow it."""
_MOST_OF_ONE, _MOST_OF_SEVERAL, _FEW, _LONGER = 30, 22, 12, 1.5
"""Words of a sentence, on average: those of an item and of a paragraph of several at most, those up to which any other
item may go on a list, and how much longer than the longest before it one may be that has more."""
_MOST_SAID = 60
"""Words of an item that has a head above it."""
_LOOKED_AT = 12
"""Items to which the next is likened."""
_OF_BLOCK, _LEAST_OF_BLOCK, _SHORT_OF_BLOCK = 4, 3, 2
"""Lines that are looked at to tell a block of items, how many there must be, and how many of them short."""
_OF_ONE = 2
"""Sentences of one item, of which the second may go on from the first."""
_ANY_OPENING = frozenset({"the", "a", "an", "in", "on", "at", "by", "since", "after", "for"})
"""Words with which any sentence may begin: two that do are not built alike."""
_LABELLED = re.compile(r"[^:.;]{2,60}(?:: |—|–)\S")
"""An item that names what it is about before it speaks of it."""
_MOST_LEAD = 60
"""Words of a line that are told; of a longer one the last."""


class Listed(NamedTuple):
    """A stretch of a text that stands under a line, and that line; of nested lists the lines, outermost first."""

    start: int
    end: int
    under: str


class _Line(NamedTuple):
    start: int
    end: int
    text: str
    """Without marks of references and the white space around it."""
    mark: str
    """How the item is marked: `bullet`, `number`, `letter`; empty where it is not."""
    label: str
    is_referenced: bool
    """Whether marks of references stand in it."""
    is_apart: bool = False
    """Whether an empty line stands before it."""
    lost_quotation: bool = False
    """Whether only the full stop is left of what stood below it."""
    has_stray: bool = False
    """Whether a full stop stands apart at its end, where a wiki's layout was taken off."""

    @property
    def words(self) -> int:
        return len(self.text.split())

    @property
    def sentences(self) -> list[str]:
        return _SENTENCE_END.split(self.text)

    @property
    def mean_words(self) -> float:
        return self.words / len(self.sentences)

    @property
    def is_ended(self) -> bool:
        return _ENDED.search(self.text) is not None

    @property
    def leads(self) -> bool:
        found = _COLON.search(self.text) or _FOLLOWS.search(self.text) or _SAYS.search(self.text)
        return found is not None and not _LETTER_HEAD.match(self.text)


def find_lead(text: str, start: int) -> str:
    """The line or lines under which what begins at this place of a text stands in a list; empty where it does not."""
    found = find_listed(text)
    at = bisect_right(found, start, key=lambda one: one.start) - 1
    return found[at].under if at >= 0 and start < found[at].end else ""


def reports_views(lead: str) -> bool:
    """Whether a line says that what stands under it is what somebody argues, claims or proposes, not what is so."""
    return _HELD.search(lead) is not None or _names_side(lead)


def describe_lead(lead: str) -> str:
    """In words, for a reader of the sentence: under what it stands, and whether that makes it somebody's view."""
    if not lead:
        return ""
    held = ", which reports what somebody holds" if reports_views(lead) else ""
    return f"stands under: “{lead}”{held}"


@lru_cache(maxsize=256)
def find_listed(text: str) -> tuple[Listed, ...]:
    """Everything in a text that stands under a line, in its order."""
    lines: list[_Line] = []
    for match in _LINE.finditer(text):
        if any(map(str.isalnum, match[0])):
            above = text[lines[-1].end : match.start()] if lines else ""
            lines.append(_read_line(match)._replace(is_apart=above.count("\n") > 1))
        elif lines and match[0].strip() == ".":
            lines[-1] = lines[-1]._replace(lost_quotation=True)
    found, at = list[Listed](), 0
    while at < len(lines):
        stop, items = _read_list(lines, at) if _heads(lines, at) else (at + 1, [])
        found += items
        at = max(stop, at + 1)
    return tuple(found)


def _read_line(match: re.Match[str]) -> _Line:
    mark = _MARK.match(match[0])
    kind = mark.lastgroup or "" if mark else ""
    words = match[0][mark.end() :] if mark else match[0]
    label = mark[0].strip(" ().") if mark else ""
    told = _REFERENCE.sub("", words)
    stray = _STRAY.search(told) is not None
    plain = _STRAY.sub("", told).strip()
    is_referenced = _REFERENCE.search(words) is not None
    return _Line(match.start(), match.end(), plain, kind, label, is_referenced, has_stray=stray)


def _heads(lines: Sequence[_Line], at: int) -> bool:
    """Whether a line leads in those after it."""
    line, following = lines[at], lines[at + 1] if at + 1 < len(lines) else None
    if following is None or "|" in following.text or line.lost_quotation:
        return False
    if line.leads:
        return bool(following.mark) or line.words > _LABEL or _is_side(line)
    is_heading = not line.mark and not line.is_ended and line.words <= _HEADING
    return is_heading and bool(following.mark) and reports_views(line.text.lstrip("#= "))


def _is_side(line: _Line) -> bool:
    return not line.is_ended and _names_side(line.text)


def _names_side(text: str) -> bool:
    return len(text.split()) <= _SHORT_LEAD and _SIDE.fullmatch(text.rstrip(" :.")) is not None


def _read_list(lines: Sequence[_Line], at: int) -> tuple[int, list[Listed]]:
    """Where the list that a line leads in ends, and its items under that line and the headings between them."""
    if _is_list_missing(lines[at], lines[at + 1 : at + 3]):
        return at + 1, []
    outer, inner = _tell(lines[at]), ""
    stop, headed = _read_terms(lines, at)
    if headed:
        return stop, headed
    is_voice, is_block = _speaks_for_others(lines, at), False
    items: list[_Line] = []
    found: list[Listed] = []
    place = at + 1
    while place < len(lines):
        line = lines[place]
        following = lines[place + 1] if place + 1 < len(lines) else None
        opens = (is_block or (place == at + 1 and _is_topic(line))) and _opens_block(lines, place)
        is_block = opens or (is_block and not line.is_apart)
        if _is_heading_within(line, following, first=place == at + 1) or (opens and _is_topic(line)):
            inner, items = _tell(line), []
        elif "|" in line.text or (line.leads and not line.mark and not is_block):
            break
        elif is_block or (is_voice and _is_voiced(line)) or _is_item(line, items):
            inner = "" if opens and line.is_apart else inner
            found.append(Listed(line.start, line.end, " / ".join(filter(None, (outer, inner)))))
            items.append(line)
            if line.leads and not is_block and following is not None and _opens_own(line, following):
                inner = _tell(line)
        else:
            break
        place += 1
    if len(found) == 1 and not is_voice and _is_own_text(lines[at], lines[at + 1]):
        return at + 1, []
    return place, found


def _opens_block(lines: Sequence[_Line], at: int) -> bool:
    """Whether lines stand close together from here on, some of which are short and whole: items that lost their marks.

    Lines that were broken at the edge of a page go on in small letters. Where no line stands apart, each is a paragraph
    and none is near another.
    """
    if lines[at].mark or not any(line.is_apart for line in lines):
        return False
    tight = list(takewhile(lambda line: not line.is_apart, lines[at + 1 : at + 1 + _OF_BLOCK]))
    if len(tight) < _LEAST_OF_BLOCK or any(line.mark or line.text[:1].islower() for line in tight):
        return False
    return sum(line.is_ended and line.words <= _FEW for line in tight) >= _SHORT_OF_BLOCK


def _is_topic(line: _Line) -> bool:
    """Whether a line names in a few words what the items after it are about."""
    return not line.is_ended and not line.mark and line.words <= _SHORT_LEAD


def _speaks_for_others(lines: Sequence[_Line], at: int) -> bool:
    """Whether what a line leads in is somebody else's: it begins in the first person, and the text so far does not."""
    before = " ".join(_QUOTATION.sub("", line.text) for line in lines[: at + 1])
    return _VOICE.match(lines[at + 1].text) is not None and not _FIRST_PERSON.search(before)


def _is_voiced(line: _Line) -> bool:
    """Whether a paragraph is in the first person, or goes on from the broken line before it."""
    return _FIRST_PERSON.search(line.text) is not None or (not line.is_apart and line.text[:1].islower())


def _is_list_missing(lead: _Line, following: Sequence[_Line]) -> bool:
    """Whether a list was lost with its layout: several long sentences come after a line that quotes nobody; or only a
    full stop is left after the colon, and after an empty line comes prose on other things. Items have marks, are short
    or quoted, name what they are about, speak in the first person, or begin alike."""
    first, *others = following
    is_plain = first.is_ended and not (first.mark or _find_opening(first) or _LABELLED.match(first.text))
    if not is_plain or first.words <= _FEW or _FIRST_PERSON.search(first.text):
        return False
    is_long = len(first.sentences) > _OF_ONE and first.mean_words > _MOST_OF_SEVERAL
    if not (lead.has_stray and first.is_apart):
        return is_long and not _SAYS.search(lead.text)
    begins = {line.text.split()[0].lower() for line in following}
    return not others or len(begins) > 1 or not begins.isdisjoint(_ANY_OPENING)


def _is_own_text(lead: _Line, line: _Line) -> bool:
    """Whether the one paragraph after a line is the author's own again, and what the line led in was lost with its
    layout: it has references, goes on from what stood before, or speaks of whoever the line quotes.
    """
    if line.mark or _find_opening(line) == "quoted" or len(line.sentences) < _OF_ONE:
        return False
    if _SAYS.search(lead.text) and _FIRST_PERSON.search(line.text):
        return False
    said = {*_tell(lead).split(), *line.text.split()}
    speakers = {name for name in _NAME.findall(_tell(lead)) if name.lower() not in said}
    return line.is_referenced or not speakers.isdisjoint(_NAME.findall(line.text))


def _read_terms(lines: Sequence[_Line], at: int) -> tuple[int, list[Listed]]:
    """Where a list ends each item of which has a head of a few words above it, and its items under the line that leads
    it in and their heads. Where line breaks were lost, a head stands at the end of the item before its own.

    A single one may as well be a heading and the text under it: it is no list.
    """
    outer, head, stop = _tell(lines[at]), "", at + 1
    found: list[Listed] = []
    for place in range(at + 1, len(lines)):
        line = lines[place]
        said, following = _split_head(line)
        if line.mark or line.leads or "|" in line.text or bool(said) != bool(head) or len(said.split()) > _MOST_SAID:
            break
        if said:
            end = line.end - len(following) - 1 if following else line.end
            found.append(Listed(line.start, end, f"{outer} / {head}"))
            stop = place + 1
        head = following
    return (stop, found) if len(found) > 1 else (at + 1, [])


def _split_head(line: _Line) -> tuple[str, str]:
    """What a line says in sentences, and the few words without an end after them, which head what comes; either may be
    empty."""
    if line.is_ended:
        return line.text, ""
    *said, last = line.sentences
    is_short = len(last.split()) <= _SHORT_LEAD
    return (" ".join(said), last) if is_short else (line.text, "")


def _is_heading_within(line: _Line, following: _Line | None, *, first: bool) -> bool:
    """Whether a line of a list heads the items after it: by a colon, or as the name of a side."""
    if following is None or line.mark or line.words > _SHORT_LEAD:
        return False
    return (line.leads and (first or bool(following.mark) or _is_side(line))) or (not line.is_ended and _is_side(line))


def _opens_own(line: _Line, following: _Line) -> bool:
    """Whether an item that ends in a colon leads in those after it: not where the next follows it in its own row."""
    return bool(following.mark) and (following.mark != line.mark or line.mark == "bullet")


def _is_item(line: _Line, items: Sequence[_Line]) -> bool:
    """Whether a line is an item, the first or one more."""
    if not items:
        return bool(line.mark) or not _NARRATIVE.match(line.text)
    return _goes_on(items[0], items[-_LOOKED_AT:], line)


def _goes_on(first: _Line, items: Sequence[_Line], line: _Line) -> bool:
    """Whether a line is one more item of a list, by its mark or by its build; `items` are those right before it."""
    last = items[-1]
    if first.mark or line.mark:
        return bool(first.mark) and (bool(line.mark) or line.text[:1].islower())
    is_tight = last is not first and not last.is_apart
    if is_tight and line.is_apart and line.words > max(item.words for item in items):
        return False
    opening = _find_opening(line)
    if _find_opening(first) != opening or _NARRATIVE.match(line.text):
        return False
    if opening == "quoted" or all(_LABELLED.match(item.text) for item in (*items, line)):
        return True
    if _OPEN.search(last.text):
        return True
    longest = max(item.mean_words for item in items)
    is_alike = last.is_ended == first.is_ended == line.is_ended and line.mean_words <= max(_FEW, _LONGER * longest)
    return is_alike and _holds_items(first) and _holds_items(line)


def _holds_items(line: _Line) -> bool:
    """Whether a paragraph is an item, or some whose line breaks were lost: short sentences, none of which goes on from
    another."""
    sentences = line.sentences
    several = len(sentences) > _OF_ONE
    return line.mean_words <= (_MOST_OF_SEVERAL if several else _MOST_OF_ONE)


def _find_opening(line: _Line) -> str:
    """What a line begins with: a small letter, a quotation mark, or anything else."""
    sign = line.text[:1]
    return "small" if sign.islower() else "quoted" if sign in "\"'“‘" else ""


def _tell(line: _Line) -> str:
    """A line as it is told: its last sentence, with the one before where that says nothing alone."""
    sentences = [span.of(line.text).strip() for span in split_sentences(line.text)]
    last = next((n for n in range(len(sentences) - 1, -1, -1) if len(sentences[n].split()) > 1), 0)
    words = _COLON.sub(":", " ".join(sentences[last:])).lstrip("#= ").split()
    return " ".join(words if len(words) <= _MOST_LEAD else ("…", *words[-_MOST_LEAD:]))
