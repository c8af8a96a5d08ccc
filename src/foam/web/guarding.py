"""What stands before every page where people have accounts: the table, their part in cases, and the audit.

Whatever is not allowed is refused, and what somebody may not know of is not there. A read of a personal file is on the
audit before the page is made.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException
from starlette.requests import Request

from foam import Dossier, FoamError, Home
from foam.web.security import Refused
from foam.web.table import Rule, find_rule
from foam.web.visitors import Visitor, find_visitor

if TYPE_CHECKING:
    from foam.web.site import Site

DESK = "desk"
"""What the audit calls the list of all cases."""
_RUNS = ("run", "other")
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
    await asyncio.to_thread(_check_named, site.home, visitor, rule, f"{request.method} {path}", named)


async def _list_named(request: Request) -> dict[str, str]:
    """The cases, runs, documents and people that a request names: in its address, runs and names also in its form."""
    named: dict[str, str] = {name: str(value) for name, value in request.path_params.items()}
    held: list[Any] = [request.query_params]
    if request.method == "POST":
        held.append(await request.form())
    for fields in held:
        for name in (*_RUNS, "name"):
            given = fields.get(name, "")
            if isinstance(given, str) and given.strip() and name not in named:
                named[name] = given.strip()
    return named


def _check_named(home: Home, visitor: Visitor, rule: Rule, did: str, named: dict[str, str]) -> None:
    """Refuse what somebody may not know of, and note what they look at."""
    if "matter" in named:
        key = _resolve(home, named["matter"])
        _note(home, visitor, did, key, allowed=rule.admits(visitor.roles_in(key)))
    elif did.startswith(_ACCOUNTS):
        what = named.get("person") or named.get("name", "")
        home.people.note_reading(who=visitor.name, token=visitor.token, did=did, what=what[:64])
    elif did.removesuffix(".json") == "GET /appeals":
        home.people.note_reading(who=visitor.name, token=visitor.token, did=did, what=DESK)
    for name in _RUNS:
        if name in named:
            _check_run(home, visitor, did, _resolve(home, named[name]))
    if "run" in named and "document" in named and not visitor.may("/library/{document}"):
        _require_cited(home, _resolve(home, named["run"]), named["document"])


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


def _resolve(home: Home, given: str) -> str:
    """The key of a run or a case. What is not there, and what is named by too few digits, reads the same."""
    try:
        return home.find_run(given)
    except FoamError:
        raise HTTPException(404) from None


def _require_cited(home: Home, run: str, document: str) -> None:
    """Refuse a document of the library that the run does not cite, to whoever may not read the library."""
    try:
        dossier = home.dossier.show(run).dossier
    except FoamError:
        raise HTTPException(404) from None
    nodes = dossier.nodes if isinstance(dossier, Dossier) else ()
    cited = {node.pointer.document for node in nodes if node.kind == "evidence"}
    if len(document) < 16 or not any(one.startswith(document) for one in cited):
        raise HTTPException(404)
