"""The keys that a reader trusts: pinned ones, what those said about others, and what the reader revoked.

A pinned key vouches for what it signed, and for what a key signed that follows it. Nothing else does.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from foam.bundle.keys import PublicKey, read_public
from foam.bundle.own import PUBLIC, list_former
from foam.bundle.succession import Revocation, Succession, read_key_statement
from foam.errors import InputError, VerificationError
from foam.private import write_private
from foam.settings import find_home
from foam.values import Value

Kind = TypeVar("Kind", bound=Value)
OWN = "this home"
"""The name that one's own keys go by."""
_PINS, _STATEMENTS, _REVOKED = "trusted", "statements", "revoked"


class Pin(Value):
    """A key that the reader trusts, and the name it goes by here."""

    name: str
    key: PublicKey
    on: date
    """Since when."""


class LocalRevocation(Value):
    """The reader no longer trusts a key from this day on; nobody signed that."""

    keyid: str
    on: date
    because: str


class TrustedKeys(Value):
    """Everything a reader goes by."""

    pins: tuple[Pin, ...] = ()
    statements: tuple[Succession | Revocation, ...] = ()
    revoked: tuple[LocalRevocation, ...] = ()


class Followed(Value):
    """A key that a pin leads to."""

    key: PublicKey
    name: str
    since: date | None = None
    """The day of the statement by which it follows; a pinned key holds for all its days."""
    after: str = ""
    """The id of the key it follows; empty for a pinned one."""


class Vouching(Value):
    """What the reader's keys say of a signature."""

    by: str = ""
    """The name of the pin that vouches; empty when none does."""
    flaws: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def judge_signer(
    signer: PublicKey, signed_on: date, trusted: TrustedKeys, carried: Iterable[Succession | Revocation] = ()
) -> Vouching:
    """Who vouches for a signature made on this day, and whether its key was revoked; `carried` came with the bundle."""
    carried = tuple(carried)
    reached = follow_keys(trusted, carried)
    found = reached.get(signer.keyid)
    flaws: list[str] = []
    notes: list[str] = []
    by = ""
    if found is not None and found.key != signer:
        flaws.append("the key's holder or days were changed")
    elif found is not None and found.since is not None and signed_on < found.since:
        notes.append(f"its key follows that of {found.name!r} only since {found.since}, and it was signed before")
    elif found is not None:
        by = found.name
    elif any(signer.holder in (pin.name, pin.key.holder) for pin in trusted.pins):
        notes.append(f"you trust a key of {signer.holder!r}, and this is another")
    for revoked_on, because in _list_revocations(signer.keyid, trusted, carried):
        said = f"its key was revoked on {revoked_on} ({because})"
        if signed_on >= revoked_on:
            flaws.append(f"{said}, and it was signed on {signed_on}")
        else:
            notes.append(f"{said}; it says that it was signed before, on {signed_on}, and only its signer says so")
    return Vouching(by=by, flaws=tuple(flaws), notes=tuple(notes))


def follow_keys(trusted: TrustedKeys, carried: Iterable[Succession | Revocation] = ()) -> dict[str, Followed]:
    """Every key that a pin leads to, by its id.

    A key that was revoked names no successor any more: one that is not known here yet may be a thief's.
    """
    reached = {pin.key.keyid: Followed(key=pin.key, name=pin.name) for pin in trusted.pins}
    carried = tuple(carried)
    waiting = [one for one in (*trusted.statements, *carried) if isinstance(one, Succession)]
    moved = True
    while moved:
        moved = False
        for step in waiting:
            old = reached.get(step.old.keyid)
            if old is None or old.key != step.old or step.new.keyid in reached or not _is_timely(step, old):
                continue
            dates = [on for on, _ in _list_revocations(step.old.keyid, trusted, carried)]
            if dates and (step not in trusted.statements or step.on > min(dates)):
                continue
            found = Followed(key=step.new, name=old.name, since=step.on, after=step.old.keyid)
            reached[step.new.keyid] = found
            moved = True
    return reached


def read_trusted(folder: Path) -> TrustedKeys:
    """What lies in a folder of keys. InputError names a file that cannot be read: to miss a revocation is worse."""
    return TrustedKeys(
        pins=tuple(_read(path, Pin) for path in _files(folder / _PINS)),
        statements=tuple(_read_statement(path) for path in _files(folder / _STATEMENTS)),
        revoked=tuple(_read(path, LocalRevocation) for path in _files(folder / _REVOKED)),
    )


def find_trusted(pins: Path, own: Path) -> TrustedKeys:
    """What a reader goes by: the pinned keys, and one's own, which vouch for what was signed here."""
    trusted = read_trusted(pins)
    mine = (Pin(name=OWN, key=key, on=key.not_before) for key in read_own_keys(own))
    return trusted.model_copy(update={"pins": (*mine, *trusted.pins)})


def read_own_keys(folder: Path) -> Iterator[PublicKey]:
    """The public halves of one's own keys, as far as they can be read: a broken one is told of when it is to sign."""
    for path in (folder / PUBLIC, *list_former(folder)):
        with suppress(InputError):
            yield read_public(path)


def trusted_keys() -> TrustedKeys:
    """The keys that whoever runs this trusts, for `verify_bundle`; none when there is no home."""
    own_home = Path.home() / ".foam"
    folder = find_home(os.environ, Path.cwd(), Path.home())
    came_along = folder == Path.cwd() / ".foam" and folder.resolve() != own_home.resolve()
    return find_trusted((own_home if came_along else folder) / "keys", folder / "keys")


def pin_key(folder: Path, pin: Pin) -> None:
    """Trust a key from now on."""
    known = next((one for one in read_trusted(folder).pins if one.name == pin.name), None)
    if known is not None and known.key != pin.key:
        raise InputError(
            f"you trust another key by the name {pin.name!r} already: {known.key.keyid[:12]}",
            hint="give it a name of its own with --as; if it follows the old key, trust the old key's statement",
        )
    write_private(folder / _PINS / f"{pin.key.keyid[:16]}.json", pin.model_dump_json(indent=2) + "\n")


def keep_statement(folder: Path, line: bytes) -> Succession | Revocation:
    """Keep what a key said about keys; VerificationError when it does not hold."""
    statement = read_key_statement(line)
    name = f"{sha256(line).hexdigest()[:16]}.json"
    write_private(folder / _STATEMENTS / name, line.decode())
    return statement


def revoke_here(folder: Path, revocation: LocalRevocation) -> None:
    """Trust a key no longer, here."""
    name = f"{revocation.keyid[:16]}.json"
    write_private(folder / _REVOKED / name, revocation.model_dump_json(indent=2) + "\n")


def read_statement_lines(folder: Path) -> tuple[bytes, ...]:
    """The statements kept in a folder, as they were signed."""
    return tuple(path.read_bytes() for path in _files(folder / _STATEMENTS))


def _is_timely(step: Succession, old: Followed) -> bool:
    return step.old.holds_on(step.on) and step.new.holds_on(step.on) and (old.since is None or step.on >= old.since)


def _list_revocations(
    keyid: str, trusted: TrustedKeys, carried: Iterable[Succession | Revocation]
) -> Iterator[tuple[date, str]]:
    """When the key was revoked and why: by the reader, by itself, or by a key that follows it."""
    for local in trusted.revoked:
        if local.keyid == keyid:
            yield local.on, local.because
    statements = tuple(dict.fromkeys((*trusted.statements, *carried)))
    for one in statements:
        if isinstance(one, Revocation) and one.keyid == keyid and one.by.keyid in _list_followers(keyid, statements):
            yield one.on, one.because


def _list_followers(keyid: str, statements: Iterable[Succession | Revocation]) -> set[str]:
    """The key itself and every key that it, or one after it, named as the next."""
    steps = [(one.old.keyid, one.new.keyid) for one in statements if isinstance(one, Succession)]
    found, waiting = {keyid}, [keyid]
    while waiting:
        at = waiting.pop()
        fresh = {new for old, new in steps if old == at} - found
        found |= fresh
        waiting += fresh
    return found


def _files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.json"))


def _read(path: Path, kind: type[Kind]) -> Kind:
    try:
        return kind.model_validate_json(path.read_bytes())
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from error


def _read_statement(path: Path) -> Succession | Revocation:
    try:
        return read_key_statement(path.read_bytes())
    except (OSError, VerificationError) as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: Exception) -> InputError:
    first = (str(error).splitlines() or [type(error).__name__])[0]
    return InputError(f"cannot read {path}: {first}", hint="mend the file, or move it away and trust the key anew")
