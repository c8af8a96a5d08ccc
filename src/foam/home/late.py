"""Calls that are imported when they are first looked up, because they reach much of the program."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class Late:
    """A call of a class of calls that is imported when the call is first looked up."""

    def __init__(self, module: str, calls: str) -> None:
        self._module = module
        self._calls = calls

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, instance: Any, owner: type) -> Any:
        calls = getattr(import_module(self._module), self._calls)
        return getattr(calls if instance is None else calls(instance._desk), self._name)
