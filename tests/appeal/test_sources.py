"""A letter is held to its sources: reasons that what they cite does not bear out keep it from being issued."""

from __future__ import annotations

from typing import Any

import pytest
from tests.appeal.matters import matter, walked, words
from tests.appeal.office import FORM, STEPS, Office

from foam.appeal.acts import FirstDecision, Item, Reason, Words
from foam.appeal.notices.sources import HeldReason, hold_to_sources, list_missing
from foam.appeal.parties import Role
from foam.appeal.standing import Standing
from foam.appeal.submit import require_sources
from foam.errors import InputError
from foam.model.judge import shipped_judge

LEDGER = "The member paid 40 crowns on 3 March 2025. The boat shed was locked that week."


def hold(says: str, *contents: str | None, cites: tuple[str, ...] = ("i1",)) -> HeldReason:
    """A reason that cites the first of these papers, held against it."""
    said: dict[str, str] = {}

    def put(text: str) -> Words:
        kept = words(text)
        said[kept.commitment] = text
        return kept

    items = tuple(
        Item(id=f"i{number}", title=put("ledger"), content=put(one) if one is not None else None)
        for number, one in enumerate(contents, 1)
    )
    sent = walked(matter("generic"), "issue_notice")
    told = sent.opening.decision.model_copy(update={"reasons": (Reason(words=put(says), cites=cites),)})
    standing = _with(sent, told, *items)
    (held,) = hold_to_sources(
        "decision", standing, lambda one: said.get(one.commitment, ""), weigh_pairs=shipped_judge().weigh
    )
    return held


def _with(sent: Standing, told: FirstDecision, *items: Item) -> Standing:
    """The matter with another decision and these papers on file."""
    opening = sent.opening.model_copy(update={"decision": told})
    return sent.model_copy(update={"opening": opening, "items": items})


def test_a_reason_that_its_source_says_is_borne_out() -> None:
    assert hold("The member paid 40 crowns on 3 March 2025.", LEDGER).held == "borne out"


@pytest.mark.parametrize(
    ("says", "why"),
    [
        ("The member paid 30 crowns on 3 March 2025.", "30"),
        ("The member paid 40 crowns on 9 March 2025.", "9 March"),
        ("The boat shed was not locked that week.", "locked"),
        ("Otters are protected in every lake.", "nothing that it cites"),
    ],
)
def test_a_reason_that_its_source_does_not_say_is_not(says: str, why: str) -> None:
    held = hold(says, LEDGER)
    assert held.held == "not borne out"
    assert why in held.why


def test_a_sentence_about_something_else_does_not_refute_a_reason() -> None:
    rules = (
        "Section 3. The application must reach the grants office by 31 January 2026. Where the last day falls on a "
        "Saturday or a Sunday, the application is in time if it reaches the office on the next working day.\n"
        "Section 5. The office decides within 30 days of the day the application reaches it.\n"
        "Register: 2 February 2026, one letter."
    )
    says = (
        "31 January 2026 was a Saturday. Section 3 says that the application is then in time if it reaches the office "
        "on the next working day. It reached the office on Monday 2 February 2026."
    )
    assert hold(says, rules).held == "borne out"


TREES = (
    "Tree Protection Act 1998. Section 12. (1) Who fells a protected tree pays a levy. (2) The levy is 420 crowns for "
    "each tree. (3) No levy is due for a tree that was dead when it was felled. Section 15. The levy is due 30 days "
    "after the notice.\nReport of the forester, 20 May 2026. Two of the five trees, both ash, were dead before they "
    "were felled. The other three were healthy.\nReceipt. Paid on 8 June 2026: 2,100 crowns."
)
BILLS = (
    "Rent of the hall: 310 euros. Cleaning: 85 euros. Deposit paid in May: 200 euros. The caterer asked for 12 euros "
    "per guest. 46 guests came."
)


@pytest.mark.parametrize(
    ("says", "content", "why"),
    [
        ("Three healthy trees at 420 crowns each make 1,260 crowns.", TREES, "1,260 = three × 420"),
        ("Rent and cleaning came to 395 euros.", BILLS, "395 = 310 + 85"),
        ("Of the rent 110 euros are still owed after the deposit.", BILLS, "110 = 310 − 200"),
        ("The caterer's bill for 46 guests is 552 euros.", BILLS, "552 = 46 × 12"),
    ],
)
def test_a_figure_that_was_worked_out_from_what_is_cited_is_borne_out(says: str, content: str, why: str) -> None:
    held = hold(says, content)
    assert held.held == "borne out"
    assert why in held.why


@pytest.mark.parametrize(
    ("says", "content", "wrong"),
    [
        ("Three healthy trees at 420 crowns each make 1,360 crowns.", TREES, "1,360"),
        ("2,100 crowns less 900 crowns is 1,200 crowns.", TREES, "900"),
        ("The levy is 2,520 crowns for six trees.", TREES, "six"),
        ("You paid 2,100 crowns, 60 crowns more than is due.", TREES, "60"),
        ("Rent and cleaning came to 405 euros.", BILLS, "405"),
        ("The caterer's bill for the guests is 540 euros.", BILLS, "540"),
    ],
)
def test_a_figure_that_was_worked_out_wrongly_is_not(says: str, content: str, wrong: str) -> None:
    held = hold(says, content)
    assert held.held == "not borne out"
    assert f"“{wrong}”" in held.why


@pytest.mark.parametrize(
    "says",
    [
        "Under section 12(3), no levy is due for a tree that was dead when it was felled.",
        "No levy is due for a dead tree under s. 12(3).",
        "According to paragraph 3 of section 12, no levy is due for a tree that was dead when it was felled.",
        "By section 12 of the 1998 Act, the levy is 420 crowns for each tree.",
        "Under the Tree Protection Act of 1998, who fells a protected tree has to pay a levy.",
    ],
)
def test_a_reason_may_say_where_its_rule_stands(says: str) -> None:
    assert hold(says, TREES).held == "borne out"


@pytest.mark.parametrize(
    ("says", "wrong"),
    [
        ("Under section 14(3), no levy is due for a tree that was dead when it was felled.", "section 14(3)"),
        ("Under section 12(5), no levy is due for a tree that was dead when it was felled.", "section 12(5)"),
        ("Under the Tree Protection Act 1989, no levy is due for a dead tree.", "1989"),
        ("By section 12 of the 1989 Act, the levy is 420 crowns for each tree.", "1989"),
        ("By section 12 of the 1998 Act, the levy is 430 crowns for each tree.", "430"),
    ],
)
def test_a_rule_that_stands_elsewhere_is_a_fault(says: str, wrong: str) -> None:
    held = hold(says, TREES)
    assert held.held == "not borne out"
    assert wrong in held.why


def test_the_year_of_a_law_may_stand_with_its_name_in_another_paper_and_no_other_day_may() -> None:
    law, cited = "The Tree Protection Act 1998 was in force on 4 May 2020.", "The levy is 420 crowns for each tree."
    assert hold("Under the 1998 Act the levy is 420 crowns for each tree.", cited, law).held == "borne out"
    for says in ("Since 1998 the levy is 420 crowns for each tree.", "On 4 May 2020 the levy was 420 crowns."):
        assert hold(says, cited, law).held == "not borne out"


SHED = "The shed must be removed within 14 days. It stands on the town's ground."


@pytest.mark.parametrize(
    ("says", "held"),
    [
        ("The shed has to be removed within 14 days.", "borne out"),
        ("The shed has to go.", "cannot be checked"),
        ("The shed does not have to go.", "not borne out"),
        ("The shed may stay.", "not borne out"),
        ("The shed is painted green.", "not borne out"),
        ("The shed has to go. It is painted green.", "not borne out"),
    ],
)
def test_a_reason_in_other_words_is_not_refused_where_it_is_likely_borne_out(says: str, held: str) -> None:
    assert hold(says, SHED).held == held


def test_a_section_is_not_held_against_papers_that_have_none() -> None:
    assert hold("Under section 9 the member paid 40 crowns on 3 March 2025.", LEDGER).held == "borne out"


def test_a_source_that_is_not_on_file_as_text_cannot_be_checked() -> None:
    assert hold("The member paid 40 crowns.", None).held == "cannot be checked"


def test_a_paper_that_is_kept_as_a_file_cannot_be_checked() -> None:
    assert hold("The member paid 40 crowns.", "data:application/pdf;base64,JVBERi0xLjc=").held == "cannot be checked"


REGISTER = "Annual fee paid: 40 crowns. Date of entry: 3 March 2025."


@pytest.mark.parametrize(
    ("says", "other", "told"),
    [
        ("The member paid 40 crowns.", "Annual fee paid: 60 crowns.", ["“40” against “60”"]),
        ("The entry is of 3 March 2025.", "Date of entry: 9 March 2025.", ["“3 March 2025” against “9 March 2025”"]),
        ("The member paid 40 crowns.", "Annual fee paid: 40 crowns.", []),
        ("The member paid 40 crowns.", "Date of entry: 9 March 2025.", []),
        ("The member paid 40 crowns.", "The boat shed costs 60 crowns.", []),
    ],
)
def test_another_paper_that_gives_the_same_label_otherwise_is_told(says: str, other: str, told: list[str]) -> None:
    against = hold(says, REGISTER, other).against
    assert len(against) == len(told)
    for text, wanted in zip(against, told, strict=True):
        assert wanted in text
        assert "“i2, ledger”" in text


def test_two_papers_that_are_both_cited_do_not_speak_against_a_reason() -> None:
    assert hold("The member paid 40 crowns.", REGISTER, "Annual fee paid: 60 crowns.", cites=("i1", "i2")).against == ()


def test_a_letter_with_such_a_reason_is_not_issued() -> None:
    bad = HeldReason(says="It was so.", held="not borne out", why="nothing that it cites says so")
    unchecked = HeldReason(says="It was so.", held="cannot be checked")
    with pytest.raises(InputError, match="reason 2 "):
        require_sources((unchecked, bad))
    require_sources((unchecked,))


def test_the_parts_that_a_letter_lacks_are_named() -> None:
    sent = walked(matter("generic"), "issue_notice")
    told = sent.opening.decision.model_copy(update={"help": "", "rules": ()})
    bare = _with(sent, told, sent.items[0])
    assert {"where to get help", "the rules that were used"} <= set(list_missing("decision", bare))
    assert not list_missing("receipt", bare)


def test_what_is_decided_has_no_figure_that_does_not_follow_from_the_file() -> None:
    office = _contested()
    with pytest.raises(InputError, match="“860”"):
        office.do(*DECIDE, **_rule("You pay 1,260 crowns. You get 860 crowns back."))
    assert office.matter.standing.state == "human_review", "nothing was recorded"
    assert office.do(*DECIDE, **_rule("You pay 1,260 crowns. You get 840 crowns back.")).standing.state == "decided"


def test_a_figure_of_the_first_decision_may_be_named_in_what_is_decided() -> None:
    office = _contested(action="We raise the levy from 291 to 420 crowns.")
    with pytest.raises(InputError, match="“219”"):
        office.do(*DECIDE, **_rule("You pay 219 crowns."))
    assert office.do(*DECIDE, **_rule("You pay 291 crowns.")).standing.state == "decided"


def test_an_act_whose_letter_would_be_refused_is_refused() -> None:
    form = {
        **OPENING,
        "decision": {**OPENING["decision"], "reasons": [{"says": "You felled six trees.", "cites": ["i1"]}]},
    }
    drafted = Office(form=form)
    with pytest.raises(InputError, match=r"reason 1 .*“six”"):
        drafted.do("issue_notice", "original_decider", "worker")
    assert drafted.matter.standing.state == "draft_decision"
    with pytest.raises(InputError, match="reason 1 "):
        _contested().do(*DECIDE, **_rule("", says="No levy is due under section 13(3)."))


DECIDE: tuple[str, Role, str] = ("decide", "decision_maker", "judge")
OPENING: dict[str, Any] = {
    **FORM,
    "items": [{"title": "The file", "content": TREES}],
    "decision": {**FORM["decision"], "reasons": [{"says": "The levy is 420 crowns for each tree.", "cites": ["i1"]}]},
}


def _contested(**decision: str) -> Office:
    """A matter about felled trees that is about to be decided."""
    office = Office(form={**OPENING, "decision": {**OPENING["decision"], **decision}})
    for act, role, who, given in STEPS[:-1]:
        office.do(act, role, who, **given)
    return office


def _rule(action: str, says: str = "The levy for the other three is 1,260 crowns.") -> dict[str, Any]:
    found = {"ground": "g1", "finding": "sustained", "reasons": [{"says": says, "cites": ["i1"]}]}
    return {"outcome": "modified", "remedies": ["recalculate"], "dispositions": [found], "action": action}
