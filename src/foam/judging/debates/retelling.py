"""Whether a claim only retells a sentence of the library: what code can tell without a judge.

A small judge often takes a shortened sentence for the opposite of what it was shortened from.
"""

from __future__ import annotations

from foam.debate.language import SAYING_LITTLE, list_terms
from foam_quotes.text.stem import stem
from foam_quotes.text.words import is_negation, is_number, split_words

_LEAST_WORDS = 5
_KEPT = 0.5
"""The share of a sentence's words that a claim must keep: less may be half a thought."""
_MOST = 0.7
"""The share of a claim's telling words from which a sentence speaks of the same thing."""
_TURNING = frozenset(
    stem(word)
    for word in split_words(
        "that whether if unless until although though only merely hardly scarcely barely almost nearly about roughly "
        "some few several most least may might could would should must can will shall perhaps possibly probably likely "
        "claim say said argue believe think suggest state tell told report allege assert maintain insist expect hope "
        "fear plan propose predict promise according supposed instead rather than before except without wrong false"
    )
)
"""Words that may not be left out of a sentence: who leaves them out says something else."""


def retells(claim: str, sentence: str) -> bool:
    """Whether a claim is a sentence with words left out that do not turn what it says; their order stays."""
    said, heard = _fold(claim), _fold(sentence)
    if len(said) < _LEAST_WORDS or len(said) < _KEPT * len(heard):
        return False
    left_out: list[str] = []
    at = 0
    for word in heard:
        if at < len(said) and word == said[at]:
            at += 1
        else:
            left_out.append(word)
    return at == len(said) and not any(word in _TURNING or is_negation(word) or is_number(word) for word in left_out)


def says_nearly_the_same(claim: str, sentence: str) -> bool:
    """Whether a sentence has most of a claim's telling words, the same figures, and denies nothing more or less."""
    told = {*list_terms(claim)} - SAYING_LITTLE
    ours, theirs = _list_decisive(claim), _list_decisive(sentence)
    return bool(told) and len(told & {*list_terms(sentence)}) >= _MOST * len(told) and ours == theirs


def _list_decisive(text: str) -> set[str]:
    """Its figures and negations."""
    words = (word.casefold() for word in split_words(text))
    return {word for word in words if is_negation(word) or is_number(word)}


def _fold(text: str) -> list[str]:
    return [stem(word.casefold()) for word in split_words(text)]
