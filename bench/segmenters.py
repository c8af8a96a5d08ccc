"""Where sentences end: ours beside the libraries it was chosen from, on traps and on real text.

    pip install sentencex pysbd syntok blingfire nupunkt sentence-splitter segtok spacy
    python -m bench segmenters

Each library gets one paragraph at a time, as ours does. What is not installed is left out.
"""

from __future__ import annotations

import importlib
import json
import re
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from bench.harness import Row, benchmark, shared_data
from foam_quotes.text.normalise import normalise
from foam_quotes.text.segment import split_sentences

TRAPS = Path(__file__).parents[1] / "tests" / "text" / "traps.txt"

Splitter = Callable[[str], Iterable[str]]


class Sample(NamedTuple):
    """A text and the places where its sentences end."""

    text: str
    ends: frozenset[int]


def traps() -> Iterator[Sample]:
    """The cases of the trap file."""
    for block in TRAPS.read_text("utf-8").split("\n\n"):
        lines = [line for line in block.splitlines() if line and not line.startswith("# ")]
        if lines:
            yield assembled((line.rstrip("¶"), "\n" if line.endswith("¶") else " ") for line in lines)


def wice(count: int = 150) -> Iterator[Sample]:
    """Articles cut into sentences by the makers of WiCE; lines that do not end like sentences stand alone."""
    for row in (shared_data("wice") / "claim_dev.jsonl").read_text("utf-8").splitlines()[:count]:
        lines = [line for line in map(normalise, json.loads(row)["evidence"]) if line]
        yield assembled((line, " " if line.rstrip("\"')]").endswith((".", "!", "?")) else "\n") for line in lines)


def assembled(pieces: Iterable[tuple[str, str]]) -> Sample:
    """Pieces and what stands between them, as one text."""
    text, ends = "", set()
    for piece, between in pieces:
        text += piece
        ends.add(len(text))
        text += between
    return Sample(text.rstrip(), frozenset(ends))


def splitters() -> dict[str, Splitter]:
    """Ours and every library that is installed."""
    found: dict[str, Splitter] = {"foam": lambda text: [span.of(text) for span in split_sentences(text)]}
    for name, make in _OTHERS.items():
        try:
            found[name] = make()
        except ImportError:
            continue
    return found


def _syntok() -> Splitter:
    analyze = importlib.import_module("syntok.segmenter").analyze
    return lambda text: ["".join(t.spacing + t.value for t in s) for paragraph in analyze(text) for s in paragraph]


def _spacy() -> Splitter:
    pipeline: Any = importlib.import_module("spacy").blank("en")
    pipeline.add_pipe("sentencizer")
    return lambda text: [sentence.text for sentence in pipeline(text).sents]


def _sentencex() -> Splitter:
    segment = importlib.import_module("sentencex").segment
    return lambda text: list(segment("en", text))


def _pysbd() -> Splitter:
    segmenter: Any = importlib.import_module("pysbd").Segmenter(language="en", clean=False)
    return lambda text: list(segmenter.segment(text))


def _blingfire() -> Splitter:
    split = importlib.import_module("blingfire").text_to_sentences
    return lambda text: str(split(text)).split("\n")


def _sentence_splitter() -> Splitter:
    splitter: Any = importlib.import_module("sentence_splitter").SentenceSplitter(language="en")
    return lambda text: list(splitter.split(text))


def _segtok() -> Splitter:
    split = importlib.import_module("segtok.segmenter").split_single
    return lambda text: list(split(text))


_OTHERS: dict[str, Callable[[], Splitter]] = {
    "nupunkt": lambda: importlib.import_module("nupunkt").sent_tokenize,
    "sentencex": _sentencex,
    "pysbd": _pysbd,
    "syntok": _syntok,
    "blingfire": _blingfire,
    "sentence-splitter": _sentence_splitter,
    "segtok": _segtok,
    "spacy sentencizer": _spacy,
}


def ends_of(text: str, split: Splitter) -> frozenset[int]:
    """Where a splitter's sentences end; pieces it changed beyond finding are passed over."""
    ends: set[int] = set()
    for paragraph in re.finditer(r"[^\n]+", text):
        at = 0
        for piece in split(paragraph[0]):
            words = piece.strip()
            found = paragraph[0].find(words, at) if words else -1
            if found >= 0:
                at = found + len(words)
                ends.add(paragraph.start() + at)
    return frozenset(ends)


@benchmark
def compared() -> Iterable[Row]:
    """Cases without a mistake, precision and recall of ends, and characters a second."""
    cases, articles = list(traps()), list(wice())
    real = [normalise(f.read_text("utf-8")) for f in sorted((shared_data("ibm_ce") / "articles").iterdir())[::16]]
    for name, split in splitters().items():
        right = sum(ends_of(case.text, split) == case.ends for case in cases)
        yield Row(f"{name}: traps without a mistake", right / len(cases), "", f"of {len(cases)}")
        precision, recall = _scored(articles, split)
        yield Row(f"{name}: WiCE precision of ends", precision, "")
        yield Row(f"{name}: WiCE recall of ends", recall, "")
        taken = min(_timed(real, split) for _ in range(3))
        yield Row(f"{name}: speed", sum(map(len, real)) / taken / 1e6, "M characters/s", "best of three passes")


def _timed(texts: Iterable[str], split: Splitter) -> float:
    start = time.perf_counter()
    for text in texts:
        for paragraph in text.split("\n"):
            list(split(paragraph))
    return time.perf_counter() - start


def _scored(samples: Iterable[Sample], split: Splitter) -> tuple[float, float]:
    right = found = true = 0
    for sample in samples:
        ends = ends_of(sample.text, split)
        right, found, true = right + len(ends & sample.ends), found + len(ends), true + len(sample.ends)
    return right / found, right / true
