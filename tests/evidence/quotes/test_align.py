"""Diffs and their flags."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_quotes.text.span import Span
from foam_quotes.verdicts.align import compare_words, describe_changes, find_best_fit
from foam_quotes.verdicts.flags import find_flags, keep_sense, list_changed_sentences, read_form

WORDS = st.lists(st.sampled_from(["the", "not", "port", "rose", "12", "fell,", "by", "(half)", "percent."])).map(
    " ".join
)


@pytest.mark.parametrize(
    ("quote", "source", "line", "flags"),
    [
        ("it did rise", "it did not rise", "it did [-not-] rise", ("negation",)),
        ("rose by 21 percent", "rose by 12 percent", "rose by [-12-]{+21+} percent", ("number",)),
        ("rose by two thirds", "rose by one third", "rose by [-one third-]{+two thirds+}", ("number",)),
        (
            "it is likely to pass",
            "it is unlikely to pass",
            "it is [-unlikely-]{+likely+} to pass",
            ("negation", "modality", "opposite"),
        ),
        ("it may rise", "it will rise", "it [-will-]{+may+} rise", ("modality",)),
        ("it must stop", "it has to stop", "it [-has to-]{+must+} stop", ()),
        ("most cities agree", "some cities agree", "[-some-]{+most+} cities agree", ("quantifier",)),
        ("they often came", "they frequently came", "they [-frequently-]{+often+} came", ()),
        ("prices rose again", "prices fell again", "prices [-fell-]{+rose+} again", ("opposite",)),
        ("prices will rise again", "prices will fall again", "prices will [-fall-]{+rise+} again", ("opposite",)),
        ("said Mr Brown today", "said Mr Smith today", "said Mr [-Smith-]{+Brown+} today", ("name",)),
        ("in the US today", "in the United States today", "in the [-United States-]{+US+} today", ()),
        (
            "ten men came home",
            "ten men of the old guard came home",
            "ten men [-of the old guard-] came home",
            ("silent_omission",),
        ),
        ("it is false that prices rose", "prices rose", "{+it is false that+} prices rose", ("negation",)),
        ("they can do so", "they can't do so", "they [-can't-]{+can+} do so", ("negation",)),
        ("never did it", "not did it", "[-not-]{+never+} did it", ()),
        ("the red port", "the blue port", "the [-blue-]{+red+} port", ()),
        ("costs $5 now", "costs €5 now", "costs [-€-]{+$+} 5 now", ("number",)),
        ("5 million people", "5 billion people", "5 [-billion-]{+million+} people", ("number",)),
        ("no, not one in 7", "no, not one in 9", "no, not one in [-9-]{+7+}", ("number",)),
        ("The port", "the port", "[-the-]{+The+} port", ()),
        ("same", "same", "same", ()),
        ("brand new", "", "{+brand new+}", ()),
    ],
)
def test_what_changed_is_shown_and_flagged(quote: str, source: str, line: str, flags: tuple[str, ...]) -> None:
    changes = compare_words(quote, source)
    assert describe_changes(changes) == line
    assert find_flags(changes) == flags


@pytest.mark.parametrize(
    ("quote", "source"),
    [
        ("The ports were full and quiet", "the ports, were full; and quiet."),
        ("ports were closed by city", "The ports were closed by a city"),
        ("the [C]olour of the well known programme", "the color of the well-known program"),
        ("it has organised, travelled and analysed", "it has organized, traveled and analyzed"),
        ("5 per cent of U.S. trade", "5 per cent of US trade"),
        ("the govern- ment fell", "the government fell"),
    ],
)
def test_what_differs_in_form_alone_is_no_change_of_sense(quote: str, source: str) -> None:
    changes = keep_sense(compare_words(quote, source))
    assert {one.type for one in changes} == {"same"}
    assert find_flags(changes) == ()
    assert list_changed_sentences(changes) == []


@pytest.mark.parametrize(
    ("quote", "source"),
    [("15 ports", "1.5 ports"), ("-5 degrees", "5 degrees"), ("5 euros", "5% euros"), ("filled early", "filed early")],
)
def test_figures_and_other_words_are_no_form(quote: str, source: str) -> None:
    assert read_form(quote) != read_form(source)


@given(st.text(max_size=60))
def test_a_text_has_the_form_of_itself_in_capitals_and_brackets(text: str) -> None:
    plain = text.encode("ascii", "ignore").decode()
    assert read_form(f"[{plain.upper()}]") == read_form(plain)


def test_the_sentences_that_are_changed_are_given_whole_and_alone() -> None:
    source = "Trade fell in spring. It rose in June, when the harvest came. Prices fell. Nobody was surprised."
    quote = "Trade fell, in spring. It rose in July, when the harvest came. Prices fell [sharply]. Nobody was glad."
    assert list_changed_sentences(keep_sense(compare_words(quote, source))) == [
        ("It rose in June , when the harvest came.", "It rose in July , when the harvest came."),
        ("Nobody was surprised .", "Nobody was glad ."),
    ]


def squeezed(text: str) -> str:
    return "".join(text.split())


@given(WORDS, WORDS)
def test_a_diff_holds_both_texts_whole(quote: str, source: str) -> None:
    changes = compare_words(quote, source)
    assert squeezed("".join(change.quote for change in changes)) == squeezed(quote)
    assert squeezed("".join(change.source for change in changes)) == squeezed(source)
    assert all((change.quote == change.source) == (change.type == "same") for change in changes)


@given(WORDS, st.lists(st.sampled_from(["a", "zebra", "said", "7", "(so)"])).map(" ".join))
def test_what_has_nothing_in_common_is_one_change(quote: str, source: str) -> None:
    assert len(compare_words(quote.replace("(half)", "half"), source)) == bool(quote or source)


@given(WORDS)
def test_nothing_changed_is_no_change(text: str) -> None:
    assert all(change.type == "same" for change in compare_words(text, text))


SOURCE = "Before it. The harvest came in early and the prices fell at every port. After it."


@pytest.mark.parametrize(
    ("quote", "expected"),
    [
        ("The harvest came in late and the prices fell", "The harvest came in early and the prices fell"),
        (
            "Zebras came in early and the prices fell at every port.",
            "harvest came in early and the prices fell at every port.",
        ),
        ("The harvest came in early and the prices stood", "The harvest came in early and the prices fell"),
        (
            "The harvest came early and prices fell at every port",
            "The harvest came in early and the prices fell at every port",
        ),
    ],
)
@pytest.mark.parametrize("shift", [-6, 0, 6])
def test_the_best_fit_is_found_about_a_window(quote: str, expected: str, shift: int) -> None:
    start = SOURCE.index("The harvest") + shift
    fit = find_best_fit(quote, SOURCE, Span(start, start + len(quote)))
    assert fit.overlap >= 0.85
    assert fit.span.of(SOURCE).removeprefix("The ") == expected.removeprefix("The ")


@pytest.mark.parametrize("words", [60, 200, 900])
@pytest.mark.parametrize("shift", [-20, 0, 20])
def test_however_long_it_is_the_best_fit_is_found(words: int, shift: int) -> None:
    """Long quotations are found by their ends; three words have gone from the middle and not far from them."""
    rng = Random(4)
    text = ["".join(rng.choices("abcdefghij", k=rng.randint(2, 9))) for _ in range(1500)]
    held = text[300 : 300 + words]
    quote = " ".join(word for n, word in enumerate(held) if n not in (10, words // 2, words - 11))
    source = " ".join(text)
    start = source.index(" ".join(held)) + shift
    fit = find_best_fit(quote, source, Span(start, start + len(quote)))
    assert fit.span.of(source) == " ".join(held)
