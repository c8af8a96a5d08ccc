"""Reasons and conditions in words, read by the judge in the papers that count: borne out, contradicted, or neither.

Where a rule says whose word decides (`the finding of the surveyor is decisive`), that author's sentences alone are
read, and it is enough that they say more of one than of the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain
from pathlib import PurePath
from typing import NamedTuple

from foam.examination.amounts import read_outline, show
from foam.examination.conditions import LABEL, AssessedCondition, Status, as_fact, assess_conditions
from foam.examination.days import read_days
from foam.examination.decisive import Decisive, Matter, Place, list_lines
from foam.examination.differences import is_turned
from foam.examination.file import FiledDocument
from foam.examination.finding import Bearing
from foam.examination.quantities import find_said, read_asked
from foam.examination.reasons import Reason, is_listed, split_reasons
from foam.examination.reports import BEARS, Weigh
from foam.examination.wording import Line, Wording, list_topics
from foam.text.mentions.dates import find_dates
from foam.text.stem import stem

_SUPPORTS, _CONTRADICTS = 0.6, 0.8
_RELATIVE = 0.4
"""Chance from which an author whose word decides is believed, if it is more than that of the opposite."""
_READ = 6
_FIGURES = 2
"""Amounts that a sentence must have for their standing in the file to bear it out."""
_ABOUT = 0.15
_FEWEST_TOPICS = 3
"""Words of content without which a sentence, read alone, may be about anything."""
_YOU_SAID = re.compile(
    r"\byou (?:have |also |had )*(?:told|tell|said|say|wrote|write|written|explain(?:ed)?|argued?|stated?|claim(?:ed)?|"
    r"mention(?:ed)?|admit(?:ted)?|asked?)\b",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"\b(?:(?:does|did|do) not (?:show|prove|say|state|confirm|establish|certify|mention)|"
    r"there is no (?:evidence|proof|sign)) that (?P<claim>.{8,})",
    re.IGNORECASE,
)
_RULE_SAID = re.compile(r"\b(?:requires?|provides?|says|states|allows?|prescribes?)\b", re.IGNORECASE)
_DECIDES = re.compile(
    r"(?:\b(?:finding|findings|opinion|report|certificate|statement|word|assessment) of (?:the |an? )?(?P<of>[\w ]+?) "
    r"(?:is|are) (?:decisive|binding|final|conclusive)|"
    r"\b(?:the|an?) (?P<who>\w+) (?:certifies|determines|confirms) (?:that|whether))",
    re.IGNORECASE,
)
_BARS = re.compile(r"^\W*(?:no|nobody|nothing)\b|\b(?:is|are|does|may|shall|must) not\b|\bcannot\b", re.IGNORECASE)
_CLAUSE = re.compile(
    r"\b(?:A|An|Any|Each|Every) (?P<thing>[\w ]+?) (?:that|which) (?P<condition>(?:was|is|were|has|have)\b[^.;]*?) "
    r"(?P<is>is|are|must be|shall be) (?P<effect>\w+(?: \w+)*)"
)


class _Read(NamedTuple):
    """A statement, and how the papers that count stand to it."""

    says: tuple[float, Line] | None
    denies: tuple[float, Line] | None


def find_read(matter: Matter, weigh_pairs: Weigh, *, reckoned: Sequence[Decisive]) -> Iterator[Decisive]:
    """What the judge makes of the decision's reasons and the rules' conditions, where code did not reckon them."""
    known = {(filed.id, number) for one in reckoned for filed, number in one.places}
    wording = Wording(matter.file)
    lines = [line for line in wording.lines if line.document in matter.records]
    yield from _find_unapplied(matter, lines)
    yield from _read_reasons(matter, lines, wording, weigh_pairs, known)
    yield from _read_conditions(matter, lines, wording, weigh_pairs, known)
    yield from _find_figures(matter, known)


def _read_reasons(
    matter: Matter, lines: Sequence[Line], wording: Wording, weigh_pairs: Weigh, known: set[tuple[str, int]]
) -> Iterator[Decisive]:
    given = split_reasons(matter.file, matter.decision)
    reasons = [one for one in given if _is_fact(one, matter)]
    claims = [_read_claim(one) for one in reasons]
    deciders = _list_deciding(matter)
    found = _read(list(claims), lines, wording, weigh_pairs, matter)
    all_denied = len(found) == len(given) and all(one.denies for one in found)
    is_one_of_several = is_listed(matter.decision) and not all_denied
    for reason, (claim, is_denied), read in zip(reasons, claims, found, strict=True):
        place = (reason.decision, reason.sentences[0])
        if (place[0].id, place[1]) in known or (read.says is None) == (read.denies is None):
            continue
        chance, line = read.says or read.denies or (0.0, lines[0])
        holds = (read.says is not None) != is_denied
        if holds or is_one_of_several or line.document.id not in deciders:
            continue  # it takes more than one sentence against another, unless a rule makes its author decide
        text = f"A reason of the decision is contradicted by {line.document.shown}: “{claim.rstrip('.')}”"
        yield Decisive(
            "against",
            "reason",
            f"{text}{', which the decision denies' if is_denied else ''}.",
            (place, (line.document, line.number)),
            established="judge",
            sure=chance,
        )


def _is_fact(reason: Reason, matter: Matter) -> bool:
    said = " ".join(reason.decision.sentences[number] for number in reason.sentences)
    return _can_decide(reason.claim) and not (reason.rules and _RULE_SAID.search(said) and not _DENIED.search(said))


def _can_decide(text: str) -> bool:
    """Whether the judge can tell by these words alone: they say who or what it is about, and not what somebody said."""
    return len(list_topics(text)) >= _FEWEST_TOPICS and not _YOU_SAID.search(text)


def _read_claim(reason: Reason) -> tuple[str, bool]:
    """What a reason says is so, and whether it says that it is not: `does not show that it rained`."""
    said = " ".join(reason.decision.sentences[number] for number in reason.sentences)
    if denied := _DENIED.search(said):
        claim = re.sub(r"\s*\([^)]*\)", "", denied["claim"])
        return f"{claim[0].upper()}{claim[1:]}", True
    return reason.claim, False


def _read(
    claims: Sequence[tuple[str, bool]], lines: Sequence[Line], wording: Wording, weigh_pairs: Weigh, matter: Matter
) -> list[_Read]:
    deciders = _list_deciding(matter)
    chosen = [_list_near(claim, lines, wording, deciders) for claim, _ in claims]
    weighed = iter(
        weigh_pairs([(line.text, claim) for (claim, _), some in zip(claims, chosen, strict=True) for line in some])
    )
    found = []
    for (claim, _), some in zip(claims, chosen, strict=True):
        read = [(next(weighed), line) for line in some]
        says, denies = [], []
        for one, line in read:
            decides = line.document.id in deciders
            if one.bears < BEARS:
                continue
            if one.supports >= (_RELATIVE if decides else _SUPPORTS) and one.supports > one.contradicts:
                says.append((one.supports, line))
            is_denied = one.contradicts >= (_RELATIVE if decides else _CONTRADICTS) and one.contradicts > one.supports
            if is_denied and not agree_on_day(line.text, claim):
                denies.append((one.contradicts, line))
        found.append(_settle(says, denies, deciders))
    return found


def agree_on_day(text: str, claim: str) -> bool:
    """Whether two sentences name the same day and neither denies the other: they tell one event in other words."""
    days = [{(one.day, one.month) for one in find_dates(said) if one.day and one.month} for said in (text, claim)]
    return bool(days[0] & days[1]) and not is_turned(text, claim)


def _settle(says: list[tuple[float, Line]], denies: list[tuple[float, Line]], deciders: frozenset[str]) -> _Read:
    """Who is heard: an author whose word decides before all others; else both sides, and then nothing is settled."""
    if any(line.document.id in deciders for _, line in chain(says, denies)):
        says = [one for one in says if one[1].document.id in deciders]
        denies = [one for one in denies if one[1].document.id in deciders]
    return _Read(max(says, default=None, key=lambda one: one[0]), max(denies, default=None, key=lambda one: one[0]))


def _list_near(claim: str, lines: Sequence[Line], wording: Wording, deciders: frozenset[str]) -> list[Line]:
    """The sentences nearest to a claim, those of other days left out."""
    topics, days = list_topics(claim), set(read_days(claim).days)
    rated = []
    for line in lines:
        other = set(read_days(line.text).days)
        if days and other and not days & other:
            continue
        share = wording.share(topics, line.topics)
        if share >= _ABOUT or (line.document.id in deciders and share > 0):
            rated.append((line.document.id in deciders, share, line))
    rated.sort(key=lambda one: one[:2], reverse=True)
    return [line for _, _, line in rated[:_READ]]


def _list_deciding(matter: Matter) -> frozenset[str]:
    """The documents of the authors whose word decides by the rules."""
    found = set()
    for _, _, text in list_lines(matter.rules):
        for match in _DECIDES.finditer(text):
            who = (match["of"] or match["who"]).split()[-1].lower()
            found |= {one.id for one in matter.records if who in _describe(one)}
    return frozenset(found)


def _describe(filed: FiledDocument) -> set[str]:
    said = f"{filed.name} {PurePath(filed.document.origin.file).stem} {filed.document.text[-200:]} {filed.sentences[0]}"
    return {*re.findall(r"[a-z]+", said.lower()), *filed.author.called}


def _read_conditions(
    matter: Matter, lines: Sequence[Line], wording: Wording, weigh_pairs: Weigh, known: set[tuple[str, int]]
) -> Iterator[Decisive]:
    """Conditions of the rules, by the papers that count alone."""
    kept = {one.id for one in (*matter.records, *matter.rules, matter.decision)}
    parts = tuple(
        one.model_copy(update={"part": "rules"}) if one in matter.rules else
        one.model_copy(update={"part": "decision"}) if one.id == matter.decision.id else one
        for one in matter.file.documents if one.id in kept
    )  # fmt: skip
    file = matter.file.model_copy(update={"documents": parts})
    assessed = assess_conditions(file, weigh_pairs=weigh_pairs)
    deciders = _list_deciding(matter)
    theirs = [line for line in lines if line.document.id in deciders]
    told = [(as_fact(one.condition.text), False) for one in assessed]
    lacking = [one.condition[:2] for one in assessed if one.status == "not met" and one.how == "code"]
    for one, read in zip(assessed, _read(told, theirs, wording, weigh_pairs, matter), strict=True):
        if (said := read.says or read.denies) and (read.says is None) != (read.denies is None) and one.how == "judge":
            status: Status = "met" if read.says else "not met"
            one = one._replace(status=status, shown_by=((said[1].document, said[1].number),), sure=said[0])
        rule = (one.condition.rule, one.condition.sentence)
        met, places = _read_status(one, matter)
        if met is None or any((filed.id, number) in known for filed, number in (*places, rule)):
            continue
        if one.how == "judge" and not _can_decide(one.condition.text):
            continue
        bearing = _find_bearing(one, matter, met=met)
        if bearing is None or (met and one.condition.entitles and one.condition[:2] in lacking):
            continue  # who lacks one condition gains nothing by meeting another
        text = f"A condition of {one.condition.rule.shown} is {'met' if met else 'not met'}: “{one.condition.text}”."
        yield Decisive(bearing, "condition", text, (*places, rule), one.working, one.how, one.sure)


def _find_figures(matter: Matter, known: set[tuple[str, int]]) -> Iterator[Decisive]:
    """Sentences of the decision all of whose amounts stand in the papers that count."""
    held: dict[Fraction, Place] = {}
    for filed, number, text in list_lines(matter.papers):
        for amount in read_outline(text).amounts:
            if amount.currency or amount.unit < 1:
                held.setdefault(amount.value, (filed, number))
    for number, text in enumerate(matter.decision.sentences):
        wanted = [one.value for one in read_outline(text).amounts if one.currency or one.unit < 1]
        if (
            len(wanted) >= _FIGURES
            and all(value in held for value in wanted)
            and (matter.decision.id, number) not in known
        ):
            shown = ", ".join(show(one, Fraction(1, 100)) for one in wanted)
            said = f"The amounts that the decision uses stand in the file: {shown}."
            places = ((matter.decision, number), *(held[value] for value in wanted))
            yield Decisive("for", "reason", said, places, sure=0.75)


def _read_status(one: AssessedCondition, matter: Matter) -> tuple[bool | None, tuple[Place, ...]]:
    """Whether a condition is met by what others than the decision say."""
    others = tuple(place for place in one.shown_by if place[0].id != matter.decision.id)
    if one.status == "disputed" and len(others) == 1 and len(one.shown_by) == 2:
        return one.shown_by[1] == others[0], others  # what fails it stands first
    if one.status in ("met", "not met") and (others or one.how == "code"):
        return one.status == "met", one.shown_by
    return None, ()


def _find_bearing(one: AssessedCondition, matter: Matter, *, met: bool) -> Bearing | None:
    """Which way a condition speaks: for what was decided, against it, or neither."""
    condition = one.condition
    main = condition.rule.sentences[condition.sentence].partition(condition.text)[0]
    if condition.is_exception:
        return None
    if condition.entitles:
        if matter.denies:
            return "for" if not met else "against" if one.how == "code" else None
        return None
    if _BARS.search(LABEL.sub("", main)):
        return ("for" if met else "against") if matter.denies else None
    if matter.denies:
        return None
    return "for" if met else "against"


def _find_unapplied(matter: Matter, lines: Sequence[Line]) -> Iterator[Decisive]:
    """`A payment that was made for more than one month is spread`: where the file has one, the decision must do so."""
    said = {stem(word) for word in re.findall(r"[a-z]+", matter.decision.document.text.lower())}
    for rule, number, text in list_lines(matter.rules):
        for clause in _CLAUSE.finditer(text):
            asked = read_asked(clause["condition"])
            effect = stem(clause["effect"].split()[0].lower())
            if asked is None:
                continue
            for line in lines:
                meets = [
                    value for value in find_said(asked._replace(about=line.topics), line.text) if asked.is_met(value)
                ]
                named = _find_mention(matter, line)
                if meets and named is not None:
                    done = effect in said
                    verb = "and the decision does so" if done else "which the decision does not do"
                    yield Decisive(
                        "for" if done else "against",
                        "condition",
                        f"By {rule.shown}, this {clause['thing']} {clause['is']} {clause['effect']}, {verb}.",
                        ((matter.decision, named), (line.document, line.number), (rule, number)),
                        sure=0.75,
                    )
                    break


def _find_mention(matter: Matter, line: Line) -> int | None:
    """The sentence of the decision that speaks of what a record does: the same figure and two of its words."""
    values = {one.value for one in read_outline(line.text).amounts if one.currency or one.value >= 10}
    for number, text in enumerate(matter.decision.sentences):
        if values & {one.value for one in read_outline(text).amounts} and len(line.topics & list_topics(text)) >= 2:
            return number
    return None
