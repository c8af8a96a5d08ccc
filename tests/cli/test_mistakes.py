"""Plausible mistakes at the command line: each is told what went wrong and what to do next."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from foam.cli.main import foam
from foam.cli.output import fold_for_terminal


def _run(folder: Path, *words: str) -> Result:
    return CliRunner().invoke(foam, list(words), env={"FOAM_HOME": str(folder)})


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("case", "verfy", "case.json"), "verify"),
        (("case", "exprot"), "export"),
        (("debate", "evalute", "talk.json"), "evaluate"),
    ],
)
def test_a_misspelt_command_is_not_taken_for_a_question(tmp_path: Path, words: tuple[str, ...], meant: str) -> None:
    done = _run(tmp_path, *words)
    assert done.exit_code == 2
    assert f"Did you mean {meant!r}?" in done.stderr
    assert not (tmp_path / "foam.db").exists()


def test_a_motion_of_one_word_that_is_like_no_command_is_a_motion(tmp_path: Path) -> None:
    done = _run(tmp_path, "debate", "Tariffs", "--dry-run")
    assert "No such command" not in done.stderr


def test_an_empty_question_opens_no_run(tmp_path: Path) -> None:
    done = _run(tmp_path, "ask", " ?", "--model", "scripted")
    assert done.exit_code == 2
    assert "there is no question" in done.stderr
    assert not (tmp_path / "foam.db").exists()


def test_a_home_that_is_a_file_says_where_to_set_another(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.write_text("not a folder")
    done = _run(home, "record", "list")
    assert done.exit_code == 2
    assert "is a file, not a folder" in done.stderr
    assert "hint: set FOAM_HOME to a folder" in done.stderr


def test_an_empty_folder_is_told_and_a_bad_table_fills_no_screen(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    done = _run(tmp_path / "home", "library", "add", str(tmp_path / "empty"))
    assert "no file to read in" in done.stdout
    assert "name files" in done.stdout
    table = tmp_path / "rows.csv"
    table.write_text("text,author\n" + "one,two,three\n" * 40)
    done = _run(tmp_path / "home", "library", "add", str(table))
    assert done.exit_code == 1
    assert done.stdout.count("not read: ") == 4
    assert "37 more rows" in done.stdout


def test_every_file_that_was_not_read_is_named_in_few_lines(tmp_path: Path) -> None:
    folder = tmp_path / "scans"
    folder.mkdir()
    for name, content in (("a", b"%PDF-\x00"), ("b", b"%PDF-\x00"), ("c", b"%PDF-\x00"), ("d", b"%PDF-\x01")):
        (folder / f"{name}.pdf").write_bytes(content)
    done = _run(tmp_path / "home", "library", "add", str(folder))
    assert done.exit_code == 1
    lines = [line for line in done.stdout.splitlines() if line.startswith("not read: 2 files: ")]
    assert [[name for name in "abcd" if f"{name}.pdf" in line.rpartition(": ")[2]] for line in lines] == [
        ["a", "d"],
        ["b", "c"],
    ]
    assert "files looked into: 4, known already: 0" in done.stdout


@pytest.mark.parametrize("name", ["absent.md", "binary.md"])
def test_a_file_of_quotations_that_cannot_be_read_has_a_hint(tmp_path: Path, name: str) -> None:
    (tmp_path / "binary.md").write_bytes(b"\xb9\xde\x00")
    done = _run(tmp_path / "home", "quote", "check", str(tmp_path / name))
    assert done.exit_code == 2
    assert "hint: name a " in done.stderr


def test_a_condition_that_the_shell_cut_off_is_explained(tmp_path: Path) -> None:
    """`--where year>=2015` without quotes reaches the command as `year`."""
    done = _run(tmp_path, "search", "fares", "--where", "year")
    assert done.exit_code == 2
    assert "in quotes" in done.stderr


@pytest.mark.parametrize(("setting", "hint"), [("sede=1", "did you mean seed?"), ("xyzzy=1", "there are ")])
def test_an_unknown_setting_is_answered_with_those_that_are(tmp_path: Path, setting: str, hint: str) -> None:
    done = _run(tmp_path, "config", "--set", setting)
    assert done.exit_code == 2
    assert f"hint: {hint}" in done.stderr
    assert not (tmp_path / "config.toml").exists()


_INTERRUPTED = """
import time
from concurrent.futures import ThreadPoolExecutor
import click
from foam.cli.frame import run_program

@click.command()
def think():
    ThreadPoolExecutor().submit(time.sleep, 60)
    raise KeyboardInterrupt

run_program(think)
"""


def test_an_interrupted_command_does_not_wait_for_answers_that_nobody_wants() -> None:
    done = subprocess.run([sys.executable, "-c", _INTERRUPTED], capture_output=True, text=True, timeout=50, check=False)
    assert done.returncode == 130
    assert "the same command goes on from there" in done.stderr


def test_long_lines_break_between_words_on_a_narrow_terminal() -> None:
    text = "short\n    a line that is longer than the terminal is wide\nd:0123456789abcdef0123456789abcdef"
    folded = fold_for_terminal(text, 24)
    assert folded.splitlines()[:2] == ["short", "    a line that is"]
    assert all(line.startswith("    ") for line in folded.splitlines()[1:-1])
    assert folded.splitlines()[-1] == "d:0123456789abcdef0123456789abcdef", "an id is copied whole"
    assert folded.split() == text.split()
    assert fold_for_terminal(text, 200) == text
