"""A told sentence speaks for no other outcome than the real one, and gives no seat another leaning than its own."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from foam.deliberation.written.misstated import ToldOutcome, find_misstated, find_stale
from foam.deliberation.written.retold import list_changed, list_confirmed, mark_changed
from foam.deliberation.written.tallies import find_miscounted
from foam.deliberation.written.tell import Tellable, Telling, ToldSentence, check_told

SEATS = ("the skipper", "the harbour master", "the baker")
SPLIT = ToldOutcome("undecided", tuple(zip(SEATS, ("affirmed", "denied", "undecided"), strict=True)))
AGAINST = ToldOutcome("denied", tuple(zip(SEATS, ("undecided", "denied", "undecided"), strict=True)))


@pytest.mark.parametrize(
    "text",
    [
        "By the reasons that stand, the motion is not to be followed.",
        "It came out against dredging the basin, but only just.",
        "The reasons do not settle it; those of the skipper and of the baker decide neither way.",
        "What was found rests on the values of the harbour master alone.",
        "The values of the harbour master lean for the motion.",
        "Skipper and harbour master lean for the motion, the baker against it.",
        "The values of the skipper lead to the motion, those of the harbour master too, those of the "
        "baker neither way.",
        "The skipper leans for the motion, harbour master and baker against it, each by the reasons that stand.",
        "It leans for the motion by the values of the skipper, against it by those of the baker.",
        "The values of the baker lead to the motion.",
        "The harbour master leans against it, the skipper does not; those of the baker against it.",
        "The skipper leans for the motion, the harbour master and the baker do not, the skipper neither way.",
        "Without doubt the outcome is against the motion.",
        "The skipper's values speak against it, those of the baker decide neither way.",
        "The skipper's values speak for dredging, those of the harbour master decide neither way.",
    ],
)
def test_what_an_open_outcome_did_not_come_to_is_refused(text: str) -> None:
    assert find_misstated(text, SPLIT)


@pytest.mark.parametrize(
    "text",
    [
        "The reasons do not settle it: weighed as the skipper weighs, the basin should be dredged.",
        "The values of the skipper lean for the motion, and those of the harbour master lean against it.",
        "By the values of the baker it comes out neither way.",
        "Were the poll left out, it would come out against the motion.",
        "The harbour master says no for now.",
        "Three reasons for the motion stand and five against it.",
        "It is undecided by values: the skipper leans for the motion, the harbour master against it, each by the "
        "reasons that all take to stand.",
        "The values of the skipper lead to the motion, those of the harbour master against it, those of the baker "
        "neither way.",
        "It comes out for the motion by the values of the skipper, against it by those of the harbour master.",
        "The skipper leans for the motion, the harbour master and the baker do not.",
        "The reasons against it weigh less for the skipper, who leans for the motion.",
        "One reason carries it; without it the outcome is against the motion.",
        "The reasons do not settle it: the harbour master's values speak against dredging, those of the baker decide "
        "neither way, and the skipper's lean for it, though it answers no.",
        "The skipper's values speak for it, those of the baker decide neither way, the harbour master's lean against "
        "a new basin.",
    ],
)
def test_what_an_open_outcome_came_to_may_be_told(text: str) -> None:
    assert find_misstated(text, SPLIT) == ""


def test_a_decided_outcome_is_not_told_as_the_other_side_nor_as_open() -> None:
    assert find_misstated("It comes out for the motion.", AGAINST)
    assert find_misstated("The reasons do not settle it.", AGAINST)
    assert find_misstated("Only the harbour master leans, against it.", AGAINST) == ""
    assert find_misstated("It comes out against the motion.", AGAINST) == ""
    assert find_misstated("The reasons do not settle it.", AGAINST._replace(tips=True)) == ""


def test_a_sentence_about_the_outcome_is_held_against_it_when_told() -> None:
    outcome = Tellable("outcome", ("recommendation",), "The reasons do not settle it.", SPLIT)
    said = "The motion is not to be followed."
    assert "on no side" in check_told("Should the basin be dredged?", said, ["outcome"], (outcome,), seats=3)


def test_a_sentence_kept_word_for_word_is_held_against_what_its_matter_reads_now() -> None:
    before = (Tellable("r1", ("claim-a",), "The dam leaks. It counts for the sake of safety. 4 objections fell."),)
    now = (Tellable("r1", ("claim-a",), "The dam leaks. It counts for the sake of prosperity. 3 objections fell."),)
    kept = ("The leak counts for safety.", "Four objections fell.", "The dam leaks.")
    told = [
        Telling(reader="person", sentences=tuple(ToldSentence(text=one, nodes=("claim-a",)) for one in kept), entry="")
    ]
    changed = list_changed(told, before, now)
    assert set(changed) == set(kept)
    found = [bool(find_stale(one, changed[one], now[0].text)) for one in kept]
    assert found == [True, True, False]
    assert "has changed since" in check_told("Is it safe?", kept[0], ["r1"], now, seats=3, told_of=changed)
    assert list_changed(told, now, now) == {}


def test_an_outcome_that_changed_is_not_told_in_the_words_of_before() -> None:
    first = "The harbour should not be closed to barges in the winter.\n0.3 against 0.2 for the pilot."
    then = "The reasons do not settle it whether the harbour should be closed to barges in the winter.\n0.2 and 0.2."
    outcomes = (
        Tellable("outcome", ("outcome",), first, ToldOutcome("denied", (("the pilot", "denied"),))),
        Tellable("outcome", ("outcome",), then, ToldOutcome("undecided", (("the pilot", "undecided"),))),
    )
    kept = ("Barges should be in the harbour in the winter.", "The reasons are close.")
    sentences = tuple(ToldSentence(text=one, nodes=("outcome",)) for one in kept)
    told_of = list_changed([Telling(reader="person", sentences=sentences, entry="")], outcomes[:1], outcomes[1:])
    now = mark_changed(outcomes[:1], outcomes[1:])

    def check(said: str, **more: Any) -> str:
        return check_told("Should the harbour be closed to barges?", said, ["outcome"], now, seats=3, **more)

    assert "do not settle it" in check(kept[0], told_of=told_of)
    assert check(kept[1], told_of=told_of) == ""
    same = mark_changed(outcomes[:1], outcomes[:1])
    assert same[0].was == ""
    assert check_told("Should barges stay out?", kept[0], ["outcome"], same, seats=3, told_of=told_of) == ""


def test_a_change_is_told_with_the_figure_of_before() -> None:
    before = (Tellable("r1", ("claim-a",), "The dam leaks (strength 0.33 of 1)."),)
    now = mark_changed(before, (Tellable("r1", ("claim-a",), "The dam leaks (strength 0.17 of 1)."),))
    check = partial(check_told, "Is it safe?", ids=["r1"], tellable=now, seats=3)
    assert check("The challenge took the leak from a strength of 0.33 to 0.17.") == ""
    assert "0.33" in check("The leak has a strength of 0.33.")
    assert "0.44" in check("The challenge took the leak from a strength of 0.44 to 0.17.")


COMPUTED = (
    "Of the motion “Dredge it”: 5 reasons for it stand; 1 reason against it stands.\n"
    "14 objections were raised and 13 found material: 4 were rebutted, 8 were met by qualifying the reason, "
    "1 was conceded."
)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("All 14 objections were found material.", "14 material"),
        ("Of these, 5 were rebutted, 8 met by qualifying the reason and 1 conceded.", "5 rebutted"),
        ("Five of them were rebutted.", "5 rebutted"),
        ("Two objections were met by other words.", "2 met by other words"),
        ("Four reasons for it stand.", "4 for the motion"),
        ("14 objections were raised, thirteen of them found to be material.", ""),
        ("Four were rebutted, 8 were met by qualifying the reason and one was conceded.", ""),
        ("5 reasons for the motion stand.", ""),
        ("The 5 harbours were dredged in 1984.", ""),
    ],
)
def test_counts_are_held_against_those_that_code_computed(text: str, wrong: str) -> None:
    found = find_miscounted(text, COMPUTED)
    assert bool(found) is bool(wrong)
    assert wrong in found


def test_a_false_count_is_dropped_though_the_figure_occurs_elsewhere() -> None:
    outcome = Tellable("outcome", ("recommendation",), COMPUTED, AGAINST)
    objection = Tellable("o1", ("objection-a",), "An objection, found material by the evaluator: It silts up.")

    def tell(said: str, *ids: str) -> str:
        return check_told("Should the basin be dredged?", said, ids, (outcome, objection), seats=3)

    assert "it is 4" in tell("5 objections were rebutted.", "outcome")
    assert "it is 4" in tell("5 objections were rebutted.", "outcome", "o1")
    assert tell("4 objections were rebutted.", "outcome") == ""
    assert tell("1 objection was rebutted, that it silts up.", "outcome", "o1") == "", "one of the four"


def test_words_of_what_is_no_longer_cited_may_stay_and_its_figures_and_names_may_not() -> None:
    claim = "A reason against that stands: The sluice wears out."
    before = f"{claim}\nIt rests on: “It wears.” (log)\nBrought in defence: “In Varnholm health fell by 12 %.” (log)"
    now = f"{claim}\nIt rests on: “It wears.” (log)"
    assert find_stale("What decides is your health: the sluice wears out.", before, now) == ""
    assert "12" in find_stale("The sluice wears out, and health fell by 12 %.", before, now)
    assert "Varnholm" in find_stale("The sluice wears out, as in Varnholm.", before, now)
    narrowed = now.replace("wears out", "rusts")
    assert "wear" in find_stale("The sluice wears down.", claim, narrowed.splitlines()[0])


def test_a_count_in_words_is_stale_only_where_it_counted_the_same() -> None:
    before = "Answers under a condition: two.\n2 challenges to it were sustained since. 4 objections fell."
    now = "Answers under a condition: some.\n3 challenges to it were sustained since. 3 objections fell."
    assert find_stale("Two of the seats answer with an extra wish.", before, now) == ""
    assert "Four" in find_stale("Four objections fell.", before, now) or "4" in find_stale(
        "Four objections fell.", before, now
    )
    assert "2" in find_stale("There were 2 challenges.", before, now)
    assert find_stale("Two challenges were sustained.", before, now)


def test_a_sentence_whose_matter_did_not_change_stays_as_it_was_confirmed() -> None:
    """What it says of an earlier change stood then in what had just changed."""
    before = (Tellable("r1", ("claim-a",), "The dam leaks (0.17)."), Tellable("r2", ("claim-b",), "It is old (0.4)."))
    now = mark_changed(before, (before[0], Tellable("r2", ("claim-b",), "It is old (0.2).")))
    kept = ("The correction took the leak from 0.33 to 0.17.", "That it is old weighs 0.4.")
    sentences = tuple(
        ToldSentence(text=one, nodes=(node,)) for one, node in zip(kept, ("claim-a", "claim-b"), strict=True)
    )
    told = [Telling(reader="person", sentences=sentences, entry="")]
    told_of = list_confirmed(told, before, now) | list_changed(told, before, now)
    check = partial(check_told, "Is it safe?", tellable=now, seats=3)
    assert check(kept[0], ids=["r1"], told_of=told_of) == ""
    assert "0.33" in check(kept[0], ids=["r1"]), "nobody told it before"
    assert "0.4" in check(kept[1], ids=["r2"], told_of=told_of)


def test_a_seat_may_be_called_by_the_first_of_its_name_where_no_other_has_it() -> None:
    told = ToldOutcome("denied", (("the grower in a dry summer", "denied"), ("the steward of the funds", "undecided")))
    said = "The outcome is against tanks by the values of the grower; those of the steward decide neither way."
    assert find_misstated(said, told) == ""
    assert find_misstated("By the values of the grower it is against tanks; the steward leans neither way.", told) == ""
    assert find_misstated("The grower leans neither way.", told)
    twins = ToldOutcome("denied", (("the keeper of bees", "denied"), ("the keeper of the funds", "undecided")))
    assert find_misstated("The keeper decides neither way.", twins), "nobody is named, and the outcome is another one"
