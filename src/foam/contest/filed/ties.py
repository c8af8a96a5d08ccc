"""What ties the author of a document to a party or to whoever decided, as far as the file shows it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from foam.examination.file import CaseFile, FiledDocument
from foam.text.names import is_institution

_KIN = re.compile(
    r"\b(?:my|his|her|our|their) (?:husband|wife|spouse|partner|father|mother|parents?|son|daughter|child|brother|"
    r"sister|uncle|aunt|cousin|nephew|niece|grandfather|grandmother|grandson|granddaughter|fianc[ée]e?|friend|"
    r"colleague|boss|employer|employee|client|landlord|landlady|tenant)\b",
    re.IGNORECASE,
)
_SERVES = re.compile(
    r"\b(?:officer|employee|clerk|manager|director|secretary|caretaker|secretariat|steward|lawyer|solicitor|"
    r"representative|agent|adviser|advisor|chair|member|treasurer|accountant|teacher|head)\b(?: \w+)? (?:of|at|for|to) "
    r"(?:the )?(?P<whom>[^.\n]{3,60})",
    re.IGNORECASE,
)
_COMMON_WORDS = "the of and for in at to a an office board house"
_COMMON = frozenset(_COMMON_WORDS.split())
_HEAD, _FOOT = 4, 4


def find_tie(file: CaseFile, filed: FiledDocument) -> tuple[str, int] | None:
    """Why an author is not independent, and the sentence of the document that shows it; None where nothing does."""
    first = 0
    if filed.author.role == "party" and filed.part == "document":
        return f"{filed.author.name or filed.shown_first} writes as a party", first
    for number, text in enumerate(filed.sentences):
        if found := _KIN.search(text):
            return f"the author writes of “{found[0]}”", number
    for number in _list_margins(filed):
        said = filed.sentences[number]
        for other in _list_sides(file, filed):
            if whom := _find_same_house(said, other):
                return f"the author writes for {whom}, which is a side of the matter", number
    return None


def _list_margins(filed: FiledDocument) -> list[int]:
    """The sentences at the head and the foot, where a document says for whom it is written."""
    count = len(filed.sentences)
    return [number for number in range(count) if number < _HEAD or number >= count - _FOOT]


def _list_sides(file: CaseFile, filed: FiledDocument) -> Iterator[FiledDocument]:
    """Who decided, and the parties that write in the file."""
    for one in file.documents:
        if one.id != filed.id and (one.part == "decision" or one.author.role == "party"):
            yield one


def _find_same_house(said: str, other: FiledDocument) -> str:
    """The institution of a side that a line names as its writer's; empty where it names none."""
    house = other.author.name.split(",")[0].strip()
    words = [word for word in house.split() if word.lower() not in _COMMON]
    if not is_institution(house.split()) or not words:
        return ""
    if said.startswith(house):
        return house
    serves = _SERVES.search(said)
    named = {word.strip(".,()").lower() for word in serves["whom"].split()} if serves else set()
    return house if named & {word.lower() for word in words} else ""
