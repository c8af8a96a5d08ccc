"""The tools that read: they ask no model and leave nothing on record."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, TypeAlias
from urllib.parse import urlencode

from pydantic import Field

import foam
from foam import Answer, InputError, NotFound
from foam.mcp.desk import Desk, GivenDocument, Told, explained
from foam.mcp.ordering import take_order
from foam.mcp.telling import (
    sentence_path,
    tell_against,
    tell_answer,
    tell_audit,
    tell_citation,
    tell_difference,
    tell_examination,
    tell_part,
    tell_preview,
    tell_run,
    tell_search,
)
from foam.orders import ChallengeOrder
from foam.visible import clean
from foam.web.addresses import run_path
from foam.web.recorded import read_result
from foam.web.sources import find_source

Run: TypeAlias = Annotated[str, Field(description="A run by its key or its first digits, as `list_runs` shows it.")]
Part: TypeAlias = Annotated[str, Field(description="A part of that run, as `read_dossier` and `read_part` name it.")]
Documents: TypeAlias = Annotated[tuple[GivenDocument, ...], Field(description="Documents handed over as text.")]
Files: TypeAlias = Annotated[
    tuple[str, ...], Field(description="Files by path, where the server may read them (`foam mcp --files FOLDER`).")
]


class ReadingTools:
    """Tools over a home that is only read."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._home = desk.home

    @explained
    def search(
        self,
        query: str,
        against: Annotated[bool, Field(description="Give sentences that speak against the query instead.")] = False,
        where: Annotated[tuple[str, ...], Field(description="Conditions such as year>=2015 or side=neg.")] = (),
        limit: Annotated[int, Field(ge=1, le=50)] = 10,
    ) -> Told:
        """Find sentences of the user's library by words and meaning; each has a pointer that `cite` takes."""
        if against:
            return tell_against(self._home.search.against(query, where=where, limit=limit))
        return tell_search(self._home.search.find(query, where=where, limit=limit))

    @explained
    def cite(
        self,
        pointer: Annotated[str, Field(description="A sentence, such as d:3f9a2c#s47.")],
        run: Annotated[str, Field(description="The run whose evidence it is; empty for the library.")] = "",
        around: Annotated[int, Field(ge=0, le=20, description="Sentences before and after it.")] = 2,
    ) -> Told:
        """Show the sentence that a pointer names, word for word, with what stands around it and where it is from."""
        if not run:
            found = self._home.cite(pointer, around=around)
            page = sentence_path(found.pointer)
            return tell_citation(found.document, found.number, around=around, cite=found.cite, page=page)
        name, _, number = pointer.partition("#s")
        if not name.startswith("d:") or not number.isdecimal():
            raise InputError(f"not a pointer to a document: {pointer!r}", hint="a pointer looks like d:3f9a2c#s47")
        key, sentence = self._home.find_run(run), int(number)
        document = find_source(self._home, key, name.removeprefix("d:"))
        if sentence >= len(document.ends):
            raise NotFound(f"the document has {len(document.ends)} sentences", hint="sentences are counted from 0")
        page = f"{run_path(key)}/source/{document.id[:16]}/{sentence}#marked"
        return tell_citation(document, sentence, around=around, cite=document.citation.in_full, page=page)

    @explained
    def check_quotations(
        self,
        documents: Documents = (),
        files: Files = (),
    ) -> Told:
        """Hold every quotation of some texts against the library and the pack's documents; code alone judges.

        Quotations stand in quote marks, in block quotes (Markdown) or on cards.
        """
        with self._desk.lay_out(documents, files) as paths:
            return tell_audit(self._home.audit(*paths))

    @explained
    def examine(
        self,
        documents: Documents = (),
        files: Files = (),
        decision: Annotated[str, Field(description="The name of the document that is the decision; or empty.")] = "",
        rules: Annotated[tuple[str, ...], Field(description="Names of the documents that are its rules.")] = (),
    ) -> Told:
        """Find what is wrong in a file of documents: misquotations, contradictions, sums, dates, what is missing.

        No model is asked. Where the server may write, the examination is on record and can be challenged.
        """
        with self._desk.lay_out(documents, files) as paths:
            if self._desk.allows_writing:
                ran = self._home.examine(*paths, decision=decision or None, rules=rules)
                return tell_examination(ran.view, ran.run)
            with tempfile.TemporaryDirectory(prefix="foam-mcp-") as aside, foam.open(Path(aside)) as home:
                return tell_examination(home.examine(*paths, decision=decision or None, rules=rules).view, "")

    @explained
    def list_runs(self, limit: Annotated[int, Field(ge=1, le=100)] = 20) -> Told:
        """What was asked and challenged last, the newest first."""
        return Told(runs=[tell_run(one) for one in reversed(self._home.record.list(limit=limit))])

    @explained
    def read_dossier(self, run: Run) -> Told:
        """An answer in outline: what follows, as each seat sees it, and the parts that it follows from."""
        found = self._home.dossier.show(run)
        return tell_answer(found.run, found.dossier)

    @explained
    def read_part(self, run: Run, part: Part) -> Told:
        """One part with what it rests on, what was said against it and what became of that, and how to challenge it."""
        key = self._home.find_run(run)
        parts = self._home.contest.parts(key)
        found = next((one for one in parts if one.id == part), None)
        if found is None:
            raise NotFound(f"the run has no part {part!r}", hint="read_dossier names its parts")
        return tell_part(key, found, self._read_answer(key))

    @explained
    def what_if(
        self,
        run: Run,
        weights: Annotated[tuple[str, ...], Field(description="Weights of values: seat.value=0.4.")] = (),
        true: Annotated[tuple[str, ...], Field(description="Leaves that are held true.")] = (),
        false: Annotated[tuple[str, ...], Field(description="Leaves that are held false.")] = (),
    ) -> Told:
        """What would follow if leaves were true or false, or seats weighed otherwise; asks no model."""
        key = self._home.find_run(run)
        if not (weights or true or false):
            raise InputError("nothing to change", hint="give weights such as seat.value=0.4, or leaves to turn")
        found = self._home.whatif(key, true=true, false=false, reweight=weights)
        return tell_difference(key, found, f"{run_path(key)}/what-if?{self._ask_page(key, weights, true, false)}")

    @take_order(ChallengeOrder)
    @explained
    def preview_challenge(self, order: ChallengeOrder) -> Told:
        """What a challenge would have checked and could change; nobody is asked and nothing is recorded."""
        key = self._home.find_run(order.run)
        texts = {one.id: one.text for one in self._home.contest.parts(key)}
        return tell_preview(key, self._home.contest.preview(order), texts)

    def read_page(self, run: str) -> str:
        """What a run gave, as a text to read."""
        key = self._home.find_run(run)
        return clean(str(read_result(self._home, key, self._home.record.find(key).job).render("md")))

    def _read_answer(self, run: str) -> Answer | None:
        """The answer of a run; None where the run gave something else."""
        try:
            return self._home.dossier.show(run).dossier
        except InputError:
            return None

    def _ask_page(self, run: str, weights: Sequence[str], true: Sequence[str], false: Sequence[str]) -> str:
        """The same changes as the page of a run takes them; a weight that names no seat is every seat's."""
        table = self._home.dossier(run).table
        seats = [one.perspective.id for one in table.seats] if table else []
        changed = [
            (*name.strip().rpartition("."), weight.strip()) for name, _, weight in (w.partition("=") for w in weights)
        ]
        fields = [
            (f"w.{one}.{value}", weight) for seat, _, value, weight in changed for one in ([seat] if seat else seats)
        ]
        turned = [(f"l.{leaf}", way) for way, leaves in (("true", true), ("false", false)) for leaf in leaves]
        return urlencode([*fields, *turned])
