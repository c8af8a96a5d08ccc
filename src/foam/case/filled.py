"""What a writer put into the form of a slot, and what keeps it from counting as far as code can see it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from foam.case.around import find_leads
from foam.case.cut import (
    NO_FIGURE,
    QUANTIFIED,
    SLACK,
    find_tag_faults,
    format_citation,
    gives_figure,
    is_fragment,
    keep_named,
    list_dangling,
    list_lacking_figures,
)
from foam.case.marks import drop_marks
from foam.case.offer import Offer
from foam.case.position.denial import find_contradicted
from foam.case.values import Slot
from foam.case.written import list_faults
from foam.evidence.assemble import assemble
from foam.evidence.document import Document
from foam.job.answers import read_form
from foam.model.form import count_words
from foam.record.entry import Entry
from foam.text.pointer import Pointer

ANTECEDENT = 3
"""How many sentences before it one may be named that a sentence which begins by pointing back may stand on."""
_NOT_READ = "is not read: name the one before it, or another"
_HEARD_EARLIER = (
    "is read in a step before it: inside a card a listener takes it for what the card reads right before. Begin the "
    "card with it, or name another"
)


@dataclass(frozen=True, slots=True)
class Filled:
    """What a writer put into the form of a slot."""

    decision: str
    ids: tuple[str, ...]
    tag: str
    warrant: str
    analytic: str
    why: str
    look_for: str


def read_words(entry: Entry) -> tuple[str, str]:
    """Tag and warrant, where only these were asked for."""
    form = read_form(entry)
    return str(form["tag"]).strip(), str(form["warrant"]).strip()


def select_named(offer: Offer, ids: Sequence[str]) -> tuple[Document, tuple[int, ...], tuple[int, ...]]:
    """The source of these sentences, those that were named, best first, and what is read in its order."""
    pointers = [offer.pointers[name] for name in ids]
    document = next(one for one in offer.documents.values() if one.id == pointers[0].document)
    named = tuple(pointer.sentence for pointer in pointers)
    gone = [one.sentence for one in offer.without if one.document == document.id]
    return document, named, keep_named(document, named, without=gone)


def find_faults(
    said: Sequence[str],
    slot: Slot,
    offer: Offer,
    filled: Filled,
    before: str,
    tried: Collection[frozenset[Pointer]],
) -> Iterator[str]:
    """What keeps a filled form from counting; `said` is what its words may name without a source."""
    known = (*said, slot.seek, slot.against, slot.meets)
    match filled.decision:
        case "card":
            yield from _find_card_faults(said, slot, offer, filled, before, tried)
        case "analytic":
            if not filled.analytic:
                yield "an analytic without words"
            yield from list_faults(filled.analytic, cited=(), known=known)
        case _:
            if not filled.why:
                yield "say why the part is left empty"


def _find_card_faults(
    said: Sequence[str],
    slot: Slot,
    offer: Offer,
    filled: Filled,
    before: str,
    tried: Collection[frozenset[Pointer]],
) -> Iterator[str]:
    if not filled.ids:
        yield "a card without sentences: name their ids, or leave the part empty"
        return
    if len({offer.pointers[name].document for name in filled.ids}) > 1:
        yield "sentences of more than one source: a card is cut from one"
        return
    document, named, kept = select_named(offer, filled.ids)
    if any(frozenset(map(document.pointer, some)) in tried for some in (named, kept)):
        yield "these very sentences were tried and refused: add what is missing, take others, or leave the part empty"
        return
    for number in list_dangling(document, kept):
        is_heard = document.pointer(number - 1) in offer.heard
        if (is_heard and number == kept[0]) or any(number - n in named for n in range(1, ANTECEDENT + 1)):
            continue
        first = " ".join(document.sentence(number).split()[:4])
        yield f"a sentence begins “{first} …”, and what that stands for {_HEARD_EARLIER if is_heard else _NOT_READ}"
    if lone := [n for n in named if document.pointer(n) in offer.again and n + 1 not in kept]:
        first = " ".join(document.sentence(lone[0]).split()[:4])
        yield f"“{first} …” is read already: name it only with the sentence after it, which leans on it"
    if len(named) > 1 and (over := describe_length(slot, offer, filled.tag, document, sorted(named))):
        yield over
    if slot.component in QUANTIFIED and not gives_figure(assemble(document, kept)):
        yield f"the part has to say how many, and of this card {NO_FIGURE}"
    yield from find_word_faults(said, slot, offer, document, kept, filled.tag, filled.warrant, before=before)


def find_word_faults(
    said: Sequence[str],
    slot: Slot,
    offer: Offer,
    document: Document,
    kept: Sequence[int],
    tag: str,
    warrant: str,
    *,
    before: str = "",
) -> Iterator[str]:
    """What is wrong with a tag and a warrant over these sentences, as far as code can see it."""
    text = assemble(document, kept)
    if not warrant:
        yield "a card without a warrant: say why the sentences bear the tag out"
    sentences = [document.sentence(n) for n in kept]
    own = {name: one for name, one in offer.pointers.items() if one.document == document.id}
    others = offer.list_others(own)
    unread = {name: offer.texts[name] for name, one in own.items() if one.sentence not in kept}
    named = (format_citation(document), *find_leads(document.text, text))
    known = (*said, slot.seek, slot.against, slot.meets, before, *named)
    told = list(list_faults(tag, cited=sentences, known=named, uncited=others, unread=unread))
    lacking = [] if is_fragment(tag, text) else list_lacking_figures(tag, text)
    is_told = bool(lacking) and all(any(one.startswith(f"“{each}”") for one in told) for each in lacking)
    yield from (*(() if is_told else find_tag_faults(tag, text)), *told)
    yield from list_faults(warrant, cited=sentences, known=known, uncited=others, unread=unread, counts=len(kept))


def find_denied_warrant(document: Document, kept: Sequence[int], warrant: str) -> Iterator[str]:
    """That the shipped judge reads a denial of the warrant in these sentences: a doubt, since it compares words and may
    take a paraphrase for a denial."""
    if denied := find_contradicted([document.sentence(n) for n in kept], warrant):
        yield f"the warrant: {denied}"


def describe_length(slot: Slot, offer: Offer, tag: str, document: Document, kept: Sequence[int]) -> str:
    """That a card of these sentences is too long; empty where it is not."""
    count = count_words(f"{tag} {document.citation.brief} {drop_marks(assemble(document, kept))}")
    limit = find_limit(slot, offer)
    told = f"tag, citation and sentences have {count} words, and over {limit} are refused"
    return f"{told}: name fewer, or take a shorter tag" if count > limit else ""


def find_own_limit(slot: Slot) -> int:
    """Words that a card may have where other parts leave nothing and took nothing of its own."""
    return int(SLACK * slot.words)


def find_limit(slot: Slot, offer: Offer) -> int:
    """Words over which a card of several sentences is refused: its own, and what others leave or took of these."""
    return find_own_limit(slot) + offer.spare


def read_filled(entry: Entry) -> Filled:
    """The form as it was filled in."""
    form = read_form(entry)
    ids = form["sentences"]
    assert isinstance(ids, tuple)
    texts = {name: str(form.get(name) or "").strip() for name in ("tag", "warrant", "analytic", "why", "look_for")}
    return Filled(decision=str(form["decision"]), ids=tuple(map(str, ids)), **texts)
