"""Reading what came of a question: the answer with its sources, and what challenges left of it."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter
from fastapi.responses import RedirectResponse, Response
from starlette.requests import Request

from foam import Answer, Case, Examination, Home, NotFound
from foam.web.addresses import run_path
from foam.web.catalogue import find_language, say
from foam.web.heard_pages import read_heard_page
from foam.web.matters import find_page, matter_path
from foam.web.recorded import find_base, list_runs, read_answer, read_result, summarise_run
from foam.web.rendered import Rendered
from foam.web.site import Site, View, add_twins, wants_json
from foam.web.sources import find_source, show_document
from foam.web.visitors import find_visitor

DOWNLOADS = {"html": "text/html", "md": "text/markdown", "text": "text/plain"}
PAGES = {"case": "/cases", "tournament": "/tournaments", "oversee": "/oversight", "debatable-evaluate": "/debatable"}
"""Jobs whose runs have pages of their own, and where."""
_MOST_LISTED = 200


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["read"])

    async def runs(request: Request) -> Response:
        found = await asyncio.to_thread(list_runs, site.home, _MOST_LISTED + 1)
        data = {"runs": found[:_MOST_LISTED], "more": len(found) > _MOST_LISTED}
        return site.show(request, View("runs.html", say("runs.title"), data))

    async def run(request: Request, run: str) -> Response:
        summary = await asyncio.to_thread(_look_up, site.home, run)
        key = summary["run"]
        under_way = site.works.find_by_run(key)
        if under_way is not None:
            return RedirectResponse(f"/progress/{under_way.id}", status_code=303)
        if summary["job"] == "matter":
            return RedirectResponse(matter_path(key), status_code=303)
        if summary["job"] in PAGES and summary["closed"]:
            twin = ".json" if request.url.path.endswith(".json") else ""
            return RedirectResponse(f"{PAGES[summary['job']]}/{key[3:27]}{twin}", status_code=303)
        if summary["closed"] is None:
            again = urlencode({"question": summary["title"], "read": summary["read"]})
            waits = bool(await asyncio.to_thread(site.home.list_awaited, key))
            context = {"again": again, "waits": waits}
            return site.show(request, View("unfinished.html", say("run.unfinished"), summary, context))
        if summary["job"].startswith("contest"):
            return await _show_heard(site, request, summary)
        found = await site.read(request, f"run {key}", lambda: read_result(site.home, key, summary["job"]))
        return await _show_found(site, request, summary, found, str(summary["title"] or summary["what"]))

    async def version(request: Request, run: str) -> Response:
        summary = await asyncio.to_thread(_look_up, site.home, run)
        key = str(summary["run"])
        found = await site.read(request, f"version {key}", lambda: _read_version(site.home, key))
        return await _show_found(site, request, summary, found, str(getattr(found, "question", summary["title"])))

    async def source(request: Request, run: str, document: str, sentence: int) -> Response:
        key = await asyncio.to_thread(site.home.find_run, run)
        found = await site.read(request, f"source {key} {document}", lambda: find_source(site.home, key, document))
        back = {"href": f"{run_path(key)}", "text": say("source.back")}
        return site.show(request, show_document(found, sentence, back=back))

    @router.get("/runs/{run}/as/{form}", response_class=Response, summary="The document as a file")
    async def download(request: Request, run: str, form: str) -> Response:
        return await _make_file(site, run, form)

    add_twins(
        router, "/runs/{run}/source/{document}/{sentence}", source, summary="A cited sentence, marked in its document"
    )
    add_twins(router, "/runs/{run}/version", version, summary="The answer or case as a challenge left it")
    add_twins(router, "/runs", runs, summary="Everything that was asked")
    add_twins(router, "/runs/{run}", run, summary="What came of a question or a challenge")
    return router


async def _make_file(site: Site, run: str, form: str) -> Response:
    """What a run gave as a file to keep."""
    if form not in DOWNLOADS:
        raise NotFound(say("run.no_form"), hint=", ".join(DOWNLOADS))
    key = await asyncio.to_thread(site.home.find_run, run)
    job = (await asyncio.to_thread(summarise_run, site.home, key))["job"]
    found = await asyncio.to_thread(read_result, site.home, key, job)
    text = await asyncio.to_thread(found.render, form)
    name = f"foam-{key[3:15]}.{'txt' if form == 'text' else form}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type=f"{DOWNLOADS[form]}; charset=utf-8", headers=headers)


def _read_version(home: Home, run: str) -> Any:
    """What a challenge left, an answer or a case; of an answer that was asked for, that."""
    if not find_base(home, run):
        return read_answer(home, run)
    heard = home.contest.show(run).view
    if not heard.before.is_revised:
        raise NotFound(say("run.no_version"), hint=say("run.no_version_hint"))
    return heard.after.view


async def _show_found(site: Site, request: Request, summary: dict[str, Any], found: Any, title: str) -> Response:
    """The page of what a run gave."""
    key = str(summary["run"])
    page = await asyncio.to_thread(_render, site, key, found)
    context = {
        "summary": summary, "page": page, "challenges": summary["challenges"],
        "is_answer": isinstance(found, Answer), "has_tree": has_tree(found), "heard": None,
        "is_examined": isinstance(found, Examination),
        "is_contestable": has_tree(found) or isinstance(found, Case | Examination),
    }  # fmt: skip
    data = {"run": key, **(_data(found) if wants_json(request) else {})}  # a page has no use for it, and it is long
    return site.show(request, View("run.html", title, data, context))


async def _show_heard(site: Site, request: Request, summary: dict[str, Any]) -> Response:
    """The page of a challenge that was heard."""
    key = str(summary["run"])
    erasures = await asyncio.to_thread(site.home.record.count_erasures)
    page = site.heard_pages.find((find_language(), key, erasures))
    if page is None:
        page = await site.wait_for(request, f"heard {key}", lambda: site.reckoner.reckon(read_heard_page, key))
        site.heard_pages.put((find_language(), key, erasures), page)
    others = await asyncio.to_thread(site.home.appeal.resting_on, key)
    context = {
        "summary": summary, "page": page, "challenges": summary["challenges"], "is_answer": False,
        "has_tree": False, "heard": page.heard, "is_contestable": False, "is_examined": False,
        "others": [find_page(one) for one in others if find_visitor().sees_matter(one)],
    }  # fmt: skip
    data = {"run": key, **(page.data if wants_json(request) else {})}
    return site.show(request, View("run.html", page.title, data, context))


def has_tree(found: Any) -> bool:
    """Whether it is an answer that follows from a tree, whose parts can be challenged or held otherwise."""
    return isinstance(found, Answer) and found.tree is not None


def _render(site: Site, run: str, found: Any) -> Rendered:
    """The document of a result, for whoever asks."""
    may_challenge = find_visitor().may("/runs/{run}/challenge/{node}")
    return site.documents.find(found, run, here=run_path(run), may_challenge=may_challenge)


def _look_up(home: Home, run: str) -> dict[str, Any]:
    """What is known of a run, by its first digits."""
    return summarise_run(home, home.find_run(run))


def _data(found: Any) -> dict[str, Any]:
    return dict(found.json_value()) if hasattr(found, "json_value") else {"text": str(found)}
