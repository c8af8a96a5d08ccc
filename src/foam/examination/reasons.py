"""The reasons of a decision, one by one: what each cites, and whether the file bears it out.

A reason is held against the documents it cites and then against the rest of the file: by code where it rests on a
figure or a day that does not come out, by the judge where it is a matter of words. Where the judge cannot tell, that is
what is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

from foam.examination.amounts import read_outline, show
from foam.examination.arithmetic import find_arithmetic, find_corrections
from foam.examination.dates import find_date_faults
from foam.examination.differences import is_turned
from foam.examination.file import CaseFile, FiledDocument
from foam.examination.finding import Finding, make_finding
from foam.examination.parts import find_decision, find_operative, is_outcome, list_rules
from foam.examination.reports import BEARS, Weigh, weigh_shipped
from foam.examination.sources import find_named
from foam.examination.wording import Line, Wording, is_heading, list_topics
from foam.text.mentions.dates import find_dates
from foam.text.mentions.references import find_references
from foam.text.words import count_words

Status: TypeAlias = Literal[
    "supported",
    "not supported",
    "contradicted",
    "nothing cited",
    "cannot tell",
    "wrong figure",
    "takes over a wrong figure",
]

_ITEM = re.compile(
    r"^\s*(?:\(?(?:\d{1,2}|[a-h]|[ivx]{1,4})[.)]\s+|(?:First|Second|Third|Fourth|Fifth|Finally|Last|Moreover|"
    r"Further)(?:ly|more)?,? )"
)
_PROCEDURE = re.compile(
    r"\b(?:you (?:may|can|have the right to) (?:ask|appeal|object|request|apply|contact|bring)|right of appeal|"
    r"within \d+ |"
    r"please|contact us|yours (?:sincerely|faithfully|truly)|dear|copy to|enclos\w+|if you (?:disagree|have questions|"
    r"wish)|"
    r"reasons? (?:is|are|for)\b.{0,20}:?$|as follows|the following)\b",
    re.IGNORECASE,
)
_BECAUSE = re.compile(
    r"\b(?:because|on the ground that|on the grounds that|for the reason that|as|since)\b (?P<claim>.{12,})",
    re.IGNORECASE,
)
_THAT = re.compile(
    r"\b(?:reported|reports|found|finds|stated|states|shows?|showed|says|said|wrote|writes|confirmed|confirms|noted|"
    r"notes|"
    r"established|proves?|proved)(?: on [^,]{3,25})?,? that (?P<claim>.{8,})",
    re.IGNORECASE,
)
_DENIED = re.compile(r"\b(?:not|never|n't) $")
"""What makes of `the letter shows that` its denial: then what follows is not what the reason says."""
_PAPER = re.compile(
    r"\b(?:the|your|our|an?|his|her|their|this) ((?:[\w'’-]+ ){0,3}?(?:report|letter|statement|note|e-?mail|ledger|"
    r"records?|minutes|"
    r"certificate|form|stub|slip|log|list|invoice|application|request|complaint|assessment|inspection|inspector|"
    r"teacher|doctor|"
    r"caseworker|officer|witness|audit|register|table|account|memo|notice|survey|photographs?)\b(?: (?:of|by|from|"
    r"dated) [^,.;]{3,40})?)",
    re.IGNORECASE,
)
_BACK = re.compile(r"\b(?:this|that|it|these|they)\b", re.IGNORECASE)
_OUGHT = re.compile(r"\b(?:must|shall|should|ought|may|could|would|might)\b")
_MEANT = re.compile(
    r"\b(?:not|never|n't) (?:want|wanted|mean|meant|intend|intended|try|tried|wish|wished|plan|planned|know|knew)\b"
)
"""What somebody did not want or know may have come about all the same."""
_FEWEST_WORDS = 5
_SUPPORTS, _CONTRADICTS = 0.6, 0.7
_PLAINLY_CONTRADICTS = 0.85
"""The same where neither a denial nor an opposite shows it."""
_READ = 6
"""Sentences that the judge reads for one reason."""
_ABOUT = 0.15
_LEAST_FIGURE = 10
"""A smaller figure stands in too many places to bear anything out."""
_NOTHING = 0.08
"""Share of a reason's words below which a document says nothing about it."""


class Reason(NamedTuple):
    """One reason of a decision."""

    decision: FiledDocument
    sentences: tuple[int, ...]
    claim: str
    """What it says is so."""
    cites: tuple[FiledDocument, ...]
    """The documents of the file that it names, but for rules."""
    rules: tuple[str, ...]
    """The rules that it names, as it names them."""


class AssessedReason(NamedTuple):
    """A reason, how it stands, and the sentences of the file that show it."""

    reason: Reason
    status: Status
    shown_by: tuple[tuple[FiledDocument, int], ...] = ()
    how: Literal["code", "judge"] = "code"
    sure: float = 0.0
    note: str = ""
    """For a wrong figure: what it is, and what it should be."""


def find_unfounded_reasons(file: CaseFile, *, weigh_pairs: Weigh = weigh_shipped) -> tuple[Finding, ...]:
    """The reasons that the file contradicts, that rest on a wrong figure, or that cite what says nothing about them."""
    return tuple(
        _tell(one)
        for one in assess_reasons(file, weigh_pairs=weigh_pairs)
        if one.status in ("contradicted", "takes over a wrong figure", "not supported")
    )


def assess_reasons(file: CaseFile, *, weigh_pairs: Weigh = weigh_shipped) -> tuple[AssessedReason, ...]:
    """Every reason of the decision, in order, with how it stands."""
    decision = find_decision(file)
    if decision is None:
        return ()
    reasons = split_reasons(file, decision)
    faults = (*find_arithmetic(file), *find_date_faults(file))
    corrections = find_corrections(file)
    rules = {one.id for one in list_rules(file)}
    wording = Wording(file)
    aside = {*rules, decision.id}
    lines = [line for line in wording.lines if line.document.id not in aside and not is_heading(line.text)]
    near = [_list_near(reason, lines, wording) for reason in reasons]
    asked = [(line.text, reason.claim) for reason, chosen in zip(reasons, near, strict=True) for line in chosen]
    weighed = iter(weigh_pairs(asked))
    found: list[AssessedReason] = []
    judged: list[tuple[Reason, list[tuple[float, Line]], list[tuple[float, Line]]]] = []
    for reason, chosen in zip(reasons, near, strict=True):
        read = [(next(weighed), line) for line in chosen]
        says = [(one.supports, line) for one, line in read if one.supports >= _SUPPORTS and one.bears >= BEARS]
        denies = [
            (one.contradicts, line)
            for one, line in read
            if one.contradicts >= _CONTRADICTS and one.bears >= BEARS and _can_deny(line, reason, file)
        ]
        judged.append((reason, says, denies))
    back = iter(weigh_pairs([(reason.claim, line.text) for reason, _, denies in judged for _, line in denies]))
    for reason, says, denies in judged:
        both = [(min(sure, next(back).contradicts), line) for sure, line in denies]
        kept = [
            (sure, line)
            for sure, line in both
            if sure >= (_CONTRADICTS if is_turned(line.text, reason.claim) else _PLAINLY_CONTRADICTS)
        ]
        found.append(_check_figures(reason, faults, corrections, file) or _settle(reason, says, kept, wording))
    return tuple(found)


def list_outcomes(decision: FiledDocument) -> tuple[int, ...]:
    """The sentences of a decision that say what was decided, and not why."""
    operative = find_operative(decision)
    return tuple(
        number
        for number, text in enumerate(decision.sentences)
        if is_outcome(text) or (number == operative and not _BECAUSE.search(text))
    )


def is_listed(decision: FiledDocument) -> bool:
    """Whether a decision numbers its reasons, so that each stands for itself."""
    return sum(bool(_ITEM.match(text)) for _, text in _list_body(decision)) >= 2


def _list_body(decision: FiledDocument) -> list[tuple[int, str]]:
    """The sentences that may say why."""
    outcomes = list_outcomes(decision)
    return [
        (number, text)
        for number, text in enumerate(decision.sentences)
        if number not in outcomes and not _PROCEDURE.search(text)
    ]


def split_reasons(file: CaseFile, decision: FiledDocument) -> tuple[Reason, ...]:
    """The reasons of a decision: its numbered items where it has them, else each sentence that says why."""
    operative, body = find_operative(decision), _list_body(decision)
    groups: list[list[int]] = []
    is_numbered = is_listed(decision)
    for number, text in body:
        follows = bool(groups) and groups[-1][-1] == number - 1
        is_short = count_words(text) < _FEWEST_WORDS
        ends = text.rstrip().endswith((".", "!", ";"))
        if is_numbered and _ITEM.match(text) and not is_short:
            groups.append([number])
        elif follows and ends and (is_numbered or is_short or _BACK.match(text)):
            groups[-1].append(number)
        elif not is_numbered and ends and not is_short:
            groups.append([number])
    return tuple(_make_reason(file, decision, group, operative) for group in groups)


def _make_reason(file: CaseFile, decision: FiledDocument, group: Sequence[int], operative: int | None) -> Reason:
    text = _ITEM.sub("", decision.sentences[group[0]]).strip()
    because = _BECAUSE.search(text) if group[0] == operative else None
    said = _THAT.search(text)
    found = because or (said if said and not _DENIED.search(text, 0, said.start()) else None)
    claim = (found["claim"] if found else text).strip(" .")
    whole = " ".join(decision.sentences[number] for number in group)
    rules = {one.id for one in list_rules(file)}
    cited = {one.id: one for one in _list_cited(file, whole, decision) if one.id not in rules}
    references = tuple(whole[one.span.start : one.span.end] for one in find_references(whole))
    return Reason(decision, tuple(group), f"{claim[0].upper()}{claim[1:]}.", tuple(cited.values()), references)


def _list_cited(file: CaseFile, text: str, decision: FiledDocument) -> Iterator[FiledDocument]:
    for match in _PAPER.finditer(text):
        yield from find_named(file, match[1], decision)
    for one in file.list_others(decision):
        surname = one.author.surname
        if len(surname) > 2 and re.search(rf"\b{re.escape(surname)}\b", text):
            yield one


def _can_deny(line: Line, reason: Reason, file: CaseFile) -> bool:
    """Whether a sentence can contradict a reason: one that says what ought to be or was wanted does not, nor one that
    was written before the day of which the reason tells, nor an entry of a list for another figure."""
    if _OUGHT.search(line.text) or _MEANT.search(line.text):
        return False
    own = line.document.author.dated
    told = [day for one in find_dates(reason.claim) if (day := one.whole)]
    if own is not None and told and own < min(told):
        return False
    entries = sum(one.document.origin.file == line.document.document.origin.file for one in file.documents)
    return entries == 1 or is_turned(line.text, reason.claim)


def _list_near(reason: Reason, lines: Sequence[Line], wording: Wording) -> list[Line]:
    """The sentences that share most with a reason, those of the documents it cites first."""
    cited = {one.id for one in reason.cites}
    topics = list_topics(reason.claim)
    rated = [(line.document.id in cited, wording.share(topics, line.topics), line) for line in lines]
    near = sorted((one for one in rated if one[1] >= _ABOUT), key=lambda one: (one[0], one[1]), reverse=True)
    return [line for _, _, line in near[:_READ]]


def _check_figures(
    reason: Reason, faults: Sequence[Finding], corrections: dict[Fraction, Fraction], file: CaseFile
) -> AssessedReason | None:
    """Whether a reason rests on a figure or a day that another check found wrong."""
    own = {str(reason.decision.document.pointer(number)) for number in reason.sentences}
    for fault in faults:
        if str(fault.pointers[0]) in own:
            places = tuple((file.by_id[one.document], one.sentence) for one in fault.pointers[1:])
            return AssessedReason(reason, "wrong figure", places, "code", fault.sure, fault.text)
    for amount in (
        one for number in reason.sentences for one in read_outline(reason.decision.sentences[number]).amounts
    ):
        right = None if amount.is_share else corrections.get(amount.value)
        taken = next((one for one in faults if right is not None and _is_about(reason, one)), None)
        if right is not None and taken is not None:
            places = tuple((file.by_id[one.document], one.sentence) for one in taken.pointers[:2])
            note = f"It takes over {amount.written}, which should be {show(right, amount.unit)}."
            return AssessedReason(reason, "takes over a wrong figure", places, "code", taken.sure, note)
    return None


def _is_about(reason: Reason, fault: Finding) -> bool:
    """Whether a fault of another document is about what a reason speaks of, and gives one of its figures."""
    said = " ".join(reason.decision.sentences[number] for number in reason.sentences)
    told = " ".join([fault.passages[0].document, *(one.text for one in fault.passages)])
    values = {one.value for one in read_outline(fault.passages[0].text).amounts}
    return bool(values & {one.value for one in read_outline(said).amounts}) and bool(
        list_topics(said) & list_topics(told)
    )


def _settle(
    reason: Reason, says: Sequence[tuple[float, Line]], denies: Sequence[tuple[float, Line]], wording: Wording
) -> AssessedReason:
    best = max(says, key=lambda one: one[0], default=None)
    worst = max(denies, key=lambda one: one[0], default=None)
    if worst and (best is None or worst[0] > best[0]):
        return AssessedReason(reason, "contradicted", ((worst[1].document, worst[1].number),), "judge", worst[0])
    if best:
        return AssessedReason(reason, "supported", ((best[1].document, best[1].number),), "judge", best[0])
    if not reason.cites:
        return AssessedReason(reason, "cannot tell" if reason.rules else "nothing cited")
    if (place := _find_figures(reason)) is not None:
        return AssessedReason(reason, "supported", (place,), "code", 0.8)
    topics = list_topics(reason.claim)
    held = frozenset(word for one in reason.cites for text in one.sentences for word in list_topics(text))
    if topics and wording.share(topics, held) < _NOTHING:
        return AssessedReason(reason, "not supported", tuple((one, 0) for one in reason.cites), "code", 0.6)
    return AssessedReason(reason, "cannot tell")


def _find_figures(reason: Reason) -> tuple[FiledDocument, int] | None:
    """The sentence or cell of a cited document that gives the figure of a reason, where it has one."""
    wanted = [one.value for one in read_outline(reason.claim).amounts if one.value >= _LEAST_FIGURE]
    for filed in reason.cites:
        for number, text in enumerate(filed.sentences):
            if len(wanted) == 1 and wanted[0] in {one.value for one in read_outline(text).amounts}:
                return filed, number
    return None


def _tell(one: AssessedReason) -> Finding:
    reason = one.reason
    said = reason.claim.rstrip(".")
    match one.status:
        case "contradicted":
            text = f"A reason of {reason.decision.shown} is contradicted by {one.shown_by[0][0].shown}: “{said}”."
            advice = "Decide which of the two is right on the evidence, or drop the reason."
        case "takes over a wrong figure":
            text = f"A reason of {reason.decision.shown} rests on a wrong figure: “{said}”. {one.note}"
            advice = "Work it out again, and see whether the reason still holds."
        case _:
            text = f"What a reason of {reason.decision.shown} cites says nothing about it: “{said}”."
            advice = "Cite what shows it, or drop the reason."
    passages = [reason.decision.say(reason.sentences[0]), *(filed.say(number) for filed, number in one.shown_by)]
    return make_finding("reason", text, advice=advice, passages=passages, established=one.how, sure=one.sure)
