"""Reading what came of a question: the dossier, its sources, and what would change it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter
from fastapi.responses import RedirectResponse, Response
from starlette.requests import Request

import foam
from foam import Case, Document, Dossier, Examination, Heard, HeardOverFile, Home, InputError, NotFound, OptionsDossier
from foam.paper import Action, compose, inset
from foam.web.catalogue import find_language, say, say_or
from foam.web.matters import matter_path
from foam.web.routes.asking import LIBRARY, describe_spec
from foam.web.site import Rendered, Site, View, add_twins, run_path, wants_json
from foam.web.unfolding import list_sections, split_opening, unfold
from foam.web.visitors import find_visitor

DOWNLOADS = {"html": "text/html", "md": "text/markdown", "text": "text/plain"}
CHALLENGED = ("claim", "evidence", "warrant", "support", "objection", "commitment")
"""Kinds of parts that a page shows with a link to challenge them."""
PAGES = {"case": "/cases", "tournament": "/tournaments", "oversee": "/oversight", "debatable-evaluate": "/debatable"}
"""Jobs whose runs have pages of their own, and where."""
MOST_KEPT = 32
"""Pages that are kept rendered."""
AROUND = 150
"""Sentences before and after the marked one that a page of a long document shows."""
_WEIGHT = re.compile(r"w\.(?P<seat>.+)\.(?P<value>[^.]+)")


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["read"])

    async def run(request: Request, run: str) -> Response:
        key = await asyncio.to_thread(site.home.find_run, run)
        under_way = site.works.find_by_run(key)
        if under_way is not None:
            return RedirectResponse(f"/progress/{under_way.id}", status_code=303)
        summary = await asyncio.to_thread(summarise_run, site.home, key)
        if summary["job"] == "matter":
            return RedirectResponse(matter_path(key), status_code=303)
        if summary["job"] in PAGES and summary["closed"]:
            twin = ".json" if request.url.path.endswith(".json") else ""
            return RedirectResponse(f"{PAGES[summary['job']]}/{key[3:27]}{twin}", status_code=303)
        if summary["closed"] is None:
            again = urlencode({"question": summary["title"], "read": summary["read"]})
            return site.show(request, View("unfinished.html", say("run.unfinished"), summary, {"again": again}))
        found = await site.read(request, f"run {key}", lambda: read_result(site.home, key, summary["job"]))
        return await _show_found(site, request, summary, found, _name(found, summary))

    async def version(request: Request, run: str) -> Response:
        key = await asyncio.to_thread(site.home.find_run, run)
        summary = await asyncio.to_thread(summarise_run, site.home, key)
        found = await site.read(request, f"dossier {key}", lambda: read_dossier(site.home, key))
        return await _show_found(site, request, summary, found, found.question)

    async def what_if(request: Request, run: str) -> Response:
        key = await asyncio.to_thread(site.home.find_run, run)
        dossier = await site.read(request, f"dossier {key}", lambda: read_dossier(site.home, key))
        weights = read_weights(request.query_params, dossier)
        changed = [f"{seat}.{value}={weight:g}" for (seat, value), weight in weights.items()]
        found = await site.read(
            request, f"weights {key} {changed}", lambda: site.home.dossier.reweigh(key, changed), reckons=True
        )
        data = {"run": key, "is_other": found.is_other, "headline": say_change(found, dossier), **found.json_value()}
        context = {
            "found": found, "names": dossier.seat_names, "values": list_values(found.weights), "places": foam.PLACES,
            "leans": {one.seat: one for one in found.after.leanings},
            "were": {one.seat: one for one in found.before.leanings}, "question": dossier.question,
        }  # fmt: skip
        return site.show(request, View("what_if.html", say("what_if.title"), data, context))

    async def source(request: Request, run: str, document: str, sentence: int) -> Response:
        key = await asyncio.to_thread(site.home.find_run, run)
        found = await site.read(request, f"source {key} {document}", lambda: find_source(site.home, key, document))
        back = {"href": f"{run_path(key)}", "text": say("source.back")}
        return site.show(request, show_document(found, sentence, back=back))

    @router.get("/runs/{run}/as/{form}", response_class=Response, summary="The document as a file")
    async def download(request: Request, run: str, form: str) -> Response:
        return await _make_file(site, run, form)

    add_twins(router, "/runs/{run}/what-if", what_if, summary="What would be recommended under other weights")
    add_twins(
        router, "/runs/{run}/source/{document}/{sentence}", source, summary="A cited sentence, marked in its document"
    )
    add_twins(router, "/runs/{run}/version", version, summary="The dossier as a challenge left it")
    add_twins(router, "/runs/{run}", run, summary="What came of a question or a challenge")
    return router


async def _make_file(site: Site, run: str, form: str) -> Response:
    """What a run gave as a file to keep."""
    if form not in DOWNLOADS:
        raise NotFound(say("run.no_form"), hint=", ".join(DOWNLOADS))
    key = await asyncio.to_thread(site.home.find_run, run)
    job = (await asyncio.to_thread(summarise_run, site.home, key))["job"]
    found = await asyncio.to_thread(read_result, site.home, key, job)
    text = await asyncio.to_thread(found.render, form)
    name = f"foam-{key[3:15]}.{'txt' if form == 'text' else form}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type=f"{DOWNLOADS[form]}; charset=utf-8", headers=headers)


def read_result(home: Home, run: str, job: str) -> Any:
    """What a run gave, off the record."""
    if job in ("deliberate", "options"):
        return home.dossier.show(run).dossier
    if job.startswith("contest"):
        return home.contest.show(run).view
    return home.record.recompute(run)


def read_dossier(home: Home, run: str) -> Dossier:
    """The dossier of a run, or the version that a challenge to it left."""
    found = home.dossier.show(run).dossier
    if not isinstance(found, Dossier):
        raise InputError(say("what_if.options"), hint=say("what_if.options_hint"))
    return found


def read_weights(given: Mapping[str, str], dossier: Dossier) -> dict[tuple[str, str], float]:
    """The weights of a form that differ from what the seats give, each between 0 and 1."""
    held = {audience.id: audience.weights for audience in dossier.sublation.audiences}
    found: dict[tuple[str, str], float] = {}
    for name, text in given.items():
        match = _WEIGHT.fullmatch(name)
        if match is None or match["seat"] not in held:
            continue
        try:
            weight = float(text)
        except ValueError:
            raise InputError(say("what_if.no_number", value=match["value"]), hint=say("what_if.range")) from None
        if not 0 <= weight <= 1:
            raise InputError(say("what_if.no_number", value=match["value"]), hint=say("what_if.range"))
        if weight != held[match["seat"]].get(match["value"], 0.0):
            found[match["seat"], match["value"]] = weight
    return found


def list_values(weights: Mapping[str, Mapping[str, float]]) -> list[str]:
    """Every value that a seat gives weight to, sorted."""
    return sorted({value for seat in weights.values() for value in seat})


def say_change(found: Any, dossier: Dossier) -> str:
    """In a sentence: would something else be recommended?"""
    said = name_outcome(found.after.outcome, dossier)
    return say("what_if.other" if found.is_other else "what_if.same", said=said)


def name_outcome(outcome: str, dossier: Dossier) -> str:
    """What is recommended, in the words of the dossier."""
    names = {"affirmed": dossier.affirmed, "denied": dossier.denied}
    return names.get(outcome) or say(f"outcomes.{outcome.replace(' ', '_')}")


def find_base(home: Home, run: str) -> str:
    """The run that a challenge was made to; empty for what was made from no other."""
    return _read_base(home.record.find(run))


def _read_base(one: Any) -> str:
    return str(one.spec.get("of", "")) if one.job.startswith("contest") else ""


def find_source(home: Home, run: str, document: str) -> Document:
    """The document of a citation: from the pack, from what a challenge brought, or from the library."""
    spec = home.record.spec(run)
    held = list(home.pack.load(spec["pack"]).documents()) if spec.get("pack") else []
    if "challenge" in spec:
        after = getattr(home.contest.show(run).view, "after", None)
        held += getattr(after, "brought", ())
    for one in held:
        if one.id.startswith(document):
            return one
    return home.library.show(document).document


def show_document(document: Document, marked: int | None, *, back: dict[str, str]) -> View:
    """A document with its sentences, one of them marked; of a long one, what stands around the mark."""
    count = len(document.ends)
    if marked is not None and not 0 <= marked < count:
        raise NotFound(say("source.no_sentence"), hint=say("source.no_sentence_hint", count=count))
    shown, sentences = list_sentences(document, marked or 0)
    title = name_document(document)
    data = {
        "document": document.id, "title": title, "cite": document.citation.in_full,
        "file": document.origin.file.rpartition("/")[2], "marked": marked, "sentences": sentences, "total": count,
    }  # fmt: skip
    return View("document.html", title, data, {"back": back, "before": shown.start, "after": count - shown.stop})


def list_sentences(document: Document, centre: int) -> tuple[range, list[dict[str, Any]]]:
    """The sentences around one, by their numbers, and where paragraphs end."""
    shown = range(max(0, centre - AROUND), min(len(document.ends), centre + AROUND + 1))
    return shown, [
        {
            "number": number,
            "text": document.sentence(number),
            "ends_paragraph": "\n" in document.sentences[number].of(document.text),
        }
        for number in shown
    ]


def name_document(document: Document) -> str:
    """What a document goes by: a card's tag, a title, or nothing of its own."""
    return (document.card.tag if document.card else "") or document.citation.title or say("source.untitled")


async def _show_found(site: Site, request: Request, summary: dict[str, Any], found: Any, title: str) -> Response:
    """The page of what a run gave."""
    key = str(summary["run"])
    page = await asyncio.to_thread(_render, site, key, found)
    context = {
        "summary": summary, "page": page, "challenges": summary["challenges"],
        "is_dossier": isinstance(found, Dossier), "heard": _tell_heard(found),
        "is_contestable": isinstance(found, Dossier | Case | Examination),
    }  # fmt: skip
    data = {"run": key, **(_data(found) if wants_json(request) else {})}  # a page has no use for it, and it is long
    return site.show(request, View("run.html", title, data, context))


def summarise_run(home: Home, run: str) -> dict[str, Any]:
    """What a run is, and what was said against it, as far as the visitor sees that."""
    one = home.record.find(run)
    status = home.contest.status(run) if one.closed and one.job != "matter" else None
    return {
        "run": run, "job": one.job, "what": say_or(f"jobs.{one.job}", one.job), "title": describe_spec(one.spec),
        "read": one.spec.get("pack", LIBRARY), "opened": one.opened, "closed": one.closed, "members": one.members,
        "person": one.spec.get("person", ""),
        "base": _read_base(one),
        "challenges": [
            {
                "run": row.run, "href": run_path(row.run), "opened": row.opened,
                "kind": row.outcome.challenge.ground.kind if row.outcome else "",
                "because": row.outcome.challenge.because if row.outcome else "",
                "disposition": row.outcome.disposition if row.outcome else "",
                "became": say_or(f"became.{row.outcome.disposition}", "") if row.outcome else "",
            }
            for row in (status.challenges if status else ())
            if find_visitor().sees_any(home, row.run)
        ],
    }  # fmt: skip


def _name(found: Any, summary: dict[str, Any]) -> str:
    if isinstance(found, Heard | HeardOverFile):
        became = found.outcome.disposition
        return say("run.challenge", became=say_or(f"became.{became}", became))
    return str(summary["title"] or summary["what"])


def _tell_heard(found: Any) -> dict[str, Any] | None:
    """What was challenged and how, in plain words; None where nothing was."""
    if not isinstance(found, Heard | HeardOverFile):
        return None
    outcome = found.outcome
    made, before = outcome.challenge, getattr(found, "before", None)
    part = before.parts.get(made.node) if before else None
    return {
        "of": run_path(outcome.of),
        "kind": say_or(f"kinds.{made.ground.kind}", made.ground.kind.replace("_", " ")),
        "text": part.text if part else made.node,
        "is_revised": outcome.revised if before else False,
    }


def _data(found: Any) -> dict[str, Any]:
    return dict(found.json_value()) if hasattr(found, "json_value") else {"text": str(found)}


def _render(site: Site, run: str, found: Any) -> Rendered:
    """The document of a result; what was rendered already is not rendered again."""
    may_challenge = find_visitor().may("/runs/{run}/challenge/{node}")
    place = f"{find_language()} {run}{'' if may_challenge else ' to be read'}"
    kept = site.shown.get(place)
    if kept is not None and kept.of is found:
        return kept
    paper = compose(found)
    if isinstance(found, Dossier):
        paper = unfold(paper, other_claims=say("run.other_claims"))
    hrefs, actions = link_parts(found, run, may_challenge=may_challenge)
    opening, rest = (inset(part, hrefs=hrefs, actions=actions) for part in split_opening(paper))
    if len(site.shown) >= MOST_KEPT:
        site.shown.clear()
    made = site.shown[place] = Rendered(of=found, opening=opening, rest=rest, sections=tuple(list_sections(paper)))
    return made


def link_parts(found: Any, run: str, *, may_challenge: bool = True) -> tuple[dict[str, str], dict[str, list[Action]]]:
    """Where citations lead, and which parts can be challenged, for a dossier or a version of one."""
    hrefs: dict[str, str] = {}
    actions: dict[str, list[Action]] = {}
    if isinstance(found, OptionsDossier):
        hrefs |= {found.name_run(one): run_path(one) for one in found.runs}
    if not isinstance(found, Dossier):
        return hrefs, actions
    here = run_path(run)
    for claim in found.claims:  # what was worked out stands in no document: the claim on it shows how
        hrefs |= dict.fromkeys((*claim.grounds, *claim.working, *claim.sources), f"#{claim.id}")
    for node in found.nodes:
        if node.kind not in CHALLENGED:
            continue
        about = str(getattr(node, "text", "") or getattr(node, "answer", ""))[:80]
        if node.kind == "evidence" and not node.pointer.computed:
            hrefs[node.id] = f"{here}/source/{node.pointer.document[:16]}/{node.pointer.sentence}#marked"
            actions.setdefault(node.id, []).append(Action(say("run.source"), hrefs[node.id], about))
        if may_challenge:
            challenge = Action(say("run.challenge_this"), f"{here}/challenge/{node.id}", about)
            actions.setdefault(node.id, []).append(challenge)
    return hrefs, actions
