"""The texts of the pages: each is used, each that is used is there, and a lay person can read them."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

from foam import terms
from foam.web.catalogue import load_catalogue, say

PACKAGE = Path(__file__).parents[2] / "src" / "foam" / "web"
SOURCES = [*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.html")]
FAMILIES = (
    "became.",
    "cited.",
    "debate.was_",
    "debate.your_",
    "jobs.",
    "steps.",
    "kinds.",
    "parts.",
    "outcomes.",
    "leans.",
    "refused.",
    "sides.",
    "preview.settled_",
    "work.",
    "bundle.holds_",
    "checks.",
    "check_states.",
    "verdicts.",
    "changes.",
    "speaks.",
    "columns.",
    "mapped.",
    "comparable.",
    "clock_states.",
    "clocks.",
    "my_clocks.",
    "mine.",
    "todo.",
    "states.",
    "acts.",
    "roles.",
    "scopes.",
    "until_help.",
    "grounds.",
    "findings.",
    "rulings.",
    "remedies.",
    "letters.",
    "held.",
    "appeal.owed_",
)
"""Names that are put together when a page is shown."""
HIGHEST_GRADE = 8.0


def list_used() -> set[str]:
    found = (re.findall(r"""(?:say|say_or|t)\(\s*["']([a-z_]+\.[a-z_ ]+)["']""", path.read_text()) for path in SOURCES)
    picked = re.findall(r'"((?:what_if|problem)\.(?!html)[a-z_]+)"', "".join(path.read_text() for path in SOURCES))
    return {name for names in found for name in names if not name.endswith("_")} | set(picked)


def test_every_text_that_is_used_is_there() -> None:
    assert len(list_used()) > 80
    assert list_used() <= set(load_catalogue())


def test_every_text_is_used() -> None:
    left = set(load_catalogue()) - list_used()
    assert {name for name in left if not name.startswith(FAMILIES)} == set()


def test_every_kind_of_challenge_has_plain_words() -> None:
    assert set(terms.challenges) - {"missing_perspective"} <= {
        name.removeprefix("kinds.") for name in load_catalogue() if name.startswith("kinds.")
    }


def count_syllables(word: str) -> int:
    """Groups of vowels, without an `e` at the end that is not heard."""
    groups = len(re.findall(r"[aeiouy]+", word.lower()))
    silent = word.lower().endswith(("e", "es", "ed")) and not word.lower().endswith(("le", "ted", "ded", "ses"))
    return max(1, groups - (silent and groups > 1))


def grade(texts: list[str]) -> float:
    """The Flesch-Kincaid grade: how many years of school reading the texts takes."""
    sentences = [one for text in texts for one in re.split(r"[.!?:;]+\s|[.!?]$", text) if re.search(r"\w", one)]
    words = [word for one in sentences for word in re.findall(r"[A-Za-z']+", one)]
    syllables = sum(map(count_syllables, words))
    return 0.39 * len(words) / len(sentences) + 11.8 * syllables / len(words) - 15.59


def test_the_measure_tells_hard_from_easy() -> None:
    assert grade(["The cat sat on the mat.", "It was warm."]) < 2
    assert (
        grade(["Notwithstanding considerable administrative discretion, applicants necessarily anticipate delays."])
        > 14
    )


@pytest.mark.parametrize("part", sorted({name.partition(".")[0] for name in load_catalogue()} - {"jobs"}))
def test_what_a_lay_person_reads_is_plain(part: str) -> None:
    texts = [re.sub(r"\{\w+\}", "five", text) for name, text in load_catalogue().items() if name.startswith(f"{part}.")]
    assert grade(texts) <= HIGHEST_GRADE


def test_gaps_are_filled() -> None:
    for name, text in load_catalogue().items():
        gaps = {gap for _, gap, _, _ in Formatter().parse(text) if gap is not None}
        assert "{" not in say(name, **dict.fromkeys(gaps, "x"))
