"""A speech that came out too long: the part that is at fault is named, and goes back before the case is refused."""

from __future__ import annotations

import asyncio
import re
from types import SimpleNamespace
from typing import Any, cast

from tests.case.scribe import written_sample
from tests.case.test_turned import WHY, write_turned

from foam.case.amending import find_amendments
from foam.case.fill import Writing
from foam.case.filled import find_own_limit
from foam.case.fit import list_overlong, shorten_slots
from foam.case.values import Case, Slot
from foam.case.verify import verify_case


def set_words(case: Case, over: dict[str, int]) -> Case:
    """The case with some slots that are so many words over their own, and all others within them."""
    words = {slot.id: slot.length - over.get(slot.id, -5) for slot in case.slots}
    slots = tuple(slot.model_copy(update={"words": max(1, words[slot.id])}) for slot in case.slots)
    return case.model_copy(update={"slots": slots})


def list_long(case: Case) -> list[Slot]:
    return [slot for slot in case.slots if slot.card and len(slot.card.sentences) > 1]


def test_only_parts_are_named_without_which_the_speech_would_not_fit() -> None:
    _, case = written_sample()
    first, second, third = list_long(case)[:3]
    long = set_words(case, {first.id: 20, second.id: 40, third.id: 4})
    assert [slot.id for slot in list_overlong(long.slots, 25)] == [second.id]
    assert [slot.id for slot in list_overlong(long.slots, 50)] == [second.id, first.id]
    assert list_overlong(long.slots, 0) == []


def test_a_speech_that_is_too_long_names_the_part_at_fault_and_the_small_remedy_first() -> None:
    desk, case = written_sample()
    first, second = [slot for slot in list_long(case) if slot.syllogism == "advantage"][:2]
    long = set_words(case, {first.id: 12, second.id: 40}).model_copy(update={"budget": desk.template.words})
    template = desk.template.model_copy(update={"between": (0, case.words - 25)})
    found = [one for one in verify_case(long, desk.documents, template).failures if "words in a slot of" in one.what]
    assert [one.slot for one in found] == [second.id]
    assert found[0].remedy.endswith(f"--reword {second.id}")
    speech = [one for one in verify_case(long, desk.documents, template).failures if one.slot == case.speech]
    assert [one.remedy for one in speech] == [f"shorten {second.id}"]
    ways = find_amendments(long.model_copy(update={"failures": (*found, *speech)})).ways
    assert ways[0] == f"--reword {second.id}"
    assert not verify_names_slots(long, desk.template.model_copy(update={"between": (0, case.words)}))


def verify_names_slots(case: Case, template: Any) -> bool:
    desk, _ = written_sample()
    return any("words in a slot of" in one.what for one in verify_case(case, desk.documents, template).failures)


def test_a_part_that_is_too_long_goes_back_with_the_words_that_it_may_have() -> None:
    _, case = written_sample()
    long = list_long(case)[0]
    bound = {slot.path: slot for slot in set_words(case, {long.id: 30}).slots}
    asked: list[tuple[Slot, int]] = []

    async def write_again(slot: Slot, spare: int) -> Slot:
        asked.append((slot, spare))
        assert long.card is not None
        return slot.model_copy(update={"card": long.card.model_copy(update={"text": "It is so."})})

    def keep(slot: Slot) -> None:
        bound[slot.path] = slot

    stand_in = SimpleNamespace(position=SimpleNamespace(text=case.plan), author=SimpleNamespace(speaks=True))
    most = case.words - 20
    asyncio.run(shorten_slots(cast(Writing, stand_in), bound, most, write_again, keep))
    ((slot, spare),) = asked
    assert (slot.id, slot.card) == (long.id, None)
    assert find_own_limit(slot) + spare == long.length - 20
    assert f"{long.length - 20} or fewer" in slot.refused[-1].because
    assert sum(one.length for one in bound.values()) <= most


def test_a_part_that_is_written_again_is_told_no_more_than_the_speech_leaves() -> None:
    desk, case = write_turned(better=True)
    (prompt,) = {
        call.question.prompt
        for call in desk.calls
        if call.question.template == "case/write" and WHY in call.question.prompt
    }
    told = int(re.findall(r"has more than (\d+) is refused", prompt)[-1])
    others = sum(slot.length for slot in case.slots if slot.component != "mechanism")
    assert told + others <= sum(slot.words for slot in case.slots)
