"""Every row of the papers that is whole is shown by a test: see `tests/mission.toml`."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.mission import EXTRAS, find_fault, list_failed_rows, list_faults, read_rows

SOURCE = """
import pytest
def test_runs(): ...
@pytest.mark.skip(reason="x")
def test_skipped(): ...
@pytest.mark.xfail(reason="x")
def test_fails(): ...
"""


def test_every_whole_row_names_tests_that_are_there() -> None:
    assert list(list_faults(read_rows())) == []


def test_each_row_stands_once() -> None:
    rows = [(row["paper"], row["number"]) for row in read_rows()]
    assert len(rows) == len(set(rows)) == 163 + 60 + 72 + 60


@pytest.mark.parametrize(
    ("named", "fault"),
    [
        ("test_a.py", None),
        ("test_a.py::test_runs", None),
        ("test_a.py::test_gone", "is not there"),
        ("test_b.py", "is not there"),
        ("test_a.py::test_skipped", "is skipped"),
        ("test_a.py::test_fails", "is skipped"),
    ],
)
def test_a_test_that_is_not_there_or_never_runs_is_named(tmp_path: Path, named: str, fault: str | None) -> None:
    (tmp_path / "test_a.py").write_text(SOURCE)
    assert find_fault(named, tmp_path) == fault


def test_a_whole_row_without_a_test_is_a_fault() -> None:
    row = {"paper": "000", "number": 1, "what": "a node", "state": "whole"}
    assert list(list_faults([row])) == ["000 row 1 (a node): no test shows it"]
    assert list(list_faults([{**row, "shown": False, "why": "nobody looked"}])) == []
    assert list(list_faults([{**row, "state": "partial"}])) == []


def test_a_test_that_runs_with_extras_alone_needs_a_note() -> None:
    row = {"paper": "000", "number": 1, "what": "a node", "state": "whole", "tests": [EXTRAS[0]]}
    (fault,) = list_faults([row])
    assert "no note says so" in fault
    assert list(list_faults([{**row, "note": "runs in `make test-extras`"}])) == []


def test_a_failed_test_names_its_rows() -> None:
    named = next(row["tests"][0] for row in read_rows() if row.get("tests") and "::" in row["tests"][0])
    assert list_failed_rows([f"{named}[one]"])
    assert list_failed_rows(["tests/test_nowhere.py::test_nothing"]) == []
