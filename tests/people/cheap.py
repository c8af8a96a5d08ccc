"""Password hashes that take no time."""

from __future__ import annotations

import pytest
from argon2 import PasswordHasher

from foam.people import credentials


def hash_cheaply(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords with the same function and the least settings."""
    hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr(credentials, "_find_hasher", lambda: hasher)
    credentials._stand_in.cache_clear()
