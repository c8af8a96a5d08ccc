"""Coming in: passwords, codes, sessions and tokens, with a wait that grows for whoever keeps failing.

Whoever fails gets the same answer whether the name is known or not, and after as long a time.
"""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta

from foam.errors import InputError, NotFound
from foam.people.credentials import (
    check_new_password,
    check_password,
    digest_secret,
    hash_password,
    is_outdated,
    make_code,
    make_secret,
    make_token,
    read_code,
)
from foam.people.passkeys import PasskeyRefused, check_entry, check_title, find_credential
from foam.people.store import PeopleStore
from foam.people.values import (
    SCOPES,
    Account,
    AccountRole,
    Code,
    Confirmed,
    Entrance,
    NewPasskey,
    NewToken,
    Passkey,
    RelyingParty,
    Scope,
    Signed,
    Token,
)
from foam.record.clock import Clock, stamp

IDLE, LONGEST = timedelta(minutes=30), timedelta(hours=12)
"""How long a session lasts without a request, and at most."""
CODE_LASTS = timedelta(hours=24)
INVITATION_LASTS = timedelta(days=14)
"""The first code of an account: it may come by post."""
_TOKEN_DAYS = (1, 365)
_MOST_PASSKEYS = 20
"""Of one account."""
FREE_TRIES = 5
"""Failures under a name before the next one has to wait."""
FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=30), timedelta(hours=1)
_FORGOTTEN = timedelta(days=1)
"""After which failures count no more."""
_SEEN_EVERY = timedelta(seconds=60)
"""How exactly it is known when a session or token was last used."""


class Door:
    """Lets people in and out of one home."""

    def __init__(self, store: PeopleStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def add(self, name: str, roles: tuple[AccountRole, ...]) -> Code:
        """Open an account; the code sets its first password."""
        account = Account(name=name, roles=roles, made=self._now(), has_password=False)
        code, until = make_code(), self._after(INVITATION_LASTS)
        if not self._store.add_account(account, code=digest_secret(code), until=until):
            raise InputError(f"there is an account {name} already", hint="foam people list shows them")
        return Code(name=name, code=code, until=until)

    def reset(self, name: str) -> Code:
        """A code that sets a new password, once. The old one counts until then; an earlier code does not."""
        self.require(name)
        code, until = make_code(), self._after(CODE_LASTS)
        self._store.set_code(name, digest_secret(code), until)
        return Code(name=name, code=code, until=until)

    def log_in(self, name: str, password: str) -> Entrance:
        """A new session, where name and password belong together."""
        if wait := self._find_wait(name):
            return Entrance(wait=wait)
        kept = self._store.find_password(name)
        if not check_password(kept, password):
            return self._fail(name)
        if is_outdated(kept):
            self._store.set_password(name, hash_password(password))
        self._forget(name)
        return self._begin_session(name)

    def redeem(self, name: str, code: str, password: str) -> Entrance:
        """Set a password with a code, and come in. Every other session ends."""
        tried = f"code:{name}"
        if wait := self._find_wait(tried):
            return Entrance(wait=wait)
        digest, now = digest_secret(read_code(code)), self._now()
        if not self._store.has_code(name, digest, now):
            return self._fail(tried)
        check_new_password(name, password)
        if not self._store.use_code(name, digest, hash_password(password), now):
            return self._fail(tried)  # somebody was faster with the same code
        self._store.remove_sessions(name)
        self._forget(name)
        self._forget(tried)
        return self._begin_session(name)

    def change_password(self, name: str, old: str, new: str) -> Entrance:
        """Take another password; every session ends, and a new one begins."""
        if wait := self._find_wait(name):
            return Entrance(wait=wait)
        if not check_password(self._store.find_password(name), old):
            return self._fail(name)
        check_new_password(name, new)
        self._store.set_password(name, hash_password(new))
        self._store.remove_sessions(name)
        self._forget(name)
        return self._begin_session(name)

    def log_in_as(self, issuer: str, subject: str) -> Entrance:
        """A new session for whoever somebody else vouches for; none where nobody here is known by that."""
        person = self._store.find_identity(issuer, subject)
        return self._begin_session(person) if person and self._store.find_account(person) else Entrance()

    def confirm(self, name: str, password: str) -> Confirmed:
        """Whether somebody who is in knows their password; one who comes in otherwise and has none need not."""
        kept = self._store.find_password(name)
        if not kept:
            return Confirmed(ok=True)
        if wait := self._find_wait(name):
            return Confirmed(ok=False, wait=wait)
        if not check_password(kept, password):
            return Confirmed(ok=False, wait=self._fail(name).wait)
        self._forget(name)
        return Confirmed(ok=True)

    def add_passkey(self, name: str, title: str, made: NewPasskey) -> Passkey:
        """Keep a passkey that was checked."""
        self.require(name)
        if len(self._store.list_passkeys(name)) >= _MOST_PASSKEYS:
            raise InputError(f"an account has {_MOST_PASSKEYS} passkeys at most", hint="remove one that you do not use")
        passkey = Passkey(
            id=make_token()[0], person=name, title=check_title(title), credential=made.credential, count=made.count,
            made=self._now(),
        )  # fmt: skip
        if not self._store.add_passkey(passkey, made.public_key):
            raise InputError("this passkey belongs to an account already", hint="make another one")
        return passkey

    def begin_anew(self, name: str) -> Entrance:
        """End every session of somebody, and begin one."""
        self._store.remove_sessions(name)
        return self._begin_session(name)

    def log_in_by_passkey(
        self, party: RelyingParty, challenge: bytes, response: str
    ) -> tuple[Entrance, Passkey | None]:
        """A new session, where a passkey that is kept here signed the challenge; and which passkey was tried."""
        found = self._store.find_passkey(find_credential(response))
        if found is None:
            return Entrance(), None
        passkey, public_key = found
        try:
            count = check_entry(party, challenge, response, passkey, public_key)
        except PasskeyRefused:
            return Entrance(), passkey
        known = self._store.find_account(passkey.person) is not None
        if not known or not self._store.use_passkey(passkey.credential, count, self._now()):
            return Entrance(), passkey
        return self._begin_session(passkey.person), passkey

    def log_out(self, session: str) -> None:
        self._store.remove_session(digest_secret(session))

    def find_session(self, session: str) -> Signed | None:
        """Whose session this is; None where it is none, or is over."""
        digest = digest_secret(session)
        found = self._store.find_session(digest)
        if found is None:
            return None
        person, made, seen = found
        account = self._store.find_account(person)
        if account is None or made < self._before(LONGEST) or seen < self._before(IDLE):
            self._store.remove_session(digest)
            return None
        if seen < self._before(_SEEN_EVERY):
            self._store.touch_session(digest, self._now())
        return Signed(account=account)

    def add_token(self, name: str, title: str, scopes: tuple[Scope, ...], days: int) -> NewToken:
        """A key for programs of this person."""
        self.require(name)
        least, most = _TOKEN_DAYS
        if not least <= days <= most:
            raise InputError(f"a token lasts {least} to {most} days", hint="make a new one when it is over")
        chosen = tuple(scope for scope in SCOPES if scope in scopes)
        if not chosen or len(chosen) != len(set(scopes)):
            raise InputError("a token needs at least one scope", hint=f"scopes: {', '.join(SCOPES)}")
        name_of_it, secret = make_token()
        token = Token(
            id=name_of_it, person=name, title=title.strip() or name_of_it, scopes=chosen, made=self._now(),
            until=self._after(timedelta(days=days)),
        )  # fmt: skip
        self._store.add_token(digest_secret(secret), token)
        return NewToken(token=token, secret=secret)

    def find_token(self, secret: str) -> Signed | None:
        """For whom a token acts and what it may do; None where there is none, or it is over."""
        digest = digest_secret(secret)
        token = self._store.find_token(digest)
        account = self._store.find_account(token.person) if token else None
        if token is None or account is None or token.until <= self._now():
            return None
        if token.used < self._before(_SEEN_EVERY):
            self._store.touch_token(digest, self._now())
        return Signed(account=account, scopes=token.scopes, token=token.id)

    def require(self, name: str) -> Account:
        account = self._store.find_account(name)
        if account is None:
            raise NotFound(f"there is no account {name}", hint="foam people list shows them")
        return account

    def _begin_session(self, name: str) -> Entrance:
        """A session with an id of its own, whatever the visitor brought; sessions that are over go."""
        session = make_secret()
        self._store.drop_old_sessions(made=self._before(LONGEST), seen=self._before(IDLE))
        self._store.add_session(digest_secret(session), name, self._now())
        return Entrance(session=session)

    def _fail(self, name: str) -> Entrance:
        """Count a failure, of a name that nobody has too, and say how long the next try has to wait."""
        key = digest_secret(name)
        count = self._store.find_failures(key)[0] + 1
        over = count - FREE_TRIES
        wait = timedelta(0) if over < 0 else min(FIRST_WAIT * 2 ** min(over, 20), LONGEST_WAIT)
        self._store.note_failure(key, count, self._after(wait), forget=self._before(_FORGOTTEN))
        return Entrance(wait=round(wait.total_seconds()))

    def _forget(self, name: str) -> None:
        self._store.clear_failures(digest_secret(name))

    def _find_wait(self, name: str) -> int:
        """Seconds for which nothing is looked at under this name."""
        _, until = self._store.find_failures(digest_secret(name))
        if not until:
            return 0
        left = (datetime.fromisoformat(until) - self._clock()).total_seconds()
        return max(0, math.ceil(left))

    def _now(self) -> str:
        return stamp(self._clock)

    def _after(self, time: timedelta) -> str:
        return _write(self._clock() + time)

    def _before(self, time: timedelta) -> str:
        return _write(self._clock() - time)


def _write(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")
