"""The rows of people, in the tables beside the record. Keeps and finds them; knows no rule."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Self

from foam.people.tables import FileTables, PeopleTables, open_database_tables
from foam.people.values import Account, Passkey, Place, Reading, Token
from foam.record.store import OPEN, Access

_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS people_account (name TEXT PRIMARY KEY, roles TEXT NOT NULL, made TEXT NOT NULL, "
    "password TEXT NOT NULL, code TEXT NOT NULL, code_until TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS people_session (digest TEXT PRIMARY KEY, person TEXT NOT NULL, made TEXT NOT NULL, "
    "seen TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS people_failure (name TEXT PRIMARY KEY, count INTEGER NOT NULL, until TEXT NOT NULL) "
    "WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS people_token (digest TEXT PRIMARY KEY, id TEXT NOT NULL UNIQUE, person TEXT NOT NULL, "
    "title TEXT NOT NULL, scopes TEXT NOT NULL, made TEXT NOT NULL, until TEXT NOT NULL, used TEXT NOT NULL) "
    "WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS people_passkey (credential TEXT PRIMARY KEY, id TEXT NOT NULL UNIQUE, "
    "person TEXT NOT NULL, title TEXT NOT NULL, public_key TEXT NOT NULL, count INTEGER NOT NULL, made TEXT NOT NULL, "
    "used TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS people_place (person TEXT NOT NULL, matter TEXT NOT NULL, role TEXT NOT NULL, "
    "since TEXT NOT NULL, given_by TEXT NOT NULL, PRIMARY KEY (person, matter, role)) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS people_identity (issuer TEXT NOT NULL, subject TEXT NOT NULL, person TEXT NOT NULL, "
    "PRIMARY KEY (issuer, subject)) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS people_run (run TEXT NOT NULL, person TEXT NOT NULL, PRIMARY KEY (run, person)) "
    "WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS people_reading (number INTEGER PRIMARY KEY, at TEXT NOT NULL, who TEXT NOT NULL, "
    "token TEXT NOT NULL, did TEXT NOT NULL, what TEXT NOT NULL, allowed INTEGER NOT NULL)",
    "CREATE TABLE IF NOT EXISTS people_sight (matter TEXT NOT NULL, person TEXT NOT NULL, "
    "PRIMARY KEY (matter, person)) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS people_case_run (run TEXT NOT NULL, matter TEXT NOT NULL, "
    "PRIMARY KEY (run, matter)) WITHOUT ROWID",
)
_OWNED = (
    "people_session",
    "people_token",
    "people_passkey",
    "people_place",
    "people_run",
    "people_identity",
    "people_sight",
)
"""What goes when its person goes. What they read stays on the audit."""


class PeopleStore:
    """Accounts, sessions, tokens, places in cases and the audit of who read what."""

    def __init__(self, tables: PeopleTables) -> None:
        self._tables = tables

    @classmethod
    def open(cls, path: Path, url: str = "", access: Access = OPEN) -> Self:
        """In this file, or where an address is given in that PostgreSQL database, as `access` lets see it."""
        return cls(open_database_tables(url, access) if url else FileTables(path, _SCHEMA))

    def close(self) -> None:
        self._tables.close()

    # Accounts

    def add_account(self, account: Account, *, code: str, until: str) -> bool:
        """Keep a new account; whether the name was free."""
        row = (account.name, _join(account.roles), account.made, "", code, until)
        return self._write("INSERT INTO people_account VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", row) == 1

    def list_accounts(self) -> tuple[Account, ...]:
        return tuple(map(_read_account, self._rows(f"{_ACCOUNTS} ORDER BY name")))

    def find_account(self, name: str) -> Account | None:
        rows = self._rows(f"{_ACCOUNTS} WHERE name = ?", (name,))
        return _read_account(rows[0]) if rows else None

    def remove_account(self, name: str) -> None:
        """Take an account away, with its sessions, tokens and places."""
        owned = [(f"DELETE FROM {table} WHERE person = ?", (name,)) for table in _OWNED]
        self._tables.write(*owned, ("DELETE FROM people_account WHERE name = ?", (name,)))

    def forget_account(self, name: str, instead: str) -> None:
        """Take an account away for good; where the audit and others' places name it, they say `instead`."""
        self._tables.erase_traces()
        self.remove_account(name)
        self.clear_failures(name)
        self._write("UPDATE people_reading SET who = ? WHERE who = ?", (instead, name))
        self._write("UPDATE people_place SET given_by = ? WHERE given_by = ?", (instead, name))

    def set_roles(self, name: str, roles: Iterable[str]) -> None:
        self._write("UPDATE people_account SET roles = ? WHERE name = ?", (_join(roles), name))

    def find_password(self, name: str) -> str:
        """The hash of a password; empty where there is none."""
        return self._find_text("SELECT password FROM people_account WHERE name = ?", (name,))

    def set_password(self, name: str, kept: str) -> None:
        """Keep a new password's hash; the code that was to set one counts no more."""
        self._write("UPDATE people_account SET password = ?, code = '', code_until = '' WHERE name = ?", (kept, name))

    def set_code(self, name: str, code: str, until: str) -> None:
        self._write("UPDATE people_account SET code = ?, code_until = ? WHERE name = ?", (code, until, name))

    def use_code(self, name: str, code: str, kept: str, now: str) -> bool:
        """Set a password with a code, once; whether the code was this one and still counts."""
        statement = (
            "UPDATE people_account SET password = ?, code = '', code_until = '' "
            "WHERE name = ? AND code <> '' AND code = ? AND code_until > ?"
        )
        return self._write(statement, (kept, name, code, now)) == 1

    def has_code(self, name: str, code: str, now: str) -> bool:
        query = "SELECT 1 FROM people_account WHERE name = ? AND code <> '' AND code = ? AND code_until > ?"
        return bool(self._rows(query, (name, code, now)))

    # Failures

    def find_failures(self, name: str) -> tuple[int, str]:
        """How often somebody failed under a name, and until when the next try is not looked at."""
        rows = self._rows("SELECT count, until FROM people_failure WHERE name = ?", (name,))
        return (int(rows[0][0]), str(rows[0][1])) if rows else (0, "")

    def note_failure(self, name: str, count: int, until: str, *, forget: str) -> None:
        """Keep it, and drop what lies before `forget`."""
        keep = (
            "INSERT INTO people_failure VALUES (?, ?, ?) "
            "ON CONFLICT (name) DO UPDATE SET count = excluded.count, until = excluded.until"
        )
        self._tables.write(("DELETE FROM people_failure WHERE until < ?", (forget,)), (keep, (name, count, until)))

    def clear_failures(self, name: str) -> None:
        self._write("DELETE FROM people_failure WHERE name = ?", (name,))

    # Sessions and tokens

    def add_session(self, digest: str, person: str, now: str) -> None:
        self._write("INSERT INTO people_session VALUES (?, ?, ?, ?)", (digest, person, now, now))

    def find_session(self, digest: str) -> tuple[str, str, str] | None:
        """Whose it is, when it was made and when it was last seen."""
        rows = self._rows("SELECT person, made, seen FROM people_session WHERE digest = ?", (digest,))
        return (str(rows[0][0]), str(rows[0][1]), str(rows[0][2])) if rows else None

    def touch_session(self, digest: str, now: str) -> None:
        self._write("UPDATE people_session SET seen = ? WHERE digest = ?", (now, digest))

    def remove_session(self, digest: str) -> None:
        self._write("DELETE FROM people_session WHERE digest = ?", (digest,))

    def remove_sessions(self, person: str) -> None:
        self._write("DELETE FROM people_session WHERE person = ?", (person,))

    def drop_old_sessions(self, *, made: str, seen: str) -> None:
        self._write("DELETE FROM people_session WHERE made < ? OR seen < ?", (made, seen))

    def add_token(self, digest: str, token: Token) -> None:
        row = (digest, token.id, token.person, token.title, _join(token.scopes), token.made, token.until, token.used)
        self._write("INSERT INTO people_token VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)

    def find_token(self, digest: str) -> Token | None:
        rows = self._rows(f"{_TOKENS} WHERE digest = ?", (digest,))
        return _read_token(rows[0]) if rows else None

    def list_tokens(self, person: str) -> tuple[Token, ...]:
        return tuple(map(_read_token, self._rows(f"{_TOKENS} WHERE person = ? ORDER BY made", (person,))))

    def touch_token(self, digest: str, now: str) -> None:
        self._write("UPDATE people_token SET used = ? WHERE digest = ?", (now, digest))

    def remove_token(self, person: str, name: str) -> bool:
        """Whether there was one of this id."""
        return self._write("DELETE FROM people_token WHERE person = ? AND id = ?", (person, name)) == 1

    def remove_tokens(self, person: str) -> None:
        self._write("DELETE FROM people_token WHERE person = ?", (person,))

    # Passkeys

    def add_passkey(self, passkey: Passkey, public_key: str) -> bool:
        """Whether nobody had it."""
        row = (
            passkey.credential,
            passkey.id,
            passkey.person,
            passkey.title,
            public_key,
            passkey.count,
            passkey.made,
            "",
        )
        return (
            self._write("INSERT INTO people_passkey VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", row) == 1
        )

    def find_passkey(self, credential: str) -> tuple[Passkey, str] | None:
        """The passkey that a device calls so, and its public half."""
        rows = self._rows(f"{_PASSKEYS} WHERE credential = ?", (credential,))
        return (_read_passkey(rows[0]), str(rows[0][-1])) if rows else None

    def list_passkeys(self, person: str) -> tuple[Passkey, ...]:
        return tuple(map(_read_passkey, self._rows(f"{_PASSKEYS} WHERE person = ? ORDER BY made, id", (person,))))

    def use_passkey(self, credential: str, count: int, now: str) -> bool:
        """Note a use; whether the count has grown, or the device does not count at all."""
        statement = (
            "UPDATE people_passkey SET count = ?, used = ? "
            "WHERE credential = ? AND (count < ? OR (count = 0 AND ? = 0))"
        )
        return self._write(statement, (count, now, credential, count, count)) == 1

    def remove_passkey(self, person: str, name: str) -> bool:
        """Whether there was one of this id."""
        return self._write("DELETE FROM people_passkey WHERE person = ? AND id = ?", (person, name)) == 1

    def remove_passkeys(self, person: str) -> None:
        self._write("DELETE FROM people_passkey WHERE person = ?", (person,))

    # Who somebody is elsewhere

    def add_identity(self, issuer: str, subject: str, person: str) -> bool:
        """Whether nobody had it."""
        statement = "INSERT INTO people_identity VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
        return self._write(statement, (issuer, subject, person)) == 1

    def find_identity(self, issuer: str, subject: str) -> str:
        """Whose it is; empty where it is nobody's."""
        return self._find_text("SELECT person FROM people_identity WHERE issuer = ? AND subject = ?", (issuer, subject))

    def list_identities(self, person: str) -> tuple[tuple[str, str], ...]:
        rows = self._rows(
            "SELECT issuer, subject FROM people_identity WHERE person = ? ORDER BY issuer, subject", (person,)
        )
        return tuple((str(issuer), str(subject)) for issuer, subject in rows)

    def remove_identities(self, person: str) -> int:
        """How many there were."""
        return self._write("DELETE FROM people_identity WHERE person = ?", (person,))

    # Cases and runs

    def add_place(self, place: Place) -> None:
        row = (place.person, place.matter, place.role, place.since, place.by)
        self._write("INSERT INTO people_place VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", row)

    def keep_sight(self, matter: str, *, people: Iterable[str], runs: Iterable[str]) -> None:
        """Say anew who sees a case, and which runs it is about, for a database that holds back what it may."""
        who = [("INSERT INTO people_sight VALUES (?, ?)", (matter, one)) for one in sorted(set(people))]
        what = [("INSERT INTO people_case_run VALUES (?, ?)", (one, matter)) for one in sorted(set(runs))]
        before = [(f"DELETE FROM {table} WHERE matter = ?", (matter,)) for table in ("people_sight", "people_case_run")]
        self._tables.write(*before, *who, *what)

    def find_mark(self, person: str) -> str:
        """What changes when somebody comes to see more, or less: their cases and roles, and whose runs there are."""
        rows = self._rows(
            "SELECT matter FROM people_sight WHERE person = ? "
            "UNION ALL SELECT roles FROM people_account WHERE name = ? "
            "UNION ALL SELECT CAST(count(*) AS TEXT) FROM people_run "
            "UNION ALL SELECT CAST(count(*) AS TEXT) FROM people_case_run",
            (person, person),
        )
        return " ".join(sorted(str(one) for (one,) in rows))

    def remove_place(self, person: str, matter: str, role: str) -> bool:
        """Whether it was held."""
        statement = "DELETE FROM people_place WHERE person = ? AND matter = ? AND role = ?"
        return self._write(statement, (person, matter, role)) == 1

    def list_places(self, *, person: str | None = None, matter: str | None = None) -> tuple[Place, ...]:
        rows = self._rows(
            "SELECT person, matter, role, since, given_by FROM people_place "
            "WHERE (CAST(? AS TEXT) IS NULL OR person = ?) AND (CAST(? AS TEXT) IS NULL OR matter = ?) "
            "ORDER BY since, person",
            (person, person, matter, matter),
        )
        return tuple(Place(person=a, matter=b, role=c, since=d, by=e) for a, b, c, d, e in rows)

    def add_owner(self, run: str, person: str) -> None:
        self._write("INSERT INTO people_run VALUES (?, ?) ON CONFLICT DO NOTHING", (run, person))

    def list_owners(self) -> dict[str, frozenset[str]]:
        """Who asked for which run; of a run that nobody asked for on the pages there is nothing."""
        found: dict[str, set[str]] = {}
        for run, person in self._rows("SELECT run, person FROM people_run"):
            found.setdefault(run, set()).add(person)
        return {run: frozenset(people) for run, people in found.items()}

    # The audit

    def add_reading(self, *, at: str, who: str, token: str, did: str, what: str, allowed: bool) -> None:
        statement = "INSERT INTO people_reading (at, who, token, did, what, allowed) VALUES (?, ?, ?, ?, ?, ?)"
        self._write(statement, (at, who, token, did, what, int(allowed)))

    def list_readings(self, *, before: int, who: str, what: str, limit: int) -> tuple[Reading, ...]:
        """The newest first."""
        rows = self._rows(
            "SELECT number, at, who, token, did, what, allowed FROM people_reading "
            "WHERE number < ? AND (CAST(? AS TEXT) = '' OR who = ?) AND substr(what, 1, length(CAST(? AS TEXT))) = ? "
            "ORDER BY number DESC LIMIT ?",
            (before, who, who, what, what, limit),
        )
        names = ("number", "at", "who", "token", "did", "what", "allowed")
        return tuple(Reading(**{**dict(zip(names, row, strict=True)), "allowed": bool(row[-1])}) for row in rows)

    def _rows(self, query: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        return self._tables.rows(query, values)

    def _find_text(self, query: str, values: tuple[Any, ...]) -> str:
        rows = self._rows(query, values)
        return str(rows[0][0]) if rows else ""

    def _write(self, statement: str, values: tuple[Any, ...]) -> int:
        """How many rows it changed."""
        return self._tables.write((statement, values))


_ACCOUNTS = "SELECT name, roles, made, password <> '' FROM people_account"
_PASSKEYS = "SELECT id, person, title, credential, count, made, used, public_key FROM people_passkey"
_TOKENS = "SELECT id, person, title, scopes, made, until, used FROM people_token"


def _join(names: Iterable[str]) -> str:
    return " ".join(names)


def _read_account(row: tuple[Any, ...]) -> Account:
    name, roles, made, has_password = row
    return Account(name=name, roles=tuple(roles.split()), made=made, has_password=bool(has_password))


def _read_passkey(row: tuple[Any, ...]) -> Passkey:
    name, person, title, credential, count, made, used, _ = row
    return Passkey(id=name, person=person, title=title, credential=credential, count=count, made=made, used=used)


def _read_token(row: tuple[Any, ...]) -> Token:
    name, person, title, scopes, made, until, used = row
    return Token(
        id=name, person=person, title=title, scopes=tuple(scopes.split()), made=made, until=until, used=used
    )  # fmt: skip
