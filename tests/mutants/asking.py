"""Asks the tests about one change: planted in the copy, run, taken out again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Literal, TypeAlias

import pytest
from tests.mutants.planting import Change
from tests.mutants.running import call_in_fork, find_copy, run_tests

Fate: TypeAlias = Literal["killed", "survived", "no test"]


@dataclass(frozen=True)
class Mutant:
    """A change of a module of a package."""

    package: str
    module: str
    change: Change


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant, and the test that killed it or why it ended."""

    fate: Fate
    by: str = ""


def ask(mutant: Mutant, tests: Mapping[str, float]) -> Verdict:
    """Run the tests, given with their times, with the mutant in the copy. The clock decides only what does not end."""
    if not tests:
        return Verdict("no test")
    path = find_copy() / mutant.module
    source = path.read_text(encoding="utf-8")
    for compiled in path.parent.glob(f"__pycache__/{path.stem}.*.pyc"):
        compiled.unlink()
    path.write_text(mutant.change.apply(source), encoding="utf-8")
    try:
        return call_in_fork(partial(_ask, tests))  # type: ignore[no-any-return]
    except TimeoutError:
        return Verdict("killed", "it does not end")
    except EOFError:
        return Verdict("killed", "the process ends")
    finally:
        path.write_text(source, encoding="utf-8")


def _ask(tests: Mapping[str, float]) -> Verdict:
    code, outcomes = run_tests(tests, tests)
    if outcomes.failed:
        return Verdict("killed", outcomes.failed[0])
    if code != pytest.ExitCode.OK:
        return Verdict("killed", f"pytest ends with {code}")
    return Verdict("survived")
