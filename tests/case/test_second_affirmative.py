"""A second affirmative in words of its own: each answer is worded against what it meets, measured by its kind, and may
claim less."""

from __future__ import annotations

from functools import cache
from typing import Any

from tests.case.scribe import WritingDesk, write_acts, written_round
from tests.case.writing import spoken_round

from foam.argument.flow import Argument, Flow, FlowPage, FlowPageSpeech
from foam.case.answer import prepare_outline
from foam.case.flow import build_flow, build_round
from foam.case.values import Case, Slot
from foam.case.warn import list_warnings
from foam.case.weigh import make_heard_impact
from foam.model.scripted import Call


@cache
def hear() -> Case:
    return written_round(("1AC", "1NC"))["1NC"]


@cache
def answer() -> tuple[WritingDesk, Case]:
    """A second affirmative in a written voice, with the desk that it was written at."""
    desk = WritingDesk(speech="2AC")
    return desk, desk.write(desk.case_spec(strategy=(), heard=build_flow(hear()))).view


def list_prompts(desk: WritingDesk, template: str) -> list[str]:
    return [call.question.prompt for call in desk.calls if call.question.template == template]


def list_answers(case: Case) -> list[Slot]:
    return [slot for slot in case.slots if slot.answers and slot.seek]


def test_whoever_writes_an_answer_reads_the_card_attacked_and_the_text_of_the_counterplan() -> None:
    desk, case = answer()
    prompts = list_prompts(desk, "case/argument")
    (deficit,) = (slot for slot in list_answers(case) if slot.id.endswith("-deficit-warrant"))
    (asked, *_) = (one for one in prompts if deficit.seek in one)
    counterplan = next(slot for slot in hear().slots if slot.component == "cp_text")
    attacked = next(slot for slot in hear().slots if f"1NC/{slot.id}" == deficit.answers)
    assert counterplan.analytic in asked
    assert attacked.card
    assert attacked.card.text.split(" /.../ ")[0] in asked


def test_an_answer_is_measured_by_what_it_sets_out_to_show() -> None:
    desk, case = answer()
    prompts = list_prompts(desk, "case/answer")
    for slot in list_answers(case):
        assert any(slot.against in one for one in prompts), slot.id
    assert any("Go by this" in one for one in prompts)


def test_an_extension_carries_the_steps_of_its_argument_and_what_the_answer_leaves() -> None:
    cases = spoken_round()
    first = cases["1AC"]
    extended = [slot for slot in cases["2AC"].slots if slot.extends and slot.component == "warrant"]
    assert extended
    for slot in extended:
        source = next(one for one in first.slots if f"1AC/{one.id}" == slot.extends)
        beside = [one.card.tag.rstrip(".") for one in first.list_slots(source.group) if one.card and one is not source]
        assert any(tag in slot.analytic for tag in beside), slot.id
    said = [slot.analytic for slot in cases["2AC"].slots if slot.extends and slot.component == "implication"]
    struck = [one for one in said if "They say: " in one]
    assert struck
    tags = [slot.card.tag.rstrip(".") for slot in cases["1NC"].slots if slot.card]
    assert all(any(tag in one for tag in tags) for one in struck), "their answer is named in their words"
    assert not any("They answered with" in one for one in said)


def test_a_permutation_names_what_the_counterplan_does_and_its_writer_meets_why_not_both() -> None:
    desk, case = answer()
    text, net = (slot for slot in case.slots if slot.syllogism == "permutation")
    assert "It shall give a pass at a tenth of the price" in text.analytic
    assert "shall not make public transport free" not in text.analytic
    assert (text.voice, net.voice) == ("bounded", "written")
    competing = next(slot.analytic for slot in hear().slots if slot.component == "competes")
    asked = [one for one in list_prompts(desk, "case/argument") if competing.rstrip(".") in one]
    assert any("What we answer to" in one for one in asked), "the template's words are its draft"


def test_impacts_are_compared_in_view_of_all_that_stand_and_of_what_was_answered() -> None:
    desk, case = answer()
    (asked,) = list_prompts(desk, "case/calculus")
    heard = [*written_round(("1AC", "1NC"))["1AC"].slots, *hear().slots]
    impacts = [slot.card.tag for slot in heard if slot.component == "impact" and slot.card]
    assert len(impacts) > 2
    assert all(tag in asked for tag in impacts)
    assert all(slot.card.tag in asked for slot in list_answers(case) if slot.card)


def test_how_a_disadvantage_is_met_is_chosen_among_ways_that_are_explained() -> None:
    desk, _ = answer()
    asked = [one for one in list_prompts(desk, "case/branch") if "answers meet the disadvantage best" in one]
    assert asked
    theirs = [slot.card for slot in hear().slots if slot.syllogism == "disadvantage" and slot.card]
    for one in asked:
        assert "You may take 1 to " in one
        assert "the plan makes it better" in one
        near = one.partition("nearest to it")[2].partition("Choices:")[0]
        assert near
        assert not any(card.text in near for card in theirs), "what is quoted above is not shown again"


def test_a_permutation_is_left_out_where_nothing_can_meet_why_not_both() -> None:
    flow, desk = build_flow(hear()), WritingDesk(speech="2AC")
    facts = {"net_benefit": "1NC/nowhere"}
    pages = [
        page.model_copy(
            update={
                "speeches": tuple(
                    speech.model_copy(
                        update={
                            "arguments": tuple(
                                one.model_copy(update={"facts": {**one.facts, **facts}})
                                if one.syllogism == "counterplan"
                                else one
                                for one in speech.arguments
                            )
                        }
                    )
                    for speech in page.speeches
                )
            }
        )
        for page in flow.pages
    ]
    changed = Flow(resolution=flow.resolution, format=flow.format, pages=tuple(pages))

    def list_permutations(heard: Flow) -> list[str]:
        tree = prepare_outline(desk.template, heard=heard).tree
        return [node.id for node in tree.walk() if node.syllogism == "permutation" and not node.children]

    assert list_permutations(flow)
    assert list_permutations(changed) == []


def hear_position(kind: str, **parts: str) -> Flow:
    """The round with one more position of the negative, of these parts, without evidence."""
    flow = build_flow(hear())
    said = [
        Argument(id=f"1NC/off-{name}", text=text, syllogism=kind, component=name, group="1NC/off")
        for name, text in parts.items()
    ]
    page = FlowPage(title="Off", side="neg", speeches=(FlowPageSpeech(speech="1NC", arguments=tuple(said)),))
    return flow.model_copy(update={"pages": (*flow.pages, page)})


def list_words(heard: Flow) -> dict[str, str]:
    """What a 2AC is to say without evidence on that position, by its component."""
    nodes = prepare_outline(WritingDesk(speech="2AC").template, heard=heard).tree.walk()
    return {node.component: node.say for node in nodes if node.id.startswith("1NC-off-") and node.say}


def test_a_counterplan_is_done_beside_the_plan_and_an_alternative_in_every_other_instance() -> None:
    rejecting = hear_position("kritik", link="It manages.", implication="It harms.", alternative="Reject the plan.")
    said = list_words(rejecting)
    assert "do both" not in said["perm_text"]
    assert "In every other instance: Reject the plan." in said["perm_text"]
    assert "every other instance" in said["net_benefit_answer"]
    assert list_words(hear_position("counterplan", cp_text="Towns should pay."))["perm_text"] == (
        "Permutation, do both: $plan. Beside it: Towns should pay."
    )


def test_a_kritik_is_weighed_by_what_it_says_is_lost_and_not_by_its_alternative() -> None:
    heard = hear_position("kritik", link="It manages.", implication="It harms.", alternative="Ask those who work.")
    (kritik,) = (one for one in build_round(WritingDesk(speech="2AC").template, heard).spoken if one.id == "1NC/off")
    assert make_heard_impact(kritik, "Their").text == "It harms."


def test_a_counterplan_that_only_refuses_cannot_be_done_beside_the_plan() -> None:
    assert list_words(hear_position("counterplan", cp_text="Towns should not act.")) == {}


def test_that_the_plan_meets_the_word_is_said_without_evidence_and_another_meaning_is_looked_for() -> None:
    heard = hear_position("topicality", interpretation="A ban is total.", violation="The plan spares parks.")
    said = list_words(heard)
    assert list(said) == ["meets"]
    assert "They say: The plan spares parks." in said["meets"]
    nodes = prepare_outline(WritingDesk(speech="2AC").template, heard=heard).tree.walk()
    assert [node.id for node in nodes if node.seek and node.id.startswith("1NC-off-")] == ["1NC-off-counter-warrant"]


def test_nobody_speaks_of_a_framework_that_nobody_raised_and_off_case_comes_first() -> None:
    _, case = answer()
    kinds = list(dict.fromkeys(slot.path[1].split("-1NC")[0] for slot in case.slots))
    assert kinds == ["at-disadvantages", "at-counterplan", "case", "at-case", "calculus"]
    answered = {slot.answers for slot in list_answers(case)}
    parts = {f"1NC/{slot.id}" for slot in hear().slots if slot.syllogism == "case_defence"}
    assert len(parts) == 3
    assert parts <= answered, "each part of the case defence is met"
    (weighed,) = (slot for slot in case.slots if slot.component == "comparison")
    assert weighed.filled
    assert case.failures == ()


def test_an_answer_that_nothing_is_found_for_is_left_out_and_said() -> None:
    def leave(call: Call, form: dict[str, Any]) -> dict[str, Any] | None:
        if call.question.template != "case/argument":
            return None
        empty = {"at": (), "tag": "", "warrant": "", "missing": "Nothing shows it."}
        rows = (row | (empty if row["part"] == "1NC-counterplan-deficit-warrant" else {}) for row in form["parts"])
        return {"parts": tuple(rows)}

    desk = WritingDesk(write_acts(leave), speech="2AC")
    case = desk.write(desk.case_spec(strategy=(), heard=build_flow(hear()))).view
    assert "1NC-counterplan-deficit" in {one.id for one in case.left_out}
    assert case.failures == ()
    assert any("1NC-counterplan-deficit" in one for one in list_warnings(case))
