"""A library moves from a file to a database and back, byte for byte, and so does what was changed in between."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from tests.cluster import Cluster
from tests.evidence.kept import change, open_kept
from tests.evidence.samples import AT, made
from tests.record.kept import Kept, KeptDatabase, KeptFile

from foam.cli.main import foam
from foam.debate.memory.store import SCHEMA, DebateMemory
from foam.debate.memory.values import Exemplar
from foam.errors import InputError, RecordDamaged
from foam.evidence.copying import copy_library
from foam.evidence.holdings import Batch
from foam.evidence.library import Library
from foam.evidence.truth import pack_document

BODY = "Heat pumps cut household emissions by half in most climates, according to a survey of forty studies. " * 2
FOUNDER, NEAR, OTHER = made(BODY), made(BODY + "In May."), made("A second text. It has an end.", file="b.txt")
SECRET = made("Quendelin moved out. The mould stayed.", file="c.txt")
GUESTS = {"memory_utterance": SCHEMA}
TABLES = {
    "library_document": "number, id, text, ends, signature, family, seal, erased",
    "library_appearance": "number, document, about, about_digest, filing, leads, file, added_in, removed_in, removal,"
    " salt, seal, erased",
    "library_version": "version, at, action, what, documents, salt, seal, erased",
    "library_file": "number, digest, added_in, removed_in",
    "library_band": "band, document",
    "memory_utterance": "number, id, debate, digest, body, terms, embedder, vector, added_in, removed_in, seal, erased",
}
MakePlace = Callable[[str], Kept]


@pytest.fixture
def make_place(request: pytest.FixtureRequest, tmp_path: Path) -> MakePlace:
    """An empty place of this kind."""
    numbers = count()

    def make(engine: str) -> Kept:
        number = next(numbers)
        if engine == "sqlite":
            return KeptFile(tmp_path / f"file{number}" / "foam.db")
        cluster: Cluster = request.getfixturevalue("cluster")
        return KeptDatabase(cluster, cluster.make_database(), tmp_path / f"database{number}" / "library")

    return make


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def fill(library: Library) -> None:
    batch = Batch([(pack_document(one), "f" * 64) for one in (FOUNDER, NEAR, OTHER)], [("f" * 64, "a.txt")])
    library.take_in(batch, what="folder/", at=AT)
    library.add([SECRET], what="c.txt", at=AT)
    DebateMemory(library.tables).add(
        [speak("first"), speak("Quendelin said so")], np.ones((2, 4), np.float32), embedder="test", what="m", at=AT
    )


def speak(text: str) -> Exemplar:
    row = {"id": text, "text": text, "side": "pro", "speaker": "a", "motion": "m", "debate": "d", "turn": 0}
    return Exemplar.model_validate(row | {"language": "en", "schemes": {}, "annotator": "test"})


def alter(library: Library) -> None:
    """Everything that can happen to a library: a removal, erasures, a return, and newcomers."""
    library.remove([OTHER.id], at=AT)
    library.erase([FOUNDER.id, SECRET.id], at=AT, because="asked for")
    DebateMemory(library.tables).erase(lambda text: "Quendelin" in text, at=AT, because="asked for")
    library.add([OTHER, made(BODY + "In June."), made("A newcomer.")], what="later", at=AT)
    library.scrub()


def dump(library: Library) -> dict[str, list[tuple[Any, ...]]]:
    return {
        table: [tuple(row) for row in library.tables.execute(f"SELECT {columns} FROM {table} ORDER BY 1, 2")]
        for table, columns in TABLES.items()
    }


@pytest.mark.parametrize(("here", "there"), [("sqlite", "postgres"), ("postgres", "sqlite"), ("postgres", "postgres")])
def test_a_copy_has_every_row_and_goes_on_from_where_it_was(
    make_place: MakePlace, stack: ExitStack, here: str, there: str
) -> None:
    home, away = make_place(here), make_place(there)
    source, target = stack.enter_context(open_kept(home)), stack.enter_context(open_kept(away))
    fill(source)
    first = copy_library(source, target, guests=GUESTS)
    assert (first.added, first.versions, first.documents) == (3, 3, 4)
    assert dump(target) == dump(source)
    assert copy_library(source, target, guests=GUESTS).added == 0
    alter(target)
    back = copy_library(target, source, guests=GUESTS)
    assert back.added == back.versions - 3 == 4
    assert dump(source) == dump(target)
    assert source.family(NEAR.id) == target.family(NEAR.id)
    for place in (home, away):
        assert not any(b"Quendelin" in data for data in place.read_own())
    source.add([made("It goes on.")], what="on", at=AT)
    assert list(source.damaged()) == []


def test_another_library_or_one_that_has_grown_by_itself_is_not_overwritten(
    make_place: MakePlace, stack: ExitStack
) -> None:
    source, target = (stack.enter_context(open_kept(make_place(one))) for one in ("sqlite", "postgres"))
    fill(source)
    copy_library(source, target, guests=GUESTS)
    source.add([made("This way.")], what="here", at=AT)
    target.add([made("That way.")], what="there", at=AT)
    before = dump(target)
    with pytest.raises(InputError, match="another library"):
        copy_library(source, target, guests=GUESTS)
    assert dump(target) == before


@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
def test_a_damaged_library_is_not_copied(make_place: MakePlace, stack: ExitStack, engine: str) -> None:
    home = make_place(engine)
    source, target = stack.enter_context(open_kept(home)), stack.enter_context(open_kept(make_place("postgres")))
    fill(source)
    change(home, "UPDATE library_document SET text = 'A lie.' WHERE number = 1")
    with pytest.raises(RecordDamaged, match="not copied"):
        copy_library(source, target, guests=GUESTS)
    assert target.version == 0


def test_a_copy_that_is_cut_short_leaves_nothing(make_place: MakePlace, stack: ExitStack) -> None:
    class Grows(Library):
        """Somebody adds to it while it is copied."""

        @property
        def version(self) -> int:
            return super().version + 1

    home, away = make_place("sqlite"), make_place("postgres")
    target = stack.enter_context(open_kept(away))
    assert isinstance(home, KeptFile)
    with Grows.open(home.path) as source:
        fill(source)
        with pytest.raises(InputError, match="has grown"):
            copy_library(source, target, guests=GUESTS)
    assert target.version == 0
    assert dump(target) == {table: [] for table in TABLES}


def test_the_command_moves_the_library_of_a_home_there_and_back(
    make_place: MakePlace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, url = tmp_path / "home", make_place("postgres").url
    monkeypatch.setenv("FOAM_HOME", str(home))
    (tmp_path / "a.txt").write_text("One sentence here. Another one there.")
    (tmp_path / "b.txt").write_text("A third one elsewhere.")

    def call(*arguments: str, code: int = 0) -> Any:
        done = CliRunner().invoke(foam, ["library", *arguments, "--json"])
        assert done.exit_code == code, done.output
        return json.loads(done.stdout) if done.stdout.strip() else done.output

    call("add", str(tmp_path / "a.txt"), "--no-index")
    assert call("copy", "--to", url)["added"] == 1
    listed = call("list")
    monkeypatch.setenv("FOAM_LIBRARY__URL", url)
    assert call("list") == listed
    assert call("add", str(tmp_path / "b.txt"), "--no-index")["documents"] == 1
    assert call("verify")["damaged"] == []
    assert call("stats")["documents"] == 2
    grown = call("list")
    assert call("copy", "--to", str(home / "foam.db"))["added"] == 1
    monkeypatch.delenv("FOAM_LIBRARY__URL")
    assert call("list") == grown
    assert call("verify")["damaged"] == []
    monkeypatch.setenv("FOAM_LIBRARY__URL", str(home / "foam.db"))
    call("list", code=2)
