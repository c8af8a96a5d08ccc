"""Single changes of a module's source, as a slip of the hand makes them. Each replaces one stretch of text."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

_COMPARISONS: dict[type, tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}
_ARITHMETIC: dict[type, tuple[str, str]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "/"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "*"),
    ast.BitOr: ("|", "&"),
    ast.BitAnd: ("&", "|"),
}
_EMPTY = {
    "str": '""',
    "int": "0",
    "float": "0.0",
    "tuple": "()",
    "list": "[]",
    "dict": "{}",
    "frozenset": "frozenset()",
}
_PAIRS = (
    ("for", "against"), ("pro", "con"), ("first", "last"), ("first", "second"), ("start", "end"), ("before", "after"),
    ("left", "right"), ("lower", "upper"), ("min", "max"), ("any", "all"), ("old", "new"), ("over", "under"),
    ("up", "down"), ("affected", "agency"), ("support", "attack"), ("supports", "attacks"), ("added", "removed"),
    ("held", "said"), ("earlier", "later"), ("year", "month"), ("month", "day"), ("hour", "minute"),
    ("numerator", "denominator"), ("winner", "loser"), ("startswith", "endswith"), ("lstrip", "rstrip"),
    ("union", "intersection"), ("due", "met"), ("exact", "altered"), ("source", "target"),
)  # fmt: skip
"""Names that are easily taken for each other. They are exchanged where the other is at hand."""
_AT_HAND = {"min", "max", "any", "all", "startswith", "endswith", "lstrip", "rstrip", "union", "intersection"}


@dataclass(frozen=True)
class Change:
    """One change of one module: a stretch of its bytes and what stands there instead."""

    kind: str
    start: int
    end: int
    text: str
    lines: tuple[int, int]
    """The first and the last line that it touches."""
    before: str
    after: str

    def apply(self, source: str) -> str:
        raw = source.encode()
        return (raw[: self.start] + self.text.encode() + raw[self.end :]).decode()


def plant(source: str) -> tuple[Change, ...]:
    """Every change of a module, in order. Annotations, decorators, messages and wording stay as they are."""
    planter = _Planter(source)
    planter.visit(ast.parse(source))
    return tuple(sorted(dict.fromkeys(planter.changes), key=lambda one: (one.start, one.end, one.text)))


class _Planter(ast.NodeVisitor):
    def __init__(self, source: str) -> None:
        self.changes: list[Change] = []
        self._raw = source.encode()
        self._starts = [0]
        for line in self._raw.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        nodes = list(ast.walk(ast.parse(source)))
        self._attributes = {node.attr for node in nodes if isinstance(node, ast.Attribute)} | _AT_HAND
        self._strings = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
        self._names: set[str] = set(_AT_HAND)
        self._types: dict[str, str] = {}
        self._returns = ""

    # What is left alone

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        return

    def visit_Assert(self, node: ast.Assert) -> None:
        return

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None and ast.unparse(node.annotation) != "TypeAlias":
            self.visit(node.value)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for part in node.body:
            self.visit(part)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        outer = self._names, self._types, self._returns
        self._names = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)} | _AT_HAND
        arguments = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
        self._names |= {one.arg for one in arguments}
        self._types = {one.arg: ast.unparse(one.annotation) for one in arguments if one.annotation}
        self._returns = ast.unparse(node.returns) if node.returns else ""
        for part in (*node.args.defaults, *(one for one in node.args.kw_defaults if one), *node.body):
            self.visit(part)
        self._names, self._types, self._returns = outer

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815

    # Statements

    def visit_If(self, node: ast.If) -> None:
        if ast.unparse(node.test) == "TYPE_CHECKING":
            return
        if not node.orelse and isinstance(node.body[-1], ast.Return | ast.Raise | ast.Continue | ast.Break):
            self._replace(node.test, "False", "deleted guard")
        self._negate(node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._negate(node.test)
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        called = node.value.value if isinstance(node.value, ast.Await) else node.value
        if isinstance(called, ast.Call) and ast.unparse(called.func) not in ("assert_never", "super().__init__"):
            self._replace(node, "pass", "deleted statement")
            self.generic_visit(node)
        elif not isinstance(node.value, ast.Constant):
            self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        self._replace(node, "pass", "deleted raise")

    def visit_Continue(self, node: ast.Continue) -> None:
        self._replace(node, "pass", "deleted statement")

    def visit_Break(self, node: ast.Break) -> None:
        self._replace(node, "pass", "deleted statement")

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self._replace(node, "pass", "deleted statement")
        self._exchange_operator(node.target, node.value, "arithmetic", *_ARITHMETIC.get(type(node.op), ("", "")))
        self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        value = node.value
        if value is None:
            return
        shape = self._returns.partition("[")[0]
        if self._returns == "bool" and not isinstance(value, ast.Constant):
            self._replace(value, f"not ({self._text(value)})", "return")
        elif self._returns.endswith("| None"):
            self._replace(value, "None", "return")
        elif shape in _EMPTY:
            self._replace(value, _EMPTY[shape], "return")
        self.generic_visit(node)

    # Expressions

    def visit_Compare(self, node: ast.Compare) -> None:
        sides = (node.left, *node.comparators)
        for number, operator in enumerate(node.ops):
            self._exchange_operator(sides[number], sides[number + 1], "comparison", *_COMPARISONS[type(operator)])
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for first, second in zip(node.values, node.values[1:], strict=False):
            self._exchange_operator(first, second, "and / or", old, new)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self._replace(node, f"bool({self._text(node)[3:].strip()})", "not")
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        sides = (node.left, node.right)
        is_union = isinstance(node.op, ast.BitOr) and any(ast.unparse(one)[:1].isupper() for one in sides)
        is_joined = any(isinstance(one, ast.Constant | ast.JoinedStr) and not _is_number(one) for one in sides)
        if not (is_union or is_joined):
            self._exchange_operator(*sides, "arithmetic", *_ARITHMETIC.get(type(node.op), ("", "")))
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        match node.value:
            case bool(value):
                self._replace(node, str(not value), "True / False")
            case int(value):
                self._replace(node, str(value + 1), "constant")
            case float(value):
                self._replace(node, repr(value / 2), "constant")
            case str(value):
                for other in _find_others(value, self._strings):
                    self._replace(node, repr(other), "exchanged name")
            case _:
                pass

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load):
            for other in _find_others(node.id, self._names):
                self._replace(node, other, "exchanged name")

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if isinstance(node.ctx, ast.Load):
            for other in _find_others(node.attr, self._attributes):
                self._replace(node, f"{self._text(node.value)}.{other}", "exchanged name")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        for first, second in zip(node.args, node.args[1:], strict=False):
            one, other = self._text(first), self._text(second)
            if one != other and self._are_alike(first, second):
                end = self._offset(second.end_lineno, second.end_col_offset)
                start = self._offset(first.lineno, first.col_offset)
                between = self._between(first, second)
                self._add("swapped arguments", start, end, f"{other}{between}{one}")
        self.generic_visit(node)

    def _are_alike(self, first: ast.expr, second: ast.expr) -> bool:
        """Whether two arguments are seen to have one type: by their annotations, or as one attribute of two things."""
        match first, second:
            case ast.Name(id=one), ast.Name(id=other):
                return one in self._types and self._types[one] == self._types.get(other)
            case ast.Attribute(attr=one), ast.Attribute(attr=other):
                return one == other
            case _:
                return False

    # Writing a change down

    def _negate(self, test: ast.expr) -> None:
        if isinstance(test, ast.Name | ast.Attribute | ast.Call | ast.NamedExpr):
            self._replace(test, f"not ({self._text(test)})", "not")

    def _exchange_operator(self, left: ast.expr, right: ast.expr, kind: str, old: str, new: str) -> None:
        """Change the operator that stands between two operands."""
        between = self._between(left, right)
        changed = re.sub(rf"(?<![\w#]){re.escape(old)}(?![\w#])", new, between, count=1) if old else between
        if changed != between:
            start = self._offset(left.end_lineno, left.end_col_offset)
            self._add(kind, start, self._offset(right.lineno, right.col_offset), changed)

    def _replace(self, node: ast.expr | ast.stmt, text: str, kind: str) -> None:
        if self._text(node) != text:
            start = self._offset(node.lineno, node.col_offset)
            self._add(kind, start, self._offset(node.end_lineno, node.end_col_offset), text)

    def _add(self, kind: str, start: int, end: int, text: str) -> None:
        first = self._raw.count(b"\n", 0, start) + 1
        last = self._raw.count(b"\n", 0, end) + 1
        head, tail = self._raw[self._starts[first - 1] : start], self._raw[end : self._starts[last]]
        before = self._raw[self._starts[first - 1] : self._starts[last]].decode().strip()
        after = (head + text.encode() + tail).decode().strip()
        self.changes.append(Change(kind, start, end, text, (first, last), before, after))

    def _offset(self, line: int | None, column: int | None) -> int:
        assert line is not None
        assert column is not None
        return self._starts[line - 1] + column

    def _text(self, node: ast.expr | ast.stmt) -> str:
        start = self._offset(node.lineno, node.col_offset)
        return self._raw[start : self._offset(node.end_lineno, node.end_col_offset)].decode()

    def _between(self, left: ast.expr, right: ast.expr) -> str:
        start = self._offset(left.end_lineno, left.end_col_offset)
        return self._raw[start : self._offset(right.lineno, right.col_offset)].decode()


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float)


def _find_others(name: str, at_hand: set[str]) -> Iterator[str]:
    for one, other in _PAIRS:
        if name in (one, other):
            partner = other if name == one else one
            if partner in at_hand:
                yield partner
