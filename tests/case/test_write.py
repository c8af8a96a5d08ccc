"""A case from end to end, on a scripted model: every slot bound or the case refused, and the same from the record."""

from __future__ import annotations

import pytest
from tests.case.writing import Desk, agreeable, sample

from foam.case.cut import DESCRIBES
from foam.case.provenance import trace_sentences
from foam.case.values import NEEDED
from foam.errors import InputError, SettingError
from foam.evidence.assemble import MOST_SENTENCES, assemble
from foam.evidence.corpus import ListedCorpus
from foam.job.job import replay
from foam.job.waiting import complete
from foam.model.question import Labelled, Written
from foam.model.scripted import Call, Said, ScriptedModel
from foam.pack.loader import load_pack
from foam.pack.outlines import list_speeches, load_outline
from foam.record.graph import longest_chain, require_entry

SCHOOLS = "Should secondary schools begin lessons after nine o'clock?"


@pytest.mark.parametrize("strategy", ["traditional", "soft-left", "kritik"])
@pytest.mark.parametrize("resolution", ["", SCHOOLS])
def test_every_kind_of_case_is_written_and_issued(strategy: str, resolution: str) -> None:
    desk = Desk()
    case = desk.write(desk.case_spec(resolution=resolution, strategy=(strategy,))).view
    assert case.failures == ()
    assert 1300 <= case.words <= 1700
    assert sum(slot.words for slot in case.slots) == case.budget


def test_every_quotation_is_assembled_from_its_document() -> None:
    desk, case = sample()
    for card in case.cards:
        document = desk.documents[card.document]
        assert card.text == assemble(document, card.sentences)
        assert 1 <= len(card.sentences) <= MOST_SENTENCES


def test_no_syllogism_spends_a_source_twice() -> None:
    _, case = sample()
    for group in case.groups:
        spent = [slot.card.document for slot in case.list_slots(group.id) if slot.card]
        assert len(spent) == len(set(spent))


def test_every_choice_says_what_was_offered_what_was_taken_and_why() -> None:
    desk, case = sample()
    first, second = case.choices
    assert (first.branch, first.taken, first.by) == ("1AC", ("traditional",), "strategy asked for")
    assert second.branch == "advantages"
    assert len(second.taken) == 2
    kinds = [require_entry(desk.store, choice.entry).draft.kind for choice in case.choices]
    assert kinds == ["branch", "contentions"]


def test_a_rerun_asks_nothing_and_a_replay_needs_neither_model_nor_library() -> None:
    desk = Desk()
    first = desk.write()
    assert (desk.write().asked, desk.write().digest) == (0, first.digest)
    assert complete(replay(desk.store, first.run)) == first.view


def test_the_same_seed_gives_the_same_bytes_and_another_does_not() -> None:
    one, same = Desk().write(), Desk().write()
    desk = Desk()
    other = desk.write(desk.case_spec(seed=1))
    assert one.view.model_dump_json() == same.view.model_dump_json()
    assert other.view.model_dump_json() != one.view.model_dump_json()


def test_slots_are_bound_at_once() -> None:
    """The longest chain does not grow with the slots: it is that of the refinement, not of the binding."""
    desk = Desk()
    ran = desk.write()
    assert longest_chain(desk.store, ran.run) < ran.asked / 4


def test_every_substantive_sentence_leads_somewhere() -> None:
    desk, case = sample()
    for traced in trace_sentences(case):
        if traced.pointer:
            assert desk.documents[traced.pointer.document].sentence(traced.pointer.sentence) == traced.text
        else:
            require_entry(desk.store, traced.entry)


def test_without_evidence_the_case_is_refused_and_says_what_to_look_for() -> None:
    desk = Desk()
    desk.corpus = ListedCorpus([])
    case = desk.write().view
    unfilled = [failure for failure in case.failures if failure.rule == "unfilled"]
    assert {failure.slot for failure in unfilled} == {slot.id for slot in case.slots[1:]}
    assert unfilled[0].remedy.startswith("add evidence; look for: Harm is done today.")
    assert NEEDED in case.slots[1].spoken
    assert case.slots[1].searched


def test_a_slot_for_which_no_sentence_serves_stays_empty() -> None:
    def none_for_impacts(call: Call) -> Said | None:
        said = agreeable(call)
        if call.question.template == "case/argument" and isinstance(said, Written):
            empty = {"at": (), "tag": "", "warrant": ""}
            rows = said.fields["parts"]
            assert isinstance(rows, tuple)
            kept = [
                row | (empty if str(row["part"]).endswith("-impact") else {}) for row in rows if isinstance(row, dict)
            ]
            return Written(fields={"parts": tuple(kept)})
        return said

    case = Desk(none_for_impacts).write().view
    empty = [slot for slot in case.slots if not slot.filled]
    assert {slot.component for slot in empty} == {"impact", "comparison"}
    assert {f.rule for f in case.failures if f.slot in {slot.id for slot in empty}} == {"unfilled"}


def test_a_tag_that_the_evidence_contradicts_is_replaced_by_the_sources_own_words() -> None:
    def boastful(call: Call) -> Said | None:
        if call.question.template == "case/alignment":
            return Labelled(label="contradicts")
        return agreeable(call)

    desk = Desk(boastful)
    case = desk.write().view
    assert case.failures == ()
    for card in case.cards:
        assert card.alignment == "its own words"
        assert card.tag.rstrip("…") in card.body


def test_a_figure_that_the_evidence_does_not_give_never_stands_in_a_tag() -> None:
    def inventive(call: Call) -> Said | None:
        return (
            Written(fields={"tag": "Deaths fall by 97.3 percent."})
            if call.question.template == "case/tag"
            else agreeable(call)
        )

    assert not [card for card in Desk(inventive).write().view.cards if "97.3" in card.tag]


def test_a_card_against_its_own_seat_is_tried_again_and_then_reported() -> None:
    def contrary(call: Call) -> Said | None:
        if call.question.template == "case/coherence":
            return Labelled(label="contradicts")
        return agreeable(call)

    case = Desk(contrary).write().view
    assert {failure.rule for failure in case.failures} == {"perspective"}
    assert len(case.failures) == sum(bool(slot.card) and slot.component not in DESCRIBES for slot in case.slots)


def test_what_a_seat_names_is_made_and_marked() -> None:
    _, case = sample()
    assert [(made.at, made.node.id) for made in case.generated] == [("advantages", "own-1"), ("advantages", "own-2")]
    assert {slot.group for slot in case.slots} >= {"own-1", "own-2"}
    assert sum(slot.words for slot in case.slots) == case.budget
    assert case.failures == ()


def test_a_seat_of_the_other_side_is_refused() -> None:
    desk = Desk()
    with pytest.raises(SettingError, match="treasurer declared oppose_direct"):
        desk.write(desk.case_spec(seat="treasurer"))


def test_a_seat_without_a_stance_is_held_to_the_side_of_the_speech() -> None:
    desk = Desk()
    case = desk.write(desk.case_spec(seat="environmentalist")).view
    assert case.side == "aff"
    stances = [one.answer["stance"] for one in desk.store.entries(kind="position")]
    assert stances == ["affirm_whole"]


@pytest.mark.parametrize("strategy", [("no-such-way",), ("traditional", "equity")])
def test_a_strategy_that_the_tree_does_not_have_is_refused(strategy: tuple[str, ...]) -> None:
    desk = Desk()
    with pytest.raises(InputError):
        desk.write(desk.case_spec(strategy=strategy))


def test_a_budget_that_cannot_hold_the_minimums_is_refused() -> None:
    desk = Desk()
    least = desk.template.between[0]
    with pytest.raises(InputError, match=f"{least - 1} words cannot hold a 1AC: it has at least {least}"):
        desk.write(desk.case_spec(words=least - 1))
    assert isinstance(desk.model, ScriptedModel)
    assert desk.model.calls == []


PACK = load_pack("policy-debate")
OTHER_SPEECHES = [one for one in list_speeches(PACK) if one != "1AC" and not load_outline(PACK, one).needs]


@pytest.mark.parametrize("speech", OTHER_SPEECHES)
@pytest.mark.parametrize("resolution", ["", SCHOOLS])
def test_every_other_speech_of_the_pack_is_written_for_its_side(speech: str, resolution: str) -> None:
    desk = Desk(speech=speech)
    case = desk.write(desk.case_spec(resolution=resolution, strategy=())).view
    assert case.failures == ()
    filed = {desk.documents[card.document].facets.side for card in case.cards}
    assert filed == {desk.template.side}


def test_sources_about_another_resolution_are_left_out() -> None:
    desk = Desk()
    for resolution, topic in (("", "free public transport"), (SCHOOLS, "later school hours")):
        case = desk.write(desk.case_spec(resolution=resolution)).view
        assert {desk.documents[card.document].facets.topic for card in case.cards} == {topic}
