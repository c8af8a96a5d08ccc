"""Whether a sentence leans on the one before it: it begins with a word that stands for something there, or adds to it.

Not every "it" does. "It is clear that …", "It seems that …" and "It has been shown that …" point back at nothing: what
they speak of comes after them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from foam.case.marks import drop_marks

_REFERS = re.compile(r"\W*(?:it|its|they|their|them|he|his|she|her|this|these|that|those|such)\b", re.IGNORECASE)
_ADDS = re.compile(
    r"\W*(?:(?:also|moreover|furthermore|additionally|in\s+addition|besides|likewise|similarly),|another\s+\w+\s+"
    r"(?:is|was|are|were|could|may|might|would|can|has|had)\b)",
    re.IGNORECASE,
)
"""How a sentence begins that goes on with what the one before it began."""
_ASIDE = r"(?:\s*,[^,.;]{1,30},)?"
"""What may be put in between: ", however,"."""
_ADVERBS = r"(?:\s+(?:\w+ly|not|also|very|quite|now|still|often|well|so|too|thus|more|most|less|even|always|never))*"
_BE = r"(?:is|was|has\s+been|had\s+been|(?:may|might|can|could|should|must|will|would)\s+(?:\w+\s+)?(?:be|have\s+been))"
_NAMED = r"(?!(?:an?|the|one|something|anything|what|this|these|those|such|its|their|used|able|designed)\b)"
_SAYS = r"(?:note|say|see|know|conclude|remember|recogni[sz]e|understand|assume|tell|add|mention|bear|keep|ask|stress)"
_DUMMY = re.compile(
    rf"\W*it{_ASIDE}(?:"
    rf"\s+{_BE}{_ASIDE}{_ADVERBS}\s+{_NAMED}\w+{_ASIDE}\s+(?:(?:that|whether|why|how)\b|to\s+{_SAYS}\b|for\b[^,.;]+?\bto\b)"
    rf"|{_ADVERBS}\s+(?:(?:may|might|would|will)\s+)?(?:seems?|appears?|follows?|happens?|turns?\s+out)"
    r"(?:\s+to\s+\w+)?\s+(?:that|as\s+if|as\s+though)\b)",
    re.IGNORECASE,
)
"""An "it" that stands for what follows."""


_STANDS_FOR = re.compile(
    rf"\W*(?:it|its|he|him|his|she|her|(?:this|that|these|those){_ADVERBS}\s+(?:in\s+turn|is|are|was|were|has|have|had|will|"
    r"would|can|could|may|might|must|should|does|do|did|means?|leads?|makes?|shows?|causes?|brings?|leaves?|keeps?|gives?|"
    r"takes?|puts?|happens?|matters?|follows?|harms?|helps?|hurts?|cuts?|saves?|costs?|works?|fails?))\b(?!-)",
    re.IGNORECASE,
)
"""A word at the beginning that stands for something said before; "this plan" or "those who wait" name it themselves."""
_THEY = re.compile(r"\W*(?:they|them)\b", re.IGNORECASE)
_NAMES_AGAIN = re.compile(r"\b(?:this|these|those)\b", re.IGNORECASE)


def points_back(sentence: str) -> bool:
    """Whether a sentence begins with a word that stands for something in the one before it, or only adds to it."""
    return bool(_ADDS.match(sentence)) or (bool(_REFERS.match(sentence)) and not _DUMMY.match(sentence))


def leans(sentence: str) -> bool:
    """Whether a sentence may need the one before it to be understood, wherever in it the word stands that does."""
    return points_back(sentence) or bool(_NAMES_AGAIN.search(sentence))


def find_unnamed(words: str, *, opposes: bool) -> str:
    """How words begin that stand by themselves and yet open with one that stands for something said elsewhere; empty
    where they do not. Where they answer the other side (`opposes`), "they" is the other side."""
    hangs = _STANDS_FOR.match(words) or (not opposes and _THEY.match(words))
    return " ".join(words.split()[:3]) if hangs and not _DUMMY.match(words) else ""


def describe_unnamed(what: str, words: str, *, opposes: bool) -> list[str]:
    """What a writer is told of such words, be they a tag or an argument without evidence."""
    begins = find_unnamed(words, opposes=opposes)
    told = f"{what} begins “{begins} …”, and what that stands for is said in another part: name it here"
    return [told] if begins else []


def list_claims(sentences: Sequence[str]) -> list[str]:
    """Those of these sentences that say something by themselves, as they are read aloud; all where none does.

    One that leans on the one before it, only announces what comes ("He writes:") or leaves a quotation open does not.
    """
    spoken = [drop_marks(sentence).strip() for sentence in sentences]
    return [one for one in spoken if _stands_alone(one)] or spoken


def _stands_alone(sentence: str) -> bool:
    is_closed = sentence.count('"') % 2 == 0 and sentence.count("“") == sentence.count("”")
    announces = sentence.rstrip(" .\"”’')").endswith(":")
    return is_closed and not announces and not points_back(sentence)
