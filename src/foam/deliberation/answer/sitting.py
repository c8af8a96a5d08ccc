"""The seats at work on one question: who speaks, and what they are asked, act by act.

    argue     each for itself, blind to the others; before the tree where something is weighed, else over the tree
    object    each over all positions; where all of them agree, one critic instead
    reply     whoever relies on what was objected to
    amend     in an assembly, in place of these two: each proposes, then each accepts what others propose or does not

Prompts show a perspective, never its name. Seats that declare the same and have the same model are asked once. A model
that does not write argues nothing: its seats weigh what others brought.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial, reduce
from string import ascii_uppercase
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from foam.acts.amend import Amended, make_amend
from foam.acts.argue import Argued, Point, make_argue
from foam.acts.engine import Act
from foam.acts.object import Objected, make_object
from foam.acts.reply import make_reply
from foam.acts.shown import ShownFile
from foam.argument.casefile import CaseFile
from foam.argument.reading import Read
from foam.argument.rows import Amendment, Dispute, Ledger, Objection, Record, Reply
from foam.argument.tree import Frame, Option
from foam.deliberation.answer.table import (
    Pluralism,
    Seated,
    Table,
    choose_defender,
    dispute_leaf,
    give_in,
    list_own,
    make_ledger,
    measure_pluralism,
)
from foam.deliberation.protocol import NO_SEAT_SPEAKS, Held, Speakers
from foam.job.estimates import is_writer
from foam.job.orders.deliberation import Protocol
from foam.job.session import Session
from foam.perspective.diversity import Seating
from foam.perspective.node import Perspective
from foam.perspective.policy import Source
from foam.semantics.bearing import Bearing

if TYPE_CHECKING:
    from foam.deliberation.answer.ask import Asking

Made = TypeVar("Made")


class Request(NamedTuple, Generic[Made]):
    """An act, what it shows, and the seat that speaks."""

    act: Act[Made]
    file: ShownFile | None = None
    seat: Perspective | None = None


class Exchanged(NamedTuple):
    """What was objected to a tree, and answered."""

    objections: tuple[Objection, ...] = ()
    replies: tuple[Reply, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    """Those that are open when the evaluator speaks."""
    amendments: tuple[Amendment, ...] = ()


@dataclass
class Voice:
    """Seats that are one voice: they declare the same and are answered for by one model."""

    seat: Perspective
    """The one that is asked."""
    number: int
    argued: Argued | None = None


@dataclass
class Sitting:
    """A table at work."""

    session: Session
    seats: tuple[Perspective, ...]
    speakers: Speakers
    protocol: Protocol | Held
    protocol_reason: str
    seating: Seating
    replies: tuple[Reply, ...] = ()
    seated: dict[str, Seated] = field(default_factory=dict)
    """By the seat that was asked: what it said."""
    sources: dict[str, Source] = field(default_factory=dict)

    def __post_init__(self) -> None:
        groups: dict[tuple[str, str], Perspective] = {}
        for seat in sorted(self.speakers.seats, key=lambda seat: (seat.declaration, seat.id)):
            if is_writer(self.session.of(seat).models["proposer"].decider):
                groups.setdefault((seat.declaration, self._find_model(seat)), seat)
        self.voices = [Voice(seat, number) for number, seat in enumerate(groups.values(), start=1)]

    def _find_model(self, seat: Perspective) -> str:
        return self.session.of(seat).models["proposer"].decider.digest

    def settle(self, *, by_rules: bool) -> None:
        """Choose what `auto` leaves open: where rules decide, no seat speaks; else every seat does."""
        if self.protocol == "auto":
            self.protocol = "critic" if by_rules else "deliberation"
            why = "rules decide" if by_rules else "something is weighed"
            self.protocol_reason = f"{self.protocol_reason}; {why}"
            if by_rules:
                self.speakers, self.voices = Speakers(seats=(), reason=NO_SEAT_SPEAKS), []

    @property
    def held(self) -> Held:
        return "deliberation" if self.protocol == "auto" else self.protocol

    @property
    def points(self) -> tuple[Point, ...]:
        """Every point that was made before the tree."""
        return tuple(point for voice in self.voices if voice.argued for point in voice.argued.points)

    @property
    def has_argued(self) -> bool:
        return any(voice.argued for voice in self.voices)

    async def argue(self, asking: Asking, read: Read, frame: Frame | None = None) -> None:
        """Every voice argues, blind to the others."""
        make = partial(
            make_argue,
            self.session.prompts,
            asking.question,
            asking.statement,
            asking.file,
            read,
            options=asking.options,
            values=[value.id for value in self.session.pack.values],
            frame=frame,
        )
        requests = [
            Request(make(seat=voice.seat, number=voice.number), asking.file, voice.seat) for voice in self.voices
        ]
        every = await asking.perform_each(*requests)
        for voice, argued in zip(self.voices, every, strict=True):
            voice.argued = argued
            if argued:
                self._seat(voice, Seated(perspective=voice.seat, argued=argued, ledger=make_ledger(argued)))

    def name_options(self, options: Sequence[Option]) -> None:
        """Every seat holds the option that it proposed, by its id from now on."""
        known = {_reduce_text(one.text): one.id for one in options}
        for voice in self.voices:
            if voice.argued:
                own = known[_reduce_text(voice.argued.option)]
                points = tuple(point.model_copy(update={"option": own}) for point in voice.argued.points)
                voice.argued = voice.argued.model_copy(update={"option": own, "points": points})
                self._seat(voice, Seated(perspective=voice.seat, argued=voice.argued, ledger=make_ledger(voice.argued)))

    def _seat(self, voice: Voice, seated: Seated) -> None:
        self.seated[voice.seat.id] = seated

    async def exchange(
        self, asking: Asking, frame: Frame, bearing: Bearing, filed: CaseFile | None, *, takes_stock: bool
    ) -> Exchanged:
        """Objections and replies over a tree. Where all seats agree, or none speaks, one critic objects. In an assembly
        seats mend the tree instead, if it may be mended: then its file is given."""
        speaking = [voice for voice in self.voices if voice.argued]
        if self.protocol == "consultancy":
            return Exchanged(disputes=tuple(self._list_disputes()))
        if self._is_agreed() or len(speaking) < 2:
            objected = await asking.object(frame, bearing)
            objections = objected.objections
        elif self.protocol == "assembly" and filed:
            amendments = await self._amend(asking, frame, filed, speaking, takes_stock=takes_stock)
            return Exchanged(disputes=tuple(self._list_disputes()), amendments=amendments)
        else:
            objections = await self._object(asking, frame, bearing, speaking, takes_stock=takes_stock)
        self.replies = await self._reply(asking, frame, objections)
        revised = tuple(_list_revised(frame, objections, self.replies))
        return Exchanged(objections, self.replies, tuple(self._list_disputes()), revised)

    def _is_agreed(self) -> bool:
        """Whether nobody disputes a leaf and all hold one option."""
        argued = [voice.argued for voice in self.voices if voice.argued]
        return len({one.option for one in argued}) < 2 and not any(one.disputes for one in argued)

    def _list_disputes(self) -> Iterator[Dispute]:
        """One of each dispute that is open, in an order that no seat decides."""
        found = {
            (one.leaf, one.to, one.at): one
            for seated in sorted(self.seated.values(), key=lambda seated: seated.perspective.declaration)
            for one in seated.ledger.disputes
        }
        yield from found.values()

    async def _object(
        self, asking: Asking, frame: Frame, bearing: Bearing, speaking: Sequence[Voice], *, takes_stock: bool
    ) -> tuple[Objection, ...]:
        make = partial(
            make_object,
            self.session.prompts,
            asking.question,
            asking.statement,
            asking.file,
            frame,
            bearing.together,
            positions=_describe_all(speaking),
            takes_stock=takes_stock,
        )
        requests = [
            Request(
                make(seat=voice.seat, number=voice.number, own=list_own(voice.argued, frame), by=voice.seat.id),
                asking.file,
                voice.seat,
            )
            for voice in speaking
            if voice.argued
        ]
        made: list[Objection] = []
        every = await asking.perform_each(*requests)
        for voice, objected in zip(speaking, every, strict=True):
            if objected:
                self._take_stock(voice, objected)
                made += objected.objections
        return tuple({(one.target, one.if_it_holds, one.at, one.question): one for one in reversed(made)}.values())[
            ::-1
        ]

    def _take_stock(self, voice: Voice, said: Objected | Amended) -> None:
        """What a seat accepts and disputes of a tree that was made after it had argued."""
        if voice.argued:
            self._answer_for(voice, make_ledger(voice.argued, (said.accepts, said.disputes)))

    def _answer_for(self, voice: Voice, ledger: Ledger) -> None:
        self._seat(voice, self.seated[voice.seat.id].model_copy(update={"ledger": ledger}))

    async def _amend(
        self, asking: Asking, frame: Frame, filed: CaseFile, speaking: Sequence[Voice], *, takes_stock: bool
    ) -> tuple[Amendment, ...]:
        """What seats propose for the leaves, each once, and whether all others accept it. Whoever proposes something
        disputes the leaf as it stands."""

        def make(voice: Voice, proposals: Sequence[Amendment] = ()) -> Request[Amended]:
            act = make_amend(
                self.session.prompts,
                asking.question,
                asking.statement,
                asking.file,
                filed,
                frame,
                voice.seat,
                positions=_describe_all(speaking),
                by=voice.seat.id,
                number=voice.number,
                proposals=proposals,
                takes_stock=takes_stock,
            )
            return Request(act, asking.file, voice.seat)

        proposed: dict[tuple[str, str, tuple[str, ...]], Amendment] = {}
        own: dict[int, set[str]] = {voice.number: set() for voice in speaking}
        every = await asking.perform_each(*[make(voice) for voice in speaking])
        for voice, amended in zip(speaking, every, strict=True):
            if amended is None:
                continue
            self._take_stock(voice, amended)
            ledger = self.seated[voice.seat.id].ledger
            for one in amended.amendments:
                kept = proposed.setdefault((one.leaf, _reduce_text(one.says), one.at), one)
                own[voice.number].add(kept.id)
                ledger = dispute_leaf(ledger, one)
            self._answer_for(voice, ledger)
        others = {
            voice.number: [one for one in proposed.values() if one.id not in own[voice.number]] for voice in speaking
        }
        asked = [voice for voice in speaking if others[voice.number]]
        answers = await asking.perform_each(*(make(voice, others[voice.number]) for voice in asked))
        refused = {
            one.id
            for voice, said in zip(asked, answers, strict=True)
            for one in others[voice.number]
            if said is None or one.id not in said.accepts
        }
        return tuple(one.model_copy(update={"is_accepted": one.id not in refused}) for one in proposed.values())

    def take_up(self, record: Record, frame: Frame) -> None:
        """Whatever took the place of a leaf is what all who speak accept."""
        taken = [one.leaf for one in record.amendments if one.is_taken and one.leaf in frame.leaf_by_id]
        for voice in self.voices if taken else ():
            if seated := self.seated.get(voice.seat.id):
                self._answer_for(voice, reduce(Ledger.concede, taken, seated.ledger))

    async def _reply(self, asking: Asking, frame: Frame, objections: Sequence[Objection]) -> tuple[Reply, ...]:
        """Each seat that was objected to answers all of it at once; giving in changes what it answers for."""
        put: dict[str, list[Objection]] = {}
        for one in objections:
            if defender := choose_defender(one, list(self.seated.values()), frame):
                put.setdefault(defender.perspective.id, []).append(one)
        answering = [voice for voice in self.voices if voice.seat.id in put]
        requests = [
            Request(
                make_reply(
                    self.session.prompts,
                    asking.question,
                    asking.statement,
                    asking.file,
                    frame,
                    voice.seat,
                    _describe("", voice.argued),
                    put[voice.seat.id],
                    by=voice.seat.id,
                ),
                asking.file,
                voice.seat,
            )
            for voice in answering
        ]
        replies: list[Reply] = []
        every = await asking.perform_each(*requests)
        for voice, replied in zip(answering, every, strict=True):
            if replied is None:
                continue
            replies += replied.replies
            seated = self.seated[voice.seat.id]
            ledger = seated.ledger
            conceded = {one.to for one in replied.replies if one.move == "concede"}
            for one in put[voice.seat.id]:
                if one.id in conceded and one.target in frame.leaf_by_id:
                    ledger = give_in(ledger, one)
            ledger = ledger.model_copy(update={"option": replied.option or ledger.option})
            self._seat(voice, seated.model_copy(update={"ledger": ledger}))
        return tuple(replies)

    def give(self) -> Table:
        """The table as readers have it: a seat that declares what another does has said what it said."""
        said = {one.perspective.declaration: one for one in self.seated.values()}
        speaking = {seat.id for seat in self.speakers.seats}
        return Table(
            protocol=self.held,
            protocol_reason=self.protocol_reason,
            speaking=self.speakers.reason,
            seats=tuple(
                self._give(seat, self.seated.get(seat.id) or said.get(seat.declaration))
                if seat.id in speaking
                else Seated(perspective=seat)
                for seat in self.seats
            ),
            replies=self.replies,
            seating=self.seating,
            pluralism=self._measure(),
            sources=self.sources,
        )

    def _give(self, seat: Perspective, said: Seated | None) -> Seated:
        return Seated(perspective=seat) if said is None else said.model_copy(update={"perspective": seat})

    def _measure(self) -> Pluralism | None:
        return measure_pluralism([voice.argued for voice in self.voices if voice.argued])


def _list_revised(frame: Frame, objections: Sequence[Objection], replies: Sequence[Reply]) -> Iterator[Amendment]:
    """What seats put in the place of their reasons that were objected to."""
    targets = {one.id: one.target for one in objections}
    for one in replies:
        reason = frame.consideration_by_id.get(targets.get(one.to, ""))
        if one.move == "revise" and reason and one.text:
            yield Amendment(
                id=f"revised-{one.to}",
                by=one.by,
                leaf=reason.id,
                was=reason.says,
                says=one.text,
                at=one.at or reason.at,
                is_accepted=True,
            )


def _describe(letter: str, argued: Argued | None) -> str:
    """A position for a prompt, under a letter."""
    if argued is None:
        return letter
    points = (f"- {point.says} {' '.join(point.at)}" for point in argued.points)
    head = f"{letter}: {argued.option}" if letter else argued.option
    return "\n".join((f"{head}. {argued.why}", *points))


def _describe_all(voices: Sequence[Voice]) -> str:
    """All positions, each under a letter."""
    return "\n".join(_describe(letter, voice.argued) for letter, voice in zip(ascii_uppercase, voices, strict=False))


def merge_options(texts: Iterable[str]) -> tuple[str, ...]:
    """The answers that seats propose to an open question, each once."""
    return tuple({_reduce_text(text): text for text in reversed(list(texts))}.values())[::-1]


def _reduce_text(text: str) -> str:
    """What is the same however a text is spaced, capitalised and ended."""
    return " ".join(text.split()).rstrip(".").casefold()
