"""Is the record what was written? Each implementation of the port checks its own rows."""

from __future__ import annotations

from foam.errors import RecordDamaged
from foam.record.store import Damage, Store
from foam.values import Value


class VerifyReport(Value):
    """How many entries are there, and everything that does not match."""

    entries: int
    damage: tuple[Damage, ...]

    @property
    def ok(self) -> bool:
        return not self.damage


def verify(store: Store) -> VerifyReport:
    """Re-derive every digest of the record; a changed byte, a removed or added row is named."""
    damage = tuple(dict.fromkeys(store.damaged()))
    return VerifyReport(entries=_count(store), damage=damage)


def _count(store: Store) -> int:
    try:
        return store.count()
    except RecordDamaged:
        return 0  # nothing can be counted; the damage says why
