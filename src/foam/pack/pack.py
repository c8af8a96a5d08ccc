"""A domain pack: everything in which one domain differs from another, as one value."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from pydantic import Field

from foam.argument.motion import is_open_question
from foam.errors import NotFound, PackError
from foam.evidence.corpus import name_corpora
from foam.evidence.document import Document
from foam.evidence.imports import Rejected, read
from foam.evidence.reading import read_documents
from foam.model.question import Aim
from foam.model.template import Prompts
from foam.pack.files import is_shipped, list_files
from foam.pack.formats import DebateFormat
from foam.pack.profile import Profile
from foam.pack.rubric import Rubric
from foam.pack.rules import Calculation, Rules
from foam.perspective.diversity import Stakeholder
from foam.perspective.governance import Limits
from foam.perspective.manner import read_manner
from foam.perspective.node import Perspective
from foam.perspective.policy import AuthorRole
from foam.values import CleanLine, Value


class Described(Value):
    """Something the pack names, with the sentence that says what it means."""

    id: str
    text: str


class Criterion(Described):
    """What objections are scored on."""

    aim: Aim = "contradicts"
    """What speaks for a high score, for models that measure instead of reading: see `foam.model.question.Aim`."""


class DeclaredFile(Value):
    """The sample library as the file of one decision: it is examined before anyone argues over it.

    Documents are named by their files under `library/`, with or without the ending.
    """

    decision: str = ""
    """The letter that the file is about."""
    rules: tuple[str, ...] = ()
    """The rules that it rests on."""
    roles: dict[str, AuthorRole] = Field(default_factory=dict)
    """How the authors of documents stand to the matter, where that is not to be read from them."""

    @property
    def names(self) -> tuple[tuple[str, str], ...]:
        """Every document that is named, with the field that names it."""
        decision = [("decision", self.decision)] if self.decision else []
        return (*decision, *(("rules", name) for name in self.rules), *(("roles", name) for name in self.roles))


class Pack(Value):
    """What a domain brings, and the shared data where it brings nothing of its own.

    The outlines of speeches are read one at a time by `foam.pack.outlines`, and the sample library by `documents`.
    """

    name: str
    title: CleanLine
    summary: CleanLine
    notice: CleanLine = ""
    """What a reader must know of the sample library."""
    sample_question: str
    """What is deliberated when nobody asks anything: a yes-or-no question."""
    belief_paradigms: bool = False
    """Whether seats may declare belief-paradigm dimensions: competitive debate alone."""
    roles: tuple[str, ...] = ()
    """Roles that may be seated; empty permits all."""
    min_coherence: float = Field(default=0.0, ge=0, le=1)
    """Least coherence of a seat's dimensions: see `foam.perspective.coherence`."""
    values: tuple[Described, ...] = Field(default=(), alias="value")
    """What seats may weigh."""
    stakeholders: tuple[Stakeholder, ...] = Field(default=(), alias="stakeholder")
    """Who is concerned: a table that leaves one out says so."""
    criteria: tuple[Criterion, ...] = Field(default=(), alias="criterion")
    """What objections are scored on, 0 to 10."""
    perspectives: tuple[Perspective, ...] = Field(default=(), alias="perspective")
    """The seats that are taken when nobody else is named."""
    open_perspectives: tuple[Perspective, ...] = Field(default=(), alias="open_perspective")
    """Those who sit in place of seats that declare a side, where no yes and no no answers the question."""
    file: DeclaredFile | None = None
    """What the documents of the sample library are, where they are the file of one decision."""
    rules: Rules | None = None
    """What the pack states as rules: `foam.pack.binding` makes a tree of them over a file."""
    prompts: Prompts
    rubric: Rubric
    """What cases are scored on."""
    formats: tuple[DebateFormat, ...]
    """The formats a debate can be played in: the pack's own first, then the shared ones."""
    profiles: tuple[Profile, ...]
    """The bodies of law an appeal can be heard under: the pack's own first, then the shared ones."""
    folder: Path
    reference: str
    """What `load_pack` finds it by: its name if it is shipped, else its folder."""
    content: str
    """Digest of every file of the pack and of every prompt it asks with, its own or shared."""

    @property
    def calculations(self) -> tuple[Calculation, ...]:
        """The findings of its rules, as code works them out over a file."""
        return self.rules.told if self.rules else ()

    @property
    def limits(self) -> Limits:
        """What the pack permits of its seats."""
        return Limits(
            belief_paradigm=self.belief_paradigms,
            roles=self.roles,
            values=tuple(value.id for value in self.values),
            min_coherence=self.min_coherence,
        )

    def debate_format(self, name: str) -> DebateFormat:
        """The debate format of this name."""
        for found in self.formats:
            if found.name == name:
                return found
        known = ", ".join(dict.fromkeys(found.name for found in self.formats))
        raise NotFound(f"no format {name!r}", hint=f"formats: {known}")

    def documents(self) -> tuple[Document, ...]:
        """The sample library, in the order of its file names. A pack that is not shipped is read apart."""
        return _read_shipped(self.folder, self.content) if is_shipped(self.folder) else _read_library(self.folder)

    def list_seats(self, *, is_open: bool) -> tuple[Perspective, ...]:
        """The seats that are taken when nobody else is named. An open question has no side that one could declare."""
        if not (is_open and self.open_perspectives):
            return self.perspectives
        return (*self.open_perspectives, *(seat for seat in self.perspectives if read_manner(seat).stance is None))

    def list_concerned(self, question: str) -> tuple[Stakeholder, ...]:
        """Whom a question in this domain concerns, as far as the pack says."""
        is_open = is_open_question(question.partition("?")[0] + "?")
        return tuple(
            one
            for one in self.stakeholders
            if (not one.sample or question == self.sample_question) and not (one.single_matter and is_open)
        )

    def notice_on(self, corpus: str) -> str:
        """What readers have to know of the sample library; nothing where the evidence is somebody's own."""
        if not self.notice:
            return ""
        if is_shipped(self.folder):
            return self.notice if corpus in _name_shipped(self.folder, self.content) else ""
        return self.notice if corpus in name_corpora(self.documents()) else ""


@lru_cache(maxsize=8)
def _read_shipped(folder: Path, content: str) -> tuple[Document, ...]:
    """The sample library of a shipped pack with this content, read once."""
    return _read_library(folder)


@lru_cache(maxsize=8)
def _name_shipped(folder: Path, content: str) -> frozenset[str]:
    """The versions of a corpus of exactly these documents."""
    return name_corpora(_read_shipped(folder, content))


def _read_library(folder: Path) -> tuple[Document, ...]:
    shipped = is_shipped(folder)
    library = folder / "library"
    files = [path for path in list_files(folder, linked=shipped) if path.is_relative_to(library)]
    documents = []
    for found in (one for path in files for one in read(path)) if shipped else read_documents(files):
        if isinstance(found, Rejected):
            raise PackError(f"{found.file}: {found.reason}")
        documents.append(found)
    return tuple(documents)
