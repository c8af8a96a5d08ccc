"""Contest: do right challenges win, how far does a revision reach, and what does it cost beside the models?"""

from __future__ import annotations

import time
from collections.abc import Iterable
from statistics import fmean, median

from bench.harness import Row, benchmark
from foam.contest.cases.admit import admit
from foam.contest.challenge import Challenge, Misquotation, OutOfContext
from foam.contest.job import Heard, hear_challenge
from foam.contest.spec import ContestSpec
from foam.job.waiting import complete
from foam.judging.faults.beds import all_roles, make_bed
from foam.judging.faults.planted import planted_faults
from foam.judging.faults.planting import Bed
from foam.judging.faults.trials import rates
from foam.model.scripted import ScriptedModel

SPEECHES = {"benefits-appeal": "appeal", "policy-debate": "1AC"}


@benchmark
def planted() -> Iterable[Row]:
    """Planted faults, which code settles: the right challenge to each, and one that attacks something true."""
    beds = {name: make_bed(name) for name in SPEECHES}
    found = rates(planted_faults(), lambda fault: beds[fault.pack], all_roles(ScriptedModel()))
    for rate in found:
        note = f"of {rate.faults}; " + "; ".join(rate.mistaken)
        yield Row(f"{rate.type}: right sustained", rate.right_sustained, "", note)
        yield Row(f"{rate.type}: wrong rejected", rate.wrong_rejected, "", f"of {rate.faults}")


@benchmark
def cards() -> Iterable[Row]:
    """Every card of a case challenged in turn: what stands, and what it costs. Processor time, since what else runs on
    the machine is not what is measured."""
    for pack, speech in SPEECHES.items():
        bed = make_bed(pack)
        slots = [slot.id for slot in bed.case(speech).case.slots if slot.card]
        spent, heard = [], []
        for slot in slots:
            start = time.process_time()
            heard.append(_hear(bed, speech, slot))
            spent.append(time.process_time() - start)
        reuse = [one.outcome.locality.reuse for one in heard]
        yield Row(f"{pack}: entries reused, mean", fmean(reuse), "share", f"{len(reuse)} cards")
        yield Row(f"{pack}: a challenge to a card", 1000 * median(spent), "ms of processor", "settled by code")


@benchmark
def admissions() -> Iterable[Row]:
    """A thousand challenges admitted to one case: is the cost of each the same at the end as at the start?"""
    case = make_bed("benefits-appeal").case("appeal")
    slots = [slot.id for slot in case.case.slots if slot.card]
    times: list[float] = []
    for number in range(1000):
        node = slots[number % len(slots)]
        challenge = Challenge(node=node, ground=OutOfContext(), because=f"Reason number {number}.")
        start = time.process_time()
        admit(case, challenge)
        times.append(time.process_time() - start)
    yield Row("admission, mean", 1e6 * fmean(times), "µs", "1,000 challenges")
    yield Row("last hundred over first hundred", sum(times[-100:]) / sum(times[:100]), "x", "1 is linear")


def _hear(bed: Bed, speech: str, slot: str) -> Heard:
    file = bed.case(speech)
    challenge = Challenge(node=slot, ground=Misquotation(), because="These are not its words.")
    spec = ContestSpec(**bed.tools.describe(), of=file.run, challenge=challenge)
    return complete(hear_challenge(spec, file, bed.tools, store=bed.store, clock=bed.clock)).view
