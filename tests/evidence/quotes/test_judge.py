"""The five verdicts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.evidence.quotes.samples import DOCUMENTS, RIGHTS, TRADE, TRANSPORT, made

from foam.evidence.document import Citation, Document
from foam.evidence.quotes.naming import make_shelf
from foam.evidence.quotes.shelf import EmbeddedSimilarity
from foam_quotes.text.normalise import read_as_one_line
from foam_quotes.text.span import Span
from foam_quotes.verdicts.align import describe_changes
from foam_quotes.verdicts.judge import (
    Judge,
    _best,
    _Candidate,
    _closest,
    _find_words,
    _form_flags,
    _is_brief,
    _joined,
    _least,
    _orders,
    _parts,
    _searched,
    _verbatim,
    strip_quote_marks,
)
from foam_quotes.verdicts.page import Page
from foam_quotes.verdicts.passages import MemoryPassages
from foam_quotes.verdicts.similarity import LexicalSimilarity, Similarity
from foam_quotes.verdicts.verdict import ALTERED, Altered, Exact, Fabricated, Misattributed, Paraphrase


def judge_of(documents: Sequence[Document], similarity: Similarity | None = None) -> Judge:
    return Judge(make_shelf(documents), MemoryPassages(documents), similarity=similarity)


JUDGE = judge_of(DOCUMENTS)


@pytest.mark.parametrize(
    "quote",
    [
        "Ridership rose by 12 percent, and cars were left at home.",
        "“Ridership rose by 12 percent,  and cars were\nleft at home”",
        "idership rose by 12 percent, and cars were le",
        "Nobody asked",
        "Free rides In 2019 the city did not charge fares",
        "the buses were late… and full",
    ],
)
def test_exact(quote: str) -> None:
    verdict = JUDGE.check(quote, source="Osei 2021")
    assert isinstance(verdict, Exact)
    assert verdict.flags == ()
    assert verdict == JUDGE.check(quote)


def test_exact_names_the_sentence_and_the_span() -> None:
    verdict = JUDGE.check("Critics say the buses", source=TRANSPORT.id)
    assert isinstance(verdict, Exact)
    (place,) = verdict.places
    assert (place.document, place.text) == (TRANSPORT.id, "Critics say the buses")
    assert TRANSPORT.text[place.start : place.end] == place.text
    assert TRANSPORT.sentence(place.pointer.sentence) == "Critics say the buses were late... and full."


@pytest.mark.parametrize(
    ("quote", "change", "flags"),
    [
        ("the city did charge fares on 40 lines", "[-not-]", ("negation",)),
        ("Ridership rose by 21 percent, and cars were left at home", "[-12-]{+21+}", ("number",)),
        (
            "The mayor was likely to change course before the vote",
            "[-unlikely-]{+likely+}",
            ("negation", "modality", "opposite"),
        ),
        ("Ridership rose by 12 percent, and bikes were left at home", "[-cars-]{+bikes+}", ()),
        ("ridership rose by 12 percent, and cars were left at home", "[-Ridership-]{+ridership+}", ()),
        ("zebra asked the drivers", "[-Nobody-]{+zebra+}", ()),
    ],
)
def test_altered(quote: str, change: str, flags: tuple[str, ...]) -> None:
    verdict = JUDGE.check(quote, source="Osei 2021")
    if quote.startswith("zebra"):
        assert isinstance(verdict, Altered | Fabricated | Paraphrase)
        return
    assert isinstance(verdict, Altered)
    assert change in describe_changes(step for step in verdict.diff if step.type != "same")
    assert verdict.flags == flags
    assert verdict.overlap >= ALTERED
    assert verdict.places[0].document == TRANSPORT.id


def test_misattributed_names_the_right_document() -> None:
    verdict = JUDGE.check("the harvest came in early and prices fell", source="Osei 2021")
    assert isinstance(verdict, Misattributed)
    assert verdict.cited == (TRANSPORT.id,)
    assert isinstance(verdict.found, Exact)
    assert verdict.places[0].document == TRADE.id


def test_misattributed_and_altered_at_once() -> None:
    verdict = JUDGE.check("the harvest came in late and prices fell", source="Osei 2021")
    assert isinstance(verdict, Misattributed)
    assert isinstance(verdict.found, Altered)


def test_fabricated() -> None:
    verdict = JUDGE.check("The moon is made of green cheese, said the mice", source="Osei 2021")
    assert isinstance(verdict, Fabricated)
    assert verdict.overlap < ALTERED


@pytest.mark.parametrize("quote", ["", "   ", "…", "“”", "--"])
def test_nothing_is_fabricated_and_short(quote: str) -> None:
    assert JUDGE.check(quote, source="Osei 2021") == Fabricated(flags=("short",))


def test_a_short_quotation_says_so() -> None:
    assert JUDGE.check("the ports", source="Baro 2014").flags == ("short",)
    assert JUDGE.check("zzz").flags == ("short",)


@pytest.mark.parametrize("source", [None, "Declaration"])
@pytest.mark.parametrize("quote", ["Everyone has the right to rest", "one has the right to"])
def test_a_quotation_that_stands_in_several_places_says_so(quote: str, source: str | None) -> None:
    verdict = JUDGE.check(quote, source=source)
    assert isinstance(verdict, Exact)
    assert verdict.flags == ("several_places",)


def test_several_documents_are_several_places() -> None:
    twice = judge_of([TRADE, made("He said that trade fell in spring and nobody was surprised by the ports.")])
    assert twice.check("fell in spring and nobody was surprised by").flags == ("several_places",)


def test_an_unknown_source_is_said() -> None:
    verdict = JUDGE.check("the harvest came in early and prices fell", source="Nobody 1999")
    assert isinstance(verdict, Misattributed)
    assert verdict.flags == ("source_unknown",)
    assert JUDGE.check("The moon is made of cheese", source="Nobody 1999").flags == ("source_unknown",)


def test_the_cited_document_comes_first_even_when_another_is_verbatim() -> None:
    other = made("Trade fell in autumn and nobody was surprised by the ports. So they say.")
    verdict = judge_of([TRADE, other]).check(
        "Trade fell in autumn and nobody was surprised by the ports", source=TRADE.id
    )
    assert isinstance(verdict, Altered)
    assert verdict.places[0].document == TRADE.id


# Omissions


@pytest.mark.parametrize("mark", [" /.../ ", " ... ", " [...] ", " […] ", " (...) "])
def test_marked_omissions_are_judged_part_by_part(mark: str) -> None:
    verdict = JUDGE.check(f"the city did not charge fares{mark}cars were left at home", source="Osei 2021")
    assert isinstance(verdict, Exact)
    assert verdict.flags == ("omission",)
    assert [place.text for place in verdict.places] == ["the city did not charge fares", "cars were left at home"]


def test_short_parts_are_found_wherever_they_come_next() -> None:
    quote = "the city did /.../ charge fares /.../ on 40 /.../ Ridership rose /.../ and /.../ left at home"
    verdict = JUDGE.check(quote, source="Osei 2021")
    assert isinstance(verdict, Exact)
    assert verdict.flags == ("omission", "negation")
    part_of_a_word = JUDGE.check("the city did /.../ charge fares /.../ a", source="Osei 2021")
    assert not isinstance(part_of_a_word, Exact)


def test_parts_out_of_order_are_not_exact() -> None:
    verdict = JUDGE.check("cars were left at home /.../ the city did not charge fares", source="Osei 2021")
    assert not isinstance(verdict, Exact)


def test_an_altered_part_alters_the_whole() -> None:
    verdict = JUDGE.check("the city did charge fares on 40 lines /.../ cars were left at home", source="Osei 2021")
    assert isinstance(verdict, Altered)
    assert verdict.flags == ("omission", "negation")


def test_parts_are_found_without_a_source_too() -> None:
    verdict = JUDGE.check("Trade fell in spring /.../ the harvest came in early")
    assert isinstance(verdict, Exact)
    assert {place.document for place in verdict.places} == {TRADE.id}


def test_an_ellipsis_that_stands_in_the_source_is_no_omission() -> None:
    assert JUDGE.check("the buses were late... and full", source="Osei 2021").flags == ()


# Paraphrase


class Told:
    """Says that everything is this alike."""

    def __init__(self, value: float) -> None:
        self.name = "told"
        self._value = value

    def __call__(self, text: str, others: Sequence[str]) -> list[float]:
        return [self._value] * len(others)


@pytest.mark.parametrize(("value", "kind"), [(0.71, Paraphrase), (0.7, Fabricated), (0.2, Fabricated)])
@pytest.mark.parametrize("source", ["Osei 2021", None])
def test_a_paraphrase_is_more_alike_than_seven_tenths(value: float, kind: type, source: str | None) -> None:
    verdict = judge_of(DOCUMENTS, Told(value)).check(
        "Passengers on the city lines paid nothing for rides", source=source
    )
    assert isinstance(verdict, kind)
    if isinstance(verdict, Paraphrase):
        assert verdict.decided_by == "told"
        assert verdict.places[0].document == TRANSPORT.id


def test_the_stand_in_for_meaning_is_named() -> None:
    verdict = JUDGE.check("on 40 lines fares the city in 2019 did not charge", source="Osei 2021")
    assert isinstance(verdict, Paraphrase)
    assert verdict.decided_by == "lexical"
    assert verdict.places[0].text == "In 2019 the city did not charge fares on 40 lines."


def test_lexical_similarity_is_the_share_of_words_in_common() -> None:
    near, *far = LexicalSimilarity()("the ports are full", ["full port", "no such thing", "the of"])
    assert near > 0.9
    assert far == [0.0, 0.0]
    assert LexicalSimilarity()("", ["full port"]) == [0.0]


class LetterCounts:
    """An embedder that counts letters: the smallest one that is deterministic."""

    name = "letters"
    dimensions = 26

    def embed(self, texts: Sequence[str]) -> np.typing.NDArray[np.float32]:
        return np.array([[t.lower().count(chr(97 + n)) for n in range(26)] for t in texts], dtype=np.float32)


def test_embedded_similarity_is_the_cosine() -> None:
    similarity = EmbeddedSimilarity(LetterCounts())
    assert similarity.name == "letters"
    assert similarity("abc", ["cba", "xyz", ""]) == pytest.approx([1.0, 0.0, 0.0], abs=1e-6)


# Laws


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_every_slice_is_exact_where_it_was_taken(data: st.DataObject) -> None:
    document = data.draw(st.sampled_from(DOCUMENTS))
    text = read_as_one_line(document.text)
    start = data.draw(st.integers(0, len(text) - 13))
    quote = text[start : data.draw(st.integers(start + 12, len(text)))].strip()
    verdict = JUDGE.check(quote, source=document.id)
    assert isinstance(verdict, Exact), (quote, verdict)
    assert all(place.document == document.id for place in verdict.places)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_one_word_changed_is_altered_and_named(data: st.DataObject) -> None:
    document = data.draw(st.sampled_from(DOCUMENTS))
    number = data.draw(st.integers(0, len(document.ends) - 1))
    words = document.sentence(number).split()
    if len(words) < 8:
        return
    place = data.draw(st.integers(0, len(words) - 1))
    words[place] = "zebra"
    verdict = JUDGE.check(" ".join(words), source=document.id)
    assert isinstance(verdict, Altered), (words, verdict)
    assert any("zebra" in change.quote for change in verdict.diff if change.type != "same")


@given(st.text(max_size=80))
def test_any_text_gets_a_verdict(quote: str) -> None:
    assert JUDGE.check(quote).type in {"exact", "altered", "paraphrase", "fabricated"}
    assert JUDGE.check(quote, source=RIGHTS.id).type in {
        "exact",
        "altered",
        "paraphrase",
        "misattributed",
        "fabricated",
    }


def test_documents_that_left_the_shelf_are_not_found() -> None:
    judge = Judge(make_shelf([RIGHTS]), MemoryPassages(DOCUMENTS))
    assert isinstance(judge.check("the harvest came in early and prices fell"), Fabricated)


def test_a_reader_of_sense_is_asked_where_the_words_leave_it_open() -> None:
    asked: list[tuple[str, str]] = []

    def sense(source: str, quote: str) -> bool:
        asked.append((source, quote))
        return True

    judge = Judge(make_shelf(DOCUMENTS), MemoryPassages(DOCUMENTS), sense=sense)
    changed = judge.check("cars were left at home. Critics say the buses were late... and full. The mayor was unlikely "
                          "to alter course before the vote.")  # fmt: skip
    assert (changed.type, changed.flags[-1]) == ("altered", "sense")
    assert asked == [
        ("The mayor was unlikely to change course before the vote.",
         "The mayor was unlikely to alter course before the vote."),
    ]  # fmt: skip
    judge.check("the mayor was, unlikely to change a course before [the] vote ...")  # in form alone
    judge.check("The mayor was likely to change course before the vote")  # the words say enough
    judge.check("The mayor was unlikely to change course before the vote")  # verbatim
    assert len(asked) == 1


@pytest.mark.parametrize("source", [None, "Ports and prices"])
@pytest.mark.parametrize("rest", ["", ". It rose in June, when the harvest came in late and prices rose."])
def test_a_document_is_not_held_against_itself(source: str | None, rest: str) -> None:
    quote = f"Trade rose in spring and nobody was surprised by the port{rest}"
    letter = made(f"The report says: “{quote}”", file="letter.md")
    judge = judge_of([TRADE, RIGHTS, letter])
    assert judge.check(quote).type == "altered", "whoever repeats words in quote marks is no source of them"
    verdict = judge.check(quote, source=source, own={letter.id})
    assert (verdict.type, verdict.places[0].document) == ("altered", TRADE.id)
    assert verdict.places[0].text.startswith("Trade fell in spring and nobody was surprised by the port")
    assert "opposite" in verdict.flags
    alone = judge.check("The report says", source=letter.id, own={letter.id})
    assert (alone.type, alone.flags) == ("fabricated", ("source_unknown",))


LAW = made(
    "A household is entitled where its income does not exceed 2,100 crowns. A refusal states its reasons.",
    citation=Citation(title="The Grant Act"),
)
REPEATED = "A household is entitled where its income does not exceed 1,200 crowns"


@pytest.mark.parametrize("source", [None, "The Grant Act, section 12", "section 12 of the Grant Act"])
def test_a_copy_or_an_answer_that_repeats_false_words_does_not_make_them_true(source: str | None) -> None:
    letters = [made(f'{said} "{REPEATED}".') for said in ("The Act says:", "Dear office, you write", "They quote")]
    verdict = judge_of([*letters, LAW]).check(REPEATED, source=source, own={letters[0].id})
    assert isinstance(verdict, Altered)
    assert verdict.places[0].document == LAW.id
    assert "number" in verdict.flags
    alone = judge_of(letters).check(REPEATED, own={letters[0].id})
    assert alone.type == "exact", "where nobody says it, who repeats it is named"


def test_a_title_is_found_in_a_longer_name_and_a_stray_word_is_none() -> None:
    judge = judge_of([LAW, TRADE])
    for source in ("The Grant Act, section 12", "section 12 of the Grant Act 2019", "see The Grant Act (as amended)"):
        assert judge.check("A refusal states its reasons", source=source).type == "exact"
    unknown = judge.check("A refusal states its reasons", source="The Act on Refusals")
    assert "source_unknown" in unknown.flags


def test_two_sentences_stand_around_a_place_on_either_side() -> None:
    verdict = JUDGE.check("Critics say the buses were late... and full. The mayor was unlikely", source="Osei 2021")
    assert JUDGE.list_around(verdict.places) == tuple(map(TRANSPORT.sentence, (1, 2, 5)))
    jumped = JUDGE.check("Free rides /.../ Nobody asked the drivers.", source="Osei 2021")
    assert JUDGE.list_around(jumped.places) == tuple(map(TRANSPORT.sentence, (1, 2, 3, 4)))
    assert JUDGE.list_around(()) == ()


def test_a_part_that_stands_in_several_places_does_not_make_the_whole_do_so() -> None:
    verdict = JUDGE.check("Everyone has the right to /.../ and leisure", source=RIGHTS.id)
    assert isinstance(verdict, Exact)
    assert verdict.flags == ("omission",)


@pytest.mark.parametrize(
    ("written", "bare"),
    [
        ('""', ""),
        ('"... a [...]"', "a"),
        ("a....", "a."),
        ('"a"', "a"),
        ("'a'", "a"),
        ('"', '"'),
        ('"a" and "b"', '"a" and "b"'),
        ('"a', '"a'),
    ],
)
def test_quote_marks_around_a_quotation_are_taken_off(written: str, bare: str) -> None:
    assert strip_quote_marks(written) == bare


def test_a_title_is_known_and_other_words_are_none() -> None:
    assert JUDGE.is_title("Ports and prices")
    assert not JUDGE.is_title("T. Baro")
    assert not JUDGE.is_title("Ports and fares")
    assert not JUDGE.is_title("")


# Step by step

PAGE = Page(made("port of port. Port K. Smith left the port."))


@pytest.mark.parametrize(
    ("part", "places"), [("port", [0, 8]), ("Port", [14]), ("port.", [8, 37]), ("p", [0, 8]), ("harbour", [])]
)
def test_of_a_part_the_first_two_places_are_read(part: str, places: list[int]) -> None:
    assert _searched(PAGE, part) == places


@pytest.mark.parametrize(
    ("part", "after", "places"),
    [
        ("port", 1, [8]), ("port", 8, [8]), ("port", 9, [37]), ("port", 0, []), ("por", 1, []), ("ort", 1, []),
        ("K. S", 1, [19]), ("K. Sm", 1, []), ("left the", 30, []),
    ],
)  # fmt: skip
def test_what_follows_an_omission_is_whole_words(part: str, after: int, places: list[int]) -> None:
    assert _find_words(PAGE, part, after) == places


@pytest.mark.parametrize(("words", "brief"), [(1, True), (12, True), (13, False), (40, False)])
def test_up_to_twelve_words_are_brief(words: int, brief: bool) -> None:
    part = " ".join(["word"] * words)
    assert _is_brief(part) is brief
    assert _least(part) == (1 if brief else 2)
    assert _orders(part) == ((1,) if words == 1 else (3, 2) if brief else (3,))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("one two", ("one two",)),
        ("one ... two", ("one", "two")),
        ("one [...] two (...) three", ("one", "two", "three")),
        ("one /.../ two", ("one", "two")),
        ("one... two", ("one", "two")),
        ("one...", ("one...",)),
        ("... one", ("one",)),
        ("one ... - ... two", ("one", "two")),
        ("one. ... two", ("one.", "two")),
    ],
)
def test_parts_stand_between_marks_of_omission(text: str, parts: tuple[str, ...]) -> None:
    assert _parts(text) == parts


@pytest.mark.parametrize(
    ("length", "unknown", "flags"),
    [
        (11, False, ("short",)),
        (12, False, ()),
        (11, True, ("short", "source_unknown")),
        (12, True, ("source_unknown",)),
    ],
)
def test_under_twelve_characters_is_short(length: int, unknown: bool, flags: tuple[str, ...]) -> None:
    assert _form_flags("x" * length, unknown=unknown) == flags


def test_a_verbatim_part_is_at_its_first_place() -> None:
    found = _verbatim(PAGE, "port", [8, 0])
    assert found == _Candidate(PAGE, ("port",), (Span(0, 4),), 1.0, True, True)
    assert _verbatim(PAGE, "port", [8]) == _Candidate(PAGE, ("port",), (Span(8, 12),), 1.0, True, False)


def test_parts_joined_are_as_good_as_the_worst() -> None:
    one, other = (_Candidate(PAGE, (part,), (Span(n, n + 1),), overlap, verbatim, True) for part, n, overlap, verbatim
                  in (("a", 0, 1.0, True), ("b", 5, 0.9, False)))  # fmt: skip
    spans = (Span(0, 1), Span(5, 6))
    assert _joined([one, other]) == _Candidate(PAGE, ("a", "b"), spans, 0.9, False, False)
    assert _joined([other, one]).overlap == 0.9
    assert _joined([one]) == one
    assert _joined([one, one]).verbatim
    assert not _joined([one, one]).several


def test_of_candidates_the_first_of_the_best_is_taken() -> None:
    low, high, also = (_Candidate(PAGE, (name,), (), overlap) for name, overlap in (("a", 0.2), ("b", 0.9), ("c", 0.9)))
    assert _best([None, low, high, None, also]) is high
    assert _best([also, high, low]) is also
    assert _best([None]) is _best([]) is None


def test_the_closest_span_lies_after_what_was_read() -> None:
    page = Page(made("Trade fell in spring. Trade rose in June. Trade fell in spring."))
    quote = "Trade fell in spring."
    first, second = Span(0, 21), Span(42, 63)
    assert _closest(page, quote, [second, first], 0).spans == (second,), "the first that is good enough"
    assert _closest(page, quote, [first, second], 0).spans == (first,)
    assert _closest(page, quote, [first, second], 21).spans == (second,)
    assert _closest(page, quote, [first], 21) == _Candidate(page, (quote,), (Span(21, 21),), 0.0, False)
    assert _closest(page, quote, [Span(63, 90)], 0).overlap == 0.0
    found = _closest(page, quote, [first], 0)
    assert (found.overlap, found.verbatim, found.several) == (1.0, True, False)
    changed = _closest(page, "Trade fell in winter.", [first, second], 0)
    assert (changed.spans, changed.verbatim) == ((first,), False)


def test_a_reader_of_sense_is_given_the_source_first_and_flags_what_is_misattributed_too() -> None:
    asked: list[tuple[str, str]] = []

    def sense(source: str, quote: str) -> bool:
        asked.append((source, quote))
        return "alter" in quote

    judge = Judge(make_shelf(DOCUMENTS), MemoryPassages(DOCUMENTS), sense=sense)
    elsewhere = judge.check("The mayor was unlikely to alter course before the vote", source="Baro 2014")
    assert isinstance(elsewhere, Misattributed)
    assert elsewhere.flags == elsewhere.found.flags == ("sense",)
    kept = judge.check("“The mayor was unlikely to switch course before the vote”")
    assert kept.flags == ()
    held = "The mayor was unlikely to change course before the vote"
    assert asked == [
        (held, "The mayor was unlikely to alter course before the vote"),
        (held, "The mayor was unlikely to switch course before the vote"),
    ]
