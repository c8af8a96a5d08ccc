"""Which tests run which lines, and how long each takes. This is kept until the package or the tests change."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
from tests.mutants.running import call_in_fork, find_copy, run_tests
from tests.mutants.targets import HERE, PACKAGES, ROOT, SOURCES

KEPT = ROOT / "out" / "mutants-lines.json"
_SLOW = 2.0
"""A slower test is asked only about lines that no other one runs."""


@dataclass(frozen=True)
class Covering:
    """Tests by the lines that they run."""

    seconds: Mapping[str, float]
    lines: Mapping[tuple[str, int], frozenset[str]]
    imported: Mapping[str, frozenset[str]]
    """Tests of the files that import a module: they answer for its lines that run when it is imported."""

    def choose_tests(self, module: str, lines: Iterable[int], among: Iterable[str]) -> list[str]:
        """The tests that run one of these lines, those of one file together, the fastest files first."""
        files = set(among)
        running = frozenset().union(*(self.lines.get((module, line), frozenset()) for line in lines))
        if "" in running:  # run when it is imported
            running |= self.imported[module]
        found = [test for test in running if test.partition("::")[0] in files]
        fast = [test for test in found if self.seconds[test] <= _SLOW] or found
        by_file: dict[str, float] = {}
        for test in fast:
            file = test.partition("::")[0]
            by_file[file] = by_file.get(file, 0.0) + self.seconds[test]
        return sorted(
            fast, key=lambda one: (by_file[one.partition("::")[0]], one.partition("::")[0], self.seconds[one])
        )


def cover(pool: Executor, files: Iterable[str]) -> tuple[Covering, list[str]]:
    """The lines that the tests of these files run, and what did not pass unchanged."""
    helpers = (path for path in (ROOT / "tests").rglob("*.py") if path.name[:5] != "test_" and path.parent != HERE)
    common = _digest(*(source.rglob("*.py") for source in SOURCES), helpers)
    kept: dict[str, Any] = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    keys = {file: common + _digest([ROOT / file]) for file in dict.fromkeys(files)}
    missing = [file for file, key in keys.items() if key not in kept]
    for file, found in zip(missing, pool.map(_cover_file, missing), strict=True):
        kept[keys[file]] = found
        KEPT.parent.mkdir(exist_ok=True)
        KEPT.write_text(json.dumps({key: kept[key] for key in keys.values() if key in kept}))
    return _join(kept[key] for key in keys.values()), [one for key in keys.values() for one in kept[key]["failed"]]


def _digest(*paths: Iterable[Any]) -> str:
    text = "".join(hashlib.sha256(path.read_bytes()).hexdigest() for group in paths for path in sorted(group))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _join(found: Iterable[Mapping[str, Any]]) -> Covering:
    seconds: dict[str, float] = {}
    lines: dict[tuple[str, int], frozenset[str]] = {}
    imported: dict[str, frozenset[str]] = {}
    for file in found:
        seconds |= file["seconds"]
        for module, by_line in file["lines"].items():
            for line, tests in by_line.items():
                place = module, int(line)
                lines[place] = lines.get(place, frozenset()) | frozenset(tests)
                if "" in tests:
                    imported[module] = imported.get(module, frozenset()) | file["seconds"].keys()
    return Covering(seconds, lines, imported)


def _cover_file(file: str) -> dict[str, Any]:
    modules = [module for package in PACKAGES for module in package.list_modules()]
    try:
        found: dict[str, Any] = call_in_fork(partial(_measure, file, modules))
    except (EOFError, TimeoutError) as error:
        found = {"seconds": {}, "lines": {}, "failed": [f"{file}: {type(error).__name__}"]}
    return found


def _measure(file: str, modules: list[str]) -> dict[str, Any]:
    import coverage

    copy = find_copy()
    measured = coverage.Coverage(
        data_file=None, config_file=False, include=[str(copy / module) for module in modules], messages=False
    )

    class Contexts:
        def pytest_runtest_logstart(self, nodeid: str) -> None:
            measured.switch_context(nodeid)

        def pytest_runtest_logfinish(self, nodeid: str) -> None:
            measured.switch_context("")

    measured.start()
    code, outcomes = run_tests([file], {}, Contexts())
    measured.stop()
    data = measured.get_data()
    usable = (outcomes.passed - set(outcomes.failed) - outcomes.skipped) | {""}
    lines = {
        module: {
            line: kept
            for line, tests in data.contexts_by_lineno(str(copy / module)).items()
            if (kept := sorted(usable & set(tests)))
        }
        for module in modules
    }
    broken = (
        [] if code in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.NO_TESTS_COLLECTED) else [file]
    )
    return {
        "seconds": {test: round(taken, 3) for test, taken in outcomes.seconds.items() if test in usable},
        "lines": {module: found for module, found in lines.items() if found},
        "failed": broken + outcomes.failed,
    }
