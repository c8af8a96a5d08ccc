"""Sums, averages and products that a sentence states with all their figures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from foam.examination.amounts import Amount, fits
from foam.examination.stated import IS, LIST, NAMED, NEXT, TOTAL, N, Stated, search_amounts, show_amount, show_like

_OTHER_TOTAL = re.compile(
    r"\b(?:so far|to date|for the (?:whole )?(?:year|month|quarter)|already|previous|earlier|other|others|including|"
    r"since|excluding|apart|besides|until|each|per|every|average|respectively)\b",
    re.IGNORECASE,
)
"""A total of more, or of less, than what the sentence names."""

_SUM = re.compile(
    rf"{LIST}{NAMED}[,;:(–-]*(?: ?(?:that|this|which|they|these|it|so|or|and|i\.e\.))*,? ?"
    rf"{TOTAL}{NAMED}[:,]? ?{N}",
    re.I,
)
_SUM_AFTER = re.compile(rf"{LIST}{NAMED}[,;:–-]+{NAMED} ?{N}{NAMED} (?:in all|in total|altogether|together)\b", re.I)
_SUM_BEFORE = re.compile(
    rf"\b(?:totals?|totall?ing|sum|altogether|together|in all){NAMED}:? ?{N}{NAMED}"
    rf"(?: ?\(|:|,? (?:(?:which )?(?:is|was) )?(?:made up|consisting|composed|comprising|namely|that is|being|"
    rf"consists?|comprises?|i\.e\.)"
    rf"(?: of)?){NAMED}:? ?{LIST}",
    re.I,
)
_BROKEN_DOWN = re.compile(
    rf"{N}{NAMED}: (<\d+>{NAMED} (?:for|in|from|on|of)\b(?:{NEXT}<\d+>{NAMED} (?:for|in|from|on|of)\b)+)[^<>]*$",
    re.I,
)
_THAT_IS = re.compile(rf"{LIST}{NAMED}[,;] (?:that is|which is|i\.e\.|so){NAMED} {N}", re.I)
_SUM_OF = re.compile(rf"\bsum of{NAMED} {LIST}{NAMED} ?{IS}{NAMED} ?{N}", re.I)
_AVERAGE_OF = re.compile(
    rf"\b(?:average|mean) of[^<>;:=]{{0,60}}?:? ?(?:<\d+>[^<>,]{{0,40}} )?{LIST}{NAMED} ?{IS}{NAMED} ?{N}", re.I
)
_LEADS = r"(?: (?:and|which|that|this|with|giving|gives?|makes?|her|his|their|its|your|so|or))*"
_AVERAGING = re.compile(
    rf"{LIST}{NAMED}[,;:(–-]*{_LEADS} (?:averag(?:es?|ed|ing)|on average|(?:an?|the) (?:average|mean)(?: of| is)?)"
    rf"{NAMED} {N}",
    re.I,
)
_AVERAGE_BESIDE = re.compile(
    rf"\b(?:average|mean)\b[^<>;=]{{0,60}}?(?:<\d+>[^<>,(]{{0,40}})?[,(:] ?{LIST}[,)]{NAMED} ?{IS}{NAMED} ?{N}",
    re.I,
)
_AVERAGE_BEFORE = re.compile(rf"\b(?:average|mean)\b{NAMED} {N}{NAMED} ?\((?:[^<>;=()]{{0,20}} )?{LIST}", re.I)


def find_lists(text: str, amounts: Sequence[Amount]) -> Iterator[Stated]:
    for pattern, total_first in (
        (_SUM, False),
        (_SUM_AFTER, False),
        (_SUM_BEFORE, True),
        (_BROKEN_DOWN, True),
        (_SUM_OF, False),
    ):
        for match, figures in search_amounts(pattern, text, amounts):
            if not _OTHER_TOTAL.search(match[0]):
                total = figures[0] if total_first else figures[-1]
                yield from _summed(figures[1:] if total_first else figures[:-1], total)
    for match, figures in search_amounts(_THAT_IS, text, amounts):
        if len(figures) > 3 and not _OTHER_TOTAL.search(match[0]) and not re.search(r"\b(?:average|mean)\b", text):
            yield from _summed(figures[:-1], figures[-1])
    for pattern, total_first in (
        (_AVERAGE_OF, False),
        (_AVERAGING, False),
        (_AVERAGE_BEFORE, True),
        (_AVERAGE_BESIDE, False),
    ):
        for _, figures in search_amounts(pattern, text, amounts):
            stated = figures[0] if total_first else figures[-1]
            yield from _averaged(_cut_count(figures[1:] if total_first else figures[:-1]), stated)


def _cut_count(figures: Sequence[Amount]) -> Sequence[Amount]:
    """The figures without the one that says how many they are: `the four payments of 310, 295, 305 and 310`."""
    first, *others = figures
    is_count = len(others) > 1 and first.value == len(others)
    is_other = min((one.value for one in others), default=Fraction(0)) > 4 * first.value
    is_word = not first.written[:1].isdigit() and all(one.written[:1].isdigit() for one in others)
    return others if is_count and (is_other or is_word) else figures


def _summed(parts: Sequence[Amount], total: Amount) -> Iterator[Stated]:
    """The sum of the list, or of its end: what stands before may belong to something else."""
    parts = _cut_count(parts)
    if total.is_share or any(one.is_share for one in parts):
        return
    for start in range(1, len(parts) - 1):
        if fits(total, sum((one.value for one in parts[start:]), Fraction(0))):
            parts = parts[start:]
            break
    computed = sum((one.value for one in parts), Fraction(0))
    yield Stated(total, computed, f"{' + '.join(map(show_amount, parts))} = {show_like(computed, total)}", tuple(parts))


def _averaged(parts: Sequence[Amount], stated: Amount) -> Iterator[Stated]:
    if len(parts) < 2 or stated.is_share != parts[0].is_share:
        return
    computed = sum((one.value for one in parts), Fraction(0)) / len(parts)
    working = f"({' + '.join(map(show_amount, parts))}) / {len(parts)} = {show_like(computed, stated)}"
    yield Stated(stated, computed, working, tuple(parts))


_TIMES = re.compile(
    rf"{N}(?: [a-z'’-]+){{1,4}}? (?:of|at|à) (?:[a-z]+ ){{0,2}}{N}[^<>;:=,]{{0,30}}?,? ?(?:which |that |this )?"
    rf"(?:makes?|making|gives?|giving|comes? to|came to|amounts? to|totals?|totall?ing|=|a total of|in all|equals?|is|"
    rf"are)"
    rf"{NAMED} {N}",
    re.I,
)
_TIMES_AFTER = re.compile(
    rf"{N}(?: [a-z'’-]+){{1,4}}? (?:of|at|à) (?:[a-z]+ ){{0,2}}{N}[^<>;:=,]{{0,30}}?,{NAMED} ?"
    rf"{N}{NAMED} (?:in all|in total|altogether)\b",
    re.I,
)


_EACH_FOR = re.compile(
    rf"{N}{NAMED} (?:an?|per|each|every) (?:day|week|month|year|hour|night|lesson){NAMED} (?:for|"
    rf"over){NAMED} {N}(?: [a-z]+){{1,2}}?,? "
    rf"(?:which |that |this |or )?(?:{TOTAL}|is){NAMED} {N}",
    re.I,
)
_PARTS_OF = re.compile(
    rf"{N}[^<>;:=]{{0,50}}? in (?:(?:equal|monthly|weekly|yearly|annual|quarterly) )*{N}"
    rf"(?: (?:equal|monthly|weekly|yearly|annual|quarterly))* (?:instalments|installments|payments|parts|shares|rates)"
    rf" (?:of|at){NAMED} {N}",
    re.I,
)
"""A whole and its equal parts: `600 in twelve monthly instalments of 50`."""
_RATE = re.compile(
    r"<(\d+)>(?: [a-z]+){0,2}? (?:an?|per|each|every) (?P<unit>day|week|month|year|hour|night|lesson)\b", re.I
)
_DIVIDING = re.compile(rf"\b(divid|multiply)ing{NAMED} {N}{NAMED} by{NAMED} {N}{NAMED},? {IS}{NAMED} {N}", re.I)


def find_products(text: str, amounts: Sequence[Amount]) -> Iterator[Stated]:
    for match, (one, other, result) in search_amounts(_DIVIDING, text, amounts):
        is_over = match[1].lower() == "divid"
        if other.value:
            computed, sign = (one.value / other.value, "/") if is_over else (one.value * other.value, "×")
            yield Stated(
                result,
                computed,
                f"{show_amount(one)} {sign} {show_amount(other)} = {show_like(computed, result)}",
                (one, other),
            )
    for pattern in (_TIMES, _TIMES_AFTER, _EACH_FOR):
        for _, (count, each, total) in search_amounts(pattern, text, amounts):
            computed = count.value * each.value
            yield Stated(
                total,
                computed,
                f"{show_amount(count)} × {show_amount(each)} = {show_like(computed, total)}",
                (count, each),
            )
    for _, (whole, count, each) in search_amounts(_PARTS_OF, text, amounts):
        computed = whole.value / count.value if count.value else Fraction(0)
        working = f"{show_amount(whole)} / {show_amount(count)} = {show_like(computed, each)}"
        yield Stated(each, computed, working, (whole, count))
    yield from _find_rated(text, amounts)


def _find_rated(text: str, amounts: Sequence[Amount]) -> Iterator[Stated]:
    """So much a month, so many months, and what that comes to: the amount that follows the months next."""
    for rate in _RATE.finditer(text):
        each, unit = amounts[int(rate[1])], rate["unit"]
        counted = re.compile(rf"<(\d+)>(?: [a-z]+)? {unit}s\b[^<>;]{{0,60}}?<(\d+)>(?! ?(?:an?|per|each|every) )", re.I)
        for found in counted.finditer(text, rate.end()):
            count, result = amounts[int(found[1])], amounts[int(found[2])]
            if count.currency or not result.currency or result.currency != each.currency:
                continue
            computed = count.value * each.value
            working = f"{show_amount(count)} × {show_amount(each)} = {show_like(computed, result)}"
            yield Stated(result, computed, working, (count, each))
