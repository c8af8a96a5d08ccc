"""Words what the steps of an argument have to establish, for this plan, where the seat's model writes.

A template can only say "harm is done today" or "if this is done, that follows" of every matter alike. A writer says
which harm, change, step and gain is meant here, once it has seen what its first searches find: an argument that the
library does not hold is not asked for. Slots are then searched, filled and judged by these words. An evaluator has to
find that the parts, so worded, still carry the argument: else the template's words stand.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from foam.argument.tree import WITH_IMPACT, TemplateNode
from foam.case.act_questions import wordings_question
from foam.case.chain import Declarations
from foam.case.establish import judge_wordings
from foam.case.fill import Writing
from foam.case.offer import offer_found
from foam.case.plan import COUNTERPLAN
from foam.case.purpose import Step, describe_place
from foam.case.seek import is_generic
from foam.case.values import Slot
from foam.evidence.corpus import Passage
from foam.job.acts import ask_act
from foam.job.answers import read_form
from foam.job.retrieval import depend_on
from foam.job.session import depend_on_seat
from foam.model.question import Option
from foam.record.entry import Entry, Input

KIND = "wordings"
WORDED = WITH_IMPACT | {"contention"}
"""Syllogisms whose template names a theme that every matter shares; they are worded together, the others together."""


def is_worded(node: TemplateNode) -> bool:
    """Whether a writer says for its plan what a node has to establish: the template says the same of every matter.

    What a counterplan has to show names the counterplan, which whoever judges it does not see elsewhere.
    """
    needed = bool(node.seek) and not (node.children or node.answers) and node.syllogism != COUNTERPLAN
    return needed and (node.syllogism in WORDED or is_generic(node.seek))


async def word_slots(
    writing: Writing,
    slots: Sequence[Slot],
    worded: Collection[tuple[str, ...]],
    look: Callable[[Slot], Sequence[Passage]],
    declared: Declarations,
) -> list[Slot]:
    """The slots, those of these paths in words for this plan where these count; `look` gives what was found for one."""
    stated = [slot for slot in slots if slot.path in worded and slot.seek and not (slot.filled or slot.against)]
    if not stated or not writing.author.speaks:
        return list(slots)
    places = {slot.path: describe_place(slot, slots, declared) for slot in stated}
    chains = [slot for slot in stated if slot.syllogism in WORDED]
    others = [slot for slot in stated if slot.syllogism not in WORDED]
    made = await asyncio.gather(*(_word_some(writing, some, places, look) for some in (chains, others) if some))
    known = {slot.path: slot for some in made for slot in some}
    return [known.get(slot.path, slot) for slot in slots]


async def _word_some(
    writing: Writing,
    stated: Sequence[Slot],
    places: Mapping[tuple[str, ...], str],
    look: Callable[[Slot], Sequence[Passage]],
) -> list[Slot]:
    """Slots in words for this plan, in one act; those of an argument that an evaluator does not find to stand so worded
    keep the template's."""
    parts = tuple(
        Option(id=slot.id, text=f"{slot.part}. {places[slot.path]} The template's words: {slot.seek}")
        for slot in stated
    )
    pressed = writing.pressed.grounds if writing.pressed else ()
    seen = offer_found(writing.session, [*pressed, *(passage for slot in stated for passage in look(slot))])
    question = wordings_question(writing.session.prompts, task=writing.author.task, parts=parts, sources=seen.sources)

    def check(entry: Entry) -> list[str]:
        return list(_find_faults(entry, [slot.id for slot in stated]))

    inputs: tuple[Input, ...] = (
        depend_on("position", writing.position.entry),
        *seen.inputs,
        depend_on_seat(writing.seat),
    )
    entry = await ask_act(writing.session, KIND, question, *inputs, check=check)
    if entry is None:
        return list(stated)
    words = read_wordings(entry)
    groups = list(dict.fromkeys(slot.path[:-1] for slot in stated))
    members = [[slot for slot in stated if slot.path[:-1] == group] for group in groups]
    steps = [[_make_step(slot, places, words) for slot in slots] for slots in members]
    carried = await asyncio.gather(*(_is_carried(writing, one, entry) for one in steps))
    kept = {group for group, holds in zip(groups, carried, strict=True) if holds}
    return [_word_slot(slot, words[slot.id], entry) if slot.path[:-1] in kept else slot for slot in stated]


def read_wordings(entry: Entry) -> dict[str, str]:
    """What each slot has to establish, by its id."""
    rows = read_form(entry)["parts"]
    assert isinstance(rows, tuple)
    return {str(row["part"]): str(row["words"]).strip() for row in rows if isinstance(row, dict)}


def _find_faults(entry: Entry, wanted: Sequence[str]) -> Iterator[str]:
    words = read_wordings(entry)
    yield from (f"{name}: there are no words for this part" for name in wanted if not words.get(name))
    if len(set(words.values())) < len(words):
        yield "two parts have the same words: each is a step of its own"


def _make_step(slot: Slot, places: Mapping[tuple[str, ...], str], words: Mapping[str, str]) -> Step:
    return Step(part=slot.part, purpose=places[slot.path], asked=slot.seek, worded=words[slot.id])


async def _is_carried(writing: Writing, steps: Sequence[Step], entry: Entry) -> bool:
    """Whether an evaluator finds that the steps, so worded, carry what the template asks for."""
    return await judge_wordings(writing.session, writing.position.text, steps, depend_on(KIND, entry))


def _word_slot(slot: Slot, words: str, entry: Entry) -> Slot:
    entries = {**slot.entries, KIND: entry.key}
    return slot.model_copy(update={"seek": words, "point": words, "template_words": slot.seek, "entries": entries})
