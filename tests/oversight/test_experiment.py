"""The experiment: gold sets, the registered plan, the verification map, played cases, and the log that comes out."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import foam
from foam.errors import InputError, NotFound, SettingError
from foam.evidence.search.fake import HashingEmbedder
from foam.job.job import RunResult, replay, replay_digests
from foam.job.plan import register
from foam.job.session import Tools
from foam.job.waiting import complete
from foam.model.port import Model
from foam.model.question import Choose, Chosen
from foam.model.scripted import Call, ScriptedModel
from foam.oversight.estimation.shares import Resampling
from foam.oversight.estimation.summary import lines, summarise
from foam.oversight.experiment.gold import GoldCase, denial, gold_digest, other, read_gold, read_wice
from foam.oversight.experiment.plan import (
    ExperimentPlan,
    ModelJudge,
    RuleJudge,
    assign,
    draw_cases,
    list_cells,
    make_plan,
)
from foam.oversight.experiment.questions import (
    ALIKE,
    NEITHER,
    NONE_PASSED,
    attempt_question,
    bearing_question,
    judge_question,
    stance_question,
)
from foam.oversight.experiment.run import LOG_FILE, ExperimentLog, run_plan
from foam.oversight.experiment.verifier import contradicts, select_accepted, shortlist
from foam.oversight.log import Log, csv_text, read_log
from foam.oversight.setting import TieBreak
from foam.pack.prompts import measure_prompts
from foam.record.memory import MemoryStore
from foam.record.runs import compare_replay
from foam.record.store import Store

EMBEDDER = HashingEmbedder()
LOOSE: dict[str, Any] = {"relevance": (0.2,)}
BEARING: dict[str, Any] = {"verifier": ("bearing",)}


def case(number: int) -> GoldCase:
    """The source says what is affirmed, except for every third case, where it denies it."""
    negated = number % 3 == 0
    claim = f"Town {number} has closed its harbour to large ships"
    says = f"Town {number} has {'never ' if negated else ''}closed its harbour to large ships."
    return GoldCase(
        id=str(number),
        stratum="negated" if negated else "plain",
        affirmed=claim,
        denied=denial(claim),
        truth="denied" if negated else "affirmed",
        sentences=(says, "The weather in the region is mild all year.", "Fishing boats land their catch at dawn."),
    )


CASES = tuple(case(i) for i in range(60))


def _obedient(call: Call) -> Chosen | None:
    """Judges by length of the case (so by quotations), takes the affirmed stance, quotes the first sentence."""
    question = call.question
    assert isinstance(question, Choose)
    if question.template == "oversight/judge":
        return Chosen(ids=(max(question.options, key=lambda option: len(option.text)).id,))
    return Chosen(ids=(question.options[0].id,))


def _models(script: Any = _obedient) -> dict[str, Model]:
    model = ScriptedModel(script)
    return {"proposer": model, "critic": model, "evaluator": model, "judge": model}


def _run(
    plan: ExperimentPlan, folder: Path, *, store: Store | None = None, models: dict[str, Model] | None = None
) -> tuple[RunResult[ExperimentLog], Log]:
    tools = Tools(models=models or _models(), embedder=EMBEDDER)
    played = asyncio.run(run_plan(plan, CASES, folder, tools, store=store or MemoryStore()))
    return played, read_log(folder / LOG_FILE)


def test_arms_keep_their_shares_within_strata_and_depend_on_the_seed_alone() -> None:
    plan = make_plan(CASES, seed=4)
    arms = assign(plan, CASES)
    by_stratum = Counter((c.stratum, arm.protocol) for c, arm in zip(CASES, arms, strict=True))
    assert by_stratum == {
        ("plain", "debate"): 20,
        ("plain", "consultancy"): 20,
        ("negated", "debate"): 10,
        ("negated", "consultancy"): 10,
    }
    assert arms == assign(plan, CASES)
    assert arms != assign(plan.model_copy(update={"seed": 5}), CASES)


def test_the_verifier_reads_polarity_and_numbers_and_treats_both_sides_alike() -> None:
    assert not contradicts("The bridge opened in 1931", "The bridge opened in 1931.")
    assert contradicts("The bridge opened in 1938", "The bridge opened in 1931.")
    assert contradicts("The bridge opened", "The bridge never opened.")
    assert not contradicts("The bridge opened in 1931", "The bridge is long.")
    plain = CASES[1]
    places = shortlist(plain, EMBEDDER, 3)
    assert len(places) == 3
    for_it, against = (
        select_accepted(plain, answer, places, verifier="stance", least=0.2) for answer in ("affirmed", "denied")
    )
    assert set(for_it).isdisjoint(against)
    assert 0 in for_it
    loose = select_accepted(plain, "denied", places, verifier="relevance", least=0.2)
    assert set(loose) == set(for_it) | set(against)


@pytest.mark.parametrize("jury", [1, 3])
def test_a_log_is_computed_again_from_the_record_alone(tmp_path: Path, jury: int) -> None:
    store = MemoryStore()
    played, _ = _run(make_plan(CASES, seed=1, factors={**LOOSE, "panel": [[1] * jury]}), tmp_path, store=store)
    assert compare_replay(store, played.run, complete(replay_digests(store, played.run))).ok
    log: ExperimentLog = complete(replay(store, played.run))
    assert csv_text(list(log.rows)) == (tmp_path / LOG_FILE).read_text("utf-8")


def test_a_played_experiment_gives_a_log_that_the_estimators_read(tmp_path: Path) -> None:
    played, log = _run(make_plan(CASES, seed=1, factors=LOOSE), tmp_path)
    assert len(log) == 60
    assert played.asked > 0
    forced = log.assigned
    assert forced.sum() == 30
    assert (log.right[forced] == 0).all()
    chosen = ~forced
    assert (
        log.right[chosen] == [float(c.truth == "affirmed") for c, f in zip(CASES, forced, strict=True) if not f]
    ).all()
    true_evidence = log.e_p[(log.right == 1)]
    false_evidence = log.e_p[(log.right == 0)]
    assert true_evidence.mean() > 0.9
    assert false_evidence.mean() < 0.1
    debates = log.under("debate")
    assert (debates.correct == 1.0).all(), "the longer case is the one with quotations"


def test_the_same_plan_asks_nothing_twice_and_writes_the_same_log(tmp_path: Path) -> None:
    store, plan = MemoryStore(), make_plan(CASES, seed=2)
    first, _ = _run(plan, tmp_path / "a", store=store)
    before = (tmp_path / "a" / "log.csv").read_bytes()
    models = _models()
    again, _ = _run(plan, tmp_path / "a", store=store, models=models)
    assert (first.run, again.asked) == (again.run, 0)
    assert (tmp_path / "a" / "log.csv").read_bytes() == before
    scripted = models["judge"]
    assert isinstance(scripted, ScriptedModel)
    assert scripted.calls == []


def test_the_plan_is_on_disk_before_the_first_call(tmp_path: Path) -> None:
    seen: list[bool] = []

    def looking(call: Call) -> Chosen | None:
        seen.append((tmp_path / "plan.json").exists())
        return _obedient(call)

    _run(make_plan(CASES), tmp_path, models=_models(looking))
    assert seen
    assert all(seen)
    registered = json.loads((tmp_path / "plan.json").read_text("utf-8"))
    assert registered["digest"] == ExperimentPlan.model_validate(registered["plan"]).digest


def test_a_changed_plan_is_refused_where_another_is_registered(tmp_path: Path) -> None:
    register(make_plan(CASES, seed=1), tmp_path)
    with pytest.raises(InputError, match="seed differ"):
        register(make_plan(CASES, seed=2), tmp_path)
    (tmp_path / "plan.json").write_text("{}", "utf-8")
    with pytest.raises(InputError, match=r"plan\.json"):
        register(make_plan(CASES, seed=1), tmp_path)


def test_a_plan_for_other_cases_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="other cases"):
        _run(make_plan(CASES[:5]), tmp_path)


def test_rule_judges_and_juries_need_no_judging_model(tmp_path: Path) -> None:
    rule = RuleJudge(judge=TieBreak(b=0.0))
    models = _models()
    _, log = _run(make_plan(CASES, jury=[rule], factors={**LOOSE, "panel": [[1, 1, 1]]}), tmp_path, models=models)
    scripted = models["judge"]
    assert isinstance(scripted, ScriptedModel)
    assert all(call.question.template != "oversight/judge" for call in scripted.calls)
    ahead = log.lead > 0
    assert (log.endorsed == ahead).all()
    assert log.judges == ("3 x tie_break",)


def test_the_machinery_submits_what_passes_the_check(tmp_path: Path) -> None:
    models = _models()
    _, log = _run(make_plan(CASES, senders="machinery", factors=LOOSE), tmp_path, models=models)
    scripted = models["proposer"]
    assert isinstance(scripted, ScriptedModel)
    assert all(call.question.template != "oversight/attempt" for call in scripted.calls)
    assert (log.e_p[log.right == 1] == 1.0).all()


def test_an_even_jury_that_splits_is_undecided(tmp_path: Path) -> None:
    def first_listed(call: Call) -> Chosen:
        assert isinstance(call.question, Choose)
        return Chosen(ids=(call.question.options[0].id,))

    _, log = _run(make_plan(CASES, factors={"panel": [[1, 1]]}), tmp_path, models=_models(first_listed))
    assert (log.endorsed == 0.5).all(), "the two jurors see the sides in turn about"


def test_a_blind_judge_reads_no_roles_and_an_open_one_does(tmp_path: Path) -> None:
    prompts: list[Choose] = []

    def keep(call: Call) -> Chosen | None:
        if call.question.template == "oversight/judge" and isinstance(call.question, Choose):
            prompts.append(call.question)
        return _obedient(call)

    _run(make_plan(CASES), tmp_path, models=_models(keep))
    blind = [q for q in prompts if {o.id for o in q.options} == {"side1", "side2"}]
    told = [q for q in prompts if q not in blind]
    assert len(blind) == len(told) == 30
    assert all("proposer" not in q.prompt and "consultant" not in q.prompt for q in blind)
    assert {o.id for q in told for o in q.options} == {"proposer", "opponent", "consultant", "contrary"}
    places = Counter(q.options[0].id for q in told)
    assert min(places.values()) >= 3


def _keep_judged(kept: list[Choose], *, bearing: tuple[str, ...] = ()) -> Any:
    """A model whose evaluator accepts these ids, and whose judge says that it cannot tell where it may."""

    def answer(call: Call) -> Chosen | None:
        question = call.question
        assert isinstance(question, Choose)
        kept.append(question)
        if question.template == "oversight/bearing":
            return Chosen(ids=tuple(one.id for one in question.options if one.id in bearing))
        if question.template == "oversight/judge" and NEITHER in question.options:
            return Chosen(ids=(NEITHER.id,))
        return _obedient(call)

    return answer


@pytest.mark.parametrize(("bearing", "told"), [((), NONE_PASSED), (("s0",), ALIKE)])
def test_a_judge_whom_nothing_tells_the_sides_apart_may_say_so(
    tmp_path: Path, bearing: tuple[str, ...], told: str
) -> None:
    """In a debate that is undecided; a consultant for whom nothing passed is rejected."""
    kept: list[Choose] = []
    plan = make_plan(CASES, factors=BEARING, may_abstain=True)
    played, _ = _run(plan, tmp_path, models=_models(_keep_judged(kept, bearing=bearing)))
    rows = played.view.rows
    debates = [row for row in rows if row["protocol"] == "debate"]
    assert {row["label"] for row in debates} == {"undecided"}
    assert {row["votes"] for row in debates} == {"0.5/1"}
    rejected = [row["label"] != row["stance"] for row in rows if row["protocol"] == "consultancy"]
    assert all(rejected) == (not bearing)
    judged = [one for one in kept if one.template == "oversight/judge" and NEITHER in one.options]
    assert all(told in " ".join(one.prompt.split()) for one in judged)


def test_who_must_choose_is_told_that_nothing_passed(tmp_path: Path) -> None:
    kept: list[Choose] = []
    _, log = _run(make_plan(CASES, factors=BEARING), tmp_path, models=_models(_keep_judged(kept)))
    judged = [one for one in kept if one.template == "oversight/judge"]
    assert all(NONE_PASSED in one.prompt and NEITHER not in one.options for one in judged)
    assert 0.5 not in log.endorsed


def test_an_evaluator_reads_all_quotations_and_not_who_brought_them(tmp_path: Path) -> None:
    kept: list[Choose] = []
    played, _ = _run(make_plan(CASES, factors=BEARING), tmp_path, models=_models(_keep_judged(kept, bearing=("s0",))))
    asked = [one for one in kept if one.template == "oversight/bearing"]
    assert len(asked) == len(CASES)
    assert all(one.role == "evaluator" and one.at_least == 0 for one in asked)
    assert all(word not in one.prompt for one in asked for word in ("proposer", "consultant", "side1"))
    assert {row["v_p"] for row in played.view.rows} == {1}
    assert played.view.warnings == ()


def test_a_run_warns_where_the_check_lets_little_through(tmp_path: Path) -> None:
    played, _ = _run(make_plan(CASES, factors={"relevance": [1.0]}), tmp_path)
    accepted, submitted = played.view.passed
    assert (accepted, submitted) == (0, 90)
    assert "0 of 90" in played.view.warnings[0]


def test_a_blind_judge_of_a_consultancy_is_not_told_of_two_sides(tmp_path: Path) -> None:
    kept: list[Choose] = []
    _run(
        make_plan(CASES, factors={"protocol": ["consultancy"], "blinded": [True]}),
        tmp_path,
        models=_models(_keep_judged(kept)),
    )
    judged = [" ".join(one.prompt.split()) for one in kept if one.template == "oversight/judge"]
    assert len(judged) == len(CASES)
    assert all("Two sides disagree" not in one and "nobody argued for the other" in one for one in judged)


def test_who_chose_its_stance_read_all_that_may_be_quoted_and_is_not_told_that_it_must(tmp_path: Path) -> None:
    kept: list[Choose] = []
    cases = tuple(
        one.model_copy(update={"sentences": (*one.sentences, "It is far.", "The quay is old.")}) for one in CASES
    )
    plan = make_plan(cases, factors={"stance": ["open"], "protocol": ["consultancy"]})
    tools = Tools(models=_models(_keep_judged(kept)), embedder=EMBEDDER)
    asyncio.run(run_plan(plan, cases, tmp_path, tools, store=MemoryStore()))
    chosen = [one for one in kept if one.template == "oversight/stance"]
    assert all(text in one.prompt for one in chosen for text in cases[0].sentences[1:])
    argued = [one for one in kept if one.template == "oversight/attempt"]
    assert len(argued) == len(cases)
    assert all("whether or not you believe it" not in one.prompt for one in argued)
    forced = attempt_question(CASES[1], "denied", argued[0].options, at_most=3, role="critic")
    assert "whether or not you believe it" in forced.prompt


def test_cases_that_are_played_at_once_give_the_same_log_and_digest(tmp_path: Path) -> None:
    plan = make_plan(CASES, factors=BEARING, may_abstain=True)
    ran = [
        asyncio.run(run_plan(plan, CASES, tmp_path / str(at_once), tools, store=MemoryStore()))
        for at_once in (1, 8)
        for tools in [
            Tools(models=_models(_keep_judged([], bearing=("s0",))), embedder=EMBEDDER, cases_at_once=at_once)
        ]
    ]
    assert ran[0].view.digest == ran[1].view.digest
    assert (tmp_path / "1" / LOG_FILE).read_text() == (tmp_path / "8" / LOG_FILE).read_text()
    assert ran[0].run == ran[1].run


def test_every_prompt_names_its_variables_and_fences_its_data() -> None:
    one = CASES[1]
    options = stance_question(one, one.sentences).options
    questions: Sequence[Choose] = (
        stance_question(one, one.sentences),
        attempt_question(one, "denied", options, at_most=3, role="critic"),
        judge_question(one, options, protocol="debate", blinded=True),
        bearing_question(one, options),
    )
    for question in questions:
        assert question.prompt.count(f"<option id={options[0].id} ") == 1
        assert measure_prompts()[question.template].digest == question.template_digest
    assert questions[1].aim == "contradicts"
    assert questions[1].statement == one.affirmed


def test_gold_files_round_trip_and_complain(tmp_path: Path) -> None:
    path = tmp_path / "gold.jsonl"
    path.write_text("\n".join(c.model_dump_json() for c in CASES[:4]), "utf-8")
    assert gold_digest(read_gold(path)) == gold_digest(CASES[:4])
    for bad, message in (
        ("", "has 0 cases"),
        ('{"id": "1"}', "gold line 1"),
        ("[]", "not a JSON object"),
        ("{", "not JSON"),
        (CASES[0].model_dump_json() + "\n" + CASES[0].model_dump_json(), "used before"),
        (CASES[0].model_copy(update={"denied": CASES[0].affirmed}).model_dump_json(), "the same"),
    ):
        path.write_text(bad, "utf-8")
        with pytest.raises(InputError, match=message):
            read_gold(path)
    with pytest.raises(NotFound):
        read_gold(tmp_path / "none.jsonl")


def test_wice_claims_become_cases_with_truth_on_both_sides(tmp_path: Path) -> None:
    rows = [
        {"label": "supported", "claim": "The mill was built in 1850.", "evidence": ["Built in 1850 as a mill.", "x"]},
        {"label": "not_supported", "claim": "It rained.", "evidence": ["y"]},
    ]
    path = tmp_path / "wice.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    plain, altered = read_wice(path)
    assert (plain.truth, altered.truth) == ("affirmed", "denied")
    assert "1857" in altered.affirmed
    assert plain.sentences == ("Built in 1850 as a mill.",)
    assert "not" in plain.denied
    path.write_text('{"label": "supported"}', "utf-8")
    with pytest.raises(InputError, match="WiCE"):
        read_wice(path)


def test_long_claims_are_denied_by_a_frame() -> None:
    long = "word " * 200
    assert denial(long).startswith("It is not true that")


def test_some_cases_are_drawn_by_the_seed() -> None:
    assert draw_cases(CASES, 7, seed=1) == draw_cases(CASES, 7, seed=1)
    assert len(draw_cases(CASES, 7, seed=1)) == 7
    assert draw_cases(CASES, 500, seed=1) == CASES


def test_the_opposite_of_the_opposite() -> None:
    assert other(other("denied")) == "denied"


def test_a_jury_of_three_kinds_disagrees_and_the_log_says_how_often(tmp_path: Path) -> None:
    """A model that hears both sides, one that hears the antagonist alone, and a rule."""

    jury = [ModelJudge(), ModelJudge(model="other", hears="antagonist"), RuleJudge(judge=TieBreak(b=0.9))]
    plan = make_plan(
        CASES,
        jury=jury,
        senders="machinery",
        factors={**LOOSE, "panel": [[1, 2, 3]]},
    )
    played, log = _run(plan, tmp_path, models={**_models(), "other": ScriptedModel(_obedient)})
    debates = log.under("debate")
    assert 0 < (~np.isin(debates.favour, (0.0, 1.0))).mean() < 1
    assert (log.jurors == 3).all()
    assert log.judges == ("scripted + scripted hearing the antagonist + tie_break",)
    summary = summarise(log, Resampling(replicates=100))
    assert summary.disagreement is not None
    assert summary.disagreement.value is not None
    assert summary.disagreement.value > 0
    assert any("cases whose jurors disagree" in line for line in lines(summary))
    assert played.view.rows[0]["votes"].endswith("/3")


def _play_with(tmp_path: Path, script: Any = _obedient, **factors: Any) -> list[dict[str, Any]]:
    plan = make_plan(CASES, factors={**LOOSE, "protocol": ["debate"], "stance": ["true"], **factors})
    return list(_run(plan, tmp_path, models=_models(script))[0].view.rows)


def test_a_full_design_deals_its_cells_evenly_and_a_fraction_keeps_every_level() -> None:
    factors = {"stance": ["open", "true", "false"], "questions": [0, 2], "panel": [[1], [1, 1, 1]]}
    full = make_plan(CASES, design="full", factors={**factors, "blinded": [False], "first": ["protagonist"]})
    assert len(list(list_cells(full))) == 24
    dealt = Counter(assign(full, CASES))
    assert max(dealt.values()) - min(dealt.values()) <= 2
    half = full.model_copy(update={"fraction": 2})
    cells = list(list_cells(half))
    assert len(cells) == 12
    for name in ("protocol", "stance", "questions", "panel"):
        counted = Counter(getattr(arm, name) for arm in cells)
        assert len(set(counted.values())) == 1, name
    with pytest.raises(SettingError, match="juror 4"):
        make_plan(CASES, factors={"panel": [[4]]})


def test_cross_examination_strikes_what_the_evaluator_does_not_admit(tmp_path: Path) -> None:
    def examine(call: Call) -> Chosen | None:
        assert isinstance(call.question, Choose)
        if call.question.template == "oversight/admission":
            assert any(". " in option.text for option in call.question.options), "the sentence stands among others"
            return Chosen(ids=())
        return _obedient(call)

    plain = _play_with(tmp_path / "plain")
    examined = _play_with(tmp_path / "examined", examine, questions=[1])
    assert all(row["passed_p"] == 1 and row["struck_p"] == 0 for row in plain)
    assert all(row["e_p"] == 0 and row["struck_p"] == 1 for row in examined)


def test_in_a_second_turn_the_sides_have_read_each_other(tmp_path: Path) -> None:
    heard: list[bool] = []

    def keep(call: Call) -> Chosen | None:
        assert isinstance(call.question, Choose)
        if call.question.template == "oversight/attempt":
            heard.append("The other side has quoted" in call.question.prompt)
        return _obedient(call)

    rows = _play_with(tmp_path, keep, turns=[2])
    assert all(row["quoted_p"] == 2 for row in rows)
    assert not any(heard[:2]), "the first turn is blind"
    assert heard.count(True) == len(CASES), "then the false side answers what passed for the true one"


def test_labels_turn_when_the_other_side_is_heard(tmp_path: Path) -> None:
    """Whoever judges by length follows the protagonist alone, and the truth once the antagonist is heard."""
    rows = _play_with(tmp_path, stance=["false"], alone=[True], verifier=["relevance"], relevance=[0.0])
    assert {row["alone_label"] for row in rows} <= {"affirmed", "denied"}
    flipped = [row["alone_label"] != row["label"] for row in rows]
    summary = summarise(read_log(tmp_path / LOG_FILE), Resampling(replicates=50))
    assert summary.flips is not None
    assert summary.flips.value == pytest.approx(sum(flipped) / len(flipped))


def test_load_and_unchecked_quotations_reach_the_judge(tmp_path: Path) -> None:
    seen: list[Choose] = []

    def keep(call: Call) -> Chosen | None:
        if isinstance(call.question, Choose) and call.question.template == "oversight/judge":
            seen.append(call.question)
        return _obedient(call)

    _play_with(tmp_path / "load", keep, load=[2])
    assert all("Other sentences of the source" in one.prompt for one in seen)
    assert all(len(option.text.splitlines()) >= 3 for one in seen for option in one.options)
    seen.clear()
    _play_with(tmp_path / "unchecked", keep, relevance=[1.0], unchecked=[True])
    assert all("nobody has checked" in one.prompt and "“" in one.options[0].text for one in seen)


def test_what_is_shown_is_each_sides_own_decision_where_it_may_withhold(tmp_path: Path) -> None:
    def withhold(call: Call) -> Chosen | None:
        assert isinstance(call.question, Choose)
        return Chosen(ids=()) if call.question.template == "oversight/show" else _obedient(call)

    rows = _play_with(tmp_path, withhold, show=["may"])
    assert all((row["attempt_p"], row["e_p"]) == (1, 0) for row in rows)
    must = _play_with(tmp_path / "must")
    assert all((row["attempt_p"], row["e_p"]) == ("", 1) for row in must)


def test_a_plan_of_levers_is_reckoned_before_it_is_played(tmp_path: Path) -> None:
    (tmp_path / "gold.jsonl").write_text("\n".join(c.model_dump_json() for c in CASES), "utf-8")
    (tmp_path / "PLAN.toml").write_text(
        'design = "full"\nfraction = 2\n'
        'jury = [{type = "model"}, {type = "model", model = "other", hears = "antagonist"}]\n'
        "[factors]\nturns = [1, 2]\nquestions = [0, 1]\npanel = [[1], [1, 2, 1]]\n",
        "utf-8",
    )
    asked: list[str] = []

    def count(call: Call) -> Chosen | None:
        asked.append(str(call.question.template))
        return _obedient(call)

    options: dict[str, Any] = {"plan": tmp_path / "PLAN.toml", "relevance": 0.2}
    with foam.open(tmp_path / "home", models=ScriptedModel(count), embedder=EMBEDDER, environ={}) as home:
        found = home.oversee.reckon(tmp_path / "gold.jsonl", **options)
        assert not asked
        told = home.oversee.describe(found)
        home.oversee.run(tmp_path / "gold.jsonl", tmp_path / "out", **options)
    assert found.cells == 64
    assert "64 cells (1 in 2 of a full design)" in told
    assert len(asked) in found.estimate.questions
    labels = sum(step.questions.likely for step in found.estimate.steps if step.step == "label")
    assert asked.count("oversight/judge") == labels
    assert len(read_log(tmp_path / "out" / LOG_FILE)) == len(CASES)
