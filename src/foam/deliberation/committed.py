"""What seats committed themselves to, derived again from the record: what each answered when it was asked point-blank
about its own claim, and whether it rebutted, qualified, reworded or conceded.

Reads the decisions that a dossier names, and what these followed from. Asks nobody, and needs neither pack nor corpus.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pydantic import ValidationError

from foam.deliberation.dossier import (
    CommitmentNode,
    Dossier,
    ObjectionNode,
    PerspectiveNode,
    ResponseNode,
)
from foam.deliberation.objection import CHALLENGE_ID
from foam.job.clerk import read_answer
from foam.model.check import COMMITMENT
from foam.model.question import Chosen, Labelled, Reply, Scored, Written
from foam.record.entry import Entry, EntryInput, PerspectiveInput
from foam.record.store import Store

_NOT_ASKED = "unclear"
"""What stands for the answer of a seat that nobody asked."""
_STANDS = "stands"
"""The move of a seat whose claim stands on what a challenge left it: it holds less widely."""
_LED_BY = ("reply", "answers", "refused", "rebuttal", "response")
"""The roles in which a verdict on an answer names what it was about, back to the move itself."""


class CommitmentFlaw(NamedTuple):
    """A part of the dossier that does not say what the record has of it."""

    node: str
    what: str


def count_commitments(dossier: Dossier) -> int:
    """What seats answered about their own claims, and what they replied to objections."""
    return sum(isinstance(node, CommitmentNode | ResponseNode) for node in dossier.nodes)


def find_commitment_flaws(dossier: Dossier, store: Store) -> Iterator[CommitmentFlaw]:
    """Every commitment and every reply of the dossier that the record gives otherwise, or not at all."""
    seats = {node.id: node.perspective for node in dossier.nodes if isinstance(node, PerspectiveNode)}
    voices = {seat.id: seat.declaration for seat in seats.values()}
    objections = {node.id: node for node in dossier.nodes if isinstance(node, ObjectionNode)}
    made = {node.id: node for node in dossier.nodes if isinstance(node, CommitmentNode)}
    for objection in objections.values():
        held = made.get(objection.commitment)
        if held is None or held.claim != objection.claim:
            yield CommitmentFlaw(objection.id, "it names no commitment of the claim that it strikes")
    for node in dossier.nodes:
        what = ""
        if isinstance(node, CommitmentNode):
            what = _check_commitment(node, store, voices)
        elif isinstance(node, ResponseNode) and not node.objection.startswith(CHALLENGE_ID):
            what = _check_response(node, store)
        if what:
            yield CommitmentFlaw(node.id, what)


def _check_commitment(node: CommitmentNode, store: Store, voices: Mapping[str, str]) -> str:
    entry = store.get(node.entry)
    if entry is None:
        return "the record has no decision in which it was given"
    given = _read_commitment(entry)
    if given is None:  # nobody asked the seat: what is said of that is no answer
        is_answer = node.answer in COMMITMENT and node.answer != _NOT_ASKED
        return f"it says {node.answer!r}, and the record has nobody who asked" if is_answer else ""
    asked = {one.perspective for one in entry.draft.inputs if isinstance(one, PerspectiveInput) and one.role == "seat"}
    if voices.get(node.seat) not in asked:
        is_silent = node.answer == _NOT_ASKED  # another seat answers for the claim now, and was not asked
        return "" if is_silent else f"the record has it from another seat than {node.seat!r}"
    return "" if node.answer == given else f"it says {node.answer!r}, and the record {given!r}"


def _check_response(node: ResponseNode, store: Store) -> str:
    entry = store.get(node.entry)
    if entry is None:
        return "the record has no decision in which it was given"
    met = _read_adequacy(entry)
    if met is not None and not node.fell and node.adequacy not in (None, met):
        return f"it is said to meet {node.adequacy:g} of the objection, and the record says {met:g}"
    moved = _find_move(entry, store)
    if moved is None:
        return "the record does not say how the seat replied"
    move, text = moved
    if node.move != move and (move, node.move) != ("revise", "qualify"):  # who finds no other words qualifies
        return f"it is said to {node.move}, and the record says {move}"
    return "" if node.text in ("", text) else "its words are not those that the record has"


def _read_reply(entry: Entry) -> Reply | None:
    """What was answered; None where that was erased, or where no model was asked."""
    try:
        return read_answer(entry).reply
    except (ValidationError, TypeError, KeyError):
        return None


def _read_commitment(entry: Entry) -> str | None:
    match _read_reply(entry):
        case Labelled(label=label) if entry.draft.kind == "commitment":
            return label
        case Written(fields={"commits": str(answer)}):
            return answer
        case _:
            return None


def _read_adequacy(entry: Entry) -> float | None:
    match _read_reply(entry):
        case Scored(score=score) if entry.draft.kind == "adequacy":
            return score
        case Written(fields={"adequacy": int() | float() as met}):
            return float(met)
        case _:
            return None


def _find_move(entry: Entry, store: Store) -> tuple[str, str] | None:
    """The move that an answer or a verdict on it goes back to, and the seat's words, where it wrote some."""
    match _read_reply(entry):
        case Written(fields={"move": str(move), "text": str(text)}):
            return ("qualify" if move == _STANDS else move), text
        case Chosen(ids=(move, *_)) if entry.draft.kind == "response":
            return move, ""
    before = [one for one in entry.draft.inputs if isinstance(one, EntryInput) and one.role in _LED_BY]
    for one in sorted(before, key=lambda one: _LED_BY.index(one.role)):
        led = store.get(one.key)
        if led is not None and (found := _find_move(led, store)) is not None:
            return found
    return None
