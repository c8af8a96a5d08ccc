"""Which edition of the judge this process asks. Light on purpose: the judge itself is loaded when it is first asked."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

Edition = Literal["shipped", "careful"]


class _Chosen:
    """Process-wide, as the loaded weights are: the places that ask the judge do not know the settings."""

    edition: Edition = "shipped"
    home: Path | None = None


def choose_edition(edition: Edition, home: Path) -> None:
    """From now on the judge is of this edition; a careful one is loaded from the weights pulled into the home."""
    _Chosen.edition, _Chosen.home = edition, home if edition == "careful" else None


def chosen_edition() -> tuple[Edition, Path | None]:
    """The edition, and for the careful one the home that holds its weights."""
    return _Chosen.edition, _Chosen.home
