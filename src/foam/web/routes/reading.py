"""Reading what came of a question: the answer with its sources, and what challenges left of it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter
from fastapi.responses import RedirectResponse, Response
from starlette.requests import Request

from foam import Answer, Case, Document, Examination, Home, InputError, NotFound
from foam.web.addresses import run_path
from foam.web.catalogue import say, say_or
from foam.web.hearings import read_heard_page
from foam.web.matters import find_page, matter_path
from foam.web.rendering import Rendered
from foam.web.routes.asking import LIBRARY, describe_spec
from foam.web.site import Site, View, add_twins, wants_json
from foam.web.visitors import find_visitor

DOWNLOADS = {"html": "text/html", "md": "text/markdown", "text": "text/plain"}
PAGES = {"case": "/cases", "tournament": "/tournaments", "oversee": "/oversight", "debatable-evaluate": "/debatable"}
"""Jobs whose runs have pages of their own, and where."""
AROUND = 150
"""Sentences before and after the marked one that a page of a long document shows."""


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["read"])

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

    async def whole(request: Request, run: str) -> Response:
        summary = await asyncio.to_thread(_look_up, site.home, run)
        key = str(summary["run"])
        found = await site.read(request, f"answer {key}", lambda: read_answer(site.home, key))
        return await _show_found(site, request, summary, found, found.question, whole=True)

    async def section(request: Request, run: str, part: str, page: int = 1) -> Response:
        return await _show_section(site, request, run, part, page)

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
    add_twins(router, "/runs/{run}/section/{part}", section, summary="A part that a long answer unfolds to")
    add_twins(router, "/runs/{run}/whole", whole, summary="The whole answer on one page, to be printed")
    add_twins(router, "/runs/{run}/version", version, summary="The answer or case as a challenge left it")
    add_twins(router, "/runs/{run}", run, summary="What came of a question or a challenge")
    return router


async def _show_section(site: Site, request: Request, run: str, part: str, page: int) -> Response:
    """A part that a long answer unfolds to."""
    key = await asyncio.to_thread(site.home.find_run, run)
    found = await site.read(request, f"answer {key}", lambda: read_answer(site.home, key))
    rendered = await asyncio.to_thread(_render, site, key, found)
    shown = rendered.find_part(part, page)
    data = {
        "run": key, "section": part, "title": shown.title, "page": page, "pages": shown.pages,
        "blocks": [one.json_value() for one in shown.turn_to(page)] if wants_json(request) else [],
    }  # fmt: skip
    html = await asyncio.to_thread(rendered.show_part, part, page)
    view = View("section.html", shown.title, data, {"html": html, "back": rendered.back})
    return site.show_kept(request, view, of=rendered)


async def _make_file(site: Site, run: str, form: str) -> Response:
    """What a run gave as a file to keep."""
    if form not in DOWNLOADS:
        raise NotFound(say("run.no_form"), hint=", ".join(DOWNLOADS))
    key = await asyncio.to_thread(site.home.find_run, run)
    job = (await asyncio.to_thread(summarise_run, site.home, key))["job"]
    found = await asyncio.to_thread(read_result, site.home, key, job)
    text = await asyncio.to_thread(found.render, form)
    headers = {"Content-Disposition": f'attachment; filename="{name_file(key, form)}"'}
    return Response(text, media_type=f"{DOWNLOADS[form]}; charset=utf-8", headers=headers)


def name_file(run: str, form: str) -> str:
    """What a file goes by that somebody takes along."""
    return f"foam-{run[3:15]}.{'txt' if form == 'text' else form}"


def read_result(home: Home, run: str, job: str) -> Any:
    """What a run gave, off the record."""
    if job in ("ask", "deliberate"):
        return read_answer(home, run)
    if job.startswith("contest"):
        return home.contest.show(run).view
    return home.record.recompute(run)


def read_answer(home: Home, run: str) -> Answer:
    """The answer of a run, or the version that a challenge to it left."""
    try:
        answer: Answer = home.dossier.show(run).dossier
    except InputError as error:
        raise NotFound(error.what, hint=error.hint) from None
    return answer


def _read_version(home: Home, run: str) -> Any:
    """What a challenge left, an answer or a case; of an answer that was asked for, that."""
    if not find_base(home, run):
        return read_answer(home, run)
    heard = home.contest.show(run).view
    if not heard.before.is_revised:
        raise NotFound(say("run.no_version"), hint=say("run.no_version_hint"))
    return heard.after.view


def find_base(home: Home, run: str) -> str:
    """The run that a challenge was made to; empty for what was made from no other."""
    return _read_base(home.record.find(run))


def trace_versions(home: Home, run: str) -> Iterator[str]:
    """A version, what it was made from, and what that was made from, to the first."""
    while run:
        yield run
        run = find_base(home, run)


def _read_base(one: Any) -> str:
    return str(one.spec.get("of", "")) if one.job.startswith("contest") else ""


def find_source(home: Home, run: str, document: str) -> Document:
    """The document of a citation: from the pack, from what a challenge brought, or from the library."""
    *_, first = trace_versions(home, run)
    pack = home.record.spec(first).get("pack")
    for one in (*home.dossier.brought(run), *(home.pack.load(pack).documents() if pack else ())):
        if one.id.startswith(document):
            return one
    return home.library.show(document).document


def show_document(document: Document, marked: int | None, *, back: dict[str, str]) -> View:
    """A document with its sentences, one of them marked; of a long one, what stands around the mark."""
    count = len(document.ends)
    if marked is not None and not 0 <= marked < count:
        raise NotFound(say("source.no_sentence"), hint=say("source.no_sentence_hint", count=count))
    shown, sentences = list_sentences(document, marked or 0)
    title = name_document(document)
    data = {
        "document": document.id, "title": title, "cite": document.citation.in_full,
        "file": document.origin.file.rpartition("/")[2], "marked": marked, "sentences": sentences, "total": count,
    }  # fmt: skip
    return View("document.html", title, data, {"back": back, "before": shown.start, "after": count - shown.stop})


def list_sentences(document: Document, centre: int) -> tuple[range, list[dict[str, Any]]]:
    """The sentences around one, by their numbers, and where paragraphs end."""
    shown = range(max(0, centre - AROUND), min(len(document.ends), centre + AROUND + 1))
    return shown, [
        {
            "number": number,
            "text": document.sentence(number),
            "ends_paragraph": "\n" in document.sentences[number].of(document.text),
        }
        for number in shown
    ]


def name_document(document: Document) -> str:
    """What a document goes by: a card's tag, a title, or nothing of its own."""
    return (document.card.tag if document.card else "") or document.citation.title or say("source.untitled")


async def _show_found(
    site: Site,
    request: Request,
    summary: dict[str, Any],
    found: Any,
    title: str,
    *,
    whole: bool = False,
) -> Response:
    """The page of what a run gave."""
    key = str(summary["run"])
    page = await asyncio.to_thread(_render, site, key, found, whole=whole)
    context = {
        "summary": summary, "page": page, "challenges": summary["challenges"],
        "is_answer": isinstance(found, Answer), "has_tree": has_tree(found), "heard": None,
        "is_examined": isinstance(found, Examination),
        "is_contestable": has_tree(found) or isinstance(found, Case | Examination),
    }  # fmt: skip
    data = {"run": key, **(_data(found) if wants_json(request) else {})}  # a page has no use for it, and it is long
    return site.show_kept(request, View("run.html", title, data, context), of=page, facts=summary)


async def _show_heard(site: Site, request: Request, summary: dict[str, Any]) -> Response:
    """The page of a challenge that was heard."""
    key = str(summary["run"])
    erasures = await asyncio.to_thread(site.home.record.count_erasures)
    page = site.heard_pages.find(key, erasures=erasures)
    if page is None:
        page = await site.wait_for(request, f"heard {key}", lambda: site.reckoner.reckon(read_heard_page, key))
        site.heard_pages.keep(key, page, erasures=erasures)
    others = await asyncio.to_thread(site.home.appeal.resting_on, key)
    context = {
        "summary": summary, "page": page, "challenges": summary["challenges"], "is_answer": False,
        "has_tree": False, "heard": page.heard, "is_contestable": False, "is_examined": False,
        "others": [find_page(one) for one in others if find_visitor().sees_matter(one)],
    }  # fmt: skip
    data = {"run": key, **(page.data if wants_json(request) else {})}
    facts = [summary, context["others"]]
    return site.show_kept(request, View("run.html", page.title, data, context), of=page, facts=facts)


def has_tree(found: Any) -> bool:
    """Whether it is an answer that follows from a tree, whose parts can be challenged or held otherwise."""
    return isinstance(found, Answer) and found.tree is not None


def _render(site: Site, run: str, found: Any, *, whole: bool = False) -> Rendered:
    """The document of a result, for whoever asks."""
    here, may_challenge = run_path(run), find_visitor().may("/runs/{run}/challenge/{node}")
    back = f"{here}/version" if find_base(site.home, run) else here
    return site.documents.find(found, run, here=here, back=back, may_challenge=may_challenge, whole=whole)


def _look_up(home: Home, run: str) -> dict[str, Any]:
    """What is known of a run, by its first digits."""
    return summarise_run(home, home.find_run(run))


def summarise_run(home: Home, run: str) -> dict[str, Any]:
    """What a run is, and what was said against it, as far as the visitor sees that."""
    one = home.record.find(run)
    status = home.contest.status(run) if one.closed and one.job != "matter" else None
    return {
        "run": run, "job": one.job, "what": say_or(f"jobs.{one.job}", one.job), "title": describe_spec(one.spec),
        "read": one.spec.get("pack", LIBRARY), "opened": one.opened, "closed": one.closed, "members": one.members,
        "person": one.spec.get("person", ""),
        "base": _read_base(one),
        "challenges": [
            {
                "run": row.run, "href": run_path(row.run), "opened": row.opened,
                "kind": row.outcome.challenge.ground.kind if row.outcome else "",
                "because": row.outcome.challenge.because if row.outcome else "",
                "disposition": row.outcome.disposition if row.outcome else "",
                "became": say_or(f"became.{row.outcome.disposition}", "") if row.outcome else "",
            }
            for row in (status.challenges if status else ())
            if find_visitor().sees_any(home, row.run)
        ],
    }  # fmt: skip


def _data(found: Any) -> dict[str, Any]:
    return dict(found.json_value()) if hasattr(found, "json_value") else {"text": str(found)}
