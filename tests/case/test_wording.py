"""Who speaks where nobody is named, and what a step has to establish in the words of a writer."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from tests.case.scribe import FIRST_WORDS, Lie, WritingDesk, word_step, write_acts, written_sample
from tests.case.writing import agreeable

from foam.case.marks import drop_marks
from foam.case.seek import describe_plainly, find_point
from foam.case.values import Case
from foam.case.verdict import BESIDE
from foam.case.write import NEUTRAL, choose_seat
from foam.model.form import FormValue, IdsField, ListField
from foam.model.question import Answer, Labelled, Write
from foam.model.scripted import Call, Said
from foam.pack.loader import load_pack
from foam.text.segment import split_sentences


def test_on_another_question_over_ones_own_library_a_neutral_seat_speaks() -> None:
    pack = load_pack("policy-debate")
    other = "Should harbours be dredged?"
    assert choose_seat("aff", pack, question=other, library=True).id == NEUTRAL
    assert choose_seat("aff", pack, question=pack.sample_question, library=True).id != NEUTRAL
    assert choose_seat("aff", pack, question=other, library=False).id != NEUTRAL


def test_parts_whose_template_fits_every_matter_are_looked_for_and_judged_in_the_writers_words() -> None:
    desk, case = written_sample()
    worded = [slot for slot in case.slots if slot.template_words]
    assert {slot.syllogism for slot in worded} == {"harms", "inherency", "solvency", "advantage"}
    assert all(slot.seek == word_step(slot.id) != slot.template_words for slot in worded)
    judged = [call.question.prompt for call in desk.calls if call.question.template == "case/slot"]
    assert all(any(slot.seek in prompt for prompt in judged) for slot in worded)


def test_words_that_do_not_carry_the_argument_give_way_to_the_templates() -> None:
    def strict(call: Call) -> Said | None:
        if call.question.template == "case/carries":
            return Answer(reply=Labelled(label=BESIDE), method="scripted", reasons="Anything would show it.")
        return agreeable(call)

    case = WritingDesk(write_acts(then=strict)).write().view
    assert not [slot for slot in case.slots if slot.template_words]


def test_a_writer_is_shown_the_templates_words_without_the_plan_in_them() -> None:
    desk, case = written_sample()
    shown = [slot.template_words for slot in case.slots if slot.template_words]
    assert shown
    assert not [words for words in shown if case.plan.rstrip(".") in words]
    link = next(slot for slot in case.slots if slot.component == "link")
    assert link.template_words.startswith("If this is done, ")
    assert any(f"The template's words: {link.template_words}" in call.question.prompt for call in desk.calls)
    said = {"plan": "The port shall dredge.", "resolution": "Ports should dredge."}
    harm = "Harm is done today. This would end it: $plan."
    assert describe_plainly(harm, **said, affirms=True) == "Harm is done today."
    assert describe_plainly("It lasts if $act.", **said, affirms=True) == "It lasts if this is done."
    assert describe_plainly("It fails if $act.", **said, affirms=False) == "It fails if ports were to dredge."


def test_a_subject_in_short_ends_no_sentence() -> None:
    text = "Physical education (often abbreviated Phys. Ed. or PE) is a course. It is taught at school."
    assert len(split_sentences(text)) == 2


def test_claim_warrant_and_impact_are_worded_and_judged_by_the_pairs_that_are_judged_in_the_end() -> None:
    desk = WritingDesk(write_acts(), speech="PF-AC")
    desk.write(desk.case_spec(strategy=()))
    prompts = {name: [c.question.prompt for c in desk.calls if c.question.template == name] for name in ASKED}
    backs = "It supports Claim: it shows why that is so, and does not go on from it."
    follows = "It goes on from Claim"
    for name in ("case/wordings", "case/carries"):
        assert prompts[name]
        assert all(backs in one and follows in one and "goes on from Warrant" not in one for one in prompts[name])
    assert not [one for one in prompts["case/carries"] if "each begins where the one before it ends" in one]


ASKED = ("case/wordings", "case/carries")


def test_whoever_judges_a_step_sees_what_both_were_to_establish_and_their_warrants() -> None:
    desk, case = written_sample()
    asked = [call.question.prompt for call in desk.calls if call.question.template == "case/step"]
    link, internal = (next(one for one in case.slots if one.component == name) for name in ("link", "internal_link"))
    assert link.card
    assert internal.card
    shown = [link.seek, link.card.tag, link.card.warrant, internal.seek, internal.card.tag, internal.card.warrant]
    assert all(shown)
    assert any(all(words in prompt for words in shown) for prompt in asked)


FAULT = "The impact does not begin where the claim ends."


def judge_wordings(call: Call, fault: str) -> Said | None:
    """An evaluator that finds fault with steps as long as these words stand among the advocate's."""
    question = call.question
    if question.template == "case/carries" and fault in question.prompt.partition("The advocate's words:")[2]:
        return Answer(reply=Labelled(label=BESIDE), method="scripted", reasons=FAULT)
    return agreeable(call)


def reword_impacts(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
    """A writer that words again only the part that was complained of."""
    if call.question.template != "case/wordings" or FIRST_WORDS in call.question.prompt:
        return None
    return {"parts": tuple(row for row in form["parts"] if row["part"].endswith("impact"))}


def write_forum(lie: Lie, fault: str) -> tuple[WritingDesk, Case]:
    desk = WritingDesk(write_acts(lie, then=lambda call: judge_wordings(call, fault)), speech="PF-AC")
    return desk, desk.write(desk.case_spec(strategy=())).view


def test_words_at_fault_go_back_once_with_the_reason_and_the_others_stay() -> None:
    desk, case = write_forum(reword_impacts, "impact says")
    again = [
        call.question.prompt
        for call in desk.calls
        if call.question.template == "case/wordings" and FIRST_WORDS not in call.question.prompt
    ]
    worded = [slot for slot in case.slots if slot.seek]
    assert len(again) == len({slot.group for slot in worded})
    assert all(f"{BESIDE}; because: {FAULT}" in prompt for prompt in again)
    for slot in worded:
        assert slot.seek == word_step(f"{slot.id} again" if slot.component == "impact" else slot.id)
    assert case.issued


def test_where_better_words_do_not_stand_either_only_these_give_way_to_the_templates() -> None:
    _, case = write_forum(reword_impacts, "impact")
    kept = {slot.component for slot in case.slots if slot.template_words}
    assert kept == {"claim", "warrant"}


def test_an_evaluator_is_told_which_steps_are_the_templates_and_not_judged() -> None:
    desk, case = write_forum(reword_impacts, "impact")
    unworded = [slot.seek for slot in case.slots if slot.component == "impact"]
    last = [call.question.prompt for call in desk.calls if call.question.template == "case/carries"][-1]
    assert "Impact (the template's, not judged):" in last
    assert any(words in last.partition("The advocate's words:")[2] for words in unworded)
    assert "Claim (the template's" not in last


def rest_on_first(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
    question = call.question
    if not isinstance(question, Write) or question.template != "case/wordings":
        return None
    (rows,) = (field for field in question.fields if isinstance(field, ListField))
    (ids,) = (field for field in rows.fields if isinstance(field, IdsField))
    return {"parts": tuple({**row, "rests_on": ids.ids[-1:]} for row in form["parts"])}


def test_the_sentences_from_which_a_part_was_worded_are_offered_first_where_it_is_written() -> None:
    desk = WritingDesk(write_acts(rest_on_first))
    desk.write()
    for asked in (one.question for one in desk.calls if one.question.template == "case/wordings"):
        assert isinstance(asked, Write)
        shown = dict(re.findall(r"<option id=(c\d+s\d+) \w+>\n(.*?)\n", asked.prompt))
        last = list(shown.values())[-1]
        name = asked.material[0].text.partition(". ")[0]
        writing = [call.question for call in desk.calls if f"The part you write: {name}." in call.question.prompt]
        assert isinstance(writing[0], Write)
        assert last in [drop_marks(one.text) for one in writing[0].material if one.id.startswith("c1s")]


def test_the_point_of_a_part_is_whole_without_the_words_that_name_the_plan() -> None:
    assert find_point("It works where it is done. What is done: $plan.") == "It works where it is done."
    assert find_point("It gets worse as things are now, without this: $motion.") == "It gets worse as things are now."
    assert find_point("This rests on nothing of the kind: $motion.") == "This rests on nothing of the kind."
    assert find_point("If $act, quays silt up.") == "Quays silt up."
