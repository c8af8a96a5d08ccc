"""Whether code can vouch for a sentence: a check that would have noticed another figure or day found nothing wrong.

That a check is silent says little, since it may not have understood the sentence. So the sentence is altered, figure by
figure and day by day. Where the check objects to the altered one, it understood the sentence, and its silence counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta

from foam.evidence.document import Document
from foam.examination.arithmetic import find_arithmetic
from foam.examination.dates import find_date_faults
from foam.examination.days import show_day
from foam.examination.differences import read_figures
from foam.examination.file import CaseFile, FiledDocument
from foam.examination.finding import Finding
from foam.text.mentions.dates import find_dates
from foam.text.normalise import normalise
from foam.text.pointer import Pointer

Find = Callable[[CaseFile], Sequence[Finding]]

_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_WEEKDAY = re.compile(r"\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b")


def vouch_for_sum(file: CaseFile, at: Pointer) -> bool:
    """Whether the figures of a sentence come out, in the eyes of a check that would notice if they did not."""
    filed = file.by_id[at.document]
    alone = [_alter(filed, at.sentence, text) for text in _change_figures(filed.sentences[at.sentence])]
    return any(_objects(find_arithmetic, CaseFile(documents=(one,)), at.sentence) for one in alone)


def vouch_for_date(file: CaseFile, at: Pointer, because: str) -> bool:
    """Whether the days of a sentence fit, in the eyes of a check that would notice if they did not.

    A weekday that is right says nothing where the challenge is about something else than the weekday.
    """
    filed = file.by_id[at.document]
    if _WEEKDAY.search(filed.sentences[at.sentence]) and not _WEEKDAY.search(because):
        return False
    for text in _change_days(filed.sentences[at.sentence]):
        altered = _alter(filed, at.sentence, text)
        documents = tuple(altered if one is filed else one for one in file.documents)
        if _objects(find_date_faults, CaseFile(documents=documents), at.sentence):
            return True
    return False


def _objects(find: Find, file: CaseFile, sentence: int) -> bool:
    return any(one.passages[0].pointer.sentence == sentence for one in find(file))


def _change_figures(sentence: str) -> Iterator[str]:
    """The sentence with one figure changed, once a little and once by half."""
    text = normalise(sentence)
    for one in read_figures(text):
        written = one.span.of(text)
        found = _DIGITS.search(written)
        if found is None:
            changed = [str(int(one.value) * 3 // 2 + 1)] if one.value.denominator == 1 else []
        else:
            changed = [written[: found.start()] + other + written[found.end() :] for other in _count_on(found[0])]
        yield from (text[: one.span.start] + other + text[one.span.end :] for other in changed)


def _count_on(digits: str) -> Iterator[str]:
    """The figure with its first digit, and with its last digit before the point, one higher or lower."""
    whole = re.sub(r"[.,]\d{1,2}$", "", digits)
    for place in dict.fromkeys((len(whole) - 1, 0)):
        other = str(int(whole[place]) + 1) if whole[place] != "9" else "8"
        yield whole[:place] + other + whole[place + 1 :] + digits[len(whole) :]


def _change_days(sentence: str) -> Iterator[str]:
    """The sentence with one day a day later."""
    text = normalise(sentence)
    for one in find_dates(text):
        if (day := one.whole) is not None:
            yield text[: one.span.start] + show_day(day + timedelta(days=1)) + text[one.span.end :]


def _alter(filed: FiledDocument, number: int, text: str) -> FiledDocument:
    """The document with other words in the place of one sentence; its sentences keep their numbers."""
    document = filed.document
    after = document.ends[number - 1] if number else 0
    start = document.text.index(filed.sentences[number], after)
    longer = len(text) - len(filed.sentences[number])
    words = document.text[:start] + text + document.text[start + len(filed.sentences[number]) :]
    ends = tuple(end + longer if place >= number else end for place, end in enumerate(document.ends))
    changed = Document(
        text=words, ends=ends, citation=document.citation, origin=document.origin, facets=document.facets
    )
    return FiledDocument(name=filed.name, part=filed.part, document=changed, author=filed.author, copy_of=filed.copy_of)
