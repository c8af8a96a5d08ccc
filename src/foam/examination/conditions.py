"""The conditions of the rules that a decision applies, one by one: met, not met, disputed, or not shown.

Numbers are compared by code. Words are read by the judge, which says that it cannot tell where it cannot: such a
condition is `not shown`, and that is not a fault yet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Literal, NamedTuple, TypeAlias

from foam.examination.amounts import read_outline, show
from foam.examination.arithmetic import find_corrections
from foam.examination.file import CaseFile, FiledDocument
from foam.examination.finding import Finding, make_finding
from foam.examination.parts import find_decision, find_operative, is_outcome, list_rules
from foam.examination.quantities import Asked, find_said, list_counted, read_asked
from foam.examination.reports import BEARS, Weigh, weigh_shipped
from foam.examination.wording import Line, Wording, is_heading, list_topics
from foam.text.mentions.references import find_references

Status: TypeAlias = Literal["met", "not met", "disputed", "not shown"]

_PLACE = r"\d+[A-Za-z]?(?:\.\d+)*(?:\([a-z0-9]{1,4}\))*"
LABEL = re.compile(
    rf"^\s*(?:(?:(?:section|article|rule|clause|paragraph|regulation|condition|§+)\.? ?)?{_PLACE}[.:)]?|"
    rf"(?-i:[A-Z][a-z]+(?:-[a-z]+)?) {_PLACE}[.:]|(?-i:[A-Z]{{1,3}})[.-]?{_PLACE}[.:)]?|\([a-z0-9]{{1,3}}\))\s+",
    re.IGNORECASE,
)
"""What a rule is numbered by: `Section 4(2)`, `By-law 9.`, `H7(1)`, `(2)`."""
_ONLY = re.compile(
    r"(?P<main>[^.;]*?)\b(?:only (?:if|where|when|after)|provided that|on condition that|is eligible if|"
    r"are eligible if|"
    r"eligible (?:if|where)|entitled (?:if|where)|(?<!even )\bif\b|\bwhere\b)\s+(?P<conditions>[^;]+)",
    re.IGNORECASE,
)
_LEADING = re.compile(r"^(?:If|Where|When) (?P<conditions>[^,;]{8,}), (?P<main>.+)")
_WHO = re.compile(
    r"(?P<before>[^.;]*?)\b(?:an?|any|every|each) (?:[a-z]+ )?[a-z]+ who (?P<conditions>[^,;.]*(?:\.\d[^,;.]*)?)"
    r"(?P<after>(?:(?<=\w) ?\b(?:is|are|receives?|may|qualifies)\b[^;]*)?)\.?$",
    re.IGNORECASE,
)
"""What somebody must be to be given something: `a pass is granted to a pupil who lives more than 4 miles away`."""
_UNLESS = re.compile(r",? (?:unless|except (?:where|if|when)) (?P<conditions>[^.;]+)", re.IGNORECASE)
_BUT_NOT = re.compile(r"\bbut (?:not|never)\b[^,;]*$", re.IGNORECASE)
"""What stands before a condition that takes back what a rule gave."""
_DUTY = re.compile(
    r"\b(?:must|shall) (?:not )?(?:be|have|state|give|name|explain|say|show|hear|send|tell|offer)\b|\bmay not\b",
    re.IGNORECASE,
)
_LETTERED = re.compile(r"\(?\b[a-h]\)\s*|\(\s*(?:i{1,3}|iv|v)\s*\)\s*")
_AND = re.compile(
    r";? and (?=(?:the |an? |it |she |he |they |no |[a-z]+ )?[^,;]{3,60}?\b(?:is|are|was|were|has|have|had|been|does|"
    r"did|can|cannot)\b)"
)
_JOINS = re.compile(r",? (?:and|with) ")
_ENTITLES = re.compile(
    r"\b(?:(?:is|are) (?:eligible|entitled)|qualif(?:y|ies)|(?:has|have) a right|must be (?:granted|paid|given)|"
    r"(?:is|are) (?:granted|paid|given)|may receive|receives?)\b",
    re.IGNORECASE,
)
_IS_DONE = re.compile(r"\b(?:is|are|will be|shall be|must be) (?!not\b)[a-z]+(?:ed|en)\b", re.IGNORECASE)
DENIES = re.compile(
    r"\b(?:den(?:y|ied|ies)|refuse[sd]?|reject(?:s|ed)?|dismiss(?:es|ed)?|declined?|turned down|not granted|stopped|"
    r"ended)\b",
    re.IGNORECASE,
)
BURDENS = re.compile(
    r"\b(?:exclu(?:de[sd]?|sion)|terminat\w+|expel\w*|revoke[sd]?|withdraw\w*|demand\w*|reclaim\w*|repay\w*|repaid|"
    r"evict\w*|suspend\w*|fine[sd]?|dismiss\w*|impose[sd]?|order(?:s|ed)?|charge[sd]?|deducted|reduced|added|required|"
    rf"considered|treated|regarded|deemed|examined|notified|informed|heard)\b|{DENIES.pattern}",
    re.IGNORECASE,
)
"""What is done to people, or asked of them, and not for them."""
_STEP = re.compile(r"\b(?:before|heard|hearing|decision|decides?|decided|notice)\b", re.IGNORECASE)
"""Words of the way to a decision: such a duty is part of every one."""
_BEFORE = re.compile(r",? (?:before|prior to|until) .*$", re.IGNORECASE)
_TO_FACT = (
    (re.compile(r"\bmust not be\b|\bshall not be\b|\bmay not be\b", re.IGNORECASE), "was not"),
    (re.compile(r"\bmust be\b|\bshall be\b", re.IGNORECASE), "was"),
    (re.compile(r"\bmust have\b|\bshall have\b", re.IGNORECASE), "has"),
)
_NOT_FACT = re.compile(r"\b(?:must|shall|(?-i:may)|should|would|will|if|unless|whether)\b", re.IGNORECASE)
_SAYS, _DENIED = 0.6, 0.7
_READ = 6
"""Sentences that the judge reads for one condition."""
_ABOUT = 0.2
"""Share of a condition's words that a sentence must have to be read."""
_DECIDED, _SAID = 2, 3
"""Words that a rule must share with what was decided, or with two sentences of the decision, to be applied by it."""
_CASE = re.compile(r"\b[a-z]+ of (?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)\b", re.IGNORECASE)
_LEAST_CORRECTED = 100
"""Smaller figures stand for too many things to be taken for the one that was corrected."""


class Condition(NamedTuple):
    """One condition of a rule, as a statement that can be true or false."""

    rule: FiledDocument
    sentence: int
    text: str
    is_exception: bool = False
    """Whether it lifts the rule: `unless …`."""
    entitles: bool = False
    """Whether somebody is entitled to something where it is met."""


class AssessedCondition(NamedTuple):
    """A condition, how it stands, and the sentences that show it."""

    condition: Condition
    status: Status
    shown_by: tuple[tuple[FiledDocument, int], ...] = ()
    how: Literal["code", "judge"] = "code"
    sure: float = 0.0
    working: tuple[str, ...] = ()


def find_unmet_conditions(file: CaseFile, *, weigh_pairs: Weigh = weigh_shipped) -> tuple[Finding, ...]:
    """The conditions that stand against the decision: not met where it needs them, or met where it denies them."""
    decision = find_decision(file)
    operative = find_operative(decision) if decision else None
    if decision is None or operative is None:
        return ()
    denies = bool(DENIES.search(decision.sentences[operative])) or is_outcome(decision.sentences[operative])
    assessed = assess_conditions(file, weigh_pairs=weigh_pairs)
    return tuple(
        _tell(one, decision)
        for one in assessed
        if not one.condition.is_exception and _stands_against(one, decision, denies=denies, assessed=assessed)
    )


def _stands_against(
    one: AssessedCondition, decision: FiledDocument, *, denies: bool, assessed: Sequence[AssessedCondition]
) -> bool:
    """Whether a condition, as it stands, speaks against what was decided."""
    if not one.condition.entitles:
        is_own_reason = denies and one.status == "not met" and all(filed.id == decision.id for filed, _ in one.shown_by)
        return one.status in ("not met", "disputed") and not is_own_reason
    beside = [other for other in assessed if other.condition[:2] == one.condition[:2]]
    return denies and one.how == "code" and one.status == "met" and all(other.status != "not met" for other in beside)


def _tell(one: AssessedCondition, decision: FiledDocument) -> Finding:
    rule = one.condition.rule
    if one.condition.entitles:
        text = f"A condition of {rule.shown} is met, although {decision.shown} denies what it gives"
    elif one.status == "not met" and one.how == "judge":
        text = f"By what {one.shown_by[0][0].shown} says, a condition of {rule.shown} is not met"
    elif one.status == "not met":
        text = f"A condition of {rule.shown} is not met"
    else:
        text = f"A condition of {rule.shown} is in dispute, and the file says both"
    return make_finding(
        "condition",
        f"{text}: “{one.condition.text}”.",
        advice="Decide this point on the evidence, and say in the decision which sentence shows it.",
        passages=[*(filed.say(number) for filed, number in one.shown_by), rule.say(one.condition.sentence)],
        established=one.how,
        sure=one.sure,
        working=one.working,
    )


def assess_conditions(file: CaseFile, *, weigh_pairs: Weigh = weigh_shipped) -> tuple[AssessedCondition, ...]:
    """Every condition of every rule that the decision applies, in order, with how it stands."""
    decision = find_decision(file)
    if decision is None:
        return ()
    rules = {one.id for one in list_rules(file)}
    wording = Wording(file)
    lines = [line for line in wording.lines if line.document.id not in rules and _states_fact(line.text)]
    corrections = find_corrections(file)
    found: list[AssessedCondition] = []
    asked: list[Condition] = []
    for condition in list_conditions(file, decision):
        counted = _count(condition, lines, decision, corrections)
        if counted is not None:
            found.append(counted)
        else:
            asked.append(condition)
    return (*found, *_judge(asked, lines, wording, weigh_pairs))


def _states_fact(text: str) -> bool:
    """Whether a sentence can show that a condition is met or not: no duty, no heading, not what was decided."""
    return not _NOT_FACT.search(text) and not is_outcome(text) and not is_heading(text)


def list_conditions(file: CaseFile, decision: FiledDocument) -> tuple[Condition, ...]:
    """The conditions of the rules that a decision cites, or that speak of what it decided."""
    return tuple(
        condition
        for rule in list_rules(file)
        for number, sentence in enumerate(rule.sentences)
        if _applies(rule, number, decision)
        for condition in read_conditions(rule, number, sentence)
    )


def read_conditions(rule: FiledDocument, number: int, sentence: str) -> Iterator[Condition]:
    """The conditions that one sentence of a rule sets."""
    text = LABEL.sub("", sentence).strip()
    unless = _UNLESS.search(text)
    if unless:
        text = text[: unless.start()] + text[unless.end() :]
    match = _LEADING.match(text) or _ONLY.match(text)
    if match:
        parts = _LETTERED.split(match["conditions"])
        pieces = [one for part in parts for piece in _AND.split(part) for one in _split_figures(piece)]
        entitles = _gives(text[: match.start("conditions")] if text.startswith(match["main"]) else match["main"])
        for piece in pieces:
            stated = re.sub(r"^(?:and|or|if|where)\b|[,;]? ?\b(?:and|or)$", "", piece.strip(" ,;.")).strip(" ,;.")
            if len(stated.split()) >= 3:
                takes_back = _BUT_NOT.search(match["main"]) is not None
                yield Condition(rule, number, stated, entitles=entitles and not takes_back, is_exception=takes_back)
    elif (who := _WHO.match(text)) and read_asked(who["conditions"]) and _gives(who["before"] + who["after"]):
        yield Condition(rule, number, who["conditions"].strip(), entitles=True)
    elif _DUTY.search(text):
        yield Condition(rule, number, text.rstrip("."))
    if unless and len(unless["conditions"].split()) >= 3:
        yield Condition(rule, number, unless["conditions"].strip(" ,;."), is_exception=True)


def _gives(main: str) -> bool:
    """Whether what a rule says follows is something that people ask for: it is given, permitted or renewed."""
    return bool(_ENTITLES.search(main) or (_IS_DONE.search(main) and not BURDENS.search(main)))


def _split_figures(piece: str) -> list[str]:
    """A condition that asks for two figures, as two: `40 hours with a mark of 6 or more`."""
    parts = _JOINS.split(piece)
    asks = [read_asked(part) is not None for part in parts]
    return parts if len(parts) > 1 and all(asks) else [piece]


def _applies(rule: FiledDocument, number: int, decision: FiledDocument) -> bool:
    """Whether the decision cites this rule, or the rule speaks of what it decided or says."""
    text = rule.sentences[number]
    own = LABEL.match(f"{text} ") or LABEL.match(f"{rule.sentences[number - 1]} " if number else "")
    cited = {one.place.split("(")[0] for said in decision.sentences for one in find_references(said)}
    if not _is_of_the_same(text, decision):
        return False
    if _DUTY.search(text) and _STEP.search(text):
        return True
    if own and any(re.search(rf"\b{re.escape(place)}\b", own[0]) for place in cited):
        return True
    operative = find_operative(decision)
    topics = list_counted(text)
    if operative is not None and len(topics & list_counted(decision.sentences[operative])) >= _DECIDED:
        return True
    return any(len(topics & list_counted(" ".join(pair))) >= _SAID for pair in pairwise(decision.sentences))


def _is_of_the_same(text: str, decision: FiledDocument) -> bool:
    """Whether the case that a rule is for is the decision's: a rule for three persons is none for two."""
    main = re.split(r"\b(?:if|where|when|unless|must|may|shall|is|are)\b", LABEL.sub("", text), maxsplit=1)[0]
    return all(one[0].lower() in decision.document.text.lower() for one in _CASE.finditer(main))


def _count(
    condition: Condition, lines: Sequence[Line], decision: FiledDocument, corrections: Mapping[Fraction, Fraction]
) -> AssessedCondition | None:
    """A condition in numbers, held against every number of the file that is of the same thing."""
    asked = read_asked(condition.text)
    if asked is None:
        return None
    said = [
        (line, corrections.get(value, value) if value >= _LEAST_CORRECTED else value)
        for line in lines
        for value in _drop_parts([*find_said(asked, line.text)], line.text)
    ]
    if not said:
        return None if not asked.amount.currency else AssessedCondition(condition, "not shown")
    meets = [(line, value) for line, value in said if asked.is_met(value)]
    fails = [(line, value) for line, value in said if not asked.is_met(value)]
    others = [line for line, _ in said if line.document.id != decision.id]
    meets, fails = _keep_first(meets), _keep_first(fails)
    if meets and fails:
        chosen, sure = [fails[0], meets[0]], 0.75
    else:
        chosen, sure = (fails or meets)[:2], 0.9 if others else 0.7
    status: Status = "disputed" if meets and fails else "not met" if fails else "met"
    places = tuple((line.document, line.number) for line, _ in chosen)
    working = tuple(_show_count(asked, value, line) for line, value in chosen)
    return AssessedCondition(condition, status, places, "code", sure, working)


def _drop_parts(values: list[Fraction], text: str) -> list[Fraction]:
    """The figures of a sentence without those that another of them adds up: they are not said of the whole."""
    given = [one.value for one in read_outline(text).amounts]
    runs = {sum(given[start:end]) for start, end in combinations(range(len(given) + 1), 2) if end - start > 1}
    wholes = [value for value in values if value in runs]
    return wholes if len(values) > 1 and wholes else values


def _keep_first(said: Sequence[tuple[Line, Fraction]]) -> list[tuple[Line, Fraction]]:
    """One figure a sentence."""
    return list({(line.document.id, line.number): (line, value) for line, value in reversed(said)}.values())[::-1]


def _show_count(asked: Asked, value: Fraction, line: Line) -> str:
    verb = "is" if asked.is_met(value) else "is not"
    return f"{show(value, asked.amount.unit)} ({line.document.name}) {verb} {asked.shown}"


def _judge(
    conditions: Sequence[Condition], lines: Sequence[Line], wording: Wording, weigh_pairs: Weigh
) -> Iterator[AssessedCondition]:
    """Conditions in words: the sentences nearest to each, read by the judge."""
    asked = [
        (condition, line, claim)
        for condition in conditions
        for line in _list_near(condition, lines, wording)
        for claim in dict.fromkeys((as_fact(condition.text), as_fact(_BEFORE.sub("", condition.text))))
    ]
    weighed = weigh_pairs([(line.text, claim) for _, line, claim in asked])
    for condition in conditions:
        read = [(one, line) for (whose, line, _), one in zip(asked, weighed, strict=True) if whose is condition]
        says = [(one.supports, line) for one, line in read if one.supports >= _SAYS and one.bears >= BEARS]
        denies = [(one.contradicts, line) for one, line in read if one.contradicts >= _DENIED and one.bears >= BEARS]
        best, worst = _take_best(says), _take_best(denies)
        if best and worst:
            places = ((worst[1].document, worst[1].number), (best[1].document, best[1].number))
            yield AssessedCondition(condition, "disputed", places, "judge", min(best[0], worst[0]))
        elif worst:
            yield AssessedCondition(condition, "not met", ((worst[1].document, worst[1].number),), "judge", worst[0])
        elif best:
            yield AssessedCondition(condition, "met", ((best[1].document, best[1].number),), "judge", best[0])
        else:
            yield AssessedCondition(condition, "not shown", (), "judge")


def _take_best(rated: Sequence[tuple[float, Line]]) -> tuple[float, Line] | None:
    return max(rated, key=lambda one: one[0], default=None)


def _list_near(condition: Condition, lines: Sequence[Line], wording: Wording) -> list[Line]:
    topics = list_topics(condition.text)
    rated = [(wording.share(topics, line.topics), line) for line in lines]
    near = sorted((one for one in rated if one[0] >= _ABOUT), key=lambda one: -one[0])
    return [line for _, line in near[:_READ]]


def as_fact(text: str) -> str:
    """What is so when a duty was kept: `must be heard` becomes `was heard`."""
    for pattern, instead in _TO_FACT:
        text = pattern.sub(instead, text)
    return f"{text[0].upper()}{text[1:]}."
