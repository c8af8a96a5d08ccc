"""The shipped judge as a check on what was written: do the cited sentences speak of it, and do they deny it?"""

from __future__ import annotations

from functools import lru_cache

from foam.text.evidence import split_parts
from foam.text.stem import list_stems
from foam.text.words import is_negation, split_letters

_DENIED = 0.8
"""A chance of contradiction from which a text counts as denied."""
_DENIED_TURNED = 0.35
"""The same where the text has a negation that the part of the evidence nearest to it lacks, or the other way round."""
_BEARS = 0.1
_SHARED = 0.15
"""Sentences that share fewer of a text's words than this, and hardly bear on it, do not speak of it."""


@lru_cache(maxsize=4096)
def find_denial(evidence: str, text: str) -> str:
    """Why the evidence cannot bear the text out; empty if nothing shows that it cannot."""
    # Here, since whoever reads a dossier and checks a bundle needs no judge.
    from foam.model.judge import shipped_judge
    from foam.model.judge.weighing import weigh

    judge = shipped_judge()
    (found,) = weigh(judge, [(evidence, text)])
    if found.bears < _BEARS:
        return "the sentences it cites do not speak of it" if _share_words(evidence, text) < _SHARED else ""
    (fact,) = judge.entails([(evidence, text)])
    denied = min(found.contradicts, fact.contradicts)
    turned = _is_negated(_find_nearest(evidence, text)) != _is_negated(text)
    return "the sentences it cites say otherwise" if denied >= (_DENIED_TURNED if turned else _DENIED) else ""


def _share_words(evidence: str, text: str) -> float:
    """The share of the text's longer words that the evidence has."""
    said = list_stems(text)
    return len(said & list_stems(evidence)) / len(said) if said else 1.0


def _find_nearest(evidence: str, text: str) -> str:
    """The part of the evidence that shares most words with the text: a negation elsewhere says nothing of it."""
    said = list_stems(text)
    return max(split_parts(evidence), key=lambda part: len(said & list_stems(part)))


def _is_negated(text: str) -> bool:
    return any(is_negation(word.lower()) for word in split_letters(text))
