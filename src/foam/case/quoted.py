"""What the other side said in an argument, step by step, with the sentences that were read for each step."""

from __future__ import annotations

from collections.abc import Iterator

from foam.argument.flow import Argument
from foam.argument.round import Round
from foam.case.cut import read_source
from foam.case.marks import drop_marks
from foam.errors import NotFound
from foam.job.session import Session


def quote_arguments(session: Session, debate_round: Round) -> dict[str, tuple[str, ...]]:
    """Each argument that was heard, by its name in the round and by the ids of its steps: the words of its steps and,
    for whoever writes, what was read for each."""
    quoted: dict[str, tuple[str, ...]] = {}
    for one in debate_round.spoken:
        theirs = one.side != debate_round.side
        said = tuple(line for argument in one.arguments for line in _quote(session, argument, read=theirs))
        quoted |= dict.fromkeys((one.id, *(argument.id for argument in one.arguments)), said)
    return quoted


def _quote(session: Session, argument: Argument, *, read: bool) -> Iterator[str]:
    if not argument.text:
        return
    yield argument.text
    if read and session.speaks("proposer") and (words := _read_sentences(session, argument)):
        yield f"Read for “{argument.text.rstrip('.')}”: {words}"


def _read_sentences(session: Session, argument: Argument) -> str:
    """The sentences of a card, as far as the library holds them: a speech of another team may read what it does not."""
    try:
        said = [
            read_source(session, pointer.document).sentence(pointer.sentence)
            for pointer in argument.evidence
            if not pointer.computed
        ]
    except NotFound:
        return ""
    return drop_marks(" ".join(said))
