"""Percentages, changes and differences that a sentence states with all their figures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from foam.examination.amounts import Amount, fits, show_share
from foam.examination.stated import IS, NAMED, N, P, Stated, search_amounts, show_amount, show_like

_SHARE_OF = re.compile(rf"{P} of{NAMED} {N}{NAMED}(?:,|,? or|,? that|,? which)? ?(?:{IS}|i\.e\.|\(|,|or){NAMED} ?{N}")
_IS_SHARE_OF = re.compile(rf"{N}{NAMED} ?(?:{IS}|represents?|makes? up|,? or|,? that is|\(){NAMED} ?{P} of{NAMED} {N}")
_TOLD = r"(?: [a-zé¤'’-]+){0,7}?"
"""What is said of a part of the whole: `of the votes cast were in favour`."""
_OF_IS_SHARE = re.compile(
    rf"{N}{NAMED} (?:out )?of{NAMED} {N}{_TOLD}"
    rf"(?: ?\(|,? or|,? that is,?|,? i\.e\.,?|,? which is| ?=|,){NAMED} ?{P}"
)
_SHARE_BEFORE = re.compile(rf"{P}{NAMED} ?\({N}{NAMED} (?:out )?of{NAMED} {N}{NAMED}\)")
_OF_FIRST = re.compile(
    rf"\b[Oo]f{NAMED} {N}[^<>;:=]{{0,40}}?{N}{NAMED}(?: ?\(|,? or|,? that is,?|,? i\.e\.,?|,? which is| ?=|"
    rf",){NAMED} ?{P}"
)
_LONG = r"(?: [a-zé¤'’-]+){0,8}?"
"""What a share is taken of: `your monthly household income of`."""
_IT = r"(?:(?:it|that|this|which|so|you|we|they|he|she|namely|i\.e\.|the [a-z]+|your [a-z]+) )*"
_PAYS = rf"(?:{IS}|pays?|owes?|works? out (?:at|to)|namely|so|i\.e\.|means?|or)"
_SHARE_LONG = re.compile(rf"{P} (?:of|on){_LONG} \(?{N}{NAMED}[,)]*,? {_IT}{_PAYS}{NAMED} ?{N}")
_SHARE_ON = re.compile(rf"\b[Oo](?:n|f){_LONG} {N}{NAMED},? {_IT}{P},? {_IT}{_PAYS}{NAMED} ?{N}")
_OR = re.compile(r"\bor\b")
_STRICT = re.compile(r"\b(?:is|makes?|gives?|equals?|comes? to|amounts? to|namely|so)\b|=")
"""Words that work a share out; else the share may be the rounded one."""


def find_shares(text: str, amounts: Sequence[Amount]) -> Iterator[Stated]:
    for match, (share, base, part) in search_amounts(_SHARE_OF, text, amounts):
        yield _part_of(share, base, part, is_rounded=not _STRICT.search(match[0]))
    for match, (share, base, part) in search_amounts(_SHARE_LONG, text, amounts):
        if base.currency == part.currency:
            yield _part_of(share, base, part, is_rounded=bool(_OR.search(match[0])))
    for match, (base, share, part) in search_amounts(_SHARE_ON, text, amounts):
        if base.currency == part.currency:
            yield _part_of(share, base, part, is_rounded=bool(_OR.search(match[0])))
    for _, (part, share, base) in search_amounts(_IS_SHARE_OF, text, amounts):
        yield _part_of(share, base, part, is_rounded=True)
    for _, (part, base, share) in search_amounts(_OF_IS_SHARE, text, amounts):
        yield from _share_of(part, base, share)
    for _, (base, part, share) in search_amounts(_OF_FIRST, text, amounts):
        yield from _share_of(part, base, share)
    for _, (share, part, base) in search_amounts(_SHARE_BEFORE, text, amounts):
        yield from _share_of(part, base, share)


def _part_of(share: Amount, base: Amount, part: Amount, *, is_rounded: bool) -> Stated:
    computed = share.value * base.value
    if is_rounded and not fits(part, computed) and base.value and fits(share, part.value / base.value):
        computed = part.value  # the share is the rounded one
    return Stated(
        part, computed, f"{show_share(share.value)} × {show_amount(base)} = {show_like(computed, part)}", (share, base)
    )


def _share_of(part: Amount, base: Amount, share: Amount) -> Iterator[Stated]:
    if base.value and part.value <= base.value:
        computed = part.value / base.value
        yield Stated(
            share, computed, f"{show_amount(part)} / {show_amount(base)} = {show_share(computed)}", (part, base)
        )


# Changes

_UP = r"rise|increase|growth|gain|jump|rose|increased|grew|raised|up"
_DOWN = r"fall|drop|decrease|reduction|cut|decline|loss|fell|dropped|decreased|reduced|declined|lowered|down"
_FROM_TO = rf"from{NAMED} {N}{NAMED} to{NAMED} {N}"
_CHANGE = re.compile(
    rf"{_FROM_TO}[^<>;=]{{0,30}}?\b({_UP}|{_DOWN}|difference|change)\b[^<>;=]{{0,15}}?(?:of|by) (?:<\d+%?>)", re.I
)
_CHANGE_BARE = re.compile(
    rf"\b({_UP}|{_DOWN})\b[^<>;=]{{0,30}}?{_FROM_TO}{NAMED},? ?(?:\(|by |i\.e\. |or )(?:<\d+%?>)", re.I
)
_BY_FROM = re.compile(rf"\b({_UP}|{_DOWN})\b{NAMED} (?:by|of) (?:<\d+%?>){NAMED},? {_FROM_TO}", re.I)


_CHANGE_IS = re.compile(
    rf"\b({_UP}|{_DOWN}|difference)\b{NAMED} {_FROM_TO}{NAMED} (?:is|was|amounts? to|comes? to){NAMED} (?:<\d+%?>)",
    re.I,
)


def find_changes(text: str, amounts: Sequence[Amount]) -> Iterator[Stated]:
    for pattern in (_CHANGE, _CHANGE_BARE, _CHANGE_IS):
        for _, (before, after, change) in search_amounts(pattern, text, amounts):
            yield from _changed(before, after, change)
    for _, (change, before, after) in search_amounts(_BY_FROM, text, amounts):
        yield from _changed(before, after, change)


def _changed(before: Amount, after: Amount, change: Amount) -> Iterator[Stated]:
    step = abs(after.value - before.value)
    if not before.value or not step:
        return
    used = (before, after)
    apart = f"{show_amount(max(before, after))} − {show_amount(min(before, after))}"
    if change.is_share:
        computed = step / before.value
        working = f"({apart}) / {show_amount(before)} = {show_share(computed)}"
        yield Stated(change, computed, working, used)
    else:
        yield Stated(change, step, f"{apart} = {show_like(step, change)}", used)


# Differences

_MORE, _LESS = "more|above|over|higher|greater", "less|below|under|lower|fewer|short of"
_APART = re.compile(
    rf"{N}[^<>;:=]{{0,60}}?(?:\b(?:is|are|was|were|lies|which is|that is|by)\b|,)[^<>;:=]{{0,12}}?{N}{NAMED} "
    rf"(?:{_MORE}|{_LESS})\b[^<>;:=]{{0,40}}?{N}"
)
_EXCEEDS = re.compile(rf"{N}[^<>;:=]{{0,60}}? exceed(?:s|ed|ing)?[^<>;:=]{{0,40}}?{N}{NAMED} by{NAMED} {N}")
_BETWEEN = re.compile(
    rf"\bdifference (?:between|of){NAMED} {N}[^<>;:=]{{0,30}}? and{NAMED} {N}[^<>;:=]{{0,30}}?\b{IS}{NAMED} {N}"
)
_LEAVING = re.compile(
    rf"{N}[^<>;:=]{{0,60}}?{N}[^<>;:=]{{0,50}}?,? (?:and |which |so )?(?:leaving|leaves|left){NAMED} {N}"
)


_DEDUCTED = re.compile(
    rf"\b(?:deduct(?:ing|ion of)|subtracting|taking(?: off| away)?|reduction of|"
    rf"discount of){NAMED} <(\d+)(%?)>{NAMED} "
    rf"(?:from|on){NAMED} {N}[^<>;:=]{{0,25}}?(?:,|\b{IS}){NAMED} ?{N}",
    re.I,
)
_STILL = re.compile(
    rf"{N} of{NAMED} {N}[^<>;:=]{{0,40}}?{N}{NAMED} (?:(?:is|are|was|were) )?(?:still )?"
    rf"(?:owed|outstanding|left|due|unpaid|missing|open|remains?)\b",
    re.I,
)


def find_differences(text: str, amounts: Sequence[Amount]) -> Iterator[Stated]:
    for _, (one, apart, other) in search_amounts(_APART, text, amounts):
        yield from _apart(one, other, apart)
    for match, (off, base, left) in search_amounts(_DEDUCTED, text, amounts):
        computed = base.value - (base.value * off.value if match[2] else off.value)
        if computed > 0:
            yield Stated(
                left, computed, f"{show_amount(base)} − {show_amount(off)} = {show_like(computed, left)}", (off, base)
            )
    for pattern in (_EXCEEDS, _BETWEEN, _LEAVING, _STILL):
        for _, (one, other, apart) in search_amounts(pattern, text, amounts):
            yield from _apart(one, other, apart)


def _apart(one: Amount, other: Amount, apart: Amount) -> Iterator[Stated]:
    greater, smaller = max(one, other), min(one, other)
    if greater.value > smaller.value > 0 and apart.value < greater.value:
        computed = greater.value - smaller.value
        yield Stated(
            apart,
            computed,
            f"{show_amount(greater)} − {show_amount(smaller)} = {show_like(computed, apart)}",
            (one, other),
        )
