"""What if is told in words: arguments by what they say and seats by their names, ids only in parentheses."""

from __future__ import annotations

import re

import pytest
from tests.contest.hall import contradicted
from tests.deliberation.test_handwritten import sit

from foam.deliberation.dossier import Dossier
from foam.deliberation.supposed import find_overturning, name_arguments, suppose, try_orderings
from foam.deliberation.views.supposed import (
    GONE,
    STATUSES,
    UNATTACKED,
    compose_flips,
    compose_robustness,
    compose_supposed,
)
from foam.paper import Paper, render
from foam.semantics.robustness import measure_robustness
from foam.semantics.whatif import FlipEvaluation, RemoveArgument, RestoreArgument, ReweightValue

IDS = re.compile(r"\b(?:claim|objection|response|answer|fact)-[0-9a-f]{10}\b")


@pytest.fixture(scope="module")
def dossier() -> Dossier:
    return contradicted().dossier.dossier


def _read(paper: Paper) -> str:
    return render(paper.blocks, "text", width=None)


def _check_words(text: str, dossier: Dossier) -> None:
    """Every id stands in parentheses behind the words of its argument, and no seat is printed by its id."""
    names = name_arguments(dossier)
    assert IDS.search(text)
    for found in IDS.finditer(text):
        assert text[: found.start()].endswith(f"{names[found.group()]} (")
    bare = re.sub(r"“[^”]*”", "", text)
    assert not re.search(rf"\b(?:for|If|and|-) (?:{'|'.join(dossier.seat_names)})\b", bare)


def test_every_argument_of_a_deliberation_has_words(dossier: Dossier) -> None:
    names = name_arguments(dossier)
    assert {one.id for one in dossier.sublation.framework.arguments} <= names.keys()
    for claim in dossier.claims:
        assert names[claim.id].strip("“”").removesuffix(" …") in claim.text


def test_a_change_is_told_in_words(dossier: Dossier) -> None:
    claim, seat = dossier.reasons_for[0], next(iter(dossier.seat_names))
    response, objection = next(
        one.ends for one in dossier.sublation.framework.attacks if one.attacker.startswith("response-")
    )
    taken_back = next(one.id for one in dossier.sublation.framework.arguments if one.withdrawn and one.verified)
    value = next(iter(dossier.sublation.audiences[0].weights))
    changes = (
        RemoveArgument(argument=claim),
        RestoreArgument(argument=taken_back),
        FlipEvaluation(attacker=response, target=objection),
        ReweightValue(audience=seat, value=value, weight=0.9),
    )
    found = suppose(dossier, changes)
    text = _read(compose_supposed(found))
    _check_words(text, dossier)
    assert f"{dossier.seat_names[seat]} gave {value} the weight 0.9" in text
    assert {claim, taken_back, response, objection} <= found.names.keys()
    assert found.json_value()["replaced"][0]["claim"] in found.names


def test_only_the_claim_that_is_named_goes_and_another_that_makes_its_point_stays() -> None:
    dossier = sit().dossier
    heads = {one.same_point_as for one in dossier.claims}
    head = next(one for one in dossier.claims if one.id in heads and one.place in ("core", "conditional"))
    same = [one for one in dossier.claims if one.same_point_as == head.id]
    found = suppose(dossier, [RemoveArgument(argument=head.id)])
    (stays,) = found.stays
    assert stays.instead_of == head.id
    assert stays.claim in {one.id for one in same}
    assert found.after.standing(head.id).accepted_by == dossier.sublation.standing(head.id).accepted_by
    assert head.id not in {one.claim for one in found.replaced}
    text = _read(compose_supposed(found))
    assert f"({stays.claim}) makes the same point and stays (" in text
    _check_words(text, dossier)
    # Where all that make it are named, the point goes.
    gone = suppose(dossier, [RemoveArgument(argument=one.id) for one in (head, *same)])
    assert not gone.stays
    assert head.id in {one.claim for one in gone.replaced}
    # One that repeats the point of another leaves it standing.
    again = suppose(dossier, [RemoveArgument(argument=same[0].id)])
    assert [one.claim for one in again.stays] == [head.id]
    assert again.after.standing(head.id).strength == dossier.sublation.standing(head.id).strength


def test_what_would_overturn_a_claim_is_told_in_words(dossier: Dossier) -> None:
    text = _read(compose_flips(find_overturning(dossier, dossier.reasons_for[0])))
    assert "would overturn that" in text
    _check_words(text, dossier)


def test_what_is_robust_is_told_in_words_and_what_was_taken_back_is_not_called_unattacked(dossier: Dossier) -> None:
    found = try_orderings(dossier)
    assert found.arguments == measure_robustness(dossier.sublation.framework).arguments
    text = _read(compose_robustness(found))
    _check_words(text, dossier)
    listed = {one.casefold(): "" for one in (*STATUSES.values(), UNATTACKED, GONE)}
    head = ""
    for line in text.splitlines():
        head = line.strip(" :").casefold() if line.strip(" :").casefold() in listed else head
        listed |= {head: listed[head] + line} if head else {}
    for row in found.arguments:
        wanted = STATUSES[row.status] if row.attacked else UNATTACKED if row.share else GONE
        assert [head for head, lines in listed.items() if f"({row.argument})" in lines] == [wanted]
    assert listed[UNATTACKED]
    assert listed[GONE]
