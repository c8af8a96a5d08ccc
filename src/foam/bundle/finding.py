"""One thing found wrong with a bundle."""

from __future__ import annotations

from typing import Literal

from foam.values import Value

Check = Literal[
    "container", "format", "attestation", "signature", "key", "file", "record", "chain", "words", "view", "sources",
    "annotations", "prov", "crate", "page",
]  # fmt: skip


class Finding(Value):
    """Which check failed, where in the bundle, and what does not hold."""

    check: Check
    where: str
    what: str
