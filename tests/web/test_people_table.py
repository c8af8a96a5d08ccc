"""The table of roles: every route, tried as every role and as nobody, gives exactly what the table says."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi import APIRouter, FastAPI
from fastapi.routing import APIRoute
from tests.people.cheap import hash_cheaply
from tests.web.crowd import Crowd, Guest, open_crowd
from tests.web.serving import Desk, make_fakes

import foam
from foam.web import application
from foam.web.security import PROBES
from foam.web.table import NOBODY, TABLE, Rule, find_rule, list_open
from foam.web.visitors import Visitor

JSON = {"accept": "application/json"}
STYLE = ("/static/{name}", "/favicon.ico")


@pytest.fixture(scope="module")
def crowd(made: Desk, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crowd]:
    """Somebody in every role."""
    folder = tmp_path_factory.mktemp("table") / "home"
    shutil.copytree(made.folder, folder)
    with pytest.MonkeyPatch.context() as patch, open_crowd(Desk(folder, made.run, made.answer, make_fakes())) as found:
        hash_cheaply(patch)
        for role in foam.terms.account_roles:
            found.admit(role.replace("_", "-"), role)
        yield found


def find_application(app: Any) -> FastAPI:
    """The application behind whatever stands before it."""
    while not isinstance(app, FastAPI):
        app = app._app
    return app


def list_routes(routes: Any) -> Iterator[tuple[str, str]]:
    """Method and address of every route of an application, those of its routers included."""
    for route in routes:
        inner = getattr(route, "original_router", None)
        if inner is not None:
            yield from list_routes(inner.routes)
            continue
        assert isinstance(route, APIRoute), f"{route} does not pass by the guard"
        yield from ((method, route.path) for method in sorted(route.methods or ()))


def fill(path: str) -> str:
    """An address with ids that belong to nothing."""
    return re.sub(r"{\w+}", "7", path)


def test_every_route_has_a_line_and_every_line_a_route(crowd: Crowd) -> None:
    routes = set(list_routes(find_application(crowd.app).routes))
    assert len(routes) > 100
    missing = [one for one in routes if find_rule(*one) is None]
    assert missing == []
    pages = {f"{method} {path.removesuffix('.json')}" for method, path in routes} | {"GET /openapi.json"}
    assert set(TABLE) - pages - {"GET /"} == set()


def test_the_table_knows_no_other_roles_and_scopes() -> None:
    for rule in TABLE.values():
        assert rule.roles <= {*foam.terms.account_roles, NOBODY}
        assert rule.roles
        assert rule.scope in (*foam.terms.scopes, "")


@pytest.mark.parametrize("role", foam.terms.account_roles)
def test_every_route_as_every_role(crowd: Crowd, role: str) -> None:
    guest = crowd.come_again(role.replace("_", "-"))
    routes = sorted(set(list_routes(find_application(crowd.app).routes)), key=lambda one: one[1] == "/logout")
    refused = []
    for method, path in routes:
        rule = find_rule(method, path)
        assert rule is not None
        answer = guest.get(fill(path)) if method == "GET" else guest.post(fill(path))
        assert answer.status_code != 401, (method, path)
        assert answer.status_code < 500, (method, path, answer.text)
        is_refused = answer.status_code == 403
        if is_refused:
            assert "This page is not for you" in answer.text or answer.json()["error"] == "This page is not for you."
            refused.append((method, path))
        assert is_refused == (role not in rule.roles), (method, path, answer.status_code)
    assert refused, "no role may do everything"


def test_every_route_as_nobody(crowd: Crowd) -> None:
    stranger = crowd.open_stranger()
    for method, path in set(list_routes(find_application(crowd.app).routes)):
        rule = find_rule(method, path)
        assert rule is not None
        if method == "GET":
            page, data = stranger.get(fill(path)), stranger.get(fill(path), headers=JSON)
            if NOBODY in rule.roles:
                assert page.status_code in (200, 404), path
                continue
            assert data.status_code == 401, path
            if path.endswith(".json"):
                assert page.status_code == 401, path
            else:
                assert page.status_code == 303, path
                assert page.headers["location"].startswith("/login"), path
        else:
            assert stranger.post(fill(path)).status_code == (403 if NOBODY in rule.roles else 401), path


def test_what_is_open_to_nobody_is_little() -> None:
    pages = {one for one in list_open() if not one.endswith(".json")}
    assert pages == {
        "/login",
        "/recover",
        "/login/institution",
        "/login/institution/back",
        "/login/passkey",
        "/login/passkey/options",
        "/language",
        *PROBES,
        *STYLE,
    }


def test_a_route_without_a_line_is_refused(
    made: Desk, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Forgotten:
        @staticmethod
        def make_router(site: Any) -> APIRouter:
            router = APIRouter()

            @router.get("/forgotten")
            async def forgotten() -> dict[str, str]:
                return {"secret": "words"}

            return router

    monkeypatch.setattr(application, "PARTS", (*application.PARTS, Forgotten))
    hash_cheaply(monkeypatch)
    folder = tmp_path_factory.mktemp("forgotten")
    desk = Desk(folder, made.run, made.answer, make_fakes())
    with open_crowd(desk) as crowd:
        answer = crowd.admit("all", *foam.terms.account_roles).get("/forgotten")
        assert answer.status_code == 403
        assert "words" not in answer.text
        assert crowd.open_stranger().get("/forgotten").status_code == 303


SCOPED = [(name, rule) for name, rule in TABLE.items() if NOBODY not in rule.roles]


@pytest.mark.parametrize("scope", foam.terms.scopes)
def test_every_route_with_a_token_of_every_scope(crowd: Crowd, scope: str) -> None:
    if "all" not in crowd.guests:
        crowd.admit("all", *foam.terms.account_roles)
    secret = crowd.home.people.add_token("all", title=scope, scopes=[scope]).secret
    program = Guest(crowd.client, crowd.keys)
    headers = {**JSON, "authorization": f"Bearer {secret}"}
    for name, rule in SCOPED:
        method, _, path = name.partition(" ")
        send = program.get if method == "GET" else program.post
        answer = send(fill(path), headers=headers)
        assert (answer.status_code == 403) == (rule.scope != scope), (name, answer.status_code, answer.text)


def test_a_visitor_may_what_the_table_says() -> None:
    assert Visitor(is_sole=True).may("/anything")
    assert not Visitor().may("/runs")
    assert Visitor().may("/login")
    assert not Visitor().may("/not/there")
    assert not Rule(frozenset({"reader"})).admits({"auditor"})
