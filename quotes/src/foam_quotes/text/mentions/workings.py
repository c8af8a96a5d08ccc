"""Sums that a text writes out in digits: `490 × 4.3 = 2,107`."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Iterator
from fractions import Fraction

from foam_quotes.text.mentions.numbers import find_numbers
from foam_quotes.text.span import Span

_WORKING = re.compile(r"(?P<terms>[\d(][\d\s.,()+\-—×x*/÷%]{0,200})=\s*")
_OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}


def find_workings(text: str) -> Iterator[Span]:
    """Where the text works a figure out rightly: the terms, and the figure after `=` that they make."""
    for match in _WORKING.finditer(text):
        results = [one for one in find_numbers(text[match.end() : match.end() + 40]) if one.span.start <= 3]
        value = _evaluate(match["terms"])
        if results and value is not None and abs(results[0].value - value) <= Fraction(1, 200):
            yield Span(match.start(), match.end() + results[0].span.end)


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
