"""What a seat declares decides how its impacts are weighed, and whether it may speak at all."""

from __future__ import annotations

import pytest
from tests.case.writing import Desk, agreeable

from foam.case.values import Case
from foam.case.weigh import METRICS
from foam.errors import SettingError
from foam.model.question import Choose
from foam.model.scripted import Call, Said, ScriptedModel
from foam.perspective.catalogue import load_catalogue
from foam.perspective.manner import find_effect

DIMENSION = "impact_articulation"


@pytest.mark.parametrize("option", sorted(load_catalogue()[DIMENSION].options))
def test_impacts_are_compared_on_the_metrics_that_the_seat_puts_first(option: str) -> None:
    order = [name for name in find_effect(DIMENSION, option).order if name in {metric.id for metric in METRICS}]
    asked = _ask({DIMENSION: option})
    assert asked
    assert all(offered[: len(order)] == order for offered in asked)


def test_a_seat_that_contradicts_itself_writes_no_case() -> None:
    with pytest.raises(SettingError, match="seat "):
        _write({"evidence_integration": "experiential"}, policy={"peer_reviewed_only": True})


def _ask(dimensions: dict[str, str]) -> list[list[str]]:
    """The metrics as they were offered, each time."""
    offered: list[list[str]] = []

    def listen(call: Call) -> Said | None:
        if call.question.template == "case/metric" and isinstance(call.question, Choose):
            offered.append([option.id for option in call.question.options])
        return agreeable(call)

    _write(dimensions, model=ScriptedModel(listen))
    return offered


def _write(
    dimensions: dict[str, str], *, model: ScriptedModel | None = None, policy: dict[str, bool] | None = None
) -> Case:
    desk = Desk(agreeable)
    if model is not None:
        desk.models = dict.fromkeys(desk.models, model)
    spec = desk.case_spec()
    declared = {"dimensions": {**spec.seat.dimensions, **dimensions}, **({"policy": policy} if policy else {})}
    seat = type(spec.seat).model_validate({**spec.seat.model_dump(), **declared})
    return desk.write(spec.model_copy(update={"seat": seat})).view
