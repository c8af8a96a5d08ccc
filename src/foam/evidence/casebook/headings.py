"""What a debater's headings say: which speech a block belongs to, which part of a case it is, and what it is about.

The words are those of the activity: 1AC, Advantage, Contention, Scenario, Solvency, Inherency, Plan.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

PartKind = Literal["plan", "inherency", "advantage", "solvency"]

_CASE = re.compile(r"\b(?:1\s?ac|aff(?:irmative)? case|case 1ac)\b", re.IGNORECASE)
_ELSEWHERE = re.compile(
    r"\b(?:1\s?nc|2\s?nc|1\s?nr|2\s?nr|2\s?ac|1\s?ar|2\s?ar|at|a2|off|on|block|neg|extensions?|ext|frontlines?|overview|"
    r"o/v|add-?ons?|perm|counterplan|cp|da|disad|kritik|k|t|topicality|theory|answers?|turns?|defense|impact calc)\b",
    re.IGNORECASE,
)
_NUMBER = r"(?:\d+|one|two|three|four|five|first|second|third|i{1,3}|iv|v)"
_PART = r"(?:advantages?|adv|contentions?)"
_CUE = re.compile(rf"\b{_PART}\b|\bsolvency\b|\binherency\b|\bplan(?: text)?\b|\bharms\b|\bstatus quo\b", re.IGNORECASE)
_LABEL = re.compile(rf"^\W*(?:the\s+)?{_PART}\b\.?", re.IGNORECASE)
_SCENARIO = re.compile(rf"^\W*(?:scenarios?|impacts?)\s*{_NUMBER}?\b", re.IGNORECASE)
_PREFIX = re.compile(
    rf"^(?:\W|\b(?:1\s?ac|{_NUMBER}|is|the|our|tadv)\b|\b{_PART}\b\.?|\b(?:scenario)s?\b)+", re.IGNORECASE
)
_SUFFIX = re.compile(rf"(?:\W|\b1\s?ac\b|\b{_PART}\b\.?)+$", re.IGNORECASE)
_PLAN_LABEL = re.compile(r"^\W*(?:the\s+)?plan(?:\s+text)?\s*(?:[:—–-]+|is\b:?)?\s*", re.IGNORECASE)
_MANDATE = re.compile(r"\b(?:should|ought to|shall|will)\b", re.IGNORECASE)


def is_case_heading(path: Sequence[str]) -> bool:
    """Whether what stands under these headings, the highest first, is part of an affirmative case.

    The lowest heading that names a speech decides; without one, a heading that names a part of a case does.
    """
    for heading in reversed([one for one in path if one.strip()]):
        if _CASE.search(heading):
            return True
        if _ELSEWHERE.search(heading):
            return False
    return any(_CUE.search(heading) for heading in path)


def tell_kind(heading: str) -> PartKind:
    """Which part of a case a heading names; an advantage where it names none."""
    lowered = heading.lower()
    if "solvency" in lowered or re.search(r"\bsolves\b", lowered):
        return "solvency"
    if "inheren" in lowered or "status quo" in lowered or re.search(r"\bsquo\b", lowered):
        return "inherency"
    return "plan" if re.search(r"\bplan\b", lowered) else "advantage"


def clean_title(heading: str) -> str:
    """What a part is about: its heading without speech, number and the word for what it is."""
    bare = _SUFFIX.sub("", _PREFIX.sub("", heading)).strip()
    return bare[:1].upper() + bare[1:]


def is_label(text: str) -> bool:
    """Whether a line of the debater's own words opens an advantage or contention: "Advantage Two is …"."""
    return bool(_LABEL.match(text)) and len(text.split()) <= _LONGEST_LABEL


def is_scenario(text: str) -> bool:
    """Whether a line of the debater's own words opens a scenario of an advantage."""
    return bool(_SCENARIO.match(text)) and len(text.split()) <= _LONGEST_LABEL


def read_plan(text: str) -> str:
    """A plan text without its label; empty where the words propose nothing."""
    plan = _PLAN_LABEL.sub("", " ".join(text.split()))
    opening = " ".join(plan.split()[:_AGENT_WORDS])
    return plan if _MANDATE.search(opening) and _SHORTEST_PLAN <= len(plan.split()) <= _LONGEST_PLAN else ""


_LONGEST_LABEL = 12
_SHORTEST_PLAN, _LONGEST_PLAN = 8, 150
_AGENT_WORDS = 15
"""Words within which a plan says who should act."""
