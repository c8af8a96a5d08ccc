"""Experiments on oversight: accuracy by judge and protocol, as curves."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from fastapi.responses import Response
from starlette.requests import Request

from foam import Home
from foam.web.addresses import job_path
from foam.web.catalogue import say
from foam.web.rendered import inset_document
from foam.web.site import Site, View, add_twins
from foam.web.visitors import find_visitor


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["measure"])

    async def experiments(request: Request) -> Response:
        data = await site.read(request, f"experiments {find_visitor().name}", lambda: _list_experiments(site.home))
        return site.show(request, View("experiments.html", say("oversight.title"), data))

    async def experiment(request: Request, run: str) -> Response:
        data, shown = await site.read(request, f"experiment {run}", lambda: _read_experiment(site.home, run))
        return site.show(request, View("experiment.html", say("oversight.one"), data, shown))

    add_twins(router, "/oversight", experiments, summary="Every experiment on oversight")
    add_twins(router, "/oversight/{run}", experiment, summary="Accuracy by judge and protocol, and how it settled")
    return router


def _list_experiments(home: Home) -> dict[str, Any]:
    """Every experiment, the newest first."""
    rows = reversed(find_visitor().pick_seen(home, home.oversee.list()))
    return {"experiments": [{**one.json_value(), "href": job_path("/oversight", one.run)} for one in rows]}


def _read_experiment(home: Home, run: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """An experiment as data, its pictures, and its whole report."""
    found = home.oversee.show(run)
    warnings = list(home.oversee.warnings(found.report.summary))
    shown = {"pictures": inset_document(found.pictures), "page": inset_document(found.report.paper)}
    return {**found.data(), "warnings": warnings}, shown
