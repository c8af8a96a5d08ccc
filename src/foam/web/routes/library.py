"""One's own documents: what the library holds, sentences in it, and more documents for it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from fastapi import APIRouter, UploadFile
from fastapi.responses import RedirectResponse, Response
from starlette.requests import Request

from foam import FoamError, Home, InputError
from foam.web.catalogue import say
from foam.web.site import Site, View, add_page, add_twins
from foam.web.sources import show_document
from foam.web.visitors import find_visitor
from foam.web.works import Outcome

LISTED = 50
MOST_FILES = 50
FOUND = 30


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["library"])

    async def document(request: Request, document: str, sentence: int | None = None) -> Response:
        found = await asyncio.to_thread(site.home.library.show, document)
        back = {"href": "/library", "text": say("library.back")}
        view = show_document(found.document, sentence, back=back)
        cut_path = f"/library/{found.document.id[:16]}/cut?around={sentence or 0}"
        return site.show(request, replace(view, context={**view.context, "cut_path": cut_path}))

    @router.post("/library", response_model=None, status_code=303, summary="Add documents to the library")
    async def add(request: Request, documents: list[UploadFile]) -> Response:
        sent = [one for one in documents if one.filename]
        if not sent or len(sent) > MOST_FILES:
            raise InputError(say("library.no_file"), hint=say("library.no_file_hint", most=MOST_FILES))
        paths, owner = [await site.keep_upload(one) for one in sent], find_visitor().name

        async def call(home: Home) -> Outcome:
            try:
                if site.home.work.takes_imports:
                    queued = await site.home.work.documents.aio(*paths, owner=owner)
                    done = (await site.works.wait_for(site.home, queued.id)).result
                else:
                    done = (await home.library.add.aio(*paths, workers=1)).json_value()
            finally:
                site.drop_uploads(paths)
            return Outcome(href="", result={"imported": _tell(done)})

        work = site.works.begin(say("library.adding"), ["library", [str(path) for path in paths]], call)
        return RedirectResponse(f"/progress/{work.id}", status_code=303)

    add_page(site, router, "/library", _look_into, summary="One's own documents, and sentences in them")
    add_twins(router, "/library/{document}", document, summary="A document of the library with its sentences")
    return router


def warm_up(home: Home) -> None:
    """Count the library and read what its searches need, so that the first visitor who searches does not wait for it.

    Only where there is a large index; what goes wrong is for that visitor to hear.
    """
    with suppress(FoamError, OSError):
        if home.search.warm():
            home.library.stats()


def _look_into(home: Home, q: str = "") -> View:
    """The newest documents of the library or, where something is looked for, the sentences that answer the query."""
    query, stats = q.strip(), home.library.stats()
    listed = () if query else home.library.list(limit=LISTED).documents
    found = home.search(query, limit=FOUND).data() if query and stats.documents else None
    data = {
        "query": query,
        "documents": stats.documents,
        "sentences": stats.sentences,
        "newest": [
            {**one.json_value(), "file": one.file.rpartition("/")[2]} for one in reversed(listed)
        ],
        "found": [
            {"text": one["text"], "cite": one["cite"], "href": _address(one["pointer"])} for one in found["results"]
        ] if found else [],
    }  # fmt: skip
    return View("library.html", say("library.title"), data)


def _address(pointer: str) -> str:
    """The page of a sentence, from its pointer."""
    document, _, sentence = pointer.partition("#s")
    return f"/library/{document.partition(':')[2][:16]}?sentence={sentence}#marked"


def _tell(done: Mapping[str, Any]) -> dict[str, Any]:
    return {
        **{name: done.get(name, 0) for name in ("files", "documents", "known")},
        "rejected": [{**one, "file": one["file"].rpartition("/")[2]} for one in done.get("rejected", ())],
    }
