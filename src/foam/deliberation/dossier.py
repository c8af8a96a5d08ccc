"""The dossier: the result of a deliberation, as typed nodes. It is computed from the record and not stored.

Every node has an `id` and a `kind`, and names the record entry it was read from, so that each can be challenged. This
is the published schema (`foam dossier schema`); `SCHEMA_VERSION` changes when a field changes its meaning.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from foam.argument.objection import ObjectionType
from foam.argument.scheme import SchemeId
from foam.argument.toulmin import Qualifier
from foam.deliberation.evaluate import Move
from foam.deliberation.pluralism import Pluralism
from foam.deliberation.position import Direction, Stance
from foam.deliberation.refine import Stop
from foam.deliberation.synthesis import Recommendation
from foam.paper import Readable
from foam.perspective.diversity import Seating
from foam.perspective.node import Perspective
from foam.semantics.objections import Fate
from foam.semantics.sublation import ConditionalClaim, Dissent, Fallen, Place, Sublation
from foam.text.pointer import Pointer
from foam.values import Value

SCHEMA_VERSION = "1"


class _Node(Value):
    id: str
    entry: str = ""
    """Key of the record entry it was read from; empty for what the user brought."""


class PerspectiveNode(_Node):
    kind: Literal["perspective"] = "perspective"
    perspective: Perspective


class PositionNode(_Node):
    kind: Literal["position"] = "position"
    seat: str
    stance: Stance
    direction: Direction
    text: str
    refinement: tuple[float, ...]
    """How the proposal stood against the strongest criticism, round by round."""
    stopped: Stop


class EvidenceNode(_Node):
    kind: Literal["evidence"] = "evidence"
    pointer: Pointer
    text: str
    cite: str
    verified: bool
    """Whether the quotation was found, word for word, where the pointer says."""


class WarrantNode(_Node):
    kind: Literal["warrant"] = "warrant"
    claim: str
    scheme: SchemeId
    text: str


class ClaimNode(_Node):
    """A claim in Toulmin parts: grounds and warrant are nodes of their own, so that each can be contested."""

    kind: Literal["claim"] = "claim"
    seat: str
    position: str
    direction: Direction
    text: str
    grounds: tuple[str, ...]
    warrant: str
    qualifier: Qualifier
    rebuttal: str = ""
    """Ids of the objections that would defeat it, joined by spaces."""
    value: str
    flag: str = ""
    place: Place
    accepted_by: tuple[str, ...]
    strength: float


class ObjectionNode(_Node):
    kind: Literal["objection"] = "objection"
    seat: str
    claim: str
    type: ObjectionType
    question: str
    text: str
    evidence: tuple[str, ...]
    value: str
    materiality: float
    scores: dict[str, float]
    fate: Fate
    response: str = ""
    commitment: str


class ResponseNode(_Node):
    kind: Literal["response"] = "response"
    seat: str
    objection: str
    move: Move
    evidence: tuple[str, ...]
    adequacy: float | None


class CommitmentNode(_Node):
    kind: Literal["commitment"] = "commitment"
    seat: str
    claim: str
    question: str
    answer: str


Node: TypeAlias = Annotated[
    PerspectiveNode
    | PositionNode
    | EvidenceNode
    | WarrantNode
    | ClaimNode
    | ObjectionNode
    | ResponseNode
    | CommitmentNode,
    Field(discriminator="kind"),
]


class ModelUse(Value):
    """What one model was asked in a run: in which roles, how often, and by what methods it answered."""

    decider: str
    version: str
    roles: tuple[str, ...]
    questions: int
    methods: tuple[str, ...]
    least_confidence: float | None = None


class Dossier(Readable, Value):
    """The outcome of a deliberation."""

    schema_version: str = SCHEMA_VERSION
    question: str
    affirmed: str
    denied: str
    protocol: str
    protocol_reason: str
    pack: str
    notice: str
    corpus: str
    """The corpus version that was read."""
    recommendation: Recommendation
    summary: tuple[str, ...]
    """The plain-language answer, a sentence each."""
    consensus_core: tuple[str, ...]
    conditional_claims: tuple[ConditionalClaim, ...]
    dissent_memo: tuple[Dissent, ...]
    fallen: tuple[Fallen, ...]
    nodes: tuple[Node, ...]
    seating: Seating
    pluralism: Pluralism
    cautions: tuple[str, ...]
    deciders: tuple[ModelUse, ...]
    sublation: Sublation

    def find_node(self, node_id: str) -> Node | None:
        return next((node for node in self.nodes if node.id == node_id), None)

    @property
    def claims(self) -> tuple[ClaimNode, ...]:
        """Every claim that was made."""
        return tuple(node for node in self.nodes if isinstance(node, ClaimNode))

    def list_nodes(self, kind: str) -> tuple[Node, ...]:
        return tuple(node for node in self.nodes if node.kind == kind)
