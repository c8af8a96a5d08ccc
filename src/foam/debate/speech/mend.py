"""What whoever mends a written speech is told: the debate in brief, and what the passages at fault may cite."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from foam.debate.acts import MISSES, OVERCLAIMED, SENT_BACK, tell_matter
from foam.debate.floor import Floor
from foam.debate.language import SAYING_LITTLE, list_terms
from foam.debate.questions import SUPPORTS
from foam.debate.speech.check import CLAIM, TOO_LONG
from foam.debate.speech.context import AROUND, read_neighbours
from foam.debate.speech.draft import SpeechDraft
from foam.debate.speech.material import Material, describe_floor, list_their_points
from foam.debate.values import DraftJudgement
from foam.job.mending import Mending
from foam.model.form import PlainValue
from foam.model.question import Option
from foam.text.pointer import Pointer

NEAREST = 8
"""Sentences that a passage at fault does not cite and may cite instead: those that share most words with it."""
_IN_CLAIM = re.compile(rf"points, entry \d+, {CLAIM}: ")
FRAME = ("opening", "closing")


def make_mending(floor: Floor, material: Material, offered: Sequence[Option], speech: str) -> Mending:
    """What is told where passages of a speech are written again; `speech` says which it is and what it has to do.

    The other side's points stand there in full: whoever mends an answer has to see what it answers.
    """
    brief = describe_floor(floor)
    whole = {one.point.id: one.point.text for one in list_their_points(floor)}
    theirs = tuple(Option(id=one.id, text=f"{one.text}\n{whole[one.id]}") for one in brief.theirs)
    return Mending(matter=tell_matter(brief._replace(theirs=theirs), speech), offer=_make_offer(material, offered))


def add_context(floor: Floor, material: Material, draft: SpeechDraft) -> Material:
    """The material with what stands around the cited sentences, so that it can be cited, after all that was offered."""
    session = floor.session
    cited = [passage for point in draft.points for passage in point.evidence]
    offered = {passage.pointer for passage in material.evidence}
    found = read_neighbours(session.clerk, session.corpus, cited)
    fresh = tuple(one for one in floor.keep_own_side(found) if one.pointer not in offered)
    return material.add_evidence(session, fresh) if fresh else material


def locate_complaints(draft: SpeechDraft, verdict: DraftJudgement) -> tuple[str, ...]:
    """What an evaluator sends back, each at its place in the form; nothing where the form is not the draft's.

    Where only the claim of a point says more than its text, that is its place.
    """
    places = {point.id: f"points, entry {n}" for n, point in enumerate(draft.points, start=1)}
    places |= {name: f"{place}, {CLAIM}" for name, place in places.items() if _is_overclaimed(name, verdict)}
    places |= {name: name for name in FRAME}
    return tuple(f"{places[name]}: {complaint}" for name, complaint in verdict.sent_back.items() if name in places)


def _is_overclaimed(name: str, verdict: DraftJudgement) -> bool:
    """Whether a point is sent back for its claim and nothing else."""
    return (
        verdict.faults.get(name) == OVERCLAIMED
        and verdict.borne_out.get(name) not in SENT_BACK
        and verdict.stances.get(name) == SUPPORTS
        and MISSES not in verdict.meets.get(name, {}).values()
    )


def _make_offer(
    material: Material, offered: Sequence[Option]
) -> Callable[[Sequence[Mapping[str, PlainValue]], Sequence[str]], tuple[Option, ...]]:
    """What may be cited instead: what stands around what is cited, what is nearest to the faults and to the passage.

    Where a passage is too long, or its claim alone is at fault, what it cites is enough.
    """
    by_id = {one.id: one for one in offered}
    terms = {f"s{n}": _list_terms(passage.text) for n, passage in enumerate(material.evidence, start=1)}

    def find_nearest(words: set[str], kept: set[str]) -> set[str]:
        near = sorted(terms, key=lambda name: -len(terms[name] & words))
        return {name for name in [one for one in near if one not in kept][:NEAREST] if terms[name] & words}

    def offer(passages: Sequence[Mapping[str, PlainValue]], faults: Sequence[str]) -> tuple[Option, ...]:
        kept: set[str] = set()
        for passage in passages:
            cited = passage.get("evidence") or ()
            kept |= {name for name in by_id if isinstance(cited, tuple) and name in cited}
        if all(TOO_LONG in fault or _IN_CLAIM.match(fault) for fault in faults):
            return tuple(one for one in offered if one.id in kept)
        around = {material.get(name).pointer for name in kept}
        kept |= {f"s{n}" for n, one in enumerate(material.evidence, start=1) if _is_beside(one.pointer, around)}
        for fault in faults:
            kept |= find_nearest(_list_terms(fault.partition(": ")[2]), kept)
        for passage in passages:
            words = _list_terms(" ".join(value for value in passage.values() if isinstance(value, str)))
            kept |= find_nearest(words, kept)
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
