"""One card: its sentences with what they lean on, its tag, and whether its words bear the tag out."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from foam.case.establish import ask_tag, judge
from foam.case.marks import drop_marks
from foam.case.plan import STANCE_DIMENSION
from foam.case.questions import TAG_WORDS, coherence_question
from foam.case.values import COHERENT, CONTRADICTS, OWN_WORDS, CutCard, Refusal, Slot, Verdict, describe_reasons
from foam.evidence.assemble import OMISSION, assemble
from foam.evidence.document import Document
from foam.job.answers import read_label
from foam.job.retrieval import depend_on, fetch_document
from foam.job.session import Session, depend_on_seat
from foam.model.check import CLAIMS_MORE, MISSES
from foam.model.form import count_words
from foam.perspective.node import Perspective
from foam.record.entry import Entry
from foam_quotes.text.faithful import find_unfaithful
from foam_quotes.text.pointer import Pointer

DESCRIBES = frozenset(
    {"barrier", "status_quo_will_not", "uniqueness", "status_quo_condition", "scope", "severity", "presence_now"}
)
"""Components that say how the world is; a seat may dislike that, and does not contradict itself by saying so."""


_FOUND_OF_TAG = {
    CONTRADICTS: "the sentences contradict it",
    CLAIMS_MORE: "the sentences say less than it does",
    MISSES: "it does not say what the part has to establish",
}
NEUTRAL_WORDS = (
    "I have no interest of my own in this. I argue from what can be shown, I weigh everybody whom it concerns alike, "
    "and I grant what is true."
)
"""What a seat says of itself that nobody declared."""
OWN_TAG = {"warrant": "", "connected": None, "alignment": OWN_WORDS, "fits": None}
"""What holds of a card whose tag is a sentence of its source."""
SLACK = 1.15
"""How far over its budget a slot may run before it is reported: sentences are read whole, never cut."""


def refuse_source(document: Document, sentences: Sequence[int], verdict: Verdict) -> Refusal:
    """Sentences of a source that do not establish the slot."""
    return Refusal(
        document=document.id,
        cite=name_source(document),
        sentences=tuple(sentences),
        why=verdict.finding,
        entry=verdict.entry,
        because=verdict.reasons,
    )


def name_source(document: Document) -> str:
    """A source as a reader tells it from others: author and year, and its title where there is one."""
    citation = document.citation
    return ", ".join(part for part in (citation.brief, citation.title) if part)


def read_source(session: Session, document: str) -> Document:
    """A document of the corpus, recorded once however often it is read."""
    return fetch_document(session.clerk, session.corpus, Pointer(document=document, sentence=0))


def has_words(sentence: str) -> bool:
    """Whether there is anything to read in it."""
    return any(map(str.isalnum, drop_marks(sentence)))


def list_claims(sentences: Sequence[str]) -> list[str]:
    """Those of these sentences that are whole, as they are read aloud; all where none is.

    One that only announces what comes ("He writes:") or leaves a quotation open is not.
    """
    spoken = [drop_marks(sentence).strip() for sentence in sentences]
    return [one for one in spoken if _is_whole(one)] or spoken


def _is_whole(sentence: str) -> bool:
    is_closed = sentence.count('"') % 2 == 0 and sentence.count("“") == sentence.count("”")
    return is_closed and not sentence.rstrip(" .\"”’')").endswith(":")


def make_card(
    document: Document,
    sentences: tuple[int, ...],
    *,
    tag: str,
    entries: dict[str, str],
    warrant: str = "",
) -> CutCard:
    """A card of these sentences of a document. Its words are the source's: code assembles them."""
    return CutCard(
        tag=tag,
        warrant=warrant,
        cite=document.citation.brief,
        source=format_citation(document),
        document=document.id,
        sentences=sentences,
        body=document.text,
        text=assemble(document, sentences),
        entries=entries,
    )


@dataclass(frozen=True, slots=True)
class JudgedTag:
    """A card with what was found of its tag, and why its words do not bear the tag out, if they do not."""

    card: CutCard
    why: str = ""

    def settle(self, instead: Sequence[str]) -> CutCard:
        """The card as it is read: under a sentence of the source (the first of `instead` that fits) where its words do
        not bear the tag out."""
        if not self.why:
            return self.card
        return self.card.model_copy(update={"tag": extract_tag(instead), **OWN_TAG})


async def judge_tag(session: Session, seat: Perspective, plan: str, slot: Slot, card: CutCard) -> JudgedTag:
    """How a tag stands to the words it is read over, to what its part has to establish, and to its seat."""
    given = depend_on("tag", card.entries["tag"])
    fits, coherence = await asyncio.gather(
        judge(session, ask_tag(slot, card), given), _ask_coherence(session, seat, plan, slot, card)
    )
    entries = {**card.entries, "alignment": fits.entry, **({"coherence": coherence.key} if coherence else {})}
    told = {"alignment": fits.finding, "fits": fits, "coherence": read_label(coherence) if coherence else ""}
    return JudgedTag(card.model_copy(update={**told, "entries": entries}), describe_unborne(card.tag, card.text, fits))


async def _ask_coherence(session: Session, seat: Perspective, plan: str, slot: Slot, card: CutCard) -> Entry | None:
    """How a card stands to what its seat declared; None where that is nothing, or the card says how the world is."""
    if slot.component in DESCRIBES or not declares_anything(seat):
        return None
    argument = f"{card.tag}\n“{drop_marks(card.text)}”"
    asked = coherence_question(session.prompts, seat=seat, position=plan, claim=card.tag, argument=argument)
    return await session.clerk.ask("coherence", asked, depend_on("tag", card.entries["tag"]), depend_on_seat(seat))


def declares_anything(seat: Perspective) -> bool:
    """Whether a seat declared what a card could contradict: an interest of its own, an order of values, or an option
    beside the side that it speaks for."""
    options = {name for name in seat.dimensions if name != STANCE_DIMENSION}
    return bool(options) or len(seat.ranking) > 1 or seat.description != NEUTRAL_WORDS


def describe_unborne(tag: str, text: str, fits: Verdict) -> str:
    """Why a tag cannot be read over these words; empty if it can."""
    if lacking := _list_lacking_figures(tag, text):
        return f"the sentences do not have the figures {', '.join(lacking)}"
    if is_fragment(tag, text):
        return "it is a piece of a sentence"
    if fits.finding == COHERENT:
        return ""
    return f"{_FOUND_OF_TAG.get(fits.finding, 'the sentences do not clearly say it')}{describe_reasons(fits.reasons)}"


def extract_tag(sentences: Sequence[str]) -> str:
    """A tag that cannot say more than the source: the best whole sentence that fits, else one that is cut."""
    spoken = list_claims(sentences)
    fitting = [sentence for sentence in spoken if len(sentence.split()) <= TAG_WORDS]
    return fitting[0] if fitting else " ".join(spoken[0].split()[:TAG_WORDS]) + "…"


def is_fragment(tag: str, text: str) -> bool:
    """Whether a tag is a piece torn off: it begins inside a sentence, ends inside one of the text, or spans a gap."""
    torn = tag in text and not tag.rstrip("\"”’')").endswith((".", "!", "?"))
    return torn or tag[:1].islower() or tag.endswith("…") or OMISSION.strip() in tag


def find_tag_faults(tag: str, text: str) -> Iterator[str]:
    """What is wrong with a tag over these words, as far as it can be seen in them."""
    if not tag:
        yield "a card without a tag"
    elif is_fragment(tag, text):
        yield "the tag is a piece of a sentence: write a whole one"
    elif lacking := _list_lacking_figures(tag, text):
        yield f"the tag has figures that the sentences which are read do not have: {', '.join(lacking)}"


def has_all_figures(tag: str, text: str) -> bool:
    """Whether the evidence bears out every figure and date of the tag."""
    return not _list_lacking_figures(tag, text)


def _list_lacking_figures(tag: str, text: str) -> list[str]:
    """The figures and dates of a tag, in digits or in words, that the evidence does not bear out."""
    return [one.found for one in find_unfaithful(tag, cited=[text]) if one.kind in ("number", "date")]


def fit_sentences(slot: Slot, tag: str, document: Document, numbers: Sequence[int]) -> tuple[int, ...]:
    """The sentences of a card that its part has words for: what is too long loses whole sentences from its end, and
    never the first."""
    kept = tuple(numbers)
    while len(kept) > 1 and count_card(tag, document, kept) > int(SLACK * slot.words):
        kept = kept[:-1]
    return kept


def count_card(tag: str, document: Document, numbers: Sequence[int]) -> int:
    """Words of a card of these sentences, with its tag and its citation."""
    return count_words(f"{tag} {document.citation.brief} {drop_marks(assemble(document, numbers))}")


def format_citation(document: Document) -> str:
    """The citation in one paragraph: author, qualifications, date, title, source, address."""
    return document.citation.in_full
