"""The flow of a point with several answers: each is told with what met it, or that its point's side left it."""

from __future__ import annotations

from tests.debate.test_flow import make_debate, point, tell, turn
from tests.debate.test_person import play
from tests.debate.writers import list_prompts

from foam.debate.document import compose_debate
from foam.debate.fates import describe_point
from foam.debate.grid import render_csv
from foam.debate.points import track_points
from foam.debate.views import format_turn
from foam.paper import render

MADE = turn(1, "pro", point("1.1"), point("1.2"))
ANSWERED = turn(2, "con", point("2.1", "rebut", answers=("1.1",)), point("2.2", "rebut", answers=("1.1",)))
DEFENDED = point("3.1", "rebut", answers=("2.1",))


def test_an_answer_that_was_left_is_told_beside_one_that_was_met() -> None:
    turns = (MADE, ANSWERED, turn(3, "pro", DEFENDED))
    assert tell(*turns)["1.1"] == "answered by 2.1 (answered by 3.1), 2.2 (left)"
    debate = make_debate(turns)
    for shown in (render_csv(debate), render(compose_debate(debate), "text")):
        assert "answered by 2.1 (answered by 3.1), 2.2 (left)" in " ".join(shown.split())


def test_what_was_answered_there_is_told_in_the_same_way_to_the_last_word() -> None:
    both = (DEFENDED, point("3.2", "rebut", answers=("2.2",)))
    there = (point("4.1", "rebut", answers=("3.1",)), point("4.2", "rebut", answers=("3.2",)))
    last = turn(5, "pro", point("5.1", "rebut", answers=("4.1",), extends="3.1"))
    turns = (MADE, ANSWERED, turn(3, "pro", *both), turn(4, "con", *there))
    first, second = "answered by 2.1 (answered by 3.1 (answered by 4.1", "2.2 (answered by 3.2 (answered by 4.2))"
    assert tell(*turns)["1.1"] == f"{first})), {second}"
    assert tell(*turns, last)["1.1"] == f"{first} (answered by 5.1))), {second}"


def test_where_all_answers_were_met_or_all_were_left_nothing_is_told_apart() -> None:
    one = turn(3, "pro", point("3.1", "rebut", answers=("2.1", "2.2")))
    assert tell(MADE, ANSWERED, one)["1.1"] == "answered by 2.1 (answered by 3.1), 2.2 (answered by 3.1)"
    none = turn(3, "pro", point("3.1"))
    assert tell(MADE, ANSWERED, none)["1.1"] == "answered by 2.1, 2.2, given no defence since"


def test_a_defence_in_part_and_an_answer_that_was_given_up() -> None:
    partly = point("3.1", "rebut", answers=("2.1",), met_in_part=("2.1",))
    assert tell(MADE, ANSWERED, turn(3, "pro", partly))["1.1"] == (
        "answered by 2.1 (answered in part by 3.1), 2.2 (left)"
    )
    let_go = turn(4, "con", point("4.1"), lets_go=("2.2",))
    told = tell(MADE, ANSWERED, turn(3, "pro", DEFENDED), let_go)["1.1"]
    assert told == "answered by 2.1 (answered by 3.1), answered by 2.2, which was given up"


def test_who_answers_a_rebuttal_of_a_single_point_defends_it_whatever_it_takes_up() -> None:
    rebuttal = turn(2, "con", point("2.1", "rebut", answers=("1.2",)))
    for extends in ("", "1.1", "1.2"):
        answer = turn(3, "pro", point("3.1", "rebut", answers=("2.1",), extends=extends))
        assert tell(MADE, rebuttal, answer)["1.2"] == "answered by 2.1 (answered by 3.1)", extends


def test_an_answer_before_which_its_side_has_not_spoken_again_is_not_left() -> None:
    flow = {one.point.id: one for one in track_points((MADE, ANSWERED))}
    assert not any(link.left for link in flow["1.1"].chain)


def test_what_the_other_side_had_no_speech_left_to_answer_is_not_open() -> None:
    turns = (MADE, ANSWERED, turn(3, "pro", DEFENDED))
    told = {one.point.id: describe_point(one) for one in track_points(turns, over=True)}
    assert told["3.1"] == "nobody spoke after it"
    assert told["1.2"] == "DROPPED"
    assert tell(*turns)["3.1"] == "open", "while it goes on"


def test_the_points_of_the_last_speech_are_told_alike_on_the_flow_and_to_the_judge() -> None:
    model, view = play({"C1": "[1.1] Ferries sink without it."}, "P1", "C1", judge=True)
    assert {one.point.id: describe_point(one) for one in view.flow}["2.1"] == "nobody spoke after it"
    prompt = list_prompts(model, "debate/decision")[0]
    assert "[C1, con, answer 1.1; nobody spoke after it]" in prompt


def test_a_questions_turn_says_which_point_it_is_about() -> None:
    question = turn(2, "con", kind="question", about="1.2")
    answer = turn(3, "pro", point("3.1", "answer", extends="1.2", asked="?"), kind="answer", about="1.2")
    assert format_turn(question).startswith("S2 con (x) asks about 1.2 [")
    for form in ("text", "md", "html"):
        shown = render(compose_debate(make_debate((MADE, question, answer))), form)
        assert "S2 (con, x) asks about 1.2" in shown, form
        assert "S3 (pro, x) answers" in shown, form


def test_the_terminal_shows_the_id_of_a_point_where_it_stands_in_the_text() -> None:
    framed = turn(1, "pro", point("1.1"), point("1.2"))
    spoken = framed.model_copy(update={"text": "We begin. words of 1.1 Then: words of 1.2 We close."})
    assert "We begin. [1.1] words of 1.1 Then: [1.2] words of 1.2 We close." in format_turn(spoken)
