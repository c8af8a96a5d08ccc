"""Figures, dates, names and quotations that somebody wrote and that no sentence bears out which they name.

Nothing is computed from such words and nobody is asked again: a reader is told which they are. Whether the sense is
borne out is for the evaluator.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from foam.acts.tell import FORM, list_held
from foam.argument.tree import Frame
from foam.argument.working import Context, SentenceId, compute, show_result
from foam.deliberation.answer.answer import Answer, Mark
from foam_quotes.text.faithful import find_unfaithful


class _Prose(NamedTuple):
    """A text, the sentences that it names, and the part of the tree that it speaks of."""

    text: str
    at: tuple[SentenceId, ...]
    of: str = ""


def find_marks(answer: Answer) -> Iterator[Mark]:
    """What nothing bears out of all that was written; what was told was refused with such words."""
    frame = answer.tree.frame if answer.tree else Frame(roots=())
    computed = (compute(one, Context(frame.workings)).value for one in frame.workings.values() if one)
    options = (option.text for root in frame.roots for option in root.options)
    results = (show_result(one) for one in computed if one is not None)
    known = (answer.question, *options, *results, *(one.about for one in answer.file.documents))
    says = tuple(one.says for one in (*frame.leaves, *frame.nodes, *frame.considerations))
    for one in dict.fromkeys(_list_prose(answer, frame)):
        quoted = (shown.text for at in one.at if (shown := answer.file.sentence_by_id.get(at)))
        cited = tuple(dict.fromkeys((*quoted, *(list_held(one.of, frame, answer.file) if one.of else ()))))
        beside = () if one.text in says else says
        unborne = find_unfaithful(one.text, cited=cited, known=known, beside=beside)
        marks = (Mark(text=one.text, found=found.told, why=found.why) for found in unborne if found.kind in FORM)
        yield from {mark.found: mark for mark in marks}.values()


def _list_prose(answer: Answer, frame: Frame) -> Iterator[_Prose]:
    """Every text of a model or a person, but for what was told."""
    yield from (_Prose(one.says, one.at) for one in answer.read.findings)
    yield from (_Prose(one.says, one.at, one.id) for one in frame.leaves)
    yield from (_Prose(one.says, one.at, one.id) for one in frame.considerations)
    if answer.tree:
        record = answer.tree.record
        yield from (_Prose(one.point, one.at, one.target) for one in record.objections)
        yield from (_Prose(one.why, one.at, one.target) for one in record.verdicts)
        yield from (_Prose(one.why, (), one.leaf) for one in record.supports)
        yield from (_Prose(one.why, (), one.reason) for one in record.speaks)
        yield from (_Prose(f"{one.says} {one.why}", one.at, one.leaf) for one in record.amendments)
    if answer.table:
        raised = {one.id: one for one in answer.tree.record.objections} if answer.tree else {}
        for one in answer.table.replies:
            met = raised.get(one.to)
            yield _Prose(one.text, (*one.at, *(met.at if met else ())), met.target if met else "")
        for seated in answer.table.seats:
            points = seated.argued.points if seated.argued else ()
            yield from (_Prose(one.says, one.at) for one in points)
            yield _Prose(seated.argued.why if seated.argued else "", _join(one.at for one in points))
            yield from (_Prose(one.why, one.at, one.leaf) for one in seated.ledger.disputes)


def _join(groups: Iterable[tuple[SentenceId, ...]]) -> tuple[SentenceId, ...]:
    return tuple(dict.fromkeys(at for group in groups for at in group))
