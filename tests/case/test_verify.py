"""Verification of a finished case: whatever is changed by hand is found, with the right rule and the right verdict."""

from __future__ import annotations

from typing import Any

import pytest
from tests.case.writing import sample

from foam.case.questions import TAG_WORDS
from foam.case.values import Case, CaseFailure, Slot
from foam.case.verify import CaseVerification, verify_case


def verified(case: Case) -> CaseVerification:
    desk, _ = sample()
    return verify_case(case, desk.documents, desk.template)


def changed(at: int, **card: Any) -> Case:
    """The sample with one card changed."""
    _, case = sample()
    slot = case.slots[at]
    assert slot.card
    return with_slot(case, at, slot.model_copy(update={"card": slot.card.model_copy(update=card)}))


def with_slot(case: Case, at: int, slot: Slot) -> Case:
    return case.model_copy(update={"slots": (*case.slots[:at], slot, *case.slots[at + 1 :])})


def test_the_sample_holds() -> None:
    report = verified(sample()[1])
    assert report.ok
    assert (report.exact_rate, report.cemr, report.cfvr) == (1.0, 1.0, 1.0)
    assert report.citations == len(sample()[1].cards)
    assert report.minutes == pytest.approx(report.words / 250)


def test_a_word_changed_in_a_quotation_is_an_alteration() -> None:
    card = sample()[1].slots[3].card
    assert card
    words = card.text.split(" ")
    words[4] = "hardly"
    report = verified(changed(3, text=" ".join(words)))
    named = sample()[1].slots[3].id
    assert [(f.slot, f.verdict) for f in report.failures if f.rule == "quotation"] == [(named, "altered")]
    assert named in {f.slot for f in report.failures if f.rule == "slot"}
    assert report.exact_rate < 1
    assert (report.cfvr, report.cfvr_by_overlap) == (0.0, 1.0), "`hardly` turns the sentence"


def test_a_quotation_made_up_is_a_fabrication() -> None:
    report = verified(changed(3, text="Everyone knows that the moon is made of an excellent green cheese."))
    failure = next(f for f in report.failures if f.rule == "quotation")
    assert failure.verdict == "fabricated"
    assert (report.cemr < 1, report.cfvr) == (True, 0.0)


def test_a_pointer_to_another_document_is_a_misattribution() -> None:
    _, case = sample()
    other = case.slots[5].card
    assert other
    report = verified(changed(3, document=other.document))
    failure = next(f for f in report.failures if f.rule == "quotation")
    assert (failure.slot, failure.verdict) == (case.slots[3].id, "misattributed")
    assert report.cfvr == 0.0


def test_pointers_to_other_sentences_of_the_same_document_are_found() -> None:
    card = sample()[1].slots[3].card
    assert card
    report = verified(changed(3, sentences=tuple(n + 1 for n in card.sentences)))
    assert "elsewhere" in next(f for f in report.failures if f.rule == "quotation").what


def test_a_document_that_the_library_does_not_hold_is_found() -> None:
    assert next(f for f in verified(changed(3, document="0" * 64)).failures if f.rule == "quotation").verdict


@pytest.mark.parametrize("field", ["body", "cite", "source"])
def test_what_stands_around_a_quotation_must_be_the_sources_too(field: str) -> None:
    (failure,) = verified(changed(3, **{field: "something else"})).failures
    assert failure.rule == "quotation"


def test_a_deleted_component_is_named() -> None:
    _, case = sample()
    for at, slot in enumerate(case.slots):
        cut = case.model_copy(update={"slots": (*case.slots[:at], *case.slots[at + 1 :])})
        missing = [f for f in verified(cut).failures if f.rule == "structure" and "is missing" in f.what]
        assert slot.id in {f.slot for f in missing}, slot.id


def test_a_deleted_syllogism_is_named_slot_by_slot() -> None:
    _, case = sample()
    kept = tuple(slot for slot in case.slots if slot.group != "solvency")
    groups = tuple(group for group in case.groups if group.id != "solvency")
    failures = verified(case.model_copy(update={"slots": kept, "groups": groups})).failures
    assert {slot.id for slot in case.list_slots("solvency")} <= {failure.slot for failure in failures}


def test_a_second_plan_and_a_foreign_slot_are_found() -> None:
    _, case = sample()
    again = case.slots[0].model_copy(update={"id": "another", "path": ("1AC", "traditional", "extra", "another")})
    failures = verified(case.model_copy(update={"slots": (*case.slots, again)})).failures
    assert (
        CaseFailure(slot="another", rule="structure", what="is no part of the template", remedy="take it out")
        in failures
    )


def test_a_tag_with_a_figure_of_its_own_is_misaligned() -> None:
    found = verified(changed(3, tag="It saves 4,711 lives a year.")).failures
    assert {one.rule for one in found} == {"alignment"}


def test_judgements_of_the_evaluators_are_read() -> None:
    assert {f.rule for f in verified(changed(3, alignment="contradicts")).failures} == {"alignment"}
    assert {f.rule for f in verified(changed(3, coherence="contradicts")).failures} == {"perspective"}


def test_words_without_a_decision_behind_them_are_found() -> None:
    _, case = sample()
    orphan = case.slots[0].model_copy(update={"entries": {}})
    assert {f.rule for f in verified(with_slot(case, 0, orphan)).failures} == {"provenance"}


def test_a_budget_that_was_moved_is_found() -> None:
    _, case = sample()
    moved = case.slots[0].model_copy(update={"words": 400})
    assert "budget" in {f.rule for f in verified(with_slot(case, 0, moved)).failures}


def test_whoever_asks_for_fewer_words_may_read_fewer() -> None:
    desk, case = sample()
    template = desk.template.model_copy(update={"words": case.words + 200, "between": (case.words + 50, 9999)})
    short = case.model_copy(update={"budget": case.words + 50})
    whole = case.model_copy(update={"budget": template.words})
    assert case.speech not in {f.slot for f in verify_case(short, desk.documents, template).failures}
    assert case.speech in {f.slot for f in verify_case(whole, desk.documents, template).failures}


def test_a_long_tag_and_too_many_sentences_are_found() -> None:
    long = " ".join(["word"] * (TAG_WORDS + 1))
    assert "budget" in {f.rule for f in verified(changed(3, tag=long)).failures}
    longest = max(sample()[1].cards, key=lambda card: len(sample()[0].documents[card.document].ends))
    document = sample()[0].documents[longest.document]
    all_of_it = tuple(range(len(document.ends)))
    at = next(n for n, slot in enumerate(sample()[1].slots) if slot.card and slot.card.document == document.id)
    report = verified(changed(at, sentences=all_of_it, text=document.text))
    assert any("at most 5" in failure.what for failure in report.failures)


def test_slots_that_were_emptied_are_named_and_nothing_else_is() -> None:
    _, case = sample()
    thin = case
    for at, slot in enumerate(case.slots):
        if slot.group == "solvency" and slot.component != "mechanism":
            thin = with_slot(thin, at, slot.model_copy(update={"card": None}))
    empty = {f.slot for f in verified(thin).failures if f.rule == "unfilled"}
    assert empty == {"solvency-advocate", "solvency-capability", "solvency-durability"}


def test_a_syllogism_may_not_have_fewer_cards_than_its_template_wants() -> None:
    desk, case = sample()
    dense = desk.template.model_copy(update={"density": {"solvency": (6, 9)}})
    found = verify_case(case, desk.documents, dense).failures
    assert [(f.slot, f.rule) for f in found] == [("solvency", "density")]
