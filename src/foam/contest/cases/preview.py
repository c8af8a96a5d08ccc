"""A dry run of a challenge to a case. How many questions it could ask is an upper bound."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from foam.contest.cases.admit import list_case_fits, list_checks
from foam.contest.cases.checks import CHECKS, Step
from foam.contest.cases.offer import list_counters, search_in_corpus
from foam.contest.challenge import Challenge
from foam.contest.part import FRAME, Part
from foam.contest.preview import Moves, Preview, WouldAsk, shorten
from foam.contest.subject import CaseFile
from foam.evidence.corpus import Corpus
from foam.evidence.document import Document
from foam.job.acts import ATTEMPTS
from foam.model.port import PairJudge

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
    judge: PairJudge,
) -> Preview:
    """A dry run of an admitted challenge. With a corpus it shows the counter-evidence that would be offered, that of
    the documents that are brought among it."""
    use, fit = file.uses.get(part.id), list_case_fits(file, part)[challenge.ground.kind]
    steps = {step for name in list_checks(file, challenge) for step in CHECKS[name].steps}
    asked = tuple(_list_asked(file, steps, part))
    moves = (Moves(part=part.id, before="filled", after="bound again or empty"),) if part.id in file.slots else ()
    named = dict.fromkeys((part.id, *(one.about for one in asked)))
    return Preview(
        challenge=challenge,
        part=part,
        asks=fit.asks,
        settled_by="judge" if steps.intersection(("bearing", "comparing")) else "code",
        would_ask=asked,
        could_change=moves,
        counter_evidence=list_counters(search_in_corpus(corpus, brought, file.brought, judge), use, challenge.because)
        if corpus and use and "offering" in steps
        else (),
        names={id: shorten(file.parts[id].text) for id in named if id in file.parts and id != FRAME},
    )


def _list_asked(file: CaseFile, steps: Collection[Step], part: Part) -> Iterator[WouldAsk]:
    """What could be asked, an upper bound each: the judge first, then whatever depends on what it strikes."""
    acts = ATTEMPTS if any(slot.voice == "written" for slot in file.case.slots) else 0
    of_slot = 1 + _TRIES * (_OF_CARD + acts)
    if "bearing" in steps:
        yield WouldAsk(what="which sentences bear on it", about=part.id, at_most=2 if "offering" in steps else 1)
    if "comparing" in steps:
        yield WouldAsk(what="which of the ways, in both orders", about=part.id, at_most=2)
    if "rebuilding" in steps:
        slots = sum(node.type == "leaf" for node in file.template.tree.walk())
        yield WouldAsk(what="the slots of the other way", about=part.id, at_most=slots * of_slot)
        yield WouldAsk(what="what the impacts weigh on", about=FRAME, at_most=slots + acts)
    if "narrowing" in steps:
        yield WouldAsk(what="the tag, narrowed to what the card says", about=part.id, at_most=_OF_CARD + acts)
    if "binding" in steps:
        yield WouldAsk(what="a card from another source", about=part.id, at_most=of_slot)
    if {"narrowing", "binding"}.intersection(steps):
        yield WouldAsk(what="what the impacts weigh on", about=FRAME, at_most=len(file.case.groups) + acts)
