"""Calculations as data: the planted error is found and named, and what is missing is said."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from tests.case.writing import Desk

from foam.case.calculation import Input, evaluate
from foam.case.values import Case, Slot
from foam.case.verify import verify_case
from foam.deliberation.corpus import sample_corpus
from foam.deliberation.listed import ListedCorpus
from foam.evidence.search.fake import HashingEmbedder


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
    assert done.factor == "Weekly pay that counts"
    figures = {step.name: (step.value, step.stated) for step in done.steps}
    assert figures["week"] == ("305.00", "490.00")
    assert figures["countable"] == ("1,049.20", "1,685.60")
    assert figures["eligible"] == ("yes", "")
    assert "1,049.20, and not 1,685.60 as the decision says" in calculation(case).spoken
    assert case.failures == ()


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


@given(figures=st.lists(st.integers(-1000, 1000), min_size=1, max_size=6), factor=st.integers(1, 9))
def test_formulas_come_out_as_arithmetic(figures: list[int], factor: int) -> None:
    known = {"pay": tuple(map(Decimal, figures)), "factor": (Decimal(factor),)}
    assert evaluate("sum(pay) * factor", known) == sum(figures) * factor
    assert evaluate("mean(pay) <= max(pay)", known) is True
    assert evaluate("(min(pay) - 1) / 2", known) == (Decimal(min(figures)) - 1) / 2


@pytest.mark.parametrize(
    "formula", ["__import__('os')", "pay.real", "nobody + 1", "1 / 0", "pay[0]", "1 +", "exec(pay)", "2 ** 9"]
)
def test_what_is_no_formula_is_refused(formula: str) -> None:
    with pytest.raises(ValueError, match="cannot work out"):
        evaluate(formula, {"pay": (Decimal(1),)})


def test_a_pattern_must_name_its_value() -> None:
    with pytest.raises(ValidationError):
        Input(name="n", title="t", seek="s", pattern=r"(\d+)")
    assert Input(name="n", title="t", seek="s", pattern=r"(?P<value>[\d.,]+) crowns").read("1,215 crowns") == 1215


def test_two_documents_with_the_same_sentence_count_twice_under_the_real_search() -> None:
    """Two of the four pay stubs state the same pay, and a search shows a sentence once."""
    desk = Desk(pack="benefits-appeal", speech="appeal")
    desk.corpus = sample_corpus(desk.pack.documents(), HashingEmbedder())  # type: ignore[assignment]
    done = calculation(desk.write(desk.case_spec(strategy=())).view).calculated
    assert done
    assert [step.value for step in done.steps if step.name == "countable"] == ["1,049.20"]
