"""Appeals: the desk with its queue, how one is opened, a matter's file, the person's own view of it, its letters."""

from __future__ import annotations

import asyncio
from base64 import b64decode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias

from fastapi import APIRouter, Depends, UploadFile
from fastapi.responses import RedirectResponse, Response
from starlette.exceptions import HTTPException
from starlette.requests import Request

from foam import Home, InputError, NotFound, terms
from foam.paper import compose, inset
from foam.web.catalogue import say
from foam.web.forms import Line, Text, Texts, split_names
from foam.web.matters import find_page, fit_to_visitor, list_queue, matter_path, may_act_for, read_matter, tell_person
from foam.web.routes.runs import DOWNLOADS
from foam.web.site import Site, View, add_twins
from foam.web.visitors import find_visitor

LETTERS = {
    "pdf": "application/pdf",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    **{form: f"{kind}; charset=utf-8" for form, kind in DOWNLOADS.items()},
}
"""How a letter can be had as a file."""
_PAPER_ENDINGS = {
    "application/pdf": ".pdf",
    LETTERS["docx"]: ".docx",
    "application/vnd.oasis.opendocument.text": ".odt",
    "image/png": ".png",
    "image/jpeg": ".jpg",
}
"""What papers on file are kept as files; others are text."""
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

    async def appeals(request: Request) -> Response:
        data = await site.read(request, f"appeals {find_visitor().name}", lambda: list_queue(site.home))
        return site.show(request, View("appeals.html", say("appeals.title"), data))

    async def matter(request: Request, matter: str) -> Response:
        data = await site.read(request, f"matter {matter}", lambda: read_matter(site.home, matter))
        return site.show(request, View("appeal.html", say("appeal.title", who=data["person"]), fit_to_visitor(data)))

    async def person(request: Request, matter: str) -> Response:
        data = await site.read(request, f"matter {matter}", lambda: read_matter(site.home, matter))
        told = tell_person(fit_to_visitor(data))
        return site.show(request, View("appeal_person.html", say("person.title"), told))

    async def letter(request: Request, matter: str, kind: str) -> Response:
        data = await site.read(request, f"letter {matter} {kind}", lambda: read_letter(site.home, matter, kind))
        told = {**data, "page": find_page(data["matter"])}
        return site.show(request, View("appeal_letter.html", data["title"], told, {"page": told.pop("body")}))

    @router.get("/appeals/{matter}/papers/{item}", response_class=Response, summary="A paper on file")
    async def paper(matter: str, item: str) -> Response:
        data = fit_to_visitor(await asyncio.to_thread(read_matter, site.home, matter))
        content, kind = await asyncio.to_thread(_find_paper, data, item)
        headers = {"Content-Disposition": f'attachment; filename="{item}{_PAPER_ENDINGS.get(kind, ".txt")}"'}
        return Response(content, media_type=kind, headers=headers)

    @router.get("/appeals/{matter}/letters/{kind}/as/{form}", response_class=Response, summary="A letter as a file")
    async def download(matter: str, kind: str, form: str) -> Response:
        written = await asyncio.to_thread(write_letter, site.home, matter, kind, form)
        name = f"{kind}.{'txt' if form == 'text' else form}"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(written, media_type=LETTERS[form], headers=headers)

    async def begin_form(request: Request, run: str = "") -> Response:
        data = await asyncio.to_thread(_describe_choices, site.home, run)
        return site.show(request, View("appeal_begin.html", say("begin.title"), data, {"slots": _SLOTS}))

    @router.post("/appeals", response_model=None, status_code=303, summary="Open an appeal about a decision")
    async def begin(request: Request, given: Filled, form: UploadFile | None = None) -> Response:
        matter = await _begin_from_file(site, form, given) if form and form.filename else await _begin(site, given)
        return RedirectResponse(find_page(matter), status_code=303)

    add_twins(router, "/appeals/begin", begin_form, summary="What an appeal is opened with")
    add_twins(router, "/appeals", appeals, summary="Every appeal: what is due, and what to do next")
    add_twins(router, "/appeals/{matter}/person", person, summary="An appeal as the person sees it")
    add_twins(router, "/appeals/{matter}/letters/{kind}", letter, summary="A letter of an appeal")
    add_twins(router, "/appeals/{matter}", matter, summary="The file of an appeal")
    return router


def _find_paper(data: dict[str, Any], item: str) -> tuple[bytes, str]:
    """A paper that the visitor may see, as it was handed in, and what kind of file it is."""
    content = next((one["content"] for one in data["items"] if one["id"] == item and one["content"]), None)
    if content is None:
        raise NotFound(say("appeal.no_paper"), hint=say("letter.unknown_hint"))
    kind, comma, rest = content.partition(";base64,")
    kind = kind.removeprefix("data:")
    return (
        (b64decode(rest), kind) if comma and kind in _PAPER_ENDINGS else (content.encode(), "text/plain; charset=utf-8")
    )


def read_letter(home: Home, matter: str, kind: str) -> dict[str, Any]:
    """A letter with how hard it is to read, what it lacks, and which of its reasons are not borne out."""
    letter = home.appeal.notice(matter, _check_kind(kind), draft=True)
    key = home.find_run(matter)
    return {"matter": key, "href": matter_path(key), "kind": kind, **describe_letter(letter)}


def describe_letter(letter: Any) -> dict[str, Any]:
    """What a letter says, and what a reader should know of it before it is sent."""
    return {
        "title": letter.paper.title,
        "text": letter.render("text"),
        "reading": letter.reading.json_value(),
        "missing": list(letter.missing),
        "reasons": [one.json_value() for one in letter.reasons],
        "can_be_sent": all(one.held != "not borne out" for one in letter.reasons),
        "body": inset(compose(letter), hrefs={}, actions={}),
    }


def write_letter(home: Home, matter: str, kind: str, form: str) -> str | bytes:
    """A letter to be sent; it is refused where a reason in it is not borne out."""
    if form not in LETTERS:
        raise NotFound(say("run.no_form"), hint=", ".join(LETTERS))
    written: str | bytes = home.appeal.notice(matter, _check_kind(kind)).render(form)  # type: ignore[arg-type]
    return written


def _check_kind(kind: str) -> Any:
    if kind not in terms.notices:
        raise NotFound(say("letter.unknown"), hint=say("letter.unknown_hint"))
    return kind


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
