"""People as values: accounts and their roles, tokens and their scopes, who takes part in which case, who read what."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import Field

from foam.appeal.parties import PartyId
from foam.values import CleanLine, Value

AccountRole = Literal[
    "affected_person",
    "representative",
    "interpreter",
    "original_decider",
    "evidence_officer",
    "foam_operator",
    "decision_maker",
    "supervisor",
    "auditor",
    "records_clerk",
    "reader",
    "administrator",
]
"""The roles of the procedure that have an account, somebody who only reads, and who looks after the accounts.

A witness and a seat have none: what they say is brought by others."""
ACCOUNT_ROLES: tuple[AccountRole, ...] = get_args(AccountRole)

PERSON_SIDE: frozenset[str] = frozenset({"affected_person", "representative", "interpreter"})
"""Roles that are held in single cases, on the side of the person."""
OFFICE: frozenset[str] = frozenset(
    {
        "original_decider",
        "evidence_officer",
        "foam_operator",
        "decision_maker",
        "supervisor",
        "auditor",
        "records_clerk",
    }
)
"""Roles of those who work on cases."""
GRANTED: frozenset[str] = PERSON_SIDE | {"original_decider", "foam_operator"}
"""Roles that somebody can be given in one case; the others come with the account, or with the procedure."""

Scope = Literal["read", "challenge", "decide", "administer"]
SCOPES: tuple[Scope, ...] = get_args(Scope)
"""What a token may do: read; ask, challenge and bring documents; take steps in appeals; look after accounts."""

_PersonName = PartyId
"""The name of an account is the id by which its person acts in matters."""


class Account(Value):
    """Somebody who may log in."""

    name: _PersonName
    roles: tuple[AccountRole, ...] = Field(min_length=1)
    made: str
    has_password: bool
    """False until the first code was used."""


class Code(Value):
    """A code that sets a password once. It is shown when it is made and kept nowhere."""

    name: _PersonName
    code: str = Field(repr=False)
    until: str


class Entrance(Value):
    """What came of somebody's try to come in: a new session, or none and perhaps how long to wait."""

    session: str = Field(default="", repr=False)
    """What the cookie holds; empty where the try failed."""
    wait: int = 0
    """Seconds until the next try is looked at."""


class Signed(Value):
    """Somebody who came in, by a session or by a token."""

    account: Account
    scopes: tuple[Scope, ...] = SCOPES
    """What may be done: everything in a session, what a token was made for otherwise."""
    token: str = ""
    """The id of the token; empty in a session."""


class Token(Value):
    """A key for programs that act for somebody; its secret is kept nowhere."""

    id: str
    person: _PersonName
    title: Annotated[CleanLine, Field(max_length=80)]
    scopes: tuple[Scope, ...] = Field(min_length=1)
    made: str
    until: str
    used: str = ""
    """When it was last used; empty for never."""


class NewToken(Value):
    """A token with its secret, which is shown this once."""

    token: Token
    secret: str = Field(repr=False)


class RelyingParty(Value):
    """Who asks for passkeys: the name that browsers hold them for, and the one address they may be used from."""

    id: str
    origin: str
    name: str = "FOAM"


class NewPasskey(Value):
    """The public half of a passkey, as a browser brought it."""

    credential: str
    public_key: str
    count: int
    """How often the device says that it was used."""


class Passkey(Value):
    """A key on a device of somebody's that lets them in."""

    id: str
    person: _PersonName
    title: Annotated[CleanLine, Field(max_length=80)]
    credential: str
    """What the device calls it."""
    count: int
    made: str
    used: str = ""
    """When it last let somebody in; empty for never."""


class Confirmed(Value):
    """Whether somebody who is in knows their password, and perhaps how long to wait."""

    ok: bool
    wait: int = 0


class Place(Value):
    """Somebody's role in one case, as it was given to them."""

    person: _PersonName
    matter: str
    role: AccountRole
    since: str
    by: str


class Reading(Value):
    """One line of the audit: who looked at which personal file, when, and whether they were let in."""

    number: int
    at: str
    who: str
    token: str
    """The id of the token, where a program asked."""
    did: str
    """What was asked for: `GET /appeals/{matter}/person`."""
    what: str
    """The key of the matter or run; `desk` for the list of all."""
    allowed: bool
