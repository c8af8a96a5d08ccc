"""Contest: do right challenges win, and what does one cost beside the models?"""

from __future__ import annotations

import time
from collections.abc import Iterable
from statistics import fmean, median

from tests.contest.stall import PLACE, Square, Stall

from bench.harness import Row, benchmark
from foam.contest.challenge import Challenge
from foam.contest.kinds.fact import NotSo
from foam.judging.faults.beds import all_roles, make_bed
from foam.judging.faults.planted import planted_faults
from foam.judging.faults.trials import rates
from foam.model.scripted import ScriptedModel

HEARD = 7


@benchmark
def planted() -> Iterable[Row]:
    """Faults planted in written cases, which code settles: the right challenge wins, the wrong one loses."""
    beds = {name: make_bed(name) for name in {fault.pack for fault in planted_faults()}}
    for rate in rates(planted_faults(), lambda fault: beds[fault.pack], all_roles(ScriptedModel())):
        note = f"of {rate.faults}; " + "; ".join(rate.mistaken)
        yield Row(f"{rate.type}: right sustained", rate.right_sustained, "", note)
        yield Row(f"{rate.type}: wrong rejected", rate.wrong_rejected, "", f"of {rate.faults}")


@benchmark
def leaf_challenge() -> Iterable[Row]:
    """A challenge to a leaf of an answer: admitted, heard, computed anew and redlined, beside a model of no cost.

    Processor time, since what else runs on the machine is not what is measured.
    """
    square, spent = Square(), []
    stall = Stall(says={"clear": "does not hold"}, now={"clear": ("false", PLACE)})
    for number in range(HEARD):
        start = time.process_time()
        heard = square.hear("clear", NotSo(at=(PLACE,)), stall=stall, because=f"Reason {number}.")
        assert heard.view.redline
        spent.append(time.process_time() - start)
    yield Row("a leaf challenged", 1000 * median(spent), "ms of processor", "at most 100 asked for")
    start = time.process_time()
    square.load(square.run)
    yield Row("loading the answer from the record", 1000 * (time.process_time() - start), "ms of processor")


@benchmark
def admissions() -> Iterable[Row]:
    """A thousand challenges admitted to one answer: is the cost of each the same at the end as at the start?"""
    square, times = Square(), []
    for number in range(1000):
        challenge = Challenge(node="clear", ground=NotSo(at=(PLACE,)), because=f"Reason number {number}.")
        start = time.process_time()
        square.admit(challenge, square.version)
        times.append(time.process_time() - start)
    yield Row("admission, mean", 1e6 * fmean(times), "µs", "1,000 challenges")
    yield Row("last hundred over first hundred", sum(times[-100:]) / sum(times[:100]), "x", "1 is linear")
