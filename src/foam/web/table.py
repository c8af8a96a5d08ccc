"""Which roles may use which page: one line a route. What is not here nobody may use.

A line names the roles, and the scope that a program's token needs; without a scope the page is for people only. Which
cases and runs somebody sees is decided besides, by their part in them. A JSON twin goes with its page.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

NOBODY = "nobody"
"""Stands for whoever has not come in."""
_AFFECTED = frozenset({"affected_person", "representative"})
PERSON = _AFFECTED | {"interpreter"}
"""Roles on the side of the person: they see what is shown to both sides, and not the whole file."""
_OFFICE = frozenset(
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
FILES = "files"
"""What the audit calls the list of personal files."""
_READER, _ADMINISTRATOR = frozenset({"reader"}), frozenset({"administrator"})
_WORKING = _OFFICE - {"auditor"}
"""Those of the office who do something; an auditor reads."""
_SIGNED = PERSON | _OFFICE | _READER | _ADMINISTRATOR
_ANYONE = _SIGNED | {NOBODY}
_RUNS = PERSON | _OFFICE | _READER
_CLERKS = frozenset({"records_clerk", "supervisor"})
_DECIDERS = frozenset({"decision_maker", "supervisor"})
FILE_KEEPERS = _CLERKS | {"auditor"}
"""Who sees the personal files of all, those too that belong to no case."""
_LIBRARIANS = _CLERKS | {"evidence_officer", "foam_operator"}
_OPENERS = _CLERKS | {"original_decider"}


@dataclass(frozen=True)
class Rule:
    """Who may use a page."""

    roles: frozenset[str]
    scope: str = ""
    """What a token has to be for; empty where no program may."""

    def admits(self, roles: Iterable[str]) -> bool:
        return NOBODY in self.roles or not self.roles.isdisjoint(roles)


_read, _challenge, _decide, _administer = (
    partial(Rule, scope=scope) for scope in ("read", "challenge", "decide", "administer")
)


TABLE: dict[str, Rule] = {
    "GET /": _read(_SIGNED),
    "POST /": Rule(_SIGNED),
    "GET /start": _read(_SIGNED),
    "GET /help": _read(_SIGNED),
    "GET /help/{page:path}": _read(_SIGNED),
    "GET /static/{name}": _read(_ANYONE),
    "GET /favicon.ico": _read(_ANYONE),
    "GET /health/live": _read(_ANYONE),
    "GET /health/ready": _read(_ANYONE),
    "GET /openapi.json": _read(_SIGNED),
    "GET /language": Rule(_ANYONE),
    "POST /language": Rule(_ANYONE),
    # Coming in and one's own account
    "GET /login": Rule(_ANYONE),
    "POST /login": Rule(_ANYONE),
    "GET /recover": Rule(_ANYONE),
    "POST /recover": Rule(_ANYONE),
    "GET /login/institution": Rule(_ANYONE),
    "GET /login/institution/back": Rule(_ANYONE),
    "POST /login/passkey/options": Rule(_ANYONE),
    "POST /login/passkey": Rule(_ANYONE),
    "POST /logout": Rule(_SIGNED),
    "GET /account": Rule(_SIGNED),
    "POST /account/password": Rule(_SIGNED),
    "POST /account/tokens": Rule(_SIGNED),
    "POST /account/tokens/{token}/remove": Rule(_SIGNED),
    "POST /account/passkeys/options": Rule(_SIGNED),
    "POST /account/passkeys": Rule(_SIGNED),
    "POST /account/passkeys/{passkey}/remove": Rule(_SIGNED),
    # Accounts and the audit
    "GET /people": _administer(_ADMINISTRATOR),
    "POST /people": _administer(_ADMINISTRATOR),
    "POST /people/invitation": _administer(_ADMINISTRATOR),
    "GET /people/{person}": _administer(_ADMINISTRATOR),
    "POST /people/{person}/roles": _administer(_ADMINISTRATOR),
    "POST /people/{person}/code": _administer(_ADMINISTRATOR),
    "POST /people/{person}/link": _administer(_ADMINISTRATOR),
    "POST /people/{person}/lock": _administer(_ADMINISTRATOR),
    "POST /people/{person}/remove": _administer(_ADMINISTRATOR),
    "GET /audit": _administer(_ADMINISTRATOR),
    "GET /settings": _administer(_ADMINISTRATOR),
    "POST /settings": _administer(_ADMINISTRATOR),
    "POST /settings/test": _administer(_ADMINISTRATOR),
    # Personal files
    "GET /files": _read(_AFFECTED | FILE_KEEPERS),
    "GET /files/{file}": _read(_AFFECTED | FILE_KEEPERS),
    "GET /files/{file}/as/{form}": _read(_CLERKS),
    "POST /files/{file}/ask": _challenge(_AFFECTED),
    "POST /files/{file}/erase": _decide(_CLERKS),
    # Asking
    "GET /ask": _read(_WORKING),
    "POST /ask": _challenge(_WORKING),
    "GET /progress/{work}": _read(_AFFECTED | _WORKING),
    "GET /progress/{work}/events": _read(_AFFECTED | _WORKING),
    "POST /progress/{work}/cancel": _challenge(_AFFECTED | _WORKING),
    # Answers
    "GET /runs": _read(_RUNS),
    "GET /runs/{run}": _read(_RUNS),
    "GET /runs/{run}/version": _read(_RUNS),
    "GET /runs/{run}/map": _read(_RUNS),
    "GET /runs/{run}/awaited": _read(_AFFECTED | _WORKING),
    "POST /runs/{run}/awaited": _challenge(_AFFECTED | _WORKING),
    "GET /runs/{run}/what-if": _read(_RUNS),
    "GET /runs/{run}/source/{document}/{sentence}": _read(_RUNS),
    "GET /runs/{run}/as/{form}": _read(_RUNS),
    "GET /runs/{run}/compare": _read(_RUNS),
    "GET /runs/{run}/compare/{other}": _read(_RUNS),
    "GET /runs/{run}/flow": _read(_RUNS),
    "GET /runs/{run}/flow/as/{form}": _read(_RUNS),
    "GET /runs/{run}/parts": _read(_AFFECTED | _WORKING),
    "GET /runs/{run}/challenge/{node}": _read(_AFFECTED | _WORKING),
    "POST /runs/{run}/challenge/{node}/preview": _challenge(_AFFECTED | _WORKING),
    "POST /runs/{run}/challenge/{node}": _challenge(_AFFECTED | _WORKING),
    "GET /runs/{run}/answer": _read(_DECIDERS),
    "POST /runs/{run}/answer": _challenge(_DECIDERS),
    "GET /runs/{run}/bundle": _read(_AFFECTED | _OFFICE),
    "POST /runs/{run}/bundle": _read(_AFFECTED | _OFFICE),
    "GET /runs/{run}/bundle/{made}": _read(_AFFECTED | _OFFICE),
    "GET /verify": _read(_SIGNED),
    "POST /verify": _read(_SIGNED),
    # Files that are examined
    "GET /examine": _read(_WORKING),
    "POST /examine": _challenge(_WORKING),
    "POST /examine/file": _challenge(_WORKING),
    # The library and cards
    "GET /library": _read(_OFFICE | _READER),
    "POST /library": _challenge(_LIBRARIANS),
    "GET /library/{document}": _read(_OFFICE | _READER),
    "GET /library/{document}/cut": _read(_WORKING),
    "POST /library/{document}/cut": _challenge(_WORKING),
    "GET /cuts/{cut}": _read(_WORKING),
    "POST /cuts/{cut}": _challenge(_WORKING),
    "GET /cards": _read(_OFFICE | _READER),
    "GET /cards/{card}": _read(_OFFICE | _READER),
    "GET /cards/as/docx": _read(_OFFICE | _READER),
    # Written cases
    "GET /cases": _read(_RUNS),
    "GET /cases/new": _read(_WORKING),
    "POST /cases": _challenge(_WORKING),
    "GET /cases/{run}": _read(_RUNS),
    "GET /cases/{run}/as/docx": _read(_RUNS),
    # Debates
    "GET /debate": _read(_WORKING),
    "POST /debate": _challenge(_WORKING),
    "GET /debate/{run}": _read(_WORKING),
    "POST /debate/{run}": _challenge(_WORKING),
    # Tournaments and what was measured
    "GET /tournaments": _read(_OFFICE | _READER),
    "GET /tournaments/{run}": _read(_OFFICE | _READER),
    "GET /tournaments/{run}/report": _read(_OFFICE | _READER),
    "GET /tournaments/{run}/people": _read(_OFFICE | _READER),
    "GET /tournaments/{run}/ballots/{number}": _read(_OFFICE | _READER),
    "GET /tournaments/{run}/ballots/{number}/open": _read(_OFFICE | _READER),
    "POST /tournaments/{run}/ballots/{number}": _challenge(_OFFICE | _READER),
    "GET /oversight": _read(_OFFICE | _READER),
    "GET /oversight/{run}": _read(_OFFICE | _READER),
    "GET /debatable": _read(_OFFICE | _READER),
    "GET /debatable/{run}": _read(_OFFICE | _READER),
    "GET /debatable/{run}/questions/{number}": _read(_OFFICE | _READER),
    # Appeals
    "GET /appeals": _read(PERSON | _OFFICE),
    "GET /appeals/begin": _read(_OPENERS),
    "POST /appeals": _decide(_OPENERS),
    "GET /appeals/{matter}": _read(_OFFICE),
    "GET /appeals/{matter}/person": _read(PERSON | _OFFICE),
    "GET /appeals/{matter}/act/{act}": _read(_AFFECTED | _OFFICE),
    "POST /appeals/{matter}/act/{act}": _decide(_AFFECTED | _OFFICE),
    "GET /appeals/{matter}/draft": _read(frozenset({"decision_maker"})),
    "GET /appeals/{matter}/papers/{item}": _read(PERSON | _OFFICE),
    "GET /appeals/{matter}/letters/{kind}": _read(PERSON | _OFFICE),
    "GET /appeals/{matter}/letters/{kind}/as/{form}": _read(PERSON | _OFFICE),
    "GET /appeals/{matter}/people": _read(_CLERKS),
    "POST /appeals/{matter}/people": _decide(_CLERKS),
    "POST /appeals/{matter}/people/remove": _decide(_CLERKS),
}
"""By method and address."""


def find_rule(method: str, path: str) -> Rule | None:
    """The line of a route, also of a JSON twin; None where there is none."""
    page = "/" if path == "/index.json" else path.removesuffix(".json")
    return TABLE.get(f"{method} {path}") or TABLE.get(f"{method} {page}")


def list_open() -> frozenset[str]:
    """The pages, with their twins, that whoever has not come in may use."""
    pages = [name.partition(" ")[2] for name, rule in TABLE.items() if NOBODY in rule.roles]
    return frozenset((*pages, *(f"{page}.json" for page in pages)))
