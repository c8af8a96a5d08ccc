"""Papers that people hand in: forms, from a file or from plain values; documents; and when something happened."""

from __future__ import annotations

import base64
import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError

from foam.appeal.forms import ItemForm
from foam.appeal.vault import LARGEST, NO_TEXT
from foam.errors import InputError
from foam.record.clock import Clock

Form = TypeVar("Form", bound=BaseModel)


def read_example() -> str:
    """A form to fill in, with which a matter is opened."""
    return files("foam.appeal").joinpath("data", "example.toml").read_text(encoding="utf-8")


def read_values(path: Path) -> dict[str, Any]:
    """What a TOML or JSON file says, as plain values."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {path}: {error}", hint="name a text file that is there") from error
    try:
        values: Any = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    except ValueError as error:
        raise InputError(f"cannot read {path}: {error}", hint="give a .toml or .json file") from error
    if not isinstance(values, dict):
        raise InputError(f"{path} holds no form", hint="foam appeal begin --example shows one")
    return values


def check_form(form: type[Form], values: Mapping[str, Any], source: str) -> Form:
    """A form from plain values; the first thing wrong is named."""
    try:
        return form.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        hint = "foam appeal begin --example shows a form"
        if first["type"] == "extra_forbidden":
            keys = ", ".join(_list_keys(form, first["loc"][:-1]))
            raise InputError(f"{source}: {place}: there is no such key; allowed are {keys}", hint=hint) from None
        raise InputError(f"{source}: {place}: {first['msg']}", hint=hint) from None


def _list_keys(form: type[BaseModel], place: Sequence[int | str]) -> Iterable[str]:
    """The keys that a form, or a form in it, takes."""
    for name in place:
        if isinstance(name, str) and name in form.model_fields:
            form = next(_list_forms(form.model_fields[name].annotation), form)
    return form.model_fields


def _list_forms(kind: Any) -> Iterator[type[BaseModel]]:
    """The forms in the type of a field: `tuple[ItemForm, ...]` has one."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        yield kind
    for part in get_args(kind):
        yield from _list_forms(part)


def read_documents(paths: Iterable[Path]) -> tuple[ItemForm, ...]:
    """Files as items of the matter; what is no text is kept as base64."""
    return tuple(ItemForm(title=path.name, content=_read_content(path)) for path in paths)


def parse_time(at: datetime | str | None, clock: Clock) -> datetime:
    """The time given, or now; a time without a zone, or one still to come, is refused."""
    now = clock()
    if at is None:
        return now
    try:
        given = at if isinstance(at, datetime) else datetime.fromisoformat(at)
    except ValueError as error:
        raise InputError(f"{at!r} is no time", hint="write it as 2026-11-15T09:00:00+00:00") from error
    if given.tzinfo is None:
        raise InputError(f"{str(at)!r} has no time zone", hint="add it: +00:00, or Z")
    if given > now:
        raise InputError(f"{str(at)!r} is still to come", hint="record what has happened")
    return given.astimezone(UTC)


PAPERS: dict[str, tuple[bytes, str]] = {
    ".txt": (b"", ""),
    ".md": (b"", ""),
    ".csv": (b"", ""),
    ".eml": (b"", ""),
    ".pdf": (b"%PDF-", "application/pdf"),
    ".docx": (b"PK", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    ".odt": (b"PK", "application/vnd.oasis.opendocument.text"),
    ".png": (b"\x89PNG", "image/png"),
    ".jpg": (b"\xff\xd8\xff", "image/jpeg"),
    ".jpeg": (b"\xff\xd8\xff", "image/jpeg"),
}
"""Papers that are taken, by their endings: how one begins and what it is; a text has no type."""


def _read_content(path: Path) -> str:
    """What a paper says; a program, or what is not what it calls itself, is refused."""
    largest = LARGEST // 2  # base64 makes it longer
    begins, kind = PAPERS.get(path.suffix.lower(), (None, ""))
    try:
        if path.stat().st_size > largest:
            raise InputError(f"{path} is larger than {largest:,} bytes", hint="hand in less, or in parts")
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}", hint="name a file that is there") from error
    known = ", ".join(name.removeprefix(".") for name in PAPERS)
    if begins is None or not data.startswith(begins) or data.startswith(b"#!"):
        raise InputError(f"{path.name} is no paper that can be put on file", hint=f"hand in one of: {known}")
    if kind:
        return f"{NO_TEXT}{kind};base64,{base64.b64encode(data).decode('ascii')}"
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{path.name} is no text in UTF-8", hint=f"hand in one of: {known}") from None
