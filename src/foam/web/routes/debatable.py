"""Systems compared by how much of a dispute their answers cover."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from foam import Home, InputError, NotFound
from foam.web.addresses import job_path
from foam.web.catalogue import say
from foam.web.rendered import inset_document
from foam.web.site import Site, View, add_page
from foam.web.visitors import find_visitor


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["measure"])

    question = "/debatable/{run}/questions/{number}"
    add_page(site, router, "/debatable", _list_comparisons, summary="Every comparison of systems")
    add_page(site, router, question, _show_question, summary="A question's views, and who missed them")
    add_page(site, router, "/debatable/{run}", _show_comparison, summary="The leaderboard of a comparison")
    return router


def _list_comparisons(home: Home) -> View:
    """Every comparison, the newest first."""
    rows = reversed(find_visitor().pick_seen(home, home.debatable.list()))
    listed = [{**one.json_value(), "href": job_path("/debatable", one.run)} for one in rows]
    return View("comparisons.html", say("debatable.title"), {"comparisons": listed})


def _show_comparison(home: Home, run: str) -> View:
    """The leaderboard and the questions as data, and the whole report."""
    found = home.debatable.show(run)
    here = job_path("/debatable", found.run)
    told = found.evaluation.json_value()
    questions = [
        {
            "number": one.number, "id": one.id, "question": one.question, "views": len(one.views), "missed": one.missed,
            "href": f"{here}/questions/{one.number}",
        }
        for one in found.questions
    ]  # fmt: skip
    data = {"run": found.run, "here": here, "yardstick": told["yardstick"], "board": told["standings"]}
    page = {"page": inset_document(found.evaluation)}
    return View("comparison.html", say("debatable.board"), {**data, "questions": questions}, page)


def _show_question(home: Home, run: str, number: int) -> View:
    """One question with its views, each with its partial answer and where that stands."""
    found = home.debatable.show(run)
    if not 1 <= number <= len(found.questions):
        raise NotFound(say("debatable.no_question"), hint=say("debatable.no_question_hint", count=len(found.questions)))
    one = found.questions[number - 1]
    told = one.json_value()
    for view, shown in zip(one.views, told["views"], strict=True):
        shown["sources"] = [
            {"says": pointer.brief(), "href": find_sentence(home, pointer)} for pointer in view.partial.pointers
        ]
    here = job_path("/debatable", found.run)
    data = {**told, "run": found.run, "here": here, "questions": len(found.questions)}
    return View("views.html", one.question or str(one.id), data)


def find_sentence(home: Home, pointer: Any) -> str:
    """Where a sentence can be read; empty where its document is not in the library."""
    try:
        home.library.show(pointer.document)
    except (InputError, NotFound):
        return ""
    return f"/library/{pointer.document[:16]}?sentence={pointer.sentence}#marked"
