"""The form of an order: its fields as the order declares them, with what somebody filled in and what is wrong.

A field that is declared is drawn and read here without a line of its own. Files are those that are sent: a form names
no path, and of models and packs only those that are listed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, TypeVar

from fastapi import Form
from pydantic import StringConstraints
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response

from foam import FieldError
from foam.web.catalogue import ENGLISH, find_language, say, say_or
from foam.web.recorded import LIBRARY
from foam.web.site import Site, View

if TYPE_CHECKING:
    from foam.orders import Order, OrderField

Kind = TypeVar("Kind", bound="Order")
Choices = Sequence[tuple[str, str]]
PLACE = "read"
"""Stands for `pack` and `library`, which a page asks for as one: what should be read?"""
LONGEST, LONGEST_LINE, MOST = 4000, 200, 50
"""Letters of one field, of one in a line, and texts of one."""

Line: TypeAlias = Annotated[str, Form(max_length=LONGEST_LINE)]
Text: TypeAlias = Annotated[str, Form(max_length=LONGEST)]
Texts: TypeAlias = Annotated[tuple[Annotated[str, StringConstraints(max_length=LONGEST)], ...], Form(max_length=MOST)]
"""Fields of the same name, in the order of the form."""
Tick: TypeAlias = Annotated[bool, Form()]


@dataclass(frozen=True)
class Drawn:
    """A field as a page shows it."""

    name: str
    kind: str
    """How it is drawn: `tick`, `choice`, `number`, `lines`, `file`, `long` or `line`."""
    label: str
    help: str
    values: tuple[str, ...]
    choices: Choices
    error: str
    of: OrderField


@dataclass(frozen=True)
class OrderForm:
    """What was filled in of an order, and what is wrong with it."""

    kind: type[Order]
    given: Mapping[str, Sequence[str]] = field(default_factory=dict)
    wrong: FieldError | None = None
    choices: Mapping[str, Choices] = field(default_factory=dict)
    without: Collection[str] = ()
    """Fields that the page asks for in a way of its own."""
    first: Collection[str] = ()
    """Fields that are always asked, besides what the order is about and what is to be read."""

    @property
    def groups(self) -> list[tuple[str, list[Drawn]]]:
        """The fields under their headings: first what is always asked, then what may stay as it is."""
        found: dict[str, list[Drawn]] = {"": []}
        fields = [one for one in self.kind.list_fields() if one.name not in (*self.without, LIBRARY)]
        for one in sorted(fields, key=lambda one: not one.shown.is_subject):
            is_first = one.shown.is_subject or one.name in ("pack", *self.first)
            group = "" if is_first else say_or(f"groups.{one.group}", one.group) or say("form.more")
            found.setdefault(group, []).append(self._draw(one))
        return sorted(found.items(), key=lambda one: one[0] != "")

    @property
    def complaint(self) -> str:
        """What is wrong with a field that the form does not draw."""
        drawn = {one.name for _, fields in self.groups for one in fields}
        return self.wrong.what if self.wrong and self.wrong.field not in drawn else ""

    def _list_choices(self, name: str, of: OrderField) -> Choices:
        """What a field offers; nothing first, where it may be left open."""
        listed = self.choices.get(name) or [(one, say_or(f"choices.{one}", one)) for one in of.choices]
        is_open = (of.is_optional or not of.default) and name != PLACE and "" not in [one for one, _ in listed]
        return [("", ""), *listed] if listed and is_open else listed

    def _draw(self, of: OrderField) -> Drawn:
        name, call = PLACE if of.name == "pack" else of.name, self.kind.model_fields["call"].default
        choices = () if of.many else self._list_choices(name, of)
        return Drawn(
            name=name,
            kind=_choose_kind(of, choices),
            label=say_or(f"labels.{call}_{name}", say_or(f"labels.{name}", name.replace("_", " ").capitalize())),
            help=say_or(f"helps.{call}_{name}", of.help if name != PLACE and find_language() == ENGLISH else ""),
            values=tuple(self.given.get(name, ())) or ((str(of.default),) if of.default and not of.many else ()),
            choices=choices,
            error=self.wrong.what if self.wrong and self.wrong.field == name else "",
            of=of,
        )


def _choose_kind(of: OrderField, choices: Choices) -> str:
    if _is_sent(of):
        return "file"
    if choices:
        return "choice"
    if of.many:
        return "lines"
    plain = {bool: "tick", int: "number", float: "number"}.get(of.type, "line")
    return "long" if plain == "line" and (of.shown.is_subject or of.shown.is_long) else plain


def _is_sent(of: OrderField) -> bool:
    """Whether a page takes a file for it."""
    return of.type is Path or bool(of.shown.is_file)


def describe_form(*kinds: type[Order], texts: Iterable[str] = (), without: Collection[str] = ()) -> dict[str, Any]:
    """What a form takes, for programs that read the description of the pages."""
    fields = [one for kind in kinds for one in kind.list_fields() if one.name not in (LIBRARY, *without)]
    names = {PLACE if one.name == "pack" else one.name: _is_sent(one) for one in fields}
    names |= dict.fromkeys(texts, False)
    shown = {name: {"type": "string", **({"format": "binary"} if sent else {})} for name, sent in names.items()}
    schema = {"type": "object", "properties": shown}
    return {"requestBody": {"content": {"multipart/form-data": {"schema": schema}}}}


async def read_given(request: Request) -> dict[str, list[str]]:
    """What a form says, as it is, but for files."""
    form = await request.form()
    return {name: [one for one in form.getlist(name) if isinstance(one, str)] for name in form}


async def read_texts(request: Request, kind: type[Order]) -> dict[str, list[str]]:
    """What a form says of the fields of an order, but for files; of fields with several values a line each."""
    form = await request.form()
    texts: dict[str, list[str]] = {}
    for of in kind.list_fields():
        name = PLACE if of.name == "pack" else of.name
        said = [one for one in form.getlist(name)[:MOST] if isinstance(one, str)]
        if of.name != LIBRARY and not _is_sent(of):
            texts[name] = [line for one in said for line in one.splitlines()] if of.many else said
    return texts


async def read_order(
    site: Site, request: Request, kind: type[Kind], choices: Mapping[str, Choices] | None = None, **fixed: Any
) -> tuple[Kind, list[Path]]:
    """The order that a form asks for, and the files that came with it."""
    texts = await read_texts(request, kind)
    for of in kind.list_fields():
        text = "".join(texts.get(of.name, ()))
        if len(text) > LONGEST or (of.is_required and of.name not in fixed and not text.strip()):
            raise FieldError(of.name, say("problem.invalid"))
    for name, listed in (choices or {}).items():
        if (said := texts.get(name)) and said[-1] not in ("", *(one for one, _ in listed)):
            raise FieldError(name, say("problem.not_offered"))
    place = "".join(texts.pop(PLACE, [])[-1:])
    texts |= {LIBRARY: ["on"]} if place == LIBRARY else {"pack": [place]}
    texts = {name: said for name, said in texts.items() if name not in fixed}
    kind.read_texts(texts, **fixed)  # before a file is kept
    form = await request.form()
    sent: dict[str, Any] = {}
    for of in (one for one in kind.list_fields() if _is_sent(one) and one.name not in fixed):
        uploads = [one for one in form.getlist(of.name) if isinstance(one, UploadFile) and one.filename]
        paths = [await site.keep_upload(one) for one in uploads[:MOST]]
        sent |= {of.name: paths if of.many else paths[-1]} if paths else {}
    kept = [path for given in sent.values() for path in (given if isinstance(given, list) else [given])]
    return kind.read_texts(texts, **sent, **fixed), kept


def list_choices(site: Site) -> dict[str, Choices]:
    """What a page lets somebody choose of what this server has: models, and what can be read."""
    settings = site.home.config().settings
    models = ["embedded", *settings.models]
    count = site.home.library.stats().documents
    return {
        "model": [("", say("choices.as_set", model=settings.model)), *((one, one) for one in models)],
        PLACE: [(LIBRARY, say("home.library", count=count)), *((one["name"], one["title"]) for one in site.packs)],
    }


def show_form(
    site: Site, request: Request, template: str, title: str, form: OrderForm, data: dict[str, Any], **context: Any
) -> Response:
    """The page of a form, where something is wrong with it as an error."""
    told = {**data, **({"error": form.wrong.what, "field": form.wrong.field} if form.wrong else {})}
    view = View(template, title, told, {"form": form, **context}, status=400 if form.wrong else 200)
    return site.show(request, view)


def split_names(text: str) -> list[str]:
    """Names of items and acts as people write them in a line: `i1, #2`."""
    return text.replace(",", " ").split()
