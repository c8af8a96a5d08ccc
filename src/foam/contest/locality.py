"""Revision locality: how far a revision reached, counted over the record and over the parts. Pure.

An entry is *superseded* when it was taken about a part that was replaced: the form, value and support of a claim that
was put forward anew, and the exchanges over it; a verdict, a score or an answer that was asked again. Which claim a
critic had aimed at is not reopened: an objection to a claim that stands as it was is left alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from foam.case.values import BranchChoice, Slot
from foam.contest.amend import Amendment, PutClaim, PutExchange, PutSlot, SetOutline
from foam.contest.outcome import Locality
from foam.contest.subject import CaseFile, DossierFile, File
from foam.deliberation.claim import Claim
from foam.deliberation.objection import EvaluatedObjection
from foam.record.entry import Entry

_OF_CLAIM = frozenset({"scheme", "value", "stated", "support", "strength"})
_OF_EXCHANGE = frozenset(
    {
        "press",
        "candidates",
        "counter",
        "commitment",
        "objection value",
        "materiality",
        "response",
        "rebuttal",
        "answers",
        "revision",
        "adequacy",
        "objection",
        "reply",
        "exchange",
        "offered",
        "context",
        "checked act",
    }
)


def measure_locality(before: File, after: File, amendments: Iterable[Amendment], *, asked: int) -> Locality:
    """What was asked, what stands, and what is otherwise."""
    old, new = _read(before), _read(after)
    changed = tuple(id for id in dict.fromkeys((*old, *new)) if old.get(id) != new.get(id))
    known = {entry.key: entry for entry in before.entries}
    made = tuple(amendments)
    gone = list_superseded(before, known, made) - _rested_on(after, made, known)
    decided = {key for key, entry in known.items() if entry.draft.decider.type == "model"}
    return Locality(
        asked=asked,
        reused=len(decided - gone),
        changed=changed,
        superseded=len(gone),
        entries=len(known),
        untouched=sum(id not in changed for id in old) / len(old) if old else 1.0,
    )


def _rested_on(after: File, amendments: Iterable[Amendment], known: Mapping[str, Entry]) -> set[str]:
    """Earlier entries that a new exchange rests on: an objection put again keeps what had led to it."""
    later = {entry.key: entry for entry in after.entries}
    put = [one.evaluated for one in amendments if isinstance(one, PutExchange)]
    waiting = [key for one in put for key in (one.objection.entry, one.objection.commitment.entry)]
    seen: set[str] = set()
    while waiting:
        key = waiting.pop()
        entry = known.get(key) or later.get(key)
        if key not in seen and entry is not None and entry.draft.kind in _OF_EXCHANGE:
            seen.add(key)
            waiting += entry.draft.parents
    return seen & known.keys()


def _read(file: File) -> dict[str, object]:
    """The parts by id, so that a change of any shows: claims with their standing, slots with their cards."""
    if isinstance(file, DossierFile):
        return {node.id: node for node in (*file.dossier.nodes, *file.dossier.conflicts)}
    return {slot.id: slot for slot in file.case.slots}


def list_superseded(file: File, known: Mapping[str, Entry], amendments: Iterable[Amendment]) -> set[str]:
    """Keys of the entries that were taken about what the amendments replace."""
    gone: set[str] = set()
    for one in amendments:
        if isinstance(file, CaseFile) and isinstance(one, PutSlot):
            gone |= _slot_entries(file, one)
        if isinstance(file, CaseFile) and isinstance(one, SetOutline):
            gone |= _list_outlined(file.case.choices, file.case.slots) - _list_outlined(one.choices, one.slots)
        if isinstance(file, DossierFile) and isinstance(one, PutClaim):
            gone |= _about(file, file.claims[one.instead_of], known) if one.instead_of else _judged(file, one.claim)
        if isinstance(file, DossierFile) and isinstance(one, PutExchange):
            gone |= _answered(file.exchanges.get(one.evaluated.objection.id)) - _answered(one.evaluated)
            gone |= _judged_before(file, one.evaluated)
    return gone & known.keys()


def _judged(file: DossierFile, anew: Claim) -> set[str]:
    """What was found of a claim and is found otherwise now."""
    old = file.claims.get(anew.id)
    return {*old.support.entries, *old.labels} - {*anew.support.entries, *anew.labels} if old else set()


def _judged_before(file: DossierFile, exchange: EvaluatedObjection) -> set[str]:
    """What was found of a claim that the exchange put in other words, where it was found anew."""
    claim = file.claims.get(exchange.objection.claim)
    known = file.exchanges.get(exchange.objection.id)
    anew = exchange.response.judged if exchange.response else None
    if claim is None or anew is None or (known and known.response == exchange.response):
        return set()
    return {*claim.support.entries, *claim.labels} - {*anew.support.entries, *anew.labels}


def _answered(exchange: EvaluatedObjection | None) -> set[str]:
    """The decisions on an objection: its scores, the commitment, the answer."""
    if exchange is None:
        return set()
    answered = [exchange.response.entry] if exchange.response else []
    return {*exchange.entries, exchange.objection.commitment.entry, *answered}


def _list_outlined(choices: Iterable[BranchChoice], slots: Iterable[Slot]) -> set[str]:
    """The decisions that an outline and what fills it rest on."""
    cards = [slot.card for slot in slots if slot.card]
    filled = [key for slot in slots for key in slot.entries.values()]
    return {*(one.entry for one in choices), *filled, *(key for card in cards for key in card.entries.values())}


def _slot_entries(file: CaseFile, put: PutSlot) -> set[str]:
    slot = file.slots.get(put.slot.id)
    if slot is None:
        return set()
    of_card = slot.card.entries.values() if slot.card else ()
    kept = put.slot.card.entries.values() if put.slot.card else ()
    return {*of_card} - {*kept}


def _about(file: DossierFile, claim: Claim, known: Mapping[str, Entry]) -> set[str]:
    own = {key for key, one in known.items() if one.draft.kind in _OF_CLAIM and claim.entry in one.draft.parents}
    over = [one for one in file.exchanges.values() if one.objection.claim == claim.id]
    return own.union(*(_of_exchange(one, known, claim.entry) for one in over))


def _of_exchange(exchange: EvaluatedObjection, known: Mapping[str, Entry], claim: str) -> set[str]:
    """The entries of one exchange, read backwards from where it ended; searches for other claims are left out."""
    objection = exchange.objection
    waiting = [objection.entry, objection.commitment.entry, *exchange.entries]
    waiting += [exchange.response.entry] if exchange.response else []
    seen: set[str] = set()
    while waiting:
        key = waiting.pop()
        if key in seen or key not in known or not _is_about(known[key], claim):
            continue
        seen.add(key)
        waiting += known[key].draft.parents
    return seen


def _is_about(entry: Entry, claim: str) -> bool:
    elsewhere = entry.draft.kind == "candidates" and claim not in entry.draft.parents
    return entry.draft.kind in _OF_EXCHANGE and not elsewhere
