"""Examining a file: papers are sent, somebody says which is the decision and whose the others are, and it is read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlencode

from fastapi import APIRouter
from fastapi.responses import RedirectResponse, Response
from starlette.datastructures import UploadFile
from starlette.requests import Request

from foam import FieldError, Home, InputError
from foam.orders import ExaminationOrder
from foam.web.addresses import run_path
from foam.web.catalogue import say
from foam.web.forms import Choices, OrderForm, describe_form, read_given, read_order, show_form
from foam.web.site import Site, add_twins, name_kept
from foam.web.visitors import find_visitor
from foam.web.works import Outcome, Work

MOST_FILES = 50
DECISION, RULES = "decision", "rules"
ROLES = ("document", DECISION, RULES, "party", "authority", "independent")
"""What a paper may be: the decision, rules, or a document, whose author may stand somewhere."""
_AUTHORS = ROLES[3:]
_PAPERS = ("papers", DECISION, RULES, "roles")
"""What is asked of each paper, after they were sent."""


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["examine"])

    def show_papers(request: Request, wrong: FieldError | None = None) -> Response:
        without = [one.name for one in ExaminationOrder.list_fields() if one.name != "papers"]
        told = {"action": "/examine", "intro": say("examine.intro"), "send": say("examine.send")}
        form = OrderForm(ExaminationOrder, {}, wrong, without=without)
        return show_form(site, request, "order.html", say("examine.title"), form, {"papers": []}, **told)

    async def show_roles(request: Request, paths: Sequence[Path], wrong: FieldError | None = None) -> Response:
        given = await read_given(request) if wrong else {}
        form = OrderForm(ExaminationOrder, given, wrong, _list_readers(site), without=_PAPERS, first=("model",))
        data = {"papers": [{"kept": name_kept(path), "file": path.name} for path in paths]}
        told = {"action": "/examine/file", "intro": say("examine.roles_help"), "send": say("examine.begin")}
        return show_form(site, request, "examine.html", say("examine.roles"), form, data, roles=ROLES, **told)

    async def examine(request: Request) -> Response:
        kept = request.query_params.getlist("kept")[:MOST_FILES]
        paths = [site.find_upload(name) for name in kept]
        return await show_roles(request, paths) if paths else show_papers(request)

    @router.post(
        "/examine",
        response_model=None,
        summary="Send the papers of a file; what each is, is asked next",
        openapi_extra=describe_form(ExaminationOrder, without=[DECISION, RULES, "roles", "model"]),
    )
    async def send(request: Request) -> Response:
        given = (await request.form()).getlist("papers")
        sent = [one for one in given if isinstance(one, UploadFile) and one.filename]
        if not sent or len(sent) > MOST_FILES:
            return show_papers(request, FieldError("papers", say("library.no_file_hint", most=MOST_FILES)))
        return await show_roles(request, [await site.keep_upload(one) for one in sent])

    @router.post(
        "/examine/file",
        response_model=None,
        status_code=303,
        summary="Examine the papers that were sent",
        openapi_extra=describe_form(ExaminationOrder, texts=["kept", "role", "keep"], without=_PAPERS),
    )
    async def begin(request: Request) -> Response:
        given = await read_given(request)
        paths = [site.find_upload(name) for name in given.get("kept", ())[:MOST_FILES]]
        try:
            papers = _name_papers(paths, given.get("role", []))
            order, _ = await read_order(site, request, ExaminationOrder, _list_readers(site), **_tell_papers(papers))
        except FieldError as error:
            return await show_roles(request, paths, error)
        work = _begin_work(site, order, paths, is_kept=bool(given.get("keep")))
        return RedirectResponse(f"/progress/{work.id}", status_code=303)

    add_twins(router, "/examine", examine, summary="Examine the papers of a file")
    return router


def _list_readers(site: Site) -> dict[str, Choices]:
    """Models that may read a file besides code: that of the settings, and the endpoints."""
    settings = site.home.config().settings
    return {"model": [("", say("choices.nobody")), *((one, one) for one in {settings.model: 0, **settings.models})]}


def _name_papers(paths: Sequence[Path], roles: Sequence[str]) -> dict[Path, str]:
    """What each paper is, as a form says it."""
    if not paths or len(paths) != len(roles) or not set(roles) <= set(ROLES):
        raise FieldError("roles", say("problem.not_offered"))
    if roles.count(DECISION) > 1:
        raise FieldError(DECISION, f"{say('examine.two_decisions')} {say('examine.two_decisions_hint')}")
    return dict(zip(paths, roles, strict=True))


def _tell_papers(papers: dict[Path, str]) -> dict[str, object]:
    """The same as an order has it."""
    return {
        "papers": [path for path, role in papers.items() if role not in (DECISION, RULES)],
        DECISION: next((path for path, role in papers.items() if role == DECISION), None),
        RULES: [path for path, role in papers.items() if role == RULES],
        "roles": {str(path): role for path, role in papers.items() if role in _AUTHORS},
    }


def _begin_work(site: Site, order: ExaminationOrder, papers: Sequence[Path], *, is_kept: bool) -> Work:
    """Examine in the background; with `is_kept` the papers are put into the library. Where it fails they stay, so that
    it can be asked otherwise."""
    visitor = find_visitor()
    if is_kept and not visitor.may("/library", "POST"):
        raise InputError(say("problem.invalid"), hint=say("problem.fields", fields="keep"))

    async def call(home: Home) -> Outcome:
        run = await site.carry_out(order, visitor.name, home.examine.aio)
        if is_kept:
            await home.library.add.aio(*papers, workers=1)
        site.drop_uploads(papers)
        return Outcome(href=run_path(run))

    kept = urlencode([("kept", name_kept(path)) for path in papers])
    asked = ["examine", order.json_value()]
    return site.works.begin(say("examine.under_way"), asked, call, back=f"/examine?{kept}")
