"""Whether a sentence takes back what its source said before it: by the words that say that something was undone, was
taken to a higher instance or turned out otherwise, or that a turn comes. Asks no model.
"""

from __future__ import annotations

import re

from foam.text.stem import list_stems

UNDONE_WORDS = (
    r"reverse[ds]?|set aside|overturn(?:ed)?|annul(?:led)?|quash(?:ed)?|revoked?|withdrawn?|lift(?:ed)?|"
    r"cancel(?:led|ed)?|rescind(?:ed)?|undone?"
)
"""Words that say of a decision that it holds no more."""
_UNDONE = re.compile(
    rf"\b(?:(?:was|were|been|is|are|be|being|got|had)(?: \w+)? (?:{UNDONE_WORDS}|abandoned|appealed|corrected|debunked|"
    r"disprove[dn]|overruled|refuted|repealed|retracted|struck down|superseded|thrown out)"
    r"|(?:annulled|debunked|disproved|overruled|overturned|quashed|refuted|repealed|rescinded|retracted|reversed|"
    r"revoked|set aside|struck down|threw out|withdrew) (?:the|this|that|these|those|its|his|her|their|it|them)"
    r"|on appeal|appealed (?:against|the|this|that|it|to (?:the|a)(?: \w+){0,3} (?:court|tribunal))"
    r"|turned out (?:to be|not|that|otherwise)"
    r"|(?:proved|proven|found|shown) (?:to (?:be|have been) )?(?:erroneous|false|incorrect|invalid|mistaken|unfounded|"
    r"untrue|wrong)"
    r"|no longer (?:applies|holds?|in force|stands?|true|valid))\b",
    re.IGNORECASE,
)
_FOUND_LATER = re.compile(
    r"\b(?:later|subsequent(?:ly)?|afterwards?|newer|more recent)\b[^.;]{0,60}\b(?:concluded|established|finds?|found|"
    r"held|revealed|ruled|show(?:s|ed|n)?)\b",
    re.IGNORECASE,
)
_TURNS = re.compile(
    r"^\W*(?:but|by contrast|conversely|despite (?:this|that|these)|even so|however|in contrast|in fact|in reality|"
    r"nevertheless|nonetheless|on the contrary|on the other hand|still|yet)\b|[,;] however\b",
    re.IGNORECASE,
)
_MATTER = re.compile(
    r"\b(?:the|this|that|these|those|its|his|her|their)(?: \w+){0,2}? (?:acts?|awards?|bans?|bills?|cases?|claims?|"
    r"conclusions?|convictions?|decisions?|decrees?|estimates?|figures?|findings?|judge?ments?|laws?|orders?|papers?|"
    r"permits?|plans?|polic(?:y|ies)|provisions?|reports?|results?|rules?|rulings?|sentences?|statements?|statutes?|"
    r"stud(?:y|ies)|verdicts?)\b",
    re.IGNORECASE,
)
"""A word for what was decided, stated or found before."""


def takes_back(text: str, said: str) -> bool:
    """Whether a sentence says of what was said before it that it holds no more or turned out otherwise.

    It must speak of the same: by a word of it, or by a word for what was decided, stated or found.
    """
    if _UNDONE.search(text) is None:
        return False
    return _MATTER.search(text) is not None or not list_stems(said).isdisjoint(list_stems(_UNDONE.sub("", text)))


def may_take_back(text: str, said: str) -> bool:
    """Whether a sentence may take away from what was said before it: it takes it back, begins with a turn, or tells
    what was found later. It is worth reading beside it, no more.
    """
    return takes_back(text, said) or _TURNS.search(text) is not None or _FOUND_LATER.search(text) is not None
