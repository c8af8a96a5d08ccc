"""The files a case can be saved to beside its document: data, the flow, a Verbatim Word file, a workbook."""

from __future__ import annotations

import json

from foam.case.flow import build_flow
from foam.case.provenance import trace_sentences
from foam.case.values import Case
from foam.case.views.verbatim import render_verbatim
from foam.case.views.workbook import render_workbook
from foam.paper import add_formats

FLOW = ".flow.json"


def render_case_json(case: Case) -> str:
    """The case as data, every part with where it comes from."""
    traced = [one.json_value() for one in trace_sentences(case)]
    return json.dumps({**case.json_value(), "provenance": traced}, ensure_ascii=False, indent=2) + "\n"


add_formats(
    Case,
    {
        FLOW: lambda case, **_: build_flow(case).model_dump_json(indent=2) + "\n",
        ".json": lambda case, **_: render_case_json(case),
        ".docx": render_verbatim,
        ".xlsx": lambda case, **_: render_workbook(case),
    },
)
