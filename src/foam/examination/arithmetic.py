"""Arithmetic of a file, worked out again: sums that sentences state with all their figures, and tables.

A sum is written out with signs, or as amounts in a row with their total. What is stated about, nearly or over is left
alone, and so is a figure of quite another size: it belongs to something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from foam.examination.amounts import find_place, fits, is_near, show, show_like
from foam.examination.file import CaseFile, FiledDocument
from foam.examination.finding import Finding, SaidPassage, make_finding
from foam.examination.tables import find_tables
from foam.examination.totals import find_wrong_totals
from foam_quotes.text.mentions.dates import find_dates
from foam_quotes.text.mentions.numbers import Figure, find_numbers
from foam_quotes.text.mentions.references import find_references
from foam_quotes.text.mentions.workings import find_workings
from foam_quotes.text.words import is_negation, split_words

_TOTAL = re.compile(
    r"\b(?:in all|altogether|together|total(?:s|led|ling)?|(?:add(?:s|ed|ing)? up|c[ao]m(?:es?|ing)|amounts?) to)\b",
    re.IGNORECASE,
)
_OTHER_TOTAL = re.compile(
    r"\b(?:so far|for the (?:year|month)|others?|including|excluding|each|per|every|average|should|would|could|if)\b",
    re.IGNORECASE,
)
"""A total of more, or of less, than what the sentence names; or one that is only supposed."""
_JOINING = re.compile(r",| and |&|\+")
_PARTING = re.compile(r"[.;:()=]")
"""What stands, and what does not stand, between two figures of a row."""
_STOP = re.compile(r"[,;:–—-]")
_MOST_FIGURES, _FARTHEST = 40, 75
"""A sentence with more figures is a table without lines; those of a row stand within so many letters."""


class WrongSum(NamedTuple):
    """A figure that a sentence states and what its own figures give."""

    written: str
    right: str
    working: str


_MOST_SHOWN = 8
"""Sentences or cells that are shown for one finding."""


def find_arithmetic(file: CaseFile) -> tuple[Finding, ...]:
    """Every figure of the file that is not what the figures beside it give; the same words in a copy are named once."""
    found: dict[tuple[str, ...], Finding] = {}
    for filed in file.documents:
        in_tables = [*_find_in_tables(filed)]
        taken = {one.pointers[0].sentence for one in in_tables}
        in_sentences = (one for one in _find_in_sentences(filed) if one.pointers[0].sentence not in taken)
        for one in (*in_tables, *in_sentences):
            found.setdefault((one.passages[0].text, *one.working), one)
    return tuple(found.values())


def _find_in_tables(filed: FiledDocument) -> Iterator[Finding]:
    for table in find_tables(filed.sentences):
        for wrong in find_wrong_totals(table):
            yield make_finding(
                "arithmetic",
                f"In {filed.shown}, {wrong.what} is given as {wrong.cell.text}, but the figures give {wrong.right}.",
                advice=f"Correct it to {wrong.right}, or ask which of the figures is wrong.",
                passages=_say(filed, wrong.cell.sentence, *(cell.sentence for cell in wrong.used)),
                working=(wrong.working,),
            )


def _find_in_sentences(filed: FiledDocument) -> Iterator[Finding]:
    for number, sentence in enumerate(filed.sentences):
        for one in _find_wrong_sums(sentence):
            yield make_finding(
                "arithmetic",
                f"{filed.shown_first} gives {one.written}, but its own figures give {one.right}.",
                advice=f"Correct it to {one.right}, or ask which of the figures is wrong.",
                passages=[filed.say(number)],
                working=(one.working,),
            )


def _say(filed: FiledDocument, *sentences: int) -> list[SaidPassage]:
    """These sentences, each once, the first one first; of a long table only some."""
    return [filed.say(number) for number in list(dict.fromkeys(sentences))[:_MOST_SHOWN]]


def _find_wrong_sums(sentence: str) -> Iterator[WrongSum]:
    """Every result of a sentence that its own figures do not give."""
    for one in find_workings(sentence):
        if wrong := _tell(one.stated, one.terms, one.value, one.left.of(sentence).replace("—", " − "), sentence):
            yield wrong
    if _TOTAL.search(sentence):
        figures = _list_amounts(sentence)
        for total, row in _list_rows(figures, sentence) if 2 < len(figures) <= _MOST_FIGURES else ():
            ways = [sum((one.value for one in row[start:]), Fraction(0)) for start in range(len(row) - 1)]
            if not any(fits(total, total.span.of(sentence), one) for one in ways):
                shown = " + ".join(show(one.value, find_place(one, one.span.of(sentence))) for one in row)
                bare = total._replace(bound="") if sentence[: total.span.start].endswith("up to ") else total
                if wrong := _tell(bare, row, ways[0], shown, sentence):
                    yield wrong


def _tell(stated: Figure, used: Sequence[Figure], value: Fraction, left: str, sentence: str) -> WrongSum | None:
    """None where it may be a matter of rounding, of a vague figure or of some other sum."""
    written = stated.span.of(sentence)
    is_one_measure = len({one.currency for one in (*used, stated) if one.currency}) <= 1
    is_vague = any(one.bound for one in (*used, stated))
    if is_vague or not is_one_measure or fits(stated, written, value) or not is_near(stated.value, value):
        return None
    right = show_like(value, stated, written)
    sign = "" if written[0].isdigit() or written[0].isalpha() else written[0]
    return WrongSum(written, f"{sign}{right}", f"{left} = {right}")


def _list_amounts(sentence: str) -> list[Figure]:
    """The figures that count something: no date or year, no place in a row, no share and no part of a reference."""
    dates, references = find_dates(sentence), find_references(sentence)
    hidden = [*(one.span for one in dates), *(one.span for one in references)]
    figures = find_numbers(sentence, without=hidden)
    return [one for one in figures if not one.unit and not {":", "/"} & set(one.span.of(sentence))]


def _list_rows(figures: Sequence[Figure], sentence: str) -> Iterator[tuple[Figure, Sequence[Figure]]]:
    """Each total, with the figures of the row that stands before it, or behind it after a bracket or a colon."""
    starts = [*(one.span.start for one in figures[1:]), len(sentence)]
    gaps = [sentence[one.span.end : end] for one, end in zip(figures, starts, strict=True)]
    for at, total in enumerate(figures):
        before = gaps[at - 1] if at else sentence[: total.span.start]
        if not (_TOTAL.search(before) or (_TOTAL.search(gaps[at]) and _STOP.search(before))):
            continue
        first = at - 1
        while first > 0 and _is_joined(gaps[first - 1]):
            first -= 1
        last = at + 1
        while last + 1 < len(figures) and _is_joined(gaps[last]):
            last += 1
        opens = re.match(r"[^.;,]*[(:]", gaps[at]) is not None
        row = figures[at + 1 : last + 1] if opens else figures[max(first, 0) : at]
        said = sentence[min(row[0], total).span.start : max(row[-1], total).span.end] + gaps[at][:20] if row else ""
        if len(row) > 1 and not _OTHER_TOTAL.search(said) and not any(map(is_negation, split_words(said))):
            yield total, row


def _is_joined(gap: str) -> bool:
    return len(gap) <= _FARTHEST and not _PARTING.search(gap) and _JOINING.search(gap) is not None
