"""What is shown: nothing in a text can steer a terminal, turn a line round or hide; what people write still reads."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam.visible import clean, clean_line, clean_name, count_hidden, describe_hidden, dump_json, is_right_to_left

HOSTILE = (
    "\x1b[2J\x1b[31mred\x07",
    "\x9b31mred",
    "\x1b]0;title\x07\x1b]8;;file:///etc\x07link",
    "safe\rerror: gone",
    "a\u202egnp.exe",
    "\u2066\u2067hidden\u2069",
    "pass\u200bword\u2060\ufeff\u00ad",
    "tags \U000e0041\U000e0042\U000e007f",
    "selectors \ufe01\ufe02\U000e0101\U000e0102",
    "fillers \u115f\u1160\u3164\uffa0",
    "joiner a\u200db\u200c",
    "\ud800\udfff\ufffe\uffff\ufdd0\U0010ffff",
    "Z" + "\u0335" * 40,
    "one\u2028two\u2029three",
)
LEGITIMATE = (
    "שלום עולם, 2020 (מהדורה שנייה)",
    "مرحبا بالعالم",
    "می‌خواهم",
    "क्‍ष and ക്‍",
    "👨‍👩‍👧‍👦 🏳️‍🌈 ❤️ 1️⃣ 👍🏽 🏴󠁧󠁢󠁳󠁣󠁴󠁿",
    "葛󠄀城市 辻󠄀",
    "Việt Nam café Ψυχή",
    "tab\tand\nline",
)
ACTIVE = frozenset(
    chr(code)
    for start, end in (
        (0x00, 0x08), (0x0B, 0x1F), (0x7F, 0x9F), (0x200B, 0x200B), (0x200E, 0x200F), (0x202A, 0x202E),
        (0x2060, 0x206F), (0xD800, 0xDFFF), (0xFEFF, 0xFEFF),
    )
    for code in range(start, end + 1)
)  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_active_or_hidden_is_left(text: str) -> None:
    assert not ACTIVE & set(clean(text))
    assert clean(text) != text
    assert "\n" not in clean_line(text)


@pytest.mark.parametrize("text", LEGITIMATE)
def test_what_people_write_is_left_as_it_is(text: str) -> None:
    assert clean(text) == text
    assert describe_hidden(text) == ""


@given(st.text(st.characters()))
def test_cleaning_twice_changes_nothing_more(text: str) -> None:
    assert clean(clean(text)) == clean(text)
    assert not ACTIVE & set(clean(text))
    assert count_hidden(clean(text)) == 0


@given(st.recursive(st.text(st.characters()), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
def test_json_is_safe_to_print_and_reads_back_the_same(value: object) -> None:
    written = dump_json(value)
    assert clean(written) == written
    assert json.loads(written) == value


def test_a_remark_counts_what_is_not_shown() -> None:
    assert describe_hidden("a\u202eb") == "[1 hidden character not shown]"
    assert describe_hidden("a\u200b\x1bb") == "[2 hidden characters not shown]"


def test_the_name_of_a_file_keeps_its_spaces_and_has_one_line() -> None:
    assert clean_name("two  spaces\nerror: fake\x1b") == "two  spaces·error: fake·"


def test_letters_that_run_to_the_left_are_told() -> None:
    assert is_right_to_left("a שלום")
    assert not is_right_to_left("naïve 葛")
