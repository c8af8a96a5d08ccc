"""Figures that no paper gives and that follow from those it gives: a sum, a difference, so many times what each costs.

A reason that says what is owed works it out. Only one step at a time is allowed, from figures of one kind, and where
many are cited a word has to say that something was worked out: among many figures any number can be found.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from foam.text.mentions.dates import find_dates
from foam.text.mentions.numbers import find_numbers
from foam.text.mentions.references import find_references
from foam.text.normalise import normalise
from foam.text.stem import stem

_FEW = 6
"""Sums of money up to which any two may be put together; counts only where the reason says both, or that it did so."""
_WORKED = re.compile(
    r"\b(?:add\w*|altogether|back|balance|between|combined|comes? to|deduct\w*|differ\w*|each|exceed\w*|fewer|gap|"
    r"higher|in all|less|lower|makes?|minus|more|multipl\w*|over\w*|owed?|owing|plus|reduc\w*|refund\w*|remain\w*|"
    r"repa\w+|rest|short\w*|subtract\w*|sum\w*|times|together|too much|too little|total\w*|under\w*|worked out)\b|"
    r"[=+×−]",
    re.IGNORECASE,
)
"""Words that say that a figure was worked out."""
_EACH = re.compile(
    r"(?: [a-z]+)?,? (?:(?:for (?:each|every)|per|every|an?) (?P<thing>[a-z]{3,})|each|apiece)\b", re.IGNORECASE
)
"""What says that a figure is for each of something."""
_COUNTED = re.compile(
    r" (?:of )?(?:the |these |those |your |his |her |their )?"
    r"(?!(?:was|were|are|has|have|had|and|that|which|who|for|from|with|more|less|too|times)\b)"
    r"([a-z]{3,})(?: ([a-z]{3,}))?",
    re.IGNORECASE,
)
"""What a number counts: the two words after it, unless a verb or the like follows."""
_MOST_COUNT = 1_000


class _Amount(NamedTuple):
    """A figure with what it counts."""

    value: Fraction
    shown: str
    currency: str
    share: bool
    rounded: bool
    counts: frozenset[str]
    """Stems of the two words after it."""
    each: str | None
    """The stem of what it is for each of; empty where that is not said, None where it is no rate."""


def explain_figures(says: str, unborne: Sequence[str], sentences: Sequence[str]) -> dict[str, str]:
    """How each of these figures of a reason follows from the others, as `1,260 = 3 × 420`; those that do not are left
    out.

    A figure that was worked out may be used for the next.
    """
    held = [amount for one in sentences for amount in _list_amounts(one)]
    wanted: dict[str, _Amount] = {}
    given: list[_Amount] = []
    for amount in _list_amounts(says):
        if any(amount.shown == one or amount.shown in one.split() for one in unborne):
            wanted.setdefault(amount.shown, amount)
        else:
            given.append(amount)
    said_so = _WORKED.search(says) is not None
    found: dict[str, str] = {}
    pool = [*given, *held]
    while True:
        new = {
            shown: how
            for shown, one in wanted.items()
            if shown not in found and (how := _work(one, pool, given, said_so))
        }
        if not new:
            return found
        found |= new
        pool += [wanted[shown] for shown in new]
        given += [wanted[shown] for shown in new]


def find_unsaid_money(says: str, sources: Sequence[str]) -> tuple[str, ...]:
    """Sums of money in a reason that stand in no source, rounded ones left aside."""
    held = {(one.currency, one.value) for source in sources for one in _list_amounts(source)}
    return tuple(
        one.shown
        for one in _list_amounts(says)
        if one.currency and not one.rounded and not {(one.currency, one.value), ("", one.value)} & held
    )


def _list_amounts(text: str) -> Iterator[_Amount]:
    plain = normalise(text)
    taken = [*(one.span for one in find_dates(plain)), *(one.span for one in find_references(plain))]
    for figure in find_numbers(plain, without=taken):
        if figure.unit == "ordinal":
            continue
        after = plain[figure.span.end : figure.span.end + 60]
        each = _EACH.match(after)
        counted = _COUNTED.match(after)
        yield _Amount(
            value=figure.value,
            shown=figure.span.of(plain),
            currency=figure.currency,
            share=figure.unit == "share",
            rounded=bool(figure.bound),
            counts=frozenset(stem(word.lower()) for word in counted.groups() if word) if counted else frozenset(),
            each=stem((each["thing"] or "").lower()) if each else None,
        )


def _work(wanted: _Amount, pool: Sequence[_Amount], given: Sequence[_Amount], said_so: bool) -> str:
    """One step that makes the figure; empty where there is none."""
    alike = _list_distinct(one for one in pool if _is_alike(wanted, one))
    told = {one.value for one in given}
    for one, other in combinations(alike, 2):
        more, less = sorted((one, other), reverse=True)
        few = bool(wanted.currency) and len(alike) <= _FEW
        if said_so or few or {more.value, less.value} <= told:
            if more.value + less.value == wanted.value:
                return f"{wanted.shown} = {more.shown} + {less.shown}"
            if more.value - less.value == wanted.value:
                return f"{wanted.shown} = {more.shown} − {less.shown}"
    return _multiply(wanted, pool) or (_add_up(wanted, pool) if said_so else "")


def _multiply(wanted: _Amount, pool: Sequence[_Amount]) -> str:
    """So many times what each costs, or a share of something."""
    rates = [one for one in pool if one.each is not None and one.currency == wanted.currency and not one.share]
    for rate in rates:
        for count in pool:
            if _counts_for(count, rate) and count.value * rate.value == wanted.value:
                return f"{wanted.shown} = {count.shown} × {rate.shown}"
    for share in (one for one in pool if one.share):
        for whole in (one for one in pool if _is_alike(wanted, one)):
            if share.value * whole.value == wanted.value:
                return f"{wanted.shown} = {share.shown} of {whole.shown}"
    return ""


def _counts_for(count: _Amount, rate: _Amount) -> bool:
    """Whether a number may count what a rate is for each of: the same things, or nothing that is said."""
    whole = count.value.denominator == 1 and 1 < count.value <= _MOST_COUNT
    if not whole or count.currency or count.share or count.each is not None:
        return False
    return not rate.each or rate.each in count.counts or not count.counts


def _add_up(wanted: _Amount, pool: Sequence[_Amount]) -> str:
    """All figures of the kind together, three or more, each once."""
    alike = _list_distinct(one for one in pool if _is_alike(wanted, one) and one.value < wanted.value)
    total = sum((one.value for one in alike), Fraction(0))
    return (
        f"{wanted.shown} = {' + '.join(one.shown for one in alike)}" if len(alike) > 2 and total == wanted.value else ""
    )


def _is_alike(one: _Amount, other: _Amount) -> bool:
    """Whether two figures may be added: the same money, or plain figures that count the same."""
    if one.share or other.share or one.currency != other.currency:
        return False
    return bool(one.currency) or bool(one.counts & other.counts)


def _list_distinct(amounts: Iterable[_Amount]) -> list[_Amount]:
    return list({one.value: one for one in amounts}.values())
