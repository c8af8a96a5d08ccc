"""Evidence that shows a piece of the point: it is offered again, narrowed to, and read with what stands around it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import pytest
from tests.case.scribe import NARROWER, WritingDesk, word_step, write_acts
from tests.case.test_bind import made
from tests.case.test_windows import list_asked
from tests.case.test_written import SLOT, find, lie_in
from tests.case.writing import agreeable

from foam.case.act_questions import EMPTY
from foam.case.around import find_around
from foam.case.cut import add_context, keep_named, list_dangling
from foam.case.establish import find_unrecorded
from foam.case.offer import BESIDE, MOST_OFFERED, lay_windows
from foam.case.questions import answer_question, slot_question
from foam.case.values import Case
from foam.case.verdict import OWN_WORDS, UNCLEAR
from foam.case.verify import verify_case
from foam.case.views.words import describe_tags, list_provenance
from foam.evidence.corpus import ListedCorpus
from foam.evidence.document import Document
from foam.job.job import replay
from foam.job.waiting import complete
from foam.model.check import IN_PART, TAKEN_BACK
from foam.model.form import FormValue
from foam.model.question import Answer, Label, Labelled, Write
from foam.model.scripted import Call, Said, Script

MISSING = "What it costs is missing."


def find_as(template: str, label: str, *, when: Callable[[Label], bool] = lambda _: True) -> Script:
    """An evaluator that finds this of what it is asked, and has a reason; agreeable otherwise."""

    def say(call: Call) -> Said | None:
        question = call.question
        if isinstance(question, Label) and question.template == template and when(question):
            return Answer(reply=Labelled(label=label), method="scripted", reasons=MISSING)
        return agreeable(call)

    return say


def is_wide(question: Label) -> bool:
    """Whether it is the mechanism as the template words it."""
    return f"Part: {SLOT}" in question.prompt and NARROWER not in question.prompt


@pytest.fixture
def long_document() -> Document:
    return made(" ".join(f"Lock number {n} holds water." for n in range(200)))


def lay_out(document: Document, found: list[int]) -> list[int]:
    return lay_windows({"c1": document}, {"c1": found})["c1"]


def test_a_window_reaches_ten_sentences_either_way_where_there_is_room(long_document: Document) -> None:
    assert lay_out(long_document, [100]) == list(range(100 - BESIDE, 100 + BESIDE + 1))


def test_many_windows_share_the_sentences_that_may_be_offered(long_document: Document) -> None:
    places = list(range(10, 200, 16))
    assert 7 * len(places) < len(lay_out(long_document, places)) <= MOST_OFFERED


@cache
def write_found_as(label: str) -> tuple[WritingDesk, str, Case]:
    """A case whose evaluator finds this of what is read for one slot, written once for tests that only look at it."""
    desk = WritingDesk(write_acts(then=find_as("case/slot", label, when=is_wide)))
    ran = desk.write()
    return desk, ran.run, ran.view


@pytest.mark.parametrize("label", [IN_PART, UNCLEAR])
def test_sentences_that_show_a_part_are_offered_again_and_what_is_missing_is_told(label: str) -> None:
    desk, _, _ = write_found_as(label)
    first, second, *_ = list_asked(desk, SLOT)
    assert {one.text for one in first.material} <= {one.text for one in second.material}
    assert MISSING in second.prompt


def test_the_very_same_sentences_are_not_judged_twice() -> None:
    desk, _, _ = write_found_as(IN_PART)
    assert any("these very sentences were tried" in one.prompt for one in list_asked(desk, SLOT))


def test_a_slot_that_would_stay_empty_is_narrowed_to_what_is_borne_out_and_judged_again() -> None:
    desk, run, case = write_found_as(IN_PART)
    slot = find(case, "solvency-mechanism")
    assert (slot.seek, bool(slot.card), slot.narrowed) == (NARROWER, True, word_step(slot.id))
    assert case.failures == ()
    assert not list(find_unrecorded(case, desk.template.declared, desk.pack.prompts, desk.store.get))
    assert any(slot.narrowed in line for line in list_provenance(case))
    assert complete(replay(desk.store, run)).model_dump_json() == case.model_dump_json()


def test_words_that_were_narrowed_by_hand_are_found() -> None:
    desk, _, case = write_found_as(IN_PART)
    easy = tuple(one.model_copy(update={"seek": "Something is so."}) if one.narrowed else one for one in case.slots)
    forged = case.model_copy(update={"slots": easy})
    found = find_unrecorded(forged, desk.template.declared, desk.pack.prompts, desk.store.get)
    assert ("solvency-mechanism", "provenance") in {(one.slot, one.rule) for one in found}


def test_a_slot_stays_empty_where_nothing_less_carries_the_argument() -> None:
    def strict(call: Call) -> Said | None:
        if call.question.template == "case/carries" and NARROWER in call.question.prompt:
            return Labelled(label="beside the point")
        return find_as("case/slot", IN_PART, when=is_wide)(call)

    slot = find(WritingDesk(write_acts(then=strict)).write().view, "solvency-mechanism")
    assert (slot.card, slot.narrowed) == (None, "")


def test_a_slot_that_the_writer_leaves_empty_is_not_narrowed() -> None:
    empty: dict[str, FormValue] = {"decision": EMPTY, "tag": "", "warrant": "", "sentences": (), "why": "Nothing."}
    desk = WritingDesk(write_acts(lie_in("case/write", empty, part=SLOT)))
    desk.write()
    assert not [call for call in desk.calls if call.question.template == "case/narrow"]


def test_the_evaluator_sees_what_stands_around_the_evidence_and_may_find_it_taken_back() -> None:
    text = "Locks save water. Each holds a basin. This was shown in May. Later counts denied it. Boats pay a toll."
    assert find_around(text, "This was shown in May.") == (
        "Locks save water.",
        "Each holds a basin.",
        "Later counts denied it.",
        "Boats pay a toll.",
    )
    desk = WritingDesk(write_acts(then=find_as("case/slot", TAKEN_BACK, when=is_wide)))
    case = desk.write().view
    slot = find(case, "solvency-mechanism")
    assert slot.card is None
    assert {one.why for one in slot.refused} == {TAKEN_BACK}
    for card in case.cards:
        around = find_around(card.body, card.text)
        asked = [c.question for c in desk.calls if isinstance(c.question, Label) and c.question.text == card.text]
        assert all(any(one in question.prompt for question in asked) for one in around)


def test_the_evaluator_is_told_what_a_card_jumps_over_and_asked_whether_that_takes_it_back() -> None:
    text = (
        "Locks save water. Each basin of the canal holds half of it. Counts of May denied that. Boats pay a toll. "
        "Keepers live nearby. Herons nest there. Gulls nest. Mills stand below. The basins have paid for themselves."
    )
    near = "Locks save water. /.../ Boats pay a toll."
    assert find_around(text, near) == (
        "Left out at /.../ between “Locks save water.” and “Boats pay a toll.”: Each basin of the canal holds half "
        "of it. Counts of May denied that.",
        "Keepers live nearby.",
        "Herons nest there.",
    )
    far = "Each basin of the canal holds half of it. /.../ The basins have paid for themselves."
    assert find_around(text, far) == (
        "Locks save water.",
        "Left out at /.../ between “Each basin of the canal holds …” and “The basins have paid for themselves.”: "
        "Counts of May denied that. Boats pay a toll. […] Gulls nest. Mills stand below.",
    )
    prompts = WritingDesk().pack.prompts
    for question in (
        slot_question(prompts, part="", plan="", seek="", point="", evidence=near, around=find_around(text, near)),
        answer_question(prompts, part="", plan="", said="", evidence=near, around=find_around(text, near)),
    ):
        asked, _, shown = question.prompt.partition("Around it in its source")
        assert "Left out at /.../ between “Locks save water.”" in shown
        assert "marked there as left out" in asked
        assert "takes back or limits what is read" in asked


def test_a_tag_that_is_not_clearly_borne_out_goes_back_once_with_the_complaint() -> None:
    first = "All of this is so wherever it was looked at."
    desk = WritingDesk(write_acts(then=find_as("case/alignment", UNCLEAR, when=lambda one: one.statement == first)))
    case = desk.write().view
    again = [call.question.prompt for call in desk.calls if call.question.template == "case/retag"]
    assert len(again) >= len(case.cards)
    assert all(f"do not clearly say it; because: {MISSING}" in prompt for prompt in again)
    assert {card.tag for card in case.cards} == {"All of this is so where it was looked at."}
    assert {card["first_tag"] for slot in case.json_value()["slots"] if (card := slot["card"])} == {first}
    assert any(f"Its tag was first “{first}”" in line for line in list_provenance(case, warrants=True))
    assert case.failures == ()


def test_a_tag_that_stays_unclear_gives_way_to_the_sources_words_and_these_are_counted() -> None:
    case = WritingDesk(write_acts(then=find_as("case/alignment", UNCLEAR))).write().view
    assert {card.alignment for card in case.cards} == {OWN_WORDS}
    assert {card.first_tag for card in case.cards} == {"All of this is so wherever it was looked at."}
    assert describe_tags(case) == f"Of {len(case.cards)} tags {len(case.cards)} are the source's own words."


def test_a_tag_that_nobody_found_borne_out_fails_verification() -> None:
    desk = WritingDesk()
    case = desk.write().view
    unclear = tuple(
        one.model_copy(update={"card": one.card.model_copy(update={"alignment": UNCLEAR})}) if one.card else one
        for one in case.slots
    )
    failures = verify_case(case.model_copy(update={"slots": unclear}), desk.documents, desk.template).failures
    assert {one.rule for one in failures} == {"alignment"}


def test_a_warrant_that_does_not_connect_goes_back_once_and_is_dropped_in_the_end() -> None:
    desk = WritingDesk(write_acts(then=find_as("case/warrant", "does not connect")))
    case = desk.write().view
    again = [call.question.prompt for call in desk.calls if call.question.template == "case/retag"]
    assert len(again) >= len(case.cards)
    assert all(f"the warrant: does not connect; because: {MISSING}" in prompt for prompt in again)
    assert {(card.warrant, card.alignment) for card in case.cards} == {("", "agrees")}
    assert {slot.voice for slot in case.slots} == {"written"}


def test_a_warrant_that_its_sentences_deny_is_seen_by_the_shipped_judge() -> None:
    document = "The locks on the canal lose no water in dry summers."
    denied: dict[str, FormValue] = {"warrant": "because the locks on the canal lose much water in dry summers."}
    desk = WritingDesk(write_acts(lie_in("case/write", denied)))
    desk.corpus = ListedCorpus.of([made(f"{document} Boats pass twelve a day.")])
    desk.write()
    assert any("the sentences it cites say otherwise" in call.question.prompt for call in desk.calls)


TEXT = "Ships burn oil. A rule was made in May. It bans heavy oil. Ports check it. They fine masters. Tides are high."


def test_what_a_pronoun_stands_for_is_read_with_it_after_a_gap_of_any_size() -> None:
    assert keep_named(made(TEXT), [0, 4]) == (0, 3, 4)
    assert keep_named(made(TEXT), [2]) == (1, 2)
    assert keep_named(made(TEXT), [0, 5]) == (0, 5)
    assert add_context(made(TEXT), [4], 8) == (3, 4)
    assert list_dangling(made(TEXT), [0, 4]) == [4]


def test_what_was_read_already_is_not_read_again_for_a_pronoun() -> None:
    assert keep_named(made(TEXT), [0, 4], without=[3]) == (0, 4)


def test_a_part_that_was_left_empty_with_sentences_that_show_some_of_it_is_narrowed_without_another_try() -> None:
    """The writer has said that nothing else serves: to be asked the same once more would change nothing."""
    name = "solvency, Mechanism"

    def leave(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
        if f"The part you write: {name}" not in call.question.prompt or f"({IN_PART}" not in call.question.prompt:
            return None
        return {**form, "decision": EMPTY, "why": "The rest is nowhere.", "look_for": ""}

    def is_wide(question: Label) -> bool:
        return f"Part: {name}" in question.prompt and NARROWER not in question.prompt

    desk = WritingDesk(write_acts(leave, then=find_as("case/slot", IN_PART, when=is_wide)))
    desk.write()
    asked = [c.question for c in desk.calls if c.question.template in ("case/write", "case/narrow")]
    own = [one.template for one in asked if name in one.prompt]
    assert own == ["case/write", "case/write", "case/narrow", "case/write"]


def test_a_tag_that_is_its_evidence_goes_back_once_and_its_writer_is_told_what_the_part_is_for() -> None:
    def copy(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
        question = call.question
        if not isinstance(question, Write) or question.template != "case/write":
            return None
        short = [one for one in question.material if one.id in form["sentences"] and len(one.text.split()) <= 20]
        return {**form, "tag": short[0].text, "sentences": (short[0].id,)} if short else None

    desk = WritingDesk(write_acts(copy))
    desk.write()
    again = [call.question.prompt for call in desk.calls if call.question.template == "case/retag"]
    assert again
    assert all("it is the evidence word for word" in one and "It has to establish:" in one for one in again)


def test_a_tag_that_agreed_is_kept_where_the_second_try_does_not_hold() -> None:
    def copy(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
        question = call.question
        if not isinstance(question, Write) or question.template != "case/write":
            return None
        short = [one for one in question.material if one.id in form["sentences"] and len(one.text.split()) <= 20]
        return {**form, "tag": short[0].text, "sentences": (short[0].id,)} if short else None

    second = "All of this is so where it was looked at."
    claims_more = find_as("case/alignment", UNCLEAR, when=lambda one: one.statement == second)
    case = WritingDesk(write_acts(copy, then=claims_more)).write().view
    copied = [slot for slot in case.slots if slot.card and slot.card.tag in slot.card.text]
    assert copied
    for slot in copied:
        assert slot.card
        assert (slot.card.alignment, slot.voice) == ("agrees", "written"), "its own tag stays, not the fallback"
        assert slot.card.warrant
