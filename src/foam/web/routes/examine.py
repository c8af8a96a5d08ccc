"""Examining a file: papers are sent, somebody says which is the decision and whose the others are, and it is read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Form, UploadFile
from fastapi.responses import RedirectResponse, Response
from starlette.requests import Request

from foam import Home, InputError
from foam.web.addresses import run_path
from foam.web.catalogue import say
from foam.web.site import Site, View, add_twins, name_kept
from foam.web.visitors import find_visitor
from foam.web.works import Outcome, Work

MOST_FILES = 50
DECISION, RULES = "decision", "rules"
ROLES = ("document", DECISION, RULES, "party", "authority", "independent")
"""What a paper may be: the decision, rules, or a document, whose author may stand somewhere."""
_AUTHORS = ROLES[3:]


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["examine"])

    async def examine(request: Request) -> Response:
        kept = request.query_params.getlist("kept")[:MOST_FILES]
        return _ask_roles(site, request, [site.find_upload(name) for name in kept])

    @router.post("/examine", response_model=None, summary="Send the papers of a file; what each is, is asked next")
    async def send(request: Request, papers: list[UploadFile]) -> Response:
        sent = [one for one in papers if one.filename]
        if not sent or len(sent) > MOST_FILES:
            raise InputError(say("library.no_file"), hint=say("library.no_file_hint", most=MOST_FILES))
        return _ask_roles(site, request, [await site.keep_upload(one) for one in sent])

    @router.post("/examine/file", response_model=None, status_code=303, summary="Examine the papers that were sent")
    async def begin(
        kept: Annotated[list[str], Form(max_length=MOST_FILES)],
        role: Annotated[list[str], Form(max_length=MOST_FILES)],
        read: Annotated[str, Form(max_length=10)] = "",
        keep: Annotated[str, Form(max_length=10)] = "",
    ) -> Response:
        if len(kept) != len(role) or not set(role) <= set(ROLES):
            raise InputError(say("problem.invalid"), hint=say("problem.fields", fields="role"))
        if role.count(DECISION) > 1:
            raise InputError(say("examine.two_decisions"), hint=say("examine.two_decisions_hint"))
        papers = dict(zip([site.find_upload(name) for name in kept], role, strict=True))
        work = _begin_work(site, papers, is_read=bool(read), is_kept=bool(keep))
        return RedirectResponse(f"/progress/{work.id}", status_code=303)

    add_twins(router, "/examine", examine, summary="Examine the papers of a file")
    return router


def _ask_roles(site: Site, request: Request, paths: Sequence[Path]) -> Response:
    """The page that asks what each of these papers is, or for papers where there is none yet."""
    data = {"papers": [{"kept": name_kept(path), "file": path.name} for path in paths]}
    title = say("examine.roles") if paths else say("examine.title")
    context: dict[str, Any] = {"roles": ROLES, "model": site.home.config().settings.model}
    return site.show(request, View("examine.html", title, data, context))


def _begin_work(site: Site, papers: dict[Path, str], *, is_read: bool, is_kept: bool) -> Work:
    """Examine in the background. `is_read` has the model of the settings read the file as well, and `is_kept` puts its
    papers into the library. Where it fails the papers stay, so that it can be asked otherwise."""
    if is_kept and not find_visitor().may("/library", "POST"):
        raise InputError(say("problem.invalid"), hint=say("problem.fields", fields="keep"))
    decision = next((path for path, role in papers.items() if role == DECISION), None)
    rules = [path for path, role in papers.items() if role == RULES]
    others = [path for path in papers if path != decision and path not in rules]

    async def call(home: Home) -> Outcome:
        ran = await home.examine.aio(
            *others,
            decision=decision,
            rules=rules,
            roles={str(path): role for path, role in papers.items() if role in _AUTHORS},  # type: ignore[misc]
            model=home.config().settings.model if is_read else None,
        )
        if is_kept:
            await home.library.add.aio(*papers, workers=1)
        site.drop_uploads(papers)
        return Outcome(href=run_path(ran.run))

    asked = ["examine", [str(path) for path in papers], [*papers.values()], is_read]
    kept = urlencode([("kept", name_kept(path)) for path in papers])
    return site.works.begin(say("examine.under_way"), asked, call, back=f"/examine?{kept}")
