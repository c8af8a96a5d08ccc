"""The page on extending shows code that fits: its kind of challenge is one like the others."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path
from typing import Any

from foam.contest.kinds.kind import Kind

PAGE = (Path(__file__).parents[1] / "docs" / "extending.md").read_text("utf-8")


def test_the_kind_of_challenge_on_the_page_is_a_kind() -> None:
    (example,) = re.findall(r"^ +```python\n(.*?)^ +```$", PAGE, re.MULTILINE | re.DOTALL)
    names: dict[str, Any] = {"__name__": "foam.contest.kinds.outdated"}
    exec(compile(textwrap.dedent(example), "docs/extending.md", "exec", dont_inherit=True), names)
    kind = names["Outdated"]
    assert issubclass(kind, Kind)
    assert kind().kind == "outdated"
    assert kind.find_fit("answer", "fact")
    assert kind.list_takes() == ("at",)
