"""A tournament's folder: its plan, its entries, the sealed key, what judges read, and the outcome. Judges nothing.

tournament.json   the plan, the sources, the seal
entries.json      the cases as they were entered, with their origins
key.json          which id is whose; its digest is the seal in tournament.json
blind/            the cases as judges read them
outcome.json      everything the tournament gave; rejudged-NAME.json for another jury
"""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from foam.errors import InputError, NotFound, VerificationError
from foam.judging.entrants.blind import Blind, BlindKey, EnteredCase, blind_cases, check_seal
from foam.judging.entrants.leaks import Leak, check_leaks, find_leaks
from foam.judging.tournament.session import TournamentOutcome, TournamentPlan
from foam.private import write_public
from foam.values import Value
from foam.visible import clean, dump_json

PLAN, ENTRIES, KEY, BLIND, OUTCOME = "tournament.json", "entries.json", "key.json", "blind", "outcome.json"
Kept = TypeVar("Kept", bound=Value)


class Registered(Value):
    """What a tournament's folder says of it."""

    name: str
    plan: TournamentPlan
    pack: str
    """Whose prompts are used."""
    sources: tuple[str, ...] = ()
    """Files and folders that citations are held against, besides the pack's own library."""
    seal: str = ""
    """Digest of the key; empty until the first run."""


class Entries(Value):
    """The cases as they were entered."""

    entries: tuple[EnteredCase, ...] = ()


def create(folder: Path, registered: Registered) -> None:
    """Begin a tournament; a folder that holds one is left alone."""
    if (folder / PLAN).exists():
        raise InputError(f"{folder} holds a tournament already", hint="name another folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot make {folder}: {error.strerror}", hint="name a folder that can be made") from error
    _write(folder / PLAN, registered)
    _write(folder / ENTRIES, Entries())


def load(folder: Path) -> Registered:
    """The tournament in a folder."""
    if not (folder / PLAN).is_file():
        raise NotFound(f"no tournament in {folder}", hint=f"begin one: foam tournament new {folder}")
    return _read(folder / PLAN, Registered)


def read_entries(folder: Path) -> tuple[EnteredCase, ...]:
    """The cases as they were entered."""
    return _read(folder / ENTRIES, Entries).entries


def enter(folder: Path, more: tuple[EnteredCase, ...]) -> int:
    """Add cases; how many there are then. A sealed tournament takes no more."""
    if load(folder).seal:
        raise InputError("the key is sealed: this tournament has begun", hint="begin another: foam tournament new DIR")
    held = (*read_entries(folder), *more)
    _write(folder / ENTRIES, Entries(entries=held))
    return len(held)


def change(folder: Path, registered: Registered) -> None:
    """Keep a changed plan."""
    _write(folder / PLAN, registered)


def seal_cases(folder: Path) -> tuple[tuple[Blind, ...], BlindKey, tuple[Leak, ...]]:
    """The blinded cases and their key; sealed now, or held against the seal. A leak fails."""
    registered, held = load(folder), read_entries(folder)
    if len(held) < 2:
        raise InputError("a tournament needs two entrants", hint=f"enter cases: foam tournament add {folder} CASE...")
    cases, key = blind_cases(held, seed=registered.plan.rules.seed)
    leaks = find_leaks(cases, key)
    check_leaks(leaks)
    if registered.seal and registered.seal != key.digest:
        raise VerificationError("the entries changed after they were sealed", hint="begin another tournament")
    if not registered.seal:
        _write(folder / KEY, key)
        _write(folder / PLAN, registered.model_copy(update={"seal": key.digest}))
    (folder / BLIND).mkdir(exist_ok=True)
    for case in cases:
        (folder / BLIND / f"{case.id}.txt").write_text(clean(case.entrant.text) + "\n", "utf-8")
    return cases, key, tuple(leaks)


def open_key(folder: Path) -> BlindKey:
    """The key, held against its seal."""
    return check_seal(_read(folder / KEY, BlindKey), load(folder).seal)


def keep_outcome(folder: Path, outcome: TournamentOutcome, *, name: str = OUTCOME) -> Path:
    _write(folder / name, outcome)
    return folder / name


def read_outcome(folder: Path, *, name: str = OUTCOME) -> TournamentOutcome:
    """What the tournament gave; NotFound while it has not been run."""
    if not (folder / name).is_file():
        raise NotFound(f"the tournament in {folder} has no {name}", hint=f"run it: foam tournament run {folder}")
    return _read(folder / name, TournamentOutcome)


def list_rejudged(folder: Path) -> tuple[str, ...]:
    """Files of outcomes by other juries."""
    return tuple(sorted(path.name for path in folder.glob("rejudged-*.json")))


def _write(path: Path, value: Value) -> None:
    try:
        write_public(path, dump_json(value.json_value(), indent=1) + "\n")
    except OSError as error:
        raise InputError(
            f"cannot write {path}: {error.strerror}", hint="is there room, and may you write there?"
        ) from error


def _read(path: Path, kind: type[Kept]) -> Kept:
    try:
        return kind.model_validate_json(path.read_bytes())
    except OSError as error:
        raise NotFound(f"cannot read {path}: {error.strerror}", hint="is this a tournament's folder?") from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise InputError(
            f"{path}: {where}: {first['msg']}", hint="it was changed by hand, or by another version"
        ) from None
