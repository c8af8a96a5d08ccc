"""Quotations in a file, held against its other documents: words that another has, but for some that turn them.

Whoever is quoted, and wherever it stands: no document is held against itself or a copy of it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from foam.evidence.quotes.naming import make_shelf
from foam.examination.file import CaseFile, FiledDocument
from foam.examination.finding import Finding, SaidPassage, make_finding
from foam_quotes.text.words import count_words
from foam_quotes.verdicts.judge import Judge
from foam_quotes.verdicts.passages import MemoryPassages
from foam_quotes.verdicts.verdict import MISQUOTING, Altered, Change, Exact, Flag

_QUOTED = re.compile(
    r'"(?P<double>[^"\n]{3,1500})"|(?<![\w\'])\'(?P<single>[^\'\n]{12,600}(?:\'\w[^\'\n]*){0,6})\'(?!\w)'
)
_FEWEST_WORDS = 3
_WHAT: dict[Flag, str] = {
    "number": "a number",
    "negation": "a “not”",
    "modality": "how firm it is",
    "quantifier": "how many it speaks of",
    "opposite": "a word for its opposite",
    "name": "a name",
    "silent_omission": "words that are left out",
}


def find_misquotations(file: CaseFile) -> tuple[Finding, ...]:
    """Quotations that do not say what another document of the file says in nearly the same words."""
    judges = lru_cache(maxsize=None)(lambda family: _open_judge(file, family))
    return tuple(
        _tell(filed, number, file, found, turning)
        for filed in file.documents
        if file.list_others(filed)
        for number, words in _list_quoted(filed)
        if isinstance(found := judges(filed.copy_of).check(words), Altered)
        and (turning := [flag for flag in found.flags if flag in MISQUOTING])
    )


def find_quoted(file: CaseFile, filed: FiledDocument, sentence: int) -> tuple[SaidPassage, ...]:
    """The sentences of other documents that have the quotations of a sentence word by word, every one of them."""
    judge = _open_judge(file, filed.copy_of)
    verdicts = [judge.check(words) for number, words in _list_quoted(filed) if number == sentence]
    if not all(isinstance(one, Exact) for one in verdicts):
        return ()
    return tuple(file.say(place.pointer) for one in verdicts for place in one.places)


def _list_quoted(filed: FiledDocument) -> Iterator[tuple[int, str]]:
    """Words between quotation marks by the sentences that they stand in, so that each is held against its source."""
    text, ends = filed.document.text, filed.document.ends
    for match in _QUOTED.finditer(text):
        start, end = match.span(match.lastgroup or 0)
        cuts = [start, *(one for one in ends if start < one < end), end]
        for first, last in pairwise(cuts):
            words = text[first:last].strip().removesuffix(",")
            if count_words(words) >= _FEWEST_WORDS:
                yield bisect_right(ends, first), words


def _open_judge(file: CaseFile, family: str) -> Judge:
    documents = [one.document for one in file.documents if one.copy_of != family]
    return Judge(make_shelf(documents), MemoryPassages(documents))


def _tell(filed: FiledDocument, number: int, file: CaseFile, found: Altered, turning: list[Flag]) -> Finding:
    source = file.by_id[found.places[0].document]
    changed = [one for one in found.diff if one.type != "same" and _bare(one.quote) != _bare(one.source)]
    what = " and ".join(_describe_changes(changed)) or f"it changes {' and '.join(_WHAT[one] for one in turning)}"
    return make_finding(
        "quotation",
        f"{filed.shown_first} misquotes {source.shown}: {what}.",
        advice="Read the source beside the quotation, and ask for the passage to be put right.",
        passages=(filed.say(number), source.say(found.places[0].pointer.sentence)),
    )


def _bare(words: str) -> str:
    """The letters of some words: a capital or a full stop changes nothing."""
    return words.strip(" ,.;:").casefold()


def _describe_changes(changed: list[Change]) -> Iterator[str]:
    """What was changed, in words; only small changes can be told in one sentence."""
    for one in changed[:2]:
        quote, source = one.quote.strip(" ,.;:"), one.source.strip(" ,.;:")
        if quote and source:
            yield f"it puts “{quote}” where the source says “{source}”"
        elif quote:
            yield f"it adds “{quote}”"
        elif source:
            yield f"it leaves out “{source}”"
