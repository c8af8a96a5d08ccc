"""Has a written speech that came out too long shortened at once, where it can be told which part to shorten.

too many words ── the part furthest over its own goes back, with the words that it may have ──┬── shorter: it is read
                                                                                              └── else it stays
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping

from foam.case.cut import SLACK
from foam.case.fill import Writing, rate_slot
from foam.case.filled import find_own_limit
from foam.case.room import count_expected, find_least
from foam.case.values import Slot
from foam.case.verdict import TOO_LONG, Refusal
from foam.pack.outlines import SpeechOutline

MOST_SENT_BACK = 3
"""Parts that go back in one speech, each once."""


def find_most(template: SpeechOutline, words: int) -> int:
    """Words that a speech with this budget may have as a whole: as many more as its template lets it, and no more than
    a single part may."""
    return min(round(template.between[1] * words / template.words), int(SLACK * words))


def list_overlong(slots: Iterable[Slot], over: int) -> list[Slot]:
    """The fewest parts by which a speech with so many words too many comes to fit, if each kept to its own: those that
    are furthest over it. A card of one sentence cannot be cut, and a debater's is read as it is marked."""
    cards = [one for one in slots if one.card and not one.card.work and len(one.card.sentences) > 1]
    named: list[Slot] = []
    for slot in sorted(cards, key=lambda one: one.words - one.length):
        if over <= 0 or slot.length <= slot.words:
            break
        named.append(slot)
        over -= slot.length - slot.words
    return named


async def shorten_slots(
    writing: Writing,
    bound: Mapping[tuple[str, ...], Slot],
    most: int,
    write_again: Callable[[Slot, int], Awaitable[Slot]],
    keep: Callable[[Slot], None],
) -> None:
    """Have parts written again with fewer words, while the speech has more than `most`. `write_again` is given the
    empty slot and what it has to leave of its own limit; what is no shorter, or serves less well, is not kept."""
    tried: set[tuple[str, ...]] = set()
    for _ in range(MOST_SENT_BACK if writing.author.speaks else 0):
        read = [one for one in bound.values() if one.filled or not one.seek]
        over = sum(count_expected(one, writing.position.text) for one in read) - most
        slot = next((one for one in list_overlong(read, over) if one.path not in tried), None)
        if slot is None:
            return
        tried.add(slot.path)
        room = max(find_least(slot), slot.length - over)
        again = await write_again(_empty_slot(slot, over, room), room - find_own_limit(slot))
        if again.card and again.length < slot.length and rate_slot(again) >= rate_slot(slot):
            keep(again)


def _empty_slot(slot: Slot, over: int, room: int) -> Slot:
    """The slot without its card, whose writer is told why."""
    assert slot.card is not None
    because = (
        f"the speech has {over} words too many, and this part, “{slot.card.tag}”, has {slot.length} where {slot.words} "
        f"are its own. Write it with {room} or fewer: name fewer of these sentences, take a shorter tag, or others. "
        "If you leave it empty, this card is kept"
    )
    tried = Refusal(
        document=slot.card.document,
        cite=slot.card.cite,
        why=TOO_LONG,
        entry=slot.card.entries["sentences"],
        sentences=slot.card.sentences,
        because=because,
    )
    return slot.model_copy(update={"card": None, "step": None, "refused": (*slot.refused, tried)})
