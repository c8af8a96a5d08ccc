"""Debating against a model: a round stops at every turn of the person, whose page asks for their words.

Nothing waits in between. What was said is on record, so that a round goes on from there whenever its words come.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Annotated, Any

from fastapi import APIRouter, Form
from fastapi.responses import RedirectResponse, Response
from starlette.requests import Request

from foam import FieldError, Home, InputError, NotFound
from foam.orders import DebateOrder
from foam.web.addresses import round_path, run_path
from foam.web.catalogue import say
from foam.web.forms import PLACE, OrderForm, describe_form, list_choices, read_order, read_texts, show_form
from foam.web.recorded import LIBRARY, describe_spec
from foam.web.rendered import Kept
from foam.web.site import Site, View, add_twins
from foam.web.visitors import find_visitor
from foam.web.works import Outcome

_LONGEST_SPEECH = 40_000
_USUAL_WORDS = "150"
SIDES = ("pro", "con")
MOST_KEPT = 32
"""Turns that are remembered for their pages; of others the round is played up to them again."""


class YourTurn(Exception):
    """A round has come to a turn of the person."""

    def __init__(self, turn: dict[str, Any]) -> None:
        super().__init__()
        self.turn = turn


class Lectern:
    """Where a page speaks for a person: gives the words for one turn, and stops the round at the next."""

    def __init__(self, home: Home, number: int = 0, words: str = "", *, keeps: bool = False) -> None:
        """`keeps` says that the person has read what is beyond the limit, leads nowhere or has no source."""
        self._home, self._number, self._words, self._keeps = home, number, words, keeps

    def listen(self, floor: Any, kind: str) -> str:
        if floor.number != self._number or not self._words:
            raise YourTurn(tell_turn(self._home, floor, kind))
        asked = self._home.debate.read_question(floor, self._words) if kind == "question" else None
        if asked is not None and asked.open:
            raise YourTurn(tell_turn(self._home, floor, kind, said=asked.words))
        told = {} if self._keeps else self._list_wrong(floor, kind)
        if any(told.values()):
            raise YourTurn({**tell_turn(self._home, floor, kind), **told, "typed": self._words})
        return self._words

    def _list_wrong(self, floor: Any, kind: str) -> dict[str, Any]:
        """What a person is told before a turn counts: what is beyond the limit, and of a speech which marks lead
        nowhere and what code finds no source for."""
        length = self._home.debate.measure(floor, self._words)
        beyond = {"words": length.words, "unspoken": length.unspoken} if length.unspoken else None
        marks = [*length.wrong_marks, *self._home.debate.foresee_marks(floor, self._words)] if kind == "speech" else []
        return {"too_long": beyond, "wrong": marks}


class Taken(Exception):
    """What the person said in their turn can be taken as it is."""


class Doorkeeper(Lectern):
    """Hears what is said before it goes to a worker: what a question is about only the person who asks it can say."""

    def listen(self, floor: Any, kind: str) -> str:
        super().listen(floor, kind)
        raise Taken


class Rounds(Kept[dict[str, Any]]):
    """The turns at which rounds stand, by run, the newest only."""

    async def play(self, playing: Coroutine[Any, Any, Any]) -> Outcome:
        """Play a round to its end or to the person's next turn."""
        try:
            ran = await playing
        except YourTurn as stopped:
            self.put(stopped.turn["run"], stopped.turn)
            return Outcome(href=round_path(stopped.turn["run"]))
        return Outcome(href=run_path(ran.run))


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["debate"])
    rounds = Rounds(MOST_KEPT)

    async def show(request: Request, texts: dict[str, list[str]], wrong: FieldError | None = None) -> Response:
        formats = [(one.name, one.title) for one in await site.home.debate.formats.aio()]
        choices = {**await asyncio.to_thread(list_choices, site), "format_name": formats}
        form = OrderForm(DebateOrder, texts, wrong, choices, without=SIDES, first=("format_name", "words"))
        told = {"action": "/debate", "intro": say("debate.intro"), "send": say("debate.send")}
        data = {"packs": site.packs, "formats": [{"name": name, "title": title} for name, title in formats]}
        return show_form(site, request, "debate.html", say("debate.title"), form, data, **told)

    async def debate(request: Request, motion: str = "", read: str = "") -> Response:
        read = read or site.home.config().settings.pack
        return await show(request, {"motion": [motion], PLACE: [read], "words": [_USUAL_WORDS]})

    @router.post(
        "/debate",
        response_model=None,
        status_code=303,
        summary="Begin a debate against a model",
        openapi_extra=describe_form(DebateOrder, texts=["side"]),
    )
    async def begin(request: Request) -> Response:
        form = await request.form()
        side = str(form.get("side"))
        try:
            if side not in SIDES:
                raise FieldError("side", say("problem.not_offered"))
            if not str(form.get("motion", "")).strip() and form.get(PLACE) == LIBRARY:
                raise FieldError("motion", say("debate.no_motion"), hint=say("debate.motion_help"))
            choices = await asyncio.to_thread(list_choices, site)
            order, _ = await read_order(site, request, DebateOrder, choices, **{side: "human"})
        except FieldError as error:
            return await show(request, await read_texts(request, DebateOrder), error)
        return _begin_round(site, rounds, order)

    async def turn(request: Request, run: str) -> Response:
        key = await asyncio.to_thread(site.home.find_run, run)
        under_way = site.works.find_by_run(key)
        if under_way is not None:
            return RedirectResponse(f"/progress/{under_way.id}", status_code=303)
        left = await asyncio.to_thread(find_left, site.home, key)
        if left is None:
            return RedirectResponse(run_path(key), status_code=303)
        found = rounds.find(key)
        template = "turn.html" if found else "rest.html"
        return site.show(request, View(template, left["motion"], {**left, **(found or {})}))

    @router.post(
        "/debate/{run}", response_model=None, status_code=303, summary="Speak one's turn, or go on with a round"
    )
    async def speak(
        run: str,
        number: Annotated[int, Form(ge=0)] = 0,
        words: Annotated[str, Form(max_length=_LONGEST_SPEECH)] = "",
        about: Annotated[str, Form(max_length=20)] = "",
        keep: Annotated[bool, Form()] = False,
    ) -> Response:
        key = await asyncio.to_thread(site.home.find_run, run)
        left = await asyncio.to_thread(find_left, site.home, key)
        said = words.strip()
        if number and not any(map(str.isalnum, said)):
            raise InputError(say("debate.no_words"), hint=say("debate.no_words_hint"))
        under_way = site.works.find_by_run(key)
        if left is None or under_way is not None:
            return RedirectResponse(round_path(key), status_code=303)
        if about and not said.startswith("["):
            said = f"[{about}] {said}"
        return _resume_round(site, rounds, key, left["motion"], number=number, said=said, keeps=keep)

    add_twins(router, "/debate", debate, summary="Debate against a model")
    add_twins(router, "/debate/{run}", turn, summary="A round that waits for the person's turn")
    return router


def _begin_round(site: Site, rounds: Rounds, order: DebateOrder) -> Response:
    """Play a new round up to the person's first turn; without a motion, on the pack's sample question."""

    owner = find_visitor().name

    async def call(home: Home) -> Outcome:
        if site.home.work.is_shared:
            return await _look_up(site, rounds, home, await site.carry_out(order, owner, home.debate.play.aio))
        return await rounds.play(home.debate.play.aio(order, listen=Lectern(home).listen))

    return _begin(site, order.motion or say("home.sample"), ["debate", order.json_value()], call, "/debate")


def _resume_round(
    site: Site, rounds: Rounds, run: str, motion: str, *, number: int, said: str, keeps: bool
) -> Response:
    """Play a round on with what the person said in the turn of this number."""

    owner = find_visitor().name

    async def call(home: Home) -> Outcome:
        if not await site.home.work.takes.aio(run):
            return await rounds.play(
                home.debate.resume.aio(run, listen=Lectern(home, number, said, keeps=keeps).listen)
            )
        if said:
            try:
                door = Doorkeeper(home, number, said, keeps=keeps)
                return await rounds.play(home.debate.resume.aio(run, listen=door.listen))
            except Taken:
                pass
        queued = await site.home.work.turn.aio(run, number, said, owner=owner)
        return await _look_up(site, rounds, home, await site.works.follow(site.home, queued.id))

    return _begin(site, motion, ["round", run, number, said, keeps], call, round_path(run))


async def _look_up(site: Site, rounds: Rounds, home: Home, run: str) -> Outcome:
    """Where a round stands that a worker played on: at its end, or at the person's turn, found from the record."""
    if await asyncio.to_thread(find_left, site.home, run) is None:
        return Outcome(href=run_path(run))
    return await rounds.play(home.debate.resume.aio(run, listen=Lectern(home).listen))


def _begin(
    site: Site, motion: str, about: list[Any], call: Callable[[Home], Coroutine[Any, Any, Outcome]], back: str
) -> Response:
    """Play in the background, and lead to the page that says how far it is."""
    work = site.works.begin(motion, about, call, back=back)
    return RedirectResponse(f"/progress/{work.id}", status_code=303)


def find_left(home: Home, run: str) -> dict[str, Any] | None:
    """What is known of a person's round that is not over; None where it is."""
    found = home.record.find(run)
    if found.job != "debate" or not found.spec.get("person"):
        raise NotFound(say("debate.no_round"), hint=say("debate.no_round_hint"))
    return None if found.closed else {"run": run, "motion": describe_spec(found.spec)}


def tell_turn(home: Home, floor: Any, kind: str, *, said: str = "") -> dict[str, Any]:
    """What a person needs to know before they speak: what was said, and what waits for an answer.

    `said` is a question of which it is open what it is about.
    """
    about = floor.turns[-1].about if kind == "answer" and floor.turns else ""
    return {
        "run": floor.session.run,
        "number": floor.number,
        "kind": kind,
        "speech": floor.speech,
        "title": floor.title,
        "side": floor.side,
        "position": floor.position,
        "limit": floor.limit,
        "open": [{"point": one.id, "says": one.headline} for one in floor.owed] if kind == "speech" else [],
        "askable": [one.json_value() for one in home.debate.askable(floor)] if kind == "question" else [],
        "flow": [one.json_value() for one in home.debate.flow_so_far(floor.turns)],
        "said": said,
        "typed": "",
        "too_long": None,
        "wrong": [],
        "asked_about": [
            {"point": point.id, "says": point.headline}
            for turn in floor.turns
            for point in turn.points
            if point.id == about
        ],
        "turns": [
            {
                "number": one.number, "speech": one.speech, "side": one.side, "kind": one.kind, "text": one.text,
                "debater": one.debater, "notes": list(one.notes), "words": one.words, "limit": one.limit,
                "points": [{"point": point.id, "text": point.text} for point in one.points],
                "stretches": [{"point": name, "text": text} for name, text in home.debate.stretches(one)],
                "findings": list(dict.fromkeys([*one.notes, *home.debate.findings(one)])),
                "cited": [
                    {"point": point.id, "text": passage.text, "source": passage.cite, "where": passage.pointer.brief()}
                    for point in one.points if point.written
                    for passage in point.evidence
                ],
            }
            for one in floor.turns
        ],
    }  # fmt: skip
