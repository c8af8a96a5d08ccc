"""The command line as a whole: every command is listed, documented and cheap to list."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click
import pytest
from tests.cli.reference import reference

from foam.cli.main import COMMANDS, foam

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_listed_command_is_there_with_help(name: str) -> None:
    command = foam.get_command(click.Context(foam), name)
    assert command is not None
    assert command.help


def test_the_reference_page_is_what_the_commands_say() -> None:
    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    assert page == reference(), "docs/cli.md is stale: run make docs"


_LISTING = """
import sys
from foam.cli.main import main
sys.argv = ["foam", "--help"]
try:
    main()
except SystemExit:
    pass
print([name for name in ("numpy", "pydantic", "lancedb", "tokenizers", "aiohttp") if name in sys.modules])
"""


def test_help_imports_nothing_heavy() -> None:
    done = subprocess.run([sys.executable, "-c", _LISTING], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
