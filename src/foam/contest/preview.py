"""A dry run: what a challenge would have checked, what it could ask, and what it could change. No model is asked.

What *could* change is computed as if the challenge were sustained (`foresee.py`). How many questions it could ask is an
upper bound, from the protocol, from who objected to what, and from whether the outcome is told in prose.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Literal

from pydantic import Field

from foam.case.deal import TRIES
from foam.contest.ask_again import is_relabelled_in_place
from foam.contest.challenge import Challenge, Ground, Mislabelled, MissingPerspective, NoConflict, Structural
from foam.contest.conflict_check import list_read_again
from foam.contest.foresee import JUDGED_AGAIN, NARROWING, Moves, list_moves, list_scored_again
from foam.contest.marked import list_marked, shorten
from foam.contest.offer import list_counters, search_in_corpus
from foam.contest.regroup import MOST_ASKED as SAME_POINT
from foam.contest.reply_again import MOST_ASKED
from foam.contest.subject import FRAME, CaseFile, DossierFile, File, Part, Use
from foam.deliberation.compile import make_evidence_id
from foam.deliberation.corrected import list_repeated
from foam.deliberation.objection import Response
from foam.deliberation.refine import MAX_ROUNDS
from foam.evidence.corpus import Corpus, Passage
from foam.evidence.document import Document
from foam.job.acts import ATTEMPTS
from foam.paper import Readable
from foam.perspective.manner import read_manner
from foam.values import Value

SWAPPED = frozenset({"relevance", "stale_source", "misquotation"})
"""Kinds whose remedy may be other evidence, on which a claim is then stated anew."""
JUDGED = frozenset({"relevance", "context", "selection_bias", "warrant", "conflict"})
_KEEPS_GROUNDS = ("selection_bias", "context")
"""Kinds after which a claim may go on resting on the challenged sentence, its only one, in other words."""
OF_SENTENCES = frozenset({"context", "selection_bias", "misquotation", "stale_source"})
"""Kinds that find something of a sentence, whatever it is cited for."""
_OF_CLAIM = 6
"""Form, value, fact or view, support both ways, strength."""
_OF_CARD = 6
"""Sentences, slot, tag, alignment, coherence, step."""
_OF_EXCHANGE = 10
"""Counter, press, commitment, value, response, two rebuttals and whether they answer, adequacy; criteria on top."""


class WouldAsk(Value):
    """Questions that could be put to a model: of what sort, about which part, and how many at the most."""

    what: str
    about: str
    at_most: int


class Preview(Readable, Value):
    """What a challenge could bring about, before anybody is asked."""

    view_modules: ClassVar[tuple[str, ...]] = ("foam.contest.views.document",)
    challenge: Challenge
    part: Part
    asks: str
    settled_by: Literal["code", "judge"]
    would_ask: tuple[WouldAsk, ...]
    could_change: tuple[Moves, ...]
    counter_evidence: tuple[Passage, ...] = ()
    beside: tuple[str, ...] = ()
    """What it would leave as it is though it rests on the same: sentences of other papers that give the challenged
    figure, and other options of an open question."""
    marked: tuple[str, ...] = ()
    """What gives a figure of the challenged sentence and does not rest on it: it is marked once that is corrected."""
    names: dict[str, str] = Field(default_factory=dict)
    """The first words of each part that would be asked about or could change, by its id."""

    @property
    def questions_at_most(self) -> int:
        return sum(one.at_most for one in self.would_ask)


def preview_challenge(
    file: File, challenge: Challenge, part: Part, corpus: Corpus | None = None, *, brought: Sequence[Document] = ()
) -> Preview:
    """A dry run of an admitted challenge. With a corpus, a selection-bias challenge shows the counter-evidence, that of
    the documents that are brought among it."""
    ground = challenge.ground
    uses = file.uses.get(part.id, ())
    asked = tuple(_would_ask(file, ground, uses, part))
    moves = list_moves(file, challenge, part) if isinstance(file, DossierFile) else _slots(file, uses, part)
    named = dict.fromkeys((part.id, *(one.about for one in asked), *(one.claim for one in moves)))
    parts = file.parts
    return Preview(
        challenge=challenge,
        part=part,
        asks=ground.asks,
        settled_by="judge" if ground.kind in JUDGED | JUDGED_AGAIN or _names_way(ground) else "code",
        would_ask=asked,
        could_change=moves,
        counter_evidence=_counters(uses, challenge.because, corpus, brought, file.brought)
        if corpus and ground.kind == "selection_bias"
        else (),
        beside=tuple(_list_beside(file, part)) if ground.kind in OF_SENTENCES else (),
        marked=list_marked(file, part, corpus) if ground.kind in OF_SENTENCES else (),
        names={id: shorten(parts[id].text) for id in named if id in parts and id != FRAME and parts[id].text},
    )


def _list_beside(file: File, part: Part) -> Iterator[str]:
    """Sentences of other papers that give a figure of the challenged one, with what rests on them: they would stay."""
    uses = [(use.argument, one) for some in file.uses.values() for use in some for one in use.passages]
    own = next((one for _, one in uses if make_evidence_id(one.pointer) == part.id), None)
    resting: dict[Passage, dict[str, None]] = {}
    for argument, one in uses:
        if own is not None and one.pointer.document != own.pointer.document:
            resting.setdefault(one, {})[argument] = None
    for one, arguments in resting.items():
        if own is not None and (figures := list_repeated(own.text, one.text)):
            cite = f" ({one.cite})" if one.cite else ""
            stands = "stands" if len(figures) == 1 else "stand"
            named = f"{' and '.join(figures)} {stands} in another paper, too: “{one.text}”{cite}"
            cites = "cites" if len(arguments) == 1 else "cite"
            yield f"{named}, {make_evidence_id(one.pointer)}; {', '.join(arguments)} {cites} it."


def _slots(file: CaseFile, uses: tuple[Use, ...], part: Part) -> tuple[Moves, ...]:
    ids = dict.fromkeys(use.argument for use in uses) or {part.id: None}
    return tuple(Moves(claim=id, before="filled", after="bound again or empty") for id in ids if id in file.slots)


def _counters(
    uses: tuple[Use, ...],
    because: str,
    corpus: Corpus,
    brought: Sequence[Document],
    earlier: Sequence[Document],
) -> tuple[Passage, ...]:
    search = search_in_corpus(corpus, brought, earlier)
    found = {str(one.pointer): one for use in uses for one in list_counters(search, use, because)}
    return tuple(found.values())


def _would_ask(file: File, ground: Ground, uses: tuple[Use, ...], part: Part) -> Iterator[WouldAsk]:
    """What could be asked, an upper bound each: the judge first, then whatever depends on what it strikes."""
    if ground.kind in JUDGED:
        yield from (WouldAsk(what="which sentences bear on it", about=use.argument, at_most=1) for use in uses)
    if ground.kind == "warrant" and isinstance(file, DossierFile):
        yield WouldAsk(what="whether the step holds, both ways round", about=part.id, at_most=2 * ATTEMPTS)
    if isinstance(file, CaseFile):
        if _names_way(ground) or ground.kind == "label":
            yield WouldAsk(what="which of the two, in both orders", about=part.id, at_most=2)
        yield from _bound_again(file, ground, uses, part)
    elif isinstance(ground, MissingPerspective):
        yield from _seat_asks(file, ground)
    elif isinstance(ground, NoConflict):
        yield WouldAsk(what="whether each rules out the other", about=part.id, at_most=2)
        for claim in list_read_again(file, file.conflicts[part.id]):
            yield WouldAsk(what="whether it is borne out without what is contested", about=claim.id, at_most=ATTEMPTS)
    elif ground.kind in JUDGED_AGAIN:
        yield from _again_asks(file, ground, part)
    elif ground.kind in SWAPPED:
        for use in uses:
            yield from _restated_asks(file, use)
    if isinstance(file, DossierFile) and ground.kind in NARROWING:
        for claim in (file.claims[use.argument] for use in uses if use.argument in file.claims):
            if claim.voice == "written" and (len(claim.rests_on) > 1 or ground.kind in _KEEPS_GROUNDS):
                yield WouldAsk(what="how the claim reads on what is left", about=claim.id, at_most=ATTEMPTS)
            is_kept = claim.voice == "written" and ground.kind in _KEEPS_GROUNDS
            if (len(claim.rests_on) > 1 or is_kept or ground.kind == "warrant") and not claim.computed:
                yield WouldAsk(what="what it weighs as it then reads", about=claim.id, at_most=ATTEMPTS + _OF_CLAIM)
            if claim.same_point_as:
                yield WouldAsk(what="whether it still makes the same point", about=claim.id, at_most=SAME_POINT)
    if isinstance(file, DossierFile) and ground.kind not in JUDGED_AGAIN:
        for one in list_scored_again(file, part):
            if isinstance(one, Response):
                yield WouldAsk(what="whether the reply still answers", about=one.id, at_most=MOST_ASKED)
            else:
                yield WouldAsk(what="the objection scored and answered", about=one.id, at_most=_exchange(file))
    if isinstance(file, DossierFile) and file.mediation.told:
        yield WouldAsk(what="the outcome told anew", about=FRAME, at_most=ATTEMPTS)


def _names_way(ground: Ground) -> bool:
    return isinstance(ground, Structural) and bool(ground.instead)


def _again_asks(file: DossierFile, ground: Ground, part: Part) -> Iterator[WouldAsk]:
    """The verdict asked again and, where it may change which way a claim counts, how objections to it fare."""
    claim = file.find_claim(part)
    if ground.kind == "objection":
        yield WouldAsk(what="which sentences bear the objection out", about=part.id, at_most=1)
    else:
        times = {"commitment": 1, "label": 2}.get(ground.kind, 3)
        yield WouldAsk(what="the verdict again", about=part.id, at_most=times)
    if ground.kind in ("objection", "materiality"):
        yield WouldAsk(what="the objection scored and answered", about=part.id, at_most=_exchange(file))
    in_place = isinstance(ground, Mislabelled) and is_relabelled_in_place(file.claims[claim], ground)
    if ground.kind in ("support", "label") and not in_place:
        yield WouldAsk(what="support, and who makes the same point", about=claim, at_most=3 + _count_points(file))
        over = sum(one.objection.claim == claim for one in file.exchanges.values())
        critics = max(over, len(file.mediation.seats))
        yield WouldAsk(what="objections to it", about=claim, at_most=critics * _exchange(file))


def _count_points(file: DossierFile) -> int:
    """Questions about who makes the same point: one of the claim, and one back to each that it names."""
    return 1 + len(file.mediation.reasons)


def _bound_again(file: CaseFile, ground: Ground, uses: tuple[Use, ...], part: Part) -> Iterator[WouldAsk]:
    acts = ATTEMPTS if any(slot.voice == "written" for slot in file.case.slots) else 0
    of_slot = 1 + TRIES * (_OF_CARD + acts)
    if isinstance(ground, Structural) and ground.instead:
        slots = sum(node.type == "leaf" for node in file.template.tree.walk())
        yield WouldAsk(what="the slots of the other way", about=part.id, at_most=slots * of_slot)
        yield WouldAsk(what="what the impacts weigh on", about=FRAME, at_most=slots + acts)
    if ground.kind in NARROWING:
        for use in uses:
            yield WouldAsk(what="the tag, narrowed to what the card says", about=use.argument, at_most=_OF_CARD + acts)
        yield WouldAsk(what="what the impacts weigh on", about=FRAME, at_most=len(file.case.groups) + acts)
    if ground.kind not in ("relevance", "stale_source", "missing_component"):
        return
    for id in dict.fromkeys(use.argument for use in uses) or {part.id: None}:
        yield WouldAsk(what="a card from another source", about=id, at_most=of_slot)
    yield WouldAsk(what="what the impacts weigh on", about=FRAME, at_most=len(file.case.groups) + acts)


def _restated_asks(file: DossierFile, use: Use) -> Iterator[WouldAsk]:
    claim = file.claims.get(use.argument)
    if claim is None:
        return
    if claim.computed:
        each = _OF_CLAIM + _count_points(file) * 2 + len(file.mediation.seats) * _exchange(file)
        yield WouldAsk(what="the fact, worked out again", about=claim.id, at_most=each)
        return
    yield WouldAsk(what="form, value and support on other evidence", about=use.argument, at_most=_OF_CLAIM)
    yield WouldAsk(what="who makes the same point", about=use.argument, at_most=_count_points(file))
    for one in file.exchanges.values():
        if one.objection.claim == use.argument:
            yield WouldAsk(
                what=f"the objection of {', '.join(one.objection.raised_by)} anew",
                about=one.objection.id,
                at_most=_exchange(file),
            )


def _seat_asks(file: DossierFile, ground: MissingPerspective) -> Iterator[WouldAsk]:
    id = f"seat-{ground.perspective.id}"
    drafting = 2 + 4 * MAX_ROUNDS + 2 * sum(read_manner(ground.perspective).grounds) * (1 + _OF_CLAIM)
    yield WouldAsk(what="its draft", about=id, at_most=drafting)
    for one in file.mediation.drafts:
        yield WouldAsk(what=f"objections between it and {one.seat}", about=id, at_most=2 * _exchange(file))


def _exchange(file: DossierFile) -> int:
    return _OF_EXCHANGE + len(file.pack.criteria)
