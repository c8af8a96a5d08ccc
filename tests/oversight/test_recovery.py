"""What an experiment was set to comes back out of its log: rho by its cases, b and kappa by its judges."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from foam.evidence.search.fake import HashingEmbedder
from foam.job.session import Tools
from foam.model.scripted import ScriptedModel
from foam.oversight.estimation.bias import tie_bias
from foam.oversight.estimation.estimate import Estimate
from foam.oversight.estimation.evidence import false_evidence, feasibility
from foam.oversight.estimation.salience import fit
from foam.oversight.estimation.shares import Resampling
from foam.oversight.experiment.gold import GoldCase
from foam.oversight.experiment.plan import RuleJudge, make_plan
from foam.oversight.experiment.run import LOG_FILE, run_plan
from foam.oversight.log import Log, read_log
from foam.oversight.setting import Judge, Logit, TieBreak
from foam.record.memory import MemoryStore

CASES = 300
HOW = Resampling(replicates=200)
SHARES = (0.15, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.9)
WEIGHTS = (0.3, 0.6, 0.9, 1.2, 1.5, 1.8, 2.1, 2.4, 2.7, 3.0)


def make_case(number: int, rho: float, rng: random.Random) -> GoldCase:
    """A town whose source says the truth once or twice, and with probability rho once what is false."""
    claim = f"Town {number} has closed its harbour to large ships"
    says = (f"{claim}.", f"Town {number} has never closed its harbour to large ships.")
    true = rng.random() < 0.5
    told = says if true else says[::-1]
    held = [told[0], *([told[0].replace("Town", "The town")] if rng.random() < 0.5 else [])]
    held += [told[1]] if rng.random() < rho else []
    return GoldCase(
        id=str(number),
        affirmed=claim,
        denied=f"It is not the case that town {number} has closed its harbour to large ships",
        truth="affirmed" if true else "denied",
        sentences=(*held, "The weather in the region is mild all year."),
    )


def play_debates(folder: Path, *, rho: float, judge: Judge, seed: int, presents: float = 1.0) -> Log:
    """The log of debates over cases of this rho; machines quote, and this rule judges."""
    rng = random.Random(seed)
    cases = tuple(make_case(n, rho, rng) for n in range(CASES))
    plan = make_plan(
        cases,
        seed=seed,
        senders="machinery",
        presents=presents,
        jury=[RuleJudge(judge=judge)],
        factors={
            "protocol": ["debate"],
            "stance": ["false", "true"],
            "relevance": [0.2],
            "show": ["may" if presents < 1 else "must"],
        },
    )
    model = ScriptedModel()
    tools = Tools(models=dict.fromkeys(("proposer", "critic", "evaluator", "judge"), model), embedder=HashingEmbedder())
    asyncio.run(run_plan(plan, cases, folder, tools, store=MemoryStore()))
    return read_log(folder / LOG_FILE)


def covers(found: Estimate | None, value: float) -> bool:
    assert found is not None
    return (found.low is None or found.low <= value) and (found.high is None or value <= found.high)


@pytest.fixture(scope="module")
def ties(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[float, float, Log]]:
    """Ten debates by tie-break judges: rho, b and the log."""
    folder = tmp_path_factory.mktemp("ties")
    pairs = zip(SHARES, SHARES[3:] + SHARES[:3], strict=True)
    return [
        (rho, b, play_debates(folder / str(n), rho=rho, judge=TieBreak(b=b), seed=n))
        for n, (rho, b) in enumerate(pairs)
    ]


def test_rho_and_b_are_recovered(ties: list[tuple[float, float, Log]]) -> None:
    rhos = [covers(false_evidence(log, HOW), rho) for rho, _, log in ties]
    biases = [covers(tie_bias(log, HOW).b, b) for _, b, log in ties]
    assert sum(rhos) >= 9, rhos
    assert sum(biases) >= 9, biases


def test_sides_with_unequal_counts_tie_where_both_have_shown_evidence(ties: list[tuple[float, float, Log]]) -> None:
    """Judge and estimator know one tie: the lead is of having shown evidence, not of its amount."""
    _, _, log = ties[-1]
    unequal = (log.lead == 0) & (log.v_p != log.v_a)
    assert unequal.sum() >= 20
    assert 0 < log.endorsed[unequal].mean() < 1
    assert (log.endorsed[log.lead == 1] == 1).all()
    assert (log.endorsed[log.lead == -1] == 0).all()


def test_kappa_is_recovered(tmp_path: Path) -> None:
    def recover() -> Iterator[bool]:
        for n, kappa in enumerate(WEIGHTS):
            log = play_debates(tmp_path / str(n), rho=0.4, judge=Logit(mu=0.2, kappa=kappa), seed=20 + n)
            yield covers(fit(log).kappa, kappa)

    hits = list(recover())
    assert sum(hits) >= 9, hits


def test_what_is_withheld_is_the_gap_between_forced_and_shown(tmp_path: Path) -> None:
    log = play_debates(tmp_path, rho=0.6, judge=TieBreak(b=0.5), seed=3, presents=0.5)
    gaps = {(one.side, one.stance_true): one for one in feasibility(log, HOW) if one.protocol == "debate"}
    for (_, true), one in gaps.items():
        assert one.forced is not None
        assert covers(one.forced, 1.0 if true else 0.6)
        assert one.incentive_gap == pytest.approx(0.5 if true else 0.3, abs=0.12)
