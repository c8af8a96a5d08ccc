"""What a law is tried on: a library, a question, seats and a model; and what comes out of it, laid side by side."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Literal

from foam.deliberation.dossier import ClaimNode, Dossier, EvidenceNode, ObjectionNode, ResponseNode
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
from foam.values import Value, digest

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)

Library = tuple[Document, ...]
Index = Callable[[Sequence[Document]], Corpus]
"""Makes a library searchable."""
STANDING = ("core", "conditional")
"""Where a reason is found that stands for somebody."""


@dataclass(frozen=True)
class Setting:
    """A deliberation, and what its library becomes when the facts are changed in a known way."""

    name: str
    pack: Pack
    question: str
    seats: tuple[Perspective, ...]
    documents: Library
    upheld: Library
    """The facts one way."""
    turned: Library
    """The same facts turned round."""
    foreign: Library
    """A library that has nothing to do with the question."""
    deciding: Callable[[str], Library]
    """The documents that an outcome rests on."""
    model: Model
    index: Index
    judge: PairJudge = field(default_factory=SilentJudge)
    """Who reads sentences beside each other."""
    contradictions: tuple[tuple[str, str], ...] = ()
    """Pairs of sentences of which a person says that they cannot both be true."""
    computed: tuple[str, ...] = ()
    """What a computed fact of the core says or rests on, where something can be worked out."""
    copies: tuple[int, ...] = (1, 2, 3)
    """How often a seat is seated again."""
    seed: int = 0
    store: Store = field(default_factory=MemoryStore)
    _done: dict[str, Dossier] = field(default_factory=dict, repr=False)

    def deliberate(
        self, documents: Iterable[Document] | None = None, seats: Iterable[Perspective] | None = None
    ) -> Dossier:
        """The dossier over other documents or among other seats. What was answered before is not asked again."""
        library = tuple(self.documents if documents is None else documents)
        chosen = self.seats if seats is None else tuple(seats)
        name = digest([[one.json_value() for one in library], [one.json_value() for one in chosen]])
        if name not in self._done:
            self._done[name] = self._run(library, chosen)
        return self._done[name]

    def _run(self, library: Library, seats: tuple[Perspective, ...]) -> Dossier:
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


class Reason(Value):
    """A reason without the ids of its run and without the names of its backers."""

    text: str
    grounds: tuple[str, ...]
    direction: str
    value: str
    scheme: str
    place: str
    strength: float
    examined: bool


class Raised(Value):
    """An objection and what became of it, without ids and names."""

    claim: str
    text: str
    evidence: tuple[str, ...]
    materiality: float
    fate: str
    move: str


class Outline(Value):
    """What a dossier comes to, whoever backs what: two runs that should agree have equal outlines."""

    outcome: str
    basis: str
    reasons: tuple[Reason, ...]
    raised: tuple[Raised, ...]
    facts: tuple[str, ...]
    contested: tuple[tuple[str, ...], ...]


def outline(dossier: Dossier) -> Outline:
    """The outline of a dossier."""
    return Outline(
        outcome=dossier.recommendation.outcome,
        basis=dossier.recommendation.basis,
        reasons=tuple(sorted((_outline_reason(dossier, one) for one in list_reasons(dossier)), key=str)),
        raised=tuple(sorted((_outline_objection(dossier, one) for one in list_objections(dossier)), key=str)),
        facts=tuple(sorted(read_texts(dossier, dossier.facts))),
        contested=tuple(sorted(list_contested_pairs(dossier))),
    )


def list_reasons(dossier: Dossier) -> list[ClaimNode]:
    """The claims that count as reasons of their own."""
    return [claim for claim in dossier.claims if claim.direction and not claim.same_point_as]


def list_core(dossier: Dossier) -> list[ClaimNode]:
    """The reasons that stand for every seat and were examined, as the dossier lists them."""
    return [claim for claim in dossier.claims if claim.id in dossier.consensus_core]


def list_contested_pairs(dossier: Dossier) -> list[tuple[str, ...]]:
    return [tuple(sorted(read_texts(dossier, (one.left, one.right)))) for one in dossier.contested_facts]


def read_texts(dossier: Dossier, ids: Iterable[str]) -> tuple[str, ...]:
    """The words of these evidence nodes."""
    return tuple(node.text for node in read_evidence(dossier, ids))


def read_evidence(dossier: Dossier, ids: Iterable[str]) -> tuple[EvidenceNode, ...]:
    found = [dossier.find_node(one) for one in ids]
    return tuple(node for node in found if isinstance(node, EvidenceNode))


def list_responses(dossier: Dossier) -> list[ResponseNode]:
    return [node for node in dossier.nodes if isinstance(node, ResponseNode)]


def list_objections(dossier: Dossier) -> list[ObjectionNode]:
    return [node for node in dossier.nodes if isinstance(node, ObjectionNode)]


def _outline_reason(dossier: Dossier, claim: ClaimNode) -> Reason:
    return Reason(
        text=claim.text,
        grounds=read_texts(dossier, claim.grounds),
        direction=claim.direction or "",
        value=claim.value,
        scheme=claim.scheme,
        place=claim.place,
        strength=round(claim.strength, 9),
        examined=claim.examined,
    )


def _outline_objection(dossier: Dossier, objection: ObjectionNode) -> Raised:
    claim, response = dossier.find_node(objection.claim), dossier.find_node(objection.response)
    assert isinstance(claim, ClaimNode)
    return Raised(
        claim=claim.text,
        text=objection.text,
        evidence=read_texts(dossier, objection.evidence),
        materiality=round(objection.materiality, 9),
        fate=objection.fate.type,
        move=response.move if isinstance(response, ResponseNode) else "",
    )


Verdict = Literal["kept", "declined", "broken"]


class Ruling(Value):
    """How a law fared in a setting: kept, or the model declined to say, or it is broken."""

    verdict: Verdict
    why: str = ""
