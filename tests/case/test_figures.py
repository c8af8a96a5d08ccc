"""Figures of tags and cards: ranges hold as a whole, and a number in a name is none."""

from __future__ import annotations

import pytest

from foam.case.cut import find_figures, gives_figure, list_lacking_figures
from foam.case.filled import find_denied_warrant, find_word_faults
from foam.case.held import is_copied
from foam.case.offer import Offer
from foam.case.values import Slot
from foam.evidence.document import Origin, make_document
from foam.text.faithful import find_unfaithful

TEXT = "Lean boats used 75-85% of the water and heavy ones 90-95 %. The toll rose from 15 to 30 crowns."


def test_the_ends_of_two_ranges_are_no_range() -> None:
    assert list_lacking_figures("Boats used 75-95% of the water.", TEXT) == ["75-95"]
    assert not list_lacking_figures("Lean boats used 75 to 85% of the water.", TEXT)
    assert not list_lacking_figures("Lean boats used between 75 and 85% of the water.", TEXT)
    assert not list_lacking_figures("The toll rose from 15 to 30 crowns.", TEXT)


def test_a_number_that_is_part_of_a_name_is_no_figure() -> None:
    assert not find_figures("It leads to type 2 wear and to phase-3 repairs.")
    assert find_figures("It leads to 2 kinds of wear.") == {"2"}


def test_a_tag_that_says_its_evidence_again_is_seen() -> None:
    assert is_copied("The toll rose from 15 to 30 crowns.", TEXT)
    assert not is_copied("The toll doubled.", TEXT)


def test_a_year_and_a_share_are_no_ends_of_one_range() -> None:
    grew = "The catch grew by 40% between 1971, a dry year, and 1997."
    text = f"{grew} The bay's share rose from 17% in 1971 to 47% in 1997."
    assert not list_lacking_figures("The catch grew 40% from 1971 to 1997.", text)
    assert list_lacking_figures("The catch grew 40% from 1971 to 1998.", text)


@pytest.mark.parametrize(
    ("text", "gives"),
    [
        ("Four in ten of the boats leak.", True),
        ("Almost one half of the harbours were closed.", True),
        ("Of the boats 40 leak.", True),
        ("Over a million birds nest there.", True),
        ("Almost three billion people rely on wood.", True),
        ("Many of the boats leak, and one sank.", False),
        ("There are two ways to mend a boat.", False),
    ],
)
def test_a_share_or_a_multiple_in_words_is_a_figure(text: str, gives: bool) -> None:
    assert gives_figure(text) is gives


def test_a_figure_that_a_tag_lacks_is_told_once() -> None:
    document = make_document(
        "The toll rose in the spring of the year. The crossing was closed after that.",
        origin=Origin(file="f", format="text", importer="t"),
    )
    offer = Offer(sources=(), documents={}, pointers={}, texts={})
    slot = Slot(id="a", path=("x", "a"), title="A", syllogism="advantage", component="link", words=50)
    faults = list(find_word_faults((), slot, offer, document, (0,), "The toll rose by 40 crowns.", "because it did"))
    assert len([one for one in faults if "40" in one]) == 1


def test_a_warrant_that_the_judge_takes_for_denied_is_a_doubt_and_no_fault() -> None:
    said = "We should stop asking what a ferry is for, and leave it to its own slow work, toll included."
    document = make_document(said, origin=Origin(file="f", format="text", importer="t"))
    offer = Offer(sources=(), documents={}, pointers={}, texts={})
    slot = Slot(id="a", path=("x", "a"), title="A", syllogism="kritik", component="alternative", words=50)
    warrant = "because nobody asks then what the ferry is for"
    assert list(find_denied_warrant(document, (0,), warrant)), "the small judge takes a paraphrase for a denial"
    tag = "We should leave the ferry to its own slow work."
    assert not [one for one in find_word_faults((), slot, offer, document, (0,), tag, warrant) if "otherwise" in one]


EARNED = "The boats rarely earned more than US$5 for every ton of fish and often less than US$1."
OFFERED = "The price of a one-ton share of the catch abroad is 23 euro (about US$35)."


@pytest.mark.parametrize(
    ("tag", "cited", "holds"),
    [
        (
            "Boats rarely earned over five dollars per ton; abroad a ton brings nine times that.",
            (EARNED, OFFERED),
            False,
        ),
        ("Boats earned little; abroad a ton brings seven times that.", (EARNED, OFFERED), False),
        (
            "Boats rarely earned over five dollars per ton; abroad a berth brings seven times that.",
            (EARNED, "A berth abroad costs about US$35."),
            False,
        ),
    ],
)
def test_a_factor_of_two_sums_for_each_of_one_thing_holds_where_the_tag_says_one_of_them(
    tag: str, cited: tuple[str, ...], holds: bool
) -> None:
    assert (not find_unfaithful(tag, cited=cited)) is holds
