"""One call: quotations, figures, dates, names and support, each with its place in the text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foam_quotes import Report, Source, check

RULES = "No dogs on the grass in June. The fee is 40 euros, and the warden is Rosa Delmar."
HARBOUR = "The port closed on 3 May 2019. Trade fell by 12 percent."
SOURCES = {"rules": RULES, "ports/harbour.txt": HARBOUR}


def list_types(report: Report) -> list[str]:
    return [one.verdict.type for one in report.quotations]


def test_a_true_text_has_no_fault() -> None:
    text = 'It says "No dogs on the grass in June" [rules]. The fee is 40 euros [rules].'
    report = check(f"{text} Trade fell by 12 percent [harbour].", SOURCES)
    assert report.is_true, report.describe()
    assert [one.held_by for one in report.quotations] == ["rules"]


def test_each_verdict_has_its_place_in_the_text_and_in_the_source() -> None:
    text = 'Read this: "No dogs on the grass in July" [rules].'
    (found,) = check(text, SOURCES).quotations
    assert text[found.start : found.end] == '"No dogs on the grass in July"'
    assert (found.verdict.type, found.cited, found.held_by) == ("altered", ("rules",), "rules")
    (place,) = found.verdict.places
    assert RULES[place.start : place.end] == "No dogs on the grass in June"
    assert "[-June-]{+July+}" in found.diff


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"Trade fell by 12 percent" [rules].', "misattributed"),
        ('"Trade fell by 12 percent" (ports/harbour.txt).', "exact"),
        ('"Trade fell by 12 percent", they say [harbour].', "exact"),
        ('"Trade fell by 12 percent", they say [rules].', "misattributed"),
        ('"Trade fell by 12 percent" and nobody cared.', "exact"),
        ('"Trade rose by 90 points in the north" [harbour].', "fabricated"),
        ('"Trade fell by 12 percent" [rules; harbour].', "exact"),
        ('They say "Trade fell by 12 percent" there. [rules]', "misattributed"),
        ('They say "Trade fell by 12 percent" there.\n\n[rules]', "misattributed"),
    ],
)
def test_a_quotation_is_held_to_the_sources_that_its_sentence_names(text: str, expected: str) -> None:
    assert list_types(check(text, SOURCES)) == [expected]


@pytest.mark.parametrize(
    ("text", "kind", "found"),
    [
        ("The fee is 55 euros [rules].", "number", "55"),
        ("The fee is 40 euros [harbour].", "number", "40"),
        ("The port closed on 4 May 2019.", "date", "4 May 2019"),
        ("The warden is Ada Osei.", "name", "Ada Osei"),
    ],
)
def test_what_no_cited_sentence_has_is_told_where_it_stands(text: str, kind: str, found: str) -> None:
    report = check(text, SOURCES)
    assert {one.kind for one in report.unborne} == {kind}
    assert all(text[one.start : one.end] in one.found for one in report.unborne)
    assert found in {one.found for one in report.unborne}
    assert not report.is_true


@pytest.mark.parametrize(
    "text", ["1. No dogs.\n2. The fee is 40 euros.", "## 7. Fees", "So it is.[3]", "See https://a.org/77 there."]
)
def test_numbers_that_only_order_or_point_are_no_figures(text: str) -> None:
    assert check(text, SOURCES).is_true


def test_figures_within_a_quotation_are_told_once() -> None:
    report = check('"The fee is 55 euros" [rules].', SOURCES)
    assert report.unborne == ()
    assert report.quotations[0].verdict.flags == ("number",)


def test_texts_without_names_are_numbered() -> None:
    report = check('"Trade fell by 12 percent" [2]. "No dogs on the grass" [2].', [RULES, HARBOUR])
    assert list_types(report) == ["exact", "misattributed"]
    assert [one.cited for one in report.quotations] == [("2",), ("2",)]
    both = check('"Trade fell by 12 percent" [2] while "no dogs on the grass" [2].', [RULES, HARBOUR])
    assert list_types(both) == ["exact", "misattributed"]
    assert list_types(check('"No dogs on the grass"', RULES)) == ["exact"]
    assert list_types(check('"No dogs on the grass"', [Source("a", RULES)])) == ["exact"]


@pytest.mark.parametrize(("answer", "is_true"), [(True, True), (None, True), (False, False)])
def test_support_is_asked_with_the_nearest_sentences(answer: bool | None, is_true: bool) -> None:
    asked: list[tuple[str, str]] = []

    def support(claim: str, evidence: str) -> bool | None:
        asked.append((claim, evidence))
        return answer

    report = check("Trade fell in the port [harbour]. So.", SOURCES, support=support)
    assert asked == [("Trade fell in the port .", "The port closed on 3 May 2019. Trade fell by 12 percent.")]
    assert report.is_true is is_true
    assert [one.supported for one in report.statements] == [answer]


def test_a_sentence_that_shares_no_word_with_its_sources_is_not_supported() -> None:
    report = check("Whales sing at night together.", SOURCES, support=lambda claim, evidence: True)
    assert [(one.supported, one.evidence) for one in report.statements] == [(False, "")]


def test_without_sources_every_quotation_is_made_up() -> None:
    report = check('"No dogs on the grass" [rules].', {"rules": "  "})
    assert list_types(report) == ["fabricated"]
    assert check("", {}).is_true


def test_a_reader_of_sense_is_asked_about_changed_words() -> None:
    text = '"No dogs on the lawn in June" [rules].'
    assert check(text, SOURCES).is_true
    assert check(text, SOURCES, sense=lambda source, quote: True).quotations[0].verdict.flags == ("sense",)


@settings(max_examples=60, deadline=None)
@given(st.text(st.one_of(st.characters(), st.sampled_from(list('abc "[]().\n>—“”12'))), max_size=200))
def test_any_text_is_checked_and_every_place_lies_in_it(text: str) -> None:
    report = check(text, {"rules": RULES, "odd": text})
    places = [(one.start, one.end) for one in report.quotations]
    places += [(one.start, one.end) for one in report.unborne] + [(one.start, one.end) for one in report.faults]
    assert all(0 <= start <= end <= len(text) for start, end in places)


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_what_is_quoted_from_a_source_is_exact(data: st.DataObject) -> None:
    words = RULES.split()
    start = data.draw(st.integers(0, len(words) - 4))
    quote = " ".join(words[start : data.draw(st.integers(start + 4, len(words)))])
    assert list_types(check(f'They say: "{quote}" [rules].', SOURCES)) == ["exact"]
