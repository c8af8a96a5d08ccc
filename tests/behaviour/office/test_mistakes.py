"""Wrong input gives one clear line, a hint and the documented exit code, and leaves nothing behind."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.behaviour.appeal import FORM, RULES, at
from tests.behaviour.cli import read_foam, run_foam
from tests.behaviour.office.conftest import Office

After = Callable[[str], Office]


def require_one_line(home: Path, *words: object, hint: bool = True) -> str:
    """The command ends with 2, prints nothing on stdout and one error with a hint on stderr; gives the error."""
    ended = run_foam(home, *words, "--quiet", code=2)
    assert ended.stdout == ""
    assert "Traceback" not in ended.stderr
    assert ended.stderr.count("error: ") == 1
    if hint:
        assert "hint: " in ended.stderr
    told = read_foam(home, *words, code=2)
    assert told["exit"] == 2
    assert told["error"]
    return str(told["error"])


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ("", "profile"),
        ("profile = 3", "profile"),
        ("= broken", "form.toml"),
        ('profile = "generic"\nperson = "x"\ndecider = "UPPER CASE"', "decider"),
    ],
)
def test_a_form_that_is_wrong_is_named_by_its_field(tmp_path: Path, form: str, said: str) -> None:
    path = tmp_path / "form.toml"
    path.write_text(form, "utf-8")
    assert said in require_one_line(tmp_path / "home", "appeal", "begin", path)
    assert not (tmp_path / "home" / "foam.db").exists(), "nothing was opened"


def test_an_unknown_key_is_refused_with_those_that_are_allowed(tmp_path: Path) -> None:
    path = tmp_path / "form.toml"
    path.write_text(FORM.read_text("utf-8") + '\ntext = "Pay."\n', "utf-8")
    said = require_one_line(tmp_path / "home", "appeal", "begin", path)
    assert "text" in said
    assert "content" in said


def test_rules_that_are_wrong_are_named(tmp_path: Path) -> None:
    rules = tmp_path / "office.toml"
    rules.write_text(RULES.read_text("utf-8").replace("days = 14", "days = 0"), "utf-8")
    assert "file_by" in require_one_line(tmp_path / "home", "appeal", "begin", FORM, "--rules", rules)


@pytest.mark.parametrize("time", ["tomorrow", "2025-05-02T10:00:00", "2999-01-01T00:00:00Z", "2020-01-01T00:00:00Z"])
def test_a_time_that_cannot_be_is_refused(office_after: After, time: str) -> None:
    office = office_after("begin")
    words = ("step", office.matter, "issue_notice", "--as", "caseworker-17", "--at", time)
    require_one_line(office.folder, "appeal", *words)
    assert read_foam(office.folder, "appeal", "timeline", office.matter)["acts"] == []


def test_what_an_act_lacks_is_asked_for(office_after: After) -> None:
    office = office_after("issue_notice")
    day = ("--at", at("04-18T10:00"))
    ruth = ("--as", "ruth", "--role", "affected_person")
    assert "ground" in require_one_line(office.folder, "appeal", "file", office.matter, *ruth, *day)
    assert "role" in require_one_line(office.folder, "appeal", "step", office.matter, "deliver", "--as", "ruth", *day)
    lacks = require_one_line(office.folder, "appeal", "step", office.matter, "deliver", *ruth, *day)
    assert "day" in lacks


@pytest.mark.parametrize(
    "words",
    [
        ("appeal", "timeline", "b2:0000"),
        ("appeal", "notice", "b2:0000", "decision"),
        ("bundle", "export", "b2:0000", "out.zip"),
        ("person", "erase", "p-0000000000000000", "--because", "x", "--rule", "y", "--yes"),
        ("contest", "open", "b2:0000", "claim", "--kind", "does_not_follow", "--because", "Look."),
        ("record", "replay", "b2:0000"),
        ("bundle", "verify", "no-such.zip"),
        ("appeal", "profiles", "no-such-law"),
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_what_is_not_there_is_said(tmp_path: Path, words: tuple[str, ...]) -> None:
    require_one_line(tmp_path / "home", *words)
    assert not Path("out.zip").exists()


def test_a_misspelt_command_names_the_one_that_was_meant(tmp_path: Path) -> None:
    shown = run_foam(tmp_path / "home", "appeal", "timelin", "b2:0000", code=2)
    assert "timeline" in shown.stderr
    assert "Traceback" not in shown.output


def test_a_matter_is_no_run_to_replay_and_what_to_do_instead_is_said(office_after: After) -> None:
    office = office_after("accept")
    require_one_line(office.folder, "record", "replay", office.matter)
    assert "foam appeal timeline" in run_foam(office.folder, "record", "replay", office.matter, code=2).stderr


def test_a_letter_is_written_in_no_form_that_is_not_known(office_after: After, tmp_path: Path) -> None:
    office, out = office_after("issue_notice"), tmp_path / "notice.odt"
    require_one_line(office.folder, "appeal", "notice", office.matter, "decision", "--out", out)
    assert not out.exists()


def test_a_paper_that_is_too_large_is_refused(office_after: After, tmp_path: Path) -> None:
    office, big = office_after("issue_notice"), tmp_path / "big.txt"
    big.write_bytes(b"x" * 5_000_001)
    words = ("--as", "ruth", "--role", "affected_person", "--ground", "other", "No.", "--with", big)
    said = require_one_line(office.folder, "appeal", "file", office.matter, *words, "--at", at("04-18T10:00"))
    assert "5,000,000" in said
    assert read_foam(office.folder, "appeal", "timeline", office.matter)["state"] == "notice_issued"
