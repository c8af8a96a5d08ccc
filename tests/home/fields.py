"""Writes `foam.home.fields` from the orders (`make specs`), for type checkers."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from foam.job.orders.case import CaseOrder
from foam.job.orders.contest import ChallengeAnswerOrder, ChallengeOrder
from foam.job.orders.debate import DebateOrder, EvaluationOrder, UtteranceOrder
from foam.job.orders.deliberation import DeliberationOrder
from foam.job.orders.examination import ExaminationOrder
from foam.job.orders.order import ModelOrder, Order, RunOrder
from foam.job.orders.oversight import EstimateOrder, ExperimentOrder, GameOrder, PredictionOrder

PAGE = Path(__file__).parents[2] / "src" / "foam" / "home" / "fields.py"
BASES: tuple[type[Order], ...] = (RunOrder, ModelOrder)
"""Orders whose fields others share, the fullest first."""
ORDERS: tuple[type[Order], ...] = (
    ModelOrder,
    RunOrder,
    DeliberationOrder,
    ExaminationOrder,
    ChallengeOrder,
    ChallengeAnswerOrder,
    CaseOrder,
    DebateOrder,
    UtteranceOrder,
    EvaluationOrder,
    GameOrder,
    ExperimentOrder,
    EstimateOrder,
    PredictionOrder,
)
LOWER = ("foam.argument.casefile", "foam.perspective.policy")
"""Modules below the orders in which sets of words have names."""
HEAD = '''"""The fields of orders, by which calls are typed (`make specs`); edits are lost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
'''


def write_fields() -> str:
    """The whole module, formatted."""
    imports: dict[str, set[str]] = {"typing": {"TypedDict"}}
    parts = []
    for order in ORDERS:
        base = next((one for one in BASES if issubclass(order, one) and one is not order), Order)
        fields = [name for name in list_names(order) if name not in list_names(base)]
        lines = [f"    {name}: {render(order.model_fields[name].annotation, imports)}" for name in fields]
        parent = name_fields(base) if base is not Order else "TypedDict"
        parts.append("\n".join([f"class {name_fields(order)}({parent}, total=False):", *lines]))
    named = [f"from {module} import {', '.join(sorted(names))}" for module, names in sorted(imports.items())]
    written = "\n".join([HEAD, *named, "", *parts])
    return format_code(written)


def name_fields(order: type[Order]) -> str:
    return f"{order.__name__.removesuffix('Order')}Fields"


def list_names(order: type[Order]) -> list[str]:
    """What is given by name."""
    return [one.name for one in order.list_fields() if not one.shown.is_subject]


def render(kind: Any, imports: dict[str, set[str]]) -> str:
    """A type as it is written; a call takes any collection where the order keeps a tuple or a dict."""
    inner = [one for one in get_args(kind) if one is not ...]
    match get_origin(kind):
        case origin if origin is Annotated:
            return render(inner[0], imports)
        case origin if origin is Literal:
            module, name = find_alias(kind)
            imports.setdefault(module, set()).add(name)
            return name if module != "typing" else f"Literal[{', '.join(map(repr, inner))}]"
        case origin if origin in (Union, UnionType):
            return " | ".join(render(one, imports) for one in inner)
        case origin if origin in (tuple, dict):
            name = "Iterable" if origin is tuple else "Mapping"
            return f"{name}[{', '.join(render(one, imports) for one in inner)}]"
    if kind is NoneType:
        return "None"
    if kind.__module__ != "builtins":
        imports.setdefault(kind.__module__.removesuffix("._local"), set()).add(kind.__name__)
    return str(kind.__name__)


def find_alias(kind: Any) -> tuple[str, str]:
    """Where a set of words has a name of its own beside an order."""
    for module in (*sorted({one.__module__ for one in ORDERS}), *LOWER):
        for name, value in vars(sys.modules[module]).items():
            if value == kind and re.search(rf"^{name}\b", inspect.getsource(sys.modules[module]), re.MULTILINE):
                return module, name
    return "typing", "Literal"


def format_code(written: str) -> str:
    """As the formatter of the project leaves it: imports sorted, none that is not used."""
    for command in (["check", "--quiet", "--fix", "--select", "F401,I"], ["format", "--quiet"]):
        ruff = [sys.executable, "-m", "ruff", *command, "--stdin-filename", str(PAGE), "-"]
        written = subprocess.run(ruff, input=written, capture_output=True, text=True, check=True).stdout
    return written


if __name__ == "__main__":
    PAGE.write_text(write_fields(), encoding="utf-8")
