"""Which sentences their own source calls disputed, a few sentences before or after, or takes back in the rest of their
paragraph, and of which another source gives a figure or a day differently. Asks no model.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from foam.deliberation.told_otherwise import tells_otherwise
from foam.evidence.corpus import Corpus, Passage
from foam.evidence.paragraph import find_taken_back
from foam.job.clerk import Clerk
from foam.record.entry import PointerInput, ValueInput
from foam.text.pointer import Pointer
from foam.text.stem import list_stems
from foam.text.taken_back import takes_back
from foam.text.words import is_number, split_words

_NEAR = 3
"""Sentences on either side that are looked at for words of dispute."""
_NEAREST = 8
"""Sentences nearest to a cited one that are looked at for another figure."""
_DISPUTED = re.compile(
    r"\b(?:disagree(?:s|d|ments?)?|disput(?:e[ds]?|able)|debated|contested|controvers(?:y|ies|ial)|contentious|"
    r"inconclusive|conflicting|no consensus|mixed (?:evidence|findings|results))\b",
    re.IGNORECASE,
)
"""Words by which a source says that people do not agree."""


def find_disputed(clerk: Clerk, corpus: Corpus, passages: Iterable[Passage]) -> frozenset[Pointer]:
    """The sentences that stand near one which calls disputed what they speak of, before one that takes them back, or
    whose figure another document gives differently; recorded, for replays.
    """
    cited = sorted({one.pointer: one for one in passages if not one.pointer.computed}.values(), key=_name)
    entry = clerk.compute(
        "disputed nearby",
        lambda: [one.pointer.json_value() for one in cited if _is_disputed(corpus, one)],
        *(PointerInput(role=one.text, pointer=one.pointer) for one in cited),
        ValueInput(role="corpus", value=corpus.version),
        rule="what stands around it",
    )
    return frozenset(Pointer.model_validate(row) for row in entry.answer)


def _name(passage: Passage) -> str:
    return str(passage.pointer)


def _is_disputed(corpus: Corpus, passage: Passage) -> bool:
    document, at = corpus.document(passage.pointer.document), passage.pointer.sentence
    around = document.sentences[max(0, at - _NEAR) : at + _NEAR + 1]
    said = list_stems(passage.text)
    texts = (one.of(document.text) for one in around)
    called = any(_DISPUTED.search(text) and said & list_stems(_DISPUTED.sub("", text)) for text in texts)
    taken_back = called or any(True for _ in find_taken_back(document, at, takes_back))
    return taken_back or _is_told_otherwise(corpus, passage)


def _is_told_otherwise(corpus: Corpus, passage: Passage) -> bool:
    """Whether another document gives another figure or day for the same thing, among the sentences nearest to it."""
    if not any(map(is_number, split_words(passage.text))):
        return False
    found = (one for one in corpus.find(passage.text, limit=_NEAREST) if not one.pointer.computed)
    return any(
        one.pointer.document != passage.pointer.document and tells_otherwise(passage.text, one.text) for one in found
    )
