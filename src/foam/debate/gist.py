"""The sentence of a point that tells what it claims: for lists of points, where its speaker gave no line of their own.

A spoken case opens its points with signposts (“Second, the air that they breathe.”) and says before a card what the
card shows: that sentence is the claim. Where there is no card it is the first one that asserts something.
"""

from __future__ import annotations

import re

from foam.debate.language import asserts_nothing, split_as_written
from foam.debate.values import Point

_I = re.IGNORECASE
_PLACE = r"(?:first|second|third|fourth|fifth|sixth|next|last|final)(?:ly)?"
_PART = r"(?:argument|contention|objection|point|reason|issue|reply|answer|matter|concern)"
_HEADS = re.compile(
    rf"(?:(?:and|but|so|now|then) )*(?:(?:{_PLACE}|finally|then|now|as (?:for|to))\b[,:]?|(?:one|two|three)[,:])"
    rf" (?P<rest>.+)"
    rf"|(?:(?:my|our|the|a) )?(?:(?:{_PLACE}|main|only|other) )?{_PART}(?: (?:one|two|three))?"
    rf"(?: (?:is|concerns|turns on)|[:,]) (?P<named>.+)",
    _I,
)
"""What heads a point and says at most what it is about."""
_TELLS = re.compile(
    r"\b(?:is|are|was|were|has|have|had|does|did|will|would|can|could|must|should|cannot|[a-z]{2,}ed|fell|rose|cost|costs|"
    r"show|shows|make|makes|made|give|gives|gave|take|takes|took|lose|lost|need|needs|cause|causes|say|says|said)\b",
    _I,
)
_ABOUT = re.compile(r"\b(?:that|which|who|whom|whose|where|and i mean)\b.*", _I)
"""What says more of a thing that is named, and tells nothing of it."""
_TAKES_BACK = re.compile(r"\b(?:i|we) (?:\w+ )?(?:withdraw|retract|take (?:\S+ ){0,8}?back|take back)\b", _I)


def find_gist(point: Point) -> str:
    """The sentence by which a point is told: the last one before its first card that asserts something, else the first
    that does; its first one where none does. What the bounded form quotes behind a connective tells it all.
    """
    if point.evidence and not point.written:
        return point.statement
    own = _list_sentences(point, point.words)
    if not own:
        return point.headline
    before = _list_sentences(point, _find_before_card(point))
    for sentence in (*reversed(before), *own):
        if _asserts(sentence):
            return sentence
    return own[0]


def _list_sentences(point: Point, words: str) -> list[str]:
    """The sentences of what stands in a point, without the cards that it reads."""
    for passage in point.evidence:
        words = words.replace(f"“{passage.text}”", " ")
    return list(split_as_written(" ".join(words.split())))


def _find_before_card(point: Point) -> str:
    places = [place for one in point.evidence if (place := point.words.find(f"“{one.text}”")) > 0]
    return point.words[: min(places)] if places else ""


def _asserts(sentence: str) -> bool:
    """Whether a sentence says something of its own: it heads nothing, asks nothing and takes nothing back."""
    bare = sentence.strip()
    if bare.endswith((":", "?", "？")) or asserts_nothing(bare) or _TAKES_BACK.search(bare):
        return False
    heads = _HEADS.fullmatch(bare)
    if heads is None:
        return True
    rest = _ABOUT.sub("", heads["rest"] or "")
    return bool(re.search(r"\d", bare)) or bool(_TELLS.search(rest))
