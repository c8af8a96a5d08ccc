"""Domain packs, read from their folders. Knows the layout of a pack; holds nothing of any domain.

pack.toml       name, title, summary, notice, a sample question, what the pack permits
prompts/*.txt   prompt templates
library/*       the sample library, in any format the importers read
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError

import foam.domains
from foam.errors import NotFound, PackError
from foam.evidence.document import Document
from foam.evidence.imports import Rejected, read
from foam.model.question import Aim
from foam.model.template import Prompts, prompts
from foam.perspective.diversity import Stakeholder
from foam.perspective.governance import Limits, seat_breaches
from foam.perspective.node import Perspective, perspective_from
from foam.values import Value, digest, digest_bytes

SHIPPED = Path(foam.domains.__path__[0])
_SHARED_PROMPTS = SHIPPED / "shared" / "prompts"


class Described(Value):
    """Something the pack names, with the sentence that says what it means."""

    id: str
    text: str


class Criterion(Described):
    """What objections are scored on."""

    aim: Aim = "contradicts"
    """What speaks for a high score, for models that measure instead of reading: see `foam.model.question.Aim`."""


class Pack(Value):
    """What a domain brings: its words, its rules and a library to try them on."""

    name: str
    title: str
    summary: str
    notice: str = ""
    """What a reader must know of the sample library."""
    sample_question: str
    belief_paradigms: bool = False
    """Whether seats may declare belief-paradigm dimensions: competitive debate alone."""
    roles: tuple[str, ...] = ()
    """Roles that may be seated; empty permits all."""
    values: tuple[Described, ...] = Field(default=(), alias="value")
    stakeholders: tuple[Stakeholder, ...] = Field(default=(), alias="stakeholder")
    criteria: tuple[Criterion, ...] = Field(default=(), alias="criterion")
    perspectives: tuple[Perspective, ...] = Field(default=(), alias="perspective")
    """The seats that are taken when nobody else is named."""
    prompts: Prompts
    folder: Path
    reference: str
    """What `load_pack` finds it by: its name if it is shipped, else its folder."""
    content: str
    """Digest of every file of the pack."""

    @property
    def limits(self) -> Limits:
        """What the pack permits of its seats."""
        return Limits(
            belief_paradigm=self.belief_paradigms, roles=self.roles, values=tuple(value.id for value in self.values)
        )

    def documents(self) -> tuple[Document, ...]:
        """The sample library, in the order of its file names."""
        return tuple(document for path in _files(self.folder / "library") for document in _read(path))


def shipped_packs() -> tuple[str, ...]:
    """Names of the packs that come with the package."""
    return tuple(sorted(path.parent.name for path in SHIPPED.glob("*/pack.toml")))


def load_pack(name: str) -> Pack:
    """A shipped pack by its name, or any folder that holds a `pack.toml`."""
    shipped = name in shipped_packs()
    folder = SHIPPED / name if shipped else Path(name).resolve()
    if not (folder / "pack.toml").is_file():
        raise NotFound(f"no pack {name!r}", hint=f"shipped packs: {', '.join(shipped_packs())}; or name a folder")
    about = _about(folder / "pack.toml")
    about["perspective"] = [perspective_from(row) for row in about.get("perspective", ())]
    try:
        pack = Pack(
            **about,
            prompts=_prompts(folder),
            folder=folder,
            reference=name if shipped else str(folder),
            content=_content(folder),
        )
    except (ValidationError, TypeError) as error:
        raise PackError(f"{folder / 'pack.toml'}: {_first_line(error)}", hint="see docs/packs.md") from error
    _check_seats(pack)
    return pack


def _check_seats(pack: Pack) -> None:
    found = seat_breaches(pack.perspectives, pack.limits) if pack.perspectives else ()
    if found:
        raise PackError(
            f"pack {pack.name}: {found[0].perspective or 'its seats'}: {found[0].what}", hint=found[0].remedy
        )


def _about(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise PackError(f"{path}: {error}") from error


def _prompts(folder: Path) -> Prompts:
    """The shared prompts, overlaid by the pack's own."""
    paths = [*_SHARED_PROMPTS.glob("*.txt"), *(folder / "prompts").glob("*.txt")]
    return prompts({path.stem: path.read_text(encoding="utf-8") for path in paths})


def _content(folder: Path) -> str:
    return digest([[str(path.relative_to(folder)), digest_bytes(path.read_bytes())] for path in _files(folder)])


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)


def _read(path: Path) -> list[Document]:
    documents = []
    for found in read(path):
        if isinstance(found, Rejected):
            raise PackError(f"{found.file}: {found.reason}")
        documents.append(found)
    return documents


def _first_line(error: Exception) -> str:
    if isinstance(error, ValidationError):
        first = error.errors()[0]
        return f"{'.'.join(str(part) for part in first['loc'])}: {first['msg']}"
    return str(error)
