"""A card that the other side would read against the speech is seen over the whole case, and mended or warned of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.case.scribe import WritingDesk, write_acts, written_sample

from foam.case.reword import Rewording
from foam.case.values import Case, Slot
from foam.case.views.words import summarize_case
from foam.case.warn import list_warnings
from foam.model.form import FormValue, Record
from foam.model.question import Write
from foam.model.scripted import Call

WHY = "It finds fault with what the plan does itself."


def write_turned(*, better: bool, again: Mapping[str, FormValue] | None = None) -> tuple[WritingDesk, Case]:
    """A case of which a critic names the mechanism; its writer finds another card, or none, or fills in `again`."""

    def turn(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
        question = call.question
        if not isinstance(question, Write):
            return None
        if question.template == "case/turned":
            rows: tuple[Record, ...] = tuple(
                {"part": one.id, "why": WHY} for one in question.material if "Mechanism" in one.text
            )
            return {"cards": rows}
        if question.template == "case/write" and WHY in question.prompt:
            if again is not None:
                return {**form, **again}
            if not better:
                left = {"decision": "leave empty", "sentences": (), "tag": "", "warrant": "", "why": "Nothing better."}
                return {**form, **left}
            last = question.material[-1]
            return {**form, "sentences": (last.id,)}
        return None

    desk = WritingDesk(write_acts(turn))
    return desk, desk.write().view


def test_the_question_is_asked_once_and_over_all_cards() -> None:
    desk, case = written_sample()
    (asked,) = [call.question for call in desk.calls if call.question.template == "case/turned"]
    assert asked.role == "critic"
    assert case.plan in asked.prompt
    assert all(card.tag in asked.prompt and card.text.split(" /")[0][:40] in asked.prompt for card in case.cards)
    assert not [slot for slot in case.slots if slot.turned]


def test_after_one_part_is_worded_anew_the_critic_sees_the_others_beside_it() -> None:
    first, before = written_sample()
    desk, spec = first.fork(), first.case_spec()
    barrier = next(slot for slot in before.slots if slot.component == "barrier")
    asked = len(desk.calls)
    case = desk.write(spec.model_copy(update={"reword": (Rewording(slots=(barrier.id,)),)})).view
    (turned,) = (call.question for call in desk.calls[asked:] if call.question.template == "case/turned")
    assert isinstance(turned, Write)
    (option,) = turned.material
    assert "Barrier" in option.text
    beside = turned.prompt.partition("Other parts of the speech")[2].partition("that you look at")[0]
    others = [slot for slot in case.slots if slot.card and slot.id != barrier.id]
    assert others
    assert all(f"{slot.group}, {slot.part}: {slot.card.tag}" in beside for slot in others if slot.card)


def test_a_card_that_stays_is_a_warning_and_keeps_no_case_back() -> None:
    desk, case = write_turned(better=False)
    (kept,) = [slot for slot in case.slots if slot.turned]
    assert (kept.turned, kept.component) == (WHY, "mechanism")
    assert kept.card is not None
    assert any(WHY in line and kept.id in line for line in list_warnings(case))
    assert WHY in summarize_case(case)
    assert case.failures == ()
    asked = [one for one in desk.calls if one.question.template == "case/write" and WHY in one.question.prompt]
    assert len(asked) == 1


def test_a_better_card_takes_its_place_and_is_judged_like_any_other() -> None:
    _, before = written_sample()
    _, case = write_turned(better=True)
    assert not [slot for slot in case.slots if slot.turned]
    first, second = (next(slot for slot in one.slots if slot.component == "mechanism").card for one in (before, case))
    assert first is not None
    assert second is not None
    assert first.pointers != second.pointers
    assert case.failures == (), "the parts after it were judged again in view of the new card"


def test_a_writer_looks_things_up_before_it_names_advantages() -> None:
    desk, _ = written_sample()
    kinds = [call.question.template for call in desk.calls]
    named = kinds.index("case/contentions")
    looked = [n for n, call in enumerate(desk.calls) if "What is bad today" in call.question.prompt]
    assert looked
    assert looked[0] < named
    assert kinds[looked[0]] == "case/searches"


def test_a_step_waits_for_its_own_argument_and_not_for_all_parts_of_others() -> None:
    desk, _ = written_sample()
    asked = [call.question.prompt for call in desk.calls if call.question.template == "case/write"]
    parts = [prompt.partition("The part you write: ")[2].partition(".")[0] for prompt in asked]
    last_stock_issue = max(n for n, part in enumerate(parts) if part.startswith(("harms", "solvency")))
    assert parts.index("advantage, Internal link") < last_stock_issue


def _read_mechanism(case: Case) -> Slot:
    return next(slot for slot in case.slots if slot.component == "mechanism")


def _fill_again(warrant: str) -> tuple[Slot, Slot]:
    """The mechanism before and after its writer names the same sentences again, with this warrant."""
    desk, case = written_sample()
    before = _read_mechanism(case)
    assert before.card is not None
    calls = [call.question for call in desk.calls if before.seek in call.question.prompt]
    asked = [one for one in calls if isinstance(one, Write) and one.template == "case/write"]
    ids = {option.text.partition("\n")[0]: option.id for one in asked for option in one.material}
    document = desk.documents[before.card.document]
    named = tuple(ids[document.sentence(n)] for n in before.card.sentences)
    again: Mapping[str, FormValue] = {
        "sentences": named,
        "tag": before.card.tag,
        "warrant": warrant or before.card.warrant,
    }
    return before, _read_mechanism(write_turned(better=True, again=again)[1])


def test_the_same_sentences_may_come_back_with_a_warrant_that_meets_the_turn() -> None:
    before, after = _fill_again("because what the plan does is what the sentences ask for")
    assert after.card is not None
    assert before.card is not None
    assert (after.card.pointers, after.turned) == (before.card.pointers, "")
    assert after.card.warrant != before.card.warrant


def test_the_same_card_again_is_kept_with_the_warning() -> None:
    before, after = _fill_again("")
    assert after.card == before.card
    assert after.turned == WHY


def test_a_part_that_is_written_again_sees_what_the_steps_before_it_read_since() -> None:
    def turn(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
        question = call.question
        if not isinstance(question, Write):
            return None
        if question.template == "case/turned":
            named = [one for one in question.material if ", Impact:" in one.text or ", Link:" in one.text]
            chain = [one for one in named if one.text.partition(",")[0] == named[0].text.partition(",")[0]]
            rows: tuple[Record, ...] = tuple({"part": one.id, "why": WHY} for one in reversed(chain))
            return {"cards": rows}
        if question.template == "case/write" and WHY in question.prompt:
            return {
                **form,
                "sentences": (question.material[-1].id,),
                "tag": "This holds, too, wherever it was seen.",
            }
        return None

    desk = WritingDesk(write_acts(turn))
    desk.write()
    again = [call.question.prompt for call in desk.calls if _is_written_again(call)]
    link = next(prompt for prompt in again if "advantage, Link" in prompt)
    impact = next(prompt for prompt in again if "advantage, Impact" in prompt)
    assert again.index(link) < again.index(impact), "in the order of the speech, whoever was named first"
    assert "This holds, too," not in link.partition("Read in the steps before it")[2]
    before = impact.partition("been read before it:")[2]
    assert "This holds, too," in before


def _is_written_again(call: Call) -> bool:
    return call.question.template == "case/write" and WHY in call.question.prompt
