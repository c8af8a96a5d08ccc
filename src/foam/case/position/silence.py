"""Arguments from silence: from what nobody says, and from what is only asked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from foam.text.evidence import is_bare_question
from foam.text.words import is_negation, split_letters

_REPORT = re.compile(
    r"\b(?:file|library|sources?|evidence|sentences?|documents?)(?: cited| offered| here)? "
    r"(?:does not |do not |never )?(?:shows?|says?|tells?|mentions?|contains?|proves?|gives?|"
    r"holds?|names?|reports?|establish(?:es)?|"
    r"demonstrates?)\b|\b(?:file|library|sources?|evidence|sentences?|documents?) (?:is|are) silent\b",
    re.IGNORECASE,
)
"""What says of the material as a whole what it reports."""
_NOTHING = frozenset({"nothing", "silent", "nowhere"})


def concludes_from_silence(text: str, cited: Iterable[str]) -> bool:
    """Whether a claim rests on what the material does not say, and no cited sentence itself says that it is not so."""
    return _REPORT.search(text) is not None and _denies(text) and not any(map(_denies, cited))


def _denies(text: str) -> bool:
    return any(is_negation(word) or word in _NOTHING for word in split_letters(text.lower()))


def find_silent(text: str, cited: Sequence[str], *, whole: bool) -> str:
    """What is wrong with a claim that rests on nothing that is said; empty where it rests on something.

    Whoever sees the `whole` file may say what it does not show.
    """
    if all(map(is_bare_question, cited)):
        return "what it rests on asks something and asserts nothing; cite a sentence that says it"
    if not whole and concludes_from_silence(text, cited):
        return "it concludes from what the sentences do not say; say what they show"
    return ""
