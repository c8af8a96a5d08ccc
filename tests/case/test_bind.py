"""Dealing sources and cutting cards: laws of the two pure steps between questions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam.case.cut import add_context, close_clause, extract_tag, format_citation, has_all_figures, is_fragment
from foam.case.deal import deal_sources, group_by_circles
from foam.case.questions import TAG_WORDS
from foam.evidence.assemble import MOST_SENTENCES, assemble
from foam.evidence.document import Citation, Document, Origin, make_document

TEXT = " ".join(f"Sentence number {n} says a little more about this." for n in range(9))


def made(text: str = TEXT, **citation: str) -> Document:
    return make_document(text, origin=Origin(file="f", format="text", importer="t"), citation=Citation(**citation))


SOURCES = st.lists(st.lists(st.sampled_from("abcdefgh"), unique=True, max_size=6), min_size=1, max_size=8)


@given(ordered=SOURCES, data=st.data())
def test_no_syllogism_is_dealt_a_source_twice_and_every_source_was_wanted(
    ordered: list[list[str]], data: st.DataObject
) -> None:
    groups = data.draw(st.lists(st.sampled_from("xyz"), min_size=len(ordered), max_size=len(ordered)))
    stakes = data.draw(st.lists(st.floats(0, 1), min_size=len(ordered), max_size=len(ordered)))
    hands = deal_sources(ordered, [[group] for group in groups], stakes)
    for group in set(groups):
        dealt = [source for hand, g in zip(hands, groups, strict=True) if g == group for source in hand]
        assert len(dealt) == len(set(dealt))
    assert all(set(hand) <= set(wanted) for hand, wanted in zip(hands, ordered, strict=True))


def test_who_has_most_to_lose_chooses_first() -> None:
    assert deal_sources([["a", "b"], ["a", "b"]], [["x"], ["x"]], [0.1, 0.9], tries=1) == [["b"], ["a"]]


def test_a_slot_may_stand_in_two_circles() -> None:
    both = [["x", "impact"], ["x"], ["y", "impact"]]
    assert deal_sources([["a", "b"], ["a", "c"], ["a", "b"]], both, [0, 0, 0], tries=1) == [["a"], ["c"], ["b"]]


def test_each_gets_its_first_wish_that_is_free() -> None:
    assert deal_sources([["a", "b"], ["a", "b"], ["a"]], [["x"], ["x"], ["y"]], [0, 0, 0], tries=1) == [
        ["a"],
        ["b"],
        ["a"],
    ]
    assert deal_sources([["a", "b"]] * 3, [["x"], ["y"], ["z"]], [0, 0, 0], tries=1) == [["a"], ["b"], ["a"]]


@given(named=st.lists(st.integers(0, 8), unique=True, min_size=1, max_size=5), budget=st.integers(0, 120))
def test_what_is_read_keeps_to_the_budget_and_holds_the_best_sentence(named: list[int], budget: int) -> None:
    source = made()
    kept = add_context(source, named, budget)
    assert named[0] in kept
    assert len(kept) <= MOST_SENTENCES
    assert list(kept) == sorted(set(kept))
    assert len(kept) == 1 or len(assemble(source, kept).split()) <= budget


def test_sentences_that_were_named_come_before_their_neighbours() -> None:
    assert add_context(made(), [7, 1], 22) == (1, 7)
    assert add_context(made(), [4], 30) == (3, 4, 5)


def test_what_was_named_has_all_the_room_there_is_and_neighbours_only_that_of_their_part() -> None:
    source = made()
    named, budget = [7, 1, 4], 22
    whole = len(assemble(source, sorted(named)).split())
    assert whole > budget
    assert 4 not in add_context(source, named, budget)
    assert add_context(source, named, budget, most=whole) == (1, 4, 7)
    assert 4 not in add_context(source, named, budget, most=whole - 1)


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


@pytest.mark.parametrize(
    ("tag", "given"),
    [
        ("The city had the staff", "The city had the staff."),
        ("It opened late", "It opened late."),
        ("It opened late because nobody", "It opened late because nobody"),
        ("needed a year", "needed a year"),
        ("Words of its own", "Words of its own"),
    ],
)
def test_a_clause_that_opens_a_sentence_is_one(tag: str, given: str) -> None:
    text = "The city had the staff, and needed a year. It opened late because nobody came."
    assert close_clause(tag, text) == given


def test_slots_that_share_a_circle_stand_in_one_row_and_the_others_apart() -> None:
    assert group_by_circles([("a",), ("b",), ("a", "i"), ("b", "i"), ("c",), ()]) == [[0, 1, 2, 3], [4], [5]]
