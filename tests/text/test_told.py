"""Numbers that count what is told of one by one, or nothing at all, and numbers that look like them."""

from __future__ import annotations

import pytest

from foam.text.faithful import find_unfaithful

COURT = (
    "The case went to the high court, where the law he was convicted under was found justified.",
    "His conviction was overturned when the court declared the false news law void.",
    "Berg was convicted of denying it.",
)
CLAIM = "Peru's Supreme Court declared the false news law against Lorne void and upheld the law against Berg."


def list_found(text: str, *cited: str, own: tuple[str, ...] = (), known: tuple[str, ...] = ()) -> list[str]:
    return [one.found for one in find_unfaithful(text, cited=cited, own=own, known=known)]


@pytest.mark.parametrize(
    "text",
    [
        "because a court that separates the two finds the wrong in hatred",
        "because whoever confuses the two makes a mistake",
        "because the two cannot be had at once",
        "the two laws differed in something else",
        "because these two old laws were not alike",
        "because the same court, faced with two deniers, let one charge stand",
        "because two men were treated unlike each other",
    ],
)
def test_what_the_claim_tells_of_one_by_one_may_be_counted_beside_it(text: str) -> None:
    assert list_found(text, *COURT, own=(CLAIM,)) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("because the three laws differed", "three"),
        ("because the two prisons were full", "two"),
        ("because the court, faced with three deniers, let one go", "three"),
        ("because two smugglers were treated unlike each other", "two"),
        ("because it took two trials", "two"),
        ("because the two deaths a year count for something", "two"),
        ("because the 2 laws cost 40 lives", "40"),
    ],
)
def test_what_nobody_tells_of_is_a_figure(text: str, found: str) -> None:
    assert found in list_found(text, *COURT, own=(CLAIM,))


def test_people_that_a_source_merely_names_are_not_counted_off() -> None:
    """Only the writer's own claim says of whom the writer speaks."""
    assert list_found("It killed two men.", "Ada Lorne told Jon Berg that some had died.") == ["two"]


def test_one_thing_that_is_spoken_of_twice_is_not_two() -> None:
    cited = "The bridge was closed. Later the bridge was opened again, and nobody used a bridge since."
    assert list_found("The two bridges were closed.", cited) == ["two"]
    assert list_found("The two bridges were closed.", "The old bridge was closed, and so was the iron bridge.") == []


@pytest.mark.parametrize(
    "text",
    [
        "Both examples are half told.",
        "That answer is half right.",
        "Their quotation is only half true.",
        "They gave up two of their arguments and left ours.",
        "We answered three of your own objections.",
        "They offer you two ways: pay, or call it right. There is a third, and it is ours.",
        "Either they pay or they wait, you hear. There remains a third: ask the court.",
        "They name one road and another. We have a third that costs less.",
    ],
)
def test_ways_of_speaking_are_no_shares(text: str) -> None:
    assert list_found(text, "The ferry runs.") == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The pier is half built.", "half"),
        ("They gave up two of their ships.", "two"),
        ("Of their reasons 14 of 17 were read.", "14"),
        ("Both towns lost half.", "half"),
        ("They offer two ways. Of the berths, they took a third.", "a third"),
        ("There is a third of the berths left, and the other two are gone.", "a third"),
        ("There is a third, they say.", "a third"),
    ],
)
def test_shares_that_look_like_ways_of_speaking(text: str, found: str) -> None:
    assert found in list_found(text, "The ferry runs.")


POLLS = ("A poll on a day of its own costs 148,000 crowns.", "A second paper on that day would add 31,000 crowns.")


@pytest.mark.parametrize(
    ("text", "cited", "borne"),
    [
        ("A second paper costs about a fifth of a poll of its own.", POLLS, True),
        ("A second paper costs 21 % of a poll of its own.", POLLS, True),
        ("A second paper costs about a third of a poll of its own.", POLLS, False),
        ("A second paper costs about a fifth of it.", (*POLLS, "The town gives 210,000 crowns a year."), False),
        ("About a fifth of them came.", ("It has 148,000 inhabitants.", "In May 31,000 boats came."), False),
    ],
)
def test_the_only_two_sums_that_are_cited_may_be_set_against_each_other(
    text: str, cited: tuple[str, ...], borne: bool
) -> None:
    assert (list_found(text, *cited) == []) is borne
