"""What whoever mends a written speech is told: the debate in brief, and what the passages at fault may cite."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from foam.debate.acts import tell_matter
from foam.debate.floor import Floor
from foam.debate.language import SAYING_LITTLE, list_terms
from foam.debate.speech.draft import SpeechDraft
from foam.debate.speech.material import Material, describe_floor
from foam.debate.values import DraftJudgement
from foam.job.mending import Mending
from foam.model.form import PlainValue
from foam.model.question import Option

NEAREST = 8
"""Sentences that a passage at fault does not cite and may cite instead: those that share most words with it."""
FRAME = ("opening", "closing")


def make_mending(floor: Floor, material: Material, offered: Sequence[Option], speech: str) -> Mending:
    """What is told where passages of a speech are written again; `speech` says which it is and what it has to do."""
    return Mending(matter=tell_matter(describe_floor(floor), speech), offer=_make_offer(material, offered))


def locate_complaints(draft: SpeechDraft, verdict: DraftJudgement) -> tuple[str, ...]:
    """What an evaluator sends back, each at its place in the form; nothing where the form is not the draft's."""
    places = {point.id: f"points, entry {n}" for n, point in enumerate(draft.points, start=1)}
    places |= {name: name for name in FRAME}
    return tuple(f"{places[name]}: {complaint}" for name, complaint in verdict.sent_back.items() if name in places)


def _make_offer(
    material: Material, offered: Sequence[Option]
) -> Callable[[Sequence[Mapping[str, PlainValue]]], tuple[Option, ...]]:
    by_id = {one.id: one for one in offered}
    terms = {f"s{n}": _list_terms(passage.text) for n, passage in enumerate(material.evidence, start=1)}

    def offer(passages: Sequence[Mapping[str, PlainValue]]) -> tuple[Option, ...]:
        kept: set[str] = set()
        for passage in passages:
            cited = passage.get("evidence") or ()
            kept |= {name for name in by_id if isinstance(cited, tuple) and name in cited}
            words = _list_terms(" ".join(value for value in passage.values() if isinstance(value, str)))
            near = sorted(terms, key=lambda name: -len(terms[name] & words))
            kept |= {name for name in [one for one in near if one not in kept][:NEAREST] if terms[name] & words}
        return tuple(one for one in offered if one.id in kept)

    return offer


def _list_terms(text: str) -> set[str]:
    return {*list_terms(text)} - SAYING_LITTLE
