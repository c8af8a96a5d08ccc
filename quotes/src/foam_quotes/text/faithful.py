"""What a written text says that the sentences it cites do not have: figures, dates, names, quotations, borrowed words.

A figure in digits stands in what is cited or known: the same value, near it where the text says so (`about`), the sum,
difference, product, share or rounded quotient of two cited figures where there are few, the result of a sum that the
text writes out, or the days or years between two held dates. A year that belongs to a name, as a law's does, is borne
out with the name. Number words up to three and shares in words are not examined, and neither is what is meant: that is
for a reader of sense.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Literal, NamedTuple, TypeAlias

from foam_quotes.text.mentions.dates import Date, find_dates, find_distances, find_named_years, find_unborne_dates
from foam_quotes.text.mentions.names import find_unborne_names
from foam_quotes.text.mentions.numbers import Figure, find_numbers
from foam_quotes.text.mentions.quotations import find_borrowed, find_false_quotations
from foam_quotes.text.mentions.references import counts_parts, find_references, find_unborne_references
from foam_quotes.text.mentions.workings import find_workings
from foam_quotes.text.normalise import normalise, normalise_traced
from foam_quotes.text.span import Span, trim
from foam_quotes.values import Value

_KEPT = 2048
"""Sentences that are read once: many texts of a run cite the same."""
_SPOKEN, _COUNTED = 3, 12
"""Number words up to the first are how people speak (`two reasons`); counts up to the second may stand in a sum."""
_FEW = 6
"""Figures of a sentence up to which two may be put together: among more, any number is found."""
_TENTH, _THIRD, _HALF = Fraction(1, 10), Fraction(1, 3), Fraction(1, 2)
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


class _Source(NamedTuple):
    """One text that may be spoken from, normalised, with what is read off it."""

    text: str
    dates: tuple[Date, ...]
    figures: tuple[Figure, ...]


def find_unfaithful(
    text: str,
    *,
    cited: Sequence[str],
    known: Sequence[str] = (),
    uncited: Sequence[str] = (),
    beside: Sequence[str] = (),
) -> tuple[Unfaithful, ...]:
    """What is not borne out by the cited sentences or by what is known, in the order of the text.

    `known` is other text that the writer may speak from: the question, the claim that is answered, names of seats.
    `uncited` are sentences that were offered and not cited; `beside` is what was shown with the cited ones to read them
    by: it says whom or what they speak of, so its names count, and its figures do not.
    """
    written, origins = normalise_traced(text)
    sources = tuple(_read_source(source) for source in (*cited, *known))
    texts = [*(source.text for source in sources), *map(normalise, beside)]
    findings = [
        *_check_dates_and_numbers(written, sources, texts, cited=len(cited)),
        *_check_names(written, texts),
        *_check_quotations(written, [source.text for source in sources], uncited),
        *(
            _Finding(span, "borrowed", "these words stand in a sentence that was offered and is not cited")
            for span in find_borrowed(written, uncited, [source.text for source in sources])
        ),
    ]
    return tuple(found for _, found in _tell(findings, text, origins))


def locate_unfaithful(text: str, cited: Sequence[str]) -> tuple[tuple[Span, Unfaithful], ...]:
    """The figures, dates and names of a text that no cited sentence has, each with its place in the text."""
    written, origins = normalise_traced(text)
    sources = tuple(map(_read_source, cited))
    texts = [source.text for source in sources]
    numbers = _check_dates_and_numbers(written, sources, texts, cited=len(sources))
    names = _check_names(written, texts)
    return tuple(_tell([*numbers, *names], text, origins))


def _tell(findings: Iterable[_Finding], text: str, origins: Sequence[int]) -> Iterator[tuple[Span, Unfaithful]]:
    """What was found in the normalised text, as it stands in the text itself."""

    def place(span: Span) -> Span:
        return trim(Span(origins[span.start], origins[span.end]), text)

    for one in sorted(findings):
        span = place(one.span)
        yield span, Unfaithful(kind=one.kind, found=span.of(text), why=one.why, whole=place(one.whole).of(text))


@lru_cache(maxsize=_KEPT)
def _read_source(text: str) -> _Source:
    plain = normalise(text)
    dates = find_dates(plain)
    figures = find_numbers(plain, without=_list_taken(plain, dates))
    if "|" in plain:  # a row of a table: that its figures are per cent is said in the head of the column
        bare = (one for one in figures if not one.unit and not one.currency and one.value <= 100)
        figures += tuple(one._replace(values=tuple(n / 100 for n in one.values), unit="share") for one in bare)
    return _Source(plain, dates, figures)


def _list_taken(text: str, dates: Sequence[Date]) -> list[Span]:
    """Where dates and references stand: their digits are no figures."""
    return [*(one.span for one in dates), *(one.span for one in find_references(text))]


def _check_dates_and_numbers(
    written: str, sources: Sequence[_Source], texts: Sequence[str], *, cited: int
) -> Iterator[_Finding]:
    """Dates and figures that no source bears out; the first of the sources are cited, and names stand in the texts."""
    dates = find_dates(written)
    held_dates = [one for source in sources for one in source.dates]
    held = [one for source in sources for one in source.figures]
    counts = [int(value) for one in held for value in one.values if value.denominator == 1]
    references = [one.span for one in find_references(written)]
    references += find_named_years(written, texts)
    for date in find_unborne_dates(dates, held_dates, counts):
        if not any(span.start <= date.span.start < span.end for span in references):
            yield _Finding(date.span, "date", "no cited sentence gives this date")
    held += [Figure(one.span, (Fraction(one.year),)) for one in held_dates if one.year and not one.month]
    days, years = find_distances(held_dates)
    workings = [one for one in find_workings(written) if one.is_right]
    groups: list[Sequence[Figure]] = [source.figures for source in sources[:cited]]
    groups.append([one for group in groups for one in group])
    for figure in find_numbers(written, without=_list_taken(written, dates)):
        is_worked_out = any(figure in one.terms for one in workings)
        is_result = any(figure.value == one.stated.value for one in workings)
        if not (
            _is_spoken(figure)
            or _is_label(figure, written)
            or (figure.unit == "ordinal" and counts_parts(written, figure.span.end))
            or any(_is_same(figure, one) for one in held)
            or (not figure.unit and figure.value in (*days, *years))
            or any(_is_reckoned(figure, group) for group in groups)
            or is_result
            or (is_worked_out and figure.value <= _COUNTED)
        ):
            yield _Finding(figure.span, "number", _explain_number(figure, sources[:cited]))


def _is_spoken(figure: Figure) -> bool:
    """Whether it is in words and says little: a place in a row, a share, or a number up to three."""
    return figure.spelt and (figure.unit != "" or figure.value <= _SPOKEN)


def _is_label(figure: Figure, text: str) -> bool:
    """Whether it numbers a point: `(1)`."""
    return text[: figure.span.start].endswith("(") and text[figure.span.end :].startswith(")")


def _is_same(said: Figure, held: Figure) -> bool:
    """Whether the held figure bears out the said one: the same value, or near enough where the text says so."""
    if said.currency and held.currency and said.currency != held.currency:
        return False
    if said.unit == "share" and held.unit != "share" and not any(0 < one < 1 for one in held.values):
        return False
    values = (*held.values, *held.cells, *(100 * one for one in held.values if held.unit == "share" and not said.unit))
    return any(_is_near(a, b, said) for a in said.values for b in values)


def _is_near(said: Fraction, held: Fraction, figure: Figure) -> bool:
    if said == held or (figure.unit == "share" and abs(said - held) <= _round_share(figure)):
        return True
    match figure.bound:
        case "about":
            return abs(said - held) <= _TENTH * abs(held)
        case "over":
            return said <= held <= said * (1 + _HALF)
        case "under":
            return said / (1 + _HALF) <= held <= said
        case "":
            return False


def _round_share(figure: Figure) -> Fraction:
    """How far a share in whole per cent may be from what it rounds; one with decimals says itself how exact it is."""
    return Fraction(1, 200) if (100 * figure.value).denominator == 1 else Fraction(0)


def _is_reckoned(figure: Figure, figures: Sequence[Figure]) -> bool:
    """Whether two of some figures make it: their sum, difference, product, the share of the one in the other, or about
    how many times the one is the other."""
    counts = [one for one in figures if one.unit == "" and one.value > 0]
    if len(counts) > _FEW:
        return False
    pairs = [sorted((one.value, other.value)) for one, other in combinations(counts, 2)]
    if figure.unit == "share":
        return any(_is_near(figure.value, less / more, figure) for less, more in pairs)
    if figure.unit:
        return False
    is_rounded = bool(figure.bound) and any(_is_near(figure.value, more / less, figure) for less, more in pairs)
    return is_rounded or any(figure.value in (less + more, more - less, less * more) for less, more in pairs)


def _explain_number(figure: Figure, cited: Sequence[_Source]) -> str:
    """Why a figure is not borne out; the nearest within a third is named."""
    alike = [(one, source) for source in cited for one in source.figures if one.unit == figure.unit]
    near = [(one, source) for one, source in alike if abs(one.value - figure.value) <= abs(figure.value) * _THIRD]
    if not near:
        return "no cited sentence gives this figure"
    nearest, source = min(near, key=lambda one: abs(one[0].value - figure.value))
    shown = nearest.span.of(source.text)
    return f"no cited sentence gives this figure; the nearest is {shown}, and rounding must say so"


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
