"""Seats generated for a question: they bear on it, keep the limits and differ, whichever voice makes them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from typing import Any

import pytest
from tests.deliberation.table import NOON, Table
from tests.fencing import HOSTILE, assert_fenced

from foam.deliberation import seat_questions as q
from foam.deliberation.seats import (
    DECLARED,
    LEAST_DISAGREEMENT,
    GeneratedSeats,
    SeatsSpec,
    bears_on,
    generate_seats,
    weigh_ranked,
)
from foam.job.job import RunResult, replay, run
from foam.model.form import IdsField, ListField, Record
from foam.model.question import Option, Question, Rank, Ranked, Write, Written
from foam.model.scripted import Call, Said, ScriptedModel
from foam.model.template import Prompts
from foam.pack.files import shipped_packs
from foam.pack.loader import load_pack
from foam.perspective.catalogue import load_catalogue
from foam.perspective.diversity import measure_disagreement
from foam.perspective.governance import find_seat_breaches
from foam.perspective.node import Perspective
from foam.record.entry import Decider

DIMENSIONS = [load_catalogue()[name] for name in DECLARED]
OFFERED = (Option(id="w1", text=HOSTILE), Option(id="w2", text="plain"))
MAKERS: dict[str, Callable[[Prompts], Question]] = {
    "seats/concerned": lambda p: q.concerned_question(p, question=HOSTILE, options=OFFERED),
    "seats/stakeholders": lambda p: q.stakeholders_question(
        p, question=HOSTILE, material=OFFERED, count=2, values=OFFERED, dimensions=DIMENSIONS
    ),
    "seats/priorities": lambda p: q.priorities_question(p, question=HOSTILE, seat=HOSTILE, options=OFFERED),
}
FREE = "Should cities make public transport free?"


class Silent(ScriptedModel):
    """A model that does not write."""

    @property
    def decider(self) -> Decider:
        return super().decider.model_copy(update={"parameters": {"writes": False}})


def generate(table: Table, question: str, **more: Any) -> RunResult[GeneratedSeats]:
    spec = SeatsSpec(**table.tools.describe(0), question=question, **more)
    return asyncio.run(run(generate_seats, spec, table.tools, store=table.store, clock=lambda: NOON))


def turning(call: Call) -> Said | None:
    """Priorities that differ from seat to seat."""
    question = call.question
    if isinstance(question, Rank) and question.template == "seats/priorities":
        return Ranked(ids=turn(question.statement, [option.id for option in question.options]))
    return None


def turn(who: str, ids: Sequence[str]) -> tuple[str, ...]:
    first = sum(map(ord, who)) % len(ids)
    return (*ids[first:], *ids[:first])


def writing(*, description: str = "I care about what happens to {who}.") -> Callable[[Call], Said | None]:
    def say(call: Call) -> Said | None:
        question = call.question
        if not isinstance(question, Write):
            return turning(call)
        (people,) = question.fields
        assert isinstance(people, ListField)
        (ids,) = (one.ids for one in people.fields if isinstance(one, IdsField))
        told: Record = {one.id: next(iter(one.options)) for one in DIMENSIONS}
        rows: list[Record] = [
            {"who": who, "role": who, "description": description.format(who=who), "values": turn(who, ids), **told}
            for who in ("night workers", "the council", "bus drivers", "shop owners")
        ]
        return Written(fields={people.name: tuple(rows)})

    return say


@pytest.mark.parametrize("pack", shipped_packs())
@pytest.mark.parametrize("name", MAKERS)
def test_every_question_fits_its_template_and_fences_what_it_quotes(pack: str, name: str) -> None:
    prompts = load_pack(pack).prompts
    question = MAKERS[name](prompts)
    assert question.template_digest == prompts[name].digest
    assert_fenced(question.prompt)


@pytest.mark.parametrize("model", [Silent(turning), ScriptedModel(writing())], ids=["chooses", "writes"])
def test_generated_seats_differ_and_keep_the_limits(model: ScriptedModel) -> None:
    table = Table(model, pack="policy-debate")
    view = generate(table, FREE).view
    seats = [one.perspective for one in view.seats]
    assert view.ok
    assert 2 <= len(seats) <= 4
    assert find_seat_breaches(seats, table.pack.limits) == ()
    assert all(measure_disagreement(a, b).overall >= LEAST_DISAGREEMENT for a, b in combinations(seats, 2))


@pytest.mark.parametrize("model", [Silent(turning), ScriptedModel(writing())], ids=["chooses", "writes"])
def test_a_run_is_replayed_without_a_model(model: ScriptedModel) -> None:
    table = Table(model, pack="policy-debate")
    ran = generate(table, FREE)
    asked = len(model.calls)
    assert asyncio.run(replay(table.store, ran.run)) == ran.view
    assert len(model.calls) == asked


def test_a_model_that_writes_fills_one_form_for_all_seats() -> None:
    model = ScriptedModel(writing())
    view = generate(Table(model, pack="policy-debate"), FREE).view
    assert [call.question.template for call in model.calls] == ["seats/stakeholders"]
    chosen = {one.id: next(iter(one.options)) for one in DIMENSIONS}
    assert {tuple(one.perspective.dimensions.items()) for one in view.seats} == {tuple(chosen.items())}
    assert {one.origin for one in view.seats} <= {
        f"written for {who}" for who in ("night workers", "the council", "bus drivers", "shop owners")
    }


@pytest.mark.parametrize("count", [2, 4, 5, 9])
def test_every_value_that_is_ranked_gets_a_weight_and_a_higher_rank_a_greater_one(count: int) -> None:
    weights = list(weigh_ranked([f"v{n}" for n in range(count)]).values())
    assert len(weights) == count
    assert all(first > second > 0 for first, second in pairwise(weights))


def test_one_that_cannot_write_declines_a_question_that_nobody_speaks_of() -> None:
    model = Silent(turning)
    view = generate(Table(model, pack="benefits-appeal"), "Should whaling be banned in Antarctica?").view
    assert not view.ok
    assert view.seats == ()
    assert model.calls == []


def test_seats_that_would_say_the_same_are_not_seated_twice() -> None:
    def same(call: Call) -> Said | None:
        question = call.question
        return Ranked(ids=tuple(o.id for o in question.options)) if isinstance(question, Rank) else None

    view = generate(Table(Silent(same), pack="policy-debate"), FREE).view
    assert len(view.seats) == 1
    assert not view.ok
    assert all("differs from" in one.reason for one in view.refused)


def test_a_role_that_the_pack_does_not_permit_is_not_seated_and_one_that_names_a_permitted_role_is() -> None:
    table = Table(Silent(turning), pack="benefits-appeal")
    view = generate(table, table.pack.sample_question).view
    assert {one.perspective.role for one in view.seats} <= set(table.pack.roles)
    assert any("is not permitted" in one.reason for one in view.refused)


def test_a_figure_that_nobody_gave_is_not_put_into_a_declaration() -> None:
    model = ScriptedModel(writing(description="I speak for 987654 people, the {who}."))
    view = generate(Table(model, pack="policy-debate"), FREE).view
    assert view.seats == ()
    assert all("987654" in one.reason for one in view.refused)


def test_a_perspective_kept_before_is_weighed_anew_in_the_values_of_the_pack() -> None:
    kept = Perspective(
        id="old",
        role="driver",
        description="Making public transport free would fill my bus.",
        weighting={"elsewhere": 1},
        policy="corroborated",
        dimensions={"risk_calculus": "maximin"},
    )
    table = Table(Silent(turning), pack="policy-debate")
    view = generate(table, FREE, offered=(kept,), most=12).view
    (seat,) = [one.perspective for one in view.seats if one.origin == "perspective old"]
    assert set(seat.weighting) <= {value.id for value in table.pack.values}
    assert (seat.policy, seat.dimensions) == (kept.policy, kept.dimensions)


def test_what_the_library_says_of_stakeholders_is_not_put_in_their_mouth() -> None:
    view = generate(Table(Silent(turning), pack="policy-debate"), FREE, most=12).view
    told = [one.perspective.description for one in view.seats if one.origin.startswith("stakeholder")]
    assert told
    assert all(words.startswith("I speak for") and words.count(".") == 1 for words in told)


@pytest.mark.parametrize(
    ("text", "bears"),
    [
        ("Free transport for everyone.", True),
        ("Should it be so?", False),
        ("The transport was late.", False),
        ("", False),
    ],
)
def test_what_bears_on_a_question(text: str, bears: bool) -> None:
    assert bears_on(text, FREE) is bears


def test_nothing_bears_on_a_question_without_words_that_carry_it() -> None:
    assert not bears_on("It should.", "Should it be?")
