"""What the calls of judging share: jurors from their words, their models, and what citations are held against."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from foam.errors import SettingError
from foam.evidence.document import Document
from foam.home.desk import Desk
from foam.judging.audit import read_sources
from foam.judging.entrants.entrant import Entrant
from foam.judging.jury.panel import Juror, Jury, Pooling
from foam.model.port import Model
from foam.pack.pack import Pack

_ID = re.compile(r"[0-9a-f]{64}")
LIBRARY, PACK = "your library", "the sample library of the pack"
"""What quotations are held against, in words."""
_JUROR = re.compile(r"(?P<model>[^@:]+)(?:@(?P<seed>\d+))?(?::(?P<lens>.+))?")
JuryLabels = Literal["blind", "all"]


@dataclass(frozen=True, slots=True)
class Sources:
    """What citations are held against, and the files that could not be read."""

    documents: tuple[Document, ...]
    rejected: tuple[str, ...]


def seat_jury(
    desk: Desk,
    jurors: Sequence[str],
    *,
    pool: Pooling = "mean",
    quorum: float = 0.5,
    labels: JuryLabels = "blind",
    seed: int | None = None,
    workers: int = 1,
) -> tuple[Jury, dict[str, Model]]:
    """The jury that these words describe (MODEL[@SEED][:LENS]), and its models by name; without any, the judge's."""
    settings = desk.configure(seed=seed).settings
    asked = [_read_juror(words, settings.seed) for words in jurors or [settings.roles.judge or settings.model]]
    models = desk.models_named((one.model for one in asked), workers=workers)
    seated = [
        one.model_copy(update={"name": f"{one.model}-{n}", "family": models[one.model].decider.family})
        for n, one in enumerate(asked, start=1)
    ]
    ways = ("blind",) if labels == "blind" else ("blind", "labelled", "swapped")
    return Jury(jurors=tuple(seated), pooling=pool, quorum=quorum, labels=ways), models


def gather_sources(
    desk: Desk, paths: Iterable[Path], pack: Pack | None, cases: Iterable[Entrant] = (), *, library: bool = False
) -> Sources:
    """Files, a pack's documents, and what cases cite by id of the user's library; all of it with `library`.

    A file that cannot be read is not fatal: citations of it are unreachable.
    """
    documents, rejected = read_sources(paths)
    if library:
        with desk.open_library() as held:
            documents = (*documents, *held.documents())
    known = {document.id: document for document in (*(pack.documents() if pack else ()), *documents)}
    found = (*known.values(), *_of_library(desk, cases, known))
    return Sources(found, tuple(str(one) for one in rejected))


def name_default(desk: Desk) -> str:
    """What quotations are held against where nothing is named: the user's library, or without one a pack's."""
    with desk.open_library() as library:
        return LIBRARY if library.document_count() else PACK


def _of_library(desk: Desk, cases: Iterable[Entrant], known: Container[str]) -> list[Document]:
    """Documents of the user's library that cases point to by id, as those that FOAM wrote do."""
    cited = {one.source for case in cases for one in case.citations if one.source and _ID.fullmatch(one.source)}
    wanted = sorted(name for name in cited if name not in known)
    if not wanted:
        return []
    with desk.open_library() as library:
        return [library.document(name) for name in wanted if library.contains(name)]


def _read_juror(words: str, seed: int) -> Juror:
    found = _JUROR.fullmatch(words.strip())
    if found is None:
        raise SettingError(f"no juror {words!r}", hint="MODEL, MODEL@SEED or MODEL@SEED:whose eyes it judges with")
    given = int(found["seed"]) if found["seed"] else seed
    return Juror(name=words, model=found["model"].strip(), lens=(found["lens"] or "").strip(), seed=given)
