"""Calls about the record: list, show, verify, copy, compare, replay, cost, export."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from foam.errors import FoamError, InputError
from foam.home.calls import call, quick
from foam.home.desk import Desk
from foam.job.costs import RunCost, list_cost_blocks, reckon_cost
from foam.paper import Block, to_terminal
from foam.record import prov
from foam.record import show as page
from foam.record.clock import stamp
from foam.record.copying import RecordCopy, copy_record
from foam.record.diff import RunDiff, diff
from foam.record.entry import Decider, Draft, Entry
from foam.record.graph import find_dependants, find_lineage, require_entry
from foam.record.log import Head
from foam.record.opening import HEADS_NAME, find_file, is_database, open_record_at
from foam.record.proof import GrowthCheck, Proof, check_growth, prove
from foam.record.runs import ReplayReport, RunSummary, compare_replay, find_key, list_runs, summarise
from foam.record.sqlite import FILE_NAME
from foam.record.store import RESTORED, RUN
from foam.record.verify import VerifyReport, verify
from foam.values import Rows, short


@dataclass(frozen=True, slots=True)
class Shown:
    """An entry, what it rests on and what rests on it, as far as that was asked for."""

    entry: Entry
    lineage: tuple[str, ...] | None = None
    dependants: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Exported:
    """A run as W3C PROV, and the rules it breaks."""

    run: str
    text: str
    complaints: tuple[prov.Complaint, ...]


class RecordCalls:
    """`home.record`: what was recorded. Only `restored` writes into it, and `copy` elsewhere."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @quick
    def count_erasures(self) -> int:
        """How often words were erased from this home: what was computed before may hold some of them."""
        return self._desk.count_erasures()

    @quick
    def list(self, *, limit: int | None = None) -> Rows[RunSummary]:
        """Every run, oldest first; with a limit, only the newest."""
        return self._desk.recall(f"runs {limit}", lambda: list_runs(self._desk.reading, limit=limit))

    @quick
    def find(self, run: Any) -> RunSummary:
        """One run as a list shows it, by its first digits or from a result."""
        store, key = self._desk.reading, self._desk.find_run(run)
        return self._desk.recall(f"run {key}", lambda: summarise(store, require_entry(store, key)))

    @quick
    def show(self, key: str, *, with_lineage: bool = False, with_dependants: bool = False) -> Shown:
        """A run or an entry, by its first digits."""
        store = self._desk.reading
        entry = require_entry(store, find_key(store, key))
        return Shown(
            entry,
            find_lineage(store, entry.key) if with_lineage else None,
            find_dependants(store, entry.key) if with_dependants else None,
        )

    @quick
    def spec(self, run: Any) -> dict[str, Any]:
        """The spec of a run: everything its outcome depends on."""
        entry = require_entry(self._desk.reading, self._desk.find_run(run))
        return dict(entry.draft.question["spec"])

    @quick
    def verify(self, *, head: Head | str | None = None) -> VerifyReport:
        """Derive every digest again and name what does not match.

        With a head that was noted outside (in a letter, in a bundle, by hand), what was taken away since is found even
        where somebody rewrote the whole file to hide it.
        """
        from foam.home.library import add_library  # few calls need what these two import
        from foam.home.vault import find_strays

        report = verify(self._desk.reading, head=Head.parse(head) if isinstance(head, str) else head)
        strays = tuple(f"{name} belongs to nothing in the record" for name in find_strays(self._desk))
        report = report.model_copy(update={"notes": (*report.notes, *strays)})
        return add_library(report, self._desk)

    @quick
    def head(self) -> Head:
        """How many lines the log has and the root over them: note it, and `verify` can hold the record against it."""
        return self._desk.reading.head()

    @quick
    def prove(self, earlier: Head | str) -> Proof:
        """That the record only grew since an earlier head; anybody with both heads can check it without the record."""
        return prove(self._desk.reading, Head.parse(earlier) if isinstance(earlier, str) else earlier)

    @quick
    def check(self, path: Path | str, *, earlier: Head | str, later: Head | str) -> GrowthCheck:
        """Whether a proof holds between two heads; `foam.check_growth` does the same without a home."""
        return check_growth(path, earlier=earlier, later=later)

    @quick
    def restored(self, *, because: str, by: str = "operator") -> Entry:
        """Declare that the last noted head is lost, after a disk failed or an older copy was put back.

        Until then `verify` reports the loss as damage; afterwards it is a note, with the reason. It stays on record.
        """
        noted = self._desk.store.noted()
        if not noted or verify(self._desk.reading).ok:
            raise InputError("nothing is missing from the record", hint="see: foam record verify")
        if not because.strip():
            raise InputError("no reason is given", hint="say what happened: --because")
        question = {"lost": str(noted[-1]), "because": because, "by": by}
        draft = Draft(kind=RESTORED, question=question, decider=Decider(type="person", id=by, version=""))
        return self._desk.store.append(Entry(draft=draft, answer={}, at=stamp(self._desk.clock)))

    @quick
    def copy(self, *, to: str) -> RecordCopy:
        """Copy the record to a PostgreSQL database or to a file, and verify the copy; what is there already is kept.

        The other end must be empty or hold the beginning of this record. Set `record.url` to work with the copy. What
        belongs to personal files is copied as it lies, under keys that stay where they are.
        """
        library = is_database(to) or find_file(to).name != FILE_NAME
        with closing(open_record_at(to, heads=self._desk.folder / HEADS_NAME, keys=self._desk.keys)) as target:
            return copy_record(self._desk.reading, target, library=library)

    @quick
    def diff(self, run_a: Any, run_b: Any) -> RunDiff:
        """The decisions of two runs, matched by kind and question."""
        return diff(self._desk.reading, self._desk.find_run(run_a), self._desk.find_run(run_b))

    @call
    async def replay(self, run: Any) -> ReplayReport:
        """Compute a run's views again from the record alone, and compare."""
        from foam.job.job import replay_digests  # few calls need what it imports

        key = self._replayable(run)
        return compare_replay(self._desk.reading, key, await replay_digests(self._desk.reading, key))

    @call
    async def recompute(self, run: Any) -> Any:
        """What a run gave, computed from the record alone."""
        from foam.job.job import replay  # few calls need what it imports

        return await replay(self._desk.reading, self._replayable(run))

    @call
    async def export(
        self,
        run: Any,
        *,
        form: Literal["json", "turtle", "provn"] = "json",
        operator: str | None = None,
        person: bool = False,
    ) -> Exported:
        """A run as W3C PROV, checked against our rules and shapes."""
        from foam.contest.provenance import to_prov_with_versions  # few calls need what they import
        from foam.deliberation.answer.provenance import list_leaves
        from foam.home.files import is_answer, load_answer

        principal = prov.Operator(
            name=operator or self._desk.configure().settings.operator, type="person" if person else "organization"
        )
        key = self._desk.find_run(run)
        leaves: Iterable[prov.JudgedLeaf] = ()
        if is_answer(self._desk, key):
            with suppress(FoamError):  # an earlier version asked it, or it was never finished: its entries remain
                leaves = list_leaves(await load_answer(self._desk, key))
        document = to_prov_with_versions(self._desk.reading, key, operator=principal, leaves=leaves)
        return Exported(key, prov.write(document, form), tuple(prov.find_complaints(document)))

    @quick
    def cost(self, run: Any) -> RunCost:
        """What a run cost in questions, tokens and money, by role, by step and by model."""
        return reckon_cost(self._desk.reading, self._desk.find_run(run))

    def describe(self, found: Any, *, total: int = 0) -> str:
        """Anything these calls give, as a terminal shows it."""
        store = self._desk.reading
        match found:
            case Shown():
                return self._describe_shown(found)
            case VerifyReport():
                return to_terminal(page.verify_blocks(found))
            case RunDiff():
                return to_terminal(page.diff_blocks(store, found))
            case ReplayReport():
                return to_terminal(page.replay_blocks(found))
            case RunCost():
                return to_terminal(list_cost_blocks(found))
            case _:
                return to_terminal(page.runs_blocks(found, total or len(found)))

    def data(self, found: Any) -> dict[str, Any]:
        """Anything these calls give, as plain JSON."""
        match found:
            case Shown(entry=entry):
                _, data = self._blocks(entry)
                more = {"lineage": found.lineage, "dependants": found.dependants}
                return {**data, **{name: list(keys) for name, keys in more.items() if keys is not None}}
            case ReplayReport():
                return page.dump_replay(found)
            case RunSummary():
                return page.dump_run(found)
            case _:
                return dict(found.json_value())

    def _describe_shown(self, found: Shown) -> str:
        blocks = [*self._blocks(found.entry)[0]]
        for name, keys in (("lineage", found.lineage), ("dependants", found.dependants)):
            if keys is not None:
                blocks += page.entries_blocks(self._desk.reading, keys, title=f"{name} ({len(keys)})")
        return to_terminal(blocks)

    def _blocks(self, entry: Entry) -> tuple[Sequence[Block], dict[str, Any]]:
        return page.run_blocks(self._desk.reading, entry) if entry.draft.kind == RUN else page.entry_blocks(entry)

    def _replayable(self, run: Any) -> str:
        """Refuse what is no computation: a matter is a file of what people did, and ends when they end it."""
        from foam.appeal.chain import MATTER  # few calls need what it imports

        key = self._desk.find_run(run)
        if require_entry(self._desk.reading, key).draft.question["job"] == MATTER:
            raise InputError(
                f"{short(key)} is a matter: there is nothing to compute again",
                hint=f"foam appeal timeline {short(key)} reads its acts; foam record verify checks its bytes",
            )
        return key
