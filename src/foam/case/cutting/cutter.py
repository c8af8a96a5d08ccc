"""Cuts a card: finds the passage, marks its words, puts back what may not be lost, keeps to the number of words.

The highlighter proposes; code restores; the judge has the last word on whether what is read still says what the source
says and still establishes the claim. Where it does not, the sentence is read whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from foam.case.cut import extract_tag, find_tag_faults
from foam.case.cutting.citing import read_citation
from foam.case.cutting.marking import Marks, choose_runs, find_least, list_runs
from foam.case.cutting.passage import DENIES, SUPPORTS, Passage, find_passage
from foam.case.cutting.restoring import list_put_back, restore
from foam.case.cutting.values import YOURS, Cutting
from foam.errors import InputError
from foam.evidence.document import Card, Document, Facets, Highlight, Markup, Underline, make_document
from foam.model.highlighter import Chances
from foam.model.judge import Judge
from foam_quotes.text.span import Span
from foam_quotes.text.words import count_words

_Marker = Callable[[str, str], Chances]
"""Gives the chances of each word of a passage, read for a claim."""
_STEP = 1.12
"""By how much the odds that a word must have rise, until what is read is short enough."""
_LEVELS = 60
_NOT_FOUND = "the judge does not find that these sentences establish the claim: read them before you do"
_AGAINST = "the judge reads these sentences as speaking against the claim: read them before you do"


def cut_article(
    article: Document,
    claim: str,
    *,
    judge: Judge,
    marker: _Marker,
    marked_by: str,
    today: str,
    words: int | None = None,
    given: Mapping[str, str] | None = None,
    chosen: range | None = None,
    tag: str = "",
) -> Cutting:
    """The card of the passage that establishes the claim; `given` are fields of the citation, `chosen` the sentences
    that the passage is to be, and `tag` the one that the debater gives it."""
    passage = find_passage(judge, article, claim, chosen=chosen)
    first, last = article.sentences[passage.start], article.sentences[passage.stop - 1]
    around = article.text[first.start : last.end]
    start = first.start + len(around) - len(around.lstrip())
    body = around.strip()
    chances = marker(body, claim)
    desk = _Desk(article, passage, claim, judge, chances, start)
    read = desk.choose(words)
    underlined = choose_runs(chances.underlined, find_least(chances.underlined)) | read
    citation = read_citation(article, given or {}, today=today)
    document = make_document(
        body,
        origin=article.origin,
        citation=citation,
        markup=(*_mark(chances, underlined, Underline), *_mark(chances, read, Highlight)),
        card=Card(tag=tag or desk.extract_tag(), cite=citation.brief),
        facets=Facets(kind="card", year=citation.year),
    )
    return Cutting(
        claim=claim,
        document=document,
        article=article.id,
        sentences=(passage.start, passage.stop),
        supports=passage.supports,
        put_back=tuple(desk.put_back(read)),
        notes=(*desk.notes, *(desk.list_tag_faults(tag, read) if tag else ())),
        others=tuple(f"{number}: {article.sentence(number).strip()}" for number in passage.others),
        highlighter=marked_by,
        worded_by=YOURS if tag else "",
    )


def _mark(chances: Chances, marks: Marks, kind: type[Underline] | type[Highlight]) -> Iterator[Markup]:
    for start, end in list_runs(marks):
        yield kind(start=chances.words[start].start, end=chances.words[end - 1].end)


class _Desk:
    """One passage while its words are chosen."""

    def __init__(
        self, article: Document, passage: Passage, claim: str, judge: Judge, chances: Chances, start: int
    ) -> None:
        self._article, self._passage, self._claim, self._judge, self._chances = article, passage, claim, judge, chances
        self._spelt = [article.text[span.start + start : span.end + start] for span in chances.words]
        ends = [article.sentences[number].end - start for number in range(passage.start, passage.stop)]
        of_word = [int(np.searchsorted(ends, span.start, side="right")) for span in chances.words]
        self._sentences = {
            passage.start + at: Span(of_word.index(at), len(of_word) - of_word[::-1].index(at)) for at in set(of_word)
        }
        """The words of each sentence."""
        self._proposed: Marks = np.zeros(len(of_word), dtype=bool)
        self._against, self._contrary = self._find_contrary()
        self._changes: list[str] = []

    @property
    def notes(self) -> list[str]:
        """What a reader should know of the choice."""
        found = [] if self._passage.is_found else [_AGAINST if self._passage.is_against else _NOT_FOUND]
        return [
            *found,
            *(f"the passage also says, and it is not read: {one}" for one in self._contrary),
            *self._changes,
        ]

    def _find_contrary(self) -> tuple[Marks, list[str]]:
        """The words of sentences that speak against the claim, and these sentences."""
        numbers = [number for number in self._sentences if number not in self._passage.carrying]
        weighed = self._judge.weigh([(self._article.sentence(number), self._claim) for number in numbers])
        contrary = [
            number
            for number, one in zip(numbers, weighed, strict=True)
            if one.bears >= DENIES and one.contradicts >= max(DENIES, one.supports)
        ]
        marks = np.zeros(len(self._spelt), dtype=bool)
        for number in contrary:
            marks[self._sentences[number].start : self._sentences[number].end] = True
        return marks, [self._article.sentence(number) for number in contrary]

    def choose(self, limit: int | None) -> Marks:
        """What is read, within the limit if there is one. Raises `InputError` where no faithful reading is so short."""
        least = find_least(self._chances.highlighted)
        shortest = 0
        for level in range(_LEVELS if limit else 1):
            odds = least / (1 - least) * _STEP**level
            proposed = choose_runs(self._chances.highlighted, odds / (1 + odds)) & ~self._against
            if limit and level < _LEVELS - 1 and self._count(self._restore(proposed)) > limit:
                continue  # too long even before the judge is asked
            read = self._settle(proposed, limit)
            shortest = min(shortest or self._count(read), self._count(read))
            if not limit or self._count(read) <= limit:
                return read
        what = f"the shortest faithful reading has {shortest} words, and {limit} are allowed"
        raise InputError(what, hint=f"--words {shortest}")

    @property
    def _everything(self) -> Span:
        return Span(0, len(self._spelt))

    def _count(self, read: Marks) -> int:
        return count_words(self._say(read, self._everything))

    def _restore(self, proposed: Marks) -> Marks:
        """The proposal with what may not be lost, sentence by sentence."""
        read = np.zeros(len(proposed), dtype=bool)
        for span in self._sentences.values():
            read[span.start : span.end] = restore(
                self._spelt[span.start : span.end], list(map(bool, _part(proposed, span)))
            )
        return read

    def _settle(self, proposed: Marks, limit: int | None) -> Marks:
        """What is read: what no longer says the same is read whole, or not at all where that would be too long."""
        self._changes.clear()
        self._proposed = proposed
        read = self._restore(proposed)
        key = self._sentences[self._passage.carrying[0]]
        if not _part(read, key).any():
            read[key.start : key.end] = self._shorten_key(key)
        for number, span in self._find_altered(read).items():
            read[span.start : span.end] = True
            whole = not limit or span == key or self._count(read) <= limit
            read[span.start : span.end] = whole
            self._changes.append(
                f"sentence {number} is read whole: its marked words alone say something else"
                if whole
                else f"sentence {number} is not read: its marked words alone say something else"
            )
        if self._judge.weigh([(self._say(read, self._everything), self._claim)])[0].supports < SUPPORTS:
            read[key.start : key.end] = True
        fuller = read.copy()
        fuller[key.start : key.end] = True
        return fuller if limit and self._count(fuller) <= limit else read

    def _shorten_key(self, key: Span) -> list[bool]:
        """The sentence that carries the claim, by its likelier words if these still establish it, else whole."""
        words = self._spelt[key.start : key.end]
        own = _part(self._chances.highlighted, key)
        found = restore(words, list(map(bool, choose_runs(own, float(np.median(own))))))
        said = " ".join(word for word, one in zip(words, found, strict=True) if one)
        holds = bool(said) and self._judge.weigh([(said, self._claim)])[0].supports >= SUPPORTS
        return found if holds else [True] * len(words)

    def _find_altered(self, read: Marks) -> dict[int, Span]:
        """The sentences of which something is read that says something else."""
        partly = {
            number: span
            for number, span in self._sentences.items()
            if 0 < _part(read, span).sum() < span.end - span.start
        }
        pairs = [(self._article.sentence(number), self._say(read, span)) for number, span in partly.items()]
        turned = [found.contradicts > found.supports for found in self._judge.entails(pairs)] if pairs else []
        return {number: span for (number, span), one in zip(partly.items(), turned, strict=True) if one}

    def _say(self, read: Marks, span: Span) -> str:
        return " ".join(self._spelt[at] for at in range(span.start, span.end) if read[at])

    def put_back(self, read: Marks) -> Iterator[str]:
        """The words that are read although the highlighter left them out, since they may not be lost."""
        yield from list_put_back(self._spelt, list(map(bool, self._proposed)), list(map(bool, read)))

    def extract_tag(self) -> str:
        """The first sentence that carries the claim and is short enough for a tag."""
        return extract_tag([self._article.sentence(number) for number in self._passage.carrying])

    def list_tag_faults(self, tag: str, read: Marks) -> Iterator[str]:
        """What a debater should look at in a tag of theirs."""
        said = self._say(read, self._everything)
        yield from find_tag_faults(tag, said)
        if self._judge.weigh([(said, tag)])[0].supports < SUPPORTS:
            yield "the judge does not find that what is read says the tag"


def _part(values: np.ndarray, span: Span) -> np.ndarray:
    found: np.ndarray = values[span.start : span.end]
    return found
