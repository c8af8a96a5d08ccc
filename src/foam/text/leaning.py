"""Whether a sentence means something alone, or leans on the one before or after it. By its first and last marks."""

from __future__ import annotations

import re

from foam.text.stem import stem
from foam.text.words import split_letters

_LEANS_BACK = re.compile(
    r"(?:he|she|it|they|his|her|its|their|him|them|this|that|these|those|such|but|however|yet|therefore|thus|hence|"
    r"moreover|furthermore|nevertheless|consequently|instead|otherwise|on the other hand|by contrast|in contrast|"
    r"as a result|for this reason|for example|for instance|in addition(?! to\b)|additionally|besides(?=,)|"
    r"apart from (?:this|that|these|those)|neither(?![^.;]*\bnor\b)|nor|the same (?:applies|applied|goes|holds|held|"
    r"(?:is|was) (?:true|the case)|can be said|may be said)|similarly|likewise|also|then|and|or|so)\b",
    re.IGNORECASE,
)
_LEAST_LEADING = 6
_COLON = re.compile(r":(?:[\s.*_]|\[[^\[\]]{0,40}\])*$")
"""A colon at the end, whatever marks of references or stray full stops stand after it."""
_POINTS_EARLY = re.compile(
    r"\b(?:these|those|such|this|that|the said|the same) (?:[a-z]+ )??([a-z]{3,})\b", re.IGNORECASE
)
_EARLY = 9
"""Words of a sentence among which one points back at the sentence before it."""
_COUNTED_NOUNS = (
    "aims|alternatives|approaches|arguments|aspects|benefits|categories|causes|circumstances|classes|components|"
    "concerns|conditions|consequences|considerations|criteria|differences|difficulties|drawbacks|duties|effects|"
    "elements|exceptions|factors|features|forms|functions|goals|grounds|groups|issues|kinds|measures|methods|"
    "objections|options|parts|points|principles|problems|proposals|purposes|questions|reasons|recommendations|"
    "requirements|respects|rules|sorts|stages|steps|tasks|tests|things|types|ways|(?:dis)?advantages"
)
_ANNOUNCES = re.compile(
    r"(?<!\bthese )(?<!\bthose )(?<!\bthe )(?<!\ball )(?<!\bother )"
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|several|\d{1,2}) "
    rf"(?:(?!(?:of|in|per)\b)[a-z-]+ ){{0,2}}?(?:{_COUNTED_NOUNS})\b"
    r"|\bas follows\b"
    r"|\bthe following\b(?! (?:[a-z]+ )?(?:days?|nights?|mornings?|evenings?|afternoons?|weeks?|weekends?|months?|"
    r"years?|seasons?|summer|winter|spring|autumn|fall|decades?|century|centuries)\b)",
    re.IGNORECASE,
)
"""So many factors, reasons and the like, of which nothing was said yet; or what is said to follow."""
_TELLS = re.compile(r":\s+\S|\bnamely\b|\bfirst(?:ly)?\b.*\bsecond", re.IGNORECASE)
"""How a sentence goes on that says itself what it announces."""
_LEANS_FORWARD = (":", ";", ",", "—", "–")


def leans_on_neighbours(text: str) -> bool:
    """Whether a sentence means little alone: it opens with a word that points back, or announces what follows."""
    return leans_back(text) or leans_forward(text)


def leans_back(text: str) -> bool:
    """Whether it opens with a word that points back."""
    return _LEANS_BACK.match(text.lstrip(" “\"'(")) is not None


def leads_in(text: str) -> bool:
    """Whether a sentence says of what a list comes after it; a heading of a few words does not."""
    return _COLON.search(text) is not None and len(text.split()) >= _LEAST_LEADING


def announces(text: str) -> bool:
    """Whether it says that some things come, and leaves it to the next sentence to say which: `There are three
    reasons.`"""
    return _ANNOUNCES.search(text) is not None and _TELLS.search(text) is None


def names_again(text: str, before: str) -> bool:
    """Whether it points, early on, at what the sentence before it named: `Voters in eight of these states`."""
    found = _POINTS_EARLY.search(" ".join(text.split()[:_EARLY]))
    return found is not None and stem(found[1].lower()) in {stem(word.lower()) for word in split_letters(before)}


def leans_forward(text: str) -> bool:
    """Whether it ends with a mark after which more must come."""
    return text.rstrip().endswith(_LEANS_FORWARD)
