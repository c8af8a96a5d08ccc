"""Fills one slot from the sources it was dealt: by the bounded chain, or by an act of a seat whose model writes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from foam.argument.outline import IMPACT
from foam.case.answered import Answered, describe_plan
from foam.case.author import Author, allows_analytic, write_slot
from foam.case.chain import BACKING, Declarations, make_joint
from foam.case.cut import NO_FIGURE, cut_card, gives_figure, name_card, read_source
from foam.case.deal import TRIES
from foam.case.establish import depend_on_tags, judge_step
from foam.case.filled import find_limit
from foam.case.offer import MOST_OFFERED, Offer, offer_passages
from foam.case.own.fit import fit_card, is_debaters, read_as_marked
from foam.case.position.refine import Proposal
from foam.case.position.stance import Position
from foam.case.values import CutCard, Plan, Slot
from foam.case.verdict import CONTRADICTS, TOO_LONG, TURNED, Refusal, describe_reasons
from foam.evidence.corpus import Passage, make_passages
from foam.job.session import Session
from foam.perspective.node import Perspective
from foam.record.entry import EntryInput
from foam.text.pointer import Pointer
from foam.text.words import split_letters

_STAYS = (
    ". Write a better card, from these sentences or others, if there is one. If you leave the part empty, this card "
    "is kept"
)
_MAY_COME_BACK = (NO_FIGURE, TURNED, TOO_LONG)
"""Why sentences were refused that may be read all the same, since nobody found that they do not serve: where nothing
has a figure, with words that meet what would be said with them, or under a shorter tag."""
_NAME_AGAIN = ". Name these sentences again if none that serves has a figure"


def fold_sentence(text: str) -> str:
    """A sentence as it is compared with others: its words alone, in small letters."""
    return " ".join(split_letters(text.casefold()))


def find_same_words(passages: Iterable[Passage], folded: Collection[str]) -> frozenset[Pointer]:
    """Those of these sentences whose words are among the folded ones."""
    return frozenset(one.pointer for one in passages if fold_sentence(one.text) in folded) if folded else frozenset()


@dataclass(frozen=True, slots=True)
class Writing:
    """What every step of binding shares."""

    session: Session
    seat: Perspective
    position: Position
    resolution: str
    heard: Mapping[str, str] = field(default_factory=dict)
    """What was said before, by the id of the argument."""
    whole: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """All that was said in the argument of which something is a part, by the id of the part."""
    read: frozenset[str] = frozenset()
    """Documents that this side has read already: others come first."""
    theirs: frozenset[Pointer] = frozenset()
    """Sentences that the other side has read: not offered to a model that chooses, and marked for one that writes."""
    their_words: frozenset[str] = frozenset()
    """Sentences that the other side has read from files of its own, folded: the library may hold the same words."""
    ours: Mapping[Pointer, str] = field(default_factory=dict)
    """Sentences that this side has read in earlier speeches, and in which: marked for a model that writes."""
    they_said: tuple[str, ...] = ()
    """What the other side has said in the round, point by point."""
    pressed: Proposal | None = None
    """The plan as refinement left it: what it rests on is on file, however far the search puts it."""
    counterplan: Plan | None = None
    """What is put forward in place of the resolution, where the seat wrote that."""

    answered: Answered | None = None
    """The plan that the other side read, where the speech answers one."""

    def find_theirs(self, passages: Iterable[Passage]) -> frozenset[Pointer]:
        """Those of these sentences that the other side has read, wherever it had them from."""
        return self.theirs | find_same_words(passages, self.their_words)

    @property
    def plan(self) -> str:
        """The plan that the slots speak of, as evaluators are shown it."""
        return describe_plan(self.position.text, self.answered, self.counterplan.text if self.counterplan else "")

    @property
    def author(self) -> Author:
        return Author(
            self.session,
            self.seat,
            self.plan,
            self.resolution,
            self.position.why,
            stands_for=self.position.text,
            answered=self.answered,
            counterplan=self.counterplan,
        )


@dataclass(frozen=True, slots=True)
class SlotSearch:
    """A slot, and the sentences found for it: one of each source, or of a long source several that stand apart."""

    slot: Slot
    sources: tuple[Passage, ...]
    entries: tuple[EntryInput, ...]
    read: Mapping[Pointer, str] = field(default_factory=dict)
    """Sentences that other arguments of the speech read already, and which part does."""
    heard: frozenset[Pointer] = frozenset()
    """Sentences that are read in the steps before it."""
    again: frozenset[Pointer] = frozenset()
    """Sentences that are read elsewhere and may be read again with the one after them, which leans on them."""
    spare: int = 0
    """Words that other parts of the speech leave."""
    most: int = MOST_OFFERED
    """Sentences up to which what stands beside those that were found is offered."""
    stake: float = 0.0
    """What it loses when another slot takes its first source, as far as whoever ordered them says so."""


async def fill_slot(
    writing: Writing,
    search: SlotSearch,
    hand: Sequence[str],
    before: Slot | None,
    refused: Sequence[Refusal] = (),
    spent: Collection[Pointer] = (),
    room: int = 0,
) -> Slot:
    """The first source of the hand that serves well; else the best of those that establish it; else an empty slot."""
    kept: list[Slot] = []
    refused = list(refused)
    for document in hand:
        cut = await _cut_source(writing, search, document, spent, room)
        if isinstance(cut, Refusal):
            refused.append(cut)
            continue
        kept.append(await _judge_after(writing, search.slot.model_copy(update={"card": cut}), before))
        if all(rate_slot(kept[-1])):
            break
    best = max(kept, key=rate_slot, default=search.slot)
    return best.model_copy(update={"refused": tuple(refused)})


async def _cut_source(
    writing: Writing, search: SlotSearch, document: str, spent: Collection[Pointer], room: int
) -> CutCard | Refusal:
    """A card from a source: a debater's as it is, sentences of any other."""
    session, plan = writing.session, writing.plan
    source = read_source(session, document)
    spent = {*spent, *writing.find_theirs(make_passages(source))}
    if is_debaters(source):
        return await fit_card(session, plan, search.slot, source, search.entries[-1].key, spent)
    return await cut_card(session, writing.seat, plan, search.slot, document, search.entries, spent, room)


async def write_out_slot(
    writing: Writing, search: SlotSearch, before: Slot | None, declared: Declarations, spent: Collection[Pointer] = ()
) -> Slot:
    """The slot as a writer fills it from what was found for it.

    Sentences that were found to be beside the point are not offered again. Those that show a part of it are: with
    others, or under another reading, they may serve; and so are those of a card that was too long. A card that
    establishes the slot and is weak otherwise stays unless a better one is written, which is asked for only where other
    sentences were found. An impact without a figure goes back once, before anybody judges it. `before` is the step
    directly before it, whatever it holds: where that is empty there is nothing to follow from, and whether the slot
    follows is not asked.
    """
    slot, analytic = search.slot, allows_analytic(search.slot, declared)
    if not slot.seek or slot.filled:
        return slot
    tries = _Tries(writing, search, spent)
    for left in range(TRIES, 0, -1):
        gone = tries.gone - tries.again
        read = {**writing.ours, **search.read}
        theirs = writing.find_theirs(search.sources)
        offer = offer_passages(writing.session, search.sources, gone, read, search.most, theirs)
        offer = replace(offer, heard=search.heard, again=frozenset(tries.again), spare=search.spare)
        if not (offer.pointers or analytic):
            break
        made = await write_slot(
            writing.author,
            slot,
            offer,
            *search.entries,
            before=describe_before(before),
            refused=tuple(tries.told.values()),
            partial=[] if slot.narrowed else tries.refused,
            tried=tries.tried,
            analytic=analytic,
            wants_figure=slot.component == IMPACT and not any(one.why == NO_FIGURE for one in tries.refused),
        )
        if made is None:
            hand = [document.id for document in offer.documents.values()][:left]
            room = find_limit(slot, offer)
            tries.kept.append(await fill_slot(writing, search, hand, before, tries.refused, tries.gone, room))
            break
        if isinstance(made, Refusal):
            tries.refuse(made)
        elif await tries.keep(made, before, offer):
            break
    return max(tries.kept, key=rate_slot, default=slot.model_copy(update={"refused": tuple(tries.refused)}))


class _Tries:
    """What came of a writer's attempts at one slot: what was kept, and what it is told of the rest."""

    def __init__(self, writing: Writing, search: SlotSearch, spent: Collection[Pointer]) -> None:
        self._writing, self._search = writing, search
        self.kept: list[Slot] = []
        self.refused = list(search.slot.refused)
        self.gone = set(spent)
        """Sentences that are not offered again."""
        self.again = set(search.again)
        """Sentences that are read elsewhere and offered all the same."""
        named = [one for one in self.refused if one.sentences]
        self.told = {frozenset(one.pointers): str(one) for one in named}
        """What the writer is told of sentences that were named before."""
        self.tried = {frozenset(one.pointers) for one in named if one.why not in _MAY_COME_BACK}
        """Sentences that cannot be named again by themselves."""

    def refuse(self, made: Refusal) -> None:
        """A card that was written and does not serve."""
        self.refused.append(made)
        places = frozenset(made.pointers)
        if made.why == NO_FIGURE:
            self.told[places] = f"{made}{_NAME_AGAIN}"
            return
        self.told[places] = str(made)
        if made.why in _MAY_COME_BACK:
            return
        self.tried.add(places)
        if not made.may_be_named:
            self.gone |= places
            self.again -= places

    async def keep(self, made: Slot, before: Slot | None, offer: Offer) -> bool:
        """Keep what was written, and say whether the slot is settled: nothing is wrong with it, or nothing better can
        be written."""
        marked = await read_as_marked(self._writing.session, self._writing.plan, made)
        if made.card and marked.card is None:
            self.refused.append(marked.refused[-1])
            self.gone |= set(made.card.pointers)
            return False
        judged = await _judge_after(self._writing, marked, before) if marked.card else marked
        self.kept.append(judged.model_copy(update={"refused": (*self.refused, *judged.refused)}))
        if judged.card is None or not (weakness := _describe_weakness(judged)):
            return True
        cards = [one.card for one in self.kept if one.card]
        if any(one.pointers == judged.card.pointers for one in cards[:-1]):
            return True
        if not _has_others(self._search, cards, self.tried, self.gone):
            return True
        named = name_card(judged.card, offer.documents.values())
        self.told[frozenset(judged.card.pointers)] = f"{named}: {weakness.rstrip('.')}{_STAYS}"
        return False


def describe_before(before: Slot | None) -> str:
    """The step that a slot has to follow from, as its writer is told of it."""
    if before is None:
        return ""
    return before.card.tag if before.card else f"{before.title}, which is empty and was to establish: {before.seek}"


def _has_others(
    search: SlotSearch, cards: Sequence[CutCard], tried: Iterable[frozenset[Pointer]], gone: Collection[Pointer]
) -> bool:
    """Whether anything was found for a slot that is in none of these cards and was not tried or refused."""
    known = {*gone, *(pointer for one in tried for pointer in one), *(p for card in cards for p in card.pointers)}
    return any(passage.pointer not in known for passage in search.sources)


async def _judge_after(writing: Writing, slot: Slot, before: Slot | None) -> Slot:
    """The slot with whether it follows from the step before it, where that has a card."""
    if before is None or before.card is None:
        return slot
    joint = make_joint(before, slot)
    step = await judge_step(writing.session, writing.plan, joint, *depend_on_tags(joint))
    return slot.model_copy(update={"step": step})


def _describe_weakness(slot: Slot) -> str:
    """What a card that establishes its slot still lacks, as a writer is told of it; empty where it lacks nothing."""
    assert slot.card is not None
    if slot.card.coherence == CONTRADICTS:
        return "it contradicts what your seat declared"
    if slot.step and not slot.step.holds:
        lacks = "show why the claim is so" if slot.component == BACKING else "go on from the step before"
        return f"it does not {lacks}{describe_reasons(slot.step.reasons)}"
    return ""


def rate_slot(slot: Slot) -> tuple[bool, bool, bool, bool]:
    """Whether a card agrees with its seat, follows from the step before, and gives a figure where one is wanted; and
    first of all, of a debater's card, whether an evaluator found that it establishes its slot."""
    if slot.card is None:
        return (False, False, False, False)
    return (
        slot.card.work is None or (slot.card.verdict is not None and slot.card.verdict.holds),
        slot.card.coherence != CONTRADICTS,
        slot.step is None or slot.step.holds,
        slot.component != IMPACT or gives_figure(slot.card.text),
    )
