"""Tags and words without evidence are held to what was judged: one that was changed since fails, by its slot."""

from __future__ import annotations

from typing import Any

from tests.case.scribe import WritingDesk, written_sample
from tests.case.writing import Desk, sample

from foam.case.establish import find_unrecorded
from foam.case.values import OWN_WORDS, Case, CaseFailure, CutCard, Slot
from foam.case.verify import verify_case
from foam.model.question import Label
from foam.record.entry import Entry

OPPOSITE = "Nothing of the kind is so anywhere."


def put(case: Case, slot: Slot) -> Case:
    return case.model_copy(update={"slots": tuple(slot if one.id == slot.id else one for one in case.slots)})


def change_card(case: Case, slot: Slot, **card: Any) -> Case:
    assert slot.card
    return put(case, slot.model_copy(update={"card": slot.card.model_copy(update=card)}))


def find_loose(case: Case) -> tuple[Slot, CutCard]:
    """A card on which neither a chain nor a told sentence rests."""
    told = {name for slot in case.slots for one in slot.told for name in one.of} | {
        name for one in case.overview for name in one.of
    }
    slot = next(one for one in case.slots if one.card and one.step is None and one.id not in told)
    assert slot.card
    return slot, slot.card


def find_unread(desk: Desk, case: Case) -> set[str]:
    """The parts of which the record does not hold what the case states."""
    return {one.slot for one in find_unrecorded(case, desk.template.declared, desk.pack.prompts, desk.store.get)}


def report(desk: WritingDesk, case: Case) -> list[CaseFailure]:
    return [one for one in verify_case(case, desk.documents, desk.template).failures if one not in case.failures]


def test_a_tag_turned_into_its_opposite_fails_by_its_slot() -> None:
    desk, case = written_sample()
    slot, _ = find_loose(case)
    turned = change_card(case, slot, tag=OPPOSITE)
    assert any(one.slot == slot.id and OPPOSITE in one.what for one in report(desk, turned))


def test_a_tag_that_claims_to_be_the_source_s_own_words_has_to_be() -> None:
    desk, case = written_sample()
    slot, card = find_loose(case)
    claimed = change_card(case, slot, tag=OPPOSITE, alignment=OWN_WORDS, fits=None)
    assert any(one.slot == slot.id and OPPOSITE in one.what for one in report(desk, claimed))
    first = card.text.split(". ")[0].rstrip(".") + "."
    copied = change_card(case, slot, tag=first, alignment=OWN_WORDS, fits=None, warrant="")
    assert not any(one.slot == slot.id and "bears out the tag" in one.what for one in report(desk, copied))


def test_the_record_holds_a_tag_whose_digest_was_made_to_fit_or_taken_out() -> None:
    desk, case = written_sample()
    slot, card = find_loose(case)
    assert not find_unread(desk, case)
    assert card.fits
    for changed in (
        change_card(case, slot, tag=OPPOSITE),
        change_card(case, slot, tag=OPPOSITE, fits=None),
        change_card(
            case, slot, fits=card.fits.model_copy(update={"entry": card.entries["tag"]}) if card.fits else None
        ),
    ):
        assert slot.id in find_unread(desk, changed)


def test_bounded_tags_are_on_record_too() -> None:
    desk, case = sample()
    assert not find_unread(desk, case)
    slot = next(one for one in case.slots if one.card and one.card.alignment != OWN_WORDS)
    turned = change_card(case, slot, tag=OPPOSITE)
    assert slot.id in {
        one.slot for one in find_unrecorded(turned, desk.template.declared, desk.pack.prompts, desk.store.get)
    }


def test_words_without_evidence_are_held_to_what_was_judged() -> None:
    desk = WritingDesk(speech="1NC")
    case = desk.write(desk.case_spec(strategy=("counterplan",))).view
    judged = [slot for slot in case.slots if slot.judged_words]
    assert judged, "the counterplan says why not both"
    for slot in judged:
        turned = put(case, slot.model_copy(update={"analytic": OPPOSITE}))
        assert any(one.slot == slot.id and OPPOSITE in one.what for one in report(desk, turned))
        bare = put(case, slot.model_copy(update={"analytic": OPPOSITE, "judged_words": ""}))
        assert slot.id in {
            one.slot for one in find_unrecorded(bare, desk.template.declared, desk.pack.prompts, desk.store.get)
        }


def test_the_plan_and_told_words_are_held_where_they_are_read() -> None:
    desk, case = written_sample()
    for slot in case.slots:
        if slot.told or set(slot.entries) == {"position"}:
            turned = put(case, slot.model_copy(update={"analytic": OPPOSITE}))
            assert any(one.slot == slot.id and OPPOSITE in one.what for one in report(desk, turned))


def ask_with_marks(entry: Entry, question: Label) -> Entry:
    """The entry as an earlier version recorded it: under the key that the file names."""
    draft = entry.draft.model_copy(update={"question": question.json_value()})
    return entry.model_copy(update={"draft": draft}).know_key(entry.key)
