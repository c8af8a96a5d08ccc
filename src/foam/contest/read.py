"""Challenges and pointers as people type them. What a kind of challenge does not take is refused."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter, ValidationError

from foam.contest.challenge import GROUNDS, Ground
from foam.errors import InputError, NotFound
from foam.text.address import parse_pointer
from foam_quotes.text.pointer import Pointer

if TYPE_CHECKING:
    from foam.contest.subject import CaseFile

_ADAPTER: TypeAdapter[Ground] = TypeAdapter(Ground)
_DOCUMENT_DIGITS = 64
"""Digits of a whole document id."""


def read_ground(kind: str, *, weight: str = "", **particulars: Any) -> Ground:
    """The ground of a challenge from its kind and what was said beside it. What is empty was not said."""
    if kind not in GROUNDS:
        raise InputError(f"no kind of challenge {kind!r}", hint=f"kinds: {', '.join(GROUNDS)}")
    said = {name: value for name, value in particulars.items() if value} | (_weight(weight) if weight else {})
    if isinstance(said.get("steps"), Path | str):
        said["steps"] = _read_steps(Path(said["steps"]))
    wrong = [name for name in said if name not in GROUNDS[kind].model_fields]
    if wrong:
        raise InputError(f"{kind} takes no {wrong[0]}", hint=_hint(kind))
    try:
        return _ADAPTER.validate_python({"kind": kind, **said})
    except ValidationError as error:
        first = error.errors()[0]
        where = [kind, *(str(part) for part in first["loc"][1:])]
        raise InputError(f"{': '.join(where)}: {first['msg'].lower()}", hint=_hint(kind)) from None


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


def _read_steps(path: Path) -> Any:
    """The steps of a working, each a table `[[steps]]` of a TOML file."""
    try:
        return tomllib.loads(path.read_text("utf-8"))["steps"]
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, KeyError) as error:
        raise InputError(f"{path} holds no steps: {error}", hint="write a table [[steps]] for each step") from None


def _weight(term: str) -> dict[str, Any]:
    name, _, weight = term.partition("=")
    seat, _, value = name.rpartition(".")
    try:
        return {"seat": seat, "value": value, "weight": float(weight)}
    except ValueError:
        raise InputError(f"not a weight: {term!r}", hint="write treasurer.equity=0.4") from None


def _hint(kind: str) -> str:
    said = dict.fromkeys(fit.needs or ", ".join(fit.takes) for fit in GROUNDS[kind].fits if fit.takes)
    return f"it takes {'; '.join(said)}" if said else "leave it out"
