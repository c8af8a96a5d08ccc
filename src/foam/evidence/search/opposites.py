"""Which way a statement points: negations and words with an opposite. A word list, and it reads like one.

It does not understand: irony, scope and comparison are beyond it. It serves to find counter-evidence where no trained
judge of stance is at hand, and every signal it goes by is shown.
"""

from __future__ import annotations

import re

from foam_quotes.text.opposites import OPPOSITES
from foam_quotes.text.stem import stem
from foam_quotes.text.terms import NEGATIONS, list_plain_words

_TURNS = frozenset(
    stem(word) for word in ("however", "contrary", "critics", "although", "despite", "myth", "dispute", "doubt", "deny")
)

_NO_NEGATION = re.compile(
    r"\b(?:no (?:other|single|doubt|fewer|less|more|matter|sooner|wonder|one else)"
    r"|not (?:only|just|merely|least|to mention)|nothing (?:but|less|more)|none (?:other|the less)|cannot but"
    r"|never(?:theless| before| mind))\b",
    re.IGNORECASE,
)
"""Turns of speech that hold a negation and deny nothing."""


def reverse_words(claim: str) -> str:
    """The claim with every word that has an opposite replaced by its opposites: what its denial might say."""
    turned = [" ".join(OPPOSITES.get(stem(word), {"": word}).values()) for word in list_plain_words(claim)]
    return " ".join(word for word in turned if word not in NEGATIONS)


def find_signals(claim: str, text: str) -> tuple[str, ...]:
    """What speaks for the text contradicting the claim: `negation`, `opposite: rise/fall`, `turn: however`."""
    ours, theirs = _stems(claim), _stems(text)
    pairs = [(word, other) for word in ours for other in OPPOSITES.get(word, {}) if other in theirs]
    found = [f"opposite: {ours[word]}/{theirs[other]}" for word, other in pairs]
    if _negated(claim) != _negated(text):
        found.append("negation")
    return (*found, *(f"turn: {word}" for stemmed, word in theirs.items() if stemmed in _TURNS))


def rate_contradiction(claim: str, text: str) -> float:
    """How much the words alone suggest that the text contradicts the claim, from 0 to 1.

    A negation and an opposite cancel out ("does not decrease" agrees with "increases"); a turning word is a hint.
    """
    found = find_signals(claim, text)
    turned = sum(not signal.startswith("turn") for signal in found) % 2
    return 0.8 * turned + 0.2 * any(signal.startswith("turn") for signal in found)


def _stems(text: str) -> dict[str, str]:
    """The stems of a text, each with the word as it stands there."""
    return {stem(word): word for word in list_plain_words(text)}


def _negated(text: str) -> bool:
    """Whether an odd number of negations stands in the text; `no other measure` and `not only` negate nothing."""
    return sum(word in NEGATIONS for word in list_plain_words(_NO_NEGATION.sub(" ", text))) % 2 == 1
