"""Puts the plan of a written speech anew, where somebody who has read the case asks for it.

    asked for ── plan (as it stands, and why it is wanted otherwise) ── checked ──┬── every card is judged for it
                                                                                  └── else it stands, and says why

What was found and written stays. What an evaluator found of it in view of the old plan is asked again in view of the
new one: whether each card establishes its part, whether its words hold, and, with the steps of the case, whether each
follows from the one before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from foam.case.act_questions import PLAN_WORDS
from foam.case.author import Author, judge_words_again
from foam.case.establish import judge_card_again
from foam.case.fill import Writing
from foam.case.plan import PLAN_TEXT, put_plan_anew, stand_for
from foam.case.position.stance import Position
from foam.case.reworded import Reworded, describe_unchanged
from foam.case.values import Plan, Slot
from foam.evidence.corpus import Passage
from foam.job.retrieval import depend_on
from foam.model.form import count_words

_ASKED_FOR = "Somebody who has read the speech wants it put in other words"
_NOT_WRITTEN = "no other plan was written that counts"


def is_plan(slot: Slot) -> bool:
    """Whether a slot says the plan of the speech itself."""
    return slot.syllogism == PLAN_TEXT and not slot.seek


class PlanDesk:
    """The plan that a seat wrote, and what it is put anew with; `writing` is what the parts are written with now."""

    def __init__(self, writing: Writing, held: Position, plan: Plan, passages: Sequence[Passage]) -> None:
        self.writing, self.plan = writing, plan
        self._held, self._passages = held, passages

    async def put_anew(self, slot: Slot, because: str) -> tuple[Slot, bool]:
        """The slot that says the plan, with what became of it, and whether the plan is another now."""
        writing, before = self.writing, self.plan
        asked = f"{_ASKED_FOR}: {because}" if because else f"{_ASKED_FOR}."
        if (count := count_words(before.text)) > PLAN_WORDS:
            asked = f"{asked} Its text has {count} words, and at most {PLAN_WORDS} are read."
        again = await put_plan_anew(
            writing.session, writing.seat, writing.resolution, self._held, self._passages, before, asked
        )
        if again is None:
            return slot.model_copy(update={"unchanged": describe_unchanged(_NOT_WRITTEN, because)}), False
        self.plan, self.writing = again, replace(writing, position=stand_for(self._held, again))
        told = (*slot.reworded, Reworded(before=before.text, because=because))
        return slot.model_copy(update={"reworded": told, "unchanged": ""}), True


async def judge_for_plan(author: Author, slot: Slot, plan_before: str, before: str) -> Slot:
    """The slot as it stands to the plan that its author has now; `before` is what it has to follow from."""
    slot = _speak_of_plan(slot, plan_before, author.stands_for or author.plan)
    if slot.card is None or slot.card.work:
        return slot
    given = depend_on("tag", slot.card.entries["tag"])
    card = await judge_card_again(author.session, author.plan, slot, slot.card, given)
    return slot.model_copy(update={"card": await judge_words_again(author, slot, card, before), "turned": ""})


def _speak_of_plan(slot: Slot, old: str, new: str) -> Slot:
    """What the template asks of a slot, with the words of the new plan in it; what a writer said stays."""
    if slot.template_words or slot.narrowed:
        return slot
    words = {name: getattr(slot, name).replace(old.rstrip("."), new.rstrip(".")) for name in ("seek", "point")}
    return slot.model_copy(update=words)
