"""A small desk for the tests: a pack, its library as a list, an agreeable model, a store in memory."""

from __future__ import annotations

import asyncio
from functools import cache, cached_property

from tests.deliberation.table import NOON, Table

from foam.argument.flow import Flow
from foam.case.agreeable import agreeable
from foam.case.flow import flow_of
from foam.case.job import CaseSpec, run_case
from foam.case.template import SpeechTemplate, speech_template
from foam.case.values import Case
from foam.case.write import first_on
from foam.deliberation.jobs import Ran
from foam.evidence.corpus import ListedCorpus
from foam.evidence.document import Document
from foam.model.cast import ROLES
from foam.model.scripted import Script, ScriptedModel
from foam.pack.loader import Pack, load_pack
from foam.record.memory import MemoryStore

__all__ = ["LINCOLN_DOUGLAS", "PUBLIC_FORUM", "ROUND", "Desk", "agreeable", "sample", "spoken_round"]

ROUND = ("1AC", "1NC", "2AC", "2NC", "1NR", "1AR", "2NR", "2AR")
LINCOLN_DOUGLAS = ("LD-AC", "LD-NC", "LD-1AR", "LD-NR", "LD-2AR")
PUBLIC_FORUM = ("PF-AC", "PF-NC", "PF-AR", "PF-NR", "PF-AS", "PF-NS", "PF-AF", "PF-NF")


@cache
def _read(pack: str) -> tuple[Pack, ListedCorpus]:
    loaded = load_pack(pack)
    return loaded, ListedCorpus.of(loaded.documents())


class Desk(Table):
    """A table at which cases are written."""

    def __init__(self, script: Script = agreeable, *, pack: str = "policy-debate", speech: str = "1AC") -> None:
        self.pack, self.corpus = _read(pack)
        self.model = ScriptedModel(script)
        self.models = dict.fromkeys(ROLES, self.model)
        self.store = MemoryStore()
        self.template: SpeechTemplate = speech_template(self.pack, speech)

    def case_spec(
        self,
        *,
        resolution: str = "",
        seat: str = "",
        words: int = 0,
        strategy: tuple[str, ...] = ("traditional",),
        heard: Flow | None = None,
        seed: int = 0,
    ) -> CaseSpec:
        named = [one for one in self.pack.perspectives if one.id == seat]
        return CaseSpec(
            **self._setting(seed),
            resolution=resolution or self.pack.sample_question,
            speech=self.template.speech,
            seat=named[0] if named else first_on(self.template.side, self.pack.perspectives),
            words=words or self.template.words,
            strategy=strategy,
            heard=heard,
        )

    def write(self, spec: CaseSpec | None = None) -> Ran[Case]:
        return asyncio.run(
            run_case(
                spec or self.case_spec(),
                store=self.store,
                models=self.models,
                corpus=self.corpus,
                pack=self.pack,
                clock=lambda: NOON,
            )
        )

    @cached_property
    def documents(self) -> dict[str, Document]:
        return {document.id: document for document in self.pack.documents()}


@cache
def spoken_round(second_line: str = "counterplan", speeches: tuple[str, ...] = ROUND) -> dict[str, Case]:
    """A whole round, each speech answering all that was said before it."""
    cases: dict[str, Case] = {}
    heard: Flow | None = None
    ways = {"1AC": ("traditional",), "1NC": (second_line,)}
    for speech in speeches:
        desk = Desk(speech=speech)
        cases[speech] = desk.write(desk.case_spec(strategy=ways.get(speech, ()), heard=heard)).view
        heard = flow_of(cases[speech])
    return cases


@cache
def sample() -> tuple[Desk, Case]:
    """One case that is issued, written once for all tests that only look at it."""
    desk = Desk()
    return desk, desk.write().view
