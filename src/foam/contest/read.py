"""Challenges and pointers as people give them. What a kind of challenge does not take is refused."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter, ValidationError

from foam.contest.challenge import GROUNDS, Ground
from foam.errors import InputError, NotFound
from foam.job.orders.contest import PARTICULARS, ChallengeOrder
from foam.text.address import parse_pointer
from foam_quotes.text.pointer import Pointer

if TYPE_CHECKING:
    from foam.contest.subject import CaseFile

_ADAPTER: TypeAdapter[Ground] = TypeAdapter(Ground)
_DOCUMENT_DIGITS = 64
"""Digits of a whole document id."""


def read_ground(order: ChallengeOrder) -> Ground:
    """The ground of a challenge: its kind, and what it names beside it. What is empty was not said."""
    named = {one.name: getattr(order, one.name) for one in order.list_fields() if one.shown.group == PARTICULARS}
    said = {name: value for name, value in named.items() if value}
    if "weight" in said:
        said |= _read_weight(order.weight)
    if isinstance(order.steps, Path):
        said["steps"] = read_steps(order.steps)
    wrong = [name for name in said if name not in GROUNDS[order.kind].model_fields]
    if wrong:
        raise InputError(f"{order.kind} takes no {wrong[0]}", hint=_hint(order.kind))
    try:
        return _ADAPTER.validate_python({"kind": order.kind, **said})
    except ValidationError as error:
        first = error.errors()[0]
        where = [order.kind, *(str(part) for part in first["loc"][1:])]
        raise InputError(f"{': '.join(where)}: {first['msg'].lower()}", hint=_hint(order.kind)) from None


def read_pointer(text: str, file: CaseFile) -> Pointer:
    """A sentence as typed; its document may be the beginning of an id that the case or its pack knows."""
    pointer = parse_pointer(text)
    if len(pointer.document) == _DOCUMENT_DIGITS:
        return pointer
    cited = {passage.pointer.document for use in file.uses.values() for passage in use.passages}
    known = cited | {one.id for one in (*file.brought, *file.pack.documents())}
    found = [one for one in known if one.startswith(pointer.document)]
    if len(found) != 1:
        raise NotFound(f"{len(found)} documents start with {pointer.document!r}", hint="give more digits")
    return pointer.model_copy(update={"document": found[0]})


def read_steps(path: Path) -> Any:
    """The steps of a working, each a table `[[steps]]` of a TOML file."""
    try:
        return tomllib.loads(path.read_text("utf-8"))["steps"]
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, KeyError) as error:
        raise InputError(f"{path} holds no steps: {error}", hint="write a table [[steps]] for each step") from None


def _read_weight(term: str) -> dict[str, Any]:
    name, _, weight = term.partition("=")
    seat, _, value = name.rpartition(".")
    try:
        return {"seat": seat, "value": value, "weight": float(weight)}
    except ValueError:
        raise InputError(f"not a weight: {term!r}", hint="write treasurer.equity=0.4") from None


def _hint(kind: str) -> str:
    said = dict.fromkeys(fit.needs or ", ".join(fit.takes) for fit in GROUNDS[kind].fits if fit.takes)
    return f"it takes {'; '.join(said)}" if said else "leave it out"
