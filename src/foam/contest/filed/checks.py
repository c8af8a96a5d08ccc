"""How a challenge to a decision over a file is settled, kind by kind.

It is sustained where code shows that it is right, rejected where code vouches for what it attacks or where it rests on
nothing, and goes to a person in every other case. The challenger's words decide nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from foam.contest.challenge import Challenge
from foam.contest.filed.papers import PutAside, find_objection, is_nobodys, sort_papers
from foam.contest.filed.subject import ExaminedFile, FilePart
from foam.contest.filed.vouching import vouch_for_date, vouch_for_sum
from foam.contest.findings import make_finding, make_reason, reject
from foam.contest.outcome import Finding, Reason
from foam.contest.part import make_evidence_id
from foam.evidence.corpus import Passage
from foam.evidence.document import Document
from foam.examination.file import CaseFile, FiledDocument
from foam.examination.finding import Finding as FileFinding
from foam.examination.finding import FindingKind
from foam.examination.quotations import find_quoted
from foam.text.instructions import instructs_programs
from foam.text.pointer import Pointer


@dataclass(frozen=True)
class FileHearing:
    """One admitted challenge and everything its check may look at."""

    examined: ExaminedFile
    challenge: Challenge
    part: FilePart
    brought: tuple[Document, ...] = ()

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
    def papers(self) -> tuple[tuple[FiledDocument, ...], tuple[PutAside, ...]]:
        """What was brought and counts, and what was put aside."""
        return sort_papers(self.brought)

    def list_findings(self, kind: FindingKind) -> tuple[FileFinding, ...]:
        """What code found of a kind to be at fault in the challenged sentence. What a model found sustains nothing."""
        found = (one for one in self.examined.examination.findings if one.kind == kind and one.established == "code")
        return tuple(one for one in found if self.at == one.pointers[0])


def settle_challenge(hearing: FileHearing) -> Finding:
    """What becomes of the challenge. Papers that were put aside are named; without them it would have ended so, too."""
    found = _CHECKS[hearing.challenge.ground.kind](hearing)
    _, aside = hearing.papers
    notes = tuple(
        make_reason(f"“{one.paper.name}” was put aside: {one.why}.", _cite(one.paper.document.pointer(0)))
        for one in aside
    )
    return found.model_copy(update={"reasons": (*found.reasons, *notes)})


def _check_sum(hearing: FileHearing) -> Finding:
    if found := hearing.list_findings("arithmetic"):
        return _sustain(found)
    if vouch_for_sum(hearing.file, hearing.at):
        return _vouch(hearing, "The figures were worked out again and come out as they are stated.")
    return _refer(hearing, "Work the figures out by hand, with the records that they come from.")


def _check_date(hearing: FileHearing) -> Finding:
    if found := hearing.list_findings("date"):
        return _sustain(found)
    if vouch_for_date(hearing.file, hearing.at, hearing.challenge.because):
        return _vouch(hearing, "The calendar and the lengths between the days were checked, and they fit.")
    return _refer(hearing, "Hold the days against the calendar and the other papers of the file.")


def _check_quotation(hearing: FileHearing) -> Finding:
    if found := hearing.list_findings("quotation"):
        return _sustain(found)
    if held := find_quoted(hearing.file, hearing.filed, hearing.at.sentence):
        text = f"{hearing.file.by_id[held[0].pointer.document].shown_first} says so: “{held[0].text}”"
        cited = [one.pointer for one in held]
        return reject(make_reason(text, *map(_cite, cited)), answering=[_pass(hearing, one) for one in cited])
    return _refer(hearing, "Read the source beside the sentence.")


def _check_left_out(hearing: FileHearing) -> Finding:
    return _find_nothing(hearing) or _refer(hearing, "See whether the decision deals with this sentence.")


def _find_nothing(hearing: FileHearing) -> Finding | None:
    """What becomes of a challenge that rests on a sentence which can bear nothing out; None where it can."""
    filed = hearing.filed
    if instructs_programs(hearing.sentence):
        text = "The sentence tells the programs that read it what to do, and bears nothing out."
        return reject(make_reason(text, _cite(hearing.at)))
    why = find_objection(filed)
    if why and is_nobodys(filed):
        return reject(make_reason(f"{filed.shown_first} bears nothing out: {why}.", _cite(hearing.at)))
    return _refer(hearing, f"Find out whose paper {filed.shown} is: {why}.") if why else None


def _check_counted_against(hearing: FileHearing) -> Finding:
    look_at = "See for which side the sentence speaks, and how the decision uses it."
    return _find_nothing(hearing) or _refer(hearing, look_at)


def _check_independence(hearing: FileHearing) -> Finding:
    filed = hearing.filed
    if filed.author.role == "party":
        text = f"{filed.shown_first} is not independent: {filed.author.name or 'its author'} writes as a party."
        return _grant(hearing, make_reason(text, _cite(filed.document.pointer(0))))
    return _refer(hearing, "Find out what ties the author to a side of the matter; the file does not show it.")


def _check_condition(hearing: FileHearing) -> Finding:
    return _refer(hearing, "Hold each condition of the rule against the facts.")


def _check_outcome(hearing: FileHearing) -> Finding:
    look_at = "Go through the rule step by step and see whether the facts of the file lead to the outcome."
    return _refer(hearing, look_at)


_CHECKS: dict[str, Callable[[FileHearing], Finding]] = {
    "arithmetic": _check_sum,
    "date": _check_date,
    "misquotation": _check_quotation,
    "condition": _check_condition,
    "outcome": _check_outcome,
    "left_out": _check_left_out,
    "counted_against": _check_counted_against,
    "independence": _check_independence,
}


def _sustain(found: Iterable[FileFinding]) -> Finding:
    """The examination found what the challenge says."""
    reasons = [make_reason(" ".join([one.text, *one.working]), one.id, *map(_cite, one.pointers)) for one in found]
    return make_finding("sustained", "concede", *reasons)


def _grant(hearing: FileHearing, *reasons: Reason) -> Finding:
    return make_finding("sustained", "concede", *reasons, against=[_pass(hearing, hearing.at)])


def _vouch(hearing: FileHearing, text: str) -> Finding:
    return reject(make_reason(text, _cite(hearing.at)), answering=[_pass(hearing, hearing.at)])


def _refer(hearing: FileHearing, *look_at: str) -> Finding:
    """Leave it to a person, with what to look at."""
    near = [one for one in hearing.examined.examination.findings if hearing.at in one.pointers]
    kept, _ = hearing.papers
    brought = [f"“{one.name}” was brought with it and is signed: read it." for one in kept]
    text = "Code cannot see whether it is right. A person decides."
    return make_finding("for a person", "none", make_reason(text, _cite(hearing.at))).model_copy(
        update={"look_at": (*look_at, *(one.text for one in near), *brought)}
    )


def _cite(pointer: Pointer) -> str:
    return make_evidence_id(pointer)


def _pass(hearing: FileHearing, pointer: Pointer) -> Passage:
    filed = hearing.file.by_id[pointer.document]
    return Passage(pointer=pointer, text=filed.sentences[pointer.sentence], cite=filed.name)
