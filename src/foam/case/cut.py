"""Cuts one card: sentence ids, context within the budget, a tag, and two judgements on it. Knows nothing of trees."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass

from foam.case.questions import TAG_WORDS, alignment_question, sentences_question, tag_question
from foam.case.values import Card, Slot
from foam.deliberation.questions import CONTRADICTS, coherence_question
from foam.deliberation.room import Room, seen_from
from foam.evidence.assemble import MOST_SENTENCES, OMISSION, assemble
from foam.evidence.document import Document
from foam.job.answers import chosen, label, written
from foam.job.retrieval import after, fetch
from foam.model.question import Option
from foam.perspective.node import Perspective
from foam.record.entry import EntryInput, PointerInput
from foam.text.pointer import Pointer

RESERVED = 20
"""Words kept free for tag and cite. A tag of full length takes more: that much a slot may run over."""


DESCRIBES = frozenset(
    {"barrier", "status_quo_will_not", "uniqueness", "status_quo_condition", "scope", "severity", "presence_now"}
)
"""Components that say how the world is; a seat may dislike that, and does not contradict itself by saying so."""


QUANTIFIED = frozenset({"scope"})
"""Components that must say how many: a source without a figure does not serve."""


async def cut(
    room: Room, seat: Perspective, plan: str, slot: Slot, source: str, before: Sequence[EntryInput]
) -> Card | None:
    """A card from a document; None when no sentence of it establishes what the slot needs."""
    document = source_of(room, source)
    offered = tuple(Option(id=f"s{n}", text=document.sentence(n)) for n in range(len(document.ends)))
    pointers = [PointerInput(role=option.id, pointer=document.pointer(n)) for n, option in enumerate(offered)]
    question = sentences_question(
        room.prompts,
        part=f"{slot.syllogism.replace('_', ' ')}, {slot.title}",
        plan=plan,
        seek=slot.seek,
        against=slot.against,
        offered=offered,
        at_most=MOST_SENTENCES,
    )
    entry = await room.clerk.ask("sentences", question, *before, *pointers)
    named = [int(id[1:]) for id in chosen(entry)]
    if not named:
        return None
    kept = in_context(document, named, slot.words - RESERVED)
    if slot.component in QUANTIFIED and not figures(assemble(document, kept)):
        return None
    selected = _Selected(document, tuple(n for n in named if n in kept), kept, after("sentences", entry))
    return await _tagged(room, seat, plan, slot, selected)


@dataclass(frozen=True, slots=True)
class _Selected:
    """The sentences of a card: those that were named, best first, and all that are read."""

    document: Document
    named: tuple[int, ...]
    kept: tuple[int, ...]
    entry: EntryInput

    def said(self, *, all: bool = False) -> list[str]:
        """The sentences that were named, and with `all` those around them after."""
        around = (n for n in self.kept if n not in self.named) if all else ()
        return [self.document.sentence(n) for n in (*self.named, *around)]


def source_of(room: Room, document: str) -> Document:
    """A document of the corpus, recorded once however often it is read."""
    return fetch(room.clerk, room.corpus, Pointer(document=document, sentence=0))


def in_context(document: Document, named: Sequence[int], budget: int) -> tuple[int, ...]:
    """The sentences to read, in the order of the source: those named, best first, then their neighbours.

    Whole sentences are dropped to fit the budget, and none is cut. The best one is always kept: a slot over its budget
    is reported, not emptied.
    """
    kept: list[int] = []
    for number in (*named, *_around(named, len(document.ends))):
        fits = len(assemble(document, [*kept, number]).split()) <= budget
        if number not in kept and len(kept) < MOST_SENTENCES and (fits or not kept):
            kept.append(number)
    return tuple(sorted(kept))


def _around(named: Sequence[int], count: int) -> list[int]:
    """All other sentences that stand near those named, the nearest first, what follows before what precedes."""
    distance = {n: min((abs(n - m), n < m) for m in named) for n in range(count) if n not in named}
    return sorted(distance, key=lambda n: (distance[n], n))


async def _tagged(room: Room, seat: Perspective, plan: str, slot: Slot, selected: _Selected) -> Card:
    """The card of these sentences, under a tag from those that were named for it."""
    document = selected.document
    text = assemble(document, selected.kept)
    tagging = tag_question(room.prompts, seek=slot.seek, evidence=text, sentences=selected.said())
    tagged = await room.clerk.ask("tag", tagging, selected.entry)
    tag = whole_clause(written(tagged, "tag"), text)
    aligning = alignment_question(room.prompts, tag=tag, evidence=text)
    cohering = coherence_question(room.prompts, seat=seat, position=plan, claim=tag, argument=f"{tag}\n“{text}”")
    asked = [room.clerk.ask("alignment", aligning, after("tag", tagged))]
    if slot.component not in DESCRIBES:
        asked.append(room.clerk.ask("coherence", cohering, after("tag", tagged), seen_from(seat)))
    aligned, *cohered = await asyncio.gather(*asked)
    astray = label(aligned) == CONTRADICTS or not numbers_stand(tag, text) or is_fragment(tag, text)
    return Card(
        tag=extractive_tag(selected.said(all=True)) if astray else tag,
        cite=document.citation.brief,
        source=full_cite(document),
        document=document.id,
        sentences=selected.kept,
        body=document.text,
        text=text,
        alignment="its own words" if astray else label(aligned),
        coherence="".join(map(label, cohered)),
        entries={
            "sentences": selected.entry.key,
            "tag": tagged.key,
            "alignment": aligned.key,
            **({"coherence": cohered[0].key} if cohered else {}),
        },
    )


def extractive_tag(sentences: Sequence[str]) -> str:
    """A tag that cannot say more than the source: the best whole sentence that fits, else one that is cut."""
    fitting = [sentence for sentence in sentences if len(sentence.split()) <= TAG_WORDS]
    return fitting[0] if fitting else " ".join(sentences[0].split()[:TAG_WORDS]) + "…"


def whole_clause(tag: str, text: str) -> str:
    """A tag that stops at the end of a clause is a sentence that lacks only its full stop."""
    at = text.find(tag)
    opens = at == 0 or (at > 1 and text[at - 2] in ".!?“")
    return f"{tag}." if at >= 0 and opens and _CLAUSE_END.match(text, at + len(tag)) else tag


_CLAUSE_END = re.compile(r"[,;:]\s|\s(?:because|although|while|whereas|but|since)\s")


def is_fragment(tag: str, text: str) -> bool:
    """Whether a tag is a piece torn off: it begins inside a sentence, ends inside one of the text, or spans a gap."""
    torn = tag in text and not tag.endswith((".", "!", "?"))
    return torn or tag[:1].islower() or tag.endswith("…") or OMISSION.strip() in tag


def numbers_stand(tag: str, text: str) -> bool:
    """Whether every figure of the tag stands in the evidence."""
    return figures(tag) <= figures(text)


def figures(text: str) -> set[str]:
    """The words of a text that hold a digit."""
    return {word.strip(".,;:%()…“”\"'") for word in text.split() if any(map(str.isdigit, word))}


def full_cite(document: Document) -> str:
    """The citation in one paragraph: author, qualifications, date, title, source, address."""
    cited = document.citation
    title = f'"{cited.title}"' if cited.title else ""
    parts = (cited.author, cited.author_qualifications, cited.published, title, cited.source, cited.url)
    return ", ".join(part for part in parts if part)
