"""Migrations: numbered SQL files that bring a database from any earlier state to this one, each in one transaction.

`foam.migrations` says which were applied, and by which bytes. A file that was released is never changed; a database
that a newer FOAM migrated is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import NamedTuple

from foam.errors import InputError, NotFound, RecordDamaged
from foam.record.postgres.connection import Connection
from foam.values import digest_bytes

_LOCK = int.from_bytes(b"FOAM", "big")
"""Whoever migrates holds this advisory lock, so that two processes that open a new database do it once."""


class Migration(NamedTuple):
    """One step: its number, its name, and what it does."""

    number: int
    name: str
    statements: str

    @property
    def digest(self) -> str:
        return digest_bytes(self.statements.encode())


def list_migrations() -> tuple[Migration, ...]:
    """Every migration of this version, in order."""
    folder = files("foam.record.postgres") / "migrations"
    found = sorted(one.name for one in folder.iterdir() if one.name.endswith(".sql"))
    return tuple(
        Migration(int(name[:4]), name[5:].removesuffix(".sql"), (folder / name).read_text("utf-8")) for name in found
    )


def prepare(db: Connection, name: str, *, readonly: bool, steps: Sequence[Migration] | None = None) -> None:
    """Make sure that this is a record in the state that this FOAM reads; bring it there unless it is only read."""
    steps = list_migrations() if steps is None else steps
    applied = _read_applied(db)
    _require_known(applied, steps, name)
    if len(applied) == len(steps):
        return
    if readonly:
        if not applied:
            raise NotFound(f"no record at {name}", hint="run something first, or set record.url")
        raise InputError(
            f"{name} was written by an older FOAM (state {len(applied)}; this one reads {len(steps)})",
            hint="run a command that writes, as a role that owns the schema foam: it is brought up to date then",
        )
    _migrate(db, name, steps)


def _migrate(db: Connection, name: str, steps: Sequence[Migration]) -> None:
    """Apply what is missing: all of it or nothing."""
    with db.transaction():
        db.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
        applied = _read_applied(db)  # another process may have been faster
        _require_known(applied, steps, name)
        if not applied:
            db.execute("CREATE SCHEMA IF NOT EXISTS foam")
            db.execute(
                "CREATE TABLE IF NOT EXISTS foam.migrations (number integer PRIMARY KEY, name text NOT NULL, "
                "digest text NOT NULL, at timestamptz NOT NULL DEFAULT now())"
            )
        for step in steps[len(applied) :]:
            db.execute(step.statements)
            db.execute(
                "INSERT INTO foam.migrations (number, name, digest) VALUES (%s, %s, %s)",
                (step.number, step.name, step.digest),
            )


def _read_applied(db: Connection) -> list[tuple[int, str]]:
    # From the catalogue itself: looking the name up may give what this connection remembers from before the lock.
    query = (
        "SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "
        "WHERE n.nspname = 'foam' AND c.relname = 'migrations'"
    )
    if db.execute(query).fetchone() is None:
        return []
    return [(number, digest) for number, digest in db.execute("SELECT number, digest FROM foam.migrations ORDER BY 1")]


def _require_known(applied: Sequence[tuple[int, str]], steps: Sequence[Migration], name: str) -> None:
    if len(applied) > len(steps):
        raise InputError(
            f"{name} was written by a newer FOAM (state {len(applied)}; this one reads {len(steps)})",
            hint="upgrade FOAM: pip install --upgrade foam",
        )
    for (number, digest), step in zip(applied, steps, strict=False):
        if (number, digest) != (step.number, step.digest):
            raise RecordDamaged(
                f"{name} says of migration {step.number} what is not so",
                hint="somebody changed foam.migrations, or another program made it; restore it from a copy",
            )
