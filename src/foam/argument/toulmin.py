"""Toulmin's parts of an argument. Evidence enters as pointers alone."""

from __future__ import annotations

from typing import Literal

from foam.values import Value
from foam_quotes.text.pointer import Pointer

Qualifier = Literal["certainly", "probably", "possibly", "in some cases", "unless rebutted"]


class Toulmin(Value):
    """An argument in the parts that can be contested one by one."""

    claim: str
    grounds: tuple[Pointer, ...] = ()
    """The sentences it rests on; code assembles the quotation."""
    warrant: str = ""
    """Why the grounds bear on the claim."""
    backing: str = ""
    """What the warrant itself rests on."""
    qualifier: Qualifier = "probably"
    rebuttal: str = ""
    """The condition under which the claim would not hold."""
