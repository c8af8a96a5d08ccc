"""Versions: the old one stays, the new one names it, both come from the record alone; repetition is recognised."""

from __future__ import annotations

from typing import Any

import pytest
from prov.model import ProvDerivation
from tests.contest.hall import Hall, case, everything, judging
from tests.deliberation.table import NOON

from foam.contest.docket import list_challenges, list_parties, list_versions, set_parties
from foam.contest.given import WITHOUT_CARDS, Given, check_given
from foam.contest.job import Heard, digest_heard, load_file
from foam.contest.kinds.does_not_follow import DoesNotFollow
from foam.contest.kinds.left_out import LeftOut
from foam.contest.kinds.not_so import NotSo
from foam.contest.provenance import to_prov_with_versions
from foam.contest.redline import compare_versions
from foam.contest.repeats import ENOUGH
from foam.contest.subject import STANDING, CaseFile
from foam.errors import InputError
from foam.job.job import replay
from foam.job.waiting import complete
from foam.record.graph import require_entry
from foam.record.prov import Operator, find_complaints, terms
from foam.record.runs import read_views, require_outcome


def list_carded(file: object) -> list[str]:
    """The slots that a card fills."""
    assert isinstance(file, CaseFile)
    return [slot.id for slot in file.case.slots if slot.card]


def _retract(hall: Hall, number: int = 0, of: str = "") -> Heard:
    slot = list_carded(hall.version(of or hall.run))[number]
    return hall.challenge(slot, DoesNotFollow(), f"Off the point {number}.", script=judging("sustained"), of=of)


def test_the_old_version_stays_and_the_new_one_is_replayed_without_a_model() -> None:
    hall = case()
    before = hall.case.case
    heard = _retract(hall)
    again = complete(load_file(hall.table.store, hall.run))
    assert again.view == before
    replayed = complete(replay(hall.table.store, heard.run))
    assert digest_heard(replayed) == digest_heard(heard) == read_views(require_outcome(hall.table.store, heard.run))
    assert replayed.outcome == heard.outcome


def test_challenges_to_a_version_build_on_it() -> None:
    hall = case()
    first = _retract(hall)
    second = _retract(hall, of=first.run)
    struck = {first.outcome.challenge.node, second.outcome.challenge.node}
    assert len(struck) == 2
    assert struck.isdisjoint(list_carded(hall.version(second.run)))
    assert list_versions(hall.table.store, second.run) == ((second.run, first.run), (first.run, hall.run))


def test_the_same_challenge_again_is_the_same_run_and_asks_nothing() -> None:
    hall = case()
    first, again = _retract(hall), _retract(hall)
    assert (again.run, digest_heard(again)) == (first.run, digest_heard(first))
    assert hall.calls == []


def test_a_version_was_a_revision_of_the_one_before_it() -> None:
    hall = case()
    heard = _retract(hall)
    document = to_prov_with_versions(hall.table.store, heard.run, operator=Operator(name="Northvale"))
    revised = [
        dict(one.formal_attributes)
        for one in document.get_records(ProvDerivation)
        if any("Revision" in str(kind) for kind in one.get_attribute("prov:type"))
    ]
    ends = [{str(value) for value in one.values() if value} for one in revised]
    assert ends == [{str(terms.answer(heard.run)), str(terms.answer(hall.run))}]
    assert find_complaints(document) == ()


def test_a_challenge_that_changed_nothing_made_no_version() -> None:
    hall = case()
    heard = hall.challenge(list_carded(hall.file)[0], NotSo(), "Not their words.")
    assert list_versions(hall.table.store, heard.run) == ()
    assert heard.after.run == hall.run


def test_a_rejected_challenge_in_other_words_is_recognised_and_asks_nobody() -> None:
    hall = case()
    slot = list_carded(hall.file)[0]
    first = hall.challenge(slot, LeftOut(), "Contrary evidence was ignored here.", script=judging("rejected"))
    again = hall.challenge(slot, LeftOut(), "Here contrary evidence was ignored!", script=judging("rejected"))
    assert (first.outcome.disposition, first.outcome.repeats) == ("rejected", "")
    assert again.outcome.repeats
    assert (again.outcome.disposition, hall.calls) == ("rejected", [])
    replayed = complete(replay(hall.table.store, again.run))
    assert replayed.outcome == again.outcome


def test_after_many_rejections_words_alone_are_not_heard_again() -> None:
    hall = case()
    slot = list_carded(hall.file)[0]
    asked = []
    for number in range(ENOUGH // 3 + 3):
        words = " ".join(f"{word}{number}" for word in ("entirely", "different", "reason", "again"))
        heard = hall.challenge(slot, LeftOut(), words, script=judging("rejected"))
        asked.append(len(hall.calls))
        assert heard.outcome.disposition == "rejected"
    assert asked == [1] * (ENOUGH // 3) + [0] * 3


def test_another_seed_is_no_new_material() -> None:
    hall = case()
    slot = list_carded(hall.file)[0]
    hall.challenge(slot, LeftOut(), "Contrary evidence was ignored.", script=judging("rejected"))
    again = hall.challenge(
        slot, LeftOut(), "Contrary evidence was ignored.", script=judging("sustained", everything), seed=7
    )
    assert (again.outcome.disposition, hall.calls) == ("rejected", [])


@pytest.mark.parametrize("new", ["another part", "another kind", "another reason"])
def test_what_is_new_is_heard(new: str) -> None:
    hall = case()
    slots = list_carded(hall.file)
    hall.challenge(slots[0], LeftOut(), "Contrary evidence was ignored here.", script=judging("rejected"))
    node = slots[1] if new == "another part" else slots[0]
    ground = NotSo() if new == "another kind" else LeftOut()
    other = "The integrity bulletin says quite the opposite."
    words = other if new == "another reason" else "Contrary evidence was ignored."
    assert hall.challenge(node, ground, words, script=judging("rejected")).outcome.repeats == ""


def test_a_sustained_challenge_put_again_is_no_repetition() -> None:
    hall = case()
    slot = list_carded(hall.file)[0]
    hall.challenge(slot, DoesNotFollow(), "Off the point.", script=judging("sustained"))
    assert hall.challenge(slot, DoesNotFollow(), "Off the point!", script=judging("sustained")).outcome.repeats == ""


def test_a_redline_shows_what_fell_and_nothing_that_stands() -> None:
    heard = _retract(case())
    assert {row.part for row in heard.redline} >= {heard.outcome.challenge.node, STANDING}
    assert {row.change for row in heard.redline} == {"changed"}
    assert compare_versions(heard.before.reading, heard.before.reading) == ()


@pytest.mark.parametrize(
    ("move", "disposition"),
    [
        ("concede", "sustained"),
        ("retract", "sustained"),
        ("qualify", "partly sustained"),
        ("rebut", "rejected"),
    ],
)
def test_a_person_may_answer_in_every_way(move: Any, disposition: str) -> None:
    hall = case()
    slot = next(one for one in hall.case.case.slots if one.card)
    assert slot.card
    evidence = slot.card.pointers[:1] if move == "rebut" else ()
    given = Given(move=move, by="Ivo Marek", because="I have looked at it again.", evidence=evidence)
    heard = hall.challenge(slot.id, DoesNotFollow(), f"To be answered: {move}.", answer=given)
    assert heard.outcome.disposition == disposition
    assert (slot.id in list_carded(heard.after)) == (move in ("rebut", "qualify")), "a qualified card has other words"
    answered = require_entry(hall.table.store, heard.outcome.reasons[0].cites[0])
    assert (answered.draft.decider.type, answered.draft.decider.id) == ("person", "Ivo Marek")


@pytest.mark.parametrize("move", ["rebut", "swap"])
def test_an_answer_brings_what_its_move_needs(move: Any) -> None:
    with pytest.raises(InputError, match="takes evidence"):
        check_given(Given(move=move, by="Ann", because="So."))


def test_where_there_is_no_card_no_other_evidence_takes_its_place() -> None:
    check_given(Given(move="rebut", by="Ann", because="So."), WITHOUT_CARDS)
    with pytest.raises(InputError, match="swap does not fit"):
        check_given(Given(move="swap", by="Ann", because="So."), WITHOUT_CARDS)


def test_a_challenge_can_be_held_open_and_answered_by_the_checks_later() -> None:
    hall = case()
    slot = list_carded(hall.file)[0]
    held = hall.challenge(slot, NotSo(), "Not their words.", hold=True)
    assert (held.outcome.disposition, held.outcome.move, held.outcome.revised) == ("open", "none", False)
    heard = hall.challenge(slot, NotSo(), "Not their words.")
    assert heard.outcome.disposition == "rejected"
    listed = list_challenges(hall.table.store, hall.run)
    assert [row.outcome.disposition for row in listed if row.outcome] == ["open", "rejected"]


def test_the_docket_lists_challenges_to_every_version() -> None:
    hall = case()
    first = _retract(hall)
    _retract(hall, of=first.run)
    assert next(iter(list_challenges(hall.table.store, hall.run))).run == first.run
    assert len(list_challenges(hall.table.store, hall.run)) == 2


def test_parties_are_declared_and_the_last_word_counts() -> None:
    hall = case()
    assert list_parties(hall.table.store, hall.run) == ()
    for second, names in enumerate((["Rosa Delmar"], ["Rosa Delmar", "Dana Petrov"])):
        set_parties(hall.table.store, hall.run, names, by="clerk", clock=lambda: NOON.replace(second=second))  # noqa: B023
    assert list_parties(hall.table.store, hall.run) == ("Dana Petrov", "Rosa Delmar")
