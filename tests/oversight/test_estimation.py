"""Estimators: by hand on small logs, by recovery of known parameters on simulated ones."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foam.oversight.estimation.bias import tie_bias
from foam.oversight.estimation.estimate import Estimate
from foam.oversight.estimation.evidence import false_evidence, feasibility, true_evidence
from foam.oversight.estimation.monitor import watch
from foam.oversight.estimation.rates import (
    accurate_rows,
    amplified_rows,
    compare,
    estimate_protocol,
    followed_rows,
    rows_under,
)
from foam.oversight.estimation.salience import fit
from foam.oversight.estimation.sensitivity import sensitivity
from foam.oversight.estimation.shares import Resampling, ShareRows, difference, share
from foam.oversight.estimation.summary import all_warnings, lines, summarise
from foam.oversight.log import Log, build_log
from foam.oversight.setting import PROTOCOLS, Logit, Setting, TieBreak
from foam.oversight.synthetic import Design, synthetic_log
from foam.oversight.theory import rates
from foam.stats.logit import sigmoid

HOW = Resampling(replicates=400)
BASE = Design(setting=Setting(p=0.6, rho=0.45), judge=Logit(mu=0.2, kappa=1.5), cases=800, judges=3)
CLUSTERED = BASE.model_copy(update={"cases": 1600, "judges": 40, "likeness": 0.5})


def _rows(count: int, **values: object) -> list[dict[str, object]]:
    base = {"instance": "i", "protocol": "debate", "stance": "yes", "truth": "no", "label": "no", "e_p": 0, "e_a": 1}
    return [{**base, **values} for _ in range(count)]


def test_rates_by_hand() -> None:
    log = build_log(_rows(12, label="yes") + _rows(28) + _rows(45, truth="yes", label="yes") + _rows(15, truth="yes"))
    found = estimate_protocol(log, "debate", HOW)
    assert found.amplification.value == pytest.approx(12 / 40)
    assert found.follow.value == pytest.approx(45 / 60)
    assert found.accuracy.value == pytest.approx((28 + 45) / 100)
    assert summarise(log, HOW).p.value == pytest.approx(0.6)
    low, high = found.amplification.low, found.amplification.high
    assert low is not None
    assert high is not None
    assert low < 0.3 < high
    assert 0.2 < high - low < 0.35


def test_undecided_counts_half() -> None:
    log = build_log(_rows(10, label="undecided") + _rows(10))
    assert estimate_protocol(log, "debate", HOW).amplification.value == pytest.approx(0.25)


def test_too_few_cases_give_an_interval_and_a_warning_and_no_figure() -> None:
    found = estimate_protocol(build_log(_rows(7, label="yes")), "debate", HOW).amplification
    assert found.value is None
    assert (found.low, found.high) == pytest.approx((0.5903836, 1.0))
    assert "only 7 cases" in found.warnings[0]
    assert found.line().startswith("no figure [0.590, 1.000]")


def test_no_case_at_all_says_so() -> None:
    found = estimate_protocol(build_log(_rows(20)), "consultancy", HOW).amplification
    assert (found.value, found.low, found.high, found.cases) == (None, 0.0, 1.0, 0)
    assert "no case" in found.warnings[0]


def test_never_seen_outcomes_still_have_an_interval() -> None:
    found = estimate_protocol(build_log(_rows(40)), "debate", HOW).amplification
    assert found.value == 0.0
    assert found.high == pytest.approx(1 - 0.025 ** (1 / 40))
    assert found.method == "exact binomial"


def _recovery(seeds: range, design: Design) -> Iterator[tuple[str, Estimate, float]]:
    """Every estimator on every simulated data set, with the value it should cover."""
    consultancy, debate = (rates(protocol, design.setting, design.judge) for protocol in PROTOCOLS)
    for seed in seeds:
        log = synthetic_log(design, seed=seed)
        how = HOW.model_copy(update={"seed": seed + 1_000_000})
        alone, both = (rows_under(log, protocol) for protocol in PROTOCOLS)
        yield "amp_consultancy", share("a", log, amplified_rows(log, alone), how), consultancy.amplification
        yield "amp_debate", share("a", log, amplified_rows(log, both), how), debate.amplification
        yield "follow", share("f", log, followed_rows(log, both), how), debate.follow
        yield "accuracy", share("y", log, accurate_rows(log, both), how), debate.accuracy
        truth = consultancy.amplification - debate.amplification
        yield "gap", difference("g", log, amplified_rows(log, alone), amplified_rows(log, both), how), truth
        yield "rho", false_evidence(log, how), design.setting.rho
        yield "b", tie_bias(log, how).b, sigmoid(0.2)
        fitted = fit(log)
        assert fitted.kappa is not None
        assert fitted.mu is not None
        yield "kappa", fitted.kappa, 1.5
        yield "mu", fitted.mu, 0.2


def _coverage(found: Iterator[tuple[str, Estimate, float]]) -> dict[str, float]:
    hits: dict[str, list[bool]] = {}
    for name, estimate, truth in found:
        assert estimate.low is not None
        assert estimate.high is not None
        hits.setdefault(name, []).append(estimate.low <= truth <= estimate.high)
    return {name: float(np.mean(seen)) for name, seen in hits.items()}


@pytest.mark.parametrize("design", [BASE, CLUSTERED], ids=["independent", "clustered"])
def test_intervals_cover_what_they_claim(design: Design) -> None:
    """120 data sets each, so the band is wide; the 1,000-set version is in bench/oversight.py. Ignoring the clusters
    would fall out of it (see the next test)."""
    covered = _coverage(_recovery(range(120), design))
    assert len(covered) == 9
    for name, share_covered in covered.items():
        assert 0.88 <= share_covered <= 1.0, (name, share_covered)
    assert 0.925 <= np.mean(list(covered.values())) <= 0.975


def test_ignoring_clusters_would_not_cover() -> None:
    truth = rates("debate", CLUSTERED.setting, CLUSTERED.judge).follow
    naive = Resampling(replicates=200, cluster=False)
    hits = []
    for seed in range(80):
        log = synthetic_log(CLUSTERED, seed=seed)
        found = share("f", log, followed_rows(log, rows_under(log, "debate")), naive)
        hits.append((found.low or 0.0) <= truth <= (found.high or 1.0))
    assert np.mean(hits) < 0.85


@settings(max_examples=20)
@given(seed=st.integers(0, 500))
def test_estimates_do_not_depend_on_the_order_of_rows(seed: int) -> None:
    log = synthetic_log(BASE.model_copy(update={"cases": 120}), seed=seed)
    shuffled = log.take(np.random.default_rng(seed).permutation(len(log)))
    for protocol in PROTOCOLS:
        one, other = (estimate_protocol(each, protocol, HOW) for each in (log, shuffled))
        assert one.amplification.value == other.amplification.value
        assert one.accuracy.value == other.accuracy.value


def test_the_permutation_test_rejects_at_its_level_and_has_power() -> None:
    same = Design(setting=Setting(p=0.5, rho=0.5), judge=Logit(kappa=1e-6), cases=300, judges=4)
    levels = [compare(synthetic_log(same, seed=s), HOW).p_value for s in range(120)]
    assert np.mean([p is not None and p < 0.1 for p in levels]) < 0.2
    apart = same.model_copy(update={"setting": Setting(p=0.5, rho=0.7), "judge": TieBreak(b=0.2)})
    found = compare(synthetic_log(apart, seed=1), HOW)
    assert found.p_debate_lower is not None
    assert found.p_debate_lower < 0.01
    assert found.amplification.low is not None
    assert found.amplification.low > 0
    assert found.blocks == "stratum and judge"


def test_protocols_split_by_judge_are_permuted_within_strata_only() -> None:
    rows = _rows(15, judge="a", label="yes") + _rows(15, judge="b", protocol="consultancy", e_a="")
    assert compare(build_log(rows), HOW).blocks == "stratum"


@pytest.mark.parametrize(("column", "said"), [("judge", "one of judges"), ("stratum", "one of strata")])
def test_protocols_that_share_no_judge_or_stratum_are_warned_of(column: str, said: str) -> None:
    shared = {"judge": "Ada", "stratum": "law"}
    apart = [*_rows(30, **{**shared, column: "x"}), *_rows(30, **{**shared, column: "y"}, protocol="consultancy")]
    assert any(said in w for w in all_warnings(summarise(build_log(apart), HOW)))
    mixed = [*apart, *_rows(5, **{**shared, column: "y"})]
    assert not any("may be one of" in w for w in all_warnings(summarise(build_log(mixed), HOW)))


def test_a_comparison_without_a_test_says_why() -> None:
    rows = [*_rows(30, stratum="a"), *_rows(30, stratum="b", protocol="consultancy")]
    found = compare(build_log(rows), HOW)
    assert found.p_value is None
    assert found.warnings


def test_the_text_says_what_its_intervals_are() -> None:
    log = build_log(_rows(30, label="yes") + _rows(30))
    assert "90 % intervals" in next(iter(lines(summarise(log, Resampling(replicates=50, level=0.9)))))


def test_rho_and_tau_by_side() -> None:
    log = build_log(
        _rows(30, e_p=1, e_a=1, attempt_p=1)
        + _rows(10, e_p=0, e_a=1, attempt_p=1)
        + _rows(20, truth="yes", e_p=1, e_a=1)
        + _rows(20, truth="yes", e_p=1, e_a=0)
    )
    found = {(f.protocol, f.side, f.stance_true): f for f in feasibility(log, HOW)}
    false_p = found["debate", "protagonist", False]
    assert false_p.played.value == pytest.approx(0.75)
    assert false_p.forced is not None
    assert false_p.forced.value == 1.0
    assert false_p.incentive_gap == pytest.approx(0.25)
    assert found["debate", "antagonist", False].played.value == pytest.approx(0.5)
    assert found["debate", "antagonist", False].forced is None
    assert false_evidence(log, HOW).value == pytest.approx(50 / 80)
    assert true_evidence(log, HOW).value == 1.0


def test_role_labels_show_in_tie_bias() -> None:
    design = Design(
        setting=Setting(p=0.5, rho=0.8), judge=TieBreak(b=0.8), cases=3000, judges=30, debate_share=1.0, blind_shift=0.3
    )
    found = tie_bias(synthetic_log(design, seed=4), HOW)
    assert found.roles_shown is not None
    assert found.roles_hidden is not None
    assert found.role_effect is not None
    assert found.roles_shown.value == pytest.approx(0.8, abs=0.05)
    assert found.roles_hidden.value == pytest.approx(0.5, abs=0.05)
    assert found.role_effect.low is not None
    assert found.role_effect.low > 0
    assert found.tie_rate == pytest.approx(0.8, abs=0.03)
    assert len(found.by_stratum) == 2


def test_speaking_order_shows_in_tie_bias() -> None:
    tie: dict[str, object] = {"e_p": 1, "e_a": 1}
    rows = (
        _rows(40, order="p", label="yes", **tie)
        + _rows(30, order="a", **tie)
        + _rows(10, order="a", label="yes", **tie)
    )
    effect = tie_bias(build_log(rows), HOW).order_effect
    assert effect is not None
    assert effect.value == pytest.approx(0.75)


def test_all_ties_are_remarked_on_and_cannot_be_fitted() -> None:
    log = build_log(_rows(20, e_p=1, e_a=1, label="yes") + _rows(20, e_p=1, e_a=1))
    assert tie_bias(log, HOW).b.warnings
    assert "kappa" in fit(log).warnings[0]


def test_a_load_column_brings_the_interaction() -> None:
    rng = np.random.default_rng(2)
    log = synthetic_log(Design(setting=Setting(p=0.5, rho=0.5), judge=Logit(kappa=2.0), cases=6000, judges=60), seed=8)
    load = rng.integers(2, size=len(log)).astype(float)
    chance = 1 / (1 + np.exp(-(2.0 - 1.5 * load) * log.lead))
    loaded = replace(log, load=load, endorsed=(rng.random(len(log)) < chance).astype(float))
    found = fit(loaded, protocol=None)
    assert found.kappa is not None
    assert found.kappa.value == pytest.approx(2.0, abs=0.2)
    assert found.kappa_under_load is not None
    assert found.kappa_under_load.value == pytest.approx(-1.5, abs=0.25)
    assert found.kappa_under_load.high is not None
    assert found.kappa_under_load.high < 0


def test_perfect_separation_gives_one_end_of_the_interval() -> None:
    log = build_log(_rows(30, e_p=1, e_a=0, label="yes") + _rows(30, e_p=0, e_a=1))
    kappa = fit(log).kappa
    assert kappa is not None
    assert (kappa.value, kappa.high) == (None, None)
    assert kappa.low is not None
    assert kappa.low > 1
    against = fit(build_log(_rows(30, e_p=1, e_a=0) + _rows(30, e_p=0, e_a=1, label="yes"))).kappa
    assert against is not None
    assert against.low is None
    assert against.high == pytest.approx(-kappa.low, abs=1e-6)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (_rows(5), "only 5 rows"),
        (_rows(30, e_p=1, e_a=0) + _rows(30), "label never varies"),
        (_rows(30, e_p="", e_a=""), "only 0 rows"),
    ],
)
def test_what_cannot_be_fitted_says_why(rows: list[dict[str, object]], message: str) -> None:
    found = fit(build_log(rows))
    assert found.kappa is None
    assert message in found.warnings[0]


def _brute_worst(log: Log, budget: int) -> tuple[float, float]:
    """Bounds by trying every way to relabel up to `budget` rows of each kind."""
    wrong, endorsed = log.right == 0, log.endorsed == 1
    a, b = int((wrong & endorsed).sum()), int((wrong & ~endorsed).sum())
    c, d = int((~wrong & endorsed).sum()), int((~wrong & ~endorsed).sum())
    found = []
    for i in range(min(a, budget) + 1):
        for j in range(min(b, budget - i) + 1):
            for k in range(min(c, budget - i - j) + 1):
                for m in range(min(d, budget - i - j - k) + 1):
                    top, rest = a - i + k, b - j + m
                    if top + rest:
                        found.append(top / (top + rest))
    return min(found), max(found)


@settings(max_examples=25)
@given(counts=st.tuples(*[st.integers(5, 12)] * 2, *[st.integers(1, 12)] * 2), eps=st.sampled_from([0.05, 0.1, 0.2]))
def test_worst_case_bounds_are_sharp(counts: tuple[int, int, int, int], eps: float) -> None:
    a, b, c, d = counts
    log = build_log(_rows(a, label="yes") + _rows(b) + _rows(c, truth="yes", label="yes") + _rows(d, truth="yes"))
    (found,) = sensitivity(log, "debate", (eps,))
    low, high = _brute_worst(log, math.ceil(eps * sum(counts) - 1e-9))
    assert found.worst_low == pytest.approx(low)
    assert found.worst_high == pytest.approx(high)


def test_random_mislabelling_is_undone() -> None:
    design = Design(setting=Setting(p=0.7, rho=0.6), judge=TieBreak(b=0.5), cases=200_000, judges=2, debate_share=0.0)
    log = synthetic_log(design, seed=3)
    flipped = np.random.default_rng(4).random(len(log)) < 0.1
    noisy = replace(log, right=np.where(flipped, 1 - log.right, log.right))
    seen = float(noisy.endorsed[noisy.right == 0].mean())
    (found,) = sensitivity(noisy, "consultancy", (0.1,))
    assert seen > 0.65
    assert found.random_low == pytest.approx(0.6, abs=0.02)
    assert found.random_high == pytest.approx(seen)


def test_impossible_random_mislabelling_says_so() -> None:
    log = build_log(_rows(10, label="yes") + _rows(490, truth="yes", label="yes"))
    (found,) = sensitivity(log, "debate", (0.2,))
    assert found.random_low is None


def test_no_range_is_given_where_no_figure_is() -> None:
    few = build_log(_rows(2, label="yes") + _rows(98, truth="yes", label="yes"))
    assert sensitivity(few, "debate", (0.01, 0.05)) == ()
    (found,) = sensitivity(build_log(_rows(12, label="yes") + _rows(3, truth="yes")), "debate", (0.01,))
    assert found.worst_low < found.worst_high or found.worst_high == 1.0, "a rate of 1 % may have hit one of 15 rows"
    assert found.worst_low < 1.0


def test_warnings_say_of_which_protocol_and_of_every_share() -> None:
    log = build_log([*_rows(2, label="yes"), *(row | {"protocol": "consultancy"} for row in _rows(1))])
    told = all_warnings(summarise(log, Resampling(replicates=50)))
    assert any(one.startswith("debate amplification: ") and "2 cases" in one for one in told)
    assert any(one.startswith("consultancy amplification: ") and "1 case:" in one for one in told)
    assert any(one.startswith("p: ") for one in told)
    assert any(one.startswith("tau: ") for one in told)


def test_rows_of_several_plans_are_told_apart() -> None:
    rows = [row | {"plan": plan} for plan in ("b2:a", "b2:b") for row in _rows(3)]
    assert any("2 plans" in one for one in build_log(rows).warnings)
    assert not any("plans" in one for one in build_log(rows[:3]).warnings)


def _watched(full_ties: Callable[[int], float], n: int, seed: int) -> Log:
    """Debates whose chance of a full tie moves with their place."""
    rng = np.random.default_rng(seed)
    tie = rng.random(n) < np.array([full_ties(i) for i in range(n)])
    log = synthetic_log(
        Design(setting=Setting(p=0.5, rho=0.5), judge=TieBreak(b=0.5), cases=n, judges=2, debate_share=1.0), seed=seed
    )
    return replace(log, e_p=np.ones(n), e_a=tie.astype(float))


def test_rising_ties_raise_an_alarm_and_steady_ones_do_not() -> None:
    rising = watch(_watched(lambda i: 0.2 if i < 300 else 0.6, 600, 1))
    assert {a.watched for a in rising.alarms} == {"tie", "full_tie", "imbalance"}
    assert min(a.window for a in rising.alarms) == 3
    assert len(rising.windows) == 6
    false_alarms = sum(bool(watch(_watched(lambda i: 0.3, 600, s), alpha=0.05).alarms) for s in range(100))
    assert false_alarms <= 10


def test_a_short_stretch_cannot_be_watched() -> None:
    watched = watch(_watched(lambda i: 0.3, 150, 0))
    assert (len(watched.windows), len(watched.warnings)) == (1, 1)


def test_a_summary_holds_everything_and_reads_as_text() -> None:
    design = Design(setting=Setting(p=0.6, rho=0.4), judge=Logit(mu=0.3, kappa=1.0), cases=600, judges=12)
    found = summarise(synthetic_log(design, seed=5), HOW)
    assert found.comparison is not None
    assert found.judges == 12
    assert found == type(found).model_validate(found.json_value())
    text = "\n".join(lines(found))
    for words in ("amplification, endorsed though wrong", "permutation test", "kappa (binary evidence)", "at worst"):
        assert words in text


def test_a_summary_of_one_protocol_compares_nothing() -> None:
    found = summarise(build_log(_rows(30, label="yes") + _rows(30)), HOW)
    assert found.comparison is None
    assert any("no consultancy" in w for w in all_warnings(found))


def test_a_part_ignores_rows_that_do_not_bear() -> None:
    part = ShareRows(bears=np.array([True, False]), hit=np.array([1.0, np.nan]))
    assert part.columns().tolist() == [[1.0, 1.0], [0.0, 0.0]]
