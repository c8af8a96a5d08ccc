"""From transcripts to remembered utterances, as a recorded job: cut, cleaned, annotated. Knows no terminal.

What was cut from a transcript is recorded, so a replay needs neither the files nor a model.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from typing import Literal

from foam.argument.scheme import SchemeId
from foam.debate.language import language
from foam.debate.memory.annotate import CUES, annotated, cued
from foam.debate.memory.values import Quality, Remembered, remembered_id
from foam.debate.prompts import debate_prompts
from foam.debate.transcript import Transcript, Utterance
from foam.debate.transcripts.cleaning import Cleaned, cleaned
from foam.deliberation.jobs import Models, Ran, Setting, closed, replaying
from foam.job.clerk import Clerk
from foam.job.retrieval import after
from foam.model.template import Prompts
from foam.pack.loader import Pack
from foam.record.clock import Clock, utc_now
from foam.record.entry import Entry, EntryInput, ValueInput
from foam.record.runs import open_run
from foam.record.store import Store
from foam.values import Value

JOB = "memory"
Annotator = Literal["model", "cues"]


class MemorySpec(Setting):
    """What a memory is built from, and by whom it is annotated."""

    transcripts: tuple[str, ...]
    """Digests of the transcripts, in order."""
    annotator: Annotator = "model"


class Built(Value):
    """The utterances of some transcripts, and what was left out of them."""

    utterances: tuple[Remembered, ...]
    dropped: dict[str, int]
    """How many turns or sentences each cleaning rule dropped."""


async def run_build(
    spec: MemorySpec,
    transcripts: Sequence[Transcript],
    *,
    store: Store,
    models: Models,
    pack: Pack,
    clock: Clock = utc_now,
) -> Ran[Built]:
    """Build the memory of these transcripts, or finish it."""
    run = open_run(store, JOB, spec.json_value(), clock=clock)
    clerk = Clerk(store, models, run=run, seed=spec.seed, clock=clock)
    cut = [_cut(clerk, digest, one) for digest, one in zip(spec.transcripts, transcripts, strict=True)]
    return closed(store, clerk, run, JOB, await _built(spec, cut, clerk, debate_prompts(pack)), clock)


def recorded_memory(store: Store, run: Entry) -> Built:
    """What a run remembered, computed from the record alone."""
    spec = MemorySpec.model_validate(run.draft.question["spec"])
    clerk, _, pack = replaying(spec, store, run.key)
    cut = [_cut(clerk, digest, None) for digest in spec.transcripts]
    return asyncio.run(_built(spec, cut, clerk, debate_prompts(pack)))


def sample_built(transcripts: Sequence[Transcript]) -> tuple[Remembered, ...]:
    """Utterances annotated by their cue words, without a record: what a pack's sample memory needs."""
    return tuple(
        _remembered(one, one.digest, turn, said, cued(said.text), CUES)
        for one in transcripts
        for turn, said in enumerate(cleaned(one.utterances).utterances)
    )


class _Cut(Value):
    """A transcript as the record holds it: its utterances cleaned."""

    entry: str
    digest_of: str
    transcript: Transcript
    cleaning: Cleaned


def _cut(clerk: Clerk, digest: str, transcript: Transcript | None) -> _Cut:
    def work() -> dict[str, object]:
        assert transcript is not None, "a replay reads what was cut from the record"
        bare = transcript.model_copy(update={"utterances": ()})
        return {"about": bare.json_value(), "cleaning": cleaned(transcript.utterances).json_value()}

    entry = clerk.compute("utterances", work, ValueInput(role="transcript", value=digest), rule="cleaning rules")
    return _Cut(
        entry=entry.key,
        digest_of=digest,
        transcript=Transcript.model_validate(entry.answer["about"]),
        cleaning=Cleaned.model_validate(entry.answer["cleaning"]),
    )


async def _built(spec: MemorySpec, cut: Sequence[_Cut], clerk: Clerk, prompts: Prompts) -> Built:
    rows = await asyncio.gather(*(_annotated(spec.annotator, one, clerk, prompts) for one in cut))
    dropped: Counter[str] = Counter()
    for one in cut:
        dropped.update(one.cleaning.dropped)
    return Built(utterances=tuple(row for found in rows for row in found), dropped=dict(sorted(dropped.items())))


async def _annotated(annotator: Annotator, cut: _Cut, clerk: Clerk, prompts: Prompts) -> list[Remembered]:
    texts = [said.text for said in cut.cleaning.utterances]
    since = after("utterances", cut.entry)
    if annotator == "cues":
        found, name = _by_cues(clerk, texts, since), CUES
    else:
        found, name = await asyncio.gather(*(annotated(clerk, prompts, text, since) for text in texts)), "model"
    return [
        _remembered(cut.transcript, cut.digest_of, turn, said, schemes, name)
        for turn, (said, schemes) in enumerate(zip(cut.cleaning.utterances, found, strict=True))
    ]


def _by_cues(clerk: Clerk, texts: Sequence[str], since: EntryInput) -> list[dict[SchemeId, Quality]]:
    """One entry for a whole transcript: a rule is not asked sentence by sentence."""
    entry = clerk.compute("schemes", lambda: [dict(cued(text)) for text in texts], since, rule=CUES)
    return list(entry.answer)


def _remembered(
    about: Transcript, debate: str, turn: int, said: Utterance, schemes: dict[SchemeId, Quality], annotator: str
) -> Remembered:
    return Remembered(
        id=remembered_id(debate, turn, said.text),
        text=said.text,
        side=said.side,
        speaker=said.speaker,
        motion=about.motion,
        debate=debate,
        turn=turn,
        language=language(said.text),
        schemes=schemes,
        annotator=annotator,
    )
