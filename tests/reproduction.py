"""Writes `docs/reproduction.md`: figures of the papers that closed form or public data allows, and ours beside them.

`python -m tests.reproduction` writes the page; what needs the NYU debates is told only where they are at hand.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from foam.debatable.diversity import likelier
from foam.judging.debates.printed import PRINTED as CRITERIA
from foam.oversight.estimation.nyu_report import nyu_report
from foam.oversight.estimation.shares import Resampling
from foam.oversight.jury import jury_bias
from foam.oversight.nyu import read_nyu
from foam.oversight.setting import Logit, Setting, TieBreak
from foam.oversight.statics import slopes
from foam.oversight.theory import compare
from foam.oversight.welfare import Stakes, weigh
from foam.perspective.catalogue import load_catalogue
from foam.perspective.coherence import BONUS, PENALTY, START
from foam.stats.logit import sigmoid
from foam.stats.ranks import kendall, pearson, ranks

SHARED = Path(__file__).parents[2] / "shared" / "data"
INSPIRE = {
    "GPT-4o": ((0.757, 0.940, 0.226, 0.641), (0.761, 0.939, 0.609, 0.770), (0.821, 0.913, 0.631, 0.783),
               (0.842, 0.997, 0.627, 0.822)),
    "DeepSeek-V3": ((0.783, 0.877, 0.158, 0.591), (0.732, 0.927, 0.582, 0.747), (0.837, 0.893, 0.590, 0.773),
                    (0.866, 0.997, 0.594, 0.819)),
    "Claude-3.7-sonnet": ((0.780, 0.971, 0.190, 0.647), (0.772, 0.960, 0.567, 0.766), (0.765, 0.917, 0.618, 0.767),
                          (0.789, 0.985, 0.701, 0.830)),
}  # fmt: skip
"""Table 1 of R-Debater: subjective, logic, fact and InspireScore of each method."""
DEBATRIX = (
    (1.13, 0.87), (1.16, 0.84), (1.26, 0.74), (1.23, 0.77), (1.25, 0.75), (1.11, 0.89), (1.19, 0.81), (1.25, 0.75),
)  # fmt: skip
"""Table 2 of R-Debater: the two systems' points in each dimension."""
DEBATEQA = (
    (434, 3.07, 4.03, 0.952, 0.979), (252, 4.09, 5.88, 0.937, 0.964), (141, 5.28, 8.25, 0.904, 0.947),
    (199, 4.63, 6.96, 0.856, 0.920), (432, 3.09, 4.07, 0.945, 0.977), (381, 3.51, 5.02, 0.928, 0.964),
    (255, 4.18, 6.10, 0.895, 0.923), (412, 3.50, 4.31, 0.899, 0.924), (395, 3.12, 4.04, 0.947, 0.967),
    (169, 5.60, 8.67, 0.864, 0.875), (72, 6.56, 10.87, 0.792, 0.836), (218, 4.82, 7.33, 0.716, 0.794),
)  # fmt: skip
"""Table 2 of DebateQA: tokens, P.D. by two readers and D.A. by two of each of the twelve systems."""
RANKS = ((1, 6, 10, 8, 2, 5, 7, 4, 3, 11, 12, 9), (1, 6, 10, 8, 3, 5, 7, 4, 2, 11, 12, 9))
"""The printed ranks by P.D., by reader."""


@dataclass(frozen=True)
class Figure:
    paper: str
    what: str
    printed: str
    ours: str
    held: bool
    command: str


def list_figures() -> Iterator[Figure]:
    """Every figure, in the order of the papers."""
    yield from _foam()
    yield from _oversight()
    if (SHARED / "nyu_debates").is_dir():
        yield from _nyu()
    yield from _debater()
    yield from _debateqa()


def _foam() -> Iterator[Figure]:
    found = len(load_catalogue())
    yield Figure("FOAM", "dimensions of a perspective", "32", str(found), found == 32, "foam perspectives")
    formula = f"{START}, +{BONUS}, -{PENALTY}"
    yield Figure(
        "FOAM",
        "coherence: start, bonus, penalty",
        "0.5, +0.1, -0.15",
        formula,
        formula == "0.5, +0.1, -0.15",
        "foam perspectives",
    )


def _oversight() -> Iterator[Figure]:
    setting, judge = Setting(p=0.8, rho=0.3), TieBreak(b=0.4)
    alone, both = compare(setting, judge)
    command = "foam oversee theory --p 0.8 --rho 0.3 --b 0.4"
    yield _equal("amplification, consultancy: rho", 0.3, alone.amplification, command)
    yield _equal("amplification, debate: rho b", 0.3 * 0.4, both.amplification, command)
    yield _equal("follow when right, debate: 1 - rho (1 - b)", 1 - 0.3 * 0.6, both.follow, command)
    yield _equal("error, debate: rho (p + b - 2pb)", 0.3 * (0.8 + 0.4 - 0.64), both.error, command)
    yield _equal(
        "accuracy lost to debate: rho (2p - 1)(1 - b)", 0.3 * 0.6 * 0.6, alone.accuracy - both.accuracy, command
    )
    weighed = weigh(setting, judge, Stakes(alpha=1, beta=5))
    command = "foam oversee welfare --p 0.8 --rho 0.3 --b 0.4 --beta 5"
    yield _equal("debate pays from beta = (2p - 1)/(1 - p)", 0.6 / 0.2, weighed.beta_threshold or 0.0, command)
    yield _equal(
        "welfare gained: rho (1 - b)(beta (1 - p) - alpha (2p - 1))", 0.3 * 0.6 * (5 * 0.2 - 0.6), weighed.gain, command
    )
    panel = sum(_choose(5, k) * 0.4**k * 0.6 ** (5 - k) for k in range(3, 6))
    yield _equal(
        "jury of five, b = 0.4: sum of the binomial", panel, jury_bias(0.4, 5), "foam oversee jury --b 0.4 --n 5"
    )
    noisy = Logit(mu=0.5, kappa=1.5)
    alone, both = compare(setting, noisy)
    command = "foam oversee theory --rho 0.3 --mu 0.5 --kappa 1.5"
    yield _equal(
        "logit amplification, consultancy", 0.3 * sigmoid(2.0) + 0.7 * sigmoid(0.5), alone.amplification, command
    )
    yield _equal("logit amplification, debate", 0.3 * sigmoid(0.5) + 0.7 * sigmoid(-1.0), both.amplification, command)
    moved = {slope.knob: slope.gap for slope in slopes(setting, noisy)}
    yield Figure(
        "oversight",
        "the gap of logit judges grows in kappa",
        "> 0",
        f"{moved['kappa']:+.4f}",
        moved["kappa"] > 0,
        command,
    )
    yield Figure(
        "oversight", "the gap of logit judges grows in rho", "> 0", f"{moved['rho']:+.4f}", moved["rho"] > 0, command
    )


def _nyu() -> Iterator[Figure]:
    report = nyu_report(read_nyu(SHARED / "nyu_debates"), Resampling(replicates=50))
    printed = {"human_debate": 84.4, "human_consultancy": 74.5, "ai_debate": 78.2, "ai_consultancy": 80.3}
    command = "foam oversee estimate --adapter nyu"
    for arm, figure in printed.items():
        ours = 100 * (report.accuracy[arm].value or 0.0)
        yield Figure(
            "Michael et al.",
            f"accuracy, {arm.replace('_', ' ')}",
            f"{figure} %",
            f"{ours:.1f} %",
            round(ours, 1) == figure,
            command,
        )
    told = report.consultancy_by_honesty["human"]
    split = tuple(round(100 * (one.value or 0.0), 1) for one in (told.honest_decided, told.dishonest_decided))
    yield Figure(
        "Michael et al.",
        "accuracy, honest and dishonest consultants",
        "87.5, 60.4 %",
        f"{split[0]}, {split[1]} %",
        split == (87.5, 60.4),
        command,
    )


def _debater() -> Iterator[Figure]:
    for model, rows in INSPIRE.items():
        misses = [abs(fmean(row[:3]) - row[3]) for row in rows]
        yield Figure(
            "R-Debater",
            f"InspireScore is the mean of three, {model}",
            "4 rows",
            f"{sum(miss < 0.0016 for miss in misses)} of 4, at most {max(misses):.3f} apart",
            max(misses) < 0.0016,
            "foam debate evaluate",
        )
    sums = {round(sum(pair), 2) for pair in DEBATRIX}
    yield Figure(
        "R-Debater",
        "Debatrix: points of two sides sum to 2",
        "8 pairs",
        f"sums {sorted(sums)}",
        sums == {2.0},
        "foam debate evaluate",
    )
    yield Figure(
        "R-Debater",
        "InspireScore's criteria",
        "9",
        str(sum(map(len, CRITERIA.values()))),
        sum(map(len, CRITERIA.values())) == 9,
        "foam debate evaluate",
    )


def _debateqa() -> Iterator[Figure]:
    command = "foam debatable score --against"
    yield _equal(
        "equation 7: P.D. lower by 2 over 3 views", 1.95, likelier(-2.0, 3), command, paper="DebateQA", digits=2
    )
    yield _equal("views a question: 10,873 / 2,941", 3.7, 10_873 / 2_941, "–", paper="DebateQA", digits=1)
    columns = list(zip(*DEBATEQA, strict=True))
    for name, column, printed in zip(("Qwen2 0.5B", "GPT-2"), columns[1:3], RANKS, strict=True):
        found = tuple(map(int, ranks(column)))
        yield Figure(
            "DebateQA",
            f"ranks by P.D., {name}",
            "1 to 12",
            f"{sum(map(int.__eq__, found, printed))} of 12 alike",
            found == printed,
            "foam debatable evaluate",
        )
    tau = kendall(columns[1], columns[2]) or 0.0
    yield Figure(
        "DebateQA",
        "the two readers agree on the order",
        "consistent",
        f"Kendall {tau:.3f}",
        tau > 0.8,
        "foam debatable report",
    )
    together = pearson([1 / value for value in columns[1]], columns[3]) or 0.0
    yield Figure(
        "DebateQA", "1 / P.D. and D.A. go together", "> 0", f"{together:+.3f}", together > 0, "foam debatable report"
    )
    length = pearson([float(value) for value in columns[0]], columns[1]) or 0.0
    yield Figure(
        "DebateQA", "longer answers have lower P.D.", "< 0", f"{length:+.3f}", length < 0, "foam debatable report"
    )


def _equal(
    what: str, printed: float, ours: float, command: str, *, paper: str = "oversight", digits: int = 4
) -> Figure:
    held = round(printed, digits) == round(ours, digits)
    return Figure(paper, what, f"{printed:.{digits}f}", f"{ours:.{digits}f}", held, command)


def _choose(n: int, k: int) -> int:
    return 1 if k in (0, n) else _choose(n - 1, k - 1) + _choose(n - 1, k)


def reproduction() -> str:
    """The page."""
    rows = [
        f"| {one.paper} | {one.what} | {one.printed} | {one.ours} | {_VERDICTS[one.held]} | `{one.command}` |"
        for one in list_figures()
    ]
    head = ["| paper | figure | printed | ours | | command |", "|---|---|---|---|---|---|"]
    return "\n".join([_HEAD, *head, *rows, "", _FOOT, ""])


_VERDICTS = {True: "held", False: "not held"}
_HEAD = """# What of the papers can be computed again

Figures that closed form or public data allows. The page is written by `python -m tests.reproduction`.
"""
_FOOT = """Not here: what needs the papers' own models, judges or data (FOAM's 66 cases, R-Debater's human evaluation,
DebateQA's 2,941 questions)."""

if __name__ == "__main__":
    sys.stdout.write(reproduction())
