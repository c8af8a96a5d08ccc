"""The order for an examination: what is wrong in a file of documents."""

from __future__ import annotations

from pathlib import Path, PurePath
from typing import Annotated, Literal

from pydantic import Field

from foam.evidence.document import Document
from foam.job.orders.order import Order, Shown
from foam.perspective.policy import AuthorRole
from foam.values import CleanLine


class ExaminationOrder(Order):
    """The documents of a file that are to be examined."""

    call: Literal["examine"] = "examine"
    papers: Annotated[tuple[Path | Document, ...], Shown(metavar="FILE...", is_file=False, is_subject=True)] = ()
    """The documents of the file, or folders of them."""
    decision: Annotated[str | Path | None, Shown(metavar="PATH")] = None
    """The letter that is examined: a path, or its name among FILE..."""
    rules: Annotated[tuple[str | Path, ...], Shown(metavar="PATH")] = ()
    """The rules that it rests on: a path, or a name among FILE...; repeat it."""
    roles: Annotated[dict[CleanLine, AuthorRole], Shown("--role", "NAME=ROLE")] = Field(default_factory=dict)
    """The role of an author, by the name of the document or the author: party, authority, independent, unknown."""
    model: CleanLine | None = None
    """A model that writes, which reads the file as well; without it none is asked."""

    @property
    def title(self) -> str:
        return PurePath(self.decision).name if self.decision else "papers of a file"
