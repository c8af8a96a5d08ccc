"""Systems compared by how much of a dispute their answers cover."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from fastapi.responses import Response
from starlette.requests import Request

from foam import Home, InputError, NotFound
from foam.web.addresses import job_path
from foam.web.catalogue import say
from foam.web.rendered import Inset, inset_document
from foam.web.site import Site, View, add_twins
from foam.web.visitors import find_visitor


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["measure"])

    async def comparisons(request: Request) -> Response:
        data = await site.read(request, f"comparisons {find_visitor().name}", lambda: _list_comparisons(site.home))
        return site.show(request, View("comparisons.html", say("debatable.title"), data))

    async def comparison(request: Request, run: str) -> Response:
        data, page = await site.read(request, f"comparison {run}", lambda: _read_comparison(site.home, run))
        return site.show(request, View("comparison.html", say("debatable.board"), data, {"page": page}))

    async def question(request: Request, run: str, number: int) -> Response:
        data = await site.read(request, f"views {run} {number}", lambda: read_question(site.home, run, number))
        return site.show(request, View("views.html", data["question"] or str(data["id"]), data))

    add_twins(router, "/debatable", comparisons, summary="Every comparison of systems")
    add_twins(
        router, "/debatable/{run}/questions/{number}", question, summary="A question's views, and who missed them"
    )
    add_twins(router, "/debatable/{run}", comparison, summary="The leaderboard of a comparison")
    return router


def _list_comparisons(home: Home) -> dict[str, Any]:
    """Every comparison, the newest first."""
    rows = reversed(find_visitor().pick_seen(home, home.debatable.list()))
    return {"comparisons": [{**one.json_value(), "href": job_path("/debatable", one.run)} for one in rows]}


def _read_comparison(home: Home, run: str) -> tuple[dict[str, Any], Inset]:
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
    return {**data, "questions": questions}, inset_document(found.evaluation)


def read_question(home: Home, run: str, number: int) -> dict[str, Any]:
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
    return {**told, "run": found.run, "here": here, "questions": len(found.questions)}


def find_sentence(home: Home, pointer: Any) -> str:
    """Where a sentence can be read; empty where its document is not in the library."""
    try:
        home.library.show(pointer.document)
    except (InputError, NotFound):
        return ""
    return f"/library/{pointer.document[:16]}?sentence={pointer.sentence}#marked"
