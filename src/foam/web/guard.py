"""What stands before every page where people have accounts: the table, their part in cases, and the audit.

Whatever is not allowed is refused, and what somebody may not know of is not there. A read of a personal file is on the
audit before the page is made.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException
from starlette.requests import Request

from foam import FoamError, Home
from foam.web.security import Refused
from foam.web.table import FILES, Rule, find_rule
from foam.web.visitors import Visitor, find_visitor

if TYPE_CHECKING:
    from foam.web.site import Site

_DESK = "desk"
"""What the audit calls the list of all cases."""
_RUNS = ("run", "other", "base")
"""Parameters and fields that name a run."""
_ACCOUNTS = "POST /people"
"""What changes accounts; it is on the audit beside the looks at files."""


async def guard(site: Site, request: Request) -> None:
    """Let a request pass, or refuse it. For the one person of a server without accounts there is nothing to ask."""
    visitor = find_visitor()
    if visitor.is_sole:
        return
    path = request.scope["route"].path
    rule = find_rule(request.method, path)
    if rule is None or not rule.admits(visitor.roles):
        raise Refused(403, "role")
    if visitor.token and rule.scope not in visitor.scopes:
        raise Refused(403, "scope")
    if visitor.account is None:
        return
    named = await _list_named(request)
    with site.home.people.deciding():  # what is refused is on the audit, so it has to be found
        await asyncio.to_thread(_check_named, site.home, visitor, rule, f"{request.method} {path}", named)


@dataclass(frozen=True)
class _Named:
    """What a request names: by its address, and every run and account in its query and its form."""

    parameters: dict[str, str]
    runs: tuple[str, ...]
    accounts: tuple[str, ...]


async def _list_named(request: Request) -> _Named:
    held: list[Any] = [request.query_params, *([await request.form()] if request.method == "POST" else [])]

    def find(*names: str) -> tuple[str, ...]:
        given = (value for fields in held for name in names for value in fields.getlist(name))
        return tuple(value.strip() for value in given if isinstance(value, str) and value.strip())

    parameters = {name: str(value) for name, value in request.path_params.items()}
    own = tuple(parameters[name] for name in _RUNS if name in parameters)
    return _Named(parameters, tuple(dict.fromkeys((*own, *find(*_RUNS)))), find("name"))


def _check_named(home: Home, visitor: Visitor, rule: Rule, did: str, named: _Named) -> None:
    """Refuse what somebody may not know of, and note what they look at."""
    given = named.parameters
    if "matter" in given:
        key = _resolve(home, given["matter"])
        _note(home, visitor, did, key, allowed=rule.admits(visitor.roles_in(key)))
    elif "file" in given:
        file = _resolve_file(home, given["file"])
        _note(home, visitor, did, file, allowed=rule.admits(visitor.roles_over(file)))
    elif did.removesuffix(".json") == "GET /files":
        home.people.note_reading(who=visitor.name, token=visitor.token, did=did, what=FILES)
    elif did.startswith(_ACCOUNTS):
        what = " ".join((given.get("person", ""), *named.accounts)).strip()
        home.people.note_reading(who=visitor.name, token=visitor.token, did=did, what=what[:64])
    elif did.removesuffix(".json") == "GET /appeals":
        home.people.note_reading(who=visitor.name, token=visitor.token, did=did, what=_DESK)
    for run in named.runs:
        _check_run(home, visitor, did, _resolve(home, run))
    if "run" in given and "document" in given and not visitor.may("/library/{document}"):
        _require_cited(home, _resolve(home, given["run"]), given["document"])


def _check_run(home: Home, visitor: Visitor, did: str, run: str) -> None:
    """A run that somebody may see; on the audit where it belongs to a case or was asked by somebody else."""
    job = home.record.find(run).job
    is_seen = visitor.sees_run(run, job)
    line = home.people.trace(run)
    owners = visitor.sight.owners.get(run, frozenset()) - {visitor.name}
    if job == "matter" or visitor.sight.cases_about(line) or owners:
        _note(home, visitor, did, run, allowed=is_seen)
    elif not is_seen:
        raise HTTPException(404)


def _note(home: Home, visitor: Visitor, did: str, what: str, *, allowed: bool) -> None:
    """A line of the audit; what is not allowed is not there."""
    home.people.note_reading(who=visitor.name, token=visitor.token, did=did, what=what, allowed=allowed)
    if not allowed:
        raise HTTPException(404)


def _list_cited(home: Home, run: str) -> set[str]:
    """The documents that an answer or a written case cites."""
    if home.record.find(run).job == "case":
        return {card.document for card in home.case.show(run).cards}
    return {one.pointer.document for one in home.dossier.show(run).dossier.file.sentence_by_id.values()}


def _resolve(home: Home, given: str) -> str:
    """The key of a run or a case. What is not there, and what is named by too few digits, reads the same."""
    try:
        return home.find_run(given)
    except FoamError:
        raise HTTPException(404) from None


def _resolve_file(home: Home, given: str) -> str:
    """The id of a personal file; what is not there reads as what somebody may not see."""
    try:
        return str(home.person.show(given).person)
    except FoamError:
        raise HTTPException(404) from None


def _require_cited(home: Home, run: str, document: str) -> None:
    """Refuse a document of the library that the run does not cite, to whoever may not read the library."""
    try:
        cited = _list_cited(home, run)
    except FoamError:
        raise HTTPException(404) from None
    if len(document) < 16 or not any(one.startswith(document) for one in cited):
        raise HTTPException(404)
