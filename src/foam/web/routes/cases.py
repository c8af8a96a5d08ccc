"""Cases that were written: the list, and each with its outline, its cards that lead to their sources, and its check."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial
from typing import Any
from urllib.parse import quote

from fastapi import APIRouter
from fastapi.responses import RedirectResponse, Response
from starlette.requests import Request

from foam import Case, FieldError, FoamError, Home, NotFound
from foam.orders import CaseOrder
from foam.paper import Action, compose, inset
from foam.web.addresses import job_path, run_path
from foam.web.catalogue import say
from foam.web.forms import PLACE, OrderForm, describe_form, list_choices, read_order, read_texts, show_form
from foam.web.recorded import describe_spec, summarise_run
from foam.web.rendered import MOST_KEPT, Inset, Kept, list_sections
from foam.web.routes.cards import WORD
from foam.web.site import Site, View, add_page, add_twins, wants_json
from foam.web.visitors import find_visitor
from foam.web.works import Outcome

JOB = "case"
LISTED = 200


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["case"])
    checks: Kept[dict[str, Any]] = Kept(MOST_KEPT)

    async def show(request: Request, texts: dict[str, list[str]], wrong: FieldError | None = None) -> Response:
        form = OrderForm(CaseOrder, texts, wrong, await asyncio.to_thread(list_choices, site), first=("speech",))
        told = {"action": "/cases", "intro": say("cases.new_intro"), "send": say("cases.send")}
        return show_form(site, request, "order.html", say("cases.new"), form, {}, **told)

    async def new_case(request: Request, resolution: str = "", read: str = "") -> Response:
        return await show(request, {"resolution": [resolution], PLACE: [read or site.home.config().settings.pack]})

    @router.post(
        "/cases",
        response_model=None,
        status_code=303,
        summary="Write a case",
        openapi_extra=describe_form(CaseOrder),
    )
    async def write(request: Request) -> Response:
        try:
            order, sent = await read_order(site, request, CaseOrder, await asyncio.to_thread(list_choices, site))
        except FieldError as error:
            return await show(request, await read_texts(request, CaseOrder), error)
        owner = find_visitor().name

        async def call(home: Home) -> Outcome:
            try:
                return Outcome(href=run_path(await site.carry_out(order, owner, home.case.write.aio)))
            finally:
                site.drop_uploads(sent)

        work = site.works.begin(
            order.title or say("home.sample"), ["case", order.json_value()], call, back="/cases/new"
        )
        return RedirectResponse(f"/progress/{work.id}", status_code=303)

    async def case(request: Request, run: str) -> Response:
        key = await asyncio.to_thread(site.home.find_run, run)
        found = await site.read(request, f"case {key}", lambda: find_case(site.home, key))
        check = await site.read(request, f"case check {key}", lambda: find_check(site.home, checks, key, found))
        summary = await asyncio.to_thread(summarise_run, site.home, key)
        data = {
            "run": key, "here": job_path("/cases", key), **describe_case(found, key, check),
            "challenges": summary["challenges"],
        }  # fmt: skip
        if wants_json(request):
            data["case"] = found.json_value()
        may_challenge = find_visitor().may("/runs/{run}/challenge/{node}")
        page = await asyncio.to_thread(_render_case, found, key, may_challenge=may_challenge)
        return site.show(request, View("case.html", found.resolution, data, {"page": page}))

    @router.get("/cases/{run}/as/docx", response_class=Response, summary="The case as a Word file")
    async def word(run: str, send: bool = False) -> Response:
        key = await asyncio.to_thread(site.home.find_run, run)
        found = await asyncio.to_thread(find_case, site.home, key)
        path = site.make_folder() / "case.docx"
        try:
            await asyncio.to_thread(found.save, path, send=send)
            content = await asyncio.to_thread(path.read_bytes)
        finally:
            site.drop_uploads([path])
        name = f"foam-{'send' if send else 'case'}-{key[3:15]}.docx"
        return Response(content, media_type=WORD, headers={"Content-Disposition": f'attachment; filename="{name}"'})

    add_twins(router, "/cases/new", new_case, summary="What a case can be written with")
    add_page(site, router, "/cases", _list_cases, summary="Every case that was written")
    add_twins(router, "/cases/{run}", case, summary="A case: its outline, its cards, what is not bound, and its check")
    return router


def _list_cases(home: Home) -> View:
    """The newest cases that the visitor sees."""
    written = [one for one in reversed(home.record.list()) if one.job == JOB]
    seen = find_visitor().pick_runs(written)[:LISTED]
    data = {
        "cases": [
            {
                "run": one.run, "href": job_path("/cases", one.run) if one.closed else run_path(one.run),
                "title": describe_spec(one.spec), "speech": str(one.spec.get("speech", "")),
                "pack": str(one.spec.get("pack", "")), "opened": one.opened, "closed": one.closed,
            }
            for one in seen
        ]
    }  # fmt: skip
    return View("cases.html", say("cases.title"), data)


def find_case(home: Home, run: str) -> Case:
    """The case of a run, off the record."""
    one = home.record.find(run)
    if one.job != JOB or not one.closed:
        raise NotFound(say("case.none"), hint=say("case.none_hint"))
    return home.case.show(run)


def find_check(home: Home, checks: Kept[dict[str, Any]], run: str, case: Case) -> dict[str, Any]:
    """What was found when a case was held against its sources, anew where the case or the library is another."""
    return checks.make((run, str(home.library.stats())), case, partial(_check_case, home, case))


def _check_case(home: Home, case: Case) -> dict[str, Any]:
    """What verification finds now, without asking a model; or why it cannot be done here."""
    try:
        found = home.case.verify(case)
    except FoamError as error:
        return {"done": False, "ok": False, "why": error.what, "hint": error.hint, "failures": []}
    report = found.report
    return {
        "done": True, "ok": report.ok, "why": "", "hint": "", "sources": found.sources,
        "pack_changed": found.pack_changed, "citations": report.citations,
        "exact": round(report.exact_rate * report.citations), "slots": report.slots,
        "established": report.established,
        "failures": [
            {"slot": one.slot, "rule": one.rule, "what": one.what, "remedy": one.remedy} for one in report.failures
        ],
    }  # fmt: skip


def describe_case(case: Case, run: str, check: dict[str, Any]) -> dict[str, Any]:
    """A case as its page shows it."""
    return {
        "resolution": case.resolution,
        "speech": case.speech,
        "seat": case.seat,
        "issued": case.issued,
        "words": case.words,
        "minutes": round(case.words / case.pace, 1),
        "notice": case.notice,
        "check": check,
        "outline": list(_list_outline(case, run, {one["slot"] for one in check["failures"]})),
        "unbound": [{"slot": one.id, "title": one.title, "says": one.hole} for one in case.slots if not one.filled],
    }


def _list_outline(case: Case, run: str, failing: set[str]) -> Iterator[dict[str, Any]]:
    """The arguments in speaking order, each with its parts and what fills them."""
    for group in case.groups:
        parts = [
            {
                "id": slot.id,
                "title": slot.title,
                "filled": "card" if slot.card else "words" if slot.analytic else "nothing",
                "fails": slot.id in failing,
                "says": slot.card.tag if slot.card else slot.analytic,
                "cite": (slot.card.cite or slot.card.source) if slot.card else "",
                "source": _find_source_path(slot, run),
            }
            for slot in case.list_slots(group.id)
        ]
        yield {"id": group.id, "title": group.title, "parts": parts}


def _find_source_path(slot: Any, run: str) -> str:
    """The page of a card's first sentence in its document; empty for what has no card."""
    if slot.card is None or not slot.card.sentences:
        return ""
    return f"{run_path(run)}/source/{slot.card.document[:16]}/{slot.card.sentences[0]}#marked"


def _render_case(case: Case, run: str, *, may_challenge: bool) -> Inset:
    """The document of a case, in which each card leads to its source and each part to the form that challenges it."""
    actions: dict[str, list[Action]] = {}
    for slot in case.slots:
        about = (slot.card.tag if slot.card else slot.title)[:80]
        if source := _find_source_path(slot, run):
            actions.setdefault(slot.id, []).append(Action(say("run.source"), source, about))
        if may_challenge:
            href = f"{run_path(run)}/challenge/{quote(slot.id)}"
            actions.setdefault(slot.id, []).append(Action(say("run.challenge_this"), href, about))
    paper = compose(case)
    return Inset(html=inset(paper, hrefs={}, actions=actions), sections=tuple(list_sections(paper)))
