"""Deliberation: is the loop as concurrent as the protocol allows?"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable

from bench.harness import Row, benchmark
from foam.deliberation.jobs import DeliberateSpec, deliberate
from foam.evidence.corpus import ListedCorpus
from foam.job.job import run
from foam.job.session import Tools
from foam.model.cast import ROLES
from foam.model.scripted import ScriptedModel
from foam.pack.loader import load_pack
from foam.record.graph import longest_chain
from foam.record.memory import MemoryStore

DELAY = 0.2
SEATS = 5


@benchmark
def concurrency() -> Iterable[Row]:
    """Five seats and a model that answers in 200 ms: wall time against the longest chain of dependent questions."""
    pack = load_pack("benefits-appeal")
    extra = pack.perspectives[0].model_copy(update={"id": "neighbour"})
    corpus = ListedCorpus.of(pack.documents())
    tools = Tools(models=dict.fromkeys(ROLES, ScriptedModel(delay=DELAY)), pack=pack, corpus=corpus)
    seats = (*pack.perspectives, extra)
    spec = DeliberateSpec(**tools.describe(), question=pack.sample_question, seats=seats)
    store = MemoryStore()
    start = time.perf_counter()
    ran = asyncio.run(run(deliberate, spec, tools, store=store))
    wall = time.perf_counter() - start
    chain = longest_chain(store, ran.run)
    yield Row("questions asked", ran.asked, "", f"{SEATS} seats")
    yield Row("longest chain of dependent questions", chain, "", f"{chain * DELAY:.1f} s at {DELAY:g} s each")
    yield Row("wall time", wall, "s")
    yield Row("wall time over the longest chain", wall / (chain * DELAY), "x", "at most 1.25 asked for")
