"""What an examination of the file found, as facts of a deliberation beside those that the pack works out.

Each finding is a sentence in a document of its own, after the steps that show it; its pointer is printed `finding:…`.
Its entry depends on the sentences that show it, so that each can be challenged; a finding one of whose sentences was
struck is found no more. What rests on words that tell programs what to do is no fact. A finding that decides says what
follows for the motion, and settles it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import NamedTuple

from pydantic import Field

from foam.argument.motion import Motion
from foam.evidence.computed import make_finding_document
from foam.evidence.corpus import Passage, make_passages
from foam.evidence.document import Document
from foam.examination.file import CaseFile, FiledDocument
from foam.examination.finding import Bearing, Finding, SaidPassage
from foam.examination.job import order_findings, read_findings, record_check
from foam.examination.modelled.read import read_by_model
from foam.examination.modelled.result import ModelReading
from foam.examination.report import KIND_WORDS
from foam.examination.rules import Rules, find_rules
from foam.job.retrieval import depend_on
from foam.job.session import Session
from foam.perspective.policy import Source
from foam.record.entry import Entry, PointerInput, ValueInput
from foam.text.pointer import Pointer
from foam.text.taken_back import UNDONE_WORDS
from foam.values import Value

CASE_FILE = "case file"
"""The kind of entry that keeps an examined file."""
_MOST = 12
"""Findings that are put before the seats; what decides and what touches the decision comes first."""
_UNDOES = re.compile(rf"\b(?:{UNDONE_WORDS}|void|invalid|unlawful|wrong)\b", re.IGNORECASE)
_KEEPS = re.compile(
    r"\b(?:uph[eo]ld|stand|confirm(?:ed)?|affirm(?:ed)?|maintain(?:ed)?|valid|lawful|right|correct|in force)\b",
    re.IGNORECASE,
)
_NOT = re.compile(r"\bnot\b|n't\b", re.IGNORECASE)
_DENIAL: dict[Bearing, str] = {
    "against": "By this, the decision should not stand.",
    "for": "By this, the decision should stand.",
}


class ExaminedFile(Value):
    """The file that a deliberation is about, as its spec names it."""

    file: str
    """Digest of the case file."""
    asks: bool = Field(default=False, exclude_if=lambda asks: not asks)
    """Whether the model that deliberates is asked, too, what it finds in the file: one that writes."""


class Examining(NamedTuple):
    """The file that is examined, the motion that its findings are to decide, and what a model gave for it."""

    examined: ExaminedFile
    motion: Motion
    readings: tuple[Entry, ...] = ()
    """The entries that keep what became of what a model wrote about the file."""
    rules: Rules | None = None
    """The checks that it was examined by for the version that is challenged: a challenge finds nothing anew."""


class ExaminedFact(NamedTuple):
    """One finding in the document that holds its sentences."""

    finding: Finding
    document: Document
    passage: Passage
    follows: Passage | None
    working: tuple[Passage, ...]
    sources: tuple[Passage, ...]
    faulted: tuple[Pointer, ...]
    """The sentences among its sources that it finds at fault."""
    entry: Entry


def read_case_file(session: Session, examined: ExaminedFile) -> CaseFile:
    """The file as it is kept in the record."""
    return CaseFile.model_validate(session.read_given(CASE_FILE, examined.file))


async def take_up(session: Session, examined: ExaminedFile, motion: Motion) -> Examining:
    """The file with what a model that writes finds in it, where one is to be asked."""
    if not examined.asks:
        return Examining(examined, motion)
    file = read_case_file(session, examined)
    checks = find_rules(session, examined.file).checks
    known = [one for check in checks for one in read_findings(record_check(check, file, session))]
    read = await read_by_model(session, file, order_findings(known, file))
    return Examining(examined, motion, tuple(one.entry for one in read if one.entry is not None))


def examine_file(
    session: Session, about: Examining, kind: str, *, without: Collection[Pointer] = ()
) -> tuple[ExaminedFact, ...]:
    """Every finding of the file as a fact. `kind` is the kind of entry that keeps it."""
    examined, motion, readings, then = about
    file = read_case_file(session, examined)
    entries = [record_check(check, file, session) for check in find_rules(session, examined.file, then).checks]
    origin = {one.id: entry for entry in reversed(entries) for one in read_findings(entry)}
    struck = frozenset(without)
    found = order_findings([one for entry in entries for one in read_findings(entry)], file)
    for entry in readings:
        written = ModelReading.model_validate(entry.answer).findings
        origin |= {one.id: entry for one in written}
        found += tuple(one for one in written if one.pointers not in {known.pointers for known in found})
    sound = [one for one in found if not one.rests_on_orders]
    standing = [one for one in sound if struck.isdisjoint(one.pointers)]
    ordered = sorted(standing, key=lambda one: one.bearing is None)
    return tuple(_state(session, one, motion, file, origin[one.id], kind) for one in ordered[:_MOST])


def say_follows(bearing: Bearing, motion: Motion) -> str:
    """What a finding that decides comes to: the motion's own statement or denial where it speaks of the decision."""
    undoes, keeps = bool(_UNDOES.search(motion.affirmed)), bool(_KEEPS.search(motion.affirmed))
    if undoes == keeps:
        return _DENIAL[bearing]
    if _NOT.search(motion.affirmed):
        undoes = not undoes
    return motion.affirmed if undoes == (bearing == "against") else motion.denied


def describe_authors(sources: dict[str, Source], file: CaseFile) -> dict[str, Source]:
    """What is known of the documents, with how their authors stand to the matter and whether they signed."""
    return {
        **sources,
        **{one.id: _add_author(sources.get(one.id, Source(document=one.id)), one) for one in file.documents},
    }


def _add_author(source: Source, filed: FiledDocument) -> Source:
    author = filed.author
    authors = source.authors or ((author.name,) if author.name else ())
    known = {"role": author.role, "signed": author.signed, "by": describe_author(filed), "authors": authors}
    return source.model_copy(update=known)


def describe_author(filed: FiledDocument) -> str:
    """Who wrote a document, in what role, signed or not, and whether they saw it: `Anna Berg (party), signed`.

    Of an article that nobody signed or dated, its name is all there is to tell.
    """
    author = filed.author
    if filed.is_nobodys:
        return filed.name
    role = {"unknown": "role unknown"}.get(author.role, author.role)
    signed = ", signed" if author.signed else "" if author.name else ", not signed"
    seen = {"first-hand": ", first-hand", "reported": ", from hearsay", "unknown": ""}[author.knowledge]
    return f"{author.name or filed.name} ({role}){signed}{seen}"


def _state(session: Session, one: Finding, motion: Motion, file: CaseFile, origin: Entry, kind: str) -> ExaminedFact:
    then = [say_follows(one.bearing, motion)] if one.bearing else []
    steps = [step.replace(" − ", " minus ") for step in one.working]  # a sign between spaces would be read as a dash

    def write() -> object:
        sentences, by_model = [*steps, one.text, *then], one.established == "model"
        document = make_finding_document(one.id, KIND_WORDS[one.kind], sentences, by_model=by_model)
        return {"document": document.json_value(), "holds": one.bearing != "against", "missing": []}

    entry = session.clerk.compute(
        kind,
        write,
        ValueInput(role="finding", value=one.json_value()),
        depend_on("examination", origin),
        *(PointerInput(role=f"{n} shown", pointer=pointer) for n, pointer in enumerate(dict.fromkeys(one.pointers))),
        *(ValueInput(role="follows", value=said) for said in then),
        rule="examination",
    )
    document = Document.model_validate(entry.answer["document"])
    *working, passage = make_passages(document)
    follows = passage if then else None
    if then:
        passage = working.pop()
    sources, faulted = tuple(_list_sources(one.passages)), list_faulted(one, file)
    return ExaminedFact(one, document, passage, follows, tuple(working), sources, faulted, entry)


def list_faulted(finding: Finding, file: CaseFile) -> tuple[Pointer, ...]:
    """The sentence that a finding says is wrong: its first, where it decides against the decision only if that is the
    decision's own, since what decides may begin with the fact.
    """
    decision = file.decision.id if file.decision else ""
    first = finding.pointers[:1]
    if finding.bearing is None:
        return first
    return tuple(one for one in first if finding.bearing == "against" and one.document == decision)


def _list_sources(said: Iterable[SaidPassage]) -> Iterable[Passage]:
    once = {one.pointer: Passage(pointer=one.pointer, text=one.text, cite=one.speaker) for one in said}
    return once.values()
