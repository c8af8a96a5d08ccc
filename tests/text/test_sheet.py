"""No cell that FOAM writes is a formula; numbers stay numbers; what is read back is what was written."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam.text.sheet import guard, read_csv, unguard, write_csv
from foam.visible import clean

FORMULAS = ("=1+1", "+1+1", "-1+cmd|' /C calc'!A0", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1+1", '=HYPERLINK("x")')


@pytest.mark.parametrize("text", FORMULAS)
def test_a_formula_is_text(text: str) -> None:
    assert guard(text) == f"'{text}"
    (row,) = csv.reader(io.StringIO(write_csv(("a",), [(text,)]).partition("\n")[2], newline=""))
    assert row[0][0] in "'·"


@pytest.mark.parametrize("number", ["-1", "+1.5", "-.5", "-1e-3"])
def test_a_number_stays_a_number(number: str) -> None:
    assert guard(number) == number
    assert write_csv(("a", "b"), [(-1.5, 2)]) == '"a","b"\n-1.5,2\n'


def test_a_formula_behind_a_semicolon_stays_inside_its_quotes() -> None:
    assert write_csv(("a", "b"), [("x;=1+1", 5)]) == '"a","b"\n"x;=1+1",5\n'


@given(st.text())
def test_guarding_is_undone_exactly(text: str) -> None:
    assert unguard(guard(text)) == text


@given(st.lists(st.tuples(st.text(), st.text()), max_size=5))
def test_what_is_read_back_is_what_was_written(rows: list[tuple[str, str]]) -> None:
    head, read = read_csv(write_csv(("a", "b"), rows))
    assert head == ("a", "b")
    assert [(row["a"], row["b"]) for row in read] == [tuple(map(clean, row)) for row in rows]
