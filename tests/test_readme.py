"""The readme cannot go stale: its commands are ones that the command line takes, and its links lead somewhere."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest

from foam.cli.main import foam

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^\$ (foam .+)$", TEXT, re.MULTILINE)


def _resolved(words: list[str]) -> tuple[click.Command, list[str]]:
    command: click.Command = foam
    context = click.Context(foam)
    while isinstance(command, click.Group) and words:
        inner = command.get_command(context, words[0])
        if inner is None:
            break
        command, words = inner, words[1:]
    return command, words


def _parameters(command: click.Command) -> list[click.Parameter]:
    """A command's own, and those of the subcommand that a group may run by itself."""
    inner = command.commands.values() if isinstance(command, click.Group) else ()
    return [parameter for one in (command, *inner) for parameter in one.params]


@pytest.mark.parametrize("line", COMMANDS)
def test_every_command_shown_exists_with_its_options(line: str) -> None:
    command, rest = _resolved(shlex.split(line.split("#")[0] if " #" in line else line)[1:])
    assert command is not foam
    options = {name for parameter in _parameters(command) for name in (*parameter.opts, *parameter.secondary_opts)}
    assert {word for word in rest if word.startswith("--")} <= options


def test_the_readme_shows_commands() -> None:
    assert len(COMMANDS) > 10


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\]\(((?!http)[^)#]+)\)", TEXT))))
def test_every_linked_file_is_there(target: str) -> None:
    assert (ROOT / target).is_file()
