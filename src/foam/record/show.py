"""The record as people read it: blocks for runs, entries, differences and replays, and the same as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, assert_never

from foam.paper import Block, Code, Definitions, Heading, Paragraph, Table
from foam.record.diff import RunDiff
from foam.record.entry import Decider, Entry, EntryInput, Input, PerspectiveInput, PointerInput, ValueInput
from foam.record.graph import require_entry
from foam.record.runs import ReplayReport, RunSummary, find_outcome, read_views, summarise
from foam.record.store import Store
from foam.record.verify import VerifyReport
from foam.values import short
from foam.visible import dump_json

_BRIEF = 60
_HEAD = ("run", "job", "opened", "closed", "entries", "digest", "question")


def runs_blocks(runs: Sequence[RunSummary], total: int) -> Iterator[Block]:
    """The latest runs of so many."""
    if not total:
        yield Paragraph(content="nothing was recorded yet")
        return
    yield Table(head=_HEAD, rows=[_run_row(run) for run in runs])
    if total > len(runs):
        yield Paragraph(content=f"… and {total - len(runs)} earlier")


def dump_run(run: RunSummary) -> dict[str, Any]:
    """A run as data; `digest` is what every command calls it."""
    data = run.json_value()
    return {**data, "digest": data.pop("outcome")}


def run_blocks(store: Store, entry: Entry) -> tuple[list[Block], dict[str, Any]]:
    """A run: what it was asked, whether it is finished, its views and its entries; and the same as data."""
    run, outcome, keys = summarise(store, entry), find_outcome(store, entry.key), store.members(entry.key)
    views = {} if outcome is None else read_views(outcome)
    facts = (
        ("run", run.run),
        ("job", run.job),
        ("spec", _shorten(run.spec, 400)),
        ("opened", run.opened),
        ("closed", run.closed or "unfinished: the same command goes on where it stopped"),
        ("digest", run.outcome or "-"),
        *(("view", f"{name} {digest}") for name, digest in views.items()),
    )
    blocks: list[Block] = [Definitions(items=facts), *entries_blocks(store, keys, title=f"entries ({run.members})")]
    return blocks, {**dump_run(run), "views": views, "entries": list(keys)}


def entry_blocks(entry: Entry) -> tuple[list[Block], dict[str, Any]]:
    """An entry: who decided, over what, asked what, and the answer; and the same as data."""
    facts = (
        ("entry", entry.key),
        ("kind", entry.draft.kind),
        ("at", entry.at),
        ("digest", entry.digest),
        ("decider", _render_decider(entry.draft.decider)),
        *(("input", f"{place.role}: {_render_input(place)}") for place in entry.draft.inputs),
    )
    blocks: list[Block] = [Definitions(items=facts)]
    for title, value in (("question", entry.draft.question), ("answer", entry.answer)):
        blocks += [Heading(text=title), Code(text=dump_json(value))]
    return blocks, {"key": entry.key, "digest": entry.digest, "seal": entry.seal, **entry.json_value()}


def entries_blocks(store: Store, keys: Iterable[str], *, title: str) -> list[Block]:
    """A row for each entry."""
    entries = [require_entry(store, key) for key in keys]
    rows = [(short(e.key), e.draft.kind, _shorten(e.draft.decider.id, 24), _shorten(e.answer)) for e in entries]
    table: list[Block] = [Table(head=("entry", "kind", "decider", "answer"), rows=rows)] if rows else []
    return [Heading(text=title), *table]


def verify_blocks(report: VerifyReport) -> Iterator[Block]:
    """All is well, or a line for each thing that is not; then the head to note, and what was erased."""
    if report.ok:
        yield Paragraph(content=f"{report.entries} entries: every digest matches")
    yield from (Paragraph(content=f"damaged: {damage.key}: {damage.reason}") for damage in report.damage)
    yield from (Paragraph(content=f"note: {note}") for note in report.notes)
    if report.head is not None:
        yield Paragraph(content=f"head {report.head}")


def diff_blocks(store: Store, found: RunDiff) -> Iterator[Block]:
    """How many decisions are alike, and what became of the others."""
    counts = f"same {len(found.same)}, changed {len(found.changed)}"
    yield Paragraph(content=f"{counts}, only a {len(found.only_a)}, only b {len(found.only_b)}")
    rows = [
        (change, side, short(key), kind, _shorten(require_entry(store, key).answer))
        for match in found.changed
        for change, side, key, kind in (
            ("changed", "a", match.a, match.kind),
            ("", "b", match.b, match.kind),
        )
    ]
    alone = [("a", key) for key in found.only_a] + [("b", key) for key in found.only_b]
    rows += [(f"only {side}", side, short(key), require_entry(store, key).draft.kind, "") for side, key in alone]
    if rows:
        yield Table(head=("", "run", "entry", "kind", "answer"), rows=rows)


def replay_blocks(report: ReplayReport) -> Iterator[Block]:
    """A row for each view, and what it comes to."""
    rows = []
    for name in sorted({*report.recorded, *report.computed}):
        recorded, computed = report.recorded.get(name, "nothing"), report.computed.get(name, "nothing")
        if recorded == computed:
            rows.append(("same", name, recorded))
        else:
            rows.append(("diverged", name, f"recorded {recorded}, computed {computed}"))
    if rows:
        yield Table(head=("", "", ""), rows=rows)
    verdict = "replayed without a model" if report.ok else "did not reproduce"
    yield Paragraph(content=f"run {report.run} {verdict}")


def dump_replay(report: ReplayReport) -> dict[str, Any]:
    """A replay as data; `digest` is what every command calls it."""
    data = report.json_value()
    return {"ok": report.ok, "digest": data.pop("outcome"), "diverged": list(report.diverged), **data}


def _run_row(run: RunSummary) -> tuple[str, ...]:
    closed = "unfinished" if run.closed is None else _format_time(run.closed)
    about = _shorten(run.question)
    return (
        short(run.run),
        run.job,
        _format_time(run.opened),
        closed,
        str(run.members),
        short(run.outcome or "-"),
        about,
    )


def _render_decider(decider: Decider) -> str:
    seed = "" if decider.seed is None else f", seed {decider.seed}"
    return f"{decider.type} {decider.id} {decider.version}{seed}"


def _render_input(place: Input) -> str:
    match place:
        case EntryInput():
            return place.key
        case PointerInput():
            return str(place.pointer)
        case PerspectiveInput():
            return f"perspective {place.perspective}"
        case ValueInput():
            return _shorten(place.value, 200)
        case _:
            assert_never(place)


def _shorten(value: object, length: int = _BRIEF) -> str:
    text = value if isinstance(value, str) else dump_json(value, indent=None)
    line = " ".join(text.split())
    return line if len(line) <= length else line[: length - 1] + "…"


def _format_time(at: str) -> str:
    return at[:19].replace("T", " ")
