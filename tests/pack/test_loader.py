"""Loading a pack: its own data before the shared, and bad files refused with the file and the rule named."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from foam.errors import NotFound, PackError
from foam.evidence.corpus import ListedCorpus
from foam.evidence.library_corpus import make_sample_corpus
from foam.evidence.search.fake import HashingEmbedder
from foam.pack import files
from foam.pack.files import SHIPPED, shipped_packs
from foam.pack.loader import NEUTRAL, load_pack

DUEL = '[[format]]\nname = "duel"\ntitle = "t"\n[[format.speech]]\nname = "A"\nside = "con"\nminutes = 1\n'
OFFICE = 'title = "t"\nlaw = []\nright = "review"\nhearing = "none"\nnotice = []\nnext_level = "court"\n'
RUBRIC = (
    'name = "own"\ntitle = "Own"\n[[dimensions]]\nid = "d"\ntitle = "D"\nweight = 1.0\n'
    '[[dimensions.components]]\nid = "c"\ntext = "It is good."\n'
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small pack of one's own."""
    copy = tmp_path / "own"
    shutil.copytree(SHIPPED / "benefits-appeal", copy)
    return copy


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize("name", shipped_packs())
def test_a_shipped_pack_is_the_same_from_its_folder(name: str) -> None:
    shipped, copy = load_pack(name), load_pack(SHIPPED / name)
    assert shipped.content == copy.content
    assert shipped.reference == name
    assert copy.model_copy(update={"reference": name}) == shipped


def test_a_pack_is_read_once_until_a_file_of_it_changes(folder: Path) -> None:
    first = load_pack(folder)
    assert load_pack(folder) is first
    write(folder / "rubric.toml", RUBRIC)
    changed = load_pack(folder)
    assert (changed.rubric.name, changed.content == first.content) == ("own", False)
    (folder / "rubric.toml").unlink()
    assert load_pack(folder) == first


def test_an_unknown_pack_is_refused_with_those_there_are() -> None:
    with pytest.raises(NotFound) as caught:
        load_pack("nothing")
    assert "policy-debate" in caught.value.hint


def test_a_pack_brings_its_own_data_before_the_shared(folder: Path) -> None:
    shared = load_pack(folder)
    write(folder / "formats.toml", DUEL)
    write(folder / "profiles" / "office.toml", OFFICE)
    write(folder / "rubric.toml", RUBRIC)
    pack = load_pack(folder)
    assert [found.name for found in pack.formats] == ["duel", *(found.name for found in shared.formats)]
    assert [found.id for found in pack.profiles] == ["office", *(found.id for found in shared.profiles)]
    assert pack.rubric.title == "Own"
    assert pack.debate_format("duel").speeches[0].words(150) == 150
    assert pack.content != shared.content


@pytest.mark.parametrize(
    ("file", "text", "rule"),
    [
        ("pack.toml", "name =", "Invalid value"),
        ("pack.toml", 'name = "x"', "title: Field required"),
        ("pack.toml", 'name = "x"\nfolder = "/etc"', "folder: no field of this file"),
        ("pack.toml", 'name = "x"\nperspective = 3', "perspective"),
        ("pack.toml", "perspective = [3]", "perspective"),
        ("formats.toml", "[[format]]\nname = 'x'", "format.0.title: Field required"),
        ("formats.toml", DUEL.replace('"con"', '"left"'), "side: Input should be 'pro' or 'con'"),
        ("rubric.toml", RUBRIC.replace("1.0", "0.5"), "the weights sum to 0.5, not to 1"),
        ("profiles/office.toml", OFFICE + "[term.file_by]\nafter = 'notice'", "a length is days"),
        ("prompts/case/tag.txt", "Say: $evidence", "it must use $evidence, $seek, $words"),
        ("prompts/case/cards.txt", "Choose.", "no prompt 'case/cards' to replace"),
        ("prompts/card.txt", "Choose.", "no prompt 'card' to replace"),
        ("prompts/debatable/dispute.txt", "Say 1.", "a measure is the same in every domain"),
        ("prompts/oversight/judge.txt", "Say 1.", "a measure is the same in every domain"),
    ],
)
def test_a_bad_file_is_refused_with_its_name_and_the_rule(folder: Path, file: str, text: str, rule: str) -> None:
    path = write(folder / file, text)
    with pytest.raises(PackError) as caught:
        load_pack(folder)
    assert str(path) in caught.value.what
    assert rule in caught.value.what


def test_bytes_that_are_no_text_are_refused(folder: Path) -> None:
    (folder / "rubric.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(PackError, match="not UTF-8"):
        load_pack(folder)


def test_a_file_that_is_too_large_is_refused(folder: Path) -> None:
    write(folder / "rubric.toml", "#" * (files.MAX_FILE_BYTES + 1))
    with pytest.raises(PackError, match="1,000,000"):
        load_pack(folder)


@pytest.mark.parametrize("place", ["prompts", "library/more", "rubric.toml", "library/secret.md"])
def test_a_link_out_of_the_folder_is_refused(folder: Path, tmp_path: Path, place: str) -> None:
    outside = tmp_path / "outside"
    target = write(outside / "secret.md", "Secret.") if place.endswith((".md", ".toml")) else outside
    outside.mkdir(exist_ok=True)
    os.symlink(target, folder / place)
    with pytest.raises(PackError) as caught:
        load_pack(folder)
    assert place in caught.value.what


def test_a_link_inside_the_folder_is_followed(folder: Path) -> None:
    write(folder / "drafts" / "rubric.toml", RUBRIC)
    os.symlink(folder / "drafts" / "rubric.toml", folder / "rubric.toml")
    assert load_pack(folder).rubric.title == "Own"


def test_a_seat_that_the_pack_does_not_permit_is_refused(folder: Path) -> None:
    path = folder / "pack.toml"
    write(path, path.read_text("utf-8").replace('role = "auditor"', 'role = "stranger"', 1))
    with pytest.raises(PackError, match="auditor"):
        load_pack(folder)


def test_a_seat_under_the_packs_least_coherence_is_refused_by_name(folder: Path) -> None:
    path = folder / "pack.toml"
    about = path.read_text("utf-8").replace("min_coherence = 0.4", "min_coherence = 0.6")
    write(path, about)
    with pytest.raises(PackError, match=r"applicant: .*0\.50 .*0\.60"):
        load_pack(folder)


def test_a_seat_that_contradicts_itself_is_refused_by_name(folder: Path) -> None:
    torn = 'dimensions = { evidence_hierarchy = "lived_experience" }\npolicy = "peer-reviewed"\n'
    path = folder / "pack.toml"
    write(
        path,
        path.read_text("utf-8")
        + f'\n[[perspective]]\nid = "torn"\nrole = "auditor"\nweighting = {{ accuracy = 1 }}\n{torn}',
    )
    with pytest.raises(PackError, match="torn: contradicts itself: evidence_hierarchy=lived_experience and policy"):
        load_pack(folder)


def test_a_notice_on_the_sample_library_is_not_said_of_another_one() -> None:
    pack = load_pack("benefits-appeal")
    documents = pack.documents()
    assert pack.notice
    for corpus in (make_sample_corpus(documents, HashingEmbedder()), ListedCorpus.of(documents)):
        assert pack.notice_on(corpus.version) == pack.notice
    assert pack.notice_on(ListedCorpus.of(documents[1:]).version) == ""


def test_at_the_neutral_table_every_value_weighs_something_for_every_seat_and_no_two_rank_them_alike() -> None:
    pack = load_pack(NEUTRAL)
    seats = (*pack.perspectives, *pack.open_perspectives)
    for seat in seats:
        assert {value for value, weight in seat.weighting.items() if weight > 0} == {value.id for value in pack.values}
    for table in (pack.list_seats(is_open=False), pack.list_seats(is_open=True)):
        assert len({tuple(seat.weighting[value.id] for value in pack.values) for seat in table}) == len(table)


def test_at_the_neutral_table_no_value_weighs_more_than_another_over_all_seats() -> None:
    pack = load_pack(NEUTRAL)
    for seats in (pack.list_seats(is_open=False), pack.list_seats(is_open=True)):
        assert {round(sum(seat.weighting[one.id] for seat in seats), 9) for one in pack.values} == {0.5}
