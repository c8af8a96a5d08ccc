"""Challenges to the evidence of a case: what code finds of a source's editions, and what stands in the outcome."""

from __future__ import annotations

import re

import pytest
from tests.contest.hall import WHY, Hall, case, judging, shared_case

from foam.case.values import CutCard, Slot
from foam.contest.brought import cite_by_head
from foam.contest.challenge import Ground
from foam.contest.kinds.does_not_follow import DoesNotFollow
from foam.contest.kinds.left_out import LeftOut
from foam.contest.kinds.not_so import NotSo
from foam.evidence.document import Citation, Document, Origin, make_document


def bring(text: str, *, author: str = "Ann Onym", title: str = "Note", published: str = "2026-01-01") -> Document:
    """A document that comes with a challenge."""
    origin = Origin(file="brought.txt", format="text", importer="test")
    return make_document(text, origin=origin, citation=Citation(author=author, title=title, published=published))


def find_carded(hall: Hall, *, figures: bool = False) -> tuple[Slot, CutCard]:
    """A slot whose card leaves something of its source unread, perhaps with figures and no year in its first
    sentence."""
    for slot in hall.case.case.slots:
        if slot.card and len(slot.card.sentences) < len(hall.case.documents[slot.card.document].ends):
            first = hall.case.documents[slot.card.document].sentence(slot.card.sentences[0])
            if not figures or (re.search(r"\d", first) and not re.search(r"\b\d{4}\b", first)):
                return slot, slot.card
    raise AssertionError("no card")


def test_code_finds_a_quotation_that_stands_and_asks_no_model() -> None:
    hall = shared_case()
    heard = hall.challenge(find_carded(hall)[0].id, NotSo(), "Not their words.")
    assert (heard.outcome.disposition, hall.calls) == ("rejected", [])
    assert "exact" in heard.outcome.reasons[0].text


@pytest.mark.parametrize(
    ("published", "figure", "disposition"),
    [("2027-01-01", "999", "sustained"), ("1999-01-01", "999", "for a person"), ("2027-01-01", "", "for a person")],
    ids=["later and other", "earlier", "later and the same"],
)
def test_a_later_edition_supersedes_only_if_it_says_otherwise(published: str, figure: str, disposition: str) -> None:
    hall = case()
    slot, card = find_carded(hall, figures=True)
    source = hall.case.documents[card.document]
    said = source.sentence(card.sentences[0])
    digits = "".join(figure if char.isdigit() and figure else char for char in said)
    title, author = source.citation.title, source.citation.author
    later = bring(f"{digits} So it is now.", author=author, title=title, published=published)
    heard = hall.challenge(slot.id, NotSo(), f"Superseded {published} {figure}.", documents=[later])
    assert heard.outcome.disposition == disposition


@pytest.mark.parametrize("ground", [DoesNotFollow(), LeftOut()], ids=lambda one: one.kind)
def test_the_reasons_of_whoever_judged_stand_in_the_outcome(ground: Ground) -> None:
    hall = case()
    slot, _ = find_carded(hall)
    heard = hall.challenge(slot.id, ground, "It is about something else.", script=judging("rejected"))
    assert any(WHY in reason.text for reason in heard.outcome.reasons)


@pytest.mark.parametrize("ground", [DoesNotFollow(), LeftOut()], ids=lambda one: one.kind)
def test_where_nobody_reads_a_person_decides_with_the_sentences_beside(ground: Ground) -> None:
    hall = case()
    slot, card = find_carded(hall)
    note = bring("It is otherwise, say those who counted it last.")
    heard = hall.challenge(slot.id, ground, "It is about something else.", documents=[note])
    outcome = heard.outcome
    assert (outcome.disposition, hall.calls, outcome.revised) == ("for a person", [], False)
    cited = hall.case.documents[card.document].sentence(card.sentences[0])
    assert all(any(text[:100] in one for one in outcome.look_at) for text in (cited, note.sentence(0)))


@pytest.mark.parametrize(
    ("head", "author", "same_title", "disposition"),
    [
        ("", "", True, "sustained"),
        ("It replaces the earlier paper", "", True, "sustained"),
        ("", "", False, "for a person"),
        ("3 January 1999", "", True, "for a person"),
    ],
    ids=["same title, another figure", "says so", "of nobody we know", "dated earlier"],
)
def test_where_a_date_is_lacking_a_correction_is_later_and_an_earlier_paper_is_not(
    head: str, author: str, same_title: bool, disposition: str
) -> None:
    hall = case()
    slot, card = find_carded(hall, figures=True)
    source = hall.case.documents[card.document]
    said = source.sentence(card.sentences[0])
    digits = "".join("9" if char.isdigit() else char for char in said)
    title = source.citation.title if same_title else "Another paper"
    text = f"{title}\n\n{head}\n\n{digits}\n\nSo it is now."
    paper = cite_by_head(bring(text, author=author, title=title, published=""))
    heard = hall.challenge(slot.id, NotSo(), f"Superseded {head}.", documents=[paper])
    assert heard.outcome.disposition == disposition
