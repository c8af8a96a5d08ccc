"""Who objects to a claim: never a seat that backs it, or that wrote it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from tests.deliberation.table import Table

from foam.deliberation.dossier import ClaimNode, ObjectionNode
from foam.deliberation.examine import EXAMINER, Critics, assign_critics, choose_critics, choose_defender
from foam.perspective.node import Perspective

SEATS = tuple(Perspective(id=name, role=name, weighting={name: 1.0}) for name in ("baker", "carter", "dyer"))


def _claim(*backers: str, brought_by: tuple[str, ...] = (), voice: str = "bounded") -> Any:
    return SimpleNamespace(
        id="claim-1",
        direction="affirmed",
        backers=backers,
        brought_by=brought_by or backers,
        voice=voice,
        revises="",
        puts_again="",
        parts=SimpleNamespace(claim="So."),
    )


def _drafts(*directions: str, wrote: str = "") -> Any:
    """What each seat drafted; `wrote` is the seat that wrote the claim's own words."""
    return [
        SimpleNamespace(
            seat=seat.id,
            position=SimpleNamespace(direction=direction),
            claims=(SimpleNamespace(id="claim-1" if seat.id == wrote else f"claim of {seat.id}"),),
        )
        for seat, direction in zip(SEATS, directions, strict=True)
    ]


def _names(critics: Critics) -> list[str]:
    return [seat.id for seat in critics.seats]


@pytest.mark.parametrize("backers", [("baker",), ("baker", "carter"), ("baker", "carter", "dyer")])
def test_no_backer_objects_though_all_hold_the_same(backers: tuple[str, ...]) -> None:
    claim, drafts = _claim(*backers), _drafts("affirmed", "affirmed", "affirmed")
    critics = assign_critics([claim], SEATS, drafts)["claim-1"]
    assert critics.seats
    assert critics.appointed
    assert not {*_names(critics)} & {*backers}


def test_where_every_seat_backs_it_the_examiner_objects_and_a_backer_answers() -> None:
    claim, drafts = _claim("baker", "carter", "dyer"), _drafts("affirmed", "affirmed", "affirmed")
    critics = choose_critics(claim, SEATS, drafts)
    assert critics == Critics((EXAMINER,), appointed=True)
    defender = choose_defender(claim, SEATS, drafts, critics)
    assert defender is not None
    assert defender.id in claim.backers


def test_a_seat_answers_for_the_words_that_it_wrote_even_against_its_own_answer() -> None:
    directions = ("denied", "affirmed", "affirmed")
    wrote = _claim("carter", brought_by=("baker", "carter"), voice="written")
    chose = _claim("carter", brought_by=("baker",))
    nobody = Critics((), appointed=False)
    found = [
        choose_defender(wrote, SEATS, _drafts(*directions, wrote="baker"), nobody),
        choose_defender(chose, SEATS, _drafts(*directions), nobody),
    ]
    assert [seat.id for seat in found if seat] == ["baker", "carter"]


@pytest.mark.parametrize("author", ["carter", "dyer"])
def test_whoever_made_the_same_point_for_the_other_side_does_not_answer_for_what_others_wrote(author: str) -> None:
    merged = _claim("carter", "dyer", brought_by=("baker", "carter", "dyer"), voice="written")
    directions, nobody = ("denied", "affirmed", "affirmed"), Critics((), appointed=False)
    defender = choose_defender(merged, SEATS, _drafts(*directions, wrote=author), nobody)
    assert defender is not None
    assert defender.id == author
    gone = choose_defender(merged, SEATS, _drafts(*directions), nobody)
    assert gone is not None
    assert gone.id in merged.backers, "where its author does not sit here any more, one of its side answers"


def test_a_copy_of_a_backer_is_not_appointed_either() -> None:
    copy = SEATS[0].model_copy(update={"id": "baker-2"})
    drafts = [*_drafts("affirmed", "affirmed", "affirmed")[:1]]
    drafts.append(SimpleNamespace(seat="baker-2", position=SimpleNamespace(direction="affirmed")))
    assert choose_critics(_claim("baker"), (SEATS[0], copy), drafts).seats == (EXAMINER,)


def test_a_seat_does_not_object_to_what_it_wrote_even_if_it_turned_out_to_speak_against_it() -> None:
    drafts = _drafts("denied", "denied", "affirmed")
    wrote = _claim(brought_by=("baker",), voice="written")
    assert _names(choose_critics(wrote, SEATS, drafts)) == ["carter"]
    chose = _claim(brought_by=("baker",))
    assert _names(choose_critics(chose, SEATS, drafts)) == ["baker", "carter"]


def test_at_a_whole_table_nobody_objects_to_what_it_backs() -> None:
    dossier = Table(pack="policy-debate").deliberate().view
    claims = {node.id: node for node in dossier.nodes if isinstance(node, ClaimNode)}
    objections = [node for node in dossier.nodes if isinstance(node, ObjectionNode)]
    assert objections
    assert not [one for one in objections if {*one.raised_by} & {*claims[one.claim].backers}]
