"""The record as people read it in a terminal: plain lines, and the same as data. Knows no terminal and no option."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, assert_never

from foam.record.diff import Match, RunDiff
from foam.record.entry import Decider, Entry, EntryInput, Input, PerspectiveInput, PointerInput, ValueInput
from foam.record.graph import entry_of
from foam.record.replay import ReplayReport
from foam.record.runs import RunSummary, outcome_of, recorded_views, summarise
from foam.record.store import Store
from foam.record.verify import VerifyReport
from foam.values import short

_BRIEF = 60
_HEAD = ("run", "job", "opened", "closed", "entries", "digest", "question")


def runs_text(runs: Sequence[RunSummary], total: int) -> str:
    """The latest runs of so many."""
    if not total:
        return "nothing was recorded yet"
    earlier = [f"… and {total - len(runs)} earlier"] if total > len(runs) else []
    return _page(*_columns([_HEAD, *(_run_row(run) for run in runs)]), *earlier)


def run_data(run: RunSummary) -> dict[str, Any]:
    """A run as data; `digest` is what every command calls it."""
    data = run.json_value()
    return {**data, "digest": data.pop("outcome")}


def run_page(store: Store, entry: Entry) -> tuple[str, dict[str, Any]]:
    """A run: what it was asked, whether it is finished, its views and its entries."""
    run, outcome, keys = summarise(store, entry), outcome_of(store, entry.key), store.members(entry.key)
    views = {} if outcome is None else recorded_views(outcome)
    text = _page(
        f"run      {run.run}",
        f"job      {run.job}",
        f"spec     {_brief(run.spec, 400)}",
        f"opened   {run.opened}",
        f"closed   {run.closed or 'unfinished: the same command goes on where it stopped'}",
        f"digest   {run.outcome or '-'}",
        *(f"view     {name} {digest}" for name, digest in views.items()),
        f"\nentries ({run.members})",
        entries_text(store, keys),
    )
    return text, {**run_data(run), "views": views, "entries": list(keys)}


def entry_page(entry: Entry) -> tuple[str, dict[str, Any]]:
    """An entry: who decided, over what, asked what, and the answer."""
    text = _page(
        f"entry    {entry.key}",
        f"kind     {entry.draft.kind}",
        f"at       {entry.at}",
        f"digest   {entry.digest}",
        f"decider  {_decider(entry.draft.decider)}",
        *(f"input    {place.role}: {_place(place)}" for place in entry.draft.inputs),
        "question",
        _indented(entry.draft.question),
        "answer",
        _indented(entry.answer),
    )
    return text, {"key": entry.key, "digest": entry.digest, "seal": entry.seal, **entry.json_value()}


def entries_text(store: Store, keys: Iterable[str]) -> str:
    """A line for each entry."""
    entries = (entry_of(store, key) for key in keys)
    return _page(*_columns([_entry_row(entry) for entry in entries]))


def verify_text(report: VerifyReport) -> str:
    """All is well, or a line for each thing that is not."""
    if report.ok:
        return f"{report.entries} entries: every digest matches"
    return _page(*(f"damaged: {damage.key}: {damage.reason}" for damage in report.damage))


def diff_text(store: Store, found: RunDiff) -> str:
    """How many decisions are alike, and what became of the others."""
    alone = [("a", key) for key in found.only_a] + [("b", key) for key in found.only_b]
    return _page(
        f"same {len(found.same)}, changed {len(found.changed)}, only a {len(found.only_a)}, only b {len(found.only_b)}",
        *(line for match in found.changed for line in _changed(store, match)),
        *(f"only {side}: {short(key)} {entry_of(store, key).draft.kind}" for side, key in alone),
    )


def replay_text(report: ReplayReport) -> str:
    """A line for each view, and what it comes to."""
    verdict = "replayed without a model" if report.ok else "did not reproduce"
    names = sorted({*report.recorded, *report.computed})
    return _page(*(_replayed(report, name) for name in names), f"run {report.run} {verdict}")


def replay_data(report: ReplayReport) -> dict[str, Any]:
    """A replay as data; `digest` is what every command calls it."""
    data = report.json_value()
    return {"ok": report.ok, "digest": data.pop("outcome"), "diverged": list(report.diverged), **data}


def printable(text: str) -> str:
    """Recorded text is data: control characters are shown, never sent to a terminal."""
    return "".join(c if c.isprintable() or c == "\n" else f"\\x{ord(c):02x}" for c in text)


def _page(*lines: str) -> str:
    return printable("\n".join(lines))


def _run_row(run: RunSummary) -> tuple[str, ...]:
    closed = "unfinished" if run.closed is None else _when(run.closed)
    about = _brief(run.spec.get("question", ""))
    return (short(run.run), run.job, _when(run.opened), closed, str(run.members), short(run.outcome or "-"), about)


def _entry_row(entry: Entry) -> tuple[str, ...]:
    return (short(entry.key), entry.draft.kind, _brief(entry.draft.decider.id, 24), _brief(entry.answer))


def _decider(decider: Decider) -> str:
    seed = "" if decider.seed is None else f", seed {decider.seed}"
    return f"{decider.type} {decider.id} {decider.version}{seed}"


def _place(place: Input) -> str:
    match place:
        case EntryInput():
            return place.key
        case PointerInput():
            return str(place.pointer)
        case PerspectiveInput():
            return f"perspective {place.perspective}"
        case ValueInput():
            return _brief(place.value, 200)
        case _:
            assert_never(place)


def _changed(store: Store, match: Match) -> tuple[str, ...]:
    a, b = entry_of(store, match.a), entry_of(store, match.b)
    return (
        f"changed: {match.kind}",
        f"  a {short(match.a)} {_brief(a.answer)}",
        f"  b {short(match.b)} {_brief(b.answer)}",
    )


def _replayed(report: ReplayReport, name: str) -> str:
    recorded, computed = report.recorded.get(name, "nothing"), report.computed.get(name, "nothing")
    if recorded == computed:
        return f"same      {name} {recorded}"
    return f"diverged  {name}: recorded {recorded}, computed {computed}"


def _columns(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _brief(value: object, length: int = _BRIEF) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    line = " ".join(text.split())
    return line if len(line) <= length else line[: length - 1] + "…"


def _indented(value: object) -> str:
    return "\n".join(f"  {line}" for line in json.dumps(value, ensure_ascii=False, indent=2).splitlines())


def _when(at: str) -> str:
    return at[:19].replace("T", " ")
