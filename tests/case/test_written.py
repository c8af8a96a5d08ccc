"""Cases in a written voice: what the writer says is checked, falls back where it lies, and leads to the same case."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from tests.case.drafting import BECAUSE, COUNTERPLAN, PLAN, fill_honestly
from tests.case.scribe import (
    REASONS,
    SLOT,
    WritingDesk,
    find,
    is_mechanism,
    lie_in,
    write_acts,
    written_round,
    written_sample,
)
from tests.case.writing import agreeable

from foam.case.deep import DeepSpec, check_deep
from foam.case.establish import find_unrecorded
from foam.case.provenance import trace_sentences
from foam.case.tell import drop_told
from foam.case.values import BESIDE, OWN_WORDS
from foam.case.verify import verify_case
from foam.case.views.document import compose_case
from foam.case.views.words import describe_overview, list_provenance, summarize_case
from foam.case.warn import list_warnings
from foam.evidence.corpus import ListedCorpus
from foam.job.acts import CHECKED, count_acts
from foam.job.job import replay, run
from foam.job.waiting import complete
from foam.judging.audit import audit_cases, sources_judge
from foam.judging.entrants.intake import case_entrant
from foam.model.form import FormValue
from foam.model.question import Answer, Label, Labelled, Write, Written
from foam.model.scripted import Call, Said
from foam.paper import render
from foam.record.graph import entries_of, require_entry


def checks(desk: WritingDesk, run: str, act: str) -> list[dict[str, Any]]:
    return [e.answer for e in entries_of(desk.store, run) if e.draft.kind == CHECKED and e.answer["act"] == act]


def test_the_written_plan_is_what_the_slots_refer_to() -> None:
    desk, case = written_sample()
    assert case.failures == ()
    assert (case.plan, case.plan_voice) == (PLAN, "written")
    assert find(case, "plan-text").analytic == PLAN
    shown = [call for call in desk.calls if call.question.template in ("case/slot", "case/argument")]
    assert shown
    assert all(PLAN in call.question.prompt for call in shown)
    assert case.planned
    assert case.planned.grounds
    assert {slot.voice for slot in case.slots} == {"written"}


def test_every_card_has_its_words_from_the_source_and_a_warrant_from_the_writer() -> None:
    desk, case = written_sample()
    report = verify_case(case, desk.documents, desk.template)
    assert (report.ok, report.exact_rate, report.established) == (True, 1.0, report.slots)
    assert {card.warrant for card in case.cards} == {BECAUSE}
    for traced in trace_sentences(case):
        if not traced.pointer:
            require_entry(desk.store, traced.entry)


def test_no_sentence_is_read_twice() -> None:
    _, case = written_sample()
    read = [pointer for card in case.cards for pointer in card.pointers]
    assert len(read) == len(set(read))


LIES: dict[str, dict[str, FormValue]] = {
    "invented number": {"tag": "Deaths fell by 97.3 percent."},
    "wrong name": {"tag": "A study by Marguerite Ostrander found this."},
    "false quotation": {"tag": "The source calls it “the triumph of our whole century”."},
    "lie in the warrant": {"warrant": "because 88,412 people were asked about it."},
    "fragment": {"tag": "wherever it was looked at"},
}


@pytest.mark.parametrize("name", LIES)
def test_a_lie_goes_back_and_what_is_honest_the_second_time_counts(name: str) -> None:
    desk = WritingDesk(write_acts(lie_in(LIES[name])))
    ran = desk.write()
    found = [one for one in checks(desk, ran.run, "argument") if one["faults"]]
    assert [one["attempt"] for one in found] == [1]
    assert find(ran.view, SLOT).card.warrant == BECAUSE
    assert count_acts(entries_of(desk.store, ran.run)).again == 1


@pytest.mark.parametrize("name", LIES)
def test_a_part_whose_words_lie_twice_keeps_its_sentences_and_loses_the_words(name: str) -> None:
    acts = write_acts(lie_in(LIES[name]))

    def insist(call: Call) -> Said | None:
        question = call.question
        if isinstance(question, Write) and question.template == "acts/mend":
            made = fill_honestly(question)
            assert made is not None
            rows = tuple({**row, **LIES[name]} for row in made["parts"])
            return Written(fields={"parts": rows})
        return acts(call)

    desk = WritingDesk(insist)
    ran = desk.write()
    card = find(ran.view, SLOT).card
    assert (card.alignment, card.warrant) == (OWN_WORDS, "")
    assert card.tag in card.text
    assert find(ran.view, "solvency-capability").card.warrant == BECAUSE
    assert complete(replay(desk.store, ran.run)).model_dump_json() == ran.view.model_dump_json()


def test_a_part_whose_sentences_do_not_count_says_why_and_is_written_once_more() -> None:
    def insist(call: Call) -> Said | None:
        said = acts(call)
        if call.question.template not in ("acts/mend", "case/argument") or not isinstance(said, Written):
            return said
        rows = [row for row in said.fields["parts"] if isinstance(row, dict)]  # type: ignore[union-attr]
        bad = {"at": (), "tag": "", "warrant": "", "words": "It is so, as 88,412 people say."}
        return Written(fields={"parts": tuple({**row, **bad} if row["part"] == SLOT else row for row in rows)})

    acts = write_acts()
    desk = WritingDesk(insist)
    slot = find(desk.write().view, SLOT)
    assert slot.card is None
    assert "what was written does not count" in slot.hole
    assert "88,412" in slot.declined
    asked = [call.question.prompt for call in desk.calls if call.question.template == "case/argument"]
    assert sum("Found of an earlier draft: what was written does not count" in prompt for prompt in asked) == 1


def test_a_card_that_may_be_read_against_the_speech_is_warned_of() -> None:
    turned: dict[str, FormValue] = {"turned": "They will say that one town is not every town."}
    case = WritingDesk(write_acts(lie_in(turned))).write().view
    slot = find(case, SLOT)
    assert slot.turned == turned["turned"]
    assert any(one.startswith(f"{SLOT}: whoever answers may read ") for one in list_warnings(case))


def test_a_slot_that_the_writer_leaves_empty_stays_empty_and_says_what_to_look_for() -> None:
    missing = "what a year without fares did to the number of passengers"
    empty: dict[str, FormValue] = {"tag": "", "warrant": "", "at": (), "missing": missing}
    case = WritingDesk(write_acts(lie_in(empty))).write().view
    slot = find(case, SLOT)
    assert (slot.card, slot.look_for, slot.filled) == (None, missing, False)
    assert f"Look for: {missing}" in slot.hole
    assert missing in slot.searched, "it was searched for once more"
    assert {f.rule for f in case.failures if f.slot == slot.id} == {"unfilled"}


def test_sentences_that_an_evaluator_refuses_are_told_with_its_reasons() -> None:
    def strict(call: Call) -> Said | None:
        if isinstance(call.question, Label) and call.question.template == "case/slot" and is_mechanism(call.question):
            return Answer(reply=Labelled(label=BESIDE), method="scripted", reasons="It measures something else.")
        return agreeable(call)

    desk = WritingDesk(write_acts(then=strict))
    case = desk.write().view
    slot = find(case, SLOT)
    assert (slot.card, len(slot.refused)) == (None, 2)
    assert f"({BESIDE}; because: It measures something else.)" in slot.hole
    asked = [call.question.prompt for call in desk.calls if call.question.template == "case/argument"]
    assert sum("It measures something else." in prompt for prompt in asked) == 1


def test_an_argument_without_evidence_is_written_where_it_may_stand_and_marked() -> None:
    said = "What is proposed is another thing than the words of the question say."
    argued: dict[str, FormValue] = {"at": (), "tag": "", "warrant": "", "words": said}
    desk = WritingDesk(write_acts(lie_in(argued, slot="topicality-violation")), speech="1NC")
    case = desk.write(desk.case_spec(strategy=("topicality",))).view
    slot = find(case, "topicality-violation")
    assert (slot.analytic, slot.voice, slot.card) == (said, "written", None)
    assert case.failures == ()
    assert f"**{slot.title} (analytic).** {said}" in render(compose_case(case), "md")


def test_a_rerun_asks_nothing_and_a_replay_gives_the_same_bytes() -> None:
    desk = WritingDesk()
    first = desk.write()
    assert (desk.write().asked, desk.write().digest) == (0, first.digest)
    assert complete(replay(desk.store, first.run)).model_dump_json() == first.view.model_dump_json()
    assert WritingDesk().write().view.model_dump_json() == first.view.model_dump_json()


def test_a_library_without_evidence_leaves_holes_and_asks_no_writer_to_fill_them() -> None:
    desk = WritingDesk()
    desk.corpus = ListedCorpus([])
    case = desk.write().view
    assert not case.cards
    assert not [call for call in desk.calls if call.question.template == "case/argument"]


def test_a_tag_that_the_evidence_contradicts_is_replaced_by_the_sources_own_words() -> None:
    def boastful(call: Call) -> Said | None:
        return Labelled(label="contradicts") if call.question.template == "case/alignment" else agreeable(call)

    case = WritingDesk(write_acts(then=boastful)).write().view
    assert {card.warrant for card in case.cards} == {""}
    assert all(card.tag.rstrip("…") in card.body for card in case.cards)


def test_a_sentence_that_its_slots_do_not_bear_out_is_dropped_and_named() -> None:
    lie = "It saves 88,412 lives."

    def boast(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
        if call.question.template not in ("case/calculus", "case/overview"):
            return None
        return {"sentences": (*form["sentences"], {"text": lie, "of": form["sentences"][0]["of"]})}

    case = WritingDesk(write_acts(boast)).write().view
    slot = find(case, "weighing-comparison")
    assert lie not in slot.analytic
    assert [one.text for one in slot.told if one.refused] == [lie]
    assert [one.text for one in case.overview if one.refused] == [lie]
    shown = render(compose_case(case), "md")
    assert shown.count(f"written and dropped: “{lie}”") == 2


def test_an_overview_that_lost_all_it_says_of_a_part_is_asked_for_once_more() -> None:
    lie, put_right = "It saves 88,412 lives.", "It says what is gained."
    asked: list[str] = []

    def boast(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
        if call.question.template != "case/overview":
            return None
        asked.append(call.question.prompt)
        first, last = form["sentences"]
        return {"sentences": (first, {**last, "text": lie if len(asked) == 1 else put_right})}

    case = WritingDesk(write_acts(boast)).write().view
    assert len(asked) == 2
    assert lie in asked[1]
    assert put_right in describe_overview(case)
    assert not [one for one in case.overview if one.refused]


INVENTED = "In a town nearby such a plan has been shown to work."


def find_invention(call: Call) -> Said | None:
    """An evaluator that finds of one sentence that its parts do not say it."""
    if call.question.template == "case/told" and INVENTED in call.question.prompt.partition("The sentence:")[2]:
        return Answer(reply=Labelled(label="says more"), method="scripted", reasons="No part tells of another town.")
    return agreeable(call)


@pytest.mark.parametrize("template", ["case/overview", "case/calculus"])
def test_an_invented_sentence_without_a_figure_or_a_name_is_dropped_and_named(template: str) -> None:
    def invent(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
        if call.question.template != template:
            return None
        first, *rest = form["sentences"]
        return {"sentences": ({**first, "text": INVENTED}, {**first}, *rest)}

    case = WritingDesk(write_acts(invent, then=find_invention)).write().view
    told = case.overview if template == "case/overview" else find(case, "weighing-comparison").told
    assert [one.text for one in told if one.refused] == [INVENTED]
    assert INVENTED not in describe_overview(case)
    assert INVENTED not in find(case, "weighing-comparison").analytic
    dropped = next(line for line in list_provenance(case) if INVENTED in line)
    assert "says more; because: No part tells of another town." in dropped


def test_a_sentence_that_nobody_judged_is_listed_by_verification() -> None:
    desk, case = written_sample()
    forged = case.overview[0].model_copy(update={"text": INVENTED})
    changed = case.model_copy(update={"overview": (forged, *case.overview[1:])})
    failures = verify_case(changed, desk.documents, desk.template).failures
    assert [(one.slot, one.rule) for one in failures if INVENTED in one.what] == [("1AC", "alignment")]


def test_weighing_that_leaves_an_impact_out_is_asked_for_again_and_then_bounded() -> None:
    desk = WritingDesk(
        write_acts(lambda c, f: {"sentences": f["sentences"][:1]} if c.question.template == "case/calculus" else None)
    )
    case = desk.write().view
    slot = find(case, "weighing-comparison")
    assert (slot.voice, slot.told) == ("bounded", ())
    assert " weighs on " in slot.analytic


def test_what_was_told_of_a_slot_that_changed_is_told_no_more() -> None:
    _, case = written_sample()
    told = find(case, "weighing-comparison").told
    left = drop_told(case, {told[0].of[0]})
    assert find(left, "weighing-comparison").told == told[1:]
    assert drop_told(case, {"plan-text"}).overview == case.overview[1:]


def test_reasons_stand_with_the_verdicts_in_every_view() -> None:
    desk, case = written_sample()
    verdicts = [card.verdict for card in case.cards if card.verdict]
    assert {one.reasons for one in verdicts} == {REASONS}
    assert f"establishes; because: {REASONS}" in render(compose_case(case), "md")
    count = f"the plan is written; of {len(case.slots)} parts {len(case.slots)} are written and 0 bounded"
    assert count in " ".join(summarize_case(case).split())
    questions = [call.question for call in desk.calls if call.question.role == "evaluator"]
    assert {bool(question.reasons) for question in questions} == {True}


def test_plain_and_deep_verification_hold_for_a_written_case() -> None:
    desk, case = written_sample()
    declared, prompts = desk.template.declared, desk.pack.prompts
    assert not list(find_unrecorded(case, declared, prompts, desk.store.get))
    tools = replace(desk.tools, corpus=None, given={case.digest: case.json_value()})
    found = complete(run(check_deep, DeepSpec(**tools.describe(), case=case.digest), tools, store=desk.store)).view
    assert (found.failures, found.cards) == ((), len(case.cards))
    assert case.planned
    forged = case.model_copy(update={"planned": case.planned.model_copy(update={"funding": "Nobody pays."})})
    assert [one.rule for one in find_unrecorded(forged, declared, prompts, desk.store.get)] == ["provenance"]


def test_words_that_were_changed_by_hand_are_found() -> None:
    desk, case = written_sample()
    lie = "because 88,412 people were asked."

    def changed(**update: Any) -> set[tuple[str, str]]:
        slots = tuple(
            one.model_copy(update={"card": one.card.model_copy(update=update)})
            if one.card and one.id == "solvency-mechanism"
            else one
            for one in case.slots
        )
        found = verify_case(case.model_copy(update={"slots": slots}), desk.documents, desk.template).failures
        return {(one.slot, one.rule) for one in found}

    assert ("solvency-mechanism", "alignment") in changed(warrant=lie)
    assert ("solvency-mechanism", "alignment") in changed(tag="Marguerite Ostrander found it.")
    told = case.overview[0].model_copy(update={"text": "It saves 88,412 lives."})
    forged = verify_case(case.model_copy(update={"overview": (told,)}), desk.documents, desk.template)
    assert [(one.slot, one.rule) for one in forged.failures] == [("1AC", "alignment")] * 2


def test_a_round_carries_the_written_plan_and_the_counterplan() -> None:
    cases = written_round()
    assert {speech: case.failures for speech, case in cases.items()} == dict.fromkeys(cases, ())
    assert cases["2AC"].plan == PLAN
    assert PLAN.rstrip(".") in find(cases["2AC"], "1NC-counterplan-perm-text").analytic
    negative = cases["1NC"]
    assert negative.counterplan
    assert (negative.counterplan.text, find(negative, "counterplan-text").analytic) == (COUNTERPLAN, COUNTERPLAN)
    solves = [slot for slot in negative.slots if slot.component == "solves_case"]
    assert len(solves) == 2, "a part for each advantage that it claims to reach"
    assert negative.planned is None


def test_a_written_case_is_audited_like_any_other() -> None:
    desk, case = written_sample()
    (audit,) = audit_cases({"ours": case_entrant(case)}, sources_judge(tuple(desk.documents.values())))
    assert audit.holes == 0
    assert {one.outcome for one in audit.citations} == {"exact"}
