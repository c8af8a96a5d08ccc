"""Lists of records, as a written act gives them."""

from __future__ import annotations

from typing import Any

from foam.job.answers import read_form
from foam.record.entry import Entry


def read_records(entry: Entry, field: str) -> tuple[dict[str, Any], ...]:
    """The records of a list that was written."""
    records: Any = read_form(entry)[field]
    return tuple(records)
