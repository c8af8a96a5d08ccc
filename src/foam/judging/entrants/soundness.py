"""What no jury needs to be asked: cases that do not hold by their form alone, told by code.

A case that says one thing over and over, that asks its judge for points, or whose quotations stand under claims they
do not belong to, is placed after every case that holds, whatever a jury makes of it. So is one with parts left open.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from foam.judging.entrants.entrant import Entrant
from foam_quotes.text.segment import split_sentences

_LEAST_SENTENCES = 6
_REPEATED = 0.5
"""Share of a case's sentences that say again what one of its sentences says, from which it holds nothing else."""
_LEAST_PAIRS = 4
_STRAY = 0.6
"""Share of quotations that fit another claim of the case better than their own, from which they were shuffled."""
_ASKS = re.compile(
    r"(?i)\b(?:give|award|score|rate|rank|grade|assign)\b[^.!?\n]{0,60}\b(?:10|ten|full|maximum|highest|top|first|100)\b"
    r"[^.!?\n]{0,20}\b(?:points?|marks?|scores?|place|out of|rank)\b|"
    r"\b(?:give|award|score|rate|rank|grade)\b (?:this|it|the) (?:case|page|speech|entry|text)[^.!?\n]{0,60}"
    r"\b(?:10|ten|first|highest|full|maximum)\b|"
    r"\bignore\b[^.!?\n]{0,30}\b(?:previous|prior|above|earlier|other)\b[^.!?\n]{0,20}\binstructions?\b|"
    r"\b(?:dear|attention,?|note to the|instructions? (?:to|for) the)\s+(?:judges?|jur(?:y|or|ors)|graders?)\b"
)
_WORD = re.compile(r"[^\W\d_]{4,}")
OPEN = "left open"


def find_defects(entrant: Entrant) -> tuple[str, ...]:
    """Why a case does not hold, a line each; nothing where code finds no fault."""
    return tuple(_list_defects(entrant))


def place_of(defects: tuple[str, ...]) -> int:
    """0 for a case that holds, 1 for one with open parts, 2 for one that does not hold at all."""
    return 0 if not defects else 1 if all(OPEN in one for one in defects) else 2


def order_sound(ids: Iterable[str], defects: Mapping[str, tuple[str, ...]]) -> list[str]:
    """The cases in their order, those that hold before those that do not."""
    return sorted(ids, key=lambda case_id: place_of(defects.get(case_id, ())))


def withhold_all(ids: Iterable[str], defects: Mapping[str, tuple[str, ...]]) -> str:
    """Why none of these cases can be ranked; empty where one of them holds."""
    if not all(place_of(defects.get(case_id, ())) == 2 for case_id in ids):
        return ""
    reasons = "; ".join(f"{case_id}: {', '.join(found)}" for case_id, found in defects.items())
    return f"None of these cases holds, so no ranking is shown. {reasons}."


def _list_defects(entrant: Entrant) -> Iterator[str]:
    sentences = [_fold(span.of(entrant.text)) for span in split_sentences(entrant.text)]
    said = Counter(sentence for sentence in sentences if len(sentence.split()) > 2)
    total = sum(said.values())
    if total >= _LEAST_SENTENCES and 1 - len(said) / total >= _REPEATED:
        yield f"{total - len(said)} of its {total} sentences say again what another says"
    asking = next((part.text for part in entrant.parts if _ASKS.search(part.text)), "")
    if asking:
        found = _ASKS.search(asking)
        yield f"it asks its judge for a verdict: “{found[0] if found else ''}”"
    stray, pairs = _count_stray(entrant)
    if pairs >= _LEAST_PAIRS and stray > _STRAY * pairs:
        yield f"{stray} of its {pairs} quotations fit another of its claims better than the one they stand under"
    if entrant.holes:
        yield f"{entrant.holes} of its parts are {OPEN}"


def _count_stray(entrant: Entrant) -> tuple[int, int]:
    """How many quotations share more words with another claim than with the one they stand under, and of how many."""
    pairs: list[tuple[set[str], set[str]]] = []
    above = ""
    for part in entrant.parts:
        if part.kind == "claim":
            above = part.text
        elif above:
            pairs.append((_list_words(above), _list_words(part.text)))
    common = Counter(word for claim, _ in pairs for word in claim)
    telling = [{word for word in claim if common[word] <= len(pairs) / 2} for claim, _ in pairs]
    stray = 0
    for number, (_, quoted) in enumerate(pairs):
        shares = [len(claim & quoted) / max(len(claim), 1) for claim in telling]
        stray += max(shares) > 0 and shares[number] < max(shares) / 2
    return stray, len(pairs)


def _list_words(text: str) -> set[str]:
    return {word[:6] for word in _WORD.findall(text.lower())}


def _fold(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))
