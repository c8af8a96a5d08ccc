"""How a person's speech is read: paragraphs, statements, what asserts nothing, and which cards its figures rest on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import click
from click.testing import CliRunner
from tests.debate.test_person import play, tell
from tests.debate.writers import (
    GOOD_PRO,
    LIBRARY,
    MOTION,
    answer_questions,
    list_prompts,
    make_format,
    open_stage,
    writer,
)

from foam.cli.podium import make_podium
from foam.debate.document import compose_debate
from foam.debate.floor import Floor
from foam.debate.rounds.length import measure_turn
from foam.debate.rounds.marks import cut_speech, list_paragraphs
from foam.debate.rounds.person import Microphone
from foam.debate.transcript import Kind
from foam.debate.views import format_turn
from foam.job.job import replay
from foam.job.waiting import complete
from foam.paper import render

SLEEP_CARD, CLOCK_CARD, FERRY_CARD = LIBRARY[0].pointer(0), LIBRARY[1].pointer(1), LIBRARY[2].pointer(1)
CASE = f"""We negate. Ask first whom a bell serves, and only then whom it wakes.

First, somebody is awake on the water. [{FERRY_CARD}] [{CLOCK_CARD}]

Second, custom binds the town. It was rung before any of us was born.

Thank you, judges."""


def list_words(text: str) -> list[str]:
    """The points of a speech."""
    return [one.words for one in cut_speech(text) if one.makes_point]


def test_every_paragraph_is_a_point_and_none_joins_the_sentences_of_another() -> None:
    _, view = play({"C1": CASE}, "P1", "C1")
    turn = view.turns[1]
    assert [point.id for point in turn.points] == ["2.1", "2.2", "2.3"]
    assert turn.points[0].words.startswith("We negate. Ask first"), "what asserts nothing is no point of its own"
    assert [one.pointer for one in turn.points[1].evidence] == [FERRY_CARD, CLOCK_CARD], "cards follow their words"
    assert turn.points[2].words == "Second, custom binds the town. It was rung before any of us was born."
    assert turn.text.endswith("was born. Thank you, judges."), "nothing that was said is left out"
    assert turn.text.count("Thank you") == 1
    shown = render(compose_debate(view), "text")
    assert "Thank you, judges." in shown
    assert "Thank you, judges." in " ".join(format_turn(turn).split())


def test_paragraphs_end_at_empty_lines_else_at_lines_that_end_a_sentence() -> None:
    assert list_paragraphs("One is\nwrapped. Two\nis.\n\n  \nThree is.") == ("One is wrapped. Two is.", "Three is.")
    assert list_paragraphs("One is so.\r\nTwo is so!\r\n") == ("One is so.", "Two is so!")
    assert list_paragraphs("[1.1] One is so.\nTwo is so.") == ("[1.1] One is so. Two is so.",), (
        "lines go on after a mark"
    )
    assert list_paragraphs("One is\nwrapped. Two is.") == ("One is wrapped. Two is.",)
    assert list_paragraphs(f"One is so.\n[{FERRY_CARD}]\nTwo is.") == (f"One is so. [{FERRY_CARD}]", "Two is.")


def test_a_mark_opens_a_point_that_ends_with_its_paragraph() -> None:
    found = cut_speech(
        "[1.1] They sleep on. They do. [point] Ferries sink. So do boats.\n\nCustom binds us all. It does."
    )
    assert [(one.named, one.words) for one in found] == [
        (("1.1",), "They sleep on. They do."),
        ((), "Ferries sink. So do boats."),
        ((), "Custom binds us all. It does."),
    ]


def test_a_figure_may_rest_on_any_card_of_the_same_speech_and_its_evaluator_is_told() -> None:
    said = f"The ward was counted. [{SLEEP_CARD}] Of 120 sleepers most slept on. Of 130 nobody spoke."
    model, view = play({"C1": said}, "C1")
    unsourced = {point.words: point.unsourced for point in view.turns[0].points}
    assert unsourced["Of 120 sleepers most slept on."] == (), "it stands in the card of the statement before"
    assert unsourced["Of 130 nobody spoke."] == ("“130”",)
    assert "A card that one part of it reads bears out the other parts" in list_prompts(model, "debate/judgement")[-1]


def test_what_is_beyond_the_limit_is_not_spoken_and_stands_under_the_turn_in_every_file() -> None:
    many = "\n\n".join(f"Ferry {n} needs the bell. So does boat {n} on the river at night." for n in range(40))
    _, view = play({"C1": many}, "P1", "C1")
    turn = view.turns[1]
    assert 0.9 * turn.limit < turn.words <= 1.03 * turn.limit
    assert turn.points[0].words == "Ferry 0 needs the bell. So does boat 0 on the river at night."
    (note,) = turn.notes
    assert note.startswith(f"not spoken, beyond the limit of {turn.limit} words: “")
    assert note.endswith("So does boat 39 on the river at night.”")
    assert "as it was said, up to the limit" in format_turn(turn)
    for form in ("text", "html", "md"):
        assert "boat 39" in render(compose_debate(view), form), "no word of the person is lost"


def test_cards_count_for_the_limit_and_one_count_is_told_everywhere() -> None:
    read = "\n\n".join(f"Ferry {n} needs the bell. [{FERRY_CARD}]" for n in range(20))
    lengths = []

    def measure(floor: Floor, kind: Kind) -> str:
        lengths.append(measure_turn(floor, read))
        return read

    stage = open_stage(writer({"P1": [GOOD_PRO]}), LIBRARY)
    spec = stage.debate_spec(
        transcript=MOTION, format=make_format("P1", "C1"), wording="model", pace=200.0, con="human", person="Ann"
    )
    ran = stage.debate(spec, microphone=Microphone(measure))
    turn, (found,) = ran.view.turns[1], lengths
    assert found.words > found.spoken == turn.words <= 1.03 * turn.limit
    told = re.sub(
        r"\[d:[^\]]*\]", "[Osk 2018: Ferrymen on the river steer by the bell when fog hides the …]", found.unspoken
    )
    assert told in turn.notes[0]
    assert f"{turn.words} of at most {turn.limit} words" in render(compose_debate(ran.view), "text")
    assert complete(replay(stage.store, ran.run)) == ran.view


def test_lines_typed_at_the_terminal_are_paragraphs_where_each_ends_a_sentence() -> None:
    debate = SimpleNamespace(measure=lambda floor, words: measure_turn(floor, words), foresee_marks=lambda *said: ())
    floor = SimpleNamespace(turns=(), owed=(), position="Silence it.", limit=90, session=SimpleNamespace(corpus=None))
    listen = make_podium(SimpleNamespace(debate=debate), heard=True)  # type: ignore[arg-type]
    heard = []

    @click.command()
    def speak() -> None:
        heard.append(listen(floor, "speech"))

    told = CliRunner().invoke(speak, input="Ferries sink. They do.\nCustom binds the town.\n\n").output
    assert list_words(heard[0]) == ["Ferries sink. They do.", "Custom binds the town."]
    assert "each paragraph, or line without marks that ends a sentence, is a point of yours" in told
    assert "[point] opens one" in told


def test_the_terminal_is_quiet_while_a_person_reads_and_writes() -> None:
    quiet = []

    @contextmanager
    def rest() -> Iterator[None]:
        quiet.append("rests")
        yield
        quiet.append("goes on")

    def measure(floor: Any, words: str) -> Any:
        quiet.append("speaks")
        return measure_turn(floor, words)

    floor = SimpleNamespace(turns=(), owed=(), position="Silence it.", limit=90, session=SimpleNamespace(corpus=None))
    home: Any = SimpleNamespace(debate=SimpleNamespace(measure=measure, foresee_marks=lambda *said: ()))

    @click.command()
    def speak() -> None:
        make_podium(home, heard=True, quiet=rest)(floor, "speech")

    CliRunner().invoke(speak, input="Ferries sink.\n\n")
    assert (quiet[0], quiet[1], quiet[-1]) == ("rests", "speaks", "goes on")


def test_who_asks_on_about_an_answer_asks_about_the_point_that_it_was_on() -> None:
    model = writer({"P1": [GOOD_PRO]}, answer_questions)
    stage = open_stage(model, LIBRARY)
    asked = iter(["[1.2] Who counted the clocks?", "[3.1] And who else counted?"])
    spec = stage.debate_spec(
        transcript=MOTION,
        format=make_format("P1", cross=True),
        wording="model",
        pace=200.0,
        con="human",
        person="Ann",
        questions=2,
    )
    view = stage.debate(spec, microphone=Microphone(lambda floor, kind: next(asked))).view
    put = [turn for turn in view.turns if turn.kind == "question"]
    assert [turn.about for turn in put] == ["1.2", "1.2"]
    assert put[1].text == "And who else counted?"
    assert put[1].notes == ()


def test_a_person_weighs_without_asking_for_an_answer() -> None:
    said = "Ferrymen need the bell on the river.\n\n[weigh] A life weighs more than an hour of sleep."
    _, view = play({"C1": said}, "P1", "C1", "P2")
    argued, weighed = view.turns[1].points
    assert (argued.move, weighed.move) == ("argue", "weigh")
    assert weighed.words == "A life weighs more than an hour of sleep."
    assert "DROPPED" not in tell(view)["2.2"]


LONG = (
    "Ferrymen on the river do no wrong by asking for one stroke of the bell an hour while fog lies over the landing "
    "and nobody else in the whole of the town is there to show them where the water ends."
)


def test_what_is_too_short_to_claim_anything_is_spoken_and_no_point_of_its_own() -> None:
    assert list_words("Thank you, judges.") == []
    assert list_words("First. Ferrymen need the bell. Custom binds the town.") == [
        "First. Ferrymen need the bell.",
        "Custom binds the town.",
    ]
    assert list_words("Ferrymen need the bell. Thank you.") == ["Ferrymen need the bell. Thank you."]


def test_what_words_give_up_without_a_mark_is_the_evaluators_to_say() -> None:
    said = {
        "C1": "Ferrymen need the bell on the river.\n\nCustom binds the whole town.",
        "C2": "[1.1, 1.2] Of the ward you are right.\n\nOf the ferrymen we say no more.",
    }

    def judged(part: str, text: str) -> dict[str, Any]:
        return {"3.1": {"concedes": ("1.1",)}, "3.2": {"concedes": ("2.1",)}}.get(part, {})

    _, view = play(said, "P1", "C1", "C2", judged=judged)
    told = tell(view)
    assert told["1.1"].endswith("conceded by 3.3")
    assert "answered by 3.1" in told["1.2"]
    assert told["2.1"].endswith("conceded by its own side in 3.2")
    assert "3.1 concedes 1.1, as the evaluator found" in " ".join(view.turns[2].notes)
    _, unread = play(said, "P1", "C1", "C2")
    assert "conceded" not in " ".join(tell(unread).values())
