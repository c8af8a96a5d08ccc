"""What the papers ask, row by row, and the tests that show it: `python -m tests.mission` prints `mission.toml`."""

from __future__ import annotations

import ast
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
STATES = ("whole", "partial", "toy", "name only", "different", "missing", "wrong", "none")
EXTRAS = ("tests/debatable/test_hf.py", "tests/oversight/test_inspect.py")
"""What runs in `make test-extras` alone: a row that names one says so in its note."""
_SKIPPED = {"skip", "xfail"}


def read_rows() -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = tomllib.loads((ROOT / "tests" / "mission.toml").read_text("utf-8"))["row"]
    return rows


def name_row(row: dict[str, Any]) -> str:
    return f"{row['paper']} row {row['number']} ({row['what']})"


def list_faults(rows: Iterable[dict[str, Any]], root: Path = ROOT) -> Iterator[str]:
    """Whole rows that name no test and say not why, and tests that are not there or never run."""
    for row in rows:
        if row["state"] not in STATES:
            yield f"{name_row(row)}: no such state: {row['state']}"
        if row.get("shown", True) is False:
            if row.get("tests") or not row.get("why"):
                yield f"{name_row(row)}: a row that is not shown names no test and says why"
        elif row["state"] == "whole" and not row.get("tests"):
            yield f"{name_row(row)}: no test shows it"
        for named in row.get("tests", []):
            if fault := find_fault(named, root):
                yield f"{name_row(row)}: {named} {fault}"
            elif named.startswith(EXTRAS) and "make test-extras" not in row.get("note", ""):
                yield f"{name_row(row)}: {named} runs in `make test-extras` alone, and no note says so"


def find_fault(named: str, root: Path = ROOT) -> str | None:
    path, _, function = named.partition("::")
    if not (root / path).is_file():
        return "is not there"
    tree = ast.parse((root / path).read_text("utf-8"))
    if any(isinstance(one, ast.Assign) and _is_mark(one) and _is_skipped(one.value) for one in tree.body):
        return "is skipped"
    tests = {
        one.name: one
        for one in tree.body
        if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef)) and one.name.startswith("test_")
    }
    if not function:
        return None if tests else "holds no test"
    if function not in tests:
        return "is not there"
    return "is skipped" if any(map(_is_skipped, tests[function].decorator_list)) else None


def list_failed_rows(failed: Iterable[str]) -> list[str]:
    """The rows whose tests failed in a run; `failed` are node ids."""
    plain = {one.partition("[")[0] for one in failed}
    reached = plain | {one.partition("::")[0] for one in plain}
    return [name_row(row) for row in read_rows() if reached.intersection(row.get("tests", []))]


def _is_mark(node: ast.Assign) -> bool:
    return any(isinstance(one, ast.Name) and one.id == "pytestmark" for one in node.targets)


def _is_skipped(node: ast.expr) -> bool:
    return any(isinstance(one, ast.Attribute) and one.attr in _SKIPPED for one in ast.walk(node))


def main() -> None:
    rows = read_rows()
    for state, count in Counter(row["state"] for row in rows).most_common():
        print(f"{state:10}{count:>5}")
    hidden = [row for row in rows if row.get("shown", True) is False]
    print(f"\nnot shown {len(hidden):>5}")
    for row in hidden:
        print(f"  {name_row(row)}: {row['why']}")


if __name__ == "__main__":
    main()
