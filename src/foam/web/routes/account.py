"""One's own account: what it may do, another password, and tokens for programs."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Form
from fastapi.responses import RedirectResponse, Response
from starlette.requests import Request

from foam import Home, InputError, terms
from foam.web.catalogue import say
from foam.web.forms import Line, Texts
from foam.web.routes.login import Hall, Password, let_in
from foam.web.site import Site, View, add_twins
from foam.web.table import TABLE
from foam.web.visitors import Visitor, find_visitor

DAYS = 90
"""How long a token lasts unless somebody says otherwise."""


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["people"])
    hall = Hall(site.watch)

    async def account(request: Request) -> Response:
        data = await asyncio.to_thread(_describe_account, site.home, find_visitor())
        return site.show(
            request, View("account.html", say("account.title"), data, {"days": DAYS, "origin": site.keys.origin})
        )

    @router.post("/account/password", response_model=None, status_code=303, summary="Take another password")
    async def change(request: Request, old: Password, password: Password) -> Response:
        came = await hall.check(site.home.people.change_password, find_visitor().name, old, password)
        if not came.session:
            raise InputError(say("account.wrong"), hint=say("account.wrong_hint"))
        return let_in(site, request, came, "/account")

    @router.post("/account/tokens", response_model=None, summary="Make a token for programs")
    async def make(
        request: Request, scopes: Texts = (), title: Line = "", days: Annotated[int, Form(ge=1, le=365)] = DAYS
    ) -> Response:
        visitor = find_visitor()
        made = await asyncio.to_thread(
            site.home.people.add_token, visitor.name, title=title.strip()[:80], scopes=scopes, days=days
        )
        data = {**made.token.json_value(), "secret": made.secret}
        return site.show(request, View("token_made.html", say("tokens.made"), data))

    @router.post(
        "/account/tokens/{token}/remove", response_model=None, status_code=303, summary="Take a token back"
    )  # fmt: skip
    async def remove(token: str) -> Response:
        await asyncio.to_thread(site.home.people.remove_token, find_visitor().name, token)
        return RedirectResponse("/account", status_code=303)

    add_twins(router, "/account", account, summary="One's own account")
    return router


def _describe_account(home: Home, visitor: Visitor) -> dict[str, Any]:
    """Somebody's account, with the tokens that act for it."""
    assert visitor.account is not None
    tokens = [one.json_value() for one in home.people.tokens(visitor.name)]
    useful = {rule.scope for rule in TABLE.values() if rule.admits(visitor.roles)}
    scopes = [scope for scope in terms.scopes if scope in useful]
    return {
        **visitor.account.json_value(),
        "tokens": tokens,
        "scopes": scopes,
        "passkeys": list_passkeys(home, visitor.name),
    }


def list_passkeys(home: Home, name: str) -> list[dict[str, Any]]:
    """Somebody's passkeys, as people know them."""
    return [
        {"id": one.id, "title": one.title, "made": one.made, "used": one.used} for one in home.people.passkeys(name)
    ]
