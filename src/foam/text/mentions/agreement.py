"""Which figures of a text other texts bear out, in another form, rounded with a word that says so, or worked out.

- The same value in any form is the same figure: `1,215.00` and `1215`, `20 %` and `a fifth`, `29 of 38` and `76 %`.
- Rounding must say so: `about` and the like allow a tenth either way, `nearly` a tenth below (a share in words
  a little more), `over` and `under` half.
- A sum or difference of two held figures counts where the text calls it one (`165.80 under`), or where few figures are
  held and these count no other things; and so does a result that the text works out in full (`490 × 4.3 = 2,107`), and
  the time between two held dates.
- A share of two counts, how many times one is the other, or about how far they are apart, may be reckoned where both
  stand in one cited sentence and count no different things, or where the text says both; a share also where they are
  the only two that count the same things. A share leaves the rest. What a cited sentence has go from one count to
  another grew or shrank by their difference, whatever else it counts.
- Two counts of one cited sentence may be added, or divided to so many for each; a share in words may follow from all
  counts that the text says.
- A span of time that a source names by a word may be said in days or years: a week is seven days.
- The number of names in a list of names counts as said.
- Shares that one sentence gives may be put together, where the text says so with `or`, `and` or the like.
- Counts of the writer's own points (`two reasons`, `these three`) and `one` are how people speak.
- So are counts of what the sources, or the writer beside it, tell of one by one: `the two laws`.
- As many `means`, `groups` and the like may be counted as a source names side by side: `a tax or a ban` are two means.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from foam.text.mentions.held import Held
from foam.text.mentions.numbers import Figure
from foam.text.mentions.spoken import is_named, is_spoken
from foam.text.mentions.times import is_time_between, is_time_named
from foam.text.mentions.told import tells_so_many
from foam.text.mentions.workings import (
    add_counts,
    find_workings,
    is_multiple_of,
    is_so_many_for_each,
    pair_alike,
    pair_apiece,
    pair_counts,
    reckon_changes,
    reckon_said,
    reckon_shares,
)
from foam.text.span import Span
from foam.text.stem import stem

_TENTH, _HALF = Fraction(1, 10), Fraction(1, 2)
_NEARLY_SPELT = Fraction(17, 20)
"""What is `nearly a third` is at least so much of it: between the shares that have words there are few."""
_ROUNDED_PERCENT = Fraction(1, 200)
_RANKED = re.compile(
    r"\b(?:(?!(?:rest|west|test|guest|request)\b)[a-z]{2,}est|top|bottom|upper|lower|worst|richer|poorer)[ -]$",
    re.IGNORECASE,
)
"""What comes before a part of a row that is ranked: `the poorest fifth`."""
_RANKED_PARTS = {
    3: ("tercile", "terciles", "tertile", "tertiles"),
    4: ("quartile", "quartiles"),
    5: ("quintile", "quintiles"),
    10: ("decile", "deciles"),
    100: ("percentile", "percentiles"),
}
"""The words for parts of a ranked row, by how many there are."""
_NEXT = re.compile(
    r"(?: (?!(?:were|have|been|will|would|could|should|that|which|with|from|than|when|while)\b)[a-z]{4,}){0,2}",
    re.IGNORECASE,
)
"""What a number counts: the words after it, up to a verb."""
_FEW = 5
_SMALL_COUNT = 12
_MOST = 100
"""Figures that are paired to find a sum or a difference: a text that cites more gives too many chances."""
_FEW_HELD = 6
"""Figures up to which two may be put together without a word that says so: among more, any number is found."""
_DIFFERENCE = re.compile(
    r"\b(?:under|over|more|less|fewer|above|below|differ\w*|gap|rise|rose|fall|fell|increas\w*|decreas\w*|drop\w*|apart|"
    r"remain\w*|left|short|between|ahead|behind|margin|later|earlier|beyond|exceed\w*|gain\w*|lost|los[se]\w*|grew|sav(?:e|ing)\w*|"
    r"higher|lower|longer|shorter|larger|smaller|older|younger|rest|other|up|down)\b",
    re.IGNORECASE,
)
_SUM = re.compile(r"\b(?:total\w*|together|combined|altogether|sum\w*|in all|overall|add(?:s|ed)? up)\b", re.IGNORECASE)
_OF_THE_REST = re.compile(
    r"\b(?:not|no|never|none|nobody|neither|without|other\w*|another|else\w*|rest|remain\w*|left|lost|lack\w*|missing|gone|"
    r"outside|beyond|except|instead)\b|n['’]t\b",
    re.IGNORECASE,
)
"""Words by which something is said of those of whom the source does not say it."""
_EITHER = re.compile(r"\b(?:or|and|either|both|together)\b", re.IGNORECASE)
_SPELT_SHARE = Fraction(1, 50)
"""How far a share in words (`nine in ten`) may be from the sum of the shares it puts together."""
_NEAR = 45
"""Characters on either side in which a word may say that a figure is worked out."""
_SAME_AS = {
    "times": ("both", "again", "second", "twice"),
    "pair": ("another", "both", "couple", "pair", "twins", "duo"),
}


class Unborne(NamedTuple):
    """A figure that is not borne out, and the held figure that turns it round, where that is why."""

    figure: Figure
    turned: Figure | None = None


def find_unborne_numbers(text: str, figures: Sequence[Figure], held: Held) -> Iterator[Unborne]:
    """The figures of a normalised text that no held figure bears out."""
    workings = list(find_workings(text))
    worked_out = {one.value for one in figures if any(one.span.end == working.end for working in workings)}
    worked_out |= {one.value for one in figures if _is_count_in(one, workings)}
    results = (one for one in figures if one.value in worked_out and not one.is_ratio)
    held = held._replace(figures=(*held.figures, *results))
    ratios = (one for one in figures if one.is_ratio)
    distinct = tuple({one[1:]: one for one in held.figures}.values())
    borne = [
        one.span
        for one in ratios
        if any(_is_same(one, other) for other in distinct)
        or _is_joined(one, text, held)
        or _is_rest(one, text, held)
        or _is_share_of_said(one, text, figures, held)
    ]
    for figure in figures:
        if figure.is_ratio or any(span.start <= figure.span.start and figure.span.end <= span.end for span in borne):
            continue
        same = [one for one in distinct if _is_same(figure, one)]
        if same:
            turned = _find_turned(figure, same, figures)
            if turned is not None:
                yield Unborne(figure, turned)
        elif not (
            figure.value in worked_out
            or is_spoken(figure, text)
            or (_is_otherwise_said(figure, held) and not _is_counted_otherwise(figure, text, held))
            or (is_named(figure, text, held) and not _is_counted_otherwise(figure, text, held))
            or (tells_so_many(figure, text, held) and not _is_counted_otherwise(figure, text, held))
            or (held.halved and figure.unit == "share" and figure.value == _HALF)
            or _is_ranked_part(figure, text, held)
            or _is_worked_out(figure, text, held)
            or _is_reckoned(figure, text, figures, held)
            or (figure.is_multiple and is_multiple_of(figure, pair_counts(figures, held.cited, held.counted)))
            or (figure.is_multiple and is_multiple_of(figure, pair_counts(figures, held.cited, (), "share")))
            or (figure.is_multiple and is_multiple_of(figure, pair_apiece(figures, _list_cited(held))))
            or is_so_many_for_each(figure, text, pair_counts(figures, held.cited, ()))
            or _is_rest(figure, text, held)
            or _is_sum_in_one(figure, held)
            or is_time_between(figure, text, held)
            or is_time_named(figure, text, held)
        ):
            yield Unborne(figure)


def list_counted(text: str, figures: Iterable[Figure]) -> Iterator[tuple[Fraction, str]]:
    """Each plain number of a text with the stems of the two words after it: `three major bombings` counts bombings."""
    for figure in figures:
        if figure.unit == "" and not figure.currency:
            following = _NEXT.match(text, figure.span.end)
            yield from ((figure.value, stem(word.lower())) for word in (following[0].split() if following else ()))


def find_nearest(figure: Figure, held: Iterable[Figure]) -> Figure | None:
    """The held figure of the same unit that is nearest, where one is within a third."""
    alike = [one for one in held if one.unit == figure.unit and one.value]
    near = [one for one in alike if abs(one.value - figure.value) <= abs(figure.value) / 3]
    return min(near, key=lambda one: abs(one.value - figure.value), default=None)


def _is_same(said: Figure, held: Figure) -> bool:
    """Whether the held figure bears out the said one: the same value, or near enough where the text says so."""
    if said.currency and held.currency and said.currency != held.currency:
        return False
    if said.unit == "many":
        return held.unit in ("", "many") and (
            held.value >= 2 * said.value or (held.unit == "many" == said.unit and held.value == said.value)
        )
    if said.is_multiple and not said.unit and not held.is_multiple and said.value not in held.values:
        return False
    if said.unit == "share" and held.unit != "share" and not any(0 < one < 1 for one in held.values):
        return False
    if held.unit == "ordinal" and held.value <= 2:
        return said.unit == "ordinal" and said.value == held.value
    if said.unit == "times" and held.unit == "share" and not held.spelt:
        return said.value in (held.value, held.value + 1)
    return any(_is_near(a, b, said, held) for a in said.values for b in held.values)


def _is_near(said_value: Fraction, held_value: Fraction, said: Figure, held: Figure) -> bool:
    if said_value == held_value:
        return True
    if held.unit == "share" and not held.spelt and said.unit == "" and said_value == 100 * held_value:
        return True
    is_rounded = said.unit == "share" == held.unit and said.rounded != held.rounded
    if is_rounded and abs(said_value - held_value) <= _ROUNDED_PERCENT:
        return True
    match said.bound:
        case "about":
            return abs(said_value - held_value) <= _TENTH * abs(held_value)
        case "nearly":
            least = _NEARLY_SPELT if said.unit == "share" and said.spelt else 1 - _TENTH
            return said_value * least <= held_value <= said_value
        case "over":
            return said_value <= held_value <= said_value * (1 + _HALF)
        case "under":
            return said_value / (1 + _HALF) <= held_value <= said_value
        case "":
            return False


def _find_turned(figure: Figure, same: Sequence[Figure], figures: Sequence[Figure]) -> Figure | None:
    """The held figure that says the opposite, where none agrees: `fell by 20 %` for `rose by 20 %`."""
    if figure.turn and all(one.turn and one.turn != figure.turn for one in same):
        return same[0]
    opposite = {"over": "under", "under": "over"}.get(figure.bound)
    compared = any(one is not figure and one.unit == figure.unit for one in figures)
    if opposite and not compared and all(one.bound == opposite and one.value == figure.value for one in same):
        return same[0]
    return None


def _is_otherwise_said(figure: Figure, held: Held) -> bool:
    """`both`, `a couple`, `another` and `again` for two, and the number of names in a list."""
    if figure.unit == "" and not figure.currency and figure.value in held.listed:
        return True
    if figure.value != 2 or figure.unit not in ("", "times"):
        return False
    return not held.words.isdisjoint((*_SAME_AS["pair"], *(_SAME_AS["times"] if figure.unit == "times" else ())))


def _is_ranked_part(figure: Figure, text: str, held: Held) -> bool:
    """`the poorest fifth` for the lowest quintile or 20 %, `the top tenth` for a decile: a part of a row by rank."""
    if not _RANKED.search(text[max(0, figure.span.start - _NEAR) : figure.span.start]):
        return False
    share = 1 / figure.value if figure.unit == "ordinal" and figure.value else figure.value
    if not 0 < share < 1 or share.numerator != 1:
        return False
    named = _RANKED_PARTS.get(share.denominator, ())
    return not held.words.isdisjoint(named) or any(one.unit == "share" and share in one.values for one in held.figures)


def _is_counted_otherwise(figure: Figure, text: str, held: Held) -> bool:
    """Whether the sources count the same things and come to another number."""
    nouns = {noun for _, noun in list_counted(text, [figure])}
    return any(noun in nouns and value != figure.value for value, noun in held.counted)


def _is_worked_out(figure: Figure, text: str, held: Held) -> bool:
    """Whether it is a sum, a difference or a multiple of two held figures, and the text says it is one."""
    if figure.unit == "times":
        counts = [one.value for one in held.figures if one.unit in ("", "share") and one.value][:_MOST]
        close = Fraction(1, 20) if not figure.bound else Fraction(1, 5)
        return any(
            abs(max(pair) / min(pair) - figure.value) <= close * figure.value for pair in combinations(counts, 2)
        )
    if figure.unit not in ("", "share"):
        return False
    if _is_joined(figure, text, held):
        return True
    around = text[max(0, figure.span.start - _NEAR) : figure.span.end + _NEAR]
    alike = [one.value for one in held.figures if one.unit == figure.unit][:_MOST]
    pairs = list(combinations(alike, 2))
    if _DIFFERENCE.search(around) and any(abs(a - b) == figure.value for a, b in pairs):
        return True
    if _SUM.search(around) and (
        any(a + b == figure.value for a, b in pairs) or (len(alike) > 2 and sum(alike) == figure.value)
    ):
        return True
    return len(set(alike)) <= _FEW_HELD and any(_is_made_of(figure, a, b, text, held) for a, b in pairs if a != b)


def _list_cited(held: Held) -> list[tuple[str, tuple[Figure, ...]]]:
    """The cited sentences, each with its figures."""
    return list(zip(held.texts, held.cited, strict=False))


def _is_reckoned(figure: Figure, text: str, figures: Sequence[Figure], held: Held) -> bool:
    """Whether two counts make it: the share that one is of the other or, said to be rounded, how far they are apart."""
    terms = pair_counts(figures, held.cited, held.counted)
    if figure.unit == "share":
        told = {one.value for one in figures}
        alike = pair_alike(held.cited, held.counted)
        changed = reckon_changes(figure, text, _list_cited(held))
        reckoned = (*reckon_shares(figure, text, (*terms, *alike), told), *changed)
        return any(_is_same(figure, one) for one in reckoned)
    around = text[max(0, figure.span.start - _NEAR) : figure.span.end + _NEAR]
    if figure.unit or not figure.bound or not _DIFFERENCE.search(around):
        return False
    apart = (more._replace(values=(more.value - less.value,)) for less, more in terms)
    return any(_is_same(figure, one) for one in apart)


def _is_rest(figure: Figure, text: str, held: Held) -> bool:
    """Whether it is what a held share leaves of the whole, and is said of the rest: `82 % did not` of `18 % did`.

    What rose or fell leaves no rest.
    """
    around = text[max(0, figure.span.start - _NEAR) : figure.span.end + _NEAR]
    if figure.unit != "share" or figure.turn or not _OF_THE_REST.search(around):
        return False
    shares = (one for one in held.figures if one.unit == "share" and not one.turn)
    return any(_is_same(figure, one._replace(values=(1 - one.value,))) for one in shares if 0 < one.value < 1)


def _is_share_of_said(figure: Figure, text: str, figures: Sequence[Figure], held: Held) -> bool:
    """Whether a share in words follows from counts that the text says beside it: `two in three` of 660 of 2,000, said
    of the rest.
    """
    before, after = text[: figure.span.start].rpartition(". ")[2], text[figure.span.end :].partition(". ")[0]
    shares = list(reckon_said(figures, held.cited, held.counted))
    if _OF_THE_REST.search(before + after):
        shares = [1 - one for one in shares]
    return any(abs(one - figure.value) <= _SPELT_SHARE for one in shares)


def _is_sum_in_one(figure: Figure, held: Held) -> bool:
    """Whether it is exactly what two counts of one cited sentence come to."""
    if figure.unit or figure.value <= 2:
        return False
    added = add_counts(held.cited, held.counted)
    return any(figure.value == one.value and figure.currency in ("", one.currency) for one in added)


def _is_made_of(figure: Figure, one: Fraction, other: Fraction, text: str, held: Held) -> bool:
    """Whether it is the sum or difference of two held figures that are not known to count other things than it does."""
    if figure.value not in (one + other, abs(one - other)):
        return False
    said = {noun for _, noun in list_counted(text, [figure])}
    counted = ({noun for value, noun in held.counted if value == term} for term in (one, other))
    return not any(said and nouns and said.isdisjoint(nouns) for nouns in counted)


def _is_joined(figure: Figure, text: str, held: Held) -> bool:
    """Whether it is what two or more shares of one sentence come to: `nine in ten` of 50 % and 41 %."""
    around = text[max(0, figure.span.start - _NEAR) : figure.span.end + _NEAR]
    if figure.unit != "share" or not _EITHER.search(around):
        return False
    close = _SPELT_SHARE if figure.spelt or figure.is_ratio else Fraction(0)
    return any(abs(one - figure.value) <= close for one in held.joined)


def list_joined_shares(figures: Iterable[Figure]) -> Iterator[Fraction]:
    """What the shares of one sentence come to, two or more together, as long as that is no more than the whole."""
    shares = [one.value for one in figures if one.unit == "share" and not one.is_ratio][:_FEW]
    for count in range(2, len(shares) + 1):
        yield from (sum(some, Fraction(0)) for some in combinations(shares, count) if sum(some) <= 1)


def _is_count_in(figure: Figure, workings: Sequence[Span]) -> bool:
    """Whether it is a small whole number in a working that comes out right: how many there are to share or to add."""
    inside = any(span.start <= figure.span.start and figure.span.end <= span.end for span in workings)
    return inside and figure.value.denominator == 1 and figure.value <= _SMALL_COUNT
