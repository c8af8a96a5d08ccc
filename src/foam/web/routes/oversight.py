"""Experiments on oversight: accuracy by judge and protocol, as curves."""

from __future__ import annotations

from fastapi import APIRouter

from foam import Home
from foam.web.addresses import job_path
from foam.web.catalogue import say
from foam.web.rendered import inset_document
from foam.web.site import Site, View, add_page
from foam.web.visitors import find_visitor


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["measure"])

    add_page(site, router, "/oversight", _list_experiments, summary="Every experiment on oversight")
    add_page(
        site, router, "/oversight/{run}", _show_experiment, summary="Accuracy by judge and protocol, and how it settled"
    )
    return router


def _list_experiments(home: Home) -> View:
    """Every experiment, the newest first."""
    rows = reversed(find_visitor().pick_seen(home, home.oversee.list()))
    listed = [{**one.json_value(), "href": job_path("/oversight", one.run)} for one in rows]
    return View("experiments.html", say("oversight.title"), {"experiments": listed})


def _show_experiment(home: Home, run: str) -> View:
    """An experiment as data, its pictures, and its whole report."""
    found = home.oversee.show(run)
    warnings = list(home.oversee.warnings(found.report.summary))
    shown = {"pictures": inset_document(found.pictures), "page": inset_document(found.report.paper)}
    return View("experiment.html", say("oversight.one"), {**found.data(), "warnings": warnings}, shown)
