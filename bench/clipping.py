"""Clipped cards: negations and conditions taken out of what is highlighted, and how many real cards are accused.

Cards are drawn from the public ones; nothing is tuned on those whose id ends in an even digit, which are used here.
"""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from bench.harness import Row, benchmark, shared_data
from foam.evidence.quotes.highlight import find_clips
from foam_quotes.text.segment import split_sentences
from foam_quotes.text.span import Span
from foam_quotes.text.words import find_words, is_negation

_EACH, _HONEST, _LEAST = 20, 500, 25
_CONDITIONS = ("if", "unless")


@benchmark
def read() -> Iterable[Row]:
    """Planted clips that are found, of forty, and real cards that are accused, of five hundred."""
    rng = random.Random(11)
    with gzip.open(shared_data("cards") / "cards.jsonl.gz", "rt", encoding="utf-8") as lines:
        cards = [card for line in lines if (card := json.loads(line))["id"][-1] in "02468ace"]
    rng.shuffle(cards)
    marked = [one for one in cards if len(_list_read(one)) >= _LEAST]
    for kind, plant in (("negation", _plant_negation), ("condition", _plant_condition)):
        planted = [made for one in marked if (made := plant(one, rng))][:_EACH]
        found = sum(any(clip.kind == kind for clip in find_clips(text, read)) for text, read in planted)
        yield Row(f"{kind}s cut away, found", found, "cards", f"of {len(planted)}")
    accused = [(one["tag"], clips) for one in marked[:_HONEST] if (clips := list(find_clips(*_take(one))))]
    yield Row("real cards accused", len(accused), "cards", f"of {len(marked[:_HONEST])}, to be read:")
    for tag, clips in accused:
        yield Row(f"  {tag[:60]}", len(clips), "clips", str(clips[0])[:300])


def _take(card: Any) -> tuple[str, list[Span]]:
    return card["body"], sorted(Span(*one) for one in card["highlight"])


def _list_read(card: Any) -> list[Span]:
    text, read = _take(card)
    return [word for word in find_words(text) if any(one.start <= word.start and word.end <= one.end for one in read)]


def _plant_negation(card: Any, rng: random.Random) -> tuple[str, list[Span]] | None:
    """The card with one word fewer read: a "not" between words that stay."""
    text, read = _take(card)
    words = _list_read(card)
    inner = [
        word
        for before, word, after in zip(words, words[1:], words[2:], strict=False)
        if is_negation(word.of(text))
        and text[before.end : word.start].isspace()
        and text[word.end : after.start] == " "
        and after.of(text).lower() not in ("only", "just", "merely", "simply", "solely")
    ]  # fmt: skip
    return (text, list(_cut(read, rng.choice(inner)))) if inner else None


def _plant_condition(card: Any, rng: random.Random) -> tuple[str, list[Span]] | None:
    """The card without its condition: from "if" to the end of the sentence, or the word alone."""
    text, read = _take(card)
    words = set(_list_read(card))
    found = []
    for sentence in split_sentences(text):
        own = [Span(sentence.start + one.start, sentence.start + one.end) for one in find_words(sentence.of(text))]
        for at, word in enumerate(own):
            if (
                word.of(text).lower() in _CONDITIONS
                and words >= set(own[max(0, at - 3) : at + 6])
                and len(own) > at + 5
            ):
                whole = at > 3 and not set(text[own[at - 1].end : word.start]) & set(",;:")
                found.append(Span(word.start, own[-1].end) if whole else word)
    return (text, list(_cut(read, rng.choice(found)))) if found else None


def _cut(read: Sequence[Span], gone: Span) -> Iterator[Span]:
    for one in read:
        for left in (Span(one.start, min(one.end, gone.start)), Span(max(one.start, gone.end), one.end)):
            if left.start < left.end:
                yield left
