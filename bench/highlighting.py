"""The highlighter against debaters: which words of a card are underlined and read, and a sheet to look at.

`FOAM_HIGHLIGHT_ROWS` reads so many test cards instead of 120. The sheet goes to out/ and is never committed: its texts
are other people's.
"""

from __future__ import annotations

import difflib
import html
import os
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import numpy as np
from training.cards import HIGHLIGHTED, UNDERLINED, Card, best_sentences, best_share, f1, read_cards

from bench.harness import Row, benchmark, shared_data
from foam.case.cutting.marking import choose_runs, find_least
from foam.case.cutting.passage import NotEstablished, find_passage
from foam.case.cutting.restoring import restore
from foam.evidence.document import Document, Origin, make_document
from foam.model.highlighter import Chances, shipped_highlighter
from foam.model.judge import shipped_judge
from foam.stats.bootstrap import mean_interval
from foam.stats.intervals import wilson
from foam_quotes.text.segment import split_sentences

ROWS = int(os.environ.get("FOAM_HIGHLIGHT_ROWS", "120"))
SHEET, PASSAGES = 20, min(ROWS, 40)
OUT = Path("out")
KINDS = (("underlined", UNDERLINED), ("highlighted", HIGHLIGHTED))


@cache
def _cards() -> list[Card]:
    return read_cards(shared_data("cards") / "cards.jsonl.gz")


@cache
def _read() -> list[tuple[Card, Chances]]:
    """Test cards in a fixed order that mixes them, each with what the highlighter says of it."""
    test = sorted((card for card in _cards() if card.split == "test"), key=lambda card: card.id)[:ROWS]
    return [(card, shipped_highlighter().read(card.body, card.tag)) for card in test]


def _row(name: str, scores: list[float]) -> Row:
    found = mean_interval(scores, seed=1)
    return Row(name, round(float(np.mean(scores)), 3), "F1", f"{found.low:.3f} to {found.high:.3f}, n={len(scores)}")


@benchmark
def words() -> Iterable[Row]:
    """Word-level F1, the mean of the cards, beside what needs no model and what another debater marks."""
    read = _read()
    for kind, (name, least) in enumerate(KINDS):
        share = float(np.mean([np.mean(card.marks >= least) for card, _ in read]))
        scores: dict[str, list[float]] = defaultdict(list)
        for card, found in read:
            for way, chosen in _ways(card, found, kind, share).items():
                scores[way].append(f1(card.marks >= least, chosen))
        for way, ours in scores.items():
            yield _row(f"{name}, {way}", ours)


def _ways(card: Card, found: Chances, kind: int, share: float) -> dict[str, np.ndarray]:
    """What each way would mark of a card."""
    chances, least, size = (found.underlined, found.highlighted)[kind], KINDS[kind][1], len(card.words)
    ways = {
        "best expected share": best_share(chances),
        "in runs": choose_runs(chances, find_least(chances)),
        "debater's number of words": _likeliest(chances, int((card.marks >= least).sum())),
        "every word": np.ones(size, dtype=bool),
        "leading words": np.arange(size) < share * size,
        "best whole sentences, marks known": best_sentences(card, least),
    }
    return ways | ({"in runs, restored": _restored(card, found)} if kind else {})


@benchmark
def people() -> Iterable[Row]:
    """Two debaters' marks of one text, where nearly the same body was cut twice: how far people agree."""
    families: dict[str, list[Card]] = defaultdict(list)
    for card in _cards():
        families[card.family].append(card)
    for name, least in KINDS:
        scores = [
            one for cut in families.values() if len(cut) > 1 and (one := _agree(cut[0], cut[1], least)) is not None
        ]
        yield _row(f"{name}, by two people", scores)


@benchmark
def passages() -> Iterable[Row]:
    """Whether a passage is found for a debater's own tag in the body it was cut from, and declined for a stranger's."""
    test = sorted((card for card in _cards() if card.split == "test"), key=lambda card: card.id)[:PASSAGES]
    origin = Origin(file="card", format="text", importer="bench")
    bodies = [make_document(card.body, origin=origin) for card in test]
    for name, shift in (("own tag, found", 0), ("another card's tag, found", len(test) // 2)):
        tags = [test[(at + shift) % len(test)].tag for at in range(len(test))]
        found = sum(_is_found(body, tag) for body, tag in zip(bodies, tags, strict=True))
        low, high = wilson(found, len(test))
        yield Row(name, round(found / len(test), 3), "share", f"{low:.3f} to {high:.3f}, n={len(test)}")


def _is_found(body: Document, claim: str) -> bool:
    try:
        return find_passage(shipped_judge(), body, claim).is_found
    except NotEstablished:
        return False


@benchmark
def sheet() -> Iterable[Row]:
    """Twenty test cards: the debater's marks above, those of `foam cut` below."""
    parts = [_show(card, found) for card, found in _read()[:SHEET]]
    path = OUT / "highlighting.html"
    path.parent.mkdir(exist_ok=True)
    head = "<!doctype html><meta charset=utf-8><style>body{font:15px serif;max-width:60em;margin:2em auto}</style>"
    path.write_text(head + "\n".join(parts), encoding="utf-8")
    yield Row("cards in out/highlighting.html", len(parts), "cards")


def _restored(card: Card, found: Chances) -> np.ndarray:
    """What `foam cut` would read of this body, but for the judge's last word."""
    proposed = choose_runs(found.highlighted, find_least(found.highlighted))
    spelt = [span.of(card.body) for span in found.words]
    ends = [span.end for span in split_sentences(card.body)]
    sentence = np.searchsorted(ends, [span.start for span in found.words], side="right")
    read = np.zeros(len(spelt), dtype=bool)
    for number in set(sentence):
        places = np.flatnonzero(sentence == number)
        read[places] = restore([spelt[at] for at in places], [bool(proposed[at]) for at in places])
    return read


def _likeliest(chances: np.ndarray, count: int) -> np.ndarray:
    found = np.zeros(len(chances), dtype=bool)
    found[np.argsort(-chances, kind="stable")[:count]] = True
    return found


def _agree(one: Card, other: Card, least: int) -> float | None:
    """F1 of two cards over the words they share; none where they share too few."""
    left, right = ([card.body[start:end] for start, end in card.words] for card in (one, other))
    blocks = difflib.SequenceMatcher(None, left, right, autojunk=False).get_matching_blocks()
    if sum(block.size for block in blocks) < 0.8 * min(len(left), len(right)):
        return None
    ours = np.concatenate([one.marks[block.a : block.a + block.size] >= least for block in blocks])
    theirs = np.concatenate([other.marks[block.b : block.b + block.size] >= least for block in blocks])
    return f1(ours, theirs) if ours.any() and theirs.any() else None


def _show(card: Card, found: Chances) -> str:
    underlined = choose_runs(found.underlined, find_least(found.underlined))
    read = _restored(card, found)
    ours = np.where(read, HIGHLIGHTED, np.where(underlined, UNDERLINED, 0))
    score = f1(card.marks >= HIGHLIGHTED, read)
    title = f"<h3>{html.escape(card.tag)} <small>F1 {score:.2f}</small></h3>"
    return f"{title}<p><b>debater</b> {_marked(card, card.marks)}</p><p><b>foam</b> {_marked(card, ours)}</p>"


def _marked(card: Card, marks: np.ndarray) -> str:
    looks = ("<small>{}</small>", "<u>{}</u>", "<mark><u>{}</u></mark>")
    spelt = (html.escape(card.body[start:end]) for start, end in card.words)
    return " ".join(looks[int(mark)].format(word) for word, mark in zip(spelt, marks, strict=True))
