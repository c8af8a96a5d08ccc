"""The redline: two versions of a file compared word by word.

Parts are matched by their ids; a claim that was put forward again on other evidence is matched with the one it stands
in for. A part reads in lines (a claim, each of its grounds, where it stands, what it weighs), and a line is compared
with its own counterpart alone: one that shares too little with any is shown whole, old and new. Only what differs is
shown, what a reason weighs among it; a sentence that is cited or no longer cited is shown with what cites it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from typing import Literal

from foam.case.values import Slot
from foam.case.verdict import CHALLENGED
from foam.contest.amend import Amendment, PutClaim
from foam.contest.subject import CaseFile, DossierFile, File
from foam.deliberation.compile import EVIDENCE_ID
from foam.deliberation.dossier import (
    ClaimNode,
    CommitmentNode,
    ContestedFact,
    Dossier,
    EvidenceNode,
    ObjectionNode,
    PerspectiveNode,
    PositionNode,
    SupportNode,
    WarrantNode,
)
from foam.deliberation.objection import CHALLENGE_ID
from foam.deliberation.views.words import (
    describe_fate,
    describe_place,
    describe_response,
    describe_sustained,
    find_corrected,
    join_names,
    mark_figures,
    mark_repeated,
    read_on,
)
from foam.evidence.quotes.align import compare_words
from foam.evidence.quotes.verdict import Change
from foam.model.check import COMMITMENT
from foam.values import Value

SUMMARY = "summary"
TOLD, FACTS = "telling", "facts"
"""The ids under which what is told, and the facts that nobody disputes, stand in a redline."""
_ALIKE = 0.5
"""The share of words that two lines must have in common to be compared word by word."""
_CLAUSE = re.compile(r"(?<=[;,.])\s+")
_FIGURE = re.compile(r"\d+(?:\.\d+)?")


class Redlined(Value):
    """One part that differs: how it read, how it reads, and the steps between."""

    part: str
    was: str = ""
    """Id of the part it stands in for, if that is another."""
    change: Literal["new", "gone", "changed"]
    steps: tuple[Change, ...]


def compare_versions(before: File, after: File, amendments: Iterable[Amendment] = ()) -> tuple[Redlined, ...]:
    """What differs between two versions, in the order of the new one."""
    old, new = _read_both(before, after)
    restated = _restated(before, amendments)
    taken = set(restated.values())
    quoted = {id for id in old.keys() ^ new.keys() if id.startswith(EVIDENCE_ID)}
    rows = [compare_part(id, restated.get(id, id), old, new) for id in new if id not in quoted]
    rows += [compare_part(id, id, old, new) for id in old if id not in new and id not in taken | quoted]
    return tuple(row for row in rows if row is not None)


def read_parts(file: File) -> dict[str, str]:
    """Every part as it is read, by id."""
    return _dossier_reading(file, file.dossier) if isinstance(file, DossierFile) else _case_reading(file)


def _read_both(before: File, after: File) -> tuple[dict[str, str], dict[str, str]]:
    """Both versions as they are read. The old one names its seats as the new one does: nothing changed for a seat that
    has its id beside its role since another came with that role.
    """
    old, new = read_parts(before), read_parts(after)
    if isinstance(before, CaseFile) or isinstance(after, CaseFile):
        return old, new
    was, now = before.dossier.seat_names, after.dossier.seat_names
    renamed = {was[seat]: now[seat] for seat in was if now.get(seat, was[seat]) != was[seat]}
    if renamed:
        added = [
            one for one in after.dossier.nodes if isinstance(one, PerspectiveNode) and one.perspective.id not in was
        ]
        named = before.dossier.model_copy(update={"nodes": (*before.dossier.nodes, *added)})
        old = _dossier_reading(before, named)
        old |= {id: _rename(old[id], renamed) for id in old if id == SUMMARY or id.startswith(TOLD)}
    return old, new


def _rename(text: str, renamed: Mapping[str, str]) -> str:
    names = {form: now for was, now in renamed.items() for form in (was, was[:1].upper() + was[1:])}
    either = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.sub(rf"\b(?:{either})(?!\w)", lambda found: found[0][:1] + names[found[0]][1:], text)


def compare_part(id: str, was: str, old: Mapping[str, str], new: Mapping[str, str]) -> Redlined | None:
    """What differs in a part between two readings; None where it reads the same."""
    before, after = old.get(was, ""), new.get(id, "")
    if before == after:
        return None
    change: Literal["new", "gone", "changed"] = "new" if not before else "gone" if not after else "changed"
    return Redlined(part=id, was=was if was != id else "", change=change, steps=compare_readings(after, before))


def compare_readings(after: str, before: str) -> tuple[Change, ...]:
    """The steps from one reading to the other, line by line: what has no counterpart is there or gone as a whole."""
    now, then = ([line for line in text.split("\n") if line] for text in (after, before))
    pairs = _pair_lines(now, then)
    became = {place: n for n, place in pairs.items()}
    steps: list[Change] = []
    gone = [n for n in range(len(then)) if n not in pairs]
    left = 0
    for place, reads in enumerate(now):
        later = (n for q, n in became.items() if q >= place and n >= left)
        reached = min(later, default=len(then))
        steps += [Change(type="removed", source=then[n]) for n in gone if n < reached]
        gone = [n for n in gone if n >= reached]
        was = became.get(place)
        steps += [Change(type="added", quote=reads)] if was is None else _compare_lines(reads, then[was])
        left = max(reached, 0 if was is None else was + 1)
    steps += [Change(type="removed", source=then[n]) for n in gone]
    return tuple(_join_same(steps))


def _pair_lines(now: Sequence[str], then: Sequence[str]) -> dict[int, int]:
    """Old lines, each with the new one that it became: the same one, or the likest that is left."""
    words = [[_mask(one).split() for one in lines] for lines in (then, now)]
    alike = [
        (SequenceMatcher(None, was, reads, autojunk=False).ratio(), -n, -place)
        for n, was in enumerate(words[0])
        for place, reads in enumerate(words[1])
    ]
    pairs: dict[int, int] = {}
    for share, n, place in sorted(alike, reverse=True):
        if share >= _ALIKE and -n not in pairs and -place not in pairs.values():
            pairs[-n] = -place
    return pairs


def _compare_lines(after: str, before: str) -> list[Change]:
    """The steps from one line to the other, clause by clause where only figures differ: what a seat's figures were
    stands beside what they are, and beside no other seat's.
    """
    now, then = _CLAUSE.split(after), _CLAUSE.split(before)
    held = SequenceMatcher(None, [_mask(one) for one in then], [_mask(one) for one in now], autojunk=False)
    steps: list[Change] = []
    for tag, start, end, begin, stop in held.get_opcodes():
        if tag == "equal":
            for was, reads in zip(then[start:end], now[begin:stop], strict=True):
                steps += compare_words(reads, was)
        else:
            steps += compare_words(" ".join(now[begin:stop]), " ".join(then[start:end]))
    return steps


def _mask(clause: str) -> str:
    return _FIGURE.sub("#", clause).strip(" ,;.")


def _join_same(steps: Iterable[Change]) -> Iterator[Change]:
    """The steps, with what is the same in one piece."""
    for same, together in groupby(steps, key=lambda step: step.type == "same"):
        if same:
            kept = [*together]
            yield Change(
                type="same",
                quote=" ".join(one.quote for one in kept),
                source=" ".join(one.source for one in kept),
            )
        else:
            yield from together


def _restated(before: File, amendments: Iterable[Amendment]) -> dict[str, str]:
    """New claims by id, and the claim that each puts forward again."""
    if isinstance(before, CaseFile):
        return {}
    return {one.claim.id: one.instead_of for one in amendments if isinstance(one, PutClaim) and one.instead_of}


def _dossier_reading(file: DossierFile, dossier: Dossier) -> dict[str, str]:
    """What the file's own parts read; `dossier` gives the names of the seats."""
    said = {SUMMARY: "\n".join(dossier.summary), **_read_told(file.dossier), **_read_facts(file.dossier)}
    for node in file.dossier.nodes:
        match node:
            case ClaimNode():
                said[node.id] = (
                    f"{node.qualifier.capitalize()}: {mark_figures(dossier, node.text)}\n{_grounds(file, node)}\n"
                    f"{describe_place(file.dossier, node)}; counts for {node.value}.\n{_tell_weights(dossier, node)}"
                )
            case ObjectionNode():
                object_to = "objects" if len(node.raised_by) == 1 else "object"
                who = join_names(dossier, node.raised_by)
                words, fate = mark_figures(dossier, node.text), describe_fate(dossier, node)
                scored = f"{fate}; scores {node.materiality:.1f} of 10" if node.scores else fate
                told = describe_sustained(fate) if node.id.startswith(CHALLENGE_ID) else scored
                said[node.id] = f"{who} {object_to}: {words} ({told})"
            case PositionNode() | WarrantNode():
                said[node.id] = mark_figures(dossier, node.text)
            case EvidenceNode():
                said[node.id] = f"“{node.text}”{read_on(dossier, node)}"
            case SupportNode():
                said[node.id] = f"It speaks {node.side}." if node.side in ("for", "against") else f"{node.why}."
            case CommitmentNode() if node.answer in COMMITMENT:
                who = join_names(dossier, (node.seat,))
                said[node.id] = f"{who}, asked: {node.question} {node.answer}."
            case _ if node.kind == "response":
                said[node.id] = describe_response(dossier, node)
            case _ if node.kind == "perspective":
                said[node.id] = f"{node.perspective.role}: {_weights(node.perspective.weighting)}"
            case _:
                pass
    return said | {one.id: _read_pair(file, one) for one in file.dossier.conflicts}


def _read_told(dossier: Dossier) -> dict[str, str]:
    """What is told to each reader, sentence by sentence."""
    return {
        f"{TOLD}-{one.reader}": "\n".join(said.text for said in one.sentences) for one in dossier.told if one.sentences
    }


def _read_facts(dossier: Dossier) -> dict[str, str]:
    """The facts that nobody disputes, a line each."""
    held = [node for id in dossier.facts if isinstance(node := dossier.find_node(id), EvidenceNode)]
    held.sort(key=lambda node: node.id)  # so that only what came or left differs between versions
    said = ((one, "by its author's word: " if one.id in dossier.facts_said else "") for one in held)
    return {FACTS: "\n".join(["Facts nobody disputes:", *(f"{who}“{one.text}” {one.cite}" for one, who in said)])}


def _read_pair(file: DossierFile, pair: ContestedFact) -> str:
    """Two sentences, and whether they count as contradicting each other."""
    stands = "found not to contradict each other" if pair.struck_by else "they count as contradicting each other"
    return f"{file.parts[pair.id].text}: {stands}."


def _grounds(file: DossierFile, claim: ClaimNode) -> str:
    held = [node for id in claim.grounds if isinstance(node := file.dossier.find_node(id), EvidenceNode)]
    return "\n".join(f"“{node.text}” {node.cite}{mark_repeated(file.dossier, node)}" for node in held)


def _tell_weights(dossier: Dossier, claim: ClaimNode) -> str:
    """How strong a reason is against what was objected, and what it weighs for whom; of one that weighs nothing why,
    and nothing of what was never weighed."""
    own = [row for row in dossier.weights if row.claim == claim.id]
    told = [f"{row.weight:.3f} for {dossier.seat_names.get(row.seat, row.seat)}" for row in own if row.weight]
    if told:
        return f"Its strength is {claim.strength:.2f}; it weighs {', '.join(told)}."
    other = claim.counted_with or claim.same_point_as
    if other and claim.direction:
        return f"Its strength is {claim.strength:.2f}; it weighs nothing by itself: {other} makes its point."
    if anew := find_corrected(dossier, claim.id):
        return f"It is weighed as {anew.id}, in the words that it has since."
    why = "; ".join(dict.fromkeys(row.why for row in own if row.why))
    return f"Its strength is {claim.strength:.2f}; it weighs nothing{f' ({why})' if why else ''}." if own else ""


def _weights(weighting: Mapping[str, float]) -> str:
    return ", ".join(f"{value} {weight:g}" for value, weight in sorted(weighting.items()))


def _case_reading(file: CaseFile) -> dict[str, str]:
    standing = "Issued." if file.case.issued else "Not issued: " + "; ".join(f.what for f in file.case.failures)
    choices = {f"choice-{one.branch}": f"{one.ask} {', '.join(one.taken)}" for one in file.case.choices}
    return {SUMMARY: standing, **choices, **{slot.id: _read_slot(slot) for slot in file.case.slots}}


def _read_slot(slot: Slot) -> str:
    """What a slot says; of one whose card fell by a challenge, that and why."""
    if slot.filled or not slot.refused or slot.refused[-1].why != CHALLENGED:
        return slot.spoken
    fell = slot.refused[-1]
    return f"Left empty: the card of {fell.cite} fell, since {CHALLENGED}. {fell.because}"
