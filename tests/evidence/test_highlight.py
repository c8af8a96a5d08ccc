"""What is highlighted of a sentence, held against the sentence: by form alone, and rather silent than wrong."""

from __future__ import annotations

import re

import pytest

from foam.evidence.quotes.highlight import find_clips
from foam_quotes.text.span import Span


def read_marked(marked: str) -> tuple[str, list[Span]]:
    """A text in which what is read stands in brackets."""
    text, spans, start = "", list[Span](), 0
    for piece in re.split(r"([\[\]])", marked):
        if piece == "[":
            start = len(text)
        elif piece == "]":
            spans.append(Span(start, len(text)))
        else:
            text += piece
    return text, spans


@pytest.mark.parametrize(
    ("marked", "left_out"),
    [
        ("[Trade will] not [make peace].", "not"),
        ("[Trade can]not [make peace].", "cannot"),
        ("[Nobody thinks so]. No [one disputes it].", "No"),
        ("If [the levy passes the ferries stop].", "if"),
        ("[The ferries will stop] unless the council pays for new engines.", "unless the council pays for new engines"),
    ],
)
def test_a_negation_or_a_condition_that_is_cut_away_is_named(marked: str, left_out: str) -> None:
    (clip,) = find_clips(*read_marked(marked))
    assert clip.left_out.lower() == left_out.lower()


@pytest.mark.parametrize(
    "marked",
    [
        "[Trade will not make peace] in our time.",
        "Not only [trade makes peace], but ferries do.",
        "[It is] not a matter of fares, but [a matter of time].",
        "[The town gave its] implied, if not express, [consent].",
        "Fares did not rise, and [the ferries kept their timetable].",
        "[Three senators oppose him] if he runs.",
        "[Trade] makes peace. It does not last.",
    ],
)
def test_what_says_the_same_without_the_words_left_out_is_not_accused(marked: str) -> None:
    assert list(find_clips(*read_marked(marked))) == []
