"""How long each test took: written by every run, the slowest twenty shown in docs/contributing.md.

`python -m tests.durations` writes them there from the last `make test`.
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
WRITTEN = ROOT / "out" / "durations.json"
PAGE = ROOT / "docs" / "contributing.md"
SLOWEST = 20
_BEGIN, _END = "<!-- slowest tests -->\n", "<!-- end of slowest tests -->\n"


class Durations:
    """A plugin that adds up set-up, call and clean-up of each test and writes them when the run ends."""

    def __init__(self, path: Path = WRITTEN) -> None:
        self._path = path
        self._seconds: dict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._seconds[report.nodeid] += report.duration

    def pytest_sessionfinish(self) -> None:
        if self._seconds:
            ordered = dict(sorted(self._seconds.items(), key=lambda one: -one[1]))
            self._path.parent.mkdir(exist_ok=True)
            self._path.write_text(
                json.dumps({name: round(each, 3) for name, each in ordered.items()}, indent=0), "utf-8"
            )


def show_slowest(seconds: dict[str, float], count: int = SLOWEST) -> str:
    """The slowest tests as a list in Markdown."""
    slowest = sorted(seconds.items(), key=lambda one: -one[1])[:count]
    return "".join(f"- {each:.1f} s `{name}`\n" for name, each in slowest)


def write_page() -> None:
    """Put the slowest tests of the last run into docs/contributing.md."""
    page = PAGE.read_text("utf-8")
    before, _, rest = page.partition(_BEGIN)
    after = rest.partition(_END)[2]
    slowest = show_slowest(json.loads(WRITTEN.read_text("utf-8")))
    PAGE.write_text(before + _BEGIN + slowest + _END + after, "utf-8")


if __name__ == "__main__":
    write_page()
