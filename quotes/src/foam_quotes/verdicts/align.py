"""A quotation held against a stretch of source text: where it fits, how well, and what differs. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from operator import attrgetter
from typing import NamedTuple

from rapidfuzz import fuzz
from rapidfuzz.distance import Indel, Postfix, Prefix

from foam_quotes.text.span import Span
from foam_quotes.verdicts.flags import TOKEN, read_form
from foam_quotes.verdicts.verdict import ALTERED, Change

_EDGE = 8
"""Characters that must agree at an edge for it to be taken as it is."""
_SURE = 32
"""Characters at an edge that stand by chance nowhere near."""
_LOCAL = 64
"""Characters at an edge by which the words to start or end with are chosen."""
_HOPELESS = 0.6
"""Two unrelated English texts agree in about half of their characters; below this nothing is tried further."""
_NEAR = 24
"""How far from where an edge was expected words are tried."""
_SLID, _SLID_END = 512, 256
"""Characters of the longest quotation that is slid whole (the cost grows with the cube), and of the ends of others."""


class Fit(NamedTuple):
    """A span of the source and the share of characters that agree with the quotation."""

    span: Span
    overlap: float


def find_best_fit(quote: str, source: str, window: Span) -> Fit:
    """The contiguous span of the source that agrees best with the quotation, in or about the window."""
    rough = _measured(quote, source, Span(max(0, window.start), min(len(source), window.end)))
    if rough.overlap < _HOPELESS:
        return rough
    fit = _edged(quote, source, rough)
    if fit.overlap < ALTERED:
        fit = max(fit, _searched(quote, source, fit), key=attrgetter("overlap"))
    return _grown(quote, source, fit)


def _measured(quote: str, source: str, span: Span) -> Fit:
    """The span and its overlap; 0 when that is hopeless anyway, which saves most of the work on long texts."""
    return Fit(span, Indel.normalized_similarity(quote, span.of(source), score_cutoff=_HOPELESS))


def _edged(quote: str, source: str, rough: Fit) -> Fit:
    """The same span, started and ended at the words that agree best, where its edges do not agree already.

    Where it is surely the place, an edge is looked for as far as words that have gone or come may have moved it.
    """
    best, far = rough, _slack(quote) if rough.overlap >= ALTERED else 0
    if not source.startswith(quote[:_EDGE], best.span.start):
        best = _moved(quote, source, best, Span(_start(quote, source, best.span, far), best.span.end))
    if not source.endswith(quote[-_EDGE:], 0, best.span.end):
        best = _moved(quote, source, best, Span(best.span.start, _end(quote, source, best.span, far)))
    return best


def _start(quote: str, source: str, span: Span, far: int) -> int:
    """Where the quotation starts, near a span's start: at its own first letters, else at the word that agrees best."""
    at, low, high = span.start, max(0, span.start - _NEAR), span.start + _NEAR
    found = source.find(quote[:_EDGE], low, high)
    if found < 0 < far:
        found = source.find(quote[:_SURE], max(0, at - far), at + far + _SURE)
    if found >= 0:
        return found if found < span.end else at
    starts = [start for token in TOKEN.finditer(source, low, high) if (start := token.start()) < span.end]
    head, inside = quote[:_LOCAL], at + _LOCAL
    return max(starts, key=lambda start: Indel.normalized_similarity(head, source[start:inside]), default=at)


def _end(quote: str, source: str, span: Span, far: int) -> int:
    """Where it ends, in the same way."""
    at, low, high = span.end, max(0, span.end - _NEAR), span.end + _NEAR
    found, edge = source.rfind(quote[-_EDGE:], low, high), _EDGE
    if found < 0 < far:
        found, edge = source.rfind(quote[-_SURE:], max(0, at - far - _SURE), at + far), _SURE
    if found >= 0:
        end = found + len(quote[-edge:])
        return end if end > span.start else at
    ends = [end for token in TOKEN.finditer(source, low, high) if (end := token.end()) > span.start]
    tail, inside = quote[-_LOCAL:], max(0, at - _LOCAL)
    return max(ends, key=lambda end: Indel.normalized_similarity(tail, source[inside:end]), default=at)


def _slack(quote: str) -> int:
    """How far an edge may be from where it was expected: the longer the quotation, the more may have gone or come."""
    return len(quote) // 4 + _NEAR


def _moved(quote: str, source: str, fit: Fit, span: Span) -> Fit:
    """The fit moved to a span of whole words, unless it falls short there where it did not before."""
    if span == fit.span:
        return fit
    moved = _measured(quote, source, span)
    return moved if moved.overlap >= min(ALTERED, fit.overlap) else fit


def do_edges_agree(quote: str, source: str, span: Span) -> bool:
    """Whether the quotation begins and ends as the span does."""
    return source.startswith(quote[:_EDGE], span.start) and source.endswith(quote[-_EDGE:], span.start, span.end)


def _grown(quote: str, source: str, fit: Fit) -> Fit:
    """The span with the source's own word at an edge where the quotation puts another: a change has two sides."""
    start, end = fit.span
    if fit.overlap < ALTERED or do_edges_agree(quote, source, fit.span):
        return fit
    held = fit.span.of(source)
    (first, last), (held_first, held_last) = _outer_words(quote), _outer_words(held)
    if first != held_first:
        before = TOKEN.finditer(source, max(0, start - _NEAR), start + _NEAR)
        start = max((token.start() for token in before if token.end() <= start), default=start)
    if last != held_last:
        after = TOKEN.finditer(source, max(0, end - _NEAR), end + _NEAR)
        end = min((token.end() for token in after if token.start() >= end), default=end)
    grown = _measured(quote, source, Span(start, end))
    is_whole = grown.overlap < ALTERED or len(TOKEN.findall(held)) >= len(TOKEN.findall(quote))
    return fit if is_whole else grown


def _outer_words(text: str) -> tuple[str, str]:
    """The first and the last word, but for its form."""
    return read_form(text.split(None, 1)[0]), read_form(text.rsplit(None, 1)[-1])


def _searched(quote: str, source: str, near: Fit) -> Fit:
    """The best span in a wider stretch around one, by sliding the quotation along it and by the words they share."""
    slack = _slack(quote)
    around = Span(max(0, near.span.start - slack), min(len(source), near.span.end + slack))
    stretch = around.of(source)
    spans = (_by_words(quote, stretch), _by_sliding(quote, stretch))
    fits = (_measured(quote, source, span.shifted(around.start)) for span in spans if span)
    return max((_edged(quote, source, fit) for fit in fits), key=attrgetter("overlap"))


def _by_sliding(quote: str, stretch: str) -> Span | None:
    """Where the quotation agrees best when it is slid along a stretch that is longer; a long one by its two ends."""
    if len(stretch) < len(quote):
        return None
    if len(quote) <= _SLID:
        whole = fuzz.partial_ratio_alignment(quote, stretch)
        return Span(whole.dest_start, whole.dest_end) if whole else None
    head, tail = (fuzz.partial_ratio_alignment(end, stretch) for end in (quote[:_SLID_END], quote[-_SLID_END:]))
    return Span(head.dest_start, tail.dest_end) if head and tail and head.dest_start < tail.dest_end else None


def _by_words(quote: str, stretch: str) -> Span:
    """From the first to the last token of the stretch that the quotation shares, in order."""
    tokens = list(TOKEN.finditer(stretch))
    steps = Indel.opcodes(TOKEN.findall(quote), [token[0] for token in tokens])
    shared = [step for step in steps if step.tag == "equal"]
    if not shared:
        return Span(0, 0)
    return Span(tokens[shared[0].dest_start].start(), tokens[shared[-1].dest_end - 1].end())


def compare_words(quote: str, source: str) -> tuple[Change, ...]:
    """The quotation against the source, token by token; `added` stands only in the quotation."""
    head = _shared_head(quote, source)
    tail = _shared_tail(quote[head:], source[head:])
    changes = [Change(type="same", quote=quote[:head].rstrip(), source=source[:head].rstrip())] if head else []
    changes += _steps(quote[head : len(quote) - tail], source[head : len(source) - tail])
    if tail:
        same = quote[len(quote) - tail :].lstrip()
        changes.append(Change(type="same", quote=same, source=same))
    return tuple(changes)


def _shared_head(a: str, b: str) -> int:
    """How long the common beginning is, up to the end of a word."""
    length = Prefix.similarity(a, b)
    return length if length == len(a) == len(b) else a.rfind(" ", 0, length) + 1


def _shared_tail(a: str, b: str) -> int:
    """How long the common end is, from the start of a word."""
    length = Postfix.similarity(a, b)
    space = a.find(" ", len(a) - length) if length else -1
    return len(a) - space if space >= 0 else 0


def _steps(quote: str, source: str) -> list[Change]:
    words, others = TOKEN.findall(quote), TOKEN.findall(source)
    if set(words).isdisjoint(others):
        return _replaced(quote.strip(), source.strip())
    quoted, held = list(TOKEN.finditer(quote)), list(TOKEN.finditer(source))
    changes: list[Change] = []
    for step in Indel.opcodes(words, others):
        left = _written(quote, quoted[step.src_start : step.src_end])
        right = _written(source, held[step.dest_start : step.dest_end])
        _append(changes, step.tag, left, right)
    return changes


def _replaced(quote: str, source: str) -> list[Change]:
    """Two stretches with nothing in common, one in place of the other; either may be empty."""
    if quote and source:
        return [Change(type="replaced", quote=quote, source=source)]
    if quote:
        return [Change(type="added", quote=quote)]
    return [Change(type="removed", source=source)] if source else []


def _written(text: str, tokens: list[re.Match[str]]) -> str:
    return text[tokens[0].start() : tokens[-1].end()] if tokens else ""


def _append(changes: list[Change], tag: str, quote: str, source: str) -> None:
    """Add a step; what was taken out and put in at one place is one replacement."""
    last = changes[-1].type if changes else "same"
    if tag == "equal":
        changes.append(Change(type="same", quote=quote, source=source))
    elif tag == "replace" or (tag == "delete" and last == "removed") or (tag == "insert" and last == "added"):
        before = changes.pop() if tag != "replace" else Change(type="same")
        changes.append(Change(type="replaced", quote=quote or before.quote, source=source or before.source))
    elif tag == "delete":
        changes.append(Change(type="added", quote=quote))
    else:
        changes.append(Change(type="removed", source=source))


def describe_changes(changes: Iterable[Change]) -> str:
    """The comparison on one line: `[-source-]` was left out of the quotation, `{+quote+}` was put in."""
    return " ".join(_shown(change) for change in changes)


def _shown(change: Change) -> str:
    removed = f"[-{change.source}-]" if change.source else ""
    added = f"{{+{change.quote}+}}" if change.quote else ""
    return change.quote if change.type == "same" else removed + added
