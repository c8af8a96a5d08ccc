"""Formulas of stated rules as workings.

| written | working |
|---|---|
| `a + b`, `-`, `*`, `/` | the sum, … |
| `mean(pay)`, `sum`, `min`, `max`, `count` | over all figures of its names |
| `less_percent(a, b)` | a less b percent |
| `days_between(a, b)`, `work_days_between(a, b)` | the days of a stretch; `ends` says which ends count |
| `days_after(a, n)`, `months_after(a, n)` | a day |
| `a <= b`, `<`, `==`, `>=`, `>` | a comparison |
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from typing import Literal, TypeAlias

from foam.argument.working import Compare, Comparison, Days, Ends, Given, Later, Op, Operation, Ref, WorkDays, Working

Find: TypeAlias = Callable[[str], tuple[Working, ...]]
"""The workings that a name stands for: one for a calculation, and one for each figure of an input."""

_OPERATIONS: dict[type, Operation] = {ast.Add: "sum", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "div"}
_COMPARISONS: dict[type, Comparison] = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "="}
_LISTED: dict[str, Operation] = {"mean": "mean", "sum": "sum", "min": "min", "max": "max", "count": "count"}
_LATER: dict[str, Literal["days", "months"]] = {"days_after": "days", "months_after": "months"}
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class Counting:
    """How days are counted, and by which rule."""

    ends: Ends = "last"
    by: str = "usual"


def build_formula(formula: str, find: Find, counting: Counting | None = None) -> Working:
    """The working of a formula; ValueError when it is none."""
    node = _parse(formula)
    try:
        return _Builder(find, counting or Counting()).build(node)
    except (RecursionError, ValueError) as error:
        raise ValueError(f"{formula!r} is no formula: {error}") from error


def split_comparisons(formula: str) -> tuple[str, ...]:
    """Comparisons in a row one by one: `0 <= days <= period` as `0 <= days` and `days <= period`."""
    node = _parse(formula)
    if not isinstance(node, ast.Compare):
        return (formula,)
    pairs = zip(pairwise((node.left, *node.comparators)), node.ops, strict=True)
    return tuple(ast.unparse(ast.Compare(left, [op], [right])) for (left, right), op in pairs)


def _parse(formula: str) -> ast.expr:
    try:
        if len(formula) > _LONGEST:
            raise ValueError(f"it is longer than {_LONGEST} characters")
        return ast.parse(formula, mode="eval").body
    except (SyntaxError, RecursionError, MemoryError, ValueError) as error:
        said = error.msg if isinstance(error, SyntaxError) else error
        raise ValueError(f"{formula!r} is no formula: {said}") from error


def list_formula_names(formula: str) -> tuple[str, ...]:
    """The inputs and calculations that a formula reads, in order."""
    names: dict[str, None] = {}

    def find(name: str) -> tuple[Working, ...]:
        names[name] = None
        return (Ref(leaf=name),)

    build_formula(formula, find)
    return tuple(names)


@dataclass(frozen=True, slots=True)
class _Builder:
    find: Find
    counting: Counting

    def build(self, node: ast.expr) -> Working:
        """One working; a name that stands for several has to be averaged, added up or the like."""
        parts = self.list_workings(node)
        if len(parts) != 1:
            raise ValueError(f"{ast.unparse(node)} stands for {len(parts)} figures: say mean, sum, min, max or count")
        return parts[0]

    def list_workings(self, node: ast.expr) -> tuple[Working, ...]:
        match node:
            case ast.Name(id=name):
                return self.find(name)
            case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
                return (Given(value=Decimal(str(number)), by="stated rules", why="a number of the formula"),)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATIONS:
                return (Op(op=_OPERATIONS[type(op)], args=(self.build(left), self.build(right))),)
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _COMPARISONS:
                return (Compare(left=self.build(left), op=_COMPARISONS[type(op)], right=self.build(right)),)
            case ast.Call(func=ast.Name(id=name), args=[_, *_] as args, keywords=[]) if name in _LISTED:
                return (Op(op=_LISTED[name], args=tuple(part for arg in args for part in self.list_workings(arg))),)
            case ast.Call(func=ast.Name(id=name), args=[first, second], keywords=[]):
                return (self.call(name, self.build(first), self.build(second)),)
            case _:
                raise ValueError(f"{ast.unparse(node)[:60]} is no part of a formula")

    def call(self, name: str, first: Working, second: Working) -> Working:
        ends, by = self.counting.ends, self.counting.by
        match name:
            case "less_percent":
                return Op(op="less_percent", args=(first, second))
            case "days_between":
                return Days(first=first, last=second, ends=ends, by=by)
            case "work_days_between":
                return WorkDays(first=first, last=second, ends=ends, by=by)
            case "days_after" | "months_after":
                return Later(first=first, count=second, unit=_LATER[name], by=by)
            case _:
                raise ValueError(f"there is no {name!r}")
