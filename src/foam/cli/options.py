"""Options of a command from the order that it takes: each with the help, the default and the limits of its field."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from foam import FoamError
from foam.cli.frame import BUDGET, Face, read_pairs
from foam.orders import AskOrder

if TYPE_CHECKING:
    from foam.orders import Order, OrderField

_EARLIER_KINDS = {
    "not_so": "fact source misquotation stale_source",
    "does_not_follow": "relevance application outcome counted_against",
    "rule_does_not_apply": "condition",
    "miscounted": "calculation arithmetic date",
    "left_out": "omission context selection_bias missing_component",
    "weighs_otherwise": "weight label structural independence",
    "somebody_missing": "missing_perspective",
}
EARLIER = {"kind": {earlier: kind for kind, names in _EARLIER_KINDS.items() for earlier in names.split()}}
"""By field, what is said now for what earlier versions said; the only place for old spellings."""
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


def take_order(kind: type[Order], *, except_for: tuple[str, ...] = ()) -> Callable[[Callable[..., Any]], Any]:
    """Give a command the options of an order, and `order` as an argument."""
    fields = [field for field in kind.list_fields() if field.name not in except_for]

    def add(command: Callable[..., Any]) -> Any:
        @functools.wraps(command)
        def ordered(*args: Any, **given: Any) -> Any:
            said = {field.name: given.pop(field.name) for field in fields}
            said = {name: None if value == () else value for name, value in said.items()}  # left out
            try:
                order = kind.read(**said)
            except FoamError as error:
                Face(**{name: given[name] for name in ("as_json", "quiet", "debug")}).fail(error)
            return command(*args, order=order, **given)

        return _draw_all(fields, ordered)

    return add


def run_options(command: Callable[..., Any]) -> Any:
    """What every order of a run has, for a command with arguments of its own."""
    return _draw_all([field for field in AskOrder.list_fields() if not field.shown.is_subject], command)


def _draw_all(fields: Sequence[OrderField], command: Any) -> Any:
    if any(field.name == "model" for field in fields):  # who asks a model may cap what it costs
        command = BUDGET(command)
    for field in reversed(fields):
        command = _draw(field)(command)
    return command


class WordChoice(click.Choice[str]):
    """One of a closed set of words, also by what an earlier version called it."""

    def __init__(self, field: OrderField) -> None:
        super().__init__(field.choices)
        self._earlier = EARLIER.get(field.name, {})

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return super().convert(self._earlier.get(value, value), param, ctx)


def _draw(field: OrderField) -> Callable[[Any], Any]:
    kind = _choose_type(field)
    if field.shown.is_subject:
        many = -1 if field.many else 1
        metavar = field.shown.metavar or None
        return click.argument(field.name, required=field.is_required, metavar=metavar, type=kind, nargs=many)
    option = field.shown.option or f"--{field.name.replace('_', '-')}"
    told: dict[str, Any] = {"help": field.help, "required": field.is_required}
    if field.type is bool and field.is_optional:
        return click.option(f"{option}/--no-{option[2:]}", field.name, default=None, **told)
    if field.type is bool:
        return click.option(option, field.name, is_flag=True, **told)
    told |= {"metavar": field.shown.metavar or None, "multiple": bool(field.many), "type": kind}
    if field.many == "pairs":
        told["callback"] = read_pairs
    if field.default and not field.many:
        told |= {"default": field.default, "show_default": True}
    return click.option(option, field.name, **told)


def _choose_type(field: OrderField) -> Any:
    if field.many == "pairs":
        return str
    if field.choices:
        return WordChoice(field)
    if field.type in (int, float) and (field.least, field.most) != (None, None):
        limited: Any = click.IntRange if field.type is int else click.FloatRange
        return limited(field.least, field.most)
    if field.shown.is_file or (field.type is Path and field.shown.is_file is None):
        return _FILE
    if field.type is Path:
        return click.Path(path_type=Path)
    return field.type if field.type in (int, float) else str
