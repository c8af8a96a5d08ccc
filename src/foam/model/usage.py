"""What an answer took, in tokens."""

from __future__ import annotations

from pydantic import Field

from foam.values import Value


class Usage(Value):
    """Tokens read and written. Those that were cached are among those read; thoughts are among those written."""

    prompt: int = Field(default=0, ge=0)
    completion: int = Field(default=0, ge=0)
    cached: int = Field(default=0, ge=0)
    reasoning: int = Field(default=0, ge=0)

    @property
    def total(self) -> int:
        return self.prompt + self.completion

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            prompt=self.prompt + other.prompt,
            completion=self.completion + other.completion,
            cached=self.cached + other.cached,
            reasoning=self.reasoning + other.reasoning,
        )
