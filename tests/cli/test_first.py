"""What `foam --help` tells a newcomer to call is there to be called."""

from __future__ import annotations

import click
import pytest

from foam.cli.main import FIRST, foam


@pytest.mark.parametrize("told", [told for told, _ in FIRST])
def test_what_a_newcomer_is_told_to_call_is_a_command(told: str) -> None:
    command: click.Command = foam
    for word in told.split()[1:]:
        if word.isupper() or not isinstance(command, click.Group):
            break
        found = command.get_command(click.Context(command), word)
        assert found is not None, f"{told} names no command"
        command = found
    assert command is not foam
