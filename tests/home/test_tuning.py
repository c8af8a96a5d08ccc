"""Changing settings in a home's file: one value, and every other line stays."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from click.testing import CliRunner

import foam
from foam.cli.main import foam as commands
from foam.home.configuration import change_setting

FILE = """# my settings
model = "fast"  # the quick one
seed = 7

[models.fast]   # ours
base_url = "http://127.0.0.1:1/v1"
model = "tiny # not a comment"
api_key = "s3cret"

[roles]
judge = "fast"
"""


@pytest.mark.parametrize(
    ("name", "value", "before", "after"),
    [
        ("model", "embedded", 'model = "fast"  # the quick one', 'model = "embedded"  # the quick one'),
        ("seed", 9, "seed = 7", "seed = 9"),
        ("roles.judge", "embedded", 'judge = "fast"', 'judge = "embedded"'),
        ("token_budget", 500, "seed = 7\n", "seed = 7\n\ntoken_budget = 500\n"),
        ("models.fast.model", "b", 'model = "tiny # not a comment"', 'model = "b"'),
        ("models.fast.writes", False, 'api_key = "s3cret"\n', 'api_key = "s3cret"\nwrites = false\n'),
        ("seats.auditor", "fast", 'judge = "fast"\n', 'judge = "fast"\n\n[seats]\nauditor = "fast"\n'),
    ],
)
def test_one_value_changes_and_the_rest_stays(name: str, value: object, before: str, after: str) -> None:
    changed = change_setting(FILE, name, value)  # type: ignore[arg-type]
    assert sorted(filter(None, changed.splitlines())) == sorted(
        filter(None, FILE.replace(before, after, 1).splitlines())
    )
    assert change_setting(changed, name, value) == changed  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["", 'model = "x"', "[roles]\n", "# only words\n", "seed = 1\r\n"])
def test_a_value_finds_its_place_in_any_file(text: str) -> None:
    assert 'model = "embedded"' in change_setting(text, "model", "embedded")
    assert '[roles]\njudge = "a"' in change_setting(text, "roles.judge", "a").replace("\r", "")


@pytest.mark.parametrize(
    "text",
    ['roles.judge = "a"\n', 'roles = { judge = "a" }\n', 'operator = """\n[roles]\njudge = "x"\n"""\n'],
)
def test_what_cannot_be_changed_line_by_line_is_refused(text: str) -> None:
    with pytest.raises(foam.InputError, match="cannot be changed in this file") as refused:
        change_setting(text, "roles.judge", "b")
    assert "by hand" in refused.value.hint


def test_a_home_keeps_what_it_was_told(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(FILE, "utf-8")
    with foam.open(tmp_path, environ={"FOAM_SEED": "3"}) as home:
        config = home.change({"token_budget": 1000, "money_budget": "2.5", "seed": 8})
        assert (config.settings.token_budget, config.settings.money_budget, config.settings.seed) == (1000, 2.5, 3)
    text = (tmp_path / "config.toml").read_text("utf-8")
    assert 'api_key = "s3cret"' in text
    assert "# my settings" in text
    assert "seed = 8" in text
    assert stat.S_IMODE((tmp_path / "config.toml").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"token_budget": -1}, "token_budget"),
        ({"colour": "red"}, "colour"),
        ({"models.fast.api_key": "k"}, "is a key"),
        ({"model.x": 1}, "model is a value"),
        ({"seed": 9, "concurrency": 0}, "concurrency"),
    ],
)
def test_what_would_not_hold_is_not_written(tmp_path: Path, change: dict[str, object], said: str) -> None:
    (tmp_path / "config.toml").write_text(FILE, "utf-8")
    with foam.open(tmp_path, environ={}) as home, pytest.raises(foam.InputError, match=said):
        home.change(change)
    assert (tmp_path / "config.toml").read_text("utf-8") == FILE


def test_the_command_changes_a_setting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOAM_HOME", str(tmp_path))
    done = CliRunner().invoke(commands, ["config", "--set", "token_budget=77", "--set", "operator=the office"])
    assert done.exit_code == 0, done.output
    assert "77" in done.output
    assert (tmp_path / "config.toml").read_text("utf-8") == 'token_budget = 77\noperator = "the office"\n'
    assert CliRunner().invoke(commands, ["config", "--set", "token_budget"]).exit_code == 2


def test_the_command_tests_a_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOAM_HOME", str(tmp_path))
    done = CliRunner().invoke(commands, ["model", "test", "--model", "scripted"])
    assert done.exit_code == 0, done.output
    assert "scripted answers" in done.output
    gone = CliRunner().invoke(commands, ["model", "test", "--model", "nobody"])
    assert gone.exit_code == 1
    assert "no model 'nobody'" in gone.output
