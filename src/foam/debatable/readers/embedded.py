"""The embedded SmolLM2 as a reader. Loads its weights on first use."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import assert_never

from foam.debatable.reader import Lead, TargetReading
from foam.model.embedded.conversation import Conversation, Tokens
from foam.model.embedded.threads import one_thread

_DIGITS = 5
"""Log-probabilities are rounded to this many: what other BLAS builds change lies below."""


class EmbeddedReader:
    """`cached=False` reads the lead anew for every target: for comparison only, the figures are the same."""

    def __init__(self, home: Path, *, cached: bool = True) -> None:
        self._home = home
        self._cached = cached

    @property
    def name(self) -> str:
        return Conversation.name

    @property
    def window(self) -> int:
        return self._model.model.shape.context

    def length(self, lead: Lead, target: str) -> int:
        return len(self._lead(lead)) + len(self._model.encode(target))

    def read(self, lead: Lead, targets: Sequence[str]) -> list[TargetReading]:
        if not self._cached:
            return [reading for target in targets for reading in self._read(lead, [target])]
        return self._read(lead, targets)

    def _read(self, lead: Lead, targets: Sequence[str]) -> list[TargetReading]:
        context = self._lead(lead)
        encoded = [self._model.encode(target) for target in targets]
        if not self._cached:
            self._model.forget()
        with one_thread():
            logs = self._model.follow(context, encoded, shared=self._shared(lead, context))
        return [TargetReading(context=len(context), logs=tuple(round(float(x), _DIGITS) for x in log)) for log in logs]

    def _lead(self, lead: Lead) -> Tokens:
        match lead.form:
            case "reply":
                return self._model.reply_to(lead.whole)
            case "turn":
                return self._model.said(lead.whole)
            case "plain":
                return self._model.plain(lead.whole)
            case _:
                assert_never(lead.form)

    def _shared(self, lead: Lead, context: Tokens) -> int:
        """How many of the context's tokens belong to the head: as many as head and context begin with alike."""
        if not lead.head:
            return 0
        head = self._lead(Lead(text="", head=lead.head, form=lead.form))
        alike = next((i for i, (a, b) in enumerate(zip(head, context, strict=False)) if a != b), len(head))
        return min(alike, len(context))

    @cached_property
    def _model(self) -> Conversation:
        return Conversation(self._home)
