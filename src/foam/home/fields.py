"""The fields of orders, by which calls are typed (`make specs`); edits are lost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, TypedDict

from foam.argument.casefile import Role
from foam.argument.flow import Flow
from foam.evidence.document import Document
from foam.job.orders.contest import ChallengeKind, GivenMove, Step
from foam.job.orders.debate import Debater, Method, Speaker, Without, Wording
from foam.job.orders.deliberation import Protocol, Tier
from foam.job.orders.oversight import Cluster
from foam.perspective.node import Perspective
from foam.perspective.policy import AuthorRole


class ModelFields(TypedDict, total=False):
    model: str | None
    seed: int | None


class RunFields(ModelFields, total=False):
    pack: str | None
    library: bool


class DeliberationFields(RunFields, total=False):
    options: Iterable[str]
    seats: Iterable[str | Path | Perspective]
    seat_models: Mapping[str, str]
    add: Iterable[str | Path | Perspective]
    reweight: Iterable[str]
    policy: str | None
    base: Any
    protocol: Protocol
    speaker: str
    tier: Tier
    log: Path | None
    decision: str | None
    rules: Iterable[str]
    roles: Mapping[str, Role]


class ExaminationFields(TypedDict, total=False):
    decision: str | Path | None
    rules: Iterable[str | Path]
    roles: Mapping[str, AuthorRole]
    model: str | None


class ChallengeFields(ModelFields, total=False):
    kind: ChallengeKind
    because: str
    by: str
    at: Iterable[str]
    words: str
    component: str
    steps: Path | Iterable[Step]
    weight: str
    value: str
    instead: str
    perspective: Path | Perspective | None
    with_documents: Iterable[Path | Document]
    hold: bool


class ChallengeAnswerFields(ModelFields, total=False):
    move: GivenMove | None
    because: str
    by: str
    evidence: Iterable[str]


class CaseFields(RunFields, total=False):
    plan: str
    advantages: Iterable[str]
    pins: Mapping[str, str]
    tags: Mapping[str, str]
    drops: Iterable[str]
    speech: str | None
    strategy: Iterable[str]
    answering: Iterable[Path | Flow]
    seat: str | Perspective | None
    words: int | None


class DebateFields(RunFields, total=False):
    without: Without
    attempts: int
    memory: bool
    wording: Wording | None
    words: int | None
    pro: Debater
    con: Debater
    questions: int
    pro_seat: str | Path | Perspective | None
    con_seat: str | Path | Perspective | None
    format_name: str
    words_per_minute: float | None
    judge: bool | None


class UtteranceFields(RunFields, total=False):
    without: Without
    attempts: int
    memory: bool
    wording: Wording | None
    words: int | None
    debater: Speaker


class EvaluationFields(RunFields, total=False):
    methods: Iterable[Method]
    controls: bool
    as_printed: bool


class GameFields(TypedDict, total=False):
    p: float
    rho: float
    tau: float
    cost: float
    b: float | None
    default: float | None
    mu: float | None
    kappa: float | None
    lam: float | None


class ExperimentFields(TypedDict, total=False):
    adapter: Literal["gold", "wice"]
    model: str | None
    judge: Literal["model", "logit", "tie-break"]
    kappa: float
    mu: float
    b: float
    jury: int
    senders: Literal["model", "machinery"]
    verifier: Literal["bearing", "stance", "relevance"] | None
    must_choose: bool
    relevance: float
    plan: Path | None
    cases: int | None
    seed: int


class EstimateFields(TypedDict, total=False):
    adapter: Literal["log", "nyu"]
    threshold: float
    replicates: int
    seed: int
    level: float
    cluster: Cluster
    mislabelled: Iterable[float]
    window: int


class PredictionFields(TypedDict, total=False):
    adapter: Literal["log", "nyu"]
    threshold: float
    replicates: int
    seed: int
    level: float
