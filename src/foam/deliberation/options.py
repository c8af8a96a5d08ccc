"""Options of an open question: who proposes what, which proposals come to the same, and which are deliberated.

    question ─┬─ names its options, or the caller does: each seat says which of them it proposes
              └─ leaves it open: seats that write propose, blind to each other; the others choose among what was written
                        │
              same proposal? ── at most six, the most backed first

Backing counts voices and not heads: seats that declare the same are one voice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import get_args

from foam.argument.motion import parse_motion, read_named_options, state_option
from foam.deliberation.points import find_mutual
from foam.deliberation.position import STANCE_DIMENSION, Direction, Proposed, Voice
from foam.deliberation.questions import option_question, points_question
from foam.deliberation.written.options import MergedOptions, find_same_options, offer_for_choice, write_option
from foam.errors import InputError
from foam.evidence.corpus import Passage
from foam.job.answers import read_choice
from foam.job.retrieval import depend_on, depend_on_candidates
from foam.job.session import Session, depend_on_seat
from foam.model.question import Option
from foam.perspective.node import Perspective
from foam.record.entry import Entry, ValueInput
from foam.values import Value

_Pairs = Mapping[tuple[str, str], tuple[str, ...]]
MOST = 6
"""Options that are deliberated."""


class OptionProposal(Value):
    """What one seat proposes."""

    seat: str
    text: str
    """As the seat put it, or as the option it chose reads."""
    why: str = ""
    evidence: tuple[Passage, ...] = ()
    voice: Voice
    entry: str


class DeliberatedOption(Value):
    """One answer to the question, with everything that was proposed to the same effect."""

    id: str
    text: str
    proposals: tuple[OptionProposal, ...] = ()
    entries: tuple[str, ...] = ()
    """Keys of the decisions by which proposals were put together."""
    lost: str = ""
    """What the common wording of several proposals leaves out of each."""

    @property
    def backers(self) -> tuple[str, ...]:
        return tuple(sorted({one.seat for one in self.proposals}))


class OptionList(Value):
    """The options that are deliberated, and those that are not."""

    options: tuple[DeliberatedOption, ...]
    left_out: tuple[DeliberatedOption, ...] = ()
    named: bool
    """Whether the question or the caller named them."""
    entry: str


def free_seat(seat: Perspective) -> Perspective:
    """The seat without a side it declared: an open question asks nothing that one could be for or against."""
    kept = {name: value for name, value in seat.dimensions.items() if name != STANCE_DIMENSION}
    return seat.model_copy(update={"dimensions": kept}) if kept != seat.dimensions else seat


def read_proposed(options: Sequence[DeliberatedOption]) -> Proposed:
    """Who stands by which side of the motion that these options make, and what their proposals rest on.

    Whoever chose among what others had worded proposed nothing, and is not bound.
    """
    sides: tuple[Direction, ...] = get_args(Direction)
    written = [
        (one, side)
        for option, side in zip(options, sides, strict=False)
        for one in option.proposals
        if one.voice == "written"
    ]
    cited = {passage.pointer: passage for one, _ in written for passage in one.evidence}
    return Proposed(
        sides={one.seat: side for one, side in sorted(written, key=lambda pair: pair[0].seat)},
        cited=tuple(cited[pointer] for pointer in sorted(cited, key=str)),
    )


def list_named(question: str, given: Sequence[str]) -> tuple[str, ...]:
    """The options that the caller gives, else those that the question names, as statements, each once."""
    stated = [state_option(question, text) for text in given] or read_named_options(question)
    return tuple({text.casefold(): text for text in reversed(stated)}.values())[::-1]


async def find_options(
    session: Session, question: str, seats: Sequence[Perspective], given: Sequence[str] = ()
) -> OptionList:
    """The options of the question, from who speaks at the table."""
    named = list_named(question, given)
    asked = session.clerk.compute(
        "open question",
        lambda: {"named": list(named)},
        ValueInput(role="question", value=question),
        ValueInput(role="options", value=list(given)),
        rule="options by grammar",
    )
    same: _Pairs = {}
    merged: tuple[MergedOptions, ...] = ()
    if len(named) > 1:
        proposals = await _choose(session, question, seats, named, asked)
    else:
        proposals = await _propose(session, question, seats, named, asked)
        same, merged = await _find_same(session, question, proposals, named)
    voices = {seat.id: seat.declaration for seat in seats}
    return _select(session, asked, named, proposals, same, merged, voices)


async def _choose(
    session: Session, question: str, seats: Iterable[Perspective], offered: Sequence[str], asked: Entry
) -> tuple[OptionProposal, ...]:
    """Which of the offered options each seat proposes, having read what the file says."""
    texts = {f"o{place}": text for place, text in enumerate(offered, start=1)}
    options = tuple(Option(id=name, text=text) for name, text in texts.items())

    async def choose(seat: Perspective) -> OptionProposal:
        own = session.of(seat)
        offer = await offer_for_choice(session, seat, question, offered, asked)
        asking = option_question(
            session.prompts,
            seat=seat,
            question=question,
            documents=offer.show_documents(),
            options=options,
            shared=offer.shared,
        )
        inputs = (depend_on("question", asked), *depend_on_candidates(offer.candidates), depend_on_seat(seat))
        entry = await own.clerk.ask("option", asking, *inputs)
        return OptionProposal(seat=seat.id, text=texts[read_choice(entry)[0]], voice="bounded", entry=entry.key)

    return tuple(await asyncio.gather(*map(choose, seats)))


async def _propose(
    session: Session, question: str, seats: Sequence[Perspective], named: Sequence[str], asked: Entry
) -> tuple[OptionProposal, ...]:
    """What each seat proposes: those that write in their words, the others of what was written."""
    writing = [seat for seat in seats if session.of(seat).speaks("proposer")]
    written = await asyncio.gather(*(write_option(session, seat, question, asked) for seat in writing))
    made = {
        seat.id: OptionProposal(
            seat=seat.id,
            text=parse_motion(one.text).affirmed,
            why=one.why,
            evidence=one.evidence,
            voice="written",
            entry=one.entry,
        )
        for seat, one in zip(writing, written, strict=True)
        if one is not None
    }
    if not made and not named:
        what = "no proposal of those who write counts" if writing else "nobody at this table writes"
        raise InputError(
            f"{what}, and the question names no options",
            hint='ask it as a yes-or-no question ("Should …?"), or name the options: --option "…" --option "…"',
        )
    offered = sorted({*named, *(one.text for one in made.values())})
    rest = [seat for seat in seats if seat.id not in made]
    chosen = await _choose(session, question, rest, offered, asked) if len(offered) > 1 else ()
    return tuple(sorted((*made.values(), *chosen), key=lambda one: one.seat))


async def _find_same(
    session: Session, question: str, proposals: Sequence[OptionProposal], named: Sequence[str]
) -> tuple[_Pairs, tuple[MergedOptions, ...]]:
    """The pairs of different texts that come to the same, each with the keys of the decisions, and common wordings."""
    texts = {text: text for text in sorted({*named, *(one.text for one in proposals)})}
    if len(texts) < 2:
        return {}, ()
    entries = {one.text: one.entry for one in proposals if one.voice == "written"}
    inputs = {
        text: depend_on("option", entries[text]) if text in entries else ValueInput(role="option", value=text)
        for text in texts
    }
    found = await find_same_options(session, question, texts, inputs) if session.speaks("evaluator") else None
    if found is not None:
        pairs = {pair: (one.entry,) for one in found for pair in combinations(sorted(one.texts), 2)}
        return pairs, found
    mutual = await find_mutual(
        session,
        "same options",
        texts,
        inputs,
        lambda text, options: points_question(session.prompts, reason=text, options=options),
    )
    return mutual, ()


def _select(
    session: Session,
    asked: Entry,
    named: Sequence[str],
    proposals: Sequence[OptionProposal],
    same: _Pairs,
    merged: Sequence[MergedOptions],
    voices: Mapping[str, str],
) -> OptionList:
    """Groups of proposals, the most backed first; those that were named stay in their order where all are kept."""
    groups = _group([*named, *sorted({one.text for one in proposals})], same)
    made = [_make_option(group, proposals, same, merged, voices, named) for group in groups]
    ranked = sorted(made, key=lambda one: (-_count_voices(one.proposals, voices), one.text))
    kept = ranked[:MOST]
    if len(named) > 1:
        kept = [one for one in made if one in kept]
    options = tuple(one.model_copy(update={"id": f"o{n}"}) for n, one in enumerate(kept, start=1))
    left_out = tuple(one for one in ranked if one not in kept)
    entry = session.clerk.compute(
        "options",
        lambda: {"options": [one.text for one in options], "left_out": [one.text for one in left_out]},
        depend_on("question", asked),
        *(depend_on("option", key) for key in sorted({one.entry for one in proposals})),
        *(depend_on("same", key) for key in sorted({key for keys in same.values() for key in keys})),
        rule="the most backed, voices and not heads",
    )
    return OptionList(options=options, left_out=left_out, named=len(named) > 1, entry=entry.key)


def _group(texts: Iterable[str], same: Iterable[tuple[str, str]]) -> list[list[str]]:
    """The texts, those that come to the same together; each once, in the order given."""
    groups = {text: [text] for text in texts}
    for left, right in same:
        if groups[left] is not groups[right]:
            groups[left] += groups[right]
            for text in groups[right]:
                groups[text] = groups[left]
    return list({id(group): group for group in groups.values()}.values())


def _make_option(
    group: Sequence[str],
    proposals: Sequence[OptionProposal],
    same: _Pairs,
    merged: Sequence[MergedOptions],
    voices: Mapping[str, str],
    named: Sequence[str],
) -> DeliberatedOption:
    """One option of texts that come to the same.

    The named wording stands for it, else the one that says what all have in common, else the one with most voices.
    """

    def rank(text: str) -> tuple[bool, int, str]:
        return (text not in named, -_count_voices([one for one in proposals if one.text == text], voices), text)

    entries = {key for (left, right), keys in same.items() if {left, right} <= {*group} for key in keys}
    common = next((one for one in merged if {*one.texts} == {*group} and not {*group} & {*named}), None)
    return DeliberatedOption(
        id="",
        text=parse_motion(common.text).affirmed if common else min(group, key=rank),
        lost=common.lost if common else "",
        proposals=tuple(one for one in proposals if one.text in group),
        entries=tuple(sorted(entries)),
    )


def _count_voices(proposals: Iterable[OptionProposal], voices: Mapping[str, str]) -> int:
    return len({voices[one.seat] for one in proposals})
