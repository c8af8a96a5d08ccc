"""Verdicts: a quotation is looked up, held against what was found, and judged.

    judge = Judge(shelf, passages)
    judge.check("No one shall be held in slavery", source="UDHR 1948")

The cited documents come first; then the whole library by shared runs of words; then likeness of meaning. Every step
reads a bounded number of places, so the cost grows with the quotation and not with the library.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

from foam_quotes.text.normalise import normalise, read_as_one_line
from foam_quotes.text.span import Span
from foam_quotes.verdicts.align import Fit, compare_words, do_edges_agree, find_best_fit
from foam_quotes.verdicts.flags import find_flags, keep_sense, leaves_out_negation, list_changed_sentences
from foam_quotes.verdicts.page import Page
from foam_quotes.verdicts.paraphrase import find_nearest_passage
from foam_quotes.verdicts.passages import RUNS, Passages, Window
from foam_quotes.verdicts.similarity import LexicalSimilarity, Similarity
from foam_quotes.verdicts.sources import Shelf, make_source_key
from foam_quotes.verdicts.verdict import (
    ALTERED,
    PARAPHRASE,
    SHORT,
    TURNING,
    Altered,
    Exact,
    Fabricated,
    Flag,
    Found,
    Misattributed,
    Paraphrase,
    Place,
    Verdict,
)

_READ = 6
"""Windows that are read closely for one quotation at one step."""
_TRIED = 3
"""Places of a single run of words that are read before more runs are looked up."""
_FEW = 12
"""Up to so many words a quotation is short: it is also looked up by pairs of words, and one run in common counts."""
_JOINT = re.compile(r" ?(?:/\.\.\./|\[ ?\.\.\. ?\]|\( ?\.\.\. ?\)|(?<![.\w])\.\.\.(?=[ \w])|(?<=\w) ?\.\.\. ) ?")
"""Marks of omission: FOAM's own ` /.../ `, and what writers use."""
_OPEN_ENDS = ("[...]", "(...)", "/.../", "...")
"""The same marks before the first word and after the last."""
_AROUND = 2
_KEPT = 500
_overlap = attrgetter("overlap")


Sense = Callable[[str, str], bool]
"""Whether a quotation (the second text) says something else than its source (the first)."""


class _Candidate(NamedTuple):
    """How well a quotation's parts fit into one document."""

    page: Page
    parts: tuple[str, ...]
    spans: tuple[Span, ...]
    overlap: float
    verbatim: bool = False
    several: bool = False


class Judge:
    """Judges quotations against the documents of one shelf."""

    def __init__(
        self, shelf: Shelf, passages: Passages, *, similarity: Similarity | None = None, sense: Sense | None = None
    ) -> None:
        self._shelf = shelf
        self._sense = sense
        self._passages = passages
        self._similarity = similarity or LexicalSimilarity()
        self._page: Callable[[str], Page | None] = lru_cache(maxsize=_KEPT)(self._read_page)

    def check(self, quote: str, *, source: str | None = None, own: Collection[str] = ()) -> Verdict:
        """The verdict on a quotation; without a source it is looked for in the whole library.

        `own` are the documents that make the quotation: none is held against itself.
        """
        verdict = self._check(quote, source, tuple(own))
        found = verdict.found if isinstance(verdict, Misattributed) else verdict
        if self._sense is None or not isinstance(found, Altered) or TURNING & set(found.flags):
            return verdict
        if not any(self._sense(*pair) for pair in list_changed_sentences(keep_sense(found.diff))):
            return verdict
        flagged = found.model_copy(update={"flags": (*found.flags, "sense")})
        if isinstance(verdict, Misattributed):
            return verdict.model_copy(update={"found": flagged, "flags": flagged.flags})
        return flagged

    def list_around(self, places: Sequence[Place]) -> tuple[str, ...]:
        """The two sentences before each place in its document and the two after it, none of which is quoted."""
        document = self._shelf.document(places[0].document) if places else None
        if document is None:
            return ()
        read = {n for one in places for n in range(one.pointer.sentence, bisect_left(document.ends, one.end) + 1)}
        beside = {n + step for n in read for step in range(-_AROUND, _AROUND + 1)} - read
        spans = (document.sentences[n] for n in sorted(beside) if 0 <= n < len(document.ends))
        return tuple(span.of(document.text).strip() for span in spans)

    def is_title(self, text: str) -> bool:
        """Whether the text is what a document is called, as between the quote marks of a citation."""
        named = make_source_key(text)
        documents = (self._shelf.document(id) for id in (self._shelf.cited(text) if named else ()))
        return any(document and make_source_key(document.title) == named for document in documents)

    def _check(self, quote: str, source: str | None, own: tuple[str, ...]) -> Verdict:
        text = strip_quote_marks(quote)
        cited = tuple(id for id in self._shelf.cited(source) if id not in own) if source else ()
        flags = _form_flags(text, unknown=bool(source) and not cited)
        if not any(map(str.isalnum, text)):
            return Fabricated(flags=flags)
        named = _best([self._in_document(text, id, quick=True) for id in cited])
        if named is not None and (found := _found(named, flags)):
            return found
        held = self._verbatim_anywhere(text, (*cited, *own))
        other = held[0]._replace(several=len(held) > 1) if held else None
        if (other is None or _is_repeated(other)) and self._is_worth_more(text):
            named = _best([self._in_document(text, id) for id in cited])
            if named is not None and (found := _found(named, flags)):
                return found
            stated = self._anywhere(text, (*cited, *own, *(one.page.document.id for one in held)))
            other = stated if other is None or (stated and _found(stated, flags)) else other
        if other is not None and (found := _found(other, flags)):
            return Misattributed(cited=cited, found=found, flags=found.flags) if source else found
        overlap = max((candidate.overlap for candidate in (named, other) if candidate is not None), default=0.0)
        return self._paraphrase(text, cited, own, flags) or Fabricated(overlap=round(overlap, 4), flags=flags)

    def _is_worth_more(self, text: str) -> bool:
        """Whether to look closely. A long stretch that is nearly verbatim somewhere shares several runs with it."""
        longest = max(_parts(text), key=len)
        return _is_brief(longest) or bool(self._passages.windows(longest, words=3, quick=True, least=_least(longest)))

    def _read_page(self, id: str) -> Page | None:
        document = self._shelf.document(id)
        return None if document is None else Page(document)

    # In one document

    def _in_document(self, text: str, id: str, *, quick: bool = False) -> _Candidate | None:
        """The best fit in one document, of the whole quotation or of its parts one after another."""
        page = self._page(id)
        if page is None:
            return None
        whole = self._fit(page, text, 0, quick)
        parts = _parts(text)
        if whole.verbatim or len(parts) < 2:
            return whole
        return _best((whole, self._in_turn(page, parts, quick)))

    def _in_turn(self, page: Page, parts: Sequence[str], quick: bool) -> _Candidate:
        fits: list[_Candidate] = []
        for part in parts:
            fits.append(self._fit(page, part, fits[-1].spans[0].end if fits else 0, quick))
        return _joined(fits)

    def _fit(self, page: Page, part: str, after: int, quick: bool) -> _Candidate:
        """The best place for one stretch of words after an offset: verbatim if it is there at all."""
        starts = self._passages.starts(part, document=page.document.id)
        if starts is None:
            starts = _searched(page, part)
        later = [at for at in starts if at >= after]
        places = [at for at in later if page.text.startswith(part, at)] or _find_words(page, part, after)
        places = places or ([] if after else _searched(page, part))  # what is very common there is not indexed
        if places:
            return _verbatim(page, part, places)
        best = self._by_single_runs(page, part, later, after)
        return best if quick or best.overlap >= ALTERED else max(best, self._close(page, part, after), key=_overlap)

    def _by_single_runs(self, page: Page, part: str, starts: list[int], after: int) -> _Candidate:
        """The closest span where one run of words stands, or another, or a third."""
        best = _nowhere(page, part, after)
        read: list[list[int]] = [[]]
        for nth in range(RUNS):
            if nth:
                starts = self._passages.starts(part, document=page.document.id, nth=nth) or []
            if starts not in read:  # one run mostly says what another has said
                best = max(best, _starting_at(page, part, starts, after), key=_overlap)
                if best.overlap >= ALTERED and do_edges_agree(part, page.text, best.spans[0]):
                    break
                read.append(starts)
        return best

    def _close(self, page: Page, part: str, after: int) -> _Candidate:
        """The closest span by several runs of words and, if it is brief, by shared words."""
        best = _nowhere(page, part, after)
        for words in (3, 1) if _is_brief(part) else (3,):
            if best.overlap < ALTERED:
                windows = self._passages.windows(part, words=words, document=page.document.id, least=_least(part))
                spans = [window.span for window in windows[:_READ]]
                best = max(best, _closest(page, part, spans, after), key=_overlap)
        return best

    # In the whole library

    def _anywhere(self, text: str, excluding: tuple[str, ...]) -> _Candidate | None:
        """The best fit in any other document, found by the longest stretch without an omission."""
        longest = max(_parts(text), key=len)
        best: _Candidate | None = None
        for words in _orders(longest):
            windows = self._passages.windows(longest, words=words, but=excluding, least=_least(longest))
            best = _best((best, self._among(text, longest, windows[:_READ])))
            if best is not None and best.overlap >= ALTERED and not _is_repeated(best):
                break
        if best is not None and not best.verbatim and (places := _searched(best.page, text)):
            return _verbatim(best.page, text, places)
        return best

    def _verbatim_anywhere(self, text: str, excluding: tuple[str, ...]) -> list[_Candidate]:
        """The verbatim places in other documents: where they say it, else where they only repeat it in quote marks."""
        places = self._passages.anywhere(text)
        if places is None:  # too common, or too short: then all of a few runs agree where it is verbatim
            likely = self._passages.windows(text, words=3, quick=True, but=excluding)
            places = [(w.document, w.start) for w in likely[:_READ] if w.votes == likely[0].votes]
        pages = [(page, at) for id, at in places if id not in excluding and (page := self._page(id))]
        found = [_verbatim(page, text, [at]) for page, at in pages if page.text.startswith(text, at)]
        return [one for one in found if not _is_repeated(one)] or found

    def _among(self, text: str, longest: str, windows: Sequence[Window]) -> _Candidate | None:
        """The best fit about these windows, or in their documents when the quotation leaves words out."""
        pages = [(page, window) for window in windows if (page := self._page(window.document))]
        if longest != text:
            return _best([self._in_document(text, id) for id in dict.fromkeys(p.document.id for p, _ in pages)])
        closest = _best([_closest(page, longest, [window.span], 0) for page, window in pages])
        if closest is not None and closest.verbatim:
            return closest._replace(several=len(_searched(closest.page, longest)) > 1)
        return closest

    # By meaning

    def _paraphrase(
        self, quote: str, cited: tuple[str, ...], own: tuple[str, ...], flags: tuple[Flag, ...]
    ) -> Paraphrase | None:
        """The nearest passage of the cited documents, or of those that share the quotation's rarest words."""
        windows = () if cited else self._passages.windows(quote, words=1, but=own)
        ids = cited or tuple(dict.fromkeys(window.document for window in windows))
        pages = [page for id in ids[:_READ] if (page := self._page(id))]
        near = find_nearest_passage(quote, pages, self._similarity)
        if near is None or near.similarity <= PARAPHRASE:
            return None
        return Paraphrase(
            places=(near.page.place(near.span),),
            similarity=round(near.similarity, 4),
            decided_by=self._similarity.name,
            flags=flags,
        )


def strip_quote_marks(quote: str) -> str:
    """A quotation as it is matched: normalised, on one line, without the quote marks and open ends around it."""
    text = read_as_one_line(normalise(quote))
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" and text[0] not in text[1:-1]:
        text = text[1:-1].strip()
    for mark in _OPEN_ENDS:
        text = text.removeprefix(mark).removesuffix(mark).strip()
    return text


def _parts(text: str) -> tuple[str, ...]:
    """What stands between marks of omission."""
    if "..." not in text:
        return (text,)
    return tuple(part for part in (piece.strip() for piece in _JOINT.split(text)) if any(map(str.isalnum, part)))


def _orders(part: str) -> tuple[int, ...]:
    """Lengths of the runs to look a stretch up by. A long one that is nearly verbatim shares three words in a row."""
    if " " not in part:
        return (1,)
    return (3, 2) if _is_brief(part) else (3,)


def _is_brief(part: str) -> bool:
    return part.count(" ") < _FEW


def _least(part: str) -> int:
    """Runs in common for a window to be read. A long stretch that is nearly verbatim has more than one."""
    return 1 if _is_brief(part) else 2


def _form_flags(text: str, *, unknown: bool) -> tuple[Flag, ...]:
    flags: list[Flag] = []
    if len(text) < SHORT:
        flags.append("short")
    if unknown:
        flags.append("source_unknown")
    return tuple(flags)


def _searched(page: Page, part: str) -> list[int]:
    """The first two places of a part, by reading the whole text: for what is too short for the index."""
    first = page.text.find(part)
    second = page.text.find(part, first + 1) if first >= 0 else -1
    return [at for at in (first, second) if at >= 0]


def _find_words(page: Page, part: str, after: int) -> list[int]:
    """The next place of what follows an omission, where it is whole words; an initial may stand for its word."""
    end = "" if re.search(r"\b[A-Z]\Z", part) else r"(?!\w)"
    found = re.compile(rf"(?<!\w){re.escape(part)}{end}").search(page.text, after) if after else None
    return [found.start()] if found else []


def _nowhere(page: Page, part: str, after: int) -> _Candidate:
    return _Candidate(page, (part,), (Span(after, after),), 0.0)


def _verbatim(page: Page, part: str, places: Sequence[int]) -> _Candidate:
    first = min(places)
    return _Candidate(page, (part,), (Span(first, first + len(part)),), 1.0, True, len(places) > 1)


def _starting_at(page: Page, part: str, starts: Sequence[int], after: int) -> _Candidate:
    """The best fit where a run says that the part starts; the first few places are read."""
    return _closest(page, part, [Span(at, at + len(part)) for at in starts[:_TRIED]], after)


def _closest(page: Page, part: str, spans: Iterable[Span], after: int) -> _Candidate:
    """The best fit about the spans that lie after an offset; the first that is good enough, for they are ordered."""
    best = Fit(Span(after, after), 0.0)
    for start, end in spans:
        if end > after and start < len(page.text):
            fit = find_best_fit(part, page.text, Span(max(after, start), end))
            best = fit if fit.overlap > best.overlap else best
            if best.overlap >= ALTERED:
                break
    return _Candidate(page, (part,), (best.span,), best.overlap, best.span.of(page.text) == part)


def _joined(fits: Sequence[_Candidate]) -> _Candidate:
    """Parts as one candidate, as good as the worst of them."""
    return _Candidate(
        page=fits[0].page,
        parts=tuple(part for fit in fits for part in fit.parts),
        spans=tuple(span for fit in fits for span in fit.spans),
        overlap=min(fit.overlap for fit in fits),
        verbatim=all(fit.verbatim for fit in fits),
        several=len(fits) == 1 and fits[0].several,
    )


def _best(candidates: Iterable[_Candidate | None]) -> _Candidate | None:
    """The first of those that fit best; of those that fit, one that says it before one that repeats it."""
    return max((one for one in candidates if one is not None), key=_rank, default=None)


def _rank(candidate: _Candidate) -> tuple[bool, float]:
    return candidate.overlap >= ALTERED and not _is_repeated(candidate), candidate.overlap


def _is_repeated(candidate: _Candidate) -> bool:
    """Whether the document has the words between quote marks: they are no source while another document says them."""
    return all(map(candidate.page.is_quoted, candidate.spans))


def _found(candidate: _Candidate, flags: tuple[Flag, ...]) -> Found | None:
    """Exact, altered, or neither."""
    if candidate.overlap < ALTERED:
        return None
    places = tuple(candidate.page.place(span) for span in candidate.spans)
    if len(places) > 1:
        gaps = [candidate.page.text[one.end : other.start] for one, other in pairwise(candidate.spans)]
        flags = (*flags, "omission", *(("negation",) if any(map(leaves_out_negation, gaps)) else ()))
    several: tuple[Flag, ...] = ("several_places",) if candidate.several else ()
    if candidate.verbatim:
        return Exact(places=places, flags=(*flags, *several))
    pairs = zip(candidate.parts, candidate.spans, strict=True)
    changes = tuple(change for part, span in pairs for change in compare_words(part, span.of(candidate.page.text)))
    return Altered(
        places=places,
        overlap=round(candidate.overlap, 4),
        diff=changes,
        flags=tuple(dict.fromkeys((*flags, *find_flags(keep_sense(changes)), *several))),
    )
