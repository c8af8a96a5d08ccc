"""A file as a model is shown it: sentences under ids, after who wrote them, in windows that can be read at once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from foam.examination.authors import is_kept
from foam.examination.days import find_own_day, read_days, show_day
from foam.examination.file import CaseFile, FiledDocument
from foam.model.question import Option
from foam.model.template import Options, fence_document
from foam.text.mentions.names import find_unborne_names
from foam.text.normalise import normalise

LETTERS = 48_000
"""A file of so few letters, about 12,000 tokens, is read at once, however many sentences it has."""
SENTENCES = 200
"""Sentences of one window of a longer file."""
_ALWAYS = 100
"""Sentences of the decision and the rules that stand in every window; what is over comes in its turn."""
MOST_WINDOWS = 8
_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b")


class Line(NamedTuple):
    """One sentence under its id."""

    id: str
    filed: FiledDocument
    number: int

    @property
    def text(self) -> str:
        return " ".join(self.filed.sentences[self.number].split())


class Window(NamedTuple):
    """Sentences that are shown together."""

    lines: tuple[Line, ...]

    @property
    def by_id(self) -> dict[str, Line]:
        return {line.id: line for line in self.lines}

    @property
    def options(self) -> Options:
        """What may be cited."""
        return tuple(Option(id=line.id, text=line.text) for line in self.lines)

    def show(self) -> str:
        """The documents, each fenced: a line about it, then a line for each sentence. No sentence can pass for two."""
        grouped = groupby(self.lines, key=lambda line: line.filed.id)
        return "\n".join(_show_document([*lines]) for _, lines in grouped)


class Shown(NamedTuple):
    """The windows of a file, and how many sentences stand in none."""

    windows: tuple[Window, ...]
    unread: int = 0


def list_windows(file: CaseFile, *, size: int = SENTENCES, most: int = MOST_WINDOWS, letters: int = LETTERS) -> Shown:
    """The file in windows, with the decision and the rules in each of them.

    What contradicts each other is found only where both are shown: a file that fits stands in one window, and of a
    longer one, documents that share names and years stand together.
    """
    lines = list_lines(file)
    if len(lines) <= size or _count_letters(lines) <= letters:
        return Shown((Window(tuple(lines)),))
    always = _list_always(file, lines)[: min(_ALWAYS, size // 2)]
    kept = {line.id for line in always}
    rest = [line for line in lines if line.id not in kept]
    room = size - len(always)
    parts = _split_at_documents(_put_together(rest), room, letters - _count_letters(always))
    return Shown(tuple(Window((*always, *part)) for part in parts[:most]), sum(map(len, parts[most:])))


def _put_together(lines: Sequence[Line]) -> list[Line]:
    """The lines with each document after the one with which it shares most names and years, the first one first."""
    documents = [[*group] for _, group in groupby(lines, key=lambda line: line.filed.id)]
    named = {id(one): _list_named(one) for one in documents}
    ordered = documents[:1]
    left = documents[1:]
    while left:
        last = named[id(ordered[-1])]
        after = max(left, key=lambda one: len(named[id(one)] & last))
        left.remove(after)
        ordered.append(after)
    return [line for document in ordered for line in document]


def _list_named(lines: Sequence[Line]) -> set[str]:
    text = normalise(" ".join(line.text for line in lines))
    return {one.span.of(text).casefold() for one in find_unborne_names(text, ())} | {*_YEAR.findall(text)}


def _split_at_documents(lines: Sequence[Line], room: int, letters: int) -> list[list[Line]]:
    """The lines in parts of at most so many. A document that fits stands in one part; a longer one is cut evenly.

    A document of more sentences fits if it has no more than so many letters.
    """
    parts: list[list[Line]] = []
    for _, group in groupby(lines, key=lambda line: line.filed.id):
        document = [*group]
        if parts and len(parts[-1]) + len(document) <= room:
            parts[-1] += document
            continue
        count = 1 if _count_letters(document) <= letters else -(-len(document) // room)
        size = -(-len(document) // count)
        parts += [document[at : at + size] for at in range(0, len(document), size)]
    return parts


def _count_letters(lines: Iterable[Line]) -> int:
    return sum(len(line.text) for line in lines)


def show_matter(file: CaseFile, *, size: int = SENTENCES) -> Window:
    """One window for what decides: the decision and the rules, then the papers that count, then the others."""
    lines = list_lines(file)
    always = {line.id for line in _list_always(file, lines)}
    ordered = sorted(lines, key=lambda line: (line.id not in always, bool(explain_no_record(line.filed))))
    kept = {line.id for line in ordered[:size]}
    return Window(tuple(line for line in lines if line.id in kept))


def list_lines(file: CaseFile) -> list[Line]:
    """Every sentence of the file under its id."""
    return [Line(f"s{at}", filed, number) for at, (filed, number, _) in enumerate(file.list_sentences(), start=1)]


def explain_no_record(filed: FiledDocument) -> str:
    """Why a paper may not show a fact, in a clause; nothing where it may."""
    if filed.author.role == "party":
        return "is read as a party's own word"
    return "is a paper that nobody signed, dated or stands behind" if is_nobodys(filed) else ""


def is_nobodys(filed: FiledDocument) -> bool:
    """Whether a paper that is no register or table has neither author nor role, signature nor day."""
    author = filed.author
    known = author.role != "unknown" or author.signed or bool(author.name) or find_own_day(filed) is not None
    if known or is_kept(filed.document):
        return False
    return not any(read_days(text).days for text in filed.sentences)


def describe_document(filed: FiledDocument) -> str:
    """What a document is called, what it is, who wrote it, in what role and when."""
    author = filed.author
    day = find_own_day(filed)
    about = (
        filed.name,
        filed.part if filed.part != "document" else "",
        f"by {author.name}" if author.name else "author unknown",
        author.role if author.role != "unknown" else "role unknown",
        "signed" if author.signed else "not signed",
        show_day(day) if day else "no day",
    )
    return "; ".join(part for part in about if part)


def tell_lines(lines: Iterable[Line]) -> str:
    """Sentences, each with its document."""
    return "\n".join(f"{line.id} | {line.text} [{describe_document(line.filed)}]" for line in lines)


def _list_always(file: CaseFile, lines: Sequence[Line]) -> list[Line]:
    wanted = [*([file.decision] if file.decision else []), *file.rules]
    return [line for one in wanted for line in lines if line.filed.id == one.id]


def _show_document(lines: Sequence[Line]) -> str:
    return fence_document(describe_document(lines[0].filed), (f"{line.id} | {line.text}" for line in lines))
