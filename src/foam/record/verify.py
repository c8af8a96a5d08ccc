"""Is the record what was written? Each implementation of the port checks its own rows."""

from __future__ import annotations

from foam.errors import RecordDamaged
from foam.record.log import Head
from foam.record.store import ERASURE, RESTORED, Damage, Store
from foam.values import Value

_ALONE = (
    "no head from outside was given: a record that was cut back together with its noted heads cannot be told from a "
    "whole one. Keep {} elsewhere, and give what you kept as --head"
)


class VerifyReport(Value):
    """How many entries are there, the head of the log, and everything that does not match."""

    entries: int
    head: Head | None
    """None when the log cannot be read."""
    damage: tuple[Damage, ...]
    notes: tuple[str, ...] = ()
    """What was erased or declared lost, by whom and why, and files that nothing refers to."""

    @property
    def ok(self) -> bool:
        return not self.damage


def verify(store: Store, *, head: Head | None = None) -> VerifyReport:
    """Re-derive every digest of the record; a changed byte, a removed or added row is named.

    With a head that was noted elsewhere, nothing that was there then can have been taken away or changed since.
    """
    damage = tuple(dict.fromkeys(store.damaged(head=head)))
    try:
        count, now = store.count(), store.head()
        if head is None:
            held = (_ALONE.format(now),) if count and not damage else ()
        else:
            held = () if damage else (f"the record begins with all that was under {head}",)
        return VerifyReport(entries=count, head=now, damage=damage, notes=(*held, *_describe_losses(store)))
    except RecordDamaged:
        return VerifyReport(entries=0, head=None, damage=damage)  # nothing can be counted; the damage says why


def _describe_losses(store: Store) -> list[str]:
    """What is missing with a stated reason, one line each."""
    notes = []
    for entry in store.entries(kind=ERASURE):
        asked = entry.draft.question
        count = len(entry.answer["entries"])
        by, rule = asked.get("by", entry.draft.decider.id), asked.get("rule", "")
        notes.append(
            f"{entry.at[:10]}: words of {count} entries were erased ({asked['what']}) by {by}"
            f"{f' under {rule}' if rule else ''}: {asked['because']}"
        )
    for entry in store.entries(kind=RESTORED):
        asked = entry.draft.question
        notes.append(f"{entry.at[:10]}: what was logged up to {asked['lost'][:40]} was lost: {asked['because']}")
    return notes
