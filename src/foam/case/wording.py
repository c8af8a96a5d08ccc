"""Words what the steps of an argument have to establish, for this plan, where the seat's model writes.

    wordings ── carries ──┬── it follows: searched, filled and judged by these words
                          └── the parts at fault, once more with the evaluator's reason ── carries ──┬── it follows
                                                                                                     └── else theirs

A template can only say "harm is done today" or "if this is done, that follows" of every matter alike. A writer says
which harm, change, step and gain is meant here, once it has seen what its first searches find, and on which of these
sentences its words rest: those are offered first where the part is written. An evaluator has to find that the parts, so
worded, still carry the argument. Parts that are at fault go back once; where that does not help, the template's words
stand for these and the others keep theirs, as long as an evaluator finds that the argument stands so.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from foam.argument.outline import WITH_IMPACT, OutlineNode
from foam.case.allotting import SOLVES_CASE
from foam.case.chain import Declarations
from foam.case.denied import show_once
from foam.case.establish import judge_wordings
from foam.case.fill import Writing
from foam.case.offer import Offer, offer_found
from foam.case.plan import COUNTERPLAN
from foam.case.points import Points, list_points
from foam.case.purpose import Step, describe_place
from foam.case.seek import is_generic
from foam.case.task import THEIR_ARGUMENT, THEY_SAY
from foam.case.values import Slot
from foam.case.verdict import Verdict, describe_reasons
from foam.case.wording_questions import DraftedWords, wordings_question
from foam.evidence.corpus import Passage
from foam.job.acts import ask_act
from foam.job.answers import read_records
from foam.job.retrieval import depend_on
from foam.job.session import depend_on_seat
from foam.model.question import Option, Write
from foam.record.entry import Entry, Input

KIND = "wordings"
_SAME_WORDS = "two parts have the same words: each is a step of its own"
Path = tuple[str, ...]
WORDED = WITH_IMPACT | {"contention"}
"""Syllogisms whose template names a theme that every matter shares; they are worded together, the others together."""


def is_worded(node: OutlineNode) -> bool:
    """Whether a writer says for its plan what a node has to establish: the template says the same of every matter, and
    of whatever is answered.

    What a counterplan has to show names the counterplan, which whoever judges it does not see elsewhere, unless a plan
    was heard in whose place it is put: then which advantage it reaches, and how, is worded like any other part.
    """
    unseen = node.syllogism == COUNTERPLAN and not (node.component == SOLVES_CASE and node.answers)
    needed = bool(node.seek) and not (node.children or unseen)
    return needed and (node.syllogism in WORDED or is_generic(node.seek) or bool(node.answers))


@dataclass(frozen=True, slots=True)
class Wordings:
    """Slots in words for a plan, and the sentences on which these rest, by the path of the slot."""

    slots: list[Slot]
    rests_on: Mapping[Path, tuple[Passage, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Words:
    """What one slot has to establish in a writer's words, what they rest on, and the act that gave them."""

    text: str
    rests_on: tuple[str, ...]
    breaks: str
    """The step of the other side that the part breaks, where it is to break one."""
    entry: Entry


@dataclass(frozen=True, slots=True)
class _Desk:
    """What the parts that are worded in one act share."""

    writing: Writing
    places: Mapping[Path, str]
    """What each part is for, and how it stands to another."""
    seen: Offer
    points: Points

    def ask(self, stated: Sequence[Slot], drafted: DraftedWords | None = None) -> Write:
        argued = show_once(stated)
        parts = tuple(Option(id=one.id, text=self._describe(one, argued.get(one.id, one.they_say))) for one in stated)
        writing = self.writing
        return wordings_question(
            writing.session.prompts,
            task=writing.author.task,
            parts=parts,
            sources=self.seen.sources,
            drafted=drafted,
            breaks=self.points.field,
        )

    def _describe(self, slot: Slot, they_say: Sequence[str]) -> str:
        """A part as its writer is told of it, with what it meets."""
        asked = f"{slot.part}. {self.places[slot.path]} The template's words: {slot.seek}"
        heading = THEIR_ARGUMENT if slot.against else THEY_SAY
        theirs = "\n".join((heading, *they_say)) if they_say else ""
        return "\n".join(filter(None, (asked, self.points.describe(slot), theirs)))

    async def judge(self, stated: Sequence[Slot], words: Mapping[str, _Words]) -> Verdict:
        """Whether an evaluator finds that the steps carry what the template asks for; one without words of its own is
        shown as the template's."""
        steps = [
            Step(
                part=slot.part,
                purpose=self.places[slot.path],
                asked=slot.seek,
                worded=words[slot.id].text if slot.id in words else slot.seek,
            )
            for slot in stated
        ]
        acts = {one.entry.key: one.entry for one in words.values()}
        inputs = [depend_on(KIND if n == 0 else f"{KIND} {n}", one) for n, one in enumerate(acts.values())]
        return await judge_wordings(self.writing.session, self.writing.plan, steps, *inputs)


async def word_slots(
    writing: Writing,
    slots: Sequence[Slot],
    worded: Collection[Path],
    look: Callable[[Slot], Sequence[Passage]],
    declared: Declarations,
) -> Wordings:
    """The slots, those of these paths in words for this plan where these count; `look` gives what was found for one."""
    stated = [slot for slot in slots if slot.path in worded and slot.seek and not slot.filled]
    if not stated or not writing.author.speaks:
        return Wordings(list(slots))
    places = {slot.path: describe_place(slot, slots, declared) for slot in stated}
    chains = [slot for slot in stated if slot.syllogism in WORDED]
    others = [slot for slot in stated if slot.syllogism not in WORDED]
    made = await asyncio.gather(*(_word_some(writing, some, places, look) for some in (chains, others) if some))
    known = {slot.path: slot for one in made for slot in one.slots}
    rests = {path: passages for one in made for path, passages in one.rests_on.items()}
    return Wordings([known.get(slot.path, slot) for slot in slots], rests)


async def _word_some(
    writing: Writing,
    stated: Sequence[Slot],
    places: Mapping[Path, str],
    look: Callable[[Slot], Sequence[Passage]],
) -> Wordings:
    """Slots in words for this plan, in one act, and argument by argument as far as an evaluator finds that they stand
    so worded."""
    pressed = writing.pressed.grounds if writing.pressed else ()
    seen = offer_found(writing.session, [*pressed, *(passage for slot in stated for passage in look(slot))])
    desk = _Desk(writing, places, seen, list_points(stated, writing.heard))

    def check(entry: Entry) -> list[str]:
        return [*_find_faults(entry, [slot.id for slot in stated]), *_find_unnamed(entry, stated, desk.points)]

    inputs: tuple[Input, ...] = (
        depend_on("position", writing.position.entry),
        *seen.inputs,
        depend_on_seat(writing.seat),
    )
    entry = await ask_act(writing.session, KIND, desk.ask(stated), *inputs, check=check)
    if entry is None:
        return Wordings(list(stated))
    first = _read_words(entry, desk.points)
    groups = list(dict.fromkeys(slot.path[:-1] for slot in stated))
    members = [[slot for slot in stated if slot.path[:-1] == group] for group in groups]
    settled = await asyncio.gather(*(_settle_words(desk, some, first, *inputs) for some in members))
    words = {name: one for some in settled for name, one in some.items()}
    rests = {
        slot.path: tuple(find_passage(seen, name) for name in words[slot.id].rests_on)
        for slot in stated
        if slot.id in words
    }
    worded = [_word_slot(slot, words[slot.id], desk.points) if slot.id in words else slot for slot in stated]
    return Wordings(worded, rests)


async def _settle_words(
    desk: _Desk, stated: Sequence[Slot], first: Mapping[str, _Words], *inputs: Input
) -> dict[str, _Words]:
    """The words that stand for the parts of one argument: the first, or those at fault written again with the
    evaluator's reason; a part that is left out keeps the template's."""
    words = {slot.id: first[slot.id] for slot in stated}
    verdict = await desk.judge(stated, words)
    if verdict.holds:
        return words
    again = await _word_again(desk, stated, words, verdict, *inputs)
    if not again:
        return {}
    better = {**words, **again}
    if (await desk.judge(stated, better)).holds:
        return better
    others = {name: one for name, one in words.items() if name not in again}
    return others if others and (await desk.judge(stated, others)).holds else {}


async def _word_again(
    desk: _Desk, stated: Sequence[Slot], words: Mapping[str, _Words], verdict: Verdict, *inputs: Input
) -> dict[str, _Words]:
    """Other words for the parts that an evaluator found fault with, as the writer gives them; nothing where none
    count."""
    drafted = DraftedWords(
        parts=tuple(Option(id=slot.id, text=words[slot.id].text) for slot in stated),
        found=f"{verdict.finding}{describe_reasons(verdict.reasons)}",
    )

    def check(entry: Entry) -> list[str]:
        return [*_find_faults_again(entry, words), *_find_unnamed(entry, stated, desk.points)]

    found = (depend_on("first words", words[stated[0].id].entry), depend_on("carries", verdict.entry))
    asked = desk.ask(stated, drafted)
    entry = await ask_act(desk.writing.session, KIND, asked, *inputs, *found, check=check)
    return _read_words(entry, desk.points) if entry else {}


def _find_faults_again(entry: Entry, before: Mapping[str, _Words]) -> Iterator[str]:
    given = read_wordings(entry)
    yield from (f"{name}: these words were found at fault" for name in given if given[name] == before[name].text)
    kept = {name: one.text for name, one in before.items()} | given
    if len(set(kept.values())) < len(kept):
        yield _SAME_WORDS


def find_passage(seen: Offer, name: str) -> Passage:
    """The sentence that has this id in an offer."""
    pointer = seen.pointers[name]
    document = next(one for one in seen.documents.values() if one.id == pointer.document)
    return Passage(pointer=pointer, text=seen.texts[name], cite=document.citation.brief)


def _find_unnamed(entry: Entry, stated: Sequence[Slot], points: Points) -> Iterator[str]:
    """Each part that is to break a step of theirs and names none of its own."""
    known = {slot.id: slot for slot in stated}
    faults = (points.find_fault(known[str(row["part"])], row) for row in read_records(entry, "parts"))
    yield from filter(None, faults)


def _read_words(entry: Entry, points: Points) -> dict[str, _Words]:
    return {
        str(row["part"]): _Words(str(row["words"]).strip(), tuple(row["rests_on"]), points.read(row), entry)
        for row in read_records(entry, "parts")
    }


def read_wordings(entry: Entry) -> dict[str, str]:
    """What each slot has to establish, by its id."""
    return {str(row["part"]): str(row["words"]).strip() for row in read_records(entry, "parts")}


def _find_faults(entry: Entry, wanted: Sequence[str]) -> Iterator[str]:
    words = read_wordings(entry)
    yield from (f"{name}: there are no words for this part" for name in wanted if not words.get(name))
    if len(set(words.values())) < len(words):
        yield _SAME_WORDS


def _word_slot(slot: Slot, words: _Words, points: Points) -> Slot:
    entries = {**slot.entries, KIND: words.entry.key}
    worded = slot.model_copy(
        update={"seek": words.text, "point": words.text, "template_words": slot.seek, "entries": entries}
    )
    return points.set_against(worded, words.breaks, words.entry)
