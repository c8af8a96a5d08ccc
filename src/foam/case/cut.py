"""Cuts one card: chooses sentences, adds context within the budget, has them judged in their slot, and writes a tag.

What does not establish the slot is no card: it is refused, with the evaluator's verdict.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from foam.case.around import find_leads
from foam.case.establish import judge_text, read_verdict
from foam.case.held import digest_tag
from foam.case.lean import list_claims, points_back
from foam.case.marks import drop_marks
from foam.case.position.stance import STANCE_DIMENSION
from foam.case.questions import TAG_WORDS, alignment_question, coherence_question, sentences_question, tag_question
from foam.case.ranges import drop_named_numbers, find_broken_ranges
from foam.case.values import CutCard, Slot
from foam.case.verdict import COHERENT, CONTRADICTS, OWN_WORDS, Refusal, Verdict, describe_reasons
from foam.evidence.assemble import MOST_SENTENCES, OMISSION, assemble
from foam.evidence.document import Document
from foam.job.answers import read_choice, read_label, read_reasons, read_text
from foam.job.retrieval import depend_on, fetch_document
from foam.job.session import Session, depend_on_seat
from foam.model.check import CLAIMS_MORE, MISSES
from foam.model.question import Option
from foam.perspective.node import Perspective
from foam.record.entry import Entry, EntryInput, PointerInput
from foam.text.faithful import find_unfaithful
from foam.text.mentions.numbers import find_numbers
from foam.text.pointer import Pointer

RESERVED = 20
"""Words kept free for tag and cite. A tag of full length takes more: that much a slot may run over."""


DESCRIBES = frozenset(
    {"barrier", "status_quo_will_not", "uniqueness", "status_quo_condition", "scope", "severity", "presence_now"}
)
"""Components that say how the world is; a seat may dislike that, and does not contradict itself by saying so."""


QUANTIFIED = frozenset({"scope"})
"""Components that must say how many: a source without a figure does not serve."""
NO_SENTENCE, NO_FIGURE = "no sentence of it was chosen", "it gives no figure"
ALL_READ = "all its sentences are read elsewhere in this argument"
_FOUND_OF_TAG = {CONTRADICTS: "contradict it", CLAIMS_MORE: "say less than it does"}
NEUTRAL_WORDS = (
    "I have no interest of my own in this. I argue from what can be shown, I weigh everybody whom it concerns alike, "
    "and I grant what is true."
)
"""What a seat says of itself that nobody declared."""
LEAST_COUNT = 10
"""From what number on one that is spelled out is a figure."""
SLACK = 1.15
"""How far over its budget a slot may run before it is reported: sentences are read whole, never cut."""


async def cut_card(
    session: Session,
    seat: Perspective,
    plan: str,
    slot: Slot,
    source: str,
    before: Sequence[EntryInput],
    spent: Collection[Pointer] = (),
    room: int = 0,
) -> CutCard | Refusal:
    """A card from a document, or why it does not establish what the slot needs; `spent` sentences are not offered.

    The sentences that are named may take `room` words with tag and citation, where that is more than the slot has.
    """
    document = read_source(session, source)
    free = [n for n in range(len(document.ends)) if document.pointer(n) not in spent]
    if not free:
        return Refusal(document=document.id, cite=name_source(document), why=ALL_READ, entry=before[-1].key)
    options = tuple(Option(id=f"s{n}", text=document.sentence(n)) for n in free)
    pointers = [PointerInput(role=f"s{n}", pointer=document.pointer(n)) for n in free]
    question = sentences_question(
        session.prompts,
        part=slot.part,
        plan=plan,
        seek=slot.seek,
        statement=slot.against or slot.point or slot.seek,
        options=options,
        at_most=MOST_SENTENCES,
    )
    entry = await session.clerk.ask("sentences", question, *before, *pointers)
    named = [int(option_id[1:]) for option_id in read_choice(entry)]
    if not named:
        return Refusal(document=document.id, cite=name_source(document), why=NO_SENTENCE, entry=entry.key)
    read_elsewhere = [n for n in range(len(document.ends)) if n not in free]
    budget = min(slot.words, room or slot.words) - RESERVED
    kept = add_context(document, named, budget, most=max(budget, room - RESERVED), without=read_elsewhere)
    text = assemble(document, kept)
    if slot.component in QUANTIFIED and not gives_figure(text):
        return Refusal(document=document.id, cite=name_source(document), why=NO_FIGURE, entry=entry.key)
    selected = _Selection(document, tuple(n for n in named if n in kept), kept, depend_on("sentences", entry))
    read = [document.pointer(n) for n in kept]
    verdict = await judge_text(session, plan, slot, read, text, document.text, selected.entry)
    if not verdict.holds:
        return refuse_source(document, kept, verdict)
    return await _tag_card(session, seat, plan, slot, selected, verdict)


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


def name_card(card: CutCard, documents: Iterable[Document]) -> str:
    """A card by its source, which is one of these, and its sentences."""
    named = next((name_source(one) for one in documents if one.id == card.document), card.cite)
    places = ", ".join(f"s{n}" for n in card.sentences)
    return f"{named or card.pointers[0].brief()} {places}"


@dataclass(frozen=True, slots=True)
class _Selection:
    """The sentences of a card: those that were named, best first, and all that are read."""

    document: Document
    named: tuple[int, ...]
    kept: tuple[int, ...]
    entry: EntryInput

    def list_sentences(self, *, with_neighbours: bool = False) -> list[str]:
        """The sentences that were named, and with `with_neighbours` those around them after."""
        around = (n for n in self.kept if n not in self.named) if with_neighbours else ()
        return [self.document.sentence(n) for n in (*self.named, *around)]


def read_source(session: Session, document: str) -> Document:
    """A document of the corpus, recorded once however often it is read."""
    return fetch_document(session.clerk, session.corpus, Pointer(document=document, sentence=0))


def add_context(
    document: Document, named: Sequence[int], budget: int, *, most: int = 0, without: Collection[int] = ()
) -> tuple[int, ...]:
    """The sentences to read, in the order of the source: those named, best first, then their neighbours.

    Whole sentences are dropped to fit the budget, and none is cut; those named go only where they are over `most`, if
    that is more. The best one is always kept: a slot over its budget is reported, not emptied.
    """
    kept: list[int] = []
    around = (
        n
        for n in (*_list_referents(document, named), *_list_neighbours(named, len(document.ends)))
        if n not in without and has_words(document.sentence(n))
    )
    for number in (*named, *around):
        limit = max(budget, most) if number in named else budget
        fits = len(assemble(document, [*kept, number]).split()) <= limit
        if number not in kept and len(kept) < MOST_SENTENCES and (fits or not kept):
            kept.append(number)
    return tuple(sorted(kept))


def keep_named(document: Document, named: Iterable[int], *, without: Collection[int] = ()) -> tuple[int, ...]:
    """What a writer named, in the order of the source, and nothing else; a sentence that was left out is read with them
    only where the one after it begins with a word that stands for something in it."""
    kept = set(named)
    for number in _list_referents(document, sorted(kept)):
        if len(kept) < MOST_SENTENCES and number not in without:
            kept.add(number)
    return tuple(sorted(kept))


def list_dangling(document: Document, kept: Sequence[int]) -> list[int]:
    """The sentences that begin by pointing back at one which is not read with them."""
    return [after for after in kept if after - 1 not in kept and _refers_back(document, after)]


def _list_referents(document: Document, named: Sequence[int]) -> list[int]:
    """What the named sentences point back at and was left out: the one before, and the one before that where it points
    back itself."""
    found: list[int] = []
    for number in named:
        before = number - 1
        while _refers_back(document, before + 1) and before not in (*named, *found) and number - before <= _BACK:
            found.append(before)
            before -= 1
    return found


def _refers_back(document: Document, number: int) -> bool:
    """Whether a sentence begins with a word that stands for something in the one before it."""
    return number > 0 and points_back(document.sentence(number)) and has_words(document.sentence(number - 1))


def has_words(sentence: str) -> bool:
    """Whether there is anything to read in it."""
    return any(map(str.isalnum, drop_marks(sentence)))


_BACK = 2
"""How far back it is looked for what such a word stands for."""


def _list_neighbours(named: Sequence[int], count: int) -> list[int]:
    """All other sentences that stand near those named, the nearest first, what follows before what precedes."""
    distance = {n: min((abs(n - m), n < m) for m in named) for n in range(count) if n not in named}
    return sorted(distance, key=lambda n: (distance[n], n))


async def _tag_card(
    session: Session, seat: Perspective, plan: str, slot: Slot, selected: _Selection, verdict: Verdict
) -> CutCard:
    """The card of these sentences, under a tag from those that were named for it."""
    text = assemble(selected.document, selected.kept)
    sentences = list_claims(selected.list_sentences())
    tag_request = tag_question(session.prompts, seek=slot.seek, evidence=text, sentences=sentences)
    tag_entry = await session.clerk.ask("tag", tag_request, selected.entry, depend_on("slot", verdict.entry))
    card = make_card(
        selected.document,
        selected.kept,
        tag=close_clause(read_text(tag_entry, "tag"), text),
        verdict=verdict,
        entries={"sentences": selected.entry.key, "slot": verdict.entry, "tag": tag_entry.key},
    )
    judged = await judge_tag(session, seat, plan, slot, card)
    return judged.settle(selected.list_sentences(with_neighbours=True))


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
        own = {"tag": extract_tag(instead), "warrant": "", "connected": None, "alignment": OWN_WORDS, "fits": None}
        return self.card.model_copy(update=own)


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
    if lacking := list_lacking_figures(tag, text):
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


def close_clause(tag: str, text: str) -> str:
    """A tag that stops at the end of a clause is a sentence that lacks only its full stop."""
    at = text.find(tag)
    opens = at == 0 or (at > 1 and text[at - 2] in ".!?“")
    return f"{tag}." if at >= 0 and opens and _CLAUSE_END.match(text, at + len(tag)) else tag


_CLAUSE_END = re.compile(r"[,;:]\s|\s(?:because|although|while|whereas|but|since)\s")


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
    elif lacking := list_lacking_figures(tag, text):
        yield f"the tag has figures that the sentences which are read do not have: {', '.join(lacking)}"


def has_all_figures(tag: str, text: str) -> bool:
    """Whether the evidence bears out every figure and date of the tag."""
    return not list_lacking_figures(tag, text)


def list_lacking_figures(tag: str, text: str) -> list[str]:
    """The figures and dates of a tag, in digits or in words, that the evidence does not bear out."""
    lacking = [one.found for one in find_unfaithful(tag, cited=[text]) if one.kind in ("number", "date")]
    return [*lacking, *find_broken_ranges(tag, text)]


def find_figures(text: str) -> set[str]:
    """The words of a text that hold a digit and count or measure: the number in a name (`type 2`) does not."""
    counted = drop_named_numbers(text)
    return {word.strip(".,;:%()…“”\"'") for word in counted.split() if any(map(str.isdigit, word))}


def gives_figure(text: str) -> bool:
    """Whether a text says how many or how much: in digits, or in words as a share or a
    number of some size (`over a million species`). A small one often counts nothing (`one of them`, `two ways`)."""
    spelled = find_numbers(drop_named_numbers(text))
    sized = any(one.unit == "share" or one.value >= LEAST_COUNT for one in spelled)
    return sized or bool(find_figures(text))


def format_citation(document: Document) -> str:
    """The citation in one paragraph: author, qualifications, date, title, source, address."""
    return document.citation.in_full
