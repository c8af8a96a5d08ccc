"""A sentence that leans on the one before it: what counts as leaning, and whether the one before is read with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from tests.case.scribe import WritingDesk, write_acts
from tests.case.test_bind import made
from tests.case.writing import agreeable

from foam.case.cut import extract_tag, is_fragment
from foam.case.lean import find_unnamed, list_claims, points_back
from foam.case.values import Case
from foam.case.verdict import BESIDE, HANGS, TOO_LONG
from foam.evidence.corpus import ListedCorpus
from foam.model.form import FormValue
from foam.model.question import Answer, Label, Labelled, Write
from foam.model.scripted import Call, Said


@pytest.mark.parametrize(
    "sentence",
    [
        "It is, however, important to note that many harbours were closed.",
        "It is clear that the locks lose water.",
        "It is now widely accepted that the locks lose water.",
        "It seems that the locks lose water.",
        "It has been shown that the locks lose water.",
        "It can be argued that boats should wait.",
        "It is necessary for every boat to carry a lamp.",
        "There are twelve locks on the canal.",
        "Locks lose water.",
        "Also known as the lower lock, the Weir lock leaks.",
        "Besides the keepers nobody may open the gates.",
        "Another 40 boats waited.",
    ],
)
def test_an_it_that_stands_for_what_follows_points_back_at_nothing(sentence: str) -> None:
    assert not points_back(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "It also loses water in dry summers.",
        "It is a lock that loses water.",
        "It is used to lift boats.",
        "It was closed in May.",
        "It is one that boats avoid.",
        "This shows that boats wait.",
        "They fine masters.",
        "Also, the gates leak in frost.",
        "Moreover, boats wait at night.",
        "In addition, keepers retire early.",
        "Another remedy could be a second gate.",
    ],
)
def test_an_it_that_stands_for_something_said_before_does(sentence: str) -> None:
    assert points_back(sentence)


TEXT = (
    "Skippers call the toll on the canal unjust. It pays for the keepers of twelve locks and for the lamps. "
    "Boats pass the canal by day. The keepers open the locks at six. Lamps burn on the quay."
)


def name_second(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
    """Name only the sentence that leans on the one before it, wherever it is offered."""
    question = call.question
    if not isinstance(question, Write) or question.template != "case/write":
        return None
    named = tuple(one.id for one in question.material if one.text.startswith("It pays"))
    return {**form, "sentences": named} if named else None


def write_leaning(label: str) -> tuple[WritingDesk, Case]:
    def judge(call: Call) -> Said | None:
        if call.question.template == "case/leaning":
            return Answer(reply=Labelled(label=label), method="scripted", reasons="So it reads.")
        return agreeable(call)

    desk = WritingDesk(write_acts(name_second, then=judge))
    desk.corpus = ListedCorpus.of([made(TEXT)])
    return desk, desk.write().view


def find_first_card(case: Case) -> tuple[int, ...]:
    return next(card.sentences for card in case.cards if 1 in card.sentences)


def test_the_sentence_before_is_read_where_an_evaluator_finds_that_it_is_needed() -> None:
    desk, case = write_leaning("needed")
    assert find_first_card(case) == (0, 1)
    asked = [call.question.prompt for call in desk.calls if call.question.template == "case/leaning"]
    assert asked
    assert all("Skippers call the toll" in one and "It pays for the keepers" in one for one in asked)


@pytest.mark.parametrize("label", ["speaks against it", "stands alone", "unclear"])
def test_a_sentence_that_nobody_named_is_not_read_where_it_speaks_against_the_speech(label: str) -> None:
    _, case = write_leaning(label)
    assert find_first_card(case) == (1,)


LONG = (
    "Keepers write down every boat that passes. "
    f"Skippers{' who waited at a lock' * 24} call the toll unjust. "
    "They enter its draught and its cargo in a book for the owners. "
    "Boats pass the canal by day."
)
FIRST, BETWEEN, LAST = "Keepers write", "Skippers who", "They enter"


def write_long(label: str, *, tried: str = "", named: tuple[str, ...] = (FIRST, LAST)) -> tuple[WritingDesk, Case]:
    """These sentences are named, of which the last begins by pointing back, once `tried` was named and refused; the one
    before it would make the card too long."""

    def name_some(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
        question = call.question
        if not isinstance(question, Write) or question.template != "case/write" or TOO_LONG in question.prompt:
            return None
        untried = tried and any(one.text.startswith(tried) for one in question.material)
        wanted = (tried,) if untried else named
        found = tuple(one.id for one in question.material if one.text.startswith(wanted))
        return {**form, "sentences": found} if len(found) == len(wanted) else None

    def judge(call: Call) -> Said | None:
        question = call.question
        if question.template == "case/leaning":
            return Answer(reply=Labelled(label=label), method="scripted", reasons="So it reads.")
        if tried and question.template == "case/slot" and isinstance(question, Label) and tried in question.text:
            return Answer(reply=Labelled(label=BESIDE), method="scripted", reasons="It speaks of a toll.")
        return agreeable(call)

    desk = WritingDesk(write_acts(name_some, then=judge))
    desk.corpus = ListedCorpus.of([made(LONG)])
    return desk, desk.write().view


def test_an_evaluator_is_asked_before_words_are_counted_and_sees_what_else_is_read() -> None:
    desk, case = write_long("stands alone")
    asked = [call.question.prompt for call in desk.calls if call.question.template == "case/leaning"]
    assert asked
    assert all("Keepers write down" in one.partition("Read of the same source")[2] for one in asked)
    assert not any("are refused: name fewer" in call.question.prompt for call in desk.calls)
    assert (0, 2) in [card.sentences for card in case.cards]


def test_a_card_that_needs_more_than_there_is_room_for_goes_back_and_its_sentences_stay_on_offer() -> None:
    desk, case = write_long("needed")
    told = [c.question for c in desk.calls if c.question.template == "case/write" and TOO_LONG in c.question.prompt]
    assert told
    assert all("are refused: name fewer" in one.prompt for one in told)
    assert all(any(o.text.startswith("They enter") for o in one.material) for one in told if isinstance(one, Write))
    assert (0, 1, 2) not in [card.sentences for card in case.cards]


def test_sentences_that_were_refused_for_their_length_alone_may_come_back_under_a_shorter_tag() -> None:
    """Code adds the sentence that a pronoun needs, with which the card is too long; nobody has judged it otherwise."""
    long_tag = "Keepers write down every boat that passes and enter what it carries in a book for owners."
    slots = [
        "Keepers write down every boat that passes.",
        f"Skippers{' who waited' * 22} call it needless.",
        "They enter its draught and its cargo.",
    ]

    def name_both(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
        question = call.question
        if not isinstance(question, Write) or question.template != "case/write":
            return None
        named = tuple(one.id for one in question.material if one.text.startswith((FIRST, LAST)))
        tag = "Keepers count boats." if TOO_LONG in question.prompt else long_tag
        return {**form, "sentences": named, "tag": tag} if len(named) == 2 else None

    def judge(call: Call) -> Said | None:
        label = Answer(reply=Labelled(label="needed"), method="scripted", reasons="So it reads.")
        return label if call.question.template == "case/leaning" else agreeable(call)

    desk = WritingDesk(write_acts(name_both, then=judge))
    desk.corpus = ListedCorpus.of([made(" ".join(slots))])
    case = desk.write().view
    asked = [call.question.prompt for call in desk.calls]
    assert any(TOO_LONG in prompt for prompt in asked)
    assert not any("these very sentences were tried" in prompt for prompt in asked)
    assert ("Keepers count boats.", (0, 1, 2)) in [(card.tag, card.sentences) for card in case.cards]


@pytest.mark.parametrize(("named", "complains"), [((FIRST, LAST), False), ((LAST,), True)])
def test_a_sentence_named_shortly_before_may_be_what_a_word_stands_for(named: tuple[str, ...], complains: bool) -> None:
    """The one between them was refused and cannot be read with it."""
    desk, _ = write_long("stands alone", tried=BETWEEN, named=named)
    said = [call for call in desk.calls if "what that stands for is not read" in call.question.prompt]
    offered = [
        c for c in said if isinstance(c.question, Write) and FIRST in " ".join(o.text for o in c.question.material)
    ]
    assert bool(offered) == complains


@pytest.mark.parametrize(("label", "is_read"), [("stands alone", True), ("needed", False)])
def test_inside_a_card_an_evaluator_says_whether_a_sentence_hangs_after_a_gap(label: str, is_read: bool) -> None:
    """The one between them was refused and cannot be read: does the last one lean on it, or on the first?"""
    desk, case = write_long(label, tried=BETWEEN)
    asked = [call.question.prompt for call in desk.calls if call.question.template == "case/leaning"]
    assert asked
    assert all("They enter" in one and "Keepers write down" in one for one in asked)
    assert ((0, 2) in [card.sentences for card in case.cards]) == is_read
    again = [c.question for c in desk.calls if c.question.template == "case/write" and HANGS in c.question.prompt]
    assert bool(again) != is_read
    assert all(any(o.text.startswith(LAST) for o in one.material) for one in again if isinstance(one, Write))


def test_a_sentence_that_says_nothing_by_itself_is_no_tag_where_another_serves() -> None:
    said = "The locks lose water.[REF] ."
    for empty in ("The harbour master writes: .", '"The locks lose water, as we said.', "They lose it at night."):
        assert list_claims([empty, said]) == ["The locks lose water."]
        assert extract_tag([empty, said]) == "The locks lose water."
        assert list_claims([empty]) == [empty]


def test_a_tag_that_ends_with_a_quotation_is_whole() -> None:
    text = 'The rule was changed to "boats and barges." It holds.'
    assert not is_fragment('The rule was changed to "boats and barges."', text)
    assert is_fragment('The rule was changed to "boats', text)


@pytest.mark.parametrize(
    ("words", "opposes", "begins"),
    [
        ("It keeps people from work.", False, "It keeps people"),
        ("This leads to full buses.", False, "This leads to"),
        ("These will in turn fill up.", False, "These will in"),
        ("They lose their jobs.", False, "They lose their"),
        ("They lose their jobs.", True, ""),
        ("It harms what they promise.", True, "It harms what"),
        ("Its cost falls on the poor.", False, "Its cost falls"),
        ("It is clear that fares keep people away.", False, ""),
        ("This plan keeps people at work.", False, ""),
        ("Those who wait lose pay.", False, ""),
        ("That prisons fail is shown by returns.", False, ""),
        ("Their plan fails.", False, ""),
        ("Fares keep people away; it costs them work.", False, ""),
    ],
)
def test_words_that_stand_alone_name_what_they_speak_of(words: str, opposes: bool, begins: str) -> None:
    assert find_unnamed(words, opposes=opposes) == begins


OPENS = "They lose work by it wherever it was looked at."


def test_a_tag_that_opens_with_a_word_for_something_elsewhere_goes_back_once() -> None:
    def hang(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
        first = call.question.template == "case/write" and "does not count" not in call.question.prompt
        return {**form, "tag": OPENS} if first else None

    desk = WritingDesk(write_acts(hang))
    case = desk.write().view
    again = [c.question.prompt for c in desk.calls if "the tag begins “They lose work …”" in c.question.prompt]
    assert len(again) >= len(case.cards)
    assert OPENS not in {card.tag for card in case.cards}
    assert {slot.voice for slot in case.slots} == {"written"}


def test_a_tag_that_comes_so_again_is_read_so() -> None:
    def hang(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
        return {**form, "tag": OPENS} if call.question.template == "case/write" else None

    case = WritingDesk(write_acts(hang)).write().view
    assert {card.tag for card in case.cards} == {OPENS}, "it is asked about once, and no source's words take its place"
    assert {slot.voice for slot in case.slots} == {"written"}


def test_an_analytic_that_opens_so_goes_back_once() -> None:
    hangs = "This is what both sides owe to who is left out."

    def hang(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
        first = call.question.template == "case/analytic" and "does not count" not in call.question.prompt
        return {"analytic": hangs} if first else None

    desk = WritingDesk(write_acts(hang))
    case = desk.write(desk.case_spec(strategy=("kritik",))).view
    asked = [c.question.prompt for c in desk.calls if c.question.template == "case/analytic"]
    assert any("the text begins “This is what …”" in prompt for prompt in asked)
    assert hangs not in {slot.analytic for slot in case.slots}
