"""What would follow if a leaf were turned round, or seats weighed otherwise: nobody is asked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import foam
from foam.errors import NotFound


@pytest.fixture(scope="module")
def deliberated(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    folder = tmp_path_factory.mktemp("home")
    with _open(folder, foam.ScriptedModel()) as home:
        return folder, home.deliberate().run


@pytest.fixture
def home(deliberated: tuple[Path, str]) -> Iterator[foam.Home]:
    model = foam.ScriptedModel()
    with _open(deliberated[0], model) as opened:
        yield opened
    assert model.calls == []


def _open(folder: Path, model: foam.ScriptedModel) -> foam.Home:
    fakes: dict[str, Any] = {"models": model, "judge": foam.SilentJudge(), "embedder": foam.HashingEmbedder()}
    return foam.open(folder, environ={}, pack="benefits-appeal", **fakes)


def test_a_leaf_that_decides_turns_the_answer(home: foam.Home, deliberated: tuple[Path, str]) -> None:
    _, run = deliberated
    tree = home.dossier(run).tree
    assert tree is not None
    alone = next(leaf.id for leaf in tree.frame.leaves if tree.bearing.find(leaf.id) == "alone")
    found = home.whatif(run, false=[alone])
    assert found.supposed == {alone: False}
    assert found.lead_before == tree.lead != found.lead_after


def test_what_is_supposed_as_it_is_changes_nothing(home: foam.Home, deliberated: tuple[Path, str]) -> None:
    _, run = deliberated
    table = home.dossier(run).table
    assert table is not None
    seat = table.seats[0].perspective
    value, weight = next(iter(seat.weighting.items()))
    found = home.whatif(run, reweight=[f"{seat.id}.{value}={weight}"])
    assert found.lead_before == found.lead_after
    assert all(one.before == one.after for one in found.leaves)


@pytest.mark.parametrize("change", ["dignty=0.4", "auditor.dignty=0.4"])
def test_a_value_that_nobody_has_is_refused_with_a_near_one(
    home: foam.Home, deliberated: tuple[Path, str], change: str
) -> None:
    with pytest.raises(NotFound, match="no value 'dignty'") as caught:
        home.whatif(deliberated[1], reweight=[change])
    assert "integrity" in caught.value.hint


def test_a_seat_is_known_by_its_id_and_its_role(home: foam.Home, deliberated: tuple[Path, str]) -> None:
    _, run = deliberated
    table = home.dossier(run).table
    assert table is not None
    for one in table.seats:
        seat = one.perspective
        value = next(iter(seat.weighting))
        names = (seat.id, seat.role, f"the {seat.role}")
        assert len({str(home.whatif(run, reweight=[f"{name}.{value}=0.9"])) for name in names}) == 1
    with pytest.raises(NotFound):
        home.whatif(run, reweight=["the nobody.fairness=0.4"])
    with pytest.raises(foam.InputError, match="not a weight"):
        home.whatif(run, reweight=["fairness=much"])


def test_where_nobody_was_seated_nothing_is_weighed(tmp_path: Path) -> None:
    with _open(tmp_path, foam.ScriptedModel()) as home:
        answer = home.ask(home.pack.load("benefits-appeal").sample_question)
        with pytest.raises(foam.InputError, match="nobody was seated"):
            home.whatif(answer, reweight=["fairness=0.4"])
