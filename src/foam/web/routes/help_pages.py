"""Help: the pages of the documentation, as they come with FOAM."""

from __future__ import annotations

import asyncio
import itertools
import posixpath
import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from fastapi import APIRouter
from fastapi.responses import FileResponse, HTMLResponse, Response
from markdown_it import MarkdownIt
from markdown_it.token import Token
from starlette.requests import Request

from foam import NotFound
from foam.web.catalogue import say
from foam.web.site import Site, View

_PLACES = (Path(__file__).parents[1] / "help", Path(__file__).parents[4] / "docs")
"""Where the pages stand: in an installed FOAM, and in a checkout."""
_PICTURES = {".png": "image/png", ".svg": "image/svg+xml"}


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["help"])

    @router.get("/help", response_class=HTMLResponse, summary="How things are done, and what words mean")
    @router.get("/help/{page:path}", response_class=HTMLResponse, summary="A page of help, or a picture on one")
    async def help_page(request: Request, page: str = "index") -> Response:
        if Path(page).suffix in _PICTURES:
            return FileResponse(_find_file(page), media_type=_PICTURES[Path(page).suffix])
        title, html = await asyncio.to_thread(_render, page)
        return site.show(request, View("help.html", title, {"page": page}, {"html": html}))

    return router


def _find_file(name: str) -> Path:
    """A file of the documentation, and no other."""
    for folder in _PLACES:
        with suppress(OSError, ValueError):  # of a name that no file can have
            path = (folder / name).resolve()
            if path.is_relative_to(folder.resolve()) and path.is_file():
                return path
    raise NotFound(say("help.none"), hint=say("problem.go_home"))


def _render(page: str) -> tuple[str, str]:
    """The title and the content of a page; its links lead to other pages of help."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(_find_file(f"{page}.md").read_text("utf-8"))
    title = say("help.title")
    for token, inline in itertools.pairwise(tokens):
        if token.type == "heading_open":
            title = inline.content if token.tag == "h1" else title
            token.attrSet("id", re.sub(r"[^\w]+", "-", inline.content.lower()).strip("-"))
    _turn_links(tokens, posixpath.dirname(page))
    return title, markdown.renderer.render(tokens, markdown.options, {})


def _turn_links(tokens: Iterable[Token], folder: str) -> None:
    """Links and pictures of a page, as addresses of the pages of help."""
    for token in tokens:
        _turn_links(token.children or (), folder)
        name = {"link_open": "href", "image": "src"}.get(token.type, "")
        to, mark, place = str(token.attrGet(name) or "").partition("#") if name else ("", "", "")
        if to and "://" not in to:
            path = posixpath.normpath(posixpath.join("/help", folder, to)).removesuffix(".md").removesuffix("/index")
            token.attrSet(name, f"{path}{mark}{place}")
