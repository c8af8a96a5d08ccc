"""Calls about people: accounts, coming in, tokens, who takes part in which case, and who read what."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar, cast

from pydantic import ValidationError

from foam.appeal.chain import find_matter, list_matter_keys, read_matter
from foam.errors import InputError, NotFound, RecordDamaged
from foam.home.calls import quick
from foam.home.desk import Desk
from foam.home.grounds import admit_all, list_contests_by_case
from foam.people.access import CaseFacts, Sight, gather_facts, make_sight
from foam.people.entering import Door
from foam.people.invitation import Invitation
from foam.people.passkeys import PasskeyRefused, ask_for_entry, ask_for_new, check_new, name_party
from foam.people.store import PeopleStore
from foam.people.values import (
    ACCOUNT_ROLES,
    GRANTED,
    Account,
    AccountRole,
    Code,
    Confirmed,
    Entrance,
    NewToken,
    Passkey,
    Place,
    Reading,
    Scope,
    Signed,
    Token,
)
from foam.record.acting import NOBODY, act_for, look_as_house
from foam.record.clock import stamp
from foam.record.store import RUN
from foam.values import Rows

CLERK = "home"
"""Stands for whoever owns the home and gives a place at the command line."""
_ENTERED_BY_PASSKEY = "POST /login/passkey"
"""What the audit calls a try to come in by a passkey."""
_KEY = re.compile(r"b2:[0-9a-f]{64}")
_ERASED = "erased"
"""Stands for a case that was erased: nobody sees what it was about, though it may be kept in the open."""
_NEWEST = 2**62
Done = TypeVar("Done")


class PeopleCalls:
    """`home.people`: who may come in, what they see, and what they looked at."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._facts: tuple[int, tuple[CaseFacts, ...]] | None = None
        self._gathered: dict[str, tuple[int, CaseFacts]] = {}
        self._challenges: tuple[object, Mapping[str, frozenset[str]]] | None = None
        self._lines: dict[str, tuple[str, ...]] = {}

    @property
    def _store(self) -> PeopleStore:
        return self._desk.people

    @property
    def _door(self) -> Door:
        return Door(self._store, self._desk.clock)

    @quick
    def add(self, name: str, *, roles: Sequence[str]) -> Code:
        """Open an account; the code that comes back sets its first password, once, within two weeks."""
        checked = _check_roles(roles)
        try:
            return self._admit(self._door.add(name, checked))
        except ValidationError:
            hint = "small letters, digits and . _ @ -, as in acts: ada, case.worker-3"
            raise InputError(f"{name!r} is no name for an account", hint=hint) from None

    @quick
    def invite(self, name: str, *, code: str, until: str, pages: str) -> Invitation:
        """The letter that brings somebody their first code; `pages` is the address where they log in."""
        office = self._desk.configure().settings.office
        made = Code(name=name, code=code, until=until)
        return Invitation(made, pages=pages, office=office.name, address=office.address)

    @quick
    def list(self) -> Rows[Account]:
        """Every account, by name."""
        return Rows(self._store.list_accounts())

    @quick
    def show(self, name: str) -> Account:
        """One account."""
        return self._door.require(name)

    @quick
    def remove(self, name: str) -> None:
        """Take an account away, with its sessions, tokens and places in cases. What it read stays on the audit."""
        self._keep_an_administrator(self._door.require(name), ())
        self._store.remove_account(name)

    @quick
    def reset(self, name: str) -> Code:
        """A code with which somebody sets a new password, once, within a day."""
        return self._door.reset(name)

    @quick
    def change_roles(self, name: str, roles: Sequence[str]) -> Account:
        """Give an account other roles; its sessions end."""
        checked = _check_roles(roles)
        self._keep_an_administrator(self._door.require(name), checked)
        self._store.set_roles(name, checked)
        self._store.remove_sessions(name)
        return self._admit(self._door.require(name))

    @quick
    def lock_out(self, name: str) -> None:
        """End every session of an account, and take its tokens and passkeys back."""
        self._door.require(name)
        self._store.remove_sessions(name)
        self._store.remove_tokens(name)
        self._store.remove_passkeys(name)

    @quick
    def grant(self, name: str, matter: Any, *, role: str, by: str = CLERK) -> Place:
        """Give somebody a role in one case; the account has to have that role."""
        account = self._door.require(name)
        if role not in GRANTED:
            raise InputError(f"nobody is given the role {role} in one case", hint=f"roles: {_tell(GRANTED)}")
        if role not in account.roles:
            raise InputError(f"the account {name} has no role {role}", hint=f"it has: {_tell(account.roles)}")
        place = Place(person=name, matter=self._find_matter(matter), role=role, since=stamp(self._desk.clock), by=by)
        self._store.add_place(place)
        return self._admit(place)

    @quick
    def revoke(self, name: str, matter: Any, *, role: str) -> None:
        """Take a role in one case back. Who has acted in it keeps seeing it."""
        if not self._store.remove_place(name, self._find_matter(matter), role):
            raise NotFound(f"{name} was not given the role {role} in this case", hint="foam people places lists them")
        self._admit(None)

    @quick
    def places(self, *, matter: Any = None, name: str | None = None) -> tuple[Place, ...]:
        """The roles that were given in single cases: all of them, those of one case, or those of one person."""
        return self._store.list_places(person=name, matter=self._find_matter(matter) if matter else None)

    @quick
    def log_in(self, name: str, password: str) -> Entrance:
        """Come in by name and password; the answer is the same for a name that nobody has."""
        return self._door.log_in(name, password)

    @quick
    def redeem(self, name: str, code: str, password: str) -> Entrance:
        """Set a password with a code, and come in."""
        return self._door.redeem(name, code, password)

    @quick
    def change_password(self, name: str, old: str, new: str) -> Entrance:
        """Take another password; every session ends but the one that begins."""
        return self._door.change_password(name, old, new)

    @quick
    def link(self, name: str, issuer: str, subject: str) -> None:
        """Let somebody come in by an identity elsewhere: who vouches for it, and what they call the person."""
        self._door.require(name)
        if not (issuer.strip() and subject.strip()):
            raise InputError("an identity needs an issuer and a subject", hint="the page that refused it names both")
        if not self._store.add_identity(issuer.strip(), subject.strip(), name):
            raise InputError("this identity belongs to an account already", hint="foam people unlink NAME frees it")

    @quick
    def unlink(self, name: str) -> int:
        """Forget every identity elsewhere of somebody, and end their sessions; how many there were."""
        self._door.require(name)
        self._store.remove_sessions(name)
        return self._store.remove_identities(name)

    @quick
    def identities(self, name: str) -> tuple[tuple[str, str], ...]:
        """By which identities elsewhere somebody comes in: issuers and subjects."""
        return self._store.list_identities(name)

    @quick
    def log_in_as(self, issuer: str, subject: str) -> Entrance:
        """Come in by an identity that was checked."""
        return self._door.log_in_as(issuer, subject)

    @quick
    def confirm(self, name: str, password: str) -> Confirmed:
        """Whether somebody who is in knows their password."""
        return self._door.confirm(name, password)

    @quick
    def ask_for_passkey(self, origin: str, name: str, challenge: bytes) -> str:
        """What a browser needs to make a passkey for somebody, as JSON; `origin` is the address of the pages."""
        return ask_for_new(name_party(origin), name, challenge, self._store.list_passkeys(name))

    @quick
    def add_passkey(self, origin: str, name: str, *, title: str, challenge: bytes, response: str) -> Passkey:
        """Keep the passkey that a browser made in answer to a challenge."""
        try:
            made = check_new(name_party(origin), challenge, response)
        except PasskeyRefused:
            raise InputError("this passkey does not hold", hint="try it again, at the address of these pages") from None
        return self._door.add_passkey(name, title, made)

    @quick
    def passkeys(self, name: str) -> tuple[Passkey, ...]:
        """The passkeys of somebody."""
        return self._store.list_passkeys(name)

    @quick
    def remove_passkey(self, name: str, passkey: str) -> Entrance:
        """Take a passkey back; every session of the account ends but the one that begins."""
        if not self._store.remove_passkey(name, passkey):
            raise NotFound(f"{name} has no passkey {passkey}")
        return self._door.begin_anew(name)

    @quick
    def ask_for_entry(self, origin: str, challenge: bytes) -> str:
        """What a browser needs to let somebody in by one of their passkeys, as JSON; it names nobody."""
        return ask_for_entry(name_party(origin), challenge)

    @quick
    def log_in_by_passkey(self, origin: str, challenge: bytes, response: str) -> Entrance:
        """Come in by a passkey; the try is on the audit, under the account's name where there is one."""
        came, passkey = self._door.log_in_by_passkey(name_party(origin), challenge, response)
        who, what = (passkey.person, passkey.id) if passkey else ("", "passkey")
        self.note_reading(who=who, did=_ENTERED_BY_PASSKEY, what=what, allowed=bool(came.session))
        return came

    @quick
    def log_out(self, session: str) -> None:
        """End a session."""
        self._door.log_out(session)

    @quick
    def find_session(self, session: str) -> Signed | None:
        """Whose session this is; None where it is none, or is over."""
        return self._door.find_session(session)

    @quick
    def find_token(self, secret: str) -> Signed | None:
        """For whom a token acts, and what it may do; None where there is none, or it is over."""
        return self._door.find_token(secret)

    @quick
    def add_token(self, name: str, *, title: str, scopes: Sequence[str], days: int = 90) -> NewToken:
        """A token for programs of this person; its secret is in the answer and nowhere else."""
        return self._door.add_token(name, title, cast(tuple[Scope, ...], tuple(scopes)), days)

    @quick
    def tokens(self, name: str) -> tuple[Token, ...]:
        """The tokens of somebody, without their secrets."""
        return self._store.list_tokens(name)

    @quick
    def remove_token(self, name: str, token: str) -> None:
        """Take a token back."""
        if not self._store.remove_token(name, token):
            raise NotFound(f"{name} has no token {token}")

    @quick
    def own_run(self, name: str, run: str) -> None:
        """Note that somebody asked for a run on the pages."""
        self._store.add_owner(run, name)

    @quick
    def note_reading(self, *, who: str, did: str, what: str, token: str = "", allowed: bool = True) -> None:
        """Write a line of the audit: somebody looks at a personal file, or was not let in."""
        at = stamp(self._desk.clock)
        self._store.add_reading(at=at, who=who, token=token, did=did, what=what, allowed=allowed)

    @quick
    def audit(
        self, *, who: str = "", what: str = "", before: int | None = None, limit: int = 200
    ) -> tuple[Reading, ...]:
        """Who looked at which personal file, the newest first: by one person, of what starts so, or before a line."""
        return self._store.list_readings(before=before or _NEWEST, who=who, what=what, limit=limit)

    @property
    def acts_for(self) -> str:
        """For whom the record is read at this moment; empty where the database holds back nothing."""
        return self._desk.reader

    @contextmanager
    def acting(self, name: str) -> Iterator[None]:
        """Read and write for this person, where the database holds back what they may not see (`record.by_case`).

        Without a name it is for somebody who has not come in.
        """
        with act_for(name or NOBODY):
            yield

    @contextmanager
    def deciding(self) -> Iterator[None]:
        """Look at everything for a moment, to decide what somebody may see; what is written stays in their name."""
        with look_as_house():
            yield

    @quick
    def require_held(self) -> None:
        """InputError where the database is to hold back what people may not see, and does not from this connection."""
        if self._desk.access.by_case:
            with act_for(NOBODY):
                self._desk.reading.find("")

    @quick
    def find_sight(self, account: Account) -> Sight:
        """What somebody sees now."""
        with look_as_house():
            return self._find_sight(account)

    def _find_sight(self, account: Account) -> Sight:
        facts = self._list_facts()
        bases = {run: self.trace(run) for one in facts for run in one.runs}
        places = self._store.list_places()
        challenges = self._list_challenges(facts, places)
        sight = make_sight(account, facts, places, self._store.list_owners(), bases, challenges)
        orphans = {member for run in self._desk.reading.list_orphans() for member in self.trace(run)}
        if not orphans:
            return sight
        hidden = {run: sight.about.get(run, frozenset()) | {_ERASED} for run in orphans}
        return sight.model_copy(update={"about": {**sight.about, **hidden}})

    @quick
    def trace(self, run: str) -> tuple[str, ...]:
        """A run, the runs that its spec names, those that theirs name, and so on."""
        if run not in self._lines:
            with look_as_house():  # whose a run is, is decided by all that it was made from
                self._lines[run] = tuple(self._follow(run))
        return self._lines[run]

    def _follow(self, run: str) -> Iterator[str]:
        waiting, seen = [run], {run}
        while waiting:
            key = waiting.pop(0)
            entry = self._desk.reading.get(key)
            if entry is None or entry.draft.kind != RUN:
                continue
            yield key
            named = [one for one in _list_keys(entry.draft.question["spec"]) if one not in seen]
            seen.update(named)
            waiting += named

    def _list_facts(self) -> tuple[CaseFacts, ...]:
        """The facts of every case that can be read, gathered again when the record has grown."""
        size = self._desk.reading.head().size
        if self._facts is None or self._facts[0] != size:
            self._facts = size, tuple(self._gather())
        return self._facts[1]

    def _list_challenges(self, facts: tuple[CaseFacts, ...], places: tuple[Place, ...]) -> Mapping[str, frozenset[str]]:
        """By the run of a challenge, the cases that it concerns; anew when record or places have changed."""
        known = self._desk.reading.head().size, places
        if self._challenges is None or self._challenges[0] != known:
            found: dict[str, frozenset[str]] = {}
            for matter, runs in list_contests_by_case(self._desk.reading, facts, places).items():
                for run in runs:
                    found[run.key] = found.get(run.key, frozenset()) | {matter}
            self._challenges = known, found
        return self._challenges[1]

    def _gather(self) -> Iterator[CaseFacts]:
        """Of every case; those in which nothing was done since are not read again."""
        store = self._desk.reading
        for key in list_matter_keys(store):
            count = len(store.members(key))
            if key not in self._gathered or self._gathered[key][0] != count:
                try:
                    self._gathered[key] = count, gather_facts(read_matter(store, key))
                except RecordDamaged:
                    continue  # nobody is shown what cannot be read
            yield self._gathered[key][1]

    def _admit(self, done: Done) -> Done:
        """What was done, once a database that holds back what people may not see was told who sees what now."""
        if self._desk.access.by_case:
            with look_as_house():
                admit_all(self._desk, self._list_facts(), self.trace)
        return done

    def _find_matter(self, matter: Any) -> str:
        return find_matter(self._desk.reading, str(getattr(matter, "matter", matter))).key

    def _keep_an_administrator(self, account: Account, roles: Iterable[str]) -> None:
        """Refuse to leave a home without anybody who looks after it, while others have accounts."""
        rest = [one for one in self._store.list_accounts() if one.name != account.name]
        is_last = "administrator" in account.roles and not any("administrator" in one.roles for one in rest)
        if is_last and rest and "administrator" not in roles:
            raise InputError(f"{account.name} is the last administrator", hint="make somebody else one first")


def _check_roles(roles: Sequence[str]) -> tuple[AccountRole, ...]:
    wrong = sorted(set(roles) - set(ACCOUNT_ROLES))
    if wrong or not roles:
        what = f"there is no role {_tell(wrong)} for an account" if wrong else "an account needs a role"
        raise InputError(what, hint=f"roles: {_tell(ACCOUNT_ROLES)}")
    return tuple(role for role in ACCOUNT_ROLES if role in roles)


def _tell(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))


def _list_keys(value: Any) -> Iterator[str]:
    """Every key of an entry that stands in a JSON value."""
    match value:
        case str():
            if _KEY.fullmatch(value):
                yield value
        case dict():
            for member in value.values():
                yield from _list_keys(member)
        case list() | tuple():
            for member in value:
                yield from _list_keys(member)
