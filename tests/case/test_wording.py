"""Who speaks where nobody is named, and what a step has to establish in the words of a writer."""

from __future__ import annotations

from tests.case.scribe import WritingDesk, word_step, write_acts, written_sample
from tests.case.writing import agreeable

from foam.case.seek import describe_plainly, find_point
from foam.case.verdict import BESIDE
from foam.case.write import NEUTRAL, choose_seat
from foam.model.question import Answer, Labelled
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


def test_the_point_of_a_part_is_whole_without_the_words_that_name_the_plan() -> None:
    assert find_point("It works where it is done. What is done: $plan.") == "It works where it is done."
    assert find_point("It gets worse as things are now, without this: $motion.") == "It gets worse as things are now."
    assert find_point("This rests on nothing of the kind: $motion.") == "This rests on nothing of the kind."
    assert find_point("If $act, quays silt up.") == "Quays silt up."
