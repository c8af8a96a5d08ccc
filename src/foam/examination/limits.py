"""What a rule is narrowed by: a second condition, a time in which something must happen, a word such as `seriously`.

Who tells a rule and leaves one of these out makes it wider than it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from foam.examination.spans import NUMBER_WORDS
from foam.examination.wording import list_topics
from foam.text.stem import stem

_CLAUSE = re.compile(
    r"(?:(?<=^)|(?<=[.:;,)] )|(?<= ))(?P<word>if|where|when|whenever|who|whose|that|which|unless|provided that) "
    r"(?P<what>[^.;:]+?)(?=, (?:the|an?|no|any|it|he|she|they|we|you|[A-Z])\b|[.;:]|$)",
    re.IGNORECASE,
)
_AND = re.compile(r",? and (?=(?:\S+ ){1,7}?(?:is|are|was|were|has|have|had|been|does|did|can|cannot|must|shall)\b)")
_TIME = re.compile(
    rf"\b(?:with)?in (?:a period of |any |the (?:last|previous|preceding) )?(?:\d{{1,3}}|{NUMBER_WORDS}|one|a|an)"
    r"(?: (?:working|school|calendar))? (?:day|week|month|year)s?\b|\bin the same (?:\w+ )?\w+|\bin a row\b|"
    r"\bconsecutive(?:ly)?\b",
    re.IGNORECASE,
)
_FIGURE = re.compile(
    rf"\b(?:at least|at most|more than|less than|fewer than|not more than|no more than|over|under|up to) "
    rf"(?P<figure>\d[\d.,]*|{NUMBER_WORDS}|half|two thirds|three quarters)(?: (?!of\b)[a-z%]+){{1,3}}",
    re.IGNORECASE,
)
_COUNTS = re.compile(rf"\d|\b(?:{NUMBER_WORDS}|half|thirds?|quarters?|once|twice)\b", re.IGNORECASE)
_NARROWS = re.compile(r"\b(?P<how>(?:[a-z]{3,}ly|only)(?:,? and [a-z]{3,}ly)*) (?P<next>[a-z]+)\b", re.IGNORECASE)
_PLACES = re.compile(r"\b[A-Z][\w-]+ \d[\w.()]*|\b\d{1,2} [A-Z][a-z]+ \d{4}\b|^\(?\d+[.)]", re.MULTILINE)
"""Numbers that count nothing: of rules, days and paragraphs."""
_NO_ADVERB_WORDS = "apply reply supply comply family assembly rely monthly weekly daily"
_NO_ADVERB = frozenset(_NO_ADVERB_WORDS.split())
_TOLD = 1 / 3
"""Share of the words of a condition that must be told for it to count as told."""
_FEWEST = 2
"""Words that tell what a condition is about."""


def find_untold_limits(said: str, held: str, around: str) -> Iterator[str]:
    """The limits of a rule that a report of it, and what stands about the report, say nothing of."""
    told = list_topics(f"{said} {around}")
    for clause in _CLAUSE.finditer(held):
        pieces = _AND.split(clause["what"])
        heard = [_is_told(piece, told) for piece in pieces]
        if any(heard):  # where none is told, the whole condition is left out: `differences` sees that
            yield from (piece.strip(" ,") for piece, is_heard in zip(pieces, heard, strict=True) if not is_heard)
    if not _COUNTS.search(_PLACES.sub("", said)):
        figures = (found for clause in _CLAUSE.finditer(held) for found in _FIGURE.finditer(clause["what"]))
        yield from (found[0] for found in figures if found["figure"] not in around)
    same = _list_stems(f"{said} {around}")
    for time in (found for clause in _CLAUSE.finditer(held) for found in _TIME.finditer(clause["what"])):
        if not _list_stems(time[0]) <= same and _list_stems(time.string[: time.start()]) & _list_stems(said):
            yield time[0]
    for found in _NARROWS.finditer(held):
        words = [word for word in re.findall(r"[a-z]+", found["how"].lower()) if word != "and"]
        follows = stem(found["next"].lower())
        if follows in _list_stems(said) and not any(stem(word) in same or word in _NO_ADVERB for word in words):
            yield found["how"]


def _is_told(piece: str, told: frozenset[str]) -> bool:
    words = list_topics(piece)
    return len(words) < _FEWEST or len(words & told) >= _TOLD * len(words)


def _list_stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in re.findall(r"[a-z0-9]+", text.lower()))
