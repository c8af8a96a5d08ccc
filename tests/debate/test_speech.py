"""One turn: drafted, judged, revised; drift is caught, quotations need a pointer, memory is not recited."""

from __future__ import annotations

from typing import Any

import pytest
from tests.debate.stage import MOTION, FixedMemory, Stage, agreeable

from foam.debate.floor import read_turns
from foam.debate.rounds.job import make_next_format
from foam.debate.speech.overlap import BOUND, measure_overlap
from foam.debate.stance import speaks_against
from foam.debate.transcript import Side, Transcript, Utterance
from foam.debate.values import SpeechTurn
from foam.model.embedded.model import EmbeddedModel
from foam.model.question import Choose, Chosen, Label, Labelled, Score, Scored, Write, Written
from foam.model.scripted import Call, Said, ScriptedModel
from foam.record.graph import require_entry

OFF_SIDE = "Free public transport is a waste of money, and it harms the riders: keep the fares."
OUTRIGHT = "We say that cities should not make public transport free."
ON_SIDE = "Cities should make public transport free, because it helps everybody who rides."
HEARD = Transcript(
    motion=MOTION,
    utterances=(
        Utterance(speaker="P1", side="pro", text="Fares keep poor people at home. Free buses reduce traffic in towns."),
        Utterance(
            speaker="C1",
            side="con",
            text="Free buses reduce traffic in towns, they say. Free buses do not reduce crowding. "
            "Free buses reduce crowding. Either we fix the roads or the city dies.",
        ),
    ),
)


def in_words(text: str) -> Any:
    """A writer that fills every field with the same words, within its limit."""

    def fill(question: Write) -> Written:
        return Written(fields={f.name: " ".join(text.split()[: f.max_words]) for f in question.texts})

    return fill


def spoken(stage: Stage, side: Side = "pro", **more: Any) -> SpeechTurn:
    spec = stage.debate_spec(transcript=HEARD, format=make_next_format(HEARD, side, minutes=1.0), pace=300.0, **more)
    return stage.debate(spec).view.turns[-1]


def drifter(*, stubborn: bool) -> ScriptedModel:
    """Writes for the other side at first, or always; its judge goes by the word `waste`."""

    def says(call: Call) -> Said | None:
        match call.question:
            case Write(template="debate/words") as question:
                drifts = stubborn or "this is your first draft" in question.prompt
                said: Written = in_words(OFF_SIDE if drifts else ON_SIDE)(question)
                return said
            case Label(template="debate/stance") as question:
                return Labelled(label="contradicts" if "waste" in question.text else "supports")
            case _:
                return agreeable(call)

    return ScriptedModel(says)


def test_drift_to_the_other_side_is_caught_and_the_accepted_utterance_is_on_side() -> None:
    turn = spoken(Stage(drifter(stubborn=False)), wording="model")
    first, last = turn.attempts
    assert "stance" not in first.judged.met
    assert "against your own position" in first.judged.feedback[0]
    assert turn.accepted
    assert last.judged.feedback == ()
    assert OFF_SIDE not in turn.text
    assert ON_SIDE in turn.text


def test_the_other_sides_position_stated_outright_is_caught_by_code_whatever_the_judge_says() -> None:
    def says(call: Call) -> Said | None:
        match call.question:
            case Write(template="debate/words") as question:
                first = "this is your first draft" in question.prompt
                said: Written = in_words(OUTRIGHT if first else ON_SIDE)(question)
                return said
            case _:
                return agreeable(call)

    turn = spoken(Stage(ScriptedModel(says)), wording="model")
    assert "contradicts" in turn.attempts[0].judged.stances.values()
    assert turn.accepted
    assert OUTRIGHT not in turn.text


def test_points_judged_off_side_at_the_limit_are_left_out_as_long_as_some_remain() -> None:
    seen: list[str] = []

    def says(call: Call) -> Said | None:
        if isinstance(call.question, Label) and call.question.template == "debate/stance":
            seen.append(call.question.text)
            return Labelled(label="contradicts" if call.question.text == seen[0] else "supports")
        return agreeable(call)

    turn = spoken(Stage(ScriptedModel(says)), attempts=1)
    assert not turn.accepted
    assert seen[0] not in turn.text
    assert "left out as off side" in turn.notes[-1]


def test_a_side_is_not_offered_sentences_that_state_the_other_position() -> None:
    positions: dict[Side, str] = {"pro": "Tea should be free.", "con": "Tea should not be free."}
    assert speaks_against("They hold that tea should not be free before noon.", positions, "pro")
    assert not speaks_against("They hold that tea should not be free before noon.", positions, "con")
    assert not speaks_against("Tea is free.", positions, "con")
    assert not speaks_against("Tea should be free; others say tea should not be free.", positions, "pro")


def test_a_stubborn_drifter_ends_at_the_limit_with_the_failure_recorded() -> None:
    stage = Stage(drifter(stubborn=True))
    spec = stage.debate_spec(
        transcript=HEARD, format=make_next_format(HEARD, "pro", minutes=1.0), wording="model", attempts=2
    )
    ran = stage.debate(spec)
    turn = ran.view.turns[-1]
    assert (turn.accepted, len(turn.attempts)) == (False, 2)
    kept = [require_entry(stage.store, key) for key in stage.store.members(ran.run)]
    spoken_entries = [entry.answer for entry in kept if entry.draft.kind == "spoken"]
    assert spoken_entries[-1]["accepted"] is False
    assert spoken_entries[-1]["attempts"][-1]["judged"]["feedback"]


@pytest.mark.embedded
def test_the_embedded_judge_catches_the_drift(embedded: EmbeddedModel) -> None:
    stage = Stage(drifter(stubborn=False))
    stage.models["judge"] = embedded
    turn = spoken(stage, wording="model")
    assert "contradicts" in turn.attempts[0].judged.stances.values()
    assert ON_SIDE in turn.text


def test_evidence_that_speaks_for_the_other_side_is_replaced() -> None:
    struck: list[str] = []

    def says(call: Call) -> Said | None:
        if isinstance(call.question, Label) and call.question.template == "debate/stance":
            if not struck or call.question.text in struck:
                struck.append(call.question.text)
                return Labelled(label="contradicts")
            return Labelled(label="supports")
        return agreeable(call)

    turn = spoken(Stage(ScriptedModel(says)))
    assert turn.accepted
    assert len(turn.attempts) == 2
    assert struck[0] in turn.attempts[0].text
    assert struck[0] not in turn.text


def test_a_quotation_without_a_source_is_sent_back() -> None:
    loose = 'The mayor said "nothing will ever be as cheap as this".'

    def says(call: Call) -> Said | None:
        if isinstance(call.question, Write) and call.question.template == "debate/words":
            said: Written = in_words(loose)(call.question)
            return said
        return agreeable(call)

    turn = spoken(Stage(ScriptedModel(says)), wording="model", attempts=1)
    assert not turn.accepted
    assert "has no source" in " ".join(turn.attempts[0].judged.feedback)


RECITED = "Buses that cost nothing fill within a week because nobody stops to count coins at the door any more."


def test_reciting_an_exemplar_is_measured_and_sent_back() -> None:
    def says(call: Call) -> Said | None:
        if isinstance(call.question, Write) and call.question.template == "debate/words":
            said: Written = in_words(RECITED)(call.question)
            return said
        return agreeable(call)

    stage = Stage(ScriptedModel(says))
    stage.memory = FixedMemory(RECITED, "Another one.")
    turn = spoken(stage, wording="model", attempts=1)
    assert turn.attempts[0].judged.overlap > BOUND
    assert "overlap" not in turn.attempts[0].judged.met
    assert not turn.accepted


def test_priors_and_exemplars_reach_the_writer_and_must_be_used() -> None:
    def says(call: Call) -> Said | None:
        match call.question:
            case Choose(template="debate/schemes"):
                return Chosen(ids=())
            case Write(template="debate/words") as question:
                said: Written = in_words("Trams glide by and people smile at them.")(question)
                return said
            case _:
                return agreeable(call)

    model = ScriptedModel(says)
    stage = Stage(model)
    stage.memory = FixedMemory(RECITED)
    turn = spoken(stage, wording="model", attempts=2)
    prompts = [call.question.prompt for call in model.calls if call.question.template == "debate/words"]
    assert all(RECITED in prompt for prompt in prompts)
    assert "argument from cause to effect" in prompts[1]
    assert not turn.accepted
    assert "schemes" not in turn.attempts[-1].judged.met


def test_overlap_counts_runs_of_words_in_both_languages() -> None:
    assert measure_overlap("one two three four five", ["zero one two three four"]) == 0.5
    assert measure_overlap("one two", ["one two"]) == 0.0
    assert measure_overlap("我们应该限制私家车", ["我们应该限制私家车"]) == 1.0


def test_signals_of_the_other_sides_flaws_reach_the_speech() -> None:
    turn = spoken(Stage(), side="pro")
    kinds = {flaw.kind: flaw.by for flaw in turn.prepared.loopholes} if turn.prepared else {}
    assert kinds["contradiction"] == "code"
    assert "Both cannot hold" in turn.text
    rebuttal = next(point for point in turn.points if point.move == "rebut")
    assert rebuttal.answers[0].startswith("2.")


def speak_after_rebuttal(side: Side) -> tuple[SpeechTurn, SpeechTurn]:
    """A speech that puts a flaw, and what one side says after it."""
    first = spoken(Stage(), side="pro")
    stage = Stage()
    spec = stage.debate_spec(
        transcript=HEARD,
        turns=(*read_turns(HEARD), first),
        format=make_next_format(HEARD, side, minutes=1.0),
        pace=300.0,
    )
    return first, stage.debate(spec).view.turns[-1]


def test_a_flaw_is_put_once() -> None:
    first, again = speak_after_rebuttal("pro")
    put = {point.words for point in first.points if point.move == "rebut"}
    assert put
    assert put.isdisjoint(point.words for point in again.points)


def test_what_throws_a_quotation_of_the_other_side_back_quotes_nothing_from_memory() -> None:
    _, turn = speak_after_rebuttal("con")
    assert any("‘" in point.words for point in turn.points)
    assert not [line for one in turn.attempts for line in one.judged.feedback if "has no source" in line]


@pytest.mark.parametrize(
    ("without", "missing"), [("logic", "debate/flaw"), ("schemes", "debate/keywords"), ("revision", "")]
)
def test_each_ablation_takes_one_part_away(without: str, missing: str) -> None:
    stage = Stage(drifter(stubborn=True))
    turn = spoken(stage, without=without, wording="model")
    asked = {call.question.template for call in stage.model.calls}  # type: ignore[attr-defined]
    assert missing not in asked
    assert turn.prepared is not None
    if without == "logic":
        assert turn.prepared.loopholes == ()
        assert "debate/predicates" not in asked
    if without == "schemes":
        assert turn.prepared.priors.schemes == {}
    assert len(turn.attempts) == (1 if without == "revision" else 3)


def test_an_irrelevant_draft_is_sent_back() -> None:
    def says(call: Call) -> Said | None:
        return Scored(score=0.0) if isinstance(call.question, Score) else agreeable(call)

    turn = spoken(Stage(ScriptedModel(says)), attempts=1)
    assert "relevance" not in turn.attempts[0].judged.met


@pytest.mark.parametrize("limit", [20, 60, 150, 400])
def test_a_speech_keeps_to_its_words_by_dropping_points(limit: int) -> None:
    stage = Stage()
    spec = stage.debate_spec(transcript=HEARD, format=make_next_format(HEARD, "con", minutes=1.0), pace=float(limit))
    turn = stage.debate(spec).view.turns[-1]
    assert turn.points
    assert turn.words <= limit or len(turn.points) == 1


def test_a_chinese_position_is_spoken_for_in_chinese() -> None:
    stage = Stage()
    heard = Transcript(motion="公交应该免费", pro="公交应该免费", con="公交不应该免费", utterances=())
    spec = stage.debate_spec(transcript=heard, format=make_next_format(heard, "con", minutes=1.0))
    turn = stage.debate(spec).view.turns[-1]
    assert turn.text.startswith("我方的立场是：公交不应该免费。")
    assert turn.text.endswith("我方的话到此为止：公交不应该免费。")
