"""Whoever proposed an option stands by it, and what was cited for it is before every seat of its motion."""

from __future__ import annotations

import pytest
from tests.deliberation.table import Table
from tests.deliberation.test_options import ANSWERS, FREE, QUESTION, by_seat, compare, dossier_of, propose, table
from tests.deliberation.writing import writing

from foam.argument.motion import find_asked, make_motion
from foam.deliberation.choice import OptionsDossier
from foam.deliberation.dossier import PositionNode
from foam.deliberation.position import STANCE_DIMENSION
from foam.job.acts import count_acts
from foam.job.job import RunResult
from foam.model.question import Write, Written
from foam.model.scripted import Call, Said, Script, ScriptedModel
from foam.pack.loader import NEUTRAL, load_pack
from foam.perspective.manner import read_manner
from foam.record.graph import entries_of

OTHER = "Cities should let everybody ride without a fare."
MERGED = "Cities should take no fare from anybody."


@pytest.fixture(scope="module")
def two() -> tuple[Table, RunResult[OptionsDossier]]:
    """Two proposals of three seats; each seat declares the side that it does not propose."""
    at = table(by_seat((FREE, ANSWERS[1])))
    turned = {FREE: "oppose_direct", ANSWERS[1]: "affirm_whole"}
    answer = by_seat((FREE, ANSWERS[1]))
    seats = tuple(
        seat.model_copy(update={"dimensions": {**seat.dimensions, STANCE_DIMENSION: turned[answer(seat.description)]}})
        for seat in at.pack.perspectives
    )
    return at, compare(at, seats=seats)


def test_nobody_is_bound_to_a_side_of_an_open_question() -> None:
    pack = load_pack(NEUTRAL)
    seats = pack.list_seats(is_open=True)
    assert len(seats) == len(pack.perspectives)
    assert all(read_manner(seat).stance is None for seat in seats)
    assert not any("what is asked" in seat.description for seat in seats)
    assert any(read_manner(seat).stance for seat in pack.list_seats(is_open=False))
    plain = load_pack("policy-debate")
    assert plain.list_seats(is_open=True) == plain.perspectives


def test_a_seat_stands_by_the_option_that_it_proposed(two: tuple[Table, RunResult[OptionsDossier]]) -> None:
    at, ran = two
    first, second = ran.view.options
    own = dossier_of(at, ran.view.runs[0])
    taken = {node.seat: node.direction for node in own.nodes if isinstance(node, PositionNode)}
    assert {seat for seat, side in taken.items() if side == "affirmed"} == {*first.backers}
    assert {seat for seat, side in taken.items() if side == "denied"} == {*second.backers}


def test_what_was_cited_for_a_proposal_is_offered_first_to_every_seat(
    two: tuple[Table, RunResult[OptionsDossier]],
) -> None:
    at, ran = two
    cited = {one.text for option in ran.view.options for p in option.proposals for one in p.evidence}
    assert cited
    entries = {entry.key: entry for entry in entries_of(at.store, ran.view.runs[0])}
    asked = [entry for entry in entries.values() if entry.draft.kind == "proposal"]
    assert len(asked) == len(at.pack.perspectives)
    for entry in asked:
        known = [entries[key] for key in entry.draft.parents if key in entries]
        (offered,) = (one for one in known if one.draft.kind == "offered")
        assert {row["text"] for row in offered.answer[: len(cited)]} == cited


def test_the_counts_of_a_comparison_are_of_the_whole_run(two: tuple[Table, RunResult[OptionsDossier]]) -> None:
    at, ran = two
    inner = sum(count_acts(entries_of(at.store, run)).asked for run in ran.view.runs)
    assert ran.view.acts.asked == count_acts(entries_of(at.store, ran.run)).asked + inner
    assert inner > 0


def merging(text: str, lost: str) -> Script:
    """The first two proposals come to the same, under these words."""
    plain = writing(QUESTION, option=by_seat((FREE, OTHER, ANSWERS[1])))

    def say(call: Call) -> Said | None:
        if not (isinstance(call.question, Write) and call.question.template == "acts/same_options"):
            return plain(call)
        ids = tuple(one.id for one in call.question.material if one.text in (FREE, OTHER))
        return Written(fields={"groups": ({"ids": ids, "text": text, "lost": lost},)})

    return say


def test_proposals_are_merged_under_what_they_have_in_common() -> None:
    at = Table(ScriptedModel(merging(MERGED, "r1 names public transport."), writes=True), pack="policy-debate")
    found = propose(at, at.pack.perspectives)
    assert [one.text for one in found.options if len(one.proposals) > 1] == [MERGED]
    assert [one.lost for one in found.options if one.lost] == ["r1 names public transport."]


@pytest.mark.parametrize("text", ["Should they?", "Cities should pay 98,765 riders."])
def test_a_common_wording_that_is_no_statement_or_adds_figures_does_not_count(text: str) -> None:
    at = Table(ScriptedModel(merging(text, ""), writes=True), pack="policy-debate")
    assert text not in [one.text for one in propose(at, at.pack.perspectives).options]


@pytest.mark.parametrize("options", [(), (FREE,), (FREE, ANSWERS[1])])
def test_what_was_asked_is_known_of_the_motions_that_its_options_make(options: tuple[str, ...]) -> None:
    """Searches are named for it, so that those of the open question serve its options, too."""
    question = QUESTION if options else "Should cities make public transport free?"
    assert find_asked(make_motion(question, options)) == question
