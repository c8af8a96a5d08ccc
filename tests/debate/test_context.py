"""What whoever writes, mends, judges and goes on with a debate has before it, and what comes of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.debate.test_flow import point, turn
from tests.debate.test_written import BOTH, play
from tests.debate.writers import (
    GOOD_CON,
    GOOD_PRO,
    LIBRARY,
    MOTION,
    SLEEP,
    STRANGERS,
    Verdict,
    change,
    make_format,
    make_source,
    open_stage,
    writer,
)

from foam.debate.fates import describe_moves, describe_point
from foam.debate.floor import read_turns
from foam.debate.language import leave_out_formula
from foam.debate.points import list_open_points, track_points
from foam.debate.rounds.resume import read_own_turns
from foam.debate.speech.check import find_unborne
from foam.debate.speech.context import states_something
from foam.debate.speech.copies import leave_out_copies
from foam.debate.transcript import Transcript, Utterance
from foam.debate.views import render_debate_json
from foam.evidence.corpus import make_passages
from foam.evidence.document import Citation, Origin, make_document
from foam.model.scripted import ScriptedModel

BESIDE = "Shutters came two winters afterwards."
WHY = "The next sentence says what changed."
AROUND = (make_source(f"{SLEEP} {BESIDE}", "Ida Brandt", "2020", "study"), *LIBRARY[1:])


def list_prompts(model: ScriptedModel, template: str) -> list[str]:
    return [call.question.prompt for call in model.calls if call.question.template == template]


def play_over(model: ScriptedModel, documents: Any, *speeches: str, cross: bool = False, **more: Any) -> Any:
    stage = open_stage(model, documents)
    crossed = {"questions": 1} if cross else {}
    spec = stage.debate_spec(
        transcript=MOTION,
        format=make_format(*speeches, cross=cross),
        wording="model",
        **{"pace": 200.0, **crossed, **more},
    )
    return stage.debate(spec).view


def cut(prompt: str, start: str, end: str) -> str:
    return prompt.partition(start)[2].partition(end)[0]


def test_a_mend_offers_what_stands_around_the_cited_sentence_under_an_id() -> None:
    def judged(part: str, text: str) -> Verdict:
        turned = part == "1.1" and "no rest at all" in text
        return {"evidence": "turned by its context", "reason": WHY} if turned else {}

    mended = change(
        GOOD_PRO,
        1,
        text="It wakes people: 41 of 120 sleepers beside the tower woke, before shutters came.",
        cites=[SLEEP, BESIDE],
    )
    model = writer({"P1": [GOOD_PRO, mended]}, judged=judged)
    view = play_over(model, AROUND, "P1")
    (again,) = list_prompts(model, "acts/mend")
    assert BESIDE in cut(again, "WHAT YOU MAY CITE", "Give, in the order")
    assert [one.text for one in view.turns[0].points[0].evidence] == [SLEEP, BESIDE]
    assert view.turns[0].accepted


def test_the_lines_of_a_head_are_neither_headings_nor_context() -> None:
    head = "What was heard beside the tower\nBy Ida Brandt, who counts\n4 May 2020"
    named = make_document(
        f"{head}\n\n{SLEEP} {BESIDE}",
        origin=Origin(file="brandt.txt", format="text", importer="test"),
        citation=Citation(title="What was heard beside the tower", author="Ida Brandt", published="2020", raw=head),
    )
    model = writer({"P1": [GOOD_PRO]})
    play_over(model, (named, *LIBRARY[1:]), "P1")
    (search,), (judged,) = list_prompts(model, "debate/searches"), list_prompts(model, "debate/judgement")
    held = cut(search, "WHAT THE LIBRARY HOLDS", "\n\n")
    assert held.count("What was heard beside the tower") == 1
    assert "who counts" not in search + judged
    assert BESIDE in judged


@pytest.mark.parametrize(("place", "holds"), [("Brackwater", True), ("Linnow", False)])
def test_a_place_that_stands_in_the_title_of_a_cited_source_is_borne_out(place: str, holds: bool) -> None:
    titled = make_document(
        SLEEP,
        origin=Origin(file="sleep.txt", format="text", importer="test"),
        citation=Citation(
            author="Ida Brandt", published="2020", title="Woken: sleepers around the tower of Brackwater"
        ),
    )
    said = change(GOOD_PRO, 1, text=f"It wakes people. In {place}, of 120 sleepers beside the tower, 41 woke.")
    model = writer({"P1": [said]})
    view = play_over(model, (titled, *LIBRARY[1:]), "P1")
    assert (f"In {place}" in view.turns[0].text) == holds
    line = next(one for one in list_prompts(model, "debate/speech")[0].splitlines() if one.startswith("[Brandt 2020"))
    assert "in “Woken: sleepers around the tower of Brackwater”" in line
    if holds:
        shown = list_prompts(model, "debate/judgement")[0]
        assert "[Brandt 2020, in “Woken: sleepers around the tower of Brackwater”] cited:" in shown


def test_a_mend_of_length_alone_offers_what_is_cited_and_nothing_else() -> None:
    long = change(GOOD_PRO, 1, text=" ".join(["It wakes people who sleep beside the tower, night after night."] * 6))
    model = writer({"P1": [long, GOOD_PRO]})
    play_over(model, AROUND, "P1", attempts=1, pace=105.0)
    (again,) = list_prompts(model, "acts/mend")
    offered = cut(again, "WHAT YOU MAY CITE", "Give, in the order")
    assert "cut " in again
    assert SLEEP in offered
    assert STRANGERS not in offered


def test_a_mend_shows_the_point_that_is_answered_in_full_and_the_others_in_a_line() -> None:
    model = writer(BOTH, judged=lambda part, text: {"meets": "misses it"} if part == "2.1" else {})
    play(model, "P1", "C1", attempts=2)
    (again,) = list_prompts(model, "acts/mend")
    theirs = cut(again, "Their points", "Your own points")
    assert "a night that is broken every hour is no rest at all" in theirs
    assert "<point id=1.2 " in theirs
    assert GOOD_PRO["points"][1]["text"] not in theirs


def test_the_evaluator_sees_move_claim_and_the_words_that_are_answered() -> None:
    model = writer(BOTH)
    play(model, "P1", "C1")
    part = cut(list_prompts(model, "debate/judgement")[1], "<part id=2.1 ", "</part")
    assert "(move: rebut, of the weight)" in part
    assert "(its claim for the flow: What it comes to in a line.)" in part
    assert "(it answers 1.1: It wakes people. Of 120 sleepers" in part
    assert "(Brandt 2020) Noted for the flow: What it comes to in a line.)" in part, "the writer saw that line, too"
    theirs = list_prompts(model, "debate/speech")[1].partition("THEIR POINTS")[2].partition("\n")[0]
    assert "nobody heard it" in theirs


def test_an_answer_that_misses_its_point_goes_back_and_is_no_answer_in_the_end() -> None:
    model = writer(BOTH, judged=lambda part, text: {"meets": "misses it", "reason": WHY} if part == "2.1" else {})
    _, ran = play(model, "P1", "C1", attempts=2)
    (again,) = list_prompts(model, "acts/mend")
    assert (
        f"points, entry 1: It misses the point that it names: answer what is said there, or answer another. {WHY}"
        in again
    )
    flow = {one.point.id: one for one in ran.view.flow}
    assert flow["1.1"].answered_by == ()
    assert flow["1.1"].dropped
    assert "misses" in describe_moves(flow["2.1"].point)
    met = play(writer(BOTH), "P1", "C1")[1].view.flow
    assert {one.point.id: one.answered_by for one in met}["1.1"] == ("2.1",)


@pytest.mark.parametrize(
    ("verdict", "told"),
    [
        ({"fault": "says it again"}, "says again what another part"),
        ({"fault": "claim says more"}, "Its claim says more than its text"),
        ({"side": "neither"}, "bears neither way on the motion"),
    ],
)
def test_repetition_a_false_claim_and_what_bears_on_nothing_go_back(verdict: Verdict, told: str) -> None:
    model = writer({"P1": [GOOD_PRO]}, judged=lambda part, text: verdict if part == "1.2" else {})
    play(model, "P1", attempts=2)
    assert told in cut(list_prompts(model, "acts/mend")[0], "WHAT IS AT FAULT", "WHAT YOU MAY CITE")


def test_a_new_reason_in_a_last_speech_is_asked_about_there_and_marked() -> None:
    asked: list[tuple[str, ...]] = []

    def judged(part: str, text: str) -> Verdict:
        return {"fault": "new reason"} if part == "2.2" else {}

    model = writer(BOTH, judged=judged)
    _, ran = play(model, "P1", "C1", attempts=1)
    for call in model.calls:
        if call.question.template == "debate/judgement":
            (field,) = call.question.fields  # type: ignore[union-attr]
            asked += [one.labels for one in field.fields if one.name == "fault"]  # type: ignore[union-attr]
    assert ["new reason" in labels for labels in asked] == [True, True], "both speak once"
    assert "a reason new in the last speech" in describe_moves(ran.view.turns[1].points[1])


def test_what_is_cited_is_shown_to_the_evaluator_once() -> None:
    model = writer({"P1": [GOOD_PRO]})
    play(model, "P1")
    (prompt,) = list_prompts(model, "debate/judgement")
    assert prompt.count(f"cited: “{SLEEP}”") == 1
    assert "anything that is cited above" in cut(prompt, "<part id=opening ", "</part")


@pytest.mark.parametrize(
    ("text", "states"),
    [
        ("A toll on the bridge has been tried and failed", False),
        ("|- 1901 Toll of the bridge and of the ferry.", False),
        ("The toll was lifted. [REF]", True),
        ("Nine of ten drivers paid it.", True),
        ("Tolls and ferries .", False),
        ("The old timber bridge .", False),
        ("The toll had several effects that came together: .", False),
        ("The toll was lifted .", True),
        ("The bridge charged every driver who crossed it by day or by night .", True),
        ("它在晚上叫醒人", True),
        ("(This is the ferry effect).", False),
        ("(The toll) was lifted (in May).", True),
        ("Town Bridge toll (1960-1991)(for carts of 40% load)[REF] Ferry toll (1970-1997)[REF] .", False),
        ("Town Toll(% of dues)less ferries Toll(% of dues)of all Dues per head (in old crowns) .", False),
        ("Carts paid the bridge (by day) and the ferry (by night) .", True),
    ],
)
def test_headings_rows_and_fragments_are_not_offered(text: str, states: bool) -> None:
    assert states_something(text) is states


def test_what_follows_a_hit_is_offered_and_the_searcher_is_told_what_the_library_holds() -> None:
    heading = "Night bells and the rest of sleepers in town"
    source = make_source(f"{heading}\n\n{SLEEP} {BESIDE}", "Ida Brandt", "2020", "study")
    model = writer({"P1": [GOOD_PRO]})
    play_over(model, (source, *LIBRARY[1:]), "P1")
    (search,), (speech,) = list_prompts(model, "debate/searches"), list_prompts(model, "debate/speech")
    assert heading in cut(search, "WHAT THE LIBRARY HOLDS", "\x00")
    offered = cut(speech, "EVIDENCE you may cite", "THIS SPEECH")
    assert f"\n{BESIDE}\n" in offered
    assert f"\n{heading}\n" not in offered


def test_a_sentence_of_two_documents_is_offered_once() -> None:
    again = make_source(f"Nobody asked the ringers. {SLEEP}", "Otto Falk", "2022", "study")
    model = writer({"P1": [GOOD_PRO]})
    play_over(model, (*LIBRARY, again), "P1")
    offered = cut(list_prompts(model, "debate/speech")[0], "EVIDENCE you may cite", "THIS SPEECH")
    assert offered.count(f">\n{SLEEP}\n") == 1


def test_a_debate_of_this_project_keeps_its_points_when_it_is_gone_on_with(tmp_path: Path) -> None:
    _, ran = play(writer(BOTH), "P1")
    path = tmp_path / "debate.json"
    path.write_text(render_debate_json(ran.view), "utf-8")
    turns = read_own_turns(path)
    assert turns == ran.view.turns
    model = writer({"C1": [GOOD_CON]})
    stage = open_stage(model)
    spec = stage.debate_spec(
        transcript=ran.view.transcript, turns=turns, format=make_format("C1"), wording="model", pace=200.0
    )
    view = stage.debate(spec).view
    assert [one.point.id for one in view.flow if one.side == "pro"] == ["1.1", "1.2"]
    assert {one.point.id: one.answered_by for one in view.flow}["1.1"] == ("2.1",)
    path.write_text('{"motion": "m", "turns": [{"side": "pro", "text": "x"}]}', "utf-8")
    assert read_own_turns(path) == ()


@pytest.mark.parametrize("paragraphs", [1, 3])
def test_a_long_speech_from_elsewhere_has_at_most_six_points_and_loses_nothing(paragraphs: int) -> None:
    sentences = [f"The toll of bridge number {n} has to be lifted." for n in range(1, 22)]
    size = len(sentences) // paragraphs
    text = "\n\n".join(" ".join(sentences[start : start + size]) for start in range(0, len(sentences), size))
    (read,) = read_turns(Transcript(motion="m", utterances=(Utterance(speaker="P", side="pro", text=text),)))
    assert len(read.points) == (6 if paragraphs == 1 else 3)
    assert " ".join(one.words for one in read.points) == " ".join(sentences)


def test_a_frame_is_named_among_what_binds() -> None:
    framed = change(
        GOOD_PRO,
        2,
        move="frame",
        cites=[],
        text="The motion is about the hours of sleep, and who wants the bell then has to show what it gives.",
    )
    model = writer({"P1": [framed], "C1": [GOOD_CON]})
    play(model, "P1", "C1")
    assert (
        "Of theirs 1.2 says what the words mean and who has to show what: uncontested, it binds you."
        in list_prompts(model, "debate/speech")[1]
    )


def test_a_common_noun_with_a_capital_is_no_name() -> None:
    known = ["The council should lift the toll."]
    offered = make_passages(make_source("The harbour belongs to the council.", "A", "2010", "report"))
    assert find_unborne("By the toll we mean that of the Harbour.", (), known=known, offered=offered) == ()
    assert find_unborne("By the toll we mean that of Lemke.", (), known=known, offered=offered) != ()


def test_the_id_of_a_point_is_no_figure_and_what_is_counted_is() -> None:
    def faults(words: str) -> tuple[str, ...]:
        return find_unborne(words, (), known=(), offered=(), ids={"6.3", "7.1"}, named={"6.3"})

    assert faults("By their own narrowing 6.3 holds for the harbour; 6.3 in their words is about ferries.") == ()
    assert faults("Nobody met 7.1, which rests on a letter, and 7.1 holds.") == ()
    assert faults("The toll rose by 6.3 per cent.") != ()
    assert faults("They paid 6.3 million and 7.1 crowns each.") != ()
    assert faults("The toll rose to 7.1 in May.") != ()


def test_a_sentence_with_which_another_begins_is_not_offered_beside_it() -> None:
    half, whole = (
        "The bell woke sleepers in two wards of town.",
        "The bell woke sleepers in two wards of town; it hung low.",
    )
    first, second = (make_passages(make_source(text, "A", "2010", "report"))[0] for text in (half, whole))
    assert leave_out_copies([first, second], frozenset()) == (second,)
    assert leave_out_copies([first, second], frozenset({first.pointer})) == (first, second)


def test_who_concedes_a_rebuttal_gives_the_point_up() -> None:
    turns = (
        turn(1, "pro", point("1.1"), point("1.2")),
        turn(2, "con", point("2.1", "rebut", answers=("1.1",))),
        turn(3, "pro", point("3.1", "concede", answers=("2.1",))),
    )
    told = {one.point.id: describe_point(one) for one in track_points(turns)}
    assert told["1.1"] == "answered by 2.1, conceded by its own side in 3.1"
    assert told["2.1"] == "conceded by 3.1"
    assert list_open_points(turns, of="pro")[0].id == "1.2"


def test_the_judge_sees_what_is_cited_and_may_call_an_issue_even() -> None:
    issues = (
        {"issue": "Is rest lost?", "points": ("1.1", "2.1"), "side": "even", "reason": "Both are right."},
        {"issue": "Who needs the bell?", "points": ("1.2", "2.2"), "side": "con", "reason": "2.2 stands."},
    )
    model = writer(BOTH, decided={"issues": issues, "winner": "con", "reason": "The second decides."})
    _, ran = play(model, "P1", "C1", judged=True)
    assert ran.view.decision is not None
    assert [one.side for one in ran.view.decision.readings[0].issues] == ["even", "con"]
    assert f"“{SLEEP}”" in list_prompts(model, "debate/decision")[0]


@pytest.mark.parametrize(
    ("motion", "left"),
    [
        ("This house would lift the toll.", "lift the toll."),
        ("This House believes that tolls are fair.", "tolls are fair."),
        ("Resolved: That the toll be lifted.", "the toll be lifted."),
        ("The house of every ferryman should be insured.", "The house of every ferryman should be insured."),
    ],
)
def test_the_words_that_introduce_a_motion_are_no_words_of_it(motion: str, left: str) -> None:
    assert leave_out_formula(motion) == left
