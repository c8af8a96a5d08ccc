"""The fields of orders, by which calls are typed (`make specs`); edits are lost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, TypedDict

from foam.argument.flow import Flow
from foam.evidence.document import Document
from foam.job.orders.contest import Step
from foam.perspective.node import Perspective


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
    protocol: Literal["auto", "consultancy", "debate", "deliberation", "assembly"]
    speaker: str
    tier: Literal["routine", "elevated", "critical"]
    log: Path | None
    decision: str | None
    rules: Iterable[str]
    roles: Mapping[str, Literal["rule", "decision", "record", "party", "independent", "authority", "unsigned"]]


class ExaminationFields(TypedDict, total=False):
    decision: str | Path | None
    rules: Iterable[str | Path]
    roles: Mapping[str, Literal["party", "authority", "independent", "unknown"]]
    model: str | None


class ChallengeFields(ModelFields, total=False):
    kind: Literal[
        "not_so",
        "does_not_follow",
        "rule_does_not_apply",
        "miscounted",
        "left_out",
        "weighs_otherwise",
        "somebody_missing",
    ]
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
    move: Literal["concede", "rebut", "qualify", "swap", "retract"] | None
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
    without: Literal["", "revision", "logic", "schemes", "memory"]
    attempts: int
    memory: bool
    wording: Literal["code", "model"] | None
    words: int | None
    pro: Literal["r-debater", "plain", "retrieval", "four-roles", "human"]
    con: Literal["r-debater", "plain", "retrieval", "four-roles", "human"]
    questions: int
    pro_seat: str | Path | Perspective | None
    con_seat: str | Path | Perspective | None
    format_name: str
    words_per_minute: float | None
    judge: bool | None


class UtteranceFields(RunFields, total=False):
    without: Literal["", "revision", "logic", "schemes", "memory"]
    attempts: int
    memory: bool
    wording: Literal["code", "model"] | None
    words: int | None
    debater: Literal["r-debater", "plain", "retrieval", "four-roles"]


class EvaluationFields(RunFields, total=False):
    methods: Iterable[Literal["inspire", "debatrix"]]
    controls: bool
    as_printed: bool
