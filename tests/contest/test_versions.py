"""Versions: the old one stays, the new one names it, both come from the record alone; repetition is recognised."""

from __future__ import annotations

import pytest
from prov.model import ProvDerivation
from tests.contest.hall import Hall, deliberation, everything, judging, nothing
from tests.deliberation.table import NOON

from foam.contest.challenge import Misquotation, Relevance, SelectionBias, ValueWeighting
from foam.contest.docket import list_challenges, list_parties, set_parties
from foam.contest.given import Given, check_given
from foam.contest.job import Heard, digest_heard, load_file
from foam.contest.provenance import list_versions, to_prov_with_versions
from foam.contest.redline import compare_versions
from foam.contest.repeats import ENOUGH
from foam.contest.subject import FRAME, DossierFile
from foam.deliberation.dossier import ClaimNode
from foam.deliberation.verify import verify_dossier
from foam.errors import InputError
from foam.evidence.computed import WithComputed
from foam.job.job import replay
from foam.job.waiting import complete
from foam.record.graph import require_entry
from foam.record.prov import Operator, find_complaints, terms
from foam.record.runs import read_views, require_outcome


def _standing(file: DossierFile) -> list[str]:
    """The claims that stand for everyone."""
    sublation = file.mediation.synthesis.sublation
    reasons = [claim.id for claim in file.mediation.reasons if not claim.computed]
    return [id for id in reasons if sublation.standing(id).place == "core"]


def _retracted(hall: Hall, number: int = 0, of: str = "") -> Heard:
    file = hall.version(of or hall.run)
    assert isinstance(file, DossierFile)
    claim = _standing(file)[number]
    return hall.challenge(claim, Relevance(), f"Off the point {number}.", script=judging(nothing), of=of)


def test_the_old_version_stays_and_the_new_one_is_replayed_without_a_model() -> None:
    hall = deliberation()
    before = hall.dossier.dossier
    heard = _retracted(hall)
    again = complete(load_file(hall.table.store, hall.run))
    assert isinstance(again, DossierFile)
    assert again.dossier == before
    replayed = complete(replay(hall.table.store, heard.run))
    assert digest_heard(replayed) == digest_heard(heard) == read_views(require_outcome(hall.table.store, heard.run))
    assert (replayed.outcome, replayed.amendments) == (heard.outcome, heard.amendments)


def test_a_version_passes_every_check_of_a_dossier() -> None:
    hall = deliberation()
    heard = _retracted(hall)
    after, table = heard.after, hall.table
    assert isinstance(after, DossierFile)
    corpus = WithComputed(table.corpus, after.mediation.computed)
    report = verify_dossier(after.dossier, corpus=corpus, limits=table.pack.limits, store=table.store, run=heard.run)
    assert report.failures == ()


def test_challenges_to_a_version_build_on_it() -> None:
    hall = deliberation()
    first = _retracted(hall, 0)
    second = _retracted(hall, 0, of=first.run)
    after = hall.version(second.run)
    assert isinstance(after, DossierFile)
    fallen = {node.id for node in after.dossier.nodes if isinstance(node, ClaimNode) and node.place == "fallen"}
    assert {first.outcome.challenge.node, second.outcome.challenge.node} <= fallen
    assert first.outcome.challenge.node != second.outcome.challenge.node
    assert list_versions(hall.table.store, second.run) == ((second.run, first.run), (first.run, hall.run))


def test_the_same_challenge_again_is_the_same_run_and_asks_nothing() -> None:
    hall = deliberation()
    first, again = _retracted(hall), _retracted(hall)
    assert (again.run, digest_heard(again)) == (first.run, digest_heard(first))
    assert hall.model.calls == []


def test_a_version_was_a_revision_of_the_one_before_it() -> None:
    hall = deliberation()
    heard = _retracted(hall)
    document = to_prov_with_versions(hall.table.store, heard.run, operator=Operator(name="Northvale"))
    revised = [
        dict(one.formal_attributes)
        for one in document.get_records(ProvDerivation)
        if any("Revision" in str(kind) for kind in one.get_attribute("prov:type"))
    ]
    ends = [{str(value) for value in one.values() if value} for one in revised]
    assert ends == [{str(terms.answer(heard.run)), str(terms.answer(hall.run))}]
    assert find_complaints(document) == ()


def test_a_challenge_that_changed_nothing_made_no_version() -> None:
    hall = deliberation()
    heard = hall.challenge(hall.plain_claims()[0].id, Misquotation(), "Not their words.")
    assert list_versions(hall.table.store, heard.run) == ()
    assert heard.after.run == hall.run


def test_a_rejected_challenge_in_other_words_is_recognised_and_asks_nobody() -> None:
    hall = deliberation()
    claim = hall.plain_claims()[0].id
    first = hall.challenge(claim, SelectionBias(), "Contrary evidence was ignored here.", script=judging(nothing))
    again = hall.challenge(claim, SelectionBias(), "Here contrary evidence was ignored!", script=judging(nothing))
    assert (first.outcome.disposition, first.outcome.repeats) == ("rejected", "")
    assert again.outcome.repeats
    assert (again.outcome.disposition, hall.model.calls) == ("rejected", [])
    replayed = complete(replay(hall.table.store, again.run))
    assert replayed.outcome == again.outcome


def test_after_many_rejections_words_alone_are_not_heard_again() -> None:
    hall = deliberation()
    claim = hall.plain_claims()[0].id
    asked = []
    for number in range(ENOUGH // 3 + 3):
        words = " ".join(f"{word}{number}" for word in ("entirely", "different", "reason", "again"))
        heard = hall.challenge(claim, SelectionBias(), words, script=judging(nothing))
        asked.append(len(hall.model.calls))
        assert heard.outcome.disposition == "rejected"
    assert asked == [1] * (ENOUGH // 3) + [0] * 3


def test_another_seed_is_no_new_material() -> None:
    hall = deliberation()
    claim = hall.plain_claims()[0].id
    hall.challenge(claim, SelectionBias(), "Contrary evidence was ignored.", script=judging(nothing))
    again = hall.challenge(claim, SelectionBias(), "Contrary evidence was ignored.", script=judging(everything), seed=7)
    assert (again.outcome.disposition, hall.model.calls) == ("rejected", [])


@pytest.mark.parametrize("new", ["another part", "another kind", "another reason"])
def test_what_is_new_is_heard(new: str) -> None:
    hall = deliberation()
    claims = [claim.id for claim in hall.plain_claims()]
    hall.challenge(claims[0], SelectionBias(), "Contrary evidence was ignored here.", script=judging(nothing))
    node = claims[1] if new == "another part" else claims[0]
    ground = Misquotation() if new == "another kind" else SelectionBias()
    words = (
        "The integrity bulletin says quite the opposite."
        if new == "another reason"
        else "Contrary evidence was ignored."
    )
    assert hall.challenge(node, ground, words, script=judging(nothing)).outcome.repeats == ""


def test_a_sustained_challenge_put_again_is_no_repetition() -> None:
    hall = deliberation()
    claim = hall.plain_claims()[0].id
    hall.challenge(claim, Relevance(), "Off the point.", script=judging(nothing))
    assert hall.challenge(claim, Relevance(), "Off the point!", script=judging(nothing)).outcome.repeats == ""


def test_a_redline_shows_what_fell_and_nothing_that_stands() -> None:
    heard = _retracted(deliberation())
    rows = compare_versions(heard.before, heard.after, heard.amendments)
    claim = heard.outcome.challenge.node
    assert {row.part for row in rows if row.change == "changed"} >= {claim, "summary"}
    assert {row.part for row in rows if row.change == "gone"} == set()
    assert compare_versions(heard.before, heard.before) == ()


@pytest.mark.parametrize(
    ("move", "disposition", "place"),
    [
        ("concede", "sustained", "fallen"),
        ("retract", "sustained", "fallen"),
        ("qualify", "partly sustained", "core"),
        ("rebut", "rejected", "core"),
        ("branch", "partly sustained", "conditional"),
    ],
)
def test_a_person_may_answer_in_every_way(move: str, disposition: str, place: str) -> None:
    hall = deliberation()
    sublation = hall.dossier.mediation.synthesis.sublation
    claim = next(
        c
        for c in hall.plain_claims()
        if sublation.standing(c.id).place == "core" and c.value in hall.dossier.mediation.seats[0].weighting
    )
    value = next(v.id for v in hall.table.pack.values if v.id != claim.value)
    given = Given(
        move=move,
        by="Ivo Marek",
        because="I have looked at it again.",
        evidence=(claim.ground.pointer,) if move == "rebut" else (),
        value=value if move == "branch" else "",
    )
    heard = hall.challenge(claim.id, Relevance(), f"To be answered: {move}.", answer=given)
    after = heard.after
    assert isinstance(after, DossierFile)
    node = after.dossier.find_node(claim.id)
    assert isinstance(node, ClaimNode)
    assert (heard.outcome.disposition, hall.model.calls) == (disposition, [])
    assert node.place == place
    answered = require_entry(hall.table.store, heard.outcome.reasons[0].cites[0])
    assert (answered.draft.decider.type, answered.draft.decider.id) == ("person", "Ivo Marek")


@pytest.mark.parametrize(
    ("move", "said"), [("rebut", "takes evidence"), ("swap", "takes evidence"), ("branch", "value")]
)
def test_an_answer_brings_what_its_move_needs(move: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        check_given(("welfare",), Given(move=move, by="Ann", because="So."))


def test_a_challenge_can_be_held_open_and_answered_by_the_checks_later() -> None:
    hall = deliberation()
    claim = hall.plain_claims()[0].id
    held = hall.challenge(claim, Misquotation(), "Not their words.", hold=True)
    assert (held.outcome.disposition, held.outcome.move, held.outcome.revised) == ("open", "none", False)
    heard = hall.challenge(claim, Misquotation(), "Not their words.")
    assert heard.outcome.disposition == "rejected"
    assert [row.outcome.disposition for row in list_challenges(hall.table.store, hall.run) if row.outcome] == [
        "open",
        "rejected",
    ]


def test_the_docket_lists_challenges_to_every_version() -> None:
    hall = deliberation()
    first = _retracted(hall)
    hall.challenge(FRAME, ValueWeighting(seat="caseworker", value="welfare", weight=0.9), of=first.run)
    assert next(iter(list_challenges(hall.table.store, hall.run))).run == first.run
    assert len(list_challenges(hall.table.store, hall.run)) == 2


def test_parties_are_declared_and_the_last_word_counts() -> None:
    hall = deliberation()
    assert list_parties(hall.table.store, hall.run) == ()
    for second, names in enumerate((["Rosa Delmar"], ["Rosa Delmar", "Dana Petrov"])):
        set_parties(hall.table.store, hall.run, names, by="clerk", clock=lambda: NOON.replace(second=second))  # noqa: B023
    assert list_parties(hall.table.store, hall.run) == ("Dana Petrov", "Rosa Delmar")
