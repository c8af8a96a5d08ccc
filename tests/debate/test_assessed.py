# ruff: noqa: E501
"""What an evaluator, a critic and a judge see of a written debate, what they say, and where it goes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from tests.debate.test_written import BOTH, LONG, play
from tests.debate.writers import (
    ASKED,
    BELL,
    CLAIM,
    COMPLAINTS,
    GOOD_CON,
    GOOD_PRO,
    LIBRARY,
    MOTION,
    ORDER,
    SLEEP,
    Verdict,
    answer_questions,
    change,
    make_format,
    make_source,
    open_stage,
    writer,
)

from foam.debate.document import compose_debate
from foam.debate.judged import Attempt, DraftJudgement
from foam.debate.rounds.decide import NO_JUDGE, NOT_DECIDED
from foam.debate.speech.prepare import UNANSWERED
from foam.debate.transcript import Side
from foam.debate.views import ONE_ORDER, SAME_MODEL, describe_refusal, format_decision
from foam.job.job import replay
from foam.job.waiting import complete
from foam.model.question import Write
from foam.model.scripted import ScriptedModel
from foam.paper import render

WHY = "The sentence counts one ward and says nothing of a whole town."
UNBORNE = "no rest at all"
DECIDED: dict[str, Any] = {
    "issues": (
        {"issue": "Does waking outweigh a landing that is missed?", "points": ("1.1", "2.1"), "side": "con", "reason": "2.1 was not answered."},
        {"issue": "Is anybody served by the bell?", "points": ("1.2", "2.2"), "side": "con", "reason": "1.2 speaks of houses, 2.2 of boats."},
    ),
    "winner": "con",
    "reason": "Both issues fall to con.",
}  # fmt: skip


def give_tuples(issue: dict[str, Any]) -> dict[str, Any]:
    return {**issue, "points": tuple(issue["points"])}


def list_prompts(model: ScriptedModel, template: str) -> list[str]:
    return [call.question.prompt for call in model.calls if call.question.template == template]


def judge_first(**verdict: str) -> Any:
    """An evaluator that finds fault with point 1.1 as it was first written."""

    def judged(part: str, text: str) -> Verdict:
        return verdict if part == "1.1" and UNBORNE in text else {}

    return judged


MENDED = change(GOOD_PRO, 1, text="It wakes people: of 120 sleepers beside the tower, 41 woke when it struck.")


@pytest.mark.parametrize("label", ["partly", "overstated", "turned by its context", "not borne out", "contradicted"])
def test_what_the_evaluator_finds_goes_back_to_the_writer_with_its_words_and_reason(label: str) -> None:
    model = writer({"P1": [GOOD_PRO, MENDED]}, judged=judge_first(evidence=label, unborne=UNBORNE, reason=WHY))
    stage, ran = play(model, "P1")
    (again,) = list_prompts(model, "acts/mend")
    assert len(list_prompts(model, "debate/speech")) == 1
    assert "- points, entry 1: " in again
    assert WHY in again
    assert f"“{UNBORNE}”" in again
    first, second = ran.view.turns[0].attempts
    assert (first.judged.borne_out["1.1"], first.judged.unborne["1.1"]) == (label, UNBORNE)
    assert second.judged.accepted
    assert ran.view.turns[0].points[0].words == MENDED["points"][0]["text"]
    assert complete(replay(stage.store, ran.run)) == ran.view


def test_the_draft_comes_back_as_the_form_that_was_filled() -> None:
    model = writer({"P1": [GOOD_PRO, MENDED]}, judged=judge_first(evidence="partly", reason=WHY))
    play(model, "P1")
    (again,) = list_prompts(model, "acts/mend")
    form = json.loads(again[again.index('{\n "plan"') : again.rindex("}") + 1])
    assert (form["opening"], form["plan"]) == (GOOD_PRO["opening"], GOOD_PRO["plan"])
    assert [row["claim"] for row in form["points"]] == [CLAIM, CLAIM]
    cited = form["points"][0]["evidence"][0]
    assert f"<evidence id={cited} " in again
    assert SLEEP in again.partition(f"<evidence id={cited} ")[2].partition("</evidence")[0]


def test_parts_that_stand_as_they_stood_are_not_judged_again() -> None:
    model = writer({"P1": [GOOD_PRO, MENDED]}, judged=judge_first(evidence="partly", reason=WHY))
    _, ran = play(model, "P1")
    first, second = list_prompts(model, "debate/judgement")
    assert all(f"<part id={name} " in first for name in ("1.1", "1.2", "opening", "closing"))
    assert "<part id=1.1 " in second
    assert not any(f"<part id={name} " in second for name in ("1.2", "opening", "closing"))
    assert set(ran.view.turns[0].attempts[1].judged.borne_out) == {"1.1", "1.2", "opening", "closing"}


def test_what_was_mended_is_spoken_though_another_part_stays_at_fault() -> None:
    def judged(part: str, text: str) -> Verdict:
        bad = part == "1.2" or (part == "1.1" and UNBORNE in text)
        return (
            {
                "evidence": "overstated",
                "unborne": UNBORNE if part == "1.1" else "hardly anybody",
                "reason": f"{part} says more.",
            }
            if bad
            else {}
        )

    model = writer({"P1": [GOOD_PRO, MENDED, MENDED]}, judged=judged)
    _, ran = play(model, "P1", attempts=3)
    (turn,) = ran.view.turns
    assert len({one.judged.met for one in turn.attempts}) == 1
    assert turn.points[0].words == MENDED["points"][0]["text"]
    assert not turn.points[0].struck
    assert "1.1 says more." not in describe_refusal(turn)
    assert "1.2 says more." in " ".join(turn.struck)
    assert describe_refusal(turn) == "not accepted after 3 drafts; the best was spoken, less what was struck"


def test_the_faults_that_are_told_are_those_of_the_draft_that_was_spoken() -> None:
    def judge(*at_fault: str) -> Attempt:
        told = {name: f"{name} says more." for name in at_fault}
        verdict = DraftJudgement(met=(), stances={}, overlap=0, feedback=tuple(told.values()), sent_back=told)
        return Attempt(text="said", judged=verdict)

    _, ran = play(writer({"P1": [GOOD_PRO]}), "P1")
    attempts = (judge("1.1"), judge("1.1", "1.2"))
    turn = ran.view.turns[0].model_copy(update={"attempts": attempts, "accepted": False})
    assert "1.2" in describe_refusal(turn)
    assert "1.2" not in describe_refusal(turn.model_copy(update={"spoken_draft": 1}))


def test_one_question_judges_a_draft() -> None:
    model = writer(BOTH)
    play(model, "P1", "C1")
    asked = [call.question.template for call in model.calls]
    assert asked.count("debate/judgement") == 2
    assert not {"debate/stance", "debate/fact", "debate/relevance", "debate/schemes"} & set(asked)


def test_the_evaluator_sees_what_stands_around_a_cited_sentence_and_that_it_is_no_evidence() -> None:
    model = writer({"P1": [GOOD_PRO]})
    play(model, "P1")
    (prompt,) = list_prompts(model, "debate/judgement")
    part = prompt.partition("<part id=1.1 ")[2].partition("</part")[0]
    assert f"cited: “{SLEEP}”" in part
    assert f"context, after it: “{ORDER}”" in part
    other = prompt.partition("<part id=1.2 ")[2].partition("</part")[0]
    assert f"context, before it: “{COMPLAINTS}”" in other


def test_an_opening_that_is_not_borne_out_is_sent_back_and_one_that_is_denied_gives_way() -> None:
    model = writer(
        {"P1": [GOOD_PRO]},
        judged=lambda part, text: {"evidence": "contradicted", "reason": WHY} if part == "opening" else {},
    )
    _, ran = play(model, "P1", attempts=2)  # fmt: skip
    assert (
        f"opening: What was shown or said in this debate speaks against it: say what was, or leave it. {WHY}"
        in list_prompts(model, "acts/mend")[0]
    )
    turn = ran.view.turns[0]
    assert GOOD_PRO["opening"] not in turn.text
    assert turn.text.startswith("Our position:")
    assert not turn.accepted


def test_a_page_shows_what_was_found_of_every_draft() -> None:
    _, ran = play(
        writer({"P1": [GOOD_PRO, MENDED]}, judged=judge_first(evidence="overstated", unborne=UNBORNE, reason=WHY)), "P1"
    )
    page = render(compose_debate(ran.view), "md")
    assert WHY in page
    assert "overstated" in page


def test_an_evaluator_that_does_not_write_is_asked_question_by_question() -> None:
    stage = open_stage(writer({"P1": [GOOD_PRO]}))
    plain = ScriptedModel(lambda call: None)
    stage.models = {**stage.models, "evaluator": plain, "judge": plain}
    ran = stage.debate(stage.debate_spec(transcript=MOTION, format=make_format("P1"), wording="model", pace=200.0))
    asked = {call.question.template for call in plain.calls}
    assert {"debate/fact", "debate/stance"} <= asked
    assert "debate/judgement" not in asked
    assert complete(replay(stage.store, ran.run)) == ran.view


def test_the_critic_sees_what_a_point_cites_after_its_last_sentence() -> None:
    model = writer(BOTH, answer_questions)
    play(model, "P1", "C1", cross=True)
    prompt = list_prompts(model, "debate/flaws")[0]
    said = prompt.index("is no rest at all.")
    assert said < prompt.index(f"Brandt 2020: “{SLEEP}”", said) < prompt.index("And hardly anybody is served.")
    answer = prompt.partition("We cannot say.\n")[2]
    assert answer.startswith(f"[in cross-examination, asked: “{ASKED}”]")
    assert "[in cross-examination]" in answer, "of the rest of the answer"
    assert "correlation taken for cause" in prompt


def test_whoever_asks_sees_the_sentences_that_the_statement_cites() -> None:
    model = writer(BOTH, answer_questions)
    play(model, "P1", cross=True)
    (prompt,) = list_prompts(model, "debate/examination")
    assert SLEEP in prompt.partition("THE STATEMENT YOU ASK ABOUT")[2]
    (chosen,) = list_prompts(model, "debate/crossing")
    assert "do you question" in chosen
    assert not list_prompts(model, "debate/target")


def test_speakers_are_told_what_was_left_and_what_citations_cost() -> None:
    model = writer({**BOTH, "P2": [GOOD_PRO]})
    play(model, "P1", "C1", "P2")
    first, second, third, *_ = (prompt.partition("THIS SPEECH")[2] for prompt in list_prompts(model, "debate/speech"))
    assert "about 2 words" in first
    assert "1 speech was made before it" in second
    assert "Of theirs nobody has answered 1.1, 1.2" in second
    assert "Of yours they left 1.2 without an answer" in third
    assert "Of theirs nobody has answered 2.1, 2.2" in third


def test_evidence_that_the_other_side_cites_is_marked() -> None:
    model = writer(BOTH)
    play(model, "P1", "C1")
    first, second = list_prompts(model, "debate/speech")
    assert "the other side cites it" not in first
    assert f"{SLEEP}\n[Brandt 2020; study; the other side cites it in 1.1]" in second


def test_evidence_that_one_cited_oneself_is_marked_with_every_place() -> None:
    later = change(
        GOOD_PRO, 1, move="extend", extends=["1.1"], text="Rest is what we asked you to weigh, and it stands."
    )
    model = writer({**BOTH, "P2": [later]})
    play(model, "P1", "C1", "P2")
    third = list_prompts(model, "debate/speech")[2]
    assert f"{SLEEP}\n[Brandt 2020; study; you cite it in 1.1]" in third
    assert "the other side cites it in 2.2]" in third


def test_whoever_chooses_what_to_question_sees_what_each_statement_cites() -> None:
    model = writer(BOTH, answer_questions)
    play(model, "P1", cross=True)
    (chosen,) = list_prompts(model, "debate/crossing")
    assert f"cited: “{SLEEP}”" in chosen


def test_what_was_answered_may_be_questioned_and_what_nobody_answered_is_marked() -> None:
    answering = change(GOOD_CON, 1, answers=["1.2"], text="A clock in the house is no help to whoever is out at night.")
    model = writer({"P1": [GOOD_PRO], "C1": [answering], "P2": [GOOD_PRO]}, answer_questions)
    play(model, "P1", "C1", "P2", cross=True)
    prompts = list_prompts(model, "debate/crossing")
    offers = [re.findall(r"<option id=\S+ \w+>\n(.*?)\n</option", prompt, re.DOTALL) for prompt in prompts]
    first, _, last = ({one.partition("\n")[0]: UNANSWERED in one for one in offer} for offer in offers)
    asked_before, answered = (row["text"] for row in GOOD_PRO["points"])
    assert (first[asked_before], first[answered]) == (True, True)
    assert last[answered] is False, "1.2, which 4.1 answered"
    assert asked_before not in last


@pytest.mark.parametrize(("over", "again"), [(1.03, False), (1.06, True)])
def test_a_few_words_above_the_limit_are_let_pass(over: float, again: bool) -> None:
    long = {**GOOD_PRO, "points": [*GOOD_PRO["points"], {"move": "weigh", "cites": [], "text": f"So let it go {LONG}"}]}
    model = writer({"P1": [long]})
    stage = open_stage(model)
    words = play(writer({"P1": [long]}), "P1")[1].view.turns[0].words
    spec = stage.debate_spec(transcript=MOTION, format=make_format("P1"), wording="model", pace=words / over)
    ran = stage.debate(spec)
    assert (ran.view.acts.again == 1) is again
    assert (ran.view.turns[0].words == words) is not again
    if again:
        assert "of them in citations" in list_prompts(model, "acts/mend")[0]


def test_points_are_listed_by_their_claims() -> None:
    claimed = change(GOOD_PRO, 1, claim="The bell breaks the rest of those who sleep near it")
    model = writer({"P1": [claimed], "C1": [GOOD_CON]})
    _, ran = play(model, "P1", "C1")
    assert "The bell breaks the rest" in list_prompts(model, "debate/speech")[1].partition("THEIR POINTS")[2]
    assert "The bell breaks the rest" in render(compose_debate(ran.view), "md").partition("The flow")[2]
    assert "The bell breaks the rest" not in ran.view.turns[0].text


def test_a_claim_is_held_against_its_sources_too() -> None:
    lie = change(GOOD_PRO, 1, claim="The bell wakes 87 of 120 sleepers")
    model = writer({"P1": [lie, GOOD_PRO]})
    play(model, "P1")
    (again,) = [call.question for call in model.calls if call.question.template == "acts/mend"]
    assert "points, entry 1, claim: “87”" in again.prompt
    assert isinstance(again, Write)
    assert [(one.name, [inner.name for inner in one.fields]) for one in again.fields if one.type == "list"] == [
        ("points_claim", ["claim"])
    ]


class Unknowing:
    """A memory of other matters."""

    version, engine = "other", "other"

    def knows(self, motion: str) -> bool:
        return False

    def list_keywords(self, history: str) -> tuple[str, ...]:
        return ("alone", "hard", "over", "those")

    def find(self, keywords: Any, history: list[str]) -> tuple[Any, ...]:
        raise AssertionError("nobody asked for it")

    def find_moves(self, point: str, side: Side) -> tuple[Any, ...]:
        return ()

    def find_replies(self, point: str, side: Side, motion: str) -> tuple[Any, ...]:
        return ()


def test_nobody_is_asked_for_keywords_where_the_memory_is_about_other_matters() -> None:
    model = writer({"P1": [GOOD_PRO]})
    stage = open_stage(model)
    stage.memory = Unknowing()
    stage.debate(stage.debate_spec(transcript=MOTION, format=make_format("P1"), wording="model", pace=200.0))
    assert not list_prompts(model, "debate/keywords")
    assert "nothing was remembered" in list_prompts(model, "debate/speech")[0]


def test_a_judge_decides_from_the_flow_with_fates_and_commitments() -> None:
    crossed = json.loads(json.dumps(DECIDED).replace('"2.', '"4.'))
    model = writer(BOTH, answer_questions, decided={**crossed, "issues": tuple(map(give_tuples, crossed["issues"]))})
    stage, ran = play(model, "P1", "C1", cross=True, judged=True)
    prompt, other = list_prompts(model, "debate/decision")
    assert prompt.index("PRO DEFENDS") < prompt.index("CON DEFENDS")
    assert other.index("PRO DEFENDS") > other.index("CON DEFENDS")
    assert "The 41 who woke are sleepers of one ward." in prompt
    assert "DROPPED" in prompt
    assert CLAIM in prompt
    assert BELL in prompt
    decision = ran.view.decision
    assert decision is not None
    assert (decision.winner, decision.also_spoke) == ("con", True)
    assert decision.readings[0].issues[0].points == ("1.1", "4.1")
    told = format_decision(ran.view)
    assert told.startswith("decision: con won")
    assert SAME_MODEL in " ".join(told.split())
    page = render(compose_debate(ran.view), "text")
    assert page.index("Decision: con") < page.index("P1 (pro")
    assert complete(replay(stage.store, ran.run)) == ran.view


def decide_by_order(**first: dict[str, Any]) -> Callable[[str], dict[str, Any]]:
    """A decision by whose position stands first; for a side without one, one that does not hold."""

    def decide(prompt: str) -> dict[str, Any]:
        side = "pro" if prompt.index("PRO DEFENDS") < prompt.index("CON DEFENDS") else "con"
        return first.get(side, {**DECIDED, "winner": "pro"})

    return decide


FOR_PRO = {
    **DECIDED,
    "issues": tuple({**one, "side": "pro"} for one in DECIDED["issues"]),
    "winner": "pro",
    "reason": "Both issues fall to pro.",
}


def test_a_winner_that_changes_with_the_order_of_the_sides_is_too_close_to_call() -> None:
    model = writer(BOTH, decided=decide_by_order(pro=FOR_PRO, con=DECIDED))
    stage, ran = play(model, "P1", "C1", judged=True)
    decision = ran.view.decision
    assert decision is not None
    assert decision.winner is None
    told = " ".join(format_decision(ran.view).split())
    page = render(compose_debate(ran.view), "text")
    for shown in (told, " ".join(page.split())):
        assert "too close to call" in shown
        assert "With pro read first pro won: Both issues fall to pro." in shown
        assert "With con read first con won: Both issues fall to con." in shown
        assert SAME_MODEL in shown
    assert complete(replay(stage.store, ran.run)) == ran.view


def test_a_decision_that_holds_in_one_order_alone_says_so() -> None:
    _, ran = play(writer(BOTH, decided=decide_by_order(con=DECIDED)), "P1", "C1", judged=True)
    assert ran.view.decision is not None
    assert ran.view.decision.winner == "con"
    assert ONE_ORDER in " ".join(format_decision(ran.view).split())


def test_a_winner_that_has_the_better_of_nothing_is_no_decision() -> None:
    model = writer(BOTH, decided={**DECIDED, "winner": "pro"})
    _, ran = play(model, "P1", "C1", judged=True)
    assert len(list_prompts(model, "debate/decision")) == 4
    assert (ran.view.decision, ran.view.undecided) == (None, NOT_DECIDED)
    assert format_decision(ran.view).startswith(f"no decision: {NOT_DECIDED}\n")


def test_another_judge_is_not_warned_of_and_one_that_does_not_write_decides_nothing() -> None:
    speaker, judge = writer(BOTH), writer(BOTH, decided=DECIDED, name="another")
    for own, expected in ((judge, False), (ScriptedModel(lambda call: None), None)):
        stage = open_stage(speaker)
        stage.models = {**stage.models, "judge": own}
        spec = stage.debate_spec(
            transcript=MOTION, format=make_format("P1", "C1"), wording="model", pace=200.0, judged=True
        )
        view = stage.debate(spec).view
        assert (view.decision.also_spoke if view.decision else None) is expected
        assert view.undecided == (NO_JUDGE if expected is None else "")


def test_no_judge_is_asked_unless_the_debate_is_to_be_judged() -> None:
    model = writer(BOTH, decided=DECIDED)
    _, ran = play(model, "P1", "C1")
    assert not list_prompts(model, "debate/decision")
    assert (ran.view.decision, ran.view.undecided) == (None, "")


def test_evidence_that_contradicts_other_evidence_is_marked_on_both() -> None:
    otherwise = "Only 3 of 120 sleepers in the ward beside the tower woke when the bell struck at night."
    model = writer({"P1": [GOOD_PRO]})
    stage = open_stage(model, documents=(*LIBRARY, make_source(otherwise, "Jan Hofer", "2021", "study")))
    ran = stage.debate(stage.debate_spec(transcript=MOTION, format=make_format("P1"), wording="model", pace=200.0))
    (prompt,) = list_prompts(model, "debate/speech")
    shown = dict(re.findall(r"<evidence id=(s\d+) \w+>\n(.*?)\n</evidence", prompt, re.DOTALL))
    one, other = (next(name for name, text in shown.items() if text.startswith(said)) for said in (SLEEP, otherwise))
    assert f"{other} says otherwise" in shown[one]
    assert f"{one} says otherwise" in shown[other]
    assert sum("says otherwise" in text for text in shown.values()) == 2
    assert complete(replay(stage.store, ran.run)) == ran.view
