"""Quotations in running text, and runs of words that two texts share."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain

from foam_quotes.text.normalise import normalise, read_as_one_line
from foam_quotes.text.span import Span
from foam_quotes.text.stem import stem
from foam_quotes.text.words import HAN, find_words, measure_length, split_words

_FEWEST_WORDS = 2
"""A single word between quotation marks is a way of speaking."""
_SMALL, _WORDS_MORE = 3, 2
"""Letters of words that may differ, and how many words more those of a run may take in another text."""
_BORROWED_WORDS = 8
"""So many words in a row are taken from somewhere."""
_DOUBLE = re.compile(r'"([^"]+)"')
_OPENING = re.compile(r"(?:(?<=^)|(?<=[\s(\[—\"]))'(?=[^\s'])(?!\d0s\b)")
_CLOSING = re.compile(r"(?<=[^\s'])'(?![\w])")
_OMISSION = re.compile(r"\s*(?:/\.\.\./|\[[^\]]*\]|\(\.\.\.\)|\.\.\.\.?)\s*")
_SPACED_MARK = re.compile(r" (?=[,;:.!?](?!\.))")
_EDGES = " .,;:!?—-'\""
_TERM = 3
"""Words of a term in quotation marks: it may stand in another number or case than in its source."""
_FARTHEST = 400
"""Characters in which a single quotation mark must be closed."""


def find_false_quotations(text: str, sources: Sequence[str]) -> Iterator[Span]:
    """Words between quotation marks, two or more, that stand in no source. The text is normalised."""
    held = [_SPACED_MARK.sub("", read_as_one_line(normalise(source))) for source in sources]
    line = read_as_one_line(text)
    for match in _DOUBLE.finditer(line):
        if measure_length(match[1]) >= _FEWEST_WORDS and not _stands(match[1], held):
            yield Span(*match.span(1))
    done = 0
    for opening in _OPENING.finditer(line):
        if opening.start() < done:
            continue
        closings = _CLOSING.finditer(line, opening.end(), min(len(line), opening.end() + _FARTHEST))
        spans = [Span(opening.end(), closing.start()) for closing in closings]
        borne = next((span for span in spans if _stands(span.of(line), held)), None)
        if spans:
            done = (borne or spans[0]).end + 1
        if spans and borne is None and measure_length(spans[0].of(line)) >= _FEWEST_WORDS:
            yield spans[0]


def _stands(quote: str, held: Sequence[str]) -> bool:
    """Whether the parts of a quotation stand in one source, in order, at the edges of words, in whatever case."""
    parts = [stripped for part in _OMISSION.split(_SPACED_MARK.sub("", quote)) if (stripped := part.strip(_EDGES))]
    return any(_stands_in(parts, source) for source in held) or _is_term(quote, held)


def _is_term(quote: str, held: Sequence[str]) -> bool:
    """Whether a few words are those of a source but for their endings: `red shirts` for `red shirt`."""
    term = _list_stems(quote)
    if not _FEWEST_WORDS <= len(term) <= _TERM:
        return False
    stems = (_list_stems(source) for source in held)
    return any(said[n : n + len(term)] == term for said in stems for n in range(len(said) - len(term) + 1))


def _list_stems(text: str) -> tuple[str, ...]:
    return tuple(stem(word.casefold()) for word in split_words(text))


def _stands_in(parts: Sequence[str], source: str) -> bool:
    at = 0
    for part in parts:
        before, after = (
            "" if HAN.match(char) else edge for char, edge in ((part[0], r"(?<!\w)"), (part[-1], r"(?!\w)"))
        )
        found = re.compile(f"{before}{re.escape(part)}{after}", re.IGNORECASE).search(source, at)
        if found is None:
            return False
        at = found.end()
    return True


def find_borrowed(text: str, uncited: Sequence[str], allowed: Sequence[str]) -> Iterator[Span]:
    """The longest runs of eight words or more that stand in an uncited text and in no allowed one, be it but for words
    of three letters or less and one or two more."""
    spans = find_words(text)
    words = tuple(span.of(text).casefold() for span in spans)
    said = _cut_runs(words)
    taken = said.intersection(_list_runs(uncited)) - said.intersection(_list_runs(allowed))
    known = [tuple(word.casefold() for word in split_words(normalise(one))) for one in allowed if taken]
    taken = frozenset(run for run in taken if not any(_stands_nearly(run, one) for one in known))
    if not taken:
        return
    start: int | None = None
    for n in range(len(words) - _BORROWED_WORDS + 2):
        if words[n : n + _BORROWED_WORDS] in taken:
            start = n if start is None else start
        elif start is not None:
            yield Span(spans[start].start, spans[n + _BORROWED_WORDS - 2].end)
            start = None


def _stands_nearly(run: tuple[str, ...], known: Sequence[str]) -> bool:
    """Whether the longer words of a run stand in a text in their order and close together: `what the new plant` where
    it has `the new cooling plant`."""
    longer = [word for word in run if len(word) > _SMALL]
    starts = [n for n, word in enumerate(known) if longer and word == longer[0]]
    return any(_follow(longer, known[start : start + len(run) + _WORDS_MORE]) for start in starts)


def _follow(words: Sequence[str], said: Sequence[str]) -> bool:
    """Whether the words occur in this order, whatever stands between them."""
    rest = iter(said)
    return all(word in rest for word in words)


def _list_runs(texts: Sequence[str]) -> Iterator[tuple[str, ...]]:
    return chain.from_iterable(_list_runs_of(text) for text in texts)


@lru_cache(maxsize=2048)
def _list_runs_of(text: str) -> frozenset[tuple[str, ...]]:
    """The runs of a source, which is compared with every sentence that is written beside it."""
    return _cut_runs(tuple(word.casefold() for word in split_words(normalise(text))))


def _cut_runs(words: tuple[str, ...]) -> frozenset[tuple[str, ...]]:
    return frozenset(words[n : n + _BORROWED_WORDS] for n in range(len(words) - _BORROWED_WORDS + 1))
