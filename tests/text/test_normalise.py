"""The declared normalisation: what it does to each kind of character, and its laws."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from foam_quotes.text.normalise import normalise, normalise_traced, read_as_one_line

TRICKY = st.one_of(
    st.characters(),
    st.sampled_from(list("-—–−‐ \n\t\r\u00a0\u2028'`´’“”…ﬁﬃ\u00ad\u200b\u0301\u0338=ie ab5.\ufeff\ud800\u1fef")),
)
TEXTS = st.text(TRICKY)


@pytest.mark.parametrize(
    ("raw", "normal"),
    [
        ("a  b\t c", "a b c"),
        ("a \r\n\r\n b", "a\nb"),
        (" edge ", "edge"),
        ("“one” ‘two’ «three»", '"one" \'two\' "three"'),
        ("it’s `so´", "it's 'so'"),
        ("''quoted''", '"quoted"'),
        ("1990–1995, −5, well‑known", "1990-1995, -5, well-known"),
        ("word — word, word—word, word -- word, word – word", "word—word, word—word, word—word, word—word"),
        ("- item\n- item", "- item\n- item"),
        ("use --flag and -5", "use --flag and -5"),
        ("eﬃcient ﬁnancial oﬀice", "efficient financial office"),
        ("co\u00adop\u200ber\ufeffate", "cooperate"),
        ("wait…", "wait..."),
        ("e\u0301le\u0300ve", "élève"),
        ("bad\ud800half", "bad\ufffdhalf"),
        ("a\x00b\x1bc", "abc"),
        ("10² = 100", "10² = 100"),
    ],
)
def test_each_kind_of_character(raw: str, normal: str) -> None:
    assert normalise(raw) == normal


@given(TEXTS)
@example("ﬁ\u0301")
@example("a\u00ad\u0301")
@example("a - - — b")
def test_once_is_enough(text: str) -> None:
    once = normalise(text)
    assert normalise(once) == once


@given(st.text(st.sampled_from(list("ab5.- '`\n"))))
def test_plain_text_is_told_at_a_glance_and_read_no_differently(text: str) -> None:
    assert normalise(text) == normalise_traced(text)[0]


@given(TEXTS)
def test_a_normal_text_can_be_stored_and_holds_no_loose_white_space(text: str) -> None:
    normal = normalise(text)
    assert normal.encode("utf-8").decode("utf-8") == normal
    assert unicodedata.is_normalized("NFC", normal)
    assert normal == normal.strip()
    assert all(char in " \n" for char in normal if char.isspace())
    assert not any(pair in normal for pair in ("  ", "\n\n", " \n", "\n "))


@given(TEXTS)
def test_traced_gives_the_same_text_and_rising_origins(text: str) -> None:
    normal, origins = normalise_traced(text)
    assert normal == normalise(text)
    assert len(origins) == len(normal) + 1
    assert list(origins) == sorted(origins)
    assert all(0 <= origin <= len(text) for origin in origins)


def test_traced_says_where_each_character_came_from() -> None:
    raw = "“ﬁne”  \u00adday"
    normal, origins = normalise_traced(raw)
    assert normal == '"fine" day'
    assert [raw[origins[n]] for n in range(len(normal))] == ["“", "ﬁ", "ﬁ", "n", "e", "”", " ", "d", "a", "y"]


@given(TEXTS)
def test_matching_keeps_every_offset(text: str) -> None:
    normal = normalise(text)
    matched = read_as_one_line(normal)
    assert len(matched) == len(normal)
    assert all(a == b or (a, b) == ("\n", " ") for a, b in zip(normal, matched, strict=True))
