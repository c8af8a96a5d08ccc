"""Acting in an appeal: take a step, file a contest, decide. The home says what is allowed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, TypeAlias
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Depends, UploadFile
from fastapi.responses import RedirectResponse, Response
from starlette.requests import Request

from foam import Home, InputError, NotFound, terms
from foam.web.catalogue import explain_error, say, say_or, say_refusal
from foam.web.forms import Line, Text, Texts, Tick
from foam.web.matters import find_page, fit_to_visitor, list_accounts, matter_path, may_act_for, read_matter
from foam.web.routes.appeals import describe_letter
from foam.web.site import Site, View, add_twins
from foam.web.visitors import find_visitor

MOST_GROUNDS = 3
MOST_FILES = 20

_BROUGHT: dict[str, tuple[str, ...]] = {
    "sent": ("until",),
    "correction": ("action",),
    "delivery": ("on",),
    "filing": ("grounds", "remedies", "hearing", "track", "continue_benefits", "late_because", "documents"),
    "admission": ("good_cause", "track"),
    "disclosure": ("show",),
    "settlement": ("terms",),
    "evidence": ("documents",),
    "hearing": ("hearing_at", "place", "waived"),
    "advice": ("run",),
    "assignment": ("reviewer",),
    "ruling": ("findings", "outcome", "remedies", "action", "effective", "facts", "rules", "signed"),
    "postponement": ("until",),
}
FIELDS = {
    act: (*_BROUGHT.get(row.brings, ()), *(("because", "cites") if "reasoned" in row.guards else ()))
    for act, row in terms.procedure.items()
} | {"settle": ("terms",)}
"""What the form of an act asks for besides who does it; who agrees says to which terms."""


@dataclass(frozen=True)
class Given:
    """What the form of an act says; which of it counts is for the act."""

    by: Line
    role: Line
    at: Line = ""
    because: Text = ""
    cites: Texts = ()
    on: Line = ""
    until: Line = ""
    hearing_at: Line = ""
    place: Line = ""
    waived: Tick = False
    reviewer: Line = ""
    run: Line = ""
    good_cause: Text = ""
    late_because: Text = ""
    track: Line = ""
    terms: Text = ""
    show: Texts = ()
    ground_kind: Texts = ()
    ground_says: Texts = ()
    remedies: Texts = ()
    hearing: Tick = False
    continue_benefits: Tick = False
    outcome: Line = ""
    ground: Texts = ()
    finding: Texts = ()
    reason: Texts = ()
    reason_cites: Texts = ()
    """What is cited on a ground, such as `g1 i1`: a ground has a row of boxes of its own."""
    action: Text = ""
    effective: Line = ""
    facts: Text = ""
    rules: Text = ""
    signed: Line = ""
    then: Line = ""
    """`draft` keeps a decision that is being written, and does no more."""

    def pick(self, act: str, zone: str) -> dict[str, Any]:
        """What a call takes for this act."""
        common = {"by": self.by.strip(), "role": self.role, "at": place_in_zone(self.at, zone)}
        return common | {name: value for field in FIELDS[act] for name, value in self._read(field, zone)}

    def _read(self, field: str, zone: str) -> Iterator[tuple[str, Any]]:
        """One field as a call takes it."""
        match field:
            case "because":
                yield "reasons", [{"says": self.because, "cites": list(self.cites)}]
            case "grounds":
                yield "grounds", _pair_grounds(self.ground_kind, self.ground_says)
            case "findings":
                yield "findings", self._list_findings()
            case "hearing_at":
                yield "hearing_at", place_in_zone(self.hearing_at, zone)
            case "rules":
                yield "rules", self.rules.splitlines()
            case "on" | "until" | "effective" | "reviewer" | "run":
                yield field, getattr(self, field).strip() or None
            case "cites" | "documents":
                return
            case _:
                yield field, getattr(self, field)

    def _list_findings(self) -> list[dict[str, Any]]:
        """What is found on each ground, why, and on what."""
        return [
            {"ground": ground, "finding": finding, "reasons": [{"says": why, "cites": cites}]}
            for ground, (finding, why, cites) in _list_answers(asdict(self)).items()
        ]


Filled: TypeAlias = Annotated[Given, Depends(Given)]


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["appeal"])
    address = "/appeals/{matter}/act/{act}"

    async def act_form(request: Request, matter: str, act: str, role: str = "") -> Response:
        data = fit_to_visitor(await site.read(request, f"matter {matter}", lambda: read_matter(site.home, matter)))
        step = find_step(data, act)
        draft = await asyncio.to_thread(find_draft, site.home, data) if act == "decide" else {}
        shown = {
            "fields": FIELDS[act], "step": step, "role": role, "terms": terms, "slots": MOST_GROUNDS,
            "may_date": may_act_for(find_visitor()), "draft": draft, "answers": _list_answers(draft),
            "deciders": list_accounts(site.home, "decision_maker"), "means": say_or(f"means.{act}", ""),
        }  # fmt: skip
        return site.show(request, View("appeal_act.html", step["says"], {**data, "act": act, "role": role}, shown))

    @router.post(address, response_model=None, status_code=303, summary="Take a step in an appeal")
    async def take(
        request: Request, matter: str, act: str, given: Filled, documents: list[UploadFile] | None = None
    ) -> Response:
        data = fit_to_visitor(await asyncio.to_thread(read_matter, site.home, matter))
        require_own(given, find_step(data, act))
        if act == "settle" and not given.terms.strip():
            raise InputError(say("act.not_now"), hint=say("act.not_now_hint", stands=data["stands"]))
        sent = [one for one in documents or () if one.filename]
        if len(sent) > MOST_FILES:
            raise InputError(say("library.no_file"), hint=say("library.no_file_hint", most=MOST_FILES))
        if act == "decide" and await asyncio.to_thread(keep_draft, site.home, data["matter"], given):
            return RedirectResponse(f"{matter_path(data['matter'])}/draft", status_code=303)
        paths = [await site.keep_upload(one) for one in sent]
        options = given.pick(act, data["zone"])
        try:
            await asyncio.to_thread(perform, site.home, data["matter"], act, options, paths)
        finally:
            site.drop_uploads(paths)
        return RedirectResponse(find_page(data["matter"]), status_code=303)

    async def draft(request: Request, matter: str) -> Response:
        data = fit_to_visitor(await asyncio.to_thread(read_matter, site.home, matter))
        written = await asyncio.to_thread(read_draft, site.home, data)
        body = written.pop("body", "")
        return site.show(request, View("appeal_draft.html", say("draft.title"), written, {"page": body}))

    add_twins(router, "/appeals/{matter}/draft", draft, summary="A decision that is being written, as a letter")
    add_twins(router, address, act_form, summary="What a step in an appeal asks for")
    return router


def find_draft(home: Home, data: dict[str, Any]) -> dict[str, Any]:
    """What the visitor has written of the decision so far; nobody else's."""
    return dict(home.appeal.draft(data["matter"], by=find_visitor().name or data["reviewer"]))


def keep_draft(home: Home, matter: str, given: Given) -> bool:
    """Keep a decision as it is written, also where it is sent and refused; whether that is all that was asked for."""
    held = {name: value for name, value in asdict(given).items() if value and name not in ("at", "then")}
    try:
        home.appeal.keep_draft(matter, by=given.by.strip(), values=held)
    except InputError:
        if given.then == "draft":
            raise  # else it is refused as a decision, which says more
    return given.then == "draft"


def read_draft(home: Home, data: dict[str, Any]) -> dict[str, Any]:
    """The letter that a draft would become, and what stands against it."""
    draft = find_draft(home, data)
    if not draft:
        raise NotFound(say("draft.none"), hint=say("act.not_now_hint", stands=data["stands"]))
    options = Given(**draft).pick("decide", data["zone"])
    told = {"href": data["href"], "page": data["page"], "draft": draft, "problem": "", "can_be_sent": False}
    try:
        letter = home.appeal.preview(data["matter"], **{name: one for name, one in options.items() if name != "at"})
        against = [say_refusal(rule, why) for rule, why in letter.refusals.items()]
        shown = {**describe_letter(letter), "refusals": against}
        return {**told, **shown, "can_be_sent": shown["can_be_sent"] and not letter.refusals}
    except InputError as error:
        return {**told, "problem": explain_error(error)[0]}


def _list_answers(draft: Mapping[str, Any]) -> dict[str, tuple[str, str, list[str]]]:
    """What a draft says on each ground: what is found, why, and on what."""
    rows = zip(*(draft.get(name, ()) for name in ("ground", "finding", "reason")), strict=False)
    cited = [one.partition(" ") for one in draft.get("reason_cites", ())]
    rests_on = {ground: [on for about, _, on in cited if about == ground] for ground in draft.get("ground", ())}
    return {ground: (finding, why, rests_on[ground]) for ground, finding, why in rows}


def find_step(data: dict[str, Any], act: str) -> dict[str, Any]:
    """A step that can come next."""
    found = next((one for one in data["next"] if one["act"] == act), None)
    if found is None:
        raise NotFound(say("act.not_now"), hint=say("act.not_now_hint", stands=data["stands"]))
    return dict(found)


def require_own(given: Given, step: dict[str, Any]) -> None:
    """Where people have accounts, refuse what is done in another's name, in a role that is not theirs, or dated."""
    visitor = find_visitor()
    if visitor.is_sole:
        return
    if given.by.strip() != visitor.name or given.role not in step["roles"]:
        raise InputError(say("act.not_yourself"), hint=say("act.not_yourself_hint"))
    if given.at and not may_act_for(visitor):
        raise InputError(say("act.no_dating"), hint=say("act.no_dating_hint"))


def perform(home: Home, matter: str, act: str, options: dict[str, Any], documents: list[Path]) -> None:
    """Do what the form says; the home refuses what may not be done, and says why."""
    if act == "decide":
        home.appeal.decide(matter, **options)
    elif act == "file":
        home.appeal.file(matter, with_documents=documents, **options)
    else:
        home.appeal.step(matter, act, with_documents=documents, **options)


def place_in_zone(text: str, zone: str) -> datetime | None:
    """A day and hour as a form gives them, in the zone of the matter; None where nothing was filled in."""
    if not text:
        return None
    try:
        given = datetime.fromisoformat(text)
        return (given if given.tzinfo else given.replace(tzinfo=ZoneInfo(zone))).astimezone(UTC)
    except (ValueError, OverflowError):
        raise InputError(say("act.no_time"), hint=say("act.no_time_hint")) from None


def _pair_grounds(kinds: Iterable[str], says: Iterable[str]) -> list[dict[str, str]]:
    rows = zip(kinds, says, strict=False)
    return [{"kind": kind, "says": text.strip()} for kind, text in rows if kind and text.strip()]
