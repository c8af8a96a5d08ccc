"""Calculations as data: the planted error is found and named, and what is missing is said."""

from __future__ import annotations

from decimal import Decimal
from time import perf_counter

import pytest
from pydantic import ValidationError
from tests.case.writing import Desk

from foam.argument.inputs import Input
from foam.case.values import Case, Slot
from foam.case.verify import verify_case
from foam.evidence.corpus import ListedCorpus
from foam.evidence.document import make_document
from foam.evidence.library_corpus import make_sample_corpus
from foam.evidence.search.fake import HashingEmbedder

PAYS = ("310", "295", "305")


def appeal(without: str = "") -> tuple[Desk, Case]:
    desk = Desk(pack="benefits-appeal", speech="appeal")
    if without:
        kept = [document for document in desk.pack.documents() if without not in document.origin.file]
        desk.corpus = ListedCorpus.of(kept)
    return desk, desk.write(desk.case_spec(strategy=())).view


def calculation(case: Case) -> Slot:
    return next(slot for slot in case.slots if slot.id == "income-calculation")


def test_the_planted_error_is_found_and_the_factor_is_named() -> None:
    _, case = appeal()
    done = calculation(case).calculated
    assert done
    assert next(step.title for step in done.steps if step.wrong) == "Weekly pay that counts"
    figures = {step.name: (step.value, step.stated) for step in done.steps}
    assert figures["week"] == ("305.00", "490.00")
    assert figures["countable"] == ("1,049.20", "1,685.60")
    assert figures["within"] == ("yes", "")
    assert "1,049.20, and not 1,685.60 as the decision says" in calculation(case).spoken
    assert case.failures == ()


def decision(*changes: tuple[str, str]) -> Case:
    """The office's own reasons, over the file with some of its words changed."""
    desk = Desk(pack="benefits-appeal", speech="decision")
    documents = []
    for one in desk.pack.documents():
        text = one.text
        for old, new in changes:
            text = text.replace(old, new)
        documents.append(make_document(text, origin=one.origin, citation=one.citation, facets=one.facets))
    desk.corpus = ListedCorpus.of(documents)
    return desk.write(desk.case_spec(strategy=())).view


def test_reasons_for_a_decision_fall_with_its_figures() -> None:
    failures = [failure for failure in decision().failures if failure.rule == "calculation"]
    assert [failure.what for failure in failures] == [
        "Weekly pay that counts is 305.00, and the decision rests on 490.00",
        "Countable monthly income is 1,049.20, and the decision rests on 1,685.60",
        "the figures do not bear it out that countable > limit",
    ]


def test_reasons_for_a_decision_stand_where_its_figures_do() -> None:
    """The same household, had it earned 490 crowns in every regular week."""
    pays = [(f"Regular pay for the week was {pay} crowns", "Regular pay for the week was 490 crowns") for pay in PAYS]
    assert decision(*pays).failures == ()


def test_an_appeal_whose_own_figures_are_against_it_is_refused() -> None:
    desk = Desk(pack="benefits-appeal", speech="appeal")
    poorer = [
        make_document(
            one.text.replace("does not exceed 1,215", "does not exceed 1,015"),
            origin=one.origin, citation=one.citation, facets=one.facets,
        )
        for one in desk.pack.documents()
    ]  # fmt: skip
    desk.corpus = ListedCorpus.of(poorer)
    failures = desk.write(desk.case_spec(strategy=())).view.failures
    assert [failure.what for failure in failures] == ["the figures do not bear it out that countable <= limit"]


def test_without_a_pay_stub_the_case_is_refused_and_says_what_is_missing() -> None:
    _, case = appeal(without="pay-stub-21")
    (failure,) = [failure for failure in case.failures if failure.rule == "calculation"]
    assert (failure.slot, failure.what) == (
        "income-calculation",
        "regular weekly pay on a pay stub: 3 of 4 found",
    )
    assert not case.issued


def test_figures_changed_by_hand_are_found() -> None:
    desk, case = appeal()
    slot = calculation(case)
    assert slot.calculated
    first = slot.calculated.readings[0].model_copy(update={"value": Decimal(1)})
    forged = slot.calculated.model_copy(update={"readings": (first, *slot.calculated.readings[1:])})
    for change in ({"calculated": forged}, {"analytic": "It comes to nothing."}, {"calculated": None}):
        slots = tuple(slot.model_copy(update=change) if one.id == slot.id else one for one in case.slots)
        report = verify_case(case.model_copy(update={"slots": slots}), desk.documents, desk.template)
        assert "calculation" in {failure.rule for failure in report.failures}


def test_a_pattern_must_name_its_value() -> None:
    with pytest.raises(ValidationError):
        Input(name="n", title="t", seek="s", pattern=r"(\d+)")
    assert Input(name="n", title="t", seek="s", pattern=r"(?P<value>[\d.,]+) crowns").read("1,215 crowns") == 1215


def test_two_documents_with_the_same_sentence_count_twice_under_the_real_search() -> None:
    """Two of the four pay stubs state the same pay, and a search shows a sentence once."""
    desk = Desk(pack="benefits-appeal", speech="appeal")
    desk.corpus = make_sample_corpus(desk.pack.documents(), HashingEmbedder())  # type: ignore[assignment]
    done = calculation(desk.write(desk.case_spec(strategy=())).view).calculated
    assert done
    assert [step.value for step in done.steps if step.name == "countable"] == ["1,049.20"]


def test_a_pattern_of_a_pack_takes_no_longer_than_its_sentence_is_long() -> None:
    hostile = Input(name="x", title="x", seek="x", pattern=r"(?P<value>(?:\d+)+)$")
    begun = perf_counter()
    assert hostile.read("9" * 1400 + "!") is None
    assert perf_counter() - begun < 1


@pytest.mark.parametrize("pattern", [r"(?P<value>\d+)(?=x)", r"(?P<value>\d)\1", "(", "a" * 2000])
def test_a_pattern_that_needs_more_is_refused(pattern: str) -> None:
    with pytest.raises(ValidationError):
        Input(name="x", title="x", seek="x", pattern=pattern)


def test_words_where_a_figure_should_stand_are_no_figure() -> None:
    assert Input(name="x", title="x", seek="x", pattern="pay was (?P<value>.+)").read("The pay was low.") is None
