"""Formats of a debate, read from data: who speaks when, for how long, and who is asked questions after."""

from __future__ import annotations

import tomllib
from pathlib import Path

from pydantic import AliasChoices, Field, ValidationError

from foam.debate.transcript import Side
from foam.errors import NotFound, PackError
from foam.pack.loader import SHIPPED, Pack
from foam.values import Value

FILE = "formats.toml"
PACE = 150
"""Words a minute at which minutes are turned into words: speech that a listener can follow."""


class Slot(Value):
    """One speech of a format."""

    name: str
    side: Side
    minutes: float = Field(gt=0)
    cross: bool = False
    """Whether the other side asks questions after it."""

    def words(self, pace: float) -> int:
        """The speech's time in words."""
        return max(1, round(self.minutes * pace))


class Format(Value):
    """The order of a debate."""

    name: str
    title: str
    speeches: tuple[Slot, ...] = Field(validation_alias=AliasChoices("speeches", "speech"), min_length=1)


def formats(pack: Pack) -> tuple[Format, ...]:
    """The pack's formats, then the shared ones."""
    return (*_read(pack.folder / FILE), *_read(SHIPPED / "shared" / FILE))


def format_named(pack: Pack, name: str) -> Format:
    """The format of this name."""
    found = formats(pack)
    for one in found:
        if one.name == name:
            return one
    raise NotFound(f"no format {name!r}", hint=f"formats: {', '.join(dict.fromkeys(one.name for one in found))}")


def _read(path: Path) -> tuple[Format, ...]:
    if not path.is_file():
        return ()
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        return tuple(Format.model_validate(row) for row in data.get("format", ()))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, ValidationError) as error:
        raise PackError(f"{path}: {str(error).splitlines()[0]}", hint="see docs/debate.md") from error
