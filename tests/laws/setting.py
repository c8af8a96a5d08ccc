"""What a law is tried on: a library, a question, seats and a model; and what comes out of it, laid side by side."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Literal

from foam.argument.working import SentenceId
from foam.deliberation.answer.answer import Answer, AnswerTree
from foam.deliberation.jobs import DeliberateSpec, deliberate
from foam.evidence.corpus import Corpus
from foam.evidence.document import Document
from foam.job.job import run
from foam.job.session import Tools
from foam.model.cast import ROLES
from foam.model.port import Model, PairJudge
from foam.model.silent import SilentJudge
from foam.pack.pack import Pack
from foam.perspective.node import Perspective
from foam.record.memory import MemoryStore
from foam.record.store import Store
from foam.semantics.seats import SeatRow, view_as
from foam.values import Value, digest

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)

Library = tuple[Document, ...]
Index = Callable[[Sequence[Document]], Corpus]
"""Makes a library searchable."""


@dataclass(frozen=True)
class Setting:
    """A deliberation, and what its library becomes when the facts are changed in a known way."""

    name: str
    pack: Pack
    question: str
    seats: tuple[Perspective, ...]
    documents: Library
    foreign: Library
    """A library that has nothing to do with the question."""
    model: Model
    index: Index
    upheld: Library = ()
    """The facts one way; empty where the model knows this library alone."""
    turned: Library = ()
    """The same facts turned round."""
    deciding: Library = ()
    """The documents that the outcome over the facts one way rests on."""
    judge: PairJudge = field(default_factory=SilentJudge)
    """Who reads sentences beside each other."""
    copies: tuple[int, ...] = (2,)
    """How often a seat is seated again: of two copies one sorts before every other seat, and one after."""
    seed: int = 0
    store: Store = field(default_factory=MemoryStore)
    _done: dict[str, Answer] = field(default_factory=dict, repr=False)

    def deliberate(
        self, documents: Iterable[Document] | None = None, seats: Iterable[Perspective] | None = None
    ) -> Answer:
        """The answer over other documents or among other seats. What was answered before is not asked again."""
        library = tuple(self.documents if documents is None else documents)
        chosen = self.seats if seats is None else tuple(seats)
        name = digest([[one.json_value() for one in library], [one.json_value() for one in chosen]])
        if name not in self._done:
            self._done[name] = self._run(library, chosen)
        return self._done[name]

    def _run(self, library: Library, seats: tuple[Perspective, ...]) -> Answer:
        models, corpus = dict.fromkeys(ROLES, self.model), self.index(library)
        tools = Tools(models=models, pack=self.pack, corpus=corpus, judge=self.judge)
        spec = DeliberateSpec(**tools.describe(self.seed), question=self.question, seats=seats)
        return asyncio.run(run(deliberate, spec, tools, store=self.store, clock=lambda: NOON)).view

    def ask(self, model: Model) -> Setting:
        """The same with another model and an empty record."""
        return replace(self, model=model, store=MemoryStore(), _done={})

    @property
    def size(self) -> str:
        sentences = sum(len(document.ends) for document in self.documents)
        return f"{len(self.documents)} documents, {sentences} sentences, {len(self.seats)} seats"


class Stood(Value):
    """A leaf, a reason or an objection without the ids of its run: what it says, on which sentences, how it ended."""

    says: str
    texts: tuple[str, ...]
    how: str


class Outline(Value):
    """What an answer comes to, whoever sits where: two runs that should agree have equal outlines."""

    summary: tuple[str, ...]
    option: str
    leaves: tuple[Stood, ...]
    reasons: tuple[Stood, ...]
    objections: tuple[Stood, ...]
    rows: tuple[str, ...]
    core: tuple[str, ...]


def outline(answer: Answer) -> Outline:
    """The outline of an answer."""
    tree = answer.tree
    return Outline(
        summary=answer.summary,
        option=answer.option or "",
        leaves=_sort(_stand(answer, one.says, one.at, _tell(tree, one.id)) for one in tree.frame.leaves)
        if tree
        else (),
        reasons=tuple(list_reasons(answer)),
        objections=_sort(_list_objections(answer)),
        rows=tuple(sorted(map(_reduce, tree.by_seat.rows))) if tree and tree.by_seat else (),
        core=tuple(sorted(_name_says(tree, tree.synthesis.core))) if tree and tree.synthesis else (),
    )


def list_reasons(answer: Answer) -> tuple[Stood, ...]:
    """The reasons that are weighed, and for which answer each speaks."""
    found = answer.tree.frame.considerations if answer.tree else ()
    return _sort(_stand(answer, one.says, one.at, one.option) for one in found)


def list_supported(answer: Answer) -> dict[str, frozenset[str]]:
    """By seat: what stands for it, by its own ledger and by what its policy admits."""
    if not (answer.tree and answer.table):
        return {}
    frame = answer.tree.frame
    views = {seat.perspective: view_as(answer.tree.view, seat) for seat in answer.table.list_seats(frame)}
    return {
        name: frozenset(leaf.says for leaf in frame.leaves if view.standings[leaf.id].counts_as)
        for name, view in views.items()
    }


def _sort(found: Iterable[Stood]) -> tuple[Stood, ...]:
    return tuple(sorted(found, key=str))


def _stand(answer: Answer, says: str, at: Iterable[SentenceId], how: str) -> Stood:
    shown = answer.file.sentence_by_id
    return Stood(says=says, texts=tuple(shown[one].text for one in at if one in shown), how=how)


def _list_leaves(answer: Answer) -> Iterable[Stood]:
    if answer.tree:
        for leaf in answer.tree.frame.leaves:
            yield _stand(answer, leaf.says, leaf.at, _tell(answer.tree, leaf.id))


def _tell(tree: AnswerTree, leaf: str) -> str:
    one = tree.standing_by_leaf[leaf]
    return f"{one.stands} {one.label}"


def _list_objections(answer: Answer) -> Iterable[Stood]:
    if answer.tree is None:
        return
    ends = {one.exchange: one for one in answer.tree.record.verdicts}
    for one in answer.tree.record.objections:
        ended = ends.get(one.id)
        yield _stand(answer, one.point, one.at, f"{ended.met} {ended.is_material}" if ended else "")


def _reduce(row: SeatRow) -> str:
    """What follows for a seat, without its name and the ids of its run."""
    weighed = [(one.option, one.sums) for one in row.weighings]
    return str((row.outcome.possible, row.own.possible, row.option, weighed, row.dissents))


def _name_says(tree: AnswerTree, names: Iterable[str]) -> Iterable[str]:
    return (tree.frame.leaf_by_id[name].says for name in names)


Verdict = Literal["kept", "declined", "broken"]


class Ruling(Value):
    """How a law fared in a setting: kept, or the model declined to say, or it is broken."""

    verdict: Verdict
    why: str = ""
