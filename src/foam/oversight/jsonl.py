"""JSON lines, read with complaints that name the file and the line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from foam.errors import InputError


def json_objects(text: str, name: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Every object with the number of its line; blank lines are passed over."""
    for number, line in enumerate(text.split("\n"), start=1):  # not splitlines: strings may hold other line breaks
        if not line.strip():
            continue
        try:
            found = json.loads(line)
        except json.JSONDecodeError as error:
            raise InputError(f"{name} line {number} is not JSON: {error.msg}") from error
        if not isinstance(found, dict):
            raise InputError(f"{name} line {number} is not a JSON object")
        yield number, found
