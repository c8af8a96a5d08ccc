"""A calculation for a pack from a formula that the rules state, where the records give its figures in one wording."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction

from foam.argument.calculation import Calculation, CalculationStep, Conclusion, Input, Rule
from foam.examination.file import CaseFile
from foam.examination.formulas import Formula, Step, find_inputs
from foam.examination.formulas import Input as RecordedFigure
from foam.text.words import split_letters

_AFTER = re.compile(
    r"\b(?:multiplied|divided|times|less|plus|minus|within|in|over|of|for|from|during)\b.*$", re.IGNORECASE
)
"""What follows the name of the figures in a rule."""
_ROOT = 3
"""Letters that words of one root share: pay, payments."""
_BEFORE = 7
"""Words before a figure that say what it is."""
_LONGEST = 400
"""Characters of a rule that a pattern holds: whatever is longer is held by its beginning."""


def draft_calculation(file: CaseFile, formula: Formula) -> Calculation | str:
    """The formula as a calculation, if one wording in the records names its figures; else what it says, in words.

    The words before the figures must have a word of what the rule names. Where several such wordings give figures, it
    is for a person to say which the rule means.
    """
    noun = _AFTER.sub("", formula.noun).strip()
    wanted = {word[:_ROOT] for word in split_letters(noun.lower()) if len(word) >= _ROOT}
    found: dict[str, tuple[RecordedFigure, ...]] = {}
    for group in find_inputs(file, formula):
        words = _find_common_words(group)
        if wanted & {word[:_ROOT] for word in split_letters(words.lower()) if len(word) >= _ROOT}:
            found.setdefault(words, group)
    if len(found) == 1:
        ((words, group),) = found.items()
        pattern = _make_pattern(words, group)
        if pattern:
            return _make(formula, noun, group, pattern)
    return f"{formula.rule.sentences[formula.sentence]} ({formula.rule.name})"


def _make(formula: Formula, noun: str, group: tuple[RecordedFigure, ...], pattern: str) -> Calculation:
    words = split_letters(noun.lower())
    name = "_".join(word for word in words if word.isascii())[:30] or "figures"
    before, figures = (
        name,
        [Input(name=name, title=noun, seek=_say(group[0]), pattern=pattern, count=len(group))],
    )
    whole = "mean" if formula.kind == "average" else "sum"
    steps = [CalculationStep(name=formula.kind, title=f"the {formula.kind} of {noun}", formula=f"{whole}({before})")]
    for number, step in enumerate(formula.steps, start=1):
        made = f"step_{number}"
        steps.append(CalculationStep(name=made, title=step.shown, formula=f"{steps[-1].name} {_write(step)}"))
    places = dict.fromkeys([formula.sentence, *(step.sentence for step in formula.steps)])
    rules = [
        Rule(
            name=f"rule_{number}",
            title=formula.rule.name,
            seek=formula.rule.sentences[place],
            pattern=re.escape(formula.rule.sentences[place][:_LONGEST]).replace("\\ ", " "),
        )
        for number, place in enumerate(places, start=1)
    ]
    result = f"By {formula.rule.name}, worked out from {len(group)} figures, the result is {{{steps[-1].name}}}."
    return Calculation(
        id=name.replace("_", "-"),
        title=f"The {formula.kind} of {noun}",
        inputs=tuple(figures),
        rules=tuple(rules),
        steps=tuple(steps),
        concludes=Conclusion(holds=result, fails=result),
    )


def _write(step: Step) -> str:
    value = _number(step.amount.value)
    match step.operation:
        case "times":
            return f"* {value}"
        case "over":
            return f"/ {value}"
        case "less":
            return f"* (1 - {value})" if step.amount.is_share else f"- {value}"
        case "plus":
            return f"* (1 + {value})" if step.amount.is_share else f"+ {value}"


def _number(value: Fraction) -> str:
    return format((Decimal(value.numerator) / Decimal(value.denominator)).normalize(), "f")


def _find_common_words(group: tuple[RecordedFigure, ...]) -> str:
    """The words that stand before each figure; empty where they differ."""
    found = {_find_words(one) for one in group}
    return found.pop() if len(found) == 1 else ""


def _make_pattern(words: str, group: tuple[RecordedFigure, ...]) -> str:
    """The words with the place of the figure; empty where they do not read each figure as it is."""
    pattern = rf"(?i)\b{re.escape(words)}[ :=|]*{{value}}".replace("\\ ", " ")
    reader = Input(name="figure", title="", seek="", pattern=pattern)
    right = all(reader.read(_say(one)) == Decimal(_number(one.value)) for one in group)
    return pattern if right else ""


def _find_words(one: RecordedFigure) -> str:
    """The last words before the figure in its sentence; empty where none stand there."""
    sentence = _say(one)
    for match in re.finditer(r"\d[\d.,]*\d|\d", sentence):
        if match[0].replace(",", "").rstrip(".") and _reads(match[0], one.value):
            before = re.split(r"\d", sentence[: match.start()])[-1]
            before = re.sub(r"[^\w ]+\s*$", "", before).strip(" :=|")
            words = before.split()[-_BEFORE:]
            return " ".join(words) if words and re.fullmatch(r"[\w'’ -]+", " ".join(words)) else ""
    return ""


def _reads(written: str, value: Fraction) -> bool:
    try:
        return Fraction(written.replace(",", "")) == value
    except ValueError:
        return False


def _say(one: RecordedFigure) -> str:
    return one.filed.sentences[one.sentence]
