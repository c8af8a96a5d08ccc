"""Opening a record by its address: a PostgreSQL database, or a SQLite file.

postgresql://user@host/database     a database; needs the extra `postgres`
sqlite:///folder/foam.db, a path    a file
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from foam.errors import InputError
from foam.record.away import AT_ONCE, Endurance
from foam.record.keys import Keys
from foam.record.sqlite import FILE_NAME, SqliteStore
from foam.record.store import OPEN, Access, Store

if TYPE_CHECKING:
    from foam.record.postgres.store import PostgresStore

SCHEMES = ("postgresql://", "postgres://")
_SQLITE = "sqlite:///"
HEADS_NAME = "record"
"""The file beside which heads of a record in a database are noted: `record.heads` in the home."""
LIBRARY_HEADS_NAME = "library"
"""The same for a library in a database: `library.heads`."""


def is_database(url: str) -> bool:
    """Whether this is the address of a PostgreSQL database."""
    return url.startswith(SCHEMES)


def open_home_record(
    home: Path,
    url: str = "",
    *,
    readonly: bool = False,
    keys: Keys | None = None,
    only: str = "",
    endurance: Endurance = AT_ONCE,
    access: Access = OPEN,
) -> Store:
    """The record of a home: in its own file, or in the database that the settings name.

    `keys` are those of personal files. With `only`, nothing is appended but entries of that personal file. `endurance`
    is for a database that goes away once it is open, and `access` for one that holds back what people may not see.
    """
    if is_database(url):
        heads = home / HEADS_NAME
        given = {"readonly": readonly, "keys": keys, "only": only, "endurance": endurance, "access": access}
        return _load_postgres()(url, heads=heads, **given)  # type: ignore[arg-type]
    path = find_file(url) if url else home / FILE_NAME
    return SqliteStore(path, readonly=readonly, keys=keys, only=only)


def open_record_at(
    url: str,
    *,
    heads: Path | None = None,
    timeout: float = 30.0,
    readonly: bool = False,
    keys: Keys | None = None,
    endurance: Endurance = AT_ONCE,
) -> Store:
    """The record at this address. `heads`: where heads of a database are noted; those of a file are beside it."""
    if is_database(url):
        return _load_postgres()(url, heads=heads, timeout=timeout, readonly=readonly, keys=keys, endurance=endurance)
    return SqliteStore(find_file(url), timeout=timeout, readonly=readonly, keys=keys)


def _load_postgres() -> type[PostgresStore]:
    from foam.record.postgres.store import PostgresStore  # here, since it needs the extra `postgres`

    return PostgresStore


def find_file(url: str) -> Path:
    """The file that an address names: `sqlite:////srv/foam.db` is `/srv/foam.db`, as is the path itself."""
    if "://" in url and not url.startswith(_SQLITE):
        raise InputError(
            f"a record cannot be kept at an address that begins with {url.partition('://')[0]}://",
            hint="give postgresql://user@host/database, or the path of a file",
        )
    return Path(url.removeprefix(_SQLITE)).expanduser()
