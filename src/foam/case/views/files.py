"""The files a case can be saved to beside its document: data, the flow, a Verbatim Word file, a
workbook, and what caselists take."""

from __future__ import annotations

import json

from foam.case.flow import build_flow
from foam.case.provenance import trace_sentences
from foam.case.values import Case
from foam.case.views.cards import list_documents
from foam.case.views.verbatim import render_verbatim
from foam.case.views.workbook import render_workbook
from foam.evidence.exports import CITES, OPEN_SOURCE
from foam.paper import add_formats

_FLOW = ".flow.json"


def render_case_json(case: Case) -> str:
    """The case as data, every part with where it comes from."""
    traced = [one.json_value() for one in trace_sentences(case)]
    return json.dumps({**case.json_value(), "provenance": traced}, ensure_ascii=False, indent=2) + "\n"


def _render_cites(case: Case) -> str:
    from foam.evidence.exports.caselist import render_cites  # it needs lxml, and bundles are checked without

    return render_cites(list(list_documents(case)))


def _render_open_source(case: Case, *, send: bool) -> str:
    from foam.evidence.exports.caselist import render_open_source

    return render_open_source(list(list_documents(case)), send=send)


add_formats(
    Case,
    {
        _FLOW: lambda case, **_: json.dumps(build_flow(case).json_value(), ensure_ascii=False, indent=2) + "\n",
        ".json": lambda case, **_: render_case_json(case),
        ".docx": render_verbatim,
        CITES: lambda case, **_: _render_cites(case),
        OPEN_SOURCE: lambda case, *, send=False, **_: _render_open_source(case, send=send),
        ".xlsx": lambda case, **_: render_workbook(case),
    },
)
