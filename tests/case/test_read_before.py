"""What was read before a part in its argument: its sentences may point back at it, and whoever judges sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.case.scribe import WritingDesk, write_acts
from tests.case.test_bind import made

from foam.case.earlier import find_stale, is_stale, list_read_before
from foam.case.values import Case, Slot
from foam.evidence.corpus import ListedCorpus
from foam.model.form import FormValue
from foam.model.question import Label, Write
from foam.model.scripted import Call

TEXT = (
    "The toll has led to a queue of boats at the lock. This queue has made masters unload upstream. "
    "Boats pass the canal by day. The keepers open the locks at six. Lamps burn on the quay."
)
FIRST, SECOND = "The toll has led to a queue", "This queue has made"


def read_on(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
    """Read the first sentence in the link and the one that points back at it in the step after."""
    question = call.question
    if not isinstance(question, Write) or question.template != "case/write":
        return None
    wanted = FIRST if "advantage, Link" in question.prompt else SECOND if "Internal link" in question.prompt else ""
    named = tuple(one.id for one in question.material if wanted and one.text.startswith(wanted))
    if named:
        return {**form, "sentences": named}
    return {**form, "decision": "leave empty", "sentences": (), "tag": "", "warrant": "", "why": "Nothing serves."}


def read_in_a_row() -> tuple[WritingDesk, Case]:
    desk = WritingDesk(write_acts(read_on))
    desk.corpus = ListedCorpus.of([made(TEXT)])
    return desk, desk.write().view


DESK, CASE = read_in_a_row()


def find_step(component: str) -> Slot:
    return next(slot for slot in CASE.slots if slot.syllogism == "advantage" and slot.component == component)


def test_a_sentence_may_point_back_at_what_the_step_before_reads() -> None:
    link, internal = find_step("link"), find_step("internal_link")
    assert link.card is not None
    assert internal.card is not None
    assert (link.card.sentences, internal.card.sentences) == ((0,), (1,))
    assert internal.voice == "written"
    again = [call for call in DESK.calls if "what that stands for is not read" in call.question.prompt]
    assert not [call for call in again if "Internal link" in call.question.prompt]


def test_inside_a_card_nothing_points_back_at_what_the_step_before_reads() -> None:
    """A listener would take "this queue" for what the card reads right before it."""
    far = "Lamps burn on the quay. Boats pass the canal by day. The keepers open at six. A clerk counts the barges."

    def read_far_first(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
        given = read_on(call, form)
        question = call.question
        if given and given["sentences"] and isinstance(question, Write) and "Internal link" in question.prompt:
            named = (one.id for one in question.material if one.text.startswith(("Lamps burn", SECOND)))
            return {**given, "sentences": tuple(named)}
        return given

    desk = WritingDesk(write_acts(read_far_first))
    desk.corpus = ListedCorpus.of([made(f"{far} {TEXT.partition(' Boats pass')[0]}")])
    case = desk.write().view
    assert all(card.sentences != (0, 5) for card in case.cards)
    told = [
        c.question.prompt for c in desk.calls if "what that stands for is read in a step before" in c.question.prompt
    ]
    assert told
    assert all("Internal link" in prompt for prompt in told)


def test_writer_and_evaluator_see_what_was_read_before_the_part() -> None:
    for template in ("case/write", "case/slot"):
        asked = [call.question.prompt for call in DESK.calls if call.question.template == template]
        of_step = [prompt for prompt in asked if "advantage, Internal link" in prompt]
        assert of_step
        assert all(FIRST in prompt.partition("Read in the steps before it")[2] for prompt in of_step)


def test_a_verdict_counts_only_after_what_is_read() -> None:
    internal = find_step("internal_link")
    assert internal.after == tuple(card.shown for card in list_read_before(internal, CASE.slots, {}))
    assert not list(find_stale(CASE, {}))
    without = tuple(
        slot.model_copy(update={"card": None}) if slot.path == find_step("link").path else slot for slot in CASE.slots
    )
    assert is_stale(internal, without, {})
    assert [one.slot for one in find_stale(CASE.model_copy(update={"slots": without}), {})] == [internal.id]


def test_a_part_that_stayed_empty_may_read_again_what_one_beside_it_reads_and_never_its_own_chain() -> None:
    """The only sentence on the matter is read in the uniqueness; the link gets it in the end, the impact never does."""

    def read_first(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
        question = call.question
        if not isinstance(question, Write) or question.template != "case/write":
            return None
        named = tuple(one.id for one in question.material if one.text.startswith(FIRST))
        if named and "advantage" in question.prompt.partition("The part you write: ")[2][:12]:
            return {**form, "sentences": named}
        left = {"decision": "leave empty", "sentences": (), "tag": "", "warrant": "", "why": "Nothing serves."}
        return {**form, **left, "look_for": "boats that unload upstream"}

    desk = WritingDesk(write_acts(read_first))
    desk.corpus = ListedCorpus.of([made(TEXT)])
    case = desk.write().view
    own = [slot for slot in case.slots if slot.group == "own-1"]
    read = {slot.component: slot.card.sentences for slot in own if slot.card}
    assert read.get("uniqueness") == (0,)
    assert read.get("link") == (0,)
    assert "internal_link" not in read
    assert "impact" not in read


def read_between(parts: Mapping[str, str], text: str) -> tuple[WritingDesk, Case]:
    """A case of which each of these parts reads what begins so, and no other reads anything."""

    def read(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
        question = call.question
        if not isinstance(question, Write) or question.template != "case/write":
            return None
        part = question.prompt.partition("The part you write: ")[2].partition(".")[0]
        wanted = tuple(parts.get(part, "").split("|")) if part in parts else ()
        named = tuple(one.id for one in question.material if wanted and one.text.startswith(wanted))
        if len(named) == len(wanted) and named:
            return {**form, "sentences": named}
        return {**form, "decision": "leave empty", "sentences": (), "tag": "", "warrant": "", "why": "Nothing serves."}

    desk = WritingDesk(write_acts(read))
    desk.corpus = ListedCorpus.of([made(text)])
    return desk, desk.write().view


def test_what_the_uniqueness_reads_is_heard_in_every_part_after_it() -> None:
    """It is no step of the chain, and it is read before the chain begins."""
    desk, case = read_between({"advantage, Uniqueness": FIRST, "advantage, Internal link": SECOND}, TEXT)
    own = {slot.id: slot for slot in case.slots}
    unique, internal = own["own-1-uniqueness"], own["own-1-internal"]
    assert unique.card is not None
    assert internal.card is not None
    assert (unique.card.sentences, internal.card.sentences) == ((0,), (1,))
    assert internal.after == (unique.card.shown,)
    asked = [call.question for call in desk.calls if call.question.template == "case/slot"]
    judged = [one.prompt for one in asked if isinstance(one, Label) and SECOND in one.text]
    assert judged
    assert all(FIRST in prompt.partition("Read in the steps before it")[2] for prompt in judged)
    without = tuple(one.model_copy(update={"card": None}) if one == unique else one for one in case.slots)
    assert [one.slot for one in find_stale(case.model_copy(update={"slots": without}), {})] == [internal.id]


CRITICS = "Masters say that this queue has made them unload upstream."


def test_what_a_part_reads_that_is_not_heard_may_be_read_again_with_the_sentence_that_leans_on_it() -> None:
    """Parts of the harms stand beside one another; what one of them reads is not heard as a step before the next."""
    text = TEXT.replace("This queue has made masters unload upstream.", CRITICS)
    parts = {"harms, Condition": FIRST, "harms, Severity": f"{FIRST}|Masters say"}
    _, case = read_between(parts, text)
    read = {slot.component: slot.card.sentences for slot in case.slots if slot.group == "harms" and slot.card}
    assert read["status_quo_condition"] == (0,)
    assert read["severity"] == (0, 1)
    alone = read_between({"harms, Condition": FIRST, "harms, Severity": FIRST}, text)[0]
    assert any("name it only with the sentence after it" in call.question.prompt for call in alone.calls)
