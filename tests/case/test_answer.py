"""Speeches that answer: a whole round is written, every answer names what it answers, and what is dropped is marked."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.case.writing import LINCOLN_DOUGLAS, PUBLIC_FORUM, ROUND, Desk, spoken_round

from foam.argument.flow import Argument, Flow, FlowPage, FlowPageSpeech, find_dropped
from foam.case.answer import prepare_outline
from foam.case.flow import build_flow, merge_flows
from foam.case.structure import build_heard_syllogisms
from foam.case.values import Case
from foam.case.verify import verify_case
from foam.case.views.words import describe_unanswered
from foam.errors import InputError
from foam.pack.loader import load_pack
from foam.pack.outlines import load_outline

PACK = load_pack("policy-debate")
SECOND_LINES = ("counterplan", "topicality", "kritik")


@pytest.mark.parametrize("second_line", SECOND_LINES)
def test_a_round_is_written_from_the_first_speech_to_the_last(second_line: str) -> None:
    for speech, case in spoken_round(second_line).items():
        assert case.failures == (), speech
    flow = build_flow(spoken_round(second_line)["2AR"])
    assert {one.speech for page in flow.pages for one in page.speeches} == set(ROUND)


@pytest.mark.parametrize("speeches", [LINCOLN_DOUGLAS, PUBLIC_FORUM])
def test_a_round_of_another_format_is_written_to_the_end(speeches: tuple[str, ...]) -> None:
    cases = spoken_round(speeches=speeches)
    for speech, case in cases.items():
        assert case.failures == (), speech
    first, second, *_, last = cases.values()
    flow = build_flow(last)
    assert {one.speech for page in flow.pages for one in page.speeches} == set(speeches)
    answered = {group.facts["target"] for case in cases.values() for group in case.groups if "target" in group.facts}
    opened = [f"{case.speech}/{g.id}" for case in (first, second) for g in case.groups if g.syllogism == "contention"]
    assert answered.issuperset(opened), "each contention is answered by somebody"
    assert last.cards == (), "the last word reads no new evidence"
    assert [g.syllogism for g in last.groups].count("impact_calculus") == 1
    assert last.speech not in {argument.id.split("/")[0] for argument in find_dropped(flow)}


def test_a_rebuttal_needs_the_speeches_before_it() -> None:
    template = load_outline(PACK, "LD-NR")
    heard = build_flow(spoken_round(speeches=LINCOLN_DOUGLAS)["LD-NC"])
    with pytest.raises(InputError, match="LD-1AR was not heard"):
        prepare_outline(template, heard=heard)


def test_every_answer_names_an_argument_of_the_other_side() -> None:
    cases = spoken_round()
    arguments = {argument.id: argument for argument in build_flow(cases["2AR"]).arguments}
    answers = [one for one in arguments.values() if one.answers]
    assert len(answers) > 20
    for one in answers:
        assert arguments[one.answers].perspective != one.perspective
        assert one.facts.get("target", arguments[one.answers].group) == arguments[one.answers].group


def test_every_position_of_the_1nc_is_answered_in_the_2ac() -> None:
    cases = spoken_round()
    wanted = {f"1NC/{group.id}" for group in cases["1NC"].groups if group.syllogism != "weighing"}
    assert {group.facts["target"] for group in cases["2AC"].groups if "target" in group.facts} == wanted


def _having_read(flow: Flow, documents: set[str]) -> Flow:
    """The flow, had the 1AC read these documents and no others."""
    pointers = [{"document": document, "sentence": 0} for document in sorted(documents)]
    raw = flow.json_value()
    for speech in (speech for page in raw["pages"] for speech in page["speeches"] if speech["speech"] == "1AC"):
        for argument in speech["arguments"]:
            argument["evidence"] = pointers if argument["id"] == "1AC/plan-text" else []
    return Flow.model_validate(raw)


def test_an_answer_prefers_what_its_side_has_not_read() -> None:
    heard = build_flow(spoken_round()["1NC"])
    desk = Desk(speech="2AC")
    first = desk.write(desk.case_spec(strategy=(), heard=_having_read(heard, set()))).view
    used = {card.document for card in first.cards}
    again = desk.write(desk.case_spec(strategy=(), heard=_having_read(heard, used))).view
    assert sum(card.document in used for card in again.cards) < len(first.cards) / 2


def test_both_halves_of_the_block_share_the_positions_out() -> None:
    cases = spoken_round()
    halves = [{g.facts["source"] for g in cases[name].groups if g.syllogism == "extension"} for name in ("2NC", "1NR")]
    assert not halves[0] & halves[1]
    assert halves[0] | halves[1] >= {f"1NC/{g.id}" for g in cases["1NC"].groups if g.syllogism == "disadvantage"}


def test_last_rebuttals_read_no_new_evidence_and_go_for_one_position() -> None:
    cases = spoken_round()
    assert cases["2NR"].cards == cases["2AR"].cards == ()
    (gone_for,) = [choice for choice in cases["2NR"].choices if choice.branch == "go-for"]
    assert len(gone_for.taken) == 1
    desk, disadvantage = Desk(speech="2NR"), gone_for.offered[0]
    spec = desk.case_spec(strategy=(disadvantage,), heard=build_flow(cases["1AR"]))
    groups = desk.write(spec).view.groups
    (calculus,) = [group for group in groups if group.syllogism == "impact_calculus"]
    assert calculus.facts["own_impact"] == disadvantage.replace("-", "/", 1)
    assert calculus.facts["own_impact"] in {group.facts.get("source") for group in groups}
    live = {page.title for page in build_flow(cases["2NR"]).pages if any(s.speech == "2NR" for s in page.speeches)}
    assert len(live) < len(build_flow(cases["2NR"]).pages)


def test_what_was_not_answered_is_conceded_and_said_so() -> None:
    cases = spoken_round()
    conceded = [slot for slot in cases["2AC"].slots if "conceded" in slot.analytic]
    lost = {argument.group for argument in find_dropped(build_flow(cases["1NC"]))}
    answered = {argument.answers for argument in build_flow(cases["1NC"]).arguments}
    for slot in conceded:
        assert slot.extends.rsplit("-", 1)[0] in lost
        assert slot.extends not in answered
    said = describe_unanswered(cases["1NC"])
    left = {one for one in ("harms", "inherency", "solvency") if not any(f"1AC/{one}-" in name for name in answered)}
    assert left, "the 1NC leaves something unanswered"
    assert {one for one in ("harms", "inherency", "solvency") if f"(1AC/{one})" in said} == left
    assert describe_unanswered(cases["1AC"]) == describe_unanswered(cases["2AC"]) == ""


def _without(flow: Flow, speech: str, syllogism: str) -> Flow:
    """The flow with a speech's arguments of a type struck out."""
    pages = []
    for page in flow.pages:
        kept = tuple(
            one.model_copy(update={"arguments": tuple(a for a in one.arguments if a.syllogism != syllogism)})
            if one.speech == speech
            else one
            for one in page.speeches
        )
        pages.append(page.model_copy(update={"speeches": kept}))
    return flow.model_copy(update={"pages": tuple(pages)})


def _verified(case: Case) -> list[str]:
    desk = Desk(speech=case.speech)
    return [failure.what for failure in verify_case(case, desk.documents, desk.template).failures]


def test_an_extension_that_skipped_a_speech_is_refused() -> None:
    case = spoken_round()["2AR"]
    assert case.heard
    assert _verified(case) == []
    skipped = case.model_copy(update={"heard": _without(case.heard, "1AR", "extension")})
    assert any("was not carried in the 1AR" in what for what in _verified(skipped))


@pytest.mark.parametrize(
    ("update", "said"),
    [({"answers": "1NC/nothing"}, "it deals with 1NC/nothing"), ({"answers": ""}, "it deals with nothing")],
)
def test_an_answer_that_points_elsewhere_is_refused(update: dict[str, str], said: str) -> None:
    case = spoken_round()["2AC"]
    spoilt = tuple(slot.model_copy(update=update) if slot.answers else slot for slot in case.slots)
    assert said in _verified(case.model_copy(update={"slots": spoilt}))


def test_a_target_changed_by_hand_is_refused() -> None:
    case = spoken_round()["2AC"]
    aimed = {"facts": {"target": "1NC/nothing", "answer": "no_link"}}
    spoilt = tuple(group.model_copy(update=aimed) if group.syllogism == "rebuttal" else group for group in case.groups)
    found = _verified(case.model_copy(update={"groups": spoilt}))
    assert any("points at '1NC/nothing', which was not said" in what for what in found)
    assert "what it says of itself is not what the template says" in found


def test_a_speech_that_answers_is_refused_until_it_has_heard_what_it_needs() -> None:
    desk = Desk(speech="2AC")
    with pytest.raises(InputError, match="the 1AC was not heard"):
        desk.write(desk.case_spec(strategy=()))
    with pytest.raises(InputError, match="the 1NC was not heard"):
        desk.write(desk.case_spec(strategy=(), heard=build_flow(spoken_round()["1AC"])))


def test_without_anything_to_answer_there_is_no_speech() -> None:
    template = Desk(speech="2NR").template.model_copy(update={"needs": ()})
    with pytest.raises(InputError, match="nothing that was heard calls for a 2NR"):
        prepare_outline(template)


def test_two_files_of_one_round_are_one_flow() -> None:
    cases = spoken_round()
    alone = cases["1NC"].model_copy(update={"heard": None})
    whole = merge_flows((build_flow(cases["1AC"]), build_flow(alone)))
    assert {one.id for one in whole.arguments} == {one.id for one in build_flow(cases["1NC"]).arguments}
    assert merge_flows((whole, whole)) == whole


NAMES = st.sampled_from(["a", "a-b", "a/b", "", "1NC/a", "$plan", "../x"])
ARGUMENTS = st.builds(
    Argument,
    id=NAMES,
    text=st.sampled_from(["", "Words.", "$said"]),
    syllogism=st.sampled_from(["", "advantage", "disadvantage", "kritik", "rebuttal", "extension", "no-such-type"]),
    component=st.sampled_from(["", "impact", "id", "type", "link"]),
    group=NAMES,
    facts=st.dictionaries(st.sampled_from(["target", "source", "id", "new", "plan"]), NAMES, max_size=3),
    answers=NAMES,
    extends=NAMES,
)
SPEECHES = st.builds(
    FlowPageSpeech,
    speech=st.sampled_from([*ROUND, "LD-AC", "nonsense"]),
    arguments=st.lists(ARGUMENTS, max_size=3).map(tuple),
)
PAGES = st.builds(
    FlowPage,
    title=NAMES,
    side=st.sampled_from(["aff", "neg"]),
    speeches=st.lists(SPEECHES, max_size=3).map(tuple),
)


@given(
    pages=st.lists(PAGES, max_size=3), speech=st.sampled_from(ROUND[1:]), format_name=st.sampled_from(["policy", "ld"])
)
def test_whatever_was_heard_a_speech_is_prepared_or_refused_in_words(
    pages: list[FlowPage], speech: str, format_name: str
) -> None:
    heard = Flow(resolution="r", format=format_name, pages=tuple(pages))
    template = load_outline(PACK, speech).model_copy(update={"needs": ()})
    find_dropped(heard), build_heard_syllogisms(template, heard)
    with suppress(InputError):
        assert not any(node.each for node in prepare_outline(template, heard=heard).tree.walk())


def test_a_name_in_what_was_heard_stays_text() -> None:
    """An opponent who writes `$plan` into a tag gets it back to the letter."""
    heard = build_flow(spoken_round()["1NC"])
    spoilt = heard.model_dump_json().replace('"text":"', '"text":"$plan $said costs $5. ')
    desk = Desk(speech="2AC")
    case = desk.write(desk.case_spec(strategy=(), heard=Flow.model_validate_json(spoilt))).view
    extended = next(slot for slot in case.slots if slot.component == "warrant" and slot.extends)
    assert "$plan $said costs $5. " in extended.analytic
