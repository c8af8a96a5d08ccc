"""Challenges to a written case: only what fell is written again, and what was told of it is told no more."""

from __future__ import annotations

from functools import cache

from tests.case.drafting import PLAN
from tests.case.scribe import WritingDesk, write_acts
from tests.contest.hall import Hall, _copied, everything, judging

from foam.case.establish import is_copied
from foam.case.values import Slot
from foam.case.weigh import METRICS
from foam.contest.job import Heard
from foam.contest.kinds.does_not_follow import DoesNotFollow
from foam.contest.kinds.left_out import LeftOut
from foam.contest.kinds.weighs_otherwise import WeighsOtherwise
from foam.contest.subject import CaseFile
from foam.job.answers import read_choice
from foam.model.question import Labelled
from foam.model.scripted import Call, Said, Script
from foam.record.graph import require_entry

WRITES = write_acts()


@cache
def _clean() -> Hall:
    desk = WritingDesk()
    return Hall(desk, desk.write().run)


def hall() -> Hall:
    return _copied(_clean())


def then(first: Script) -> Script:
    return lambda call: first(call) or WRITES(call)


def after(heard: Heard) -> CaseFile:
    assert isinstance(heard.after, CaseFile)
    return heard.after


def others(file: CaseFile, *names: str) -> list[Slot]:
    return [slot for slot in file.case.slots if slot.id not in names]


def test_a_card_that_does_not_serve_is_written_again_and_nothing_else_is_asked() -> None:
    made = hall()
    slot = made.case.slots["solvency-mechanism"]
    assert slot.card
    document = made.case.documents[slot.card.document]
    own = {document.sentence(n) for n in range(len(document.ends))}
    script = then(judging("sustained", lambda sentence: sentence not in own))
    heard = made.challenge(slot.id, DoesNotFollow(), "It is about something else.", script=script, writes=True)
    new = after(heard).slots[slot.id]
    assert (heard.outcome.disposition, heard.outcome.move) == ("sustained", "swap")
    assert new.card
    assert (new.card.document != document.id, new.voice, bool(new.card.warrant)) == (True, "written", True)
    assert others(after(heard), slot.id) == others(made.case, slot.id)
    acts = [call.question for call in made.calls if call.question.template == "case/argument"]
    assert acts
    assert all("<part id=solvency-mechanism " in act.prompt for act in acts)
    asked = {call.question.template for call in made.calls}
    assert not asked & {"case/proposal", "case/overview", "case/calculus"}
    assert heard.outcome.locality.reuse > 0.9
    assert after(heard).case.plan == PLAN
    assert made.version(heard.run).case == after(heard).case  # type: ignore[attr-defined]


def test_a_card_that_claims_too_much_gets_a_tag_that_its_writer_narrows() -> None:
    made = hall()
    slot = made.case.slots["solvency-mechanism"]
    script = then(judging("sustained", everything))
    heard = made.challenge(slot.id, LeftOut(), "It goes on otherwise.", script=script, writes=True)
    new = after(heard).slots[slot.id]
    assert slot.card
    assert new.card
    assert new.card.tag != slot.card.tag
    assert (new.voice, new.card.alignment) == ("written", "agrees")
    (act,) = [call.question for call in made.calls if call.question.template == "case/argument"]
    assert "it claims more than holds, since this is so, too" in act.prompt
    assert others(after(heard), slot.id) == others(made.case, slot.id)
    assert made.version(heard.run).case == after(heard).case  # type: ignore[attr-defined]


def test_words_that_the_card_does_not_bear_out_are_not_taken() -> None:
    """Where what is written instead is not borne out, the tag is the source's own."""
    made = hall()
    slot = made.case.slots["solvency-mechanism"]

    def doubt(call: Call) -> Said | None:
        return Labelled(label="contradicts") if call.question.template == "case/alignment" else None

    judge = judging("sustained", everything)
    script = then(lambda call: judge(call) or doubt(call))
    heard = made.challenge(slot.id, LeftOut(), "It goes on otherwise.", script=script, writes=True)
    new = after(heard).slots[slot.id]
    assert new.card
    assert is_copied(new.card.tag, new.card.text)
    assert new.voice == "bounded"


def test_an_impact_that_falls_has_the_weighing_written_again() -> None:
    made = hall()
    slot = next(one for one in made.case.case.slots if one.component == "impact")
    script = then(judging("sustained"))
    heard = made.challenge(slot.id, DoesNotFollow(), "Nothing bears this out.", script=script, writes=True)
    comparison = after(heard).slots["weighing-comparison"]
    assert after(heard).slots[slot.id].card is None
    assert (comparison.voice, slot.id in {name for one in comparison.told for name in one.of}) == ("written", False)
    assert made.version(heard.run).case == after(heard).case  # type: ignore[attr-defined]


def test_an_overview_keeps_silent_about_a_slot_that_fell() -> None:
    made = hall()
    told = made.case.case.overview
    (weighing,) = told[-1].of
    slot = next(one for one in made.case.case.slots if one.component == "impact")
    heard = made.challenge(
        slot.id, DoesNotFollow(), "Nothing bears this out.", script=then(judging("sustained")), writes=True
    )
    assert weighing == "weighing-comparison"
    assert after(heard).case.overview == told[:-1]


def test_an_impact_that_weighs_on_something_else_has_its_line_replaced() -> None:
    made = hall()
    slot = next(one for one in made.case.case.slots if one.component == "impact")
    found = made.case.find_weighing(slot.id)
    assert found
    held = read_choice(require_entry(made.table.store, found[0].entries[found[1]]))
    wanted = next(one.id for one in METRICS if one.id not in held)

    script = judging("sustained")
    heard = made.challenge(slot.id, WeighsOtherwise(value=wanted), "It cannot be undone.", script=script, writes=True)
    comparison = after(heard).slots[found[0].id]
    assert heard.outcome.disposition == "sustained"
    assert f"weighs on {wanted}:" in comparison.analytic
    assert [one.of for one in comparison.told if slot.id in one.of] == [(slot.id,)]


def test_another_way_is_bound_in_the_written_voice() -> None:
    made = hall()
    choice = made.case.case.choices[-1]
    way = next(name for name in choice.offered if name not in choice.taken)

    script = then(judging("sustained"))
    heard = made.challenge(
        f"choice-{choice.branch}", WeighsOtherwise(instead=way), "The plan needs it.", script=script, writes=True
    )
    bound = [slot for slot in after(heard).case.slots if slot.group == way]
    assert heard.outcome.disposition == "sustained"
    assert bound
    assert {slot.voice for slot in bound} == {"written"}
    assert after(heard).case.plan == PLAN
    assert made.version(heard.run).case == after(heard).case  # type: ignore[attr-defined]
