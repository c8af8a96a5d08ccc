"""Versions of the library: each commit is one, and each says what it did.

A long import commits many times; `changes` reads neighbouring commits of one import as one change, as people do.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from itertools import groupby
from typing import Literal

from foam.errors import NotFound
from foam.values import Value

Action = Literal["add", "remove"]


class Version(Value):
    """One commit."""

    version: int
    at: str
    action: Action
    what: str
    """The paths that were added, or the ids that were removed, as the user gave them."""
    documents: int
    """How many documents came or went."""


class Change(Value):
    """Neighbouring commits of one import or removal: from `first` to `last`."""

    first: int
    last: int
    at: str
    action: Action
    what: str
    documents: int


def find_head(connection: sqlite3.Connection) -> int:
    """The newest version; 0 is the empty library."""
    return int(connection.execute("SELECT COALESCE(MAX(version), 0) FROM library_version").fetchone()[0])


def list_versions(connection: sqlite3.Connection) -> tuple[Version, ...]:
    """Every version, oldest first."""
    rows = connection.execute("SELECT version, at, action, what, documents FROM library_version ORDER BY version")
    return tuple(Version(version=v, at=at, action=act, what=w, documents=n) for v, at, act, w, n in rows)


def begin_version(connection: sqlite3.Connection, *, action: Action, what: str, at: str) -> int:
    """A new version inside the caller's transaction."""
    version = find_head(connection) + 1
    connection.execute("INSERT INTO library_version VALUES (?, ?, ?, ?, 0)", (version, at, action, what))
    return version


def settle_version(connection: sqlite3.Connection, version: int, *, documents: int, keep: bool = True) -> None:
    """Say how many documents a version moved, or take it back when it changed nothing."""
    if keep:
        connection.execute("UPDATE library_version SET documents = ? WHERE version = ?", (documents, version))
    else:
        connection.execute("DELETE FROM library_version WHERE version = ?", (version,))


def resolve_version(connection: sqlite3.Connection, version: int | None) -> int:
    """The version asked for, the newest when none was; NotFound when there is no such version."""
    newest = find_head(connection)
    if version is None:
        return newest
    if not 0 <= version <= newest:
        raise NotFound(f"the library has no version {version}", hint=f"it has versions 0 to {newest}")
    return version


def list_changes(history: Iterable[Version]) -> tuple[Change, ...]:
    """The history as people read it: neighbouring commits of one import are one change."""
    return tuple(_one_change(tuple(group)) for _, group in groupby(history, key=lambda v: (v.action, v.what)))


def _one_change(commits: tuple[Version, ...]) -> Change:
    return Change(
        first=commits[0].version,
        last=commits[-1].version,
        at=commits[-1].at,
        action=commits[0].action,
        what=commits[0].what,
        documents=sum(commit.documents for commit in commits),
    )
