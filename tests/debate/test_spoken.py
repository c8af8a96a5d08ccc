"""What a person says is read as it is meant: quotations, courtesies, admissions, and what is taken up again."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import click
import pytest
from click.testing import CliRunner
from tests.debate.test_flow import point, turn
from tests.debate.test_flow import tell as tell_turns
from tests.debate.test_person import play, tell
from tests.debate.writers import (
    ANSWERS,
    GOOD_PRO,
    LIBRARY,
    MOTION,
    SLEEP,
    list_prompts,
    make_format,
    make_source,
    open_stage,
    writer,
)

from foam.cli.podium import make_podium
from foam.debate.document import compose_debate
from foam.debate.fates import list_marks
from foam.debate.floor import Floor
from foam.debate.language import split_as_written
from foam.debate.marked import show_marked
from foam.debate.rounds.length import SpeechLength, measure_turn
from foam.debate.rounds.person import Microphone
from foam.debate.transcript import Kind
from foam.debate.views import format_turn
from foam.job.job import replay
from foam.job.waiting import complete
from foam.paper import render

BROKEN = make_source(
    'Osk wrote that every town needs a free exchange of views on its bells." [REF]', "Mia Roth", "2017", "book"
)
FALSE = "no ferryman owes silence to a sleeper"
NOT_MET = "nobody spoke after it"
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
    assert point.unsourced[:2] == (f"“{FALSE}”", '“he called it "a free ride" then”')
    assert not any("as they said" in one for one in point.unsourced)


def test_sentences_are_parted_as_their_writer_set_them() -> None:
    text = "He said “so it is.” They’d gone – to the river… and “back”. It’s so."
    assert " ".join(split_as_written(text)) == text
    assert len(split_as_written(text)) == 3


IDLE = "Allow me a word on the hour."


def find_idle(part: str, text: str) -> dict[str, Any]:
    """An evaluator that takes whatever speaks of the hour for no point."""
    return {"idle": True} if "on the hour" in text else {}


def test_what_an_evaluator_finds_to_state_nothing_is_spoken_and_never_dropped() -> None:
    said = {"C1": f"{IDLE}\n\nFerries sink without it. They do."}
    model, view = play(said, "P1", "C1", "P2", judged=find_idle)
    turn = view.turns[1]
    assert [(one.id, one.words) for one in turn.points] == [("2.2", "Ferries sink without it. They do.")]
    assert turn.text.startswith(IDLE)
    assert "2.1" not in tell(view)
    assert any(note.startswith("2.1 is no point, as the evaluator found") for note in turn.notes)
    assert "nobody has answered 2.2:" in list_prompts(model, "debate/speech")[-1]


@pytest.mark.parametrize("mark", ["[point] ", "[1.1] ", ""])
def test_no_evaluator_takes_a_point_away_that_a_mark_or_a_card_makes(mark: str) -> None:
    card = "" if mark else f" [{LIBRARY[0].pointer(0)}]"
    _, view = play({"C1": f"{mark}{IDLE}{card}\n\nFerries sink without it."}, "P1", "C1", judged=find_idle)
    assert [one.id for one in view.turns[1].points] == ["2.1", "2.2"]


OWN = {"C1": "Ferrymen need the bell on the river.\n\nCustom binds the whole town."}


def test_a_mark_before_a_point_of_ones_own_takes_it_up_again() -> None:
    _, view = play({**OWN, "C2": "[2.1] Fog comes every week, and no clock is heard in it."}, "P1", "C1", "P2", "C2")
    (point,) = view.turns[3].points
    assert (point.move, point.extends, point.answers) == ("extend", "2.1", ())
    assert view.turns[3].notes == ()
    assert tell(view)["2.1"].endswith("taken up again in 4.1")
    assert tell(view)["2.2"].count("4.1") == 0


def test_a_mark_with_points_of_both_sides_answers_the_one_and_takes_up_the_other() -> None:
    _, view = play({**OWN, "C2": "[1.1, 2.1] Fog comes every week, whoever wakes."}, "P1", "C1", "C2")
    (point,) = view.turns[2].points
    assert (point.move, point.answers, point.extends) == ("answer", ("1.1",), "2.1")
    assert view.turns[2].notes == ()


def test_what_is_wrong_with_a_mark_is_told_before_the_turn_counts() -> None:
    told: list[str] = []
    wrong = "[concede 2.1] Fog comes. [9.9] So it does. [2.1, 2.2] It stays. [let go 1.1] [d:00000000#s1]"
    right = "[2.1] Fog comes. [1.1] So it does. [let go 2.2]"

    def say(floor: Floor, kind: Kind) -> str:
        if floor.speech == "C1":
            return OWN["C1"]
        told.extend(measure_turn(floor, wrong).wrong_marks)
        assert measure_turn(floor, right).wrong_marks == ()
        return right

    stage = open_stage(writer({"P1": [GOOD_PRO]}), LIBRARY)
    spec = stage.debate_spec(
        transcript=MOTION, format=make_format("P1", "C1", "C2"), wording="model", pace=200.0, con="human", person="Ann"
    )
    stage.debate(spec, microphone=Microphone(say))
    assert told == [
        "1.1 is no point of its own side, so that it was not let go",
        "2.1 is no point of the other side",
        "9.9 is no point of the other side",
        "d:00000000#s1 is not in the library, so that it was not read",
        "2.2 is not taken up: a mark takes up one point of its own side",
    ]


def test_a_person_at_the_terminal_hears_what_is_wrong_with_a_mark_and_may_say_it_again() -> None:
    unsourced = "1.1: names no source that code found for “61 percent”"
    debate = SimpleNamespace(
        measure=lambda floor, words: measure_turn(floor, words),
        foresee_marks=lambda floor, words: (unsourced,) if "61" in words else (),
    )
    floor = SimpleNamespace(turns=(), open=(), owed=(), side="con", position="Keep it.", limit=40, session=None)
    listen = make_podium(SimpleNamespace(debate=debate), heard=True)  # type: ignore[arg-type]

    @click.command()
    def speak() -> None:
        click.echo(f"said: {listen(floor, 'speech')}")

    told = CliRunner().invoke(speak, input="[1.2] Fog comes.\n\nFog is 61 percent.\n\nFog comes.\n\n").output
    assert f"{unsourced}\nAn empty line keeps it so" in told
    assert "1.2 is no point of the other side\nAn empty line keeps it so; or say it again:" in told
    assert "said: Fog comes.\n" in told
    kept = CliRunner().invoke(speak, input="[1.2] Fog comes.\n\n\n").output
    assert "said: [1.2] Fog comes.\n" in kept


def test_a_weighing_is_not_listed_as_dropped_if_it_is_left() -> None:
    weighing = point("1.2", "weigh")
    made = turn(1, "pro", point("1.1"), weighing)
    floor: Any = SimpleNamespace(open=(made.points[0], weighing))
    assert Floor.owed.fget(floor) == (made.points[0],)  # type: ignore[attr-defined]
    shown = SimpleNamespace(turns=(), open=(made.points[0], weighing), owed=(made.points[0],), position="It.", limit=9)
    debate = SimpleNamespace(measure=lambda floor, words: SpeechLength(2, reads_cards=False, spoken=2))
    listen = make_podium(SimpleNamespace(debate=debate), heard=True)  # type: ignore[arg-type]

    @click.command()
    def speak() -> None:
        listen(shown, "speech")

    told = CliRunner().invoke(speak, input="Fog comes.\n\n").output
    assert "dropped if you leave it:\n  1.1 words of 1.1\n" in told
    assert "words of 1.2" not in told


def test_what_was_answered_there_is_told_beside_the_defence_that_it_answers() -> None:
    made = turn(1, "pro", point("1.1"))
    rebutted = turn(2, "con", point("2.1", "rebut", answers=("1.1",)))
    defended = turn(3, "pro", point("3.1", "rebut", answers=("2.1",)), point("3.2", "extend", extends="1.1"))
    partly = turn(4, "con", point("4.1", "rebut", answers=("3.1",), met_in_part=("3.1",)))
    assert tell_turns(made, rebutted, defended, partly)["1.1"] == (
        "answered by 2.1 (answered by 3.1 (answered in part by 4.1)), taken up again in 3.2"
    )
    other = turn(4, "con", point("4.1", "rebut", answers=("3.2",)))
    assert tell_turns(made, rebutted, defended, other)["1.1"] == (
        "answered by 2.1 (answered by 3.1), taken up again in 3.2 (answered by 4.1)"
    )
    both = turn(4, "con", point("4.1", "rebut", answers=("3.1", "3.2")))
    assert tell_turns(made, rebutted, defended, both)["1.1"] == (
        "answered by 2.1 (answered by 3.1 (answered by 4.1)), taken up again in 3.2 (answered by 4.1)"
    )


def test_brackets_hold_what_was_answered_in_turn_to_the_last_word() -> None:
    made = turn(1, "pro", point("1.1"))
    rebutted = turn(2, "con", point("2.1", "rebut", answers=("1.1",)))
    defended = turn(3, "pro", point("3.1", "rebut", answers=("2.1",)), point("3.2", "extend", extends="1.1"))
    twice = turn(4, "con", point("4.1", "rebut", answers=("3.1",)), point("4.2", "rebut", answers=("3.1",)))
    last = turn(5, "pro", point("5.1", "rebut", answers=("4.1",)))
    assert tell_turns(made, rebutted, defended, twice, last)["1.1"] == (
        "answered by 2.1 (answered by 3.1 (answered by 4.1 (answered by 5.1), 4.2)), taken up again in 3.2"
    )


def test_of_a_defence_that_is_told_beside_an_answer_what_was_answered_to_it_is_kept() -> None:
    made = turn(1, "pro", point("1.1"))
    rebutted = turn(2, "con", point("2.1", "rebut", answers=("1.1",)), point("2.2", "rebut", answers=("1.1",)))
    defended = turn(3, "pro", point("3.1", "rebut", answers=("2.1",)), point("3.2", "extend", extends="1.1"))
    answered = turn(4, "con", point("4.1", "rebut", answers=("3.1",)))
    assert tell_turns(made, rebutted, defended, answered)["1.1"] == (
        "answered by 2.1 (answered by 3.1 (answered by 4.1)), 2.2, taken up again in 3.2"
    )


FALLEN = make_source(
    "Wrecks within 300 metres of the nine piers fell from 21 in the year before to 12 in the year of the bell.",
    "Ida Holm",
    "2021",
    "report",
)


REPORT = make_source(
    "The bell was heard on 40 boats. Every pilot whom the guild asked for that purpose wanted one of his own.",
    "Ida Holm",
    "2021",
    "report",
)
WANTED = "Every pilot whom the guild asked wanted a bell of his own."


def answer_asked(heard: dict[str, str]) -> tuple[Any, Any]:
    """A person who has read a card of the report is asked, and answers with what stands beside the card."""
    model = writer({"P1": [GOOD_PRO]}, heard=lambda question: heard)
    stage = open_stage(model, (*LIBRARY, REPORT))
    spec = stage.debate_spec(
        transcript=MOTION,
        format=make_format("C1", cross=True),
        wording="model",
        pace=200.0,
        con="human",
        person="Ann",
        questions=1,
    )
    said = {"speech": f"Ferrymen need the bell. [{REPORT.pointer(0)}]", "answer": WANTED}
    ran = stage.debate(spec, microphone=Microphone(lambda floor, kind: said[kind]))
    assert complete(replay(stage.store, ran.run)) == ran.view
    return model, ran.view


def test_a_persons_answer_is_judged_by_what_stands_near_it_in_the_sources_that_were_read() -> None:
    model, _ = answer_asked({**ANSWERS, "facts": "shown"})
    (asked,) = list_prompts(model, "debate/response")
    assert "cited by nobody: a fact of the answer that stands here is shown, too." in asked
    assert "wanted one of his own" in asked.partition("cited by nobody")[2]
    assert SLEEP not in asked, "sources that the speech does not read are not looked through"


def test_what_nothing_shows_of_a_persons_answer_names_no_card() -> None:
    _, view = answer_asked({**ANSWERS, "facts": "not shown", "unborne": "of his own"})
    (point,) = view.turns[-1].points
    (mark,) = list_marks(point)
    assert mark == "not borne out, as the evaluator found: “of his own”"


def test_a_terminal_names_the_words_of_the_other_sides_answer_that_are_not_borne_out() -> None:
    answer = point("3.1", "answer", extends="1.1", unborne="most of the way", written=True)
    said = turn(3, "pro", answer, kind="answer").model_copy(update={"voice": "written"})
    assert "3.1: not borne out, as the evaluator found: “most of the way”" in format_turn(said)


def test_every_point_of_a_persons_speech_is_listed_with_what_it_does() -> None:
    said = {
        "C1": "Ferrymen saved 70 boats.\n\nCustom binds the whole town of ours.",
        "C2": "[1.1] Most of them slept on.\n\n[concede 1.2] They have clocks.\n\n[2.2] It does so still.\n\n"
        "I take back the 70, and rivers are wide.\n\n[let go 2.1] It falls.",
    }
    _, view = play(said, "P1", "C1", "C2")
    text = render(compose_debate(view), "md")
    table = text.partition("What each point does and rests on")[2].rpartition("What each point does and rests on")[2]
    for told in ("answer 1.1", "concede 1.2", "extend 2.2", "argue"):
        assert f"| {told} |" in table, told


def test_an_answer_that_grants_says_so_in_the_transcript() -> None:
    _, view = answer_asked({**ANSWERS, "facts": "asserts none"})
    granting = view.turns[-1].points[0].model_copy(update={"move": "grant"})
    told = view.model_copy(
        update={"turns": (*view.turns[:-1], view.turns[-1].model_copy(update={"points": (granting,)}))}
    )
    assert f"grants what was asked and keeps {granting.extends}" in render(compose_debate(told), "md")
    assert "grants what was asked" not in render(compose_debate(view), "md")


def test_a_reason_new_in_the_last_speech_is_marked_at_the_speech() -> None:
    said = point("1.1", new_reason=True)
    shown = "".join(one.text for one in show_marked(said.text, said))
    assert shown == "words of 1.1 [a reason new in the last speech, as the evaluator found]"


def test_a_card_that_was_not_spoken_is_named_by_its_source() -> None:
    many = " ".join(f"Ferry {n} needs the bell on the river at night." for n in range(30))
    said = {"C1": f"{many} So it is. [{FALLEN.pointer(0)}] And so it was."}
    _, view = play(said, "P1", "C1", library=(*LIBRARY, FALLEN))
    note = next(one for one in view.turns[1].notes if one.startswith("not spoken"))
    assert "[Holm 2021: Wrecks within 300 metres" in note
    assert "[d:" not in note


def test_a_weighing_is_not_told_as_open() -> None:
    turns = (turn(1, "pro", point("1.1"), point("1.2", "weigh")),)
    assert tell_turns(*turns) == {
        "1.1": "open",
        "1.2": "a weighing: nobody has to answer it",
    }
