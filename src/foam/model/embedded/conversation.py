"""SmolLM2 spoken to in its chat template: the log-probability of every token of a reply.

The template is the one the weights were tuned with. Its marks are put in as tokens; the same characters inside a text
stay characters, so that no text can end its own turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from foam.errors import InputError
from foam.model.embedded.llama import Array
from foam.model.embedded.smollm import Branch, Context, SmolLM

Tokens = tuple[int, ...]
_BEGIN, _END = 1, 2
"""Ids of the marks around a turn."""
_SYSTEM = "You are a helpful AI assistant named SmolLM, trained by Hugging Face"


class Conversation(SmolLM):
    """Reads a conversation once and what may follow it as often as asked. Holds the last beginning it was given."""

    def __init__(self, home: Path) -> None:
        super().__init__(home)
        self._beginning: Context | None = None

    def turn(self, role: str, said: str) -> Tokens:
        """One finished turn."""
        return (_BEGIN, *self.encode(f"{role}\n{said}"), _END, *self.encode("\n"))

    def said(self, text: str) -> Tokens:
        """A conversation in which a person has said this."""
        return (*self.turn("system", _SYSTEM), *self.turn("user", text))

    def reply_to(self, text: str) -> Tokens:
        """The same, with the reply begun."""
        return (*self.said(text), _BEGIN, *self.encode("assistant\n"))

    def plain(self, text: str) -> Tokens:
        """No conversation: the text after the token that begins a document."""
        return (self.model.shape.start, *self.encode(text))

    def follow(self, context: Tokens, continuations: Sequence[Tokens], *, shared: int = 0) -> list[Array]:
        """Log-probability of every token of every continuation after the context, which is read once.

        Its first `shared` tokens are kept for the next context that begins so. Where a text is cut for that changes
        the last digits of its figures, so the same text must always be cut at the same place.
        """
        longest = len(context) + max(map(len, continuations), default=0)
        if longest > self.model.shape.context:
            raise InputError(
                f"{longest} tokens are more than the model's {self.model.shape.context}", hint="read it in parts"
            )
        read = self._read_on(context, shared) if shared else self._read(context)
        every = np.ones(read.memory.tokens, dtype=np.bool_)
        branches = [Branch(tokens, every, read.memory.tokens, asked=len(tokens)) for tokens in continuations]
        return self._follow(read, branches)

    def forget(self) -> None:
        """Let go of everything read so far."""
        self._held = self._beginning = None

    def _read_on(self, context: Tokens, shared: int) -> Context:
        if self._beginning is None or self._beginning.tokens != context[:shared]:
            states, memory = self.model.read(np.array(context[:shared]), self.model.nothing())
            self._beginning = Context(context[:shared], memory, states[-1:])
        if len(context) == shared:
            return self._beginning
        states, memory = self.model.read(np.array(context[shared:]), self._beginning.memory)
        return Context(context, memory, states[-1:])
