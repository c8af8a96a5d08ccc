"""The calculations of a pack: `calculations.toml`."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field

from foam.argument.calculation import Calculation
from foam.errors import PackError
from foam.pack.files import read_toml, validate
from foam.values import Value

CALCULATIONS_FILE = "calculations.toml"


class StatedCalculations(Value):
    """What `calculations.toml` holds."""

    calculations: tuple[Calculation, ...] = Field(default=(), alias="calculation")


def load_calculations(folder: Path) -> tuple[Calculation, ...]:
    """What the pack in this folder can work out; nothing where it states nothing."""
    path = folder / CALCULATIONS_FILE
    if not path.is_file():
        return ()
    found = validate(path, StatedCalculations, read_toml(path)).calculations
    ids = [one.id for one in found]
    twice = [one for one in ids if ids.count(one) > 1 or not one]
    if twice:
        raise PackError(f"{path}: calculation {twice[0]!r}: each needs an id of its own", hint="see docs/packs.md")
    return found
