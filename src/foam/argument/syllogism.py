"""The seventeen typed syllogisms: what each must hold before it counts as an argument.

Each type is a class of its own with its components as fields. A component left out is None (or an empty tuple), so that
an unfinished argument can be held, looked at and told what it lacks: `foam.argument.flaws` does that.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import Field

from foam.values import Value
from foam_quotes.text.pointer import Pointer

_Qualifier = Literal["certainly", "probably", "possibly", "in some cases", "unless rebutted"]


class Toulmin(Value):
    """An argument in the parts that can be contested one by one."""

    claim: str
    grounds: tuple[Pointer, ...] = ()
    """The sentences it rests on; code assembles the quotation."""
    warrant: str = ""
    """Why the grounds bear on the claim."""
    backing: str = ""
    """What the warrant itself rests on."""
    qualifier: _Qualifier = "probably"
    rebuttal: str = ""
    """The condition under which the claim would not hold."""


class Step(Value):
    """One component: an argument in Toulmin parts, and for links of a chain where it starts and ends."""

    parts: Toulmin
    cause: str = ""
    """In a chain: what it starts from, in the words in which the step before it ended."""
    effect: str = ""


Steps: TypeAlias = tuple[Step, ...]


class _Syllogism(Value):
    id: str
    speech: str = ""
    """The speech it stands in: `1AC`, `2NC`, …"""
    side: Literal["aff", "neg"] = "aff"
    new: bool = True
    """False when it only answers or extends what was said before."""

    ANALYTIC: ClassVar[frozenset[str]] = frozenset()
    """Components that may stand without evidence."""
    OPTIONAL: ClassVar[frozenset[str]] = frozenset()
    """Components that may be left out."""


class Advantage(_Syllogism):
    type: Literal["advantage"] = "advantage"
    plan: str = ""
    uniqueness: Step | None = None
    link: Step | None = None
    internal_link: Steps = ()
    impact: Step | None = None


class Inherency(_Syllogism):
    type: Literal["inherency"] = "inherency"
    barrier_kind: Literal["", "structural", "attitudinal", "existential"] = ""
    permanent: bool = False
    """A barrier that nothing can lift is no reason to act."""
    barrier: Step | None = None
    status_quo_will_not: Step | None = None


class Solvency(_Syllogism):
    OPTIONAL: ClassVar[frozenset[str]] = frozenset({"durability"})
    type: Literal["solvency"] = "solvency"
    plan: str = ""
    advocates_plan: str = ""
    """The plan that the solvency advocate speaks for."""
    mechanism: Step | None = None
    agent_capability: Step | None = None
    solvency_advocate: Step | None = None
    durability: Step | None = None


class Disadvantage(_Syllogism):
    OPTIONAL: ClassVar[frozenset[str]] = frozenset({"brink"})
    type: Literal["disadvantage"] = "disadvantage"
    side: Literal["aff", "neg"] = "neg"
    links_to: str = ""
    """The plan or counterplan it is run against."""
    uniqueness: Step | None = None
    link: Step | None = None
    internal_link: Steps = ()
    impact: Step | None = None
    brink: Step | None = None


class Counterplan(_Syllogism):
    OPTIONAL: ClassVar[frozenset[str]] = frozenset({"competes"})
    ANALYTIC: ClassVar[frozenset[str]] = frozenset({"cp_text", "competes"})
    type: Literal["counterplan"] = "counterplan"
    side: Literal["aff", "neg"] = "neg"
    competition: Literal["", "mutual_exclusivity", "net_benefit"] = ""
    status: Literal["", "unconditional", "dispositional", "conditional"] = ""
    net_benefit: str = ""
    """Id of the disadvantage or kritik that it avoids."""
    cp_text: Step | None = None
    solves_case: Steps = ()
    competes: Step | None = None
    """Why not both: they exclude one another, or the plan brings what the counterplan avoids."""


class Topicality(_Syllogism):
    ANALYTIC: ClassVar[frozenset[str]] = frozenset({"violation", "standards", "voters"})
    type: Literal["topicality"] = "topicality"
    side: Literal["aff", "neg"] = "neg"
    interpretation: Step | None = None
    violation: Step | None = None
    standards: Steps = ()
    voters: Steps = ()


class Kritik(_Syllogism):
    OPTIONAL: ClassVar[frozenset[str]] = frozenset({"framework", "role_of_ballot"})
    ANALYTIC: ClassVar[frozenset[str]] = frozenset({"role_of_ballot"})
    type: Literal["kritik"] = "kritik"
    side: Literal["aff", "neg"] = "neg"
    links_to: str = ""
    resolves_link: bool = False
    """Whether the alternative undoes what the link complains of."""
    link: Step | None = None
    implication: Step | None = None
    alternative: Step | None = None
    framework: Step | None = None
    role_of_ballot: Step | None = None


class CaseTurn(_Syllogism):
    type: Literal["case_turn"] = "case_turn"
    side: Literal["aff", "neg"] = "neg"
    target: str = ""
    mechanism: Literal["", "link", "internal_link", "impact"] = ""
    direction: str = ""
    """Which way it turns: `the plan worsens …`, or that the advantage is not unique."""
    offense: Step | None = None


class Rebuttal(_Syllogism):
    type: Literal["rebuttal"] = "rebuttal"
    target: str = ""
    answer: Literal[
        "",
        "no_link",
        "non_unique",
        "no_impact",
        "no_solvency",
        "alt_cause",
        "empirically_denied",
        "counter_evidence",
    ] = ""
    new: bool = False
    warrant: Step | None = None


class FrameworkArgument(_Syllogism):
    ANALYTIC: ClassVar[frozenset[str]] = frozenset({"standards", "application"})
    type: Literal["framework"] = "framework"
    counts_as_offense: str = ""
    """What the judge is to count as a reason to vote."""
    interpretation: Step | None = None
    standards: Steps = ()
    application: Step | None = None


class Harms(_Syllogism):
    type: Literal["harms"] = "harms"
    status_quo_condition: Step | None = None
    scope: Step | None = None
    severity: Step | None = None
    presence_now: Step | None = None


class PlanText(_Syllogism):
    ANALYTIC: ClassVar[frozenset[str]] = frozenset({"agent", "mandate", "object", "enforcement", "intent"})
    OPTIONAL: ClassVar[frozenset[str]] = frozenset({"enforcement", "intent"})
    type: Literal["plan_text"] = "plan_text"
    version: int = Field(default=1, ge=1)
    agent: Step | None = None
    mandate: Step | None = None
    object: Step | None = None
    enforcement: Step | None = None
    intent: Step | None = None

    @property
    def planks(self) -> tuple[str, ...]:
        """What the plan does: everything a permutation must contain."""
        steps = (self.agent, self.mandate, self.object, self.enforcement)
        return tuple(step.parts.claim for step in steps if step)


class Permutation(_Syllogism):
    ANALYTIC: ClassVar[frozenset[str]] = frozenset({"perm_text", "net_benefit_answer"})
    type: Literal["permutation"] = "permutation"
    target: str = ""
    plan: str = ""
    kind: Literal["", "do_both", "do_the_cp", "sequenced", "partial"] = ""
    contains: tuple[str, ...] = ()
    """The planks it keeps; it must keep all of the plan's, or it severs."""
    legitimacy: tuple[Literal["not_severance", "not_intrinsic"], ...] = ()
    new: bool = False
    perm_text: Step | None = None
    net_benefit_answer: Step | None = None


class Theory(_Syllogism):
    ANALYTIC: ClassVar[frozenset[str]] = frozenset({"interpretation", "violation", "standards", "voters"})
    type: Literal["theory"] = "theory"
    practice: str = ""
    """The practice it objects to: conditionality, fiat, disclosure, …"""
    remedy: Literal["", "reject_argument", "reject_team"] = ""
    interpretation: Step | None = None
    violation: Step | None = None
    standards: Steps = ()
    voters: Steps = ()


class ImpactCalculus(_Syllogism):
    ANALYTIC: ClassVar[frozenset[str]] = frozenset({"comparison"})
    type: Literal["impact_calculus"] = "impact_calculus"
    own_impact: str = ""
    their_impact: str = ""
    metrics: tuple[Literal["magnitude", "probability", "timeframe", "reversibility", "turns_case"], ...] = ()
    decision_rule: str = ""
    """Id of the framework argument it appeals to, where one was raised."""
    new: bool = False
    comparison: Step | None = None


class Turn(_Syllogism):
    type: Literal["turn"] = "turn"
    target: str = ""
    kind: Literal["", "link_turn", "impact_turn"] = ""
    new: bool = False
    offense: Step | None = None
    non_unique: Step | None = None
    """A link turn needs it: the harm is coming anyway."""
    impact_defence_answer: Step | None = None
    """An impact turn needs it: what is said against the turned impact is answered."""

    OPTIONAL: ClassVar[frozenset[str]] = frozenset({"non_unique", "impact_defence_answer"})


class Extension(_Syllogism):
    ANALYTIC: ClassVar[frozenset[str]] = frozenset({"warrant", "implication"})
    type: Literal["extension"] = "extension"
    source: str = ""
    author: str = ""
    card: str = ""
    status: Literal["", "dropped", "answered"] = ""
    new: bool = False
    warrant: Step | None = None
    implication: Step | None = None


Syllogism: TypeAlias = Annotated[
    Advantage
    | Inherency
    | Solvency
    | Disadvantage
    | Counterplan
    | Topicality
    | Kritik
    | CaseTurn
    | Rebuttal
    | FrameworkArgument
    | Harms
    | PlanText
    | Permutation
    | Theory
    | ImpactCalculus
    | Turn
    | Extension,
    Field(discriminator="type"),
]
