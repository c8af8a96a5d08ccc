"""Holds what a disadvantage says of their plan against what the other side has said: its link, above all.

their points ── nearest to a part ── shown to whoever words, writes, judges and turns it
the finished part ── denied (an evaluator names the point that denies it, or none) ── a warning, if nothing meets it
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from math import log

from foam.case.fill import Writing
from foam.case.position.denial import find_contradicted
from foam.case.questions import denied_question
from foam.case.values import Slot
from foam.job.answers import read_choice
from foam.job.retrieval import depend_on
from foam.model.question import Option
from foam.record.entry import ValueInput
from foam.text.stem import list_stems

KIND = "denied"
OPPOSED = frozenset({"disadvantage"})
"""Syllogisms whose parts say what comes of the other side's plan."""
MOST_NEAR = 3
"""Points of theirs that are shown with a part."""
_LOOKED_AT = 6


def show_theirs(writing: Writing, slot: Slot) -> Slot:
    """A part of a disadvantage with what the other side said that bears on it, and a part that answers something with
    what else they say in the same argument; any other part as it is."""
    if slot.against and writing.author.speaks:
        beside = [said for said in writing.whole.get(slot.answers, ()) if said != slot.against]
        return slot.model_copy(update={"they_say": tuple(beside)})
    if writing.answered is None or slot.syllogism not in OPPOSED or not slot.seek or not writing.author.speaks:
        return slot
    near = list_near(writing.answered.points, slot.seek)
    return slot.model_copy(update={"they_say": tuple(near.values())})


def show_once(slots: Sequence[Slot]) -> dict[str, tuple[str, ...]]:
    """What else the other side says in the argument that each slot answers, by the id of the slot: in full with the
    first that answers it, and with the others where it stands."""
    first: dict[frozenset[str], str] = {}
    shown: dict[str, tuple[str, ...]] = {}
    for slot in slots:
        if not (slot.against and slot.they_say):
            continue
        at = first.setdefault(frozenset({slot.against, *slot.they_say}), slot.id)
        shown[slot.id] = slot.they_say if at == slot.id else (f"(what stands with {at})",)
    return shown


def list_near(points: Mapping[str, str], text: str) -> dict[str, str]:
    """The points nearest to a text, by their ids: those that deny it first, by the shipped judge, then by the words
    that they share with it, of which one that few points have counts more."""
    stems = {name: list_stems(said) for name, said in points.items()}
    spread = Counter(stem for some in stems.values() for stem in some)
    own = list_stems(text)
    weights = {
        name: sum(log(1 + len(points) / spread[one]) for one in sorted(some & own)) for name, some in stems.items()
    }
    near = sorted((name for name in points if weights[name]), key=lambda name: -weights[name])[:_LOOKED_AT]
    ordered = sorted(near, key=lambda name: not find_contradicted([points[name]], text))
    return {name: points[name] for name in ordered[:MOST_NEAR]}


async def find_denied(writing: Writing, slots: Sequence[Slot]) -> tuple[Slot, ...]:
    """The slots, each card of a disadvantage with the point of the other side that denies it, if an evaluator names
    one."""
    return tuple(await asyncio.gather(*(_find_denied(writing, slot) for slot in slots)))


async def _find_denied(writing: Writing, slot: Slot) -> Slot:
    if not slot.they_say or slot.against or slot.card is None or writing.answered is None:
        return slot
    ids = {said: name for name, said in writing.answered.points.items()}
    named = {f"a{n}": said for n, said in enumerate(slot.they_say, start=1)}
    options = tuple(Option(id=name, text=said) for name, said in named.items())
    question = denied_question(
        writing.session.prompts, part=slot.part, point=slot.seek, card=slot.card.shown, options=options
    )
    heard = ValueInput(role="heard", value=list(slot.they_say))
    entry = await writing.session.clerk.ask(KIND, question, depend_on("tag", slot.card.entries["tag"]), heard)
    chosen = read_choice(entry)
    denied = ids[named[chosen[0]]] if chosen else ""
    return slot.model_copy(update={"denied": denied, "entries": {**slot.entries, KIND: entry.key}})
