"""What a text works out from other figures: sums that it writes out, and the counts that it may set against each other.

490 × 4.3 = 2,107                      a working, right or wrong
12 of the 48 berths were taken         two counts of one sentence: a quarter, or four times as many berths
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise, product

from foam.text.mentions.numbers import Figure, Unit, find_numbers
from foam.text.span import Span

_WORKING = re.compile(r"(?P<terms>[\d(][\d\s.,()+\-—×x*/÷%]{0,200})=\s*")
_OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}
_CLOSE_MULTIPLE, _FAR_MULTIPLE = Fraction(1, 20), Fraction(3, 2)
"""How far a rounded multiple may be from what two figures come to, and how far beyond one that is said as a bound."""
_BY = re.compile(r"\bby (?:\w+ ){0,2}$", re.IGNORECASE)
_FROM = re.compile(r"\bfrom (?:about |around |nearly |over |some )?$", re.IGNORECASE)
_TO = re.compile(
    r"^(?:(?!\bfrom\b)[^;:()]){0,80}\bto (?:about |around |nearly |over |some |just |only )?$", re.IGNORECASE
)
_MORE_OR_LESS = re.compile(
    r" (?:less|fewer|more|(?!(?:other|over|under|after|number|power|former|latter|water|member|order)\b)[a-z]{3,}er)\b",
    re.IGNORECASE,
)
"""What says that a share is by how much one thing differs from another: `five percent dearer`."""
_HALVED = re.compile(r"halv(?:e[ds]?|ing)\b", re.IGNORECASE)
"""What says that something shrank by half: `nearly halved`."""
_APIECE = re.compile(
    r"(?: [a-z]+)?,? (?:a|an|per|for (?:each|every)|each|every|apiece)\b(?! (?:few|lot|little|half|third))",
    re.IGNORECASE,
)
"""What says that a number is so many for each."""
_FOR_EACH = re.compile(r"[ a-z]{0,10} (?:per|for (?:each|every)|each|every|a|an) (?P<thing>[a-z]{3,})\b", re.IGNORECASE)
"""What a sum of money is paid for: `for every ton`."""
_FEW_CHANGES = 2
"""Pairs of counts of which one may be what something changed from, and the other what it changed to."""
_FEW = 6
"""Counts up to which any two of a sentence may be set against each other: among more, any share is found."""


_TWO = 2
_SMALL, _FEWEST = 12, 3
"""Counts up to which any sum is soon found, and how many of them a sentence may have for theirs to count."""


def find_workings(text: str) -> Iterator[Span]:
    """Where the text works a figure out rightly: the terms, and the figure after `=` that they make."""
    for match in _WORKING.finditer(text):
        results = [one for one in find_numbers(text[match.end() : match.end() + 40]) if one.span.start <= 3]
        value = _evaluate(match["terms"])
        if results and value is not None and _is_rounded(results[0], value):
            yield Span(match.start(), match.end() + results[0].span.end)


def pair_counts(
    said: Sequence[Figure],
    cited: Sequence[Sequence[Figure]],
    counted: Collection[tuple[Fraction, str]],
    unit: Unit = "",
) -> Iterator[tuple[Figure, Figure]]:
    """Two counts, or two figures of another unit, that may be set against each other, the smaller first.

    Both stand in one cited sentence, unless they are known to count different things, or the text says both; or they
    are the only two sums of money that are cited.
    """
    for sentence in cited:
        counts = _list_counts(sentence, unit)
        if len(counts) <= _FEW:
            yield from (pair for pair in _pair(counts) if not _differ(*pair, counted))
    values = {one.value for one in said}
    yield from _pair(_list_counts((one for sentence in cited for one in sentence if one.value in values), unit))
    sums = _list_counts((one for sentence in cited for one in sentence if one.currency), unit)
    if len(sums) == _TWO:
        yield from _pair(sums)


def pair_alike(
    cited: Sequence[Sequence[Figure]], counted: Collection[tuple[Fraction, str]]
) -> Iterator[tuple[Figure, Figure]]:
    """The two counts of each thing that the cited sentences count twice, and no more often."""
    plain = _list_counts((one for sentence in cited for one in sentence if not one.currency), "")
    for noun in sorted({noun for _, noun in counted}):
        alike = [one for one in plain if (one.value, noun) in counted]
        if len(alike) == _TWO:
            yield from _pair(alike)


def pair_apiece(
    said: Sequence[Figure], sources: Sequence[tuple[str, Sequence[Figure]]]
) -> Iterator[tuple[Figure, Figure]]:
    """Two sums of money for each of one thing, of which the text says one: what a cited sentence gives for every ton,
    and what another that speaks of a ton gives in the same currency."""
    values = {one.value for one in said if one.currency}
    for text, figures in sources:
        told = [one for one in figures if one.currency and one.value in values]
        for one, match in ((one, _FOR_EACH.match(text, one.span.end)) for one in told):
            if match is None:
                continue
            thing = re.compile(rf"\b{re.escape(match['thing'])}\b", re.IGNORECASE)
            others = [row for source, row in sources if source != text and thing.search(source)]
            alike = (two for row in others for two in row if two.currency == one.currency and two.value != one.value)
            yield from ((one, two) if one.value < two.value else (two, one) for two in alike)


def is_multiple_of(said: Figure, terms: Iterable[tuple[Figure, Figure]]) -> bool:
    """Whether it says how many times the greater of two figures is the smaller: `about 39 times`."""
    quotients = (b / a for less, more in terms for a, b in product(less.values, more.values) if a)
    return any(_comes_to(said, one) for one in quotients)


def _comes_to(said: Figure, quotient: Fraction) -> bool:
    """Whether a multiple is this one: to its last decimal or, said to be rounded, within a twentieth or on its side."""
    value, close = said.value, said.value * _CLOSE_MULTIPLE
    match said.bound:
        case "about":
            return abs(quotient - value) <= close
        case "nearly":
            return value - close <= quotient <= value
        case "over":
            return value < quotient <= value * _FAR_MULTIPLE
        case "under":
            return value / _FAR_MULTIPLE <= quotient < value
        case "":
            decimals = next((n for n in range(1, 4) if (value * 10**n).denominator == 1), 0)
            return abs(quotient - value) <= (Fraction(1, 2 * 10**decimals) if value.denominator > 1 else 0)


def reckon_shares(
    said: Figure, text: str, terms: Iterable[tuple[Figure, Figure]], told: Collection[Fraction] = ()
) -> Iterator[Figure]:
    """The shares that one count is of the other: 20 of 50 are 40 %.

    Where something is said to have grown or shrunk by it, by how much of the one the other differs: from 50 to 20 it
    fell by 60 %, and where nothing says which way it went, either. Only a source with few counts says from what to
    what, or a text that has `told` both: among more, any change is found, and `one` is seldom a count.
    """
    pairs = list(terms)
    is_halved = _HALVED.match(text, said.span.start) is not None
    if not (is_halved or _BY.search(text[: said.span.start]) or _MORE_OR_LESS.match(text, said.span.end)):
        values = [less.value / more.value for less, more in pairs]
    else:
        is_plain = len(pairs) <= _FEW_CHANGES
        few = [pair for pair in pairs if pair[0].value > 1 and (is_plain or all(one.value in told for one in pair))]
        sides = (1,) if is_halved else {"up": (0,), "down": (1,)}.get(said.turn, (0, 1))
        values = [(pair[1].value - pair[0].value) / pair[side].value for pair in few for side in sides]
    return (Figure(said.span, (value,), "share", spelt=True) for value in values)


def reckon_changes(said: Figure, text: str, sources: Iterable[tuple[str, Sequence[Figure]]]) -> Iterator[Figure]:
    """By how much of itself something grew or shrank that a cited sentence has go `from` one count `to` another."""
    is_halved = _HALVED.match(text, said.span.start) is not None
    if not (is_halved or _BY.search(text[: said.span.start])):
        return
    for source, figures in sources:
        counts = [one for one in figures if not one.unit and one.value > 0 and not one.is_ratio]
        for start, end in pairwise(counts):
            if not (_FROM.search(source[: start.span.start]) and _TO.search(source[start.span.end : end.span.start])):
                continue
            change = (end.value - start.value) / start.value
            if ("down" if is_halved else said.turn) != ("down" if change > 0 else "up"):
                yield Figure(said.span, (abs(change),), "share", spelt=True)


def is_so_many_for_each(said: Figure, text: str, terms: Iterable[tuple[Figure, Figure]]) -> bool:
    """Whether it says how many of the one there are to each of the other: `about 35 a turbine`."""
    if said.unit or said.value <= 1 or not _APIECE.match(text, said.span.end):
        return False
    return any(_comes_to(said, more.value / less.value) for less, more in terms if less.value > 1)


def add_counts(cited: Sequence[Sequence[Figure]], counted: Collection[tuple[Fraction, str]]) -> Iterator[Figure]:
    """What two counts of one cited sentence come to, unless they are known to count different things.

    Small numbers are found too easily: they are added where the sentence has few others."""
    for sentence in cited:
        counts = _list_counts(sentence, "")
        if len(counts) <= (_FEW if max((one.value for one in counts), default=0) > _SMALL else _FEWEST):
            pairs = (pair for pair in _pair(counts) if not _differ(*pair, counted))
            yield from (more._replace(values=(less.value + more.value,)) for less, more in pairs)


def reckon_said(
    said: Sequence[Figure], cited: Sequence[Sequence[Figure]], counted: Collection[tuple[Fraction, str]]
) -> Iterator[Fraction]:
    """The shares that cited counts which the text says, alone or two of a sentence together, are of others it says."""
    values = {one.value for one in said}
    counts = _list_counts((one for sentence in cited for one in sentence if one.value in values), "")
    told = [[one for one in sentence if one.value in values] for sentence in cited]
    parts = {one.value for one in (*counts, *add_counts(told, counted))}
    yield from (part / whole.value for part, whole in product(parts, counts) if part < whole.value)


def _list_counts(figures: Iterable[Figure], unit: Unit) -> list[Figure]:
    """Figures of a unit, as plain numbers and sums of money, each once."""
    alike = (one for one in figures if one.unit == unit and one.value > 0 and not one.is_ratio)
    return list({(one.value, one.currency): one for one in alike}.values())


def _pair(counts: Sequence[Figure]) -> Iterator[tuple[Figure, Figure]]:
    """Each two, the smaller first; of two sums of money one may go without its currency, as people write them."""
    ordered = sorted(counts, key=lambda one: one.value)
    return (pair for pair in combinations(ordered, 2) if len({one.currency for one in pair if one.currency}) < 2)


def _differ(one: Figure, other: Figure, counted: Collection[tuple[Fraction, str]]) -> bool:
    """Whether the sources count different things with two numbers."""
    first, second = ({noun for value, noun in counted if value == term.value} for term in (one, other))
    return bool(first and second) and first.isdisjoint(second)


def _is_rounded(result: Figure, value: Fraction) -> bool:
    return abs(result.value - value) <= Fraction(1, 200)


def _evaluate(terms: str) -> Fraction | None:
    """The value of a sum in digits, or None where it is none."""
    plain = re.sub(r"(?<=\d)[, ](?=\d{3}\b)", "", terms).replace("×", "*").replace("x", "*").replace("÷", "/")
    plain = re.sub(r"([\d.]+)\s?%", r"(\1/100)", plain.replace("—", "-"))
    try:
        return _evaluate_node(ast.parse(plain.strip(), mode="eval").body)
    except (SyntaxError, ValueError, ZeroDivisionError, RecursionError, MemoryError):
        return None


def _evaluate_node(node: ast.expr) -> Fraction:
    match node:
        case ast.Constant(value=int() | float()):
            return Fraction(str(node.value))
        case ast.BinOp() if type(node.op) in _OPERATORS:
            result: Fraction = _OPERATORS[type(node.op)](_evaluate_node(node.left), _evaluate_node(node.right))
            return result
        case ast.UnaryOp(op=ast.USub()):
            return -_evaluate_node(node.operand)
        case _:
            raise ValueError("not a sum")
