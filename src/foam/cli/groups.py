"""Groups of commands with one that is meant where none is named: `foam case RESOLUTION` writes a case."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

import click

_ALIKE = 0.75
"""How like a command's name a single word must be to count as a misspelt one."""


class DefaultGroup(click.Group):
    """A group whose `default` command takes what does not begin with a command's name."""

    def __init__(self, *args: Any, default: str, **options: Any) -> None:
        super().__init__(*args, **options)
        self._default = default

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        first = args[0] if args else ""
        if first in {*self.commands, *ctx.help_option_names}:
            return super().parse_args(ctx, args)
        is_option = first.startswith("-")
        if not is_option and (near := get_close_matches(first, self.commands, n=1, cutoff=_ALIKE)):
            meant = f"{ctx.command_path} {self._default} {first}"
            ctx.fail(f"No such command {first!r}. (Did you mean {near[0]!r}? If it is no command: {meant})")
        return super().parse_args(ctx, [self._default, *args])
