"""A small hall for the tests: a case on scripted models, and challenges to it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import replace
from functools import cache

from tests.case.writing import Desk, agreeable
from tests.deliberation.table import NOON

from foam.contest.challenge import Challenge, Ground
from foam.contest.given import Given
from foam.contest.job import Heard, hear_challenge, load_file
from foam.contest.part import Version
from foam.contest.spec import ContestSpec
from foam.contest.subject import CaseFile
from foam.contest.weigh import MOST_NAMED
from foam.evidence.document import Document
from foam.job.waiting import complete
from foam.model.cast import ROLES
from foam.model.question import Write, Written
from foam.model.scripted import Call, Said, Script, ScriptedModel
from foam.record.memory import MemoryStore

Names = Callable[[str], bool]
"""Whether the evaluator names a sentence."""
WHY = "It speaks of another year."


def nothing(sentence: str) -> bool:
    """An evaluator that names nothing."""
    return False


def everything(sentence: str) -> bool:
    """An evaluator that names whatever it is shown."""
    return True


def judging(ends: str, names: Names = nothing) -> Script:
    """An evaluator that ends a challenge so, by the sentences of which `names` holds; all else is left to the seed."""

    def said(call: Call) -> Said | None:
        question = call.question
        if isinstance(question, Write) and question.template == "contest/weigh":
            ids = [one.id for one in question.material if names(one.text)]
            return Written(fields={"why": WHY, "challenge": ends, "at": tuple(ids[:MOST_NAMED])})
        return None

    return said


def say_nothing(call: Call) -> Said | None:
    """Leaves everything to the reader and the seed."""
    return None


class Hall:
    """A finished run, and everything needed to challenge it."""

    def __init__(self, table: Desk, run: str) -> None:
        self.table = table
        self.run = run
        self.model = self.evaluator = ScriptedModel()
        self._files: dict[str, Version] = {}

    @property
    def calls(self) -> list[Call]:
        """What was asked in the last hearing."""
        return [*self.evaluator.calls, *self.model.calls]

    @property
    def file(self) -> Version:
        return self.version(self.run)

    @property
    def case(self) -> CaseFile:
        assert isinstance(self.file, CaseFile)
        return self.file

    def version(self, run: str) -> Version:
        """A version, loaded from the record once."""
        if run not in self._files:
            self._files[run] = complete(load_file(self.table.store, run))
        return self._files[run]

    def challenge(
        self,
        node: str,
        ground: Ground,
        because: str = "It is not so.",
        *,
        script: Script = say_nothing,
        documents: Sequence[Document] = (),
        challenger: str = "anyone",
        of: str = "",
        answer: Given | None = None,
        hold: bool = False,
        parties: Sequence[str] = (),
        seed: int = 0,
        writes: bool = False,
    ) -> Heard:
        """Put a challenge and hear it."""
        table = self.table
        self.model = ScriptedModel(script, writes=writes)
        self.evaluator = ScriptedModel(script, writes=writes or script is not say_nothing)
        models = {**dict.fromkeys(ROLES, self.model), "judge": self.evaluator}
        tools = replace(table.tools, models=models)
        made = Challenge(
            node=node,
            ground=ground,
            because=because,
            challenger=challenger,
            brought=tuple(document.digest for document in documents),
        )
        spec = ContestSpec(**tools.describe(seed), of=of or self.run, challenge=made, answer=answer, hold=hold)
        hearing = hear_challenge(
            spec,
            self.version(spec.of),
            tools,
            store=table.store,
            documents=documents,
            parties=parties,
            clock=lambda: NOON,
        )
        return asyncio.run(hearing).view


def case(pack: str = "benefits-appeal", speech: str = "appeal") -> Hall:
    """A case written on the pack's sample, in a record of its own."""
    return _copied(shared_case(pack, speech, "clean"))


def _copied(clean: Hall) -> Hall:
    """The same run in a copy of its record; what was loaded of it is a value and can be shared."""
    table, store = copy(clean.table), clean.table.store
    assert isinstance(store, MemoryStore)
    table.store = store.copy()
    made = Hall(table, clean.run)
    made._files[clean.run] = clean.file
    return made


@cache
def shared_case(pack: str = "benefits-appeal", speech: str = "appeal", of: str = "all") -> Hall:
    """One case for all tests that do not mind each other's challenges."""
    desk = Desk(agreeable, pack=pack, speech=speech)
    spec = desk.case_spec(strategy=() if speech == "appeal" else ("traditional",))
    return Hall(desk, desk.write(spec).run)
