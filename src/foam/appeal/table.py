"""The state table, read from `data/table.toml`: which acts lead where, and who may do them."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Literal, get_args

from pydantic import Field

from foam.appeal.parties import Role
from foam.errors import InputError, NotFound
from foam.pack.profile import ClockName, Moment
from foam.values import Value, digest

State = Literal[
    "draft_decision",
    "notice_issued",
    "contest_window_open",
    "contest_filed",
    "rejected_untimely",
    "rejected_not_contestable",
    "accepted",
    "record_disclosed",
    "conference",
    "evidence_open",
    "deliberation",
    "record_closed",
    "human_review",
    "decided",
    "decision_notified",
    "remedy_due",
    "implemented",
    "closed",
    "escalated",
    "withdrawn",
    "defaulted",
    "settled",
    "expired_no_contest",
    "stayed",
    "postponed",
    "reopened",
]
STATES: tuple[State, ...] = get_args(State)

Target = State | Literal["same", "held"]


class Transition(Value):
    """One act of the table."""

    name: str
    starts: tuple[State, ...]
    to: Target
    roles: tuple[Role, ...]
    brings: str = "nothing"
    """The type of what the act brings along."""
    guards: tuple[str, ...] = ()
    moments: tuple[Moment, ...] = ()
    """What deadlines of a profile count from."""
    meets: tuple[ClockName, ...] = ()
    """The deadlines that the act meets."""
    does: tuple[str, str] = Field(exclude=True)
    """What it is called: in English and in German."""
    says: str
    """What happened."""

    @property
    def label(self) -> str:
        """What it is called, in English."""
        return self.does[0]

    def lands(self, state: State, held: State | None) -> State:
        """The state after the act."""
        if self.to == "same":
            return state
        if self.to == "held":
            return held or state
        return self.to


@cache
def load_table() -> dict[str, Transition]:
    """Every act by its name."""
    return {name: _transition(name, row) for name, row in _read()["act"].items()}


def load_refusals() -> dict[str, str]:
    """What stands against an act, in German, by the guard that says so."""
    return dict(_read()["german"])


def _read() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("data", "table.toml").read_text(encoding="utf-8"))


@cache
def table_digest() -> str:
    """What names exactly this table."""
    return digest({name: row.json_value() for name, row in load_table().items()})


def find_transition(name: str) -> Transition:
    """The act of this name, or NotFound."""
    found = load_table().get(name)
    if found is None:
        raise NotFound(f"the procedure knows no act {name!r}", hint=f"there are {', '.join(sorted(load_table()))}")
    return found


def find_only_role(name: str) -> Role:
    """The one role in which an act may be done; InputError when there are several."""
    roles = find_transition(name).roles
    if len(roles) > 1:
        raise InputError(f"{name} may be done in several roles", hint=f"say --role: {', '.join(roles)}")
    return roles[0]


def _transition(name: str, row: dict[str, Any]) -> Transition:
    starts = STATES if row["from"] == ["any"] else row["from"]
    rest = {field: value for field, value in row.items() if field != "from"}
    return Transition(name=name, starts=tuple(starts), **rest)


def spell(name: str) -> str:
    """A name of the procedure as people read it."""
    return name.replace("_", " ")
