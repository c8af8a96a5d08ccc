"""What a deliberation is estimated to take: real runs of both packs fall inside the range, step by step."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.deliberation.reading import reading
from tests.deliberation.table import Table
from tests.deliberation.writing import writing

from foam.deliberation.estimate import count_file_tokens, estimate_deliberation
from foam.job.costs import identify
from foam.job.estimates import Estimate, Range
from foam.model.port import name_seat_model
from foam.model.remote.budget import Price
from foam.model.scripted import ScriptedModel, agree
from foam.pack.loader import load_pack
from foam.record.entry import Decider, Entry
from foam.record.graph import entries_of

PACKS = ("benefits-appeal", "policy-debate")
WRITER = Decider(
    type="model", id="writer", version="1", parameters={"voice": "written", "endpoint": "http://127.0.0.1/v1"}
)


def _model(name: str, question: str) -> ScriptedModel:
    match name:
        case "writing":
            return ScriptedModel(writing(question), writes=True)
        case "reading":
            return ScriptedModel(reading(question))
        case "agree":
            return ScriptedModel(agree())
        case _:
            return ScriptedModel()


def _estimate(table: Table, seats: int) -> Estimate:
    deciders = _list_deciders(table)
    file = count_file_tokens(table.pack.documents())
    return estimate_deliberation(table.pack.perspectives[:seats], table.pack, deciders, file=file)


@pytest.mark.parametrize("seats", [2, pytest.param(4, marks=pytest.mark.long)])
@pytest.mark.parametrize("script", ["writing", "reading", "agree", "seed"])
@pytest.mark.parametrize("pack", PACKS)
def test_runs_fall_inside_the_range_step_by_step(pack: str, script: str, seats: int) -> None:
    table = Table(_model(script, load_pack(pack).sample_question), pack=pack)
    run = table.deliberate(table.spec(table.pack.perspectives[:seats])).run
    asked = [entry for entry in entries_of(table.store, run) if entry.draft.decider.type == "model"]
    estimate = _estimate(table, seats)
    taken = Counter(entry.draft.kind for entry in asked)
    by_step: dict[str, Range] = {}
    for step in estimate.steps:
        by_step[step.step] = by_step[step.step] + step.questions if step.step in by_step else step.questions
    assert not set(taken) - set(by_step), "every step that is asked is in the estimate"
    outside = {step: (taken[step], str(range_)) for step, range_ in by_step.items() if taken[step] not in range_}
    assert not outside
    assert len(asked) in estimate.questions
    assert sum(map(_count_tokens, asked)) in _sum_read(estimate)


@pytest.mark.parametrize("pack", PACKS)
def test_a_writer_takes_about_what_is_likely(pack: str) -> None:
    table = Table(_model("writing", load_pack(pack).sample_question), pack=pack)
    run = table.deliberate(table.spec(table.pack.perspectives[:3])).run
    asked = [entry for entry in entries_of(table.store, run) if entry.draft.decider.type == "model"]
    estimate = _estimate(table, 3)
    assert len(asked) == pytest.approx(estimate.questions.likely, rel=0.25)
    likely = _sum_read(estimate).likely
    assert sum(map(_count_tokens, asked)) == pytest.approx(likely, rel=0.35)
    unknown = _sum_read(estimate_deliberation(table.pack.perspectives[:3], table.pack, _list_deciders(table)))
    assert sum(map(_count_tokens, asked)) in unknown, "where the library is not known, it is in the range all the same"


def _list_deciders(table: Table) -> dict[str, Decider]:
    return {role: model.decider for role, model in table.models.items()}


def _sum_read(estimate: Estimate) -> Range:
    """Tokens read, also of steps on this machine."""
    return sum((step.read for step in estimate.steps[1:]), estimate.steps[0].read)


def _count_tokens(entry: Entry) -> int:
    """About as many tokens as a prompt has, with what every question is told beside it."""
    asked = entry.draft.question
    return sum(len(asked.get(part, "")) for part in ("shared", "system", "prompt")) // 4 + 150


def test_more_seats_take_more() -> None:
    table = Table()
    few, many = (_estimate(table, seats).questions for seats in (2, 4))
    assert few.least < many.least
    assert few.likely < many.likely
    assert few.most < many.most


def test_in_a_consultancy_nobody_objects() -> None:
    table = Table()
    deciders = _list_deciders(table)
    alone = estimate_deliberation(table.pack.perspectives, table.pack, deciders, protocol="consultancy")
    assert {"grounds", "claim"} <= {step.step for step in alone.steps}
    assert not {"press", "materiality", "response"} & {step.step for step in alone.steps}


def test_a_model_that_writes_is_asked_for_acts() -> None:
    pack = load_pack("benefits-appeal")
    roles = dict.fromkeys(("proposer", "critic", "evaluator", "judge"), WRITER)
    price = {identify(WRITER): Price(prompt=3, completion=15)}
    estimate = estimate_deliberation(pack.perspectives, pack, roles, prices=price)
    by_step = {step.step: step.questions for step in estimate.steps}
    assert by_step["proposal"].likely == len(pack.perspectives)
    assert by_step["telling"].likely == 1
    assert estimate.money is not None
    assert 0 < estimate.money.least < estimate.money.likely < estimate.money.most
    unpriced = estimate_deliberation(pack.perspectives, pack, roles)
    assert unpriced.money is None


def test_a_file_that_is_shown_whole_is_not_searched() -> None:
    pack = load_pack("benefits-appeal")
    roles = dict.fromkeys(("proposer", "critic", "evaluator", "judge"), WRITER)
    searched, shown = (
        {step.step for step in estimate_deliberation(pack.perspectives, pack, roles, file=file).steps}
        for file in (0, 2000)
    )
    assert searched - shown == {"searches"}


def test_a_seat_with_its_own_model_is_reckoned_with_it() -> None:
    table = Table()
    seat = table.pack.perspectives[0]
    deciders = _list_deciders(table) | {name_seat_model(seat.id): WRITER}
    estimate = estimate_deliberation(table.pack.perspectives, table.pack, deciders)
    written = [step for step in estimate.steps if step.model == "writer"]
    assert {step.step for step in written} >= {"proposal", "critique", "rewrite"}
    assert next(step for step in written if step.step == "proposal").questions.likely == 1
    assert next(step for step in estimate.steps if step.step == "grounds").questions.likely == 3
