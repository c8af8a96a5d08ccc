"""Counts how large the project is, and how much English stands in it as code. `make sizes` writes the figures.

The figures stand in `pyproject.toml` under `[tool.foam.sizes]`, and each may only fall:

- `lines` and `modules`: of the Python files of `src` and `quotes/src`; the other figures of code are of the same files.
- `patterns`: different patterns that are given to a matcher (`re`, `re2`, `regex`, `rapidfuzz`, `difflib`, spaCy
  and the like, under any name) and hold two or more English words. A pattern is read through constants, f-strings,
  joined lists, loops and the parameters of our own functions. Texts of TOML and JSON files that are written as regular
  expressions count as well. Names of groups, escapes and `{places}` are no words.
- `word-lists`: collections of three or more English words that a test or a lookup reads: `in`, `==` in a loop, `.get`,
  a subscript, `startswith`, set operations, `case "a" | "b"`, a chain of `==`, directly or through constants, copies
  and parameters. A word is one to four plain words of which the first has three letters or more.
  These are no words: a member of a `Literal` or of an enumeration and a field of a class (names that the code
  declares), the plain values of a dict (labels), and texts with punctuation or of more than four words (prompts and
  help). A collection that is only printed or walked through is no list.
- `public-names`: functions and classes at the top of a module that begin with no underscore, `foam/__init__` aside.
- `like-runs`: pairs of places in `src` that share six or more equal lines. Blank lines, comments, imports and lines
  without a letter are passed over.
- `docs-words`: of README, CHANGELOG and the pages of `docs`; `docs/cli.md` and `docs/reference` are generated and left
  out.

A figure rises only by a loan: `[[tool.foam.sizes.loans]]` with `figure`, `amount`, `issue`, `until` (a date), `why`.
"""

from __future__ import annotations

import ast
import datetime
import gc
import json
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
FIGURES = ("lines", "modules", "patterns", "word-lists", "public-names", "like-runs", "docs-words")
RUN = 6
"""How many equal lines make a like run."""

_REGEX = ("re", "re2", "regex")
_REGEX_CALLS = {"compile", "search", "match", "fullmatch", "sub", "subn", "findall", "finditer", "split", "splititer"}
_MATCHERS = ("ahocorasick", "difflib", "flashtext", "fnmatch", "jellyfish", "nltk", "rapidfuzz", "spacy", "thefuzz")
_WRAPPERS = {"frozenset", "set", "tuple", "list", "dict", "sorted", "reversed", "enumerate", "zip", "map", "iter"} | {
    "MappingProxyType",
    "Counter",
    "chain",
    "OrderedDict",
}
_PASSED_ON = {"items", "keys", "values", "union", "copy", "fromkeys", "from_iterable", "lower", "casefold"}
_READ_BY = {"get", "index", "count", "isdisjoint", "issubset", "issuperset", "intersection", "difference"}
_ARGUMENT_READ_BY = {"startswith", "endswith", "isdisjoint", "issubset", "issuperset", "intersection", "difference"}
_FUNCTIONS = {ast.FunctionDef, ast.AsyncFunctionDef}
_COMPREHENSIONS = {ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp}
_BINDING = {ast.Assign, ast.AnnAssign, ast.NamedExpr, ast.For, ast.AsyncFor, ast.ImportFrom, ast.Import}
_LOOKED_AT = {ast.Compare, ast.BinOp, ast.Subscript, ast.MatchOr, ast.BoolOp}
_LEAVES = {ast.Name, ast.Constant, ast.Load, ast.Store, ast.alias, ast.And, ast.Or, ast.arg}
_NOT_WORDS = re.compile(r"\(\?P?[<=]\w+[>)]|\(\?[a-zA-Z]+[:)]|\\[pP]\{\w+\}|\\[pP][A-Z]|\\x[0-9a-f]{2}|\\.|\{\w*\}")
_WORD = re.compile(r"(?<!\w)[A-Za-z]{3,}")
_ENTRY = re.compile(r"[a-z]{3,}(?:[ '’-][a-z]+){0,3}")
_WRITTEN_AS_PATTERN = re.compile(r"\\[bBdDsSwWpPx]|\(\?[:=!<iP]|[.\])][*+]")


@dataclass(frozen=True)
class Each:
    """What a loop binds: each entry of a collection."""

    of: ast.expr


@dataclass(frozen=True)
class Parameter:
    function: str
    name: str
    place: int


@dataclass(frozen=True)
class Imported:
    dotted: str


Bound = ast.expr | Each | Parameter | Imported


@dataclass
class Scope:
    module: str
    up: Scope | None = None
    names: dict[str, Bound] = field(default_factory=dict)

    def find(self, name: str) -> tuple[Bound, Scope] | None:
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name], scope
            scope = scope.up
        return None


def count_patterns_and_lists(sources: Mapping[str, str], data: Mapping[str, str]) -> tuple[int, int]:
    """`sources` and `data` are texts by path; a path of a source is relative to the folder that holds its package."""
    reading = Reading({_name_module(path): ast.parse(text) for path, text in sources.items()})
    reading.read()
    patterns = {text for texts in reading.patterns.values() for text in texts}
    patterns |= {text for text in _list_data_texts(data) if _WRITTEN_AS_PATTERN.search(text)}
    return sum(map(is_english, patterns)), sum(len(words - reading.declared) >= 3 for words in reading.lists.values())


def is_english(pattern: str) -> bool:
    return len(set(_WORD.findall(_NOT_WORDS.sub(" ", pattern)))) >= 2


class Reading:
    """Which patterns and collections the modules read, followed through names from module to module."""

    def __init__(self, trees: Mapping[str, ast.Module]) -> None:
        self.patterns: dict[ast.AST, list[str]] = {}
        self.lists: dict[ast.AST, set[str]] = {}
        self.declared: set[str] = set()
        """Members of `Literal` and of enumerations, and fields of classes: names of the code, not words of English."""
        self._trees = trees
        self._scopes = {name: _open_module(name, tree) for name, tree in trees.items()}
        self._read_parameters: set[tuple[Parameter, bool]] = set()
        """The parameters of our own functions that are read, and whether as patterns; otherwise as collections."""
        self._libraries: dict[tuple[str, str], str] = {}
        self._marked: set[ast.expr] = set()
        self._calls: dict[str, list[tuple[ast.Call, Scope]]] = defaultdict(list)

    def read(self) -> None:
        for name, tree in self._trees.items():
            self._walk(tree, self._scopes[name])
        done: set[tuple[Parameter, bool]] = set()
        while waiting := (self._read_parameters - done):
            for parameter, is_pattern in waiting:
                done.add((parameter, is_pattern))
                for call, scope in self._calls[parameter.function.rpartition(".")[2]]:
                    given = _find_argument(call, parameter)
                    if given is None or self._name(call.func, scope) != parameter.function:
                        continue
                    if is_pattern:
                        self.patterns.setdefault(call, []).extend(self._read_texts(given, scope))
                    else:
                        self._mark(given, scope)

    def _walk(self, node: ast.AST, scope: Scope) -> None:
        kind = type(node)
        if kind in _FUNCTIONS:
            scope = _open_function(node, scope)  # type: ignore[arg-type]
        elif kind in _COMPREHENSIONS:
            scope = _open_comprehension(node, scope)  # type: ignore[arg-type]
        elif kind in _BINDING and scope.up is not None:
            _bind_statement(node, scope)
        elif kind is ast.ClassDef:
            self.declared.update(_list_declared(node))  # type: ignore[arg-type]
        if kind is ast.Call:
            self._look_at_call(node, scope)  # type: ignore[arg-type]
        elif kind in _LOOKED_AT:
            self._look(node, scope)
        for name in node._fields:
            value = getattr(node, name)
            if type(value) is list:
                for one in value:
                    if isinstance(one, ast.AST) and type(one) not in _LEAVES:
                        self._walk(one, scope)
            elif isinstance(value, ast.AST) and type(value) not in _LEAVES:
                self._walk(value, scope)

    def _look(self, node: ast.AST, scope: Scope) -> None:
        match node:
            case ast.Compare():
                sides = [node.left, *node.comparators]
                for left, operator, right in zip(sides, node.ops, sides[1:], strict=False):
                    if isinstance(operator, (ast.In, ast.NotIn)):
                        self._mark(right, scope)
                        self._mark_each(left, scope)
                    elif isinstance(operator, (ast.Eq, ast.NotEq)):
                        self._mark_each(left, scope)
                        self._mark_each(right, scope)
                    elif isinstance(operator, (ast.LtE, ast.GtE)):
                        self._mark(left, scope)
                        self._mark(right, scope)
            case ast.BinOp(op=ast.BitAnd() | ast.Sub() | ast.BitXor()):
                self._mark(node.left, scope)
                self._mark(node.right, scope)
            case ast.Subscript(value=ast.Name(id="Literal")):
                self.declared.update(str(one.value) for one in ast.walk(node.slice) if isinstance(one, ast.Constant))
            case ast.Subscript(ctx=ast.Load()) if not isinstance(node.slice, (ast.Constant, ast.Slice, ast.UnaryOp)):
                self._mark(node.value, scope)
            case ast.MatchOr():
                self._keep(node, [one.value for one in node.patterns if isinstance(one, ast.MatchValue)])
            case ast.BoolOp(op=ast.Or()):
                equal = [one for one in node.values if isinstance(one, ast.Compare) and isinstance(one.ops[0], ast.Eq)]
                self._keep(node, [one.comparators[0] for one in equal])

    def _keep(self, node: ast.AST, values: Iterable[ast.expr]) -> None:
        self.lists[node] = {one for value in values for one in _list_words(value)}

    def _look_at_call(self, call: ast.Call, scope: Scope) -> None:
        self._calls[_name_last(call.func)].append((call, scope))
        if isinstance(call.func, ast.Attribute):
            if call.func.attr in _READ_BY:
                self._mark(call.func.value, scope)
            if call.func.attr in _ARGUMENT_READ_BY:
                for argument in call.args:
                    self._mark(argument, scope)
        root = call.func
        while isinstance(root, (ast.Attribute, ast.Call)):
            root = root.value if isinstance(root, ast.Attribute) else root.func
        if not isinstance(root, ast.Name) or not (dotted := self._name_matcher(root.id, call.func, scope)):
            return
        library, _, rest = dotted.partition(".")
        if library in _REGEX and (rest in _REGEX_CALLS or rest.rpartition(".")[2] == "Add"):
            given = [*call.args[:1], *(one.value for one in call.keywords if one.arg == "pattern")]
        elif library in _MATCHERS:
            joined = ast.Tuple(elts=[*call.args, *(one.value for one in call.keywords)])
            self.patterns[call] = [" ".join(self._read_texts(joined, scope))]
            return
        else:
            return
        self.patterns[call] = [text for one in given for text in self._read_texts(one, scope)]

    def _name_matcher(self, root: str, function: ast.expr, scope: Scope) -> str:
        """The dotted name of a call of a matcher; empty for other calls. What a module's name stands for is kept."""
        found = scope.find(root)
        if found is None or isinstance(found[0], (Each, Parameter)):
            return ""
        if found[1].up is not None:
            return self._name(function, scope)
        kept = self._libraries.get((scope.module, root))
        if kept is None:
            kept = self._name(ast.Name(id=root), scope).partition(".")[0].partition("(")[0]
            self._libraries[scope.module, root] = kept
        return self._name(function, scope) if kept in _REGEX or kept in _MATCHERS else ""

    def _mark_each(self, side: ast.expr, scope: Scope) -> None:
        if isinstance(side, ast.Name) and (found := scope.find(side.id)) and isinstance(found[0], Each):
            self._mark(side, scope)

    def _mark(self, node: ast.expr, scope: Scope, depth: int = 0) -> None:
        """Note that a test or a lookup reads the collections that this expression names."""
        if node in self._marked or depth > 12:
            return
        self._marked.add(node)
        match node:
            case ast.Tuple() | ast.List() | ast.Set() | ast.Dict():
                self.lists[node] = set(_list_words(node))
                self._mark_all(_list_spread(node), scope, depth)
            case ast.Call(func=ast.Name(id=name)) if name in _WRAPPERS:
                self._mark_all(node.args, scope, depth)
            case ast.Call(func=ast.Attribute(value=value, attr=attr)):
                if attr == "findall" and len(node.args) == 2:
                    value, attr = node.args[1], "split"
                if attr in ("split", "splitlines"):
                    origin = self._find_origin(value, scope)
                    texts = self._read_texts(value, scope)
                    self.lists[origin] = {
                        word for text in texts for word in text.lower().split() if _ENTRY.fullmatch(word)
                    }
                elif attr in _PASSED_ON:
                    self._mark_all([value, *node.args], scope, depth)
            case ast.BinOp():
                self._mark_all([node.left, node.right], scope, depth)
            case ast.IfExp():
                self._mark_all([node.body, node.orelse], scope, depth)
            case ast.BoolOp():
                self._mark_all(node.values, scope, depth)
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                inner = _open_comprehension(node, scope)
                self._mark_all([one.iter for one in node.generators], inner, depth)
            case ast.Starred(value=value) | ast.Subscript(value=value):
                self._mark(value, scope, depth + 1)
            case ast.Name() | ast.Attribute():
                self._mark_bound(self._find_bound(node, scope), depth)

    def _mark_all(self, nodes: Iterable[ast.expr], scope: Scope, depth: int) -> None:
        for node in nodes:
            self._mark(node, scope, depth + 1)

    def _mark_bound(self, found: tuple[Bound, Scope] | None, depth: int) -> None:
        match found:
            case (Parameter() as parameter, _):
                self._read_parameters.add((parameter, False))
            case (Each(of=iterated), scope):
                self._mark(iterated, scope.up or scope, depth + 1)
            case (ast.expr() as value, scope):
                self._mark(value, scope, depth + 1)

    def _find_bound(self, node: ast.expr, scope: Scope) -> tuple[Bound, Scope] | None:
        """What a name stands for, in this module or in the one that it is imported from."""
        found = None
        if isinstance(node, ast.Name):
            found = scope.find(node.id)
        elif isinstance(node, ast.Attribute):
            if isinstance(node.value, ast.Name) and node.value.id in ("self", "cls"):
                return self._scopes[scope.module].find(node.attr)
            found = (Imported(self._name(node, scope)), scope)
        seen = 0
        while found and isinstance(found[0], Imported) and seen < 6:
            module, _, name = found[0].dotted.rpartition(".")
            found = self._scopes[module].find(name) if module in self._scopes else None
            seen += 1
        return found

    def _find_origin(self, node: ast.expr, scope: Scope) -> ast.expr:
        found = self._find_bound(node, scope) if isinstance(node, (ast.Name, ast.Attribute)) else None
        return found[0] if found and isinstance(found[0], ast.expr) else node

    def _name(self, node: ast.expr, scope: Scope, depth: int = 0) -> str:
        """The dotted name of what is called, through imports and aliases; empty where it is of this module."""
        if depth > 6:
            return ""
        match node:
            case ast.Name(id=name):
                found = scope.find(name)
                match found:
                    case None:
                        return f"{scope.module}.{name}"
                    case (Imported(dotted=dotted), _):
                        module, _, last = dotted.rpartition(".")
                        further = self._scopes[module].names.get(last) if module in self._scopes else None
                        if further is None or isinstance(further, (Each, Parameter)):
                            return dotted
                        return self._name(ast.Name(id=last), self._scopes[module], depth + 1)
                    case (ast.expr() as value, where):
                        return self._name(value, where, depth + 1)
                return ""
            case ast.Attribute(value=value, attr=attr):
                return f"{self._name(value, scope, depth + 1)}.{attr}"
            case ast.Call(func=ast.Name(id="partial"), args=[first, *_]):
                return self._name(first, scope, depth + 1)
            case ast.Call(func=function):
                return f"{self._name(function, scope, depth + 1)}()"
        return ""

    def _read_texts(self, node: ast.expr, scope: Scope, depth: int = 0) -> list[str]:
        """The texts that an expression can be; several where it is a collection or an entry of one."""
        if depth > 12:
            return []
        match node:
            case ast.Constant(value=str() as text):
                return [text]
            case ast.JoinedStr(values=parts):
                return self._join_parts(parts, scope, depth)
            case ast.BinOp():
                return self._join_parts([node.left, node.right], scope, depth)
            case ast.Call(func=ast.Attribute(value=separator, attr="join"), args=[joined]):
                between = "".join(self._read_texts(separator, scope, depth + 1))
                return [between.join(self._read_texts(joined, scope, depth + 1))]
            case ast.Call(func=ast.Attribute(value=value, attr="split")):
                return " ".join(self._read_texts(value, scope, depth + 1)).split()
            case ast.Call(func=ast.Attribute(attr=attr)) if attr in _REGEX_CALLS:
                return []
            case ast.Call():
                inside = [*node.args, *(one.value for one in node.keywords)]
                if isinstance(node.func, ast.Attribute):
                    inside.insert(0, node.func.value)
                return self._read_all(inside, scope, depth)
            case ast.Tuple() | ast.List() | ast.Set():
                return self._read_all(node.elts, scope, depth)
            case ast.Dict():
                return self._read_all([*filter(None, node.keys), *node.values], scope, depth)
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp():
                return self._read_texts(node.elt, _open_comprehension(node, scope), depth + 1)
            case ast.IfExp():
                return self._read_all([node.body, node.orelse], scope, depth)
            case ast.BoolOp():
                return self._read_all(node.values, scope, depth)
            case ast.FormattedValue(value=value) | ast.Starred(value=value) | ast.Subscript(value=value):
                return self._read_texts(value, scope, depth + 1)
            case ast.Name() | ast.Attribute():
                match self._find_bound(node, scope):
                    case (Parameter() as parameter, _):
                        self._read_parameters.add((parameter, True))
                    case (Each(of=iterated), where):
                        return self._read_texts(iterated, where.up or where, depth + 1)
                    case (ast.expr() as value, where):
                        return self._read_texts(value, where, depth + 1)
        return []

    def _read_all(self, nodes: Iterable[ast.expr], scope: Scope, depth: int) -> list[str]:
        return [text for node in nodes for text in self._read_texts(node, scope, depth + 1)]

    def _join_parts(self, parts: Sequence[ast.expr], scope: Scope, depth: int) -> list[str]:
        read = [self._read_texts(part, scope, depth + 1) or [""] for part in parts]
        return ["".join(one[place % len(one)] for one in read) for place in range(max(map(len, read), default=0))]


def _find_argument(call: ast.Call, parameter: Parameter) -> ast.expr | None:
    named = next((one.value for one in call.keywords if one.arg == parameter.name), None)
    return named or (call.args[parameter.place] if parameter.place < len(call.args) else None)


def _name_module(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _name_last(function: ast.expr) -> str:
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _open_module(name: str, tree: ast.Module) -> Scope:
    scope = Scope(name)
    for node in tree.body:
        _bind_statement(node, scope)
        if isinstance(node, ast.ClassDef):
            for inner in node.body:
                _bind_statement(inner, scope)
    return scope


def _open_function(node: ast.FunctionDef | ast.AsyncFunctionDef, up: Scope) -> Scope:
    scope = Scope(up.module, up)
    given = node.args
    for place, one in enumerate((*given.posonlyargs, *given.args, *given.kwonlyargs)):
        parameter = Parameter(f"{up.module}.{node.name}", one.arg, place)
        scope.names[one.arg] = parameter if up.up is None else Each(ast.Tuple(elts=[]))
    return scope


def _open_comprehension(node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp, up: Scope) -> Scope:
    scope = up
    for one in node.generators:
        scope = Scope(up.module, scope)
        _bind_each(one.target, one.iter, scope)
    return scope


def _bind_statement(node: ast.AST, scope: Scope) -> None:
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            scope.names.setdefault(name, value)
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
            scope.names.setdefault(name, value)
        case ast.NamedExpr(target=ast.Name(id=name), value=value):
            scope.names.setdefault(name, value)
        case ast.For(target=target, iter=iterated) | ast.AsyncFor(target=target, iter=iterated):
            _bind_each(target, iterated, scope)
        case ast.Import(names=names):
            for alias in names:
                scope.names[alias.asname or alias.name.partition(".")[0]] = Imported(
                    alias.name if alias.asname else alias.name.partition(".")[0]
                )
        case ast.ImportFrom(module=str() as module, names=names):
            for alias in names:
                scope.names[alias.asname or alias.name] = Imported(f"{module}.{alias.name}")


def _bind_each(target: ast.expr, iterated: ast.expr, scope: Scope) -> None:
    match target:
        case ast.Name(id=name):
            scope.names.setdefault(name, Each(iterated))
        case ast.Tuple(elts=targets):
            for one in targets:
                _bind_each(one, iterated, scope)


def _list_words(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(value=str() as text):
            if _ENTRY.fullmatch(word := text.strip().lower()):
                yield word
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            for part in parts:
                yield from _list_words(part)
        case ast.Dict(keys=keys, values=values):
            for key in keys:
                if key is not None:
                    yield from _list_words(key)
            for value in values:
                if not isinstance(value, ast.Constant):
                    yield from _list_words(value)
        case ast.Call(func=ast.Name(id=name), args=arguments) if name in _WRAPPERS:
            for argument in arguments:
                yield from _list_words(argument)
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str() as text), attr="split")):
            yield from (word for word in text.lower().split() if _ENTRY.fullmatch(word))


def _list_spread(node: ast.Tuple | ast.List | ast.Set | ast.Dict) -> list[ast.expr]:
    """What a display takes in from elsewhere: `*other`, `**other`."""
    if isinstance(node, ast.Dict):
        return [value for key, value in zip(node.keys, node.values, strict=True) if key is None]
    return [one for one in node.elts if isinstance(one, ast.Starred)]


def _list_declared(node: ast.ClassDef) -> Iterator[str]:
    is_enumeration = any(_name_last(base).endswith("Enum") for base in node.bases)
    for inner in node.body:
        match inner:
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case ast.Assign(value=ast.Constant(value=str() as text)) if is_enumeration:
                yield text


def _list_data(data: Mapping[str, str]) -> Iterator[Any]:
    for path, text in data.items():
        yield tomllib.loads(text) if path.endswith(".toml") else json.loads(text)


def _list_data_texts(data: Mapping[str, str]) -> Iterator[str]:
    waiting = list(_list_data(data))
    while waiting:
        match waiting.pop():
            case str() as text:
                yield text
            case dict() as table:
                waiting.extend(table.values())
            case list() as rows:
                waiting.extend(rows)


def count_like_runs(sources: Mapping[str, str]) -> int:
    lines = [_list_plain_lines(text) for text in sources.values()]
    starts: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for file, plain in enumerate(lines):
        for place in range(len(plain) - RUN + 1):
            starts[hash(tuple(plain[place : place + RUN]))].append((file, place))
    shared = set()
    for places in starts.values():
        for left, right in combinations(places, 2):
            if left[0] != right[0] or right[1] - left[1] >= RUN:
                shared.add((left, right))
    return sum(((left[0], left[1] - 1), (right[0], right[1] - 1)) not in shared for left, right in shared)


def _list_plain_lines(text: str) -> list[str]:
    found = []
    in_import = False
    for line in text.splitlines():
        plain = line.strip()
        if in_import or re.match(r"(?:from [\w.]+ )?import ", plain):
            in_import = (in_import or plain.endswith("(")) and not plain.endswith(")")
        elif not plain.startswith("#") and any(map(str.isalpha, plain)):
            found.append(plain)
    return found


def count_public_names(text: str) -> int:
    definitions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return sum(isinstance(one, definitions) and not one.name.startswith("_") for one in ast.parse(text).body)


def count(root: Path = ROOT) -> dict[str, int]:
    """Today's figures."""
    gc.freeze()
    gc.disable()  # syntax trees are many small values, none of which is garbage before the end
    try:
        return _count(root)
    finally:
        gc.enable()


def _read_sources(root: Path, ending: str) -> dict[str, str]:
    """The files of the packages by their paths there."""
    return {
        path.relative_to(source).as_posix(): path.read_text("utf-8")
        for source in (root / "src", root / "quotes" / "src")
        for path in sorted(source.rglob(f"*.{ending}"))
    }


def _count(root: Path) -> dict[str, int]:
    texts, *others = (_read_sources(root, ending) for ending in ("py", "toml", "json"))
    data = {path: text for found in others for path, text in found.items()}
    patterns, lists = count_patterns_and_lists(texts, data)
    generated = {root / "docs" / "cli.md", *(root / "docs" / "reference").glob("*.md")}
    pages = [
        root / "README.md",
        root / "quotes" / "README.md",
        root / "CHANGELOG.md",
        *sorted((root / "docs").rglob("*.md")),
    ]
    return {
        "lines": sum(text.count("\n") for text in texts.values()),
        "modules": len(texts),
        "patterns": patterns,
        "word-lists": lists,
        "public-names": sum(
            count_public_names(text) for path, text in texts.items() if path.count("/") > 1 or "__init__" not in path
        ),
        "like-runs": count_like_runs(texts),
        "docs-words": sum(len(page.read_text("utf-8").split()) for page in pages if page not in generated),
    }


def check(counted: Mapping[str, int], table: Mapping[str, Any], today: datetime.date) -> list[str]:
    """What is too large, and which loans are due: one sentence each; `table` is `[tool.foam.sizes]`."""
    loans = table.get("loans", [])
    faults = [
        f"The loan of {one['amount']:,} {one['figure']} for issue {one['issue']} ran until {one['until']}: pay it back."
        for one in loans
        if one["until"] < today
    ]
    for figure in FIGURES:
        lent = sum(one["amount"] for one in loans if one["figure"] == figure and one["until"] >= today)
        if counted[figure] > table[figure] + lent:
            loaned = f" and {lent:,} are lent" if lent else ""
            faults.append(f"{figure}: {counted[figure]:,} counted, {table[figure]:,} allowed{loaned}.")
    return faults


def lower(settings: str, counted: Mapping[str, int]) -> str:
    """The text of `pyproject.toml` with the figures that have fallen; a higher one is left as it is."""
    before, mark, after = settings.partition("[tool.foam.sizes]\n")
    for figure in FIGURES:
        after = re.sub(
            rf"(?m)^{figure} = ([\d_]+)$",
            lambda found, figure=figure: f"{figure} = {min(int(found[1]), counted[figure])}",  # type: ignore[misc]
            after,
            count=1,
        )
    return before + mark + after


def read_table(settings: str) -> dict[str, Any]:
    table: dict[str, Any] = tomllib.loads(settings)["tool"]["foam"]["sizes"]
    return table


def main() -> int:
    path = ROOT / "pyproject.toml"
    settings = path.read_text("utf-8")
    counted = count()
    for figure in FIGURES:
        print(f"{figure:14}{counted[figure]:>10,}{read_table(settings)[figure]:>10,}")
    faults = check(counted, read_table(settings), datetime.datetime.now(datetime.UTC).date())
    if "--write" in sys.argv[1:]:
        path.write_text(lower(settings, counted), "utf-8")
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
