"""Deliberations in words for tests that look at what becomes of an act: few seats, and one plain run for all."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from tests.deliberation.table import Table, load_sample
from tests.deliberation.writing import writing

from foam.deliberation.dossier import Dossier
from foam.evidence.corpus import ListedCorpus
from foam.evidence.document import Document
from foam.job.job import RunResult
from foam.model.question import Write
from foam.model.scripted import Script, ScriptedModel
from foam.record.entry import Entry
from foam.record.graph import entries_of

PACK = "benefits-appeal"
SEATS = 2
"""Seats at the table: what becomes of one act does not depend on how many sit there."""
_PAGES = 6
"""The notice, four pay stubs and a rule."""


class Sitting(NamedTuple):
    """A table at which a deliberation was held in words."""

    table: Table
    ran: RunResult[Dossier]

    @property
    def dossier(self) -> Dossier:
        return self.ran.view

    def list_acts(self, template: str) -> list[Write]:
        """The acts of one kind that were asked for, in their order."""
        assert isinstance(self.table.model, ScriptedModel)
        asked = [call.question for call in self.table.model.calls]
        return [one for one in asked if isinstance(one, Write) and one.template == template]

    def list_entries(self, kind: str) -> list[Entry]:
        """What the run put into the record under this kind."""
        return [one for one in entries_of(self.table.store, self.ran.run) if one.draft.kind == kind]


def sit(script: Script | None = None, *, corpus: ListedCorpus | None = None, seats: int = SEATS) -> Sitting:
    """Deliberate with a writer that says what the script says, and fills the other acts as `writing` does."""
    acts = writing(load_sample(PACK).pack.sample_question)
    table = Table(ScriptedModel(lambda call: (script(call) if script else None) or acts(call), writes=True), pack=PACK)
    table.corpus = corpus or list_few()
    return Sitting(table, table.deliberate(table.spec(table.pack.perspectives[:seats])))


def list_few() -> ListedCorpus:
    """The first pages of the sample library; so few are offered whole, without a search."""
    return ListedCorpus.of(load_sample(PACK).documents[:_PAGES])


def list_with(document: Document) -> ListedCorpus:
    """The sample library and another document."""
    return ListedCorpus.of([*load_sample(PACK).documents, document])


@cache
def sit_plainly() -> Sitting:
    """The run in which nothing is changed, for every test that only reads it."""
    return sit()


@cache
def sit_whole() -> Sitting:
    """The same with every seat of the pack and every page of its library."""
    sample = load_sample(PACK)
    return sit(corpus=sample.corpus, seats=len(sample.pack.perspectives))
