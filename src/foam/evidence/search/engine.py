"""LanceDB itself: loaded, connected, and its errors as ours. Import it only where a large index is opened."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from urllib.parse import unquote, urlsplit

from foam.errors import FoamError, InputError, MissingExtra, Refused, StorageAway, StorageFull
from foam.evidence.search.place import SharedPlace
from foam.private import make_folder

os.environ.setdefault("LANCEDB_LOG", "error")  # read when it loads; else it warns of every empty partition
os.environ.setdefault("LANCE_CPU_THREADS", str(os.cpu_count() or 1))  # else it leaves two cores idle, if there are two
try:
    import lancedb
    from lancedb import DBConnection as DBConnection
    from lancedb import index as index
    from lancedb.query import LanceQueryBuilder as LanceQueryBuilder
    from lancedb.table import LanceTable as LanceTable
except ImportError as absent:
    raise MissingExtra("lancedb", extra="large") from absent

ERRORS = (RuntimeError, OSError, ValueError)
"""What the engine raises, whatever went wrong."""
_ABSENT = re.compile(r"was not found|not found: .*_versions", re.IGNORECASE)
_STATUS = re.compile(r"\bstatus:? (?:code:? )?(\d{3})|Client error with status (\d{3})")
_CODE = re.compile(r"<Code>(\w{1,60})</Code>")
_AWAY = re.compile(
    r"error sending request|connection (?:refused|reset|closed)|connect error|tcp connect|dns error|timed? ?out"
    r"|HttpError|error decoding response body|incomplete message",
    re.IGNORECASE,
)
_FULL = re.compile(r"no space left|database or disk is full|os error 28", re.IGNORECASE)
_INDEX_CACHE, _METADATA_CACHE = 2**30, 2**27
"""Bytes that the engine keeps in memory of indexes, and of the lists of a table's files. By itself it keeps several
times as much, so that a long build fills a gigabyte with lists that nobody reads again."""
_NO_KEYS = re.compile(r"credential|169\.254\.169\.254", re.IGNORECASE)


def connect(place: Path | SharedPlace) -> DBConnection:
    """The database of tables in this folder or shared place; of a folder that is not there, it is made."""
    if isinstance(place, SharedPlace) and place.is_object_store:
        where, options = place.url, place.list_options()
    else:
        folder = place if isinstance(place, Path) else Path(unquote(urlsplit(place.url).path))
        make_folder(folder)
        where, options = str(folder), {}
    with translated(place):
        return lancedb.connect(
            where,
            storage_options=options or None,
            read_consistency_interval=timedelta(0),
            session=lancedb.Session(_INDEX_CACHE, _METADATA_CACHE),
        )


def open_table(database: DBConnection, name: str) -> LanceTable:
    """A table that is there."""
    opened = database.open_table(name)
    assert isinstance(opened, LanceTable)
    return opened


def list_tables(database: DBConnection) -> list[str]:
    """The name of every table."""
    names: list[str] = []
    page = None
    while True:
        listed = database.list_tables(page_token=page)
        names += listed.tables
        page = listed.page_token
        if not page:
            return names


def is_absent(error: Exception) -> bool:
    """Whether an error says that a table, or the version of it that was asked for, is not there."""
    return bool(_ABSENT.search(str(error)))


@contextmanager
def translated(place: Path | SharedPlace) -> Iterator[None]:
    """The engine's errors as ours: whatever is wrong with an index, it can be built anew."""
    try:
        yield
    except FoamError:
        raise
    except ERRORS as error:
        raise translate(error, place) from error


def translate(error: Exception, place: Path | SharedPlace) -> FoamError:
    """What an object store answers is not repeated but for its code: it may name keys."""
    said = " ".join(str(error).split())
    if isinstance(place, SharedPlace) and place.is_object_store:
        code, status = _CODE.search(said), _STATUS.search(said)
        number = int(status.group(1) or status.group(2)) if status else 0
        told = f" ({code.group(1) if code else number})" if code or number else ""
        if number == 429 or number >= 500 or (not number and _AWAY.search(said)):
            return StorageAway(
                f"the object store with the search index, {place.url}, cannot be reached{told}",
                hint="bring it back and do the same again: what was built is kept; to search with an index in the home"
                " until then: FOAM_LIBRARY__INDEX=",
            )
        if number in (400, 401, 403) or (code and code.group(1) == "NoSuchBucket"):
            return Refused(
                f"the object store says no to {place.url}{told}",
                hint="see that the bucket is there and that the keys may read it, and write where an index is built:"
                " foam config lists library.*",
            )
        if _NO_KEYS.search(said):
            return Refused(
                f"there are no keys for {place.url}",
                hint="set library.access_key and library.secret_key, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
            )
    if _FULL.search(said):
        hint = "make room and do the same again: what was built is kept, and no document is touched"
        return StorageFull("the search index cannot be written: No space left on the disk", hint=hint)
    return InputError(f"the search index cannot be used: {said[:200]}", hint="foam library reindex")
