"""Settings: which models there are and whether they answer, which one is asked, and what a run may spend."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import APIRouter, Form
from fastapi.responses import RedirectResponse, Response
from starlette.requests import Request

from foam import Home, NotFound
from foam.web.catalogue import say
from foam.web.forms import Line
from foam.web.site import Site, View, add_twins

EMBEDDED = "embedded"
PATIENCE = 20.0
"""Seconds after which a model that was asked counts as not there."""
CHANGED = ("model", "token_budget", "money_budget")
"""Settings that the form changes."""
Tests = dict[str, dict[str, Any]]


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["settings"])
    tested: Tests = {}

    async def settings(request: Request, saved: bool = False) -> Response:
        data = await asyncio.to_thread(read_settings, site.home, tested)
        shown = {"saved": saved, "patience": f"{PATIENCE:g}"}
        return site.show(request, View("settings.html", say("settings.title"), data, shown))

    @router.post("/settings", response_model=None, status_code=303, summary="Change settings in the home's file")
    async def change(
        model: Line,
        token_budget: Annotated[int, Form(ge=0, le=10**15)] = 0,
        money_budget: Annotated[float, Form(ge=0, le=10**9, allow_inf_nan=False)] = 0.0,
    ) -> Response:
        wanted = {"model": model, "token_budget": token_budget, "money_budget": money_budget}
        await asyncio.to_thread(change_settings, site.home, wanted)
        return RedirectResponse("/settings?saved=true", status_code=303)

    @router.post("/settings/test", response_model=None, status_code=303, summary="Ask a model one small question")
    async def test(model: Line) -> Response:
        if model not in _list_models(site.home):
            raise NotFound(say("settings.no_model"), hint=say("settings.no_model_hint"))
        found = await site.home.model.test.aio(model, seconds=PATIENCE)
        tested[model] = found.json_value()
        return RedirectResponse("/settings#models", status_code=303)

    add_twins(router, "/settings", settings, summary="Models, keys and budget as they hold")
    return router


def _list_models(home: Home) -> list[str]:
    """Every model that can be asked by name."""
    return [EMBEDDED, *home.config().settings.models]


def change_settings(home: Home, wanted: dict[str, Any]) -> None:
    """Write what differs from what holds; what comes from elsewhere than the file is not the form's to change."""
    if wanted["model"] not in {*_list_models(home), home.config().settings.model}:
        raise NotFound(say("settings.no_model"), hint=say("settings.no_model_hint"))
    config = home.config()
    home.change({name: value for name, value in wanted.items() if value != getattr(config.settings, name)})


def read_settings(home: Home, tested: Tests) -> dict[str, Any]:
    """The settings that a page shows: no key is among them, only whether there is one."""
    config = home.config()
    held, file = config.settings, str(config.home / "config.toml")
    embedded = {"name": EMBEDDED, "model": "", "address": "", "key": None}
    models = [embedded, *(_describe(config, name) for name in held.models)]
    return {
        "home": str(config.home),
        "file": file,
        "models": [{**one, "is_used": one["name"] == held.model, "tested": tested.get(one["name"])} for one in models],
        "model": held.model,
        "token_budget": held.token_budget,
        "money_budget": held.money_budget,
        "elsewhere": {
            name: config.sources[name] for name in CHANGED if config.sources.get(name, file) != file
        },
    }  # fmt: skip


def _describe(config: Any, name: str) -> dict[str, Any]:
    endpoint = config.settings.models[name]
    setting = f"models.{name}.api_key"
    parts = urlsplit(endpoint.base_url)
    return {
        "name": name,
        "model": endpoint.model,
        "address": f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}",
        "key": {
            "variable": config.name_variable(setting),
            "is_set": bool(endpoint.api_key.get_secret_value()),
            "is_in_file": config.sources.get(setting, "").endswith("config.toml"),
        },
    }
