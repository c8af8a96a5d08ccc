"""The embedded model with its judge, for tests that need pulled weights."""

from tests.debate.conftest import embedded, pulled_home

__all__ = ["embedded", "pulled_home"]
