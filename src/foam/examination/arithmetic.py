"""Arithmetic of a file, worked out again: sums that sentences state, tables, and what a rule says how to work out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from foam.examination.amounts import Outline, fits, read_outline, show
from foam.examination.columns import find_wrong_cells
from foam.examination.file import CaseFile, FiledDocument
from foam.examination.finding import Finding, SaidPassage, make_finding
from foam.examination.formulas import Explained, explain_figures
from foam.examination.means import find_wrong_means
from foam.examination.sayings import split_ends
from foam.examination.stated import LIST, TOTAL, Stated
from foam.examination.statements import find_wrong
from foam.examination.tables import find_tables
from foam.examination.told_columns import find_wrong_told

_SURE_STATED, _SURE_TABLE, _SURE_STEP, _SURE_FORMULA = 0.95, 0.95, 0.9, 0.95
_IS = r"(?:gives?|makes?|is|are|was|comes? to|came to|leaves?|equals?|amounts? to|results? in|=)"
_GOES_ON = re.compile(
    rf"^(?:(?:This|That|It|The (?:average|sum|total|result|figure))[^<>]{{0,20}} )?(?:(?P<times>multiplied by|times)|"
    rf"(?P<over>divided by)|(?P<less>(?:after|less|minus)[^<>]{{0,40}}?)|(?P<plus>(?:plus|adding)[^<>]{{0,30}}?))"
    rf" ?<(?P<by>\d+)%?>[^<>]{{0,50}}?\b{_IS}[^<>]{{0,20}} <(?P<result>\d+)>",
    re.IGNORECASE,
)
"""A sentence that works on with the figure before it: `Multiplied by 4.3 this gives 1,311.50.`"""


_TOGETHER = re.compile(
    r"(?:Together|Altogether|In all|In total|(?:That|This|It) (?:makes|adds up to|comes to|gives)|"
    r"The total (?:is|was|comes to|of both)|"
    r"Both together)\b[^<>]*<0>"
)
_BALANCE = re.compile(
    r"\b(?:paid|received|deduct(?:ed|ing)|refunded|returned|credited|used|spent|payments?|deposit)\b[^<>]{0,40}<0>[^<>]{0,40}?"
    r"(?:<1>[^<>]{0,30}?\b(?:outstanding|left|due|owed|owing|unpaid|remains?|remaining|open)\b|"
    r"\b(?:balance|owe|outstanding|remains?|leaves|leaving)\b[^<>]{0,30}?<1>)",
    re.IGNORECASE,
)
"""A sentence that takes off the figure before it: `You have paid 40, so 20 is outstanding.`"""
_IN_PARTS = re.compile(
    r"\bin <0> (?:instalments|installments|payments|parts|portions|rates|stages)(?::| of| –| -|,) ?[^;:]+$",
    re.IGNORECASE,
)
"""A sentence that says in which parts the figure before it was paid."""
_TOTAL = re.compile(r"(?:(?:Grand |Sub)?[Tt]otal(?=:| [^<>]{0,20}:| <)[^<>]*<0>)")
"""A sentence that is nothing but a total."""
_OTHERS = re.compile(r"\b(?:average|mean|each|respectively|between|instead|not|of which|including)\b", re.IGNORECASE)
"""Words by which the figures of a sentence are no list to be added up."""
_SIGN = re.compile(r"[€£$¥₹]?")
"""The sign of the money before a figure."""
_MOST_SHOWN = 8
"""Sentences or cells that are shown for one finding."""
_MOST_TOGETHER = 6
"""Sentences that another one may add up."""


def find_arithmetic(file: CaseFile) -> tuple[Finding, ...]:
    """Every figure of the file that is not what the figures beside it give; the same words in a copy are named once."""
    found: dict[tuple[str, ...], Finding] = {}
    for filed in file.documents:
        in_tables = [*_find_in_tables(filed)]
        taken = {one.pointers[0].sentence for one in in_tables}
        in_sentences = (one for one in _find_in_sentences(filed) if one.pointers[0].sentence not in taken)
        for one in (*in_tables, *in_sentences):
            found.setdefault((one.passages[0].text, *one.working), one)
    return (*found.values(), *(_report_explained(one) for one in explain_figures(file)))


def find_corrections(file: CaseFile) -> dict[Fraction, Fraction]:
    """The wrong figures of the file with the right ones."""
    found = {}
    for filed in file.documents:
        wrong = [
            (one.cell.value, one.computed) for table in find_tables(filed.sentences) for one in find_wrong_cells(table)
        ]
        wrong += [
            (one.stated.value, one.computed) for text in filed.sentences for one in find_wrong(read_outline(text))
        ]
        found.update({stated: right for stated, right in wrong if stated is not None})
    found.update({one.stated.value: one.right for one in explain_figures(file)})
    return found


def _find_in_tables(filed: FiledDocument) -> Iterator[Finding]:
    for table in find_tables(filed.sentences):
        for wrong in find_wrong_cells(table):
            yield make_finding(
                "arithmetic",
                f"In {filed.shown}, {wrong.what} is given as {wrong.cell.text}, but the figures give {wrong.right}.",
                advice=f"Correct it to {wrong.right}, or ask which of the figures is wrong.",
                passages=_say(filed, wrong.cell.sentence, *(cell.sentence for cell in wrong.used)),
                sure=_SURE_TABLE,
                working=(wrong.working,),
            )


def _find_in_sentences(filed: FiledDocument) -> Iterator[Finding]:
    before: Outline | None = None
    earlier: list[Outline] = []
    for number, sentence in enumerate(filed.sentences):
        outline = read_outline(sentence)
        for one in find_wrong(outline):
            yield _report_stated(filed, number, one, _SURE_STATED)
        if before is not None and (step := _check_step(before, outline)) is not None and step.is_wrong:
            yield _report_stated(filed, number, step, _SURE_STEP, number - 1)
        if before is not None and (listed := _check_listed(before, outline)) is not None and listed.is_wrong:
            yield _report_stated(filed, number, listed, _SURE_STEP, number - 1)
        for check in (_check_balance, _check_parts):
            if before is not None and (found := check(before, outline)) is not None and found.is_wrong:
                yield _report_stated(filed, number, found, _SURE_STEP, number - 1)
        for mean, is_of_before in find_wrong_means(before, outline):
            yield _report_stated(filed, number, mean, _SURE_STEP, *([number - 1] if is_of_before else []))
        if (whole := _check_together(earlier, outline)) is not None and whole.is_wrong:
            yield _report_stated(filed, number, whole, _SURE_STEP, *range(number - len(earlier), number))
        earlier = [*earlier, outline][-_MOST_TOGETHER:] if len(outline.amounts) == 1 else []
        before = outline
    for number, told, cells in find_wrong_told(find_tables(filed.sentences), filed.sentences):
        yield _report_stated(filed, number, told, _SURE_STEP, *cells)


def _check_step(before: Outline, outline: Outline) -> Stated | None:
    """A sentence that works on with the last figure of the one before it."""
    match = _GOES_ON.search(outline.text)
    if match is None or not before.amounts or before.amounts[-1].is_share:
        return None
    by, stated, base = outline.amounts[int(match["by"])], outline.amounts[int(match["result"])], before.amounts[-1]
    if match["times"]:
        computed, sign = base.value * by.value, "×"
    elif match["over"] and by.value:
        computed, sign = base.value / by.value, "/"
    elif match["less"]:
        computed, sign = base.value - (base.value * by.value if by.is_share else by.value), "−"
    else:
        computed, sign = base.value + (base.value * by.value if by.is_share else by.value), "+"
    shown = show(computed, min(stated.unit, Fraction(1, 100)))
    return Stated(stated, computed, f"{base.written} {sign} {by.written} = {shown}", (base, by))


def _check_balance(before: Outline, outline: Outline) -> Stated | None:
    """A sentence that says what is left of the last figure of the one before it."""
    if len(outline.amounts) != 2 or not before.amounts or not _BALANCE.search(outline.text):
        return None
    off, left = outline.amounts
    base = before.amounts[-1:]
    if re.search(LIST, before.text) and not re.search(TOTAL, before.text, re.IGNORECASE):
        base = before.amounts  # a list without its total
    if len({one.currency for one in (*base, off, left)}) != 1 or not off.currency:
        return None
    computed = sum((one.value for one in base), -off.value)
    shown = " + ".join(one.written for one in base)
    working = f"{shown} − {off.written} = {show(computed, min(left.unit, Fraction(1)))}"
    return Stated(left, computed, working, (*base, off))


def _check_parts(before: Outline, outline: Outline) -> Stated | None:
    """A sentence that lists the parts of the one amount of money that the sentence before it names."""
    whole = [one for one in before.amounts if one.currency]
    parts = [one for one in outline.amounts if one.currency]
    counted = _IN_PARTS.search(outline.text)
    if counted is None or len(whole) != 1 or len(parts) < 2 or {one.currency for one in parts} != {whole[0].currency}:
        return None
    if outline.amounts[0].value != len(parts):
        return None
    computed = sum((one.value for one in parts), Fraction(0))
    working = f"{' + '.join(one.written for one in parts)} = {show(computed, min(whole[0].unit, Fraction(1)))}"
    return Stated(whole[0], computed, working, tuple(parts))


def _check_together(earlier: list[Outline], outline: Outline) -> Stated | None:
    """A sentence that adds up the sentences before it, of one figure each: all of them, or the last few."""
    match = _TOGETHER.match(outline.text)
    if match is None or len(outline.amounts) != 1 or len(earlier) < 2:
        return None
    stated, parts = outline.amounts[0], [one.amounts[0] for one in earlier]
    ways = [parts[start:] for start in range(len(parts) - 1)]
    sums = [sum((one.value for one in way), Fraction(0)) for way in ways]
    chosen = next((n for n, value in enumerate(sums) if fits(stated, value)), 0)
    shown = " + ".join(one.written for one in ways[chosen])
    working = f"{shown} = {show(sums[chosen], min(stated.unit, Fraction(1)))}"
    return Stated(stated, sums[chosen], working, tuple(ways[chosen]))


def _check_listed(before: Outline, outline: Outline) -> Stated | None:
    """A sentence that adds up what the one before it lists: `2 in May, 1 in June and 1 in July. That makes 4.`"""
    listed = re.search(LIST, before.text)
    is_total = _TOGETHER.match(outline.text) or _TOTAL.match(outline.text)
    if listed is None or not is_total or not outline.amounts:
        return None
    if _OTHERS.search(split_ends(before.text)[-1]):
        return None
    stated, parts = outline.amounts[0], before.amounts
    is_whole = len(re.findall(r"<\d+>", listed[0])) == len(parts) and not any(one.is_share for one in parts)
    if not is_whole or stated.is_share:
        return None
    computed = sum((one.value for one in parts), Fraction(0))
    working = f"{' + '.join(one.written for one in parts)} = {show(computed, min(stated.unit, Fraction(1)))}"
    return Stated(stated, computed, working, parts)


def _report_stated(filed: FiledDocument, number: int, one: Stated, sure: float, *others: int) -> Finding:
    sign = _SIGN.match(one.stated.written)
    right = f"{sign[0] if sign else ''}{one.right}"
    return make_finding(
        "arithmetic",
        f"{filed.shown_first} gives {one.stated.written}, but its own figures give {right}.",
        advice=f"Correct it to {right}, or ask which of the figures is wrong.",
        passages=_say(filed, number, *others),
        sure=sure,
        working=(one.working,),
    )


def _report_explained(one: Explained) -> Finding:
    """A decision's figure, what the rule gives, and where the two part."""
    formula = one.formula
    cent = Fraction(1, 100)
    right, stated = show(one.right, cent), one.stated.written
    figures = [given.value for given in one.taken]
    if len(one.steps) < len(formula.steps):
        left = next(step for step in formula.steps if step not in one.steps)
        fault = f"the step “{left.shown}” was left out"
    elif len(one.taken) == 1:
        fault = f"one figure, {show(figures[0])}, was taken in place of the {formula.kind} of {len(one.inputs)}"
    else:
        fault = f"only {len(one.taken)} of {len(one.inputs)} figures were taken"
    places = [(formula.rule, formula.sentence), *((step.rule, step.sentence) for step in formula.steps)]
    places += [(given.filed, given.sentence) for given in (*one.taken, *one.inputs)]
    said = {passage.pointer: passage for passage in (filed.say(number) for filed, number in places)}
    return make_finding(
        "arithmetic",
        f"The decision gives {stated}; by the rule it is {right}: {fault}.",
        advice=f"Work the figure out again as the rule says, and decide on {right}.",
        passages=[one.decision.say(one.sentence), *said.values()],
        sure=_SURE_FORMULA,
        working=(
            f"As the rule says: {formula.show([given.value for given in one.inputs])}",
            f"As the decision has it: {formula.show(figures, one.steps)}",
        ),
    )


def _say(filed: FiledDocument, *sentences: int) -> list[SaidPassage]:
    """These sentences, each once, the first one first; of a long table only some."""
    return [filed.say(number) for number in list(dict.fromkeys(sentences))[:_MOST_SHOWN]]
