"""Formulas over named figures: a closed language, worked out in decimals and written out with the figures in it.

Numbers, names, + - * /, comparisons (also in a row: `0 <= days <= 90`), `mean`, `sum`, `min` and `max` of the figures
of one input, and `days_between` two dates. Nothing else is evaluated.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from decimal import Decimal, DivisionByZero, InvalidOperation, Overflow
from itertools import pairwise
from typing import TypeAlias

from foam.argument.figures import Figure, FigureKind, show_figure

Number: TypeAlias = Decimal | bool
Figures: TypeAlias = tuple[Figure, ...]

_OPERATIONS: dict[type, Callable[[Decimal, Decimal], Decimal]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
_COMPARISONS: dict[type, Callable[[Decimal, Decimal], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
}
_SIGNS = {"-": "minus", "*": "×", "<=": "≤", ">=": "≥", "==": "="}
"""How signs are written. A dash between spaces would be read as punctuation."""
_FUNCTIONS: dict[str, Callable[[tuple[Decimal, ...]], Decimal]] = {
    "mean": lambda figures: sum(figures, Decimal(0)) / len(figures),
    "sum": lambda figures: sum(figures, Decimal(0)),
    "min": min,
    "max": max,
}
DAYS_BETWEEN = "days_between"
_FAULTS = (SyntaxError, KeyError, TypeError, IndexError, ValueError, DivisionByZero, InvalidOperation, Overflow)
_LONGEST = 200


def evaluate(formula: str, figures: Mapping[str, Figures]) -> Number:
    """What the formula comes to; ValueError when it cannot be worked out."""
    try:
        return _value(_parse(formula), figures)
    except _FAULTS as error:
        raise ValueError(f"cannot work out {formula!r}: {error}") from error


def write_out(formula: str, figures: Mapping[str, Figures], kinds: Mapping[str, FigureKind]) -> str:
    """The formula with its figures in place of their names: `(310.00 + 295.00) / 2`."""
    placed = _Placed(figures, kinds)
    text = ast.unparse(placed.visit(_parse(formula)))
    for sign, written in _SIGNS.items():
        text = text.replace(f" {sign} ", f" {written} ")
    for mark, shown in placed.shown.items():
        text = text.replace(mark, shown)
    return text


def find_names(formula: str) -> Iterator[str]:
    """The figures that a formula uses; ValueError when it is none."""
    try:
        tree = _parse(formula)
        calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
        names = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node not in calls]
        _check(tree)
    except _FAULTS as error:
        raise ValueError(f"{formula!r} is no formula: {error}") from error
    yield from (name.id for name in names)


def _parse(formula: str) -> ast.expr:
    if len(formula) > _LONGEST:
        raise ValueError(f"it is longer than {_LONGEST} characters")
    return ast.parse(formula, mode="eval").body


def _check(node: ast.expr) -> None:
    """Refuse what is no part of a formula, before there are figures to put in."""
    match node:
        case ast.Constant(value=bool()):
            raise TypeError("a formula holds numbers")
        case ast.Constant(value=int() | float()) | ast.Name():
            return
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATIONS:
            _check(left)
            _check(right)
        case ast.Compare(left=left, ops=ops, comparators=rest) if all(type(op) in _COMPARISONS for op in ops):
            for part in (left, *rest):
                _check(part)
        case ast.Call(func=ast.Name(id=name), args=[ast.Name()], keywords=[]) if name in _FUNCTIONS:
            return
        case ast.Call(func=ast.Name(id=name), args=[ast.Name(), ast.Name()], keywords=[]) if name == DAYS_BETWEEN:
            return
        case _:
            raise TypeError(f"{ast.dump(node)[:60]} is no part of a formula")


def _value(node: ast.expr, figures: Mapping[str, Figures]) -> Number:
    match node:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return Decimal(str(number))
        case ast.Name(id=name):
            return _decimals(figures[name][:1])[0]
        case ast.BinOp(left=left, op=op, right=right):
            return _OPERATIONS[type(op)](Decimal(_value(left, figures)), Decimal(_value(right, figures)))
        case ast.Compare(left=left, ops=ops, comparators=rest):
            values = [Decimal(_value(part, figures)) for part in (left, *rest)]
            return all(_COMPARISONS[type(op)](*pair) for op, pair in zip(ops, pairwise(values), strict=True))
        case ast.Call(func=ast.Name(id=name), args=[ast.Name(id=first), ast.Name(id=last)], keywords=[]) if (
            name == DAYS_BETWEEN
        ):
            return Decimal((_day(figures[last]) - _day(figures[first])).days)
        case ast.Call(func=ast.Name(id=name), args=[ast.Name(id=given)], keywords=[]):
            return _FUNCTIONS[name](_decimals(figures[given]))
        case _:
            raise TypeError(f"{ast.dump(node)[:60]} is no part of a formula")


def _decimals(figures: Figures) -> tuple[Decimal, ...]:
    kept = tuple(figure for figure in figures if isinstance(figure, Decimal))
    if len(kept) != len(figures) or not kept:
        raise TypeError("a date is no number")
    return kept


def _day(figures: Figures) -> date:
    (day,) = figures
    if not isinstance(day, date):
        raise TypeError("a number is no date")
    return day


class _Placed(ast.NodeTransformer):
    """Puts a mark in place of each name and call, and keeps what is to be shown there."""

    def __init__(self, figures: Mapping[str, Figures], kinds: Mapping[str, FigureKind]) -> None:
        self._figures = figures
        self._kinds = kinds
        self.shown: dict[str, str] = {}

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._place(self._show(node.id)[0])

    def visit_Call(self, node: ast.Call) -> ast.expr:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        lists = [self._show(given.id) for given in node.args if isinstance(given, ast.Name)]
        joined = " + ".join(lists[0])
        match name:
            case "mean":
                return self._place(f"({joined}) / {len(lists[0])}" if len(lists[0]) > 1 else joined)
            case "sum":
                return self._place(f"({joined})")
            case "days_between":
                return self._place(f"days from {lists[0][0]} to {lists[1][0]}")
            case _:
                return self._place(f"{name} of {', '.join(lists[0])}")

    def _show(self, name: str) -> list[str]:
        return [show_figure(figure, self._kinds.get(name, "amount")) for figure in self._figures[name]]

    def _place(self, text: str) -> ast.expr:
        mark = f"mark_{len(self.shown)}_"
        self.shown[mark] = text
        return ast.Name(id=mark)
