"""Row-level access: the database itself shows a connection that acts for a person only what that person may see.

The rules are `migrations/0008_access.sql`. They are switched on by the owner of the tables, for good.
"""

from __future__ import annotations

from foam.errors import InputError
from foam.record.postgres.connection import Connection
from foam.record.store import Access

TABLES = (
    "entries",
    "work",
    "work_file",
    "people_account",
    "people_session",
    "people_failure",
    "people_token",
    "people_passkey",
    "people_identity",
    "people_place",
    "people_run",
    "people_reading",
    "people_sight",
    "people_case_run",
)
"""What holds something about single people or cases. The log holds digests alone, the library what all may read."""


def enforce(db: Connection, name: str, access: Access, *, readonly: bool) -> None:
    """Make sure that this database holds back what it should."""
    if access.acts_for:
        _require_in_force(db, name, access.acts_for)
    elif access.by_case and not readonly:
        _switch_on(db, name)


def _switch_on(db: Connection, name: str) -> None:
    """Switch row security on where it is off; InputError when this role may not."""
    query = "SELECT relname FROM pg_class WHERE oid = ANY(%s::regclass[]) AND NOT relrowsecurity"
    off = [table for (table,) in db.execute(query, ([f"foam.{table}" for table in TABLES],))]
    if not off:
        return
    owns = "SELECT pg_has_role(tableowner, 'USAGE') FROM pg_tables WHERE schemaname = 'foam' AND tablename = 'entries'"
    if db.execute(owns).fetchone() != (True,):
        raise InputError(
            f"access by case is not switched on in {name}, and this role may not do it",
            hint="open it once with record.by_case as the role that owns the schema foam: see docs/postgres.md",
        )
    with db.transaction():
        for table in off:
            db.execute(f"ALTER TABLE foam.{table} ENABLE ROW LEVEL SECURITY")


def _require_in_force(db: Connection, name: str, person: str) -> None:
    """InputError when the database would show this connection everything, whoever it acts for."""
    if db.execute("SELECT row_security_active('foam.entries')").fetchone() == (True,):
        return
    raise InputError(
        f"{name} does not hold back what {person} may not see from this connection",
        hint="set record.by_case, and connect as a role that neither owns the tables nor is a superuser:"
        " see docs/postgres.md",
    )
