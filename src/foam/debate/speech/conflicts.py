"""Sentences that contradict each other, so that whoever is offered both takes the convenient one knowingly.

Only sentences about the same thing are held against each other: those that share two fifths of their telling words. The
shipped judge reads each pair both ways, and only what it is sure of either way counts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from foam.debate.language import SAYING_LITTLE, list_terms
from foam.evidence.corpus import Passage
from foam.examination.differences import Amount, count_denials, is_turned, read_amounts
from foam.job.clerk import Clerk
from foam.record.entry import ValueInput
from foam.text.leaning import leans_forward
from foam.text.mentions.numbers import find_numbers
from foam.text.pointer import Pointer
from foam.text.subjects import are_apart, find_years, leave_out_source, list_names

ALIKE = 0.4
"""The share of telling words from which two sentences speak of one thing."""
SURE = 0.75
"""How sure the judge has to be, both ways."""
SURER = 0.9
"""The same where no word shows what the one denies of the other."""
SHARED, ABOUT, MOST_FIGURES = 2, 0.3, 4
"""Telling words that the clauses of two figures share before they are held beside each other, the share of all their
words that these are, and how many sentences are named."""
LEAST_ONE, NEARLY_ONE = 6, 0.6
"""Telling words that two sentences share before they are nearly one, and the share of all their words that this is."""
_DISCOURSE = re.compile(r"^\W*(?:Overall|In total|In all|Altogether),\s+")
"""How a sentence begins that sums up what was said: no figure beside others of its own."""
_CLAUSE_END = re.compile(r"[,;:()]\s|—|\s–\s|\b(?:while|whereas|but|although)\b")
_LIGHT = SAYING_LITTLE | frozenset(
    list_terms(
        "percent per cent million billion thousand number numbers total about over nearly survey surveys poll polls "
        "study studies report reported reports found show showed shown estimate estimated figure figures year years"
    )
)
"""Words that stand beside any figure."""
_MOST_MEASURED = 3
"""Figures of a sentence beyond which it is a table in words."""
_LEAST_WORDS, _FEW = 4, 2
_SPELT = re.compile(
    r"\b(?:t(?:hree|en|welve|hirteen|wenty|hirty)|f(?:our|ive|ourteen|ifteen|orty|ifty)|s(?:ix|even)\w*|eigh\w+|nine\w*|"
    r"half|third|quarter|hundred|thousand|million|dozen)",
    re.IGNORECASE,
)
_ONE_OF_SEVERAL = re.compile(
    r"\b(?:other|another|rest|remaining|additional|further|first|second|third|last|next|largest|smallest|highest|lowest|"
    r"average|overall|general|total|maximum|minimum|(?<=\w )of (?:these|those|them))\b",
    re.IGNORECASE,
)
"""Words by which a figure is one of several that belong to the same thing."""
_BASE = re.compile(
    r"\s*(?:%|per ?cent)?\s*of (?:(?:the|all|its|their|those|these)\s)*"
    r"((?:(?!(?:in|for|by|who|that|which|at|on|is|are|was|were|had|have)\b)[\w'’-]+ ?){1,3})",
    re.IGNORECASE,
)
_CHANGE = re.compile(
    r"\b(?:by|rose|risen|fell|fallen|grew|grown|increased?|decreased?|declined?|dropped|adds?|added)\b", re.IGNORECASE
)
_DUE = re.compile(r"\bby (?:the (?:end|year|middle) (?:of )?)?((?:1[5-9]|20)\d\d)\b", re.IGNORECASE)
_BEFORE = 25
"""Characters before a figure in which it is said that it is a change."""
_DIMENSIONS = frozenset({"time", "clock"})
"""What lasts so long, or is at that hour, is told of too many things at once."""
_MEASURED = re.compile(
    r"(?P<before>[$£€])?\s?(?P<figure>\d[\d.,]*)\s?(?P<share>%|per ?cent\b|percent\b)?(?P<after>p\b|€|pence\b|euros?\b"
    r"|dollars?\b|pounds?\b)?",
    re.IGNORECASE,
)
MOST_PAIRS = 24
"""Pairs that are judged for one speech, the most alike."""


def find_conflicts(clerk: Clerk, passages: Sequence[Passage]) -> dict[Pointer, tuple[Pointer, ...]]:
    """The sentences that contradict each one, recorded as they were judged."""
    pairs = _list_alike(passages)
    if not pairs:
        return {}
    from foam.model.judge import shipped_judge  # here: debates are read where there is no judge

    entry = clerk.compute(
        "conflicting evidence",
        lambda: [_contradict(passages[one].text, passages[other].text) for one, other in pairs],
        ValueInput(role="pairs", value=[[str(passages[at].pointer) for at in pair] for pair in pairs]),
        rule=f"shared words and {shipped_judge().name}",
    )
    found: dict[Pointer, tuple[Pointer, ...]] = {}
    for pair, conflicting in zip(pairs, entry.answer, strict=True):
        for one, other in (pair, pair[::-1]) if conflicting else ():
            pointer = passages[one].pointer
            found[pointer] = (*found.get(pointer, ()), passages[other].pointer)
    return found


def find_other_figures(passages: Sequence[Passage]) -> dict[Pointer, tuple[Pointer, ...]]:
    """Sentences on one subject that give another figure in the same unit: no claim that they contradict each other."""
    measured = [() if leans_forward(one.text) else _read_measured(one.text) for one in passages]
    found: dict[Pointer, tuple[Pointer, ...]] = {}
    for one, other in combinations([place for place, some in enumerate(measured) if some], 2):
        if not _differ(measured[one], measured[other]) or are_apart(passages[one].text, passages[other].text):
            continue
        for place, beside in ((one, other), (other, one)):
            pointer = passages[place].pointer
            found[pointer] = (*found.get(pointer, ()), passages[beside].pointer)[:MOST_FIGURES]
    return found


def list_measured(text: str) -> dict[str, set[str]]:
    """The figures that have a unit, by the unit: shares and sums of money."""
    found: dict[str, set[str]] = {}
    for match in _MEASURED.finditer(text):
        unit = "%" if match["share"] else (match["before"] or match["after"] or "").lower()
        if not unit:
            continue
        found.setdefault(unit, set()).add(match["figure"].rstrip(".,"))
    return found


class _Measured(NamedTuple):
    """A figure with a unit, or with what it counts, and the telling words of its clause."""

    amount: Amount
    terms: frozenset[str]
    which: frozenset[str]
    """Words of the sentence by which it is one of several figures."""
    base: frozenset[str]
    """Of a share: the terms of what it is a share of, where that follows it."""
    is_change: bool
    """Whether something rose or fell by so much."""
    denies: bool
    """Whether its clause says of how many something is not so."""
    sentence: frozenset[str]
    """The telling words of its sentence."""
    years: frozenset[str]
    due: frozenset[str]
    """The years by which something is to be so."""


def _read_measured(text: str) -> tuple[_Measured, ...]:
    """Shares, sums of money and counts of things; neither lengths of time nor a bare `one` or `two`."""
    if not any(map(str.isdigit, text)) and not _SPELT.search(text):
        return ()
    text = _write_shares(_DISCOURSE.sub("", leave_out_source(text)))
    named = frozenset(term for name in list_names(text) for term in list_terms(name))
    sentence = frozenset(term for term in list_terms(text) if term.isalpha() and len(term) > 1) - _LIGHT
    which = frozenset(word.lower() for word in _ONE_OF_SEVERAL.findall(text))
    found = []
    for amount in read_amounts(text):
        if (
            amount.dimension in _DIMENSIONS
            or not (amount.dimension or amount.counted)
            or (not amount.dimension and amount.high <= _FEW)
        ):
            continue
        at = max(text.find(amount.written), 0)
        start = max((match.end() for match in _CLAUSE_END.finditer(text, 0, at)), default=0)
        end = next((match.start() for match in _CLAUSE_END.finditer(text, at + len(amount.written))), len(text))
        clause = text[start:end]
        words = {term for term in list_terms(clause) if term.isalpha() and len(term) > 1} - named
        of = _BASE.match(text, at + len(amount.written)) if amount.dimension == "share" else None
        base = frozenset(list_terms(of[1])) - SAYING_LITTLE if of else frozenset()
        is_change = _CHANGE.search(text[max(start, at - _BEFORE) : at]) is not None
        denies = count_denials(clause) % 2 == 1
        telling = frozenset(words - _LIGHT)
        due = frozenset(_DUE.findall(text))
        found.append(_Measured(amount, telling, which, base, is_change, denies, sentence, find_years(text), due))
    return tuple(found) if len(found) <= _MOST_MEASURED else ()


def _write_shares(text: str) -> str:
    """The text with `one in five` and the like written as the share that it is."""
    for figure in reversed([one for one in find_numbers(text) if one.is_ratio and one.value < 1]):
        text = f"{text[: figure.span.start]}{float(100 * figure.value):.4g}%{text[figure.span.end :]}"
    return text


def _differ(ours: Sequence[_Measured], theirs: Sequence[_Measured]) -> bool:
    """Whether a figure of the one is of the same unit and about the same as one of the other, and no figure agrees."""
    near = [
        (one.amount, other.amount)
        for one in ours
        for other in theirs
        if one.amount.counts_the_same(other.amount) and _is_about_one(one, other)
    ]
    return bool(near) and not any(one.is_borne_by(other) or other.is_borne_by(one) for one, other in near)


def _is_about_one(one: _Measured, other: _Measured) -> bool:
    """Whether the clauses of two figures share enough besides what is counted, and it is the same of several."""
    shared = (one.terms & other.terms) - one.amount.counted - other.amount.counted
    is_near = len(shared) >= SHARED and len(one.terms & other.terms) >= ABOUT * len(one.terms | other.terms)
    if not (is_near or _is_nearly_one_sentence(one, other)):
        return False
    is_same_base = not (one.base and other.base) or not one.base.isdisjoint(other.base)
    if one.due and other.due and one.due.isdisjoint(other.due):
        return False
    is_said_alike = (one.which, one.is_change, one.denies) == (other.which, other.is_change, other.denies)
    return is_same_base and is_said_alike


def _is_nearly_one_sentence(one: _Measured, other: _Measured) -> bool:
    """Whether their sentences have most words in common, and do not speak of different years."""
    shared = one.sentence & other.sentence
    is_alike = len(shared) >= LEAST_ONE and len(shared) >= NEARLY_ONE * len(one.sentence | other.sentence)
    return is_alike and not (one.years and other.years and one.years.isdisjoint(other.years))


def _list_alike(passages: Sequence[Passage]) -> list[tuple[int, int]]:
    """Places of sentences that speak of one thing, the most alike first."""
    terms = [{*list_terms(one.text)} - SAYING_LITTLE for one in passages]
    shares = {
        (one, other): len(terms[one] & terms[other]) / len(terms[one] | terms[other])
        for one, other in combinations(range(len(passages)), 2)
        if terms[one] & terms[other]
    }
    alike = [
        pair for pair, share in shares.items() if share >= ALIKE and _can_conflict(*(passages[n].text for n in pair))
    ]
    return sorted(alike, key=lambda pair: -shares[pair])[:MOST_PAIRS]


def _can_conflict(one: str, other: str) -> bool:
    """Whether two sentences may deny each other: they say something, of the same thing and the same years."""
    if any(leans_forward(text) or len(text.split()) < _LEAST_WORDS for text in (one, other)) or are_apart(one, other):
        return False
    years = find_years(one), find_years(other)
    if all(years) and years[0].isdisjoint(years[1]):
        return False
    return not _tell_two_shares(_read_measured(one), _read_measured(other))


def _tell_two_shares(ours: Sequence[_Measured], theirs: Sequence[_Measured]) -> bool:
    """Whether the one gives the share of which something is so and the other another share of which it is not."""
    return any(
        one.denies != other.denies
        and one.amount.dimension == other.amount.dimension == "share"
        and not one.amount.is_borne_by(other.amount)
        for one in ours
        for other in theirs
    )


@lru_cache(maxsize=4096)
def _contradict(one: str, other: str) -> bool:
    """Whether the judge is sure, both ways, that they cannot both hold; speeches are offered the same pairs."""
    from foam.model.judge import shipped_judge

    shows = is_turned(one, other) or _differ(_read_measured(one), _read_measured(other))
    least = SURE if shows else SURER
    return all(found.contradicts >= least for found in shipped_judge().weigh([(one, other), (other, one)]))
