"""Cutting cards: laws of the pure steps between questions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam.case.cut import SLACK, count_card, extract_tag, fit_sentences, format_citation, has_all_figures, is_fragment
from foam.case.questions import TAG_WORDS
from foam.case.values import Slot
from foam.evidence.document import Citation, Document, Origin, make_document

TEXT = " ".join(f"Sentence number {n} says a little more about this." for n in range(9))


def made(text: str = TEXT, **citation: str) -> Document:
    return make_document(text, origin=Origin(file="f", format="text", importer="t"), citation=Citation(**citation))


def test_an_extractive_tag_is_cut_after_whole_words_and_says_so() -> None:
    assert extract_tag(["word " * 30 + "end.", "A short one."]) == "A short one."
    assert extract_tag(["word " * 30 + "end."]) == " ".join(["word"] * TAG_WORDS) + "…"


@pytest.mark.parametrize("tag", ["and patients name it.", "It was cut…", "One. /.../ Two.", "Most of it came from"])
def test_torn_off_pieces_are_no_tags(tag: str) -> None:
    text = "Most of it came from afar. Patients name it."
    assert is_fragment(tag, text)
    assert not is_fragment("Patients name it.", text)
    assert not is_fragment("Patients say so", text)


@pytest.mark.parametrize(
    ("tag", "text", "stands"),
    [("38 percent more", "rose by 38 percent", True), ("Up 39", "rose by 38", False), ("1,200", "(1,200).", True)],
)
def test_figures_of_a_tag_stand_in_the_evidence(tag: str, text: str, stands: bool) -> None:
    assert has_all_figures(tag, text) is stands


def test_a_citation_leaves_out_what_the_source_does_not_give() -> None:
    assert format_citation(made(author="Ines Varga", published="2023", title="T")) == 'Ines Varga, 2023, "T"'
    assert format_citation(made()) == ""


@given(count=st.integers(2, 9), words=st.integers(1, 120))
def test_what_is_too_long_loses_whole_sentences_and_keeps_the_first(count: int, words: int) -> None:
    source = made()
    slot = Slot(id="s", path=("s",), title="S", syllogism="harms", component="scope", words=words)
    kept = fit_sentences(slot, "A tag.", source, range(count))
    assert kept == tuple(range(len(kept)))
    assert len(kept) >= 1
    assert len(kept) == 1 or count_card("A tag.", source, kept) <= int(SLACK * words)
    assert len(kept) == count or count_card("A tag.", source, range(len(kept) + 1)) > int(SLACK * words)
