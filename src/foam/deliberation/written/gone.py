"""Sentences that challenges struck: whoever judges or writes afterwards is not shown them as if they held.

They are no part of what is offered, nor of what stands around other sentences. What still rests on one of them quotes
it with what is said of it there. A sentence of another source that repeats a figure which was corrected is shown with
a mark that says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from foam.deliberation.corrected import Corrected, tell_repeated
from foam.evidence.corpus import Passage
from foam.job.retrieval import Candidates
from foam.job.session import Session
from foam.text.pointer import Pointer
from foam.values import Value


class StruckSentences(Value):
    """Where the sentences stand that challenges struck, in the session of whatever is asked since."""

    pointers: frozenset[Pointer] = frozenset()


class CorrectedFigures(Value):
    """The figures that challenges corrected, in the session of whatever is asked since."""

    corrected: tuple[Corrected, ...] = ()


Say = Callable[[Passage], str]
"""How a sentence is shown: its words, with a mark where it repeats a figure that was corrected."""


def without_struck(session: Session, pointers: Iterable[Pointer]) -> Session:
    """The same session, in which these sentences are shown to nobody as context any more."""
    gone = StruckSentences(pointers=list_gone(session).union(pointers))
    return replace(session, tools=replace(session.tools, parts={**session.tools.parts, StruckSentences: gone}))


def list_gone(session: Session) -> frozenset[Pointer]:
    """The sentences that were struck before what is asked in this session."""
    found = session.tools.parts.get(StruckSentences)
    return found.pointers if isinstance(found, StruckSentences) else frozenset()


def leave_out_struck(session: Session, candidates: Candidates) -> Candidates:
    """What may be cited, without what was struck."""
    gone = list_gone(session)
    if not gone:
        return candidates
    kept = tuple(one for one in candidates.passages if one.pointer not in gone)
    whole = sum(one.pointer not in gone for one in candidates.passages[: candidates.whole])
    return candidates.model_copy(update={"passages": kept, "whole": whole})


def with_corrected(session: Session, corrected: Iterable[Corrected]) -> Session:
    """The same session, in which sentences that repeat these figures are marked wherever they are shown."""
    held = CorrectedFigures(corrected=tuple(corrected))
    return replace(session, tools=replace(session.tools, parts={**session.tools.parts, CorrectedFigures: held}))


def list_corrected_figures(session: Session) -> tuple[Corrected, ...]:
    """The figures that were corrected before what is asked in this session."""
    found = session.tools.parts.get(CorrectedFigures)
    return found.corrected if isinstance(found, CorrectedFigures) else ()


def mark_corrected(session: Session) -> Say:
    """How sentences are shown in this session."""
    corrected = list_corrected_figures(session)

    def say(passage: Passage) -> str:
        told = tell_repeated(corrected, passage.pointer, passage.text) if corrected else ""
        return f"{passage.text} [{told}]" if told else passage.text

    return say
