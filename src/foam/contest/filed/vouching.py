"""Whether code can vouch for a sentence: a check that would have noticed another figure or day found nothing wrong.

That a check is silent says little, since it may not have understood the sentence. So the sentence is altered, figure by
figure and day by day. Where the check objects to the altered one, it understood the sentence, and its silence counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta

from foam.contest.filed.papers import find_objection
from foam.evidence.document import Document
from foam.examination.amounts import read_outline
from foam.examination.arithmetic import find_arithmetic
from foam.examination.dates import find_date_faults
from foam.examination.days import show_day
from foam.examination.differences import find_differences, is_turned, read_figures
from foam.examination.file import CaseFile, FiledDocument
from foam.examination.finding import Finding
from foam.examination.parts import list_rules
from foam.examination.reports import Weigh, weigh_shipped
from foam.examination.sayings import find_sayings, split_ends
from foam.examination.sources import find_provisions, find_rule_references, list_provisions
from foam.examination.statements import find_wrong
from foam.examination.wording import Line, Wording, list_topics
from foam.text.mentions.dates import find_dates
from foam.text.normalise import normalise
from foam.text.pointer import Pointer

Find = Callable[[CaseFile], Sequence[Finding]]

_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_WEEKDAY = re.compile(r"\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b")
_WEIGHTY = re.compile(
    r"\b(?:may|must|shall|can|only|up to|at least|at most|more than|less than|always|never|whenever|every|all)\b", re.I
)
"""Words that say how far a rule goes."""
_ABOUT = 0.25
"""Share of a challenge's words that a sentence of the source must have to be read beside it."""
_READ = 4
"""Sentences of the sources that the judge reads for one challenge."""
_AGAINST = 0.7
"""Chance from which the judge's word that a source goes against a sentence counts."""
_BACKED = 0.6
"""Share of a sentence's words that the source's must have to be held beside it."""
_SAYS = 0.6
"""Chance from which the judge's word that a source says so counts."""


def vouch_for_sum(file: CaseFile, at: Pointer) -> bool:
    """Whether the figures of a sentence come out, in the eyes of a check that would notice if they did not."""
    filed = file.by_id[at.document]
    alone = [_alter(filed, at.sentence, text) for text in _change_figures(filed.sentences[at.sentence])]
    return any(_objects(find_arithmetic, CaseFile(documents=(one,)), at.sentence) for one in alone)


def find_own_sum(filed: FiledDocument, at: Pointer, because: str) -> str | None:
    """The sum that a challenge works out, where it comes out, its figures stand in the document and the sentence
    states another result; None where one of these is not so.
    """
    figures = {one.value for one in read_outline(because).amounts}
    stated = {one.value for one in read_outline(filed.sentences[at.sentence]).amounts}
    held = {one.value for text in filed.sentences for one in read_outline(text).amounts}
    for other in _change_figures(because):
        for one in find_wrong(read_outline(other)):
            used = {amount.value for amount in one.used}
            is_result = one.computed in figures and one.stated.value not in figures
            if is_result and stated and one.computed not in stated and used <= figures and used <= held:
                return one.working
    return None


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


def find_source(file: CaseFile, at: Pointer, *, weigh_pairs: Weigh = weigh_shipped) -> Line | None:
    """The sentence that bears out what a sentence says of a rule or of another document; None where none is found.

    The two must have the same figures, force and conditions, and neither may deny the other. Where no figure would have
    shown a difference, the judge must find that the source says so.
    """
    filed = file.by_id[at.document]
    text = filed.sentences[at.sentence]
    wording = Wording(file)
    sayings = [one for one in find_sayings(file) if one.document.id == filed.id and one.sentence == at.sentence]
    said = sayings[0].words if sayings else text
    ids = {one.id for saying in sayings for one in saying.sources} or {one.id for one in list_rules(file)}
    lines = [line for line in wording.lines if line.document.id in ids and line.document.copy_of != filed.copy_of]
    nearest = wording.find_nearest(said, lines)
    if nearest is None or nearest[1] < _BACKED:
        return None
    line = nearest[0]
    if find_differences(said, line.text, conditions=bool(sayings)) or is_turned(said, line.text):
        return None
    if _list_weighty(said) - _list_weighty(line.text):
        return None
    if any(find_differences(other, line.text, conditions=False) for other in _change_figures(said)):
        return line
    weighed = weigh_pairs([(line.text, said)])[0]
    return line if weighed.supports >= _SAYS and weighed.bears >= _SAYS else None


def find_turned(file: CaseFile, at: Pointer, because: str, *, weigh_pairs: Weigh = weigh_shipped) -> Line | None:
    """The sentence of a source that bears out what the challenge says of it and goes against what is challenged.

    Both must be so, by the figures or by the judge. The sources are the documents that the challenged sentence names
    and the rules that it or the challenge cites.
    """
    filed = file.by_id[at.document]
    said = filed.sentences[at.sentence]
    wording = Wording(file)
    ids = _list_sources(file, filed, at.sentence, because)
    lines = [line for line in wording.lines if line.document.id in ids]
    told = [part for part in split_ends(because) if list_topics(part)]
    rated = [(wording.share(list_topics(part), line.topics), part, line) for part in told for line in lines]
    near = sorted((one for one in rated if one[0] >= _ABOUT), key=lambda one: -one[0])[:_READ]
    for _, part, line in near:
        differs = find_differences(said, line.text, conditions=False)
        if differs and not find_differences(part, line.text) and _has_figure_of(part, line.text):
            return line
    weighed = weigh_pairs([pair for _, part, line in near for pair in ((line.text, part), (line.text, said))])
    for number, (_, _, line) in enumerate(near):
        borne, against = weighed[2 * number], weighed[2 * number + 1]
        is_sure = min(borne.bears, against.bears) >= _SAYS
        if borne.supports >= _SAYS and against.contradicts >= _AGAINST and is_sure:
            return line
    return None


def _list_sources(file: CaseFile, filed: FiledDocument, sentence: int, because: str) -> set[str]:
    """Ids of the documents that a sentence, or a challenge to it, says something of; never its own."""
    sayings = [one for one in find_sayings(file) if one.document.id == filed.id and one.sentence == sentence]
    named = {one.id for saying in sayings for one in saying.sources}
    provisions = list_provisions(file)
    for text in (filed.sentences[sentence], because):
        for reference in find_rule_references(text):
            named |= {one.document.id for one in find_provisions(reference, text, provisions, filed)}
    return {id for id in named if file.by_id[id].copy_of != filed.copy_of and not find_objection(file.by_id[id])}


def _has_figure_of(said: str, held: str) -> bool:
    """Whether two sentences give the same figure."""
    return bool({one.value for one in read_figures(normalise(said))} & {one.value for one in read_figures(held)})


def _list_weighty(text: str) -> set[str]:
    return {found[0].lower() for found in _WEIGHTY.finditer(text)}


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
