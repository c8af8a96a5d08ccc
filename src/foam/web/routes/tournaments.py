"""Tournaments: what was compared, ballots of people that are blind until cast, and people beside the jury."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias
from urllib.parse import urlencode

from fastapi import APIRouter, Depends
from fastapi.responses import RedirectResponse, Response
from starlette.requests import Request

from foam import Home
from foam.web.addresses import job_path
from foam.web.catalogue import say
from foam.web.forms import Line, Text, Texts
from foam.web.rendered import inset_document
from foam.web.site import Site, View, add_page, add_twins
from foam.web.visitors import find_visitor

SIDES = ("first", "second", "undecided")
_HERE = "/tournaments"
_BALLOT = "/tournaments/{run}/ballots/{number}"


@dataclass(frozen=True)
class Voted:
    """A ballot as its form sends it."""

    by: Line
    better: Line
    because: Text = ""
    criterion: Texts = ()
    on: Texts = ()

    def pick(self) -> dict[str, Any]:
        """What the call takes."""
        on = {name: side for name, side in zip(self.criterion, self.on, strict=False) if side}
        return {"by": find_visitor().name or self.by, "better": self.better, "because": self.because, "on": on}


Filled: TypeAlias = Annotated[Voted, Depends(Voted)]


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["tournament"])

    async def pairing(request: Request, run: str, number: int, by: str = "") -> Response:
        data = await site.read(request, f"pairing {run} {number}", lambda: _read_pairing(site.home, run, number))
        title = say("ballot.title", number=number, count=data["pairings"])
        shown = {"by": find_visitor().name or by, "sides": SIDES}
        return site.show(request, View("ballot.html", title, data, shown))

    @router.post(_BALLOT, response_model=None, status_code=303, summary="Cast a ballot on two texts; it stays")
    async def vote(request: Request, run: str, number: int, voted: Filled) -> Response:
        cast = await site.home.tournament.ballot.aio(run, number, **voted.pick())
        here = f"{job_path('/tournaments', cast.run)}/ballots/{number}/open"
        return RedirectResponse(f"{here}?{urlencode({'by': cast.vote.voter})}", status_code=303)

    add_page(site, router, "/tournaments", _list_tournaments, summary="Every tournament on record")
    add_page(
        site, router, "/tournaments/{run}/report", _show_report, summary="Standings, bracket and report of a tournament"
    )
    add_page(site, router, "/tournaments/{run}/people", _show_people, summary="People's ballots beside the jury's")
    add_page(site, router, f"{_BALLOT}/open", _open_pairing, summary="Whose the texts are, for who has voted on them")
    add_twins(router, _BALLOT, pairing, summary="Two texts to be judged blind")
    add_page(
        site, router, "/tournaments/{run}", _show_tournament, summary="What a tournament compared, and how to vote"
    )
    return router


def _list_tournaments(home: Home) -> View:
    """Every tournament, the newest first."""
    seen = find_visitor().pick_seen(home, home.tournament.list())
    listed = [{**one.json_value(), "href": job_path(_HERE, one.run)} for one in reversed(seen)]
    return View("tournaments.html", say("tournaments.title"), {"tournaments": listed})


def _show_tournament(home: Home, run: str) -> View:
    """What was compared, and how far people have come; nothing of how it came out."""
    found = home.tournament.find(run)
    voted = home.tournament.people(run)
    data = {
        "run": found.run,
        "name": found.name,
        "here": job_path(_HERE, found.run),
        "cases": len(found.outcome.cases),
        "criteria": [one.title for one in found.outcome.plan.rubric.dimensions],
        "pairings": voted.pairings,
        "judged": voted.judged,
        "cast": voted.cast,
        "voters": list(voted.voters),
        "next": home.tournament.find_unvoted(run),
    }
    return View("tournament.html", found.name, data)


def _show_report(home: Home, run: str) -> View:
    """The report as data and as a document."""
    found = home.tournament.show(run)
    data = {
        "run": found.run,
        "name": found.name,
        "here": job_path(_HERE, found.run),
        **found.report.json_value(),
    }
    return View("tournament_report.html", say("tournament.report"), data, {"page": inset_document(found.report)})


def _show_people(home: Home, run: str) -> View:
    """People and the jury as data and as a document."""
    found = home.tournament.people(run)
    data = {"here": job_path(_HERE, found.run), **found.json_value()}
    return View("tournament_people.html", say("tournament.people"), data, {"page": inset_document(found)})


def _read_pairing(home: Home, run: str, number: int) -> dict[str, Any]:
    """Two texts without any name."""
    found = home.tournament.pairing(run, number)
    return {"here": job_path(_HERE, found.run), **found.json_value()}


def _open_pairing(home: Home, run: str, number: int, by: str = "") -> View:
    """Whose the texts are, and where to go on."""
    who = find_visitor().name or by
    found, following = home.tournament.reveal(run, number, by=who), home.tournament.find_unvoted(run, by=who)
    data = {"here": job_path(_HERE, found.run), "by": who, "next": following, **found.json_value()}
    return View("ballot_cast.html", say("ballot.cast"), data)
