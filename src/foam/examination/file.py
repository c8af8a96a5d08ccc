"""The file that is examined: documents with their authors, the decision among them, and the rules it rests on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import PurePath
from typing import Literal, Self, TypeAlias

from pydantic import model_validator

from foam.errors import InputError
from foam.evidence.document import Document
from foam.evidence.likeness import group_alike, sign_text
from foam.examination.authors import Author, read_author
from foam.examination.finding import Role, SaidPassage
from foam.values import CleanLine, Value
from foam_quotes.text.pointer import Pointer

Part: TypeAlias = Literal["document", "decision", "rules"]


class FiledDocument(Value):
    """One document of the file."""

    name: CleanLine
    """What it is called: its title, else the name of its file."""
    part: Part = "document"
    document: Document
    author: Author
    copy_of: str = ""
    """Id of the first document of the file that says nearly the same words; its own where there is none before it."""

    @property
    def id(self) -> str:
        return self.document.id

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """The words of each sentence, in order."""
        return tuple(self.document.sentence(number) for number in range(len(self.document.ends)))

    @property
    def shown(self) -> str:
        """What it is called inside a sentence."""
        return "the decision" if self.part == "decision" else f"“{self.name}”"

    @property
    def shown_first(self) -> str:
        """What it is called where a sentence begins."""
        return "The decision" if self.part == "decision" else self.shown

    def say(self, sentence: int) -> SaidPassage:
        """One sentence, with who said it."""
        return SaidPassage(
            pointer=self.document.pointer(sentence),
            text=self.sentences[sentence],
            document=self.name,
            by=self.author.name,
            role=self.author.role,
            dated=self.author.dated,
        )


class CaseFile(Value):
    """Everything that is examined together."""

    documents: tuple[FiledDocument, ...]

    @model_validator(mode="after")
    def _has_documents(self) -> Self:
        if not self.documents:
            raise ValueError("a file has at least one document")
        if sum(one.part == "decision" for one in self.documents) > 1:
            raise ValueError("a file has one decision")
        return self

    @property
    def decision(self) -> FiledDocument | None:
        """The decision that the file is about, where one was named."""
        return next((one for one in self.documents if one.part == "decision"), None)

    @property
    def rules(self) -> tuple[FiledDocument, ...]:
        """The rules that were named as such."""
        return tuple(one for one in self.documents if one.part == "rules")

    @cached_property
    def by_id(self) -> dict[str, FiledDocument]:
        return {one.id: one for one in self.documents}

    def say(self, pointer: Pointer) -> SaidPassage:
        """The sentence at a pointer, with who said it."""
        return self.by_id[pointer.document].say(pointer.sentence)

    def list_others(self, document: FiledDocument) -> tuple[FiledDocument, ...]:
        """Every other document, without copies of this one."""
        return tuple(one for one in self.documents if one.copy_of != document.copy_of)

    def list_sentences(self) -> Iterator[tuple[FiledDocument, int, str]]:
        """Each sentence of each document, in order."""
        for one in self.documents:
            for number, text in enumerate(one.sentences):
                yield one, number, text


def make_case_file(
    documents: Sequence[Document],
    *,
    decision: Document | None = None,
    rules: Sequence[Document] = (),
    roles: Mapping[str, Role] | None = None,
) -> CaseFile:
    """A file from documents; one that is given twice is filed once. `roles` overrides roles by a document's name.

    A name is that of the file, with or without its folder and its ending, or the author's, in any case of letters.
    """
    given: dict[str, tuple[Part, Document]] = {}
    if decision is not None:
        given[decision.id] = ("decision", decision)
    for part, group in (("rules", rules), ("document", documents)):
        for one in group:
            given.setdefault(one.id, (part, one))  # type: ignore[arg-type]
    if not given:
        raise InputError("there is nothing to examine", hint="name the files, or a folder of them")
    families = group_alike({n: sign_text(one.text) for n, (_, one) in enumerate(given.values())})
    ids = list(given)
    wanted = {name.strip().casefold(): role for name, role in (roles or {}).items()}
    filed = []
    used: set[str] = set()
    for number, (part, one) in enumerate(given.values()):
        author = read_author(one, part=part)
        named = [key for key in _list_names(one, author) if key in wanted]
        used.update(named)
        if named:
            author = author.model_copy(update={"role": wanted[named[0]], "corrected": True})
        filed.append(
            FiledDocument(
                name=name_document(one), part=part, document=one, author=author, copy_of=ids[families[number]]
            )
        )
    if unknown := sorted(wanted.keys() - used):
        raise InputError(
            f"no document or author is called {unknown[0]!r}",
            hint=f"there are {', '.join(one.name for one in filed[:8])}",
        )
    return CaseFile(documents=tuple(filed))


def name_document(document: Document) -> str:
    """What a reader calls a document: its title, else the name of its file without number and hyphens."""
    stem = PurePath(document.origin.file).stem
    if document.citation.title not in ("", stem):
        return document.citation.title
    return re.sub(r"[-_]+", " ", re.sub(r"^\d+[-_. ]+", "", stem)).strip() or stem


def _list_names(document: Document, author: Author) -> Iterable[str]:
    file = PurePath(document.origin.file)
    names = (str(file), file.name, file.stem, name_document(document), author.name)
    return (name.casefold() for name in names if name)
