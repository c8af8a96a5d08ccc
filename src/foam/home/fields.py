"""The fields of orders, by which calls are typed (`make specs`); edits are lost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, TypedDict

from foam.argument.flow import Flow
from foam.perspective.node import Perspective


class RunFields(TypedDict, total=False):
    model: str | None
    seed: int | None
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
    roles: Mapping[str, str]


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
