"""Sentences of a normalised text. Made for English prose first.

nupunkt (a Punkt model trained on legal and general English) proposes where sentences end; the small rules below mend
what it gets wrong on the texts we measured (`docs/text.md`). `SEGMENTER` names both. Documents keep where their
sentences end, so a new name here never moves an old sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from nupunkt import sent_spans

from foam_quotes.text.figures import MONTHS
from foam_quotes.text.ordinary import is_ordinary
from foam_quotes.text.span import Span, spans_from_ends

SEGMENTER = "foam-sentences-8+nupunkt-0.8"

LONGEST = 1500
"""No sentence is longer: text without punctuation is cut at a comma or a space."""

_CHUNK = 4_000
"""The proposer sees at most this much at once; some of its patterns are quadratic in runs of punctuation."""
_SMALL_CHUNK = 250
"""The same where a run of punctuation is longer than any in prose."""
_LONGEST_LABEL = 60
_COLON = re.compile(r":(?:[\s.*_]|\[[^\[\]]{0,40}\])*$")
"""A colon at the end, whatever marks of references or stray full stops stand after it."""

_STARTERS = (
    "The|This|That|These|Those|There|It|He|She|They|We|You|His|Her|Their|Our|Its|In|On|At|But|And|However|"
    "Although|Though|While|When|If|As|After|Before|Since|For|From|Many|Most|Some|Few|Several|No|Not|Nobody|So|Then|"
    "Thus|Yet|Another|Both|By|Despite|During|Each|To|With|What|Who|Why|How|One"
)

_PARAGRAPH = re.compile(r"[^\n]*\n|[^\n]+")

_REFERENCE = r"(?:[ ]?\[(?:REF|\d{1,3}|[a-z]|note[ ]\d+|citation[ ]needed)\])"

_TAIL = re.compile(rf"[\"')\]]{{0,99}}{_REFERENCE}{{0,99}}(?: ?[.!?](?=\s|\Z))?\s{{0,99}}")
"""Closing marks, reference marks and stray stops that belong to the sentence before them."""

_MISSED = re.compile(
    rf"""[.!?](?:
        (?<=[a-z]{{4}}\.)\d{{1,3}}\ (?=[A-Z])                                # a note's number: "settled.12 A later"
      | (?<=[a-z]{{2}}.)["')\]]*{_REFERENCE}*(?=(?:{_STARTERS})\ )          # no space: "was over.The next"
      | (?<=\]\.)(?=[A-Z][a-z]*\ )                                         # "of 48.1% [REF].The effects"
      | (?<=[a-z)\]"'0-9].)["')\]]*{_REFERENCE}+\s?(?=["'(]?[A-Z])           # "in 1994.[12] Prisons"
      | (?:(?<=[ap]\.m\.)|(?<=[A-Z]\.[A-Z]\.)|(?<=Ph\.D\.)|(?<=\betc\.)|(?<=\b(?:Inc|Ltd)\.)|(?<=\b(?:Co|Jr|Sr)\.)
        )\s(?=(?:{_STARTERS})\s[a-z])                                        # "to the U.S. Her brother"
      | (?<=\b[ns]o\.)\s(?=["'(]?[A-Z])                                      # "no." counts only before a digit
      | (?<=[a-z0-9]{{2}}\.)\s(?=[ei][A-Z][a-z])                             # "in 1945. eBay"
      | (?<=[a-z]{{3}}\.)\s(?=(?:Mr|Mrs|Ms|Mx|Dr|Prof)\.?\ [A-Z][a-z])        # "off the lead. Ms Hall"
    )""",
    re.VERBOSE,
)
"""Ends the proposer misses."""

_WORD_END = re.compile(r"(?<![\w.'’-])([a-z]{3,})\.[\"')\]]*\s(?=[\"'(]?(?:[A-Z][a-z]|[AI]\s))")
"""A whole word in small letters before a stop: the proposer takes some, such as `can`, for shortened ones."""
_SHORTENED_WORDS = """
art cont cor corp dec def dept dim dir elect est etc ext fig gen gov inf info ins int mar max mem min mins
mod mon nat neg per prep prod prop prov pub rec ref reg rep rev sec sim spec stat sub tech temp trans var vol
"""
_SHORTENED = frozenset(_SHORTENED_WORDS.split())
"""Words of the language that are also written for longer ones before a name: `cap`, `fed` or `sun` in small letters are
not. Before a word with which sentences begin and names do not they end a sentence, too."""

_LABEL = re.compile(
    r"\s*(?:\(?(?:\d{1,3}(?:\.\d+)*|[ivxlcIVXLC]{1,5}|[A-Za-z])[.)]"
    r"|(?:(?:Chapter|Section|Part|Article|Appendix|Rule|Title|Step|Book) [IVXLC]+"
    rf"|(?!(?i:{'|'.join(MONTHS)})\b)[A-Z][a-z]+(?:-[a-z]+)? "
    r"[A-Z]?\d{1,4}[a-z]?(?:\.\d+)*(?:\([\dA-Za-z]{1,4}\))*)[.:])\s*"
)
"""A number or letter that only labels what follows it in the same paragraph."""

_ABBREVIATED = re.compile(
    r"(?:\b(?:Lt|Gen|Sen|Rep|Col|Capt|Sgt|Prof|Dr|Mr|Mrs|Ms|St|Ft|Mt|Gov|Rev|Hon|Messrs|vs|Vs|v|cf|Cf|Fig|Figs|Eq|"
    r"No|Nos|pp|vol|Vol|ch|para|art|Art|sec|Sec|App|Appx|Cir|Civ|Crim|Fed|Supp|Phys|Chem|Biol|Econ|Geog|approx|viz|al|ed|eds|trans)"
    r"|\b(?:U\.S|U\.K|U\.N|E\.U)|\b(?:[A-Z]\.){2,}[A-Z]|(?<![A-Za-z])[A-Z])\.\s+"
)
_LEADS_ON = re.compile(r"\b(?:e\.g|i\.e)\.\s+$")
"""After these something follows in the same sentence, whatever word it begins with."""
_ROW = re.compile(r"[.\s]*\|-(?!-)")
"""How a row of a wiki's table begins."""
_ANONYMOUS = re.compile(rf"(?:{_STARTERS})\b")
_LOWER = re.compile(r"""["'(\[]{0,99}[a-z](?![A-Z])""")
_LETTER = re.compile(r"[^\W_]")
_PUNCTUATION = re.compile(r"[^\w\s]+")
_STOP = re.compile(r"[.!?…]")


def split_sentences(text: str) -> tuple[Span, ...]:
    """The sentences in order; they cover the text exactly. White space belongs to the sentence before it."""
    ends: list[int] = []
    for paragraph in _PARAGRAPH.finditer(text):
        ends += (paragraph.start() + end for end in _find_ends(paragraph[0]))
    return spans_from_ends(ends)


def _find_ends(text: str) -> Iterator[int]:
    if not _LETTER.search(text):  # marks alone are one sentence, and millions of them cost nothing
        return _cap_length(text, [len(text)])
    proposed = _add_missed(text, _propose_ends(text))
    kept = _drop_false(text, sorted({_move_past_tail(text, end) for end in proposed}))
    return _cap_length(text, kept)


def _propose_ends(text: str) -> set[int]:
    """Where the proposer ends sentences, asked in chunks; the end of the text is always one."""
    ends = {len(text)}
    if len(text) <= _CHUNK and not _STOP.search(text, 0, len(text.rstrip()) - 1):
        return ends
    start = 0
    while start < len(text):
        stop = _find_chunk_end(text, start)
        found = [start + end for _, end in sent_spans(text[start:stop])]
        whole = stop == len(text) or len(found) < 2
        ends.update(found if whole else found[:-1])  # where a chunk was cut no sentence ends
        start = stop if whole else found[-2]
    return ends


def _find_chunk_end(text: str, start: int) -> int:
    stop = len(text)
    if stop - start > _CHUNK:
        stop = text.rfind(" ", start + 1, start + _CHUNK) + 1 or start + _CHUNK
    runs = _PUNCTUATION.finditer(text, start, stop)
    return min(stop, start + _SMALL_CHUNK) if any(run.end() - run.start() >= _SMALL_CHUNK for run in runs) else stop


def _add_missed(text: str, ends: set[int]) -> set[int]:
    words = (
        match.end()
        for match in _WORD_END.finditer(text)
        if is_ordinary(match[1]) and (match[1] not in _SHORTENED or _ANONYMOUS.match(text, match.end()))
    )
    return ends | {match.end() for match in _MISSED.finditer(text)} | set(words)


def _move_past_tail(text: str, end: int) -> int:
    """Move an end past the closing and reference marks that belong to it, unless a quotation opens there."""
    tail = _TAIL.match(text, end)
    if tail is None or (text[end - 1 : end].isspace() and text[end : end + 1] in "\"'"):
        return end
    return tail.end()


def _drop_false(text: str, ends: Iterable[int]) -> list[int]:
    kept: list[int] = []
    start, letter = 0, _find_letter(text, 0)
    for end in ends:
        if end < len(text) and _is_false(text, start, end, has_letter=letter < end):
            continue
        if letter >= end and kept:
            kept.pop()
        kept.append(end)
        start = end
        if letter < end:
            letter = _find_letter(text, end)
    return kept


def _find_letter(text: str, start: int) -> int:
    """Where the next letter or digit stands; the end of the text when there is none."""
    found = _LETTER.search(text, start)
    return found.start() if found else len(text)


def _is_false(text: str, start: int, end: int, *, has_letter: bool) -> bool:
    """Whether no sentence ends here: a label, an abbreviation, or the sentence plainly goes on."""
    labels = start == 0 and end <= _LONGEST_LABEL and _LABEL.fullmatch(text, 0, end)
    if labels or not has_letter:
        return start == 0
    tail = text[max(start, end - 14) : end]
    if text[end] in ",;:)]—" or _LEADS_ON.search(tail):
        return True
    if tail.rstrip().endswith("?") and _ROW.match(text, start) and not _ROW.match(text, end):
        return True  # what stands in the other columns follows the question that is asked in the first
    if _LOWER.match(text, end):
        return tail.rstrip()[-1:] in "!?" or _ends_abbreviated(tail)
    return _ends_abbreviated(tail) and not _ANONYMOUS.match(text, end)


def _ends_abbreviated(tail: str) -> bool:
    return any(match.end() == len(tail) for match in _ABBREVIATED.finditer(tail))


def _cap_length(text: str, ends: Iterable[int]) -> Iterator[int]:
    start = 0
    for end in ends:
        while end - start > LONGEST:
            start = _cut(text, start)
            yield start
        yield end
        start = end


def _cut(text: str, start: int) -> int:
    window = text[start : start + LONGEST]
    for mark in ("; ", ": ", ", ", " "):
        if (at := window.rfind(mark, LONGEST // 2)) >= 0:
            return start + at + len(mark)
    return start + LONGEST
