"""What a written text says that the sentences it cites do not bear out.

Numbers, dates, names, quotations and borrowed words are looked at, and no model is asked. Whether the sense is borne
out, and what is denied, is for a reader of sense; here it is whether each figure, day and name stands in what is cited
or known, in some form, and whether what is quoted was written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple, TypeAlias

from foam.text.mentions.agreement import (
    find_nearest,
    find_unborne_numbers,
    list_counted,
    list_joined_shares,
)
from foam.text.mentions.dates import Date, find_dates, find_distances, find_unborne_dates
from foam.text.mentions.held import Held, is_halved
from foam.text.mentions.names import count_lists, count_named, count_names, count_spelt_out, find_unborne_names
from foam.text.mentions.numbers import Figure, find_numbers
from foam.text.mentions.quotations import find_borrowed, find_false_quotations
from foam.text.mentions.references import counts_parts, find_references, find_unborne_references
from foam.text.mentions.runs import find_borne_runs, list_months_between, list_years
from foam.text.normalise import normalise, normalise_traced
from foam.text.span import Span
from foam.text.words import split_letters
from foam.values import Value

_KEPT = 2048
"""Sentences that are read once: many texts of a run cite the same."""
UnfaithfulKind: TypeAlias = Literal["number", "date", "name", "quotation", "borrowed"]


class Unfaithful(Value):
    """Words of a text that are not borne out, and why."""

    kind: UnfaithfulKind
    found: str
    """The words at fault, as they stand in the text."""
    why: str
    """One plain clause, for a writer who is asked again and for a reader."""
    whole: str = ""
    """The name of several words to which the words at fault belong."""

    @property
    def told(self) -> str:
        """What a writer is told is at fault: a name as a whole."""
        return self.whole or self.found


class _Finding(NamedTuple):
    """A finding where it stands in the normalised text."""

    span: Span
    kind: UnfaithfulKind
    why: str
    whole: Span = Span(0, 0)


class _Source:
    """One text that may be spoken from, normalised, with what is read off it: each thing once, when it is asked for."""

    def __init__(self, text: str) -> None:
        self.text = text
        dates = find_dates(text)
        self.dates = (*dates, *list_months_between(text, dates))
        self.figures = find_numbers(text, without=_list_taken(text, self.dates))

    def show_figure(self, figure: Figure) -> str:
        return figure.span.of(self.text)

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(word.lower() for word in split_letters(self.text))

    @cached_property
    def listed(self) -> frozenset[int]:
        return frozenset(count_lists(self.text))

    @cached_property
    def counted(self) -> frozenset[tuple[Fraction, str]]:
        return frozenset(list_counted(self.text, self.figures))

    @cached_property
    def joined(self) -> frozenset[Fraction]:
        return frozenset(list_joined_shares(self.figures))

    @cached_property
    def named(self) -> int:
        return count_named(self.text)

    @cached_property
    def names(self) -> int:
        return count_names(self.text)

    @cached_property
    def halved(self) -> bool:
        return is_halved(self.text)

    @cached_property
    def row_shares(self) -> tuple[Figure, ...]:
        """The plain figures of a row of a table as shares: that they are per cent is said in the head of the column."""
        if "|" not in self.text:
            return ()
        plain = (one for one in self.figures if not one.unit and not one.currency and 0 <= one.value <= 100)
        return tuple(one._replace(values=tuple(value / 100 for value in one.values), unit="share") for one in plain)


def find_unfaithful(
    text: str,
    *,
    cited: Sequence[str],
    known: Sequence[str] = (),
    uncited: Sequence[str] = (),
    beside: Sequence[str] = (),
    own: Sequence[str] = (),
) -> tuple[Unfaithful, ...]:
    """What is not borne out by the cited sentences or by what is known, in the order of the text.

    `known` is other text that the writer may speak from: the question, the claim that is answered, names of seats.
    `uncited` are sentences that were offered and not cited; `beside` is what was shown with the cited ones to read them
    by: it says whom or what they speak of, so its names count, and its figures do not. `own` is what the same writer
    says beside the text and is held to by itself, as the claim is beside its warrant.
    """
    written, origins = normalise_traced(text)
    sources = tuple(_read_source(source) for source in (*cited, *known, *own))
    findings = [
        *_check_dates_and_numbers(written, sources, cited=len(cited), own=len(own)),
        *_check_names(written, [*(source.text for source in sources), *map(normalise, beside)]),
        *_check_quotations(written, [source.text for source in sources], uncited),
        *(
            _Finding(span, "borrowed", "these words stand in a sentence that was offered and is not cited")
            for span in find_borrowed(written, uncited, [source.text for source in sources])
        ),
    ]

    def show(span: Span) -> str:
        return text[origins[span.start] : origins[span.end]].strip()

    return tuple(
        Unfaithful(kind=one.kind, found=show(one.span), why=one.why, whole=show(one.whole)) for one in sorted(findings)
    )


@lru_cache(maxsize=_KEPT)
def _read_source(text: str) -> _Source:
    return _Source(normalise(text))


def _list_taken(text: str, dates: Sequence[Date]) -> list[Span]:
    """Where dates and references stand: their digits are no figures."""
    return [*(one.span for one in dates), *(one.span for one in find_references(text))]


def _check_dates_and_numbers(
    written: str, sources: Sequence[_Source], *, cited: int, own: int = 0
) -> Iterator[_Finding]:
    """Dates and figures that no source bears out; the first of the sources are cited, the last the writer's own."""
    dates = find_dates(written)
    held_dates = [one for source in sources for one in source.dates]
    held_figures = tuple(one for source in sources for one in source.figures)
    counts = [int(value) for one in held_figures for value in one.values if value.denominator == 1]
    references = [one.span for one in find_references(written)]
    for date in find_unborne_dates(dates, held_dates, counts):
        if not any(span.start <= date.span.start < span.end for span in references):
            yield _Finding(date.span, "date", "no cited sentence gives this date")
    days, years = find_distances(held_dates)
    rows = tuple(one for source in sources for one in source.row_shares)
    held = Held(
        figures=(*held_figures, *rows, *_count_years(held_dates)),
        words=frozenset[str]().union(*(source.words for source in sources)),
        days_apart=days,
        years_apart=years,
        listed=frozenset(count_spelt_out(written)).union(*(source.listed for source in sources)),
        counted=frozenset[tuple[Fraction, str]]().union(*(source.counted for source in sources)),
        joined=frozenset[Fraction]().union(*(source.joined for source in sources)),
        named=max((source.named for source in sources), default=0),
        names=frozenset(source.names for source in sources[:cited]),
        halved=any(source.halved for source in sources[:cited]),
        texts=tuple(source.text for source in sources),
        own=tuple(source.text for source in sources[len(sources) - own :]),
        cited=tuple(source.figures for source in sources[:cited]),
    )
    runs = find_borne_runs(written, list_years((source.text, source.dates) for source in sources))
    figures = find_numbers(written, without=[*_list_taken(written, dates), *runs])
    for figure, turned in find_unborne_numbers(written, figures, held):
        if figure.unit == "ordinal" and counts_parts(written, figure.span.end):
            continue
        yield _Finding(figure.span, "number", _explain_number(figure, turned, sources[:cited]))


def _count_years(dates: Sequence[Date]) -> Iterator[Figure]:
    """Years as figures: a number of four digits may be read as a year, and be none."""
    return (Figure(one.span, (Fraction(one.year),)) for one in dates if one.year and not one.month)


def _explain_number(figure: Figure, turned: Figure | None, cited: Sequence[_Source]) -> str:
    """Why a figure is not borne out; the nearest that is named is one that the text may say."""
    if turned is not None:
        return "the cited sentence gives this figure with the opposite direction"
    if figure.is_multiple:
        return (
            "no cited sentence gives this figure, and no two cited figures that belong together come to so many times"
        )
    shown = {one: source.show_figure(one) for source in cited for one in source.figures}
    nearest = find_nearest(figure, shown)
    if nearest is None:
        return "no cited sentence gives this figure"
    return f"no cited sentence gives this figure; the nearest is {shown[nearest]}, and rounding must say so"


def _check_names(written: str, sources: Sequence[str]) -> Iterator[_Finding]:
    for reference in find_unborne_references(written, sources):
        yield _Finding(reference.span, "name", "no cited sentence refers to it")
    taken = [one.span for one in find_dates(written)] + [one.span for one in find_references(written)]
    for name in find_unborne_names(written, sources, without=taken):
        apart = name.span == name.whole and " " in name.whole.of(written)
        why = "the cited sentences name these words apart, not together" if apart else "no cited sentence has this name"
        yield _Finding(name.span, "name", why, name.whole)


def _check_quotations(written: str, sources: Sequence[str], uncited: Sequence[str]) -> Iterator[_Finding]:
    elsewhere = set(find_false_quotations(written, uncited)) if uncited else None
    for span in find_false_quotations(written, sources):
        stands = elsewhere is not None and span not in elsewhere
        where = "it stands in a sentence that is not cited" if stands else "no cited sentence has these words"
        yield _Finding(span, "quotation", f"it is in quotation marks, and {where}")
