"""Figures, dates, names and quotations that no cited sentence bears out are marked, and nothing else is."""

from __future__ import annotations

import pytest
from tests.acts.files import make_file
from tests.deliberation.files import MILL, mill_seats, sit

from foam.acts.shown import ShownFile
from foam.argument.rows import Objection, Record
from foam.argument.tree import Frame, Leaf, Option, Root
from foam.deliberation.answer.answer import Answer, find_tree
from foam.deliberation.answer.marks import find_marks
from foam.paper import compose, render

FILE = make_file(("The mill.", "Anna Holm built the mill of 3 floors in 1811."), ("Rules.", "Article 6. Dogs."))
OPTIONS = (Option(id="for", text="The mill is kept."), Option(id="against", text="The mill is sold."))


def make_answer(says: str, *, point: str = "", file: ShownFile = FILE) -> Answer:
    leaf = Leaf(id="mill", kind="fact", says=says, at=("01#s1",))
    frame = Frame(roots=(Root(id="mill", asks="Keep the mill?", options=OPTIONS),), leaves=(leaf,))
    raised = Objection(id="o", by="critic", target="mill", point=point, at=("02#s1",))
    tree = find_tree(frame, file.file({}), Record(objections=(raised,) if point else ()))
    return Answer(question="Keep the mill?", lead="", tree=tree, file=file)


@pytest.mark.parametrize(
    ("says", "found"),
    [
        ("Anna Holm built the mill in 1811.", []),
        ("The mill has three floors.", []),
        ("The mill has 5 floors.", ["5"]),
        ("The mill was built in 1911.", ["1911"]),
        ("It was Otto Berg who built it.", ["Otto Berg"]),
        ("The mill is “a wreck” with 3 floors.", ["a wreck"]),
    ],
)
def test_what_no_named_sentence_has_is_marked(says: str, found: list[str]) -> None:
    assert [one.found for one in find_marks(make_answer(says))] == found


def test_an_objection_may_speak_from_its_own_sentences_and_from_those_of_what_it_strikes() -> None:
    honest = make_answer("The mill is old.", point="Article 6 says nothing of a mill built in 1811.")
    assert list(find_marks(honest)) == []
    lie = make_answer("The mill is old.", point="Article 9 says nothing of a mill built in 1811.")
    assert [one.found for one in find_marks(lie)] == ["Article 9"]


def test_marks_stand_on_the_page_and_nobody_is_asked_again() -> None:
    table = sit()
    answer = table.deliberate(table.spec(mill_seats(table), question=MILL.question)).view
    assert answer.marks == ()
    marked = answer.model_copy(update={"marks": tuple(find_marks(make_answer("The mill has 5 floors.")))})
    page = " ".join(render(compose(marked), "text").split())
    assert "Words that no cited sentence bears out" in page
    assert "“5”: no cited sentence gives this figure" in page
