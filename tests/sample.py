"""What a run in a test needs: a pack, its sample library as a list, a model for every role, a store in memory."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from typing import NamedTuple

from foam.evidence.corpus import ListedCorpus
from foam.evidence.document import Document
from foam.job.session import Tools
from foam.model.cast import ROLES
from foam.model.port import Model, PairJudge
from foam.model.silent import SilentJudge
from foam.pack.loader import load_pack
from foam.pack.pack import Pack
from foam.record.memory import MemoryStore
from foam.record.store import Store

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


class Sample(NamedTuple):
    """A pack with its sample library."""

    pack: Pack
    documents: tuple[Document, ...]
    corpus: ListedCorpus


@cache
def load_sample(pack: str) -> Sample:
    """A pack and its sample library, read once: nothing can change them."""
    loaded = load_pack(pack)
    documents = loaded.documents()
    return Sample(loaded, documents, ListedCorpus.of(documents))


class Bench:
    """Everything a run needs, with the pieces a test wants to look at."""

    judge: PairJudge = SilentJudge()

    def __init__(self, model: Model, *, pack: str, store: Store | None = None) -> None:
        sample = load_sample(pack)
        self.pack: Pack = sample.pack
        self.corpus = sample.corpus
        self.model = model
        self.models: dict[str, Model] = dict.fromkeys(ROLES, model)
        self.store: Store = store or MemoryStore()

    @property
    def tools(self) -> Tools:
        return Tools(models=self.models, pack=self.pack, corpus=self.corpus, judge=self.judge)
