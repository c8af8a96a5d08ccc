"""A library that outlives its process, in a file and in a database: opened anew, changed behind its back, copied."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.record.kept import Kept, KeptDatabase, KeptFile

import foam
from foam.evidence.audit import audit_file
from foam.evidence.library import Library
from foam.evidence.search.fake import HashingEmbedder
from foam.record.opening import is_database


def open_kept(kept: Kept) -> Library:
    """The library that is kept there."""
    match kept:
        case KeptFile():
            return Library.open(kept.path)
        case KeptDatabase():
            return Library.open_database(kept.url, heads=find_heads(kept))
    raise AssertionError(kept)


def open_at(url: str) -> Library:
    """The library at the address of a database, or in a file: for another process."""
    return Library.open_database(url) if is_database(url) else Library.open(Path(url))


def find_heads(kept: Kept) -> Path:
    """Beside which file the heads are noted."""
    return kept.path if isinstance(kept, KeptFile) else kept.heads.with_suffix("")


def open_home(kept: Kept) -> foam.Home:
    """A home with this library; in a database, the record is there, too."""
    settings: dict[str, Any] = dict.fromkeys(("library.url", "record.url"), kept.url)
    if isinstance(kept, KeptFile):
        settings = {}
    return foam.open(find_heads(kept).parent, embedder=HashingEmbedder(), environ={}, **settings)


def change(kept: Kept, statement: str, *parameters: Any) -> None:
    """Change rows, or the tables themselves, behind the library's back. `x''` stands for bytes."""
    with kept.raw() as db:
        bytes_of = statement if isinstance(kept, KeptFile) else statement.replace("x'", r"'\x")
        assert db.execute(bytes_of, parameters).rowcount != 0, "the test must change something"


def named(kept: Kept) -> list[str]:
    """What an audit finds. A damaged file need not open to be audited."""
    if isinstance(kept, KeptFile):
        return [f"{damage.key}: {damage.reason}" for damage in audit_file(kept.path)]
    with open_kept(kept) as library:
        return [f"{damage.key}: {damage.reason}" for damage in library.damaged()]
