"""The settings at the sizes the embedded model is tried at: fewer pages and seats, searched as the command searches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tests.laws.appeal import list_stubs
from tests.laws.setting import Index, Library, Setting
from tests.laws.settings import MOTIONS, make_appeal, make_fares, make_public

from foam.evidence.corpus import Corpus
from foam.evidence.document import Document
from foam.evidence.library_corpus import make_sample_corpus
from foam.home.stances import rate_by
from foam.model.embedded.vectors import WordVectors
from foam.model.judge import shipped_judge
from foam.model.port import Model

PAGES = 4
"""Of each side."""
_KEPT = frozenset({"notice", "pay_stub", "rule", "letter", "case_note"})


def search_by_vectors(home: Path) -> Index:
    """Libraries as `foam deliberate` searches them."""
    vectors = WordVectors(home)

    def index(documents: Sequence[Document]) -> Corpus:
        return make_sample_corpus(documents, vectors, stance=rate_by(shipped_judge()), stance_name="the shipped judge")

    return index


def make_small(model: Model, index: Index, public: Path | None = None) -> tuple[Setting, ...]:
    """Two seats each; the appeal's own file without memoranda, and few pages of the others."""
    whole = make_appeal(model, index)
    appeal = replace(
        _seat(whole, "applicant", "caseworker"),
        documents=_select(whole.documents),
        upheld=_select(whole.upheld),
        turned=_select(whole.turned),
        foreign=whole.foreign[:PAGES],
        deciding=list_stubs(whole.documents),
    )
    weighed = [make_fares(model, index)]
    weighed += [make_public(public, motion, model, index, most=PAGES) for motion in MOTIONS] if public else []
    small = [_seat(one, "community_advocate", "treasurer") for one in weighed]
    return tuple(replace(one, copies=(1,), judge=shipped_judge()) for one in (appeal, *small))


def _seat(setting: Setting, *names: str) -> Setting:
    return replace(setting, seats=tuple(seat for seat in setting.seats if seat.id in names))


def _select(documents: Library) -> Library:
    return tuple(one for one in documents if one.facets.kind in _KEPT)
