"""What a model finds in a file: the act *read* over all of it, then a second look. Code holds both against the file.

What is confirmed is a finding, marked as a reading. What is not is kept apart as a suggestion, or as dropped, with why.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydantic import Field

from foam.acts.engine import perform
from foam.acts.read import make_read
from foam.acts.second_look import NO_FAULT, NOT_SHOWN, Looked, SecondLook, make_second_look
from foam.acts.shown import IN_PARTS, ShownFile, show_documents
from foam.argument.reading import Finding as ReadFinding
from foam.argument.reading import Missing, Read, merge_reads
from foam.argument.working import (
    Compare,
    Given,
    Working,
    compute,
    list_inputs,
    list_parts,
    show_result,
    show_working,
)
from foam.examination.file import CaseFile
from foam.examination.finding import Bearing, Finding, FindingKind, SaidPassage, make_finding
from foam.job.retrieval import depend_on
from foam.job.session import Session
from foam.model.question import Option
from foam.record.entry import Entry, Input, ValueInput
from foam.text.instructions import instructs_programs
from foam.values import CleanLine, CleanText, Value
from foam_quotes.text.faithful import find_unfaithful
from foam_quotes.text.mentions.references import read_leading

READER, EVALUATOR = "proposer", "evaluator"
_OF_TWO: frozenset[str] = frozenset({"quotation", "report", "contradiction"})
"""Kinds that need two sentences."""
_SAYS_MORE: frozenset[str] = frozenset({"quotation", "report", "arithmetic", "date"})
"""Kinds that tell in which way two sentences do not fit."""


class Unconfirmed(Value):
    """Something that was read and does not count, and why."""

    text: CleanText
    why: CleanText
    passages: tuple[SaidPassage, ...] = ()


class ModelReading(Value):
    """What a model gave for a file, and what became of it."""

    reader: CleanLine
    evaluator: CleanLine
    decides: CleanLine = ""
    """What the question is decided by, as it was read: rules, weighing, or both; empty where nobody read the file."""
    decision: CleanLine = Field(default="", exclude_if=lambda name: not name)
    """The paper that was read as the decision, where nobody named one."""
    findings: tuple[Finding, ...] = ()
    missing: tuple[Missing, ...] = ()
    strange: tuple[SaidPassage, ...] = ()
    """Text that gives orders or does not belong."""
    suggested: tuple[Unconfirmed, ...] = ()
    """What the second look did not confirm."""
    dropped: tuple[Unconfirmed, ...] = ()
    """What code refused."""
    unread: tuple[CleanLine, ...] = ()
    """Papers of which some sentences were shown to nobody, or in a part that was not read."""

    @property
    def by(self) -> str:
        return f"{self.reader}, looked at again by {self.evaluator}"

    def __str__(self) -> str:
        """How it fared, in a line."""
        if not self.decides:
            return f"{self.reader} gave no reading"
        told = (
            f"read by {self.by}: {len(self.findings) + len(self.missing)} confirmed",
            f"{len(self.suggested)} not confirmed",
            f"{len(self.dropped)} dropped",
        )
        return ", ".join((*told, f"{len(self.unread)} papers not read whole") if self.unread else told)


async def read_by_model(session: Session, file: CaseFile, known: Sequence[Finding]) -> ModelReading:
    """One reading of the file and a second look: two requests, and each may be asked for once again."""
    shown = show_file(file)
    question = _ask(file, shown)
    about = ValueInput(role="file", value=file.digest)
    read, entries, failed = await _read_parts(session, question, shown, about)
    cut = [one.name for one in shown.documents if shown.left_out and len(one.sentences) < one.length]
    unread = dict.fromkeys([*cut, *(one.name for part in failed for one in part.documents)])
    models = (session.models[role].decider.id for role in (READER, EVALUATOR))
    reading = ModelReading(reader=next(models), evaluator=next(models), unread=tuple(unread))
    if not entries:
        return reading
    claims = _Claims(file, shown, read, known)
    narrow = shown.narrow(read.sentences, {*read.rules, *claims.list_numbers("rules", "decision")})
    look = SecondLook()
    if claims.statements:
        listed = [one.about for one in shown.documents]
        act = make_second_look(session.prompts, question, narrow, claims.statements, listed=listed)
        inputs = [depend_on(f"{n} read", entry) for n, entry in enumerate(entries, start=1)]
        look = (await perform(session, act, about, *inputs)).value or look
    return claims.settle(look, reading)


async def _read_parts(
    session: Session, question: str, shown: ShownFile, about: Input
) -> tuple[Read, list[Entry], list[ShownFile]]:
    """The file at once; a long one in parts, which one more reading joins; and the parts whose reading failed."""
    reads: list[Read] = []
    entries: list[Entry] = []
    failed: list[ShownFile] = []
    parts = shown.split()
    for part in parts:
        done = await perform(session, make_read(session.prompts, question, question, part, whole=shown), about)
        if done.value is not None and done.entry is not None:
            reads.append(done.value)
            entries.append(done.entry)
        else:
            failed.append(part)
    if len(parts) == 1 or not reads:
        return (reads or [Read()])[0], entries, failed
    merged = merge_reads(reads)
    narrow = shown.narrow(merged.sentences, merged.rules)
    inputs = [depend_on(f"{n} read", entry) for n, entry in enumerate(entries, start=1)]
    act = make_read(session.prompts, question, question, narrow, whole=shown, before=merged)
    joined = await perform(session, act, about, *inputs)
    return joined.value or merged, [*entries, *([joined.entry] if joined.entry else [])], failed


def count_requests(file: CaseFile) -> int:
    """How many requests a file takes at most: each reading and the second look, and each once again."""
    parts = len(show_file(file).split())
    return 2 * (1 + parts + (parts > 1))


def show_file(file: CaseFile) -> ShownFile:
    """The papers under their numbers, each with its part, its author and its day."""
    numbered = {f"{n:02}": one for n, one in enumerate(file.documents, start=1)}
    shown = show_documents({name: one.document for name, one in numbered.items()}, {}, extent=IN_PARTS)
    documents = []
    for one in shown.documents:
        filed = numbered[one.number]
        part = "" if filed.part == "document" else f" ({filed.part})"
        role = "" if filed.author.role == "unknown" else f" ({filed.author.role})"
        author = f"{filed.author.name}{role}" if filed.author.name else ""
        dated = str(filed.author.dated or one.dated)
        documents.append(one.model_copy(update={"name": f"{filed.name}{part}", "author": author, "dated": dated}))
    return shown.model_copy(update={"documents": tuple(documents)})


def _ask(file: CaseFile, shown: ShownFile) -> str:
    """What the reader is asked of the file."""
    decided = next(
        (one for one, filed in zip(shown.documents, file.documents, strict=True) if filed.part == "decision"), None
    )
    stand = f"Should the decision, document {decided.number}, stand" if decided else "Should what was decided stand"
    return f"{stand}, and what in the file is wrong, does not fit together, or is missing?"


class _Claims:
    """What was read, as statements for the second look, and what becomes of each."""

    def __init__(self, file: CaseFile, shown: ShownFile, read: Read, known: Sequence[Finding]) -> None:
        self._file, self._shown, self._read = file, shown, read
        self._strange = frozenset(read.strange)
        self._known = known
        self._dropped: list[Unconfirmed] = []
        worked = (result for one in read.findings if one.working for result in _list_results(one.working))
        self._known_words = [*(document.about for document in shown.documents), *dict.fromkeys(worked)]
        self._findings: dict[str, ReadFinding] = {}
        for one in read.findings:
            if one.kind == "fact":
                continue
            if self._is_tainted(one):
                why = "a sentence that it names gives orders or does not belong, which shows nothing"
                self._dropped.append(Unconfirmed(text=one.says, why=why, passages=self._list_passages(one)))
            else:
                self._findings[f"f{len(self._findings) + 1}"] = one
        self._missing = {f"m{n}": one for n, one in enumerate(read.missing, start=1)}

    @property
    def statements(self) -> tuple[Option, ...]:
        findings = (Option(id=name, text=self._tell(one)) for name, one in self._findings.items())
        missing = (Option(id=name, text=f"missing: {one.what}") for name, one in self._missing.items())
        return (*findings, *missing)

    def list_numbers(self, *parts: str) -> Iterator[str]:
        """The numbers of the papers that were named as such."""
        pairs = zip(self._shown.documents, self._file.documents, strict=True)
        yield from (shown.number for shown, filed in pairs if filed.part in parts)

    def settle(self, look: SecondLook, reading: ModelReading) -> ModelReading:
        """The reading, after what code and the second look say of each statement."""
        findings: list[Finding] = []
        suggested: list[Unconfirmed] = []
        for name, one in self._findings.items():
            looked = look.find(name)
            bearing: Bearing | None = None
            if name == look.decides and looked.shows != NOT_SHOWN and look.speaks != NOT_SHOWN:
                bearing = "for" if look.speaks == "for" else "against"
            if bearing is None and (looked.shows == NO_FAULT or self._is_known(one, looked)):
                continue
            if why := self._find_doubt(one, looked, bearing):
                suggested.append(Unconfirmed(text=one.says, why=why, passages=self._list_passages(one)))
            else:
                findings.append(self._make(one, looked, bearing, reading.by))
        for name, lost in self._missing.items():
            if (looked := look.find(name)).shows == NOT_SHOWN:
                suggested.append(Unconfirmed(text=lost.what, why=looked.because))
        told = [one for one in findings if not any(_is_said_by(one, other) for other in findings)]
        sources = {one.role: one.document for one in reversed(self._read.sources)}
        decision = "" if self._file.decision else sources.get("decision", "")
        return reading.model_copy(
            update={
                "decides": self._read.decides,
                "decision": next((one.name for one in self._shown.documents if one.number == decision), ""),
                "findings": tuple(sorted(told, key=lambda one: one.bearing is None)),
                "missing": tuple(one for name, one in self._missing.items() if look.find(name).shows == "missing"),
                "strange": tuple(map(self._say, self._read.strange)),
                "suggested": tuple(suggested),
                "dropped": tuple(self._dropped),
            }
        )

    def _is_known(self, one: ReadFinding, looked: Looked) -> bool:
        """Whether code has found a fault of this kind in these sentences."""
        pointers = {said.pointer for said in self._list_passages(one)}
        return any(pointers and looked.shows == other.kind and pointers <= {*other.pointers} for other in self._known)

    def _find_doubt(self, one: ReadFinding, looked: Looked, bearing: Bearing | None) -> str:
        """Why a finding is not confirmed; empty where it is."""
        if looked.shows == NOT_SHOWN:
            return looked.because
        if bearing is None and looked.shows in _OF_TWO and len(one.at) < 2:
            return f"a finding of this kind ({looked.shows}) needs two sentences"
        is_off = isinstance(one.working, Compare) and compute(one.working).value is False
        if looked.shows == "arithmetic" and bearing is None and not is_off:
            return "no working was given by which it does not come out"
        return ""

    def _make(self, one: ReadFinding, looked: Looked, bearing: Bearing | None, by: str) -> Finding:
        kind: FindingKind = "reason" if looked.shows == NO_FAULT else looked.shows  # type: ignore[assignment]
        made = make_finding(
            kind,
            one.says,
            passages=self._list_passages(one),
            established="model",
            working=(*([_show_worked(one)] if one.working else []), looked.because, *self._mark(one)),
            bearing=bearing,
        )
        return made.model_copy(update={"by": by})

    def _is_tainted(self, one: ReadFinding) -> bool:
        orders = any(instructs_programs(passage.text) for passage in self._list_passages(one))
        return orders or not self._strange.isdisjoint(one.at)

    def _mark(self, one: ReadFinding) -> Iterator[str]:
        """What in its words none of its sentences has. That is shown beside it: it may be right all the same."""
        said = [passage.text for passage in self._list_passages(one)]
        known = [*self._known_words, *map(self._read_number, one.at), _show_worked(one)]
        for fault in find_unfaithful(one.says, cited=said, known=known):
            yield f"Look this up, “{fault.found}”: {fault.why}"

    def _read_number(self, at: str) -> str:
        """The number of the paragraph in which a sentence stands: its own, or that of the nearest before it."""
        number, _, place = at.partition("#s")
        before = (self._shown.sentence_by_id.get(f"{number}#s{n}") for n in range(int(place), -1, -1))
        return next(filter(None, (read_leading(one.text) for one in before if one)), "")

    def _tell(self, one: ReadFinding) -> str:
        worked = f"\nWorked out by code: {_show_worked(one)}" if one.working else ""
        marks = "".join(f"\n{mark}" for mark in self._mark(one))
        return f"{one.kind.replace('_', ' ')}: {one.says}{worked}{marks}\nSentences: {', '.join(one.at)}"

    def _list_passages(self, one: ReadFinding) -> tuple[SaidPassage, ...]:
        return tuple(map(self._say, one.at))

    def _say(self, at: str) -> SaidPassage:
        return self._file.say(self._shown.sentence_by_id[at].pointer)


def _list_results(working: Working) -> Iterator[str]:
    """What a working and each step of it come to."""
    parts = list_parts(working)
    value = compute(working).value if parts and not isinstance(working, Compare) else None
    if value is not None:
        yield show_result(value)
    for part in parts:
        yield from _list_results(part)


def _show_worked(one: ReadFinding) -> str:
    """Its working with what it comes to, of a comparison whether it is so, and why its conventions are taken."""
    if one.working is None:
        return ""
    said = {True: ": it is so", False: ": it is not so"} if isinstance(one.working, Compare) else {}
    usual = dict.fromkeys(
        f"; {show_working(part)}: {part.why}" for part in list_inputs(one.working) if isinstance(part, Given)
    )
    return show_working(one.working) + said.get(compute(one.working).value is True, "") + "".join(usual)


def _is_said_by(one: Finding, other: Finding) -> bool:
    """Whether a contradiction is that between the sentences of a finding that says more of it."""
    return one.kind == "contradiction" and other.kind in _SAYS_MORE and {*one.pointers} <= {*other.pointers}
