"""Which objections leave something open, although an answer was given or none."""

from __future__ import annotations

from typing import Literal, TypeAlias

from foam.deliberation.dossier import ObjectionNode, ResponseNode
from foam.deliberation.objection import CHALLENGE_ID, WHOLLY
from foam.semantics.objections import Answered

LeftOpen: TypeAlias = Literal["stands", "holds in the cases it names", "answered in part", ""]
LEFT_OPEN: dict[LeftOpen, str] = {
    "stands": "Objections that stand",
    "holds in the cases it names": "Objections for which a reason was narrowed",
    "answered in part": "Objections that were answered in part",
}
"""The ways in which an objection may be open, as headings; nothing is open of the others."""


def find_left_open(node: ObjectionNode, response: ResponseNode | None) -> LeftOpen:
    """What is open of an objection: it stands, its claim was narrowed for it, or its answer does not meet it wholly."""
    if node.fate.type == "dissent":
        return "stands"
    if node.fate.type != "answered" or node.fell or response is None or node.id.startswith(CHALLENGE_ID):
        # A challenge that was sustained got what it asked for: the claim reads as it was found to be right.
        return ""
    if isinstance(node.fate, Answered) and node.fate.why == "conceded":  # its claim counts no longer
        return ""
    if response.move == "qualify" and not response.revised:
        return "holds in the cases it names"
    half = response.move == "rebut" and response.adequacy is not None and response.adequacy < WHOLLY
    return "answered in part" if half else ""
