"""In which language the pages are: as somebody chose, else as their browser asks."""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie
from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Form
from fastapi.responses import RedirectResponse, Response
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from foam import NotFound
from foam.web.catalogue import LANGUAGES, choose_language, find_language, say, speak
from foam.web.forms import Line
from foam.web.site import Site, View, add_twins

COOKIE = "foam-language"
_KEPT = 365 * 24 * 3600
"""Seconds that a browser keeps the choice."""
_SAFE = "/-_.~:"
"""What stands in an address of ours as it is, beside letters and digits."""


class Interpreter:
    """Stands before the pages and has each request answered in its language."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        with speak(choose_language(read_choice(headers), headers.get("accept-language", ""))):
            await self._app(scope, receive, send)


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["language"])

    async def language(request: Request, back: str = "/") -> Response:
        data = {"language": find_language(), "languages": LANGUAGES, "back": clean_path(back)}
        return site.show(request, View("language.html", say("language.title"), data))

    @router.post("/language", response_model=None, status_code=303, summary="Choose a language")
    async def choose(language: Line, back: Annotated[str, Form(max_length=2000)] = "/") -> Response:
        if language not in LANGUAGES:
            raise NotFound(say("problem.missing"), hint=", ".join(LANGUAGES.values()))
        response = RedirectResponse(clean_path(back), status_code=303)
        response.set_cookie(COOKIE, language, max_age=_KEPT, httponly=True, samesite="strict", path="/")
        return response

    add_twins(router, "/language", language, summary="The language of the pages")
    return router


def read_choice(headers: Headers) -> str:
    """The language that was chosen before; empty where none was."""
    try:
        held = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return held.value if held is not None else ""


def clean_path(path: str) -> str:
    """An address of these pages and of no others."""
    return "/" + quote(path.lstrip("/\\"), safe=_SAFE)
