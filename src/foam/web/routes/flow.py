"""The flow of a debate, also as far as one got: a column a speech, a row a point, with the times of its format."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Any

from fastapi import APIRouter
from fastapi.responses import Response
from starlette.requests import Request

from foam import Debate, Home, NotFound
from foam.web.catalogue import say
from foam.web.site import Site, View, add_twins

DOWNLOADS = {"csv": "text/csv", "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"}
SIDES = ("pro", "con")


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["debate"])

    async def flow(request: Request, run: str) -> Response:
        key = await asyncio.to_thread(site.home.find_run, run)
        debate = await site.read(request, f"flow {key}", lambda: _read_debate(site.home, key))
        times = await asyncio.to_thread(_list_times, site.home, key)
        grid = site.home.debate.flow(debate).json_value()
        over = (await asyncio.to_thread(site.home.record.find, key)).closed is not None
        data = {
            "run": key, "motion": debate.motion, "dropped": len(debate.dropped), "over": over, **grid, "times": times,
        }  # fmt: skip
        return site.show(request, View("flow.html", say("flow.title"), data))

    @router.get("/runs/{run}/flow/as/{form}", response_class=Response, summary="The flow as a table for a spreadsheet")
    async def download(run: str, form: str) -> Response:
        if form not in DOWNLOADS:
            raise NotFound(say("run.no_form"), hint=", ".join(DOWNLOADS))
        key = await asyncio.to_thread(site.home.find_run, run)
        content = await asyncio.to_thread(_write_flow, site.home, key, form)
        headers = {"Content-Disposition": f'attachment; filename="flow-{key[3:15]}.{form}"'}
        return Response(content, media_type=DOWNLOADS[form], headers=headers)

    add_twins(router, "/runs/{run}/flow", flow, summary="The flow of a debate, and the times of its format")
    return router


def _read_debate(home: Home, run: str) -> Debate:
    """The debate of a run, off the record; of one that is not over, what was said so far."""
    found = home.record.find(run)
    if found.job != "debate":
        raise NotFound(say("flow.no_debate"), hint=say("flow.no_debate_hint"))
    debate: Debate = home.record.recompute(run) if found.closed else home.debate.so_far(run)
    return debate


def _list_times(home: Home, run: str) -> list[dict[str, Any]]:
    """Every speech of the debate's format with its seconds, and what each side has to prepare in."""
    held = home.record.spec(run)["format"]
    speeches = [(one["name"], one.get("title", ""), one["side"], one["minutes"]) for one in held["speeches"]]
    prepared = [(say("flow.prep"), "", side, held["prep"]) for side in SIDES] if held.get("prep") else []
    return [
        {"name": name, "title": title, "side": side, "seconds": round(60 * minutes)}
        for name, title, side, minutes in (*speeches, *prepared)
    ]


def _write_flow(home: Home, run: str, form: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        return _read_debate(home, run).save(Path(folder) / f"flow.{form}").read_bytes()
