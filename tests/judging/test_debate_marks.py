"""InspireScore, facts and Debatrix."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.debate.stage import MOTION, Stage, agreeable
from tests.deliberation.table import NOON

from foam.debate.language import split_utterance
from foam.debate.transcript import Transcript, Utterance
from foam.debate.transcripts import read_transcript
from foam.debate.transcripts.cleaning import clean_turns
from foam.job.job import RunResult, replay, run
from foam.job.waiting import complete
from foam.judging.debates.controls import MEANINGS, DebateControl, scramble_words
from foam.judging.debates.debatrix import Compared, Judgement, Outcome
from foam.judging.debates.facts import atomic_claims, bears_on
from foam.judging.debates.inspire import Inspired, inspire_score, side_means
from foam.judging.debates.job import DebateEvaluation, DebateEvaluationSpec, evaluate_debate, foresee_questions
from foam.judging.debates.printed import average_side
from foam.judging.debates.reading import leave_out_repeats, list_stated, measure_breadth
from foam.judging.debates.views import blocks, compose_evaluation
from foam.model.embedded.model import EmbeddedModel
from foam.model.question import Answer, Choose, Chosen, Label, Labelled, Score, Scored
from foam.model.scripted import Call, Said, Script, ScriptedModel
from foam.paper import render, to_terminal

PRINTED = (
    (0.757, 0.940, 0.226, 0.641),
    (0.761, 0.939, 0.609, 0.770),
    (0.821, 0.913, 0.631, 0.783),
    (0.842, 0.997, 0.627, 0.822),
    (0.783, 0.877, 0.158, 0.591),
    (0.732, 0.927, 0.582, 0.747),
    (0.837, 0.893, 0.590, 0.773),
    (0.866, 0.997, 0.594, 0.819),
    (0.780, 0.971, 0.190, 0.647),
    (0.772, 0.960, 0.567, 0.766),
    (0.765, 0.917, 0.618, 0.767),
    (0.789, 0.985, 0.701, 0.830),
    (0.841, 0.954, 0.700, 0.831),
    (0.773, 0.917, 0.640, 0.776),
    (0.735, 0.875, 0.672, 0.761),
    (0.371, 0.683, 0.531, 0.528),
)
"""Tables 1 and 5 of the paper: subjective, logic, fact, InspireScore."""

DEBATE = Transcript(
    motion=MOTION,
    utterances=(
        Utterance(speaker="P1", side="pro", text="Free buses help the poor because fares hurt them. Riders gain time."),
        Utterance(speaker="C1", side="con", text="Free buses cost the town too much. Taxes must rise for them."),
        Utterance(speaker="P2", side="pro", text="The levy pays for the buses in every town that tried it."),
    ),
)


def evaluated(
    stage: Stage, transcript: Transcript = DEBATE, methods: tuple[str, ...] = ("inspire", "debatrix")
) -> RunResult[DebateEvaluation]:
    spec = DebateEvaluationSpec.model_validate({**stage.tools.describe(), "transcript": transcript, "methods": methods})
    return asyncio.run(run(evaluate_debate, spec, stage.tools, store=stage.store, clock=lambda: NOON))


def judge_alone(text: str) -> Inspired:
    said = Transcript(motion=MOTION, utterances=(Utterance(speaker="P", side="pro", text=text),))
    (mark,) = evaluated(Stage(ScriptedModel(agreeable)), said, ("inspire",)).view.inspire
    return mark


def test_the_mean_gives_the_papers_printed_scores_but_for_three_misprints() -> None:
    off = [row for row in PRINTED if abs(inspire_score(*row[:3]) - row[3]) > 0.001]
    assert len(PRINTED) - len(off) >= 13
    assert [row[3] for row in off] == [0.783, 0.591, 0.830]


def always_first(call: Call) -> Said | None:
    match call.question:
        case Choose(template="debate/winner") as question:
            return Chosen(ids=(question.options[0].id,))
        case _:
            return agreeable(call)


def test_a_judge_that_prefers_whoever_stands_first_ends_in_ties() -> None:
    judged = evaluated(Stage(ScriptedModel(always_first))).view.debatrix
    assert judged is not None
    for one in (*judged.dimensions, judged.overall):
        asked = one.dimension != "Source"  # whose citations resolve is counted, and here nobody cites
        assert (one.pro_first, one.con_first, one.outcome) == (("pro", "con", "tie") if asked else ("tie",) * 3)
        assert (one.points("pro"), one.points("con")) == (1, 1)
    assert judged.winner == "tie"


def test_a_judge_that_keeps_to_its_choice_in_both_orders_names_a_winner() -> None:
    def says(call: Call) -> Said | None:
        if isinstance(call.question, Choose) and call.question.template == "debate/winner":
            return Chosen(ids=("con",))
        return agreeable(call)

    judged = evaluated(Stage(ScriptedModel(says))).view.debatrix
    assert judged is not None
    assert judged.winner == "con"
    assert [one.points("con") for one in judged.dimensions] == [2, 1, 2]
    assert {one.points("pro") + one.points("con") for one in judged.dimensions} == {2}


def compared(weight: int, outcome: Outcome) -> Compared:
    return Compared(dimension="x", weight=weight, pro_first=outcome, con_first=outcome, marks={"pro": 5, "con": 5})


@pytest.mark.parametrize(
    ("outcomes", "overall", "winner"),
    [
        (("pro", "con", "tie"), "con", "pro"),
        (("pro", "con", "con"), "tie", "con"),
        (("tie", "con", "pro"), "pro", "pro"),
        (("tie", "tie", "tie"), "tie", "tie"),
    ],
)
def test_the_heavier_dimensions_decide_and_a_draw_goes_to_the_overall(
    outcomes: tuple[Outcome, ...], overall: Outcome, winner: Outcome
) -> None:
    dimensions = tuple(compared(weight, one) for weight, one in zip((3, 2, 2), outcomes, strict=True))
    assert Judgement(dimensions=dimensions, overall=compared(0, overall)).winner == winner


def test_each_speech_is_read_with_what_was_noted_before_it() -> None:
    model = ScriptedModel(agreeable)
    evaluated(Stage(model), methods=("debatrix",))
    analyses = [call.question for call in model.calls if call.question.template == "debate/analysis"]
    third = [question for question in analyses if "(3)" in question.prompt]
    assert len(analyses) == 9
    assert all("speech 1 (pro): Free buses help the poor" in question.prompt for question in third)
    assert all("speech 2 (con): Free buses cost the town" in question.prompt for question in third)


def test_a_mark_is_given_with_the_speech_in_sight_and_for_sources_with_what_it_cites() -> None:
    model = ScriptedModel(agreeable)
    first, *rest = DEBATE.utterances
    cited = "Brandt 2020: Of 120 riders 41 gained time."
    transcript = DEBATE.model_copy(update={"utterances": (first.model_copy(update={"cited": (cited,)}), *rest)})
    evaluated(Stage(model), transcript, ("debatrix",))
    marks = [call.question for call in model.calls if call.question.template == "debate/mark"]
    of_first = [question for question in marks if "by pro (1)" in question.prompt]
    assert all(first.text in question.prompt for question in of_first)
    assert ["dimension, Source" in question.prompt for question in of_first if cited in question.prompt] == [True]


def test_a_question_in_cross_examination_is_not_marked_as_a_speech() -> None:
    model = ScriptedModel(agreeable)
    asked = Utterance(speaker="C1", side="con", text="Who pays for all of these buses?", kind="question")
    transcript = DEBATE.model_copy(update={"utterances": (*DEBATE.utterances, asked)})
    view = evaluated(Stage(model), transcript, ("debatrix",)).view
    assert view.debatrix is not None
    assert {note.turn for one in view.debatrix.dimensions for note in one.noted} == {0, 1, 2}
    assert not [call for call in model.calls if "con (4)" in getattr(call.question, "prompt", "")]


def test_a_debate_of_one_side_is_marked_and_says_why_it_has_no_winner() -> None:
    alone = DEBATE.model_copy(update={"utterances": DEBATE.of("pro")})
    view = evaluated(Stage(), alone).view
    assert len(view.inspire) == 2
    assert view.debatrix is None
    assert "nobody to compare" in view.skipped["debatrix"]
    assert "left out" in to_terminal(blocks(view))


def test_an_evaluation_replays_from_the_record() -> None:
    stage = Stage()
    ran = evaluated(stage)
    assert complete(replay(stage.store, ran.run)) == ran.view


def test_facts_are_held_against_the_library_with_pointers() -> None:
    stage = Stage()
    sentence = next(p for p in stage.corpus.find("free transport riders", limit=5) if len(p.text.split()) > 8)
    changed = "In 1931 " + " ".join(sentence.text.rstrip(".").split()[6::-1]).lower() + "."
    text = f"“{sentence.text}” (Someone 2020)\n{changed}\n14 dragons guard the depots at night in winter."

    def says(call: Call) -> Said | None:
        if isinstance(call.question, Label) and call.question.template == "debate/fact":
            return Labelled(label="contradicts")
        return agreeable(call)

    stage = Stage(ScriptedModel(says))
    said = Transcript(motion=MOTION, utterances=(Utterance(speaker="P", side="pro", text=text),))
    view = evaluated(stage, said, ("inspire",)).view
    (mark,) = view.inspire
    quoted, turned, dragons = mark.facts
    shown = render(compose_evaluation(view), "md").replace("\\", "")
    assert turned.pointer is not None
    assert f"| 1 (pro) | {turned.claim} | refuted | {turned.pointer.brief()} |" in shown
    assert f"| 1 (pro) | {dragons.claim} | not found |" in shown
    assert f"| {quoted.claim} |" not in shown
    assert (quoted.verdict, quoted.pointer, quoted.by) == ("supported", sentence.pointer, "code")
    assert (turned.verdict, turned.by) == ("refuted", "scripted")
    assert (dragons.verdict, dragons.pointer) == ("not found", None)
    assert mark.dimensions[2] == pytest.approx(1 / 3 * measure_breadth(1))


@pytest.mark.parametrize("reasons", ["", "It says the opposite."])
def test_what_a_speech_cites_refutes_it_only_where_a_judge_says_why(reasons: str) -> None:
    sentence = next(p for p in Stage().corpus.find("free transport riders", limit=5) if len(p.text.split()) > 8)
    turned = "In 1931 " + " ".join(sentence.text.rstrip(".").split()[::-1]).lower() + "."

    def says(call: Call) -> Said | None:
        question = call.question
        if isinstance(question, Label) and question.template == "debate/fact":
            label = "contradicts" if sentence.text in question.prompt else "neither"
            return Answer(reply=Labelled(label=label), method="scripted", reasons=reasons)
        return agreeable(call)

    said = Utterance(speaker="P", side="pro", text=turned, cited=(f"Someone 2020: {sentence.text}",))
    view = evaluated(Stage(ScriptedModel(says)), Transcript(motion=MOTION, utterances=(said,)), ("inspire",)).view
    (fact,) = view.inspire[0].facts
    assert fact.verdict == ("refuted" if reasons else "not found")


def test_a_winner_against_the_judges_own_marks_is_a_tie_and_told() -> None:
    against = compared(3, "pro").model_copy(update={"dimension": "Argument", "marks": {"pro": 1.4, "con": 2.8}})
    with_them = against.model_copy(update={"dimension": "Source", "pro_first": "con", "con_first": "con"})
    view = evaluated(Stage()).view
    assert "Counted as a tie" not in render(compose_evaluation(view), "md")
    assert (against.outcome, with_them.outcome) == ("tie", "con")
    assert against.model_copy(update={"marks": {"pro": 2.5, "con": 2.8}}).outcome == "pro", "not clearly lower"
    empty = against.model_copy(update={"marks": {"pro": 1.0, "con": 1.0}})
    assert empty.outcome == "tie", "neither side says anything for itself"
    nothing = view.model_copy(update={"debatrix": Judgement(dimensions=(empty,), overall=compared(0, "tie"))})
    assert "nothing was found that either side says for itself" in render(compose_evaluation(nothing), "md")
    judged = view.model_copy(
        update={"debatrix": Judgement(dimensions=(against, with_them), overall=compared(0, "tie"))}
    )
    shown = render(compose_evaluation(judged), "md")
    assert "Counted as a tie, because the judge prefers the side whose mark is clearly lower: Argument (pro)." in shown


def test_a_sentence_that_shares_too_little_is_not_shown_to_a_model() -> None:
    assert bears_on("Free buses fill quickly in towns.", "Free buses fill up.")
    assert not bears_on("The budget has a hole.", "The military budget funds useless projects abroad.")
    assert not bears_on("No other measure helps us.", "Other nations would invade us without defence.")
    assert not bears_on("Anything.", "It is so.")


def test_what_the_library_does_not_speak_of_is_not_found() -> None:
    def says(call: Call) -> Said | None:
        if isinstance(call.question, Label) and call.question.template == "debate/fact":
            return Labelled(label="neither")
        return agreeable(call)

    told = "Free buses carried 40 riders in Brook last May. 90 riders of the free buses gained time."
    said = Transcript(motion=MOTION, utterances=(Utterance(speaker="P", side="pro", text=told),))
    view = evaluated(Stage(ScriptedModel(says)), said, ("inspire",)).view
    marks = view.inspire
    shown = render(compose_evaluation(view), "md")
    assert "The library speaks of none of them" in shown
    assert "| not found |" not in shown
    assert {fact.verdict for mark in marks for fact in mark.facts} == {"not found"}
    assert {mark.dimensions[2] for mark in marks} == {0.0}


def test_claims_are_quotations_and_what_has_a_figure_a_date_or_a_name() -> None:
    text = (
        "Is it 40 or 50 of them? “Buses carried many thousand people last year.” (Orlo 2020) Yes. "
        "The depot of Orlo stands by the old mill. It carried 40 riders in the first week."
    )
    assert atomic_claims("We are right, and they are not. It is clear to anybody who has seen a bus.") == ()
    assert atomic_claims(text) == (
        "Buses carried many thousand people last year.",
        "The depot of Orlo stands by the old mill.",
        "It carried 40 riders in the first week.",
    )


@pytest.mark.parametrize(("figure", "verdict"), [("7", "supported"), ("8371", "not found")])
def test_a_claim_is_borne_out_only_where_its_figures_stand(figure: str, verdict: str) -> None:
    near = Stage().corpus.find("7 percent of additional bus trips replaced a car trip", limit=1)
    told = near[0].text.replace(" 7 percent", f" {figure} percent")
    mark = judge_alone(f"We have read that {told[0].lower()}{told[1:]}")
    assert f"{figure} percent" in told
    assert [fact.verdict for fact in mark.facts] == [verdict], "the judge says yes to both"


def test_a_contradiction_in_a_speech_halves_its_logic() -> None:
    def says(call: Call) -> Said | None:
        return Scored(score=0.8) if isinstance(call.question, Score) else agreeable(call)

    bad = "Free buses are cheap for towns. Free buses are expensive for towns."
    said = Transcript(motion=MOTION, utterances=(Utterance(speaker="P", side="pro", text=bad),))
    (mark,) = evaluated(Stage(ScriptedModel(says)), said, ("inspire",)).view.inspire
    assert mark.dimensions[1] == pytest.approx(0.8 / 2 * measure_breadth(2))
    assert mark.flaws[0].kind == "contradiction"
    means = side_means((mark,), "pro")
    assert means is not None
    assert means[3] == pytest.approx(inspire_score(*mark.dimensions))
    assert side_means((mark,), "con") is None


def test_claims_that_speak_for_the_other_side_cost_logic() -> None:
    def says(call: Call) -> Said | None:
        if isinstance(call.question, Label) and call.question.template == "debate/stance":
            return Labelled(label="contradicts" if "cost" in call.question.text else "supports")
        return agreeable(call)

    text = "Free buses cost towns too much money. Riders gain an hour every week."
    said = Transcript(motion=MOTION, utterances=(Utterance(speaker="P", side="pro", text=text),))
    (mark,) = evaluated(Stage(ScriptedModel(says)), said, ("inspire",)).view.inspire
    assert mark.consistency == 0.5
    assert mark.dimensions[1] == pytest.approx(0.5 * 0.5 * measure_breadth(1))


@pytest.mark.data
def test_the_debatrix_sample_ends_in_ties_under_a_judge_that_prefers_the_first(shared_data: Path) -> None:
    judged = evaluated(Stage(ScriptedModel(always_first)), sample(shared_data), ("debatrix",)).view.debatrix
    assert judged is not None
    assert {one.outcome for one in (*judged.dimensions, judged.overall)} == {"tie"}


@pytest.mark.data
@pytest.mark.embedded
def test_the_debatrix_sample_is_judged_end_to_end_by_the_embedded_model(
    shared_data: Path, embedded: EmbeddedModel
) -> None:
    """Each speech is cut to its beginning, since reading takes the time."""
    found = sample(shared_data)
    short = tuple(one.model_copy(update={"text": " ".join(one.text.split()[:60])}) for one in found.utterances)
    debate = found.model_copy(update={"utterances": short})
    judged = evaluated(Stage(embedded), debate, ("debatrix",)).view.debatrix
    assert judged is not None
    assert judged.winner in ("pro", "con", "tie")
    assert [len(one.noted) for one in judged.dimensions] == [8, 8, 8]
    assert all(one.pro_first == one.con_first for one in judged.dimensions)


def sample(shared_data: Path) -> Transcript:
    found = read_transcript(shared_data / "debatrix" / "example" / "speech" / "debateart_0466.yml")
    return found.model_copy(update={"utterances": clean_turns(found.utterances).utterances, "source": ""})


GOOD = (
    "Free buses help the poor, because fares take a large part of a small income. Children ride to school alone where "
    "buses cost nothing. Towns that made buses free filled empty seats at little cost."
)
AGAINST = (
    "Free buses harm the towns that run them, because fares pay for drivers. Buses without fares should be refused. "
    "Towns that gave up fares cut their lines within two years."
)


def test_the_questions_foreseen_hold_those_that_are_asked() -> None:
    for controls in (False, True):
        said = Transcript(
            motion=MOTION,
            utterances=(
                Utterance(speaker="P", side="pro", text=GOOD),
                Utterance(speaker="C", side="con", text=AGAINST),
            ),
        )
        stage = Stage(ScriptedModel(agreeable))
        fields = {**stage.tools.describe(), "transcript": said, "controls": controls}
        spec = DebateEvaluationSpec.model_validate(fields)
        ran = asyncio.run(run(evaluate_debate, spec, stage.tools, store=stage.store, clock=lambda: NOON))
        least, most = foresee_questions(said, spec.methods, controls=controls)
        assert ran.asked <= most
        assert controls or least <= ran.asked
        assert bool(ran.view.controls) is controls


@pytest.mark.embedded
def test_the_embedded_model_tells_a_speech_from_all_but_assertions_and_gives_no_mark(embedded: EmbeddedModel) -> None:
    said = Transcript(
        motion=MOTION,
        utterances=(
            Utterance(speaker="P", side="pro", text=GOOD),
            Utterance(speaker="C", side="con", text=AGAINST),
        ),
    )
    stage = Stage(embedded)
    fields = {**stage.tools.describe(), "transcript": said, "methods": ("inspire",), "controls": True}
    spec = DebateEvaluationSpec.model_validate(fields)
    found = asyncio.run(run(evaluate_debate, spec, stage.tools, store=stage.store, clock=lambda: NOON)).view
    assert {(one.side, one.name) for one in found.controls} == {
        (side, name) for side in ("pro", "con") for name in MEANINGS
    }
    assert {one.name for one in found.controls if one.level} == {"assertions"}
    assert (
        found.withheld
        == "Not marked: the judge does not tell a speech from assertions (its position and bare assertions)."
    )


def reading(call: Call) -> Said | None:
    """A judge that can tell: reasons are what it scores, and only the speaker's own side is a speech for it."""
    question = call.question
    if isinstance(question, Score) and "\nSpeech:" in question.prompt:
        said = question.prompt.partition("\nSpeech:")[2]
        return Scored(score=0.9 if "because" in said else 0.2)
    if isinstance(question, Label) and question.template == "debate/stance":
        speaks_for = question.text in AGAINST if "should not" in question.statement else question.text in GOOD
        return Labelled(label="supports" if speaks_for else "contradicts")
    if isinstance(question, Score):
        return Scored(score=9.0 if "because" in question.prompt else 2.0)
    return agreeable(call)


def tried(script: Script) -> DebateEvaluation:
    """The marks of a debate by this judge, with its controls."""
    own = (Utterance(speaker="P", side="pro", text=GOOD), Utterance(speaker="C", side="con", text=AGAINST))
    stage = Stage(ScriptedModel(script))
    fields = {**stage.tools.describe(), "transcript": Transcript(motion=MOTION, utterances=own), "controls": True}
    spec = DebateEvaluationSpec.model_validate(fields)
    return asyncio.run(run(evaluate_debate, spec, stage.tools, store=stage.store, clock=lambda: NOON)).view


def test_assertions_have_no_logic_for_a_judge_that_reads_reasons_and_another_gives_no_mark() -> None:
    found = tried(reading)
    for one in found.controls:
        if one.name in ("gibberish", "parrot", "assertions"):
            assert one.marks["logic"] < 0.5 * one.good["logic"], one.describe()
    assert "assertions" in tried(agreeable).withheld, "whoever gives everything the highest mark cannot tell"
    assert tried(agreeable).withheld.startswith("Not marked: the judge does not tell a speech from")


def test_what_comes_near_a_speech_is_as_good_and_assertions_need_half_of_its_logic() -> None:
    good = {"subjective": 0.8, "logic": 0.8, "Argument": 9.0}
    near = DebateControl(name="assertions", side="pro", turn=0, good=good, marks=good)
    above, below = (
        {"subjective": 0.73, "logic": 0.41, "Argument": 8.3},
        {"subjective": 0.71, "logic": 0.39, "Argument": 8.1},
    )
    assert near.model_copy(update={"marks": above}).level == ("subjective", "logic", "Argument")
    assert near.model_copy(update={"marks": below}).level == ()
    off_side = near.model_copy(update={"name": "off side", "marks": {"subjective": 0.1, "logic": 0.6, "Argument": 1.0}})
    assert off_side.level == (), "the other side's speech has reasons, for the other side"


def test_as_printed_a_perfect_judge_reaches_the_papers_range_and_nothing_weighs_its_marks() -> None:
    stage = Stage(ScriptedModel(agreeable))
    fields = {**stage.tools.describe(), "transcript": DEBATE, "methods": ("inspire",), "as_printed": True}
    ran = asyncio.run(
        run(
            evaluate_debate,
            DebateEvaluationSpec.model_validate(fields),
            stage.tools,
            store=stage.store,
            clock=lambda: NOON,
        )
    )
    assert {one.dimensions for one in ran.view.printed} == {(1.0, 1.0, 1.0)}
    assert average_side(ran.view.printed, "pro") == (1.0, 1.0, 1.0, 1.0)
    assert max(row[1] for row in PRINTED) < 1.0
    assert all(mark.score < 0.7 for mark in ran.view.inspire), "ours weighs the same judge's marks"
    shown = render(compose_evaluation(ran.view), "md")
    assert "InspireScore as the paper prints it" in shown
    assert "| pro | 1.000 | 1.000 | 1.000 | 1.000 |" in shown
    least, most = foresee_questions(DEBATE, ("inspire",), controls=False, as_printed=True)
    assert least <= ran.asked <= most


def test_a_sentence_of_shuffled_words_states_nothing() -> None:
    for text in (GOOD, AGAINST):
        assert len(list_stated(text)) == 3
        assert len(list_stated(scramble_words(text))) <= 1
    assert len(list_stated("we ask for buses. they are late in the London rain.")) == 2, "careless spelling is no fault"


def test_one_sentence_over_and_over_counts_once_and_its_repeats_for_nothing() -> None:
    one = split_utterance(GOOD)[0]
    varied = " ".join(f"{word} {one[0].lower()}{one[1:]}" for word in ("Indeed,", "Again,", "Truly,"))
    texts = (GOOD, " ".join([one] * 30), f"{one} {varied}")
    good, parrot, changed = (judge_alone(text) for text in texts)
    assert (good.reading.readable, parrot.reading.readable, changed.reading.readable) == (1.0, 1 / 30, 1 / 4)
    assert parrot.score < good.score / 10
    assert "1 of 30 sentences state something (29 repeat another)" in parrot.reading.describe()
    assert "repeat" not in good.reading.describe()


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Free buses filled up in the town of Brook.", "Free buses never filled up in the town of Brook."),
        ("Free buses gained 40 riders in the town.", "Free buses gained 14 riders in the town."),
        ("The ban on cars is fair to riders.", "The ban on cars is cheap for towns."),
    ],
)
def test_what_denies_counts_otherwise_or_says_another_thing_is_no_repeat(first: str, second: str) -> None:
    assert leave_out_repeats((first, second, first)) == (first, second)


def test_a_dimension_that_code_counts_is_level_only_where_the_speech_has_something_there() -> None:
    good = {"logic": 0.0, "fact": 0.0, "Source": 1.0}
    control = DebateControl(name="parrot", side="pro", turn=0, good=good, marks=good)
    assert control.level == ("logic",), "a judge that marks everything lowest cannot tell"
    cited = control.model_copy(update={"good": {**good, "Source": 4.0}, "marks": {**good, "Source": 4.0}})
    assert cited.level == ("logic", "Source")


def test_a_control_says_which_dimensions_the_speech_gave_it_nothing_to_try_by() -> None:
    good = {"logic": 0.5, "fact": 0.0, "Source": 1.0}
    control = DebateControl(name="parrot", side="pro", turn=0, good=good, marks={**good, "logic": 0.1})
    assert control.untried == ("fact", "Source")
    assert "not tried by fact and Source" in control.describe()
    assert "not tried" not in control.model_copy(update={"good": {"logic": 1.0, "fact": 0.5, "Source": 3.0}}).describe()


def test_a_speech_of_shuffled_words_states_nothing_and_has_nothing_to_check() -> None:
    sentences = ("the of are buses with and rise. ", "Fares a the should from hurt. ", "Riders gain time every week. ")
    text = "".join(sentences)
    assert list_stated(text) == (), "two of three stand in no order: the third does by chance"
    assert len(list_stated(sentences[0] + 9 * sentences[2] + GOOD)) == 4, "a slip of the pen is no gibberish"
    said = Transcript(motion=MOTION, utterances=(Utterance(speaker="P", side="pro", text=text),))
    (mark,) = evaluated(Stage(ScriptedModel(agreeable)), said, ("inspire",)).view.inspire
    assert (mark.facts, mark.dimensions[2]) == ((), 0.0)
