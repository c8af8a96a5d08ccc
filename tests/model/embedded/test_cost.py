"""A cost of what is proposed, told from what it spares and from a cost of what is to end; what the gate makes of it."""

from __future__ import annotations

import pytest
from tests.model.embedded.fakes import LightSenses, PointTold

from foam.model.check import GATE
from foam.model.embedded.bearing import label_support
from foam.model.embedded.cost import states_cost_of
from foam.model.embedded.stance import WordRelation
from foam.model.question import Label, Labelled

BUILD = "The port should build a second crane."
BAN = "The port should ban night unloading."
PRAISED, BLAMED = WordRelation(0.8, 0.1, 0.1), WordRelation(0.1, 0.8, 0.1)


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("The second crane would cost 4 million crowns a year.", BUILD),
        ("The second crane would cost 4 million crowns a year.", "The port should not build a second crane."),
        ("A crane of that size is too expensive for the port.", BUILD),
        ("Building the crane could expose the port to the risk of a second loan.", BUILD),
        ("The crane lost 90,000 crowns in its first month.", BUILD),
        ("A ban on night unloading would cost the port a tenth of its ships.", BAN),
        ("Banning night unloading would endanger the fish auction.", BAN),
    ],
)
def test_a_cost_of_what_is_proposed(text: str, statement: str) -> None:
    assert states_cost_of(text, statement)


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("The second crane would cut the cost of unloading by half.", BUILD),
        ("The second crane would cost less than the ferry.", BUILD),
        ("The crane would lower the risk of accidents.", BUILD),
        ("Ships lost nine days at anchor last year.", BUILD),
        ("Night unloading costs 600 residents their sleep.", BAN),
        ("Night unloading results in more accidents among dockers.", BAN),
        ("The second crane costs 4 million crowns.", "The second crane is safe."),
    ],
)
def test_what_is_spared_what_is_to_end_and_what_is_no_proposal(text: str, statement: str) -> None:
    assert not states_cost_of(text, statement)


def test_a_judge_that_takes_a_cost_for_praise_is_not_believed() -> None:
    cost, gain = "The second crane would cost 4 million crowns a year.", "The second crane would halve the queue."
    assert _label(gain, BUILD, PRAISED) == "for"
    assert _label(cost, BUILD, PRAISED) == "unclear"
    assert _label(cost, "The port should not build a second crane.", BLAMED) == "unclear"


def test_a_judge_that_takes_a_cost_for_a_cost_is_believed() -> None:
    assert _label("The second crane would cost 4 million crowns a year.", BUILD, BLAMED) == "against"


def _label(text: str, statement: str, found: WordRelation) -> str:
    asked = Label(template="t", template_digest="b2:0", prompt="", statement=statement, text=text, labels=GATE)
    reply = label_support(asked, LightSenses(PointTold({text: found}, {}))).reply
    assert isinstance(reply, Labelled)
    return reply.label
