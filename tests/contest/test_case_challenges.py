"""Challenges to a written case: slots are bound again, mended, widened or emptied, and the case says so."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.case.writing import agreeable
from tests.contest.hall import Hall, case, everything, judging, nothing, shared_case
from tests.deliberation.table import NOON

from foam.case.values import Slot
from foam.case.verify import verify_case
from foam.contest.challenge import (
    ArithmeticSlip,
    Ground,
    Misquotation,
    MissingComponent,
    OutOfContext,
    Relevance,
    SelectionBias,
    Structural,
)
from foam.contest.job import Heard
from foam.contest.subject import CaseFile
from foam.judging.faults.planting import Bed, add_step, remove_slot
from foam.model.scripted import Call, Said, Script


def _then(first: Script, second: Script) -> Script:
    def said(call: Call) -> Said | None:
        return first(call) or second(call)

    return said


def _carded(hall: Hall) -> Slot:
    """A slot whose card leaves something of its source unread."""
    documents = hall.case.documents
    return next(
        slot
        for slot in hall.case.case.slots
        if slot.card and len(slot.card.sentences) < min(5, len(documents[slot.card.document].ends))
    )


def _after(heard: Heard) -> CaseFile:
    assert isinstance(heard.after, CaseFile)
    return heard.after


def _spoilt(hall: Hall, file: CaseFile) -> Hall:
    """A hall whose file was changed behind the record's back, as a fault would be."""
    hall._files[hall.run] = file
    return hall


def _bed(hall: Hall) -> Bed:
    """Where the hall's case is spoilt, on the record."""
    return Bed(hall.table.tools, hall.table.store, lambda: NOON, lambda _: hall.case)


def test_a_card_that_does_not_serve_is_cut_from_another_source() -> None:
    hall = case()
    slot = _carded(hall)
    own = hall.case.documents[slot.card.document].id  # type: ignore[union-attr]
    sentences = {hall.case.documents[own].sentence(n) for n in range(len(hall.case.documents[own].ends))}
    script = _then(judging(lambda s, _: s not in sentences), agreeable)
    heard = hall.challenge(slot.id, Relevance(), "It is about something else.", script=script)
    new = _after(heard).slots[slot.id]
    assert (heard.outcome.disposition, heard.outcome.move) == ("sustained", "swap")
    assert new.card is not None
    assert new.card.document != own
    assert heard.outcome.locality.reuse > 0.9
    assert hall.version(heard.run).case == _after(heard).case  # type: ignore[union-attr]


def test_a_card_without_a_substitute_leaves_a_hole_and_the_case_is_not_issued() -> None:
    hall = shared_case()
    slot = _carded(hall)
    heard = hall.challenge(slot.id, Relevance(), "Nothing bears this out.", script=judging(nothing))
    assert (heard.outcome.move, _after(heard).slots[slot.id].card) == ("retract", None)
    assert not _after(heard).case.issued
    assert hall.case.case.issued


@pytest.mark.parametrize("ground", [OutOfContext(), SelectionBias()], ids=lambda g: g.kind)
def test_a_card_that_claims_too_much_claims_less(ground: Ground) -> None:
    hall = shared_case()
    slot = _carded(hall)
    heard = hall.challenge(slot.id, ground, f"It goes on: {ground.kind}.", script=judging(everything))
    card = _after(heard).slots[slot.id].card
    assert card is not None
    assert card.tag.startswith("In some cases:")
    if ground.kind == "context":
        assert set(card.sentences) - set(slot.card.sentences)  # type: ignore[union-attr]
        assert len(card.sentences) <= 5


def test_a_changed_quotation_is_found_and_taken_out_or_mended() -> None:
    for put, move in (("indeed", "swap"), ("fully", "retract"), ("not", "retract")):
        hall = case()
        slot = _carded(hall)
        assert slot.card
        words = slot.card.text.split(" ")
        text = " ".join([*words[:3], put, *words[3:]])
        spoilt = slot.model_copy(update={"card": slot.card.model_copy(update={"text": text})})
        slots = tuple(spoilt if one.id == slot.id else one for one in hall.case.case.slots)
        file = replace(hall.case, case=hall.case.case.model_copy(update={"slots": slots}))
        heard = _spoilt(hall, file).challenge(slot.id, Misquotation(), "Not their words.")
        assert (heard.outcome.disposition, heard.outcome.move, hall.model.calls) == ("sustained", move, [])
        card = _after(heard).slots[slot.id].card
        assert (card == slot.card) if move == "swap" else card is None


def test_a_calculation_is_worked_out_again_from_its_sources() -> None:
    hall = case()
    sound = hall.case
    spoilt = add_step(_bed(hall), sound, "income-calculation", "month", "1,411.50")
    heard = hall.challenge("income-calculation", ArithmeticSlip(), "It does not add up.", of=spoilt.run)
    assert (heard.outcome.disposition, hall.model.calls) == ("sustained", [])
    assert _after(heard).slots["income-calculation"] == sound.slots["income-calculation"]


def test_a_sound_calculation_is_upheld_with_its_figures() -> None:
    hall = shared_case()
    heard = hall.challenge("income-calculation", ArithmeticSlip(), "It does not add up.")
    assert heard.outcome.disposition == "rejected"
    assert "1,049.20" in heard.outcome.reasons[0].text


def test_a_missing_component_is_bound_where_the_template_has_it() -> None:
    hall = case()
    sound = hall.case
    spoilt, group = remove_slot(_bed(hall), sound, "exception")
    ground = MissingComponent(component="exception")
    heard = hall.challenge(group, ground, "No exception.", script=agreeable, of=spoilt.run)
    after = _after(heard)
    assert heard.outcome.disposition == "sustained"
    assert [slot.id for slot in after.case.slots] == [slot.id for slot in sound.case.slots]
    assert verify_case(after.case, after.documents, after.template).ok


def test_why_this_template_is_answered_from_the_recorded_choice() -> None:
    hall = shared_case("policy-debate", "1AC")
    choice = hall.case.case.choices[0]
    heard = hall.challenge(f"choice-{choice.branch}", Structural(), "Why this template?")
    assert heard.outcome.disposition == "rejected"
    assert choice.entry in heard.outcome.reasons[0].cites
    assert choice.taken[0] in heard.outcome.reasons[0].text


def test_an_impact_calculus_without_probability_says_so() -> None:
    hall = shared_case("policy-debate", "1AC")
    slot = next(s for s in hall.case.case.slots if s.component == "comparison")
    spoken = {metric: metric in slot.analytic for metric in ("magnitude", "probability", "timeframe", "reversibility")}
    for metric, there in spoken.items():
        heard = hall.challenge(slot.id, Structural(lacks=metric), f"It lacks {metric}.")
        if there:
            assert heard.outcome.disposition == "rejected"
        elif heard.outcome.disposition == "sustained":
            assert f"Not weighed: {metric}." in _after(heard).slots[slot.id].analytic
