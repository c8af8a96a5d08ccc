"""The library's statements as PostgreSQL reads them: names with their schema, marks for values, fields of JSON."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any

from foam.errors import InputError
from foam.record.postgres.connection import Connection, Cursor
from foam.record.statements import Values

_TABLE = re.compile(r"\b(library_(document|appearance|version|file|band)|memory_utterance)\b")
_LOG = re.compile(r"\b(FROM|INTO) log\b")
_NAMED = re.compile(r"(?<![:\w]):(\w+)")
_FIELD = re.compile(r"(\w+\.\w+) ->> '\$\.(\w+)\.(\w+)'")


class DatabaseStatements:
    """Runs the library's statements on one connection."""

    def __init__(self, db: Connection) -> None:
        self._db = db

    def execute(self, query: str, values: Values = (), /) -> Cursor:
        return self._db.execute(translate(query), bind(values), binary=True)

    def executemany(self, query: str, rows: Iterable[Values], /) -> object:
        cursor = self._db.cursor()
        cursor.executemany(translate(query), [bind(one) for one in rows])
        return cursor


@cache
def translate(query: str) -> Any:
    """The statement for PostgreSQL. An erased row has no JSON: nothing is read of it."""
    query = query.replace("%", "%%").replace("?", "%s")
    query = _FIELD.sub(r"(NULLIF(\1, '')::json #>> '{\2,\3}')", query)
    query = _NAMED.sub(r"%(\1)s", query)
    return _LOG.sub(r"\1 foam.library_log", _TABLE.sub(r"foam.\1", query))


def bind(values: Values) -> Any:
    """Values as they are, unless one holds what PostgreSQL keeps in no text."""
    for one in values.values() if isinstance(values, dict) else values:
        if isinstance(one, str) and "\0" in one:
            raise InputError(
                "cannot keep this in the library: a text holds a NUL character",
                hint="take it out; a library in PostgreSQL cannot hold it",
            )
    return values
