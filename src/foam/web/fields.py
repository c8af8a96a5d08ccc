"""The kinds of field that forms have, each with how much it takes."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from fastapi import Form
from pydantic import StringConstraints

LONGEST, LONGEST_LINE, MOST = 4000, 200, 50

Line: TypeAlias = Annotated[str, Form(max_length=LONGEST_LINE)]
Text: TypeAlias = Annotated[str, Form(max_length=LONGEST)]
Texts: TypeAlias = Annotated[tuple[Annotated[str, StringConstraints(max_length=LONGEST)], ...], Form(max_length=MOST)]
"""Fields of the same name, in the order of the form."""
Tick: TypeAlias = Annotated[bool, Form()]


def split_names(text: str) -> list[str]:
    """Names of items and acts as people write them in a line: `i1, #2`."""
    return text.replace(",", " ").split()
