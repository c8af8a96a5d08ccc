"""How convincing a text looks by its form alone: length, longer words, no shouting.

Fitted on half of the topics of UKP ConvArg (11,650 pairs, 32 topics): it agrees with people on 77 % of the pairs of the
other half; length alone on 76 %. That says more about people than about truth, and the answer's method names it.
"""

from __future__ import annotations

import numpy as np

from foam_quotes.text.words import split_words

_LENGTH, _WORD_LENGTH, _CAPITALS, _EXCLAMATIONS = 2.1, 0.5, -1.9, -1.0
METHOD = "form of the text (length, word length, shouting)"


def score_form(text: str) -> float:
    """A figure to compare by: the difference of two is the log-odds that people find the first more convincing."""
    found = split_words(text)
    sentences = max(1, sum(text.count(mark) for mark in ".!?"))
    return float(
        _LENGTH * np.log1p(len(found))
        + _WORD_LENGTH * (sum(map(len, found)) / max(1, len(found)))
        + _CAPITALS * (sum(map(str.isupper, text)) / max(1, len(text)))
        + _EXCLAMATIONS * (text.count("!") / sentences)
    )
