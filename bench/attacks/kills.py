"""Imports killed at random moments and resumed: what they leave must search exactly as a clean import does."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from bench.attacks.tally import Tally
from foam.evidence.library import Library
from foam.evidence.search.fake import HashingEmbedder
from foam.evidence.search.hybrid import Search
from foam.evidence.search.memory import MemoryIndex
from foam.evidence.versions import list_changes

KILLS = 120
WORKERS = (1, 2, 3)
FILES = 42
COMMIT_DOCUMENTS = 7
"""Few, so that a kill falls between many commits."""
_AT_MOST = 4
"""Kills that one import has to survive."""

_IMPORT = """
import sys
from pathlib import Path
from foam.evidence.ingest import add_paths
from foam.evidence.library import Library
from foam.evidence.search.fake import HashingEmbedder
from foam.evidence.search.memory import MemoryIndex

file, folder, workers, commit = sys.argv[1:]
print("begun", flush=True)
with Library.open(Path(file)) as library:
    add_paths(library, [Path(folder)], workers=int(workers), commit_documents=int(commit))
    MemoryIndex(HashingEmbedder(), Path(file).parent / "index", step=50).follow(library)
"""
_VOCABULARY = """
tax carbon emissions market housing rent price wage school teacher river bridge library court appeal evidence witness
law city council budget energy grid solar wind nuclear waste forest farm water transport train
"""
_WORDS = tuple(_VOCABULARY.split())


def run(folder: Path) -> Iterable[Tally]:
    """Kill and resume, over and over."""
    return attack(folder, kills=KILLS)


def attack(folder: Path, *, kills: int, seed: int = 17) -> Iterator[Tally]:
    """Imports killed until so many kills are done, each compared with a clean import of the same files."""
    rng = random.Random(seed)
    given = write_files(folder / "in", rng)
    begun = time.monotonic()
    _start(folder / "clean" / "foam.db", given, workers=2).wait()
    whole = time.monotonic() - begun
    expected = describe(folder / "clean" / "foam.db")
    done = differing = imports = 0
    while done < kills:
        imports += 1
        with tempfile.TemporaryDirectory(dir=folder) as home:
            file = Path(home, "foam.db")
            for _ in range(rng.randint(1, _AT_MOST)):
                done += _kill_once(file, given, rng, whole)
            _start(file, given, workers=rng.choice(WORKERS)).wait()
            differing += describe(file) != expected
    note = f"{imports} imports, {len(expected['ids'])} documents each; workers {', '.join(map(str, WORKERS))}"
    yield Tally("imports killed and resumed", attempts=done, found=done - differing, silent=differing, note=note)


def _kill_once(file: Path, given: Path, rng: random.Random, whole: float) -> int:
    """Start an import and kill it at a random moment; 1 when it was still at work."""
    process = _start(file, given, workers=rng.choice(WORKERS))
    try:
        process.wait(timeout=rng.uniform(0, whole))
        return 0
    except subprocess.TimeoutExpired:
        os.kill(process.pid, signal.SIGKILL)
        return int(process.wait() == -signal.SIGKILL)


def _start(file: Path, given: Path, *, workers: int) -> subprocess.Popen[bytes]:
    """An import under way: it has begun when this returns."""
    file.parent.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-c", _IMPORT, str(file), str(given), str(workers), str(COMMIT_DOCUMENTS)]
    places = os.pathsep.join(place for place in sys.path if place)
    process = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": places}, stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.close()
    return process


def describe(file: Path) -> dict[str, Any]:
    """All that a user sees of a library: listing, documents, places, families, changes, results of searches."""
    embedder = HashingEmbedder()
    with Library.open(file) as library:
        ids = library.ids()
        index = MemoryIndex(embedder, file.parent / "index")
        index.follow(library)
        search = Search(library, index, embedder)
        return {
            "damaged": [str(one) for one in library.damaged()],
            "ids": ids,
            "documents": [document.digest for document in library.documents()],
            "places": [[one.digest for one in library.appearances(id)] for id in ids],
            "families": [library.family(id) for id in ids],
            "changes": [(one.action, one.what, one.documents) for one in list_changes(library.versions())],
            "stats": library.stats().model_dump(exclude={"version"}),
            "found": [search.find(f"{one} {two}", limit=30) for one, two in zip(_WORDS, _WORDS[3:], strict=False)],
        }


def write_files(folder: Path, rng: random.Random) -> Path:
    """Texts, Markdown and rows, with copies, near-copies, sentences that score alike, and a few files that are bad."""
    folder.mkdir(parents=True)
    texts = [_write_text(rng) for _ in range(FILES)]
    for number, text in enumerate(texts):
        kind = number % 6
        if kind == 0:
            rows = [text, _change(text, rng), rng.choice(texts), _write_text(rng)]
            lines = [json.dumps({"text": row, "title": f"row {n} of {number}"}) for n, row in enumerate(rows)]
            lines[rng.randrange(4)] += " no JSON" if number % 12 else ""
            Path(folder, f"{number:03}.jsonl").write_text("\n".join(lines), "utf-8")
        elif kind == 1:
            Path(folder, f"{number:03}.md").write_text(
                f"# Report {number}\n\n{_change(texts[number - 1], rng)}", "utf-8"
            )
        elif kind == 2:
            Path(folder, f"{number:03}.txt").write_text(rng.choice(texts), "utf-8")
        elif kind == 3 and number % 4:
            Path(folder, f"{number:03}.txt").write_bytes(b"\xff\x00 no text")
        else:
            Path(folder, f"{number:03}.txt").write_text(text, "utf-8")
    return folder


def _write_text(rng: random.Random) -> str:
    return " ".join(
        " ".join(rng.choices(_WORDS, k=rng.choice((4, 4, 9)))).capitalize() + "." for _ in range(rng.randint(2, 12))
    )


def _change(text: str, rng: random.Random) -> str:
    """Nearly the same text."""
    words = text.split()
    words[rng.randrange(len(words))] = rng.choice(_WORDS)
    return " ".join(words)
