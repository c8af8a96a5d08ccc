"""Frozen values, canonical JSON and tagged digests. Knows nothing of storage, clocks or the domain.

Canonical JSON here is UTF-8, keys sorted by code point, no white space, finite numbers only and floats in
Python's shortest round-trip form. A digest is `b2:` followed by 64 hex digits of BLAKE2b-256 over those bytes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from json.encoder import c_make_encoder, encode_basestring  # type: ignore[attr-defined]
from typing import Any, Self

from pydantic import BaseModel, ConfigDict
from pydantic_core import PydanticSerializationError, to_json

TAG = "b2:"
_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
_LONG = 100
"""Characters from which on a string is worth a call into pydantic."""


def _quoted(text: str) -> str:
    """A string as JSON. Pydantic escapes the same characters as `json`, ten times faster, but takes no surrogates."""
    if len(text) < _LONG:
        return str(encode_basestring(text))
    try:
        return to_json(text).decode()
    except PydanticSerializationError:
        return str(encode_basestring(text))


# What _ENCODER makes inside for each call, but with strings by _quoted; `json` has no public way to ask for that.
_WORDY = c_make_encoder(None, _ENCODER.default, _quoted, None, ":", ",", True, False, False)


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


def canonical(value: object, *, wordy: bool = False) -> bytes:
    """The one byte string for this JSON value. NaN and infinities raise ValueError.

    `wordy` changes nothing but the speed: true is quicker where most of it is long strings, false where most are short.
    """
    text = "".join(_WORDY(value, 0)) if wordy else _ENCODER.encode(value)
    return text.encode("utf-8", "surrogatepass")


def digest(value: object) -> str:
    """The tagged digest of a JSON value."""
    return digest_bytes(canonical(value))


def digest_bytes(data: bytes) -> str:
    """The tagged digest of raw bytes."""
    return TAG + hashlib.blake2b(data, digest_size=32).hexdigest()


def short(tagged: str, length: int = 12) -> str:
    """A digest as people read it: the tag and the first hex digits."""
    return tagged[: len(TAG) + length]
