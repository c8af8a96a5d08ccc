"""Frozen values and tagged digests.

A digest is `b2:` followed by 64 hex digits of BLAKE2b-256 over the value's canonical JSON.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, Self

from pydantic import BaseModel, ConfigDict

from foam.canonical import write_canonical

TAG = "b2:"


class Value(BaseModel):
    """A pure, frozen value: equal content, equal value. Unknown fields are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", ser_json_inf_nan="constants")

    def json_value(self) -> dict[str, Any]:
        """The value as plain JSON types."""
        return self.model_dump(mode="json")

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """A copy. What was worked out once from the old content, such as a key, is not carried over."""
        copied = super().model_copy(update=update, deep=deep)
        for name in copied.__dict__.keys() - type(copied).model_fields.keys():
            del copied.__dict__[name]
        return copied

    @property
    def digest(self) -> str:
        """The tagged digest of the value's canonical JSON."""
        return digest(self.json_value())


def digest(value: object) -> str:
    """The tagged digest of a JSON value."""
    return digest_bytes(write_canonical(value))


def digest_bytes(data: bytes) -> str:
    """The tagged digest of raw bytes."""
    return TAG + hashlib.blake2b(data, digest_size=32).hexdigest()


def short(tagged: str, length: int = 12) -> str:
    """A digest as people read it: the tag and the first hex digits."""
    return tagged[: len(TAG) + length]
