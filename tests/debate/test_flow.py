"""The flow: what became of each point, told as it happened."""

from __future__ import annotations

from typing import Any

import pytest
from tests.debate.writers import make_source

from foam.debate.citing import put_in_words
from foam.debate.document import compose_debate
from foam.debate.fates import describe_changes, describe_moves, describe_point
from foam.debate.grid import lay_flow
from foam.debate.points import list_open_points, track_points
from foam.debate.speech.brief import lacks_marks
from foam.debate.transcript import Kind, Side
from foam.debate.values import Debate, Point, SpeechTurn
from foam.debate.views import (
    describe_standing,
    describe_voice,
    format_decision,
    format_flow,
    format_turn,
)
from foam.evidence.corpus import make_passages
from foam.evidence.document import Citation, Origin, make_document
from foam.paper import render


def turn(number: int, side: Side, *points: Point, kind: Kind = "speech", about: str = "", **more: Any) -> SpeechTurn:
    text = " ".join(point.words for point in points)
    return SpeechTurn(
        number=number,
        speech=f"S{number}",
        side=side,
        debater="x",
        kind=kind,
        text=text or "?",
        points=points,
        words=1,
        limit=9,
        about=about,
        **more,
    )


def point(name: str, move: Any = "argue", **more: Any) -> Point:
    return Point(id=name, move=move, words=f"words of {name}", **more)


def make_debate(turns: tuple[SpeechTurn, ...]) -> Debate:
    return Debate(
        motion="m",
        format="free",
        positions={"pro": "a", "con": "b"},
        debaters={"pro": "x", "con": "y"},
        turns=turns,
        flow=track_points(turns),
    )


def tell(*turns: SpeechTurn) -> dict[str, str]:
    return {one.point.id: describe_point(one) for one in track_points(turns)}


def test_an_answer_after_a_speech_that_left_the_point_is_late() -> None:
    made, other = turn(1, "pro", point("1.1")), turn(2, "con", point("2.1"))
    again = turn(3, "pro", point("3.1", "rebut", answers=("2.1",)))
    told = tell(made, other, again, turn(4, "con", point("4.1", "rebut", answers=("1.1",))))
    assert told["1.1"] == "answered late by 4.1"
    assert told["2.1"] == "answered by 3.1, given no defence since"
    assert tell(made, other, again)["1.1"] == "DROPPED"


def test_an_answer_in_the_second_of_two_speeches_that_follow_on_is_not_late() -> None:
    block = (turn(2, "con", point("2.1")), turn(3, "con", point("3.1", "rebut", answers=("1.1",))))
    assert tell(turn(1, "pro", point("1.1")), *block)["1.1"] == "answered by 3.1"


def test_an_answer_to_what_was_said_in_cross_examination_counts_for_the_point() -> None:
    turns = (
        turn(1, "pro", point("1.1")),
        turn(2, "con", kind="question", about="1.1"),
        turn(3, "pro", point("3.1", "qualify", extends="1.1"), kind="answer", about="1.1"),
        turn(4, "con", point("4.1", "rebut", answers=("3.1",))),
    )
    told = tell(*turns)
    assert told["1.1"] == "narrowed by its own side in 3.1, answered by 4.1"
    assert told["3.1"] == "answered by 4.1"
    assert not list_open_points(turns, of="pro")
    assert tell(*turns[:3])["3.1"] == "in cross-examination, on 1.1"
    assert describe_moves(turns[2].points[0]) == "qualify 1.1"


def test_what_is_taken_up_again_is_told_and_stands_in_one_row_of_the_grid() -> None:
    turns = (
        turn(1, "pro", point("1.1")),
        turn(2, "con", point("2.1", "rebut", answers=("1.1",), strikes="weight")),
        turn(3, "pro", point("3.1", "extend", extends="1.1")),
        turn(4, "con", point("4.1")),
    )
    told = tell(*turns)
    assert told["1.1"] == "answered by 2.1, taken up again in 3.1"
    assert describe_moves(turns[2].points[0]) == "extend 1.1"
    rebuttal = point("5.1", "rebut", answers=("4.1",), strikes="fact", extends="3.1")
    assert describe_moves(rebuttal) == "rebut 4.1 (fact), extends 3.1"


def test_an_answer_that_was_given_up_answers_nothing_any_more() -> None:
    turns = (
        turn(1, "pro", point("1.1")),
        turn(2, "con", point("2.1", "rebut", answers=("1.1",))),
        turn(3, "pro", kind="question", about="2.1"),
        turn(4, "con", point("4.1", "concede", extends="2.1"), kind="answer", about="2.1", conceded=True),
        turn(5, "pro", point("5.1")),
    )
    assert tell(*turns)["1.1"] == "answered by 2.1, which was given up"
    assert tell(*turns[:3], turns[4])["1.1"] == "answered by 2.1, given no defence since"
    debate = make_debate(turns)
    assert describe_standing(debate)[0].startswith("pro: unanswered or taken up again: 1.1")


def test_an_answer_that_its_own_side_lets_go_answers_nothing_any_more() -> None:
    turns = (
        turn(1, "pro", point("1.1")),
        turn(2, "con", point("2.1", "rebut", answers=("1.1",))),
        turn(3, "pro", point("3.1")),
        turn(4, "con", point("4.1"), duty="choose", lets_go=("2.1",)),
    )
    assert tell(*turns)["1.1"] == "answered by 2.1, which was given up"
    assert tell(*turns[:3])["1.1"] == "answered by 2.1, given no defence since"


def test_a_sentence_that_both_sides_cite_is_marked_on_the_page() -> None:
    passages = make_passages(make_source("Bells wake sleepers at night. Ferrymen steer by bells.", "A", "2010", "r"))
    one, other = passages
    turns = (
        turn(1, "pro", point("1.1", evidence=(one,), written=True)),
        turn(2, "con", point("2.1", evidence=(one, other), written=True)),
    )
    debate = make_debate(turns)
    rows = [line for line in render(compose_debate(debate), "md").splitlines() if "| " in line]
    marked = [row for row in rows if "cited by both sides" in row]
    assert len(marked) == 2
    assert all(one.text in row for row in marked)


def test_what_was_conceded_is_not_told_as_left_unanswered() -> None:
    turns = (
        turn(1, "pro", point("1.1")),
        turn(2, "pro", point("2.1", "concede", extends="1.1"), kind="answer", about="1.1", conceded=True),
        turn(3, "con", point("3.1"), duty="choose"),
    )
    flow = {one.point.id: one for one in track_points(turns)}
    assert not flow["1.1"].unanswered
    assert describe_point(flow["1.1"]) == "conceded by its own side in 2.1"
    assert {one.point.id: one for one in track_points((turns[0], turns[2]))}["1.1"].unanswered


def test_an_answer_to_a_rebuttal_of_two_points_defends_the_one_that_it_takes_up() -> None:
    made = turn(1, "pro", point("1.1"), point("1.2"))
    rebuttal = turn(2, "con", point("2.1", "rebut", answers=("1.1", "1.2")))
    one = tell(made, rebuttal, turn(3, "pro", point("3.1", "rebut", answers=("2.1",), extends="1.1")))
    assert one["1.1"] == "answered by 2.1 (answered by 3.1)"
    assert one["1.2"] == "answered by 2.1, given no defence since"
    both = tell(made, rebuttal, turn(3, "pro", point("3.1", "rebut", answers=("2.1",))))
    assert both["1.1"] == both["1.2"] == "answered by 2.1 (answered by 3.1)"


def test_an_answer_to_a_rebuttal_of_one_point_defends_it_whatever_it_takes_up() -> None:
    made = turn(1, "pro", point("1.1"), point("1.2"))
    rebuttal = turn(2, "con", point("2.1", "rebut", answers=("1.2",)))
    met = point("3.1", "rebut", answers=("2.1",), extends="1.1")
    assert tell(made, rebuttal, turn(3, "pro", met))["1.2"] == "answered by 2.1 (answered by 3.1)"
    missed = met.model_copy(update={"missed": ("2.1",)})
    assert tell(made, rebuttal, turn(3, "pro", missed))["1.2"] == "answered by 2.1, given no defence since"


def test_what_takes_a_point_up_is_defended_by_whoever_takes_up_the_same_against_the_same_answer() -> None:
    turns = (
        turn(1, "pro", point("1.1")),
        turn(3, "pro", point("3.1", "extend", extends="1.1")),
        turn(4, "con", point("4.1", "rebut", answers=("1.1", "3.1"))),
    )
    weighed = turn(5, "pro", point("5.1", "weigh", answers=("4.1",), extends="1.1"))
    assert tell(*turns, weighed)["3.1"] == "answered by 4.1 (weighed by 5.1)"
    other = turn(5, "pro", point("5.1"))
    assert tell(*turns, other)["3.1"] == "answered by 4.1, given no defence since"


def test_the_fate_of_a_point_is_a_chain_in_which_the_last_word_stands_last() -> None:
    turns = (
        turn(1, "pro", point("1.1")),
        turn(3, "pro", point("3.1", "extend", extends="1.1")),
        turn(4, "con", point("4.1", "rebut", answers=("1.1",))),
        turn(5, "pro", point("5.1", "extend", extends="1.1")),
        turn(7, "pro", point("7.1", "extend", extends="1.1")),
    )
    assert tell(*turns)["1.1"] == "taken up again in 3.1, answered by 4.1, taken up again in 5.1, 7.1"
    last = turn(8, "con", point("8.1", "rebut", answers=("1.1",)))
    assert tell(*turns, last)["1.1"].endswith("taken up again in 5.1, 7.1, answered by 8.1")


def test_a_rebuttal_of_a_point_that_was_let_go_stands_because_of_that() -> None:
    turns = (
        turn(1, "pro", point("1.1"), point("1.2")),
        turn(2, "con", point("2.1", "rebut", answers=("1.1",)), point("2.2")),
    )
    gone = turn(3, "pro", point("3.1", "extend", extends="1.2"), duty="choose", lets_go=("1.1",))
    told = tell(*turns, gone)
    assert told["2.1"] == "stands: 1.1, which it answers, was let go or given up"
    assert told["2.2"] == "not answered: the other side chose other issues"
    assert [one.id for one in list_open_points((*turns, gone), of="con")] == ["2.2"]
    kept = gone.model_copy(update={"lets_go": ()})
    assert tell(*turns, kept)["2.1"] == "not answered: the other side chose other issues"
    assert [one.id for one in list_open_points((*turns, kept), of="con")] == ["2.1", "2.2"]


def test_what_misses_its_point_takes_nothing_up() -> None:
    turns = (turn(1, "pro", point("1.1")), turn(2, "con", point("2.1", "weigh", answers=("1.1",))))
    reply = point("3.1", "weigh", answers=("2.1",), extends="1.1")
    assert tell(*turns, turn(3, "pro", reply))["1.1"] == "weighed by 2.1, taken up again in 3.1"
    missing = reply.model_copy(update={"missed": ("2.1",)})
    assert tell(*turns, turn(3, "pro", missing))["1.1"] == "weighed by 2.1"


def test_what_took_a_point_up_and_was_given_up_is_told_as_that() -> None:
    turns = (
        turn(1, "pro", point("1.1")),
        turn(2, "con", point("2.1", "rebut", answers=("1.1",))),
        turn(3, "pro", point("3.1", "rebut", answers=("2.1",), extends="1.1")),
    )
    conceded = turn(5, "pro", point("5.1", "concede", extends="3.1"), kind="answer", about="3.1", conceded=True)
    assert tell(*turns)["1.1"] == "answered by 2.1 (answered by 3.1)"
    assert tell(*turns, conceded)["1.1"] == "answered by 2.1 (answered by 3.1, which was given up)"


def test_who_answers_what_takes_a_frame_up_contests_the_frame() -> None:
    turns = (
        turn(1, "pro", point("1.1", "frame"), duty="case"),
        turn(2, "con", point("2.1", "frame"), duty="case"),
        turn(3, "pro", point("3.1", "rebut", answers=("2.1",), extends="1.1")),
    )
    contested = turn(4, "con", point("4.1", "rebut", answers=("3.1",), extends="2.1"))
    assert tell(*turns, contested)["1.1"] == "taken up again in 3.1 (answered by 4.1)"
    assert "1.1" not in [one.id for one in list_open_points((*turns, contested), of="pro")]
    other = turn(4, "con", point("4.1"))
    assert tell(*turns, other)["1.1"] == "stands: nobody contested it, taken up again in 3.1"


def test_of_two_points_the_one_is_defended_that_takes_up_what_the_defence_takes_up() -> None:
    turns = (
        turn(1, "con", point("1.1"), point("1.2")),
        turn(2, "pro", point("2.1", "rebut", answers=("1.1",)), point("2.2", "rebut", answers=("1.2",))),
        turn(3, "con", point("3.1", "extend", extends="1.1"), point("3.2", "extend", extends="1.2")),
        turn(4, "pro", point("4.1", "rebut", answers=("3.1", "3.2"))),
    )
    told = tell(*turns, turn(5, "con", point("5.1", "rebut", answers=("4.1",), extends="1.2")))
    assert told["3.2"] == "answered by 4.1 (answered by 5.1)"
    assert told["3.1"] == "answered by 4.1, given no defence since"
    assert told["1.2"] == "answered by 2.2, taken up again in 3.2 (answered by 4.1 (answered by 5.1))"
    assert told["1.1"] == "answered by 2.1, taken up again in 3.1 (answered by 4.1)"


def test_a_part_that_was_granted_leaves_the_rest() -> None:
    turns = (turn(1, "pro", point("1.1"), point("1.2"), duty="case"),)
    granted = point("2.1", "grant", answers=("1.1",), rest_left=("1.1",))
    spoke = turn(2, "con", granted, point("2.2", "rebut", answers=("1.2",)))
    assert tell(*turns, spoke)["1.1"] == "granted in part by 2.1, the rest left"
    both = turn(2, "con", granted, point("2.2", "rebut", answers=("1.1",)))
    assert tell(*turns, both)["1.1"] == "granted in part by 2.1, answered by 2.2"
    chosen = spoke.model_copy(update={"duty": "choose"})
    assert tell(*turns, chosen)["1.1"] == "granted in part by 2.1", "who chooses drops nothing"


def test_the_rest_of_what_was_granted_in_part_is_told_as_left_only_where_that_is_known() -> None:
    made, beside = turn(1, "pro", point("1.1"), point("1.2")), point("2.2", "rebut", answers=("1.2",))
    nobody_said = point("2.1", "grant", answers=("1.1",))
    assert tell(made, turn(2, "con", nobody_said, beside))["1.1"] == "granted in part by 2.1"
    disputing = point("2.1", "grant", answers=("1.1",), rest_disputed=("1.1",))
    told = tell(made, turn(2, "con", disputing, beside))
    assert told["1.1"] == "granted in part by 2.1, more of it disputed there"
    leaving = point("2.3", "grant", answers=("1.1",), rest_left=("1.1",))
    told = tell(made, turn(2, "con", disputing, beside, leaving))
    assert told["1.1"] == "granted in part by 2.1, more of it disputed there, granted in part by 2.3"


def test_an_answer_in_part_is_told_as_one_once_it_was_given_up_and_where_a_point_was_taken_up_again() -> None:
    made = turn(1, "pro", point("1.1"), point("1.2"))
    partly = point("2.1", "rebut", answers=("1.1",), met_in_part=("1.1",))
    gone = turn(4, "con", point("4.1"), duty="choose", lets_go=("2.1",))
    again = turn(3, "pro", point("3.1", "extend", extends="1.2"))
    told = tell(made, turn(2, "con", partly), again, gone)
    assert told["1.1"] == "answered in part by 2.1, which was given up"
    met = turn(4, "con", point("4.1", "rebut", answers=("3.1",), met_in_part=("3.1",)))
    told = tell(made, turn(2, "con", partly), again, met)
    assert told["3.1"] == "answered in part by 4.1"
    assert told["1.2"] == "taken up again in 3.1 (answered in part by 4.1)"


def test_a_rebuttal_of_two_points_that_were_let_go_is_told_of_both() -> None:
    made = turn(1, "pro", point("1.1"), point("1.2"))
    reply = turn(2, "con", point("2.1", "rebut", answers=("1.1", "1.2")))
    gone = turn(3, "pro", point("3.1"), duty="choose", lets_go=("1.1", "1.2"))
    assert tell(made, reply, gone)["2.1"] == "stands: 1.1 and 1.2, which it answers, were let go or given up"


def test_a_defence_that_meets_the_answer_in_part_is_told_as_such() -> None:
    made, rebuttal = turn(1, "pro", point("1.1")), turn(2, "con", point("2.1", "rebut", answers=("1.1",)))
    partly = point("3.1", "rebut", answers=("2.1",), met_in_part=("2.1",))
    assert tell(made, rebuttal, turn(3, "pro", partly))["1.1"] == "answered by 2.1 (answered in part by 3.1)"
    whole = point("3.2", "rebut", answers=("2.1",))
    told = tell(made, rebuttal, turn(3, "pro", partly, whole))["1.1"]
    assert told == "answered by 2.1 (answered in part by 3.1, answered by 3.2)"


def test_what_a_side_lets_go_is_told_and_waits_for_no_answer() -> None:
    made = turn(1, "pro", point("1.1"), point("1.2"), point("1.3"))
    turns = (made, turn(2, "con", point("2.1", "rebut", answers=("1.1",))))
    chosen = turn(3, "pro", point("3.1", "extend", extends="1.3"), duty="choose", lets_go=("1.1", "1.2"))
    told = tell(*turns, chosen)
    assert (told["1.1"], told["1.2"]) == (
        "answered by 2.1, let go by its own side in S3",
        "let go by its own side in S3",
    )
    assert [one.id for one in list_open_points((*turns, chosen), of="pro")] == ["3.1", "1.3"]
    assert [one.id for one in list_open_points(turns, of="pro")] == ["1.2", "1.3"]


def test_who_grants_a_part_of_a_rebuttal_keeps_the_point_and_who_concedes_it_gives_it_up() -> None:
    turns = (turn(1, "pro", point("1.1")), turn(2, "con", point("2.1", "rebut", answers=("1.1",))))
    granted = tell(*turns, turn(3, "pro", point("3.1", "grant", answers=("2.1",), rest_left=("2.1",))))
    kept = "answered by 2.1 (granted in part by 3.1), given no defence since"
    assert (granted["1.1"], granted["3.1"]) == (kept, "a grant of a part"), "the rest of 2.1 was left"
    assert granted["2.1"] == "granted in part by 3.1, the rest left"
    conceded = tell(*turns, turn(3, "pro", point("3.1", "concede", answers=("2.1",))))
    assert conceded["1.1"] == "answered by 2.1 (conceded by 3.1), conceded by its own side in 3.1"
    assert conceded["2.1"] == "conceded by 3.1"
    assert describe_moves(point("3.1", "grant", answers=("2.1",))) == "grants a part of 2.1"
    assert describe_moves(point("3.1", "grant", extends="1.1")) == "grants what is asked on 1.1"


PLAYED = (
    turn(1, "pro", point("1.2"), point("1.3")),
    turn(3, "pro", point("3.1", "qualify", extends="1.3", asked="?"), kind="answer", about="1.3"),
    turn(5, "pro", point("5.1", "grant", extends="1.2", asked="?"), kind="answer", about="1.2"),
    turn(6, "con", point("6.1", "rebut", answers=("1.2", "5.1")), point("6.2", "rebut", answers=("1.3",)),
         point("6.5"), point("6.4")),
    turn(8, "con", point("8.1", "qualify", extends="6.5", asked="?"), kind="answer", about="6.5"),
    turn(11, "pro", point("11.1", "rebut", answers=("6.1",), extends="1.2", met_in_part=("6.1",)),
         point("11.2", "rebut", answers=("6.2",), extends="1.3"), point("11.4", "rebut", answers=("6.4",))),
)  # fmt: skip
REBUTTED = turn(
    12, "con", point("12.1", "rebut", answers=("11.1",), extends="6.1"),
    point("12.2", "rebut", answers=("11.2",), extends="6.2"), point("12.3", "grant", answers=("11.4",)),
    point("12.4", "rebut", answers=("11.4",), extends="6.4"), point("12.5", "extend", extends="6.5"),
)  # fmt: skip
LAST = turn(
    13, "pro", point("13.1", "rebut", answers=("12.1",), extends="1.2"),
    point("13.2", "rebut", answers=("12.5", "6.5"), extends="3.1"),
    point("13.3", "weigh", answers=("12.2",), extends="1.3"),
)  # fmt: skip


def test_a_point_is_not_told_as_defended_by_what_answers_other_points() -> None:
    told = tell(*PLAYED, REBUTTED, LAST)
    assert told["1.3"] == (
        "narrowed by its own side in 3.1, answered by 6.2 (answered by 11.2 (answered by 12.2 (weighed by 13.3)))"
    )
    assert told["3.1"] == "in cross-examination, on 1.3, taken up again in 13.2"


def test_a_chain_goes_on_to_the_last_answer_and_tells_what_was_met_in_part() -> None:
    told = tell(*PLAYED, REBUTTED, LAST)
    assert told["5.1"] == "answered by 6.1 (answered in part by 11.1 (answered by 12.1 (answered by 13.1)))"
    assert told["6.2"] == "answered by 11.2 (answered by 12.2 (weighed by 13.3))"
    assert tell(*PLAYED, REBUTTED)["5.1"].endswith("(answered by 12.1))")


def test_what_a_person_answers_belongs_to_the_chain_of_what_it_answers() -> None:
    turns = (
        turn(1, "pro", point("1.1"), point("1.3")),
        turn(4, "con", point("4.3", "answer", answers=("1.1",))),
        turn(7, "pro", point("7.2", "rebut", answers=("4.3",), extends="1.1"), point("7.3", "extend", extends="1.3")),
        turn(8, "con", point("8.1", "answer", answers=("7.2",)), point("8.2", "answer", answers=("7.3", "1.3"))),
        turn(
            9, "pro", point("9.1", "rebut", answers=("8.1",), extends="7.2"), point("9.2", "concede", answers=("8.2",))
        ),
    )
    told = tell(*turns)
    assert told["1.1"] == "answered by 4.3 (answered by 7.2 (answered by 8.1 (answered by 9.1)))"
    assert told["4.3"] == "answered by 7.2 (answered by 8.1 (answered by 9.1))"
    assert told["1.3"].endswith("answered late by 8.2 (conceded by 9.2), conceded by its own side in 9.2")
    assert told["7.3"] == "answered by 8.2 (conceded by 9.2), conceded by its own side in 9.2"
    assert told["8.2"] == "conceded by 9.2"


def test_what_is_dropped_after_its_side_narrowed_it_is_told_in_that_order() -> None:
    assert tell(*PLAYED)["6.5"] == "narrowed by its own side in 8.1, DROPPED"


def test_who_concedes_what_rebuts_an_answer_in_cross_examination_gives_up_the_point_it_was_on() -> None:
    turns = (
        turn(1, "pro", point("1.1")),
        turn(3, "pro", point("3.1", "answer", extends="1.1", asked="?"), kind="answer", about="1.1"),
        turn(4, "con", point("4.1", "rebut", answers=("3.1",))),
        turn(5, "pro", point("5.1", "concede", answers=("4.1",))),
    )
    told = tell(*turns)
    given_up = "answered by 4.1 (conceded by 5.1), conceded by its own side in 5.1"
    assert told["1.1"] == told["3.1"] == given_up


def test_every_answer_stands_in_the_row_of_what_it_answers() -> None:
    grid = lay_flow(make_debate((*PLAYED, REBUTTED, LAST)))
    rows = [[[cell.point for cell in cells] for cells in row if cells] for row in grid.rows]
    assert rows == [
        [["1.2"], ["5.1"], ["6.1"], ["11.1"], ["12.1"], ["13.1"]],
        [["1.3"], ["3.1"], ["6.2"], ["11.2"], ["12.2"], ["13.3"]],
        [["6.5"], ["8.1"], ["12.5"], ["13.2"]],
        [["6.4"], ["11.4"], ["12.3", "12.4"]],
    ]
    both = (turn(1, "pro", point("1.1"), point("1.2")), turn(2, "con", point("2.1", "rebut", answers=("1.1", "1.2"))))
    one = turn(3, "pro", point("3.1", "rebut", answers=("2.1",), extends="1.2"))
    shared = [[cell.point for cells in row for cell in cells] for row in lay_flow(make_debate((*both, one))).rows]
    assert shared == [["1.1", "2.1"], ["1.2", "2.1", "3.1"]], "what answers two points stands in the rows of both"


def test_weighing_that_nobody_answered_is_told_and_is_not_dropped() -> None:
    turns = (turn(1, "pro", point("1.1", "weigh")), turn(2, "con", point("2.1", "concede", answers=("1.9",))))
    (weighed, granted) = track_points(turns)
    assert (weighed.dropped, weighed.unanswered, describe_point(weighed)) == (False, True, "nobody answered it")
    assert describe_point(granted) == "a concession"
    assert tell(turns[0])["1.1"] == "a weighing: nobody has to answer it"


def test_a_point_that_extends_stands_behind_what_it_takes_up() -> None:
    turns = (turn(1, "pro", point("1.1")), turn(2, "con"), turn(3, "pro", point("3.1", "extend", extends="1.1")))
    debate = make_debate(turns)
    grid = render(compose_debate(debate), "md").partition("grid")[2]
    (row,) = [line for line in grid.splitlines() if "1.1" in line]
    assert "3.1" in row


def test_a_row_of_the_grid_follows_its_point_to_the_end_of_the_debate() -> None:
    asked = point("4.1", "answer", extends="1.1", responds="evades", asked="Who?")
    turns = (
        turn(1, "pro", point("1.1")),
        turn(2, "con", point("2.1", "rebut", answers=("1.1",)), point("2.2")),
        turn(4, "pro", asked, kind="answer", about="1.1"),
        turn(5, "pro", point("5.1", "extend", extends="1.1")),
        turn(6, "con", point("6.1", "rebut", answers=("1.1",), extends="2.2")),
        turn(7, "pro", point("7.1", "rebut", answers=("6.1",))),
    )
    first, second = lay_flow(make_debate(turns)).rows
    assert [cell.point for cells in first for cell in cells] == ["1.1", "2.1", "4.1", "5.1", "6.1", "7.1"]
    assert [cell.point for cells in second for cell in cells] == ["2.2"]


def test_what_an_evaluator_found_stands_on_the_terminal_and_in_the_grid_too() -> None:
    duck = point("2.1", "rebut", answers=("1.1",), missed=("1.1",))
    turns = (
        turn(1, "pro", point("1.1")),
        turn(2, "con", duck),
        turn(3, "pro", point("3.1", new_reason=True)),
    )
    flow = track_points(turns)
    debate = make_debate(turns)
    grid = render(compose_debate(debate), "md").partition("grid")[2]
    for shown in (" ".join(format_flow(flow).split()), grid):
        assert "misses 1.1, as the evaluator found" in shown
        assert "a reason new in the last speech" in shown


def test_points_that_were_answered_late_are_counted_on_the_page() -> None:
    made, other = turn(1, "pro", point("1.1")), turn(2, "con", point("2.1"))
    answered = turn(4, "con", point("4.1", "rebut", answers=("1.1",)))
    turns = (made, other, turn(3, "pro", point("3.1", "rebut", answers=("2.1",))), answered)
    debate = make_debate(turns)
    assert "1 of 4 points dropped, 1 answered late" in render(compose_debate(debate), "md")


def test_a_written_speech_that_was_not_accepted_is_not_headed_as_any_other() -> None:
    written = turn(1, "pro", point("1.1"), voice="written")
    assert describe_voice(written) == "in its own words, checked"
    assert "not accepted" in describe_voice(written.model_copy(update={"accepted": False}))


def test_one_point_may_answer_two_and_both_are_told_as_answered() -> None:
    rebuttal = point("2.1", "rebut", answers=("1.1", "1.2"), strikes="inference")
    turns = (turn(1, "pro", point("1.1"), point("1.2"), point("1.3")), turn(2, "con", rebuttal))
    assert tell(*turns) == {"1.1": "answered by 2.1", "1.2": "answered by 2.1", "1.3": "DROPPED", "2.1": "open"}
    assert [one.id for one in list_open_points(turns, of="pro")] == ["1.3"]
    assert describe_moves(rebuttal) == "rebut 1.1 and 1.2 (inference)"


@pytest.mark.parametrize(
    ("cite", "spoken"),
    [
        ("harbour-dues-1890", "Harbour dues 1890"),
        ("night_ferries.md", "Night ferries"),
        ("Report-on-the-Ferries", "Report on the Ferries"),
        ("Smith-Jones", "Smith-Jones"),
        ("Smith-Jones 2019", "Smith-Jones 2019"),
        ("The harbour and its dues", "The harbour and its dues"),
        ("Harbour", "Harbour"),
        ("", ""),
    ],
)
def test_a_source_is_named_in_words_and_never_by_its_file(cite: str, spoken: str) -> None:
    assert put_in_words(cite) == spoken


def test_a_written_point_names_a_document_without_author_by_its_title_in_words() -> None:
    document = make_document(
        "Ferries ran at night. They were full.",
        origin=Origin(file="night-ferries.txt", format="text", importer="test"),
        citation=Citation(title="night-ferries"),
    )
    made = point("1.1", evidence=make_passages(document)[:1], written=True)
    assert made.text == "words of 1.1 (Night ferries)"


def test_a_frame_that_nobody_contests_stands_and_one_that_is_contested_is_told_so() -> None:
    frame = turn(1, "pro", point("1.1", "frame"), point("1.2"))
    assert tell(frame, turn(2, "con", point("2.1", "rebut", answers=("1.2",))))["1.1"] == "stands: nobody contested it"
    assert tell(frame, turn(2, "con", point("2.1", "frame", answers=("1.1",))))["1.1"] == "answered by 2.1"
    assert tell(frame)["1.1"] == "open"


def test_a_terminal_shows_how_a_long_point_without_a_claim_begins() -> None:
    long = Point(id="1.1", move="argue", words="word " * 80)
    assert len(" ".join(format_flow(track_points((turn(1, "pro", long),))).split())) < 150


def test_where_nobody_decided_what_stands_by_the_flow_is_told() -> None:
    turns = (
        turn(1, "pro", point("1.1"), point("1.2")),
        turn(2, "con", point("2.1", "rebut", answers=("1.1",)), point("2.2")),
        turn(3, "pro", point("3.1", "extend", extends="1.1"), point("3.2", "rebut", answers=("2.2",))),
    )
    debate = Debate(
        motion="m", format="f", positions={"pro": "p", "con": "c"}, debaters={"pro": "x", "con": "y"}, turns=turns,
        flow=track_points(turns), undecided="nobody judged",
    )  # fmt: skip
    assert describe_standing(debate) == (
        "pro: conceded by the other side's silence: 1.2; unanswered or taken up again: 1.1, 3.1, 3.2",
        "con: conceded by the other side's silence: 2.1",
    )
    assert format_decision(debate).startswith("no decision: nobody judged\nwhat stands by the flow alone")


def test_whoever_has_no_answer_defends_nothing_and_makes_no_case() -> None:
    turns = (
        turn(1, "pro", point("1.1")),
        turn(2, "con", point("2.1", "rebut", answers=("1.1",))),
        turn(3, "pro", point("3.1", "pass", answers=("2.1",))),
    )
    assert tell(*turns)["1.1"] == "answered by 2.1, given no defence since"
    debate = Debate(
        motion="m", format="f", positions={"pro": "p", "con": "c"}, debaters={"pro": "x", "con": "y"}, turns=turns,
        flow=track_points(turns), undecided="nobody judged",
    )  # fmt: skip
    assert "3.1" not in describe_standing(debate)[0]


def test_what_is_granted_in_cross_examination_leaves_the_point_standing() -> None:
    answer = point("3.1", "grant", extends="1.1", asked="Have you any figure?")
    turns = (
        turn(1, "pro", point("1.1")),
        turn(2, "con", kind="question", about="1.1"),
        turn(3, "pro", answer, kind="answer", about="1.1"),
    )
    told = tell(*turns, turn(4, "con", point("4.1", "rebut", answers=("1.1",))))
    assert told["1.1"] == "what was asked of it granted in 3.1, the point kept, answered by 4.1"
    assert told["3.1"] == "in cross-examination, on 1.1"
    assert describe_moves(answer) == "grants what is asked on 1.1"
    assert [one.id for one in list_open_points(turns, of="pro")] == ["1.1"]
    assert "asked: “Have you any figure?”" in " ".join(format_flow(track_points(turns)).split())


def test_a_point_given_up_has_its_entry_keeps_its_answers_and_waits_for_none() -> None:
    turns = (
        turn(1, "pro", point("1.1"), point("1.2")),
        turn(2, "con", kind="question", about="1.1"),
        turn(
            3, "pro", point("3.1", "concede", extends="1.1", asked="Is it?"), kind="answer", about="1.1", conceded=True
        ),
    )
    assert [one.id for one in list_open_points(turns, of="pro")] == ["1.2"]
    told = tell(*turns, turn(4, "con", point("4.1", "rebut", answers=("1.1",))))
    assert told["1.1"] == "conceded by its own side in 3.1, answered by 4.1"
    assert told["3.1"] == "in cross-examination, gives up 1.1"
    assert tell(*turns, turn(4, "con", point("4.1")))["1.1"] == "conceded by its own side in 3.1"


def test_an_evasion_is_marked_at_the_answer_and_at_the_point() -> None:
    answer = point("3.1", "answer", extends="1.1", asked="Who ended it?", responds="evades")
    turns = (turn(1, "pro", point("1.1")), turn(3, "pro", answer, kind="answer", about="1.1"))
    assert tell(*turns)["1.1"] == "open, what was asked of it evaded in 3.1"
    assert describe_moves(answer) == "answer 1.1, evades what was asked, as the evaluator found"
    assert "answers what was asked in part" in describe_moves(answer.model_copy(update={"responds": "in part"}))
    assert describe_moves(answer.model_copy(update={"responds": "answers"})) == "answer 1.1"


def test_a_point_that_is_met_in_part_and_one_that_is_missed_are_told_apart() -> None:
    reply = point("2.1", "rebut", answers=("1.1", "1.2"), met_in_part=("1.1",), missed=("1.2",))
    told = tell(turn(1, "pro", point("1.1"), point("1.2")), turn(2, "con", reply, point("2.2")))
    assert told["1.1"] == "answered in part by 2.1"
    assert told["1.2"] == "DROPPED"
    assert describe_moves(reply) == "rebut 1.1 and 1.2, misses 1.2, as the evaluator found"
    crossed = point("3.1", "qualify", extends="1.1")
    late = turn(4, "con", point("4.1", "rebut", answers=("3.1",), met_in_part=("3.1",)))
    assert tell(turn(1, "pro", point("1.1")), turn(3, "pro", crossed, kind="answer"), late)["1.1"].endswith(
        ", answered in part by 4.1"
    )


def test_a_case_drops_nothing_and_who_chooses_issues_lets_points_go() -> None:
    turns = (
        turn(1, "pro", point("1.1"), point("1.2"), duty="case"),
        turn(2, "con", point("2.1"), duty="case"),
        turn(3, "pro", point("3.1", "rebut", answers=("2.1",))),
    )
    assert tell(*turns)["1.1"] == "open"
    rebuttal = turn(4, "con", point("4.1", "rebut", answers=("1.1",)), point("4.2"))
    summary = turn(5, "pro", point("5.1", "extend", extends="1.1"), duty="choose")
    told = tell(*turns, rebuttal, summary)
    assert told["1.1"] == "answered by 4.1, taken up again in 5.1"
    assert told["1.2"] == "DROPPED"
    assert told["4.2"] == "not answered: the other side chose other issues"
    assert tell(*turns, rebuttal, summary.model_copy(update={"duty": "answer"}))["4.2"] == "DROPPED"


def test_an_answered_point_that_its_side_never_takes_up_is_told_so() -> None:
    turns = (turn(1, "pro", point("1.1"), point("1.2")), turn(2, "con", point("2.1", "rebut", answers=("1.1", "1.2"))))
    assert tell(*turns)["1.1"] == "answered by 2.1"
    answered = turn(3, "pro", point("3.1", "rebut", answers=("2.1",)))
    assert tell(*turns, answered)["1.1"] == "answered by 2.1 (answered by 3.1)"
    other = turn(3, "pro", point("3.1", "extend", extends="1.2"))
    assert tell(*turns, other)["1.1"] == "answered by 2.1, given no defence since"
    assert tell(*turns, other)["1.2"] == "answered by 2.1, taken up again in 3.1"


def read_card(name: str, text: str) -> Point:
    document = make_document(text, origin=Origin(file="a.txt", format="text", importer="test"))
    return point(name, evidence=make_passages(document)[:1])


def test_a_weighed_point_is_told_as_weighed_and_neither_answered_nor_dropped() -> None:
    weighing = point("3.1", "weigh", answers=("2.1",), extends="1.1")
    turns = (turn(1, "pro", point("1.1")), turn(2, "con", point("2.1")), turn(3, "pro", weighing))
    told = tell(*turns)
    assert told["2.1"] == "weighed by 3.1"
    (flowed,) = (one for one in track_points(turns) if one.point.id == "2.1")
    assert (flowed.answered_by, flowed.dropped) == ((), False)
    assert "taken up again in 3.1" in told["1.1"]


def test_a_speech_says_on_its_own_card_what_it_lets_go() -> None:
    turns = (turn(1, "pro", point("1.1"), point("1.2")), turn(2, "con", point("2.1")))
    chosen = turn(3, "pro", point("3.1", "extend", extends="1.2"), duty="choose", lets_go=("1.1",))
    for shown in (format_turn(chosen), render(compose_debate(make_debate((*turns, chosen))), "md")):
        assert "lets go: 1.1" in shown
    assert "lets go" not in format_turn(turns[0])


def test_after_a_turn_only_what_it_changed_is_told() -> None:
    first, second = turn(1, "pro", point("1.1"), point("1.2")), turn(2, "con", point("2.1", "rebut", answers=("1.1",)))
    asked = turn(3, "pro", kind="question", about="2.1")
    told = describe_changes(track_points((first,)), track_points((first, second)))
    assert "1.1 answered by 2.1" in told
    assert "2.1" in told
    assert describe_changes(track_points((first, second)), track_points((first, second, asked))) == "as it was"
    assert describe_changes((), track_points((first,))) == "1.1 open; 1.2 open"


(CARD,) = make_passages(make_source("Fogs came on 40 nights.", "Ida Holm", "2021", "report"))


def test_of_a_debate_without_marks_nothing_is_known_to_be_dropped() -> None:
    heard = (turn(1, "pro", point("1.1"), voice="own"), turn(2, "con", point("2.1"), voice="own"))
    assert lacks_marks(heard)
    assert not lacks_marks(())
    assert not lacks_marks((*heard[:1], turn(2, "con", point("2.1", "rebut", answers=("1.1",)), voice="own")))
    assert not lacks_marks((*heard[:1], turn(2, "con", point("2.1"), voice="written"))), (
        "a writer names what it answers"
    )


def test_the_grid_of_a_document_says_a_few_words_of_each_point_and_has_a_wide_page() -> None:
    turns = tuple(turn(n, "pro" if n % 2 else "con", point(f"{n}.1")) for n in range(1, 7))
    folded = next(one for one in compose_debate(make_debate(turns)).blocks if one.kind == "details")
    (grid,) = folded.blocks
    assert grid.kind == "table"
    assert grid.wide
    assert "words of 1.1" in "".join(getattr(part, "text", "") for part in grid.rows[0].cells[0])
    few = next(one for one in compose_debate(make_debate(turns[:2])).blocks if one.kind == "details")
    assert not any(getattr(one, "wide", False) for one in few.blocks)
