"""What code can work out from the file before anybody argues: sums, scores and deadlines that the pack states.

Each result is a sentence in a document of its own, after the sentences that show the working; its pointer is printed
`calc:…`. Its entry depends on every sentence that a figure or a rule was read in, so that each can be challenged. What
cannot be worked out is named with what is missing. No model is asked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from foam.argument.figures import show_figure
from foam.argument.inputs import Reading, Rule, group_figures, vary_readings
from foam.deliberation.examined import ExaminedFact, Examining, examine_file
from foam.evidence.computed import make_computed_document
from foam.evidence.corpus import Corpus, Passage, make_passages
from foam.evidence.document import Document
from foam.examination.finding import Finding as FileFinding
from foam.examination.report import KIND_WORDS
from foam.job.clerk import Clerk
from foam.job.figures import read_figures
from foam.job.retrieval import depend_on
from foam.job.session import Session, Tools
from foam.model.port import PairJudge
from foam.pack.pack import Pack
from foam.pack.rules import Calculation
from foam.pack.workings import Calculated, Stated, calculate, show_steps, state, trace_stated
from foam.record.entry import Entry, EntryInput, PointerInput, ValueInput
from foam.record.memory import MemoryStore
from foam.record.runs import open_run
from foam.text.pointer import Pointer
from foam.values import Value

FINDING = "finding"
_STATED = ".stated"
"""How the id of a finding ends that compares a figure of the file with what was worked out."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
"""The time of entries that nobody keeps."""


class Finding(Value):
    """A fact that code worked out, with its working and its sources."""

    id: str
    title: str
    passage: Passage
    """The sentence that says what came out."""
    follows: Passage | None = None
    """The sentence after it that says what follows from that, where the pack says it."""
    working: tuple[Passage, ...]
    """The steps before it, a sentence each."""
    sources: tuple[Passage, ...]
    """The sentences that the figures and the rules were read in."""
    faulted: tuple[Pointer, ...] = ()
    """Those of them that it finds at fault."""
    holds: bool
    settles: bool
    """Whether the pack says that it settles a question it bears on."""
    value: str = ""
    """The value that the pack says it serves."""
    found: FileFinding | None = None
    """What the examination of the file found, where that gave it."""
    entry: str


class Lacking(Value):
    """What could not be worked out."""

    id: str
    title: str
    missing: tuple[str, ...]
    would_say: tuple[str, str]
    """What would follow if it held and if it did not, without the figures."""
    settles: bool
    entry: str


class Reckoned(Value):
    """Everything that the pack's calculations give over a file."""

    findings: tuple[Finding, ...] = ()
    lacking: tuple[Lacking, ...] = ()
    documents: tuple[Document, ...] = ()
    """The documents that hold the findings' sentences: lay them over the corpus by `WithComputed`."""


class _Result(Value):
    """What an entry answers: the document that was written, or what is missing."""

    document: Document | None = None
    holds: bool = False
    missing: tuple[str, ...] = ()


class _Read(NamedTuple):
    """Readings, and the entries they come from."""

    readings: tuple[Reading, ...]
    entries: tuple[EntryInput, ...]


def find_facts(session: Session, *, about: Examining | None = None, without: Collection[Pointer] = ()) -> Reckoned:
    """Work out what the pack states, over the session's corpus, and what the file that is examined gives.

    The sentences in `without` do not count.
    """
    struck = frozenset(without)
    facts = [fact for one in session.pack.calculations if one.concludes for fact in _work_out(session, one, struck)]
    file = examine_file(session, about, FINDING, without=struck) if about else ()
    slips = {one.passages[0].pointer for one in (fact.finding for fact in file) if one.kind == "arithmetic"}
    facts = [(one, document) for one, document in facts if not _is_told(one, slips)]
    return Reckoned(
        findings=(*(one for one, _ in facts if isinstance(one, Finding)), *map(_take_over, file)),
        lacking=tuple(one for one, _ in facts if isinstance(one, Lacking)),
        documents=(*(document for _, document in facts if document is not None), *(one.document for one in file)),
    )


def _is_told(fact: Finding | Lacking, slips: set[Pointer]) -> bool:
    """Whether the examination tells the same slip: a stated figure that does not come out is one point, told once."""
    if not isinstance(fact, Finding) or fact.holds or not fact.id.endswith(_STATED):
        return False
    return not slips.isdisjoint(one.pointer for one in fact.sources)


def _take_over(fact: ExaminedFact) -> Finding:
    """A finding of the examination as a fact of the deliberation."""
    return Finding(
        id=fact.finding.id,
        title=KIND_WORDS[fact.finding.kind],
        passage=fact.passage,
        follows=fact.follows,
        working=fact.working,
        sources=fact.sources,
        faulted=fact.faulted,
        holds=fact.finding.bearing != "against",
        settles=fact.finding.bearing is not None,
        found=fact.finding,
        entry=fact.entry.key,
    )


_Fact = tuple[Finding | Lacking, Document | None]


def _work_out(session: Session, calculation: Calculation, struck: frozenset[Pointer]) -> Iterator[_Fact]:
    """The calculation itself, each other reading of the file that gives other figures, and the stated figure."""
    read = _read(session, calculation.sought, struck)
    calculated = calculate(calculation, read.readings)
    yield _conclude(session, calculation, calculated, read.entries)
    others: list[Reading] = []
    entries = read.entries
    for variant in calculation.variants:
        other = _read(session, variant.instead, struck)
        others += other.readings
        entries += other.entries
        again = calculate(variant, vary_readings(calculated.readings, other.readings))
        is_new = group_figures(again.readings) != group_figures(calculated.readings)
        if (is_new or calculated.missing) and not (again.missing and calculated.missing):
            yield _conclude(session, variant, again, read.entries + other.entries)
    stated = None if calculated.missing else trace_stated(calculation, calculated, others)
    if stated is not None:
        yield _compare(session, calculation, calculated, stated, entries)


def _read(session: Session, wanted: Iterable[Rule], struck: frozenset[Pointer]) -> _Read:
    found = [(sought, *read_figures(session, sought)) for sought in wanted]
    return _Read(
        readings=tuple(one for _, readings, _ in found for one in readings if one.pointer not in struck),
        entries=tuple(depend_on(sought.name, entry) for sought, _, entry in found),
    )


def _conclude(
    session: Session, calculation: Calculation, calculated: Calculated, entries: tuple[EntryInput, ...]
) -> _Fact:
    """What follows from the calculation, or what it lacks."""
    concludes = calculation.concludes
    assert concludes
    said = state(concludes.holds if calculated.holds else concludes.fails, calculation, calculated)
    stated = {step.stated for step in calculation.steps}  # a figure that is only compared decides nothing here
    readings = tuple(one for one in calculated.readings if one.name not in stated)
    then = concludes.then_holds if calculated.holds else concludes.then_fails
    shown = (*_list_counted(calculation, readings), *show_steps(calculated.steps))
    lines = (*shown, said, *([then] if then else []))
    used = tuple(one for one in entries if one.role not in stated)
    entry = _record(session, calculation, calculated, lines, readings, used)
    result = _Result.model_validate(entry.answer)
    if result.document is None:
        would_say = (
            concludes.then_holds or state(concludes.holds, calculation),
            concludes.then_fails or state(concludes.fails, calculation),
        )
        about = {"id": calculation.id, "title": calculation.title, "entry": entry.key}
        return Lacking(**about, missing=result.missing, would_say=would_say, settles=calculation.settles), None
    return _make_finding(calculation, result, entry, readings, settles=calculation.settles, then=bool(then))


def _compare(
    session: Session,
    calculation: Calculation,
    calculated: Calculated,
    stated: Stated,
    entries: tuple[EntryInput, ...],
) -> _Fact:
    """Whether the figure that the file states is the one that was worked out, and if not, where it comes from."""
    about = calculation.model_copy(
        update={"id": f"{calculation.id}{_STATED}", "title": f"{calculation.title}: the figure that is stated"}
    )
    title = next(one.title for one in calculation.inputs if one.name == stated.stated.name)
    last = next((n for n, step in enumerate(stated.steps, start=1) if step.name == stated.step.name), 0)
    lines = [*show_steps(stated.steps[:last]), _say_stated(calculation, calculated, stated, title)]
    readings = (*calculated.readings, *([stated.single] if stated.single else ()))
    right = calculated.model_copy(update={"holds": not stated.step.wrong})
    entry = _record(session, about, right, lines, readings, entries)
    return _make_finding(about, _Result.model_validate(entry.answer), entry, readings, settles=False)


def _say_stated(calculation: Calculation, calculated: Calculated, stated: Stated, title: str) -> str:
    figure = f"{title[:1].upper()}{title[1:]}, {stated.step.stated},"
    if not stated.step.wrong:
        return f"{figure} is right: worked out, it is {stated.step.value}."
    if stated.single is None:
        return f"{figure} is wrong: worked out, it is {stated.step.value}."
    count = sum(one.name == stated.single.name for one in calculated.readings)
    single = _show_dated(calculation, stated.single)
    return (
        f"{figure} is wrong: it comes from {single} alone, in place of {count} such figures, and worked out from "
        f"all {count} it is {stated.step.value}."
    )


def _list_counted(calculation: Calculation, readings: Sequence[Reading]) -> Iterator[str]:
    """The figures of which there are several, a sentence for each input."""
    for wanted in calculation.inputs:
        several = [_show_dated(calculation, one) for one in readings if one.name == wanted.name]
        if len(several) > 1:
            yield f"{wanted.title[:1].upper()}{wanted.title[1:]}: {', '.join(several)}."


def _show_dated(calculation: Calculation, reading: Reading) -> str:
    shown = show_figure(reading.value, calculation.kinds[reading.name]) if reading.value is not None else ""
    return f"{shown} ({show_figure(reading.dated)})" if reading.dated else shown


def _record(
    session: Session,
    calculation: Calculation,
    calculated: Calculated,
    lines: Sequence[str],
    readings: Sequence[Reading],
    entries: tuple[EntryInput, ...],
) -> Entry:
    """The result as an entry that depends on each sentence a figure or a rule was read in."""

    def write() -> Any:
        if calculated.missing:
            return _Result(missing=calculated.missing).json_value()
        document = make_computed_document(calculation.id, calculation.title, lines)
        return _Result(document=document, holds=calculated.holds).json_value()

    return session.clerk.compute(
        FINDING,
        write,
        ValueInput(role="calculation", value=calculation.json_value()),
        *entries,
        *(PointerInput(role=f"{n} {one.name}", pointer=one.pointer) for n, one in enumerate(readings)),
        rule="decimal arithmetic",
    )


def _make_finding(
    calculation: Calculation,
    result: _Result,
    entry: Entry,
    readings: Iterable[Reading],
    *,
    settles: bool,
    then: bool = False,
) -> _Fact:
    """The finding in a document whose last sentence, or last but one where something follows, says what came out."""
    assert result.document
    *working, passage = make_passages(result.document)
    follows = passage if then else None
    if then:
        passage = working.pop()
    sources = {one.pointer: Passage(pointer=one.pointer, text=one.text, cite=one.cite) for one in readings}
    finding = Finding(
        id=calculation.id,
        title=calculation.title,
        passage=passage,
        follows=follows,
        working=tuple(working),
        sources=tuple(sources.values()),
        holds=result.holds,
        settles=settles,
        value=calculation.value,
        entry=entry.key,
    )
    return finding, result.document


def work_out_again(
    pack: Pack,
    corpus: Corpus,
    *,
    judge: PairJudge,
    about: Examining | None = None,
    file: Any = None,
    without: Collection[Pointer] = (),
) -> tuple[Document, ...]:
    """The computed documents of a corpus, and of the examined `file`, worked out apart from any record.

    A sentence that code wrote is checked against these: the record that holds it cannot vouch for it.
    """
    store = MemoryStore()
    given = {about.examined.file: file} if about else {}
    run = open_run(store, "work out again", {}, clock=lambda: _EPOCH)
    clerk = Clerk(store, {}, run=run, clock=lambda: _EPOCH)
    session = Session(
        run=run, store=store, clerk=clerk, tools=Tools(pack=pack, corpus=corpus, judge=judge, given=given)
    )
    if about:
        about = about._replace(readings=tuple(_keep_apart(clerk, one) for one in about.readings), rules=None)
    return find_facts(session, about=about, without=without).documents


def _keep_apart(clerk: Clerk, entry: Entry) -> Entry:
    """What another record answered, in this one, where nothing that it rested on is held."""
    recorded = ValueInput(role="recorded as", value=entry.key)
    return clerk.compute(entry.draft.kind, lambda: entry.answer, recorded, rule="as recorded")


def list_computed(entries: Iterable[Entry]) -> tuple[Document, ...]:
    """The documents that findings among these entries wrote."""
    results = (_Result.model_validate(entry.answer) for entry in entries if entry.draft.kind == FINDING)
    return tuple(result.document for result in results if result.document is not None)


def list_read(finding: Entry) -> dict[Pointer, str]:
    """What each sentence that a finding rests on was read for, in words."""
    values = {one.role: one.value for one in finding.draft.inputs if isinstance(one, ValueInput)}
    read = [one for one in finding.draft.inputs if isinstance(one, PointerInput)]
    if "finding" in values:
        title = KIND_WORDS[FileFinding.model_validate(values["finding"]).kind]
        return {one.pointer: title for one in read}
    calculation = Calculation.model_validate(values["calculation"])
    titles = {one.name: one.title for one in calculation.sought}
    names = {one.pointer: one.role.partition(" ")[2] for one in read}
    return {pointer: f"{calculation.title}: {titles.get(name, name)}" for pointer, name in names.items()}
