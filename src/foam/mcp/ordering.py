"""Tools that take the fields of an order: each argument is a field, with the help that the order gives it."""

from __future__ import annotations

import functools
import inspect
import typing
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from foam.mcp.desk import explained

if TYPE_CHECKING:
    from foam.orders import Order, OrderField

_SAYS = {
    "run": "A run by its key or its first digits, as `list_runs` shows it.",
    "part": "A part of that run, as `read_dossier` and `read_part` name it.",
    "kind": "A kind of challenge that `read_part` lists under `open_to`.",
}
"""What an assistant is told of a field instead of what the order says."""
_NAMES = {"node": "part"}
"""Fields that go by another name here."""


def take_order(kind: type[Order]) -> Callable[[Callable[..., Any]], Any]:
    """Give a tool the fields of an order as arguments; it gets the `order`. Files are handed over as `documents`."""
    fields = {_NAMES.get(one.name, one.name): one for one in kind.list_fields() if not _is_file(one)}

    def add(tool: Callable[..., Any]) -> Any:
        read = explained(kind.read)

        def pick(given: dict[str, Any]) -> Order:
            return read(**{one.name: given.pop(name) for name, one in fields.items() if name in given})

        if inspect.iscoroutinefunction(tool):

            @functools.wraps(tool)
            async def call(*args: Any, **given: Any) -> Any:
                order = pick(given)
                return await tool(*args, order=order, **given)
        else:

            @functools.wraps(tool)
            def call(*args: Any, **given: Any) -> Any:
                order = pick(given)
                return tool(*args, order=order, **given)

        _sign(call, tool, fields)
        return call

    return add


def _is_file(of: OrderField) -> bool:
    return of.type is Path or bool(of.shown.is_file) or (of.many == "list" and of.shown.metavar.startswith("FILE"))


def _sign(call: Any, tool: Callable[..., Any], fields: Mapping[str, OrderField]) -> None:
    """Tell whoever reads the signature of a tool what it takes."""
    hints = typing.get_type_hints(tool, include_extras=True)
    given = [one for one in inspect.signature(tool).parameters.values() if one.name != "order"]
    own = [one.replace(annotation=hints.get(one.name, Any)) for one in given]
    taken = [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            default=inspect.Parameter.empty if one.is_required else None,
            annotation=Annotated[_choose_type(one), _describe(name, one)],
        )
        for name, one in fields.items()
    ]
    given = [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in own if one.default is not one.empty]
    first = [one for one in own if one.default is one.empty]
    call.__signature__ = inspect.Signature([*first, *taken, *given], return_annotation=hints["return"])
    call.__annotations__ = {one.name: one.annotation for one in (*first, *taken, *given) if one.name != "self"}
    call.__annotations__["return"] = hints["return"]


def _describe(name: str, of: OrderField) -> Any:
    """What an assistant is told of a field. Words outside a list are refused by the order, which says what to do."""
    listed: Any = {"enum": list(of.choices)} if of.choices and of.is_required else None
    choices = f" One of: {', '.join(of.choices)}." if of.choices and not of.is_required else ""
    return Field(description=_SAYS.get(name, of.help) + choices, json_schema_extra=listed)


def _choose_type(of: OrderField) -> Any:
    one: Any = of.type if of.type in (int, float, bool) else str
    taken: Any = {"": one, "list": tuple[one, ...], "pairs": dict[str, one]}[of.many]
    return taken if of.is_required else taken | None
