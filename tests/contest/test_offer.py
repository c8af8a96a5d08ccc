"""What the evaluator of a challenge to a case is shown: what was brought, and from where it is."""

from __future__ import annotations

from pathlib import Path

from tests.contest.hall import judging, shared_case

from foam.contest.brought import cite_by_head, import_documents, is_statement, list_statements
from foam.contest.kinds.left_out import LeftOut
from foam.evidence.document import Document, Origin, make_document

HEAD = "Note to the Harbour Committee: mooring of ferries\n\nBy Ann Lind, harbour pilot\n3 May 2024\n\n"
SAID = (
    "The inner harbour is open to ferries again.",
    "Since March two ferries a day have moored there without harm.",
    "Between March and May the pilots counted ninety moorings.",
    "The order of 2019 was repealed in April.",
)


def make_note(text: str = HEAD + " ".join(SAID), file: str = "note.txt") -> Document:
    return cite_by_head(make_document(text, origin=Origin(file=file, format="text", importer="t")))


def test_a_paper_is_cited_by_its_own_head_and_not_by_its_files_name(tmp_path: Path) -> None:
    path = tmp_path / "scan-0017.txt"
    path.write_text(HEAD + " ".join(SAID), encoding="utf-8")
    (found,) = import_documents([path])
    cited = found.citation
    assert (cited.title, cited.author, cited.published) == (
        "Note to the Harbour Committee: mooring of ferries",
        "Ann Lind",
        "2024-05-03",
    )
    bare = tmp_path / "bare.txt"
    bare.write_text("The harbour is open. Ferries moor there.", encoding="utf-8")
    (plain,) = import_documents([bare])
    assert (plain.citation.title, plain.citation.author) == ("bare", "")


def test_every_sentence_that_says_something_is_offered_and_no_title_byline_or_day() -> None:
    assert [one.text for one in list_statements(make_note())] == list(SAID)


def test_whoever_judges_sees_what_the_challenger_brought_and_whose_it_is() -> None:
    hall = shared_case()
    slot = next(one for one in hall.case.case.slots if one.card)
    note = make_note()
    heard = hall.challenge(slot.id, LeftOut(), "Ferries moor.", documents=[note], script=judging("rejected"))
    asked = hall.evaluator.calls[0].question
    assert slot.card
    assert all(one in asked.prompt for one in (*SAID, slot.card.tag))
    assert "Note to the Harbour Committee: mooring of ferries, Ann Lind, 2024-05-03" in asked.prompt
    assert [one.text for one in heard.outcome.counter_evidence][: len(SAID)] == [*SAID]


def test_a_byline_that_ends_as_a_sentence_and_the_title_of_a_library_paper_are_not_offered() -> None:
    note = make_note(HEAD.replace("harbour pilot", "pilot of the inner harbour.") + " ".join(SAID))
    assert [one.text for one in list_statements(note)] == [*SAID]
    assert is_statement(list_statements(note)[0])
