"""Appeals: the desk with its queue, a matter's file, the person's own view of it, and its letters."""

from __future__ import annotations

import asyncio
from base64 import b64decode
from typing import Any

from fastapi import APIRouter
from fastapi.responses import Response
from starlette.requests import Request

from foam import Home, NotFound, terms
from foam.paper import compose, inset
from foam.web.catalogue import say
from foam.web.matters import find_page, fit_to_visitor, list_queue, matter_path, read_matter, tell_person
from foam.web.routes.reading import DOWNLOADS
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
