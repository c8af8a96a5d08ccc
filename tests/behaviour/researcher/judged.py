"""Logs of judged cases, written row by row with known rates."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

ROW = {"stance": "yes", "truth": "no", "label": "no", "e_p": 0, "e_a": 1}


def make_rows(count: int, *, protocol: str = "debate", **values: Any) -> list[dict[str, Any]]:
    """So many rows alike; unless told otherwise a wrong stance that was not endorsed."""
    return [{**ROW, "protocol": protocol, **values} for _ in range(count)]


def write_log(path: Path, rows: Iterable[dict[str, Any]], *, judges: Sequence[str] = ("ada", "ben", "cleo")) -> Path:
    """The rows as a CSV, each of an instance of its own and judged by each judge in turn."""
    rows = [
        {"instance": f"i{n}", "judge": judges[n % len(judges)], "stratum": "all", **row} for n, row in enumerate(rows)
    ]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(dict.fromkeys(name for row in rows for name in row)))
        writer.writeheader()
        writer.writerows(rows)
    return path
