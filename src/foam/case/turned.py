"""Asks of a finished case which of its cards the other side would read against it, and has these written again once.

    all cards ── turned (a critic names some, or none) ──┬── another card is written
                                                         └── it stays, and every view warns of it

Each card is judged in its own slot: that one of them speaks against the plan as a whole is seen by nobody who looks at
one slot at a time.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from foam.case.act_questions import NOTHING, WHY_WORDS
from foam.case.cut import name_source, read_source
from foam.case.fill import Writing
from foam.case.tell import TellingPart, name_parts
from foam.case.values import Slot
from foam.case.verdict import TURNED, Refusal
from foam.case.written import list_faults
from foam.job.acts import ask_act
from foam.job.answers import read_records
from foam.job.retrieval import depend_on
from foam.model.form import LabelField, ListField, TextField
from foam.model.question import Write
from foam.model.template import Options, Prompts, fence, fence_options, render_prompt
from foam.record.entry import Entry

KIND = "turned"
MOST_TURNED = 3


def turned_question(
    prompts: Prompts,
    *,
    question: str,
    plan: str,
    parts: Options,
    heard: Sequence[str] = (),
    beside: Sequence[str] = (),
) -> Write:
    """Which of these cards of a speech would the other side read against it, after what it has said itself? `beside`
    are the other parts of the speech."""
    filled = render_prompt(
        prompts,
        "case/turned",
        question=fence(question),
        plan=fence(plan),
        parts=fence_options(parts),
        heard="\n".join(map(fence, heard)) or NOTHING,
        beside="\n".join(map(fence, beside)) or NOTHING,
        words=str(WHY_WORDS),
        most=str(MOST_TURNED),
    )
    fields = (
        LabelField(name="part", about="the id of the part", labels=tuple(part.id for part in parts)),
        TextField(name="why", about="what the other side would say with it", max_words=WHY_WORDS),
    )
    cards = ListField(name="cards", fields=fields, at_least=0, at_most=MOST_TURNED)
    return Write(**filled, role="critic", statement=plan, fields=(cards,), material=tuple(parts))


async def mend_turned(
    writing: Writing,
    slots: Sequence[Slot],
    write_again: Callable[[Slot], Awaitable[Slot]],
    keep: Callable[[Slot], None],
    beside: Sequence[Slot] = (),
) -> None:
    """Write again the slots that a critic would turn against the speech, one after another in their order: each sees
    what those before it read now. A card that stays says what would be said with it. The critic sees the parts that
    stand `beside` them, too, and names none of these."""
    found = await _find_turned(writing, [slot for slot in slots if slot.card], [slot for slot in beside if slot.card])
    for slot in (one for one in slots if one.path in found):
        why, entry = found[slot.path]
        again = await write_again(_empty_slot(writing, slot, why, entry))
        kept = {"turned": why, "entries": {**slot.entries, KIND: entry.key}}
        is_other = again.card is not None and not _says_the_same(again, slot)
        keep(again if is_other else slot.model_copy(update=kept))


def _says_the_same(one: Slot, other: Slot) -> bool:
    """Whether two cards read the same sentences under the same tag for the same reason."""
    return all(
        one.card is not None and other.card is not None and getattr(one.card, name) == getattr(other.card, name)
        for name in ("pointers", "tag", "warrant")
    )


async def _find_turned(
    writing: Writing, read: Sequence[Slot], beside: Sequence[Slot]
) -> dict[tuple[str, ...], tuple[str, Entry]]:
    """What would be said with a card against the speech, by the path of its slot, and who said it."""
    session = writing.session
    if not read or not (writing.author.speaks and session.speaks("critic")):
        return {}
    parts = [TellingPart(slot.id, _show_part(slot)) for slot in read]
    names = dict(zip((option.id for option in name_parts(parts)), read, strict=True))
    said = tuple(writing.answered.points.values()) if writing.answered else writing.they_said
    others = tuple(map(_show_part, beside))
    asked = turned_question(
        session.prompts,
        question=writing.resolution,
        plan=writing.plan,
        parts=name_parts(parts),
        heard=said,
        beside=others,
    )
    known = (writing.resolution, writing.plan, *(part.text for part in parts), *others, *said)

    def check(entry: Entry) -> list[str]:
        return [
            fault for row in read_records(entry, "cards") for fault in list_faults(row["why"], cited=(), known=known)
        ]

    given = [depend_on(f"{slot.id} tag", slot.card.entries["tag"]) for slot in (*read, *beside) if slot.card]
    entry = await ask_act(session, KIND, asked, depend_on("position", writing.position.entry), *given, check=check)
    if entry is None:
        return {}
    return {names[row["part"]].path: (str(row["why"]).strip(), entry) for row in read_records(entry, "cards")}


def _show_part(slot: Slot) -> str:
    """A part as the critic reads it: what it is, its tag and what is read."""
    assert slot.card is not None
    return f"{slot.group}, {slot.part}: {slot.card.shown}"


def _empty_slot(writing: Writing, slot: Slot, why: str, entry: Entry) -> Slot:
    """The slot without its card, which is told as tried."""
    assert slot.card is not None
    cite = name_source(read_source(writing.session, slot.card.document))
    tried = Refusal(
        document=slot.card.document,
        cite=cite,
        why=TURNED,
        entry=entry.key,
        sentences=slot.card.sentences,
        because=why,
    )
    empty = {
        "card": None,
        "step": None,
        "refused": (*slot.refused, tried),
        "entries": {**slot.entries, KIND: entry.key},
    }
    return slot.model_copy(update=empty)
