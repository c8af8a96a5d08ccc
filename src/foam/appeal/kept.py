"""What a matter is about, kept as it was when the matter began: packs and libraries change later.

A case, an examination or an answer is kept with the documents it cites. Nothing is trusted on the way back:
the view must have the digest with which its run closed, and a document is named by the digest of its text.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Annotated, TypeAlias

from pydantic import Field, TypeAdapter, ValidationError

from foam.appeal.forms import ItemForm
from foam.argument.tree import Part
from foam.case.values import Case
from foam.contest.subject import CaseFile
from foam.deliberation.answer.answer import Answer
from foam.errors import NotFound, RecordDamaged
from foam.evidence.corpus import Corpus
from foam.evidence.document import Document
from foam.evidence.excerpt import Excerpt, make_excerpt
from foam.examination.file import CaseFile as FiledDocuments
from foam.examination.report import Examination
from foam.record.keys import Keys
from foam.record.personal import read_owned, write_owned
from foam.record.runs import read_views, require_outcome
from foam.record.store import ERASURE, Store
from foam.values import TAG, Value, digest
from foam_quotes.text.pointer import Pointer

AnyView: TypeAlias = Case | Examination | Answer
View = Annotated[AnyView, Field(union_mode="left_to_right")]
_VIEW: TypeAdapter[AnyView] = TypeAdapter(View)
AROUND = 2
"""Sentences on each side of a cited one that a bundle shows: as many as `foam cite` does."""


class KeptView(Value):
    """A case, an examination or an answer, and the documents that are cited in it."""

    view: View
    documents: tuple[Document, ...] = ()

    @property
    def parts(self) -> frozenset[str]:
        """Ids of everything in it that a ground can be about."""
        if isinstance(self.view, Case):
            return frozenset((*(slot.id for slot in self.view.slots), *(group.id for group in self.view.groups)))
        if isinstance(self.view, Examination):
            return frozenset(one.id for one in self.view.findings)
        if self.view.tree is None:
            return frozenset()
        frame, found = self.view.tree.frame, self.view.read.findings
        parts: tuple[Part, ...] = (*frame.nodes, *frame.leaves, *frame.considerations)
        return frozenset((*(one.id for one in parts), *(one.id for one in found)))

    @property
    def advice(self) -> tuple[ItemForm, ...]:
        """The outcome of an answer or deliberation as an item on file; others advise nothing."""
        if not isinstance(self.view, Answer):
            return ()
        return (ItemForm(title=f"Advice: {self.view.question}", content="\n".join(self.view.summary)),)


def read_view(data: bytes) -> AnyView:
    """A case, an examination or an answer from its JSON; ValueError when it is none of them."""
    return _VIEW.validate_json(data)


def list_cited(view: AnyView) -> dict[str, set[int]]:
    """The documents that are cited, by their ids, and the sentences of each: quoted ones and those figures stand in."""
    cited: dict[str, set[int]] = {}
    for pointer in _list_pointers(view):
        cited.setdefault(pointer.document, set()).add(pointer.sentence)
    return cited


def _list_pointers(view: AnyView) -> Iterator[Pointer]:
    if isinstance(view, Case):
        yield from (pointer for card in view.cards for pointer in card.pointers)
        worked = (slot.calculated for slot in view.slots if slot.calculated)
        yield from (reading.pointer for calculated in worked for reading in calculated.readings)
    elif isinstance(view, Examination):
        yield from (passage.pointer for passage in view.list_passages())
    else:
        yield from (one.pointer for one in view.file.sentence_by_id.values())


def cut_excerpts(views: Iterable[KeptView], *, whole: bool = False) -> dict[str, Excerpt]:
    """What views cite, with a few sentences around each; or, if asked for, all of every document that is cited."""
    kept = tuple(views)
    known = {document.id: document for one in kept for document in one.documents}
    wanted: dict[str, set[int]] = {}
    for view in kept:
        for name, numbers in list_cited(view.view).items():
            wanted.setdefault(name, set()).update(numbers)
    return {name: _cut(known[name], wanted[name], whole=whole) for name in sorted(wanted.keys() & known.keys())}


def _cut(document: Document, cited: Iterable[int], *, whole: bool) -> Excerpt:
    near = {number + step for number in cited for step in range(-AROUND, AROUND + 1)}
    return make_excerpt(document, range(len(document.ends)) if whole else near)


def collect_case(file: CaseFile) -> KeptView:
    """What has to be kept of a case: it comes with its documents."""
    return KeptView(view=file.case, documents=tuple(file.documents.values()))


def collect_answer(answer: Answer, corpus: Corpus | None) -> KeptView:
    """What has to be kept of an answer; the corpus is the one it was computed from."""
    if corpus is None:
        raise NotFound("the corpus that was read is not at hand", hint="do it where its documents are")
    return KeptView(view=answer, documents=tuple(map(corpus.document, list_cited(answer))))


def collect_examination(examination: Examination, file: FiledDocuments) -> KeptView:
    """What has to be kept of an examination: the file was kept with its run."""
    cited = list_cited(examination)
    return KeptView(
        view=examination, documents=tuple(one.document for one in file.documents if one.document.id in cited)
    )


def keep_view(folder: Path, run: str, kept: KeptView, keys: Keys, person: str = "") -> None:
    """Write it, whole or not at all; under the key of the personal file that the run belongs to, if it does."""
    write_owned(_path(folder, run), kept.model_dump_json().encode(), keys, person)


def forget_view(folder: Path, run: str) -> None:
    """Delete what was kept of a run."""
    _path(folder, run).unlink(missing_ok=True)


def list_kept(folder: Path, keys: Keys) -> Iterator[tuple[str, bytes]]:
    """Every run of which something is kept that can be read, and what is."""
    for path in sorted(folder.glob("*.json")):
        with suppress(NotFound):
            yield TAG + path.stem, read_owned(path, keys)


def recall_view(folder: Path, run: str, store: Store, keys: Keys) -> KeptView | None:
    """What was kept of a run; None when nothing was. RecordDamaged when it is not what the run closed with."""
    try:
        data = read_owned(_path(folder, run), keys)
        kept = KeptView.model_validate_json(data)
    except FileNotFoundError:
        return None
    except ValidationError as error:
        raise _damaged(run) from error
    # Of what was written: a field that came since counts for nothing. Of a case its own digest is meant.
    held = kept.view.digest if isinstance(kept.view, Case) else digest(json.loads(data)["view"])
    if held not in list_view_digests(store, run):
        raise _damaged(run)
    return kept


def list_view_digests(store: Store, run: str) -> frozenset[str]:
    """The digests that a view of this run may have: what it closed with, and what erasures left of that."""
    left = (entry.answer.get("views", {}).get(run, {}).get("after", "") for entry in store.entries(kind=ERASURE))
    return frozenset((*read_views(require_outcome(store, run)).values(), *filter(None, left)))


def _path(folder: Path, run: str) -> Path:
    return folder / f"{run.removeprefix(TAG)}.json"


def _damaged(run: str) -> RecordDamaged:
    return RecordDamaged(f"the kept view of {run} is not what the run closed with", hint="move it away and try again")
