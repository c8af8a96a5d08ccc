"""Two versions side by side: what follows from each, which parts stand otherwise, and the redline between them."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter
from fastapi.responses import Response
from starlette.requests import Request

from foam import Answer, Home, InputError, NotFound
from foam.web.addresses import run_path
from foam.web.catalogue import say, say_or
from foam.web.recorded import describe_spec, find_base, read_answer, trace_versions
from foam.web.site import Site, View, add_page, add_twins
from foam.web.visitors import find_visitor

_MOST_LISTED = 200
ASKED = ("ask", "deliberate")
"""Jobs that answer a question."""


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["read"])

    async def compare(request: Request, run: str, other: str) -> Response:
        before = await asyncio.to_thread(site.home.find_run, run)
        after = await asyncio.to_thread(site.home.find_run, other)
        data = await site.read(request, f"compare {before} {after}", lambda: _compare_runs(site.home, before, after))
        return site.show(request, View("compare.html", say("compare.title"), data))

    add_page(site, router, "/runs/{run}/compare", _list_comparable, summary="What an answer can be compared with")
    add_twins(router, "/runs/{run}/compare/{other}", compare, summary="What differs between two versions")
    return router


def _list_comparable(home: Home, run: str) -> View:
    """What this version was made from, what was made from the same answer, and other answers to its question."""
    run = home.find_run(run)
    _, *bases = trace_versions(home, run)
    root = bases[-1] if bases else run
    versions = [one.run for one in home.contest.status(root).challenges if one.outcome is not None and one.run != run]
    asked = describe_spec(home.record.spec(root))
    anew = [
        one.run
        for one in reversed(home.record.list(limit=_MOST_LISTED))
        if one.job in ASKED and one.closed and one.run != root and describe_spec(one.spec) == asked
    ]
    groups = {"bases": bases, "versions": [one for one in versions if one not in bases], "anew": anew}
    visitor = find_visitor()
    told = {
        name: [_describe(home, one) for one in runs if visitor.sees_any(home, one)] for name, runs in groups.items()
    }
    data = {"run": run, "title": describe_spec(home.record.spec(run)), **told}
    return View("compare_with.html", say("compare.choose"), data)


def _compare_runs(home: Home, before: str, after: str) -> dict[str, Any]:
    """What moved between two versions and, where the later one was made from the earlier, the redline."""
    redline, shown = _read_redline(home, before, after), [_find_answer(home, one) for one in (before, after)]
    if redline is None and None in shown:
        raise InputError(say("compare.not_these"), hint=say("compare.not_these_hint"))
    found = None if None in shown else home.compare(before, after)
    return {
        "before": _describe(home, before),
        "after": _describe(home, after),
        "redline": redline,
        "difference": found.json_value() if found else None,
    }


def _find_answer(home: Home, run: str) -> Answer | None:
    """The answer of a run; a case has only a redline."""
    try:
        return read_answer(home, run)
    except NotFound:
        return None


def _read_redline(home: Home, before: str, after: str) -> list[dict[str, Any]] | None:
    """The redline of a challenge to the earlier version; None where the later one did not come of such a challenge."""
    if find_base(home, after) != before:
        return None
    heard = home.contest.show(after).view
    if not heard.before.is_revised:
        return None
    parts = {**heard.before.parts, **heard.after.parts}
    return [
        {**row.json_value(), "what": say_or(f"parts.{parts[row.part].kind}", "") if row.part in parts else ""}
        for row in heard.redline
    ]


def _describe(home: Home, run: str) -> dict[str, str]:
    one = home.record.find(run)
    is_version = bool(find_base(home, run))
    return {
        "run": run,
        "href": f"{run_path(run)}/version" if is_version else run_path(run),
        "title": describe_spec(one.spec),
        "what": say("compare.version") if is_version else say_or(f"jobs.{one.job}", one.job),
        "opened": one.opened,
    }
