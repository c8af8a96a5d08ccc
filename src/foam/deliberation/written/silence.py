"""Arguments from silence: a writer sees what was found and not the whole file."""

from __future__ import annotations

import re
from collections.abc import Iterable

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
