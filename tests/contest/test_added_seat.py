"""A seat that a challenge adds to a table that writes: what it may cite, and what it is shown of the others' claims."""

from __future__ import annotations

from functools import cache

from tests.contest.hall import Hall
from tests.contest.test_evidence_challenges import _after
from tests.deliberation.reading import side_by_digest
from tests.deliberation.table import Table, load_sample
from tests.deliberation.writing import writing

from foam.contest.challenge import MissingPerspective
from foam.contest.job import Heard
from foam.contest.redline import compare_readings
from foam.contest.subject import FRAME
from foam.deliberation.objection import CHALLENGE_ID, EvaluatedObjection, Fell
from foam.deliberation.written.exchange_words import tell_exchange
from foam.model.question import Question, Write, Written
from foam.model.scripted import Call, Said, ScriptedModel
from foam.pack.loader import NEUTRAL, load_pack
from foam.perspective.governance import find_breaches
from foam.perspective.node import Perspective

PACK = "benefits-appeal"
NEWCOMER = Perspective(
    id="neighbour", role="advocate", description="I wait for a decision, too.", weighting={"timeliness": 1.0}
)
IDLE = "it is in time"
"""What of the sample is worked out and bears on nothing."""


def side(text: str) -> str:
    """One thing that is worked out speaks neither way; every other sentence by its digest."""
    return "neither" if IDLE in text else side_by_digest(text)


def say(call: Call) -> Said | None:
    """Every objection cites something, and so is material and qualified; nothing contradicts anything."""
    if call.question.template == "acts/conflicts":
        return Written(fields={"pairs": ()})
    return writing(load_sample(PACK).pack.sample_question, side, conflict=lambda left, right: left != right)(call)


@cache
def add_seat() -> tuple[Hall, Heard, tuple[Question, ...]]:
    """A deliberation in words, a seat that was added to it, and what was asked for that."""
    table = Table(ScriptedModel(say, writes=True))
    hall = Hall(table, table.deliberate().run)
    heard = hall.challenge(
        FRAME, MissingPerspective(perspective=NEWCOMER), "Hear those who wait.", script=say, writes=True
    )
    return hall, heard, tuple(call.question for call in hall.model.calls)


def list_asked(template: str) -> list[Write]:
    return [one for one in add_seat()[2] if isinstance(one, Write) and one.template == template]


def test_what_was_found_to_bear_on_nothing_is_offered_to_no_seat_that_comes_later() -> None:
    hall, _, _ = add_seat()
    idle = [one.ground.text for one in hall.dossier.claims.values() if one.computed and not one.bears]
    bearing = [one.ground.text for one in hall.dossier.claims.values() if one.computed and one.bears]
    assert any(IDLE in text for text in idle)
    (proposal,) = list_asked("acts/proposal")
    assert all(text in proposal.prompt for text in bearing)
    assert not any(text in proposal.prompt for text in idle)


def find_first(claim: str) -> EvaluatedObjection:
    """The objection for which a claim was put in narrower words before the seat came."""
    return next(one for one in add_seat()[0].dossier.exchanges.values() if one.objection.claim == claim)


def test_it_objects_to_claims_as_they_now_read_and_is_told_what_was_objected_before() -> None:
    hall, heard, _ = add_seat()
    known = hall.dossier.exchanges
    raised = [one.objection for one in _after(heard).exchanges.values() if one.objection.id not in known]
    own = [one for one in raised if one.raised_by == (NEWCOMER.id,) and hall.dossier.claims[one.claim].wordings]
    assert own
    prompts = {one.statement.splitlines()[0].rpartition(" (")[0]: one.prompt for one in list_asked("acts/objection")}
    for objection in own:
        claim = hall.dossier.claims[objection.claim]
        first = find_first(claim.id)
        assert "nobody has objected to it yet" not in prompts[claim.text]
        assert f"Objected: {first.objection.text}" in prompts[claim.text]
        assert first.response is not None
        assert f"Answered (qualify): {first.response.text}" in prompts[claim.text]


def test_what_is_granted_to_it_narrows_what_was_narrowed_before() -> None:
    hall, heard, _ = add_seat()
    before, after = hall.dossier.claims, _after(heard).claims
    again = [one for one in before.values() if one.wordings and after[one.id].wordings != one.wordings]
    assert again
    for claim in again:
        assert after[claim.id].wordings[:-1] == claim.wordings
        assert after[claim.id].text == f"In other cases: {claim.text}"
        assert after[claim.id].parts == claim.parts


def test_what_became_of_an_objection_is_told_as_it_was() -> None:
    material = next(one for one in add_seat()[0].dossier.exchanges.values() if one.response)
    assert tell_exchange(material.model_copy(update={"response": None})).endswith(
        "Found to change nothing that matters."
    )
    struck = material.model_copy(update={"fell": Fell(entry="b2:1")})
    assert tell_exchange(struck).endswith("It fell since: what it cites does not bear it out.")
    by_challenge = material.objection.model_copy(update={"id": f"{CHALLENGE_ID}1"})
    told = tell_exchange(material.model_copy(update={"objection": by_challenge}))
    assert told.startswith("A challenge from outside, sustained: ")
    assert told.endswith("The claim was narrowed: it holds in some cases.")


def test_a_redline_puts_a_seats_figures_beside_no_other_seats() -> None:
    before = "For and against: 0.087 and 0.392 for the clerk; 0.116 and 0.403 for the guest."
    after = (
        "For and against: 0.231 and 0.468 for the clerk; 0.144 and 0.313 for the heir; 0.116 and 0.403 for the guest."
    )
    steps = [(one.type, one.source, one.quote) for one in compare_readings(after, before) if one.type != "same"]
    assert steps == [
        ("replaced", "0.087", "0.231"),
        ("replaced", "0.392", "0.468"),
        ("added", "", "0.144 and 0.313 for the heir;"),
    ]


def test_a_second_seat_of_a_role_is_told_apart_and_changes_nothing_of_the_first() -> None:
    hall, heard, _ = add_seat()
    first = next(seat for seat in hall.dossier.mediation.seats if seat.role == NEWCOMER.role)
    names = _after(heard).dossier.seat_names
    assert len(set(names.values())) == len(names)
    assert names[NEWCOMER.id] == f"the {NEWCOMER.role} ({NEWCOMER.id})"
    moved = [step for row in heard.redline if row.change == "changed" for step in row.steps if step.type == "replaced"]
    assert moved
    assert not [step for step in moved if step.source and first.role in step.source and names[first.id] in step.quote]


def test_somebody_who_was_not_heard_may_have_a_role_of_their_own_at_the_neutral_table() -> None:
    own = Perspective(id="warden", role="hut warden", weighting={"welfare": 0.6, "fairness": 0.4})
    assert not find_breaches(own, load_pack(NEUTRAL).limits)
