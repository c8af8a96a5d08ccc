"""A dossier or case and what it cites, kept as they were when a matter began: packs change. Knows a folder.

Nothing is trusted on the way back: the view must have the digest with which its run closed, and a document is named
by the digest of its text.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

from pydantic import Field, TypeAdapter, ValidationError

from foam.case.values import Case
from foam.deliberation.dossier import Dossier, EvidenceNode
from foam.errors import RecordDamaged
from foam.evidence.document import Document
from foam.record.runs import closed_outcome, recorded_views
from foam.record.store import Store
from foam.values import TAG, Value

View = Annotated[Dossier | Case, Field(union_mode="left_to_right")]


_VIEW: TypeAdapter[Dossier | Case] = TypeAdapter(View)


def read_view(data: bytes) -> Dossier | Case:
    """A dossier or a case from its JSON; ValueError when it is neither."""
    return _VIEW.validate_json(data)


class Kept(Value):
    """What the bundle of a run needs beside the record: its view, and the documents that are cited in it."""

    view: View
    documents: tuple[Document, ...] = ()


def cited(view: Dossier | Case) -> tuple[str, ...]:
    """Ids of the documents that are cited."""
    if isinstance(view, Case):
        return tuple(dict.fromkeys(card.document for card in view.cards))
    return tuple(dict.fromkeys(n.pointer.document for n in view.nodes if isinstance(n, EvidenceNode)))


def parts(view: Dossier | Case) -> frozenset[str]:
    """Ids of everything in it that a ground can be about."""
    if isinstance(view, Case):
        return frozenset((*(slot.id for slot in view.slots), *(group.id for group in view.groups)))
    return frozenset(node.id for node in view.nodes)


def keep(folder: Path, run: str, kept: Kept) -> None:
    """Write it, whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    path = _path(folder, run)
    part = path.with_suffix(".part")
    part.write_text(kept.model_dump_json(), encoding="utf-8")
    os.replace(part, path)


def recall(folder: Path, run: str, store: Store) -> Kept | None:
    """What was kept of a run; None when nothing was. RecordDamaged when it is not what the run closed with."""
    try:
        kept = Kept.model_validate_json(_path(folder, run).read_bytes())
    except FileNotFoundError:
        return None
    except ValidationError as error:
        raise _damaged(run) from error
    if kept.view.digest not in recorded_views(closed_outcome(store, run)).values():
        raise _damaged(run)
    return kept


def _path(folder: Path, run: str) -> Path:
    return folder / f"{run.removeprefix(TAG)}.json"


def _damaged(run: str) -> RecordDamaged:
    return RecordDamaged(f"the kept view of {run} is not what the run closed with", hint="move it away and try again")
