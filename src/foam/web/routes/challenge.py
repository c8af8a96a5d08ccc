"""Challenging a part: what is wrong with it, what that could change, and what came of it."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

from fastapi import APIRouter
from fastapi.responses import RedirectResponse, Response
from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request

from foam import Answer, ChallengeOrder, Home, InputError, NotFound, Perspective, terms
from foam.web.addresses import run_path
from foam.web.catalogue import find_language, load_catalogue, say, say_or
from foam.web.forms import LONGEST, MOST, Line, Text, describe_form, split_names
from foam.web.heard_pages import HeardPage, make_heard_page, read_heard_page
from foam.web.recorded import read_answer
from foam.web.site import Site, View, add_twins, name_kept
from foam.web.visitors import find_visitor
from foam.web.works import Outcome, Work, find_listener

_OF_SEATS = ("weight", "perspective")
"""Particulars that only an answer with seats has."""
SHARES = (0.5, 0.3, 0.2)
"""What the first, second and third of a voice's values count, before they are made to add up to 1."""
MOVES = ("concede", "qualify", "rebut", "swap")
"""How a challenge is answered on the page; `retract` does what `concede` does."""


_VOICE = ("voice", "voice_role", "voice_first", "voice_second", "voice_third")
_PARTS = {"weight": ("weight_seat", "weight_value", "weight"), "perspective": _VOICE}
"""Particulars for which a page asks in several fields."""


class Challenged:
    """What a form says: the kind, the reason, who says so, and what its kind takes besides."""

    def __init__(self, form: FormData) -> None:
        said = {name: value.strip() for name, value in form.items() if isinstance(value, str)}
        self.kind, self.because, self.kept = (said.get(name, "") for name in ("kind", "because", "kept"))
        self.by = find_visitor().name or said.get("by", "") or "anyone"
        if wrong := next(
            (name for name, text in said.items() if len(text) > LONGEST), "" if self.because else "because"
        ):
            raise InputError(say("problem.invalid"), hint=say("problem.fields", fields=wrong))
        if self.kind not in terms.challenges:
            raise InputError(say("problem.not_offered"), hint=say("problem.fields", fields="kind"))
        takes = terms.challenge_takes.get(self.kind, ())
        asked = (_PARTS.get(name, (name,)) for name in takes if name != "at")
        self.particulars = {name: said.get(name, "") for names in asked if any(map(said.get, names)) for name in names}
        named = [str(one) for one in form.getlist("at") if one] if "at" in takes else []
        self.at = tuple(named[:MOST])

    @property
    def options(self) -> dict[str, Any]:
        """The same as a call takes it."""
        said: dict[str, Any] = dict(self.particulars)
        if "perspective" in terms.challenge_takes.get(self.kind, ()):
            said = {"perspective": seat_voice(**said)}
        if "weight" in said:
            said = {"weight": f"{said['weight_seat']}.{said['weight_value']}={said['weight']}"}
        said |= {"at": self.at} if self.at else {}
        return {"kind": self.kind, "because": self.because, "by": self.by, **said}

    @property
    def fields(self) -> dict[str, str]:
        """The same as the form had it, but for the sentences."""
        return {"kind": self.kind, "because": self.because, "by": self.by, **self.particulars}


def seat_voice(
    voice: str = "", voice_role: str = "", voice_first: str = "", voice_second: str = "", voice_third: str = ""
) -> Perspective:
    """The seat of whoever is not heard: who they are, as what they speak where the pack limits that, and what matters
    to them, the first most."""
    name = " ".join(voice.split())
    values = [one for one in dict.fromkeys((voice_first, voice_second, voice_third)) if one]
    if not name or not values:
        raise InputError(say("challenge.no_voice"), hint=say("challenge.no_voice_hint"))
    shares = SHARES[: len(values)]
    return Perspective(
        id=re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40] or "voice",
        role=voice_role or name,
        speaks_for=(name,) if voice_role else (),
        weighting={value: round(share / sum(shares), 3) for value, share in zip(values, shares, strict=True)},
    )


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["challenge"])

    async def challenge(request: Request, run: str, node: str) -> Response:
        key = await asyncio.to_thread(site.home.find_run, run)
        part = await site.read(request, f"part {key} {node}", lambda: find_part(site.home, key, node))
        return site.show(request, View("challenge.html", say("challenge.title"), {"run": key, **part}))

    async def parts(request: Request, run: str) -> Response:
        key = await asyncio.to_thread(site.home.find_run, run)
        found = await site.read(request, f"parts {key}", lambda: list_parts(site.home, key))
        return site.show(request, View("parts.html", say("parts_page.title"), {"run": key, "parts": found}))

    add_twins(router, "/runs/{run}/parts", parts, summary="Every part that can be challenged, and how")
    add_twins(router, "/runs/{run}/challenge/{node}", challenge, summary="What can be challenged about a part")
    address = "/runs/{run}/challenge/{node}"
    particulars = (
        name for names in terms.challenge_takes.values() for one in names for name in _PARTS.get(one, (one,))
    )
    takes = describe_form(texts=("kind", "because", "by", "kept", *particulars), files=["document"])

    @router.post(
        f"{address}/preview",
        response_model=None,
        summary="What a challenge could change; nobody is asked",
        openapi_extra=takes,
    )
    async def preview(request: Request, run: str, node: str) -> Response:
        key, given = await asyncio.to_thread(site.home.find_run, run), Challenged(await request.form())
        brought = await _keep(site, given, request)
        part = await asyncio.to_thread(find_part, site.home, key, node)
        shown = await site.reckoner.reckon(_preview_part, key, node, brought, given.options)
        told = {**_tell_given(given, brought), **_tell_preview(site.home, key, shown)}
        named = [one for one in part.pop("sentences") if one["at"] in given.at]
        data = {"run": key, **part, **told, "named": named}
        return site.show(request, View("preview.html", say("preview.title"), data))

    @router.post(address, response_model=None, status_code=303, summary="Make a challenge", openapi_extra=takes)
    async def make(request: Request, run: str, node: str) -> Response:
        key, given = await asyncio.to_thread(site.home.find_run, run), Challenged(await request.form())
        brought = await _keep(site, given, request)
        await asyncio.to_thread(find_part, site.home, key, node)
        work = _begin_hearing(site, key, node, given, brought)
        return RedirectResponse(f"/progress/{work.id}", status_code=303)

    async def answer(request: Request, run: str) -> Response:
        key = await asyncio.to_thread(site.home.find_run, run)
        data = await site.read(request, f"held {key}", lambda: find_held(site.home, key))
        return site.show(request, View("challenge_answer.html", say("answer.title"), data))

    @router.post("/runs/{run}/answer", response_model=None, status_code=303, summary="Answer a challenge")
    async def give(
        request: Request, run: str, move: Line, because: Text, by: Line = "", evidence: Line = ""
    ) -> Response:
        key = await asyncio.to_thread(site.home.find_run, run)
        said = {"move": move, "because": because.strip(), "by": find_visitor().name or by.strip()}
        options = {**said, "evidence": split_names(evidence)}

        async def call(home: Home) -> Outcome:
            return Outcome(href=run_path(await site.reckoner.hear(find_listener(), _answer_held, key, options)))

        work = site.works.begin(say("answer.under_way"), ["answer", key, options], call)
        return RedirectResponse(f"/progress/{work.id}", status_code=303)

    add_twins(router, "/runs/{run}/answer", answer, summary="A challenge that waits for an answer")
    return router


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


def _answer_held(home: Home, run: str, options: dict[str, Any]) -> str:
    """Answer a challenge; gives the run in which it was answered."""
    return str(home.contest.answer(run, **options).run)


def _begin_hearing(site: Site, run: str, node: str, given: Challenged, brought: list[Path]) -> Work:
    """Hear a challenge in the background, or have a worker hear it where there is a queue.

    The same challenge that is under way is not heard twice.
    """
    owner = find_visitor().name

    async def call(home: Home) -> Outcome:
        erasures = site.home.record.count_erasures()
        try:
            work = site.home.work  # by the server's own home: nothing else is opened for what others do
            if await work.takes.aio(run):
                order = ChallengeOrder.read(run, node, with_documents=brought, **given.options)
                queued = await work.add.aio(order, owner=owner)
                heard = await site.works.follow(site.home, queued.id)
                page = await site.reckoner.hear(find_listener(), read_heard_page, heard)
            else:
                heard, page = await site.reckoner.hear(find_listener(), _hear_part, run, node, brought, given.options)
        finally:
            site.drop_uploads(brought)
        site.heard_pages.put((find_language(), heard, erasures), page)  # so that it is there at once
        site.watch.note_challenge(page.disposition)
        return Outcome(href=run_path(heard))

    asked = ["challenge", run, node, given.fields, list(given.at), [name_kept(path) for path in brought]]
    return site.works.begin(say("challenge.hearing"), asked, call)


def _preview_part(home: Home, run: str, node: str, brought: list[Path], options: dict[str, Any]) -> Any:
    """What a challenge would ask and could change."""
    return home.contest.preview(run, node, with_documents=brought, **options)


def _hear_part(home: Home, run: str, node: str, brought: list[Path], options: dict[str, Any]) -> tuple[str, HeardPage]:
    """Hear a challenge; gives its run, and what its page shows."""
    heard = home.contest.open(run, node, with_documents=brought, **options)
    return heard.run, make_heard_page(heard.view)


def list_parts(home: Home, run: str) -> list[dict[str, Any]]:
    """Every part that can be challenged, by kind, reasons first."""
    parts = [one for one in home.contest.parts(run) if one.kinds]
    known = [name.removeprefix("parts.") for name in load_catalogue() if name.startswith("parts.")]
    order = sorted({one.kind for one in parts}, key=lambda kind: (kind not in known, (*known, kind).index(kind)))
    return [
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


async def _keep(site: Site, given: Challenged, request: Request) -> list[Path]:
    """The file that comes with a challenge: sent now, or kept from the preview."""
    document = (await request.form()).get("document")
    if isinstance(document, UploadFile) and document.filename:
        return [await site.keep_upload(document)]
    return [site.find_upload(given.kept)] if given.kept else []


def _tell_given(given: Challenged, brought: list[Path]) -> dict[str, Any]:
    """What a form said, so that the next page can say it again."""
    return {
        "given": {"kind": given.kind, "because": given.because, "by": given.by, **given.particulars},
        "fields": given.fields,
        "kept": name_kept(brought[0]) if brought else "",
        "file": brought[0].name if brought else "",
    }


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
