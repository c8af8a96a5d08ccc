"""What a deliberation is estimated to take: real runs fall inside the range, act by act."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.deliberation.files import MILL, mill_seats, sit

from foam.deliberation.estimate import count_file_tokens, estimate_deliberation
from foam.job.orders.deliberation import Protocol
from foam.model.facts import FactsModel
from foam.model.port import name_seat_model
from foam.pack.loader import load_pack
from foam.record.entry import Decider
from foam.record.graph import entries_of

WRITER = Decider(
    type="model", id="writer", version="1", parameters={"voice": "written", "endpoint": "http://127.0.0.1/v1"}
)
ROLES = ("proposer", "critic", "judge")


@pytest.mark.parametrize("protocol", ["auto", "consultancy", "debate", "deliberation", "assembly"])
def test_runs_fall_inside_the_range_act_by_act(protocol: Protocol) -> None:
    table = sit(FactsModel(MILL))
    seats = mill_seats(table)
    run = table.deliberate(table.spec(seats, question=MILL.question, protocol=protocol)).run
    taken = Counter(one.draft.kind for one in entries_of(table.store, run) if one.draft.decider.type == "model")
    deciders = {role: model.decider for role, model in table.models.items()}
    steps = estimate_deliberation(seats, table.pack, deciders, protocol=protocol, file=200).steps
    ranges = {one.step: one.questions for one in steps}
    assert set(taken) <= set(ranges)
    assert {name: taken[name] for name in ranges if taken[name] not in ranges[name]} == {}


def test_a_longer_file_takes_more_and_is_read_in_parts() -> None:
    pack = load_pack("benefits-appeal")
    deciders = dict.fromkeys(ROLES, WRITER)
    short, long = (estimate_deliberation(pack.perspectives, pack, deciders, file=n) for n in (3_000, 90_000))
    assert short.read.likely < long.read.likely
    reading = {
        name: next(one for one in found.steps if one.step == "read") for name, found in (("s", short), ("l", long))
    }
    assert reading["s"].questions.least == 1
    assert reading["l"].questions.least == 4, "three parts, and one request that joins them"


def test_four_seats_over_ten_short_papers_take_at_most_sixteen_requests() -> None:
    pack = load_pack("benefits-appeal")
    found = estimate_deliberation(pack.perspectives[:4], pack, dict.fromkeys(ROLES, WRITER), file=3_000)
    assert found.questions.likely <= 16
    assert found.read.likely <= 100_000


def test_a_seat_with_a_model_of_its_own_is_reckoned_with_that() -> None:
    pack = load_pack("benefits-appeal")
    seat = pack.perspectives[0]
    own = WRITER.model_copy(update={"id": "own"})
    deciders = {**dict.fromkeys(ROLES, WRITER), name_seat_model(seat.id): own}
    found = estimate_deliberation(pack.perspectives, pack, deciders, file=3_000)
    assert {one.step for one in found.steps if one.model == "own"} == {"argue", "object", "reply"}


def test_where_rules_are_stated_a_model_that_does_not_write_is_asked_nothing() -> None:
    pack = load_pack("benefits-appeal")
    chooser = WRITER.model_copy(update={"parameters": {}})
    assert estimate_deliberation(pack.perspectives, pack, dict.fromkeys(ROLES, chooser)).questions.most == 0


def test_the_tokens_of_a_file_are_about_a_quarter_of_its_letters() -> None:
    documents = load_pack("benefits-appeal").documents()
    letters = sum(len(one.text) for one in documents)
    assert letters / 6 < count_file_tokens(documents) < letters
