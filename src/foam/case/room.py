"""Words that a card may have beyond those of its own part: what other parts of the speech leave of theirs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from foam.case.cut import SLACK
from foam.case.values import Slot


def count_spare(filled: Iterable[Slot]) -> int:
    """Words that filled slots leave of theirs, all together: what one of them takes over its own is taken off."""
    return max(0, sum(one.words - one.length for one in filled if one.card))


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


def find_spare(slots: Sequence[Slot], all_slots: Iterable[Slot], bound: Iterable[Slot]) -> list[int]:
    """What each of these slots, which are written at once, may take; `bound` are those of the speech that are done."""
    own = {slot.path for slot in slots}
    done = [one for one in bound if one.path not in own]
    known = {one.path for one in done} | own
    reserve = (SLACK - 1) * sum(one.words for one in all_slots if one.seek and one.path not in known)
    left = [count_spare(one for one in done if one.path[:-1] == slot.path[:-1]) for slot in slots]
    return share_spare(left, count_spare(done), round(reserve))
