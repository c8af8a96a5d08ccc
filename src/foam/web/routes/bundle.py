"""Bundles: a run as one signed file that anyone can check, and checking one."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from fastapi import APIRouter, UploadFile
from fastapi.responses import FileResponse, Response
from starlette.requests import Request

from foam import BundleReport, Home, InputError, NotFound
from foam.visible import clean_line
from foam.web.addresses import run_path
from foam.web.catalogue import load_catalogue, say
from foam.web.forms import Line, Tick
from foam.web.recorded import describe_spec
from foam.web.site import Site, View, add_twins

_CONTAINER = b"PK"
"""How the file of a bundle begins."""
ENDING = ".zip"


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["bundle"])

    async def bundle(request: Request, run: str) -> Response:
        data = await asyncio.to_thread(describe_run, site.home, run)
        return site.show(request, View("bundle.html", say("bundle.title"), data))

    @router.post("/runs/{run}/bundle", response_model=None, summary="Write a run as a signed bundle")
    async def make(
        request: Request,
        run: str,
        whole_sources: Tick = False,
        passphrase: Line = "",
    ) -> Response:
        about = await asyncio.to_thread(describe_run, site.home, run)
        path = site.make_folder() / f"foam-{about['run'][3:15]}{ENDING}"
        written = await asyncio.to_thread(
            site.home.bundle.export, about["run"], path, whole_sources=whole_sources, passphrase=passphrase or None
        )
        data = {
            **about, "bytes": written.size, "key": written.key, "left_out": list(written.left_out),
            "href": f"{run_path(about['run'])}/bundle/{path.parent.name}",
        }  # fmt: skip
        return site.show(request, View("bundle_made.html", say("bundle.made"), data))

    @router.get("/runs/{run}/bundle/{made}", response_class=FileResponse, summary="A bundle that was written")
    async def download(run: str, made: str) -> Response:
        key = await asyncio.to_thread(site.home.find_run, run)
        name = f"foam-{key[3:15]}{ENDING}"
        return FileResponse(_find_made(site, made, name), filename=name, media_type="application/zip")

    async def verify(request: Request) -> Response:
        return site.show(request, View("verify.html", say("verify.title"), {"checks": list_checks(None)}))

    @router.post("/verify", response_model=None, summary="Check a bundle")
    async def check(
        request: Request,
        bundle: UploadFile,
        mark: Line = "",
        library: Tick = False,
    ) -> Response:
        path = await site.keep_upload(bundle)
        try:
            _require_container(path)
            report = await asyncio.to_thread(site.home.bundle.verify, path, mark=mark.strip(), library=library)
        finally:
            site.drop_uploads([path])
        data = {"file": path.name, **_tell_report(report)}
        return site.show(request, View("verified.html", say("verify.done"), data))

    add_twins(router, "/runs/{run}/bundle", bundle, summary="What a bundle of a run would hold")
    add_twins(router, "/verify", verify, summary="What is checked of a bundle")
    return router


def describe_run(home: Home, run: str) -> dict[str, Any]:
    """The run that a bundle is of."""
    found = home.record.find(home.find_run(run))
    return {"run": found.run, "job": found.job, "title": describe_spec(found.spec), "closed": found.closed}


def _require_container(path: Path) -> None:
    """Refuse at once what cannot be a bundle."""
    with path.open("rb") as file:
        begins = file.read(len(_CONTAINER))
    if begins != _CONTAINER:
        raise InputError(say("verify.no_bundle", file=clean_line(path.name)), hint=say("verify.no_bundle_hint"))


def _tell_report(report: BundleReport) -> dict[str, Any]:
    """What was checked and found, in plain words, with the report itself."""
    return {
        **report.json_value(),
        "ok": report.ok,
        "verdict": report.verdict,
        "vouched": report.vouched,
        "checks": list_checks(report),
    }


def list_checks(report: BundleReport | None) -> list[dict[str, Any]]:
    """Every check in plain words; with a report, what came of it. Faults elsewhere leave the others in doubt."""
    names = [name.removeprefix("checks.") for name in load_catalogue() if name.startswith("checks.")]
    faults: dict[str, list[str]] = {name: [] for name in names}
    for finding in report.findings if report else ():
        faults[finding.check].append(f"{finding.where}: {finding.what}")
    sound = "" if report is None else "holds" if report.whole else "in_doubt"
    return [
        {"check": name, "says": say(f"checks.{name}"), "state": "fails" if found else sound, "faults": found}
        for name, found in faults.items()
    ]


def _find_made(site: Site, made: str, name: str) -> Path:
    try:
        return site.find_upload(f"{made}/{name}")
    except NotFound:
        raise NotFound(say("bundle.lost"), hint=say("bundle.lost_hint")) from None
