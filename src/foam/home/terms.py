"""The words that calls take, each set as a tuple: kinds of challenge, roles, acts, remedies and so on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

from foam.appeal.grounds import FINDINGS, NOTICES, OUTCOMES, REMEDIES
from foam.appeal.parties import ROLES
from foam.appeal.profile import shipped_profiles
from foam.appeal.table import Transition, load_refusals, load_table
from foam.contest.challenge import GROUNDS
from foam.job.orders.contest import GivenMove
from foam.pack.profile import GROUND_KINDS
from foam.people.values import ACCOUNT_ROLES, GRANTED, SCOPES


@dataclass(frozen=True, slots=True)
class Terms:
    """Every closed set of words that a call takes."""

    challenges: tuple[str, ...]
    """Kinds of challenge to a part of an answer, a case or an examined file."""
    challenge_says: dict[str, tuple[str, str]]
    """What whoever makes a challenge of a kind says: in English and in German."""
    challenge_takes: dict[str, tuple[str, ...]]
    """The particulars that a challenge of a kind can name, at some part."""
    moves: tuple[str, ...]
    """How a person may answer a challenge."""
    acts: tuple[str, ...]
    """Steps of the procedure."""
    procedure: dict[str, Transition]
    """What each is called, asks for and brings."""
    refusals: dict[str, str]
    """What stands against a step, in German, by the guard that says so."""
    roles: tuple[str, ...]
    account_roles: tuple[str, ...]
    """Roles that an account can have."""
    granted_roles: tuple[str, ...]
    """Those of them that somebody is given in one case."""
    scopes: tuple[str, ...]
    """What a token may do."""
    grounds: tuple[str, ...]
    """Kinds of ground on which a decision is contested."""
    findings: tuple[str, ...]
    """What is found on a ground."""
    outcomes: tuple[str, ...]
    """What becomes of the first decision."""
    remedies: tuple[str, ...]
    notices: tuple[str, ...]
    profiles: tuple[str, ...]
    """Bodies of law."""


terms = Terms(
    challenges=tuple(GROUNDS),
    challenge_says={name: kind.says for name, kind in GROUNDS.items()},
    challenge_takes={name: kind.list_takes() for name, kind in GROUNDS.items()},
    moves=get_args(GivenMove),
    acts=tuple(sorted(load_table())),
    procedure=load_table(),
    refusals=load_refusals(),
    roles=ROLES,
    account_roles=ACCOUNT_ROLES,
    granted_roles=tuple(role for role in ACCOUNT_ROLES if role in GRANTED),
    scopes=SCOPES,
    grounds=GROUND_KINDS,
    findings=FINDINGS,
    outcomes=OUTCOMES,
    remedies=REMEDIES,
    notices=NOTICES,
    profiles=tuple(shipped_profiles()),
)
