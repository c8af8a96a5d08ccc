"""The suite is a black box: it knows the public names of `foam` and its own helpers."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
DOORS = {("cli.py", "foam.cli.main")}
"""The one place where the command line is taken from."""


def _list_imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or "."


def _is_private(name: str) -> bool:
    inside, other = name.startswith("foam."), name.split(".")[0] == "tests"
    return name == "." or inside or (other and not name.startswith("tests.behaviour"))


def test_nothing_private_and_no_other_tests_are_imported() -> None:
    imports = [(path, name) for path in sorted(HERE.rglob("*.py")) for name in _list_imports(path)]
    assert ("cli.py", "foam.cli.main") in {(path.name, name) for path, name in imports}
    private = [
        f"{path.relative_to(HERE)}: {name}"
        for path, name in imports
        if _is_private(name) and (path.relative_to(HERE).as_posix(), name) not in DOORS
    ]
    assert private == []
