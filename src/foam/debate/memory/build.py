"""The job `memory`: from transcripts to remembered utterances. They are cut, cleaned and annotated."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from typing import Any

from foam.debate.language import detect_language
from foam.debate.memory.annotate import annotate
from foam.debate.memory.moves import MemoryMove, read_moves
from foam.debate.memory.values import Exemplar, make_exemplar_id
from foam.debate.transcript import Transcript, Utterance
from foam.debate.transcripts.cleaning import CleanedTurns, clean_turns
from foam.job.job import job
from foam.job.retrieval import depend_on
from foam.job.session import Session
from foam.job.spec import Spec
from foam.record.entry import EntryInput, ValueInput
from foam.values import Value


class MemorySpec(Spec):
    """What a memory is built from."""

    transcripts: tuple[str, ...]
    """Digests of the transcripts, in order."""


class BuiltMemory(Value):
    """The utterances of some transcripts, and what was left out of them."""

    utterances: tuple[Exemplar, ...]
    dropped: dict[str, int]
    """How many turns or sentences each cleaning rule dropped."""


@job("memory", spec=MemorySpec)
async def build_memory(spec: MemorySpec, session: Session) -> BuiltMemory:
    """Cut, clean and annotate the transcripts; what was cut is recorded, so a replay needs no files."""
    transcripts = [_clean_transcript(session, digest) for digest in spec.transcripts]
    rows = await asyncio.gather(*(_annotate_transcript(one, session) for one in transcripts))
    dropped: Counter[str] = Counter()
    for one in transcripts:
        dropped.update(one.cleaning.dropped)
    return BuiltMemory(utterances=tuple(row for found in rows for row in found), dropped=dict(sorted(dropped.items())))


class _CleanTranscript(Value):
    """A transcript as the record holds it: its utterances cleaned."""

    entry: str
    digest_of: str
    transcript: Transcript
    cleaning: CleanedTurns


def _clean_transcript(session: Session, digest: str) -> _CleanTranscript:
    def work() -> dict[str, object]:
        transcript = Transcript.model_validate(session.tools.given[digest])
        bare = transcript.model_copy(update={"utterances": ()})
        return {"about": bare.json_value(), "cleaning": clean_turns(transcript.utterances).json_value()}

    source = ValueInput(role="transcript", value=digest)
    entry = session.clerk.compute("utterances", work, source, rule="cleaning rules")
    return _CleanTranscript(
        entry=entry.key,
        digest_of=digest,
        transcript=Transcript.model_validate(entry.answer["about"]),
        cleaning=CleanedTurns.model_validate(entry.answer["cleaning"]),
    )


async def _annotate_transcript(source: _CleanTranscript, session: Session) -> list[Exemplar]:
    utterances = source.cleaning.utterances
    since = depend_on("utterances", source.entry)
    found = await asyncio.gather(*(annotate(session, one.text, since) for one in utterances))
    moves = _find_moves(session, utterances, since)
    name = session.models["evaluator"].decider.id if session.speaks("evaluator") else session.judge.name
    about, debate = source.transcript, source.digest_of
    return [
        Exemplar(
            id=make_exemplar_id(debate, turn, utterance.text),
            text=utterance.text,
            side=utterance.side,
            speaker=utterance.speaker,
            motion=about.motion,
            debate=debate,
            turn=turn,
            language=detect_language(utterance.text),
            schemes=schemes,
            annotator=name,
            moves=made,
        )
        for turn, (utterance, schemes, made) in enumerate(zip(utterances, found, moves, strict=True))
    ]


def _find_moves(
    session: Session, utterances: Sequence[Utterance], since: EntryInput
) -> tuple[tuple[MemoryMove, ...], ...]:
    """What each utterance answered of the one before it, recorded as the judge saw it."""

    def read() -> list[list[Any]]:
        return [[move.json_value() for move in made] for made in read_moves(session.judge, utterances)]

    entry = session.clerk.compute("moves", read, since, rule=session.judge.name)
    return tuple(tuple(MemoryMove.model_validate(move) for move in made) for made in entry.answer)
