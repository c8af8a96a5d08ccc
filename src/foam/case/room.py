"""Words that a card may have beyond those of its own part: what other parts of the speech leave of theirs.

What all parts are told together never exceeds the speech: each part that is still to be written keeps its least, what
is written counts with the words that it has, and those that are written at once share the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from foam.case.act_questions import LEAST_ANALYTIC
from foam.case.cut import SLACK
from foam.case.filled import find_own_limit
from foam.case.replan import is_plan
from foam.case.values import Slot
from foam.model.form import count_words


def count_spare(filled: Iterable[Slot]) -> int:
    """Words that filled slots leave of theirs, all together: what one of them takes over its own is taken off."""
    return max(0, sum(one.words - one.length for one in filled if one.seek and one.filled))


def share_spare(left: Sequence[int], pool: int, reserve: int) -> list[int]:
    """What each of several parts that are written at once may take of the words that others leave: what is `left` in
    its own argument, and an equal share of what the other arguments leave.

    Together they never take more than the `pool`, which is what the whole speech leaves; of what other arguments leave
    as much is kept in `reserve` as parts that are still to be written may run over their own.
    """
    own = [max(0, one) for one in left]
    if sum(own) > pool:
        return [one * pool // sum(own) for one in own]
    rest = max(0, pool - sum(own) - reserve) // max(1, len(own))
    return [one + rest for one in own]


def find_least(slot: Slot) -> int:
    """Words that a part which is still to be written can count on, whatever others take."""
    return int(slot.words / SLACK)


def count_expected(slot: Slot, plan: str) -> int:
    """Words that a part takes of the speech: those that it has, else those that it may have, or has at least where it
    waits for a card. The `plan` is read in full, however few words the template gives it."""
    if slot.filled:
        return slot.length
    if is_plan(slot):
        return count_words(plan)
    if slot.seek:
        return find_least(slot)
    return max(find_own_limit(slot), LEAST_ANALYTIC)


def fit_limits(slots: Sequence[Slot], spare: Sequence[int], room: int) -> list[int]:
    """The words of each of several cards that are written at once: its own with what it may take, and no more than the
    `room` of all of them together. What is wanting is taken from what each has over its least, then from that."""
    wanted = [find_own_limit(slot) + words for slot, words in zip(slots, spare, strict=True)]
    least = [min(find_least(slot), most) for slot, most in zip(slots, wanted, strict=True)]
    if sum(wanted) <= room:
        return wanted
    if room <= sum(least):
        return [max(0, room) * one // max(1, sum(least)) for one in least]
    more, left = sum(wanted) - sum(least), room - sum(least)
    return [one + (most - one) * left // more for one, most in zip(least, wanted, strict=True)]


def find_spare(slots: Sequence[Slot], all_slots: Sequence[Slot], bound: Iterable[Slot], plan: str = "") -> list[int]:
    """What each of these slots, which are written at once, may take beyond its own limit, or has to leave of it;
    `bound` are those of the speech that are done."""
    own = {slot.path for slot in slots}
    done = {one.path: one for one in bound if one.path not in own}
    open_ = [one for one in all_slots if one.seek and one.path not in own and one.path not in done]
    reserve = (SLACK - 1) * sum(one.words for one in open_)
    left = [count_spare(one for one in done.values() if one.path[:-1] == slot.path[:-1]) for slot in slots]
    spare = share_spare(left, count_spare(done.values()), round(reserve))
    others = [done.get(one.path, one) for one in all_slots if one.path not in own]
    room = sum(one.words for one in all_slots) - sum(count_expected(one, plan) for one in others)
    return [most - find_own_limit(slot) for most, slot in zip(fit_limits(slots, spare, room), slots, strict=True)]
