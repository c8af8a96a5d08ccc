"""The store of perspectives: kept as files, found by words and vectors."""

from __future__ import annotations

from pathlib import Path

import pytest

from foam.errors import InputError
from foam.evidence.search.fake import HashingEmbedder
from foam.evidence.search.opening import index_folder
from foam.pack.seats import FOLDER, SeatStore, StoredSeat
from foam.perspective.node import Perspective

AT = "2026-01-01T00:00:00.000+00:00"
NURSE = Perspective(id="nurse", role="nurse", description="I look after patients at night.", weighting={"care": 1})
CLERK = Perspective(id="clerk", role="clerk", description="I keep the accounts.", weighting={"thrift": 1})


@pytest.fixture
def store(tmp_path: Path) -> SeatStore:
    kept = SeatStore(tmp_path)
    for seat in (NURSE, CLERK):
        assert kept.add(seat, origin="file x.toml", at=AT)
    return kept


def test_what_is_kept_is_read_back_by_another_store(store: SeatStore, tmp_path: Path) -> None:
    assert [one.perspective for one in SeatStore(tmp_path).read_all()] == [CLERK, NURSE]


def test_an_empty_store_holds_and_finds_nothing(tmp_path: Path) -> None:
    assert SeatStore(tmp_path).read_all() == ()
    assert SeatStore(tmp_path).find("night", HashingEmbedder()) == ()
    assert not (tmp_path / FOLDER).exists()


def test_the_same_again_changes_nothing_and_another_of_the_id_replaces_it(store: SeatStore) -> None:
    assert not store.add(NURSE, origin="file y.toml", at=AT)
    older = NURSE.model_copy(update={"description": "I look after the old."})
    assert store.add(older, origin="file y.toml", at=AT)
    assert [one.perspective.description for one in store.read_all()] == [CLERK.description, older.description]


def test_a_query_finds_whom_it_is_about(store: SeatStore) -> None:
    found = store.find("who looks after patients", HashingEmbedder())
    assert [one.perspective.id for one in found] == ["nurse"]
    assert 0 < found[0].score <= 1


@pytest.mark.parametrize("query", ["volcanoes", "", "the of and", "?!"])
def test_a_query_about_nobody_finds_nobody(store: SeatStore, query: str) -> None:
    assert store.find(query, HashingEmbedder()) == ()


def test_seats_beside_the_store_are_searched_and_each_is_found_once(store: SeatStore) -> None:
    pack = [StoredSeat(perspective=NURSE, origin="pack own"), StoredSeat(perspective=CLERK, origin="pack own")]
    found = store.find("patients accounts", HashingEmbedder(), among=pack)
    assert sorted(one.origin for one in found) == ["file x.toml", "file x.toml"]
    assert len(store.find("patients accounts", HashingEmbedder(), among=pack, limit=1)) == 1


def test_vectors_are_kept_beside_the_index_and_made_anew_when_they_are_gone_or_spoilt(
    store: SeatStore, tmp_path: Path
) -> None:
    first = store.find("patients", HashingEmbedder())
    (path,) = index_folder(tmp_path).rglob("*.npz")
    path.write_bytes(b"spoilt")
    assert store.find("patients", HashingEmbedder()) == first
    path.unlink()
    assert store.find("patients", HashingEmbedder()) == first


def test_a_name_cannot_lead_out_of_the_folder(tmp_path: Path) -> None:
    home = tmp_path / "home"
    SeatStore(home).add(NURSE.model_copy(update={"id": "../../out"}), origin="file", at=AT)
    assert {path.relative_to(tmp_path).parts[:2] for path in tmp_path.rglob("*.json")} == {("home", FOLDER)}


def test_one_that_contradicts_itself_is_refused_by_name(store: SeatStore) -> None:
    torn = Perspective(
        id="torn",
        role="nurse",
        weighting={"care": 1},
        policy="peer-reviewed",
        dimensions={"evidence_hierarchy": "lived_experience"},
    )
    with pytest.raises(InputError, match="torn ") as error:
        store.add(torn, origin="file", at=AT)
    assert "evidence_hierarchy=lived_experience" in error.value.hint


def test_a_spoilt_file_is_named(store: SeatStore, tmp_path: Path) -> None:
    path = next((tmp_path / FOLDER).iterdir())
    path.write_text('{"perspective": 3}')
    with pytest.raises(InputError, match="perspective") as error:
        store.read_all()
    assert path.name in error.value.what
