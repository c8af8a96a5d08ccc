"""A hearing over an examined file: one admitted challenge, and everything that may be looked at to settle it.

The file stays as it was: what is challenged is a decision that somebody else wrote. The outcome says what was found,
and where a person has to decide it says what to look at; the person's answer is another run over the same challenge.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from foam.acts.shown import ShownFile, show_documents
from foam.argument.casefile import CaseFile as NumberedFile
from foam.argument.casefile import FiledDocument as NumberedDocument
from foam.argument.casefile import Role
from foam.argument.grounding import stands_in
from foam.argument.working import Context, Figure, compute, list_inputs, show_result
from foam.contest.filed.subject import ExaminedFile, FilePart
from foam.contest.findings import apply_answer, make_finding, make_reason, reject, send_to_person
from foam.contest.given import Given
from foam.contest.hearing import Hearing, count_asked
from foam.contest.kinds.recount import find_faults, find_own_slip, read_steps
from foam.contest.outcome import Finding, Locality, Settled
from foam.contest.part import make_evidence_id
from foam.contest.preview import Preview, WouldAsk
from foam.contest.weigh import NOBODY, Weighing, weigh
from foam.errors import InputError
from foam.evidence.corpus import Corpus
from foam.evidence.document import Document
from foam.examination.authors import read_author
from foam.examination.file import CaseFile, FiledDocument
from foam.examination.finding import FindingKind
from foam.examination.quotations import find_quoted
from foam.job.acts import ATTEMPTS
from foam.job.session import Session
from foam.record.entry import EntryInput
from foam_quotes.text.pointer import Pointer

if TYPE_CHECKING:
    from foam.job.orders.contest import Step

_ROLES: dict[str, Role] = {"decision": "decision", "rules": "rule", "party": "party", "authority": "authority"}
"""Whose word a document is, as far as the file says it; else it is a record."""
_SUM = "sum"


@dataclass(frozen=True)
class FileHearing(Hearing):
    """One challenge to a sentence of the file."""

    part: FilePart
    examined: ExaminedFile
    brought: tuple[Document, ...] = ()

    def refuse(self) -> None:
        if wrong := self.challenge.ground.refuse_file(self):
            raise InputError(wrong, hint=self.challenge.ground.hint)

    async def settle(self, session: Session, entry: str, given: Given | None) -> Settled[ExaminedFile]:
        """By a person's answer, by code where it can tell, else by whoever reads, else left to a person."""
        found = apply_answer(session, entry, given) if given else await self._find(session, entry)
        return Settled(found, self.examined, Locality(asked=count_asked(session), reused=0, changed=()))

    async def _find(self, session: Session, entry: str) -> Finding:
        def settle_by_code() -> Any:
            found = self.challenge.ground.settle_file(self)
            return found.json_value() if found else {}

        admitted = EntryInput(role="challenge", key=entry)
        told = session.clerk.compute("settlement", settle_by_code, admitted, rule="challenge to a file").answer
        if told:
            return Finding.model_validate(told)
        weighed = await weigh(session, entry, self.weighing, make_evidence_id(self.at))
        return make_finding(weighed.disposition, weighed.move, weighed.reason) if weighed else self.refer(NOBODY)

    def preview(self, corpus: Corpus | None = None) -> Preview:
        found = self.challenge.ground.settle_file(self)
        told = [one.text for one in found.reasons] if found else self.refer(NOBODY).look_at
        return Preview(
            challenge=self.challenge,
            part=self.part,
            asks=self.fit.asks,
            settled_by="code" if found else "judge",
            would_ask=() if found else (WouldAsk(what="evaluate", about=self.part.id, at_most=ATTEMPTS),),
            could_change=(),
            beside=tuple(told),
        )

    @property
    def weighing(self) -> Weighing:
        """The challenge as a reader is shown it: with the whole file, its rules among it."""
        place = f"{self.place}, {self.filed.name}"
        return Weighing(self.challenge, self.fit.asks, place, self.sentence, self.shown)

    @property
    def file(self) -> CaseFile:
        return self.examined.file

    @property
    def at(self) -> Pointer:
        return self.part.at

    @property
    def filed(self) -> FiledDocument:
        """The document in which the challenged sentence stands."""
        return self.file.by_id[self.at.document]

    @property
    def sentence(self) -> str:
        return self.filed.sentences[self.at.sentence]

    @cached_property
    def numbered(self) -> dict[str, Document]:
        """Every document of the file, and those that are brought, by number."""
        documents = (*(one.document for one in self.file.documents), *self.brought)
        return {f"{number:02}": one for number, one in enumerate(documents, start=1)}

    @cached_property
    def shown(self) -> ShownFile:
        """The whole file as a reader is shown it, the challenged sentence and what is brought first of all."""
        wanted = {self.place.partition("#")[0]: {self.at.sentence}}
        brought = {one.id for one in self.brought}
        wanted |= {name: set(range(len(one.ends))) for name, one in self.numbered.items() if one.id in brought}
        return show_documents(self.numbered, wanted)

    @cached_property
    def named(self) -> NumberedFile:
        """The same with whose word each document is."""
        held = {one.id: one for one in self.file.documents}
        documents: dict[str, NumberedDocument] = {}
        for number, one in self.numbered.items():
            role, sentences = _find_role(held.get(one.id)), tuple(map(one.sentence, range(len(one.ends))))
            documents[number] = NumberedDocument(role=role, dated=read_author(one).dated, sentences=sentences)
        return NumberedFile(documents=documents)

    @property
    def place(self) -> str:
        """The challenged sentence by number: `01#s4`."""
        number = next(name for name, one in self.numbered.items() if one.id == self.at.document)
        return f"{number}#s{self.at.sentence}"

    @property
    def places_brought(self) -> tuple[str, ...]:
        """Every sentence that is brought, by number."""
        brought = {one.id for one in self.brought}
        names = {document.number for document in self.shown.documents if self.numbered[document.number].id in brought}
        return tuple(at for at in self.shown.ids if at.partition("#")[0] in names)

    def sustain_by(self, kind: FindingKind) -> Finding | None:
        """Sustained where code found this to be at fault in the sentence; what a model found sustains nothing."""
        every = self.examined.examination.findings
        found = [one for one in every if one.kind == kind and one.established == "code" and self.at == one.pointers[0]]
        told = ((" ".join([one.text, *one.working]), one.id, map(make_evidence_id, one.pointers)) for one in found)
        reasons = [make_reason(text, name, *cites) for text, name, cites in told]
        return make_finding("sustained", "concede", *reasons) if reasons else None

    def find_wrong(self, steps: Sequence[Step]) -> str:
        """What is wrong with the steps of a working; empty where they can be worked out."""
        try:
            working = read_steps(_SUM, steps, self.named)
        except ValueError as error:
            return str(error)
        return find_faults(_SUM, working, self.named, {})

    def recount(self, steps: Sequence[Step]) -> Finding | None:
        """Rejected where the steps do not come to what is claimed, `already so` where the sentence states their result.
        Sums in its words are not read."""
        working = read_steps(_SUM, steps, self.named)
        comes_to, cite = compute(working, Context({_SUM: working})).value, make_evidence_id(self.at)
        if why := find_own_slip(working, comes_to, steps[-1].value):
            return reject(make_reason(why, cite))
        figures = {Fraction(one.value) for one in list_inputs(working) if isinstance(one, Figure)}
        if not isinstance(comes_to, Fraction) or comes_to in figures:
            return None
        if stands_in(Decimal(comes_to.numerator) / comes_to.denominator, self.sentence):
            why = f"These steps come to {show_result(comes_to)}, and the sentence says so."
            return make_finding("already so", "rebut", make_reason(why, cite))
        return None

    def find_quoted(self, words: str) -> Finding | None:
        """Rejected where another document has these quoted words of the sentence, to the letter."""
        held = [one for one in find_quoted(self.file, self.filed, self.at.sentence) if words in one.text]
        if not held:
            return None
        cited = [one.pointer for one in held]
        source = self.file.by_id[cited[0].document].shown_first
        return reject(make_reason(f"{source} says so: “{held[0].text}”", *map(make_evidence_id, cited)))

    def refer(self, why: str) -> Finding:
        """Left to a person: what to look at, what the examination found there, and the sentences that are brought."""
        near = (one.text for one in self.examined.examination.findings if self.at in one.pointers)
        sentences = self.shown.sentence_by_id
        brought = (f"“{sentences[at].text}” ({self.shown.name_source(at)}, {at})" for at in self.places_brought)
        look_at = (
            self.fit.look_at,
            f"“{self.sentence}” ({self.filed.name}, {self.place})",
            *near,
            *brought,
        )
        return send_to_person(make_reason(why, make_evidence_id(self.at)), look_at=look_at)


def _find_role(filed: FiledDocument | None) -> Role:
    if filed is None:
        return "record"
    return _ROLES.get(filed.part) or _ROLES.get(filed.author.role, "record")
