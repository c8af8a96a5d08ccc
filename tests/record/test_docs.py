"""The page on the record says what is true: its example runs, and it names every command."""

from __future__ import annotations

import re
from pathlib import Path

from foam.cli.record import record

PAGE = (Path(__file__).parents[2] / "docs" / "record.md").read_text(encoding="utf-8")


def test_the_example_runs() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(compile(example, "docs/record.md", "exec"), {})


def test_every_command_is_on_the_page() -> None:
    assert set(re.findall(r"`foam record (\w+)", PAGE)) == set(record.commands)
