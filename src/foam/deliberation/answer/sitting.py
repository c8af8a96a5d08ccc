"""The seats at work on one question: who speaks, and what they are asked, act by act.

    argue     each for itself, blind to the others; before the tree where something is weighed, else over the tree
    object    each over all positions; where all of them agree, one critic instead
    reply     whoever relies on what was objected to

Prompts show a perspective, never its name. Seats that declare the same and have the same model are asked once. A model
that does not write argues nothing: its seats weigh what others brought.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from string import ascii_uppercase
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from foam.acts.argue import Argued, Point, make_argue
from foam.acts.engine import Act
from foam.acts.object import Objected, make_object
from foam.acts.reply import make_reply
from foam.acts.shown import ShownFile
from foam.argument.reading import Read
from foam.argument.rows import Dispute, Objection, Reply
from foam.argument.tree import Frame, Option
from foam.deliberation.answer.table import (
    Pluralism,
    Seated,
    Table,
    choose_defender,
    give_in,
    list_own,
    make_ledger,
    measure_pluralism,
)
from foam.deliberation.protocol import Protocol, Speakers
from foam.job.estimates import is_writer
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
    protocol: Protocol
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
        known = {reduce_text(one.text): one.id for one in options}
        for voice in self.voices:
            if voice.argued:
                own = known[reduce_text(voice.argued.option)]
                points = tuple(point.model_copy(update={"option": own}) for point in voice.argued.points)
                voice.argued = voice.argued.model_copy(update={"option": own, "points": points})
                self._seat(voice, Seated(perspective=voice.seat, argued=voice.argued, ledger=make_ledger(voice.argued)))

    def _seat(self, voice: Voice, seated: Seated) -> None:
        self.seated[voice.seat.id] = seated

    async def exchange(self, asking: Asking, frame: Frame, bearing: Bearing, *, takes_stock: bool) -> Exchanged:
        """Objections and replies over a tree. Where all seats agree, or none speaks, one critic objects."""
        speaking = [voice for voice in self.voices if voice.argued]
        if self.protocol == "consultancy":
            return Exchanged(disputes=tuple(self._list_disputes()))
        if self._is_agreed() or len(speaking) < 2:
            objected = await asking.object(frame, bearing)
            objections = objected.objections
        else:
            objections = await self._object(asking, frame, bearing, speaking, takes_stock=takes_stock)
        self.replies = await self._reply(asking, frame, objections)
        return Exchanged(objections, self.replies, tuple(self._list_disputes()))

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
        positions = "\n".join(
            _describe(letter, voice.argued) for letter, voice in zip(ascii_uppercase, speaking, strict=False)
        )
        make = partial(
            make_object,
            self.session.prompts,
            asking.question,
            asking.statement,
            asking.file,
            frame,
            bearing.together,
            positions=positions,
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
            made += self._take_stock(voice, objected) if objected else ()
        return tuple({(one.target, one.if_it_holds, one.at, one.question): one for one in reversed(made)}.values())[
            ::-1
        ]

    def _take_stock(self, voice: Voice, objected: Objected) -> tuple[Objection, ...]:
        """What a seat accepts and disputes of a tree that was made after it had argued, and its objections."""
        if voice.argued:
            ledger = make_ledger(voice.argued, (objected.accepts, objected.disputes))
            seated = self.seated[voice.seat.id].model_copy(update={"ledger": ledger})
            self._seat(voice, seated)
        return objected.objections

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
            protocol=self.protocol,
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


def _describe(letter: str, argued: Argued | None) -> str:
    """A position for a prompt, under a letter."""
    if argued is None:
        return letter
    points = (f"- {point.says} {' '.join(point.at)}" for point in argued.points)
    head = f"{letter}: {argued.option}" if letter else argued.option
    return "\n".join((f"{head}. {argued.why}", *points))


def merge_options(texts: Iterable[str]) -> tuple[str, ...]:
    """The answers that seats propose to an open question, each once."""
    return tuple({reduce_text(text): text for text in reversed(list(texts))}.values())[::-1]


def reduce_text(text: str) -> str:
    """What is the same however a text is spaced, capitalised and ended."""
    return " ".join(text.split()).rstrip(".").casefold()
