"""What cases and debates are estimated to take: runs of both packs fall inside, and an estimate leaves no trace."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import foam
from foam.evidence.search.fake import HashingEmbedder
from foam.job.estimates import Estimate, StepEstimate
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


@pytest.mark.parametrize(("pack", "format_name"), [*((pack, "free") for pack in PACKS), ("policy-debate", "policy")])
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


def test_an_estimate_asks_nobody_and_writes_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "home"
    model = ScriptedModel()
    with foam.open(folder, models=model) as home:
        for estimate in (home.estimate.deliberate(), home.estimate.case(), home.estimate.debate()):
            assert estimate.questions.least > 0
    assert model.calls == []
    assert not folder.exists()
