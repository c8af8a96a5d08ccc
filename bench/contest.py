"""Contest: do right challenges win, how far does a revision reach, and what does it cost beside the models?"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import fmean, median

from bench.harness import Row, Skipped, benchmark
from foam.contest.admit import admit
from foam.contest.challenge import Challenge, OutOfContext, Relevance, SelectionBias, ValueWeighting
from foam.contest.job import Heard, load_file
from foam.contest.redline import compare_versions
from foam.contest.subject import FRAME, DossierFile
from foam.deliberation.jobs import DeliberateSpec, deliberate
from foam.errors import WeightsMissing
from foam.evidence.corpus import Corpus
from foam.evidence.library_corpus import make_sample_corpus
from foam.job.job import run
from foam.job.waiting import complete
from foam.judging.faults.beds import all_roles, make_bed
from foam.judging.faults.planted import planted_faults
from foam.judging.faults.trials import Rate, Trial, hear, make_script, rates
from foam.model.embedded.model import EmbeddedModel
from foam.model.embedded.threads import one_thread
from foam.model.embedded.vectors import WordVectors
from foam.model.judge import shipped_judge
from foam.model.question import Choose, Chosen
from foam.model.scripted import Call, Said, ScriptedModel, reply_by_seed
from foam.pack.loader import load_pack
from foam.pack.pack import Pack
from foam.settings import find_home

CLERKS = 7
"""Seats of a dossier of about five hundred entries."""


@benchmark
def planted_told() -> Iterable[Row]:
    """Planted faults before a judge that is told the truth: everything but judgement."""
    beds = {name: make_bed(name) for name in ("benefits-appeal", "policy-debate")}
    found = rates(planted_faults(), lambda f: beds[f.pack], lambda t: all_roles(ScriptedModel(make_script(t))))
    yield from _rows(found)


@benchmark
def planted_embedded() -> Iterable[Row]:
    """Planted faults before the embedded model and the trained judge."""
    home = find_home(os.environ, Path.cwd(), Path.home())
    judge = shipped_judge()
    models = all_roles(EmbeddedModel(home, judge=judge))

    def against(claim: str, texts: Iterable[str]) -> list[float]:
        with one_thread():
            return [one.contradicts for one in judge.relation([(text, claim) for text in texts])]

    def corpus(pack: Pack) -> Corpus:
        return make_sample_corpus(pack.documents(), WordVectors(home), stance=against, stance_name=judge.name)

    try:
        beds = {n: make_bed(n, models, corpus(load_pack(n))) for n in ("benefits-appeal", "policy-debate")}
        found = rates(planted_faults(), lambda f: beds[f.pack], lambda _: models)
    except WeightsMissing as missing:
        raise Skipped(f"{missing.what}; {missing.hint}") from missing
    yield from _rows(found)


def _rows(found: tuple[Rate, ...]) -> Iterable[Row]:
    for rate in found:
        note = f"of {rate.faults}; " + "; ".join(rate.mistaken)
        yield Row(f"{rate.type}: right sustained", rate.right_sustained, "", note)
        yield Row(f"{rate.type}: wrong rejected", rate.wrong_rejected, "", f"of {rate.faults}")
    faults = sum(rate.faults for rate in found)
    yield Row("right challenges sustained", sum(r.right_sustained for r in found) / faults, "share", f"{faults} faults")
    yield Row("wrong challenges rejected", sum(r.wrong_rejected for r in found) / faults, "share", f"{faults} faults")


@benchmark
def locality() -> Iterable[Row]:
    """Every piece of evidence of a deliberation swapped in turn: which share of its entries stands."""
    for name in ("benefits-appeal", "policy-debate"):
        court = _Court(load_pack(name), seats=0)
        heard = [court.swap(claim, f"Off the point: {claim}.") for claim in court.file.claims]
        reuse = [one.outcome.locality.reuse for one in heard]
        untouched = fmean(one.outcome.locality.untouched for one in heard)
        yield Row(f"{name}: entries reused, mean", fmean(reuse), "share", f"{len(reuse)} leaves")
        yield Row(f"{name}: entries reused, least", min(reuse), "share")
        yield Row(f"{name}: parts untouched, mean", untouched, "share")


@benchmark
def leaf_challenge() -> Iterable[Row]:
    """A leaf challenge to a dossier of five hundred entries: admitted, recomputed and redlined, beside model time.

    Processor time, since what else runs on the machine is not what is measured.
    """
    court = _Court(load_pack("benefits-appeal"), seats=CLERKS)
    file = court.file
    claims = list(file.claims)
    yield Row("entries of the dossier", len(file.entries), "", f"{len(file.dossier.nodes)} nodes, {CLERKS} seats")
    for name, put in (("taken back", court.retract), ("evidence swapped", court.swap), ("context", court.context)):
        spent = _median(court, put, claims)
        yield Row(f"leaf challenge, {name}", 1000 * spent, "ms of processor", "at most 100 asked for")
    start = time.process_time()
    court.reweigh("It decides.")
    yield Row("reweighting", 1000 * (time.process_time() - start), "ms of processor", "no model")
    start = time.process_time()
    court.load()
    spent = time.process_time() - start
    yield Row("loading the dossier from the record", 1000 * spent, "ms of processor", "before a challenge")


def _median(court: _Court, put: Callable[[str, str], Heard], claims: list[str]) -> float:
    """Median over claims of what a challenge costs, less what the model took."""
    spent = []
    for claim in claims[:7]:
        start, model = time.process_time(), court.model_seconds
        heard = put(claim, "This is not to the point.")
        compare_versions(heard.before, heard.after, heard.amendments)
        spent.append(time.process_time() - start - (court.model_seconds - model))
    return median(spent)


@benchmark
def admissions() -> Iterable[Row]:
    """A thousand challenges admitted to one dossier: is the cost of each the same at the end as at the start?"""
    court = _Court(load_pack("benefits-appeal"), seats=0)
    claims = list(court.file.claims)
    times: list[float] = []
    for number in range(1000):
        challenge = Challenge(
            node=claims[number % len(claims)], ground=OutOfContext(), because=f"Reason number {number}."
        )
        start = time.process_time()
        admit(court.file, challenge)
        times.append(time.process_time() - start)
    yield Row("admission, mean", 1e6 * fmean(times), "µs", "1,000 challenges")
    yield Row("last hundred over first hundred", sum(times[-100:]) / sum(times[:100]), "x", "1 is linear")
    heard: list[float] = []
    for number in range(300):
        start = time.process_time()
        court.reject(claims[number % len(claims)], f"word{number} other{number} third{number} fourth{number}")
        heard.append(time.process_time() - start)
    yield Row("rejected challenge with its record, mean", 1000 * fmean(heard), "ms", "300 challenges")
    yield Row("the same, last fifty over first fifty", sum(heard[-50:]) / sum(heard[:50]), "x", "1 is linear")


class _Court:
    """A deliberation on scripted models, and challenges to it; counts the time that the model itself took."""

    def __init__(self, pack: Pack, *, seats: int) -> None:
        self.pack, self.bed = pack, make_bed(pack.name)
        self.store = self.bed.store
        self.model_seconds = 0.0
        pattern = pack.perspectives
        extra = [pattern[n % len(pattern)].model_copy(update={"id": f"seat{n}"}) for n in range(seats - len(pattern))]
        tools = self.bed.tools
        spec = DeliberateSpec(**tools.describe(), question=pack.sample_question, seats=(*pattern, *extra))
        self.run = complete(run(deliberate, spec, tools, store=self.store, clock=self.bed.clock)).run
        self.file = self.load()

    def load(self) -> DossierFile:
        file = complete(load_file(self.store, self.run))
        assert isinstance(file, DossierFile)
        return file

    def retract(self, claim: str, because: str) -> Heard:
        return self._hear(Challenge(node=claim, ground=Relevance(), because=because), lambda _: False)

    def swap(self, claim: str, because: str) -> Heard:
        ground = self.file.claims[claim].ground.text
        return self._hear(Challenge(node=claim, ground=Relevance(), because=f"{because} swap"), lambda s: s != ground)

    def context(self, claim: str, because: str) -> Heard:
        return self._hear(Challenge(node=claim, ground=OutOfContext(), because=because), lambda _: True)

    def reject(self, claim: str, because: str) -> Heard:
        return self._hear(Challenge(node=claim, ground=SelectionBias(), because=because), lambda _: False)

    def reweigh(self, because: str) -> Heard:
        ground = ValueWeighting(seat=self.pack.perspectives[0].id, value=self.pack.values[-1].id, weight=0.9)
        return self._hear(Challenge(node=FRAME, ground=ground, because=because), lambda _: False)

    def _hear(self, challenge: Challenge, names: Callable[[str], bool]) -> Heard:
        models = all_roles(ScriptedModel(lambda call: self._answer(call, names)))
        (fault, *_) = planted_faults()
        return hear(Trial(fault, True, self.file, challenge), self.bed, models)

    def _answer(self, call: Call, names: Callable[[str], bool]) -> Said:
        start = time.process_time()
        said = _named(call, names)
        self.model_seconds += time.process_time() - start
        return said


def _named(call: Call, names: Callable[[str], bool]) -> Said:
    question = call.question
    if isinstance(question, Choose) and question.template in ("contest/bears", "contest/against", "contest/context"):
        return Chosen(ids=tuple(o.id for o in question.options if names(o.text))[: question.at_most])
    return reply_by_seed(call)
