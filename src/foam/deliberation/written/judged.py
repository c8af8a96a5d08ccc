"""The shipped judge as a check on what was written: do the cited sentences speak of it, and do they deny it?"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from foam.text.evidence import split_parts
from foam.text.stem import stem
from foam.text.words import is_negation, split_letters

_DENIED = 0.8
"""A chance of contradiction from which a text counts as denied."""
_DENIED_TURNED = 0.35
"""The same where the text has a negation that the part of the evidence nearest to it lacks, or the other way round."""
_BEARS = 0.1
_SHARED = 0.15
"""Sentences that share fewer of a text's words than this, and hardly bear on it, do not speak of it."""
_FAR = 0.03
_SHARED_FAR = 0.34
"""The same for sentences that bear on it even less: two or three common words do not make them speak of it."""
_LEAST_LETTERS = 4
_OFF = "the sentences it cites do not speak of it"
_OTHERWISE = "the sentences it cites say otherwise"


def find_unsupported(cited: Sequence[str], text: str) -> str:
    """Why none of the cited sentences can bear the text out; empty if nothing shows that they cannot.

    What it says is denied by the sentence that is nearest to it in words; it is spoken of if any of them speaks of it.
    """
    nearest = sorted(cited, key=lambda one: -_share_words(one, text))
    if not nearest:
        return ""
    found = find_denial(nearest[0], text)
    return found if found != _OFF or all(find_denial(one, text) == _OFF for one in nearest[1:]) else ""


@lru_cache(maxsize=4096)
def find_denial(evidence: str, text: str) -> str:
    """Why the evidence cannot bear the text out; empty if nothing shows that it cannot."""
    # Here, since whoever reads a dossier and checks a bundle needs no judge.
    from foam.model.judge import shipped_judge
    from foam.model.judge.weighing import weigh

    judge = shipped_judge()
    (found,) = weigh(judge, [(evidence, text)])
    if found.bears < _BEARS:
        return _OFF if _share_words(evidence, text) < (_SHARED_FAR if found.bears < _FAR else _SHARED) else ""
    (fact,) = judge.entails([(evidence, text)])
    denied = min(found.contradicts, fact.contradicts)
    turned = _is_negated(_find_nearest(evidence, text)) != _is_negated(text)
    return _OTHERWISE if denied >= (_DENIED_TURNED if turned else _DENIED) else ""


def _share_words(evidence: str, text: str) -> float:
    """The share of the text's longer words that the evidence has."""
    said = _read_stems(text)
    return len(said & _read_stems(evidence)) / len(said) if said else 1.0


def _find_nearest(evidence: str, text: str) -> str:
    """The part of the evidence that shares most words with the text: a negation elsewhere says nothing of it."""
    said = _read_stems(text)
    return max(split_parts(evidence), key=lambda part: len(said & _read_stems(part)))


def _read_stems(text: str) -> set[str]:
    return {stem(word.lower()) for word in split_letters(text) if len(word) >= _LEAST_LETTERS}


def _is_negated(text: str) -> bool:
    return any(is_negation(word.lower()) for word in split_letters(text))
