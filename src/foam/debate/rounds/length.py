"""How long a person's turn is, and what of it is spoken: whole sentences within the limit, cards included.

So much is let pass as of a written speech. What is beyond it is not spoken; it is told before the turn counts, and
stands under the turn in every file.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from foam.debate.floor import Floor
from foam.debate.language import split_as_written
from foam.debate.rounds.cards import CARD, find_card, quote_cards
from foam.debate.rounds.marks import cut_speech, leave_out_marks, list_paragraphs, list_wrong_marks
from foam.debate.speech.speak import allow_words
from foam.debate.values import Point
from foam.evidence.corpus import Passage
from foam.text.address import parse_pointer
from foam_quotes.text.words import measure_length


class SpeechLength(NamedTuple):
    """How long a turn is as it will count."""

    words: int
    """Words with the cards that it reads, and who they are from."""
    reads_cards: bool
    spoken: int
    """Those that will be spoken."""
    unspoken: str = ""
    """What is beyond the limit and will not be spoken."""
    wrong_marks: tuple[str, ...] = ()
    """Of a speech: what of its marks leads nowhere."""


class WordsWithin(NamedTuple):
    """What of a turn is within its limit, and what is not."""

    text: str
    unspoken: str


def measure_turn(floor: Floor, text: str) -> SpeechLength:
    """The length of what a person would say and what of its marks is wrong, before it counts; nothing is recorded."""
    cards = find_cards(floor, text)
    within = keep_within(text, cards, floor.limit)
    wrong = list_wrong_marks(floor, within.text, cards)
    return SpeechLength(_count(text, cards), bool(cards), _count(within.text, cards), within.unspoken, wrong)


def find_cards(floor: Floor, text: str) -> dict[str, Passage]:
    """The sentences that a speech would read, by how they are named; nothing is recorded."""
    return {name: card for name in CARD.findall(text) if (card := find_card(floor, parse_pointer(name)))}


def keep_within(text: str, cards: Mapping[str, Passage], limit: int) -> WordsWithin:
    """As many whole sentences as are within the limit, the first in any case, in their paragraphs; and the others."""
    spoken = [(place, one) for place, part in enumerate(list_paragraphs(text)) for one in split_as_written(part)]
    lengths = range(1, len(spoken) + 1)
    within = bisect_right(lengths, allow_words(limit), key=lambda some: _count(_join(spoken[:some]), cards))
    kept = max(1, within)
    return WordsWithin(_join(spoken[:kept]), " ".join(one for _, one in spoken[kept:]))


def _join(sentences: list[tuple[int, str]]) -> str:
    """Sentences in their paragraphs."""
    return "\n\n".join(" ".join(one for _, one in part) for _, part in groupby(sentences, key=itemgetter(0)))


def _count(text: str, cards: Mapping[str, Passage]) -> int:
    """Words as they are spoken: marks are none, cards are read out, and each point says from whom they are."""
    return sum(measure_length(_make_point(stretch.words, cards).text) for stretch in cut_speech(leave_out_marks(text)))


def _make_point(words: str, cards: Mapping[str, Passage]) -> Point:
    read = tuple(dict.fromkeys(card for name in CARD.findall(words) if (card := cards.get(name))))
    return Point(id="", move="argue", words=quote_cards(words, cards), evidence=read, written=bool(read))
