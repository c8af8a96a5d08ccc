"""One call: a text is held against its sources.

Quotations are told by their marks. A sentence is held to the sources that it names in brackets, `[rules]` or
`(rules.txt)`, and to all of them where it names none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from foam_quotes.report import Quoted, Report, Statement, Unborne
from foam_quotes.source import Source, Sources, list_sources, make_shelf
from foam_quotes.text.faithful import locate_unfaithful
from foam_quotes.text.normalise import normalise_traced
from foam_quotes.text.segment import split_sentences
from foam_quotes.text.span import Span, trim
from foam_quotes.verdicts.found import Located, locate_quotations
from foam_quotes.verdicts.judge import Judge, Sense
from foam_quotes.verdicts.page import Page
from foam_quotes.verdicts.passages import MemoryPassages
from foam_quotes.verdicts.verdict import is_match

Support: TypeAlias = Callable[[str, str], bool | None]
"""Whether a claim (the first text) is supported by sentences of its sources (the second); None if it cannot tell."""

_BRACKETS = re.compile(r"\[([^\[\]\n]{1,300})\](?:\([^()\s]{1,300}\))?|\(([^()\n]{2,300})\)")
_NO_FIGURES = re.compile(r"https?://\S+|\[\d{1,3}\]|^[ \t>]*(?:#+ )?\d{1,3}[.)](?=\s)", re.MULTILINE)
"""Addresses, marks of notes, and the numbers of items and headings."""
_NEAREST = 3
"""Sentences of one source that a claim is held to."""
_FEWEST = 4
"""Words that a sentence to be supported has."""


class _Sentence(NamedTuple):
    """A sentence of the text, the brackets in it that name sources, and the sources it is held to."""

    span: Span
    brackets: tuple[Span, ...]
    names: tuple[str, ...]
    sources: tuple[Source, ...]


def check(text: str, sources: Sources, *, support: Support | None = None, sense: Sense | None = None) -> Report:
    """What in the text is true to its sources, and what is not.

    `support` is asked whether each sentence follows from the nearest sentences of its sources; `sense` whether a
    quotation that is altered in a few words says something else.
    """
    text = text.replace("\x00", " ")
    held = list_sources(sources)
    by_id = {one.id: one for one in held}
    shelf = make_shelf(held)
    judge = Judge(shelf, MemoryPassages(by_id.values()), sense=sense)
    located = locate_quotations(text, is_source=lambda name: bool(shelf.cited(name)))
    sentences = [_read_sentence(span, text, held, shelf.cited, by_id) for span in _split(text)]
    return Report(
        quotations=tuple(_judge(one, sentences, judge, by_id) for one in located),
        unborne=tuple(_find_unborne(text, sentences, [one.span for one in located])),
        statements=tuple(_ask(text, sentences, support)) if support else (),
    )


def _split(text: str) -> list[Span]:
    """The sentences of the text as it stands; brackets that stand alone belong to the sentence before them."""
    plain, origins = normalise_traced(text)
    spans: list[Span] = []
    for one in split_sentences(plain):
        span = trim(Span(origins[one.start], origins[one.end]), text)
        is_bare = not any(map(str.isalnum, _BRACKETS.sub("", span.of(text))))
        spans[-1:] = [Span(spans[-1].start, span.end)] if is_bare and spans else [*spans[-1:], span]
    return spans


def _read_sentence(
    span: Span,
    text: str,
    held: tuple[Source, ...],
    find: Callable[[str], tuple[str, ...]],
    by_id: dict[str, Source],
) -> _Sentence:
    named = [(Span(*one.span()), one[1] or one[2]) for one in _BRACKETS.finditer(text, span.start, span.end)]
    parts = [(place, part.strip()) for place, inside in named for part in re.split(r"[,;]", inside)]
    known = [(place, part, found) for place, part in parts if (found := find(part))]
    cited = tuple(by_id[one] for one in dict.fromkeys(one for _, _, found in known for one in found))
    brackets = tuple(dict.fromkeys(place for place, _, _ in known))
    return _Sentence(span, brackets, tuple(dict.fromkeys(part for _, part, _ in known)), cited or held)


def _judge(located: Located, sentences: Sequence[_Sentence], judge: Judge, by_id: dict[str, Source]) -> Quoted:
    """The verdict on a quotation by the source that follows it, else by those that its sentence names."""
    span, found = located
    around = [one for one in sentences if one.span.start < span.end and span.start < one.span.end]
    names = (found.source,) if found.source else tuple(name for one in around for name in one.names)
    verdicts = [judge.check(found.quote, source=name) for name in names] or [judge.check(found.quote)]
    verdict = next(filter(is_match, verdicts), verdicts[0])
    return Quoted(
        start=span.start,
        end=span.end,
        quote=found.quote,
        cited=names,
        verdict=verdict,
        held_by=by_id[verdict.places[0].document].name if verdict.places else "",
    )


def _find_unborne(text: str, sentences: Sequence[_Sentence], quoted: Sequence[Span]) -> Iterator[Unborne]:
    """The figures, dates and names outside quotations that no source of their sentence has."""
    passed_over = [*quoted, *(Span(*one.span()) for one in _NO_FIGURES.finditer(text))]
    for one in sentences:
        left_out = [*passed_over, *one.brackets]
        for place, found in locate_unfaithful(one.span.of(text), [source.text for source in one.sources]):
            span = place.shifted(one.span.start)
            if not any(out.start <= span.start and span.end <= out.end for out in left_out):
                yield Unborne(start=span.start, end=span.end, kind=found.kind, found=found.told, why=found.why)


def _ask(text: str, sentences: Sequence[_Sentence], support: Support) -> Iterator[Statement]:
    pages: dict[str, Page] = {}
    for one in sentences:
        claim = "".join(
            " " if any(bracket.start <= at < bracket.end for bracket in one.brackets) else text[at]
            for at in range(*one.span)
        )
        claim = " ".join(claim.split())
        if len(claim.split()) < _FEWEST:
            continue
        near = [pages.setdefault(source.id, Page(source)) for source in one.sources]
        evidence = " ".join(sentence for page in near for sentence in _list_nearest(page, claim))
        supported = support(claim, evidence) if evidence else False
        yield Statement(start=one.span.start, end=one.span.end, text=claim, evidence=evidence, supported=supported)


def _list_nearest(page: Page, claim: str) -> Iterator[str]:
    for number in sorted(page.sentences_like(claim, _NEAREST)):
        yield page.document.sentences[number].of(page.text).strip()
