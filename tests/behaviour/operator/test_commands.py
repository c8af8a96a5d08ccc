"""The command line as a whole: each command explains itself, speaks JSON, and ends with a documented code."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from tests.behaviour import cli
from tests.behaviour.cli import read_foam, run_foam

CODES = {
    "0": "done",
    "1": "failed verification",
    "2": "bad input",
    "3": "could not be reached",
    "70": "fault of our own",
    "130": "interrupted",
}
COMMAND: click.Command = vars(cli)["command"]
SERVING = {("mcp",), ("serve",)}
"""They serve until they are stopped; mcp speaks a protocol of its own on stdout."""
ARGUMENT = "there-is-no-such-thing"


def list_commands(
    found: click.Command = COMMAND, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command and group, with the words that lead to it."""
    yield path, found
    if isinstance(found, click.Group):
        context = click.Context(found)
        for name in found.list_commands(context):
            child = found.get_command(context, name)
            assert child is not None, f"{name} is listed and not there"
            yield from list_commands(child, (*path, name))


def list_leaves() -> list[tuple[tuple[str, ...], click.Command]]:
    return [(path, one) for path, one in list_commands() if not isinstance(one, click.Group)]


def test_every_command_and_group_has_help(tmp_path: Path) -> None:
    shown = [path for path, _ in list_commands()]
    assert len(shown) > 100
    for path in shown:
        printed = run_foam(tmp_path / "home", *path, "--help").stdout
        assert printed.startswith("Usage: "), path
        described = printed.split("\n\n")[1].strip()
        assert len(described.split()) >= 3, f"{path} does not say what it does"
    assert not (tmp_path / "home").exists(), "help needs no home"


def test_every_command_takes_json_quiet_and_debug() -> None:
    for path, one in list_leaves():
        options = {name for parameter in one.params for name in parameter.opts}
        assert {"--json", "--quiet", "--debug"} <= options, path


def test_every_command_is_on_the_page_of_commands_and_the_page_names_no_other() -> None:
    page = (Path(__file__).parents[3] / "docs" / "cli.md").read_text("utf-8")
    headed = {tuple(words.split()[1:]) for words in re.findall(r"^#+ (foam [a-z -]+)$", page, re.MULTILINE)}
    assert headed == {path for path, _ in list_commands() if path}


def test_a_command_that_is_refused_says_so_as_one_json_document(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # some commands write a file of that name
    """Each command that needs an argument is given one that names nothing."""
    tried = 0
    for path, one in list_leaves():
        needed = [parameter for parameter in one.params if parameter.required]
        if path in SERVING or not needed:
            continue
        words: list[object] = []
        for parameter in needed:
            words += [parameter.opts[0]] if isinstance(parameter, click.Option) else []
            given = ARGUMENT
            if isinstance(parameter.type, click.Choice):
                given = str(parameter.type.choices[0])
            elif isinstance(parameter.type, click.types.IntParamType | click.types.FloatParamType):
                given = "1"
            words += [given] * max(1, parameter.nargs)
        result = run_foam(tmp_path / "home", *path, *words, "--json", "--quiet", code=None)
        assert result.exit_code in {0, 1, 2, 3}, (path, result.output)
        assert "Traceback" not in result.output, path
        if result.stdout.strip():
            told = json.loads(result.stdout)
            if result.exit_code in {2, 3}:
                assert told["error"], path
                assert told["exit"] == result.exit_code
        else:
            assert result.exit_code == 2, path
            assert "Usage" in result.stderr or "error" in result.stderr, (path, result.stderr)
        tried += 1
    assert tried > 60


@pytest.mark.parametrize(
    "words",
    [
        ("config",),
        ("record", "list"),
        ("library", "list"),
        ("pack", "list"),
        ("perspectives", "list"),
        ("prompts", "list"),
        ("dossier", "schema"),
        ("oversee", "theory"),
        ("people", "list"),
        ("person", "list"),
        ("trust", "--list"),
    ],
)
def test_what_lists_prints_one_json_document(tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "note.txt").write_text("The ferry sails at nine.", "utf-8")
    run_foam(tmp_path / "home", "library", "add", tmp_path / "note.txt")
    assert read_foam(tmp_path / "home", *words)


def test_exit_codes_are_documented_and_kept(tmp_path: Path) -> None:
    page = (Path(__file__).parents[3] / "docs" / "cli.md").read_text("utf-8")
    line = page[page.index("Exit codes:") :].split("\n\n")[0].replace("\n", " ")
    for code, meaning in CODES.items():
        assert re.search(rf"\b{code}\b[^,]*{meaning}", line), code
    home = tmp_path / "home"
    assert run_foam(home, "--version").exit_code == 0
    (tmp_path / "essay.md").write_text('"Whales were seen beside the pier every morning." (Nobody)\n', "utf-8")
    (tmp_path / "note.txt").write_text("The ferry sails at nine.", "utf-8")
    run_foam(home, "library", "add", tmp_path / "note.txt")
    run_foam(home, "quote", "check", tmp_path / "essay.md", code=1)
    run_foam(home, "record", "show", "b2:0000", code=2)
    run_foam(home, "no-such-command", code=2)
    run_foam(home, "ask", "Should the ferry be free?", code=3)


def test_a_misspelt_command_is_answered_with_the_nearest(tmp_path: Path) -> None:
    assert "'deliberate'" in run_foam(tmp_path, "delibrate", code=2).output


def test_an_error_is_one_line_and_what_to_do(tmp_path: Path) -> None:
    shown = run_foam(tmp_path / "home", "record", "list", code=2).stderr.splitlines()
    assert shown[-2].startswith("error: ")
    assert shown[-1].startswith("hint: ")
    twin = read_foam(tmp_path / "home", "record", "list", code=2)
    assert twin == {"error": shown[-2].removeprefix("error: "), "hint": shown[-1].removeprefix("hint: "), "exit": 2}


def test_help_and_version_load_little() -> None:
    """Neither numpy nor the models nor the server: a command that only explains itself starts quickly."""
    code = (
        "import sys, runpy\nsys.argv = ['foam', '--help']\n"
        "try:\n    runpy.run_module('foam.cli', run_name='__main__')\nexcept SystemExit:\n    pass\n"
        "print(sorted({'numpy', 'scipy', 'pydantic', 'starlette', 'aiohttp'} & set(sys.modules)), file=sys.stderr)\n"
    )
    environ = {**os.environ, "FOAM_HOME": os.devnull}
    told = subprocess.run([sys.executable, "-c", code], env=environ, capture_output=True, text=True, check=True)
    assert "deliberate" in told.stdout
    assert told.stderr.strip().splitlines()[-1] == "[]"
