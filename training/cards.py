"""Debate cards as words with marks: which words a debater underlined, which of these are highlighted (read aloud).

A card has one mark a word: 0 neither, 1 underlined, 2 highlighted. Numpy only, so that a machine without FOAM's
dependencies can train.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

WORD = re.compile(r"\S+")
_SENTENCE_END = re.compile(r"[.!?][\"”’')\]]*$")
UNDERLINED, HIGHLIGHTED = 1, 2


class Card(NamedTuple):
    """A body with its words' places and marks."""

    id: str
    split: str
    family: str
    """What copies of one text share."""
    tag: str
    body: str
    words: np.ndarray
    """Start and end of each word, a row a word."""
    marks: np.ndarray


def read_cards(path: Path) -> list[Card]:
    """Every card of the data set or of what `write_cards` made of it."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [_card(json.loads(line)) for line in lines]


def write_cards(source: Path, target: Path) -> int:
    """What training needs of the data set, in one file. Returns the number of cards."""
    target.parent.mkdir(parents=True, exist_ok=True)
    kept = ("id", "split", "tag", "body", "underline", "highlight", "family")
    with gzip.open(source, "rt", encoding="utf-8") as lines, gzip.open(target, "wt", encoding="utf-8") as out:
        rows = [json.loads(line) for line in lines]
        out.writelines(json.dumps({key: row[key] for key in kept}, ensure_ascii=False) + "\n" for row in rows)
    return len(rows)


def _card(row: dict[str, Any]) -> Card:
    body = row["body"]
    words = np.array([found.span() for found in WORD.finditer(body)], dtype=np.int32).reshape(-1, 2)
    read = [_covered(body, row[key], words) for key in ("underline", "highlight")]
    marks = np.where(read[1], HIGHLIGHTED, np.where(read[0], UNDERLINED, 0)).astype(np.int8)
    return Card(row["id"], row["split"], row["family"], row["tag"], body, words, marks)


def _covered(body: str, spans: Iterable[tuple[int, int]], words: np.ndarray) -> np.ndarray:
    """Whether more than half of each word's characters lie in the spans."""
    inside = np.zeros(len(body) + 1, dtype=np.int32)
    for start, end in spans:
        inside[start:end] = 1
    summed = np.concatenate([[0], np.cumsum(inside)])
    covered: np.ndarray = 2 * (summed[words[:, 1]] - summed[words[:, 0]]) > words[:, 1] - words[:, 0]
    return covered


def f1(truth: np.ndarray, found: np.ndarray) -> float:
    """Of one card's words: twice the common ones by all marked ones; 1 where nothing was marked by either."""
    both = int(truth.sum() + found.sum())
    return 2 * int((truth & found).sum()) / both if both else 1.0


def figures(cards: list[Card], least: int, choose: Callable[[int], np.ndarray]) -> dict[str, float]:
    """The mean F1 of a card, and that of all words together; `choose` says which words of card N it would mark."""
    truths = [card.marks >= least for card in cards]
    chosen = [choose(at) for at in range(len(cards))]
    mean = float(np.mean([f1(*pair) for pair in zip(truths, chosen, strict=True)]))
    return {"mean of cards": round(mean, 4), "all words": round(f1(np.concatenate(truths), np.concatenate(chosen)), 4)}


def best_share(chances: np.ndarray) -> np.ndarray:
    """The words whose marking has the best expected F1, if the chances are right: so many of the likeliest."""
    order = np.argsort(-chances, kind="stable")
    expected = 2 * np.cumsum(chances[order]) / (np.arange(1, len(chances) + 1) + chances.sum())
    found = np.zeros(len(chances), dtype=bool)
    found[order[: int(expected.argmax()) + 1]] = True
    return found


def baselines(cards: list[Card], least: int) -> dict[str, dict[str, float]]:
    """What needs no model: every word, the leading words, and the best whole sentences if one knew the marks."""
    share = float(np.mean([np.mean(card.marks >= least) for card in cards]))

    def lead(at: int) -> np.ndarray:
        size = len(cards[at].words)
        led: np.ndarray = np.arange(size) < share * size
        return led

    return {
        "every word": figures(cards, least, lambda at: np.ones(len(cards[at].words), dtype=bool)),
        "leading words": figures(cards, least, lead),
        "best whole sentences": figures(cards, least, lambda at: best_sentences(cards[at], least)),
    }


def best_sentences(card: Card, least: int) -> np.ndarray:
    """The set of whole sentences with the highest F1, by adding the fullest first."""
    truth = card.marks >= least
    ends = [bool(_SENTENCE_END.search(card.body[start:end])) for start, end in card.words]
    sentence = np.concatenate([[0], np.cumsum(ends)[:-1]]).astype(int)
    size = np.bincount(sentence)
    full = np.bincount(sentence, weights=truth) / np.maximum(size, 1)
    ranked = np.argsort(-full, kind="stable")
    tried = [np.isin(sentence, ranked[:count]) for count in range(1, len(ranked) + 1)]
    return max(tried, key=lambda found: f1(truth, found))
