"""Case writing beside the model's own time: a 1AC over a large library, and compiling and verifying a finished case.

    python -m bench case                a quick run over 2,000 cards
    python -m bench.case 85000          the same over the size that was asked for

The model is the shipped scripted one, which takes no time to speak of; everything else is as in a real run. The cards
are those of the sample library and others made of their sentences (or of the public data where it is there): two of
them crossed, as many as are wanted.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.harness import Row, Skipped, benchmark, seconds
from bench.library import crossed
from bench.places import embedder
from foam.case.values import Case
from foam.case.verify import verify_case
from foam.case.write import CaseSpec, find_seat, write_case
from foam.evidence.document import Document, Facets, Origin, make_document
from foam.evidence.library import Library
from foam.evidence.library_corpus import LibraryCorpus, make_sample_corpus, name_engine
from foam.evidence.search.hybrid import Search
from foam.evidence.search.lance import LanceIndex
from foam.evidence.search.opening import index_folder
from foam.job.job import RunResult, run
from foam.job.session import Tools
from foam.model.cast import ROLES, cast
from foam.model.port import Embedder, Model
from foam.model.scripted import ScriptedModel, agree
from foam.pack.loader import load_pack
from foam.pack.outlines import load_outline
from foam.pack.pack import Pack
from foam.record.graph import longest_chain
from foam.record.memory import MemoryStore
from foam.record.sqlite import open_record
from foam.record.store import Store
from foam.settings import find_home, load_config

QUICK = 2_000
SENTENCES = 4
SAMPLES = (("policy-debate", "1AC"), ("benefits-appeal", "appeal"), ("benefits-appeal", "decision"))
_BATCH = 5_000
_AT = "2026-01-01T00:00:00.000+00:00"


def cards(pack: Pack, count: int) -> Iterator[Document]:
    """The pack's own documents, then as many others as are wanted."""
    own = pack.documents()
    yield from own
    rng = random.Random(1)
    make = _made(own)
    for row in range(count - len(own)):
        text = " ".join(make(rng) for _ in range(SENTENCES))
        facets = Facets(side=rng.choice(("aff", "neg")), topic=rng.choice(("", "free public transport")), kind="card")
        yield make_document(text, origin=Origin(file="made", format="text", importer="bench", row=row), facets=facets)


def _made(own: tuple[Document, ...]) -> Callable[[random.Random], str]:
    """Made-up sentences of the public data where it is there, else of the pack's own words."""
    try:
        crossed(random.Random(0))
    except Skipped:
        words = [one.sentence(n).split() for one in own for n in range(len(one.ends))]
        return lambda rng: " ".join([*(one := rng.choice(words))[: len(one) // 2], *rng.choice(words)[3:]])
    return crossed


def filled(folder: Path, pack: Pack, count: int) -> None:
    """A library of so many cards, indexed."""
    made = list(cards(pack, count))
    with Library.open(folder / "foam.db") as library:
        for at in range(0, count, _BATCH):
            library.add(made[at : at + _BATCH], what="bench", at=_AT)
        index = LanceIndex(index_folder(folder), embedder("static"))
        index.follow(library)
        index.close()


def written(folder: Path, pack: Pack, store: Store) -> RunResult[Case]:
    """A 1AC over the library in the folder."""
    vectors = embedder("static")
    models: dict[str, Model] = dict.fromkeys(
        ROLES, ScriptedModel(agree(templates=("case/alignment", "case/coherence", "case/sentences"), options=2))
    )
    with Library.open(folder / "foam.db") as library:
        search = Search(library, LanceIndex(index_folder(folder), vectors), vectors)
        corpus = LibraryCorpus(search, engine=name_engine(vectors, "words"))
        return asyncio.run(_write(Tools(models=models, pack=pack, corpus=corpus), pack, "1AC", store))


def measured(count: int) -> list[Row]:
    """The figures over a library of so many cards."""
    pack = load_pack("policy-debate")
    with TemporaryDirectory() as name, closing(open_record(Path(name) / "home")) as store:
        folder = Path(name)
        filled(folder, pack, count)
        began = time.process_time(), time.perf_counter()
        ran = written(folder, pack, store)
        cpu, wall = time.process_time() - began[0], time.perf_counter() - began[1]
        chain = longest_chain(store, ran.run)
        with Library.open(folder / "foam.db") as library:
            documents = {card.document: library.document(card.document) for card in ran.view.cards}
    template = load_outline(pack, "1AC")
    again = seconds(lambda: verify_case(ran.view, documents, template))
    return [
        Row("1AC, everything but the model", wall, "s", f"{count:,} cards; {cpu:.1f} s of CPU; asked for: under 5"),
        Row("questions asked", ran.asked, "", f"longest chain {chain}; {len(ran.view.cards)} cards read"),
        Row("compile and verify a finished case", 1000 * again, "ms", "asked for: under 200"),
    ]


@benchmark
def case() -> list[Row]:
    return measured(QUICK)


@benchmark
def embedded() -> list[Row]:
    """The samples of both packs with the embedded model, over the packs' own libraries."""
    home = find_home(os.environ, Path.cwd(), Path.home())
    vectors = embedder("static")
    return [row for name, speech in SAMPLES for row in _sampled(load_pack(name), speech, home, vectors)]


def _sampled(pack: Pack, speech: str, home: Path, vectors: Embedder) -> list[Row]:
    models = cast(load_config(home, environ=os.environ, flags={"model": "embedded"}))
    corpus = make_sample_corpus(pack.documents(), vectors)
    began = time.process_time()
    ran = asyncio.run(_write(Tools(models=models, pack=pack, corpus=corpus), pack, speech, MemoryStore()))
    cpu = time.process_time() - began
    documents = {one.id: one for one in pack.documents()}
    report = verify_case(ran.view, documents, load_outline(pack, speech))
    rules = ", ".join(sorted({failure.rule for failure in report.failures})) or "issued"
    return [
        Row(f"{pack.name} {speech}", cpu, "s CPU", f"{ran.asked} questions; {ran.view.words} words; {rules}"),
        Row(f"{pack.name} {speech}, CFVR", 100 * report.cfvr, "%", f"{report.citations} citations"),
    ]


async def _write(tools: Tools, pack: Pack, speech: str, store: Store) -> RunResult[Case]:
    """One speech of a pack's sample over a corpus."""
    template = load_outline(pack, speech)
    spec = CaseSpec(
        **tools.describe(),
        resolution=pack.sample_question,
        speech=speech,
        seat=find_seat(template.side, pack.perspectives),
        words=template.words,
    )
    return await run(write_case, spec, tools, store=store)


if __name__ == "__main__":
    for row in measured(int(sys.argv[1]) if len(sys.argv) > 1 else QUICK):
        print(f"{row.name:40} {row.value:10.2f} {row.unit:4} {row.note}")
