"""Verifying a run: a dossier is computed again and held against the library and the record, and so are a debate and a
short answer, whose tree is worked out from its rows again; of options that are compared, each deliberation is verified
and the comparison is computed again.

What this FOAM does not compute as the one then did is checked as it was written. Of any other run the right command is
named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from foam.argument.rows import Record
from foam.debate.values import Debate
from foam.deliberation.answer.answer import Answer
from foam.deliberation.answer.ask import ask
from foam.deliberation.answer.turn import find_flaws
from foam.deliberation.choice import OptionsDossier
from foam.deliberation.dossier import Dossier
from foam.deliberation.verify import DossierFailure, DossierVerification, check_damage, verify_dossier
from foam.errors import FoamError, InputError, NotFound, NotRecorded
from foam.evidence.corpus import Passage
from foam.home.as_written import compute_or_take, verify_as_written
from foam.home.desk import Desk
from foam.home.facts import lay_facts_over
from foam.home.files import load_dossier
from foam.job.job import replay
from foam.record.graph import require_entry
from foam.record.runs import read_views, require_outcome
from foam.values import short

ANSWER, DEBATE, DOSSIER, OPTIONS = "answer", "debate", "dossier", "options"
"""The views that these runs close with; of a debate and of options it is the name of the job, too."""
DOSSIERS = ("deliberate", "options", "contest", "contest file", "case", "matter")
"""Jobs whose runs are read as dossiers, or that say themselves what they are."""


class Checked(NamedTuple):
    """What is checked: a run, and the file that was named for it."""

    run: str
    file: str = ""
    is_same: bool = True
    """Whether the record gives the very file."""
    written: Any = None
    """What the file holds, where that is the very value that the run closed with."""

    def complete(self, report: DossierVerification) -> DossierVerification:
        """The report with what was checked, and with what is wrong with the file."""
        named = {"run": self.run, "file": self.file}
        if self.is_same:
            return report.model_copy(update=named)
        what = (
            f"it is about what run {short(self.run)} was asked, and is not what the record gives for that: it was "
            "changed, or written from another run or by another version of FOAM"
        )
        failed = DossierFailure(node=self.file, rule="file", what=what)
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


def check_verifiable(desk: Desk, run: str) -> str:
    """The job of a run that can be verified; of any other the error names the commands that check it."""
    job: str = require_entry(desk.reading, run).draft.question.get("job", "")
    if job not in (ask.name, DEBATE, *DOSSIERS):
        raise InputError(
            f"run {short(run)} is no answer, deliberation, version or debate ({job})",
            hint=f"foam record replay {short(run)} computes it again, foam record verify checks the whole record",
        )
    return job


async def verify_checked(desk: Desk, checked: Checked) -> DossierVerification:
    """Check a run, and what is wrong with the file that was named for it."""
    job = check_verifiable(desk, checked.run)
    verify = {ask.name: verify_answer, DEBATE: verify_debate, OPTIONS: verify_options}.get(job, verify_run)
    try:
        report = await verify(desk, checked.run, checked.written)
    except NotRecorded as error:
        if checked.is_same:
            raise
        failed = DossierFailure(node="", rule="digests", what=error.what)
        report = DossierVerification(ok=False, checked={}, failures=(failed,))
    return checked.complete(report)


async def verify_run(desk: Desk, run: str, written: Any = None) -> DossierVerification:
    """Check a dossier: what the record gives now or, where this FOAM computes another, what was `written` then."""

    async def compute() -> Dossier:
        return (await load_dossier(desk, run)).dossier

    advance = desk.progress("checks of the dossier", 2)
    taken = await compute_or_take(desk, run, DOSSIER, Dossier, compute, written)
    advance(1)
    if taken.notes:
        return verify_as_written(desk, run, taken)
    file = await load_dossier(desk, run)
    with desk.find_corpus(file.pack, file.spec.corpus, of=run) as corpus:
        held = lay_facts_over(desk.reading, file, corpus, desk.judge) if corpus else None
        report = verify_dossier(
            file.dossier,
            corpus=held.corpus if held else None,
            limits=file.pack.limits,
            store=desk.store,
            run=run,
        )
    return report.model_copy(update={"notes": held.notes if held else ()})


async def verify_answer(desk: Desk, run: str, written: Any = None) -> DossierVerification:
    """Check a short answer: its digest, every sentence that it names, and its tree worked out from its rows again."""
    taken = await compute_or_take(desk, run, ANSWER, Answer, lambda: replay(desk.reading, run), written)
    answer = taken.view
    known = answer.file.sentence_by_id
    shown = [(at, Passage(pointer=one.pointer, text=one.text)) for at, one in known.items()]
    failures = [
        *_check_digest(desk, run, ANSWER, taken.digest),
        *_check_quotations(desk, run, shown),
        *(DossierFailure(node=part, rule="tree", what=what) for part, what in find_flaws(answer)),
    ]
    rows = answer.tree.record if answer.tree else Record()
    checked = {
        "quotations": len(shown),
        "leaves": len(answer.tree.standings) if answer.tree else 0,
        "verdicts": len(rows.supports) + len(rows.verdicts),
        "entries": len(desk.reading.members(run)),
    }
    return DossierVerification(ok=not failures, checked=checked, failures=tuple(failures), notes=taken.notes)


async def verify_debate(desk: Desk, run: str, written: Any = None) -> DossierVerification:
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
    return DossierVerification(ok=not failures, checked=checked, failures=tuple(failures), notes=taken.notes)


async def verify_options(desk: Desk, run: str, written: Any = None) -> DossierVerification:
    """Check a comparison of options: every deliberation, and what the record makes of them now."""
    taken = await compute_or_take(desk, run, OPTIONS, OptionsDossier, lambda: replay(desk.reading, run), written)
    found = taken.view
    checked: Counter[str] = Counter(options=len(found.options))
    failures = [*_check_digest(desk, run, OPTIONS, taken.digest)]
    notes = [*taken.notes]
    for one in found.runs:
        own = await verify_run(desk, one)
        checked.update(own.checked)
        notes += [f"{short(one)}: {note}" for note in own.notes]
        failures += [
            failure.model_copy(update={"node": f"{short(one)} {failure.node}".strip()}) for failure in own.failures
        ]
    return DossierVerification(ok=not failures, checked=dict(checked), failures=tuple(failures), notes=tuple(notes))


def _check_digest(desk: Desk, run: str, view: str, digest: str) -> Iterator[DossierFailure]:
    try:
        recorded = read_views(require_outcome(desk.reading, run))
    except FoamError as error:
        yield DossierFailure(node="", rule="digests", what=error.what)
        return
    if recorded.get(view) != digest:
        yield DossierFailure(node="", rule="digests", what=f"the record no longer gives the {view} it closed with")
    yield from check_damage(desk.reading, run)


def _check_quotations(
    desk: Desk, run: str, quoted: Sequence[tuple[str, Passage]], unverified: Sequence[str] = ()
) -> Iterator[DossierFailure]:
    """Each quotation stands, to the letter, where it says; with the part that has it."""
    asked = require_entry(desk.reading, run).draft.question["spec"]
    with desk.find_corpus(desk.load_pack(asked["pack"]), asked["corpus"], of=run) as corpus:
        if corpus is None:
            if quoted:
                yield DossierFailure(node="", rule="pointers", what="the corpus that was read is not at hand")
            return
        wrong = set(corpus.unverified([one for _, one in quoted]))
    for part, one in quoted:
        if one.pointer in wrong or str(one.pointer) in unverified:
            what = f"the quotation does not stand at {one.pointer.brief()}"
            yield DossierFailure(node=part, rule="pointers", what=what)
