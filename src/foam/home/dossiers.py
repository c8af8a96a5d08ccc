"""Calls about an answer that is there, with seats or without: read it, write it to a file. No model is asked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from foam.deliberation.answer.answer import Answer
from foam.errors import InputError
from foam.evidence.document import Document
from foam.home.calls import call, quick
from foam.home.desk import Desk
from foam.home.files import list_brought, load_answer
from foam.private import make_folder

PAGES = "dossiers"


@dataclass(frozen=True, slots=True)
class DossierReading:
    """An answer read off the record, and the run it belongs to."""

    run: str
    dossier: Answer


class DossierCalls:
    """`home.dossier(run)` reads the answer of a run off the record; no model is asked."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @call
    async def show(self, run: Any) -> DossierReading:
        """The answer of a run, and of a challenge the version it left."""
        key = self._desk.find_run(run)
        return DossierReading(key, await load_answer(self._desk, key))

    @quick
    def brought(self, run: Any) -> tuple[Document, ...]:
        """The documents that challenges brought to an answer or a case, up to this version of it."""
        return list_brought(self._desk.reading, self._desk.find_run(run))

    @quick
    def find_folder(self, run: Any) -> Path:
        """Where pages are written that somebody opens in a browser; made, for the owner alone.

        Those of a personal file are not kept in the home: InputError says what to do instead.
        """
        if person := self._desk.find_owner(self._desk.find_run(run)):
            what = f"this dossier belongs to the personal file {person}, and its page would lie in the open"
            raise InputError(what, hint="write it where you want it, and delete it yourself: foam dossier export")
        make_folder(self._desk.folder / PAGES)
        return self._desk.folder / PAGES

    def __call__(self, run: Any) -> Answer:
        """The answer of a run."""
        return self.show(run).dossier

    @call
    async def export(self, run: Any, path: Path | str) -> Path:
        """Write the answer of a run; the ending of the name says how."""
        read = await self.show.aio(run)
        return read.dossier.save(path)

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of an answer."""
        return Answer.model_json_schema(mode="serialization")
