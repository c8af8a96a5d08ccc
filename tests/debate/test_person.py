"""What becomes of a person's speech: what it marks, what code and an evaluator find of it, and what the flow says."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import click
import pytest
from click.testing import CliRunner
from tests.debate.writers import (
    GOOD_CON,
    GOOD_PRO,
    LIBRARY,
    MOTION,
    SLEEP,
    STRANGERS,
    Verdict,
    list_prompts,
    make_format,
    open_stage,
    writer,
)

from foam.cli.podium import make_podium
from foam.debate.document import compose_debate
from foam.debate.fates import describe_marked, describe_point
from foam.debate.floor import Floor
from foam.debate.rounds.asking import AskableStatement, AskedPoint
from foam.debate.rounds.length import SpeechLength, measure_turn
from foam.debate.rounds.person import Microphone
from foam.debate.transcript import Kind
from foam.debate.values import Point, SpeechTurn
from foam.debate.views import format_turn
from foam.evidence.document import Document
from foam.job.job import replay
from foam.job.waiting import complete
from foam.paper import render


def play(
    said: Mapping[str, str],
    *speeches: str,
    judged: Any = None,
    cross: bool = False,
    judge: bool = False,
    library: Sequence[Document] = LIBRARY,
) -> tuple[Any, Any]:
    """The debate in which a person speaks for the side against the motion, and the model that speaks for it."""
    model = writer({"P1": [GOOD_PRO], "P2": [GOOD_PRO]}, **({"judged": judged} if judged else {}))
    stage = open_stage(model, library)

    def say(floor: Floor, kind: Kind) -> str:
        return said[floor.speech if kind == "speech" else kind]

    spec = stage.debate_spec(
        transcript=MOTION,
        format=make_format(*speeches, cross=cross),
        wording="model",
        pace=200.0,
        con="human",
        person="Ann",
        judged=judge,
        **({"questions": 1} if cross else {}),
    )
    ran = stage.debate(spec, microphone=Microphone(say))
    assert complete(replay(stage.store, ran.run)) == ran.view
    return model, ran.view


def tell(view: Any) -> dict[str, str]:
    return {one.point.id: describe_point(one) for one in view.flow}


def test_a_person_concedes_grants_and_lets_go_by_marks() -> None:
    said = {
        "C1": "Ferrymen need the bell. Custom binds the town.",
        "C2": "[concede 1.1] They do wake. [grant 1.2] Some have clocks. [let go 2.2] Custom we leave.",
    }
    _, view = play(said, "P1", "C1", "C2")
    told = tell(view)
    assert told["1.1"].endswith("conceded by 3.1")
    assert "granted in part by 3.2" in told["1.2"]
    assert told["3.1"] == "a concession"
    assert "let go by its own side in C2" in told["2.2"]
    assert view.turns[2].lets_go == ("2.2",)
    assert "[" not in view.turns[2].text


INVENTED = 'The guild reckoned that the bell saved 2,120 boats. As Osk put it, "no boat was ever lost by day or night."'


def test_an_invented_figure_and_an_invented_quotation_of_a_person_are_marked_for_everybody() -> None:
    model, view = play({"C1": f"[1.1] {INVENTED}"}, "P1", "C1", "P2")
    (point,) = view.turns[1].points
    assert point.unsourced == ("“no boat was ever lost by day or night.”", "“2,120”")
    marked = next(describe_marked(one) for one in view.flow if one.point.id == "2.1")
    assert "names no source that code found for “no boat was ever lost by day or night.”, “2,120”" in marked
    assert "“2,120”" in format_turn(view.turns[1])
    assert "names no source that code found" in list_prompts(model, "debate/speech")[-1], "the other side is told"
    assert "names no source that code found" in render(compose_debate(view), "md")


def test_a_speech_shows_its_invented_figures_and_quotations_where_they_stand() -> None:
    _, view = play({"C1": f"[1.1] {INVENTED}"}, "P1", "C1")
    for form in ("text", "md"):
        shown = " ".join(render(compose_debate(view), form).split())
        assert "2,120 [no source found]" in shown.replace("==", "").replace("**", "").replace("\\", ""), form
        assert 'by day or night." [no source found]' in shown.replace("==", "").replace("\\", ""), form
    assert "<mark>2,120</mark>" in render(compose_debate(view), "html")


def test_an_altered_quotation_is_told_with_what_its_source_has() -> None:
    altered = "Ferrymen on the river steer by the bell when fog hides the town bridge at night."
    model, view = play({"C1": f'[1.1] As it is written, "{altered}" So keep it.'}, "P1", "C1", "P2")
    (point,) = view.turns[1].points
    assert point.unsourced == ()
    assert [one.source.text for one in point.altered] == [STRANGERS]
    marked = next(describe_marked(one) for one in view.flow if one.point.id == "2.1")
    assert f"alters what it quotes, “{altered}”: Osk 2018" in marked
    assert f"has “{STRANGERS}”" in marked
    assert f"has “{STRANGERS}”" in list_prompts(model, "debate/speech")[-1], "the other side is told"
    shown = " ".join(render(compose_debate(view), "text").split())
    assert 'at night." [altered: Osk 2018' in shown
    assert "names no source" not in shown


def test_the_evaluator_of_a_person_is_told_that_the_speech_was_spoken() -> None:
    model, _ = play({"C1": "[1.1] Ferries sink without it."}, "P1", "C1")
    drafted, spoken = (list_prompts(model, "debate/judgement")[at] for at in (0, -1))
    assert "before it is spoken" in drafted
    assert "It was spoken as it stands" in spoken
    assert "before it is spoken" not in spoken


def test_what_the_library_holds_or_a_card_shows_has_a_source() -> None:
    card = LIBRARY[2].pointer(1)
    said = f'[1.1] It is said: "{SLEEP}" We add a card. [{card}] And 41 of 120 is few.'
    _, view = play({"C1": said}, "P1", "C1")
    (point,) = view.turns[1].points
    assert point.unsourced == ()
    assert f"We add a card. “{STRANGERS}” (Osk 2018) And 41" in view.turns[1].text
    assert view.turns[1].text.count("(Osk 2018)") == 1
    assert point.headline.startswith("It is said:"), "its line is what the person says, and not the card alone"


def test_an_evaluator_says_of_a_persons_answer_what_it_meets() -> None:
    def judged(part: str, text: str) -> Verdict:
        found = {"fault": "misses its point", "points": ("1.1",), "words": "Ferries sink", "why": "It is on boats."}
        return found if part == "2.1" else {}

    model, view = play({"C1": "[1.1] Ferries sink without it."}, "P1", "C1", judged=judged)
    (point,) = view.turns[1].points
    assert point.missed == ("1.1",)
    assert "Ferries sink without it." in list_prompts(model, "debate/judgement")[-1]
    assert view.turns[1].text == "Ferries sink without it.", "nothing that was said is changed"
    assert tell(view)["1.1"] == "DROPPED"


def test_a_person_may_give_a_point_up_in_cross_examination() -> None:
    model = writer({"P1": [GOOD_PRO], "C1": [GOOD_CON]})
    stage = open_stage(model, LIBRARY)
    spec = stage.debate_spec(
        transcript=MOTION,
        format=make_format("P1", cross=True),
        wording="model",
        pace=200.0,
        pro="human",
        person="Ann",
        questions=1,
    )
    said = {"speech": "It wakes the whole ward.", "answer": "[concede] We have nothing for that."}
    view = stage.debate(spec, microphone=Microphone(lambda floor, kind: said[kind])).view
    assert tell(view)["1.1"].startswith("conceded")
    assert view.turns[-1].text == "We have nothing for that."


def ask(question: str) -> tuple[Any, Any]:
    """The model's side, asked by a person after its case of two points: 1.1 on sleepers, 1.2 on clocks."""
    return play({"question": question}, "P1", cross=True)


@pytest.mark.parametrize(
    ("question", "about"),
    [
        ("[1.2] Who counted the sleepers?", "1.2"),
        ("[1.1] Who has a clock?", "1.1"),
        ("Have the households which lack a clock no claim to the hour?", "1.1"),
    ],
)
def test_a_person_chooses_the_point_of_a_question_and_no_model_does(question: str, about: str) -> None:
    model, view = ask(question)
    put, answered = view.turns[1:3]
    assert (put.about, answered.about) == (about, about)
    assert put.text == question.removeprefix("[1.1] ").removeprefix("[1.2] ")
    assert not list_prompts(model, "debate/crossing"), "nobody is asked on a person's behalf"
    told = any(f"counts for {about}; [{about}] before" in note for note in put.notes)
    assert told != question.startswith("[")
    assert told == ("counts for" in format_turn(put))


def test_a_question_that_names_no_point_says_for_which_it_counts() -> None:
    _, view = ask("[9.9] Really?")
    put = view.turns[1]
    assert put.about == "1.1"
    assert put.notes == (
        "9.9 is no point on which the other side stands",
        "the question counts for 1.1; [1.1] before a question names the point",
    )


def test_who_concedes_a_persons_answer_gives_up_the_point_that_it_answers() -> None:
    stage = open_stage(writer({}), LIBRARY)
    spec = stage.debate_spec(
        transcript=MOTION,
        format=make_format("P1", "C1", "P2"),
        wording="model",
        pace=200.0,
        pro="human",
        con="human",
        person="Ann",
    )
    said = {"P1": "It wakes the ward.", "C1": "[1.1] Most of them slept on.", "P2": "[concede 2.1] So they did."}
    told = tell(stage.debate(spec, microphone=Microphone(lambda floor, kind: said[floor.speech])).view)
    assert told["1.1"] == "answered by 2.1 (conceded by 3.1), conceded by its own side in 3.1"
    assert told["2.1"] == "conceded by 3.1"


def test_the_terminal_tells_a_person_what_a_question_and_an_answer_are_about() -> None:
    long = "Clocks serve " + "whoever wants to know the hour of the night without waking others, " * 3
    asked = AskableStatement(point="1.2", says="Clocks serve.", answered=False, asked=False, marks=("misses 2.1",))
    other = asked.model_copy(update={"point": "1.1", "says": long, "answered": True, "marks": ()})
    one = Point(id="1.2", move="argue", words="Clocks serve.")
    debate = SimpleNamespace(
        askable=lambda floor: (asked, other),
        read_question=lambda floor, words: AskedPoint(words, one, open=True),
        measure=lambda floor, words: SpeechLength(len(words.split()), reads_cards=False, spoken=len(words.split())),
    )
    question = SpeechTurn(
        number=2, speech="P1", side="con", debater="x", kind="question", text="?", words=1, limit=9, about="1.2"
    )
    speech = question.model_copy(update={"number": 1, "kind": "speech", "points": (one,)})
    floor = SimpleNamespace(turns=(speech, question), owed=(), position="Silence it.", limit=40)
    listen = make_podium(SimpleNamespace(debate=debate), heard=True)  # type: ignore[arg-type]

    @click.command()
    def speak() -> None:
        click.echo(f"question: {listen(floor, 'question')}")
        click.echo(f"answer: {listen(floor, 'answer')}")

    told = CliRunner().invoke(speak, input="Really?\nthe second\n1.1\nYes.\n").output
    assert "1.2 Clocks serve. (nobody has answered it; misses 2.1)" in told
    assert f"1.1 {long.strip()}" in " ".join(told.split()), "it is not cut"
    assert told.count("Which statement is it about? (1.2, 1.1)") == 2
    assert "question: [1.1] Really?" in told
    assert "You are asked about your 1.2: Clocks serve." in told
    assert "[concede] before the answer gives the point up" in told


def test_one_interrupt_at_the_prompt_ends_the_command_and_says_how_it_goes_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt() -> str:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(5)
        raise AssertionError("nothing happened")

    monkeypatch.setattr("sys.stdin", SimpleNamespace(readline=interrupt, __iter__=None))
    monkeypatch.setattr("foam.cli.podium._read_line", interrupt)
    floor = SimpleNamespace(turns=(), owed=(), position="Silence it.", limit=40)
    listen = make_podium(SimpleNamespace(debate=SimpleNamespace()), heard=True)  # type: ignore[arg-type]

    async def play() -> None:
        listen(floor, "speech")

    with pytest.raises(KeyboardInterrupt):
        asyncio.run(play())
    assert "the same command takes the debate up where it was" in capsys.readouterr().err


def test_a_person_hears_the_length_before_a_speech_counts_and_may_say_it_again() -> None:
    debate = SimpleNamespace(measure=lambda floor, words: measure_turn(floor, words), foresee_marks=lambda *said: ())
    floor = SimpleNamespace(turns=(), owed=(), position="Silence it.", limit=4, session=SimpleNamespace(corpus=None))
    listen = make_podium(SimpleNamespace(debate=debate), heard=True)  # type: ignore[arg-type]

    @click.command()
    def speak() -> None:
        for _ in range(2):
            click.echo(f"said: {listen(floor, 'speech')}")

    told = (
        CliRunner()
        .invoke(speak, input="One two three four five.\n\nOne two.\n\nOne two three. Four five six.\n\n\n")
        .output
    )
    assert "5 of at most 4 words: it is told as over the limit" in told, "one sentence is spoken in any case"
    assert "6 of at most 4 words: this would not be spoken: “Four five six.”\nAn empty line keeps it so" in told
    assert "3 of at most 4 words; preparation" in told, "what counts is what is spoken"
    assert "said: One two.\n" in told
    assert "2 of at most 4 words; preparation" in told
    assert "said: One two three. Four five six.\n" in told, "an empty line keeps it"


def test_the_length_counts_the_cards_that_are_read() -> None:
    lengths = []

    def say(floor: Floor, kind: Kind) -> str:
        said = f"[1.1] We read a card. [{LIBRARY[2].pointer(1)}] So keep it."
        lengths.append(measure_turn(floor, said))
        return said

    stage = open_stage(writer({"P1": [GOOD_PRO]}), LIBRARY)
    shape = make_format("P1", "C1")
    spec = stage.debate_spec(transcript=MOTION, format=shape, wording="model", pace=200.0, con="human", person="Ann")
    view = stage.debate(spec, microphone=Microphone(say)).view
    assert [(one.words, one.reads_cards, one.unspoken) for one in lengths] == [(view.turns[1].words, True, "")]


def test_a_person_is_told_the_evaluators_verdict_with_its_reason_and_as_it_was_given() -> None:
    def judged(part: str, text: str) -> Verdict:
        found = {"fault": "overstated", "words": "Ferries sink", "why": "The source speaks of one ferry."}
        return found if part == "2.1" else {}

    model, view = play({"C1": "[1.1] Ferries sink without it."}, "P1", "C1", "P2", judged=judged, judge=True)
    told = format_turn(view.turns[1])
    assert "2.1: overstated, as the evaluator found: “Ferries sink”" in told
    assert "as the evaluator judged it, 2.1: overstated: “Ferries sink”. The source speaks of one ferry." in told
    shown = render(compose_debate(view), "text")
    prompts = [list_prompts(model, name)[-1] for name in ("debate/speech", "debate/decision")]
    for text in (told, shown, *prompts):
        assert "not borne out, as the evaluator found" not in text
    assert all("overstated, as the evaluator found: “Ferries sink”" in text for text in prompts)
