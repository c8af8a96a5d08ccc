"""How much of an utterance repeats other texts word for word: its exemplars, or what was said before."""

from __future__ import annotations

import re
from collections.abc import Iterable

from foam.debate.language import list_terms
from foam_quotes.text.words import measure_length, split_words

RUN = 4
"""Words in a row that count as repeated."""
BOUND = 0.25
"""Share of an utterance's runs that may stand in its exemplars."""
_RECITED = 0.5
"""Share of a point's runs that may stand in what was said in this debate: an answer names what it answers."""
_LONGEST_RECITED = 14
"""Words in a row from which a passage is recited, however much else the point says."""
_QUOTED = re.compile(r"“[^“”]+”|\"[^\"]+\"|«[^«»]+»")


def measure_overlap(own: str, exemplars: Iterable[str], *, free: Iterable[str] = ()) -> float:
    """The share of the text's runs of words that stand in one of the exemplars; Chinese runs are of characters.

    Runs of texts that anybody may repeat are left out of the count.
    """
    allowed = {run for text in free for run in _list_runs(text)}
    runs = [run for run in _list_runs(own) if run not in allowed]
    known = {run for exemplar in exemplars for run in _list_runs(exemplar)}
    return sum(run in known for run in runs) / len(runs) if runs else 0.0


def find_recited(own: str, said: Iterable[str], *, free: Iterable[str] = ()) -> str:
    """Who is recited: the first of the texts that the words repeat too much of; empty if none.

    Words in quotation marks are somebody else's and say so. They count only where most of the text is quoted.
    """
    unmarked = _QUOTED.sub(" | ", own)
    mostly_quoted = 2 * measure_length(unmarked) < measure_length(own)
    words, freely = own if mostly_quoted else unmarked, tuple(free)
    for text in said:
        if (
            measure_overlap(words, [text], free=freely) > _RECITED
            or _measure_longest(words, text, freely) >= _LONGEST_RECITED
        ):
            return text
    return ""


def _measure_longest(own: str, text: str, free: tuple[str, ...]) -> int:
    """Words of the longest stretch that both have, apart from what anybody may repeat."""
    allowed = {run for one in free for run in _list_runs(one)}
    known = set(_list_runs(text)) - allowed
    longest = length = 0
    for run in _list_runs(own):
        length = length + 1 if run in known else 0
        longest = max(longest, length)
    return longest + RUN - 1 if longest else 0


def _list_runs(text: str) -> list[tuple[str, ...]]:
    found = [word.lower() for word in split_words(text)] if text.isascii() or " " in text.strip() else list_terms(text)
    return [tuple(found[i : i + RUN]) for i in range(len(found) - RUN + 1)]
