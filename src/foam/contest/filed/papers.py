"""Which papers count for a challenge, and why others are put aside.

A paper that nobody signed, or that tells the programs that read it what to do, can bear nothing out. It is named
with the reason, and it decides nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from foam.evidence.document import Document
from foam.examination.authors import read_author
from foam.examination.file import FiledDocument, name_document
from foam.text.instructions import instructs_programs
from foam.text.mentions.dates import find_dates

_SIGNED = re.compile(r"\(signed\)|\bsigned (?:by|on)\b|\bsignature\b", re.IGNORECASE)
_NAMED = re.compile(
    r"(?!To |Dear |For |From )(?:[A-Z][a-z'’]+|of|the|and) (?:(?:of|the|and|for) )*[A-Z][a-z'’]+[\w'’ ]*(?:[,.:]|$)"
)
"""A line that begins with a name of at least two words."""
_HEAD, _FOOT = 3, 4


class PutAside(NamedTuple):
    """A paper that does not count, and why."""

    paper: FiledDocument
    why: str


def file_paper(document: Document) -> FiledDocument:
    """A paper that was brought, read like the documents of the file."""
    return FiledDocument(
        name=name_document(document), document=document, author=read_author(document), copy_of=document.id
    )


def find_objection(filed: FiledDocument) -> str:
    """Why a paper of the file can bear nothing out by itself; empty where somebody stands behind it."""
    return "" if filed.part != "document" or _has_name(filed) else "nobody has put a name to it"


def is_nobodys(filed: FiledDocument) -> bool:
    """Whether a paper has neither a name nor a day: nobody can be asked about it, and nothing shows when it was so."""
    return bool(find_objection(filed)) and not find_dates(filed.document.text)


def _has_name(filed: FiledDocument) -> bool:
    """Whether somebody stands behind a paper: a name, a role, a signature, or a line that begins with who writes."""
    if filed.author.name or filed.author.role != "unknown" or filed.document.citation.author:
        return True
    lines = [line.strip() for line in filed.document.text.split("\n") if line.strip()]
    return any(_SIGNED.search(line) or _NAMED.match(line) for line in (*lines[:_HEAD], *lines[-_FOOT:]))


def sort_papers(brought: Iterable[Document]) -> tuple[tuple[FiledDocument, ...], tuple[PutAside, ...]]:
    """The papers that count for a challenge, and those that are put aside."""
    kept: list[FiledDocument] = []
    aside: list[PutAside] = []
    for one in map(file_paper, brought):
        told = instructs_programs(one.document.text)
        why = "it tells the programs that read it what to do" if told else find_objection(one)
        if why:
            aside.append(PutAside(one, why))
        else:
            kept.append(one)
    return tuple(kept), tuple(aside)
