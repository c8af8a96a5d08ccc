"""Parts that need no evidence, in the words of a seat whose model writes.

    written ── serves (does it do what the part is for?) ──┬── it is said
                                                           └── once more with the reason ── serves ── said, or warned of

Words that somebody who read the case wants otherwise are written again after that, in the order of asking.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from foam.argument.outline import Allotted, OutlineNode
from foam.case.act_questions import ANALYTIC_WORDS, LEAST_ANALYTIC, analytic_question
from foam.case.author import Author
from foam.case.establish import read_verdict
from foam.case.held import digest_analytic
from foam.case.lean import describe_unnamed
from foam.case.purpose import describe_purpose
from foam.case.questions import serves_question
from foam.case.reword import Rewording
from foam.case.reworded import Reworded, describe_unchanged
from foam.case.values import Slot
from foam.case.verdict import describe_reasons
from foam.case.written import list_faults
from foam.job.acts import ask_act, was_refused
from foam.job.answers import read_form
from foam.job.retrieval import depend_on
from foam.job.session import depend_on_seat
from foam.record.entry import Entry, Input
from foam.values import digest

COMPETES = "competes"
NET_BENEFIT, MEETS = "net_benefit_answer", "meets"
_ARGUED = frozenset({NET_BENEFIT, MEETS})
KIND, SERVES = "written analytic", "serves"
_AGAINST_PLAN = frozenset({"disadvantage", "kritik"})
_SAID = frozenset({"analytic", "act"})
"""Decisions by which a part without evidence has its words."""
_ASKED_FOR, _FOUND = "Somebody who has read the speech wants other words", "Found of it"
_NOT_WRITTEN = "no other words were written that count"


def is_analytic(node: OutlineNode) -> bool:
    """Whether a node is said without evidence, in words of its own: what deals with what was heard keeps the
    template's, which say what stands in the round, but for why a permutation can be done and why the plan meets a word
    of the question: that depends on the reason that was given against it."""
    return bool(node.say) and (node.component in _ARGUED or not (node.answers or node.extends))


async def write_analytics(
    author: Author,
    slots: Sequence[Slot],
    leaves: Sequence[tuple[tuple[str, ...], Allotted]],
    titles: Mapping[str, str],
    left_out: Collection[str] = (),
    reword: Sequence[Rewording] = (),
    beside: Sequence[Slot] = (),
) -> tuple[Slot, ...]:
    """The slots that the template words itself, in the writer's words, and those that it filled without evidence, each
    held to what it is for. They may speak of parts that stand `beside` them, too, and of none that is left out; others
    are named by their `titles`."""
    worded = {path for path, leaf in leaves if is_analytic(leaf.node)}
    if not author.speaks:
        return tuple(slots)
    own = [slot for slot in slots if slot.path in worded or (slot.analytic and "act" in slot.entries)]
    stays = [slot for slot in (*slots, *beside) if slot.group not in left_out]
    made: dict[tuple[str, ...], Slot] = {}

    async def settle_position(parts: Sequence[Slot]) -> None:
        """One after another: each is written in view of those of its position that stand already."""
        open_parts = {slot.path for slot in parts}
        for slot in parts:
            open_parts.discard(slot.path)
            stands = [made.get(one.path, one) for one in stays if one.path not in {*open_parts, slot.path}]
            read = _list_spoken_of(slot, stands)
            made[slot.path] = await _settle_part(_Part(author, slot, tuple(read), titles), reword)

    positions = [[slot for slot in own if slot.path[:-1] == path] for path in dict.fromkeys(o.path[:-1] for o in own)]
    await asyncio.gather(*map(settle_position, positions))
    return tuple(made.get(slot.path, slot) for slot in slots)


def _list_spoken_of(slot: Slot, stands: Sequence[Slot]) -> list[Slot]:
    """The parts that one without evidence may speak of: those of its position; of a counterplan what it avoids; of a
    permutation also what is answered to the reasons against it."""
    if slot.component == COMPETES:
        return _list_avoided(stands)
    beside = _list_position(slot, stands)
    if slot.component != NET_BENEFIT:
        return beside
    return [*beside, *(one for one in stands if one.card and one.answers and one not in beside)]


def _list_avoided(slots: Sequence[Slot]) -> list[Slot]:
    """The cards of which a counterplan says that it avoids what they show: those against the plan alone."""
    return [one for one in slots if one.syllogism in _AGAINST_PLAN and one.card]


def _list_position(slot: Slot, slots: Sequence[Slot]) -> list[Slot]:
    """What is said beside a part in its own position: standards speak of an interpretation, and of what violates it."""
    beside = [one for one in slots if one.path[:-1] == slot.path[:-1]]
    return [one for one in beside if one.card or (one.analytic and _SAID.intersection(one.entries))]


@dataclass(frozen=True, slots=True)
class _Part:
    """A part without evidence, and what whoever writes and whoever judges it are shown."""

    author: Author
    slot: Slot
    """As the template words it, or as it was filled from what was found."""
    read: tuple[Slot, ...]
    """Parts that it may speak of."""
    titles: Mapping[str, str]

    @property
    def draft(self) -> str:
        """What stands for it in the template: its words, or what it has to establish."""
        return self.slot.seek or self.slot.analytic

    @property
    def shown(self) -> list[str]:
        named = ((one, self.titles.get(one.group, one.group)) for one in self.read)
        return [f"{title}, {one.part}: {one.card.shown if one.card else one.analytic}" for one, title in named]

    async def write(self, slot: Slot, before: Sequence[str], *found: Input) -> Slot | None:
        """The slot in the writer's words, after what was found of those that it had; None where none count."""
        author = self.author
        question = analytic_question(
            author.session.prompts,
            task=author.task,
            part=slot.part,
            purpose=describe_purpose(slot.component, ""),
            argued=author.argued,
            draft=self.draft,
            read=self.shown,
            words=min(ANALYTIC_WORDS, max(LEAST_ANALYTIC, slot.words)),
            before=before,
        )

        opposes = bool(slot.answers or slot.against or slot.meets)

        def check(entry: Entry) -> list[str]:
            said = str(read_form(entry)["analytic"])
            same = ["these are the words that it had"] if before and said.strip() == slot.analytic else []
            unnamed = describe_unnamed("the text", said, opposes=opposes) if not was_refused(entry) else []
            return [*same, *list_faults(said, cited=self._cited, known=self._known), *unnamed]

        read = [depend_on(f"{one.id} {KIND if one.card is None else 'tag'}", _find_words(one)) for one in self.read]
        draft = depend_on("draft", _find_words(slot))
        inputs: tuple[Input, ...] = (draft, *read, *found, depend_on_seat(author.seat))
        entry = await ask_act(author.session, KIND, question, *inputs, check=check)
        if entry is None:
            return None
        said = str(read_form(entry)["analytic"]).strip()
        entries = {**slot.entries, "analytic": entry.key}
        return slot.model_copy(update={"analytic": said, "voice": "written", "entries": entries})

    @property
    def _cited(self) -> tuple[str, ...]:
        return () if self.slot.seek else (self.draft, *self.shown)

    @property
    def _known(self) -> tuple[str, ...]:
        """What its words may name: where evidence could stand, nothing that the seat argued before counts."""
        return (*self.author.known, self.slot.seek or self.author.argued)

    async def judge(self, slot: Slot) -> Slot:
        """The slot with whether its words do what it is for."""
        author, purpose = self.author, describe_purpose(slot.component, "")
        asked = serves_question(
            author.session.prompts,
            plan=author.plan,
            part=slot.part,
            purpose=purpose,
            draft=self.draft,
            read=self.shown,
            said=slot.analytic,
        )
        said = depend_on("analytic", _find_words(slot))
        entry = await author.session.clerk.ask(SERVES, asked, said)
        judged = [author.plan, list(slot.path), purpose, self.draft, self.shown, slot.analytic]
        verdict = read_verdict(entry, of=digest(judged))
        update = {"serves": verdict, "judged_words": digest_analytic(slot)}
        return slot.model_copy(update={**update, "entries": {**slot.entries, SERVES: entry.key}})


def _find_words(slot: Slot) -> str:
    """The decision that gave a part the words that are said of it: its tag, or what it says without evidence."""
    return slot.card.entries["tag"] if slot.card else slot.entries.get("analytic") or slot.entries["act"]


async def _settle_part(part: _Part, reword: Sequence[Rewording]) -> Slot:
    """A part in words that do what it is for, as far as its writer finds such; then in those that somebody wants."""
    slot = part.slot
    first = slot if slot.seek else await part.write(slot, ())
    if first is not None:
        slot = await part.judge(first)
        if _falls_short(slot):
            again = await part.write(slot, (slot.analytic, _describe_found(slot)), *_depend_on_verdict(slot))
            slot = await part.judge(again) if again else slot
    wanted = [one for one in reword if slot.id in one.slots and not slot.seek]
    for one in wanted:
        slot = await _reword(part, slot, one.because)
    return slot


async def _reword(part: _Part, slot: Slot, because: str) -> Slot:
    """A part in the other words that somebody wants; as it was where these do not do what it is for."""
    asked = f"{_ASKED_FOR}: {because}" if because else f"{_ASKED_FOR}."
    found = [_describe_found(slot)] if _falls_short(slot) else []
    again = await part.write(slot, (slot.analytic, asked, *found), *_depend_on_verdict(slot))
    if again is None:
        return slot.model_copy(update={"unchanged": describe_unchanged(_NOT_WRITTEN, because)})
    judged = await part.judge(again)
    if _falls_short(judged) and not _falls_short(slot):
        why = f"“{judged.analytic}”: {_describe_found(judged)}"
        return slot.model_copy(update={"unchanged": describe_unchanged(why, because)})
    reworded = (*slot.reworded, Reworded(before=slot.analytic, because=because))
    return judged.model_copy(update={"reworded": reworded, "unchanged": ""})


def _falls_short(slot: Slot) -> bool:
    return slot.serves is not None and not slot.serves.holds


def _describe_found(slot: Slot) -> str:
    """What an evaluator found of the words of a part, as their writer is told."""
    assert slot.serves is not None
    return f"{_FOUND}: {slot.serves.finding}{describe_reasons(slot.serves.reasons)}"


def _depend_on_verdict(slot: Slot) -> tuple[Input, ...]:
    return (depend_on(SERVES, slot.serves.entry),) if slot.serves else ()
