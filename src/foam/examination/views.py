"""The report of an examination as people read it: findings first, each with the sentences that show it."""

from __future__ import annotations

from collections.abc import Iterator

from foam.examination.authors import Author
from foam.examination.finding import Finding, SaidPassage
from foam.examination.report import KIND_WORDS, Examination, ExaminedDocument
from foam.paper import (
    Article,
    Block,
    Bullets,
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

_SURE = ((0.9, "sure"), (0.8, "rather sure"), (0.0, "to be checked"))
_BY = {"code": "code compared the words", "judge": "the small judge read both", "model": "a model was asked"}
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
    for kind, title in KIND_WORDS.items():
        found = examination.list_kind(kind)
        if found:
            yield Heading(text=title, id=kind)
            yield from map(_show_finding, found)
    yield Heading(text="What was read", id="read")
    yield Table(
        head=("document", "part", "author", "role", "signed", "day"),
        rows=tuple(_list_document(one) for one in examination.examined),
        note="Author, role and day are read from each document. Correct a role with --role NAME=ROLE.",
    )
    yield Paragraph(content=f"Looked for: {', '.join(examination.checks)}.", style="meta")


def _show_finding(finding: Finding) -> Article:
    shown = tuple(map(_show_passage, finding.passages))
    steps = (Bullets(items=tuple((step,) for step in finding.working)),) if finding.working else ()
    how = next(words for least, words in _SURE if finding.sure >= least)
    return Article(
        id=finding.id,
        blocks=(
            Paragraph(content=strong(finding.text)),
            *shown,
            *steps,
            Paragraph(content=f"What to do: {finding.advice}"),
            Paragraph(content=f"{_BY[finding.established]}; {how} ({finding.sure:.2f}). {finding.id}", style="meta"),
        ),
    )


def _show_passage(passage: SaidPassage) -> Quote:
    where = f"{passage.document}, {passage.pointer.brief()}"
    return Quote(content=passage.text, cite=f"{passage.speaker} — {where}")


def _list_document(one: ExaminedDocument) -> Row:
    part = f"{_PARTS[one.part]}, a copy" if one.is_copy else _PARTS[one.part]
    return Row(cells=(one.name, part, one.author.name, _describe_role(one.author), "yes" if one.author.signed else "no",
                      one.author.dated.isoformat() if one.author.dated else ""))  # fmt: skip


def _describe_role(author: Author) -> str:
    seen = {"first-hand": ", first-hand", "reported": ", from hearsay", "unknown": ""}[author.knowledge]
    return f"{author.role}{seen}"


add_formats(Examination, {".json": lambda examination: dump_json(examination.data()) + "\n"})
