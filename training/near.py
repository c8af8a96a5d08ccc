"""What training must not see: topics close to a held-back topic, and texts that repeat a held-back text."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

TOPIC_LIMIT = 0.5  # cosine of weighted word stems above which two topics count as one
SAME_TOPIC = 0.7  # the same, in nearly the same words
SHINGLE = 5
_FUNCTION_WORDS = """
a all allowed an and any are as at ban banned be been being believes by can do does for from government has have
house if in is it its more must no not of on or other our people right should some than that the their there
these they this those to was we were will with would you your
"""
_COMMON = frozenset(_FUNCTION_WORDS.split())


def stems(text: str) -> list[str]:
    return [word[:6] for word in re.findall(r"[a-z0-9]+", text.lower()) if word not in _COMMON]


def _vectors(texts: Sequence[str], weight: dict[str, float], index: dict[str, int]) -> np.ndarray:
    matrix = np.zeros((len(texts), len(index)), dtype=np.float32)
    for row, text in enumerate(texts):
        for stem, count in Counter(stems(text)).items():
            matrix[row, index[stem]] = count * weight[stem]
    unit: np.ndarray = matrix / np.maximum(np.linalg.norm(matrix, axis=1, keepdims=True), 1e-9)
    return unit


def near_topics(candidates: Iterable[str], held_back: Iterable[str], limit: float = TOPIC_LIMIT) -> set[str]:
    """The candidates whose topic is that of a held-back one."""
    ours, theirs = sorted(set(candidates)), sorted(set(held_back))
    seen = Counter(stem for text in {*ours, *theirs} for stem in set(stems(text)))
    weight = {stem: math.log(1 + (len(ours) + len(theirs)) / count) for stem, count in seen.items()}
    index = {stem: at for at, stem in enumerate(seen)}
    closeness = _vectors(ours, weight, index) @ _vectors(theirs, weight, index).T
    return {text for text, row in zip(ours, closeness, strict=True) if row.size and row.max() >= limit}


def _shingles(text: str) -> set[tuple[str, ...]]:
    words = re.findall(r"[a-z0-9]+", text.lower())
    return {tuple(words[at : at + SHINGLE]) for at in range(max(1, len(words) - SHINGLE + 1))}


def repeats(candidates: Iterable[str], held_back: Iterable[str]) -> set[str]:
    """The candidates at least half of whose five-word runs stand in the held-back texts."""
    known = set().union(*map(_shingles, set(held_back)))
    found = set()
    for text in set(candidates):
        own = _shingles(text)
        if len(own & known) * 2 >= len(own):
            found.add(text)
    return found
