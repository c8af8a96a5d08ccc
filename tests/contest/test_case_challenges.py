"""Challenges to a written case: slots are bound again, mended, widened or emptied, and the case says so."""

from __future__ import annotations

from dataclasses import replace

import pytest
from bench.faults.planting import Bed, add_step, remove_slot
from tests.case.writing import Desk, agreeable
from tests.contest.hall import Hall, case, judging, shared_case
from tests.contest.test_evidence_challenges import bring
from tests.deliberation.table import NOON

from foam.case.establish import is_copied
from foam.case.values import BranchChoice, Slot
from foam.case.verify import verify_case
from foam.case.weigh import METRICS
from foam.contest.job import Heard
from foam.contest.kinds.does_not_follow import DoesNotFollow
from foam.contest.kinds.left_out import LeftOut
from foam.contest.kinds.miscounted import Miscounted
from foam.contest.kinds.not_so import NotSo
from foam.contest.kinds.weighs_otherwise import WeighsOtherwise
from foam.contest.part import FRAME
from foam.contest.subject import CaseFile
from foam.errors import InputError, NotFound
from foam.evidence.document import Document
from foam.job.answers import read_choice
from foam.model.question import Answer, Choose, Chosen
from foam.model.scripted import Call, Said, Script
from foam.record.graph import require_entry


def _then(first: Script, second: Script) -> Script:
    def said(call: Call) -> Said | None:
        return first(call) or second(call)

    return said


def _carded(hall: Hall) -> Slot:
    """A slot whose card leaves something of its source unread."""
    documents = hall.case.documents
    return next(
        slot
        for slot in hall.case.case.slots
        if slot.card and len(slot.card.sentences) < min(5, len(documents[slot.card.document].ends))
    )


def _after(heard: Heard) -> CaseFile:
    assert isinstance(heard.after, CaseFile)
    return heard.after


def _spoilt(hall: Hall, file: CaseFile) -> Hall:
    """A hall whose file was changed behind the record's back, as a fault would be."""
    hall._files[hall.run] = file
    return hall


def _bed(hall: Hall) -> Bed:
    """Where the hall's case is spoilt, on the record."""
    return Bed(hall.table.tools, hall.table.store, lambda: NOON, lambda _: hall.case)


def test_a_card_that_does_not_serve_is_cut_from_another_source() -> None:
    hall = case()
    slot = _carded(hall)
    own = hall.case.documents[slot.card.document].id  # type: ignore[union-attr]
    sentences = {hall.case.documents[own].sentence(n) for n in range(len(hall.case.documents[own].ends))}
    script = _then(judging("sustained", lambda s: s not in sentences), agreeable)
    heard = hall.challenge(slot.id, DoesNotFollow(), "It is about something else.", script=script)
    new = _after(heard).slots[slot.id]
    assert (heard.outcome.disposition, heard.outcome.move) == ("sustained", "swap")
    assert new.card is not None
    assert new.card.document != own
    assert heard.outcome.locality.reuse > 0.9
    assert hall.version(heard.run).case == _after(heard).case  # type: ignore[attr-defined]


def test_a_card_without_a_substitute_leaves_a_hole_and_the_case_is_not_issued() -> None:
    hall = shared_case()
    slot = _carded(hall)
    heard = hall.challenge(slot.id, DoesNotFollow(), "Nothing bears this out.", script=judging("sustained"))
    assert (heard.outcome.move, _after(heard).slots[slot.id].card) == ("retract", None)
    assert not _after(heard).case.issued
    assert hall.case.case.issued


@pytest.mark.parametrize(
    "papers", [(), (bring("It is otherwise, say those who counted."),)], ids=["read on", "brought"]
)
def test_a_card_that_claims_too_much_claims_less(papers: tuple[Document, ...]) -> None:
    hall = case()
    slot = _carded(hall)
    assert slot.card
    source = hall.case.documents[slot.card.document]
    unread = {source.sentence(n) for n in range(len(source.ends)) if n not in slot.card.sentences}
    judge = judging("sustained", lambda sentence: sentence in unread or "who counted" in sentence)
    heard = hall.challenge(
        slot.id, LeftOut(), "It goes on.", script=lambda c: judge(c) or agreeable(c), documents=papers
    )
    new = _after(heard).slots[slot.id]
    assert new.card
    if not papers:
        assert set(new.card.sentences) - set(slot.card.sentences)
    assert len(new.card.sentences) <= 5
    assert not is_copied(slot.card.tag, slot.card.text)
    assert is_copied(new.card.tag, new.card.text)
    assert "narrowed to what its card says" in heard.outcome.came_to[0]


def test_a_changed_quotation_is_found_and_taken_out_or_mended() -> None:
    for put, move in (("indeed", "swap"), ("fully", "retract"), ("not", "retract")):
        hall = case()
        slot = _carded(hall)
        assert slot.card
        words = slot.card.text.split(" ")
        text = " ".join([*words[:3], put, *words[3:]])
        spoilt = slot.model_copy(update={"card": slot.card.model_copy(update={"text": text})})
        slots = tuple(spoilt if one.id == slot.id else one for one in hall.case.case.slots)
        file = replace(hall.case, case=hall.case.case.model_copy(update={"slots": slots}))
        heard = _spoilt(hall, file).challenge(slot.id, NotSo(), "Not their words.")
        assert (heard.outcome.disposition, heard.outcome.move, hall.calls) == ("sustained", move, [])
        card = _after(heard).slots[slot.id].card
        assert (card == slot.card) if move == "swap" else card is None


def test_a_calculation_is_worked_out_again_from_its_sources() -> None:
    hall = case()
    sound = hall.case
    spoilt = add_step(_bed(hall), sound, "income-calculation", "month", "1,411.50")
    heard = hall.challenge("income-calculation", Miscounted(), "It does not add up.", of=spoilt.run)
    assert (heard.outcome.disposition, hall.calls) == ("sustained", [])
    assert _after(heard).slots["income-calculation"] == sound.slots["income-calculation"]


def test_a_sound_calculation_is_upheld_with_its_figures() -> None:
    hall = shared_case()
    heard = hall.challenge("income-calculation", Miscounted(), "It does not add up.")
    assert heard.outcome.disposition == "rejected"
    assert "1,049.20" in heard.outcome.reasons[0].text


def test_a_missing_component_is_bound_where_the_template_has_it() -> None:
    hall = case()
    sound = hall.case
    spoilt, group = remove_slot(_bed(hall), sound, "exception")
    ground = LeftOut(component="exception")
    heard = hall.challenge(group, ground, "No exception.", script=agreeable, of=spoilt.run)
    after = _after(heard)
    assert heard.outcome.disposition == "sustained"
    assert [slot.id for slot in after.case.slots] == [slot.id for slot in sound.case.slots]
    assert verify_case(after.case, after.documents, after.template).ok


def test_why_this_template_is_answered_from_the_recorded_choice() -> None:
    hall = shared_case("policy-debate", "1AC")
    choice = hall.case.case.choices[0]
    heard = hall.challenge(f"choice-{choice.branch}", WeighsOtherwise(), "Why this template?")
    assert heard.outcome.disposition == "rejected"
    assert choice.entry in heard.outcome.reasons[0].cites
    assert choice.taken[0] in heard.outcome.reasons[0].text


def _other_way(hall: Hall, *, last: bool = False) -> tuple[BranchChoice, str]:
    """The first choice or the last, and a way that was not taken."""
    for choice in hall.case.case.choices[:: -1 if last else 1]:
        node = next(one for one in hall.case.template.tree.walk() if one.id == choice.branch)
        for child in node.children:
            if child.id not in choice.taken:
                return choice, child.id
    raise AssertionError("every way was taken")


@pytest.mark.parametrize("last", [False, True], ids=["the whole", "a part"])
def test_why_this_structure_can_succeed_and_leads_to_another_branch(last: bool) -> None:
    hall = case("policy-debate", "1AC")
    choice, way = _other_way(hall, last=last)
    script = _then(judging("sustained"), agreeable)
    heard = hall.challenge(f"choice-{choice.branch}", WeighsOtherwise(instead=way), "The plan needs it.", script=script)
    after = _after(heard)
    (anew,) = [one for one in after.case.choices if one.branch == choice.branch]
    assert (heard.outcome.disposition, heard.outcome.move) == ("sustained", "swap")
    assert way in anew.taken
    assert anew.entry != choice.entry
    spoken = {id for slot in after.case.slots for id in slot.path}
    assert way in spoken
    assert choice.taken[-1] not in spoken
    kept = {slot.path: slot for slot in hall.case.case.slots}
    same = [slot for slot in after.case.slots if slot.path in kept and slot.component != "comparison"]
    assert bool(same) is last
    assert all(kept[slot.path] == slot for slot in same)
    assert hall.version(heard.run).case == after.case  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("said", "ends"), [("rejected", "rejected"), ("sustained in part", "for a person"), ("cannot tell", "for a person")]
)
def test_another_way_that_is_not_borne_out_is_not_taken(said: str, ends: str) -> None:
    hall = shared_case("policy-debate", "1AC")
    choice, way = _other_way(hall)
    words = f"Take the other way, since it is {said}."
    heard = hall.challenge(f"choice-{choice.branch}", WeighsOtherwise(instead=way), words, script=judging(said))
    assert (heard.outcome.disposition, heard.after) == (ends, heard.before)
    asked = hall.evaluator.calls[0].question.prompt
    assert all(one in asked for one in (choice.ask, way, choice.taken[0], hall.case.case.plan))


def test_only_a_way_that_the_branch_offers_can_be_named() -> None:
    hall = shared_case("policy-debate", "1AC")
    choice, _ = _other_way(hall)
    for way in ("beauty", choice.taken[0]):
        with pytest.raises(NotFound, match="no other way"):
            hall.challenge(f"choice-{choice.branch}", WeighsOtherwise(instead=way))


def test_the_weight_of_an_impact_can_be_challenged_and_the_comparison_follows() -> None:
    hall = case("policy-debate", "1AC")
    slot = next(one for one in hall.case.case.slots if hall.case.find_weighing(one.id))
    found = hall.case.find_weighing(slot.id)
    assert found
    weighed = read_choice(require_entry(hall.table.store, found[0].entries[found[1]]))
    metric = next(one.id for one in METRICS if one.id not in weighed)
    rejected = hall.challenge(slot.id, WeighsOtherwise(value=metric), "Surely.", script=judging("rejected"))
    heard = hall.challenge(slot.id, WeighsOtherwise(value=metric), "It says how soon.", script=judging("sustained"))
    after = _after(heard).slots[found[0].id]
    assert (rejected.outcome.disposition, heard.outcome.disposition) == ("rejected", "sustained")
    assert f"weighs on {metric}" in after.analytic
    assert after.entries[found[1]] != found[0].entries[found[1]]
    assert [o for o in _after(heard).case.slots if o.id != after.id] == [
        o for o in hall.case.case.slots if o.id != after.id
    ]


def test_an_impact_calculus_without_probability_says_so() -> None:
    hall = shared_case("policy-debate", "1AC")
    slot = next(s for s in hall.case.case.slots if s.component == "comparison")
    spoken = {metric: metric in slot.analytic for metric in ("magnitude", "probability", "timeframe", "reversibility")}
    for metric, there in spoken.items():
        heard = hall.challenge(slot.id, LeftOut(component=metric), f"It lacks {metric}.")
        if there:
            assert heard.outcome.disposition == "rejected"
        elif heard.outcome.disposition == "sustained":
            assert f"Not weighed: {metric}." in _after(heard).slots[slot.id].analytic


BECAUSE = "Whoever waits longest is to be helped first."


def _give_reasons(call: Call) -> Said | None:
    """Takes the first ways at a branch and says why."""
    question = call.question
    if isinstance(question, Choose) and question.template == "case/branch":
        ids = tuple(option.id for option in question.options[: max(1, question.at_least)])
        return Answer(reply=Chosen(ids=ids), method="scripted", reasons=BECAUSE)
    return agreeable(call)


def _reasoned() -> Hall:
    desk = Desk(_give_reasons, pack="policy-debate", speech="1AC")
    return Hall(desk, desk.write(desk.case_spec(strategy=())).run)


def test_the_reason_of_a_branch_may_speak_for_another_way_which_is_then_taken() -> None:
    hall = _reasoned()
    choice = next(one for one in hall.case.case.choices if set(one.offered) - {*one.taken})
    ways = {child.id for one in hall.case.template.tree.walk() if one.id == choice.branch for child in one.children}
    way = next(one for one in choice.offered if one in ways - {*choice.taken})
    part, ground = f"choice-{choice.branch}", DoesNotFollow(instead=way)
    kept = hall.challenge(part, ground, "It speaks for another.", script=judging("rejected"))
    assert BECAUSE in hall.evaluator.calls[0].question.prompt
    assert (kept.outcome.disposition, kept.outcome.revised) == ("rejected", False)
    script = _then(judging("sustained"), agreeable)
    heard = hall.challenge(part, ground, "So much is plain to any reader.", script=script)
    (anew,) = [one for one in _after(heard).case.choices if one.branch == choice.branch]
    assert (heard.outcome.disposition, way in anew.taken) == ("sustained", True)
    assert hall.version(heard.run).case == _after(heard).case  # type: ignore[attr-defined]


def test_a_branch_of_which_nobody_said_why_has_no_reason_to_challenge() -> None:
    hall = shared_case("policy-debate", "1AC")
    with pytest.raises(InputError, match="does not fit"):
        hall.challenge(f"choice-{hall.case.case.choices[0].branch}", DoesNotFollow())


def test_why_this_frame_is_answered_from_the_record() -> None:
    hall = shared_case("policy-debate", "1AC")
    heard = hall.challenge(FRAME, WeighsOtherwise(), "Why should this be the frame?")
    said = " ".join(reason.text for reason in heard.outcome.reasons)
    assert (heard.outcome.disposition, hall.calls) == ("rejected", [])
    assert hall.case.spec.seat.role in said
    assert hall.case.case.plan in said
    assert all(one.taken[0] in said for one in hall.case.case.choices)
