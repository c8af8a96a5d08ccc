"""Calls about perspectives: who can sit at the table, who would disagree, whom a table leaves out; and the store."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from foam.deliberation.seats import MOST, GeneratedSeats, SeatsSpec, generate_seats
from foam.errors import InputError
from foam.home.calls import call, quick
from foam.home.desk import Desk
from foam.home.seats import read_perspective
from foam.job.job import RunResult
from foam.pack.files import shipped_packs
from foam.pack.loader import NEUTRAL, load_pack
from foam.pack.pack import Pack
from foam.pack.seats import FoundSeat, SeatStore, StoredSeat
from foam.perspective.coherence import Coherence, measure_coherence
from foam.perspective.diversity import Contrast, Seating, describe_seating, rank_contrasts
from foam.perspective.governance import Breach, find_breaches
from foam.perspective.manner import describe_effects, read_manner
from foam.perspective.node import Perspective, require_seat, require_values
from foam.record.clock import stamp
from foam.values import Value, short

_MOST_SEATS = 12
OFFERED = 5
"""Perspectives kept before that are offered when seats are generated."""


class PerspectiveList(Value):
    """A pack's perspectives, how much they differ, and whom they leave out."""

    perspectives: tuple[Perspective, ...]
    seating: Seating


class PerspectivePage(Value):
    """A perspective and how well its options go together."""

    perspective: Perspective
    coherence: Coherence
    effects: dict[str, str]
    """What its dimensions make it do, in words."""

    def data(self) -> dict[str, Any]:
        """The page as plain JSON."""
        more = {"coherence": self.coherence.json_value(), "effects": self.effects}
        return {**self.perspective.json_value(), **more}


class FileBreach(Breach):
    """A limit that the perspective in a file does not keep."""

    file: str


class PerspectiveCheck(Value):
    """What a check of perspective files found."""

    ok: bool
    checked: int
    failures: tuple[FileBreach, ...]


class SeatHit(Value):
    """A perspective that was found, and whether the pack permits it."""

    found: FoundSeat
    breaches: tuple[Breach, ...]


class AddedSeat(Value):
    """A perspective that was given to the store."""

    perspective: Perspective
    is_new: bool
    """Whether that changed anything."""


class PerspectiveCalls:
    """`home.perspectives`: those of a pack; without a pack, of the pack that the settings name. And the store."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @property
    def _store(self) -> SeatStore:
        return SeatStore(self._desk.folder)

    @quick
    def list(self, *, pack: str | None = None) -> PerspectiveList:
        """The pack's perspectives, how much they differ, and whom they leave out."""
        held = self._desk.load_pack(pack)
        values = [value.id for value in held.values]
        table = describe_seating(held.perspectives, stakeholders=held.stakeholders, values=values)
        return PerspectiveList(perspectives=held.perspectives, seating=table)

    @quick
    def show(self, name: str, *, pack: str | None = None) -> PerspectivePage:
        """One perspective of a pack or the store, by its id or role, with its coherence and what its dimensions do."""
        kept = [one.perspective for one in self._store.read_all()]
        found = require_seat([*_list_known(self._desk.load_pack(pack)), *kept, *_list_known(load_pack(NEUTRAL))], name)
        effects = describe_effects(read_manner(found))
        return PerspectivePage(perspective=found, coherence=measure_coherence(found.dimensions), effects=effects)

    @quick
    def suggest(self, *seats: str, pack: str | None = None) -> tuple[Contrast, ...]:
        """Others of the pack, and of the store if the pack permits them: those that would disagree most come first."""
        held = self._desk.load_pack(pack)
        kept = [one.perspective for one in self._store.read_all()]
        known = [*held.perspectives, *(one for one in kept if not find_breaches(one, held.limits))]
        return rank_contrasts(known, [require_seat(known, seat) for seat in seats])

    @quick
    def check(self, *files: Path | str, pack: str | None = None) -> PerspectiveCheck:
        """Hold perspective files (.toml) against the catalogue of dimensions and the pack's limits."""
        limits = self._desk.load_pack(pack).limits
        failures = [
            FileBreach(file=str(file), **breach.json_value())
            for file in files
            for breach in find_breaches(read_perspective(Path(file)), limits)
        ]
        return PerspectiveCheck(ok=not failures, checked=len(files), failures=tuple(failures))

    @quick
    def search(self, query: str, *, pack: str | None = None, limit: int = 10) -> tuple[SeatHit, ...]:
        """Perspectives of the store and of every pack that the query is about, and whether this pack permits them."""
        held = self._desk.load_pack(pack)
        packs = [held, *(load_pack(name) for name in shipped_packs() if name != held.reference)]
        found = self._store.find(query, self._desk.embedder, among=_list_seats(packs), limit=limit)
        return tuple(SeatHit(found=one, breaches=find_breaches(one.perspective, held.limits)) for one in found)

    @quick
    def add(self, file: Path | str, *, pack: str | None = None) -> AddedSeat:
        """Keep the perspective in a file (.toml), to be found and seated later.

        Its values must be known to a shipped pack or to `pack`: nothing could count for another.
        """
        seat = read_perspective(Path(file))
        packs = (self._desk.load_pack(pack), *map(load_pack, (*shipped_packs(), NEUTRAL)))
        require_values(seat, {value.id for one in packs for value in one.values})
        is_new = self._store.add(seat, origin=f"file {Path(file).name}", at=stamp(self._desk.clock))
        return AddedSeat(perspective=seat, is_new=is_new)

    @call
    async def generate(
        self,
        question: str,
        *,
        pack: str | None = None,
        model: str | None = None,
        seed: int | None = None,
        library: bool = False,
        most: int = MOST,
    ) -> RunResult[GeneratedSeats]:
        """Make seats for a question from those whom it concerns; enough for a table are kept."""
        if not 2 <= most <= _MOST_SEATS:
            raise InputError(f"{most} seats cannot be generated", hint=f"ask for 2 to {_MOST_SEATS}")
        offered = self._store.find(question, self._desk.embedder, limit=OFFERED)
        async with self._desk.at_work(model=model, seed=seed, pack=pack, library=library) as work:
            spec = SeatsSpec(
                **work.describe(), question=question, most=most, offered=tuple(one.perspective for one in offered)
            )
            ran = await self._desk.run(generate_seats, spec, work.tools)
        for one in ran.view.seats if ran.view.ok else ():
            self._store.add(one.perspective, origin=f"run {short(ran.run)}", at=stamp(self._desk.clock))
        return ran


def _list_seats(packs: Sequence[Pack]) -> list[StoredSeat]:
    return [StoredSeat(perspective=seat, origin=f"pack {pack.name}") for pack in packs for seat in pack.perspectives]


def _list_known(pack: Pack) -> tuple[Perspective, ...]:
    """Every seat that a pack has, for whatever question."""
    return tuple({seat.id: seat for seat in (*pack.perspectives, *pack.open_perspectives)}.values())
