"""A connection to PostgreSQL: opening it, opening it again when it broke, and what its errors mean to people."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import RLock
from typing import Any, TypeAlias, TypeVar

from foam.errors import FoamError, InputError, MissingExtra, NotFound, RecordDamaged, StorageAway, StorageFull
from foam.record.acting import HOUSE, Acting, find_acting
from foam.record.away import AT_ONCE, Endurance

try:
    import psycopg
    from psycopg import errors
    from psycopg.conninfo import conninfo_to_dict, make_conninfo
    from psycopg.pq import TransactionStatus
except ModuleNotFoundError as absent:
    raise MissingExtra("psycopg", extra="postgres", needed_for="a record in PostgreSQL") from absent

logging.getLogger("psycopg").addHandler(logging.NullHandler())  # what breaks is told by our errors, in plain words
Connection: TypeAlias = psycopg.Connection[tuple[Any, ...]]
Cursor: TypeAlias = psycopg.Cursor[tuple[Any, ...]]
T = TypeVar("T")

_PATIENCE = 10
"""Seconds to wait for a server that does not answer; an address may say otherwise (`connect_timeout`)."""
_SIGNS_OF_LIFE = {"keepalives_idle": 15, "keepalives_interval": 5, "keepalives_count": 3, "tcp_user_timeout": 30_000}
"""A server that a cut network took away without a word is found out after half a minute, and not after hours."""
_IDLE = "120s"
"""A writer that falls silent inside a transaction lets the others go on after so long."""
_BUSY = (errors.LockNotAvailable, errors.DeadlockDetected, errors.SerializationFailure, errors.QueryCanceled)
_DENIED = (errors.InsufficientPrivilege, errors.ReadOnlySqlTransaction, errors.RestrictViolation)
_CORRUPT = (errors.DataCorrupted, errors.IndexCorrupted)
_ERASED_FILE = "FOAM1"
"""What the database says of an entry of a personal file that was erased (`migrations/0005_personal.sql`)."""
_UNSEEN = "FOAM2"
"""What it says to who writes for a person to a run that this person does not see (`migrations/0009_acting.sql`)."""
_SAY = (
    "SELECT row_security_active('foam.entries'), set_config('foam.person', %s, false), "
    "set_config('foam.writer', %s, false)"
)


class Database:
    """One connection for all threads of a process, a lock around each use. A forked child opens its own."""

    def __init__(
        self,
        url: str,
        *,
        timeout: float,
        readonly: bool = False,
        what: str = "record",
        endurance: Endurance = AT_ONCE,
        acts_for: str = "",
        by_person: bool = False,
    ) -> None:
        """`timeout`: seconds to wait for another process that is writing. `what` is kept there, for error messages.

        `endurance` is for a server that goes away later; one that is not there at first is said at once. With
        `acts_for`, the database shows what that person may see, where access by case is switched on; with `by_person`,
        each use is for the person that the present request or work is for (`foam.record.acting`).
        """
        self._acts_for = acts_for
        self._by_person = by_person and not acts_for
        self._told: Acting | None = None
        self._wanted: Acting | None = None
        self.name = _describe_url(url, what)
        """The address without its password, to be shown."""
        self._what = what
        self._url = url
        self._timeout = timeout
        self.readonly = readonly
        self.lock = RLock()
        self._connection: Connection | None = None
        self._closed = False
        self._endurance = endurance

    @property
    def reader(self) -> str:
        """The person whose eyes it is read with at this moment; empty for all of it."""
        return find_acting().reader if self._by_person else self._acts_for

    def persist(self, attempt: Callable[[], T]) -> T:
        """Do this, again while the server is away: reads, and writes that change nothing when they come twice."""
        return self._endurance.keep_trying(attempt)

    @contextmanager
    def open(self, *, writes: bool = False) -> Iterator[Connection]:
        """The connection, to oneself; foreign errors come out as ours.

        Whoever `writes` finds what is kept already, whoever it is for; in whose name that is, the database is told.
        """
        with self.lock, translate_errors(self.name, self._what):
            db = self._connect()
            if not self._by_person:
                yield db
                return
            acting, outside = find_acting(), self._wanted
            try:
                self._wanted = Acting("", acting.writer) if writes else Acting(acting.reader)
                self._tell(db, self._wanted)
                yield db
            finally:
                self._wanted = outside
                if outside is not None:
                    self._tell_again(db, outside)

    @contextmanager
    def open_another(self) -> Iterator[Connection]:
        """A further connection for one long read, so that nobody waits for it."""
        with (
            translate_errors(self.name, self._what),
            connect(self._url, timeout=self._timeout, readonly=True, scans=True, acts_for=self.reader) as db,
        ):
            yield db

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """Everything inside is there whole or not at all."""
        with self.open() as db, db.transaction():
            yield db

    def close(self) -> None:
        with self.lock:
            self._closed = True
            if self._connection is not None:
                self._connection.close()

    def _connect(self) -> Connection:
        if self._closed:
            raise psycopg.ProgrammingError(f"the {self._what} is closed")
        if self._connection is None or self._connection.closed:
            self._connection = connect(
                self._url, timeout=self._timeout, readonly=self.readonly, acts_for=self._acts_for
            )
            self._told = HOUSE
        return self._connection

    def _tell(self, db: Connection, acting: Acting) -> None:
        """Say to the database for whom the next statements are, unless it was told so last.

        Nobody relies on what was said inside of a transaction: a rollback takes it back.
        """
        if acting == self._told:
            return
        self._told = None
        row = db.execute(_SAY, tuple(acting)).fetchone()
        if acting.reader and row is not None and not row[0]:
            raise InputError(
                f"{self.name} does not hold back what {acting.reader} may not see from this connection",
                hint="connect as a role that neither owns the tables nor is a superuser: see docs/postgres.md",
            )
        self._told = acting if db.info.transaction_status == TransactionStatus.IDLE else None

    def _tell_again(self, db: Connection, acting: Acting) -> None:
        """Whoever had the connection before goes on as who they were; a transaction that failed takes it back."""
        if db.closed or db.info.transaction_status not in (TransactionStatus.IDLE, TransactionStatus.INTRANS):
            self._told = None
            return
        self._tell(db, acting)


def connect(url: str, *, timeout: float, readonly: bool = False, scans: bool = False, acts_for: str = "") -> Connection:
    """A connection in autocommit that waits at most `timeout` seconds for a lock.

    Every query of a store has its index. Without `scans` the planner is told so: a plan that was made while a table
    was empty would read through it long after it has grown. A small table without an index for what is asked is read
    through all the same, at a price so high by then that the server would compile the query first, for half a second.
    """
    defaults: dict[str, Any] = {"connect_timeout": _PATIENCE, "application_name": "foam", **_SIGNS_OF_LIFE}
    given: dict[str, Any] = {**defaults, **conninfo_to_dict(url)}
    db = psycopg.Connection.connect(make_conninfo(**given), autocommit=True)
    try:
        settings = {
            "lock_timeout": f"{max(1, int(timeout * 1000))}ms",
            "idle_in_transaction_session_timeout": _IDLE,
            "default_transaction_read_only": "on" if readonly else "off",
            "client_encoding": "UTF8",
            "enable_seqscan": "on" if scans else "off",
            "jit": "off",
            "plan_cache_mode": "auto" if scans else "force_generic_plan",
            "foam.person": acts_for,
        }
        query = ", ".join(f"set_config('{name}', %s, false)" for name in settings)
        db.execute(f"SELECT {query}", tuple(settings.values()))
    except BaseException:
        db.close()
        raise
    return db


def _describe_url(url: str, what: str = "record") -> str:
    """The address as people may see it: without user and password."""
    try:
        parts = conninfo_to_dict(url)
    except psycopg.Error as error:
        said = str(error).partition('"')[0].strip()  # what follows repeats the address, and with it a password
        hint = "it looks like postgresql://user@host/database: see docs/postgres.md"
        raise InputError(f"the address of the {what} cannot be read: {said}", hint=hint) from None
    place = f"{parts.get('host') or 'local'}:{parts['port']}" if parts.get("port") else parts.get("host") or "local"
    return f"postgresql://{place}/{parts.get('dbname') or ''}"


@contextmanager
def translate_errors(name: str, what: str = "record") -> Iterator[None]:
    """Turn PostgreSQL's errors into ours."""
    try:
        yield
    except psycopg.ProgrammingError as error:
        if error.sqlstate is None:
            raise  # a fault of our own, such as the use of a closed store
        raise _explain(error, name, what) from error
    except psycopg.Error as error:
        raise _explain(error, name, what) from error


def _explain(error: psycopg.Error, name: str, what: str) -> FoamError:
    by_hand = f"check the {what} with: foam {what} verify"
    said = (str(error).splitlines() or ["no reason was given"])[0]
    match error:
        case _ if error.sqlstate == _ERASED_FILE:
            return NotFound(said, hint="its words are gone for good, and nothing is kept in it any more")
        case _ if error.sqlstate == _UNSEEN:
            return NotFound(said, hint="see: foam record list")
        case _ if isinstance(error, _BUSY):
            return InputError(f"the {what} {name} is locked by another process", hint="wait for it, then retry")
        case _ if isinstance(error, _DENIED):
            return InputError(f"the {what} {name} cannot be written: {said}", hint="check the rights of the role")
        case errors.DiskFull() | errors.OutOfMemory():
            return StorageFull(f"the {what} {name} cannot be written: {said}", hint="check the disk; nothing was lost")
        case _ if isinstance(error, _CORRUPT):
            return RecordDamaged(f"the {what} {name} is damaged: {said}", hint=by_hand)
        case errors.UndefinedTable() | errors.UndefinedColumn() | errors.InvalidSchemaName():
            return RecordDamaged(f"tables of the {what} {name} are missing or changed: {said}", hint=by_hand)
        case errors.UniqueViolation():
            return RecordDamaged(f"the log of the {what} {name} cannot be continued: {said}", hint=by_hand)
        case psycopg.OperationalError() | psycopg.InterfaceError():
            kept = "what was recorded is kept, and a run goes on where it stopped"
            if what != "record":
                kept = "what was committed is kept, and the same command goes on from there"
            hint = f"start the database or mend {what}.url; {kept}"
            return StorageAway(f"the database {name} cannot be used: {said}", hint=hint)
        case _:
            return InputError(f"the database {name} refused: {said}", hint=by_hand)
