"""Each guard of each act, broken one at a time: the act is refused, and the refusal is that guard's."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from tests.appeal.matters import TO_REVIEW, find_refusing, matter, reached, reason, right_act, walked, words

from foam.appeal.acts import (
    Act,
    Admission,
    Assignment,
    Delivery,
    Disclosure,
    Evidence,
    Filing,
    Hearing,
    Item,
    Nothing,
    Opening,
    Postponement,
    Redaction,
    Ruling,
    Sent,
)
from foam.appeal.guards import GUARDS
from foam.appeal.parties import Party, Role
from foam.appeal.perform import find_refusals, perform
from foam.appeal.profile import find_profile
from foam.appeal.ruling import ALL_GUARDS
from foam.appeal.standing import Standing
from foam.appeal.table import load_table

Broken = Callable[[Standing, Act], tuple[Standing, Act]]


def _act(**changed: object) -> Broken:
    return lambda standing, act: (standing, act.model_copy(update=changed))


def _standing(**changed: object) -> Broken:
    return lambda standing, act: (standing.model_copy(update=changed), act)


def _brought(change: Callable[[Act], object]) -> Broken:
    return lambda standing, act: (standing, act.model_copy(update={"brought": change(act)}))


def _by(**changed: object) -> Broken:
    return lambda standing, act: (standing, act.model_copy(update={"by": act.by.model_copy(update=changed)}))


def _with_profile(id: str) -> Broken:
    return _standing(profile=find_profile(id))


def _ruling(**changed: object) -> Broken:
    def change(act: Act) -> Ruling:
        assert isinstance(act.brought, Ruling)
        return act.brought.model_copy(update=changed)

    return _brought(change)


def _other_reasons(*cites: str) -> Broken:
    def change(act: Act) -> Ruling:
        assert isinstance(act.brought, Ruling)
        said = tuple(d.model_copy(update={"reasons": (reason("x", *cites),)}) for d in act.brought.dispositions)
        return act.brought.model_copy(update={"dispositions": said})

    return _brought(change)


def _unseen_item(standing: Standing, act: Act) -> tuple[Standing, Act]:
    """An item that one side has not seen; a ruling relies on it, a disclosure forgets it."""
    items = (*standing.items, Item(id="i99", title=words("hidden")))
    update: dict[str, object] = {"items": items, "shown": standing.shown | {"i99": {}}}
    hidden = standing.model_copy(update=update)
    return _other_reasons("i99")(hidden, act) if isinstance(act.brought, Ruling) else (hidden, act)


def _advice_only(standing: Standing, act: Act) -> tuple[Standing, Act]:
    advice = tuple(item.model_copy(update={"kind": "advice"}) for item in standing.items)
    return standing.model_copy(update={"items": advice}), act


def _late(standing: Standing, act: Act) -> tuple[Standing, Act]:
    filed = standing.dates["file"] + timedelta(days=400)
    late = standing.model_copy(update={"dates": standing.dates | {"file": filed}})
    return late, act.model_copy(update={"brought": Admission()})


def _bare(standing: Standing, act: Act) -> tuple[Standing, Act]:
    """A decision that tells nothing."""
    decision = standing.opening.decision.model_copy(
        update={"reasons": (), "rules": (), "ai_role": "", "main_elements": (), "how_to_contest": ""}
    )
    told: Opening = standing.opening.model_copy(update={"decision": decision})
    return standing.model_copy(update={"opening": told, "profile": find_profile("aiact86")}), act


_AFAR = timedelta(days=3650)

VIOLATIONS: dict[str, Broken] = {
    "ai_role_told": _bare,
    "escalated_for_delay": _standing(escalated_by="appeal"),
    "every_ground_answered": _ruling(dispositions=()),
    "expedited_fits_profile": lambda s, a: (s, a.model_copy(update={"brought": _fast(a)})),
    "extension_allowed": _with_profile("generic"),
    "filed_late": lambda s, a: (s.model_copy(update={"dates": s.dates | {"file": s.dates["issue_notice"]}}), a),
    "grounds_fit_profile": lambda s, a: (s, a.model_copy(update={"brought": _twice(a)})),
    "hearing_held_if_asked": lambda s, a: (s.model_copy(update={"filing": _asks_hearing(s), "heard": False}), a),
    "hearing_missed": _standing(heard=True),
    "hearing_notice_long_enough": _brought(lambda a: Hearing(at=a.at + timedelta(days=2), place=words("x"))),
    "hearing_was_set": _standing(hearing=None),
    "independent": _by(id="worker"),
    "is_the_reviewer": _standing(reviewer="somebody-else"),
    "known_items": _brought(lambda a: Disclosure(items=("i1", "i77"))),
    "known_words": _brought(lambda a: Redaction(commitments=(words("never said").commitment,), because="x")),
    "last_day_not_shorter": _brought(lambda a: Sent(file_by=a.at.date())),
    "natural_person": _by(nature="software"),
    "new_items": lambda s, a: (s, a.model_copy(update={"brought": _numbered_wrong(a)})),
    "not_advice_alone": _advice_only,
    "nothing_left_to_do": lambda s, a: (reached()["decision_notified"], a),
    "notice_complete": _bare,
    "only_disclosed": _unseen_item,
    "office_offered": _standing(offered_side="affected"),
    "other_side_offered": _standing(offer=None),
    "own_side": _by(id="worker", role="affected_person"),
    "overdue": lambda s, a: (s, a.model_copy(update={"at": s.last})),
    "postponement_left": lambda s, a: (s, a.model_copy(update={"brought": Postponement(until=(a.at + _AFAR).date())})),
    "reasoned": _act(reasons=()),
    "reasons_cite_record": _other_reasons(),
    "received_after_sent": lambda s, a: (s, a.model_copy(update={"brought": Delivery(on=(a.at + _AFAR).date())})),
    "remedy_fits_outcome": _ruling(outcome="upheld"),
    "remedy_ordered": _standing(ruling=None),
    "reviewer_independent": _brought(lambda a: Assignment(reviewer="analyst")),
    "right_to_explanation": _with_profile("generic"),
    "right_to_review": _with_profile("us_ecoa_explain"),
    "second_official": _by(id="worker"),
    "time_to_object": lambda s, a: (s, a.model_copy(update={"at": a.at + _AFAR})),
    "time_to_object_over": lambda s, a: _soon(reached()["withdrawn"], a),
    "timely_or_good_cause": _late,
    "whole_record": _unseen_item,
    "window_over": lambda s, a: (s, a.model_copy(update={"at": s.last})),
}


def _soon(standing: Standing, act: Act) -> tuple[Standing, Act]:
    return standing, act.model_copy(update={"at": standing.last})


def _fast(act: Act) -> object:
    assert isinstance(act.brought, Filing | Admission)
    return act.brought.model_copy(update={"expedited": "yesterday"})


def _twice(act: Act) -> object:
    assert isinstance(act.brought, Filing)
    return act.brought.model_copy(update={"grounds": act.brought.grounds * 2})


def _asks_hearing(standing: Standing) -> object:
    assert standing.filing is not None
    return standing.filing.model_copy(update={"hearing": True})


def _numbered_wrong(act: Act) -> object:
    brought = act.brought
    assert isinstance(brought, Filing | Evidence) or brought.type == "advice"
    items = tuple(item.model_copy(update={"id": "i1"}) for item in brought.items)
    return brought.model_copy(update={"items": items})


GUARDED = [(row.name, guard) for row in load_table().values() for guard in row.guards]


def make_ready(name: str) -> tuple[Standing, Act]:
    """A matter in which the act can be done, and the act."""
    for id in ("generic", "us_ecoa_explain", "gdpr22"):
        for standing in _candidates(id):
            act = right_act(name, standing)
            if not find_refusals(standing, act):
                return standing, act
    raise AssertionError(f"nowhere can {name} be done")


def _candidates(id: str) -> list[Standing]:
    found = list(reached(id).values())
    if id == "generic":
        late = walked(matter(id), "issue_notice", "expire", "file")
        heard = walked(matter(id), *TO_REVIEW[:6], "set_hearing")
        upheld = walked(matter(id), *TO_REVIEW)
        ending = walked(matter(id), *TO_REVIEW[:3], "offer", "bring_paper")
        found += [late, heard, upheld, ending]
    return found


@pytest.mark.parametrize(("name", "guard"), GUARDED, ids=[f"{n}-{g}" for n, g in GUARDED])
def test_a_broken_guard_refuses_the_act(name: str, guard: str) -> None:
    standing, act = make_ready(name)
    assert ALL_GUARDS[guard](standing, act) == ""
    broken, wrong = VIOLATIONS[guard](standing, act)
    said = ALL_GUARDS[guard](broken, wrong)
    assert said
    if broken.state in load_table()[name].starts and wrong.at >= broken.last:
        assert said in find_refusals(broken, wrong).values()


def test_every_guard_is_broken_by_some_test() -> None:
    assert set(VIOLATIONS) == set(ALL_GUARDS)


@pytest.mark.parametrize("id", ["worker", "analyst", "ada", "officer"])
def test_who_took_part_may_not_decide(id: str) -> None:
    """The first decider, who ran the deliberation, the person and the officer of the agency are all barred."""
    standing = walked(matter(), *TO_REVIEW[:6])
    brought = right_act("submit", standing, "evidence_officer")
    standing = walked(perform(standing, brought), "disclose", "close_record")
    act = right_act("assign", standing).model_copy(update={"brought": Assignment(reviewer=id)})
    assert find_refusing(standing, act) == {"reviewer_independent"}


def test_a_reviewer_may_not_decide_again_after_an_appeal() -> None:
    decided = walked(matter(), *TO_REVIEW, "decide", "notify_decision")
    again = walked(decided, "appeal", "reopen", "disclose_record", "open_evidence", "close_record")
    assert find_refusing(again, right_act("assign", again)) == {"reviewer_independent"}


def test_a_decision_may_not_rest_on_what_came_after_disclosure() -> None:
    """Evidence brought by one side and shown to nobody holds the record open."""
    standing = walked(matter(), *TO_REVIEW[:6], "submit")
    act = right_act("close_record", standing)
    assert find_refusing(standing, act) == {"whole_record"}
    assert "i3" in next(iter(find_refusals(standing, act).values()))


def test_shown_items_must_have_been_there_for_the_days_of_the_profile() -> None:
    standing = walked(matter(), *TO_REVIEW[:6], "submit", "disclose")
    soon = right_act("close_record", standing, at=standing.last)
    assert find_refusing(standing, soon) == {"whole_record"}
    assert "i1, i2, i3" in next(iter(find_refusals(standing, soon).values()))
    assert not find_refusals(standing, right_act("close_record", standing))


def test_the_person_may_do_without_the_days_to_read_what_was_shown_and_not_what_comes_later() -> None:
    standing = walked(matter("us_snap"), *TO_REVIEW[:6])
    soon = right_act("close_record", standing, at=standing.last)
    assert find_refusing(standing, soon) == {"whole_record"}
    waived = walked(standing, "waive_days")
    assert not find_refusals(waived, right_act("close_record", waived, at=waived.last))
    tomorrow = waived.last + timedelta(days=1)
    brought = perform(waived, right_act("submit", waived, at=tomorrow))
    shown = perform(brought, right_act("disclose", brought, at=tomorrow))
    assert find_refusing(shown, right_act("close_record", shown, at=tomorrow)) == {"whole_record"}


@pytest.mark.parametrize("again", [(), ("reopen", "disclose_record")])
def test_what_was_ordered_is_owed_though_the_next_level_is_taken_back(again: tuple[str, ...]) -> None:
    decided = walked(matter(), *TO_REVIEW, "decide", "notify_decision")
    back = walked(decided, "appeal", *again, "withdraw")
    assert back.state == "withdrawn"
    assert "nothing_left_to_do" in find_refusing(back, right_act("close", back))
    later = right_act("close", back).at
    due = perform(back, right_act("order_remedy", back, at=later))
    assert walked(due, "implement", "close").state == "closed"
    done = walked(decided, "order_remedy", "implement", "appeal", *again, "withdraw")
    assert walked(done, "close").state == "closed"


def test_the_words_of_the_decision_are_corrected_until_an_appeal_answers_them() -> None:
    sent = walked(matter(), "issue_notice")
    corrected = walked(sent, "correct_decision")
    assert corrected.state == sent.state
    assert corrected.opening.decision.action == right_act("correct_decision", sent).brought.action  # type: ignore[union-attr]
    filed = walked(corrected, "file")
    assert find_refusals(filed, right_act("correct_decision", filed))


def _as(standing: Standing, name: str, id: str, role: Role) -> set[str]:
    """The guards that refuse this act to this person."""
    act = right_act(name, standing, role)
    return find_refusing(standing, act.model_copy(update={"by": Party(id=id, role=role)}))


def test_nobody_of_the_office_ends_a_contest_in_the_name_of_the_person() -> None:
    """Alone, as the person, as who speaks for them, or by a paper that nobody else has seen."""
    filed = walked(matter(), *TO_REVIEW[:3])
    assert _as(filed, "withdraw", "worker", "affected_person") == {"own_side"}
    assert _as(filed, "withdraw", "worker", "representative") == {"own_side"}
    assert _as(filed, "settle", "worker", "original_decider") == {"other_side_offered"}
    assert _as(filed, "confirm_withdrawal", "clerk", "records_clerk") == {"second_official"}
    offered = walked(filed, "offer")
    assert _as(offered, "settle", "worker", "original_decider") == {"other_side_offered"}
    assert _as(offered, "settle", "worker", "affected_person") == {"own_side"}
    brought = perform(offered, right_act("bring_paper", offered, "original_decider"))
    for id in ("worker", "boss"):
        refused = {"second_official"} if id == "worker" else set()
        assert _as(brought, "confirm_settlement", id, "supervisor") == refused
        assert _as(brought, "confirm_withdrawal", id, "supervisor") == refused
    own = perform(offered, right_act("bring_paper", offered, "records_clerk"))
    assert _as(own, "confirm_withdrawal", "clerk", "records_clerk") == {"second_official"}


def test_terms_of_the_person_are_agreed_to_by_the_office() -> None:
    filed = walked(matter(), *TO_REVIEW[:3])
    offered = perform(filed, right_act("offer", filed, "affected_person"))
    assert _as(offered, "settle", "ada", "affected_person") == {"other_side_offered"}
    assert perform(offered, right_act("settle", offered, "original_decider")).state == "settled"
    brought = walked(offered, "bring_paper")
    assert _as(brought, "confirm_settlement", "clerk", "records_clerk") == {"office_offered"}


@pytest.mark.parametrize(("acts", "state"), [(("withdraw",), "withdrawn"), (("offer", "settle"), "settled")])
def test_after_an_end_there_are_days_to_object_and_the_contest_goes_on(acts: tuple[str, ...], state: str) -> None:
    open_ = walked(matter(), *TO_REVIEW[:6])
    before = open_ if state == "withdrawn" else walked(matter(), *TO_REVIEW[:5])
    ended = walked(before, *acts)
    assert ended.state == state
    soon = right_act("close", ended, at=ended.last + timedelta(days=ended.profile.objection_days - 1))
    assert find_refusing(ended, soon) == {"time_to_object_over"}
    assert not find_refusals(ended, right_act("close", ended))
    late = right_act("object", ended, at=ended.last + timedelta(days=ended.profile.objection_days + 7))
    assert find_refusing(ended, late) == {"time_to_object"}
    on = perform(ended, right_act("object", ended, at=ended.last + timedelta(days=3)))
    assert (on.state, on.offer, on.paper_by, on.stay, on.stayed_days) == (before.state, None, "", None, 3)


def test_a_hearing_on_the_first_day_that_is_allowed_and_held_at_its_minute_is_in_order() -> None:
    standing = reached()["evidence_open"]
    act = right_act("close_record", standing)
    wanted = standing.profile.hearing_notice_days
    for days, refused in ((wanted - 1, True), (wanted, False), (wanted + 1, False)):
        hearing = Hearing(at=act.at + timedelta(days=days), place=words("room 4"))
        asked = act.model_copy(update={"brought": hearing})
        assert bool(GUARDS["hearing_notice_long_enough"](standing, asked)) is refused
        waived = act.model_copy(update={"brought": hearing.model_copy(update={"waived": True})})
        assert GUARDS["hearing_notice_long_enough"](standing, waived) == ""
    for days, refusal in ((0, ""), (-1, "the hearing lies in the past")):
        hearing = Hearing(at=act.at + timedelta(days=days), place=words("room 4"), waived=True)
        asked = act.model_copy(update={"brought": hearing})
        assert GUARDS["hearing_notice_long_enough"](standing, asked) == refusal
    today = Hearing(at=act.at, place=words("room 4"))
    refusal = GUARDS["hearing_notice_long_enough"](standing, act.model_copy(update={"brought": today}))
    assert refusal == f"the hearing is 0 days ahead, and {wanted} are due"
    later = standing.model_copy(update={"hearing": Hearing(at=act.at, place=words("room 4"))})
    assert GUARDS["hearing_was_set"](later, act) == ""
    assert GUARDS["hearing_was_set"](later, act.model_copy(update={"at": act.at - timedelta(minutes=1)}))


@pytest.mark.parametrize(
    "guard", ["received_after_sent", "grounds_fit_profile", "hearing_notice_long_enough", "postponement_left"]
)
def test_an_act_that_brings_nothing_is_not_measured_by_what_another_brings(guard: str) -> None:
    standing = reached()["evidence_open"]
    act = right_act("close_record", standing).model_copy(update={"brought": Nothing()})
    assert GUARDS[guard](standing, act) == ""
