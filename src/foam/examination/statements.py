"""Sums that a sentence states with all their figures: `20 % of 1,200 is 240`, `310, 295 and 305, in all 910`.

Only figures that the words themselves join are reckoned with. What is stated about, nearly or over is left alone, and
so is a figure of quite another size: it belongs to something else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from foam.examination.amounts import Amount, Outline, fits, is_near, show, show_share
from foam.examination.expressions import find_equations

_N, _P = r"<(\d+)>", r"<(\d+)%>"
_IS = (
    r"(?:is|are|was|were|makes?|made|making|gives?|gave|giving|equals?|comes? to|came to|amounts? to|amounted to|"
    r"leaves?|leaving|totals?|totall?ed|totall?ing|adds? up to|added up to|sums? to|=)"
)
_NAMED = r"(?: [a-zé¤'’-]+){0,4}?"
"""What a figure counts: a few words in small letters."""
_NEXT = r"[^<>;:=()]{0,45}?(?:,| and| plus| &|\+)[^<>;:=()]{0,30}?"
"""What may stand between two figures of a list."""
_LIST = rf"(<\d+>(?:{_NEXT}<\d+>)+)"
_TOTAL = (
    r"(?:adds? up to|added up to|adding up to|adds? to|comes? to|came to|coming to|amounts? to|amounted to|totals?|"
    r"totall?ed|totall?ing|sums? to|makes?|making|gives?|giving|a total of|the total of|in total|in all|altogether|"
    r"together|a sum of|the sum is|the total (?:is|was)|the total being|total:?|=)"
)
_OTHER_TOTAL = re.compile(
    r"\b(?:so far|to date|for the (?:whole )?(?:year|month|quarter)|already|previous|earlier|other|others|including|"
    r"since|excluding|apart|besides|until|each|per|every|average|respectively)\b",
    re.IGNORECASE,
)
"""A total of more, or of less, than what the sentence names."""
_DENIED = re.compile(
    r"\b(?:not|never|nor|neither|without|rather than|instead of|wrongly|should|would|could|if|unless)\b|n['’]t\b",
    re.IGNORECASE,
)


class Stated(NamedTuple):
    """A result that a sentence states and what its own figures give."""

    stated: Amount
    computed: Fraction
    working: str
    used: tuple[Amount, ...]

    @property
    def is_wrong(self) -> bool:
        """Whether it cannot be a matter of rounding, of a vague figure or of some other sum."""
        amounts = (self.stated, *self.used)
        currencies = {one.currency for one in amounts if one.currency}
        if any(one.bound for one in amounts) or len(currencies) > 1 or fits(self.stated, self.computed):
            return False
        return is_near(self.stated.value, self.computed)

    @property
    def right(self) -> str:
        """The figure that it should be."""
        if self.stated.is_share:
            return show_share(self.computed)
        return show(self.computed, min(self.stated.unit, Fraction(1)))


_Find = Callable[[str, Sequence[Amount]], Iterator[Stated]]


def find_wrong(outline: Outline) -> tuple[Stated, ...]:
    """Every result of a sentence that its own figures do not give; each stated figure is named once."""
    wrong: dict[int, Stated] = {}
    right: set[int] = set()
    for find in _FINDERS:
        for one in find(outline.text, outline.amounts):
            place = outline.amounts.index(one.stated)
            if one.is_wrong:
                wrong.setdefault(place, one)
            elif fits(one.stated, one.computed):
                right.add(place)
    return tuple(one for place, one in sorted(wrong.items()) if place not in right)


def _find_equations(text: str, amounts: Sequence[Amount]) -> Iterator[Stated]:
    for equation in find_equations(text, amounts):
        yield Stated(equation.stated, equation.value, equation.working, equation.used)


def _search(
    pattern: re.Pattern[str], text: str, amounts: Sequence[Amount]
) -> Iterator[tuple[re.Match[str], list[Amount]]]:
    """Each place that fits and is no denial, with the figures of its groups in order."""
    for match in pattern.finditer(text):
        if not _DENIED.search(match[0]):
            yield match, [amounts[int(number)] for number in re.findall(r"<(\d+)%?>", match[0])]


# Percentages

_SHARE_OF = re.compile(
    rf"{_P} of{_NAMED} {_N}{_NAMED}(?:,|,? or|,? that|,? which)? ?(?:{_IS}|i\.e\.|\(|,|or){_NAMED} ?{_N}"
)
_IS_SHARE_OF = re.compile(
    rf"{_N}{_NAMED} ?(?:{_IS}|represents?|makes? up|,? or|,? that is|\(){_NAMED} ?{_P} of{_NAMED} {_N}"
)
_OF_IS_SHARE = re.compile(
    rf"{_N}{_NAMED} (?:out )?of{_NAMED} {_N}{_NAMED}"
    rf"(?: ?\(|,? or|,? that is,?|,? i\.e\.,?|,? which is| ?=|,){_NAMED} ?{_P}"
)
_SHARE_BEFORE = re.compile(rf"{_P}{_NAMED} ?\({_N}{_NAMED} (?:out )?of{_NAMED} {_N}{_NAMED}\)")
_STRICT = re.compile(r"\b(?:is|makes?|gives?|equals?|comes? to|amounts? to)\b|=")
"""Words that work a share out; else the share may be the rounded one."""


def _find_shares(text: str, amounts: Sequence[Amount]) -> Iterator[Stated]:
    for match, (share, base, part) in _search(_SHARE_OF, text, amounts):
        yield _part_of(share, base, part, is_rounded=not _STRICT.search(match[0]))
    for _, (part, share, base) in _search(_IS_SHARE_OF, text, amounts):
        yield _part_of(share, base, part, is_rounded=True)
    for _, (part, base, share) in _search(_OF_IS_SHARE, text, amounts):
        yield from _share_of(part, base, share)
    for _, (share, part, base) in _search(_SHARE_BEFORE, text, amounts):
        yield from _share_of(part, base, share)


def _part_of(share: Amount, base: Amount, part: Amount, *, is_rounded: bool) -> Stated:
    computed = share.value * base.value
    if is_rounded and not fits(part, computed) and base.value and fits(share, part.value / base.value):
        computed = part.value  # the share is the rounded one
    return Stated(
        part, computed, f"{show_share(share.value)} × {_show(base)} = {_show_like(computed, part)}", (share, base)
    )


def _share_of(part: Amount, base: Amount, share: Amount) -> Iterator[Stated]:
    if base.value and part.value <= base.value:
        computed = part.value / base.value
        yield Stated(share, computed, f"{_show(part)} / {_show(base)} = {show_share(computed)}", (part, base))


# Changes

_UP = r"rise|increase|growth|gain|jump|rose|increased|grew|raised|up"
_DOWN = r"fall|drop|decrease|reduction|cut|decline|loss|fell|dropped|decreased|reduced|declined|lowered|down"
_FROM_TO = rf"from{_NAMED} {_N}{_NAMED} to{_NAMED} {_N}"
_CHANGE = re.compile(
    rf"{_FROM_TO}[^<>;=]{{0,30}}?\b({_UP}|{_DOWN}|difference|change)\b[^<>;=]{{0,15}}?(?:of|by) (?:<\d+%?>)", re.I
)
_CHANGE_BARE = re.compile(
    rf"\b({_UP}|{_DOWN})\b[^<>;=]{{0,30}}?{_FROM_TO}{_NAMED},? ?(?:\(|by |i\.e\. |or )(?:<\d+%?>)", re.I
)
_BY_FROM = re.compile(rf"\b({_UP}|{_DOWN})\b{_NAMED} (?:by|of) (?:<\d+%?>){_NAMED},? {_FROM_TO}", re.I)


def _find_changes(text: str, amounts: Sequence[Amount]) -> Iterator[Stated]:
    for match, (before, after, change) in _search(_CHANGE, text, amounts):
        yield from _changed(before, after, change, match[3])
    for match, (before, after, change) in _search(_CHANGE_BARE, text, amounts):
        yield from _changed(before, after, change, match[1])
    for match, (change, before, after) in _search(_BY_FROM, text, amounts):
        yield from _changed(before, after, change, match[1])


def _changed(before: Amount, after: Amount, change: Amount, word: str) -> Iterator[Stated]:
    step = abs(after.value - before.value)
    if not before.value or not step:
        return
    used = (before, after)
    if change.is_share:
        computed = step / before.value
        working = (
            f"({_show(max(before, after))} − {_show(min(before, after))}) / {_show(before)} = {show_share(computed)}"
        )
        yield Stated(change, computed, working, used)
    else:
        yield Stated(
            change,
            step,
            f"{_show(max(before, after))} − {_show(min(before, after))} = {_show_like(step, change)}",
            used,
        )


# Differences

_MORE, _LESS = "more|above|over|higher|greater", "less|below|under|lower|fewer|short of"
_APART = re.compile(
    rf"{_N}[^<>;:=]{{0,60}}?(?:\b(?:is|are|was|were|lies|which is|that is|by)\b|,)[^<>;:=]{{0,12}}?{_N}{_NAMED} "
    rf"(?:{_MORE}|{_LESS})\b[^<>;:=]{{0,40}}?{_N}"
)
_EXCEEDS = re.compile(rf"{_N}[^<>;:=]{{0,60}}? exceed(?:s|ed|ing)?[^<>;:=]{{0,40}}?{_N}{_NAMED} by{_NAMED} {_N}")
_BETWEEN = re.compile(
    rf"\bdifference (?:between|of){_NAMED} {_N}[^<>;:=]{{0,30}}? and{_NAMED} {_N}[^<>;:=]{{0,30}}?\b{_IS}{_NAMED} {_N}"
)
_LEAVING = re.compile(
    rf"{_N}[^<>;:=]{{0,60}}?{_N}[^<>;:=]{{0,50}}?,? (?:and |which |so )?(?:leaving|leaves|left){_NAMED} {_N}"
)


def _find_differences(text: str, amounts: Sequence[Amount]) -> Iterator[Stated]:
    for _, (one, apart, other) in _search(_APART, text, amounts):
        yield from _apart(one, other, apart)
    for pattern in (_EXCEEDS, _BETWEEN, _LEAVING):
        for _, (one, other, apart) in _search(pattern, text, amounts):
            yield from _apart(one, other, apart)


def _apart(one: Amount, other: Amount, apart: Amount) -> Iterator[Stated]:
    greater, smaller = max(one, other), min(one, other)
    if greater.value > smaller.value > 0 and apart.value < greater.value:
        computed = greater.value - smaller.value
        yield Stated(
            apart, computed, f"{_show(greater)} − {_show(smaller)} = {_show_like(computed, apart)}", (one, other)
        )


# Sums, averages and products

_SUM = re.compile(
    rf"{_LIST}{_NAMED}[,;:(–-]*(?: ?(?:that|this|which|they|these|it|so|or|and|i\.e\.))*,? ?"
    rf"{_TOTAL}{_NAMED}[:,]? ?{_N}",
    re.I,
)
_SUM_AFTER = re.compile(
    rf"{_LIST}{_NAMED}[,;:–-]+{_NAMED} ?{_N}{_NAMED} (?:in all|in total|altogether|together)\b", re.I
)
_SUM_BEFORE = re.compile(
    rf"\b(?:totals?|totall?ing|sum|altogether|together|in all){_NAMED}:? ?{_N}{_NAMED}"
    rf"(?: ?\(|:|,? (?:(?:which )?(?:is|was) )?(?:made up|consisting|composed|comprising|namely|that is|being|i\.e\.)"
    rf"(?: of)?){_NAMED}:? ?{_LIST}",
    re.I,
)
_SUM_OF = re.compile(rf"\bsum of{_NAMED} {_LIST}{_NAMED} ?{_IS}{_NAMED} ?{_N}", re.I)
_AVERAGE_OF = re.compile(
    rf"\b(?:average|mean) of[^<>;:=]{{0,60}}?:? ?(?:<\d+>[^<>,]{{0,40}} )?{_LIST}{_NAMED} ?{_IS}{_NAMED} ?{_N}", re.I
)
_AVERAGING = re.compile(
    rf"{_LIST}{_NAMED}[,;:(–-]*{_NAMED} (?:averag(?:es?|ed|ing)|on average|(?:an?|the) (?:average|mean)(?: of| is)?)"
    rf"{_NAMED} {_N}",
    re.I,
)
_AVERAGE_BEFORE = re.compile(rf"\b(?:average|mean)\b{_NAMED} {_N}{_NAMED} ?\((?:[^<>;=()]{{0,20}} )?{_LIST}", re.I)


def _find_lists(text: str, amounts: Sequence[Amount]) -> Iterator[Stated]:
    for pattern, total_first in ((_SUM, False), (_SUM_AFTER, False), (_SUM_BEFORE, True), (_SUM_OF, False)):
        for match, figures in _search(pattern, text, amounts):
            if not _OTHER_TOTAL.search(match[0]):
                total = figures[0] if total_first else figures[-1]
                yield from _summed(figures[1:] if total_first else figures[:-1], total)
    for pattern, total_first in ((_AVERAGE_OF, False), (_AVERAGING, False), (_AVERAGE_BEFORE, True)):
        for match, figures in _search(pattern, text, amounts):
            stated = figures[0] if total_first else figures[-1]
            yield from _averaged(_cut_count(match, figures[1:] if total_first else figures[:-1]), stated)


def _cut_count(match: re.Match[str], figures: list[Amount]) -> list[Amount]:
    """The figures without the word that says how many they are: `the four payments of 310, 295, 305 and 310`."""
    return figures[1:] if len(figures) > 2 and figures[0].value == len(figures) - 1 else figures


def _summed(parts: Sequence[Amount], total: Amount) -> Iterator[Stated]:
    """The sum of the list, or of its end: what stands before may belong to something else."""
    parts = parts[1:] if len(parts) > 2 and parts[0].value == len(parts) - 1 else parts
    if total.is_share or any(one.is_share for one in parts):
        return
    for start in range(1, len(parts) - 1):
        if fits(total, sum((one.value for one in parts[start:]), Fraction(0))):
            parts = parts[start:]
            break
    computed = sum((one.value for one in parts), Fraction(0))
    yield Stated(total, computed, f"{' + '.join(map(_show, parts))} = {_show_like(computed, total)}", tuple(parts))


def _averaged(parts: Sequence[Amount], stated: Amount) -> Iterator[Stated]:
    if len(parts) < 2 or stated.is_share != parts[0].is_share:
        return
    computed = sum((one.value for one in parts), Fraction(0)) / len(parts)
    working = f"({' + '.join(map(_show, parts))}) / {len(parts)} = {_show_like(computed, stated)}"
    yield Stated(stated, computed, working, tuple(parts))


_TIMES = re.compile(
    rf"{_N}(?: [a-z-]+){{1,4}}? (?:of|at|à) (?:[a-z]+ ){{0,2}}{_N}[^<>;:=,]{{0,30}}?,? ?(?:which |that |this )?"
    rf"(?:makes?|making|gives?|giving|comes? to|came to|amounts? to|totals?|totall?ing|=|a total of|in all|equals?|is|"
    rf"are)"
    rf"{_NAMED} {_N}",
    re.I,
)
_TIMES_AFTER = re.compile(
    rf"{_N}(?: [a-z-]+){{1,4}}? (?:of|at|à) (?:[a-z]+ ){{0,2}}{_N}[^<>;:=,]{{0,30}}?,{_NAMED} ?"
    rf"{_N}{_NAMED} (?:in all|in total|altogether)\b",
    re.I,
)


def _find_products(text: str, amounts: Sequence[Amount]) -> Iterator[Stated]:
    for pattern in (_TIMES, _TIMES_AFTER):
        for _, (count, each, total) in _search(pattern, text, amounts):
            computed = count.value * each.value
            yield Stated(
                total, computed, f"{_show(count)} × {_show(each)} = {_show_like(computed, total)}", (count, each)
            )


_FINDERS: tuple[_Find, ...] = (
    _find_equations,
    _find_shares,
    _find_changes,
    _find_differences,
    _find_lists,
    _find_products,
)


def _show(amount: Amount) -> str:
    return show_share(amount.value) if amount.is_share else show(amount.value, min(amount.unit, Fraction(1)))


def _show_like(value: Fraction, amount: Amount) -> str:
    return show_share(value) if amount.is_share else show(value, min(amount.unit, Fraction(1)))
