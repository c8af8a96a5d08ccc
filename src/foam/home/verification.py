"""Verifying a run: an answer's tree is worked out from its rows again, and an answer or a debate is held against the
library and the record.

What this FOAM does not compute as the one then did is checked as it was written. Of any other run the right command is
named.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from foam.argument.rows import Record
from foam.debate.values import Debate
from foam.deliberation.answer.answer import Answer
from foam.deliberation.answer.turn import find_flaws
from foam.errors import FoamError, InputError, NotFound, NotRecorded
from foam.evidence.corpus import Passage, WithBrought
from foam.home.as_written import compute_or_take
from foam.home.desk import Desk
from foam.home.files import is_answer, list_brought, list_line, load_answer
from foam.job.job import replay
from foam.record.graph import require_entry
from foam.record.runs import read_views, require_outcome
from foam.record.store import Store
from foam.values import TAG, Value, short

ANSWER, DEBATE = "answer", "debate"
"""The views that these runs close with; of a debate it is the name of the job, too."""


class Failure(Value):
    """One thing that does not hold: which part, which rule, and what is wrong."""

    node: str
    rule: str
    what: str


class Verification(Value):
    """What was checked and what failed."""

    ok: bool
    checked: dict[str, int]
    failures: tuple[Failure, ...]
    run: str = ""
    """The run that was checked."""
    file: str = ""
    """The file that was held against it, where one was named."""
    notes: tuple[str, ...] = ()
    """What a reader should know: what another version of FOAM wrote and this one works out otherwise."""


class Checked(NamedTuple):
    """What is checked: a run, and the file that was named for it."""

    run: str
    file: str = ""
    is_same: bool = True
    """Whether the record gives the very file."""
    written: Any = None
    """What the file holds, where that is the very value that the run closed with."""

    def complete(self, report: Verification) -> Verification:
        """The report with what was checked, and with what is wrong with the file."""
        named = {"run": self.run, "file": self.file}
        if self.is_same:
            return report.model_copy(update=named)
        what = (
            f"it is about what run {short(self.run)} was asked, and is not what the record gives for that: it was "
            "changed, or written from another run or by another version of FOAM"
        )
        failed = Failure(node=self.file, rule="file", what=what)
        return report.model_copy(update={**named, "ok": False, "failures": (failed, *report.failures)})


async def find_checked(desk: Desk, named: Any) -> Checked:
    """The run that is meant: by its id, from a result, or by a file that was saved from it."""
    path = Path(named) if isinstance(named, str | Path) and str(named) else None
    is_file = path is not None and path.is_file()
    if path is None or not (is_file or isinstance(named, Path) or path.suffix):
        return Checked(desk.find_run(named))
    if not is_file:
        hint = "name a run (foam record list), or a file that was saved from one"
        raise NotFound(f"there is no run and no file {str(named)!r}", hint=hint)
    from foam.home.sources import find_source  # writes every kind of file

    source = await find_source(desk, path)
    return Checked(source.run, str(path), source.is_same, source.value)


def _check_verifiable(desk: Desk, run: str) -> str:
    """The job of a run that can be verified; of any other the error names the commands that check it."""
    job: str = require_entry(desk.reading, run).draft.question.get("job", "")
    if job != DEBATE and not is_answer(desk, run):
        raise InputError(
            f"run {short(run)} is no answer, deliberation, version of one or debate ({job})",
            hint=f"foam case verify checks a case, foam record replay {short(run)} computes it again, "
            "foam record verify checks the whole record",
        )
    return job


async def verify_checked(desk: Desk, checked: Checked) -> Verification:
    """Check a run, and what is wrong with the file that was named for it."""
    verify = _verify_debate if _check_verifiable(desk, checked.run) == DEBATE else _verify_answer
    try:
        report = await verify(desk, checked.run, checked.written)
    except NotRecorded as error:
        if checked.is_same:
            raise
        failed = Failure(node="", rule="digests", what=error.what)
        report = Verification(ok=False, checked={}, failures=(failed,))
    return checked.complete(report)


async def _verify_answer(desk: Desk, run: str, written: Any = None) -> Verification:
    """Check an answer: its digest, every sentence that it names, and its tree worked out from its rows again."""
    taken = await compute_or_take(desk, run, ANSWER, Answer, lambda: load_answer(desk, run), written)
    answer = taken.view
    known = answer.file.sentence_by_id
    shown = [(at, Passage(pointer=one.pointer, text=one.text)) for at, one in known.items()]
    failures = [
        *_check_digest(desk, run, ANSWER, taken.digest),
        *_check_quotations(desk, run, shown),
        *(Failure(node=part, rule="tree", what=what) for part, what in find_flaws(answer)),
    ]
    rows = answer.tree.record if answer.tree else Record()
    checked = {
        "quotations": len(shown),
        "leaves": len(answer.tree.standings) if answer.tree else 0,
        "verdicts": len(rows.supports) + len(rows.verdicts),
        "entries": len(desk.reading.members(run)),
    }
    return Verification(ok=not failures, checked=checked, failures=tuple(failures), notes=taken.notes)


async def _verify_debate(desk: Desk, run: str, written: Any = None) -> Verification:
    """Check a debate: what the record gives now, its digest, its entries, and every quotation where the library is."""
    advance = desk.progress("checks of the debate", 3)
    taken = await compute_or_take(desk, run, DEBATE, Debate, lambda: replay(desk.reading, run), written)
    debate = taken.view
    advance(1)
    failures = [*_check_digest(desk, run, DEBATE, taken.digest)]
    advance(1)
    points = [point for turn in debate.turns for point in turn.points]
    passages = [(point.id, one) for point in points for one in point.evidence]
    failures += _check_quotations(desk, run, passages, debate.unverified)
    advance(1)
    checked = {
        "quotations": len({one.pointer for _, one in passages}),
        "turns": len(debate.turns),
        "points": len(debate.flow),
        "entries": len(desk.reading.members(run)),
    }
    return Verification(ok=not failures, checked=checked, failures=tuple(failures), notes=taken.notes)


def _check_digest(desk: Desk, run: str, view: str, digest: str) -> Iterator[Failure]:
    try:
        recorded = read_views(require_outcome(desk.reading, run))
    except FoamError as error:
        yield Failure(node="", rule="digests", what=error.what)
        return
    if recorded.get(view) != digest:
        yield Failure(node="", rule="digests", what=f"the record no longer gives the {view} it closed with")
    yield from _check_damage(desk.reading, run)


def _check_damage(store: Store, run: str) -> Iterator[Failure]:
    """Entries of a run that are not what they were, and damage to the store as a whole."""
    members = {run, *store.members(run)}
    for damage in store.damaged():
        # What is not the key of an entry is damage to the store as a whole.
        if damage.key in members or not damage.key.startswith(TAG):
            yield Failure(node=damage.key, rule="digests", what=damage.reason)


def _check_quotations(
    desk: Desk, run: str, quoted: Sequence[tuple[str, Passage]], unverified: Sequence[str] = ()
) -> Iterator[Failure]:
    """Each quotation stands, to the letter, where it says; with the part that has it."""
    *_, first = list_line(desk.reading, run)
    asked = require_entry(desk.reading, first).draft.question["spec"]
    with desk.find_corpus(desk.load_pack(asked["pack"]), asked["corpus"], of=run) as corpus:
        if corpus is None:
            if quoted:
                yield Failure(node="", rule="pointers", what="the corpus that was read is not at hand")
            return
        held = WithBrought(corpus, list_brought(desk.reading, run))
        wrong = set(held.unverified([one for _, one in quoted]))
    for part, one in quoted:
        if one.pointer in wrong or str(one.pointer) in unverified:
            what = f"the quotation does not stand at {one.pointer.brief()}"
            yield Failure(node=part, rule="pointers", what=what)
