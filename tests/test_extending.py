"""The page on extending shows code that fits: its kind of challenge is one like the others."""

from __future__ import annotations

import re
import sys
import textwrap
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from foam.contest.kinds.kind import Kind

PAGE = (Path(__file__).parents[1] / "docs" / "extending.md").read_text("utf-8")


def test_the_kind_of_challenge_on_the_page_is_a_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    (example,) = re.findall(r"^ +```python\n(.*?)^ +```$", PAGE, re.MULTILINE | re.DOTALL)
    module = ModuleType("foam.contest.kinds.outdated")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(compile(textwrap.dedent(example), "docs/extending.md", "exec", dont_inherit=True), vars(module))
    kind: Any = vars(module)["Outdated"]
    assert issubclass(kind, Kind)
    assert kind().kind == "outdated"
    assert kind.find_fit("answer", "fact")
    assert kind.list_takes() == ("at",)
