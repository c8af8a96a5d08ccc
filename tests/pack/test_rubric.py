"""Rubrics as data: the shipped one is the published one, and what is not sound is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.judging.cases import rubric

from foam.errors import InputError
from foam.pack.files import SHARED
from foam.pack.rubric import read_rubric


def test_the_shipped_rubric_has_the_published_weights_and_components() -> None:
    held = rubric()
    assert [dimension.weight for dimension in held.dimensions] == [0.25, 0.25, 0.20, 0.15, 0.15]
    assert [len(dimension.components) for dimension in held.dimensions] == [3, 2, 2, 2, 1]
    assert [component.id for component in held.components if component.by == "audit"] == ["validation"]


def test_scores_add_up_by_weight() -> None:
    held = rubric()
    full = held.by_dimension({component.id: held.high for component in held.components})
    assert held.overall(full) == pytest.approx(100)
    assert held.overall(held.by_dimension({component.id: held.low for component in held.components})) == 0
    only_evidence = {component.id: 10.0 * (component.id == "validation") for component in held.components}
    assert held.overall(held.by_dimension(only_evidence)) == pytest.approx(12.5)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (("weight = 0.20", "weight = 0.30"), "the weights sum to 1.1, not to 1"),
        (('id = "unity"', 'id = "novelty"'), "component ids must differ: novelty"),
        (('evidence = "evidence"', 'evidence = "facts"'), "no dimension 'facts'"),
        (("high = 10", "high = 0"), "low < high"),
        (("weight = 0.20", "weight = -0.20"), "weight"),
        (("[[dimensions]]", "[[dimensions"), "Expected ']]'"),
        (('\nby = "audit"', '\nby = "nobody"'), "by: Input should be"),
    ],
)
def test_an_unsound_rubric_is_refused_with_its_rule(tmp_path: Path, change: tuple[str, str], complaint: str) -> None:
    path = tmp_path / "rubric.toml"
    path.write_text((SHARED / "rubric.toml").read_text("utf-8").replace(*change, 1), "utf-8")
    with pytest.raises(InputError, match=complaint.replace("(", r"\(")):
        read_rubric(path)


def test_a_missing_rubric_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="nowhere"):
        read_rubric(tmp_path / "nowhere.toml")
