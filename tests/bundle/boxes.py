"""A box for secrets in memory, for tests."""

from __future__ import annotations


class MemoryBox:
    """A box in memory."""

    def __init__(self) -> None:
        self._kept: dict[str, str] = {}

    def get(self, name: str) -> str | None:
        return self._kept.get(name)

    def put(self, name: str, text: str) -> None:
        self._kept[name] = text

    def remove(self, name: str) -> None:
        self._kept.pop(name, None)
