"""The arguments of a speech in the words of its seat, from the position it took."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.case.scribe import ARGUMENTS, Lie, WritingDesk, write_acts
from tests.case.writing import Desk

from foam.case.contentions import OWN, contentions_question
from foam.case.task import Task
from foam.case.values import Case
from foam.model.form import FormValue
from foam.model.question import Write
from foam.model.scripted import Call


def write_forum(lie: Lie | None = None) -> tuple[WritingDesk, Case]:
    desk = WritingDesk(write_acts(lie), speech="PF-AC")
    return desk, desk.write(desk.case_spec(strategy=())).view


def test_a_seat_that_writes_names_its_own_contentions_and_the_case_is_made_of_them() -> None:
    desk, case = write_forum()
    headings = [group.title for group in case.groups if group.syllogism == "contention"]
    assert headings == [f"Contention {n}: {title}" for n, (title, _) in enumerate(ARGUMENTS[:2], start=1)]
    claims = [slot.template_words for slot in case.slots if slot.component == "claim"]
    assert claims == [f"If this is done, {claim}." for _, claim in ARGUMENTS[:2]]
    assert not [call for call in desk.calls if call.question.template == "case/branch"]
    assert case.issued


def test_it_sees_what_it_argued_and_the_common_arguments_without_sentences_that_only_share_a_word() -> None:
    desk, _ = write_forum()
    (asked,) = (call.question for call in desk.calls if call.question.template == "case/contentions")
    assert isinstance(asked, Write)
    position = next(c.question for c in desk.calls if c.question.template == "acts/critique")
    claim = position.prompt.partition("Claim 1 (")[2].partition("): ")[2].partition("\n")[0]
    assert claim
    assert claim in asked.prompt
    common = next(n for n in desk.template.tree.children if n.pick).children
    assert all(f"{child.title}: {child.about}\n" in asked.prompt for child in common)
    assert "Each comes from what your seat argued, which stands below: one reason" in asked.prompt


def test_who_has_not_argued_yet_is_not_told_to_take_its_reasons_from_there() -> None:
    task = Task(seat=Desk().pack.perspectives[0], question="Q?", plan="P.")
    asked = contentions_question(
        Desk().pack.prompts, task=task, least=2, most=2, argued=["", ""], options=(), sources=()
    )
    assert "Each is one reason of its own" in asked.prompt
    assert "what your seat argued, which" not in asked.prompt
    assert "it has given no reasons yet" in asked.prompt


def test_words_are_shared_out_as_if_the_template_had_offered_them() -> None:
    _, written = write_forum()
    desk = Desk(speech="PF-AC")
    chosen = desk.write(desk.case_spec(strategy=())).view
    assert [slot.words for slot in written.slots] == [slot.words for slot in chosen.slots]


def test_arguments_that_do_not_count_give_way_to_a_choice_among_the_templates() -> None:
    def invent(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
        if call.question.template != "case/contentions":
            return None
        return {"arguments": tuple({**row, "claim": "9,731 people are saved by Zanzibar"} for row in form["arguments"])}

    desk, case = write_forum(invent)
    assert [call for call in desk.calls if call.question.template == "case/branch"]
    assert not [group.id for group in case.groups if group.id.startswith(OWN)]


def test_advantages_are_named_in_the_same_way() -> None:
    desk = WritingDesk()
    case = desk.write().view
    headings = [one.title for one in case.groups if one.syllogism == "advantage"]
    assert headings == [f"Advantage {n}: {title}" for n, (title, _) in enumerate(ARGUMENTS[:2], start=1)]


def test_public_forum_says_why_it_takes_this_from_what_the_seat_argued() -> None:
    desk, case = write_forum()
    (reason,) = (slot for slot in case.slots if slot.component == "reason")
    assert reason.voice == "written"
    (asked,) = (call.question.prompt for call in desk.calls if call.question.template == "case/analytic")
    assert "why it takes what the question asks for" in asked
    proposal = next(c.question.prompt for c in desk.calls if c.question.template == "acts/critique")
    why = proposal.partition("Why: ")[2].partition("\n")[0]
    assert why
    assert why in asked
