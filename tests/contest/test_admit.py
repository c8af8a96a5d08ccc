"""Admission: every part is open to exactly the kinds that are listed for it, and refusals say what else to do."""

from __future__ import annotations

import pytest
from tests.contest.hall import Hall, deliberation, shared, shared_case

from foam.case.weigh import METRICS
from foam.contest.admit import MOST_CHARACTERS, admit, list_kinds
from foam.contest.challenge import (
    GROUNDS,
    Challenge,
    Ground,
    MissingPerspective,
    Relevance,
    ValueWeighting,
    WarrantInvalid,
)
from foam.contest.read import read_ground
from foam.contest.structure import find_weighing
from foam.contest.subject import FRAME, CaseFile, DossierFile
from foam.errors import InputError, NotFound
from foam.job.answers import read_choice


def _metric(hall: Hall, part: str) -> str:
    """A metric that an impact of a case is not weighed on."""
    found = find_weighing(hall.file, part) if isinstance(hall.file, CaseFile) else None
    held = next(one for one in hall.file.entries if one.key == found[0].entries[found[1]]) if found else None
    return next(one.id for one in METRICS if held is None or one.id not in read_choice(held))


def _ground(hall: Hall, kind: str, part: str = FRAME) -> Ground:
    seats = hall.table.pack.perspectives
    seat = next((one for one in seats if part == f"seat-{one.id}"), seats[0])
    stranger = seat.model_copy(update={"id": "stranger"})
    claim = hall.file.claims.get(part.replace("warrant-", "claim-", 1)) if isinstance(hall.file, DossierFile) else None
    other = next((one.id for one in hall.table.pack.values if claim and one.id != claim.value), _metric(hall, part))
    particulars = {
        "label": {"value": other},
        "missing_component": {"component": "warrant"},
        "weighting": {"weight": f"{seat.id}.{hall.table.pack.values[0].id}=7"},
        "missing_perspective": {"perspective": stranger},
        "calculation": {"steps": [{"step": "own", "op": "figure"}]},
    }
    return read_ground(kind, **particulars.get(kind, {}))  # type: ignore[arg-type]


@pytest.mark.parametrize("which", ["appeal", "policy", "case"])
def test_a_part_takes_exactly_the_kinds_that_are_listed_for_it(which: str) -> None:
    hall = shared_case() if which == "case" else shared("policy-debate" if which == "policy" else "benefits-appeal")
    taken = refused = 0
    for part in hall.file.parts.values():
        fitting = list_kinds(hall.file, part)
        for kind in GROUNDS:
            challenge = Challenge(node=part.id, ground=_ground(hall, kind, part.id), because="It is wrong.")
            if kind in fitting:
                assert admit(hall.file, challenge) == part
                taken += 1
            else:
                with pytest.raises(InputError, match=kind) as refusal:
                    admit(hall.file, challenge)
                assert all(other in refusal.value.hint for other in fitting)
                refused += 1
    assert min(taken, refused) > 20


def test_every_level_of_dispute_is_open_somewhere() -> None:
    open_to = {kind for part in shared().file.parts.values() for kind in list_kinds(shared().file, part)}
    assert {GROUNDS[kind].level for kind in open_to} == {"evidence", "inference", "normative"}


def test_a_part_of_another_file_is_refused_with_those_that_are_there() -> None:
    other = next(iter(shared("policy-debate").dossier.claims))
    with pytest.raises(NotFound, match="has no part") as refusal:
        admit(shared().file, Challenge(node=other, ground=Relevance(), because="Not mine."))
    assert "claim-" in refusal.value.hint


def test_only_parties_may_challenge_a_file_that_has_some() -> None:
    claim = next(iter(shared().dossier.claims))
    challenge = Challenge(node=claim, ground=Relevance(), because="It is wrong.", challenger="a neighbour")
    with pytest.raises(InputError, match="no party"):
        admit(shared().file, challenge, parties=("Rosa Delmar",))
    assert admit(shared().file, challenge, parties=("a neighbour",)).id == claim


@pytest.mark.parametrize(
    ("because", "said"), [("", "no reason"), (" … ", "no reason"), ("word " * MOST_CHARACTERS, "at most")]
)
def test_a_reason_is_given_and_short(because: str, said: str) -> None:
    claim = next(iter(shared().dossier.claims))
    with pytest.raises(InputError, match=said):
        admit(shared().file, Challenge(node=claim, ground=Relevance(), because=because))


@pytest.mark.parametrize(
    ("ground", "said"),
    [
        (ValueWeighting(seat="nobody", value="welfare", weight=1), "no seat"),
        (ValueWeighting(seat="caseworker", value="beauty", weight=1), "no value"),
        (ValueWeighting(seat="caseworker", value="timeliness", weight=0.4), "already"),
    ],
)
def test_a_weight_names_a_seat_and_a_value_of_the_table_and_changes_something(ground: Ground, said: str) -> None:
    with pytest.raises(InputError, match=said):
        admit(shared().file, Challenge(node=FRAME, ground=ground, because="It decides."))


def test_a_weight_is_challenged_at_its_own_seat() -> None:
    ground = ValueWeighting(seat="caseworker", value="welfare", weight=0.9)
    with pytest.raises(InputError, match="not the seat of caseworker"):
        admit(shared().file, Challenge(node="seat-auditor", ground=ground, because="It decides."))


def test_a_perspective_must_keep_the_packs_limits_and_not_be_seated() -> None:
    seat = shared().table.pack.perspectives[0]
    beliefs = seat.model_copy(update={"id": "other", "role": "priest"})
    for perspective, said in ((seat, "seated already"), (beliefs, "not permitted")):
        ground = MissingPerspective(perspective=perspective)
        with pytest.raises(InputError, match=said):
            admit(shared().file, Challenge(node=FRAME, ground=ground, because="Hear them."))


def test_a_critical_question_must_test_the_claims_own_form() -> None:
    file = shared().dossier
    claim = next(one for one in file.claims.values() if one.scheme != "causal")
    with pytest.raises(InputError, match="does not test") as refusal:
        admit(file, Challenge(node=claim.id, ground=WarrantInvalid(question="CA1"), because="No cause."))
    assert "press" in refusal.value.hint


def test_a_refusal_leaves_no_trace() -> None:
    hall = deliberation()
    before = hall.table.store.count()
    with pytest.raises(NotFound):
        hall.challenge("claim-none", Relevance())
    assert hall.table.store.count() == before


@pytest.mark.parametrize(
    ("kind", "given", "said"),
    [
        ("label", {}, "either a value or a scheme"),
        ("label", {"value": "welfare", "scheme": "causal"}, "either a value or a scheme"),
        ("weighting", {}, "field required"),
        ("weighting", {"weight": "much"}, "not a weight"),
        ("relevance", {"component": "warrant"}, "takes no component"),
        ("structural", {"lacks": "beauty"}, "lacks"),
        ("nonsense", {}, "no kind"),
    ],
)
def test_particulars_are_those_of_the_kind(kind: str, given: dict[str, str], said: str) -> None:
    with pytest.raises(InputError, match=said):
        read_ground(kind, **given)
