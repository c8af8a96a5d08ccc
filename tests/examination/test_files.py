"""The set of case files is what it says it is: whole, in two versions, and faulty only where something was planted."""

from __future__ import annotations

import calendar
import csv
import io
import re
from collections import Counter
from collections.abc import Callable
from datetime import date
from functools import cache
from pathlib import Path

import pytest
from tests.examination.filing import (
    FOLDER,
    VERSIONS,
    CaseFile,
    FiledDocument,
    Version,
    load_file,
    load_files,
    take_version,
    write_version,
)

from foam.evidence.document import Document
from foam.evidence.imports import read
from foam.text.normalise import normalise

FILES = tuple(path.stem for path in sorted(FOLDER.glob("*.toml")))
_MONTHS = {name: number for number, name in enumerate(calendar.month_name) if name}
_DAYS = "|".join(calendar.day_name)
_WRITTEN = re.compile(
    rf"(?:\b(?P<weekday>{_DAYS}),? )?(?<![\d.])(?P<day>\d{{1,2}}) (?P<month>{'|'.join(_MONTHS)}) (?P<year>\d{{4}})\b"
)


@pytest.fixture(params=FILES)
def case(request: pytest.FixtureRequest) -> CaseFile:
    return load_file(FOLDER / f"{request.param}.toml")


@pytest.fixture(params=VERSIONS)
def version(request: pytest.FixtureRequest) -> Version:
    chosen: Version = request.param
    return chosen


def flatten(text: str) -> str:
    """Normalised words on one line; bars that part the cells of a table are layout."""
    return " ".join(normalise(text).replace("|", " ").split())


def words_of(document: FiledDocument) -> str:
    """What a reader of the written file must get back."""
    if document.format != "csv":
        return flatten(document.text)
    return flatten(" ".join(row["text"] for row in csv.DictReader(io.StringIO(document.text.strip()))))


Shelf = Callable[[CaseFile, Version], dict[str, list[Document]]]
"""The documents of one version as they are read back from their files, by the name of the file."""


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    """Writes and reads each version once for all tests."""

    @cache
    def read_version(name: str, version: Version) -> dict[str, list[Document]]:
        paths = write_version(load_file(FOLDER / f"{name}.toml"), version, tmp_path_factory.mktemp(name))
        return {path.stem: read_back(path) for path in paths}

    return lambda case, version: read_version(case.name, version)


def read_back(path: Path) -> list[Document]:
    found = list(read(path))
    assert all(isinstance(document, Document) for document in found), found
    return [document for document in found if isinstance(document, Document)]


def list_sentences(documents: list[Document]) -> list[str]:
    return [found.sentence(number) for found in documents for number in range(len(found.ends))]


def test_there_are_twelve_files_in_three_domains_and_five_of_others_and_both_versions_lead_elsewhere() -> None:
    files = load_files()
    assert Counter(file.domain for file in files) == {"benefits": 4, "housing": 4, "school exclusion": 4, "other": 5}
    for file in files:
        assert {file.outcome[version].verdict for version in VERSIONS} == {"uphold", "reverse"}, file.name
    assert Counter(file.outcome["a"].verdict for file in files)["uphold"] in (7, 8, 9, 10)


def test_each_file_has_four_to_thirteen_documents_in_several_formats_with_names_of_their_own(case: CaseFile) -> None:
    assert 4 <= len(case.documents) <= 6 if case.domain == "other" else 10 <= len(case.documents) <= 13
    assert len({document.name for document in case.documents}) == len(case.documents)
    assert len({document.format for document in case.documents}) >= 4
    assert len(normalise(case.question)) > 20


def test_every_document_reads_back_whole(case: CaseFile, version: Version, shelf: Shelf) -> None:
    found = shelf(case, version)
    for document in take_version(case, version).documents:
        assert "{{" not in document.text, document.name
        assert words_of(document) in flatten(" ".join(part.text for part in found[document.name])), document.name


def test_versions_differ_in_at_most_three_sentences_of_two_documents(case: CaseFile, shelf: Shelf) -> None:
    left, right = (shelf(case, version) for version in VERSIONS)
    changed: Counter[str] = Counter()
    for name in left:
        ours, theirs = Counter(list_sentences(left[name])), Counter(list_sentences(right[name]))
        changed[name] = max((ours - theirs).total(), (theirs - ours).total())
    assert 1 <= changed.total() <= 3, changed
    assert sum(1 for count in changed.values() if count) <= 2, changed


def test_faults_and_challenges_stand_where_they_are_said_to_stand(case: CaseFile, version: Version) -> None:
    taken = take_version(case, version)
    places = [
        *((fault.document, fault.words) for fault in taken.faults),
        *((fault.truth_document, fault.truth_words) for fault in taken.faults if fault.truth_document),
        *((pair.document, pair.words) for pair in taken.contested),
        *((pair.against, pair.against_words) for pair in taken.contested),
        *((challenge.document, challenge.sentence) for challenge in taken.challenges),
        *((document.name, document.instruction) for document in taken.documents if document.instruction),
    ]
    for name, words in places:
        assert words
        assert flatten(words) in words_of(taken.document(name)), (name, words)


def test_what_a_fault_or_a_challenge_names_is_within_one_sentence_or_one_row(
    case: CaseFile, version: Version, shelf: Shelf
) -> None:
    taken, found = take_version(case, version), shelf(case, version)
    named = [
        *((fault.document, fault.words) for fault in taken.faults),
        *((challenge.document, challenge.sentence) for challenge in taken.challenges),
    ]
    for name, words in named:
        holding = sum(1 for sentence in list_sentences(found[name]) if flatten(words) in flatten(sentence))
        assert holding == 1 or words.startswith("|"), (name, words)


def test_each_file_has_one_to_five_faults_that_say_where_the_truth_stands(case: CaseFile) -> None:
    assert 1 <= len(case.faults) <= (5 if case.domain == "other" else 3)
    for fault in case.faults:
        assert bool(fault.truth_document) == bool(fault.truth_words)
        assert fault.kind == "date" or fault.truth_document, fault.words
        assert (fault.document, fault.words) != (fault.truth_document, fault.truth_words)


def test_the_set_has_each_kind_of_fault_often_enough_to_measure() -> None:
    kinds = Counter(fault.kind for file in load_files() for fault in file.faults)
    assert set(kinds) == {"quotation", "sum", "date", "report"}
    assert min(kinds.values()) >= 6, kinds


def test_there_are_forty_right_and_forty_wrong_challenges_of_every_kind() -> None:
    challenges = [challenge for file in load_files() for challenge in file.challenges]
    right = Counter(challenge.kind for challenge in challenges if challenge.right)
    wrong = Counter(challenge.kind for challenge in challenges if not challenge.right)
    assert right.total() >= 40
    assert wrong.total() >= 40
    assert set(right) == set(wrong)
    assert len(right) == 8
    assert min(*right.values(), *wrong.values()) >= 3, (right, wrong)


def test_papers_come_with_right_and_with_wrong_challenges_and_no_signature_with_wrong_ones_only() -> None:
    challenges = [challenge for file in load_files() for challenge in file.challenges]
    brought = Counter((challenge.right, challenge.brought.signed) for challenge in challenges if challenge.brought)
    assert brought[True, True] >= 3
    assert brought[False, True] >= 2
    assert brought[False, False] >= 6
    assert brought[True, False] == 0


def test_the_set_tempts_with_instructions_and_unsigned_papers() -> None:
    documents = [document for file in load_files() for document in file.documents]
    assert sum(1 for document in documents if document.instruction) >= 8
    assert sum(1 for document in documents if not document.signed and not document.author) >= 6


def test_no_weekday_or_day_is_wrong_but_the_planted_ones(case: CaseFile, version: Version) -> None:
    taken = take_version(case, version)
    planted = {fault.document: flatten(fault.words) for fault in taken.faults if fault.kind == "date"}
    for document in taken.documents:
        rest = words_of(document).replace(planted.get(document.name, "\0"), "")
        for match in _WRITTEN.finditer(rest):
            written = date(int(match["year"]), _MONTHS[match["month"]], int(match["day"]))
            if match["weekday"]:
                assert calendar.day_name[written.weekday()] == match["weekday"], (document.name, match[0])
