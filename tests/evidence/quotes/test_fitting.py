"""Where a quotation fits, edge by edge: exact spans, and the steps of a comparison against what they must give back."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import Indel

from foam_quotes.text.span import Span
from foam_quotes.verdicts.align import (
    Fit,
    _by_sliding,
    _by_words,
    _edged,
    _end,
    _grown,
    _measured,
    _moved,
    _outer_words,
    _searched,
    _shared_head,
    _shared_tail,
    _start,
    compare_words,
    describe_changes,
    do_edges_agree,
    find_best_fit,
)
from foam_quotes.verdicts.verdict import Change

WORDS = st.lists(st.sampled_from(["the", "port", "fell", "in", "spring"]), max_size=10).map(" ".join)
IN_EARLY = "came in early and the prices"
FILLER = " ".join(f"w{n:03}" for n in range(400))
"""Words of four letters, each once: word n starts at 5 n."""


def _at(text: str, part: str) -> Span:
    start = text.index(part)
    return Span(start, start + len(part))


# Finding the span


@given(WORDS, WORDS, st.integers(1, 16))
def test_a_verbatim_place_is_the_best_fit_wherever_the_window_lies_about_it(
    before: str, after: str, shift: int
) -> None:
    quote = "Rain filled every harbour while sailors slept aboard."
    source = f"{before} {quote} {after}"
    at = _at(source, quote)
    for window in (at, Span(at.start - shift, at.end), Span(at.start, at.end + shift)):
        assert find_best_fit(quote, source, window) == Fit(at, 1.0)


def test_a_window_beyond_the_text_is_cut_to_it() -> None:
    quote = "Rain filled every harbour."
    assert find_best_fit(quote, quote, Span(-9, 99)) == Fit(Span(0, len(quote)), 1.0)


def test_a_hopeless_window_is_told_as_it_is() -> None:
    quote, source = "Rain filled every harbour.", "qqqq zzzz xxxx kkkk vvvv jjjj"
    assert find_best_fit(quote, source, Span(2, 20)) == Fit(Span(2, 20), 0.0)
    assert _measured("abcdefgh", "abcdexyz", Span(0, 8)) == Fit(Span(0, 8), 0.625), "six tenths are needed"
    assert _measured("abcdefg", "abcdxyz", Span(0, 7)) == Fit(Span(0, 7), 0.0)


@given(WORDS, WORDS)
def test_the_overlap_is_what_agrees_of_both_together(quote: str, source: str) -> None:
    found = _measured(quote, source, Span(0, len(source)))
    exact = Indel.normalized_similarity(quote, source)
    assert found.overlap == exact if exact > 0.6 else found.overlap in (0.0, exact), (
        "at six tenths it may go either way"
    )


@pytest.mark.parametrize(("at", "found"), [(101, True), (125, True), (126, False), (85, True), (84, False)])
def test_a_start_is_looked_for_as_near_as_one_may_be(at: int, found: bool) -> None:
    """From 24 before to 24 after, between which its first eight letters must lie; it is in the middle of a word."""
    assert (_start(FILLER[101:180], FILLER, Span(at, at + 80), 0) == 101) is found


@pytest.mark.parametrize(("at", "found"), [(180, True), (196, True), (197, False), (156, True), (155, False)])
def test_an_end_is_looked_for_as_near(at: int, found: bool) -> None:
    assert (_end(FILLER[100:180], FILLER, Span(100, at), 0) == 180) is found


@pytest.mark.parametrize(("off", "found"), [(0, True), (40, True), (60, True), (61, False), (-60, True), (-61, False)])
def test_a_sure_start_is_looked_for_further_by_more_letters(off: int, found: bool) -> None:
    quote = FILLER[500:580]
    assert (_start(quote, FILLER, Span(500 + off, 900), 60) == 500) is found
    assert (_start(quote, FILLER, Span(500 + off, 900), 0) == 500) is (abs(off) <= 16 and off >= -16)


@pytest.mark.parametrize(("off", "found"), [(0, True), (40, True), (60, True), (61, False), (-60, True), (-61, False)])
def test_a_sure_end_is_looked_for_further_by_more_letters(off: int, found: bool) -> None:
    quote = FILLER[500:580]
    assert (_end(quote, FILLER, Span(100, 580 + off), 60) == 580) is (found if off >= 0 else off >= -60)


def test_an_edge_at_the_very_beginning_is_found() -> None:
    quote = FILLER[:80]
    assert _start(quote, FILLER, Span(10, 90), 0) == 0
    assert _start(quote, FILLER, Span(50, 90), 60) == 0
    assert _end(FILLER[:32], FILLER, Span(0, 60), 60) == 32
    assert _end(FILLER[:8], FILLER, Span(0, 20), 0) == 8


def test_thirty_two_letters_make_an_edge_sure() -> None:
    """One that is changed among them makes it unsure, one after them does not."""
    for place, sure in ((31, False), (32, True)):
        changed = FILLER[500 : 500 + place] + "#" + FILLER[501 + place : 580]
        assert (_start(changed, FILLER, Span(540, 900), 60) == 500) is sure
        turned = FILLER[500 : 579 - place] + "#" + FILLER[580 - place : 580]
        assert (_end(turned, FILLER, Span(100, 620), 60) == 580) is sure


def test_without_its_own_letters_an_edge_is_at_the_word_that_agrees_best() -> None:
    source = "Nobody knew. Harvests came in early and prices fell at every port. Nobody cared."
    quote = "Harwests came in early and prices fell at every pord."
    span = _at(source, "Harvests came in early and prices fell at every port.")
    for shift in (-6, 0, 6):
        assert _start(quote, source, Span(span.start + shift, span.end), 0) == span.start
        assert _end(quote, source, Span(span.start, span.end + shift), 0) == span.end
    assert _start("q", "....", Span(2, 0), 0) == 2, "no word lies before the end: it stays"
    assert _end("q", "....", Span(4, 2), 0) == 2


def test_an_edge_never_passes_the_other_one() -> None:
    source = "abcdefghij klmnopqrst"
    assert _start("klmnopqrst", source, Span(5, 11), 0) == 5
    assert _start("klmnopqrst", source, Span(5, 12), 0) == 11
    assert _end("abcdefghij", source, Span(10, 15), 0) == 15
    assert _end("abcdefghij", source, Span(9, 15), 0) == 10


def test_edges_that_agree_are_left_and_others_are_moved() -> None:
    source = "Nobody knew. The harvest came in early and prices fell. Nobody cared."
    quote = "The harvest came in early and prices fell."
    span = _at(source, quote)
    whole = Fit(span, 1.0)
    assert _edged(quote, source, whole) == whole
    for rough in (Span(span.start - 4, span.end), Span(span.start, span.end + 5), Span(span.start + 3, span.end - 3)):
        assert _edged(quote, source, _measured(quote, source, rough)) == whole
    again = f"{quote} {quote}"
    second = Fit(Span(len(quote) + 1, len(again)), 1.0)
    assert _edged(quote, again, second) == second, "an edge that agrees where it is is not looked for elsewhere"


def test_an_edge_that_agrees_is_looked_for_nowhere_else() -> None:
    quote = f"Harbours {FILLER[:80]} in winter"
    whole = Span(9, 9 + len(quote))
    assert _edged(quote, f"Harbours {quote} in winter", Fit(whole, 1.0)).span == whole


def test_a_fit_is_moved_unless_it_falls_short_where_it_did_not() -> None:
    source = "The harvest came in early and prices fell at every port."
    fit = Fit(Span(0, 41), 0.9)
    assert _moved("x", source, fit, fit.span) is fit
    quote = source[:41]
    assert _moved(quote, source, fit, Span(0, 20)) == fit
    assert _moved(quote, source, fit, Span(4, 41)).span == Span(4, 41), "good enough, if less good"
    poor = Fit(Span(0, 9), 0.61)
    assert _moved(quote, source, poor, Span(0, 30)).span == Span(0, 30)
    assert _moved(quote, source, poor, Span(0, 12)) == poor
    least = _measured(quote, source, Span(0, 30))
    assert 0.6 < least.overlap < 0.85
    assert _moved(quote, source, Fit(Span(0, 29), least.overlap), Span(0, 30)) == least, "as good is good enough"


@pytest.mark.parametrize(
    ("span", "agree"),
    [(Span(4, 24), True), (Span(3, 24), False), (Span(4, 23), False), (Span(5, 24), False), (Span(4, 25), False)],
)
def test_edges_agree_where_eight_letters_of_each_do(span: Span, agree: bool) -> None:
    assert do_edges_agree("abcdefgh....ijklmnop", "xxx abcdefghXXXXijklmnop yyy", span) is agree
    assert do_edges_agree("abcdefgh", "abcdefgx", Span(0, 8)) is False
    assert do_edges_agree("xbcdefghijklmnopq", "abcdefghijklmnopq", Span(0, 17)) is False
    assert do_edges_agree("abc", "abc", Span(0, 3)) is True
    assert do_edges_agree("abcdefghi", "abcdefghi", Span(2, 9)) is False


@pytest.mark.parametrize(
    ("text", "outer"),
    [("one", ("one", "one")), ("(One two) three.", ("one", "three")), ("[b]-d c 5.5", ("bd", " 5.5 "))],
)
def test_outer_words(text: str, outer: tuple[str, str]) -> None:
    assert _outer_words(text) == outer


@pytest.mark.parametrize(
    ("quote", "held", "grown"),
    [
        ("Zebras came in early and the prices fell", IN_EARLY + " fell", "Harvests " + IN_EARLY + " fell"),
        (IN_EARLY + " stood", IN_EARLY, IN_EARLY + " fell"),
        (IN_EARLY + " fell", IN_EARLY + " fell", IN_EARLY + " fell"),
        ("Harvest " + IN_EARLY + " fall", IN_EARLY, "Harvests " + IN_EARLY + " fell"),
        ("Zebras came in early and prices fell", IN_EARLY + " fell", IN_EARLY + " fell"),
    ],
)
def test_a_word_that_was_put_in_place_of_another_takes_it_in(quote: str, held: str, grown: str) -> None:
    """Not where as many words stand there already."""
    source = "So they say. Harvests came in early and the prices fell at last."
    fit = _grown(quote, source, Fit(_at(source, held), 0.9))
    assert fit.span.of(source) == grown
    unsure = Fit(_at(source, held), 0.84)
    assert _grown(quote, source, unsure) is unsure


def test_at_the_ends_of_a_text_nothing_can_be_taken_in() -> None:
    source = "came in early and the prices fell in every port of the land"
    fit = Fit(Span(0, len(source)), 0.9)
    assert _grown(f"Zebras {source} too", source, fit).span == fit.span


@pytest.mark.parametrize(
    ("quote", "source", "held", "grown"),
    [
        (f"A {IN_EARLY} falls", f"{IN_EARLY} fell at last", IN_EARLY, f"{IN_EARLY} fell"),
        (f"Cows {IN_EARLY} stood", f"So sows {IN_EARLY}", IN_EARLY, f"sows {IN_EARLY}"),
        (f"{IN_EARLY}!", f"{IN_EARLY}. Then", IN_EARLY, IN_EARLY),
        (f"[{IN_EARLY} fell", f"So ({IN_EARLY} fell", f"{IN_EARLY} fell", f"{IN_EARLY} fell"),
    ],
)
def test_each_side_is_grown_for_itself_by_words_and_not_by_marks(
    quote: str, source: str, held: str, grown: str
) -> None:
    assert _grown(quote, source, Fit(_at(source, held), 0.9)).span.of(source) == grown


def test_a_fit_that_would_fall_short_is_not_grown() -> None:
    source = "Incomprehensibilities rose and fell"
    fit = Fit(_at(source, "rose and fell"), 0.86)
    assert _grown("It rose and fell", source, fit) == fit


def test_a_wider_search_slides_and_goes_by_words() -> None:
    quote = "The harvest came in early and prices fell."
    source = f"{FILLER[:200]} {quote} {FILLER[:200]}"
    at = _at(source, quote)
    for near in (Span(at.start - 30, at.end - 30), Span(at.start + 30, at.end + 30), at):
        assert _searched(quote, source, Fit(near, 0.6)) == Fit(at, 1.0)
    long = " ".join(f"{n}th" for n in range(40))
    source = f"{FILLER[:200]} {long} {FILLER[:200]}"
    at = _at(source, long)
    for shift in (-70, 0, 70):
        assert _searched(long, source, Fit(at.shifted(shift), 0.6)) == Fit(at, 1.0)
    assert _searched(quote, quote, Fit(Span(5, 9), 0.6)) == Fit(Span(0, len(quote)), 1.0)


@pytest.mark.parametrize("length", [20, 511, 512, 513, 700])
def test_a_quotation_is_slid_whole_or_by_its_two_ends(length: int) -> None:
    quote = FILLER[500 : 500 + length]
    assert _by_sliding(quote, FILLER[450:1300]) == Span(50, 50 + length)
    assert _by_sliding(quote, quote) == Span(0, length)
    assert _by_sliding(quote, quote[:-1]) is None
    turned = FILLER[500 + length : 500 + 2 * length] + FILLER[500 : 500 + length]
    if length > 512:
        backwards = quote[-300:] + FILLER[1500:1700] + quote[:300] + "." * 300
        assert _by_sliding(quote, backwards) is None, "its end stands before its beginning"
    else:
        assert _by_sliding(quote, turned) == Span(length, 2 * length)


@pytest.mark.parametrize(
    ("quote", "stretch", "expected"),
    [
        ("b c", "a b c d", "b c"),
        ("b x c", "a b c d", "b c"),
        ("x y", "a b c d", ""),
        ("b d", "a b c d e", "b c d"),
        ("d b", "a b c", "b"),
        ("a", "a b c a", "a"),
        ("(b)", "a (b) c", "(b)"),
    ],
)
def test_by_words_a_span_goes_from_the_first_to_the_last_that_is_shared(
    quote: str, stretch: str, expected: str
) -> None:
    assert _by_words(quote, stretch).of(stretch) == expected
    assert expected or _by_words(quote, stretch) == Span(0, 0)


# Comparing word by word


@given(WORDS, WORDS)
def test_shared_ends_are_whole_words_and_as_long_as_can_be(a: str, b: str) -> None:
    head = _shared_head(a, b)
    assert a[:head] == b[:head]
    words = sum(1 for n in range(1, 12) if n <= min(len(a.split()), len(b.split())) and a.split()[:n] == b.split()[:n])
    if a == b:
        assert head == len(a)
    else:
        assert head == 0 or a[head - 1] == " "
        assert len(a[:head].split()) >= words - 1
    tail = _shared_tail(a, b)
    assert a[len(a) - tail :] == b[len(b) - tail :]
    assert tail == 0 or a[len(a) - tail] == " "


@pytest.mark.parametrize(
    ("a", "b", "head", "tail"),
    [
        ("one two three", "one two four", 8, 0),
        ("one two three", "six two three", 0, 10),
        ("one two", "one twofold", 4, 0),
        ("at one", "gone one", 0, 4),
        ("same", "same", 4, 0),
        ("one two", "one two", 7, 4),
        ("one", "two", 0, 0),
        ("", "one", 0, 0),
        ("", "", 0, 0),
        ("one ", "one two", 4, 0),
    ],
)
def test_how_long_the_shared_ends_are(a: str, b: str, head: int, tail: int) -> None:
    assert (_shared_head(a, b), _shared_tail(a, b)) == (head, tail)


@given(WORDS, WORDS)
def test_no_two_steps_of_a_kind_follow_each_other_where_something_was_exchanged(quote: str, source: str) -> None:
    changes = compare_words(quote, source)
    for one, other in itertools.pairwise(changes):
        assert {one.type, other.type} not in ({"added", "removed"}, {"added"}, {"removed"})
    for one in changes:
        assert {"same": one.quote == one.source != "", "replaced": bool(one.quote and one.source)}.get(one.type, True)
        assert one.type != "added" or (one.quote and not one.source)
        assert one.type != "removed" or (one.source and not one.quote)


@pytest.mark.parametrize(
    ("quote", "source", "steps"),
    [
        ("a b c d", "a x c d", [("same", "a", "a"), ("replaced", "b", "x"), ("same", "c d", "c d")]),
        ("a b c", "a c", [("same", "a", "a"), ("added", "b", ""), ("same", "c", "c")]),
        ("a c", "a b c", [("same", "a", "a"), ("removed", "", "b"), ("same", "c", "c")]),
        ("x", "y", [("replaced", "x", "y")]),
        ("", "y", [("removed", "", "y")]),
        ("x", "", [("added", "x", "")]),
        ("", "", []),
        ("a b", "a b", [("same", "a b", "a b")]),
        ("p m q n r", "s m t n u", [("replaced", "p", "s"), ("same", "m", "m"), ("replaced", "q", "t"),
                                    ("same", "n", "n"), ("replaced", "r", "u")]),
        ("p m q", "m s", [("added", "p", ""), ("same", "m", "m"), ("replaced", "q", "s")]),
        ("m q", "p m s", [("removed", "", "p"), ("same", "m", "m"), ("replaced", "q", "s")]),
    ],
)  # fmt: skip
def test_each_step_of_a_comparison(quote: str, source: str, steps: list[tuple[str, str, str]]) -> None:
    assert [(one.type, one.quote, one.source) for one in compare_words(quote, source)] == steps


def test_a_comparison_on_one_line() -> None:
    changes = (
        Change(type="same", quote="a", source="a"),
        Change(type="replaced", quote="b", source="c"),
        Change(type="added", quote="d"),
        Change(type="removed", source="e"),
    )
    assert describe_changes(changes) == "a [-c-]{+b+} {+d+} [-e-]"
    assert describe_changes(()) == ""
