"""What cases and debates are estimated to take: runs of both packs fall inside, and an estimate leaves no trace."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.case.scribe import write_acts
from tests.debate.writers import GOOD_CON, GOOD_PRO, MOTION, answer_questions, make_format, open_stage, writer

import foam
from foam.debate.estimate import estimate_debate
from foam.debate.values import DebaterName
from foam.evidence.search.fake import HashingEmbedder
from foam.job.estimates import NOTHING, Estimate, Range, StepEstimate
from foam.job.orders.debate import Debaters
from foam.model.scripted import ScriptedModel, agree

PACKS = ("benefits-appeal", "policy-debate")


def _home(folder: Path, pack: str, *, agrees: bool = False) -> foam.Home:
    return foam.open(
        folder,
        models=ScriptedModel(agree()) if agrees else ScriptedModel(),
        embedder=HashingEmbedder(),
        stance=lambda claim, texts: [0.0] * len(texts),
        pack=pack,
    )


def _find_outside(home: foam.Home, run: str, estimate: Estimate) -> dict[str, tuple[int, str]]:
    """The steps of a run that were asked more or less often than estimated."""
    taken = Counter({step: cost.questions for step, cost in home.record.cost(run).by_step.items()})
    ranges = {step.step: step.questions for step in estimate.steps}
    unknown = {step: (count, "not estimated") for step, count in taken.items() if step not in ranges}
    return unknown | {step: (taken[step], str(range_)) for step, range_ in ranges.items() if taken[step] not in range_}


def _sum_by_step(estimate: Estimate) -> Estimate:
    """The same with a step once, whoever is asked it in whichever role."""
    steps: dict[str, StepEstimate] = {}
    for step in estimate.steps:
        known = steps.get(step.step)
        steps[step.step] = step.model_copy(update={"questions": known.questions + step.questions}) if known else step
    return estimate.model_copy(update={"steps": tuple(steps.values())})


@pytest.mark.parametrize("agrees", [True, False])
@pytest.mark.parametrize("pack", PACKS)
def test_cases_fall_inside_the_range(tmp_path: Path, pack: str, agrees: bool) -> None:
    with _home(tmp_path, pack, agrees=agrees) as home:
        estimate = home.estimate.case()
        ran = home.case.write()
        assert not _find_outside(home, ran.run, _sum_by_step(estimate))
        assert ran.asked in estimate.questions


@pytest.mark.parametrize(("pack", "format_name"), [("benefits-appeal", "free"), ("policy-debate", "policy")])
def test_debates_fall_inside_the_range(tmp_path: Path, pack: str, format_name: str) -> None:
    with _home(tmp_path, pack) as home:
        estimate = home.estimate.debate(format_name=format_name)
        ran = home.debate.play(format_name=format_name)
        assert not _find_outside(home, ran.run, _sum_by_step(estimate))
        assert ran.asked in estimate.questions


@pytest.mark.parametrize("debater", ["plain", "retrieval", "four-roles"])
def test_other_debaters_fall_inside_too(tmp_path: Path, debater: str) -> None:
    with _home(tmp_path, "policy-debate") as home:
        estimate = home.estimate.debate(pro=debater, con=debater)  # type: ignore[arg-type]
        ran = home.debate.play(pro=debater, con=debater)  # type: ignore[arg-type]
        assert not _find_outside(home, ran.run, _sum_by_step(estimate))


def _open_writer(folder: Path, model: ScriptedModel) -> foam.Home:
    return foam.open(folder, models=model, embedder=HashingEmbedder(), stance=lambda claim, texts: [0.0] * len(texts))


def _count_read(model: ScriptedModel) -> int:
    """About as many tokens as the prompts have, with what every question is told beside them."""
    asked = [call.question for call in model.calls]
    texts = ((question.shared, question.system, question.prompt) for question in asked)
    return sum(sum(map(len, parts)) // 4 + 150 for parts in texts)


def _sum_read(estimate: Estimate) -> Range:
    """Tokens read, also of steps on this machine."""
    return sum((step.read for step in estimate.steps), NOTHING)


@pytest.mark.parametrize("speech", ["1AC", "1NC", "PF-AC", "LD-NC"])
def test_a_written_case_takes_what_is_likely_within_a_quarter(tmp_path: Path, speech: str) -> None:
    model = ScriptedModel(write_acts(), writes=True)
    with _open_writer(tmp_path, model) as home:
        estimate = home.estimate.case(speech=speech)
        ran = home.case.write(speech=speech)
        assert not _find_outside(home, ran.run, _sum_by_step(estimate))
    assert ran.asked == pytest.approx(estimate.questions.likely, rel=0.25)
    assert _count_read(model) == pytest.approx(_sum_read(estimate).likely, rel=0.25)


@pytest.mark.parametrize("pack", PACKS)
def test_whatever_a_writer_of_cases_says_falls_inside_the_range(tmp_path: Path, pack: str) -> None:
    with _open_writer(tmp_path, ScriptedModel(writes=True)) as home:
        estimate = home.estimate.case(pack=pack)
        ran = home.case.write(pack=pack)
        assert not _find_outside(home, ran.run, _sum_by_step(estimate))


@pytest.mark.parametrize("cross", [True, False])
def test_a_written_debate_takes_what_is_likely_within_a_quarter(cross: bool) -> None:
    model = writer({"P1": [GOOD_PRO], "C1": [GOOD_CON]}, answer_questions)
    stage = open_stage(model)
    played = make_format("P1", "C1", cross=cross)
    stage.debate(stage.debate_spec(transcript=MOTION, format=played, wording="model", pace=200.0, questions=1))
    deciders = {role: one.decider for role, one in stage.models.items()}
    estimate = estimate_debate(played, Debaters(attempts=3, questions=1), deciders, wording="model")
    assert len(model.calls) == pytest.approx(estimate.questions.likely, rel=0.25)
    assert _count_read(model) in _sum_read(estimate)


@pytest.mark.parametrize(("debater", "format_name"), [("r-debater", "free"), ("r-debater", "pf"), ("four-roles", "pf")])
def test_whatever_a_writer_of_speeches_says_falls_inside_the_range(
    tmp_path: Path, debater: DebaterName, format_name: str
) -> None:
    options: dict[str, Any] = {"pro": debater, "con": debater, "format_name": format_name}
    model = ScriptedModel(writes=True)
    with _open_writer(tmp_path, model) as home:
        estimate = home.estimate.debate(**options)
        ran = home.debate.play(**options)
        assert not _find_outside(home, ran.run, _sum_by_step(estimate))
    assert _count_read(model) in _sum_read(estimate)


@pytest.mark.parametrize("command", ["case", "debate"])
def test_a_writer_at_an_endpoint_is_reckoned_in_money(tmp_path: Path, command: str) -> None:
    (tmp_path / "config.toml").write_text(
        'model = "house"\n[models.house]\nbase_url = "http://127.0.0.1:1/v1"\nmodel = "m"\n'
        "price_in = 3.0\nprice_out = 15.0\n"
    )
    with foam.open(tmp_path) as home:
        estimate: Estimate = getattr(home.estimate, command)()
    assert {"case": "argument", "debate": "speech act"}[command] in {step.step for step in estimate.steps}
    assert estimate.money is not None
    likely = 3e-6 * estimate.read.likely + 15e-6 * estimate.written.likely
    assert estimate.money.likely == pytest.approx(likely, rel=0.01)


def test_an_estimate_asks_nobody_and_writes_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "home"
    model = ScriptedModel(writes=True)
    with foam.open(folder, models=model) as home:
        for estimate in (home.estimate.deliberate(), home.estimate.case(), home.estimate.debate()):
            assert estimate.questions.most > 0
    assert model.calls == []
    assert not folder.exists()


@pytest.mark.parametrize(("question", "seats"), [("Should the quay close?", "for"), ("How should it run?", "keeper")])
def test_over_ones_own_documents_the_table_is_planned_that_would_be_seated(
    tmp_path: Path, question: str, seats: str
) -> None:
    (tmp_path / "quay.txt").write_text("The quay was closed in spring. Two boats sank there before that.", "utf-8")
    models = ScriptedModel(writes=True)
    with foam.open(tmp_path / "home", models=models, embedder=HashingEmbedder(), environ={}) as home:
        home.library.add(tmp_path / "quay.txt")
        assert "4 seats" in " ".join(home.estimate.deliberate(question, library=True).basis)
        home.estimate.deliberate(question, library=True, seats=(seats, "affected"))
        with pytest.raises(foam.NotFound):
            home.estimate.deliberate(question, library=True, seats=("treasurer", "affected"))


def test_over_ones_own_documents_the_size_of_the_file_is_known(tmp_path: Path) -> None:
    def plan(name: str, sentences: int) -> Estimate:
        text = " ".join(f"Boat {n} was moored at the quay for the whole of that winter." for n in range(sentences))
        (tmp_path / f"{name}.txt").write_text(text, "utf-8")
        models = ScriptedModel(writes=True)
        with foam.open(tmp_path / name, models=models, embedder=HashingEmbedder(), environ={}) as home:
            home.library.add(tmp_path / f"{name}.txt")
            return home.estimate.deliberate("Should the quay close?", library=True)

    read = [
        sum(step.read.likely for step in plan(name, count).steps) for name, count in (("short", 5), ("longer", 500))
    ]
    assert read[1] > 2 * read[0]
