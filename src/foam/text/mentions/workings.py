"""What a text works out from other figures: sums that it writes out, and the counts that it may set against each other.

490 × 4.3 = 2,107                      a working, right or wrong
12 of the 48 berths were taken         two counts of one sentence: a quarter
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from foam.text.mentions.numbers import Figure, find_numbers
from foam.text.span import Span

_WORKING = re.compile(r"(?P<terms>[\d(][\d\s.,()+\-—×x*/÷%]{0,200})=\s*")
_OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}
_FEW = 6
"""Counts up to which any two of a sentence may be set against each other: among more, any share is found."""


def find_workings(text: str) -> Iterator[Span]:
    """Where the text works a figure out rightly: the terms, and the figure after `=` that they make."""
    for match in _WORKING.finditer(text):
        results = [one for one in find_numbers(text[match.end() : match.end() + 40]) if one.span.start <= 3]
        value = _evaluate(match["terms"])
        if results and value is not None and _is_rounded(results[0], value):
            yield Span(match.start(), match.end() + results[0].span.end)


def pair_counts(
    said: Sequence[Figure], cited: Sequence[Sequence[Figure]], counted: Collection[tuple[Fraction, str]]
) -> Iterator[tuple[Figure, Figure]]:
    """Two counts that may be set against each other, the smaller first.

    Both stand in one cited sentence, unless they are known to count different things, or the text says both.
    """
    for sentence in cited:
        counts = _list_counts(sentence)
        if len(counts) <= _FEW:
            yield from (pair for pair in _pair(counts) if not _differ(*pair, counted))
    values = {one.value for one in said}
    yield from _pair(_list_counts(one for sentence in cited for one in sentence if one.value in values))


def _list_counts(figures: Iterable[Figure]) -> list[Figure]:
    """Plain numbers and sums of money, each once."""
    counts = {(one.value, one.currency): one for one in figures if one.unit == "" and one.value > 0}
    return list(counts.values())


def _pair(counts: Sequence[Figure]) -> Iterator[tuple[Figure, Figure]]:
    ordered = sorted(counts, key=lambda one: one.value)
    return ((less, more) for less, more in combinations(ordered, 2) if less.currency == more.currency)


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
