"""What a person says is read as it is meant: quotations, courtesies, admissions, and what is taken up again."""

from __future__ import annotations

import pytest
from tests.debate.test_person import play
from tests.debate.writers import LIBRARY, make_source

from foam.debate.document import compose_debate
from foam.debate.language import split_as_written
from foam.paper import render

BROKEN = make_source('Osk wrote that every town needs a free exchange of views on its bells." [REF]', "Mia Roth", "2017", "book")
FALSE = "no ferryman owes silence to a sleeper"
AROUND = "An exchange of views is impossible in a town that sleeps. He wrote elsewhere that"


@pytest.mark.parametrize("marks", ["“”", '""'])
def test_a_card_with_a_lone_quotation_mark_turns_no_words_around_it_into_a_quotation(marks: str) -> None:
    said = f"[1.1] Osk does more. [{BROKEN.pointer(0)}] {AROUND} {marks[0]}{FALSE}{marks[1]}, and all agreed."
    _, view = play({"C1": said}, "P1", "C1", library=(*LIBRARY, BROKEN))
    (point,) = view.turns[1].points
    assert point.evidence, "the card is read"
    assert point.unsourced == (f"“{FALSE}”",)
    assert f"{marks[0]}{FALSE}{marks[1]}" in view.turns[1].text, "nothing that a person says is changed"
    shown = render(compose_debate(view), "html")
    assert f"<mark>{FALSE}" in shown
    assert "<mark>An exchange" not in shown


def test_curly_marks_belong_to_each_other_whatever_straight_ones_stand_between() -> None:
    said = f'[1.1] The board of 6" and more “{FALSE}” as they said, and “he called it "a free ride" then” too.'
    _, view = play({"C1": said}, "P1", "C1")
    (point,) = view.turns[1].points
    assert point.unsourced[:2] == (f"“{FALSE}”", "“he called it \"a free ride\" then”")
    assert not any("as they said" in one for one in point.unsourced)


def test_sentences_are_parted_as_their_writer_set_them() -> None:
    text = "He said “so it is.” They’d gone – to the river… and “back”. It’s so."
    assert " ".join(split_as_written(text)) == text
    assert len(split_as_written(text)) == 3
