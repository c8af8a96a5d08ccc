"""How a challenge to a decision over a file is settled, kind by kind.

It is sustained where the examination or the file shows that it is right, rejected where code vouches for what it
attacks or where it rests on nothing, and goes to a person in every other case. The challenger's words are shown and
compared with the file; they decide nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from foam.contest.challenge import Challenge, CountedAgainst, LeftOut
from foam.contest.filed.bearing import find_mention, find_rule_that_asks, find_same, weigh_reasons
from foam.contest.filed.papers import PutAside, find_objection, is_nobodys, sort_papers
from foam.contest.filed.subject import ExaminedFile, FilePart
from foam.contest.filed.ties import find_tie
from foam.contest.filed.vouching import find_own_sum, find_source, find_turned, vouch_for_date, vouch_for_sum
from foam.contest.hearing import make_finding, make_reason, reject
from foam.contest.outcome import Finding, Reason
from foam.deliberation.compile import make_evidence_id
from foam.evidence.corpus import Passage
from foam.evidence.document import Document
from foam.examination.amounts import read_outline
from foam.examination.conditions import AssessedCondition, assess_conditions
from foam.examination.file import CaseFile, FiledDocument
from foam.examination.finding import Finding as FileFinding
from foam.examination.finding import FindingKind
from foam.examination.parts import find_operative, list_rules
from foam.examination.reports import Weigh, weigh_shipped
from foam.examination.statements import find_wrong
from foam.examination.wording import Line, list_topics
from foam.text.instructions import instructs_programs
from foam.text.pointer import Pointer

_MOST_SHOWN = 6
"""Conditions that a person is shown."""
_SHARED = 2
"""Words, or one figure, that a challenge must share with a finding for the finding to be what it is about."""


@dataclass(frozen=True)
class FileHearing:
    """One admitted challenge and everything its check may look at."""

    examined: ExaminedFile
    challenge: Challenge
    part: FilePart
    brought: tuple[Document, ...] = ()
    weigh_pairs: Weigh = weigh_shipped

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
        return sort_papers(self.brought, (self.sentence, self.challenge.because), self.file)

    def list_findings(self, *kinds: FindingKind, first: bool = True) -> tuple[FileFinding, ...]:
        """Findings of these kinds about the challenged sentence: at fault in it, or resting on it.

        What a model found, or what is a hint, sustains nothing by itself: a person decides.
        """
        findings = self.examined.examination.findings
        known = (one for one in findings if one.established != "model" and not one.is_hint)
        found = (one for one in known if one.kind in kinds)
        return tuple(one for one in found if self.at in (one.pointers[:1] if first else one.pointers))


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
    because = hearing.challenge.because
    if own := find_wrong(read_outline(because)):
        text = f"The challenge's own sum does not come out: {own[0].working}."
        return reject(make_reason(text, _cite(hearing.at)))
    if (told := find_own_sum(hearing.filed, hearing.at, because)) is not None:
        text = f"The document's own figures give another result: {told}."
        return _grant(hearing, make_reason(text, _cite(hearing.at)))
    if vouch_for_sum(hearing.file, hearing.at):
        return _vouch(hearing, "The figures were worked out again and come out as they are stated.")
    return _refer(hearing, "Work the figures out by hand, with the records that they come from.")


def _check_date(hearing: FileHearing) -> Finding:
    if found := hearing.list_findings("date"):
        return _sustain(found)
    if vouch_for_date(hearing.file, hearing.at, hearing.challenge.because):
        return _vouch(hearing, "The calendar, the order of events and the terms were checked, and they fit.")
    return _refer(hearing, "Hold the days against the calendar and the other papers of the file.")


def _check_quotation(hearing: FileHearing) -> Finding:
    because = hearing.challenge.because
    if found := hearing.list_findings("quotation", "report"):
        return _sustain(found)
    if (turned := find_turned(hearing.file, hearing.at, because, weigh_pairs=hearing.weigh_pairs)) is not None:
        return _turn(hearing, turned)
    source = find_source(hearing.file, hearing.at, weigh_pairs=hearing.weigh_pairs)
    if source is not None:
        said = source.document.say(source.number)
        text = f"{source.document.shown_first} says so: “{said.text}”"
        return reject(make_reason(text, _cite(said.pointer)), answering=[_pass(hearing, said.pointer)])
    return _refer(hearing, "Read the source beside the sentence.")


def _check_condition(hearing: FileHearing) -> Finding:
    dropped = [one for one in hearing.list_findings("quotation", "report") if "leaves out" in one.text]
    unmet = [one for one in hearing.list_findings("condition", first=False) if one.established == "code"]
    if found := (*unmet, *dropped):
        return _sustain(found)
    is_rule = hearing.filed in list_rules(hearing.file)
    because = hearing.challenge.because
    turned = None if is_rule else find_turned(hearing.file, hearing.at, because, weigh_pairs=hearing.weigh_pairs)
    if turned is not None:
        return _turn(hearing, turned)
    assessed = [
        one
        for one in assess_conditions(hearing.file, weigh_pairs=hearing.weigh_pairs)
        if hearing.at == one.condition.rule.document.pointer(one.condition.sentence)
    ]
    if assessed and all(one.status == "met" and one.how == "code" for one in assessed):
        places = [filed.document.pointer(number) for one in assessed for filed, number in one.shown_by]
        told = "; ".join(step for one in assessed for step in one.working)
        reason = make_reason(f"The condition is met. {told}".strip(), _cite(hearing.at), *map(_cite, places))
        return reject(reason, answering=[_pass(hearing, place) for place in places])
    return _refer(hearing, "Hold each condition of the rule against the facts.", *map(_tell_condition, assessed))


def _check_outcome(hearing: FileHearing) -> Finding:
    """Sustained where code found what stands against the decision and the challenge speaks of that very thing."""
    decision = hearing.examined.decision
    found = [
        one
        for one in hearing.examined.examination.findings
        if one.kind in ("condition", "date", "reason", "arithmetic")
        and one.established == "code"
        and not one.is_hint
        and decision is not None
        and _is_decided_on(one, decision, hearing)
        and _is_about(hearing.challenge.because, one)
    ]
    if found:
        return _sustain(found)
    return _refer(
        hearing, "Go through the rule step by step and see whether the facts of the file lead to the outcome."
    )


def _check_left_out(hearing: FileHearing) -> Finding:
    decision, filed = hearing.examined.decision, hearing.filed
    if (nothing := _find_nothing(hearing)) is not None:
        return nothing
    if decision is None:
        return _refer(hearing, "No document of the file was named as the decision.")
    same = find_same(hearing.file, decision, hearing.sentence)
    if same is not None and filed.id not in {one.id for one in list_rules(hearing.file)}:
        said = decision.say(same)
        return _refer(hearing, f"See whether the decision says it already: “{said.text}”")
    if find_mention(hearing.file, decision, filed) is not None:
        return _refer(hearing, f"The decision names {filed.shown}: see whether it deals with this sentence.")
    weighed = weigh_reasons(hearing.file, decision, hearing.sentence, weigh_pairs=hearing.weigh_pairs)
    ground = hearing.challenge.ground
    reverses = isinstance(ground, LeftOut) and ground.wants == "reverse"
    helps = [one for one in weighed if (one.contradicts if reverses else one.supports)]
    hurts = [one for one in weighed if (one.supports if reverses else one.contradicts)]
    asked = find_rule_that_asks(hearing.file, filed, hearing.sentence)
    if helps and not hurts and filed.author.role != "party":
        reason = helps[0].reason
        cited = reason.decision.document.pointer(reason.sentences[0])
        text = f"The decision does not mention {filed.shown}, and it bears on the reason “{reason.claim}”"
        return _grant(hearing, make_reason(text, _cite(hearing.at), _cite(cited)))
    if asked is not None and not hurts:
        rule = asked[0].say(asked[1])
        text = f"The decision does not mention {filed.shown}, although the rule asks for it: “{rule.text}”"
        return _grant(hearing, make_reason(text, _cite(hearing.at), _cite(rule.pointer)))
    return _refer(hearing, f"The decision does not mention {filed.shown}: see whether it changes anything.")


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
    decision, filed = hearing.examined.decision, hearing.filed
    if (nothing := _find_nothing(hearing)) is not None:
        return nothing
    if decision is None:
        return _refer(hearing, "No document of the file was named as the decision.")
    weighed = weigh_reasons(hearing.file, decision, hearing.sentence, weigh_pairs=hearing.weigh_pairs)
    ground = hearing.challenge.ground
    reverses = isinstance(ground, CountedAgainst) and ground.wants == "reverse"
    cited = [one for one in weighed if filed.id in {cite.id for cite in one.reason.cites}]
    helps = [one for one in cited if (one.contradicts if reverses else one.supports)]
    if helps and not any((one.supports if reverses else one.contradicts) for one in weighed):
        reason = helps[0].reason
        place = reason.decision.document.pointer(reason.sentences[0])
        text = f"The decision cites {filed.shown} for “{reason.claim}”, and the sentence says the opposite."
        return _grant(hearing, make_reason(text, _cite(hearing.at), _cite(place)))
    return _refer(hearing, "See for which side the sentence speaks, and how the decision uses it.")


def _check_independence(hearing: FileHearing) -> Finding:
    tie = find_tie(hearing.file, hearing.filed)
    if tie is not None:
        why, number = tie
        text = f"{hearing.filed.shown_first} is not independent: {why}."
        return _grant(hearing, make_reason(text, _cite(hearing.filed.document.pointer(number))))
    return _refer(hearing, "Find out what ties the author to a side of the matter; the file does not show it.")


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


def _turn(hearing: FileHearing, line: Line) -> Finding:
    """A source says what the challenge says of it, and not what the challenged sentence says."""
    said = line.document.say(line.number)
    text = f"{line.document.shown_first} says otherwise than the sentence: “{said.text}”"
    return _grant(hearing, make_reason(text, _cite(hearing.at), _cite(said.pointer)))


def _vouch(hearing: FileHearing, text: str) -> Finding:
    return reject(make_reason(text, _cite(hearing.at)), answering=[_pass(hearing, hearing.at)])


def _refer(hearing: FileHearing, *look_at: str) -> Finding:
    """Leave it to a person, with what to look at."""
    near = [one for one in hearing.examined.examination.findings if hearing.at in one.pointers]
    kept, _ = hearing.papers
    brought = [f"“{one.name}” was brought with it and is signed: read it." for one in kept]
    text = "Neither code nor the judge can see whether it is right. A person decides."
    return make_finding("for a person", "none", make_reason(text, _cite(hearing.at))).model_copy(
        update={"look_at": (*look_at, *(one.text for one in near), *brought)}
    )


def _is_decided_on(one: FileFinding, decision: FiledDocument, hearing: FileHearing) -> bool:
    """Whether a finding is about what was decided: a condition of the rules, or a sentence of the decision."""
    if one.kind == "condition":
        return True
    operative = find_operative(decision)
    return one.pointers[0].document == decision.id and (operative is not None or hearing.at in one.pointers)


def _is_about(because: str, one: FileFinding) -> bool:
    """Whether a challenge speaks of what was found: by a figure that both have, and by words."""
    told = " ".join([one.text, *one.working, *(passage.text for passage in one.passages)])
    figures = {amount.value for amount in read_outline(because).amounts}
    shared = figures & {amount.value for text in told.split(". ") for amount in read_outline(text).amounts}
    words = list_topics(because) & list_topics(told)
    return len(words) >= _SHARED and (bool(shared) or len(words) >= 2 * _SHARED)


def _tell_condition(one: AssessedCondition) -> str:
    shown = "; ".join(f"“{filed.sentences[number]}”" for filed, number in one.shown_by)
    return f"The condition “{one.condition.text}”: {one.status}{f', by {shown}' if shown else ''}."


def _cite(pointer: Pointer) -> str:
    return make_evidence_id(pointer)


def _pass(hearing: FileHearing, pointer: Pointer) -> Passage:
    filed = hearing.file.by_id[pointer.document]
    return Passage(pointer=pointer, text=filed.sentences[pointer.sentence], cite=filed.name)
