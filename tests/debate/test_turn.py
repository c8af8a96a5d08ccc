"""A turn of a writer: prepare, speak, be judged, and speak once more; and what each part that is taken away changes."""

from __future__ import annotations

import re
from typing import Any, get_args

import pytest
from tests.debate.stage import FixedMemory
from tests.debate.test_written import BOTH, play
from tests.debate.writers import (
    CLOCKS,
    FLAW,
    GOOD_CON,
    GOOD_PRO,
    LIBRARY,
    MOTION,
    PREDICATE,
    REMEMBERED,
    SLEEP,
    STRANGERS,
    WHY_FLAWED,
    Verdict,
    change,
    list_prompts,
    make_format,
    make_source,
    open_stage,
    writer,
)

from foam.debate.document import compose_debate
from foam.debate.values import DebaterName
from foam.debate.views import FELL_BACK, LEFT_OUT, format_turn
from foam.job.acts import ActCount
from foam.job.job import replay
from foam.job.orders.debate import Without
from foam.job.waiting import complete
from foam.model.question import Write
from foam.model.scripted import ScriptedModel
from foam.paper import render

ACTS = ("debate/prepare", "debate/speech", "debate/judgement")
AGAIN = "acts/mend"
"""What is asked of parts of a speech that are written again."""
OFF_SIDE = change(GOOD_PRO, 2, text="With a clock beside the bed, nine of ten households are served; let it ring on.")


def list_asked(model: ScriptedModel) -> list[str]:
    return [call.question.template for call in model.calls]


def blame(**found: Any) -> Any:
    """An evaluator that finds this wrong with whatever speaks of ringing on."""

    def judged(part: str, text: str) -> Verdict:
        return found if "ring on" in text and part != "opening" else {}

    return judged


def test_a_turn_with_which_nothing_is_wrong_takes_three_requests() -> None:
    model = writer({"P1": [GOOD_PRO]})
    stage, ran = play(model, "P1")
    assert list_asked(model) == list(ACTS)
    turn = ran.view.turns[0]
    assert turn.accepted
    assert [one.move for one in turn.points] == ["argue", "argue"]
    assert ran.view.acts == ActCount(asked=3)
    assert complete(replay(stage.store, ran.run)) == ran.view


def test_a_draft_that_the_judge_sends_back_is_written_anew_with_the_complaint_and_the_draft() -> None:
    model = writer(
        {"P1": [OFF_SIDE, GOOD_PRO]}, judged=blame(fault="against its own side", why="It asks that the bell ring.")
    )
    stage, ran = play(model, "P1")
    assert list_asked(model) == [*ACTS, AGAIN], "four requests, and no more"
    (prompt,) = list_prompts(model, AGAIN)
    assert "points, entry 2: against its own side. It asks that the bell ring." in prompt
    assert "let it ring on" in prompt
    turn = ran.view.turns[0]
    assert turn.accepted
    assert "ring on" not in turn.text
    assert [attempt.judged.asked for attempt in turn.attempts] == [True, False]
    assert "written anew after a judgement, and not judged again" in format_turn(turn)
    assert "against its own side" in render(compose_debate(ran.view), "text"), "what was sent back is seen"
    assert complete(replay(stage.store, ran.run)) == ran.view


@pytest.mark.parametrize("criterion", ["stance", "relevance", "schemes"])
def test_a_no_to_the_whole_sends_a_draft_back_with_its_feedback(criterion: str) -> None:
    model = writer(
        {"P1": [OFF_SIDE, GOOD_PRO]}, judged=blame(**{criterion: "no", "feedback": "Argue the motion, by a cause."})
    )
    _, ran = play(model, "P1")
    assert f"{criterion}: Argue the motion, by a cause." in list_prompts(model, "debate/speech")[1]
    assert len(ran.view.turns[0].attempts) == 2


@pytest.mark.parametrize("fault", ["not borne out", "contradicted by what it cites", "against its own side"])
def test_a_part_that_comes_back_with_its_fault_is_left_out_and_the_rest_is_spoken(fault: str) -> None:
    model = writer({"P1": [OFF_SIDE]}, judged=blame(fault=fault, words="let it ring on"))
    _, ran = play(model, "P1")
    turn = ran.view.turns[0]
    assert [one.id for one in turn.points] == ["1.1"]
    assert "ring on" not in turn.text
    assert not turn.accepted
    assert any(note.startswith(LEFT_OUT) and "1.2" in note for note in turn.notes)


def test_an_answer_that_misses_its_point_is_no_answer_and_one_that_meets_a_part_says_so() -> None:
    for fault, missed, part in (("misses its point", ("1.1",), ()), ("meets it in part", (), ("1.1",))):

        def judged(name: str, text: str, fault: str = fault) -> Verdict:
            return {"fault": fault, "points": ("1.1",)} if name == "2.1" else {}

        _, ran = play(writer(BOTH, judged=judged), "P1", "C1")
        point = ran.view.turns[1].points[0]
        assert (point.missed, point.met_in_part) == (missed, part)
        assert ran.view.turns[1].accepted == (fault == "meets it in part")


def test_whoever_writes_again_is_told_what_meets_a_point_in_part_too() -> None:
    def judged(name: str, text: str) -> Verdict:
        if name == "2.1":
            return {"fault": "meets it in part", "points": ("1.1",), "why": "It leaves the broken night."}
        return {"fault": "against its own side"} if "ring on" in text else {}

    model = writer({"P1": [GOOD_PRO], "C1": [OFF_SIDE_CON, GOOD_CON]}, judged=judged)
    _, ran = play(model, "P1", "C1")
    (prompt,) = list_prompts(model, AGAIN)
    assert "points, entry 1: meets it in part (1.1). It leaves the broken night. It may stand so." in prompt
    assert ran.view.turns[1].points[0].met_in_part == ("1.1",), "nobody has judged that it meets more now"


def test_only_what_a_part_needs_is_sent_when_it_is_written_again() -> None:
    papers = [
        make_source(f"Paper {n} counts {n + 200} bells in {n + 300} towns.", "N. N.", "2001", "report")
        for n in range(30)
    ]
    model = writer({"P1": [OFF_SIDE, GOOD_PRO]}, judged=blame(fault="against its own side"))
    stage = open_stage(model, (*LIBRARY, *papers))
    stage.debate(stage.debate_spec(transcript=MOTION, format=make_format("P1"), wording="model", pace=200.0))
    whole, again = list_prompts(model, "debate/speech")[0], list_prompts(model, AGAIN)[0]
    offered = [len(re.findall(r"evidence id=s\d+ \w+>\n(?=\S)", prompt)) for prompt in (whole, again)]
    assert len(again) < len(whole) / 2
    assert "YOUR OWN POINTS SO FAR" not in again
    assert all(text in again for text in (SLEEP, CLOCKS)), "what the draft cites"
    assert offered[1] <= offered[0]


LONG_PRO = {
    **GOOD_PRO,
    "points": [
        *GOOD_PRO["points"],
        {
            "move": "weigh",
            "text": " ".join(f"Rest on the {n}th night counts for more than the habit of the hour." for n in range(10)),
        },
    ],
}


def test_a_draft_is_cut_to_its_length_before_it_is_judged() -> None:
    model = writer({"P1": [LONG_PRO, GOOD_PRO]})
    _, ran = play(model, "P1")
    judged = list_prompts(model, "debate/judgement")[0]
    assert "habit of the hour" not in judged
    assert GOOD_PRO["closing"] not in judged, "a closing sums up all the points, so that it goes first"
    assert "length: it has " in list_prompts(model, "debate/speech")[1]
    turn = ran.view.turns[0]
    assert turn.accepted
    assert turn.text.endswith(GOOD_PRO["closing"])


def test_no_closing_is_left_without_what_it_sums_up() -> None:
    _, cut = play(writer({"P1": [LONG_PRO]}), "P1")
    _, left_out = play(writer({"P1": [OFF_SIDE]}, judged=blame(fault="against its own side")), "P1")
    for ran, points in ((cut, 2), (left_out, 1)):
        turn = ran.view.turns[0]
        assert len(turn.points) == points
        assert GOOD_PRO["closing"] not in turn.text
        assert not turn.accepted
        assert turn.words <= turn.limit * 1.03


LIES: dict[str, dict[str, Any]] = {
    "a figure": {"text": "Of 120 sleepers, 97 woke when it struck."},
    "a name": {"text": "Professor Halloway counted 41 of 120 sleepers who woke."},
    "a quotation": {"text": 'Of 120 sleepers 41 woke, and "nobody ever slept again in that ward".'},
    "no evidence": {"cites": []},
    "a false claim": {"claim": "Of 120 sleepers 88 woke."},
}


@pytest.mark.parametrize("name", sorted(LIES))
def test_what_code_finds_wrong_goes_back_with_what_the_judge_says_and_is_left_out_if_it_stays(name: str) -> None:
    lying = change(GOOD_PRO, 1, **LIES[name])
    model = writer({"P1": [lying, GOOD_PRO]})
    _, ran = play(model, "P1")
    assert list_asked(model) == [*ACTS, AGAIN]
    assert "points, entry 1: " in list_prompts(model, AGAIN)[0]
    assert "1.1: " in list_prompts(model, "debate/judgement")[0], "whoever judges is told what code found"
    assert (ran.view.turns[0].accepted, len(ran.view.turns[0].points)) == (True, 2)
    _, ran = play(writer({"P1": [lying]}), "P1")
    turn = ran.view.turns[0]
    assert [one.evidence[0].text for one in turn.points] == [CLOCKS]
    assert any("1.1" in note for note in turn.notes)


def test_a_writer_says_in_a_field_what_it_concedes() -> None:
    conceding = change(GOOD_CON, 1, move="concede", answers=[], concedes=["1.1"], strikes="nothing")
    _, ran = play(writer({"P1": [GOOD_PRO], "C1": [conceding]}), "P1", "C1")
    point = ran.view.turns[1].points[0]
    assert (point.move, point.answers) == ("concede", ("1.1",))
    assert not any(one.dropped for one in ran.view.flow if one.point.id == "1.1")


def test_what_was_prepared_reaches_the_speech_and_stands_beside_it() -> None:
    model = writer(BOTH)
    _, ran = play(model, "P1", "C1")
    prepared = ran.view.turns[1].prepared
    assert prepared is not None
    assert [(one.kind, one.reasons, one.by) for one in prepared.loopholes] == [(FLAW, WHY_FLAWED, "scripted")]
    assert [one.says for one in prepared.predicates] == [PREDICATE]
    assert prepared.searches
    assert WHY_FLAWED in list_prompts(model, "debate/speech")[-1]
    assert "It wakes people." in list_prompts(model, "debate/prepare")[-1].partition("THEIR LAST SPEECH")[2]
    assert WHY_FLAWED in render(compose_debate(ran.view), "md")


def test_reciting_an_exemplar_is_measured_and_sent_back() -> None:
    model = writer({"P1": [change(GOOD_PRO, 1, text=f"{REMEMBERED} Of 120 sleepers 41 woke."), GOOD_PRO]})
    _, ran = play(model, "P1")
    assert "points, entry 1: repeats the words of a remembered argument" in list_prompts(model, AGAIN)[0]
    assert REMEMBERED not in ran.view.turns[0].text


@pytest.mark.parametrize("without", [one for one in get_args(Without) if one])
def test_each_part_that_is_taken_away_changes_a_request(without: str) -> None:
    def ask(part: str) -> list[str]:
        model = writer({"P1": [GOOD_PRO], "C1": [OFF_SIDE_CON, GOOD_CON]}, judged=blame(fault="overstated"))
        play(model, "P1", "C1", without=part)
        return [call.question.prompt + str(getattr(call.question, "fields", "")) for call in model.calls]

    assert ask(without) != ask("")


OFF_SIDE_CON = change(GOOD_CON, 2, text="When fog comes down, ferrymen find the landing by ear, so let it ring on.")


def test_a_memory_is_asked_for_the_move_that_is_needed_and_its_answers_reach_the_acts() -> None:
    class Remembering(FixedMemory):
        def __init__(self) -> None:
            super().__init__(REMEMBERED)
            self.asked: list[str] = []

        def find_moves(self, point: str, side: Any) -> Any:
            self.asked.append(point)
            return ()

    memory = Remembering()
    stage = open_stage(writer(BOTH))
    stage.memory = memory
    stage.debate(stage.debate_spec(transcript=MOTION, format=make_format("P1", "C1"), wording="model", pace=200.0))
    assert memory.asked == [point["text"] for point in GOOD_PRO["points"]], "by their points, not by the motion"


@pytest.mark.parametrize("debater", ["r-debater", "four-roles"])
def test_a_model_that_does_not_write_speaks_in_quotations_and_is_asked_nothing(debater: DebaterName) -> None:
    model = ScriptedModel()
    stage = open_stage(model)
    spec = stage.debate_spec(
        transcript=MOTION, format=make_format("P1", "C1"), wording="model", pace=200.0, pro=debater, con=debater
    )
    ran = stage.debate(spec)
    assert not model.calls
    for turn in ran.view.turns:
        assert turn.voice == "bounded"
        assert all(f"“{one.text}”" in turn.text for point in turn.points for one in point.evidence)
    assert complete(replay(stage.store, ran.run)) == ran.view


def test_what_fits_no_form_is_spoken_from_quotations_and_says_so() -> None:
    def crossed(question: Write) -> None:
        return None

    broken = {**GOOD_PRO, "points": [{**GOOD_PRO["points"][0], "cites": ["nowhere"]}]}
    _, ran = play(writer({"P1": [broken]}, crossed), "P1")
    turn = ran.view.turns[0]
    assert turn.notes[0] == FELL_BACK
    assert {one.text for point in turn.points for one in point.evidence} <= {SLEEP, CLOCKS, STRANGERS}
