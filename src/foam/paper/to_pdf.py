"""Papers as PDF/A-2a, for archives and screen readers: tagged, every letter kept as text.

The layout is in `page.typ`; all text goes to it as data, so nothing in a text can act as markup. The same paper gives
the same bytes on the same machine. Scripts that the built-in fonts lack (they have Latin, Greek, Cyrillic and Hebrew)
are set in whatever font the machine has; where it has none the paper is refused, since letters would be missing, or
they are spelt by their numbers where the paper says so.
"""

from __future__ import annotations

import calendar
import json
import re
import string
from importlib.resources import files
from typing import Any

from pydantic import TypeAdapter

from foam.errors import InputError, MissingExtra
from foam.paper.blocks import Paper, Quote, ids_in, table_of
from foam.paper.charts import Chart, Diagram
from foam.paper.clean import cover_missing_glyphs
from foam.paper.svg import draw

_MISSING = re.compile(r'the text `"(?P<text>.+?)"` could not be displayed', re.DOTALL)
_JOINERS = re.compile("[\u200d\ufe0e\ufe0f]")
"""What joins the parts of an emoji; once a part is spelt, nothing is left to be joined."""
_MOST_SPELT = 100
"""Characters, at most, that are spelt in one paper."""


def pdf(paper: Paper) -> bytes:
    """The whole paper."""
    try:
        import typst
    except ModuleNotFoundError as error:
        raise MissingExtra("typst", extra="pdf") from error
    data = json.dumps(_data(paper), ensure_ascii=False)
    for left in range(_MOST_SPELT if paper.spelt else 0, -1, -1):
        try:
            import typst

            made: bytes = typst.compile(
                files(__package__).joinpath("page.typ").read_bytes(),
                sys_inputs={"doc": data},
                format="pdf",
                pdf_standards="a-2a",
                timestamp=0 if paper.dated is None else calendar.timegm(paper.dated.timetuple()),
            )
            return made
        except typst.TypstError as error:
            missing = _MISSING.search(str(error))
            if not left or missing is None:
                hint = "take the page (.html), or install a font that has what is missing"
                raise InputError(f"cannot print the document: {error}", hint=hint) from error
            for char in {one for one in missing["text"] if one not in string.printable}:
                data = _JOINERS.sub("", data.replace(char, f"[U+{ord(char):04X}]"))
    raise AssertionError("the last try returns or raises")


def _data(paper: Paper) -> dict[str, Any]:
    """The paper as the layout reads it: links know whether they lead somewhere, charts come with table and picture."""
    known = frozenset(ids_in(paper.blocks))
    used: set[str] = set()

    def prepare(value: Any) -> Any:
        match value:
            case str():
                return cover_missing_glyphs(value)
            case list():
                return [prepare(member) for member in value]
            case dict() if value.get("kind") == "figure":
                return prepare({"kind": "chart", "id": value["id"], **_chart(value["chart"])})
            case dict() if value.get("kind") == "quote" and "source" not in value:
                source = Quote.model_validate(value).source
                return prepare({**value, "source": [part.json_value() for part in source]})
            case dict():
                made = {name: prepare(member) for name, member in value.items()}
                if value.get("kind") == "link":
                    made["known"] = value["to"] in known
                if value.get("id"):
                    made["id"] = "" if value["id"] in used else value["id"]  # a label may be set once only
                    used.add(value["id"])
                return made
            case _:
                return value

    prepared: dict[str, Any] = prepare(paper.json_value())
    return prepared


def _chart(value: dict[str, Any]) -> dict[str, Any]:
    """A chart's title, its picture where a sheet of paper is wide enough for one, and its table."""
    chart = _CHART.validate_python(value)
    table = table_of(chart).json_value()
    svg = None if isinstance(chart, Diagram) else draw(chart)
    return {"title": chart.title, "svg": svg, "head": table["head"], "rows": table["rows"]}


_CHART: TypeAdapter[Chart] = TypeAdapter(Chart)
