"""The report of an examination as people read it: findings first, each with the sentences that show it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from foam.argument.reading import Missing
from foam.examination.days import show_day
from foam.examination.finding import Finding, SaidPassage
from foam.examination.reading import ModelReading, Unconfirmed
from foam.examination.report import KIND_WORDS, Examination, ExaminedDocument
from foam.paper import (
    Article,
    Block,
    Bullets,
    Details,
    Heading,
    Paper,
    Paragraph,
    Quote,
    Row,
    Table,
    add_formats,
    compose,
    strong,
)
from foam.visible import dump_json

_SURE = "Sure: code compared the words and figures"
_READING = "A reading, by {by}. Read the sentences yourself"
_DECIDES = (
    "What follows for the decision if these sentences are right. Read the rule and the sentences yourself: "
    "other rules may matter as well."
)
_ASK_A_MODEL = "A model that writes reads for this: foam examine … --model NAME."
_CONFIRM = "If it is another: foam examine … --decision NAME."
_ASK_DECISION = "Which paper is the decision? None was named: foam examine … --decision NAME."
_SPEAKS = {
    "against": "This speaks for reversing the decision, because:",
    "for": "This speaks for upholding the decision, because:",
}
_CELL = 40
"""Characters up to which words without a full stop are shown as a cell of a table."""
_PARTS = {"document": "document", "decision": "decision", "rules": "rules"}


@compose.register
def compose_examination(examination: Examination) -> Paper:
    """The report: how much was found, the findings by kind, and what was read."""
    return Paper(title="What was found in the file", blocks=tuple(_list_blocks(examination)), contents=True)


def _list_blocks(examination: Examination) -> Iterator[Block]:
    yield Paragraph(content=examination.describe_count(), style="lead")
    yield Paragraph(
        content="Each finding shows the sentences it rests on. Read them before you rely on it: "
        "it says what does not fit, not who is right.",
    )
    yield Paragraph(content=f"Checked by code: {'; '.join(examination.checks)}.")
    if examination.unexamined:
        way_on = "" if examination.reading else f" {_ASK_A_MODEL}"
        yield Paragraph(content=f"Not examined: {'; '.join(examination.unexamined)}.{way_on}")
    if all(one.part != "decision" for one in examination.examined):
        read_as = examination.reading.decision if examination.reading else ""
        yield Paragraph(content=f"“{read_as}” was read as the decision. {_CONFIRM}" if read_as else _ASK_DECISION)
    if deciding := [one for one in examination.findings if one.bearing]:
        yield Heading(text="What decides", id="decides")
        yield Paragraph(content=_DECIDES)
        yield from map(_show_finding, deciding)
    for kind, title in KIND_WORDS.items():
        found = [one for one in examination.list_kind(kind) if not one.bearing]
        if found:
            yield Heading(text=title, id=kind)
            yield from map(_show_finding, found)
    if examination.reading:
        yield from _show_reading(examination.reading)
        yield from _show_unconfirmed(examination.reading)
    yield Heading(text="What was read", id="read")
    yield Table(
        head=("document", "part", "author", "role", "signed", "day"),
        rows=tuple(_list_document(one) for one in examination.examined),
        note="Author and day are read from each document. A role is what somebody said: --role NAME=ROLE.",
    )


def _show_reading(reading: ModelReading) -> Iterator[Block]:
    """What is missing and what is strange in the file, by a reading, and how all that was read fared."""
    if reading.missing:
        yield Heading(text="What the file does not hold", id="not-held")
        yield Bullets(items=tuple((_tell_missing(one),) for one in reading.missing))
    if reading.strange:
        yield Heading(text="Text that gives orders or does not belong", id="strange")
        yield from (_show_passages([one]) for one in reading.strange)
    yield Paragraph(content=f"{str(reading)[:1].upper()}{str(reading)[1:]}.", style="meta")


def _tell_missing(one: Missing) -> str:
    who = f" {one.who_has_it} may have it." if one.who_has_it else ""
    touches = f" On it depends: {one.touches}." if one.touches else ""
    return f"{one.what.rstrip('.')}.{who}{touches}"


def _show_unconfirmed(reading: ModelReading) -> Iterator[Block]:
    """What was read and does not count, each with why."""
    kinds = (("was not confirmed", reading.suggested), ("code did not take over", reading.dropped))
    for what, rows in kinds:
        if rows:
            yield Details(
                summary=f"What was read and {what} ({len(rows)})",
                blocks=(Table(head=("what was read", "why it does not count"), rows=tuple(map(_list_row, rows))),),
            )


def _list_row(one: Unconfirmed) -> Row:
    return Row(cells=(one.text, one.why))


def _show_evidence(finding: Finding) -> tuple[Block, ...]:
    """The sentences that a finding rests on, two of them side by side, and its working."""
    shown = [list(group) for _, group in groupby(finding.passages, key=_name_table)]
    quotes: tuple[Block, ...] = tuple(map(_show_passages, shown))
    if len(shown) == 2:
        cells = tuple("; ".join(_show_row(one.text) for one in group) for group in shown)
        quotes = (Table(head=tuple(map(_cite, shown)), rows=(Row(cells=cells),)),)
    steps = (Bullets(items=tuple((step,) for step in finding.working)),) if finding.working else ()
    return (*quotes, *steps)


def _show_finding(finding: Finding) -> Article:
    how = _SURE if finding.is_sure else _READING.format(by=finding.by)
    advice = (Paragraph(content=f"What to do: {finding.advice}"),) if finding.advice else ()
    return Article(
        id=finding.id,
        blocks=(
            Paragraph(
                content=strong(f"{_SPEAKS[finding.bearing]} {finding.text}" if finding.bearing else finding.text)
            ),
            *_show_evidence(finding),
            *advice,
            Paragraph(content=f"{how}. To refer to it: {finding.id}", style="meta"),
        ),
    )


def _name_table(passage: SaidPassage) -> str:
    """What passages that belong together share: the document of a cell, or else the sentence itself."""
    is_cell = len(passage.text) <= _CELL and not passage.text.endswith((".", "!", "?"))
    return passage.pointer.document if is_cell else str(passage.pointer)


def _show_passages(passages: Sequence[SaidPassage]) -> Quote:
    """A sentence with who said it and where; or the cells of one table on one line."""
    return Quote(content="; ".join(_show_row(one.text) for one in passages), cite=_cite(passages))


def _cite(passages: Sequence[SaidPassage]) -> str:
    """Who says it, in which document, and where."""
    first = passages[0]
    numbers = [str(one.pointer.sentence + 1) for one in passages]
    where = f"sentence {numbers[0]}" if len(numbers) == 1 else f"sentences {', '.join(numbers)}"
    return f"{_name_speaker(first)}{first.document}, {where}"


def _show_row(text: str) -> str:
    """A sentence as it stands; a row of a table by its cells, without the bars."""
    if not (text.startswith("|") and text.endswith("|")):
        return text
    return " · ".join(cell for part in text.strip("|").split("|") if (cell := part.strip()))


def _name_speaker(passage: SaidPassage) -> str:
    """Who speaks, before the document's name; nothing where nobody is known to."""
    return f"{passage.speaker} — " if passage.by else ""


def _list_document(one: ExaminedDocument) -> Row:
    part = f"{_PARTS[one.part]}, a copy" if one.is_copy else _PARTS[one.part]
    return Row(cells=(one.name, part, one.author.name, one.author.role, "yes" if one.author.signed else "no",
                      show_day(one.author.dated) if one.author.dated else ""))  # fmt: skip


add_formats(Examination, {".json": lambda examination: dump_json(examination.data()) + "\n"})
