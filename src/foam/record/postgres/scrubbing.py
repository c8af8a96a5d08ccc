"""Rewriting the tables from which something was erased, so that their files hold no trace of it.

A rewrite copies what some open transaction can still see. The server's own housekeeping opens short ones, so what is
kept is tried again for a few seconds. How much the database then still keeps is said here.
What the server's log, its archives, replicas and dumps hold is out of reach.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from time import sleep

from psycopg.errors import Diagnostic

from foam.errors import InputError
from foam.record.postgres.connection import Connection
from foam.record.store import Cut
from foam.text.cut import cut_strings

RECORD = ("entries", "work", r"work\_%", r"people\_%")
"""The tables of the record, of the queue and of people from which rows or words are ever taken out, as patterns."""
LIBRARY = (r"library\_%", r"memory\_%")
"""Those of the library and of the memory of debates."""
_TABLES = (
    "SELECT c.relname, pg_has_role(c.relowner, 'USAGE') FROM pg_class c WHERE c.relnamespace = 'foam'::regnamespace "
    "AND c.relkind = 'r' AND c.relname LIKE ANY(%s) ORDER BY c.relname"
)
_NUMBER = re.compile(r"\d+")
_WAITS = (0.2, 0.6, 1.8)
"""Seconds before what an open transaction keeps is tried again."""


def remove_orders(db: Connection, cut: Cut) -> None:
    """Take work out of the queue that holds what `cut` takes out, whatever became of it.

    Not imports that have not ended: what is erased of them is a matter of what their files hold (`home/imports.py`).
    """
    rows = db.execute(
        "SELECT id, ordered, progress, error, hint FROM foam.work "
        "WHERE ordered ->> 'call' <> 'documents' OR state NOT IN ('waiting', 'running')"
    ).fetchall()
    gone = [work for work, *said in rows if cut_strings(said, cut) != said]
    if gone:
        db.execute("DELETE FROM foam.work WHERE id = ANY(%s)", (gone,))


def scrub(db: Connection, *, tables: Sequence[str] = RECORD) -> None:
    """Rewrite them; InputError where the role may not, or where an open transaction has the old rows kept."""
    found = db.execute(_TABLES, (list(tables),)).fetchall()
    if not all(is_owner for _, is_owner in found):
        raise InputError(
            "the words are erased, but the role may not rewrite the tables, whose files still hold what was there",
            hint=f"have their owner run: VACUUM (FULL) {', '.join(f'foam.{name}' for name, _ in found)}",
        )
    left = _rewrite_each(db, [name for name, _ in found])
    for seconds in _WAITS:
        if not left:
            return
        sleep(seconds)
        left = _rewrite_each(db, left)
    if left:
        told = ", ".join(f"{count} in foam.{name}" for name, count in left.items())
        raise InputError(
            f"the words are erased, but an open transaction can still see rows as they were, and keeps them: {told}",
            hint="end it (pg_stat_activity, pg_prepared_xacts, pg_replication_slots), then do this again",
        )


def _rewrite_each(db: Connection, tables: Iterable[str]) -> dict[str, int]:
    """Write tables anew; how many old rows had to be kept, by table."""
    return {name: count for name in tables if (count := _rewrite(db, name))}


def _rewrite(db: Connection, table: str) -> int:
    """Write one table anew; how many old rows had to be kept."""
    said: list[str] = []

    def hear(notice: Diagnostic) -> None:
        said.append(notice.message_detail or "")

    db.add_notice_handler(hear)
    try:
        db.execute(f"VACUUM (FULL, VERBOSE) foam.{table}")
    finally:
        db.remove_notice_handler(hear)
    # The first number of the detail, whatever the language: "3 dead row versions cannot be removed yet."
    return sum(int(found[0]) for detail in said if (found := _NUMBER.search(detail)))
