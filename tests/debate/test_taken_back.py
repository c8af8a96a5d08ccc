"""What a person gives up in so many words, and what an evaluator makes of it: the point itself, or a part of it."""

from __future__ import annotations

from typing import Any

import pytest
from tests.debate.test_context import list_prompts
from tests.debate.test_person import play, tell
from tests.debate.writers import Verdict

from foam.debate.rounds.yielding import takes_back
from foam.debate.views import format_turn

WHOLE = (
    "You are right. We give that point up.",
    "Nobody said it; we take it back.",
    "You are right, and we withdraw it.",
    "We take back our point 4.1; we no longer stand on it.",
    "I concede your point 4.4: a convention outweighs one country's exception.",
    "I concede your point about the convention.",
    "We concede 4.1 and 4.2.",
    "I take the claim back, with both quotations.",
    "We therefore withdraw this argument entirely.",
    "I concede the whole argument.",
    "Our claim falls.",
    "That point is withdrawn.",
    "I take back what I said.",
    "I take my answer back.",
)
PART = (
    "The 73 percent was mine, and I take the figure back, with both quotations. The argument does not need them.",
    "I take the number back; the argument stands without it.",
    "I take it back; the argument stands without it.",
    "The figure was mine. I take it back.",
    "I take back the word allowed, American law excepts them.",
    "I take back the word allowed in 2.4.",
    "I retract the share. The argument goes on.",
    "I take the figure back.",
    "I withdraw the claim that two thirds pay.",
    "I take back my claim of 73 percent.",
    "We concede that ferrymen sleep.",
)
NOTHING = (
    "I take back my quotation, and stand by the rest.",
    "I give up the figure of two thirds, nothing else.",
    "I take back what I said of Chad alone; firms elsewhere pay.",
    "I withdraw the number of firms, not the point.",
    "We do not take back our point 2.1.",
    "You say that we concede the point; we rest on the source.",
    "I give up the argument for the sake of argument.",
    "You say so. That argument falls: nobody wakes.",
)


@pytest.mark.parametrize("words", WHOLE)
def test_who_takes_the_point_itself_back_gives_it_up(words: str) -> None:
    assert takes_back(words)


@pytest.mark.parametrize("words", [*PART, *NOTHING])
def test_who_takes_back_a_part_of_what_was_said_keeps_the_point(words: str) -> None:
    assert not takes_back(words)


def test_it_is_the_figure_where_the_question_was_about_the_figure() -> None:
    assert not takes_back("No. I take it back.", before="Is the 73 percent in any source?")
    assert takes_back("No. I take it back.", before="Does anybody say so?")


@pytest.mark.parametrize("words", [*PART[:2], *PART[5:8], *NOTHING[:3]])
def test_a_speech_that_takes_a_figure_or_a_word_back_answers_the_point_under_its_mark(words: str) -> None:
    _, view = play({"C1": f"[1.1] {words}"}, "P1", "C1")
    assert view.turns[1].points[0].move == "answer"
    assert tell(view)["1.1"] == "answered by 2.1"
    told = "2.1 takes back a part of what was said and is not read as conceding 1.1; [concede 1.1] concedes it"
    assert (told in view.turns[1].notes) == (words in PART), "the speaker is told"


def find_otherwise(part: str, *concedes: str) -> Any:
    """An evaluator that finds that this part gives up these points."""

    def judged(name: str, text: str) -> Verdict:
        return {"concedes": concedes, "reason": "As its words are meant."} if name == part else {}

    return judged


def test_an_evaluator_that_finds_no_concession_overrides_what_code_read() -> None:
    said = {"C1": "[1.1] You are right, and we withdraw it. Still, the river needs a bell."}
    _, before = play(said, "P1", "C1")
    assert tell(before)["1.1"] == "conceded by 2.1"
    model, view = play(said, "P1", "C1", judged=find_otherwise("2.1"))
    assert "(code read it as giving up 1.1)" in list_prompts(model, "debate/judgement")[-1]
    assert tell(view)["1.1"] == "answered by 2.1"
    assert view.turns[1].notes == ("2.1 does not give up 1.1, as the evaluator found: As its words are meant.",)
    assert "2.1 does not give up 1.1" in format_turn(view.turns[1]), "the speaker is told"
    assert view.turns[1].attempts[0].judged.concedes == {"2.1": ()}, "it is on record"


def test_an_evaluator_that_finds_a_concession_overrides_what_code_read() -> None:
    _, view = play(
        {"C1": "[1.1] Fair enough, there is no more to be said."}, "P1", "C1", judged=find_otherwise("2.1", "1.1")
    )
    assert tell(view)["1.1"] == "conceded by 2.1"
    assert tell(view)["2.1"] == "a concession"
    assert view.turns[1].notes == ("2.1 concedes 1.1, as the evaluator found: As its words are meant.",)
    assert format_turn(view.turns[1]).count("As its words are meant.") == 1, "one reason is told once"


def test_an_evaluator_may_find_that_one_of_two_points_is_conceded() -> None:
    said = {"C1": "[1.1, 1.2] So much for the sleepers; the clocks are another matter."}
    _, view = play(said, "P1", "C1", judged=find_otherwise("2.1", "1.1"))
    told = tell(view)
    assert told["1.1"] == "conceded by 2.2"
    assert told["1.2"] == "answered by 2.1"


def test_an_evaluator_may_find_that_a_point_of_ones_own_is_or_is_not_taken_back() -> None:
    said = {
        "C1": "Ferrymen need the bell. Custom binds the town.",
        "C2": "Of the ferrymen we were told nothing. We give that point up.",
    }
    _, kept = play(said, "P1", "C1", "C2", judged=find_otherwise("3.2"))
    assert not any(one.conceded for one in kept.flow)
    _, other = play(said, "P1", "C1", "C2", judged=find_otherwise("3.2", "2.2"))
    assert [one.point.id for one in other.flow if one.conceded] == ["2.2"]
    assert other.turns[2].notes == (
        "3.2 gives up its own 2.2, does not give up 2.1, as the evaluator found: As its words are meant.",
    )


def test_nobody_overrides_a_mark() -> None:
    said = {"C1": "[concede 1.1] They do wake. [grant 1.2] Some have clocks."}
    model, view = play(said, "P1", "C1", judged=find_otherwise("2.1", "1.2"))
    assert tell(view)["1.1"] == "conceded by 2.1"
    assert "WHAT MAY BE GIVEN UP" not in list_prompts(model, "debate/judgement")[-1], "there is nothing to ask"


def test_what_may_be_given_up_is_asked_of_spoken_words_alone() -> None:
    model, _ = play({"C1": "[1.1] Ferries sink without it."}, "P1", "C1")
    drafted, spoken = (list_prompts(model, "debate/judgement")[at] for at in (0, -1))
    assert "WHAT MAY BE GIVEN UP" not in drafted
    assert "WHAT MAY BE GIVEN UP" in spoken


def test_a_speech_whose_evaluator_says_nothing_within_bounds_replays_as_it_was_read() -> None:
    def judged(name: str, text: str) -> Verdict:
        return {"concedes": ("9.9",)} if name == "2.1" else {}

    _, view = play({"C1": "[1.1] You are right, and we withdraw it."}, "P1", "C1", judged=judged)
    assert tell(view)["1.1"] == "conceded by 2.1", "and `play` replays it"
    assert not view.turns[1].attempts
