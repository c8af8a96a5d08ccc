"""Strings that hold erased words are found, and others are left alone."""

from __future__ import annotations

from typing import Any

import pytest

from foam.text.cut import Cutter, cut_strings

TEXT = "The tenant Marta Quill of Elm Road 17b paid the rent in March. Case AX-4711 was closed without a hearing."


@pytest.fixture
def cutter() -> Cutter:
    made = Cutter([TEXT, "letters/quill.txt"], names=["Marta Quill"])
    made.spare("In March the road works began; in this case nobody was asked.")
    made.spare("letters/other.txt, and what others say of Marta Quill")
    return made


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        "She wrote: “was closed without a hearing” (see case AX-4711 WAS closed without a hearing).",
        "MARTA QUILL",
        "marta  quill's letter",
        "see 4711",
        "…paid the rent in March. Case…",
        "marta.quill@road.example",
        "see letters/quill.txt",
    ],
)
def test_what_repeats_or_names_is_cut(cutter: Cutter, text: str) -> None:
    assert cutter.finds(text)
    assert "Quill" not in cutter(text)


@pytest.mark.parametrize(
    "text",
    [
        "The rent was paid in March.",
        "a case on Elm",
        "closed without a hearing",
        "",
        "Martas Quilling",
        "47 11",
        "the Quill",
    ],
)
def test_what_others_say_too_is_left(cutter: Cutter, text: str) -> None:
    assert cutter(text) == text


def test_each_erased_string_has_its_own_stub(cutter: Cutter) -> None:
    one, other = cutter("marta.quill@road.example"), cutter("Marta Quill")
    assert one != other
    assert cutter("marta.quill@road.example") == one, "and always the same one"
    assert one.startswith("erased-"), "an id stays an id"


def test_names_in_mappings_are_cut_too(cutter: Cutter) -> None:
    found: Any = cut_strings({"Marta Quill": [1, {"x": "plain"}], "y": None}, cutter)
    name, _ = found
    assert name.startswith("[erased ")
    assert list(found.values()) == [[1, {"x": "plain"}], None]


def test_stubs_of_earlier_erasures_are_no_words() -> None:
    first = Cutter(["Marta Quill owes 4711 crowns to the baker."])
    stub = first("Marta Quill owes 4711 crowns to the baker.")
    again = Cutter([stub, f"It was said that {stub}", "erased-0a1b2c-3"])
    assert not again.finds(stub)
    assert not again.finds(first("4711"))
    assert Cutter(["x"])("y") == "y"
    assert first("4711") != Cutter(["see 4711"])("4711"), "two erasures, two stubs"
