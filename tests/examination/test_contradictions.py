"""Documents that contradict each other, by code and by the shipped judge."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.examination.papers import make_file

from foam.examination.contradictions import find_contradictions
from foam.model.judge import Weighed


def weigh_all(pairs: Sequence[tuple[str, str]]) -> list[Weighed]:
    """A judge that takes everything for a contradiction: what it is not even asked is left out by code."""
    return [Weighed(supports=0, contradicts=0.95, neither=0.05, bears=0.95) for _ in pairs]


def weigh_none(pairs: Sequence[tuple[str, str]]) -> list[Weighed]:
    return [Weighed(supports=0, contradicts=0, neither=1, bears=1) for _ in pairs]


def test_another_figure_for_the_same_thing_is_found_without_a_judge() -> None:
    papers = {"bill": "The repair of the boiler cost 340 euros.", "letter": "The repair of the boiler cost 430 euros."}
    (finding,) = find_contradictions(make_file(papers), weigh_pairs=weigh_none)
    assert finding.established == "code"
    assert "“340 euros” against “430 euros”" in finding.text


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The shed on plot 4 was locked.", "The shed on plot 5 was not locked."),
        ("Mr Pohl opened the window that night.", "Ms Reyes did not open the window that night."),
        ("You must lock the shed at night.", "The shed was not locked at night."),
        ("Was the shed locked at night?", "The shed was not locked at night."),
        (
            "The store was built in 1988 and holds 640 tonnes.",
            "Their store lies 34 kilometres from ours and was built in 2021.",
        ),
        ("Ostrand's store was built in 2021.", "Tarnfield's store was built in 1988."),
    ],
)
def test_what_speaks_of_another_thing_or_of_a_duty_is_not_paired(one: str, other: str) -> None:
    assert find_contradictions(make_file({"one": one, "other": other}), weigh_pairs=weigh_all) == ()


def test_a_thing_that_is_said_to_be_ones_own_may_be_the_one_of_the_other_paper() -> None:
    papers = {"one": "The fault was ours, and the shed was locked.", "other": "The shed was not locked."}
    assert find_contradictions(make_file(papers), weigh_pairs=weigh_all)


def test_papers_of_one_author_and_two_days_may_give_two_figures() -> None:
    papers = {
        f"sheet {day}": f"By: Nils Orr\n{day} May 2022\n\nThe meter of the house showed {day}20 units.\n"
        for day in (3, 9)
    }
    assert find_contradictions(make_file(papers), weigh_pairs=weigh_all) == ()


def test_both_readings_of_a_pair_must_contradict() -> None:
    papers = {"one": "The shed was locked at night.", "other": "The shed was open at night."}

    def weigh_forth(pairs: Sequence[tuple[str, str]]) -> list[Weighed]:
        return weigh_all(pairs) if pairs and "locked" in pairs[0][0] else weigh_none(pairs)

    assert len(find_contradictions(make_file(papers), weigh_pairs=weigh_all)) == 1
    assert find_contradictions(make_file(papers), weigh_pairs=weigh_forth) == ()


def test_the_shipped_judge_sees_a_denial_and_passes_over_agreement() -> None:
    papers = {
        "log": "No storm warning was in force on 9 September 2023. The ferry left at noon.",
        "letter": "A storm warning was in force on 9 September 2023. The ferry left the harbour at noon.",
    }
    (finding,) = find_contradictions(make_file(papers))
    assert finding.established == "judge"
    assert all("storm warning" in passage.text for passage in finding.passages)
