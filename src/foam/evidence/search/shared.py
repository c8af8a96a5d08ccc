"""The ledger of an index that is shared: one row in a table beside it, replaced only by whoever holds the lease.

A writer takes the lease by putting its token into the row, and counts a beat up while it works. Whoever waits watches
the beat: when it has not moved for as long as a lease lasts, by the watcher's own clock, the writer is dead and the
lease is taken over. No two clocks are compared. A writer that was only slow finds its token gone with its next word and
stops; rows that it may still have added are vouched for by nobody.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from secrets import token_hex
from typing import Any

import pyarrow as pa  # type: ignore[import-untyped]

from foam.errors import InputError
from foam.evidence.search.engine import ERRORS, DBConnection, LanceTable, is_absent, open_table, translated
from foam.evidence.search.ledger import PATIENCE, State, parse_state
from foam.evidence.search.place import SharedPlace

LEASE = 60.0
"""Seconds after which a writer that gives no sign of life is taken for dead."""
_BEATS = 4
"""Signs of life in the time of a lease."""
_OLD = timedelta(minutes=10)
"""How long versions of the row are kept: nobody reads any but the newest."""


class SharedLedger:
    """The state of an index as a row of a table, wherever the engine can keep tables."""

    def __init__(
        self,
        database: DBConnection,
        name: str,
        place: SharedPlace,
        *,
        lease: float = LEASE,
        patience: float = PATIENCE,
    ) -> None:
        self._database, self._name, self._place = database, name, place
        self._lease, self._patience = lease, patience
        self._known: State | None = None
        self._token = ""
        self._left = ""
        """A lease of ours that the store was away for when it was to be given back."""
        self._lock = threading.Lock()
        """The thread that gives signs of life and the one that works change the same row."""

    def glance(self) -> State:
        return self._known if self._known is not None else self.read()

    def read(self) -> State:
        with translated(self._place):
            row = self._row()
        self._known = parse_state(row["state"] if row else None)
        return self._known

    def keep(self, state: State) -> None:
        with translated(self._place), self._lock:
            kept = self._token and self._swap(f"holder = '{self._token}'", state=state.model_dump_json())
        if not kept:
            raise InputError(
                "another process has taken over this index", hint="wait for it, then do the same again: it goes on"
            )
        self._known = state

    @contextmanager
    def writing(self) -> Iterator[None]:
        with translated(self._place):
            self._token = self._take_lease()
        stopped = threading.Event()
        beating = threading.Thread(target=self._beat, args=(stopped,), name="foam-index-lease", daemon=True)
        beating.start()
        try:
            yield
        finally:
            stopped.set()
            beating.join()
            self._left, self._token = self._token, ""
            with suppress(*ERRORS):  # a store that is away now lets the lease run out
                self._swap(f"holder = '{self._left}'", holder="")
                self._left = ""
                self._table().optimize(cleanup_older_than=_OLD)

    def close(self) -> None:
        self._known = None

    def _take_lease(self) -> str:
        token, deadline = token_hex(8), time.monotonic() + self._patience
        seen, since = None, time.monotonic()
        while True:
            row = self._row() or self._make_row()
            if row["holder"] == token:  # it was taken, and the answer was lost
                return token
            if row["holder"] in ("", self._left):
                if self._swap(f"holder = '{row['holder']}' AND beat = {row['beat']}", holder=token):
                    return token
                continue
            now = time.monotonic()
            if (row["holder"], row["beat"]) != seen:
                seen, since = (row["holder"], row["beat"]), now
            elif now - since > self._lease:
                held = f"holder = '{row['holder']}' AND beat = {row['beat']}"
                if self._swap(held, holder=token):
                    return token
            if now > deadline:
                raise InputError("another process is indexing", hint="wait for it, then try again")
            time.sleep(min(1.0, self._lease / (2 * _BEATS)))

    def _beat(self, stopped: threading.Event) -> None:
        while not stopped.wait(self._lease / _BEATS):
            with suppress(*ERRORS), self._lock:  # the next beat may get through; whoever works hears it in any case
                self._swap(f"holder = '{self._token}'")

    # The row

    def _table(self) -> LanceTable:
        return open_table(self._database, self._name)

    def _row(self) -> dict[str, Any] | None:
        try:
            rows = self._table().search().limit(2).to_arrow().to_pylist()
        except ERRORS as error:
            if is_absent(error):
                return None
            raise
        return dict(rows[0]) if rows else None

    def _make_row(self) -> dict[str, Any]:
        row = {"holder": "", "beat": 0, "state": ""}
        with suppress(ValueError):  # another was faster
            self._database.create_table(self._name, data=pa.Table.from_pylist([row]), mode="create")
        return self._row() or row

    def _swap(self, condition: str, **values: str) -> bool:
        """Change the row if it is as it was thought to be; whether it was. Every change is a beat."""
        changed = {name: _quote(value) for name, value in values.items()}
        found = self._table().update(where=condition, values_sql={**changed, "beat": "beat + 1"})
        return bool(found.rows_updated)


def _quote(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
