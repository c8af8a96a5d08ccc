"""Reading a record's tables as they lie, damaged or not. What the content means is judged by `audit`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import Any

import psycopg

from foam.record.audit import LOG, EdgeRow, LogRow, Row
from foam.record.postgres.connection import Connection
from foam.record.postgres.migrate import list_migrations
from foam.record.store import Damage

DATABASE = "database"
_COLUMNS = ", ".join(Row._fields)

_SHAPE = """
SELECT c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
       || CASE WHEN a.attnotnull THEN '' ELSE ' null' END
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
 WHERE c.oid = ANY(%(tables)s::oid[]) AND a.attnum > 0 AND NOT a.attisdropped
UNION ALL
SELECT regexp_replace(pg_get_indexdef(indexrelid), ' USING btree', '')
       || CASE WHEN indisvalid THEN '' ELSE ' invalid' END
  FROM pg_index WHERE indrelid = ANY(%(tables)s::oid[])
UNION ALL
SELECT pg_get_triggerdef(t.oid) || CASE t.tgenabled WHEN 'O' THEN '' ELSE ' disabled' END
  FROM pg_trigger t WHERE tgrelid = ANY(%(tables)s::oid[]) AND NOT tgisinternal
UNION ALL
SELECT 'rule ' || rulename FROM pg_rewrite WHERE ev_class = ANY(%(tables)s::oid[])
UNION ALL
SELECT 'policy ' || p.polname || ' on ' || c.relname || ' ' || p.polcmd::text
       || CASE WHEN p.polpermissive THEN '' ELSE ' not' END || coalesce(' shows ' || pg_get_expr(p.polqual, c.oid), '')
       || coalesce(' takes ' || pg_get_expr(p.polwithcheck, c.oid), '')
  FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid WHERE c.oid = ANY(%(tables)s::oid[])
UNION ALL
SELECT 'row security on ' || relname FROM pg_class WHERE oid = ANY(%(tables)s::oid[]) AND relrowsecurity
   AND relname <> 'entries'
"""
"""Columns, indexes, triggers, rules and policies of tables, one line each. Those of entries may be in force or not."""
_FUNCTIONS = """
SELECT proname, prosrc FROM pg_proc WHERE pronamespace = 'foam'::regnamespace AND prokind = 'f'
"""

TABLES = ("foam.log", "foam.entries", "foam.edges")
SHAPE = frozenset(files(__package__).joinpath("shape.txt").read_text("utf-8").splitlines())
"""What those lines are in a record that nobody touched, functions aside."""


class Salvage:
    """One read of all tables, in one snapshot. `unread` says which could not be read to their end."""

    def __init__(self, db: Connection) -> None:
        self._db = db
        self.unread: list[Damage] = []

    def structure(self) -> Iterator[Damage]:
        """What is declared otherwise than a record's tables are. Begins the snapshot."""
        begin_snapshot(self._db)
        yield from check_structure(self._db, TABLES, SHAPE)

    def entries(self) -> list[Row]:
        return [Row(*row) for row in self._whole("entries", f"SELECT {_COLUMNS} FROM foam.entries ORDER BY seq")]

    def edges(self) -> list[EdgeRow]:
        return [EdgeRow(*row) for row in self._whole("edges", "SELECT child, position, parent, role FROM foam.edges")]

    def log(self) -> list[LogRow]:
        query = "SELECT seq, kind, key, run, seal, node FROM foam.log ORDER BY seq"
        return [LogRow(*row) for row in self._whole(LOG, query)]

    def _whole(self, table: str, query: str) -> list[tuple[Any, ...]]:
        """All rows of a table; none, and a damage, when it cannot be read."""
        try:
            with self._db.transaction():  # a savepoint: the rest is read all the same
                return self._db.execute(query, binary=True).fetchall()
        except psycopg.Error as error:
            said = str(error).splitlines()[0]
            self.unread.append(Damage(key=table, reason=f"it cannot be read through: {said}"))
            return []


def begin_snapshot(db: Connection) -> None:
    """From here on everything is read as it is at this moment."""
    db.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    db.execute("SET LOCAL search_path = pg_catalog")  # so that names are written in full
    db.execute("SET LOCAL bytea_output = hex")  # and bytes always the same way


def check_structure(
    db: Connection, tables: Sequence[str], shape: frozenset[str], *, whose: str = "record"
) -> Iterator[Damage]:
    """What is declared otherwise than these tables are by our migrations; inside of a snapshot."""
    found = read_shape(db, tables)
    missing, more = sorted(shape - found), sorted(found - shape)
    if missing or more:
        first = f"missing: {missing[0]}" if missing else f"not a {whose}'s: {more[0]}"
        yield Damage(key=DATABASE, reason=f"its tables are not declared as a {whose}'s are ({first})")
    released = "".join(step.statements for step in list_migrations())
    for name, source in db.execute(_FUNCTIONS):
        if f"foam.{name}(" in released and f"$${source}$$" not in released:
            yield Damage(key=DATABASE, reason=f"its function {name} is not the {whose}'s")


def read_shape(db: Connection, tables: Sequence[str] = TABLES) -> frozenset[str]:
    """How tables are declared, as the database says; those that are not there are passed over."""
    query = "SELECT to_regclass(one)::oid FROM unnest(%s::text[]) one WHERE to_regclass(one) IS NOT NULL"
    there = [oid for (oid,) in db.execute(query, (list(tables),))]
    return frozenset(line for (line,) in db.execute(_SHAPE, {"tables": there}))
