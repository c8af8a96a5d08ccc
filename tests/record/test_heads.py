"""The file of heads beside a record: its lines, and its handle."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from sqlite3 import Connection

import pytest

from foam.errors import InputError
from foam.record.database import open_file
from foam.record.heads import HeadsFile, extend_log
from foam.record.log import Head, Line, TableLog


def test_heads_are_read_back_in_order_and_the_handle_is_given_back(tmp_path: Path) -> None:
    heads = HeadsFile(tmp_path / "record.sqlite")
    assert heads.read() is None
    first, second = Head(size=1, root="a" * 64), Head(size=2, root="b" * 64)
    before = len(os.listdir("/dev/fd"))
    heads.note(first)
    assert len(os.listdir("/dev/fd")) == before + 1
    heads.close()
    assert len(os.listdir("/dev/fd")) == before
    heads.note(second)
    heads.close()
    assert heads.read() == (str(first), str(second))


LINE = Line("entry", "b2:1", "", "b2:2")


@pytest.fixture
def db(tmp_path: Path) -> Iterator[Connection]:
    with closing(open_file(tmp_path / "log.db", timeout=1, readonly=False)) as db:
        yield db


def test_the_file_is_for_its_owner_alone_and_is_only_added_to(tmp_path: Path) -> None:
    heads = HeadsFile(tmp_path / "record.sqlite")
    assert heads.path == tmp_path / "record.heads"
    heads.path.write_text("an earlier line\n")
    heads.path.chmod(0o644)
    for size in (1, 2):
        heads.note(Head(size=size, root="a" * 64))
    heads.close()
    assert heads.path.stat().st_mode & 0o777 == 0o600
    assert heads.read() == ("an earlier line", "1-" + "a" * 64, "2-" + "a" * 64)


def test_where_no_head_can_be_noted_it_is_said(tmp_path: Path) -> None:
    heads = HeadsFile(tmp_path / "nowhere" / "record.sqlite")
    with pytest.raises(InputError, match="cannot be noted in"):
        heads.note(Head(size=1, root="a" * 64))
    heads.close()


def test_a_head_is_noted_once_it_is_committed_and_only_if_the_log_grew(db: Connection, tmp_path: Path) -> None:
    heads = HeadsFile(tmp_path / "record.sqlite")
    with extend_log(db, heads):
        pass
    assert heads.read() is None
    with extend_log(db, heads) as log:
        log.append(LINE)
        assert heads.read() is None, "it is not committed yet"
    with extend_log(db, None) as log:
        log.append(LINE)
    with extend_log(db, heads) as log:
        log.append(LINE)
        log.append(LINE)
    heads.close()
    assert heads.read() == tuple(str(TableLog(db).head(size)) for size in (1, 4))


def test_what_was_taken_back_is_not_counted_by_a_log_that_is_kept(db: Connection, tmp_path: Path) -> None:
    heads, log = HeadsFile(tmp_path / "record.sqlite"), TableLog(db)
    with extend_log(db, heads, log) as given:
        assert given is log
        log.append(LINE)
    with pytest.raises(ZeroDivisionError), extend_log(db, heads, log):
        assert log.append(LINE) / 0
    assert log.size() == 1
    with extend_log(db, heads, log):
        assert log.append(LINE) == 2
    heads.close()
    assert heads.read() == tuple(str(TableLog(db).head(size)) for size in (1, 2))


def test_lines_that_others_put_into_the_table_are_in_the_head_that_is_taken(db: Connection) -> None:
    log = TableLog(db)
    log.begin()
    assert log.take_head() is None
    TableLog(db).append(LINE)
    assert log.take_head() == TableLog(db).head()
    assert log.take_head() is None, "it was told"
