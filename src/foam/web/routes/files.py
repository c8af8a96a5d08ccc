"""Personal files: what is held on somebody, a copy of it, and its erasure.

Those on the side of the person see how much is held, and ask: a file also has what the office keeps to itself. Who
keeps the files gives the copy and erases. Every look is on the audit.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections import Counter
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Form
from fastapi.responses import RedirectResponse, Response
from starlette.requests import Request

from foam import Home, InputError, NotFound
from foam.web.catalogue import say
from foam.web.site import Site, View, add_twins
from foam.web.table import FILES
from foam.web.visitors import find_visitor

DOWNLOADS = {"json": "application/json", "pdf": "application/pdf"}
_SOLE = "home"
"""What the audit calls the one person of a server without accounts."""
CLERK = "records-clerk"
_ASK = "POST /files/{file}/ask "
_COPY = "/files/{file}/as/{form}"
_LONGEST = 500

Said = Annotated[str, Form(max_length=_LONGEST)]


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["personal files"])

    async def held_files(request: Request) -> Response:
        await asyncio.to_thread(_note_look, site.home, "GET /files", FILES)
        data = await asyncio.to_thread(list_files, site.home)
        return site.show(request, View("held_files.html", say("files.title"), data))

    async def held_file(request: Request, file: str) -> Response:
        await asyncio.to_thread(_note_look, site.home, "GET /files/{file}", file)
        data = await site.read(request, f"file {file} {find_visitor().name}", lambda: show_file(site.home, file))
        return site.show(request, View("held_file.html", say("files.one"), data))

    @router.get(_COPY, response_class=Response, summary="Everything that a personal file holds, as a file")
    async def download(file: str, form: str) -> Response:
        if form not in DOWNLOADS:
            raise NotFound(say("run.no_form"), hint=", ".join(DOWNLOADS))
        await asyncio.to_thread(_note_look, site.home, f"GET {_COPY}", file)
        name, content = await asyncio.to_thread(_write_copy, site.home, file, form)
        headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
        return Response(content, media_type=DOWNLOADS[form], headers=headers)

    @router.post("/files/{file}/ask", response_model=None, status_code=303, summary="Ask for a copy or for erasure")
    async def ask(file: str, wish: Annotated[Literal["copy", "erasure"], Form()]) -> Response:
        key = (await asyncio.to_thread(site.home.person.show, file)).person
        await asyncio.to_thread(_note, site.home, f"{_ASK}{wish}", key)
        return RedirectResponse(f"/files/{key}", status_code=303)

    @router.post("/files/{file}/erase", response_model=None, summary="Erase a personal file for good")
    async def erase(request: Request, file: str, because: Said, rule: Said, confirm: Said = "") -> Response:
        done = await asyncio.to_thread(_erase_file, site.home, file, because, rule, confirm)
        return site.show(request, View("file_erased.html", say("files.erased"), done))

    add_twins(router, "/files", held_files, summary="Personal files that one may see")
    add_twins(router, "/files/{file}", held_file, summary="What a personal file holds")
    return router


def _note_look(home: Home, did: str, what: str) -> None:
    """A line of the audit where there are no accounts; where there are, the guard has written it."""
    if find_visitor().is_sole:
        _note(home, did, home.person.show(what).person if what != FILES else what)


def _note(home: Home, did: str, what: str) -> None:
    visitor = find_visitor()
    home.people.note_reading(who=visitor.name or _SOLE, token=visitor.token, did=did, what=what)


def list_files(home: Home) -> dict[str, Any]:
    """The personal files that the visitor may see; who keeps the files also sees what was erased."""
    visitor = find_visitor()
    keeps = visitor.may("/files/{file}/erase", "POST")
    found = [one for one in home.person.list() if visitor.sees_file(one.person)]
    gone = [one.json_value() for one in home.person.erased()] if keeps else []
    return {"files": [_describe(one, keeps=keeps) for one in found], "erased": gone}


def show_file(home: Home, file: str) -> dict[str, Any]:
    """What a personal file holds: in numbers for those on the side of the person, with its documents for the office."""
    visitor = find_visitor()
    found = home.person.show(file)
    reads = visitor.is_sole or visitor.reads_file(found.person)
    matters = [one for one in home.person.matters().get(found.person, ()) if visitor.sees_matter(one)]
    return {
        **_describe(found, keeps=reads),
        "matters": matters,
        "person_side": not reads,
        "may_erase": visitor.may("/files/{file}/erase", "POST") and reads,
        "may_copy": visitor.may(_COPY) and reads,
        "asked": _list_asked(home, found.person, own=not reads),
        **(_list_content(home, found.person) if reads else {"titles": [], "kinds": []}),
    }


def _describe(found: Any, *, keeps: bool) -> dict[str, Any]:
    """A file as a list shows it; why it is held is told to the office."""
    told = dict(found.json_value())
    hold = told.pop("hold", None)
    return {**told, "held": hold is not None, "hold": hold if keeps else None}


def _list_content(home: Home, person: str) -> dict[str, Any]:
    """Its documents by their titles, and how many decisions of which kind it has."""
    held = home.person.export(person)
    titles = [one.citation.title or Path(one.origin.file).name or one.id[:12] for one in held.documents]
    kinds = Counter(one.draft.kind for one in held.entries)
    return {"titles": titles, "kinds": [{"kind": kind, "count": count} for kind, count in kinds.most_common()]}


def _list_asked(home: Home, person: str, *, own: bool) -> list[dict[str, str]]:
    """What was asked for, the newest first; to those on the side of the person, what they asked for themselves."""
    lines = home.people.audit(who=find_visitor().name if own else "", what=person)
    return [
        {"who": one.who, "at": one.at, "wish": one.did.removeprefix(_ASK)} for one in lines if one.did.startswith(_ASK)
    ]


def _erase_file(home: Home, file: str, because: str, rule: str, confirm: str) -> dict[str, Any]:
    """Erase a personal file, whose id the form has to repeat; gives what is left in the open, if anything is."""
    key = home.person.show(file).person
    if confirm.strip() != key:
        raise InputError(say("files.not_confirmed"), hint=say("files.not_confirmed_hint", file=key))
    _note_look(home, "POST /files/{file}/erase", key)
    done = home.person.erase(key, because=because, rule=rule, by=find_visitor().name or CLERK)
    return {"ok": done.ok, **done.json_value()}


def _write_copy(home: Home, file: str, form: str) -> tuple[str, bytes]:
    held = home.person.export(file)
    with tempfile.TemporaryDirectory() as folder:  # for its owner alone, and gone at once
        name = f"{held.person}.{form}"
        return name, held.save(Path(folder) / name).read_bytes()
