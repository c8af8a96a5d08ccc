"""Challenging a part: what is wrong with it, what that could change, and what came of it."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

from fastapi import APIRouter
from fastapi.responses import RedirectResponse, Response
from starlette.requests import Request

from foam import Answer, FieldError, Home, InputError, NotFound, Perspective, terms
from foam.orders import ChallengeAnswerOrder, ChallengeOrder, Order
from foam.web.addresses import run_path
from foam.web.catalogue import find_language, load_catalogue, say, say_or
from foam.web.forms import Choices, OrderForm, describe_form, read_given, read_order, show_form
from foam.web.heard_pages import HeardPage, make_heard_page, read_heard_page
from foam.web.recorded import read_answer
from foam.web.site import Site, View, add_page, add_twins, name_kept
from foam.web.visitors import find_visitor
from foam.web.works import Outcome, Work, find_listener

_OF_SEATS = ("weight", "perspective")
"""Particulars that only an answer with seats has."""
SHARES = (0.5, 0.3, 0.2)
"""What the first, second and third of a voice's values count, before they are made to add up to 1."""
MOVES = ("concede", "qualify", "rebut", "swap")
"""How a challenge is answered on the page; `retract` does what `concede` does."""
_WEIGHT = ("weight_seat", "weight_value", "weight")
_VOICE = ("voice", "voice_role", "voice_first", "voice_second", "voice_third")
"""What the page asks for a weight and for who is missing, each in several fields."""
_DRAWN_APART = ("kind", "at", "steps", *_OF_SEATS)
"""What the page asks for in a way of its own. Nobody writes a file of steps to fill in a page."""


def _make_form(part: dict[str, Any], given: dict[str, list[str]], wrong: FieldError | None = None) -> OrderForm:
    """The form of a challenge to a part: what its kinds take there, and what every challenge says."""
    particulars = _list_particulars()
    apart = {*_DRAWN_APART, "value"} if part["seats"] else {*_DRAWN_APART}
    without = {*_list_unasked(ChallengeOrder), *apart, *particulars.difference(part["takes"]), *_say_name()}
    first = ("because", "with_documents", "by", *particulars)
    return OrderForm(ChallengeOrder, given, wrong, without=without, first=first)


async def _read_challenge(site: Site, request: Request, run: str, node: str) -> tuple[ChallengeOrder, list[Path]]:
    """The challenge that a form makes, and the files that come with it: sent now, or kept from the preview.

    What the chosen kind does not take is left out: the page shows it for another kind.
    """
    form = await request.form()
    said = {name: text.strip() for name, text in form.items() if isinstance(text, str)}
    takes = terms.challenge_takes.get(said.get("kind", ""), ())
    others = _list_particulars().difference(takes)
    fixed: dict[str, Any] = {"run": run, "node": node, **dict.fromkeys(others), **_say_name()}
    if "perspective" in takes:
        fixed["perspective"] = seat_voice(**{name: said.get(name, "") for name in _VOICE})
    if "weight" in takes:
        seat, value, weight = (said.get(name, "") for name in _WEIGHT)
        fixed["weight"] = f"{seat}.{value}={weight}" if weight else None
    kept = [site.find_upload(name) for name in form.getlist("kept") if isinstance(name, str) and name]
    kinds = {"kind": [(one, one) for one in terms.challenges]}
    order, sent = await read_order(site, request, ChallengeOrder, kinds, **fixed)
    return (order, sent) if sent else (ChallengeOrder.read(order, with_documents=tuple(kept) or None), kept)


def seat_voice(
    voice: str = "", voice_role: str = "", voice_first: str = "", voice_second: str = "", voice_third: str = ""
) -> Perspective:
    """The seat of whoever is not heard: who they are, as what they speak where the pack limits that, and what matters
    to them, the first most."""
    name = " ".join(voice.split())
    values = [one for one in dict.fromkeys((voice_first, voice_second, voice_third)) if one]
    if not name or not values:
        raise FieldError("perspective", say("challenge.no_voice"), hint=say("challenge.no_voice_hint"))
    shares = SHARES[: len(values)]
    return Perspective(
        id=re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40] or "voice",
        role=voice_role or name,
        speaks_for=(name,) if voice_role else (),
        weighting={value: round(share / sum(shares), 3) for value, share in zip(values, shares, strict=True)},
    )


def _say_name() -> dict[str, str]:
    """Who challenges or answers, where that is known."""
    return {"by": find_visitor().name} if find_visitor().name else {}


def _list_unasked(kind: type[Order]) -> set[str]:
    """What the address says, and who hears a challenge: those who make it do not choose that."""
    return {"model", "seed", *(one.name for one in kind.list_fields() if one.shown.is_subject)}


def _list_particulars() -> set[str]:
    """Fields that only some kinds of challenge take."""
    return {name for names in terms.challenge_takes.values() for name in names}


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["challenge"])

    async def challenge(request: Request, run: str, node: str) -> Response:
        return await show(request, await asyncio.to_thread(site.home.find_run, run), node)

    async def show(request: Request, key: str, node: str, wrong: FieldError | None = None) -> Response:
        part = await site.read(request, f"part {key} {node}", lambda: find_part(site.home, key, node))
        given = await read_given(request) if wrong else {"kind": [part["kinds"][0]["kind"]], "by": [""]}
        form, data = _make_form(part, given, wrong), {"run": key, **part}
        offers = {name: [(one, one) for one in part[name]] for name in ("values", "roles")}
        offers["seats"] = [(one["seat"], one["name"]) for one in part["seats"]]
        return show_form(site, request, "challenge.html", say("challenge.title"), form, data, offers=offers)

    add_page(site, router, "/runs/{run}/parts", _list_parts, summary="Every part that can be challenged, and how")
    add_twins(router, "/runs/{run}/challenge/{node}", challenge, summary="What can be challenged about a part")
    address = "/runs/{run}/challenge/{node}"
    takes = describe_form(ChallengeOrder, texts=("kept", *_WEIGHT, *_VOICE), without=_list_unasked(ChallengeOrder))

    @router.post(
        f"{address}/preview",
        response_model=None,
        summary="What a challenge could change; nobody is asked",
        openapi_extra=takes,
    )
    async def preview(request: Request, run: str, node: str) -> Response:
        key = await asyncio.to_thread(site.home.find_run, run)
        try:
            order, brought = await _read_challenge(site, request, key, node)
        except FieldError as error:
            return await show(request, key, node, error)
        part = await asyncio.to_thread(find_part, site.home, key, node)
        shown = await site.reckoner.reckon(_preview_part, order)
        given = {
            name: texts for name, texts in (await read_given(request)).items() if name not in ("form_token", "kept")
        }
        told = {
            "given": {"kind": order.kind, "because": order.because, "by": order.by},
            "fields": given,
            "kept": [name_kept(path) for path in brought],
            "files": [path.name for path in brought],
            **_tell_preview(site.home, key, shown),
        }
        named = [one for one in part.pop("sentences") if one["at"] in order.at]
        data = {"run": key, **part, **told, "named": named}
        return site.show(request, View("preview.html", say("preview.title"), data))

    @router.post(address, response_model=None, status_code=303, summary="Make a challenge", openapi_extra=takes)
    async def make(request: Request, run: str, node: str) -> Response:
        key = await asyncio.to_thread(site.home.find_run, run)
        try:
            order, brought = await _read_challenge(site, request, key, node)
        except FieldError as error:
            return await show(request, key, node, error)
        await asyncio.to_thread(find_part, site.home, key, node)
        work = _begin_hearing(site, order, brought)
        return RedirectResponse(f"/progress/{work.id}", status_code=303)

    async def answer(request: Request, run: str) -> Response:
        return await show_answer(request, await asyncio.to_thread(site.home.find_run, run))

    async def show_answer(request: Request, key: str, wrong: FieldError | None = None) -> Response:
        data = await site.read(request, f"held {key}", lambda: find_held(site.home, key))
        without = (
            *_list_unasked(ChallengeAnswerOrder),
            *_say_name(),
            *(() if data["with_evidence"] else ("evidence",)),
        )
        given, moves = await read_given(request) if wrong else {}, {"move": _list_moves(data["moves"])}
        first = ("move", "because", "evidence", "by")
        form = OrderForm(ChallengeAnswerOrder, given, wrong, moves, without, first)
        return show_form(site, request, "challenge_answer.html", say("answer.title"), form, data)

    @router.post(
        "/runs/{run}/answer",
        response_model=None,
        status_code=303,
        summary="Answer a challenge",
        openapi_extra=describe_form(ChallengeAnswerOrder, without=_list_unasked(ChallengeAnswerOrder)),
    )
    async def give(request: Request, run: str) -> Response:
        key, moves = await asyncio.to_thread(site.home.find_run, run), {"move": _list_moves(MOVES)}
        try:
            order, _ = await read_order(site, request, ChallengeAnswerOrder, moves, challenge=key, **_say_name())
            if not (order.move and order.because):
                raise FieldError("because" if order.move else "move", say("problem.invalid"))
        except FieldError as error:
            return await show_answer(request, key, error)

        async def call(home: Home) -> Outcome:
            return Outcome(href=run_path(await site.reckoner.hear(find_listener(), _answer_held, order)))

        work = site.works.begin(say("answer.under_way"), ["answer", order.json_value()], call)
        return RedirectResponse(f"/progress/{work.id}", status_code=303)

    add_twins(router, "/runs/{run}/answer", answer, summary="A challenge that waits for an answer")
    return router


def _list_moves(names: tuple[str, ...] | list[str]) -> Choices:
    return [(name, say(f"moves.{name}")) for name in names]


def find_held(home: Home, run: str) -> dict[str, Any]:
    """A challenge, what it strikes at, what to look at, and how it can be answered."""
    one = home.record.find(run)
    if not one.job.startswith("contest"):
        raise NotFound(say("answer.none"), hint=say("answer.none_hint"))
    made = one.spec["challenge"]
    part = next((each for each in home.contest.parts(one.spec["of"]) if each.id == made["node"]), None)
    look_at = home.contest.show(run).view.outcome.look_at if one.closed else ()
    root = home.record.find(one.spec["of"])
    while root.job.startswith("contest"):
        root = home.record.find(root.spec["of"])
    is_case = root.job == "case"
    return {
        "run": run,
        "of": run_path(one.spec["of"]),
        "kind": say_or(f"kinds.{made['ground']['kind']}", made["ground"]["kind"]),
        "text": part.text if part else made["node"],
        "because": made["because"],
        "by": made["challenger"],
        "look_at": list(look_at),
        "moves": [name for name in MOVES if is_case or name != "swap"],
        "with_evidence": is_case,
    }


def _answer_held(home: Home, order: ChallengeAnswerOrder) -> str:
    """Answer a challenge; gives the run in which it was answered."""
    return str(home.contest.answer(order).run)


def _begin_hearing(site: Site, order: ChallengeOrder, brought: list[Path]) -> Work:
    """Hear a challenge in the background, or have a worker hear it where there is a queue.

    The same challenge that is under way is not heard twice.
    """
    owner = find_visitor().name

    async def call(home: Home) -> Outcome:
        erasures = site.home.record.count_erasures()
        try:
            work = site.home.work  # by the server's own home: nothing else is opened for what others do
            if await work.takes.aio(order.run):
                queued = await work.add.aio(order, owner=owner)
                heard = await site.works.follow(site.home, queued.id)
                page = await site.reckoner.hear(find_listener(), read_heard_page, heard)
            else:
                heard, page = await site.reckoner.hear(find_listener(), _hear_part, order)
        finally:
            site.drop_uploads(brought)
        site.heard_pages.put((find_language(), heard, erasures), page)  # so that it is there at once
        site.watch.note_challenge(page.disposition)
        return Outcome(href=run_path(heard))

    return site.works.begin(say("challenge.hearing"), ["challenge", order.json_value()], call)


def _preview_part(home: Home, order: ChallengeOrder) -> Any:
    """What a challenge would ask and could change."""
    return home.contest.preview(order)


def _hear_part(home: Home, order: ChallengeOrder) -> tuple[str, HeardPage]:
    """Hear a challenge; gives its run, and what its page shows."""
    heard = home.contest.open(order)
    return heard.run, make_heard_page(heard.view)


def _list_parts(home: Home, run: str) -> View:
    """Every part that can be challenged, by kind, reasons first."""
    run = home.find_run(run)
    parts = [one for one in home.contest.parts(run) if one.kinds]
    known = [name.removeprefix("parts.") for name in load_catalogue() if name.startswith("parts.")]
    order = sorted({one.kind for one in parts}, key=lambda kind: (kind not in known, (*known, kind).index(kind)))
    listed = [
        {
            "kind": kind,
            "what": say_or(f"parts.{kind}", kind),
            "parts": [
                {"node": one.id, "text": one.text or one.id, "kinds": list(one.kinds)}
                for one in parts
                if one.kind == kind
            ],
        }
        for kind in order
    ]
    return View("parts.html", say("parts_page.title"), {"run": run, "parts": listed})


def find_part(home: Home, run: str, node: str) -> dict[str, Any]:
    """A part of an answer, a case or a file, and what may be said against it in plain words."""
    found = next((one for one in home.contest.parts(run) if one.id == node), None)
    if found is None:
        raise NotFound(say("challenge.no_part"), hint=say("challenge.no_part_hint"))
    wanted = {name for fit in found.fits.values() for name in fit.takes}
    seats = _list_seats(home, run, node) if wanted.intersection(_OF_SEATS) else []
    kinds = {
        kind: fit.takes
        for kind, fit in found.fits.items()
        if not fit.needs.startswith("--steps") and (seats or not set(_OF_SEATS).intersection(fit.takes))
    }
    takes = {name for names in kinds.values() for name in names}
    pack = home.pack.load(home.record.spec(run)["pack"]) if takes.intersection(_OF_SEATS) else None
    if not kinds:
        raise InputError(say("challenge.no_kind"), hint=say("challenge.no_kind_hint"))
    return {
        "node": node,
        "kind": found.kind,
        "what": say_or(f"parts.{found.kind}", found.kind),
        "text": found.text,
        "kinds": [{"kind": one, "asks": say_or(f"kinds.{one}", one), "takes": list(kinds[one])} for one in kinds],
        "takes": sorted(takes),
        "values": sorted(value.id for value in pack.values) if pack else [],
        "seats": seats,
        "sentences": _list_sentences(read_answer(home, run)) if "at" in takes else [],
        **(_list_voices(pack) if pack and "perspective" in takes else {"concerned": [], "roles": []}),
    }


def _list_voices(pack: Any) -> dict[str, Any]:
    """Who may be missing: whom the pack knows to be concerned, and as what a seat may speak where it limits that."""
    concerned = [{"id": one.id, "label": one.label or one.id} for one in pack.stakeholders]
    return {"concerned": concerned, "roles": sorted(pack.limits.roles or ())}


def _list_seats(home: Home, run: str, node: str) -> list[dict[str, str]]:
    """The seats whose weights can be challenged at a part: the one that it is, or all of them."""
    table = read_answer(home, run).table
    seats = [one.perspective for one in table.seats] if table else []
    own = [one for one in seats if node == f"seat-{one.id}"]
    return [{"seat": one.id, "name": one.role} for one in own or seats]


def _list_sentences(answer: Answer) -> list[dict[str, str]]:
    """The sentences of the file that a challenge can name, with their documents."""
    file = answer.file
    return [{"at": at, "text": one.text, "source": file.name_source(at)} for at, one in file.sentence_by_id.items()]


def _tell_preview(home: Home, run: str, shown: Any) -> dict[str, Any]:
    """What a challenge would ask and could change, as a page shows it."""
    known = {"answer": say("compare.summary"), **{one.id: one.text for one in home.contest.parts(run)}}
    return {
        "asks": shown.asks,
        "settled_by": shown.settled_by,
        "questions_at_most": shown.questions_at_most,
        "could_change": [
            {
                "part": one.part, "text": known.get(one.part, one.part),
                "before": _tell_standing(one.before), "after": _tell_standing(one.after),
            }
            for one in shown.could_change
        ],
        "beside": list(shown.beside),
        "counter_evidence": [{"text": one.text, "cite": one.cite} for one in shown.counter_evidence],
    }  # fmt: skip


def _tell_standing(name: str) -> str:
    return say_or(f"standings.{name.replace(' ', '_')}", name)
