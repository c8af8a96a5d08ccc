"""Parts that need no evidence, in the words of a seat whose model writes."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence

from foam.argument.tree import Allotted
from foam.case.act_questions import ANALYTIC_WORDS, analytic_question
from foam.case.author import Author
from foam.case.purpose import describe_purpose
from foam.case.values import Slot
from foam.case.written import list_faults
from foam.job.acts import ask_act
from foam.job.answers import read_form
from foam.job.retrieval import depend_on
from foam.job.session import depend_on_seat
from foam.record.entry import Entry, Input

COMPETES = "competes"
_AGAINST_PLAN = frozenset({"disadvantage", "kritik"})
_LEAST_ANALYTIC = 25
"""Words that an analytic has, however short its slot."""


async def write_analytics(
    author: Author,
    slots: Sequence[Slot],
    leaves: Sequence[tuple[tuple[str, ...], Allotted]],
    titles: Mapping[str, str],
    left_out: Collection[str] = (),
) -> tuple[Slot, ...]:
    """The slots that the template words itself, in the writer's words; one that deals with what was heard keeps the
    template's, which say what stands in the round. None speaks of an argument that is left out; others are named by
    their `titles`."""
    worded = {path for path, leaf in leaves if leaf.node.say}
    if not author.speaks:
        return tuple(slots)
    own = [slot for slot in slots if slot.path in worded and not (slot.answers or slot.extends)]
    stays = [slot for slot in slots if slot.group not in left_out]
    written = await asyncio.gather(*(_write_analytic(author, slot, _list_avoided(slot, stays), titles) for slot in own))
    made = {slot.path: slot for slot in written}
    return tuple(made.get(slot.path, slot) for slot in slots)


def _list_avoided(slot: Slot, slots: Sequence[Slot]) -> list[Slot]:
    """The cards of which a counterplan says that it avoids what they show: those against the plan alone."""
    if slot.component != COMPETES:
        return []
    return [one for one in slots if one.syllogism in _AGAINST_PLAN and one.card]


async def _write_analytic(author: Author, slot: Slot, read: Sequence[Slot], titles: Mapping[str, str]) -> Slot:
    """A slot in the writer's words, which may speak of what is `read` in others."""
    session, draft = author.session, slot.analytic
    shown = [f"{titles.get(one.group, one.group)}, {one.part}: {one.card.shown}" for one in read if one.card]
    most = min(ANALYTIC_WORDS, max(_LEAST_ANALYTIC, slot.words))
    question = analytic_question(
        session.prompts,
        task=author.task,
        part=slot.part,
        purpose=describe_purpose(slot.component, ""),
        argued=author.argued,
        draft=draft,
        read=shown,
        words=most,
    )

    def check(entry: Entry) -> list[str]:
        said = str(read_form(entry)["analytic"])
        return list(list_faults(said, cited=(draft, *shown), known=(*author.known, author.argued)))

    tags = [depend_on(f"{one.id} tag", one.card.entries["tag"]) for one in read if one.card]
    inputs: tuple[Input, ...] = (
        depend_on("draft", slot.entries["analytic"]),
        *tags,
        depend_on_seat(author.seat),
    )
    entry = await ask_act(session, "written analytic", question, *inputs, check=check)
    if entry is None:
        return slot
    said = str(read_form(entry)["analytic"]).strip()
    return slot.model_copy(update={"analytic": said, "voice": "written", "entries": {"analytic": entry.key}})
