"""Declares one more field in the order for a deliberation, and prints where it is seen; nothing else is changed.

The module of the order is read with one more line before anything imports it, as if it stood in the file.
"""

from __future__ import annotations

import importlib.util
import inspect
import json
import linecache
import sys
from pathlib import Path
from typing import Any

ORDER = "foam.job.orders.deliberation"
AFTER = '    protocol: Annotated[Protocol, Shown(group=_SPEAKS)] = "deliberation"\n'
FIELD = '    mood: Annotated[Literal["calm", "heated"], Shown(group=_SPEAKS)] = "calm"\n    """How they speak."""\n'


def declare_field() -> None:
    """Import the order's module with the field in it."""
    spec = importlib.util.find_spec(ORDER)
    assert spec is not None
    assert spec.origin is not None
    before, after, rest = Path(spec.origin).read_text("utf-8").partition(AFTER)
    assert after, "the line after which the field is declared is another now"
    source = before + FIELD + after + rest
    linecache.cache[spec.origin] = (len(source), None, source.splitlines(keepends=True), spec.origin)  # for its help
    module = sys.modules[ORDER] = importlib.util.module_from_spec(spec)
    exec(compile(source, spec.origin, "exec"), vars(module))


def look(folder: Path) -> dict[str, Any]:
    """Where the field is seen, and what is said to a value that it does not take."""
    import click
    from pydantic import TypeAdapter
    from tests.home.fields import write_fields

    import foam
    from foam.cli.main import foam as command_line
    from foam.job.orders.work import WorkOrder
    from foam.mcp.writing import WritingTools
    from foam.orders import DeliberationOrder
    from foam.web.forms import OrderForm

    deliberate = command_line.get_command(click.Context(command_line), "deliberate")
    assert deliberate is not None
    order = DeliberationOrder.read_texts({"mood": ["heated"]})
    queued: Any = TypeAdapter(WorkOrder).validate_json(order.model_dump_json())
    drawn = {one.name: one for _, fields in OrderForm(DeliberationOrder).groups for one in fields}
    with foam.open(folder, models=foam.ScriptedModel(), embedder=foam.HashingEmbedder(), environ={}) as home:
        asked: Any = {"pack": "mountain-hut", "mood": "heated"}
        estimate = home.estimate.deliberate(None, **asked)
        ran = home.deliberate(None, **asked)
        try:
            home.estimate.deliberate(None, **{**asked, "mood": "hot"})
            told = ""
        except foam.FieldError as error:
            told = error.hint
    return {
        "typed": "    mood: Literal['calm', 'heated']" in write_fields().replace('"', "'"),
        "call": bool(ran.run),
        "command": [one.help for one in deliberate.params if isinstance(one, click.Option) and one.name == "mood"],
        "page": [drawn["mood"].kind, drawn["mood"].help],
        "tool": str(inspect.signature(WritingTools.deliberate).parameters["mood"].annotation),
        "queue": queued.mood,
        "dry_run": estimate.job,
        "wrong": told,
    }


if __name__ == "__main__":
    declare_field()
    print(json.dumps(look(Path(sys.argv[1]))))
