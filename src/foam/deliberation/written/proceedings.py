"""What told sentences say of the deliberation and of its options, and no source could say: that a reason met no
objection, that two options exclude each other. Asks no model.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from foam.text.stem import list_stems

_ANY = r"(?:(?:an?|any|no|other|further|single|material) )*"
_UNOPPOSED = re.compile(
    rf"\b(?:met|meets|meeting|drew|draws|faced|faces|found|finds|got|gets|had|has|received|raised|raises)(?: with)? no "
    rf"(?P<kind>{_ANY})objections?\b|"
    rf"\b(?:was|were|is|are|went|goes|stands?|stood|stayed|remains?|remained) "
    rf"(?:not objected to|unopposed|unobjected)\b|"
    rf"\bno (?P<kind2>{_ANY})objection (?:was|is|has been|had been) (?:raised|brought|made|put)"
    rf"(?: (?:against|to) (?:it|this|that|them))?\b|"
    rf"\b(?:nobody|no one|no seat) (?:has |had )?(?:objected|objects)(?: to (?:it|this|that|them))?\b|"
    rf"\bwithout {_ANY}objections?\b",
    re.IGNORECASE,
)
"""How it is said of a reason that nobody objected to it."""
_THAT = re.compile(r"^\W*(?:that|to)\s+", re.IGNORECASE)
_LEAST = 3
"""Words without which nothing is left that a source could bear out."""
_RELATES = re.compile(
    r"\b(?:exclud(?:e|es|ed|ing)|exclusive|rul(?:e|es|ed|ing) out|shuts? out|incompatible|compatible|"
    r"go(?:es)? (?:together|with|beside|along)|combin(?:e|es|ed|ing)|side by side|beside each other|at once|"
    r"(?:a|one|the first|the next) step (?:to|towards?)|both be \w+|leaves? room for|stands? in the way of|"
    r"(?:can|could|may|might) be (?:joined|added|had together|done together))\b",
    re.IGNORECASE,
)
"""How it is said of options that they exclude each other, go together, or that one leads to another."""
_LEAST_OPTIONS = 2


def find_opposed(text: str, named: Iterable[tuple[str, str]], objections: Iterable[tuple[str, str]]) -> str:
    """Why a sentence may not say that nobody objected: what strikes the reasons that it names, by id and text.

    Empty where it says no such thing, or where one of the reasons that it names met none. `objections` are all that
    were raised. One that changes nothing does not make it false that there was no material one.
    """
    found = _UNOPPOSED.search(text)
    reasons = [(name, said) for name, said in named if not _is_exchange(said)]
    if not found or not reasons:
        return ""
    only_material = "material" in (found["kind"] or found["kind2"] or "").lower()
    raised = [(name, said) for name, said in objections if not only_material or "found material" in said]
    strikes = [_list_strikes(reason, raised, only_material=only_material) for reason in reasons]
    if not all(strikes):
        return ""
    return f"“{found.group()}”: it met one: {strikes[0][0]}"


def _list_strikes(reason: tuple[str, str], raised: Sequence[tuple[str, str]], *, only_material: bool) -> list[str]:
    name, said = reason
    own = [] if only_material else [line for line in said.splitlines() if line.startswith("Objected")]
    return [one for one, text in raised if f"It strikes {name}," in text] + own


def _is_exchange(said: str) -> bool:
    return said.startswith(("An objection by ", "A challenge from outside"))


def leave_out_unopposed(text: str) -> str:
    """The sentence without what it says of objections that nobody raised: of that no source speaks, and the negation is
    none of what the reason says. Empty where nothing else is left.
    """
    left, count = _UNOPPOSED.subn(" ", text)
    if not count:
        return text
    left = _THAT.sub("", " ".join(left.split()))
    return left if len(left.split()) > _LEAST else ""


def relates_options(text: str, options: Sequence[str]) -> bool:
    """Whether a sentence says how options stand to each other, and has words of at least two of these that are not
    words of all of them. What options exclude or leave room for is read off their words: no source says it.
    """
    stems = [list_stems(one.partition("\n")[0].partition(": ")[2]) for one in options]
    if len(stems) < _LEAST_OPTIONS or not _RELATES.search(text):
        return False
    said = list_stems(text) - stems[0].intersection(*stems[1:])
    return sum(bool(said & one) for one in stems) >= _LEAST_OPTIONS
