"""What is looked for, and shown, before a kind of position against a plan is chosen."""

from __future__ import annotations

import pytest
from tests.case.scribe import WritingDesk

from foam.case.kinds import describe_sought, speaks_for
from foam.case.outline import check_strategy
from foam.case.plan import leaves_counterplan
from foam.case.write import make_neutral_seat
from foam.errors import InputError
from foam.model.form import LabelField
from foam.model.question import Write
from foam.pack.loader import load_pack
from foam.pack.outlines import load_outline

MOTION = "Harbour towns should pay fishermen for keeping their nets ashore."


@pytest.mark.parametrize(
    ("kind", "text", "holds"),
    [
        ("counterplan", "Since 2004 reserves and licences have cut the catch of young fish by half.", True),
        ("counterplan", "The price of a share of the catch abroad is 23 euro.", False),
        ("counterplan", "Young fish are food for seals.", False),
        ("topicality", "A harbour is defined as any place in which boats lie safe.", True),
        ("topicality", "The northern sea is cold and wet in two words.", False),
        ("topicality", "A lantern is defined as any lamp with a cover.", False),
        ("kritik", "Critics call it hypocritical to forbid the poor what made the rich.", True),
        ("kritik", "In recent years tours by boat have taken off.", False),
    ],
)
def test_a_sentence_is_shown_for_a_kind_that_it_can_speak_for(kind: str, text: str, holds: bool) -> None:
    assert speaks_for(kind, text, MOTION) is holds


def test_other_ways_are_looked_for_by_what_each_advantage_is_called_and_not_by_their_cards() -> None:
    gained = ("Advantage 1: Young fish: Nets take 40 tons; Stocks recover.", "Advantage 2: Seals: They starve.")
    sought = describe_sought("counterplan", MOTION, gained)
    assert [one.rpartition(": ")[2] for one in sought] == ["Young fish", "Seals"]
    assert not any("40 tons" in one for one in sought)


@pytest.mark.parametrize(
    ("strategy", "leaves"),
    [((), True), (("off-case=2",), True), (("kritik",), False), (("second-line=0",), False), (("counterplan",), False)],
)
def test_a_counterplan_is_open_until_something_else_was_asked_for(strategy: tuple[str, ...], leaves: bool) -> None:
    template = load_outline(load_pack("policy-debate"), "1NC")
    assert leaves_counterplan(template, strategy) is leaves


def test_ways_that_a_strategy_may_name_are_listed_under_what_they_belong_to() -> None:
    template = load_outline(load_pack("policy-debate"), "1NC")
    with pytest.raises(InputError, match="no way 'disadvantages'") as caught:
        check_strategy(template.tree, ("disadvantages",))
    assert "second-line: counterplan, topicality, kritik" in str(caught.value.hint)


def test_a_seat_that_declared_nothing_may_oppose_for_something_else_from_the_start() -> None:
    desk = WritingDesk(speech="1NC")
    neutral = make_neutral_seat(desk.pack)
    desk.write(desk.case_spec(strategy=()).model_copy(update={"seat": neutral}))
    fields = [one for call in desk.calls if isinstance(call.question, Write) for one in call.question.fields]
    offered = [one.labels for one in fields if isinstance(one, LabelField) and one.name == "stance"]
    assert offered
    assert set(offered) == {("oppose_direct", "oppose_alternative")}
