"""Predicates: what was claimed, in a small typed form that code can check.

claims(x)   because(claim, reason)   causes(x, y)   either(x, y)   every(x)   contrasts(x, y)   measures(x, quantity)
"""

from __future__ import annotations

import re
from typing import Annotated, Literal, assert_never

from pydantic import Field

from foam.debate.logic.atom import Atom
from foam.values import Value


class Claims(Value):
    """Something is said to be so."""

    type: Literal["claims"] = "claims"
    what: Atom


class Because(Value):
    """Something is given as the reason for something else."""

    type: Literal["because"] = "because"
    claim: Atom
    reason: Atom


class Causes(Value):
    """One thing is said to bring about another: a fact of the world, not a reason for believing it."""

    type: Literal["causes"] = "causes"
    cause: Atom
    effect: Atom


class Either(Value):
    """Two ways are offered as if there were no others."""

    type: Literal["either"] = "either"
    one: Atom
    other: Atom


class Every(Value):
    """Something is said of all, always or never."""

    type: Literal["every"] = "every"
    what: Atom


class Contrasts(Value):
    """Two things are set against each other."""

    type: Literal["contrasts"] = "contrasts"
    one: Atom
    other: Atom


class Measures(Value):
    """A quantity is given for something."""

    type: Literal["measures"] = "measures"
    what: Atom
    quantity: str


Predicate = Annotated[Claims | Because | Causes | Either | Every | Contrasts | Measures, Field(discriminator="type")]


class StatedPredicate(Value):
    """A predicate, who read it, and where it was said."""

    predicate: Predicate
    turn: int
    """Which of the side's utterances, from 0."""
    sentence: str
    source: Literal["reader", "model"] = "reader"


_LINE = re.compile(r"\s*(?:[-*\d.)]+\s*)?(\w+)\s*\((.*)\)\s*[.;]?\s*")
_ARITY = {"claims": 1, "because": 2, "causes": 2, "either": 2, "every": 1, "contrasts": 2, "measures": 2}
_PART_LIMIT = 300


def parse_predicate(line: str) -> Predicate | None:
    """The predicate a line holds; None when it is none. Commas inside a part go to the last part."""
    match = _LINE.fullmatch(line)
    if match is None or match[1].lower() not in _ARITY or len(match[2]) > _PART_LIMIT:
        return None
    name = match[1].lower()
    parts = [part.strip(" \"'“”") for part in match[2].split(",", _ARITY[name] - 1)]
    if len(parts) != _ARITY[name] or not all(re.search(r"\w", part) for part in parts):
        return None
    return _make_predicate(name, parts)


def verbalise(predicate: Predicate) -> str:
    """The predicate as a neutral sentence."""
    match predicate:
        case Claims():
            return f"It is claimed: {predicate.what}."
        case Because():
            return f"It is claimed: {predicate.claim}; the reason given: {predicate.reason}."
        case Causes():
            return f"It is said that {predicate.cause} brings about {predicate.effect}."
        case Either():
            return f"Two ways are offered: {predicate.one}, or {predicate.other}."
        case Every():
            return f"It is said without exception: {predicate.what}."
        case Contrasts():
            return f"Set against each other: {predicate.one} and {predicate.other}."
        case Measures():
            return f"A figure is given for {predicate.what}: {predicate.quantity}."
        case _:
            assert_never(predicate)


def list_asserted(predicate: Predicate) -> tuple[Atom, ...]:
    """What whoever said the predicate holds to be so."""
    match predicate:
        case Claims():
            return (predicate.what,)
        case Because(claim=claim) if claim.sense.negated:
            return ()  # `it did not fail because it was dear` may deny the one or the other
        case Because():
            return (predicate.claim, predicate.reason)
        case Every() | Causes() | Either() | Contrasts() | Measures():
            return ()  # what is said of all is the whole sentence, whose clauses are claims
        case _:
            assert_never(predicate)


def _make_predicate(name: str, parts: list[str]) -> Predicate | None:
    atoms = [Atom(text=part) for part in parts]
    match name:
        case "claims":
            return Claims(what=atoms[0])
        case "because":
            return Because(claim=atoms[0], reason=atoms[1])
        case "causes":
            return Causes(cause=atoms[0], effect=atoms[1])
        case "either":
            return Either(one=atoms[0], other=atoms[1])
        case "every":
            return Every(what=atoms[0])
        case "contrasts":
            return Contrasts(one=atoms[0], other=atoms[1])
        case "measures":
            return Measures(what=atoms[0], quantity=parts[1])
        case _:
            return None
