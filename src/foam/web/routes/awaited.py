"""What a person is asked in a run, as a form drawn from the fields that a model would fill; then the run goes on."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import APIRouter
from fastapi.responses import RedirectResponse, Response
from starlette.datastructures import FormData
from starlette.requests import Request

from foam import Home, NotFound
from foam.web.addresses import run_path
from foam.web.catalogue import say
from foam.web.forms import LONGEST_LINE, split_names
from foam.web.site import Site, View, add_twins
from foam.web.visitors import find_visitor
from foam.web.works import Outcome

FEW = 3
"""Empty rows that a list shows, and how many more are shown when somebody wants more."""
_MARK = re.compile(r"^</?[a-z]+(?: id=\S+)? [0-9a-f]{12}>\n?", re.MULTILINE)
"""The marks around quoted text, which tell a model what is data; a person sees the text itself."""
Filled = Mapping[str, Any]


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["ask"])

    async def awaited(request: Request, run: str) -> Response:
        key = await asyncio.to_thread(site.home.find_run, run)
        found = await asyncio.to_thread(site.home.list_awaited, key)
        if not found:
            return RedirectResponse(run_path(key), status_code=303)
        return _show(site, request, key, found)

    add_twins(router, "/runs/{run}/awaited", awaited, summary="What people have yet to answer in a run")

    @router.post("/runs/{run}/awaited", response_model=None, status_code=303, summary="Answer what a run waits for")
    async def answer(request: Request, run: str) -> Response:
        form = await request.form()
        key = await asyncio.to_thread(site.home.find_run, run)
        found = await asyncio.to_thread(site.home.list_awaited, key)
        asked = next((one for one in found if one.key == form.get("question")), None)
        judges = asked is not None and asked.question.role in ("judge", "evaluator")
        if asked is None or (judges and not find_visitor().may("/runs/{run}/answer", "POST")):
            raise NotFound(say("awaited.gone"), hint=say("problem.go_home"))
        filled = _read_filled(asked.fields, form)
        complaints = {at: _word_fault(fault) for at, fault in asked.find_faults(filled).items()}
        more = int("more" in form)
        if more or complaints:
            shown = (asked, *(one for one in found if one is not asked))
            return _show(site, request, key, shown, filled, {} if more else complaints, more=more)
        by = find_visitor().name or str(form.get("by", "")).strip()[:LONGEST_LINE]
        queued = await asyncio.to_thread(site.home.answer_awaited, key, asked.key, filled, by=by)
        if len(found) > 1:
            return RedirectResponse(f"{run_path(key)}/awaited", status_code=303)

        async def call(home: Home) -> Outcome:
            if queued:
                return Outcome(href=run_path(await site.works.follow(site.home, queued)))
            return Outcome(href=run_path((await home.resume.aio(key)).run))

        work = site.works.begin(say("awaited.title"), ["resume", key], call)
        return RedirectResponse(f"/progress/{work.id}", status_code=303)

    return router


def _show(
    site: Site,
    request: Request,
    run: str,
    found: Sequence[Any],
    filled: Filled | None = None,
    complaints: Mapping[str, str] | None = None,
    more: int = 0,
) -> Response:
    asked = found[0]
    data = {"run": run, "waiting": [one.key for one in found], **asked.json_value()}
    context = {
        "fields": asked.fields,
        "filled": filled or {},
        "complaints": complaints or {},
        "rows": {
            one.name: _count_rows(one, len((filled or {}).get(one.name, ())), more)
            for one in asked.fields
            if one.type == "list"
        },
        "says": asked.says,
        "told": [_MARK.sub("", text).strip() for text in asked.told],
    }
    status = 422 if complaints else 200
    return site.show(request, View("awaited.html", say("awaited.title"), data, context, status=status))


def _count_rows(field: Any, filled: int, more: int) -> int:
    """A list that takes a row for each of several things shows them all."""
    return int(field.at_most if field.about_each else min(field.at_most, filled + FEW * (1 + more)))


def _word_fault(fault: Any) -> str:
    """What does not fit, as it stands beside its field."""
    bounds = {"count": fault.given, "low": f"{fault.low:g}", "high": f"{fault.high:g}"}
    bounds["asked"] = "–".join(dict.fromkeys((bounds["low"], bounds["high"])))
    return say(f"awaited.fault_{fault.kind.replace(' ', '_')}", **bounds)


def _read_filled(fields: Sequence[Any], form: FormData, prefix: str = "f") -> dict[str, Any]:
    """What somebody filled in; rows of which nothing was filled are none."""
    return {one.name: _read_field(one, form, f"{prefix}.{one.name}") for one in fields}


def _read_field(field: Any, form: FormData, name: str) -> Any:
    said = str(form.get(name, "")).strip()
    match field.type:
        case "ids":
            return tuple(str(one) for one in form.getlist(name))
        case "names":
            return tuple(split_names(said))
        case "score":
            return _read_number(said)
        case "list":
            rows = (_read_filled(field.fields, form, f"{name}.{place}") for place in range(field.at_most))
            told = ((row, {one: value for one, value in row.items() if one != field.about_each}) for row in rows)
            return tuple(row for row, rest in told if any(rest.values()))
        case _:
            return said


def _read_number(said: str) -> float | None:
    try:
        return float(said.replace(",", "."))
    except ValueError:
        return None
