"""Who a request comes from, what they came for, and what they may see. Set by the gate before a page is made."""

from __future__ import annotations

from collections.abc import Iterable
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from foam import FoamError, Home
from foam.web.table import FILE_KEEPERS, NOBODY, PERSON, find_rule

if TYPE_CHECKING:
    from foam.people.access import Sight
    from foam.people.values import Account


DOORS: dict[str, tuple[str, ...]] = {
    "asker": ("/ask", "/examine", "/runs", "/library"),
    "office": ("/appeals", "/examine", "/ask", "/runs", "/files", "/library"),
    "debater": ("/debate", "/cases/new", "/cases", "/cards", "/library", "/tournaments"),
    "researcher": ("/ask", "/oversight", "/debatable", "/tournaments", "/runs", "/library"),
}
"""The pages that each kind of person begins with, the most wanted first."""
KEEPER = "keeper"
"""Who looks after accounts and settings. Nobody comes for that who may do more."""
_DOORS = {**DOORS, KEEPER: ("/people", "/audit", "/settings")}


@dataclass
class Visitor:
    """Somebody who asks for a page: the one person of a server without accounts, somebody with one, or nobody."""

    form_token: str = ""
    """What the forms of this visitor carry."""
    is_sole: bool = False
    """Whether this is the one person for whom a server without accounts is there: they see everything."""
    account: Account | None = None
    scopes: frozenset[str] = frozenset()
    token: str = ""
    """The id of the token, where a program asks."""
    session: str = field(default="", repr=False)
    person: str = ""
    """What they come for, as they once said; a name in `DOORS`."""
    home: Home | None = field(default=None, repr=False)

    @property
    def name(self) -> str:
        """The account's name; empty for the sole person and for nobody."""
        return self.account.name if self.account else ""

    @property
    def roles(self) -> frozenset[str]:
        return frozenset(self.account.roles) if self.account else frozenset({NOBODY})

    @cached_property
    def sight(self) -> Sight:
        """What somebody with an account sees, as it is while this request lasts."""
        assert self.account is not None
        assert self.home is not None
        return self.home.people.find_sight(self.account)

    def may(self, path: str, method: str = "GET") -> bool:
        """Whether the table lets them in; which cases and runs they see is another matter."""
        rule = find_rule(method, path)
        return self.is_sole or (rule is not None and rule.admits(self.roles))

    def roles_in(self, matter: str) -> frozenset[str]:
        """The roles in which they take part in a case."""
        return self.sight.roles_in(matter) if self.account else frozenset()

    def works_on(self, matter: str) -> bool:
        """Whether they see the whole file of a case."""
        return self.is_sole or (self.account is not None and self.sight.works_on(matter))

    def sees_matter(self, matter: str) -> bool:
        return self.is_sole or bool(self.roles_in(matter))

    def sees_run(self, run: str, job: str) -> bool:
        """Whether they see a run; the file of a case, which is a run too, is for those who work on it."""
        if self.is_sole:
            return True
        if self.account is None or self.home is None:
            return False
        return self.sight.works_on(run) if job == "matter" else self.sight.sees_run(self.home.people.trace(run))

    def roles_over(self, file: str) -> frozenset[str]:
        """The roles in which they see a personal file: theirs in its cases, or, where it has none, those of the office
        that keeps it. Whoever is on the side of the person in one of its cases is nothing else there."""
        if self.account is None or self.home is None:
            return frozenset()
        matters = self.home.person.matters().get(file, ())
        held = frozenset(role for one in matters for role in self.roles_in(one)) if matters else self.roles
        seeing = held & (FILE_KEEPERS | PERSON) if matters else held & FILE_KEEPERS
        return seeing & PERSON or seeing

    def reads_file(self, file: str) -> bool:
        """Whether they see what is in a personal file, and not only how much."""
        return bool(self.roles_over(file) & FILE_KEEPERS)

    def sees_file(self, file: str) -> bool:
        return self.is_sole or bool(self.roles_over(file))

    def pick_runs(self, rows: Iterable[Any]) -> list[Any]:
        """Those runs of a list that they see."""
        return [one for one in rows if self.sees_run(one.run, one.job)]

    def pick_seen(self, home: Home, rows: Iterable[Any]) -> list[Any]:
        """The same of a list that does not say what jobs they are."""
        return [one for one in rows if self.sees_any(home, one.run)]

    def sees_any(self, home: Home, run: str) -> bool:
        """Whether they see the run of this key; one that is not there nobody sees."""
        try:
            return self.is_sole or self.sees_run(run, home.record.find(run).job)
        except FoamError:
            return False


PERSON_COOKIE = "foam-person"
NO_ONE = Visitor()
_VISITOR: ContextVar[Visitor] = ContextVar("visitor", default=NO_ONE)


def find_visitor() -> Visitor:
    """Who asks for the page that is being made."""
    return _VISITOR.get()


enter, leave = _VISITOR.set, _VISITOR.reset


def find_person(visitor: Visitor) -> str:
    """Who somebody is: as they chose, else as the roles of their account say; empty where nobody knows yet."""
    if visitor.person in DOORS or visitor.account is None:
        return visitor.person if visitor.person in DOORS else ""
    kinds = {"/appeals": "office", "/runs": "researcher"}
    return next((kind for page, kind in kinds.items() if visitor.may(page)), KEEPER)


def list_doors(visitor: Visitor, person: str = "") -> list[str]:
    """The pages that somebody begins with, as far as they may use them."""
    return [door for door in _DOORS[person or "asker"] if visitor.may(door)]


def name_door(door: str) -> str:
    """What a page goes by in the texts."""
    return door.strip("/").replace("/", "_")
