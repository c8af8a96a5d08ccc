"""A small desk for the tests: a pack, its library as a list, an agreeable model, a store in memory."""

from __future__ import annotations

import asyncio
from functools import cache, cached_property

from tests.case.drafting import draft
from tests.sample import NOON, Bench

from foam.argument.flow import Flow
from foam.case.flow import build_flow
from foam.case.values import Case
from foam.case.write import CaseSpec, find_seat, write_case
from foam.evidence.document import Document
from foam.job.job import RunResult, run
from foam.model.scripted import Call, Said, Script, ScriptedModel, agree
from foam.pack.outlines import SpeechOutline, load_outline

__all__ = ["LINCOLN_DOUGLAS", "PUBLIC_FORUM", "ROUND", "Desk", "agreeable", "sample", "spoken_round"]

ROUND = ("1AC", "1NC", "2AC", "2NC", "1NR", "1AR", "2NR", "2AR")
LINCOLN_DOUGLAS = ("LD-AC", "LD-NC", "LD-1AR", "LD-NR", "LD-2AR")
PUBLIC_FORUM = ("PF-AC", "PF-NC", "PF-AR", "PF-NR", "PF-AS", "PF-NS", "PF-AF", "PF-NF")


_agree = agree(
    templates=(
        "case/alignment",
        "case/slot",
        "case/answer",
        "case/step",
        "case/told",
        "case/warrant",
        "case/coherence",
    ),
)


def agreeable(call: Call) -> Said | None:
    """Fills the acts of a case from what it is offered and finds nothing to complain of; all else is left to the
    seed."""
    return draft(call) or _agree(call)


class Desk(Bench):
    """A table at which cases are written."""

    def __init__(self, script: Script = agreeable, *, pack: str = "policy-debate", speech: str = "1AC") -> None:
        super().__init__(ScriptedModel(script), pack=pack)
        self.template: SpeechOutline = load_outline(self.pack, speech)

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
            **self.tools.describe(seed),
            resolution=resolution or self.pack.sample_question,
            speech=self.template.speech,
            seat=named[0] if named else find_seat(self.template.side, self.pack.perspectives),
            words=words or self.template.words,
            strategy=strategy,
            heard=heard,
        )

    def write(self, spec: CaseSpec | None = None) -> RunResult[Case]:
        return asyncio.run(run(write_case, spec or self.case_spec(), self.tools, store=self.store, clock=lambda: NOON))

    @cached_property
    def documents(self) -> dict[str, Document]:
        return {document.id: document for document in self.pack.documents()}


def spoken_round(second_line: str = "counterplan", speeches: tuple[str, ...] = ROUND) -> dict[str, Case]:
    """A whole round, each speech answering all that was said before it."""
    return _speak(speeches, second_line)


@cache
def _speak(speeches: tuple[str, ...], second_line: str) -> dict[str, Case]:
    """A round up to a speech; before the 1NC it is the same whatever that will say."""
    if not speeches:
        return {}
    *before, speech = speeches
    cases = _speak(tuple(before), second_line if "1NC" in before else "")
    heard = build_flow(cases[before[-1]]) if before else None
    ways = {"1AC": ("traditional",), "1NC": (second_line,)}
    desk = Desk(speech=speech)
    return {**cases, speech: desk.write(desk.case_spec(strategy=ways.get(speech, ()), heard=heard)).view}


@cache
def sample() -> tuple[Desk, Case]:
    """One case that is issued, written once for all tests that only look at it."""
    desk = Desk()
    return desk, desk.write().view
