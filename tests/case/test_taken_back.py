"""What a source takes back farther on in the same paragraph is no undisputed fact, and is told beside what it said."""

from __future__ import annotations

import pytest
from tests.job.sessions import session_with

from foam.case.position.material import describe_sentences
from foam.evidence.corpus import ListedCorpus, Passage, make_passages
from foam.evidence.document import Document, Origin, make_document
from foam.job.session import Session, Tools
from foam.text.taken_back import may_take_back, takes_back

SAID = "In 1987 the harbour board closed the north quay to sailing boats."
BETWEEN = (
    "The quay had been built for the herring fleet, which by then landed its catch elsewhere along the coast. "
    "Some forty owners had berths there, most of them from the villages up the river and the islands beyond. "
    "Their dues paid for the light on the mole, for the dredging of the channel and for a watchman at night. "
    "A shed for nets and tar stood at its head, with a crane that had last been used when the church was roofed. "
    "On the landward side ran a narrow road by which carts had once brought salt from the pans to the smokehouses. "
    "The owners moved to the southern basin, where the water is shallow and the bottom is mud and old chain. "
)
UNDONE = "Two years later a tribunal quashed the closure of the quay."
TURN = "However, the southern basin was dredged in the following spring."


def _read(text: str) -> tuple[Document, Passage]:
    document = make_document(text, origin=Origin(file="t", format="text", importer="t"))
    return document, next(one for one in make_passages(document) if one.text == SAID)


def _sit(document: Document) -> Session:
    return session_with(Tools(corpus=ListedCorpus.of([document])))


@pytest.mark.parametrize(("farther", "told"), [(UNDONE, True), (TURN, True), ("The mud there is grey.", False)])
def test_whoever_judges_a_ground_reads_what_takes_it_back(farther: str, told: bool) -> None:
    document, passage = _read(f"{SAID} {BETWEEN}{farther}")
    session = _sit(document)
    lines = describe_sentences(session, [passage]).splitlines()
    assert (f"- {farther}" in lines) is told
    assert not any("southern basin, where" in line for line in lines)
    assert (lines[lines.index(f"- {farther}") - 1] == "…") if told else "…" not in lines


def test_what_another_paragraph_says_is_not_told_beside_it() -> None:
    document, passage = _read(f"{SAID} {BETWEEN}\n\nThe tribunal\n\n{UNDONE}")
    assert UNDONE not in describe_sentences(_sit(document), [passage])


@pytest.mark.parametrize(
    ("text", "back"),
    [
        ("That order was later withdrawn.", True),
        ("The figure turned out to be wrong.", True),
        ("The report of the closed quay was shown to be false.", True),
        ("The plan appealed to voters.", False),
        ("The tide is reversed by the wind.", False),
        ("The board met on Mondays.", False),
    ],
)
def test_words_that_take_back(text: str, back: bool) -> None:
    assert takes_back(text, SAID) is back


@pytest.mark.parametrize(
    ("text", "may"),
    [
        ("But the boats came back.", True),
        ("Later surveys found no harm.", True),
        ("The boats, however, came back.", True),
        ("Nobody but the watchman slept there.", False),
        ("The quay is still in use.", False),
    ],
)
def test_words_that_announce_a_turn(text: str, may: bool) -> None:
    assert may_take_back(text, SAID) is may
