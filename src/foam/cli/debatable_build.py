"""The work behind `foam debatable build`: puts questions, documents, models and record together. Decides nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from foam.cli.desk import Desk, configured, open_desk
from foam.cli.frame import Face
from foam.debatable.curation.build import BuildSpec, BuiltSet, run_build
from foam.debatable.files import read_bare_questions
from foam.deliberation.jobs import Ran
from foam.errors import InputError, SettingError
from foam.evidence.corpus import sample_corpus
from foam.evidence.document import Document
from foam.evidence.imports import Rejected, read
from foam.evidence.ingest import files_under
from foam.model.embedded.remembered import RememberedEmbedder
from foam.model.embedded.vectors import MiniLM, WordVectors
from foam.model.port import Embedder
from foam.perspective.policy import named_policy


def built(face: Face, path: Path, choices: dict[str, Any]) -> Ran[BuiltSet]:
    """Build a data set from a file of questions."""
    questions = read_bare_questions(path)[: choices["limit"]]
    if not questions:
        raise InputError(f"{path.name} holds no question", hint="a question a line")
    with opened(choices) as desk:
        embedder = sentence_vectors(desk.config.home)
        spec = _spec(desk, questions, embedder, choices)
        answers = desk.models["proposer"].decider.id
        face.note(f"{len(questions)} questions; {answers} answers; documents: {choices['docs'] or desk.corpus.engine}")
        with face.progress("questions", len(questions)) as advance:
            job = run_build(
                spec, store=desk.store, models=desk.models, corpus=desk.corpus, embedder=embedder, advance=advance
            )
            return desk.run(job)


@contextmanager
def opened(choices: dict[str, Any]) -> Iterator[Desk]:
    """The desk with the chosen documents on it: a folder, the user's library, or the pack's sample."""
    config = configured(model=choices["model"], seed=choices["seed"], pack=choices["pack"])
    if choices["docs"] and choices["own_library"]:
        raise SettingError("--docs and --library are two sources of documents", hint="give one of them")
    with open_desk(config, own_library=choices["own_library"]) as desk:
        if choices["docs"] is None:
            yield desk
        else:
            documents = _documents(choices["docs"])
            yield replace(desk, corpus=sample_corpus(documents, WordVectors(config.home)))


def sentence_vectors(home: Path) -> Embedder:
    """What likeness of sentences is measured with."""
    return RememberedEmbedder(MiniLM(home))


def _documents(path: Path) -> list[Document]:
    found: list[Document] = []
    for file in files_under([path]):
        for one in read(Path(file)):
            if isinstance(one, Rejected):
                raise InputError(f"{one.file}: {one.reason}", hint="take it out of the folder, or mend it")
            found.append(one)
    if not found:
        raise InputError(f"{path} holds no document")
    return found


def _spec(desk: Desk, questions: tuple[str, ...], embedder: Embedder, choices: dict[str, Any]) -> BuildSpec:
    for name in ("alike", "views_alike"):
        if not 0 < choices[name] <= 1:
            raise SettingError(f"--{name.replace('_', '-')} {choices[name]} is not above 0 and at most 1")
    return BuildSpec(
        **desk.setting(),
        questions=questions,
        vectors=embedder.name,
        policy=named_policy(choices["policy"]),
        questions_alike=choices["alike"],
        views_alike=choices["views_alike"],
    )
