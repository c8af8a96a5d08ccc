"""What is struck before it is spoken, which answers evade, and what a format asks of a speech."""

from __future__ import annotations

from typing import Any

import pytest
from tests.debate.test_written import BOTH, play
from tests.debate.writers import (
    ANSWERS,
    ASKED,
    GOOD_CON,
    GOOD_PRO,
    MOTION,
    Speech,
    Verdict,
    answer_questions,
    change,
    list_prompts,
    make_format,
    open_stage,
    writer,
)

from foam.debate.document import compose_debate
from foam.debate.fates import describe_point
from foam.debate.views import format_turn
from foam.job.job import replay
from foam.job.waiting import complete
from foam.model.question import Write
from foam.pack.formats import DebateFormat
from foam.pack.loader import load_pack
from foam.paper import render

DECIDED: dict[str, Any] = {
    "issues": (
        {
            "issue": "Does waking outweigh a landing that is missed?",
            "points": ("1.1", "2.1"),
            "side": "con",
            "reason": "2.1 was not answered.",
        },
        {
            "issue": "Is anybody served by the bell?",
            "points": ("1.2", "2.2"),
            "side": "con",
            "reason": "1.2 speaks of houses, 2.2 of boats.",
        },
    ),
    "winner": "con",
    "reason": "Both issues fall to con.",
}

LYING = change(
    GOOD_PRO, 2, text=f"{GOOD_PRO['points'][1]['text']} Nobody is served by it, whatever the guild may tell."
)
SPOKEN_LIE = "Nobody is served by it, whatever the guild may tell."
EVADES = {**ANSWERS, "reason": "They asked how many would wake, and it speaks of the tower.", "verdict": "evades"}

WHY = "The sentence counts one ward and says nothing of a whole town."


def judge_second(**verdict: str) -> Any:
    """An evaluator that finds the same fault with point 1.2 to the last."""

    def judged(part: str, text: str) -> Verdict:
        return {"reason": WHY, **verdict} if part == "1.2" else {}

    return judged


@pytest.mark.parametrize(
    ("found", "marked"), [(ANSWERS, ""), (EVADES, "evades what was asked, as the evaluator found")]
)
def test_an_evaluator_says_whether_an_answer_answers_and_the_judge_reads_question_and_mark(
    found: dict[str, str], marked: str
) -> None:
    model = writer(BOTH, answer_questions, heard=lambda question: found, decided=DECIDED)
    stage, ran = play(model, "P1", "C1", cross=True, judged=True)
    prompts = list_prompts(model, "debate/response")
    answers = [turn for turn in ran.view.turns if turn.kind == "answer"]
    assert len(prompts) == len(answers) == 2
    assert ASKED in prompts[0].partition("THE QUESTION")[2]
    assert answers[0].judged == found["reason"]
    assert answers[0].points[0].responds == found["verdict"]
    flow = list_prompts(model, "debate/decision")[0].partition("THE FLOW")[2]
    assert f"asked: “{ASKED}”" in flow
    assert (marked in flow) if marked else ("evades what was asked" not in flow)
    page = render(compose_debate(ran.view), "md")
    assert f"asked: “{ASKED}”" in page.partition("The flow")[2]
    later = list_prompts(model, "debate/speech")[-1]
    assert f"asked: “{ASKED}”" in later.partition("THEIR POINTS")[2]
    assert found["reason"] in page
    assert complete(replay(stage.store, ran.run)) == ran.view


@pytest.mark.parametrize(
    ("response", "found", "bound"),
    [("answer", EVADES, False), ("answer", ANSWERS, True), ("qualify", EVADES, True), ("concede", EVADES, True)],
)
def test_who_evades_is_bound_to_nothing_by_its_own_words(response: str, found: dict[str, str], bound: bool) -> None:
    def answering(question: Write) -> Speech | None:
        said = answer_questions(question)
        return {**said, "response": response} if said and "response" in said else said

    model = writer(BOTH, answering, heard=lambda question: found)
    _, ran = play(model, "P1", "C1", cross=True)
    answer = next(turn for turn in ran.view.turns if turn.kind == "answer")
    commitment = "The 41 who woke are sleepers of one ward."
    assert answer.commitment == (commitment if bound else "")
    assert (commitment in list_prompts(model, "debate/speech")[-1]) is bound
    assert ("bound to" in format_turn(answer)) is bound
    assert (commitment in render(compose_debate(ran.view), "md")) is bound


@pytest.mark.parametrize(
    ("facts", "named", "marked"),
    [
        ("not shown", "the count is of those 120 sleepers", "The count is of those 120 sleepers"),
        ("not shown", "Something that nobody said there", ""),
        ("shown", "The count is of those 120 sleepers", ""),
    ],
)
def test_words_of_an_answer_that_nothing_shows_are_marked_for_all_and_no_others(
    facts: str, named: str, marked: str
) -> None:
    found = {**ANSWERS, "facts": facts, "unborne": named}
    model = writer(BOTH, answer_questions, heard=lambda question: found, decided=DECIDED)
    _, ran = play(model, "P1", "C1", cross=True, judged=True)
    answer = next(turn for turn in ran.view.turns if turn.kind == "answer")
    assert answer.points[0].unborne == marked
    mark = f"not borne out, as the evaluator found: “{marked}”" if marked else "not borne out, as the evaluator found"
    assert (mark in list_prompts(model, "debate/decision")[0]) is bool(marked)
    assert (mark in list_prompts(model, "debate/speech")[-1]) is bool(marked)
    assert format_turn(answer).splitlines()[0].endswith("checked") is not bool(marked)


def test_who_grants_what_is_asked_keeps_the_statement() -> None:
    def granting(question: Write) -> Speech | None:
        honest = answer_questions(question)
        return {**honest, "response": "grant"} if honest and "response" in honest else honest

    model = writer(BOTH, granting)
    _, ran = play(model, "P1", "C1", cross=True)
    flow = {one.point.id: one for one in ran.view.flow}
    (answer,) = ran.view.turns[2].points
    target = flow[answer.extends]
    assert not target.conceded
    assert f"what was asked of it granted in {answer.id}, the point kept" in describe_point(target)
    asked = list_prompts(model, "debate/speech")[1]
    assert f"nobody has answered {', '.join(sorted(['1.1', '1.2']))}" in asked
    assert answer.claim == ran.view.turns[2].commitment


def play_duties(model: Any, **duties: str) -> Any:
    """A debate of speeches with these duties."""
    plain = make_format(*duties)
    slots = [slot.model_copy(update={"duty": duty}) for slot, duty in zip(plain.speeches, duties.values(), strict=True)]
    stage = open_stage(model)
    chosen = DebateFormat(name="test", title="t", speeches=tuple(slots))
    return stage.debate(stage.debate_spec(transcript=MOTION, format=chosen, wording="model", pace=200.0)).view


def test_a_case_answers_nothing_and_is_not_told_that_it_drops_anything() -> None:
    case = {**GOOD_CON, "points": [GOOD_CON["points"][1], {**GOOD_CON["points"][1], "text": "Boats come home by ear."}]}
    model = writer({"P1": [GOOD_PRO], "C1": [case]})
    view = play_duties(model, P1="case", C1="case")
    asked = [call.question for call in model.calls if call.question.template == "debate/speech"][1]
    assert isinstance(asked, Write)
    assert "dropped" not in str(asked.fields)
    assert "'rebut'" not in str(asked.fields)
    assert not list_prompts(model, "debate/flaws"), "flaws are for whoever answers"
    assert "answers nothing of theirs" in asked.prompt.partition("THIS SPEECH")[2]
    assert not view.dropped


def test_who_chooses_issues_is_not_pushed_to_answer_every_line() -> None:
    summed_up = {
        "plan": "Rest decides.",
        "opening": "Rest is what is left to decide.",
        "points": [
            {"move": "extend", "extends": ["1.1"], "text": "Rest comes first: nobody disputed that the ward is woken."},
            {"move": "weigh", "text": "Whoever is woken each hour bears it every night, and that weighs most."},
        ],
        "closing": "So let it be still.",
    }
    model = writer({"P1": [GOOD_PRO], "C1": [GOOD_CON], "P2": [summed_up]})
    view = play_duties(model, P1="case", C1="answer", P2="choose")
    asked = [call.question for call in model.calls if call.question.template == "debate/speech"][-1]
    assert isinstance(asked, Write)
    assert "stands as dropped" not in str(asked.fields)
    told = asked.prompt.partition("THIS SPEECH")[2]
    assert "Of theirs nobody has answered 2.1, 2.2: this speech is for a choice" in told
    assert {one.point.id for one in view.dropped} == {"1.2"}
    assert describe_point(view.flow[3]) == "not answered: the other side chose other issues"


def test_who_chooses_issues_may_say_what_it_lets_go_and_may_not_take_that_up() -> None:
    summed_up = {
        "plan": "Rest decides.",
        "opening": "Rest is what is left to decide.",
        "points": [
            {"move": "extend", "extends": ["1.1"], "text": "Rest comes first: nobody disputed that the ward is woken."},
            {"move": "weigh", "text": "Whoever is woken each hour bears it every night, and that weighs most."},
        ],
        "closing": "So let it be still.",
        "lets_go": ["1.2"],
    }
    model = writer({"P1": [GOOD_PRO], "C1": [GOOD_CON], "P2": [summed_up]})
    view = play_duties(model, P1="case", C1="answer", P2="choose")
    fates = {one.point.id: describe_point(one) for one in view.flow}
    assert fates["1.2"] == "let go by its own side in P2"
    *_, judged = list_prompts(model, "debate/judgement")
    gone = judged.partition("LET GO BY THE SPEECH")[2].partition("WHAT CODE FOUND")[0]
    assert "<point id=1.2 " in gone
    assert "<point id=1.1 " not in gone
    both = writer({"P1": [GOOD_PRO], "C1": [GOOD_CON], "P2": [{**summed_up, "lets_go": ["1.1"]}]})
    play_duties(both, P1="case", C1="answer", P2="choose")
    again = list_prompts(both, "acts/mend")[-1]
    assert "it takes up again 1.1, which you let go" in again
    earlier = [call.question for call in model.calls if call.question.template == "debate/speech"][1]
    assert isinstance(earlier, Write)
    assert "lets_go" not in [field.name for field in earlier.fields]


def test_public_forum_has_crossfire_both_ways_and_cases_that_answer_nothing() -> None:
    speeches = {slot.name: slot for slot in load_pack("policy-debate").debate_format("pf").speeches}
    assert [name for name, slot in speeches.items() if slot.crossfire] == ["NC", "NR", "NS"]
    assert speeches["NC"].examination == "NC crossfire"
    assert load_pack("policy-debate").debate_format("policy").speeches[0].examination == "1AC CX"
    assert speeches["NC"].list_askers(2) == ("pro", "con")
    assert speeches["NR"].list_askers(3) == ("pro", "con", "pro", "con")
    assert speeches["NR"].list_askers(0) == speeches["AC"].list_askers(2) == ()
    assert [slot.duty for slot in speeches.values()] == ["case"] * 2 + ["answer"] * 2 + ["choose"] * 4
