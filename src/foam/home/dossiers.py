"""Calls about a dossier or an answer that is there: read it, write it to a file, weigh it anew. No model is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from foam.contest.compared import find_comparison, find_last_revision, mark_superseded
from foam.contest.revised import CONTEST
from foam.deliberation.answer.answer import Answer
from foam.deliberation.choice import OptionsDossier
from foam.deliberation.dossier import Dossier
from foam.deliberation.jobs import deliberate_options
from foam.errors import InputError
from foam.home.calls import call, quick
from foam.home.desk import Desk
from foam.home.files import is_answer, load_answer, load_dossier
from foam.home.reweighing import Reweighed, reweigh_dossier
from foam.job.job import replay
from foam.private import make_folder
from foam.record.graph import require_entry
from foam.values import short

PAGES = "dossiers"


@dataclass(frozen=True, slots=True)
class DossierReading:
    """A dossier or a short answer read off the record, and the run it belongs to."""

    run: str
    dossier: Dossier | OptionsDossier | Answer


class DossierCalls:
    """`home.dossier(run)` reads a dossier off the record; no model is asked."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @call
    async def show(self, run: Any, *, compared: bool = False) -> DossierReading:
        """The dossier of a run; of a challenge, the version it left; of an open question, its options compared; of a
        short answer, that.

        With `compared`, the options as they stand now: of an open question after every challenge to one of them, of a
        challenge to an option after that one.
        """
        key = self._desk.find_run(run)
        if require_entry(self._desk.reading, key).draft.question.get("job") == deliberate_options.name:
            found = await self._desk.remember(f"options {key}", lambda: replay(self._desk.reading, key))
            last = find_last_revision(self._desk.reading, found) if compared else ""
            if last:
                return await self._show_compared(last)
            return DossierReading(key, mark_superseded(self._desk.reading, found))
        if compared:
            return await self._show_compared(key)
        if is_answer(self._desk, key):
            return DossierReading(key, await load_answer(self._desk, key))
        return DossierReading(key, (await load_dossier(self._desk, key)).dossier)

    async def _show_compared(self, key: str) -> DossierReading:
        """The options as a challenge to one of them left them."""
        job = require_entry(self._desk.reading, key).draft.question.get("job")
        heard = await self._recall_heard(key) if job == CONTEST else None
        if heard is None or heard.compared is None:
            hint = "name the run of an open question, or a challenge that revised one of its options"
            raise InputError(f"no options were compared in {short(key)}", hint=hint)
        return DossierReading(key, heard.compared)

    async def _recall_heard(self, key: str) -> Any:
        return await self._desk.remember(f"compared {key}", lambda: replay(self._desk.reading, key))

    @call
    async def find_question(self, run: Any) -> str:
        """The open question that a run answers, or of which it deliberates or revises an option; empty for none."""
        key, store = self._desk.find_run(run), self._desk.reading
        asked = require_entry(store, key).draft.question
        if asked.get("job") == deliberate_options.name:
            return key
        root = key
        while asked.get("job") == CONTEST:
            root = asked["spec"]["of"]
            asked = require_entry(store, root).draft.question
        if not asked.get("spec", {}).get("options"):
            return ""
        return self._desk.recall(f"question of {root}", lambda: find_comparison(store, root))

    @call
    async def is_superseded(self, run: Any) -> bool:
        """Whether options of an open question were revised since they were compared in this run."""
        key = self._desk.find_run(run)
        if await self.find_question.aio(key) != key:
            return False
        found = await self._desk.remember(f"options {key}", lambda: replay(self._desk.reading, key))
        return bool(find_last_revision(self._desk.reading, found))

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

    def __call__(self, run: Any) -> Dossier | OptionsDossier | Answer:
        """The dossier of a run."""
        return self.show(run).dossier

    @call
    async def export(self, run: Any, path: Path | str, *, compared: bool = False) -> Path:
        """Write the dossier of a run, or the options as they stand now; the ending of the name says how."""
        read = await self.show.aio(run, compared=compared)
        return read.dossier.save(path)

    @call
    async def reweigh(self, run: Any, weights: Sequence[str]) -> Reweighed:
        """What would be recommended if values weighed otherwise ("treasurer.equity=0.4"); no model is asked."""
        key = self._desk.find_run(run)
        file = await load_dossier(self._desk, key)
        return self._desk.recall(f"weights {key} {list(weights)}", lambda: reweigh_dossier(file, weights))

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of a dossier."""
        return Dossier.model_json_schema(mode="serialization")
