"""The queue of work in a PostgreSQL database: at least once, by leases that a worker renews.

The record asks nothing twice, so a worker that takes work over goes on where the last one stopped. It needs the extra
`workers`.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal, TypeAlias

from psycopg.types.json import Jsonb
from pydantic import Field

from foam.errors import NotFound
from foam.job.orders.work import ImportOrder, WorkOrder
from foam.record.acting import act_for
from foam.record.away import AT_ONCE, Endurance
from foam.record.postgres.connection import Database
from foam.record.postgres.migrate import prepare
from foam.values import Value

WorkState: TypeAlias = Literal["waiting", "running", "awaiting", "done", "failed", "cancelled"]
"""`awaiting`: a person has yet to answer, and nobody takes it until they did."""
LEASE = 30.0
"""Seconds for which a worker holds its work without a sign of life."""
MOST_ATTEMPTS = 5
"""Workers that may die over the same work; then it is given up."""
_PATIENCE = 30.0
_RAN_OUT = (
    "lease_until < clock_timestamp() AND (pg_postmaster_start_time() > clock_timestamp() "
    "OR pg_postmaster_start_time() + make_interval(secs => lease_seconds) < clock_timestamp())"
)
"""A server that was away let nobody renew: after its start, who holds work has as long as a lease to say so. One that
seems to start in the future had its clock put back."""
_STATE_NOW = f"(CASE WHEN state = 'running' AND {_RAN_OUT} THEN 'waiting' ELSE state END)"
_GOES_ON = "%s IN ('waiting', 'awaiting')"
_LISTED = 100


class WorkProgress(Value):
    """How far it is."""

    run: str = ""
    outcome: str = ""
    """The digest of the run, once it has ended."""
    step: str = ""
    asked: int = 0
    """Questions that a model answered, in the attempt that is told of."""
    reused: int = 0
    expected: int = 0
    done: int = 0
    """Files that are done, where files are taken in."""
    total: int = 0
    result: dict[str, Any] = Field(default_factory=dict)
    """What it came to, where that is no run."""


class QueuedWork(Value):
    """One work of the queue."""

    id: str
    order: WorkOrder
    state: WorkState
    worker: str
    attempts: int
    progress: WorkProgress
    error: str
    hint: str
    submitted: str

    @property
    def has_ended(self) -> bool:
        return self.state in ("done", "failed", "cancelled")


_REST = (
    "worker, attempts, progress, error, hint, to_char(submitted AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')"
)
_WHOLE = f"id, ordered, state, {_REST}"
_WHOLE_NOW = f"id, ordered, {_STATE_NOW}, {_REST}"
_WITHOUT_DOCUMENTS = "ordered - '{with_documents,papers}'::text[]"
_COLUMNS = f"id, {_WITHOUT_DOCUMENTS}, state, {_REST}"
"""Without the documents, which may be large: who looks how far a work is, and does so twice a second, needs none."""
_SUBMIT = (
    "INSERT INTO foam.work AS w (id, ordered) VALUES (%s, %s) ON CONFLICT (id) DO UPDATE "
    "SET ordered = EXCLUDED.ordered, state = 'waiting', submitted = clock_timestamp(), "
    "worker = '', lease_until = NULL, attempts = 0, is_cancelled = false, "
    "progress = '{}', error = '', hint = '', ended = NULL WHERE w.state IN ('awaiting', 'done', 'failed', 'cancelled') "
    f"RETURNING {_COLUMNS}"
)


class WorkQueue:
    """Work that any worker on any machine may do."""

    def __init__(self, url: str, *, endurance: Endurance = AT_ONCE, by_person: bool = False) -> None:
        """`endurance`: how long who asks and who looks on waits for a server that goes away; a worker waits itself.

        With `by_person`, the database shows whoever asks their own orders alone.
        """
        self._database = Database(url, timeout=_PATIENCE, endurance=endurance, by_person=by_person)
        with act_for(""), self._database.open() as db:
            prepare(db, self._database.name, readonly=False)

    def submit(self, order: WorkOrder, files: Sequence[Path] = ()) -> QueuedWork:
        """Put it into the queue, or find it where it is. What has ended is done again, which asks nothing twice.

        Documents and files that come with it are handed to whoever takes it, and are gone from here once it has ended.
        """

        def attempt() -> builtins.list[tuple[Any, ...]]:
            with self._database.transaction() as db:
                rows = db.execute(_SUBMIT, (order.id, Jsonb(order.json_value()))).fetchall()
                for number, path in enumerate(files if rows else ()):
                    db.execute("INSERT INTO foam.work_file VALUES (%s, %s, %b)", (order.id, number, path.read_bytes()))
                return rows

        rows = self._database.persist(attempt)
        return _read(rows[0]) if rows else self.find(order.id)

    def fetch_file(self, work: str, number: int) -> bytes:
        """What a file holds that came with a work."""
        query = "SELECT content FROM foam.work_file WHERE work = %s AND number = %s"
        with self._database.open() as db:
            row = db.execute(query, (work, number), binary=True).fetchone()
        if row is None:
            raise NotFound(f"the files of {work} are gone from the queue", hint="hand them over again")
        return bytes(row[0])

    def list_imports(self) -> tuple[QueuedWork, ...]:
        """Imports that wait or are being done, whose files stand here, the oldest first.

        One whose worker gave no sign of life for as long as its lease waits: anybody may take it.
        """
        query = (
            f"SELECT {_WHOLE_NOW} FROM foam.work WHERE ordered ->> 'call' = 'documents' "
            "AND state IN ('waiting', 'running') ORDER BY submitted"
        )
        return tuple(map(_read, self._rows_patiently(query)))

    def take_out(self, work: str, numbers: Sequence[int], finds: Callable[[str], bool]) -> bool:
        """Take files out of an import that waits, for good; where none is left, the work goes, too.

        One whose lease is over is taken from its worker in the same moment: it waits then, or has ended where it was
        cancelled. False, and nothing changes, when somebody does it. `finds`: see `ImportOrder.leave_out`.
        """
        with self._database.transaction() as db:
            query = f"SELECT {_WHOLE} FROM foam.work WHERE id = %s AND {_STATE_NOW} = 'waiting' FOR UPDATE"
            found = [_read(row).order for row in db.execute(query, (work,))]
            if not found or not isinstance(found[0], ImportOrder):
                return False
            rest = found[0].leave_out(numbers, finds)
            db.execute(
                "UPDATE foam.work SET ordered = %s, worker = '', lease_until = NULL, "
                "state = CASE WHEN is_cancelled THEN 'cancelled' ELSE 'waiting' END WHERE id = %s",
                (Jsonb(rest.json_value()), work),
            )
            db.execute("DELETE FROM foam.work_file WHERE work = %s AND number = ANY(%s)", (work, list(numbers)))
            if all(file.is_taken_out for file in rest.files):
                db.execute("DELETE FROM foam.work WHERE id = %s", (work,))
        return True

    def take(self, worker: str, *, lease: float = LEASE, holds_none: bool = False) -> QueuedWork | None:
        """The oldest work that waits, or that a worker left behind: it is this worker's until the lease runs out.

        A worker that `holds_none` is given again what is its own: the answer was lost with the connection.
        """
        self._mend_leases()
        self._give_up()
        rows = self._rows(
            "UPDATE foam.work SET state = 'running', worker = %s, error = '', hint = '', "
            "attempts = attempts + CASE WHEN state = 'running' AND worker = %s THEN 0 ELSE 1 END, lease_seconds = %s, "
            "lease_until = clock_timestamp() + make_interval(secs => %s) WHERE id = (SELECT id FROM foam.work "
            f"WHERE state = 'waiting' OR (state = 'running' AND (worker = %s OR ({_RAN_OUT}))) "
            f"ORDER BY submitted FOR UPDATE SKIP LOCKED LIMIT 1) RETURNING {_WHOLE}",
            (worker, worker, lease, lease, worker if holds_none else ""),
        )
        return _read(rows[0]) if rows else None

    def renew(self, work: str, worker: str, progress: WorkProgress, *, lease: float = LEASE) -> bool:
        """Say that it is still being done; False when it is to stop, since it was cancelled or another has it now."""
        rows = self._rows(
            "UPDATE foam.work SET lease_until = clock_timestamp() + make_interval(secs => %s), lease_seconds = %s, "
            "progress = %s WHERE id = %s AND worker = %s AND state = 'running' RETURNING is_cancelled",
            (lease, lease, Jsonb(progress.json_value()), work, worker),
        )
        return bool(rows) and not rows[0][0]

    def is_held(self, work: str, worker: str) -> bool:
        """Whether it is still this worker's to do."""
        query = "SELECT FROM foam.work WHERE id = %s AND worker = %s AND state = 'running' AND NOT is_cancelled"
        return bool(self._rows_patiently(query, (work, worker)))

    def end(
        self, work: str, worker: str, state: WorkState, progress: WorkProgress, *, error: str = "", hint: str = ""
    ) -> bool:
        """Say how it ended; `waiting` gives it back, `awaiting` parks it until a person has answered. False, and
        nothing changes, when another worker has it now.

        What is given back does not count among the attempts: nobody died over it.
        """
        rows = self._rows(
            f"UPDATE foam.work SET state = CASE WHEN {_GOES_ON} AND is_cancelled THEN 'cancelled' ELSE %s END, "
            "lease_until = NULL, progress = %s, error = %s, hint = %s, ended = clock_timestamp(), "
            f"attempts = attempts - CASE WHEN {_GOES_ON} THEN 1 ELSE 0 END, "
            f"ordered = CASE WHEN {_GOES_ON} AND NOT is_cancelled THEN ordered ELSE {_WITHOUT_DOCUMENTS} END "
            "WHERE id = %s AND worker = %s AND state = 'running' RETURNING id",
            (state, state, Jsonb(progress.json_value()), error, hint, state, state, work, worker),
        )
        return bool(rows)

    def cancel(self, work: str) -> QueuedWork:
        """Stop it: at once where it waits, at the worker's next sign of life where it is being done."""
        self._rows_patiently(
            "UPDATE foam.work SET is_cancelled = true, "
            f"ordered = CASE state WHEN 'running' THEN ordered ELSE {_WITHOUT_DOCUMENTS} END, "
            "state = CASE state WHEN 'running' THEN state ELSE 'cancelled' END "
            "WHERE id = %s AND state IN ('waiting', 'running', 'awaiting') RETURNING id",
            (work,),
        )
        return self.find(work)

    def wake(self, run: str) -> str:
        """The work that waited for a person in this run waits for a worker again; its id, empty where there is none."""
        rows = self._rows_patiently(
            "UPDATE foam.work SET state = 'waiting', error = '', hint = '', ended = NULL "
            "WHERE state = 'awaiting' AND progress ->> 'run' = %s RETURNING id",
            (run,),
        )
        return str(rows[0][0]) if rows else ""

    def find(self, work: str) -> QueuedWork:
        rows = self._rows_patiently(f"SELECT {_COLUMNS} FROM foam.work WHERE id = %s", (work,))
        if not rows:
            raise NotFound(f"no work {work} in the queue", hint="see: foam work list")
        return _read(rows[0])

    def list(self) -> tuple[QueuedWork, ...]:
        """The newest first."""
        rows = self._rows_patiently(f"SELECT {_COLUMNS} FROM foam.work ORDER BY submitted DESC LIMIT {_LISTED}")
        return tuple(map(_read, rows))

    def close(self) -> None:
        self._database.close()

    def _mend_leases(self) -> None:
        """A lease that lasts longer than it was taken for was written before the server's clock was put back.

        It begins anew: whoever holds it is alive and renews it, or it runs out. Otherwise the work of one who died
        would wait for as long as the clock was put back.
        """
        self._rows(
            "UPDATE foam.work SET lease_until = clock_timestamp() + make_interval(secs => lease_seconds) "
            "WHERE state = 'running' AND lease_until > clock_timestamp() + make_interval(secs => lease_seconds) "
            "RETURNING id"
        )

    def _give_up(self) -> None:
        """Work that one worker after another died over would end them all."""
        self._rows(
            "UPDATE foam.work SET state = 'failed', ended = clock_timestamp(), error = %s, hint = %s, "
            f"ordered = {_WITHOUT_DOCUMENTS} "
            f"WHERE state = 'running' AND {_RAN_OUT} AND attempts >= %s RETURNING id",
            (
                f"{MOST_ATTEMPTS} workers ended while they did this",
                "see what the workers print; what was answered is kept, and the same order goes on from there",
                MOST_ATTEMPTS,
            ),
        )

    def _rows_patiently(self, query: str, parameters: tuple[Any, ...] = ()) -> builtins.list[tuple[Any, ...]]:
        return self._database.persist(lambda: self._rows(query, parameters))

    def _rows(self, query: str, parameters: tuple[Any, ...] = ()) -> builtins.list[tuple[Any, ...]]:
        with self._database.open() as db:
            return db.execute(query, parameters).fetchall()


def _read(row: tuple[Any, ...]) -> QueuedWork:
    work, order, state, worker, attempts, progress, error, hint, submitted = row
    return QueuedWork.model_validate(
        {
            "id": work,
            "order": order,
            "state": state,
            "worker": worker,
            "attempts": attempts,
            "progress": progress,
            "error": error,
            "hint": hint,
            "submitted": submitted,
        }
    )
