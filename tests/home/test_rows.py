"""What calls list is made into data frames by `rows()`: plain dicts, which need no library that makes frames."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import foam


def test_rows_are_plain_dicts_of_which_a_frame_is_made(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("The bridge was closed in 1998. It opened again in 2001.")
    with foam.open(tmp_path / "home", models=foam.ScriptedModel(), embedder=foam.HashingEmbedder(), environ={}) as home:
        ran = home.deliberate(pack="mountain-hut")
        home.library.add(letter, workers=1)
        runs, prompts = home.record.list(), home.prompts.list(run=ran)
        found = [runs.rows(), prompts.rows(), home.library.list().rows(), home.search("bridge").rows()]
        assert found[0][0]["spec.seed"] == home.record.spec(ran)["seed"]
        assert [row["name"] for row in found[1]] == [one.name for one in prompts]
    assert all(rows for rows in found)
    assert all(type(row) is dict and row == json.loads(json.dumps(row)) for rows in found for row in rows)
    pandas = pytest.importorskip("pandas")
    for rows in found:
        frame = pandas.DataFrame(rows)
        assert len(frame) == len(rows)
        assert set(frame.columns) == {name for row in rows for name in row}
