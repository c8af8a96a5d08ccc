"""The application: the pages, the gate before them, and what is shown when something goes wrong."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import files as package_files
from threading import Thread
from typing import Any

from fastapi import Depends, FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.types import ASGIApp

from foam import FoamError, Home, NotFound, __version__
from foam.paper import style_sheet
from foam.web.catalogue import explain_error, say
from foam.web.doorway import PeopleGate
from foam.web.guard import guard
from foam.web.provider import Provider
from foam.web.reckoner import OwnReckoner, Reckoner
from foam.web.rendered import Documents
from foam.web.routes import (
    account,
    appeal_act,
    appeals,
    argument_map,
    ask,
    awaited,
    bundle,
    cards,
    cases,
    challenge,
    compare,
    debatable,
    debate,
    examine,
    files,
    flow,
    health,
    help_pages,
    language,
    library,
    login,
    oversight,
    passkeys,
    people,
    progress,
    runs,
    settings,
    start,
    tournaments,
    what_if,
)
from foam.web.routes.language import Interpreter
from foam.web.security import Gate, Keys, Limits, Refused, check_form
from foam.web.site import PATIENCE, Site, StillReading, View, show_problem
from foam.web.watch import Log, Observer, Unwatched, Watch
from foam.web.works import AT_ONCE, WATCHED_AT_ONCE, Opener, Works

PARTS = (
    health,
    start,
    ask,
    progress,
    awaited,
    cases,
    challenge,
    bundle,
    compare,
    what_if,
    argument_map,
    runs,
    examine,
    library,
    cards,
    flow,
    debate,
    appeals,
    appeal_act,
    tournaments,
    oversight,
    debatable,
    settings,
    files,
    language,
    help_pages,
)
"""Groups of pages; an address that two know is the first one's."""
PEOPLE = (login, passkeys, account, people)
"""Pages that are there only where people have accounts."""
_SCRIPT = "text/javascript"
STATIC = {
    "site.css": "text/css",
    "site.js": _SCRIPT,
    "cutting.js": _SCRIPT,
    "flow.js": _SCRIPT,
    "passkeys.js": _SCRIPT,
    "icon.svg": "image/svg+xml",
}
_KEPT_FOR = "max-age=3600"
_SMALL, _EFFORT = 4000, 2
"""Bytes from which on an answer is sent compressed, and how hard that tries: a page should not wait for it."""
_LOG = logging.getLogger(__name__)


def make_application(
    home: Home,
    *,
    keys: Keys,
    open_home: Opener,
    limits: Limits | None = None,
    people: bool = False,
    provider: Provider | None = None,
    documents: Documents | None = None,
    reckoner: Reckoner | None = None,
    watch: Watch | None = None,
    log: Log | None = None,
    patience: float = PATIENCE,
) -> ASGIApp:
    """The pages over a home: for one person, or for the people who have accounts there.

    `open_home` gives every run a home of its own, with somebody who listens; `provider` vouches for people besides;
    `documents` keeps what was rendered, and `reckoner` does what computes long: here, unless another one is given;
    `watch` and `log` are told how each request went; a page that takes longer than `patience` seconds comes later.
    """
    watch, log = watch or Unwatched(), log or Log("none", print)
    at_once = WATCHED_AT_ONCE if home.work.is_shared else AT_ONCE
    claim = {"claim": home.people.own_run} if people else {}
    works = Works(open_home, at_once=at_once, watch=watch, **claim)
    site = Site(
        home, works, keys, reckoner=reckoner or OwnReckoner(home, open_home), documents=documents or Documents(),
        provider=provider, watch=watch, patience=patience,
    )  # fmt: skip

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        Thread(target=library.warm_up, args=(home,), name="foam-warm", daemon=True).start()  # nobody waits for it
        yield
        site.close()
        log.tell("stopped")  # here, since a signal ends the process before the server's own call comes back

    async def check(request: Request) -> AsyncIterator[None]:
        async for _ in check_form(request):
            await guard(site, request)
            yield

    app = FastAPI(
        title="FOAM", version=__version__, docs_url=None, redoc_url=None, openapi_url=None, lifespan=lifespan,
        dependencies=[Depends(check)], description=say("site.description"),
    )  # fmt: skip
    if not people:  # a page that holds a secret beside what others wrote is not compressed where others can listen
        app.add_middleware(GZipMiddleware, minimum_size=_SMALL, compresslevel=_EFFORT)
    for part in (*PEOPLE, *PARTS) if people else PARTS:
        app.include_router(part.make_router(site))
    _add_static(app)
    _add_description(app)
    _explain_errors(app, site)

    def refuse(request: Request, why: Refused | FoamError) -> Response:
        return _refuse(site, request, why) if isinstance(why, Refused) else _explain(site, request, why)

    given: dict[str, Any] = {"keys": keys, "refuse": refuse, "limits": limits or Limits()}
    gate = PeopleGate(app, home=home, **given) if people else Gate(app, **given)
    return Observer(Interpreter(gate), watch=watch, log=log)


def _add_description(app: FastAPI) -> None:
    @app.get("/openapi.json", include_in_schema=False)
    async def description() -> Response:
        """What programs can ask for. A route like the others, so that it is guarded like them."""
        return JSONResponse(app.openapi())


def _add_static(app: FastAPI) -> None:
    @app.get("/favicon.ico", include_in_schema=False)
    @app.get("/static/{name}", include_in_schema=False)
    async def static(name: str = "icon.svg") -> Response:
        """One of the files that belong to the pages; there are no others to be found here."""
        headers = {"Cache-Control": _KEPT_FOR}
        if name == "paper.css":
            return Response(style_sheet(), media_type="text/css", headers=headers)
        if name not in STATIC:
            raise HTTPException(404)
        content = package_files(__package__).joinpath("static", name).read_bytes()
        return Response(content, media_type=STATIC[name], headers=headers)


def _explain_errors(app: FastAPI, site: Site) -> None:
    """Every error as a page or as JSON; never a traceback."""

    @app.exception_handler(FoamError)
    async def explain(request: Request, error: FoamError) -> Response:
        return _explain(site, request, error)

    @app.exception_handler(Refused)
    async def refuse(request: Request, refused: Refused) -> Response:
        return _refuse(site, request, refused)

    @app.exception_handler(StillReading)
    async def wait(request: Request, error: StillReading) -> Response:
        return site.show(request, View("reading.html", say("reading.title"), {}, status=202, refresh=1))

    @app.exception_handler(HTTPException)
    async def name(request: Request, error: HTTPException) -> Response:
        what = {404: "problem.missing", 405: "problem.method"}.get(error.status_code, "problem.invalid")
        return show_problem(site, request, error.status_code, say(what), say("problem.go_home"))

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        fields = ", ".join(sorted({str(one["loc"][-1]) for one in error.errors()}))
        return show_problem(site, request, 422, say("problem.invalid"), say("problem.fields", fields=fields))

    @app.exception_handler(Exception)
    async def fault(request: Request, error: Exception) -> Response:
        _LOG.error("a page failed: %s", type(error).__name__)
        return show_problem(site, request, 500, say("problem.fault", kind=type(error).__name__))


def _explain(site: Site, request: Request, error: FoamError) -> Response:
    status = 404 if isinstance(error, NotFound) else {2: 400, 3: 503}.get(error.exit_code, 500)
    return show_problem(site, request, status, *explain_error(error))


def _refuse(site: Site, request: Request, refused: Refused) -> Response:
    return show_problem(
        site, request, refused.status, say(f"refused.{refused.why}"), say(f"refused.{refused.why}_hint")
    )
