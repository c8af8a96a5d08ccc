"""The dossier: the result of a deliberation, as typed nodes. It is computed from the record and not stored.

Every node has an `id` and a `kind`, and names the record entry it was read from, so that each can be challenged. This
is the published schema (`foam dossier schema`); `SCHEMA_VERSION` changes when a field changes its meaning.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import Field

from foam.argument.objection import ObjectionType
from foam.argument.scheme import SchemeId
from foam.argument.toulmin import Qualifier
from foam.deliberation.alike import SameConditions
from foam.deliberation.corrected import Corrected
from foam.deliberation.naming import name_seats
from foam.deliberation.pluralism import Pluralism
from foam.deliberation.position import Direction, Stance, Voice
from foam.deliberation.refine import Stop
from foam.deliberation.support import Side
from foam.deliberation.synthesis import Recommendation
from foam.deliberation.telling import Told
from foam.deliberation.weighing import Weight
from foam.deliberation.written.tell import Telling
from foam.examination.finding import Finding
from foam.job.acts import ActCount
from foam.paper import Readable
from foam.perspective.diversity import Seating
from foam.perspective.manner import Reply as Move
from foam.perspective.node import Perspective
from foam.semantics.objections import Fate
from foam.semantics.sublation import ConditionalClaim, Dissent, Fallen, Place, Sublation
from foam.text.pointer import Pointer
from foam.values import Value

SCHEMA_VERSION = "2"

ClaimPlace: TypeAlias = Place | Literal["unexamined", "not shown", "repeated", "revised"]
"""Where a claim is found: as a reason, or why it is none of its own."""


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
    why: str = ""
    """Why the seat answers so, in its own words, where it writes."""
    condition: str = ""
    """The condition it sets, begun by if, only if or unless; else if what it holds the motion, or unless what not."""
    voice: Voice = "bounded"
    criticism: tuple[str, ...] = ()
    """The strongest objection of each round, where a critic wrote it."""
    refinement: tuple[float, ...]
    """How the proposal stood against the strongest criticism, round by round."""
    stopped: Stop
    told: tuple[Told, ...] = ()
    """The reasons it stands behind, in its own order."""


class EvidenceNode(_Node):
    kind: Literal["evidence"] = "evidence"
    pointer: Pointer
    text: str
    cite: str
    heading: str = Field(default="", exclude_if=lambda heading: not heading)
    """Of a row of a table: what says what stands in its columns."""
    under: str = Field(default="", exclude_if=lambda under: not under)
    """Of what stands in a list: the line, or lines, above it."""
    verified: bool
    """Whether the quotation was found, word for word, where the pointer says."""
    by: str = Field(default="", exclude_if=lambda by: not by)
    """Who says it, in what role, signed or not, where the file was examined."""
    role: str = Field(default="", exclude_if=lambda role: not role)
    """How its author stands to the matter: party, authority, independent, unknown."""
    goes_on: tuple[str, ...] = Field(default=(), exclude_if=lambda goes_on: not goes_on)
    """Sentences of its source by which a challenge to it was sustained: what it says is to be read with them."""


class WarrantNode(_Node):
    kind: Literal["warrant"] = "warrant"
    claim: str
    scheme: SchemeId
    text: str
    earlier: str = ""
    """How it read before the claim was qualified; empty where it did not change."""


class ClaimNode(_Node):
    """A claim in Toulmin parts: grounds and warrant are nodes of their own, so that each can be contested."""

    kind: Literal["claim"] = "claim"
    brought_by: tuple[str, ...]
    """The seats that rest on it; empty for a computed fact."""
    backers: tuple[str, ...]
    """The seats whose position it speaks for."""
    direction: Direction | None
    """Which way it speaks; None when it was not shown to bear on the question."""
    text: str
    """As it now reads."""
    earlier: tuple[str, ...] = ()
    """How it read before it was qualified, the oldest first."""
    sets_condition: bool = False
    """Whether it says under which condition the motion would hold; it is then a reason for neither side."""
    condition: str = Field(default="", exclude_if=lambda condition: not condition)
    """The condition that it sets, as a clause; empty where nobody put it so that it could be met."""
    condition_of: Direction = Field(default="affirmed", exclude_if=lambda side: side == "affirmed")
    """Which answer to the motion holds only under it."""
    grounds: tuple[str, ...]
    defence: tuple[str, ...] = ()
    """Those of its grounds that its side brought in reply to an objection."""
    left_behind: tuple[str, ...] = Field(default=(), exclude_if=lambda left: not left)
    """What it was put forward on and does not bear it as it now reads; among its grounds only if nothing else is."""
    sources: tuple[str, ...] = ()
    """What a computed fact was worked out from."""
    working: tuple[str, ...] = ()
    """How it was worked out, a sentence a step."""
    warrant: str
    support: str
    """The node of the evaluator's verdict on it."""
    qualifier: Qualifier
    unless: str = ""
    """What would have to be so for it not to hold, as its seat wrote it."""
    backing: str = ""
    voice: Voice = "bounded"
    rebuttal: str = ""
    """Ids of the objections that would defeat it, joined by spaces."""
    value: str
    scheme: SchemeId
    place: ClaimPlace
    same_point_as: str = ""
    counted_with: str = ""
    """A reason whose point it makes since one of the two was narrowed: for each seat the heavier of them counts."""
    revises: str = ""
    settles: bool = False
    examined: bool
    accepted_by: tuple[str, ...]
    strength: float


class SupportNode(_Node):
    """What the gate found of a claim: does its ground speak for the motion, against it, or neither?"""

    kind: Literal["support"] = "support"
    claim: str
    side: Side
    strength: float
    why: str = ""
    reasons: str = ""
    """What the evaluator gave as its reasons."""


class ObjectionNode(_Node):
    kind: Literal["objection"] = "objection"
    raised_by: tuple[str, ...]
    appointed: bool = False
    """Whether those who raise it were appointed to, because nobody defends the other side."""
    claim: str
    type: ObjectionType
    question: str
    struck: str = ""
    """The words it was made to, where the claim reads otherwise now."""
    text: str
    again: str = Field(default="", exclude_if=lambda again: not again)
    """The objection that it puts again, to the claim that stands in for the one which that was made to."""
    evidence: tuple[str, ...]
    named_by: str = Field(default="", exclude_if=lambda role: not role)
    """Of a challenge: who named the evidence when it was heard, where the challenger did not."""
    value: str
    materiality: float
    scores: dict[str, float]
    declined: tuple[str, ...] = ()
    """Criteria that the evaluator could not judge."""
    reasons: str = ""
    """What the evaluator gave as its reasons for the scores."""
    voice: Voice = "bounded"
    fate: Fate
    fell: bool = Field(default=False, exclude_if=lambda fell: not fell)
    """Whether a challenge found that what it cites does not bear it out: what was granted to it holds no more."""
    fell_by: tuple[str, ...] = Field(default=(), exclude_if=lambda fell_by: not fell_by)
    """The sentences that show it."""
    reply: str = ""
    """What its defender wrote in reply, where the objection was dismissed all the same."""
    response: str = ""
    commitment: str


class RefusedReply(Value):
    """A rebuttal that speaks for the objector or misses the point."""

    evidence: tuple[str, ...]
    text: str = ""
    side: Side


class ResponseNode(_Node):
    kind: Literal["response"] = "response"
    seat: str
    objection: str
    move: Move
    text: str = ""
    """Its words, where the seat writes."""
    wording: str = ""
    """How the claim reads now, where it was qualified in words of the seat's own."""
    warrant: str = Field(default="", exclude_if=lambda warrant: not warrant)
    """How its warrant reads since, where that alone was narrowed and the claim keeps its words."""
    evidence: tuple[str, ...]
    adequacy: float | None
    refused: tuple[RefusedReply, ...] = ()
    """Rebuttals that were sent back because they do not answer."""
    fell: bool = Field(default=False, exclude_if=lambda fell: not fell)
    """Whether a challenge found that what it cites does not bear it out."""
    fell_by: tuple[str, ...] = Field(default=(), exclude_if=lambda fell_by: not fell_by)
    """The sentences that show it."""
    revised: str = ""
    """The claim in other words, where it was revised."""
    corrected_to: str = Field(default="", exclude_if=lambda claim: not claim)
    """Of a challenge: the claim that stands in for this one since a figure of it was corrected."""


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
    | SupportNode
    | ObjectionNode
    | ResponseNode
    | CommitmentNode,
    Field(discriminator="kind"),
]


class ContestedFact(Value):
    """Two sentences of the file that cannot both be true."""

    id: str
    left: str
    right: str
    computed: str = ""
    """The one that was worked out from the file, where either was."""
    spares: tuple[str, ...] = Field(default=(), exclude_if=lambda spares: not spares)
    """Claims on one of the two that were found borne out without it."""
    struck_by: str = Field(default="", exclude_if=lambda struck_by: not struck_by)
    """Key of the challenge by which the two were found not to contradict each other."""
    entries: tuple[str, ...]


class Missing(Value):
    """A calculation that would bear on the question and cannot be worked out."""

    title: str
    missing: tuple[str, ...]


class FileFinding(Value):
    """What the examination of the file found, with the sentences that show it side by side."""

    id: str
    entry: str
    pointer: Pointer
    """The sentence that says it: `finding:…`."""
    finding: Finding
    claim: str = ""
    """The claim that rests on it."""
    follows: str = ""
    """What it comes to for the question, where it decides."""
    struck: str = Field(default="", exclude_if=lambda struck: not struck)
    """Why the evaluator found that the sentences do not show it, where it did."""


class ModelUse(Value):
    """What one model was asked in a run: in which roles, how often, and by what methods it answered."""

    decider: str
    version: str
    roles: tuple[str, ...]
    questions: int
    methods: tuple[str, ...]
    least_confidence: float | None = None
    seats: tuple[str, ...] = ()
    """The seats that speak with it, where not all speak with the same."""


class Dossier(Readable, Value):
    """The outcome of a deliberation."""

    view_modules: ClassVar[tuple[str, ...]] = ("foam.deliberation.views",)
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
    told: tuple[Telling, ...] = ()
    """The outcome in prose for three readers, each sentence with the nodes it tells."""
    facts: tuple[str, ...]
    """Sentences that standing reasons rest on and that nothing in the file contradicts."""
    facts_said: tuple[str, ...] = Field(default=(), exclude_if=lambda said: not said)
    """Those of them that only somebody concerned says: nobody disputes that they say so."""
    reasons_for: tuple[str, ...]
    """Reasons for the motion that stand for every seat and were examined."""
    reasons_against: tuple[str, ...]
    conditions: tuple[str, ...] = ()
    """Claims that set the motion a condition and stand, for every seat or for some."""
    same_conditions: tuple[SameConditions, ...] = Field(default=(), exclude_if=lambda same: not same)
    """Which of these, and of the conditions of answers, come to the same in practice."""
    contested_facts: tuple[ContestedFact, ...]
    struck_conflicts: tuple[ContestedFact, ...] = Field(default=(), exclude_if=lambda struck: not struck)
    """What was taken for a conflict until a challenge showed that both can be true."""
    corrected: tuple[Corrected, ...] = Field(default=(), exclude_if=lambda corrected: not corrected)
    """Sentences of which a challenge corrected a figure; who had stated it before is quoted with a note."""
    missing: tuple[Missing, ...]
    findings: tuple[FileFinding, ...] = Field(default=(), exclude_if=lambda findings: not findings)
    """What the file itself shows, where it was examined first."""
    not_shown: tuple[str, ...]
    """Claims that were put forward and not shown to bear on the question."""
    unexamined: tuple[str, ...]
    """Reasons that nobody objected to."""
    conditional_claims: tuple[ConditionalClaim, ...]
    dissent_memo: tuple[Dissent, ...]
    fallen: tuple[Fallen, ...]
    weights: tuple[Weight, ...]
    """What each reason weighs for each seat."""
    nodes: tuple[Node, ...]
    seating: Seating
    pluralism: Pluralism
    cautions: tuple[str, ...]
    deciders: tuple[ModelUse, ...]
    acts: ActCount = ActCount()
    """How what was written in acts fared: how many had to be asked for again, and how many fell back."""
    sublation: Sublation

    @property
    def consensus_core(self) -> tuple[str, ...]:
        """The reasons of either side that stand for every seat and were examined."""
        return (*self.reasons_for, *self.reasons_against)

    @property
    def seat_names(self) -> dict[str, str]:
        """How each seat is named in prose, by its id."""
        return name_seats(node.perspective for node in self.nodes if isinstance(node, PerspectiveNode))

    def find_node(self, node_id: str) -> Node | None:
        return next((node for node in self.nodes if node.id == node_id), None)

    @property
    def conflicts(self) -> tuple[ContestedFact, ...]:
        """Every pair of sentences that was taken to contradict each other, those found not to among them."""
        return (*self.contested_facts, *self.struck_conflicts)

    @property
    def claims(self) -> tuple[ClaimNode, ...]:
        """Every claim that was made."""
        return tuple(node for node in self.nodes if isinstance(node, ClaimNode))
