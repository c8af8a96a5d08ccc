"""A dry run of a challenge to a case. How many questions it could ask is an upper bound."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from foam.contest.cases.offer import list_counters, search_in_corpus
from foam.contest.challenge import Challenge, Ground
from foam.contest.kinds.structural import Structural
from foam.contest.part import FRAME, Part
from foam.contest.preview import Moves, Preview, WouldAsk, shorten
from foam.contest.subject import CaseFile
from foam.evidence.corpus import Corpus
from foam.evidence.document import Document
from foam.job.acts import ATTEMPTS

_TRIES = 2
"""How often a part is written."""
_OF_CARD = 6
"""Sentences, slot, tag, alignment, coherence, step."""


def preview_case(
    file: CaseFile,
    challenge: Challenge,
    part: Part,
    corpus: Corpus | None = None,
    *,
    brought: Sequence[Document] = (),
) -> Preview:
    """A dry run of an admitted challenge. With a corpus, a selection-bias challenge shows the counter-evidence, that of
    the documents that are brought among it."""
    ground, use = challenge.ground, file.uses.get(part.id)
    asked = tuple(_list_asked(file, ground, part))
    moves = (Moves(part=part.id, before="filled", after="bound again or empty"),) if part.id in file.slots else ()
    named = dict.fromkeys((part.id, *(one.about for one in asked)))
    return Preview(
        challenge=challenge,
        part=part,
        asks=ground.asks,
        settled_by="judge" if "bearing" in ground.asks_again or _compares_two(ground) else "code",
        would_ask=asked,
        could_change=moves,
        counter_evidence=list_counters(search_in_corpus(corpus, brought, file.brought), use, challenge.because)
        if corpus and use and ground.kind == "selection_bias"
        else (),
        names={id: shorten(file.parts[id].text) for id in named if id in file.parts and id != FRAME},
    )


def _list_asked(file: CaseFile, ground: Ground, part: Part) -> Iterator[WouldAsk]:
    """What could be asked, an upper bound each: the judge first, then whatever depends on what it strikes."""
    acts = ATTEMPTS if any(slot.voice == "written" for slot in file.case.slots) else 0
    of_slot = 1 + _TRIES * (_OF_CARD + acts)
    if "bearing" in ground.asks_again:
        yield WouldAsk(what="which sentences bear on it", about=part.id, at_most=1)
    if _compares_two(ground):
        yield WouldAsk(what="which of the two, in both orders", about=part.id, at_most=2)
    if isinstance(ground, Structural) and ground.instead:
        slots = sum(node.type == "leaf" for node in file.template.tree.walk())
        yield WouldAsk(what="the slots of the other way", about=part.id, at_most=slots * of_slot)
        yield WouldAsk(what="what the impacts weigh on", about=FRAME, at_most=slots + acts)
    if "narrowing" in ground.asks_again:
        yield WouldAsk(what="the tag, narrowed to what the card says", about=part.id, at_most=_OF_CARD + acts)
    if "binding" in ground.asks_again:
        yield WouldAsk(what="a card from another source", about=part.id, at_most=of_slot)
    if {"narrowing", "binding"}.intersection(ground.asks_again):
        yield WouldAsk(what="what the impacts weigh on", about=FRAME, at_most=len(file.case.groups) + acts)


def _compares_two(ground: Ground) -> bool:
    return ground.kind == "label" or (isinstance(ground, Structural) and bool(ground.instead))
