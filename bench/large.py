"""A 1AC over 100,000 cards: made-up copies of public caselist files, in which a part of the words is exchanged.

`python -m bench large` builds them once into a temporary folder. `BENCH_CARDS=20000` takes fewer. Every verdict is
left open by a scripted evaluator, so that the seconds are those beside a model; with `BENCH_MODEL=1` the embedded
judge reads, and its readings are counted apart.
"""

from __future__ import annotations

import os
import random
import re
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import foam
from bench.harness import Row, benchmark, shared_data
from bench.library import costed
from bench.own import leave_open
from foam.evidence.casebook.sections import list_cases
from foam.evidence.document import Document
from foam.evidence.holdings import Batch
from foam.evidence.library import Library
from foam.evidence.reading import read_documents
from foam.evidence.truth import pack_document
from foam.model.scripted import Call, Said, ScriptedModel
from foam.record.sqlite import FILE_NAME

_CARDS = 100_000
_EXCHANGED = 0.5
"""Share of the longer words of a copy that others of the same length stand in for; marks keep their places so."""
_WORD = re.compile(r"[a-z]{4,}")
_MODELS = Path.home() / ".foam" / "models"
_WORDS, _MATTER = 2000, 60
_ASKED_FOR = "asked for: under 5 s beside model time"


@benchmark
def hundred_thousand() -> Iterable[Row]:
    """1ACs over a library of many copies: building it, indexing it, the first and the next case."""
    wanted = int(os.environ.get("BENCH_CARDS", _CARDS))
    files = [_read(path) for path in sorted(shared_data("caselist").glob("*.docx"))[0::2]]
    questions: list[str] = []

    def answer(call: Call) -> Said:
        questions.append(type(call.question).__name__)
        return leave_open(call)

    model = None if os.environ.get("BENCH_MODEL") else ScriptedModel(answer)
    with tempfile.TemporaryDirectory(prefix="foam-bench-") as name:
        folder = Path(name)
        (folder / "models").symlink_to(_MODELS)
        with Library.open(folder / FILE_NAME) as library:
            taken, cost = costed(lambda: _fill(library, files, wanted))
            yield Row("cards put into the library", library.document_count(), "cards", f"{cost}; made-up copies")
            first = list(dict.fromkeys(file for file, _ in library.find_files(library.ids()[: sum(map(len, files))])))
            cases = [one for one in list_cases(library.read_files(first)) if one.plan and one.words >= _WORDS][:3]
        with foam.open(folder, models=model) as home:
            taken, cost = costed(home.library.reindex)
            yield Row("index of these cards", taken, "s", cost)
            for number, case in enumerate(cases, start=1):
                questions.clear()
                start, before = time.perf_counter(), time.process_time()
                written = home.case.write(" ".join(case.plan.split()[:_MATTER]), library=True, words=_WORDS).view
                spent, computed = time.perf_counter() - start, time.process_time() - before
                note = f"{computed:.1f} s of processor time; {written.words} words, {len(written.cards)} cards"
                note += f"; {len(questions)} questions of a scripted evaluator" if model else "; the judge's included"
                yield Row(f"1AC {number} over {wanted:,} cards", spent, "s", f"{note}; {_ASKED_FOR}")


def _read(path: Path) -> list[Document]:
    return [one for one in read_documents([path]) if isinstance(one, Document) and one.card]


def _fill(library: Library, files: Sequence[Sequence[Document]], wanted: int) -> None:
    """Take the files in, and copies of them until there are enough cards; each copy is a file of its own."""
    lengths: dict[int, list[str]] = defaultdict(list)
    for word in sorted({word for file in files for one in file for word in _WORD.findall(one.text)}):
        lengths[len(word)].append(word)
    held, number = 0, 0
    while held < wanted:
        batch = Batch()
        for file in files:
            if held < wanted:
                batch.rows += [
                    (pack_document(one), f"{number:064x}")
                    for one in _copy(file, number, lengths, changed=number >= len(files))
                ]
                held += len(file)
                number += 1
        library.take_in(batch, what="made", at="2026-01-01")


def _copy(
    file: Sequence[Document], number: int, lengths: Mapping[int, Sequence[str]], *, changed: bool
) -> Iterator[Document]:
    """The file under a name of its own, as it is or with exchanged words."""
    rng = random.Random(number)

    def exchange(found: re.Match[str]) -> str:
        return rng.choice(lengths[len(found[0])]) if rng.random() < _EXCHANGED else found[0]

    for one in file:
        origin = one.origin.model_copy(update={"file": f"{number:05}-{Path(one.origin.file).name}"})
        text = _WORD.sub(exchange, one.text) if changed else one.text
        yield one.model_copy(update={"text": text, "origin": origin})
