"""The redline: two versions of a file compared word by word.

Parts are matched by their ids; a claim that was put forward again on other evidence is matched with the one it stands
in for. Only what differs is shown, what a reason weighs among it; a sentence that is cited or no longer cited is shown
with what cites it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from foam.contest.amend import Amendment, PutClaim
from foam.contest.subject import CaseFile, DossierFile, File
from foam.deliberation.compile import EVIDENCE_ID
from foam.deliberation.dossier import (
    ClaimNode,
    CommitmentNode,
    Dossier,
    EvidenceNode,
    ObjectionNode,
    PositionNode,
    SupportNode,
    WarrantNode,
)
from foam.deliberation.views.words import PLACES, describe_fate, describe_response, join_names, read_on
from foam.evidence.quotes.align import compare_words
from foam.evidence.quotes.verdict import Change
from foam.model.check import COMMITMENT
from foam.values import Value

SUMMARY = "summary"


class Redlined(Value):
    """One part that differs: how it read, how it reads, and the steps between."""

    part: str
    was: str = ""
    """Id of the part it stands in for, if that is another."""
    change: Literal["new", "gone", "changed"]
    steps: tuple[Change, ...]


def compare_versions(before: File, after: File, amendments: Iterable[Amendment] = ()) -> tuple[Redlined, ...]:
    """What differs between two versions, in the order of the new one."""
    old, new = read_parts(before), read_parts(after)
    restated = _restated(before, amendments)
    taken = set(restated.values())
    quoted = {id for id in old.keys() ^ new.keys() if id.startswith(EVIDENCE_ID)}
    rows = [_row(id, restated.get(id, id), old, new) for id in new if id not in quoted]
    rows += [_row(id, id, old, new) for id in old if id not in new and id not in taken | quoted]
    return tuple(row for row in rows if row is not None)


def read_parts(file: File) -> dict[str, str]:
    """Every part as it is read, by id."""
    return _dossier_reading(file) if isinstance(file, DossierFile) else _case_reading(file)


def _row(id: str, was: str, old: Mapping[str, str], new: Mapping[str, str]) -> Redlined | None:
    before, after = old.get(was, ""), new.get(id, "")
    if before == after:
        return None
    change: Literal["new", "gone", "changed"] = "new" if not before else "gone" if not after else "changed"
    return Redlined(part=id, was=was if was != id else "", change=change, steps=compare_words(after, before))


def _restated(before: File, amendments: Iterable[Amendment]) -> dict[str, str]:
    """New claims by id, and the claim that each puts forward again."""
    if isinstance(before, CaseFile):
        return {}
    return {one.claim.id: one.instead_of for one in amendments if isinstance(one, PutClaim) and one.instead_of}


def _dossier_reading(file: DossierFile) -> dict[str, str]:
    dossier = file.dossier
    said = {SUMMARY: " ".join(dossier.summary)}
    for node in dossier.nodes:
        match node:
            case ClaimNode():
                said[node.id] = (
                    f"{node.qualifier.capitalize()}: {node.text} {_grounds(file, node)} {PLACES[node.place]}; "
                    f"counts for {node.value}.{_tell_weights(dossier, node)}"
                )
            case ObjectionNode():
                object_to = "objects" if len(node.raised_by) == 1 else "object"
                who = join_names(dossier, node.raised_by)
                said[node.id] = f"{who} {object_to}: {node.text} ({describe_fate(dossier, node)})"
            case PositionNode() | WarrantNode():
                said[node.id] = node.text
            case EvidenceNode():
                said[node.id] = f"“{node.text}”{read_on(dossier, node)}"
            case SupportNode():
                said[node.id] = f"It speaks {node.side}." if node.side in ("for", "against") else f"{node.why}."
            case CommitmentNode() if node.answer in COMMITMENT:
                said[node.id] = f"{node.seat}, asked: {node.question} {node.answer}."
            case _ if node.kind == "response":
                said[node.id] = describe_response(dossier, node)
            case _ if node.kind == "perspective":
                said[node.id] = f"{node.perspective.role}: {_weights(node.perspective.weighting)}"
            case _:
                pass
    return said


def _grounds(file: DossierFile, claim: ClaimNode) -> str:
    held = [node for id in claim.grounds if isinstance(node := file.dossier.find_node(id), EvidenceNode)]
    return " ".join(f"“{node.text}” {node.cite}" for node in held)


def _tell_weights(dossier: Dossier, claim: ClaimNode) -> str:
    """How strong a reason is against what was objected, and what it weighs for whom; nothing of what weighs nothing."""
    rows = [row for row in dossier.weights if row.claim == claim.id and row.weight]
    told = [f"{row.weight:.3f} for {dossier.seat_names.get(row.seat, row.seat)}" for row in rows]
    return f" Its strength is {claim.strength:.2f}; it weighs {', '.join(told)}." if told else ""


def _weights(weighting: Mapping[str, float]) -> str:
    return ", ".join(f"{value} {weight:g}" for value, weight in sorted(weighting.items()))


def _case_reading(file: CaseFile) -> dict[str, str]:
    standing = "Issued." if file.case.issued else "Not issued: " + "; ".join(f.what for f in file.case.failures)
    choices = {f"choice-{one.branch}": f"{one.ask} {', '.join(one.taken)}" for one in file.case.choices}
    return {SUMMARY: standing, **choices, **{slot.id: slot.spoken for slot in file.case.slots}}
