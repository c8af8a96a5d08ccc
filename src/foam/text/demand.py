"""Demands and requests: sentences that say what should be, or ask for it. One that gives no reason repeats a position
and is no ground for it.
"""

from __future__ import annotations

import re

from foam.text.stem import stem
from foam.text.words import is_negation, split_letters

_OBLIGATION = frozenset(("should", "must", "ought", "shall"))
_REASON = re.compile(
    r"\b(?:because|since|as|so|therefore|thus|hence|otherwise|given|due|owing|lest|whereas|unless|if|when|while)\b"
    r"|\bin order\b|:",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"\b(?:only (?:if|when|where|once|after)|provided(?: that)?|providing that|on (?:the )?condition that|"
    r"(?:as|so) long as|unless|until)\b",
    re.IGNORECASE,
)
_REQUEST = re.compile(
    r"\b(?:ask|urge|call (?:up)?on|appeal to|petition|beg|implore|request)s? (?:[^\s.,;]+ ){1,8}?to\b|"
    r"\b(?:ask|request|demand|plead|beg)s? that\b|\b(?:call|plead|petition|ask|beg)s? for\b|"
    r"\b(?:[Ww]e|I) (?:\w+ )?(?:asked|urged|called (?:up)?on|requested|begged|demand(?:ed)?|request|hope|wish|"
    r"would (?:like|wish|prefer|welcome))\b|^\W*(?:[Ll]et us|[Pp]lease)\b"
)
"""Words by which a sentence asks for something or wishes for it."""
_BEFORE_VERB = 5
"""The most words before the verb of a request: one that stands farther on is told of within another sentence."""
_SMALL = frozenset(("be", "is", "are", "been", "a", "an", "the", "to", "of", "in", "it", "that", "case", "and", "or"))


def is_prescribed(text: str) -> bool:
    """Whether the sentence says what should be, and not what is."""
    return not _OBLIGATION.isdisjoint(word.lower() for word in split_letters(text))


def is_bare_demand(text: str, statement: str) -> bool:
    """Whether the sentence demands what the statement demands, or the contrary, and gives no reason for it."""
    return _demands_the_same(text, statement) and not _REASON.search(text)


def is_bare_request(text: str) -> bool:
    """Whether the sentence asks or wishes for something and gives no reason for it."""
    found = _REQUEST.search(text)
    return found is not None and len(text[: found.start()].split()) <= _BEFORE_VERB and not _REASON.search(text)


def is_conditional_demand(text: str, statement: str) -> bool:
    """Whether the sentence demands what the statement demands, or the contrary, under a condition that it names."""
    return _demands_the_same(text, statement) and _CONDITION.search(text) is not None


def _demands_the_same(text: str, statement: str) -> bool:
    demanded = _read_predicate(statement)
    return bool(demanded) and is_prescribed(text) and demanded <= _read_stems(text)


def _read_predicate(statement: str) -> set[str]:
    """The stems of what a statement says should be done; none for a statement of what is."""
    words = [word.lower() for word in split_letters(statement)]
    at = next((place for place, word in enumerate(words) if word in _OBLIGATION), None)
    return set() if at is None else _read_stems(" ".join(words[at + 1 :]))


def _read_stems(text: str) -> set[str]:
    words = (word.lower() for word in split_letters(text))
    return {stem(word) for word in words if word not in _SMALL and not is_negation(word)}
