"""The texts of the pages: each is used, each that is used is there, and a lay person can read them."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

from foam import terms
from foam.web.catalogue import LANGUAGES, choose_language, find_language, load_catalogue, say, speak

PACKAGE = Path(__file__).parents[2] / "src" / "foam" / "web"
SOURCES = [*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.html")]
FAMILIES = (
    "awaited.fault_",
    "became.",
    "choices.",
    "doors.",
    "form.",
    "groups.",
    "helps.",
    "labels.",
    "site.",
    "start.",
    "challenge.component",
    "challenge.instead",
    "challenge.value",
    "challenge.words",
    "cited.",
    "debate.was_",
    "debate.your_",
    "jobs.",
    "steps.",
    "examine.role_",
    "standings.",
    "bears.",
    "kinds.",
    "moves.",
    "parts.",
    "refused.",
    "preview.settled_",
    "work.",
    "bundle.holds_",
    "checks.",
    "check_states.",
    "verdicts.",
    "changes.",
    "speaks.",
    "comparable.",
    "clock_states.",
    "clocks.",
    "my_clocks.",
    "mine.",
    "todo.",
    "states.",
    "acts.",
    "did.",
    "roles.",
    "scopes.",
    "until_help.",
    "means.",
    "grounds.",
    "findings.",
    "rulings.",
    "remedies.",
    "wishes.",
    "letters.",
    "held.",
    "appeal.owed_",
    "months.",
    "ballot.first",
    "ballot.second",
    "ballot.undecided",
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
    assert set(terms.challenges) <= {
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


@pytest.mark.parametrize("part", sorted({name.partition(".")[0] for name in load_catalogue()} - {"jobs", "months"}))
def test_what_a_lay_person_reads_is_plain(part: str) -> None:
    texts = [re.sub(r"\{\w+\}", "five", text) for name, text in load_catalogue().items() if name.startswith(f"{part}.")]
    assert grade(texts) <= HIGHEST_GRADE


def list_gaps(text: str) -> set[str]:
    return {gap for _, gap, _, _ in Formatter().parse(text) if gap is not None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_gaps_are_filled(language: str) -> None:
    with speak(language):
        for name, text in load_catalogue(language).items():
            assert "{" not in say(name, **dict.fromkeys(list_gaps(text), "x"))


@pytest.mark.parametrize("language", set(LANGUAGES) - {"en"})
def test_every_language_has_the_same_texts_with_the_same_gaps(language: str) -> None:
    english, other = load_catalogue(), load_catalogue(language)
    assert list(other) == list(english)
    assert {name: list_gaps(text) for name, text in other.items()} == {
        name: list_gaps(text) for name, text in english.items()
    }
    assert all(text.strip() for text in other.values())
    for name, text in english.items():
        assert text[:1].isspace() == other[name][:1].isspace(), name


@pytest.mark.parametrize("language", set(LANGUAGES) - {"en"})
def test_what_a_language_leaves_as_it_is_in_english_is_a_name(language: str) -> None:
    english = load_catalogue()
    same = {name for name, text in load_catalogue(language).items() if text == english[name]}
    assert {english[name] for name in same} <= {"FOAM", "Dossier", "Passkeys", "System", "Start", "Pause", "April",
                                                "August", "September", "November"}  # fmt: skip


@pytest.mark.parametrize(
    ("chosen", "accepted", "spoken"),
    [
        ("", "", "en"),
        ("", "de", "de"),
        ("", "de-AT,de;q=0.9,en;q=0.8", "de"),
        ("", "en-GB,en;q=0.9,de;q=0.8", "en"),
        ("", "fr-CH, fr;q=0.9, de;q=0.5", "de"),
        ("", "de;q=0, en;q=0.1", "en"),
        ("", "fr, *;q=0.5", "en"),
        ("", "DE;q=0.4,;;,q=1,de;q=x,\x00", "de"),
        ("en", "de", "en"),
        ("de", "en", "de"),
        ("xx", "de", "de"),
        ("../de", "", "en"),
    ],
)
def test_a_choice_comes_before_what_a_browser_likes(chosen: str, accepted: str, spoken: str) -> None:
    assert choose_language(chosen, accepted) == spoken


def test_a_language_is_spoken_until_it_is_left() -> None:
    with speak("de"):
        assert say("site.ask") == "Fragen"
        assert find_language() == "de"
    assert say("site.ask") == "Ask"
