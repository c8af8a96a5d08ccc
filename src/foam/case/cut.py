"""One card: its sentences with what they lean on, its tag, and whether its words bear the tag out."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from foam.case.establish import digest_tag, read_verdict
from foam.case.marks import drop_marks, find_leads
from foam.case.plan import STANCE_DIMENSION
from foam.case.questions import TAG_WORDS, alignment_question, coherence_question
from foam.case.values import COHERENT, CONTRADICTS, OWN_WORDS, CutCard, Refusal, Slot, Verdict, describe_reasons
from foam.evidence.assemble import OMISSION, assemble
from foam.evidence.document import Document
from foam.job.answers import read_label, read_reasons
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


_FOUND_OF_TAG = {CONTRADICTS: "contradict it", CLAIMS_MORE: "say less than it does"}
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
    verdict: Verdict,
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
        verdict=verdict,
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


async def judge_tag(
    session: Session, seat: Perspective, plan: str, slot: Slot, card: CutCard, *, seek: str = ""
) -> JudgedTag:
    """How a tag stands to the words it is read over and to its seat; one that a writer found for its part also to
    `seek`, what that has to establish."""
    tag, text, given = card.tag, card.text, depend_on("tag", card.entries["tag"])
    read = drop_marks(text)
    under = find_leads(card.body, text)
    alignment_request = alignment_question(session.prompts, tag=tag, evidence=read, seek=seek, under=under)
    coherence_request = coherence_question(
        session.prompts, seat=seat, position=plan, claim=tag, argument=f"{tag}\n“{read}”"
    )
    answers = [session.clerk.ask("alignment", alignment_request, given)]
    if slot.component not in DESCRIBES and declares_anything(seat):
        answers.append(session.clerk.ask("coherence", coherence_request, given, depend_on_seat(seat)))
    alignment_entry, *coherence_entries = await asyncio.gather(*answers)
    judged = {"alignment": alignment_entry.key}
    judged |= {"coherence": coherence_entries[0].key} if coherence_entries else {}
    update = {
        "alignment": read_label(alignment_entry),
        "fits": read_verdict(alignment_entry, of=digest_tag(card)),
        "coherence": "".join(map(read_label, coherence_entries)),
        "entries": {**card.entries, **judged},
    }
    return JudgedTag(card.model_copy(update=update), describe_unborne(tag, text, alignment_entry))


def declares_anything(seat: Perspective) -> bool:
    """Whether a seat declared what a card could contradict: an interest of its own, an order of values, or an option
    beside the side that it speaks for."""
    options = {name for name in seat.dimensions if name != STANCE_DIMENSION}
    return bool(options) or len(seat.ranking) > 1 or seat.description != NEUTRAL_WORDS


def describe_unborne(tag: str, text: str, alignment: Entry) -> str:
    """Why a tag cannot be read over these words; empty if it can."""
    if lacking := _list_lacking_figures(tag, text):
        return f"the sentences do not have the figures {', '.join(lacking)}"
    if is_fragment(tag, text):
        return "it is a piece of a sentence"
    if (found := read_label(alignment)) == COHERENT:
        return ""
    if found == MISSES:
        return f"it does not say what the part has to establish{describe_reasons(read_reasons(alignment))}"
    said = _FOUND_OF_TAG.get(found, "do not clearly say it")
    return f"the sentences {said}{describe_reasons(read_reasons(alignment))}"


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
