"""Gold sets: questions with a known answer and the sentences it can be argued from. Asks nobody anything.

A gold file is JSON lines: `id`, `stratum`, `affirmed`, `denied`, `truth` (affirmed or denied) and `sentences`.
`wice_gold` makes one from WiCE: each supported claim with its denial, and, where a claim holds a number, the claim with
that number changed, which its source contradicts. So truth is not always on the side without a "not".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, TypeAlias

from pydantic import Field, ValidationError, model_validator

from foam.argument.motion import parse_motion
from foam.errors import InputError, NotFound
from foam.oversight.jsonl import json_objects
from foam.values import Value, digest, digest_bytes

Answer: TypeAlias = Literal["affirmed", "denied"]
_NUMBER = re.compile(r"(?<![\w.,])\d{1,4}(?![\w.,]*\d)")
_MOVE = 7
"""How far a number is moved: beyond rounding, within what a reader might believe."""


class GoldCase(Value):
    """One question with a known answer."""

    id: str
    stratum: str = "all"
    affirmed: str
    denied: str
    truth: Answer
    sentences: tuple[str, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _two_statements(self) -> GoldCase:
        if self.affirmed.strip() == self.denied.strip():
            raise ValueError("the two statements are the same")
        return self

    def statement(self, answer: Answer) -> str:
        return self.affirmed if answer == "affirmed" else self.denied

    @property
    def document(self) -> str:
        """The digest that pointers into the case's sentences carry."""
        return digest_bytes("\n".join(self.sentences).encode("utf-8", "surrogatepass")).removeprefix("b2:")


def other(answer: Answer) -> Answer:
    """The opposite answer."""
    return "denied" if answer == "affirmed" else "affirmed"


def gold_digest(cases: tuple[GoldCase, ...]) -> str:
    """What the plan pins."""
    return digest([case.digest for case in cases])


def read_gold(path: Path) -> tuple[GoldCase, ...]:
    """Read a gold file."""
    cases = tuple(_case(row, number) for number, row in _rows(path))
    repeated = len(cases) - len({case.id for case in cases})
    if not cases or repeated:
        raise InputError(
            f"{path.name} has {len(cases)} cases, {repeated} with an id used before", hint="ids must differ"
        )
    return cases


def read_wice(path: Path) -> tuple[GoldCase, ...]:
    """Cases from WiCE's supported claims."""
    cases = tuple(case for number, row in _rows(path) for case in _from_claim(number, row))
    if not cases:
        raise InputError(f"{path.name} holds no supported claim", hint="WiCE's claim_dev.jsonl does")
    return cases


def _from_claim(number: int, row: dict[str, Any]) -> Iterator[GoldCase]:
    try:
        label, claim, sentences = row["label"], str(row["claim"]), tuple(map(str, row["evidence"]))
    except (KeyError, TypeError) as error:
        raise InputError(f"line {number} is not a WiCE claim: {error} is missing") from error
    if label != "supported":
        return
    kept = tuple(s for s in sentences if len(s.split()) >= 4) or sentences
    yield GoldCase(
        id=f"{number}", stratum="claim", affirmed=claim, denied=denial(claim), truth="affirmed", sentences=kept
    )
    altered = _alter(claim)
    if altered is not None:
        yield GoldCase(
            id=f"{number}-altered",
            stratum="altered number",
            affirmed=altered,
            denied=denial(altered),
            truth="denied",
            sentences=kept,
        )


def denial(claim: str) -> str:
    """The claim denied: by grammar where that works, else by a frame."""
    try:
        return parse_motion(claim).denied
    except InputError:
        return f"It is not true that {claim}"


def _alter(claim: str) -> str | None:
    """The claim with its first plain number changed; None when it holds none."""
    found = _NUMBER.search(claim)
    if found is None:
        return None
    return f"{claim[: found.start()]}{int(found[0]) + _MOVE}{claim[found.end() :]}"


def _rows(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    if not path.is_file():
        raise NotFound(f"no gold file at {path}", hint="a gold file is JSON lines; see docs/oversight.md")
    yield from json_objects(path.read_text("utf-8"), path.name)


def _case(row: dict[str, Any], number: int) -> GoldCase:
    try:
        return GoldCase.model_validate(row)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise InputError(f"gold line {number}: {place or 'case'}: {first['msg']}") from error
