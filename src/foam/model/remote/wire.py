"""What passes between an endpoint and the model: a reply, or none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from foam.errors import Unreachable

ADDRESS_HINT = "check base_url: most end in /v1"


@dataclass(frozen=True, slots=True)
class HttpReply:
    """What came back, whole."""

    status: int
    headers: Mapping[str, str]
    body: bytes = field(repr=False)


class NotSent(Unreachable):
    """There was no connection, so the endpoint cannot have charged for anything."""
