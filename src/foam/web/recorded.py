"""What the record holds of a run, as pages show it: what it is about, what it gave, what it was made from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from foam import Answer, Home, InputError, NotFound
from foam.web.addresses import run_path
from foam.web.catalogue import say_or
from foam.web.visitors import find_visitor

LIBRARY = "library"
"""Stands for one's own documents where a pack could be named."""


def list_runs(home: Home, limit: int) -> list[dict[str, Any]]:
    """What was asked last, of what the visitor sees, the newest first."""
    return [
        {
            "run": one.run,
            "href": run_path(one.run),
            "job": one.job,
            "what": say_or(f"jobs.{one.job}", one.job.replace("_", " ")),
            "title": describe_spec(one.spec),
            "opened": one.opened,
            "closed": one.closed,
        }
        for one in reversed(_pick_newest(home, limit))
    ]


def _pick_newest(home: Home, limit: int) -> list[Any]:
    """The newest runs that the visitor sees: ever more are looked at until there are enough, or no more."""
    visitor, looked_at = find_visitor(), limit
    while True:
        found = home.record.list(limit=looked_at)
        seen: list[Any] = visitor.pick_runs(found)
        if len(seen) >= limit or len(found) < looked_at:
            return seen[-limit:]
        looked_at *= 4


def describe_spec(spec: dict[str, Any]) -> str:
    """What a run is about, in a line."""
    challenge = spec.get("challenge")
    if isinstance(challenge, dict):
        return str(challenge.get("because", ""))
    said = {**(spec.get("transcript") or {}), **spec}
    named = (str(said[name]) for name in ("question", "motion", "resolution", "title") if said.get(name))
    return next(named, "")


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


def read_result(home: Home, run: str, job: str) -> Any:
    """What a run gave, off the record."""
    if job in ("ask", "deliberate"):
        return read_answer(home, run)
    if job.startswith("contest"):
        return home.contest.show(run).view
    return home.record.recompute(run)


def read_answer(home: Home, run: str) -> Answer:
    """The answer of a run, or the version that a challenge to it left."""
    try:
        answer: Answer = home.dossier.show(run).dossier
    except InputError as error:
        raise NotFound(error.what, hint=error.hint) from None
    return answer


def find_base(home: Home, run: str) -> str:
    """The run that a challenge was made to; empty for what was made from no other."""
    return _read_base(home.record.find(run))


def trace_versions(home: Home, run: str) -> Iterator[str]:
    """A version, what it was made from, and what that was made from, to the first."""
    while run:
        yield run
        run = find_base(home, run)


def _read_base(one: Any) -> str:
    return str(one.spec.get("of", "")) if one.job.startswith("contest") else ""
