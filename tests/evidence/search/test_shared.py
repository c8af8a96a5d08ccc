"""An index that several processes share, in a folder or an object store: who may use it, and what goes wrong."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from pydantic import SecretStr
from tests.evidence.samples import AT, made
from tests.evidence.search.stores import SECRET, ObjectStore
from tests.proxy import Proxy

import foam
from foam.errors import InputError, Refused, ServiceError, SettingError, Unreachable
from foam.evidence.derived import check_indexes, same_vectors
from foam.evidence.library import Library
from foam.evidence.search.arrow import Rows
from foam.evidence.search.building import Pace
from foam.evidence.search.crew import OwnProcess
from foam.evidence.search.engine import connect, list_tables
from foam.evidence.search.fake import HashingEmbedder
from foam.evidence.search.hybrid import Search
from foam.evidence.search.lance import LanceIndex
from foam.evidence.search.opening import open_index, open_search
from foam.evidence.search.place import SharedPlace, find_place
from foam.evidence.search.shards import Shard
from foam.record.away import Endurance
from foam.settings import LibraryPlace

EMBEDDER = HashingEmbedder(32)
PACE = Pace(shard_sentences=2)


@pytest.fixture(params=["file://", "s3://"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> SharedPlace:
    if request.param == "file://":
        return SharedPlace(url=f"file://{tmp_path}/shared")
    made_place: SharedPlace = request.getfixturevalue("object_store").make_place()
    return made_place


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home whose library came in three versions."""
    with Library.open(tmp_path / "home" / "foam.db") as library:
        for i in range(3):
            library.add([made(f"Document {i} speaks of topic{i}. It ends here.")], what="test", at=AT)
    return tmp_path / "home"


def copy_home(home: Path, to: str) -> Path:
    shutil.copytree(home, home.parent / to)
    return home.parent / to


def find(search: Search) -> set[str]:
    return {found.text for found in search.find("topic ends here")}


def test_it_is_built_once_and_read_by_others_with_a_copy_of_the_library(home: Path, place: SharedPlace) -> None:
    with Library.open(home / "foam.db") as library:
        first = open_search(library, home, EMBEDDER, shared=place)
        expected = find(first)
    with Library.open(copy_home(home, "copy") / "foam.db") as library:
        index = open_index(library, home.parent / "copy", EMBEDDER, shared=place)
        assert index.version == library.version
        assert find(Search(library, index, EMBEDDER)) == expected
        assert list(check_indexes(library, home.parent / "copy", [EMBEDDER], shared=place)) == []
    assert not (home / "index").exists()


def test_a_copy_that_lags_behind_reads_its_own_version(home: Path, place: SharedPlace) -> None:
    with Library.open(home / "foam.db") as library:
        before = find(open_search(library, home, EMBEDDER, shared=place))
        old = copy_home(home, "old")
        library.add([made("A newcomer ends here.")], what="later", at=AT)
        assert "A newcomer ends here." in find(open_search(library, home, EMBEDDER, shared=place))
    with Library.open(old / "foam.db") as library:
        assert find(open_search(library, old, EMBEDDER, shared=place)) == before


def test_the_index_of_another_library_is_refused(home: Path, place: SharedPlace) -> None:
    other = copy_home(home, "other")
    with Library.open(home / "foam.db") as library:
        library.add([made("One goes this way.")], what="here", at=AT)
        open_search(library, home, EMBEDDER, shared=place).find("way")
    with Library.open(other / "foam.db") as library:
        library.add([made("One goes that way.")], what="there", at=AT)
        for use in (open_index, open_search):
            with pytest.raises(InputError, match="not of this library") as caught:
                use(library, other, EMBEDDER, shared=place)
        assert "library.index" in caught.value.hint
        with pytest.raises(InputError, match="not of this library"):
            LanceIndex(place, EMBEDDER).rebuild(library)
    with Library.open(home / "foam.db") as library:
        assert list(LanceIndex(place, EMBEDDER).compare(library, same_vectors)) == []


def test_it_answers_while_it_is_built_anew_and_after(home: Path, place: SharedPlace) -> None:
    with Library.open(home / "foam.db") as library:
        reader = open_search(library, home, EMBEDDER, shared=place)
        expected = find(reader)
        seen: list[set[str]] = []
        writer = LanceIndex(place, EMBEDDER, pace=PACE)
        before = list_tables(connect(place))
        writer.rebuild(library, progress=lambda _: seen.append(find(reader)))
        assert seen == [expected] * 3
        assert find(reader) == expected
        after = list_tables(connect(place))
        assert len(after) == len(before) == 2
        assert after != before


class Stopped(Exception):
    """The builder was broken off."""


def test_building_anew_goes_on_where_it_was_broken_off(home: Path, place: SharedPlace) -> None:
    with Library.open(home / "foam.db") as library:
        index = LanceIndex(place, EMBEDDER, pace=PACE)
        index.follow(library)

        def stop(_: int) -> None:
            raise Stopped

        with pytest.raises(Stopped):
            index.rebuild(library, progress=stop)
        crew = Counting(EMBEDDER)
        index.rebuild(library, crew=crew)
        assert crew.made == 2
        assert list(index.compare(library, same_vectors)) == []
        index.rebuild(library, crew=crew)
        assert crew.made == 2 + 3


def test_a_first_build_goes_on_whatever_was_erased_before_it_began(home: Path, tmp_path: Path) -> None:
    with Library.open(home / "foam.db") as library:
        library.erase([made("Document 1 speaks of topic1. It ends here.").id], at=AT, because="asked for")
        index = LanceIndex(SharedPlace(url=f"file://{tmp_path}/shared"), EMBEDDER, pace=PACE)

        def stop(_: int) -> None:
            raise Stopped

        with pytest.raises(Stopped):
            index.follow(library, progress=stop)
        crew = Counting(EMBEDDER)
        index.follow(library, crew=crew)
        assert crew.made == 1
        assert list(index.compare(library, same_vectors)) == []


def test_an_index_of_an_empty_library_takes_in_what_comes(tmp_path: Path) -> None:
    with Library.open(tmp_path / "foam.db") as library:
        index = LanceIndex(SharedPlace(url=f"file://{tmp_path}/shared"), EMBEDDER)
        index.rebuild(library)
        assert index.version == 0
        library.add([made("One goes this way.")], what="first", at=AT)
        index.follow(library)
        assert list(index.compare(library, same_vectors)) == []


def test_a_writer_that_was_taken_for_dead_and_writes_on_does_no_harm(home: Path, place: SharedPlace) -> None:
    with Library.open(home / "foam.db") as library:
        slow, next_one = (LanceIndex(place, EMBEDDER, pace=PACE, lease=lease) for lease in (60.0, 0.3))
        told: list[int] = []

        def overtake(sentences: int) -> None:
            if not told:
                next_one.follow(library)
            told.append(sentences)

        with pytest.raises(InputError, match="another process"):
            slow.follow(library, progress=overtake)
        assert len(told) == 1
        reader = LanceIndex(place, EMBEDDER)
        assert list(reader.compare(library, same_vectors)) == []
        library.add([made("A newcomer ends here.")], what="later", at=AT)
        reader.follow(library)
        assert list(reader.compare(library, same_vectors)) == []


def test_compacting_deletes_old_versions_and_what_lost_builds_left(home: Path, tmp_path: Path) -> None:
    place = SharedPlace(url=f"file://{tmp_path}/shared")
    with Library.open(home / "foam.db") as library:
        index = LanceIndex(place, EMBEDDER, pace=PACE)
        index.follow(library)
        connect(place).create_table("hashing-32--sentences-lost", data=[{"a": 1}])
        reader = open_search(library, home, EMBEDDER, shared=place)
        expected = find(reader)
        assert len(list((tmp_path / "shared").glob("*--sentences-*/_versions/*.manifest"))) > 10
        index.compact(older_than=timedelta(milliseconds=1))
        assert len(list((tmp_path / "shared").glob("*--sentences-*/_versions/*.manifest"))) == 1
        assert len(list_tables(connect(place))) == 2
        assert find(reader) == expected
        assert list(index.compare(library, same_vectors)) == []


def test_what_is_erased_leaves_a_shared_index_too(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOAM_LIBRARY__INDEX", f"file://{tmp_path}/shared")
    with foam.open(home, embedder=EMBEDDER) as opened:
        (found,) = opened.search("topic1", limit=1).found
        assert _find_bytes(tmp_path / "shared", b"topic1")
        opened.library.remove(found.pointer.document)
        assert not _find_bytes(tmp_path / "shared", b"topic1")
        assert "topic0" in opened.search("topic0", limit=1).found[0].text
        assert opened.library.verify().ok
        assert opened.library.compact().compacted


def test_an_index_that_a_removal_could_not_reach_is_built_anew(home: Path, place: SharedPlace) -> None:
    with Library.open(home / "foam.db") as library:
        index = LanceIndex(place, EMBEDDER)
        index.follow(library)
        before = list_tables(connect(place))
        library.erase([made("Document 1 speaks of topic1. It ends here.").id], at=AT, because="asked for")
        index.follow(library)
        assert list_tables(connect(place)) != before
        assert list(index.compare(library, same_vectors)) == []


def _find_bytes(folder: Path, words: bytes) -> bool:
    return any(words in path.read_bytes() for path in folder.rglob("*") if path.is_file())


class Counting:
    """A crew of this process that counts the shards it works out."""

    def __init__(self, embedder: HashingEmbedder) -> None:
        self._own = OwnProcess(embedder)
        self.made = 0

    def each(self, shards: Iterable[Shard]) -> Iterator[tuple[Shard, Rows]]:
        for one in self._own.each(shards):
            self.made += 1
            yield one

    def close(self) -> None:
        """There is nothing to end."""


# The store is away, or says no


def test_a_build_waits_for_a_network_that_is_cut_and_goes_on(home: Path, object_store: ObjectStore) -> None:
    """Its own lease, which it could not give back, is taken again at once and not waited for."""
    told: list[float] = []
    with Proxy(object_store.port) as proxy, Library.open(home / "foam.db") as library:
        place = object_store.make_place().model_copy(update={"endpoint": f"http://127.0.0.1:{proxy.port}"})

        def mend(waited: float) -> None:
            told.append(waited)
            proxy.mend()

        index = LanceIndex(place, EMBEDDER, pace=PACE, lease=3600.0, endurance=Endurance(600.0, mend))
        crew, cut = Counting(EMBEDDER), [proxy.cut]

        def break_off(_: int) -> None:
            if cut:
                cut.pop()()

        index.follow(library, progress=break_off, crew=crew)
        assert told, "it was cut, and whoever listens was told"
        assert crew.made <= 3 + 1, "shards that were vouched for are not worked out again"
        assert list(index.compare(library, same_vectors)) == []


def test_a_store_that_is_away_is_named_and_nothing_is_lost(home: Path, object_store: ObjectStore) -> None:
    place = object_store.make_place()
    with Library.open(home / "foam.db") as library:
        index = LanceIndex(place, EMBEDDER, pace=PACE, lease=1.0)
        crew = Counting(EMBEDDER)

        def stop(_: int) -> None:
            object_store.stop()

        try:
            with pytest.raises(Unreachable) as caught:
                index.follow(library, progress=stop, crew=crew)
            with pytest.raises(Unreachable):
                open_search(library, home, EMBEDDER, shared=place)
        finally:
            object_store.start()
        assert place.url in caught.value.what
        assert "FOAM_LIBRARY__INDEX=" in caught.value.hint
        assert SECRET not in f"{caught.value} {caught.value.hint}"
        index.follow(library, crew=crew)
        assert crew.made == 3 + 1  # the one that was in hand is worked out again
        assert list(index.compare(library, same_vectors)) == []


@contextmanager
def answer_with(status: int, body: str) -> Iterator[str]:
    """The address of a server that gives everybody the same answer."""

    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body.encode())

        do_GET = do_PUT = do_HEAD = do_POST = answer  # noqa: N815

        def log_message(self, *_: object) -> None:
            """Nobody reads it."""

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.parametrize(
    ("status", "code", "error"),
    [
        (403, "SignatureDoesNotMatch", Refused),
        (403, "AccessDenied", Refused),
        (404, "NoSuchBucket", Refused),
        (503, "SlowDown", Unreachable),
    ],
)
def test_a_store_that_says_no_is_told_in_our_words(status: int, code: str, error: type[ServiceError]) -> None:
    body = f"<Error><Code>{code}</Code><AWSAccessKeyId>my-key</AWSAccessKeyId><StringToSign>x</StringToSign></Error>"
    with answer_with(status, body) as endpoint:
        keys = {"access_key": SecretStr("my-key"), "secret_key": SecretStr(SECRET)}
        place = SharedPlace(url="s3://evidence/prefix", endpoint=endpoint, region="us-east-1", **keys)
        with pytest.raises(error) as caught:
            LanceIndex(place, EMBEDDER)
    told = f"{caught.value} {caught.value.hint}"
    assert code in told
    assert "s3://evidence/prefix" in told
    assert "my-key" not in told
    assert SECRET not in told + repr(place)


# The setting


@pytest.mark.parametrize(
    "url",
    [
        "/srv/index",
        "s3://",
        "file://host/path",
        "file:///",
        "gs://bucket/x",
        "s3://key:secret@bucket/x",
        "s3://b/x?k=v",
    ],
)
def test_an_address_that_is_none_is_a_wrong_setting(url: str) -> None:
    with pytest.raises(SettingError, match=r"library\.index") as caught:
        find_place(LibraryPlace(index=url))
    assert "secret" not in str(caught.value).replace("library.secret_key", "")


def test_a_place_is_what_the_settings_say() -> None:
    assert find_place(LibraryPlace()) is None
    place = find_place(LibraryPlace(index="s3://bucket/prefix/", endpoint="http://127.0.0.1:9000"))
    assert place is not None
    assert place.url == "s3://bucket/prefix"
    assert place.list_options()["allow_http"] == "true"
    assert "allow_http" not in SharedPlace(url="s3://b/p", endpoint="https://s").list_options()
