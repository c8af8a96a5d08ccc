"""Sentences: the law that they cover the text, and the traps they must not fall into."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench.segmenters import Sample, ends_of, traps, wice
from hypothesis import given
from hypothesis import strategies as st

from foam_quotes.text.normalise import normalise
from foam_quotes.text.segment import LONGEST, split_sentences

NOT_MENDED = ("The treaty was signed in Washington, D.C.", "It was plan B.")
"""Two cases are beyond rules: whether a name or a new sentence follows cannot be told from the letters."""


def split(text: str) -> list[str]:
    return [span.of(text).strip() for span in split_sentences(text)]


@pytest.mark.parametrize("trap", list(traps()), ids=lambda trap: trap.text[:40])
def test_traps(trap: Sample) -> None:
    right = ends_of(trap.text, split) == trap.ends
    assert right is not trap.text.startswith(NOT_MENDED)


PIECES = st.sampled_from(
    ["Dr. ", "U.S. ", "v. ", "et al. ", "e.g. ", "3.5 ", "... ", '"', "'", "(", ") ", "[REF] ", "[12]", ".", "!?", "\n",
     " ", "The ", "he ", "A", "b", "1. ", "— ", "É", "中文。", "😀"]
)  # fmt: skip


@given(st.one_of(st.text(), st.lists(PIECES).map("".join)))
def test_sentences_cover_the_text_exactly(raw: str) -> None:
    text = normalise(raw)
    spans = split_sentences(text)
    assert "".join(span.of(text) for span in spans) == text
    assert all(span.start < span.end for span in spans)
    assert all(span.end - span.start <= LONGEST for span in spans)


@given(st.lists(PIECES).map("".join), st.lists(PIECES).map("".join))
def test_a_line_feed_always_ends_a_sentence_and_what_follows_changes_nothing_before_it(a: str, b: str) -> None:
    first, second = normalise(a), normalise(b)
    if not first or not second:
        return
    both = split_sentences(f"{first}\n{second}")
    assert len(first) + 1 in {span.end for span in both}
    assert len(both) == len(split_sentences(first + "\n")) + len(split_sentences(second))


def test_the_same_text_gives_the_same_sentences_whatever_was_read_before() -> None:
    text = "Dr. Okafor spoke at 5 p.m. The U.S. Senate voted. It was 3.5 to 1."
    before = split_sentences(text)
    split_sentences("Odd abbr. text with Xyz. and Qrs. Many words. " * 50)
    assert split_sentences(text) == before


def test_a_long_paragraph_is_cut_at_sentences_alone() -> None:
    sentences = [
        f"The harbour silted up by {n} metres in that year, and the town paid for all of it." for n in range(200)
    ]
    text = " ".join(sentences)
    assert [span.of(text).strip() for span in split_sentences(text)] == sentences


def test_text_without_punctuation_is_cut_at_spaces() -> None:
    text = "word " * 2000 + "end"
    spans = split_sentences(text)
    assert len(spans) > 5
    assert all(span.of(text).endswith((" ", "end")) for span in spans)


@pytest.mark.parametrize(
    "text", ["!?" * 20_000, ". " * 20_000 + "x", "A. " * 20_000 + "x", "[REF]" * 8_000, '"(' * 20_000]
)
def test_runs_of_punctuation_are_survived(text: str) -> None:
    normal = normalise(text)
    assert split_sentences(normal)[-1].end == len(normal)


@pytest.mark.data
def test_sentences_of_real_articles_are_those_a_public_data_set_has(shared_data: Path) -> None:
    """At least 98 % of the ends we find are in WiCE, and 98 % of WiCE's are found."""
    right = ours = theirs = 0
    for article in wice(100):
        found = ends_of(article.text, split)
        right, ours, theirs = right + len(found & article.ends), ours + len(found), theirs + len(article.ends)
    assert ours > 5_000
    assert right / ours >= 0.98
    assert right / theirs >= 0.98


def test_the_number_of_a_rule_is_no_sentence_of_its_own() -> None:
    for label in ("Article 44(3).", "By-law 9.", "Regulation 6:", "Clause 3.2."):
        assert split(f"{label} The office may take it back.") == [f"{label} The office may take it back."]
    assert split("June 2019. It rained.") == ["June 2019.", "It rained."]
    assert split("The dog was off the lead. Ms Hall went home.") == ["The dog was off the lead.", "Ms Hall went home."]


def test_a_sentence_may_end_with_a_short_word_of_the_language() -> None:
    assert split("A law cannot do it. An election can. New pilots came.") == [
        "A law cannot do it.",
        "An election can.",
        "New pilots came.",
    ]
    assert split("They did what they will. A rule binds.") == ["They did what they will.", "A rule binds."]
    for end in ("They lifted the price cap.", "Rain fell on the lab.", "Both sides met.", "He fell ill.", "It is off."):
        assert split(f"{end} Rents rose.") == [end, "Rents rose."]
    assert split("A fire can still be fed. Their wood is dry.") == ["A fire can still be fed.", "Their wood is dry."]
    assert split("It was 48.1% [REF].The tolls rose.") == ["It was 48.1% [REF].", "The tolls rose."]
    assert split("They spoke to the gov. The mayor left.") == ["They spoke to the gov.", "The mayor left."]
    assert split("They asked the rev. Martin Hale.") == ["They asked the rev. Martin Hale."]
    assert split("It is shown in fig. Three of the annex.") == ["It is shown in fig. Three of the annex."]


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Some are dear, e.g. The Quay. Others are not.", 2),
        ("One of them, i.e. They who rowed, left. It rained.", 2),
        ("He sold rope, tar, etc. The man left.", 2),
        ("He sold rope to Meg. The man left.", 2),
    ],
)
def test_what_an_example_begins_with_ends_no_sentence(text: str, sentences: int) -> None:
    assert len(split_sentences(text)) == sentences


def test_a_question_ends_a_sentence_of_prose_and_not_a_row() -> None:
    assert split("Who paid? The guild did. Why? 1984 was a bad year.") == [
        "Who paid?",
        "The guild did.",
        "Why?",
        "1984 was a bad year.",
    ]
    assert split("|- Who paid? 12 30 . |- Who sang? 5 8 .") == ["|- Who paid? 12 30 .", "|- Who sang? 5 8 ."]
