"""Judging: is a tournament as concurrent as it may be, how fast are the audit and the pairing, and twelve real cases.

python -m bench judging.tournament judging.audited judging.pairing
python -m bench judging.twelve            the embedded model writes and judges: minutes
"""

from __future__ import annotations

import asyncio
import math
import random
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.arms.make import make
from bench.harness import Row, Skipped, benchmark, seconds
from foam.errors import WeightsMissing
from foam.evidence.document import Document
from foam.evidence.library_corpus import make_sample_corpus
from foam.job.job import RunResult
from foam.job.session import Tools
from foam.judging.audit import CaseAudit, audit_cases, rates, sources_judge
from foam.judging.entrants.blind import Blind, EnteredCase, blind_cases
from foam.judging.entrants.entrant import Entrant, claim, evidence, number_parts
from foam.judging.entrants.intake import Submitted
from foam.judging.jury.panel import Juror, Jury
from foam.judging.tournament.bracket import Rules
from foam.judging.tournament.pairing import count_rematches, default_rounds, pair_swiss
from foam.judging.tournament.report import make_report
from foam.judging.tournament.session import TournamentOutcome, TournamentPlan, run_tournament
from foam.model.cast import ROLES
from foam.model.embedded.model import EmbeddedModel
from foam.model.embedded.vectors import WordVectors
from foam.model.judge import shipped_judge
from foam.model.port import Model
from foam.model.question import Choose, Chosen, Rank, Ranked, Score, Scored
from foam.model.scripted import Call, Said, ScriptedModel
from foam.pack.loader import load_pack
from foam.pack.pack import Pack
from foam.record.memory import MemoryStore
from foam.record.sqlite import open_record
from foam.settings import find_home
from foam_quotes.verdicts.found import Quotation

CASES, CITATIONS, DELAY, LANES, ENTRANTS = 66, 15, 0.05, 32, 2000
_RESOLUTIONS = (
    "Should cities make public transport free?",
    "Should secondary schools begin lessons after nine o'clock?",
    "Should towns pay for night buses?",
    "Should pupils be taught at home in winter?",
)


def made_field(documents: Sequence[Document], *, seed: int = 1) -> tuple[Blind, ...]:
    """Cases of some 1,500 words that quote the documents, a third of the quotations changed or ascribed elsewhere."""
    rng = random.Random(seed)
    return tuple(Blind(id=f"Case_{n:03d}", entrant=_made_case(documents, rng)) for n in range(1, CASES + 1))


def _made_case(documents: Sequence[Document], rng: random.Random) -> Entrant:
    parts, citations = [], []
    for _ in range(CITATIONS):
        source, other = rng.sample(documents, 2)
        words = source.text.split()[: rng.randint(60, 90)]
        kind = rng.randrange(9)
        if kind == 0:
            words[rng.randrange(len(words))] = "zebra"
        if kind == 1:
            rng.shuffle(words)
        cited = other if kind == 2 else source
        quote = " ".join(words)
        parts += [claim(f"We hold that {source.sentence(0)}"), evidence(quote, cited.citation.brief)]
        citations.append(Quotation(quote=quote, source=cited.citation.brief))
    return Entrant(parts=number_parts(parts), citations=tuple(citations))


@benchmark
def tournament() -> Iterable[Row]:
    """66 cases, a model that answers in 50 ms, 32 questions at once: wall time against the ideal schedule."""
    pack = load_pack("policy-debate")
    cases = made_field(pack.documents())
    audits = _audited(cases, pack)
    with TemporaryDirectory() as folder:
        start, began = time.perf_counter(), time.process_time()
        outcome = _played(cases, audits, pack, folder=Path(folder))
        wall, own = time.perf_counter() - start, time.process_time() - began
    with TemporaryDirectory() as folder:
        schedule = _schedule(cases, audits, pack, folder=Path(folder))
    ideal = math.ceil(outcome.asked / LANES) * DELAY
    yield Row("questions asked", outcome.asked, "", f"{len(outcome.view.ballots)} ballots, {CASES} cases")
    yield Row("wall time", wall, "s", f"ideal {ideal:.1f} s: every lane busy from the first question to the last")
    yield Row("schedule over the ideal one", schedule / ideal, "x", "the machine's own work left out")
    yield Row("wall time over the ideal schedule", wall / ideal, "x", "at most 1.2 asked for")
    yield Row(
        "own work", own, "s", f"{1000 * own / outcome.asked:.2f} ms a question; hidden while under {DELAY / LANES:g} s"
    )


class _TimelessLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock stands still while anything can be done, and jumps to the next timer when nothing can:
    what it measures is the schedule alone, whatever else the machine does."""

    _now = 0.0

    def time(self) -> float:
        return self._now

    def _run_once(self) -> None:
        if not self._ready and self._scheduled:
            self._now = max(self._now, self._scheduled[0].when())
        super()._run_once()  # type: ignore[misc]

    _ready: Sequence[object]
    _scheduled: list[asyncio.TimerHandle]


def _schedule(cases: Sequence[Blind], audits: Sequence[CaseAudit], pack: Pack, *, folder: Path) -> float:
    """Seconds the questions take when the machine's own work takes none."""
    loop = _TimelessLoop()
    try:
        loop.run_until_complete(_job(cases, audits, pack, folder))
        return loop.time()
    finally:
        loop.close()


def _played(
    cases: Sequence[Blind], audits: Sequence[CaseAudit], pack: Pack, *, folder: Path
) -> RunResult[TournamentOutcome]:
    return asyncio.run(_job(cases, audits, pack, folder))


async def _job(
    cases: Sequence[Blind], audits: Sequence[CaseAudit], pack: Pack, folder: Path
) -> RunResult[TournamentOutcome]:
    jury = Jury(jurors=(Juror(name="judge", model="judge"),))
    return await run_tournament(
        TournamentPlan(rubric=load_pack("policy-debate").rubric, jury=jury),
        cases,
        audits,
        Tools(models={"judge": ScriptedModel(_quick, delay=DELAY)}, pack=pack, concurrency=LANES),
        store=open_record(folder),
    )


def _quick(call: Call) -> Said:
    """An answer that takes no thought, so that only the tournament's own work is beside the waiting."""
    match call.question:
        case Score() as question:
            return Scored(
                score=question.low + (len(question.prompt) * 7919 % 100) / 100 * (question.high - question.low)
            )
        case Rank() as question:
            return Ranked(ids=tuple(option.id for option in question.options))
        case Choose() as question:
            return Chosen(ids=(question.options[0].id,))
        case _:
            raise AssertionError("a jury asks nothing else")


def _audited(cases: Sequence[Blind], pack: Pack) -> tuple[CaseAudit, ...]:
    return audit_cases({one.id: one.entrant for one in cases}, sources_judge(pack.documents()))


@benchmark
def audited() -> Iterable[Row]:
    """66 cases of 15 citations against the sample library, its index included."""
    pack = load_pack("policy-debate")
    cases = made_field(pack.documents())
    found = rates(_audited(cases, pack))
    yield Row("auditing 66 cases of 15", seconds(lambda: _audited(cases, pack), repeat=3), "s", "under 5 asked for")
    yield Row("citations", found.citations, "", str({name: n for name, n in found.counts.items() if n}))


@benchmark
def pairing() -> Iterable[Row]:
    """The Swiss rounds of 2,000 entrants, heats decided by lot: the slowest round, and rematches in all."""
    rng = random.Random(1)
    ids = [f"e{n:04d}" for n in range(ENTRANTS)]
    wins: dict[str, float] = dict.fromkeys(ids, 0.0)
    met: dict[str, set[str]] = {id: set() for id in ids}
    slowest, again = 0.0, 0
    for _ in range(default_rounds(ENTRANTS)):
        order = sorted(ids, key=lambda id: (-wins[id], id))
        start = time.perf_counter()
        pairs, _ = pair_swiss(order, wins, met, set())
        slowest = max(slowest, time.perf_counter() - start)
        again += count_rematches(pairs, met)
        for one, other in pairs:
            met[one].add(other)
            met[other].add(one)
            wins[rng.choice((one, other))] += 1
    yield Row("pairing 2,000 entrants, slowest of 11 rounds", slowest, "s", "under 1 asked for")
    yield Row("rematches in all rounds", again, "")


@benchmark
def twelve() -> Iterable[Row]:
    """Twelve cases by three arms, written, audited and judged by the embedded model."""
    home = find_home({}, Path.cwd(), Path.home())
    pack = load_pack("policy-debate")
    model: Model = EmbeddedModel(home, judge=shipped_judge())
    try:
        corpus = make_sample_corpus(pack.documents(), WordVectors(home))
        models = dict.fromkeys(ROLES, model)
        tools, store = Tools(models=models, pack=pack, corpus=corpus, judge=shipped_judge()), MemoryStore()
        start = time.perf_counter()
        made = [
            asyncio.run(make(arm, one, tools, store=store))
            for arm in ("foam", "retrieval", "zero-shot")
            for one in _RESOLUTIONS
        ]
    except WeightsMissing as missing:
        raise Skipped(f"MISSING WEIGHTS: {missing.what}") from missing
    yield Row("writing twelve cases", time.perf_counter() - start, "s")
    entered = [
        EnteredCase(file=one.resolution, submitted=Submitted(entrant=one.entrant), source=one.arm) for one in made
    ]
    cases, key = blind_cases(entered, seed=7)
    start = time.perf_counter()
    jury = Jury(jurors=(Juror(name="embedded", model="embedded", family=model.decider.family),))
    job = run_tournament(
        TournamentPlan(rules=Rules(seed=7), rubric=load_pack("policy-debate").rubric, jury=jury),
        cases,
        _audited(cases, pack),
        Tools(models={"embedded": model}, pack=pack),
        store=MemoryStore(),
    )
    outcome = asyncio.run(job)
    yield Row("judging and playing", time.perf_counter() - start, "s", f"{outcome.asked} questions")
    for row in make_report("twelve", outcome.view, key).sources:
        yield Row(f"{row.source}: overall", row.overall.value or 0.0, "of 100", str(row.overall))
        yield Row(f"{row.source}: CFVR", row.cfvr.value or 0.0, "", f"{row.rates.citations} citations")
