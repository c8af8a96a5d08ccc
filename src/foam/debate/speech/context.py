"""What stands around a sentence in its source, so that nothing is cited against its context or by halves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import groupby, islice
from typing import Any, NamedTuple

from foam.debate.citing import describe_heading, name_aloud, put_in_words
from foam.debate.language import detect_language
from foam.errors import NotFound, NotRecorded
from foam.evidence.corpus import Corpus, Passage, make_passage
from foam.evidence.document import Document
from foam.evidence.heads import count_head
from foam.job.clerk import Clerk
from foam.record.entry import ValueInput
from foam.text.evidence import leads_elsewhere
from foam.text.listed import describe_lead
from foam.text.mentions.names import find_unborne_names
from foam.text.normalise import normalise
from foam.text.pointer import Pointer
from foam.text.quoted import Quotation, describe_quotation, find_quotation
from foam.text.segment import ends_open
from foam.text.statement import find_no_statement

_ENDED = re.compile(r"[.!?…:;][\"'”’)\]]*\s*(?:\[[^\[\]]{0,40}\]\s*)*$")
_ROW = re.compile(r"^\s*[|!]|\|\||\|-")
"""Cells of a table in wiki text or Markdown."""
_LONE_DOT = re.compile(r"\s+\.$")
"""A full stop with a space before it, which some texts have after every line, headings too."""
_VERB = re.compile(
    r"\b(?:am|is|are|was|were|be|been|has|have|had|do|does|did|can|could|may|might|must|shall|should|will|would|not|"
    r"[a-z]{3,}ed)\b"
)
"""By what a short line shows that it is a sentence."""
_UNIT_LAST = re.compile(r"\([^\W\d][^()\d\s]{0,9}\)$")
"""A unit in brackets at the end of a line."""
_BRACKETED = re.compile(r"\((?:[^()]|\([^()]*\))*\)")
_ASIDE = re.compile(r"\((?:[^()]|\([^()]*\))*\)[\s.!?…]*")
"""A sentence that stands in brackets as a whole: it says something of the one before it."""
_IN_SENTENCES = re.compile(r"\b(?:the|a|an|and|to|by|in|from|with|that|it|they)\b", re.IGNORECASE)
"""Small words that the heads of columns do without."""
_TELLS_ON = re.compile(
    r"The (?:(?!(?:and|as|at|by|for|from|in|of|on|or|that|to|which|who|with)\b)[a-z][a-z-]* ){1,3}?"
    r"(?:was|were|had|did|could|would)\b"
)
"""What tells on, in the past tense, of “the” something that was told of before it: “The plant was destroyed”."""
_FEW = 7
"""Words of a line with a lone full stop that may be a heading."""
_HEADING = 12
"""Words that a heading has, at most."""
_SURROUNDINGS = "library, lines that have words, open quotations"
AROUND = 2
"""Sentences before and after a cited one that its judge sees."""


class Surroundings(NamedTuple):
    """The sentences before and after one, in their order; a line without a letter or digit is none."""

    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    places: tuple[int, ...] = ()
    """Where those before and those after stand in their document."""
    quoted: Quotation | None = None
    """The quotation from whose middle it is, where nothing in the sentence itself says so."""
    title: str = ""
    """What its document is called."""


def read_surroundings(clerk: Clerk, corpus: Corpus, passages: Iterable[Passage]) -> dict[Pointer, Surroundings]:
    """What stands around each passage, recorded as it was read; nothing where the library does not hold its source.

    Lines of a document's head say whose it is, which is told beside it, and are left out.
    """
    pointers = sorted({one.pointer for one in passages if not one.pointer.computed}, key=str)

    def read(pointer: Pointer) -> dict[str, Any]:
        try:
            document = corpus.document(pointer.document)
        except NotFound:
            return {"before": [], "after": [], "places": [], "quoted": None, "title": ""}
        place = pointer.sentence

        def find(places: Iterable[int]) -> list[int]:
            return list(islice((n for n in places if any(map(str.isalnum, document.sentence(n)))), AROUND))

        before = find(range(place - 1, count_head(document) - 1, -1))[::-1]
        after = find(range(place + 1, len(document.ends)))
        told = {name: [document.sentence(n) for n in places] for name, places in (("before", before), ("after", after))}
        found = {"quoted": _find_quotation(document, place), "title": document.citation.title}
        return {**told, "places": [*before, *after], **found}

    work = partial(
        clerk.compute,
        "surroundings",
        lambda: [read(pointer) for pointer in pointers],
        ValueInput(role="pointers", value=[str(pointer) for pointer in pointers]),
        ValueInput(role="corpus", value=corpus.version),
    )
    try:
        entry = work(rule=f"{_SURROUNDINGS}, titles")
    except NotRecorded:  # a debate from before titles were read
        entry = work(rule=_SURROUNDINGS)
    return {
        pointer: Surroundings(
            tuple(row["before"]),
            tuple(row["after"]),
            tuple(row["places"]),
            Quotation(*row["quoted"]) if row["quoted"] else None,
            row.get("title", ""),
        )
        for pointer, row in zip(pointers, entry.answer, strict=True)
    }


def _find_quotation(document: Document, place: int) -> list[str] | None:
    """The quotation from whose middle a sentence is, within its paragraph."""
    first = last = place
    while first and not _ends_paragraph(document, first - 1):
        first -= 1
    while last + 1 < len(document.ends) and not _ends_paragraph(document, last):
        last += 1
    found = find_quotation([document.sentence(n) for n in range(first, last + 1)], place - first)
    return [*found] if found else None


def _ends_paragraph(document: Document, place: int) -> bool:
    """Whether a line ends with a sentence."""
    raw = document.sentences[place].of(document.text)
    return "\n" in raw[len(raw.rstrip()) :]


def read_neighbours(
    clerk: Clerk, corpus: Corpus, passages: Iterable[Passage], *, before: int = AROUND, after: int = AROUND
) -> tuple[Passage, ...]:
    """The sentences around each passage that state something, as passages that can be cited; recorded as read."""
    known = sorted({one.pointer for one in passages if not one.pointer.computed}, key=str)

    def read() -> list[Any]:
        found: dict[Pointer, Any] = {}
        for pointer in known:
            try:
                document = corpus.document(pointer.document)
            except NotFound:
                continue
            for place in range(
                max(0, pointer.sentence - before), min(len(document.ends), pointer.sentence + after + 1)
            ):
                text, there = document.sentence(place), document.pointer(place)
                if there not in known and states_something(text):
                    found[there] = make_passage(document, place).json_value()
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
    """Whether a passage states something: a sentence that does, or a row of figures under the head of its table."""
    row = bool(passage.heading) and any(map(str.isalpha, passage.text)) and any(map(str.isdigit, passage.text))
    return row or states_something(passage.text)


def states_something(text: str) -> bool:
    """Whether it is a sentence that can be cited: no heading, row of a table, fragment or mark-up."""
    line = text.strip()
    if not any(map(str.isalpha, line)):
        return False
    if detect_language(line) != "en":
        return True  # its shape tells nothing
    bare = _LONE_DOT.sub("", line)
    if _ASIDE.fullmatch(line):
        return False
    if bare != line and (bare.endswith(":") or find_no_statement(bare) or _is_short_heading(bare) or _is_head(bare)):
        return False
    is_whole = bool(_ENDED.search(line)) and not _ROW.search(line)
    return is_whole and not find_no_statement(line) and not leads_elsewhere(line)


def read_heading(text: str) -> str:
    """The heading that a line of a document is, without its marks; empty where it is none."""
    line = text.strip().strip("=# ")
    bare = _LONE_DOT.sub("", line)
    return bare if (is_heading(line) if bare == line else _is_short_heading(bare)) else ""


def _is_short_heading(line: str) -> bool:
    """Whether a line less its lone full stop is a heading: short, and without a word that shows a verb."""
    return is_heading(line) and len(line.split()) <= _FEW and not _VERB.search(line)


def _is_head(line: str) -> bool:
    """Whether a line less its lone full stop heads the columns of a table: a unit in brackets ends it, and no verb; or
    it has brackets in several columns, and neither verbs nor the small words of a sentence outside them."""
    outside, brackets = _BRACKETED.subn(" ", line)
    columns = brackets > 1 and not _IN_SENTENCES.search(outside) and not _VERB.search(outside)
    return columns or (_UNIT_LAST.search(line) is not None and not _VERB.search(line))


def is_heading(line: str) -> bool:
    """Whether a line of its own names what follows it: a few words that no mark ends."""
    return 1 <= len(line.split()) <= _HEADING and line[:1].isupper() and not _ENDED.search(line) and "|" not in line


def complete_sentence(text: str, around: Surroundings, offered: Mapping[int, str] = {}) -> str:
    """What a sentence needs beside it to mean something: the one before, the one after, or nothing.

    Where that is `offered` itself, by its place in the document, it is told by its id.
    """
    places = find_places_beside(text, around)
    told = [
        f"{where} it stands {offered[place]}" if place in offered else f"{where} it stands: “{beside}”"
        for where, beside, place in zip(("before", "after"), find_beside(text, around), places, strict=True)
        if beside
    ]
    return "; ".join(told)


def find_places_beside(text: str, around: Surroundings) -> tuple[int, int]:
    """Where the sentences stand in the document that `find_beside` finds; -1 where it finds none or nobody knows."""
    before, after = find_beside(text, around)
    places = dict(enumerate(around.places, start=-len(around.before)))
    return places.get(-1, -1) if before else -1, places.get(0, -1) if after else -1


def read_beside(
    clerk: Clerk, corpus: Corpus, passages: Iterable[Passage], around: Mapping[Pointer, Surroundings]
) -> dict[Pointer, tuple[Passage, ...]]:
    """The sentences without which each of these means little, as passages that can be cited; recorded as read."""
    places = {
        one.pointer: [n for n in find_places_beside(one.text, around[one.pointer]) if n >= 0]
        for one in passages
        if one.pointer in around
    }
    leaning = [one for one in passages if places.get(one.pointer)]
    if not leaning:
        return {}
    found = {(one.pointer.document, one.pointer.sentence): one for one in read_neighbours(clerk, corpus, leaning)}
    return {
        one.pointer: tuple(
            found[(one.pointer.document, n)] for n in places[one.pointer] if (one.pointer.document, n) in found
        )
        for one in leaning
    }


def find_beside(text: str, around: Surroundings) -> tuple[str, str]:
    """The sentence before and the one after, where it needs them; empty where it does not."""
    last = around.before[-1] if around.before else ""
    tells_on = _TELLS_ON.match(text) is not None and not is_heading(last)
    before = last if tells_on else ""
    return before, around.after[0] if around.after and ends_open(text) else ""


def note_beside(passages: Sequence[Passage], around: Mapping[Pointer, Surroundings]) -> dict[str, str]:
    """For whoever reads cited sentences later: what stands beside those that mean little alone, by their pointers.

    What is cited itself needs no such note.
    """
    cited = {one.text for one in passages}
    places = {one.pointer: find_beside(one.text, around.get(one.pointer, Surroundings())) for one in passages}
    told = {
        str(pointer): "; ".join(
            f"{where} it stands: “{text}”"
            for where, text in zip(("before", "after"), beside, strict=True)
            if text and text not in cited
        )
        for pointer, beside in places.items()
    }
    return {name: text for name, text in told.items() if text}


def list_beside(passages: Iterable[Passage], around: Mapping[Pointer, Surroundings]) -> tuple[str, ...]:
    """What was shown beside these sentences, so that they could be read, and what their documents are called."""
    known = [(one, around.get(one.pointer, Surroundings())) for one in passages]
    found = (text for one, beside in known for text in find_beside(one.text, beside) if text)
    titles = dict.fromkeys(beside.title for _, beside in known if beside.title)
    return (*found, *(beside.quoted.sentence for _, beside in known if beside.quoted), *titles)


def tell_title(passages: Sequence[Passage], around: Surroundings) -> str:
    """What the document of these sentences is called, where that names a place or a body which one of them does not."""
    title = normalise(around.title)
    cites = " ".join(put_in_words(one.cite) for one in passages)
    if not title or title in cites:
        return ""
    lacks = any(next(find_unborne_names(title, [one.text, cites]), None) for one in passages)
    return f"in “{title}”" if lacks else ""


def describe_cited(passages: Sequence[Passage], around: Mapping[Pointer, Surroundings] | None = None) -> str:
    """Cited sentences, a paragraph each, with who says it and, where it is given, what stands around.

    Those that stand near each other in one source are told as one passage, in its order.
    """
    groups = _group_near(passages, around or {})
    return "\n".join(_describe_passage(group, around or {}) for group in groups)


def _group_near(passages: Sequence[Passage], around: Mapping[Pointer, Surroundings]) -> list[list[Passage]]:
    """Cited sentences with those of which something that is shown is the same; each group in its source's order."""
    groups: list[tuple[set[tuple[str, int]], list[Passage]]] = []
    for passage in dict.fromkeys(passages):
        shown, members = _list_shown(passage, around), [passage]
        for other in [one for one in groups if shown and not shown.isdisjoint(one[0])]:
            groups.remove(other)
            shown, members = shown | other[0], [*other[1], *members]
        groups.append((shown, members))
    return [sorted(members, key=lambda one: one.pointer.sentence) for _, members in groups]


def _list_shown(passage: Passage, around: Mapping[Pointer, Surroundings]) -> set[tuple[str, int]]:
    """The places of a sentence and of what is shown around it; none where code worked it out."""
    pointer = passage.pointer
    if pointer.computed or pointer not in around:
        return set()
    return {(pointer.document, place) for place in (pointer.sentence, *around[pointer].places)}


def _describe_passage(passages: Sequence[Passage], around: Mapping[Pointer, Surroundings]) -> str:
    if len(passages) == 1:
        return _describe_one(passages[0], around.get(passages[0].pointer, Surroundings()))
    cited = {one.pointer.sentence: one for one in passages}
    found = (around[one.pointer] for one in passages)
    shown = {place: text for one in found for place, text in zip(one.places, (*one.before, *one.after), strict=True)}
    named = _name_titled(passages, around[passages[0].pointer])
    lines = [f"[{named}] one passage, in which these sentences are cited:"]
    for is_cited, places in groupby(sorted({*cited, *shown}), key=lambda place: place in cited):
        if not is_cited:
            lines.append(f"  context: “{' '.join(shown[place] for place in places)}”")
            continue
        for one in (cited[place] for place in places):
            lines.append(f"  cited: “{one.text}”")
            told = (describe_heading(one), describe_lead(one.under))
            lines += [f"    {line}" for line in told if line]
            quoted = describe_quotation(around[one.pointer].quoted)
            lines += [f"    {quoted}"] if quoted else []
    return "\n".join(lines)


def _name_titled(passages: Sequence[Passage], around: Surroundings) -> str:
    """The source of these sentences, with its title where that says where or of whom they speak."""
    return ", ".join(filter(None, (name_aloud(passages[0]), tell_title(passages, around))))


def _describe_one(passage: Passage, around: Surroundings) -> str:
    lines = [f"[{_name_titled([passage], around)}] cited: “{passage.text}”"]
    lines += [f"  {line}" for line in (describe_heading(passage), describe_lead(passage.under)) if line]
    lines += [f"  {describe_quotation(around.quoted)}"] if around.quoted else []
    lines += [f"  context, before it: “{' '.join(around.before)}”"] if around.before else []
    lines += [f"  context, after it: “{' '.join(around.after)}”"] if around.after else []
    return "\n".join(lines)
