"""What whoever mends a written speech is told: the debate in brief, and what the passages at fault may cite."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from foam.debate.acts import MISSES, OVERCLAIMED, SENT_BACK, tell_matter
from foam.debate.citing import name_aloud
from foam.debate.floor import Floor
from foam.debate.judged import DraftJudgement
from foam.debate.language import SAYING_LITTLE, list_terms
from foam.debate.questions import SUPPORTS
from foam.debate.speech.check import CLAIM, TOO_LONG
from foam.debate.speech.context import AROUND, read_neighbours
from foam.debate.speech.draft import SpeechDraft
from foam.debate.speech.judge import JudgedDraft
from foam.debate.speech.material import Material, describe_floor, list_their_points
from foam.job.mending import FaultPlace, FaultyPassage, Mending
from foam.model.form import Form, PlainValue
from foam.model.question import Option
from foam.text.pointer import Pointer
from foam.text.words import measure_length

NEAREST = 8
"""Sentences that a passage at fault may cite instead: those that share most words with what is wrong with it; and half
as many that share most with the passage."""
WORDS = "text"
"""The field of a point that holds its words: a point whose words are left empty is withdrawn."""
_IN_CLAIM = re.compile(rf"points, entry \d+, {CLAIM}: ")
FRAME = ("opening", "closing")
POINTS = "points"
_UNCHANGED = "It came back as it was, and the fault stands: say it otherwise, or say less. "
_LEAST_ROOM = 25
"""Words that a passage may have in any case."""


def make_mending(floor: Floor, material: Material, offered: Sequence[Option], speech: str) -> Mending:
    """What is told where passages of a speech are written again; `speech` says which it is.

    Whoever mends an answer sees the point that it answers in full, and the other points in a line each; whoever
    shortens a passage or words its claim needs none of them.
    """
    brief = describe_floor(floor)
    whole = {one.point.id: one.point.text for one in list_their_points(floor)}

    def tell(faulty: Sequence[FaultyPassage]) -> str:
        if all(_is_slight(fault) for one in faulty for fault in one.faults):
            return tell_matter(brief, speech, points=False)
        answered = {name for one in faulty for name in _list_named(one.passage, "answers")}
        theirs = tuple(
            Option(id=one.id, text=f"{one.text}\n{whole[one.id]}") if one.id in answered else one
            for one in brief.theirs
        )
        return tell_matter(brief._replace(theirs=theirs), speech)

    def measure(filled: Form, places: Sequence[FaultPlace]) -> int:
        return _measure_room(floor, material, filled, places)

    return Mending(tell=tell, offer=_make_offer(material, offered), withdraws=WORDS, measure=measure)


def _measure_room(floor: Floor, material: Material, filled: Form, places: Sequence[FaultPlace]) -> int:
    """The words that the rest of the speech leaves to the points that are written again, with what they cite."""
    again = {place.entry for place in places if place.field == POINTS and not place.part}
    rows: Any = filled[POINTS]
    kept = [row for n, row in enumerate(rows, start=1) if n not in again]
    cites = (name_aloud(material.get(name)) for row in kept for name in row.get("evidence", ()))
    spoken = (*(row[WORDS] for row in kept), *cites, *(str(filled[name]) for name in FRAME))
    return max(_LEAST_ROOM, floor.limit - sum(measure_length(words) for words in spoken))


def add_context(floor: Floor, material: Material, draft: SpeechDraft) -> Material:
    """The material with what stands around the cited sentences, so that it can be cited, after all that was offered."""
    session = floor.session
    cited = [passage for point in draft.points for passage in point.evidence]
    offered = {passage.pointer for passage in material.evidence}
    found = read_neighbours(session.clerk, session.corpus, cited)
    fresh = tuple(one for one in floor.keep_own_side(found) if one.pointer not in offered)
    return material.add_evidence(session, fresh) if fresh else material


def locate_complaints(
    draft: SpeechDraft, verdict: DraftJudgement, before: JudgedDraft | None = None
) -> tuple[str, ...]:
    """What an evaluator sends back, each at its place in the form; nothing where the form is not the draft's.

    Where only the claim of a point says more than its text, that is its place. What was sent back of the
    draft `before` and stands as it stood there is told to have come back as it was.
    """
    places = {point.id: f"points, entry {n}" for n, point in enumerate(draft.points, start=1)}
    places |= {name: f"{place}, {CLAIM}" for name, place in places.items() if _is_overclaimed(name, verdict)}
    places |= {name: name for name in FRAME}
    same = _list_parts(draft).items() & (_list_parts(before.draft).items() if before else ())
    stood = {name for name, _ in same if before and name in before.verdict.sent_back}
    return tuple(
        f"{places[name]}: {_UNCHANGED if name in stood else ''}{complaint}"
        for name, complaint in verdict.sent_back.items()
        if name in places
    )


def _list_parts(draft: SpeechDraft) -> dict[str, tuple[str, ...]]:
    """What the parts of a draft say and claim, by their names."""
    points = {point.id: (point.words, point.claim) for point in draft.points}
    return {**points, "opening": (draft.opening,), "closing": (draft.closing,)}


def _is_overclaimed(name: str, verdict: DraftJudgement) -> bool:
    """Whether a point is sent back for its claim and nothing else."""
    return (
        verdict.faults.get(name) == OVERCLAIMED
        and verdict.borne_out.get(name) not in SENT_BACK
        and verdict.stances.get(name) == SUPPORTS
        and MISSES not in verdict.meets.get(name, {}).values()
    )


def _is_slight(fault: str) -> bool:
    """Whether a fault is mended by words alone: a passage that is too long, or a claim that its text does not bear."""
    return TOO_LONG in fault or _IN_CLAIM.match(fault) is not None


def _list_named(passage: Mapping[str, PlainValue], field: str) -> tuple[str, ...]:
    """The ids that a passage names in a field."""
    named = passage.get(field)
    return named if isinstance(named, tuple) else ()


def _make_offer(
    material: Material, offered: Sequence[Option]
) -> Callable[[Sequence[FaultyPassage]], tuple[Option, ...]]:
    """What may be cited instead: what stands around what is cited, what is nearest to the faults and to the passage.

    Where a passage is too long, or its claim alone is at fault, what it cites is enough.
    """
    by_id = {one.id: one for one in offered}
    beside = material.find_ids_beside()
    terms = {f"s{n}": _list_terms(passage.text) for n, passage in enumerate(material.evidence, start=1)}

    def find_nearest(words: set[str], kept: set[str], most: int) -> set[str]:
        near = sorted(terms, key=lambda name: -len(terms[name] & words))
        return {name for name in [one for one in near if one not in kept][:most] if terms[name] & words}

    def offer_for(one: FaultyPassage) -> set[str]:
        kept = {name for name in _list_named(one.passage, "evidence") if name in by_id}
        grave = [fault for fault in one.faults if not _is_slight(fault)]
        if not grave:
            return kept
        around = {material.get(name).pointer for name in kept}
        kept |= {f"s{n}" for n, near in enumerate(material.evidence, start=1) if _is_beside(near.pointer, around)}
        complaint = " ".join(fault.partition(": ")[2] for fault in grave)
        kept |= find_nearest(_list_terms(complaint), kept, NEAREST)
        said = " ".join(value for value in one.passage.values() if isinstance(value, str))
        return kept | find_nearest(_list_terms(said), kept, NEAREST // 2)

    def offer(faulty: Sequence[FaultyPassage]) -> tuple[Option, ...]:
        kept = {name for one in faulty for name in offer_for(one)}
        kept |= {name for one in kept for name in beside[one] if name in by_id}
        return tuple(one for one in offered if one.id in kept)

    return offer


def _is_beside(pointer: Pointer, others: set[Pointer]) -> bool:
    return any(
        pointer.document == one.document and abs(pointer.sentence - one.sentence) <= AROUND
        for one in others
        if not (pointer.computed or one.computed)
    )


def _list_terms(text: str) -> set[str]:
    return {*list_terms(text)} - SAYING_LITTLE
