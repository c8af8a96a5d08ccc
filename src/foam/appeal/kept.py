"""What a matter is about, kept as it was when the matter began: packs and libraries change later.

A dossier or case is kept with the documents it cites. Nothing is trusted on the way back: the view must have the digest
with which its run closed, and a document is named by the digest of its text.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

from pydantic import Field, TypeAdapter, ValidationError

from foam.appeal.forms import ItemForm
from foam.case.values import Case
from foam.contest.subject import CaseFile, File
from foam.deliberation.dossier import Dossier, EvidenceNode
from foam.errors import NotFound, RecordDamaged
from foam.evidence.corpus import Corpus
from foam.evidence.document import Document
from foam.record.runs import read_views, require_outcome
from foam.record.store import Store
from foam.values import TAG, Value

View = Annotated[Dossier | Case, Field(union_mode="left_to_right")]
_VIEW: TypeAdapter[Dossier | Case] = TypeAdapter(View)


class KeptView(Value):
    """A dossier or case, and the documents that are cited in it."""

    view: View
    documents: tuple[Document, ...] = ()

    @property
    def parts(self) -> frozenset[str]:
        """Ids of everything in it that a ground can be about."""
        if isinstance(self.view, Case):
            return frozenset((*(slot.id for slot in self.view.slots), *(group.id for group in self.view.groups)))
        return frozenset(node.id for node in self.view.nodes)

    @property
    def advice(self) -> tuple[ItemForm, ...]:
        """The outcome of a deliberation as an item on file; a case advises nothing."""
        if isinstance(self.view, Case):
            return ()
        return (ItemForm(title=f"Advice: {self.view.question}", content="\n".join(self.view.summary)),)


def read_view(data: bytes) -> Dossier | Case:
    """A dossier or a case from its JSON; ValueError when it is neither."""
    return _VIEW.validate_json(data)


def list_cited(view: Dossier | Case) -> tuple[str, ...]:
    """Ids of the documents that are cited."""
    if isinstance(view, Case):
        return tuple(dict.fromkeys(card.document for card in view.cards))
    return tuple(dict.fromkeys(n.pointer.document for n in view.nodes if isinstance(n, EvidenceNode)))


def collect_view(file: File, corpus: Corpus | None) -> KeptView:
    """What has to be kept of a version; the corpus is the one it was computed from."""
    if isinstance(file, CaseFile):
        return KeptView(view=file.case, documents=tuple(file.documents.values()))
    if corpus is None:
        raise NotFound("the corpus that was read is not at hand", hint="do it where its documents are")
    brought = {document.id: document for document in file.brought}
    cited = [corpus.document(one) for one in list_cited(file.dossier) if one not in brought]
    return KeptView(view=file.dossier, documents=(*brought.values(), *cited))


def keep_view(folder: Path, run: str, kept: KeptView) -> None:
    """Write it, whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    path = _path(folder, run)
    part = path.with_suffix(".part")
    part.write_text(kept.model_dump_json(), encoding="utf-8")
    os.replace(part, path)


def recall_view(folder: Path, run: str, store: Store) -> KeptView | None:
    """What was kept of a run; None when nothing was. RecordDamaged when it is not what the run closed with."""
    try:
        kept = KeptView.model_validate_json(_path(folder, run).read_bytes())
    except FileNotFoundError:
        return None
    except ValidationError as error:
        raise _damaged(run) from error
    if kept.view.digest not in read_views(require_outcome(store, run)).values():
        raise _damaged(run)
    return kept


def _path(folder: Path, run: str) -> Path:
    return folder / f"{run.removeprefix(TAG)}.json"


def _damaged(run: str) -> RecordDamaged:
    return RecordDamaged(f"the kept view of {run} is not what the run closed with", hint="move it away and try again")
