"""Figures that a rule says how to work out, held against the one that the decision gives.

A rule may say which figures are averaged or added and what is done to the result: `the average of the four most recent
payments multiplied by 4.3`, `from this a deduction of 20 percent is made`. The records give the figures: the same
sentence in several documents, or a column of a table. Where the decision's figure comes out of the same steps with
other figures, or with a step left out, that is how it came about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction
from itertools import combinations
from typing import Literal, NamedTuple, TypeAlias

from foam.examination.amounts import Amount, Outline, fits, read_outline, show, show_share
from foam.examination.file import CaseFile, FiledDocument
from foam.examination.parts import find_decision, list_records, list_rules
from foam.examination.tables import find_tables
from foam.examination.wording import list_topics
from foam.text.mentions.dates import find_dates

Operation: TypeAlias = Literal["times", "over", "less", "plus"]

_COUNT = r"(?:<(?P<count>\d+)> )?"
_AGGREGATE = re.compile(
    rf"\b(?P<kind>average|mean|sum|total) of (?:the |all |all the |her |his |their |your )?{_COUNT}"
    rf"(?:(?:most recent|last|latest|previous|preceding) )?(?:<(?P<later>\d+)> )?(?P<noun>[a-z][a-z -]{{2,40}})",
    re.IGNORECASE,
)
_TIMES = re.compile(r"\b(?:multiplied by|times) <(\d+)>|× <(\d+)>", re.IGNORECASE)
_OVER = re.compile(r"\bdivided by <(\d+)>", re.IGNORECASE)
_LESS = re.compile(
    r"\b(?:deductions?|deducting|less|reduced by|minus|discount|disregard|allowance)\b[^<>.;]{0,40}?<(\d+)(?:%)?>|"
    r"<(\d+)(?:%)?>[^<>.;]{0,40}?\b(?:is|are) (?:deducted|disregarded|left out|taken off|subtracted|not counted)\b",
    re.IGNORECASE,
)
_PLUS = re.compile(
    r"\b(?:plus|increased by|with an addition of|surcharge of)\b[^<>.;]{0,30}?<(\d+)(?:%)?>", re.IGNORECASE
)
_STEPS: tuple[tuple[Operation, re.Pattern[str]], ...] = (
    ("times", _TIMES),
    ("over", _OVER),
    ("less", _LESS),
    ("plus", _PLUS),
)
_MOST_LISTED = 8
"""Figures of one list of which every part is tried."""
_MOST_TRIED = 300
"""Figures that are tried in place of several."""
_BACK = re.compile(
    r"\b(?:this|that|the) (?:result|amount|sum|figure|average|total)\b|\bfrom (?:this|that|it)\b", re.IGNORECASE
)
"""Words that go on with what was worked out before."""
_EVERYWHERE = list_topics("section rule article paragraph clause")
_LEAST = 20
"""A smaller figure of a decision comes out of too many sums by chance."""


class Step(NamedTuple):
    """One step of a rule, and where the rule says it."""

    operation: Operation
    amount: Amount
    rule: FiledDocument
    sentence: int

    def apply(self, value: Fraction) -> Fraction:
        match self.operation:
            case "times":
                return value * self.amount.value
            case "over":
                return value / self.amount.value
            case "less":
                return value * (1 - self.amount.value) if self.amount.is_share else value - self.amount.value
            case "plus":
                return value * (1 + self.amount.value) if self.amount.is_share else value + self.amount.value

    @property
    def shown(self) -> str:
        amount = show_share(self.amount.value) if self.amount.is_share else show(self.amount.value, self.amount.unit)
        return {"times": "× ", "over": "/ ", "less": "− ", "plus": "+ "}[self.operation] + amount


class Formula(NamedTuple):
    """Figures that are averaged or added, and the steps that follow."""

    kind: Literal["average", "sum"]
    size: int
    """How many figures; 0 where the rule does not say."""
    noun: str
    rule: FiledDocument
    sentence: int
    steps: tuple[Step, ...]

    def work_out(self, figures: Sequence[Fraction], steps: Sequence[Step] | None = None) -> Fraction:
        value = sum(figures, Fraction(0))
        if self.kind == "average":
            value /= len(figures)
        for step in self.steps if steps is None else steps:
            value = step.apply(value)
        return value

    def show(self, figures: Sequence[Fraction], steps: Sequence[Step] | None = None) -> str:
        """The working in one line."""
        shown = " + ".join(show(one) for one in figures)
        if len(figures) > 1:
            shown = f"({shown}) / {len(figures)}" if self.kind == "average" else f"({shown})"
        taken = self.steps if steps is None else steps
        return " ".join(
            [shown, *(step.shown for step in taken), f"= {show(self.work_out(figures, steps), Fraction(1, 100))}"]
        )


class Input(NamedTuple):
    """A figure of the records."""

    value: Fraction
    filed: FiledDocument
    sentence: int
    dated: date | None


class Explained(NamedTuple):
    """A decision's figure, what the rule gives, and how the decision came to its own."""

    decision: FiledDocument
    sentence: int
    stated: Amount
    formula: Formula
    inputs: tuple[Input, ...]
    """The figures that the rule asks for."""
    taken: tuple[Input, ...]
    """The figures that give the decision's."""
    steps: tuple[Step, ...]
    """The steps that give the decision's."""

    @property
    def right(self) -> Fraction:
        return self.formula.work_out([one.value for one in self.inputs])


def explain_figures(file: CaseFile) -> tuple[Explained, ...]:
    """The decision's figures that come out of a rule's steps with other figures, or without one of the steps.

    Where the decision gives the right figure, or none that the steps can explain, nothing is said.
    """
    decision = find_decision(file)
    if decision is None:
        return ()
    records = list_records(file)
    series = [*_list_series(records)]
    given = [
        (number, one)
        for number, sentence in enumerate(decision.sentences)
        for one in read_outline(sentence).amounts
        if not one.is_share and not one.bound and one.value >= _LEAST
    ]
    found: list[Explained] = []
    for formula in find_formulas(list_rules(file)):
        chosen = [one for group in series if (one := _choose(formula, group))]
        rights = [formula.work_out([one.value for one in group]) for group in chosen]
        if formula.steps and chosen and not any(fits(stated, right) for _, stated in given for right in rights):
            figures = [*_list_figures(records)]
            tried = [
                _explain(formula, group, figures, decision, number, stated)
                for group in chosen
                for number, stated in given
            ]
            found += sorted((one for one in tried if one), key=lambda one: -len(one.steps))[:1]
    return tuple(found)


def find_inputs(file: CaseFile, formula: Formula) -> tuple[tuple[Input, ...], ...]:
    """Each group of figures in the records that the formula may be worked out from."""
    return tuple(one for group in _list_series(list_records(file)) if (one := _choose(formula, group)))


def find_formulas(rules: Sequence[FiledDocument]) -> Iterator[Formula]:
    """What the rules say how to work out: figures that are averaged or added, and the steps up to the next such."""
    for rule in rules:
        outlines = [read_outline(one) for one in rule.sentences]
        starts = [(n, match) for n, outline in enumerate(outlines) if (match := _AGGREGATE.search(outline.text))]
        for place, (start, match) in enumerate(starts):
            end = starts[place + 1][0] if place + 1 < len(starts) else len(outlines)
            count = match["count"] or match["later"]
            amount = outlines[start].amounts[int(count)].value if count else Fraction(0)
            if amount.denominator != 1:
                continue
            about = list_topics(rule.sentences[start]) - _EVERYWHERE
            steps = [
                step
                for n in range(start, end)
                if n == start or _BACK.search(rule.sentences[n]) or about & list_topics(rule.sentences[n])
                for step in _read_steps(outlines[n], rule, n)
            ]
            kind: Literal["average", "sum"] = "average" if match["kind"].lower() in ("average", "mean") else "sum"
            yield Formula(kind, int(amount), match["noun"].strip(), rule, start, tuple(steps))


def _read_steps(outline: Outline, rule: FiledDocument, sentence: int) -> Iterator[Step]:
    places = [
        (match.start(), operation, next(group for group in match.groups() if group))
        for operation, pattern in _STEPS
        for match in pattern.finditer(outline.text)
    ]
    for _, operation, number in sorted(places):
        amount = outline.amounts[int(number)]
        if amount.value:
            yield Step(operation, amount, rule, sentence)


def _list_series(records: Sequence[FiledDocument]) -> Iterator[tuple[Input, ...]]:
    """Figures that belong together: of the same sentence in several places, or of one column of a table."""
    alike: dict[str, list[Input]] = {}
    for one in _list_singles(records):
        key = re.sub(r"<\d+>|\b(?:\d+|first|second|third|fourth|fifth|last)\b", "#", _outline(one).text.lower())
        alike.setdefault(key, []).append(one)
    yield from (tuple(group) for group in alike.values() if len(group) > 1)
    for filed in records:
        for table in find_tables(filed.sentences):
            rows = [
                row
                for row in table.rows
                if not re.match(r"(?i)(?:sub|grand )?(?:total|sum|average|mean)\b", row[0].text)
            ]
            for column in zip(*rows, strict=True):
                if all(cell.value is not None and not cell.is_share for cell in column):
                    days = [_find_day(" ".join(cell.text for cell in row)) for row in rows]
                    yield tuple(
                        Input(cell.value or Fraction(0), filed, cell.sentence, day)
                        for cell, day in zip(column, days, strict=True)
                    )
        for number, sentence in enumerate(filed.sentences):
            amounts = [one for one in read_outline(sentence).amounts if not one.is_share and not one.bound]
            for start in range(len(amounts) - 2) if len(amounts) <= _MOST_LISTED else ():
                for end in range(start + 3, len(amounts) + 1):
                    yield tuple(Input(one.value, filed, number, None) for one in amounts[start:end])


def _outline(one: Input) -> Outline:
    return read_outline(one.filed.sentences[one.sentence])


def _list_singles(records: Sequence[FiledDocument]) -> Iterator[Input]:
    """Each figure that stands alone in its sentence."""
    for filed in records:
        for number, sentence in enumerate(filed.sentences):
            amounts = read_outline(sentence).amounts
            if len(amounts) == 1 and not amounts[0].is_share and not amounts[0].bound and amounts[0].value >= _LEAST:
                day = _find_day(sentence) or _find_first_day(filed) or filed.author.dated
                yield Input(amounts[0].value, filed, number, day)


def _list_figures(records: Sequence[FiledDocument]) -> Iterator[Input]:
    """Every figure of the records."""
    for filed in records:
        for number, sentence in enumerate(filed.sentences):
            for one in read_outline(sentence).amounts:
                if not one.is_share and not one.bound and one.value >= _LEAST:
                    yield Input(one.value, filed, number, _find_day(sentence) or _find_first_day(filed))


def _find_first_day(filed: FiledDocument) -> date | None:
    return next((day for sentence in filed.sentences if (day := _find_day(sentence))), None)


def _find_day(text: str) -> date | None:
    return next((day for one in find_dates(text) if (day := one.whole)), None)


def _choose(formula: Formula, group: Sequence[Input]) -> tuple[Input, ...] | None:
    """The figures of a group that the rule asks for; None where it cannot be told which."""
    if not formula.size or len(group) == formula.size:
        return tuple(group)
    days = {one.dated for one in group}
    if len(group) < formula.size or None in days or len(days) != len(group):
        return None
    return tuple(sorted(group, key=lambda one: one.dated or date.min)[-formula.size :])


def _explain(
    formula: Formula,
    group: tuple[Input, ...],
    figures: Sequence[Input],
    decision: FiledDocument,
    number: int,
    stated: Amount,
) -> Explained | None:
    """How the decision's figure came about: other figures first, then a step that was left out."""
    tries: list[tuple[tuple[Input, ...], tuple[Step, ...]]] = []
    if len(group) > 1:
        mean = sum((one.value for one in group), Fraction(0)) / len(group)
        alike = [one for one in figures[:_MOST_TRIED] if mean / 3 <= one.value <= mean * 3]
        tries += [((one,), formula.steps) for one in _by_day([*group, *alike])]
    for size in range(2, len(group)) if len(group) <= _MOST_LISTED else ():
        tries += [(part, formula.steps) for part in combinations(group, size)]
    if len(formula.steps) > 1:
        left_out = range(len(formula.steps))
        tries += [(group, (*formula.steps[:n], *formula.steps[n + 1 :])) for n in left_out]
    for taken, steps in tries:
        if stated.value == formula.work_out([one.value for one in taken], steps):
            return Explained(decision, number, stated, formula, group, taken, steps)
    return None


def _by_day(inputs: Sequence[Input]) -> list[Input]:
    return sorted(inputs, key=lambda one: one.dated or date.min, reverse=True)
