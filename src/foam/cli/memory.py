"""`foam memory`: build, search and describe the argumentative memory. Decides nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import click

from foam.cli.desk import Desk, configured, open_desk
from foam.cli.frame import Face, faced
from foam.debate.memory.build import Built, MemorySpec, run_build
from foam.debate.memory.recall import TOP, Recall
from foam.debate.memory.sample import sample_recall
from foam.debate.memory.store import DebateMemory
from foam.debate.memory.values import Recalled, Remembered, priors
from foam.debate.transcript import Transcript
from foam.debate.transcripts import read_transcript, transcript_files
from foam.deliberation.jobs import Ran
from foam.errors import InputError
from foam.judging.debates.alignment import aligned, read_experts
from foam.model.cast import EMBEDDED
from foam.model.embedded.vectors import WordVectors
from foam.model.port import Embedder
from foam.record.clock import stamp, utc_now
from foam.record.sqlite import FILE_NAME
from foam.settings import Config
from foam.text.wrap import wrapped
from foam.values import short

MANY = 200
"""Utterances from which the embedded model takes minutes to annotate."""


@click.group()
def memory() -> None:
    """Build, search and describe the memory of how arguments were made."""


@memory.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--model", help="Who names the schemes [the setting `model`].")
@click.option("--seed", type=int, help="Same seed, same record [the setting `seed`].")
@click.option(
    "--annotate", type=click.Choice(["model", "cues"]),
    help="Ask the model for schemes and their quality, or go by cue words [cues for the embedded model].",
)  # fmt: skip
@faced
def build(face: Face, paths: tuple[Path, ...], model: str | None, seed: int | None, annotate: str | None) -> None:
    """Remember the debates under PATHS: .json (ORCHID's shape or our own), .yml (Debatrix's) and .txt transcripts."""
    found, refused = _read(paths)
    with open_desk(configured(model=model, seed=seed)) as desk:
        count = sum(len(one.utterances) for one in found)
        annotator = annotate or ("cues" if desk.models["evaluator"].decider.id == EMBEDDED else "model")
        if annotator == "model" and count > MANY:
            face.note(f"{count} turns are annotated one by one; --annotate cues is faster")
        ran = desk.run(_built(desk, found, annotator))
        embedder = WordVectors(desk.config.home)
        kept = ran.view.utterances
        with closing(DebateMemory(desk.config.home / FILE_NAME)) as store:
            vectors = embedder.embed([one.text for one in kept])
            what = " ".join(str(path) for path in paths)
            taken = store.add(kept, vectors, embedder=embedder.name, what=what, at=stamp(utc_now))
    data = {
        "run": ran.run,
        "debates": len(found),
        "utterances": len(kept),
        **taken.json_value(),
        "dropped": ran.view.dropped,
        "refused": refused,
        "asked": ran.asked,
        "reused": ran.reused,
    }
    face.show(_built_text(data), data)
    if refused and not found:
        raise InputError(refused[0]["reason"], hint="no transcript could be read")


@memory.command()
@click.argument("query")
@click.option("--limit", type=click.IntRange(1, 100), default=TOP, show_default=True, help="How many to show.")
@click.option("--sample", is_flag=True, help="Search the shipped sample instead of your own memory.")
@faced
def search(face: Face, query: str, limit: int, sample: bool) -> None:
    """Find remembered utterances: by the words of QUERY, then by nearness to it; and the schemes that stand out."""
    config = configured()
    with recall_of(config, own=not sample) as recall:
        found = recall.find(recall.candidates(query), [query], limit=limit)
    stand_out: dict[str, float] = {str(name): mean for name, mean in priors(found).schemes.items()}
    data = {"query": query, "found": [one.json_value() for one in found], "priors": stand_out}
    face.show(_found_text(found, stand_out), data)


@memory.command()
@click.option("--sample", is_flag=True, help="Describe the shipped sample instead of your own memory.")
@click.option(
    "--experts", type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Hold the annotations against an expert's: lines of {text, schemes: {scheme: quality}}.",
)  # fmt: skip
@faced
def stats(face: Face, sample: bool, experts: Path | None) -> None:
    """Say how large the memory is, in which languages, and which schemes it holds; and how far experts agree."""
    with recall_of(configured(), own=not sample) as recall:
        kept = recall.utterances()
        version, engine = recall.version, recall.engine
    schemes = Counter(f"{name} {quality}" for one in kept for name, quality in one.schemes.items())
    data: dict[str, Any] = {
        "utterances": len(kept),
        "debates": len({one.debate for one in kept}),
        "languages": dict(Counter(one.language for one in kept)),
        "annotators": dict(Counter(one.annotator for one in kept)),
        "schemes": dict(sorted(schemes.items())),
        "version": version,
        "engine": engine,
    }
    if experts:
        data["agreement"] = _agreement(kept, experts)
    face.show("\n".join(f"{name}: {_plain(value)}" for name, value in data.items()), data)


@contextmanager
def recall_of(config: Config, *, own: bool) -> Iterator[Recall]:
    """The memory to search: the user's own, or the shipped sample."""
    embedder: Embedder = WordVectors(config.home)
    if not own:
        yield sample_recall(embedder)
        return
    with closing(DebateMemory(config.home / FILE_NAME)) as store:
        rows = store.rows()
        if not rows:
            raise InputError("the memory is empty", hint="foam memory build PATH, or use --sample")
        if store.embedders() != (embedder.name,):
            raise InputError("the memory was built with other vectors", hint="build it again: foam memory build PATH")
        yield Recall(rows, embedder)


def _read(paths: tuple[Path, ...]) -> tuple[list[Transcript], list[dict[str, str]]]:
    """The transcripts that can be read, and why the others cannot."""
    found: list[Transcript] = []
    refused: list[dict[str, str]] = []
    for path in transcript_files(paths):
        try:
            found.append(read_transcript(path))
        except InputError as error:
            refused.append({"file": str(path), "reason": error.what})
    if not found and not refused:
        raise InputError("there is no transcript under these paths", hint="transcripts end in .json, .yml, .txt or .md")
    return found, refused


async def _built(desk: Desk, found: list[Transcript], annotator: Any) -> Ran[Built]:
    spec = MemorySpec(**desk.setting(), transcripts=tuple(one.digest for one in found), annotator=annotator)
    return await run_build(spec, found, store=desk.store, models=desk.models, pack=desk.pack)


def _built_text(data: dict[str, Any]) -> str:
    dropped = ", ".join(f"{n} {rule}" for rule, n in data["dropped"].items()) or "nothing"
    lines = [
        f"{data['debates']} debates, {data['utterances']} utterances: "
        f"{data['added']} added, {data['changed']} changed, {data['known']} known (version {data['version']})",
        f"left out: {dropped}",
        f"asked {data['asked']}, reused {data['reused']}; run {short(data['run'])}",
    ]
    return "\n".join([*lines, *(f"not read: {one['reason']}" for one in data["refused"])])


def _found_text(found: tuple[Recalled, ...], kept: dict[str, float]) -> str:
    if not found:
        return "nothing remembered holds any of these words"
    lines = []
    for one in found:
        row = one.remembered
        schemes = ", ".join(f"{name} {quality}" for name, quality in row.schemes.items()) or "no scheme"
        lines.append(f"{one.similarity:.3f} {row.side} on {row.motion} ({schemes})")
        lines.append(wrapped(row.text[:400] + ("…" if len(row.text) > 400 else ""), indent="  "))
    named = ", ".join(f"{name} {mean:.1f}" for name, mean in kept.items()) or "none above 2"
    return "\n".join([*lines, f"schemes that stand out: {named}"])


def _agreement(kept: tuple[Remembered, ...], experts: Path) -> dict[str, Any]:
    found = aligned(kept, read_experts(experts.read_text(encoding="utf-8")))
    return {"utterances": found.utterances, **found.labels.json_value(), **found.scores.json_value()}


def _plain(value: object) -> str:
    return ", ".join(f"{name} {n}" for name, n in value.items()) or "none" if isinstance(value, dict) else str(value)
