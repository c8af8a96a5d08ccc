"""Who works out the rows of a large index: this process, others of this machine, or those of a Ray cluster."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from foam.home.desk import Desk, Vectors
from foam.model.embedded.vectors import MiniLM, WordVectors
from foam.model.port import Embedder

if TYPE_CHECKING:
    from foam.evidence.search.crew import Crew

Crews: TypeAlias = Literal["processes", "ray"]
"""Where the workers of a build run."""


def open_crew(desk: Desk, vectors: Vectors, *, workers: int, on: Crews) -> Crew:
    """So many workers, each with sentence vectors of this kind."""
    from foam.evidence.search.crew import OwnProcess, Processes  # needs an extra

    shared = desk.share_out(workers)
    opening = partial(open_embedder, vectors, desk.folder, desk.given_embedder)
    if on == "ray":
        from foam.evidence.search.cluster import RayCrew  # needs another one

        return RayCrew(workers, opening)
    if workers == 1:
        return OwnProcess(desk.embedder_for(vectors))
    return Processes(workers, opening, tell_replaced=shared.tell_replaced)


def open_embedder(vectors: Vectors, home: Path, given: Embedder | None) -> Embedder:
    """Sentence vectors as a worker opens them: those that the home was opened with, else by their kind."""
    if given is not None:
        return given
    return MiniLM(home) if vectors == "minilm" else WordVectors(home)
