"""The packages of the extra `measure`, loaded when a statistic needs them."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from foam.errors import MissingExtra

EXTRA = "measure"


def is_installed(package: str) -> bool:
    """Whether this package of the extra is there."""
    return find_spec(package) is not None


def require(module: str) -> Any:
    """The module, or the error that names the extra."""
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingExtra(module.partition(".")[0], extra=EXTRA) from error
