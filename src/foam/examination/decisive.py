"""The matter that is decided: decision, rules and the records that count, and what a change of a figure comes to."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from fractions import Fraction
from pathlib import PurePath
from typing import Literal, NamedTuple, TypeAlias

from foam.examination.amounts import Amount, read_outline
from foam.examination.authors import is_kept
from foam.examination.conditions import DENIES
from foam.examination.days import find_own_day, read_days
from foam.examination.file import CaseFile, FiledDocument
from foam.examination.finding import Bearing, FindingKind
from foam.examination.parts import find_decision, list_records, list_rules
from foam.examination.quantities import read_asked

Place: TypeAlias = tuple[FiledDocument, int]
_HEAD = 6
_REFUSES = re.compile(
    rf"{DENIES.pattern}|\b(?:do|does|did|can|will|are|is) ?not (?:\w+ )?"
    r"(?:grant|accept|approve|pay|allow|award|reduce)|"
    r"\bcannot (?:grant|accept|approve|pay|allow|award|renew|extend|offer)|\brefusal\b|\bturn(?:ed|ing)? down\b|"
    r"\b(?:unable|not (?:able|in a position)) to\b|\b(?:decided|resolved) not to\b|\bunsuccessful\b|"
    r"\bnot (?:been )?(?:successful|eligible|entitled)\b|\bineligible\b|\b(?:do|does) not (?:qualify|meet)\b",
    re.IGNORECASE,
)
_IMPOSES = re.compile(
    r"\b(?:exclu(?:de[sd]?|sion)|terminat\w+|expel\w*|revoke[sd]?|withdraw\w*|demand\w*|reclaim\w*|repay\w*|evict\w*|"
    r"suspend\w*|fine[sd]?|dismiss\w*|impose[sd]?|order(?:s|ed)?)\b",
    re.IGNORECASE,
)
_ASKED_FOR = re.compile(r"\b(?:your|the|an?) (?:application|request|claim)\b", re.IGNORECASE)
_ADVISES = re.compile(r"\b(?:you (?:may|can)|if you|may (?:appeal|object|complain|ask)|whoever)\b", re.IGNORECASE)
_PLEADS = re.compile(
    r"\b(?:objection|complaint|appeal|application|petition|request|plea|pleading|submission|defence|grievance)\b",
    re.IGNORECASE,
)
_BEHALF = re.compile(r"\bon behalf of\b|\bfor (?:Mr|Mrs|Ms|Dr) ", re.IGNORECASE)
_RELATIVE = (
    r"(?:brother|sister|mother|father|wife|husband|partner|daughter|son|friend|aunt|uncle|cousin|neighbour|nephew|niece|"
    r"grand\w+)(?:-in-law)?"
)
_KIN = re.compile(
    rf"\bI am (?:the |his |her )?(?:[A-Z]\w+['’]s )?{_RELATIVE}\b|"
    rf"\b(?:is|are|was) (?:also )?my (?:\w+ )?{_RELATIVE}\b|\bmy {_RELATIVE},? [A-Z]"
)


class Decisive(NamedTuple):
    """Something that speaks against the decision, or for it, with the sentences that show it."""

    bearing: Bearing
    kind: FindingKind
    text: str
    places: tuple[Place, ...]
    working: tuple[str, ...] = ()
    established: Literal["code", "judge"] = "code"
    sure: float = 0.9

    @property
    def rank(self) -> int:
        """What a rule makes decide comes before a figure that is right, and that before what the judge reads."""
        if self.established == "code" and (self.kind in ("condition", "date") or self.bearing == "against"):
            return 3
        return 2 if (self.established == "code" and self.kind == "arithmetic") or self.kind == "condition" else 1


class Matter(NamedTuple):
    """One decision, with what it is held against."""

    file: CaseFile
    decision: FiledDocument
    day: date | None
    rules: tuple[FiledDocument, ...]
    records: tuple[FiledDocument, ...]
    """The papers that count: neither rules nor the decision, nor what a party or nobody says."""
    papers: tuple[FiledDocument, ...]
    """The same, with slips and lists of a party, whose figures count though its word does not."""
    denies: bool
    """Whether it refuses what somebody asked for."""


def read_matter(file: CaseFile) -> Matter | None:
    """The matter that a file is about; None where no decision can be told."""
    decision = find_decision(file)
    if decision is None:
        return None
    return Matter(
        file=file,
        decision=decision,
        day=find_own_day(decision),
        rules=list_rules(file),
        records=tuple(one for one in list_records(file) if counts_as_record(one)),
        papers=tuple(one for one in list_records(file) if not is_pleading(one) and not is_nobodys(one)),
        denies=_denies(decision),
    )


def _denies(decision: FiledDocument) -> bool:
    """Whether the first sentence that decides anything refuses, rather than imposing something.

    Where no verb tells, an answer to somebody who asked for something is a refusal.
    """
    for text in decision.sentences:
        refuses, imposes = _REFUSES.search(text), _IMPOSES.search(text)
        if (refuses or imposes) and not _ADVISES.search(text):
            return bool(refuses)
    return bool(_ASKED_FOR.search(decision.document.text))


def is_pleading(filed: FiledDocument) -> bool:
    """Whether a paper asks for something in the matter, is written for somebody in it, or by somebody close to them."""
    titled = f"{filed.name} {PurePath(filed.document.origin.file).stem}".replace("-", " ").replace("_", " ")
    head = " ".join(filed.sentences[:_HEAD])
    asks = _PLEADS.search(titled) and not is_kept(filed.document)
    return bool(asks or _BEHALF.search(f"{titled} {head}") or _KIN.search(filed.document.text))


def counts_as_record(filed: FiledDocument) -> bool:
    """Whether a paper may decide: not a party's, and not one that nobody signed, dated or stands behind."""
    return not explain_no_record(filed)


def explain_no_record(filed: FiledDocument) -> str:
    """Why a paper may not decide, in a clause; nothing where it may."""
    if filed.author.role == "party":
        return "is read as a party's own word"
    if is_pleading(filed):
        return "pleads for a party"
    return "is a paper that nobody signed, dated or stands behind" if is_nobodys(filed) else ""


def is_nobodys(filed: FiledDocument) -> bool:
    """Whether a paper that is no register or table has neither author nor role, signature nor day."""
    author = filed.author
    known = author.role != "unknown" or author.signed or bool(author.name) or find_own_day(filed) is not None
    if known or is_kept(filed.document):
        return False
    return not any(read_days(text).days for text in filed.sentences)


def list_lines(documents: Sequence[FiledDocument]) -> Iterator[tuple[FiledDocument, int, str]]:
    """Each sentence of these documents."""
    for filed in documents:
        for number, text in enumerate(filed.sentences):
            yield filed, number, text


def share_root_words(one: frozenset[str], other: frozenset[str], size: int = 4) -> bool:
    """Whether two texts have words of one root: `warned`, `warnings`."""
    return any(word[:size] == beside[:size] for word in one for beside in other if min(len(word), len(beside)) >= size)


class Followed(NamedTuple):
    """What a figure that should be another comes to, step by step, and whether it passes a limit."""

    working: tuple[str, ...]
    crosses: bool | None
    """None where no limit is compared with anything that it changes."""


def follow_figure(matter: Matter, wrong: Fraction, right: Fraction) -> Followed:
    """Work out again what the decision made of a figure, and see whether its limit is still passed."""
    said = [amount for text in matter.decision.sentences for amount in read_outline(text).amounts]
    figures = list({(one.value, one.is_share): one for one in reversed(said)}.values())[::-1]
    changed: dict[tuple[Fraction, bool], Fraction] = {(wrong, False): right}
    working: list[str] = []
    for place, figure in enumerate(figures):
        key = (figure.value, figure.is_share)
        if key not in changed and (again := _work_again(figure, figures[:place], changed)) is not None:
            changed[key] = again[0]
            working.append(again[1])
    crosses: bool | None = None
    for limit, comparison in _list_limits(matter):
        for (before, is_share), after in changed.items():
            if is_share != limit.is_share or before == limit.value or (before, is_share) == (wrong, False):
                continue
            crosses = bool(crosses) or comparison(before) != comparison(after)
    return Followed(tuple(working), crosses)


def _work_again(
    figure: Amount, figures: Sequence[Amount], changed: dict[tuple[Fraction, bool], Fraction]
) -> tuple[Fraction, str] | None:
    """A figure that is the sum, the difference or the share of two, one of which is now another."""
    plain = list(dict.fromkeys(one.value for one in figures if not one.is_share))
    for one in plain:
        for other in plain:
            if (one, False) not in changed and (other, False) not in changed:
                continue
            new_one, new_other = changed.get((one, False), one), changed.get((other, False), other)
            if figure.is_share and other and one / other in (figure.value, figure.value / 100):
                scale = figure.value * other / one if one else Fraction(1)
                share = new_one / new_other * scale
                return share, f"{_show(new_one)} of {_show(new_other)} are {_show(new_one / new_other * 100)} per cent"
            if not figure.is_share and one != other and one - other == figure.value:
                return new_one - new_other, f"{_show(new_one)} - {_show(new_other)} = {_show(new_one - new_other)}"
            if not figure.is_share and one + other == figure.value and 0 not in (one, other):
                return new_one + new_other, f"{_show(new_one)} + {_show(new_other)} = {_show(new_one + new_other)}"
    return None


def _list_limits(matter: Matter) -> Iterator[tuple[Amount, Callable[[Fraction], bool]]]:
    for filed in (matter.decision, *matter.rules):
        for text in filed.sentences:
            asked = read_asked(text)
            if asked is not None:
                yield asked.amount, asked.is_met
    for text in matter.decision.sentences:  # `more than two months' rent, which is 1,220`
        outline = read_outline(text)
        if re.search(r"\b(?:more than|over|exceeds?|above|at least|less than|under|below|limit)\b", text):
            for amount in outline.amounts:
                yield amount, amount.value.__lt__


def _show(value: Fraction) -> str:
    shown = f"{float(value):,.2f}"
    return shown.removesuffix(".00")
