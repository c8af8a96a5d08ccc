"""A letter is held to its sources: reasons that what they cite does not bear out keep it from being issued."""

from __future__ import annotations

import pytest
from tests.appeal.matters import matter, walked, words

from foam.appeal.acts import FirstDecision, Item, Reason, Words
from foam.appeal.notices.sources import HeldReason, hold_to_sources, list_missing
from foam.appeal.standing import Standing
from foam.appeal.submit import Letter
from foam.errors import InputError
from foam.paper import Paper

LEDGER = "The member paid 40 crowns on 3 March 2025. The boat shed was locked that week."


def hold(says: str, content: str | None) -> HeldReason:
    """A reason that cites one paper, held against it."""
    said: dict[str, str] = {}

    def put(text: str) -> Words:
        kept = words(text)
        said[kept.commitment] = text
        return kept

    item = Item(id="i1", title=put("ledger"), content=put(content) if content is not None else None)
    sent = walked(matter("generic"), "issue_notice")
    told = sent.opening.decision.model_copy(update={"reasons": (Reason(words=put(says), cites=("i1",)),)})
    standing = _with(sent, told, item)
    (held,) = hold_to_sources("decision", standing, lambda one: said.get(one.commitment, ""))
    return held


def _with(sent: Standing, told: FirstDecision, item: Item) -> Standing:
    """The matter with another decision and one paper on file."""
    opening = sent.opening.model_copy(update={"decision": told})
    return sent.model_copy(update={"opening": opening, "items": (item,)})


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


@pytest.mark.parametrize(("day", "held"), [("2 February 2026", "not borne out"), ("9 February 2026", "borne out")])
def test_a_reason_that_calls_late_what_a_weekend_made_in_time_is_not_borne_out(day: str, held: str) -> None:
    rules = (
        "The application must reach the office by 31 January 2026. Where the last day falls on a Saturday or a Sunday, "
        f"it is in time on the next working day. The application reached the office on {day}."
    )
    found = hold(f"The application reached the office on {day}, after the last day, 31 January 2026.", rules)
    assert found.held == held
    assert ("falls on a Saturday" in found.why) == (held == "not borne out")


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


def test_a_source_that_is_not_on_file_as_text_cannot_be_checked() -> None:
    assert hold("The member paid 40 crowns.", None).held == "cannot be checked"


def test_a_letter_with_such_a_reason_is_not_issued() -> None:
    bad = HeldReason(says="It was so.", held="not borne out", why="nothing that it cites says so")
    unchecked = HeldReason(says="It was so.", held="cannot be checked")
    paper = Paper(title="A decision", blocks=())
    with pytest.raises(InputError, match="reason 2 of the letter is not borne out"):
        Letter("decision", paper, reasons=lambda: (unchecked, bad), missing=()).require_sources()
    Letter("decision", paper, reasons=lambda: (unchecked,), missing=()).require_sources()


def test_the_parts_that_a_letter_lacks_are_named() -> None:
    sent = walked(matter("generic"), "issue_notice")
    told = sent.opening.decision.model_copy(update={"help": "", "rules": ()})
    bare = _with(sent, told, sent.items[0])
    assert {"where to get help", "the rules that were used"} <= set(list_missing("decision", bare))
    assert not list_missing("receipt", bare)
