"""`docs/python.md` cannot go stale: its examples run, a type checker reads them, and every name and command is told."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import click
import pytest

import foam
from foam.cli.main import foam as command_line

PAGE = Path(__file__).parents[1] / "docs" / "python.md"
TEXT = PAGE.read_text(encoding="utf-8")
FAKES: dict[str, Any] = {
    "models": foam.ScriptedModel(),
    "embedder": foam.HashingEmbedder(),
    "stance": lambda claim, texts: [float(" not " in text) for text in texts],
}
"""What the examples are run with: they open the home of the environment, and only the models are replaced."""


def list_examples() -> Iterator[str]:
    """The scripts of the page, each on the lines it has there, so that a traceback or a type checker names them."""
    for found in re.finditer(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL):
        yield "\n" * TEXT.count("\n", 0, found.start(1)) + found[1]


def test_the_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOAM_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(foam, "open", partial(foam.open, **FAKES))
    given: dict[str, Any] = {}
    for code in list_examples():
        names: dict[str, Any] = {}
        exec(compile(code, str(PAGE), "exec"), names)
        given |= names
    written = {"answer.html", "case.docx", "receipt.html", "file.zip", "log.csv"}
    assert written <= {path.name for path in tmp_path.iterdir()}
    assert given["heard"].view.redline
    assert all(answer.asked for answer in given["answers"])


def test_the_examples_are_typed(tmp_path: Path) -> None:
    for number, code in enumerate(list_examples()):
        (tmp_path / f"example{number}.py").write_text(code, "utf-8")
    scripts = sorted(map(str, tmp_path.glob("*.py")))
    command = [sys.executable, "-m", "mypy", "--strict", *scripts]
    checked = subprocess.run(command, cwd=PAGE.parents[1], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_the_example_of_the_first_page_is_here() -> None:
    assert foam.__doc__ is not None
    example = foam.__doc__.split("import foam")[1].split("Names are")[0]
    assert all(line.strip() in TEXT for line in example.splitlines())


def test_a_call_waits_inside_a_running_loop_as_in_a_notebook(tmp_path: Path) -> None:
    async def cell() -> foam.RunResult[foam.Answer]:
        with foam.open(tmp_path, **FAKES, environ={}, pack="benefits-appeal") as home:
            return home.ask("Should the denial be reversed?")

    answer = asyncio.run(cell())
    assert "Should the denial be reversed?" in str(answer)


def test_a_result_shows_itself_in_a_notebook(tmp_path: Path) -> None:
    async def cell() -> foam.RunResult[foam.Answer]:
        with foam.open(tmp_path, **FAKES, environ={}, pack="benefits-appeal") as home:
            return home.deliberate("Should the denial be reversed? <script>")

    answer = asyncio.run(cell())
    page = answer._repr_html_()
    assert "Should the denial be reversed? &lt;script&gt;" in page
    assert "<html" not in page
    assert str(answer).startswith("Should the denial be reversed? <script>\n===")


def test_exported_names_are_sorted_importable_and_on_the_page() -> None:
    assert foam.__all__ == sorted(foam.__all__, key=lambda name: (not name.isupper(), not name[0].isupper(), name))
    assert set(dir(foam)) == set(foam.__all__)
    assert all(getattr(foam, name) is not None for name in foam.__all__)
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", TEXT, re.MULTILINE)
    assert sorted(re.findall(r"\w+", " ".join(rows))) == sorted(foam.__all__)


def test_few_names_are_exported() -> None:
    assert len(foam.__all__) <= 40


def list_commands(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    if not isinstance(command, click.Group):
        yield path
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        inner = command.get_command(context, name)
        assert inner is not None
        yield from list_commands(inner, (*path, name))


EXCEPTIONS = {tuple(words.split()) for words in re.findall(r"^\| `foam ([a-z ]+)` \|", TEXT, re.MULTILINE)}


def test_the_page_names_commands_that_exist() -> None:
    assert set(list_commands(command_line)) >= EXCEPTIONS


@pytest.mark.parametrize("path", sorted(list_commands(command_line)), ids=" ".join)
def test_each_command_has_a_call_of_its_name(path: tuple[str, ...], tmp_path: Path) -> None:
    found: Any = foam.open(tmp_path, environ={})
    for name in path:
        found = getattr(found, name, None)
    assert (path in EXCEPTIONS) is not callable(found)
