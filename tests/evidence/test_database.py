"""A library in PostgreSQL: a server that goes away, a role that may not write, and what several homes share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cluster import Cluster, start_cluster
from tests.evidence.samples import AT, made

from foam.errors import InputError, Unreachable
from foam.evidence.library import Library

FIRST, SECOND = made("One fact. Another fact."), made("A second text.", file="b.txt")


@pytest.fixture
def own_cluster() -> Iterator[Cluster]:
    """A server that a test may stop."""
    started = start_cluster()
    yield started
    started.remove()


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_a_server_that_goes_away_is_named_and_the_library_goes_on_when_it_is_back(
    own_cluster: Cluster, mode: str
) -> None:
    with Library.open_database(own_cluster.make_database()) as library:
        library.add([FIRST], what="test", at=AT)
        own_cluster.stop(mode)
        for call in (lambda: library.version, lambda: library.add([SECOND], what="test", at=AT)):
            with pytest.raises(Unreachable, match="cannot be used") as met:
                call()
            assert "library.url" in met.value.hint
        with pytest.raises(Unreachable):
            next(iter(library.documents()))
        own_cluster.start()
        assert library.ids() == (FIRST.id,)
        assert library.add([SECOND], what="test", at=AT).version == 2
        assert list(library.damaged()) == []


def test_a_server_that_goes_away_in_the_middle_of_an_import_leaves_nothing_of_it(own_cluster: Cluster) -> None:
    with Library.open_database(own_cluster.make_database()) as library:
        library.add([FIRST], what="test", at=AT)
        with pytest.raises(Unreachable):
            _write_through_a_crash(library, own_cluster)
        assert library.ids() == (FIRST.id,), "the connection for readers broke, too, and is opened again"
        assert library.tables.execute("SELECT COUNT(*) FROM library_file").fetchone()[0] == 0
        assert library.add([SECOND], what="test", at=AT).version == 2
        assert list(library.damaged()) == []


def _write_through_a_crash(library: Library, cluster: Cluster) -> None:
    with library.tables.writing() as db:
        db.execute("INSERT INTO library_file (number, digest, added_in, removed_in) VALUES (9, '', 9, 9)")
        cluster.stop("immediate")
        cluster.start()
        db.execute("SELECT 1")


def test_a_role_without_rights_is_told_so(cluster: Cluster, database: str) -> None:
    import psycopg

    with Library.open_database(database) as library:
        library.add([FIRST], what="test", at=AT)
    with psycopg.connect(database, autocommit=True) as db:
        db.execute("DROP ROLE IF EXISTS library_reader")
        db.execute("CREATE ROLE library_reader LOGIN")
        db.execute("GRANT USAGE ON SCHEMA foam TO library_reader")
        db.execute("GRANT SELECT ON ALL TABLES IN SCHEMA foam TO library_reader")
    name = database.partition("@/")[2].partition("?")[0]
    with Library.open_database(cluster.address(name, user="library_reader")) as library:
        assert library.sentence(FIRST.pointer(1)).text == "Another fact."
        with pytest.raises(InputError, match="cannot be written"):
            library.add([SECOND], what="test", at=AT)
        assert library.ids() == (FIRST.id,)


def test_a_role_with_the_rights_of_the_docs_can_work_and_is_told_what_the_owner_must_do(
    cluster: Cluster, database: str
) -> None:
    """The grants of docs/postgres.md."""
    import psycopg

    with Library.open_database(database) as library:
        library.add([FIRST], what="test", at=AT)
    grants = (Path(__file__).parents[2] / "docs" / "postgres.md").read_text("utf-8")
    grants = grants.partition("```sql\n")[2].partition("```")[0].replace("foam_app", "library_clerk")
    with psycopg.connect(database, autocommit=True) as db:
        for statement in grants.split(";")[:-1]:
            db.execute(statement)
    name = database.partition("@/")[2].partition("?")[0]
    with Library.open_database(cluster.address(name, user="library_clerk")) as library:
        library.add([SECOND], what="test", at=AT)
        assert library.add([SECOND], what="test", at=AT).known == 1
        library.remove([SECOND.id], at=AT)
        library.add([SECOND], what="test", at=AT)
        library.erase([FIRST.id], at=AT, because="asked for")
        with pytest.raises(InputError, match="the role may not rewrite") as told:
            library.scrub()
        assert "foam.library_document" in told.value.hint
        assert list(library.damaged()) == []
    with Library.open_database(database) as library:
        library.scrub()
        assert library.ids() == (SECOND.id,)


def test_an_open_transaction_that_keeps_erased_words_is_told(cluster: Cluster, database: str) -> None:
    import psycopg

    with Library.open_database(database) as library, psycopg.connect(database) as other:
        library.add([FIRST, SECOND], what="test", at=AT)
        other.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        other.execute("SELECT count(*) FROM foam.migrations")
        library.erase([FIRST.id], at=AT, because="asked for")
        with pytest.raises(InputError, match="an open transaction can still see"):
            library.scrub()
        other.rollback()
        library.scrub()
    folder = cluster.find_folder(database)
    assert not any(b"Another fact" in data for data in cluster.read_bytes(str(folder)))


def test_a_text_that_postgresql_cannot_hold_is_refused_whole(database: str) -> None:
    with Library.open_database(database) as library:
        with pytest.raises(InputError, match="NUL"):
            library.add([FIRST], what="a\0b", at=AT)
        assert library.version == 0


def test_two_homes_that_share_a_database_see_each_others_documents(database: str, tmp_path: Path) -> None:
    with (
        Library.open_database(database, heads=tmp_path / "one" / "library") as one,
        Library.open_database(database, heads=tmp_path / "two" / "library") as two,
    ):
        one.add([FIRST], what="test", at=AT)
        two.add([SECOND], what="test", at=AT)
        assert one.ids() == two.ids() == (FIRST.id, SECOND.id)
        assert one.identify(2) == two.identify(2)
    heads = [(tmp_path / home / "library.heads").read_text().split() for home in ("one", "two")]
    assert [[head.partition("-")[0] for head in held] for held in heads] == [["1"], ["2"]]
