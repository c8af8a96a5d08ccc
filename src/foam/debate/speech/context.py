"""What stands around a sentence in its source, so that nothing is cited against its context."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from foam.debate.citing import describe_heading, name_aloud
from foam.debate.language import detect_language
from foam.errors import NotFound
from foam.evidence.corpus import Corpus, Passage, make_passage
from foam.evidence.heads import count_head
from foam.job.clerk import Clerk
from foam.record.entry import ValueInput
from foam.text.listed import describe_lead
from foam.text.statement import find_no_statement
from foam_quotes.text.pointer import Pointer

AROUND = 2
"""Sentences before and after a cited one that its judge sees."""
_ENDED = re.compile(r"[.!?…。！？][\"'”’)\]]*\s*(?:\[[^\[\]]{0,40}\]\s*)*$")
_ROW = re.compile(r"^\s*[|!]|\|\||\|-")
"""Cells of a table in wiki text or Markdown."""


class Surroundings(NamedTuple):
    """The sentences before and after one, in their order."""

    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


def read_surroundings(clerk: Clerk, corpus: Corpus, passages: Iterable[Passage]) -> dict[Pointer, Surroundings]:
    """What stands around each passage, recorded as it was read; nothing where the library does not hold its source.

    Lines of a document's head say whose it is, which is told beside it, and are left out.
    """
    pointers = sorted({one.pointer for one in passages if not one.pointer.computed}, key=str)

    def read(pointer: Pointer) -> list[list[str]]:
        try:
            document = corpus.document(pointer.document)
        except NotFound:
            return [[], []]
        place = pointer.sentence
        before = range(max(count_head(document), place - AROUND), place)
        after = range(place + 1, min(len(document.ends), place + AROUND + 1))
        return [[document.sentence(n) for n in places] for places in (before, after)]

    entry = clerk.compute(
        "surroundings",
        lambda: [read(pointer) for pointer in pointers],
        ValueInput(role="pointers", value=[str(pointer) for pointer in pointers]),
        ValueInput(role="corpus", value=corpus.version),
        rule="library",
    )
    return {
        pointer: Surroundings(tuple(before), tuple(after))
        for pointer, (before, after) in zip(pointers, entry.answer, strict=True)
    }


def read_neighbours(
    clerk: Clerk, corpus: Corpus, passages: Iterable[Passage], *, before: int = AROUND, after: int = AROUND
) -> tuple[Passage, ...]:
    """The sentences around each passage that can be cited, too; recorded as read."""
    known = sorted({one.pointer for one in passages if not one.pointer.computed}, key=str)

    def read() -> list[Any]:
        found: dict[Pointer, Any] = {}
        for pointer in known:
            try:
                document = corpus.document(pointer.document)
            except NotFound:
                continue
            first, last = max(0, pointer.sentence - before), min(len(document.ends), pointer.sentence + after + 1)
            for place in range(first, last):
                passage = make_passage(document, place)
                if passage.pointer not in known and can_be_cited(passage):
                    found[passage.pointer] = passage.json_value()
        return list(found.values())

    entry = clerk.compute(
        "neighbours",
        read,
        ValueInput(role="pointers", value=[[str(pointer) for pointer in known], before, after]),
        ValueInput(role="corpus", value=corpus.version),
        rule="library",
    )
    return tuple(Passage.model_validate(row) for row in entry.answer)


def can_be_cited(passage: Passage) -> bool:
    """Whether a passage states something: a whole sentence, or a row of figures under the head of its table."""
    text = passage.text.strip()
    if not any(map(str.isalpha, text)):
        return False
    if passage.heading and any(map(str.isdigit, text)):
        return True
    is_whole = bool(_ENDED.search(text)) and not _ROW.search(text)
    return is_whole and (detect_language(text) != "en" or not find_no_statement(text))


def describe_cited(passages: Sequence[Passage], around: Mapping[Pointer, Surroundings] | None = None) -> str:
    """Cited sentences, a paragraph each, with who says it and, where it is given, what stands around."""
    return "\n".join(_describe_one(one, (around or {}).get(one.pointer, Surroundings())) for one in passages)


def _describe_one(passage: Passage, around: Surroundings) -> str:
    lines = [f"[{name_aloud(passage)}] cited: “{passage.text}”"]
    lines += [f"  {line}" for line in (describe_heading(passage), describe_lead(passage.under)) if line]
    lines += [f"  context, before it: “{' '.join(around.before)}”"] if around.before else []
    lines += [f"  context, after it: “{' '.join(around.after)}”"] if around.after else []
    return "\n".join(lines)
