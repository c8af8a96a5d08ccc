"""Arithmetic of a file, worked out again: sums that sentences state with all their figures, and tables."""

from __future__ import annotations

from collections.abc import Iterator

from foam.examination.columns import find_wrong_cells
from foam.examination.file import CaseFile, FiledDocument
from foam.examination.finding import Finding, SaidPassage, make_finding
from foam.examination.sums import find_wrong_sums
from foam.examination.tables import find_tables

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
        for wrong in find_wrong_cells(table):
            yield make_finding(
                "arithmetic",
                f"In {filed.shown}, {wrong.what} is given as {wrong.cell.text}, but the figures give {wrong.right}.",
                advice=f"Correct it to {wrong.right}, or ask which of the figures is wrong.",
                passages=_say(filed, wrong.cell.sentence, *(cell.sentence for cell in wrong.used)),
                working=(wrong.working,),
            )


def _find_in_sentences(filed: FiledDocument) -> Iterator[Finding]:
    for number, sentence in enumerate(filed.sentences):
        for one in find_wrong_sums(sentence):
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
