"""What every page shares: the home, the work under way, the templates, and how an answer is shown."""

from __future__ import annotations

import asyncio
import inspect
import shutil
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, JSONResponse, Response
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.datastructures import UploadFile
from starlette.requests import Request

from foam import Home, NotFound, short_id
from foam.visible import clean_line, dump_json
from foam.web.addresses import round_path, run_path
from foam.web.catalogue import find_language, say
from foam.web.heard_pages import HeardPage
from foam.web.provider import Provider
from foam.web.reckoner import Reckoner
from foam.web.rendered import Documents, Kept
from foam.web.security import Keys
from foam.web.table import TABLE
from foam.web.visitors import find_person, find_visitor, list_doors, name_door
from foam.web.watch import Unwatched, Watch
from foam.web.works import Works

Found = TypeVar("Found")
PATIENCE = 1.2
"""Seconds that a page waits for what it shows; after that it says that it is still reading."""
_FORGOTTEN = 20.0
"""Seconds after which what was read for a page that nobody loaded again is read anew: it may have been erased."""
_LONGEST_NAME = 100
_MOST_HEARD = 200


class StillReading(Exception):
    """What a page shows is not read yet."""


@dataclass(frozen=True)
class View:
    """A page and its JSON twin: the same content twice."""

    template: str
    title: str
    data: dict[str, Any]
    context: Mapping[str, Any] = field(default_factory=dict)
    status: int = 200
    refresh: int = 0
    """Seconds after which a browser loads the page anew; 0 for never."""


@dataclass(frozen=True)
class _Pending:
    """What is being read for a page, and since when."""

    task: asyncio.Task[Any]
    since: float

    def is_stale(self, now: float) -> bool:
        return self.task.done() and now - self.since > _FORGOTTEN


class Site:
    """One server over one home."""

    def __init__(
        self,
        home: Home,
        works: Works,
        keys: Keys,
        *,
        reckoner: Reckoner,
        documents: Documents,
        provider: Provider | None = None,
        watch: Watch | None = None,
        patience: float = PATIENCE,
    ) -> None:
        self.home = home
        self.works = works
        self.keys = keys
        self.provider = provider
        """Who vouches for people besides their passwords."""
        self.reckoner = reckoner
        self.documents = documents
        self.heard_pages: Kept[HeardPage] = Kept(_MOST_HEARD)
        """By language, run, and how often words had been erased before: what was made before is not shown after."""
        self.watch = watch or Unwatched()
        self._patience = patience
        self._pending: dict[str, _Pending] = {}
        self._folder = Path(tempfile.mkdtemp(prefix="foam-web-"))

    @cached_property
    def templates(self) -> Environment:
        made = Environment(
            loader=PackageLoader("foam.web"), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
            lstrip_blocks=True,
        )  # fmt: skip
        made.globals |= {
            "t": say, "run_path": run_path, "round_path": round_path, "short": short_id, "unsafe": Markup,
            "language": find_language, "door": name_door, "hint": keep_hint,
        }  # fmt: skip
        made.filters |= {"line": clean_line, "day": say_day}
        return made

    @cached_property
    def packs(self) -> list[dict[str, str]]:
        """The packs that a question can be asked over: those that come with FOAM, and the one of the settings."""
        named = self.home.config().settings.pack
        held = {one.name: one for one in self.home.pack.list()}
        if named not in held:
            held[named] = self.home.pack.load(named)
        return [{"name": name, "title": one.title, "sample": one.sample_question} for name, one in held.items()]

    def render(self, view: View, *, here: str = "/") -> str:
        """The page as HTML; `here` is its address."""
        visitor = find_visitor()
        menu = list_doors(visitor, find_person(visitor))
        shown = {
            "here": here, "title": view.title, "form_token": visitor.form_token, "data": view.data, "visitor": visitor,
            "menu": menu,
        }  # fmt: skip
        return self.templates.get_template(view.template).render(**shown, **view.context)

    def show(self, request: Request, view: View) -> Response:
        """The page, or its JSON twin where that is asked for."""
        if wants_json(request):
            return Response(dump_json(view.data), status_code=view.status, media_type="application/json")
        headers = {"Refresh": str(view.refresh)} if view.refresh else None
        return HTMLResponse(self.render(view, here=request.url.path), status_code=view.status, headers=headers)

    async def read(self, request: Request, name: str, work: Callable[[], Found]) -> Found:
        """Do what takes a while in a thread, and wait for it as `wait_for` does."""
        return await self.wait_for(request, name, lambda: asyncio.to_thread(work))

    async def wait_for(self, request: Request, name: str, begin: Callable[[], Coroutine[Any, Any, Found]]) -> Found:
        """Wait for what takes a while. A page that waits too long is shown later; a program waits.

        `name` says what is waited for, so that the page finds it when it is loaded again.
        """
        now, name = time.monotonic(), f"{find_language()} {self.home.people.acts_for} {name}"
        self._pending = {key: one for key, one in self._pending.items() if not one.is_stale(now)}
        if name not in self._pending:
            self._pending[name] = _Pending(asyncio.create_task(begin()), now)
        task = self._pending[name].task
        done, _ = await asyncio.wait({task}, timeout=None if wants_json(request) else self._patience)
        if not done:
            raise StillReading
        self._pending.pop(name, None)
        found: Found = task.result()
        return found

    async def carry_out(self, order: Any, owner: str, call: Callable[[Any], Coroutine[Any, Any, Any]]) -> str:
        """Do what was ordered, or have a worker do it where there is a queue; gives its run."""
        if self.home.work.is_shared:  # by the server's own home: nothing else is opened for what others do
            queued = await self.home.work.add.aio(order, owner=owner)
            return await self.works.follow(self.home, queued.id)
        return str((await call(order)).run)

    def make_folder(self) -> Path:
        """A new folder for one file; only this user can read it, and it is gone when the server stops."""
        return Path(tempfile.mkdtemp(dir=self._folder))

    async def keep_upload(self, upload: UploadFile) -> Path:
        """A file that was sent, under its own name in a folder that only this user can read."""
        path = self.make_folder() / name_upload(upload.filename or "")
        path.write_bytes(await upload.read())
        return path

    def find_upload(self, name: str) -> Path:
        """A file that was kept, by what `name_kept` called it."""
        folder, _, file = name.partition("/")
        path = self._folder / name_upload(folder) / name_upload(file)
        if not folder or not path.is_file():
            raise NotFound(say("challenge.lost"), hint=say("challenge.lost_hint"))
        return path

    def drop_uploads(self, paths: Iterable[Path]) -> None:
        """Delete files that were kept: what they say is in the library or on the record now."""
        for path in paths:
            shutil.rmtree(path.parent, ignore_errors=True)

    def close(self) -> None:
        self.works.close()
        self.reckoner.close()
        shutil.rmtree(self._folder, ignore_errors=True)


def name_kept(path: Path) -> str:
    """What a form calls a file that was kept."""
    return f"{path.parent.name}/{path.name}"


def name_upload(name: str) -> str:
    """The name of a file without any folder, hidden dots or characters that steer a terminal, and not too long."""
    last = clean_line(name.replace("\\", "/").rpartition("/")[2]).strip(" .")
    stem, dot, ending = last.rpartition(".")
    if not dot:
        return _cut(last) or "file"
    return f"{_cut(stem) or 'file'}.{_cut(ending, 10)}"


def _cut(text: str, most: int = _LONGEST_NAME) -> str:
    """As much of a text as a file system takes."""
    return text.encode()[:most].decode(errors="ignore").strip(" .")


def say_day(day: str) -> str:
    """A day as people say it: `1 March 2026`."""
    found = date.fromisoformat(day[:10])
    return say("site.day", day=found.day, month=say(f"months.m{found.month}"), year=found.year)


def wants_json(request: Request) -> bool:
    """Whether the JSON twin is asked for: by the address, or by a program that takes no page."""
    accepted = request.headers.get("accept", "")
    return request.url.path.endswith(".json") or ("application/json" in accepted and "text/html" not in accepted)


def keep_hint(hint: str) -> str:
    """A hint as a page gives it: what is to be typed at a command line helps nobody there."""
    return "" if "foam " in hint or "--" in hint else hint


def show_problem(site: Site, request: Request, status: int, what: str, hint: str = "") -> Response:
    """An error as a page or as JSON."""
    data = {"error": what, "hint": hint}
    if wants_json(request):
        return JSONResponse(data, status_code=status)
    data["hint"] = keep_hint(hint)
    view = View("problem.html", say("problem.title"), {**data, "form": _find_form(request)}, status=status)
    return HTMLResponse(site.render(view), status_code=status)


def _find_form(request: Request) -> str:
    """The page of the form that was sent: at the address that it was sent to, or at the one above it."""
    route, path = getattr(request.scope.get("route"), "path", ""), quote(request.scope["path"])
    here = {route: path, route.rpartition("/")[0]: path.rpartition("/")[0]} if request.method == "POST" else {}
    return next((at for sent_to, at in here.items() if f"GET {sent_to}" in TABLE), "")


def add_page(site: Site, router: APIRouter, path: str, read: Callable[..., View], *, summary: str) -> None:
    """Serve what `read` makes of the home and of what an address names: a page that only shows, and its JSON twin."""

    async def page(request: Request, **named: Any) -> Response:
        about = f"{path} {named} {find_visitor().name}"
        return site.show(request, await site.read(request, about, lambda: read(site.home, **named)))

    _, *taken = inspect.signature(read, eval_str=True).parameters.values()
    asked = inspect.Parameter("request", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Request)
    page.__signature__ = inspect.Signature([asked, *taken])  # type: ignore[attr-defined]
    page.__name__ = read.__name__.lstrip("_")
    add_twins(router, path, page, summary=summary)


def add_twins(router: APIRouter, path: str, handler: Callable[..., Any], *, summary: str) -> None:
    """Serve a page at its address, and its JSON twin at the same with `.json` behind."""
    twin = "/index.json" if path == "/" else f"{path}.json"
    name = handler.__name__
    router.add_api_route(
        twin, handler, methods=["GET"], summary=f"{summary} (JSON)", operation_id=f"{name}_json",
        response_class=JSONResponse, response_model=None,
    )  # fmt: skip
    router.add_api_route(
        path, handler, methods=["GET"], summary=summary, operation_id=name, response_class=HTMLResponse,
        response_model=None,
    )  # fmt: skip
