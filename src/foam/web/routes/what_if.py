"""What would follow if a part of an answer were otherwise, or if a seat weighed values otherwise. Nobody is asked."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fastapi import APIRouter
from fastapi.responses import Response
from starlette.requests import Request

from foam import Answer, Home, InputError
from foam.web.catalogue import say
from foam.web.recorded import read_answer
from foam.web.site import Site, View, add_twins

WAYS = ("true", "false")
_WEIGHT = re.compile(r"w\.(?P<seat>.+)\.(?P<value>[^.]+)")
_LEAF = re.compile(r"l\.(?P<leaf>.+)")


@dataclass
class Supposed:
    """What a form holds otherwise than the answer does."""

    leaves: dict[str, str] = field(default_factory=dict)
    """By leaf: `true` or `false`."""
    weights: dict[tuple[str, str], float] = field(default_factory=dict)
    """By seat and value."""

    @property
    def options(self) -> dict[str, list[str]]:
        """The same as a call takes it."""
        held = {way: [leaf for leaf, said in self.leaves.items() if said == way] for way in WAYS}
        weights = [f"{seat}.{value}={weight:g}" for (seat, value), weight in self.weights.items()]
        return {name: given for name, given in {**held, "reweight": weights}.items() if given}


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["read"])

    async def what_if(request: Request, run: str) -> Response:
        key = await asyncio.to_thread(site.home.find_run, run)
        answer = await site.read(request, f"answer {key}", lambda: read_answer(site.home, key))
        seats = list_seats(answer)
        given = _read_supposed(request.query_params, answer, seats)
        found = await site.wait_for(
            request, f"what if {key} {given}", lambda: site.reckoner.reckon(suppose, key, given.options)
        )
        moved = [one for one in found.leaves if one.before != one.after]
        is_other = found.lead_before != found.lead_after
        data = {"run": key, "is_other": is_other, "weights": _put_weights(seats, given), **found.json_value()}
        context = {
            "found": found, "moved": moved, "seats": seats, "supposed": given.leaves, "question": answer.question,
            "headline": say("what_if.other" if is_other else "what_if.same", said=found.lead_after),
        }  # fmt: skip
        return site.show(request, View("what_if.html", say("what_if.title"), data, context))

    add_twins(router, "/runs/{run}/what-if", what_if, summary="What would follow if a part or a weight were otherwise")
    return router


def suppose(home: Home, run: str, options: dict[str, list[str]]) -> Any:
    """What would follow if leaves were true or false, and seats weighed otherwise."""
    return home.whatif(run, **options)


def list_seats(answer: Answer) -> list[dict[str, Any]]:
    """Each seat with what every value at the table counts for it; none where nobody was seated."""
    seats = [one.perspective for one in answer.table.seats] if answer.table else []
    values = sorted({value for one in seats for value in one.weighting})
    return [
        {"id": one.id, "name": one.role, "weights": {value: one.weighting.get(value, 0.0) for value in values}}
        for one in seats
    ]


def _read_supposed(given: Mapping[str, str], answer: Answer, seats: list[dict[str, Any]]) -> Supposed:
    """The fields of a form that differ from the answer; each weight is between 0 and 1."""
    held = {(seat["id"], value): weight for seat in seats for value, weight in seat["weights"].items()}
    known = {one.id for one in answer.tree.frame.leaves} if answer.tree else set()
    supposed = Supposed()
    for name, text in given.items():
        if (match := _LEAF.fullmatch(name)) and match["leaf"] in known and text in WAYS:
            supposed.leaves[match["leaf"]] = text
        elif (match := _WEIGHT.fullmatch(name)) and (one := (match["seat"], match["value"])) in held:
            weight = _read_weight(match["value"], text)
            if weight != held[one]:
                supposed.weights[one] = weight
    return supposed


def _read_weight(value: str, text: str) -> float:
    try:
        weight = float(text)
    except ValueError:
        weight = -1.0
    if not 0 <= weight <= 1:
        raise InputError(say("what_if.no_number", value=value), hint=say("what_if.range"))
    return weight


def _put_weights(seats: list[dict[str, Any]], given: Supposed) -> dict[str, dict[str, float]]:
    """What each value counts for each seat now."""
    return {
        seat["id"]: {value: given.weights.get((seat["id"], value), held) for value, held in seat["weights"].items()}
        for seat in seats
    }
