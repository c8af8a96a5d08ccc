"""Beginning an appeal: the first decision, from a form that was filled in here or from a file."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias

from fastapi import APIRouter, Depends, UploadFile
from fastapi.responses import RedirectResponse, Response
from starlette.exceptions import HTTPException
from starlette.requests import Request

from foam import Home, InputError
from foam.web.catalogue import say
from foam.web.fields import Line, Text, Texts, split_names
from foam.web.matters import find_page, may_act_for
from foam.web.site import Site, View, add_twins
from foam.web.visitors import find_visitor

_SLOTS = 3
"""Reasons and documents that the form has room for; a file may hold more."""


@dataclass(frozen=True)
class Decision:
    """What the form says of the first decision."""

    profile: Line = ""
    run: Line = ""
    person: Line = ""
    decider: Line = ""
    operator: Line = ""
    signed: Line = ""
    file_number: Line = ""
    mail: Line = ""
    action: Text = ""
    effective: Line = ""
    reason: Texts = ()
    reason_cites: Texts = ()
    rules: Text = ""
    item_title: Texts = ()
    item_content: Texts = ()
    ai_role: Text = ""
    main_elements: Text = ""
    how_to_contest: Text = ""
    help: Text = ""
    continuation: Text = ""

    def fill_form(self) -> dict[str, Any]:
        """The same as `begin` takes it."""
        texts = ("action", "effective", "ai_role", "how_to_contest", "help", "continuation")
        reasons = _pair(self.reason, self.reason_cites)
        decision = {
            **{name: getattr(self, name).strip() for name in texts},
            "reasons": [{"says": says, "cites": split_names(cites)} for says, cites in reasons],
            "rules": self.rules.splitlines(),
            "main_elements": self.main_elements.splitlines(),
        }
        items = [{"title": title, "content": content} for title, content in _pair(self.item_title, self.item_content)]
        parties = {"person": self.person.strip(), "decider": self.decider.strip()}
        told = {name: getattr(self, name).strip() for name in ("operator", "signed", "file_number", "mail")}
        parties |= {name: text for name, text in told.items() if text}
        return {"profile": self.profile, **parties, "items": items, "decision": decision}


Filled: TypeAlias = Annotated[Decision, Depends(Decision)]


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["appeal"])

    async def begin_form(request: Request, run: str = "") -> Response:
        data = await asyncio.to_thread(_describe_choices, site.home, run)
        return site.show(request, View("appeal_begin.html", say("begin.title"), data, {"slots": _SLOTS}))

    @router.post("/appeals", response_model=None, status_code=303, summary="Open an appeal about a decision")
    async def begin(request: Request, given: Filled, form: UploadFile | None = None) -> Response:
        matter = await _begin_from_file(site, form, given) if form and form.filename else await _begin(site, given)
        return RedirectResponse(find_page(matter), status_code=303)

    add_twins(router, "/appeals/begin", begin_form, summary="What an appeal is opened with")
    return router


def _describe_choices(home: Home, run: str) -> dict[str, Any]:
    """The bodies of law to choose from, and the run that the decision rests on."""
    profiles = [{"id": one.id, "title": one.title} for one in home.appeal.profiles()]
    return {"profiles": profiles, "run": home.find_run(run) if run else "", "example": home.appeal.example()}


def require_own(home: Home, values: Mapping[str, Any]) -> None:
    """Where people have accounts, refuse another's decision, and a run that the visitor does not see."""
    visitor = find_visitor()
    run = values.get("run")
    if run and not visitor.sees_any(home, str(run)):
        raise HTTPException(404)
    if not may_act_for(visitor) and values.get("decider") != visitor.name:
        raise InputError(say("begin.not_decider"), hint=say("begin.not_decider_hint"))


async def _begin(site: Site, given: Decision) -> str:
    await asyncio.to_thread(require_own, site.home, given.fill_form())
    begun = await asyncio.to_thread(site.home.appeal.begin, given.fill_form(), run=given.run.strip() or None)
    return begun.matter


async def _begin_from_file(site: Site, form: UploadFile, given: Decision) -> str:
    path = await site.keep_upload(form)
    try:
        await asyncio.to_thread(require_own, site.home, site.home.appeal.read_form(path))
        begun = await asyncio.to_thread(site.home.appeal.begin, path, run=given.run.strip() or None)
    finally:
        site.drop_uploads([path])
    return begun.matter


def _pair(ones: Iterable[str], others: Iterable[str]) -> list[tuple[str, str]]:
    """What stands side by side in the form; a row whose first field is empty is left out."""
    return [(one.strip(), other.strip()) for one, other in zip(ones, others, strict=False) if one.strip()]
