"""Reading logs: what is accepted, and one clear message for each thing that is wrong."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from foam.errors import InputError, NotFound
from foam.oversight.log import build_log, read_log
from foam.oversight.setting import Setting, TieBreak
from foam.oversight.synthetic import Design, log_rows, synthetic_log


def row(**changes: Any) -> dict[str, Any]:
    """A well-formed row."""
    base = {"instance": "1", "protocol": "debate", "stance": "yes", "truth": "no", "label": "yes", "e_p": 1, "e_a": 0}
    return {**base, **changes}


def test_labels_become_endorsement_and_correctness() -> None:
    log = build_log(
        [
            row(),
            row(label="no"),
            row(label="undecided"),
            row(label="maybe", truth="yes"),
            row(truth=""),
        ]
    )
    assert log.endorsed.tolist() == [1.0, 0.0, 0.5, 0.0, 1.0]
    assert log.correct[:4].tolist() == [0.0, 1.0, 0.5, 0.0]
    assert np.isnan(log.correct[4])
    assert np.isnan(log.right[4])
    assert "1 of 5" in log.warnings[0]


def test_answers_that_differ_in_capitals_are_one() -> None:
    log = build_log([row(label="Yes"), row(label="NO"), row(truth="YES"), row(label="Undecided")])
    assert log.endorsed.tolist() == [1.0, 0.0, 1.0, 0.5]
    assert log.correct.tolist() == [0.0, 1.0, 1.0, 0.5]
    assert not any("neither" in w for w in log.warnings)


def test_labels_that_nobody_argued_are_warned_of() -> None:
    rows = [row(instance="1"), row(instance="2", label="maybe"), row(instance="3", truth="0", label="no")]
    warning = next(w for w in build_log(rows).warnings if "neither" in w)
    assert warning.startswith("2 of 3 labels")
    assert re.findall(r"row \d|'\w+'", warning) == ["row 2", "'maybe'", "'yes'", "'no'"]
    several = [row(instance="1", truth="yes", label="maybe"), row(instance="2", truth="", label="maybe")]
    assert not any("neither" in w for w in build_log(several).warnings), "another option of the two has no name there"


def test_rows_of_one_instance_are_warned_of() -> None:
    once = [row(instance="1", judge="Ada"), row(instance="2", judge="Ada")]
    assert not any("instance" in w for w in build_log(once).warnings)
    paired = build_log([*once, row(instance="1", judge="Ada", protocol="consultancy")]).warnings
    assert any("1 instance (first: 1)" in w for w in paired)
    twice = build_log([*once, *(row(instance=i, judge="Ada", label="no") for i in "12")]).warnings
    assert any("2 instances (first: 1)" in w and ", 2 of" in w for w in twice)
    torn = build_log([*once, row(instance="2", judge="Eve", truth="yes")]).warnings
    assert any("truth" in w and "1 instance (first: 2)" in w for w in torn)


def test_a_consultancy_has_no_antagonist_whatever_the_row_says() -> None:
    log = build_log([row(protocol="open consultancy", e_a=1, v_a=3)])
    assert log.lead.tolist() == [1.0]
    assert log.e_a.tolist() == [0.0]


def test_graded_scores_fill_missing_evidence_at_the_threshold() -> None:
    rows = [row(e_p="", e_a="", v_p=2, v_a=0.5)]
    assert build_log(rows).lead.tolist() == [1.0]
    assert build_log(rows, threshold=0.5).lead.tolist() == [0.0]
    assert build_log(rows).graded_lead.tolist() == [1.5]


def test_time_sorts_by_number_or_by_text_or_not_at_all() -> None:
    assert build_log([row(time=10), row(time=9), row(time=100)]).time.tolist() == [1.0, 0.0, 2.0]
    dates = [row(time="2026-02-01"), row(time="2025-12-31")]
    assert build_log(dates).time.tolist() == [1.0, 0.0]
    assert build_log([row(), row()]).time.tolist() == [0.0, 1.0]
    gap = [row(time=10), row(), row(time=9), row(time=100)]
    assert build_log(gap).time.tolist() == [2.0, 1.0, 0.0, 3.0], "a blank does not turn numbers into text"


def test_the_false_side_turns_assigned_debates_only() -> None:
    rows = [
        row(truth="yes", roles="assigned", order="p"),
        row(truth="no", roles="assigned"),
        row(truth="yes"),
        row(truth="yes", protocol="consultancy", roles="assigned"),
    ]
    told = build_log(rows).false_side()
    assert told.right.tolist() == [0.0, 0.0, 1.0, 1.0]
    assert told.endorsed.tolist() == [0.0, 1.0, 1.0, 1.0]
    assert (told.e_p[0], told.e_a[0], told.order[0]) == (0.0, 1.0, -1.0)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "no rows"),
        ([{"instance": "1", "protocol": "debate", "stance": "a"}], "lacks the columns truth, label"),
        ([row(truth=""), row(truth=None)], "truth is unknown in every row"),
        ([row(), row(e_p="nan")], "row 2: e_p is 'nan', not a number"),
        ([row(e_p=0.4)], "row 1: e_p is 0.4; it is 0 or 1"),
        ([row(v_p="inf")], "row 1: v_p is 'inf', not a number"),
        ([row(v_p="many")], "row 1: v_p is 'many', not a number"),
        ([row(protocol="duel")], "row 1: protocol 'duel' is unknown"),
        ([row(label="")], "row 1: label is blank"),
        ([row(order="last")], "row 1: order is 'last'"),
    ],
)
def test_bad_rows_are_named(rows: list[dict[str, Any]], message: str) -> None:
    with pytest.raises(InputError) as caught:
        build_log(rows)
    assert message in caught.value.what
    assert caught.value.hint


def test_one_judge_is_remarked_on() -> None:
    assert any("one judge" in w for w in build_log([row(judge="Ada"), row(judge="Ada")]).warnings)


def test_csv_and_json_lines_read_alike(tmp_path: Path) -> None:
    design = Design(setting=Setting(p=0.6, rho=0.4), judge=TieBreak(b=0.5), cases=40, judges=3)
    rows = log_rows(synthetic_log(design, seed=1))
    lines, table = tmp_path / "log.jsonl", tmp_path / "log.csv"
    lines.write_text("\n".join(json.dumps(r) for r in rows), "utf-8")
    head = ",".join(rows[0])
    table.write_text("\n".join([head, *(",".join(str(v) for v in r.values()) for r in rows)]), "utf-8")
    one, other, direct = read_log(lines), read_log(table), synthetic_log(design, seed=1)
    for name in ("endorsed", "correct", "right", "lead", "debate"):
        assert np.array_equal(getattr(one, name), getattr(other, name)), name
        assert np.array_equal(getattr(one, name), getattr(direct, name)), name


def test_line_breaks_inside_fields_are_part_of_them(tmp_path: Path) -> None:
    table, lines = tmp_path / "log.csv", tmp_path / "log.jsonl"
    table.write_text('instance,protocol,stance,truth,label\n"a\nb",debate,yes,no,yes\n', "utf-8")
    lines.write_text(json.dumps(row(instance="a\u2028b"), ensure_ascii=False) + "\n", "utf-8")
    assert len(read_log(table)) == len(read_log(lines)) == 1


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("log.jsonl", b"{not json}", "line 1 is not JSON"),
        ("log.jsonl", b"[1, 2]", "line 1 is not a JSON object"),
        ("log.csv", b"\xff\xfe\x00", "not UTF-8"),
        ("log.csv", b"", "no rows"),
    ],
)
def test_bad_files_are_named(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match=message):
        read_log(tmp_path / name)


def test_a_missing_log_is_not_found(tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        read_log(tmp_path / "none.csv")
