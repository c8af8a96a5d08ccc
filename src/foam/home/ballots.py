"""Calls about tournaments on record: which there are, what came of one, and ballots of people beside the jury's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from foam.errors import FoamError, InputError
from foam.home.calls import call, quick
from foam.home.desk import Desk
from foam.job.job import replay
from foam.judging.entrants.blind import UNKNOWN, BlindKey, CaseOrigin, find_identical
from foam.judging.entrants.entrant import CasePart
from foam.judging.entrants.leaks import find_tells
from foam.judging.tournament import folder as folders
from foam.judging.tournament.agreement import PeopleReport, compare_with_people
from foam.judging.tournament.people import (
    PersonBallot,
    Side,
    Vote,
    cast_ballot,
    draw_pairings,
    find_jury_scores,
    find_jury_verdict,
    find_pairing,
    name_side,
    read_ballots,
)
from foam.judging.tournament.report import TournamentReport, make_report
from foam.judging.tournament.session import TournamentOutcome, read_cases, tournament
from foam.record.clock import stamp
from foam.record.entry import Decider, Draft, Entry, EntryInput
from foam.record.graph import read_dependants
from foam.record.runs import list_runs
from foam.values import Rows, Value, short

FOLDER = "tournament_folder"
"""Kind of the entry that says in which folder a tournament's key lies."""


class KnownTournament(Value):
    """A tournament as a list shows it."""

    run: str
    name: str
    opened: str
    closed: str | None
    cases: int
    jurors: tuple[str, ...]
    ballots: int
    """Of people, those that were superseded included."""


@dataclass(frozen=True, slots=True)
class FoundTournament:
    """A tournament off the record."""

    run: str
    name: str
    outcome: TournamentOutcome


@dataclass(frozen=True, slots=True)
class ShownTournament:
    """A tournament with its report, for which its key was opened."""

    run: str
    name: str
    outcome: TournamentOutcome
    report: TournamentReport


class BlindPairing(Value):
    """Two texts to be judged: no ids, no names, no verdict."""

    run: str
    number: int
    pairings: int
    first: tuple[CasePart, ...]
    second: tuple[CasePart, ...]
    criteria: dict[str, str]
    """Dimensions of the rubric to their titles."""


class OpenPairing(Value):
    """The same two texts once a person has voted: whose they are, and what the jury said."""

    run: str
    number: int
    pairings: int
    shown: tuple[str, str]
    sources: tuple[str, str]
    ballots: tuple[PersonBallot, ...]
    """The person's own, oldest first; the last one counts."""
    jury: str | None
    """The case that most of the jury's ballots put first; empty where they are level, None where there are none."""
    jury_on: dict[str, str]
    """The same by dimension of the rubric."""
    criteria: dict[str, str]
    withheld: str
    """Why nothing that this jury said is shown; empty where it is."""


class BallotCalls:
    """The calls of `home.tournament` about what is on record."""

    _desk: Desk

    @quick
    def list(self) -> Rows[KnownTournament]:
        """Every tournament on record, oldest first."""
        store = self._desk.reading
        return Rows(
            KnownTournament(
                run=one.run,
                name=self._find_name(one.run),
                opened=one.opened,
                closed=one.closed,
                cases=len(one.spec["cases"]),
                jurors=tuple(juror["name"] for juror in one.spec["plan"]["jury"]["jurors"]),
                ballots=len(read_ballots(store, one.run)),
            )
            for one in list_runs(store, job=tournament.name)
        )

    @call
    async def find(self, which: Any) -> FoundTournament:
        """What came of a tournament, by its run or its folder, as the record has it: by blind ids."""
        outcome = await self._read(which)
        return FoundTournament(outcome.run, self._find_name(outcome.run), outcome)

    @call
    async def show(self, which: Any) -> ShownTournament:
        """A tournament with its report, by its run or its folder.

        Who made which case stands in the folder's key; where the folder is gone, the report does without.
        """
        outcome = await self._read(which)
        name = self._find_name(outcome.run)
        report = self._report_on(outcome, name, self._find_folder(outcome.run))
        return ShownTournament(outcome.run, name, outcome, report)

    @call
    async def pairing(self, which: Any, number: int) -> BlindPairing:
        """Two cases that met, as a person judges them: blind, in an order that the seed drew."""
        outcome = await self._read(which)
        found, cases = find_pairing(outcome, number), read_cases(self._desk.reading, outcome.run)
        first, second = (cases[case].entrant.parts for case in found.shown)
        return BlindPairing(
            run=outcome.run,
            number=number,
            pairings=len(draw_pairings(outcome)),
            first=first,
            second=second,
            criteria={one.id: one.title for one in outcome.plan.rubric.dimensions},
        )

    @call
    async def ballot(
        self,
        which: Any,
        number: int,
        *,
        better: Side,
        by: str,
        on: Mapping[str, Side] | None = None,
        because: str = "",
    ) -> PersonBallot:
        """Cast a person's ballot on a pairing. It stays; a later one of the same person supersedes it."""
        outcome = await self._read(which)
        pairing = find_pairing(outcome, number)
        try:
            vote = Vote(voter=" ".join(by.split()), better=better, on=dict(on or {}), because=because.strip())
        except ValidationError as error:
            first = error.errors()[0]
            name = ".".join(map(str, first["loc"]))
            raise InputError(f"{name}: {first['msg']}", hint="first, second or undecided; the rest in words") from None
        return cast_ballot(self._desk.store, outcome, pairing, vote, clock=self._desk.clock)

    @call
    async def reveal(self, which: Any, number: int, *, by: str) -> OpenPairing:
        """Whose the two texts are and what the jury said; only for who has voted on them."""
        outcome = await self._read(which)
        pairing, voter = find_pairing(outcome, number), " ".join(by.split())
        cast = [one for one in read_ballots(self._desk.reading, outcome.run) if one.shown == pairing.shown]
        own = tuple(one for one in cast if one.vote.voter == voter)
        if not own:
            raise InputError(f"{voter or 'nobody'} has not voted on pairing {number}", hint="vote first, then look")
        key = self._open_key(outcome, self._find_folder(outcome.run))
        verdict = None if outcome.withheld else find_jury_verdict(outcome, pairing.shown)
        scores = {} if outcome.withheld else find_jury_scores(outcome, pairing.shown)
        first, second = (key.of(case).source for case in pairing.shown)
        return OpenPairing(
            run=outcome.run,
            number=number,
            pairings=len(draw_pairings(outcome)),
            shown=pairing.shown,
            sources=(first, second),
            ballots=own,
            jury=None if verdict is None else name_side(verdict, pairing.shown),
            jury_on={name: name_side(side, pairing.shown) for name, side in scores.items()},
            criteria={one.id: one.title for one in outcome.plan.rubric.dimensions},
            withheld=outcome.withheld,
        )

    @call
    async def people(self, which: Any) -> PeopleReport:
        """People's ballots beside the jury's: how often they agree, and how far beyond chance."""
        outcome = await self._read(which)
        return compare_with_people(self._find_name(outcome.run), outcome, read_ballots(self._desk.reading, outcome.run))

    @call
    async def find_unvoted(self, which: Any, *, by: str = "") -> int:
        """The first pairing that a person, or without a name anybody, has not voted on; 0 when none is left."""
        outcome, voter = await self._read(which), " ".join(by.split())
        cast = read_ballots(self._desk.reading, outcome.run)
        voted = {one.shown for one in cast if not voter or one.vote.voter == voter}
        return next((one.number for one in draw_pairings(outcome) if one.shown not in voted), 0)

    def _note_folder(self, run: str, folder: Path, name: str) -> None:
        """Keep where a tournament's key lies, so that it can be found by its run."""
        draft = Draft(
            kind=FOLDER,
            inputs=(EntryInput(role="of", key=run),),
            question={"folder": str(folder.resolve()), "name": name},
            decider=Decider(type="code", id="foam", version="1"),
        )
        self._desk.store.append(Entry(draft=draft, answer={}, at=stamp(self._desk.clock)))

    def _find_noted(self, run: str) -> dict[str, str]:
        resting = read_dependants(self._desk.reading, run)
        noted = sorted((one for one in resting if one.draft.kind == FOLDER), key=lambda one: one.at)
        return dict(noted[-1].draft.question) if noted else {}

    def _find_folder(self, run: str) -> Path | None:
        noted = self._find_noted(run).get("folder")
        return Path(noted) if noted and (Path(noted) / folders.PLAN).is_file() else None

    def _find_name(self, run: str) -> str:
        return self._find_noted(run).get("name") or f"Tournament {short(run)}"

    def _find_run(self, which: Any) -> str:
        return folders.read_outcome(which).run if isinstance(which, Path) else self._desk.find_run(which)

    async def _read(self, which: Any) -> TournamentOutcome:
        """The outcome of a run, computed from the record once and then remembered."""
        run = self._find_run(which)

        async def compute() -> TournamentOutcome:
            read_cases(self._desk.reading, run)  # says so where the run is no tournament
            outcome: TournamentOutcome = await replay(self._desk.reading, run)
            return outcome

        return await self._desk.remember(f"tournament {run}", compute)

    def _report_on(self, outcome: TournamentOutcome, name: str, folder: Path | None) -> TournamentReport:
        try:
            if folder is not None:
                return self._report(folder, outcome)
            why = "the folder with its key is not there"
        except FoamError as error:
            why = error.what
        except OSError as error:
            why = f"{folder}: {error.strerror}"
        return make_report(name, outcome, _make_unknown(outcome), remarks=(f"Who made which case is not told: {why}.",))

    def _open_key(self, outcome: TournamentOutcome, folder: Path | None) -> BlindKey:
        return folders.open_key(folder) if folder is not None else _make_unknown(outcome)

    def _report(self, folder: Path, outcome: TournamentOutcome) -> TournamentReport:
        cases, key, leaks = folders.seal_cases(folder)
        remarks = [f"{' and '.join(ids)} say the same." for ids in find_identical(cases)]
        remarks += [
            f"{leak.case} {leak.part} addresses its judge: {leak.what!r}; it was quoted as data." for leak in leaks
        ]
        others = {
            name.removeprefix("rejudged-").removesuffix(".json"): folders.read_outcome(folder, name=name)
            for name in folders.list_rejudged(folder)
        }
        return make_report(
            folders.load(folder).name,
            outcome,
            folders.open_key(folder),
            remarks=remarks,
            tells=find_tells(cases, key),
            others=others,
        )


def _make_unknown(outcome: TournamentOutcome) -> BlindKey:
    """A key that tells nothing, for a tournament whose own is not at hand."""
    origins = tuple(CaseOrigin(id=case, file="", source=UNKNOWN, content="") for case in outcome.cases)
    return BlindKey(nonce="", origins=origins)
