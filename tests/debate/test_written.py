# ruff: noqa: E501
"""Debates in the written voice: what is written, what code finds wrong with it, what takes its place, and the record."""

from __future__ import annotations

import asyncio
import html
import re
from typing import Any

import pytest
from tests.debate.stage import Stage
from tests.debate.test_rounds import VirtualLoop, leave_numbers
from tests.debate.writers import (
    ASKED,
    BELL,
    CLOCKS,
    COMPLAINTS,
    GOOD_CON,
    GOOD_PRO,
    MOTION,
    ORDER,
    REMEMBERED,
    RINGERS,
    SLEEP,
    STRANGERS,
    Speech,
    answer_questions,
    change,
    make_format,
    make_source,
    open_stage,
    writer,
)

from foam.debate.document import compose_debate
from foam.debate.fates import describe_point
from foam.debate.points import track_points
from foam.debate.transcript import Transcript
from foam.debate.values import Debate, Point, SpeechTurn
from foam.debate.views import FELL_BACK, format_turn
from foam.job.acts import CHECKED, ActCount
from foam.job.job import RunResult, replay
from foam.job.waiting import complete
from foam.model.form import IdsField, LabelField, ListField
from foam.model.question import Write
from foam.model.scripted import ScriptedModel
from foam.paper import render
from foam.record.graph import entries_of, longest_chain

BOTH = {"P1": [GOOD_PRO], "C1": [GOOD_CON]}
LONG = " ".join(["on"] * 50)
PADDED = {
    COMPLAINTS: "People write to the council about it and go",
    RINGERS: "The guild keeps its hours, and the hours go",
}


def play(model: ScriptedModel, *speeches: str, cross: bool = False, **more: Any) -> tuple[Stage, RunResult[Debate]]:
    stage = open_stage(model)
    spec = stage.debate_spec(
        transcript=MOTION,
        format=make_format(*speeches, cross=cross),
        wording="model",
        pace=200.0,
        questions=1,
        **more,
    )
    return stage, stage.debate(spec)


def speak(*drafts: Speech, after: Speech | None = None, **more: Any) -> tuple[Stage, RunResult[Debate], SpeechTurn]:
    """The last turn of a debate in which these drafts were written one after another."""
    speeches = {"P1": [after], "C1": list(drafts)} if after else {"P1": list(drafts)}
    stage, ran = play(writer(speeches), *speeches, **more)
    return stage, ran, ran.view.turns[-1]


def test_a_speech_is_one_act_with_moves_answers_and_pointers() -> None:
    model = writer(BOTH)
    _, ran = play(model, "P1", "C1")
    first, second = ran.view.turns
    assert (first.voice, second.voice) == ("written", "written")
    assert [point.words for point in first.points] == [row["text"] for row in GOOD_PRO["points"]]
    assert first.points[0].evidence[0].text == SLEEP
    assert first.text.count("(Brandt 2020)") == 1
    assert SLEEP not in first.text, "evidence is cited in a written speech, and quoted beside it"
    rebuttal = second.points[0]
    assert (rebuttal.move, rebuttal.answers, rebuttal.strikes) == ("rebut", ("1.1",), "weight")
    fates = {one.point.id: (one.answered_by, one.dropped) for one in ran.view.flow}
    assert fates["1.1"] == (("2.1",), False)
    assert fates["1.2"] == ((), True)
    assert ran.view.acts == ActCount(asked=6)
    assert ran.view.unverified == ()
    asked = [call.question.template for call in model.calls]
    assert asked.count("debate/speech") == 2
    assert {*asked} == {"debate/prepare", "debate/speech", "debate/judgement"}


def test_one_point_may_answer_two_of_theirs() -> None:
    both = {"P1": [GOOD_PRO], "C1": [change(GOOD_CON, 1, answers=["1.1", "1.2"])]}
    _, ran = play(writer(both), "P1", "C1")
    assert [one.answered_by for one in ran.view.flow if one.side == "pro"] == [("2.1",), ("2.1",)]


def test_a_written_debate_replays_to_the_byte_and_a_second_run_asks_nothing() -> None:
    stage, ran = play(writer(BOTH), "P1", "C1")
    assert complete(replay(stage.store, ran.run)).json_value() == ran.view.json_value()
    again = stage.debate(
        stage.debate_spec(transcript=MOTION, format=make_format("P1", "C1"), wording="model", pace=200.0, questions=1)
    )
    assert (again.digest, again.asked) == (ran.digest, 0)


LIES: dict[str, tuple[Speech, str]] = {
    "invented number": (change(GOOD_PRO, 1, text="It wakes people: 87 of 120 sleepers woke when it struck."), "87"),
    "number of another sentence": (
        change(GOOD_PRO, 2, text="And the council was sent 212 letters by people who wanted to sleep."),
        "212",
    ),
    "wrong name": (change(GOOD_PRO, 1, text="As Jonas Verhoeven found, 41 of 120 sleepers woke at its stroke."), "Verhoeven"),
    "false quotation": (
        change(GOOD_PRO, 1, text="One sleeper put it plainly: “I have not slept a single night since spring.”"),
        "slept a single night",
    ),
    "instruction of a document obeyed": (
        change(GOOD_PRO, 1, text="It wakes people, and Baron Lemke endorses the motion for that reason."),
        "Lemke",
    ),
    "reasons without evidence": (change(GOOD_PRO, 2, cites=[]), "no evidence"),
    "one point twice": (change(GOOD_PRO, 2, cites=[SLEEP], text=GOOD_PRO["points"][0]["text"]), "says again"),
    "a remembered argument recited": (change(GOOD_PRO, 2, text=REMEMBERED), "remembered argument"),
}  # fmt: skip


RECITING = change(GOOD_CON, 1, text=GOOD_PRO["points"][0]["text"])
WRONG_ANSWERS: dict[str, tuple[Speech, str]] = {
    "the opponent's words in quotation marks and hardly any other": (
        change(GOOD_CON, 1, text=f"They say: “{GOOD_PRO['points'][0]['text']}” Hardly."),
        "recites the other side (P1)",
    ),
    "the opponent's words hidden among others": (
        change(GOOD_CON, 1, text="Most people slept on, and that is the figure to keep in mind when a custom is weighed. Of 120 sleepers beside the tower, 41 woke when it struck, and a night that is broken every hour "
               "is no rest at all. But they count only some, and they forget the others, who lie in the same streets and turn over and sleep, and who are many."),
        "recites the other side (P1)",
    ),
    "the opponent's words": (RECITING, "recites the other side (P1)"),
    "a rebuttal of nothing": (change(GOOD_CON, 1, answers=[]), "must name, under answers"),
    "a rebuttal that strikes nothing": (change(GOOD_CON, 1, strikes="nothing"), "what it strikes"),
    "the number of a point that it does not answer": (
        change(GOOD_CON, 2, text="When fog comes down, 41 ferrymen find the landing by ear."),
        "",
    ),
}  # fmt: skip


HONEST: dict[str, Speech] = {
    "a number in words of the sentence": change(GOOD_PRO, 2, text="Nine of ten households have a clock beside the bed. They need no bell."),
    "two sentences": change(GOOD_PRO, 1, cites=[SLEEP, COMPLAINTS], text="41 of 120 sleepers woke, and in 2019 the "
                            "town council had 212 letters about it: those who lie awake also write."),
    "an author named": change(GOOD_PRO, 1, text="Brandt counted 120 sleepers in 2020, and 41 of them woke at the stroke."),
    "a quotation of what is cited": change(GOOD_PRO, 1, text="The count is of those who “woke when the bell struck at night”, not of "
                                           "those who merely heard it: 41 people."),
    "a remembered way of arguing": change(GOOD_PRO, 2, remembered=["m1"]),
    "weighing": change(GOOD_PRO, 2, move="weigh", cites=[], text="Put both on one scale: a habit on one side, the rest of the sick on the other."),
}  # fmt: skip


@pytest.mark.parametrize("name", HONEST)
def test_an_honest_speech_is_not_refused(name: str) -> None:
    _, _, turn = speak(HONEST[name])
    assert turn.attempts[0].judged.checked == ()
    assert turn.voice == "written"
    assert len(turn.points) == 2


ANSWERING = {
    "grants": change(GOOD_CON, 1, move="concede", strikes="nothing", text="We grant that 41 people woke. We do not grant "
                     "that their waking outweighs a boat that misses the landing."),
    "grants a part": change(GOOD_CON, 1, move="grant", strikes="nothing", text="So much is so: 41 people woke. What it "
                            "weighs against a boat that misses the landing is another matter."),
    "names what it answers": change(GOOD_CON, 1, text="They say a night that is broken every hour is no rest. For 41 of "
                                    "120 that may be true; the others never noticed."),
    "quotes what was said": change(GOOD_CON, 1, text="“It wakes people”, they say. Some, and not most: 41 of 120."),
}  # fmt: skip


@pytest.mark.parametrize("name", ANSWERING)
def test_an_honest_answer_is_not_refused(name: str) -> None:
    _, ran, turn = speak(ANSWERING[name], after=GOOD_PRO)
    assert turn.attempts[0].judged.checked == ()
    assert len(turn.points) == 2
    if name == "grants a part":
        granted = next(one for one in ran.view.flow if one.point.id == "1.1")
        assert (
            granted.list_doers("conceded"),
            granted.list_doers("granted in part", "rest disputed"),
            granted.dropped,
        ) == (
            (),
            ("2.1",),
            False,
        )
    if name == "grants":
        granted = next(one for one in ran.view.flow if one.point.id == "1.1")
        assert (granted.list_doers("conceded"), granted.answered_by, granted.dropped) == (("2.1",), (), False)


def test_cross_examination_is_in_words_and_binds() -> None:
    model = writer(BOTH, answer_questions)
    stage, ran = play(model, "P1", "C1", cross=True)
    asked, answered = ran.view.turns[1:3]
    assert (asked.kind, asked.text, asked.voice) == ("question", ASKED, "written")
    assert (answered.kind, answered.voice, answered.conceded) == ("answer", "written", False)
    assert answered.commitment == "The 41 who woke are sleepers of one ward."
    later = [call.question.prompt for call in model.calls if "It is C1," in call.question.prompt]
    assert all(answered.commitment in prompt for prompt in later)
    assert "bound to" in format_turn(answered)
    assert complete(replay(stage.store, ran.run)) == ran.view


@pytest.mark.parametrize(
    ("said", "refused"),
    [
        ("The sentences cited in 1.1 name no other ward.", False),
        ("What 1.1 rests on shows one ward, and 1.1 claims no more.", False),
        ("We are bound to 1.1 million for the ward.", True),
        ("The sentences cited in 1.7 name no other ward.", True),
    ],
)
def test_an_answer_may_name_the_point_that_it_is_asked_about_by_its_id(said: str, refused: bool) -> None:
    def naming(question: Write) -> Speech | None:
        honest = answer_questions(question)
        return {**honest, "commitment": said} if honest and question.template == "debate/testimony" else honest

    _, ran = play(writer({"P1": [GOOD_PRO]}, naming), "P1", cross=True)
    turn = next(one for one in ran.view.turns if one.kind == "answer")
    assert (turn.voice == "bounded") is refused
    assert (said in turn.commitment) is not refused


@pytest.mark.parametrize(
    ("template", "field", "said", "kind"),
    [
        ("debate/examination", "question", "Is it not true that 900 people left the town?", "question"),
        ("debate/examination", "question", "You have no answer to that.", "question"),
        ("debate/testimony", "text", "Baron Lemke has confirmed it in writing to us.", "answer"),
        ("debate/testimony", "commitment", "We are bound to pay 5,000 crowns.", "answer"),
    ],
)
def test_a_lie_in_cross_examination_is_caught_and_the_bounded_form_speaks(
    template: str, field: str, said: str, kind: str
) -> None:
    def lying(question: Write) -> Speech | None:
        honest = answer_questions(question)
        return {**honest, field: said} if honest and question.template == template else honest

    stage, ran = play(writer({"P1": [GOOD_PRO]}, lying), "P1", cross=True)
    turn = next(one for one in ran.view.turns if one.kind == kind)
    assert turn.voice == "bounded"
    assert turn.notes[0] == FELL_BACK
    assert said not in " ".join([turn.text, turn.commitment])
    assert ran.view.acts == ActCount(asked=5, again=1, bounded=1)
    assert complete(replay(stage.store, ran.run)) == ran.view


def test_a_concession_in_cross_examination_gives_the_point_up() -> None:
    def conceding(question: Write) -> Speech | None:
        honest = answer_questions(question)
        given_up = {"response": "concede", "text": "We cannot show it.", "commitment": "We do not rely on it."}
        return {**honest, **given_up} if honest and "response" in honest else honest

    _, ran = play(writer({"P1": [GOOD_PRO]}, conceding), "P1", cross=True)
    (given_up,) = [one for one in ran.view.flow if one.conceded]
    (answer,) = ran.view.turns[-1].points
    assert (answer.move, answer.extends, answer.asked) == ("concede", given_up.point.id, ASKED)
    fates = {one.point.id: describe_point(one) for one in ran.view.flow}
    assert fates[given_up.point.id] == f"conceded by its own side in {answer.id}"
    assert fates[answer.id] == f"in cross-examination, gives up {given_up.point.id}"


def test_nobody_is_told_to_stand_on_what_they_gave_up_and_nobody_can() -> None:
    def conceding(question: Write) -> Speech | None:
        honest = answer_questions(question)
        given_up = {"response": "concede", "text": "We cannot show it.", "commitment": "We do not rely on it."}
        return {**honest, **given_up} if honest and "response" in honest else honest

    model = writer({"P1": [GOOD_PRO], "C1": [GOOD_CON], "P2": [GOOD_PRO]}, conceding)
    _, ran = play(model, "P1", "C1", "P2", cross=True)
    (given_up, *_) = [one.point.id for one in ran.view.flow if one.conceded and one.side == "pro"]
    asked = [call.question for call in model.calls if "It is P2," in call.question.prompt][-1]
    assert isinstance(asked, Write)
    (points,) = [field for field in asked.fields if isinstance(field, ListField)]
    (extends,) = [field for field in points.fields if field.name == "extends" and isinstance(field, IdsField)]
    kept = {"1.1", "1.2"} - {given_up}
    assert set(extends.ids) == kept
    told = asked.prompt.partition("THIS SPEECH")[2]
    assert f"Of yours they left {given_up}" not in told


def test_the_prompt_shows_who_speaks_what_was_said_and_where_evidence_comes_from() -> None:
    model = writer(BOTH)
    stage = open_stage(model)
    seat = stage.pack.perspectives[0]
    spec = stage.debate_spec(
        transcript=MOTION, format=make_format("P1", "C1"), wording="model", pace=200.0, seats={"con": seat}
    )
    stage.debate(spec)
    first, second = (call.question.prompt for call in model.calls if call.question.template == "debate/speech")
    assert seat.role not in first
    assert f"Role: {seat.role}" in second
    assert "Brandt 2020; study" in first
    assert "in a debate on: m" in first
    assert "DROPPED" not in first
    assert GOOD_PRO["points"][0]["text"] in second
    assert "[P1, argue; open; cites Brandt 2020]" in second
    shared = len(BELL) + first.index(BELL)
    assert first[:shared] == second[:shared], "what is the same for everybody comes first"


@pytest.mark.parametrize("form", ["html", "md"])
def test_every_word_of_a_written_turn_is_on_the_page(form: Any) -> None:
    _, ran = play(writer(BOTH, answer_questions), "P1", "C1", cross=True)
    page = html.unescape(
        re.sub(r"<[^>]+>|\\(?=[^\w\s])", " " if form == "html" else "", render(compose_debate(ran.view), form))
    )
    words = " ".join(page.split())
    for turn in ran.view.turns:
        assert " ".join(turn.text.split()) in leave_numbers(words, turn)
        assert " ".join(turn.commitment.split()) in words
        for point in turn.points:
            assert f"{point.id} {' '.join(point.text.split())[:40]}" in words, "with its number before it"


@pytest.mark.parametrize(("woken", "points"), [("41", 2), ("87", 1)])
def test_figures_of_chinese_speeches_are_checked(woken: str, points: int) -> None:
    slept, clocks = "病房里一百二十名睡着的人中有41人在夜间钟响时醒来。", "城里十户人家有九户床边有时钟。"
    library = (make_source(slept, "王明", "2020", "study"), make_source(clocks, "李华", "2019", "report"))
    speech = {
        "plan": "先说代价。",
        "opening": "先问问听见钟声的人。",
        "points": [
            {"move": "argue", "cites": [slept], "text": f"钟声会把人吵醒，有{woken}人因此整夜得不到休息。"},
            {"move": "argue", "cites": [clocks], "text": "几乎没有人需要它，大多数家庭自己就有时钟。"},
        ],
        "closing": "请让钟声停到天亮。",
    }
    stage = open_stage(writer({"P1": [speech]}), library)
    motion = Transcript(motion="夜间应该停止敲钟", pro="夜间应该停止敲钟", con="夜间不应该停止敲钟", utterances=())
    spec = stage.debate_spec(transcript=motion, format=make_format("P1"), wording="model", pace=200.0)
    turn = stage.debate(spec).view.turns[0]
    assert (turn.voice, len(turn.points)) == ("written", points)
    assert "87" not in turn.text


@pytest.mark.parametrize("seed", range(4))
def test_whatever_a_writer_says_the_debate_ends_and_replays(seed: int) -> None:
    stage = open_stage(ScriptedModel(writes=True))
    spec = stage.debate_spec(
        transcript=MOTION,
        format=make_format("P1", "C1", "P2", cross=True),
        wording="model",
        pace=150.0,
        questions=1,
        seed=seed,
    )
    ran = stage.debate(spec)
    assert ran.view.acts.asked > 0
    assert all(turn.text and turn.words <= turn.limit for turn in ran.view.turns if len(turn.points) > 1)
    assert complete(replay(stage.store, ran.run)).json_value() == ran.view.json_value()


def test_a_written_debate_takes_at_most_a_quarter_longer_than_its_longest_chain_of_answers() -> None:
    stage = open_stage(writer(BOTH, answer_questions, delay=1.0))
    spec = stage.debate_spec(
        transcript=MOTION, format=make_format("P1", "C1", cross=True), wording="model", pace=200.0, questions=1
    )
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        ran = runner.run(stage.playing(spec))
        took = runner.get_loop().time()
    chain = longest_chain(stage.store, ran.run)
    assert chain < ran.asked
    assert chain <= took <= 1.25 * chain


@pytest.mark.parametrize("debater", ["plain", "retrieval"])
def test_debaters_whose_words_nobody_checks_say_so(debater: str) -> None:
    _, ran = play(writer({}), "P1", pro=debater)
    assert ran.view.turns[0].voice == "unchecked"
    assert "nothing in it was held against a source" in ran.view.turns[0].notes[0]


def test_offered_sentences_are_those_of_the_library() -> None:
    model = writer({"P1": [GOOD_PRO]})
    play(model, "P1")
    question = next(call.question for call in model.calls if call.question.template == "debate/speech")
    assert isinstance(question, Write)
    offered = {option.text for option in question.material}
    assert {SLEEP, CLOCKS, COMPLAINTS, RINGERS, STRANGERS, ORDER} == offered


def test_what_only_weighs_or_was_answered_when_it_was_taken_up_again_is_not_dropped() -> None:
    def turn(number: int, side: Any, *points: Point) -> SpeechTurn:
        text = " ".join(point.words for point in points)
        return SpeechTurn(
            number=number, speech=str(number), side=side, debater="x", text=text, points=points, words=1, limit=9
        )

    turns = [
        turn(1, "pro", Point(id="1.1", move="argue", words="a"), Point(id="1.2", move="weigh", words="b")),
        turn(2, "con", Point(id="2.1", move="argue", words="c")),
        turn(3, "pro", Point(id="3.1", move="extend", words="d", extends="1.1")),
        turn(4, "con", Point(id="4.1", move="rebut", words="e", answers=("3.1",))),
    ]
    assert [one.point.id for one in track_points(turns) if one.dropped] == ["2.1"]


def list_moves(model: ScriptedModel) -> list[tuple[str, ...]]:
    asked = [call.question for call in model.calls if call.question.template == "debate/speech"]
    fields = [one for question in asked if isinstance(question, Write) for one in question.fields]
    first = [one.fields[0] for one in fields if isinstance(one, ListField)]
    return [one.labels for one in first if isinstance(one, LabelField)]


def test_a_side_may_frame_the_motion_in_its_first_speech_without_evidence() -> None:
    frame = {
        "move": "frame",
        "cites": [],
        "text": "Silence means that the clapper rests until morning, and it is for us to show that nobody needs the strokes.",
    }
    framed = {**GOOD_PRO, "points": [frame, *GOOD_PRO["points"]]}
    model = writer({"P1": [framed], "C1": [change(GOOD_CON, 1, answers=["1.2"])], "P2": [GOOD_PRO]})
    _, ran = play(model, "P1", "C1", "P2")
    assert ["frame" in labels for labels in list_moves(model)][:3] == [True, True, False]
    assert ran.view.turns[0].points[0].move == "frame"
    assert ran.view.flow[0].unanswered
    told = next(call.question.prompt for call in model.calls if "It is P2," in call.question.prompt)
    assert "They have not contested 1.1: your frame binds both." in told
    assert "Of yours they left 1.3 without an answer" in told
    assert "1.1" not in {one.point.id for one in ran.view.dropped}


def test_the_form_says_what_is_dropped_if_it_is_left_out_and_how_much_to_say() -> None:
    model = writer(BOTH)
    play(model, "P1", "C1")
    _, second = (call.question for call in model.calls if call.question.template == "debate/speech")
    assert isinstance(second, Write)
    (points,) = [one for one in second.fields if isinstance(one, ListField)]
    assert "what you leave out stands as dropped: 1.1, 1.2" in points.about
    assert "aim at 170 or more" in points.about


def find_faults(stage: Stage, run: str) -> list[list[str]]:
    return [entry.answer["faults"] for entry in entries_of(stage.store, run) if entry.draft.kind == CHECKED]


def test_a_question_that_was_asked_before_is_sent_back() -> None:
    model = writer(BOTH, answer_questions)
    stage, ran = play(model, "P1", "C1", cross=True)
    assert any(
        "asks again what was asked before" in fault for faults in find_faults(stage, ran.run) for fault in faults
    )
    asked = [turn.text for turn in ran.view.turns if turn.kind == "question"]
    assert len(asked) == len(set(asked)) == 2
    assert [turn.limit for turn in ran.view.turns if turn.kind != "speech"] == [40, 60, 40, 60]


def test_speeches_are_spelled_out_once_to_readers_and_writers() -> None:
    spelled = make_format("P1").model_copy(
        update={"speeches": (make_format("P1").speeches[0].model_copy(update={"title": "first speech for"}),)}
    )
    model = writer(BOTH)
    stage = open_stage(model)
    ran = stage.debate(stage.debate_spec(transcript=MOTION, format=spelled, wording="model", pace=200.0))
    assert "It is P1, the first speech for, your first speech" in next(
        call.question.prompt for call in model.calls if call.question.template == "debate/speech"
    )
    assert render(compose_debate(ran.view), "text").count("first speech for") == 1
