"""Which earlier sentence names what a sentence only calls `the report` or `the government`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from foam.text.mentions.peoples import list_people, make_key

_MADE = (
    "report|study|survey|poll|review|inquiry|paper|book|article|essay|letter|statement|declaration|resolution|treaty|"
    "convention|agreement|bill|act|amendment|ruling|judgment|judgement|verdict|decree|directive|programme|program|"
    "scheme|project|plan|proposal|campaign|trial|experiment"
)
"""What somebody makes, by which it is known."""
_GOVERNED = (
    "government|country|parliament|legislature|constitution|penal code|criminal code|authorities|ministry|minister|"
    "prime minister|president|supreme court|high court|constitutional court"
)
"""What a country has, by which it is known."""
_POINTS = re.compile(rf"\b(?:[Tt]he|[Tt]his|[Tt]hat) (?:(?P<made>{_MADE})|(?P<governed>{_GOVERNED}))\b")
NAMED_WITHIN = 16
"""Sentences that are looked back on."""
_MOST_COUNTRIES = 2
"""A sentence that names more of them says of none that it goes on to speak of it."""
_CAPITALISED = re.compile(r"\b[A-Z][\w’'-]*\w\b")
_COUNTRY_NAMES = """
afghanistan albania algeria america andorra angola antigua arabia argentina armenia australia austria azerbaijan
bahamas bahrain bangladesh barbados belarus belgium belize benin bhutan bolivia bosnia botswana brazil britain brunei
bulgaria burkina burma burundi cambodia cameroon canada chad chile china colombia comoros congo croatia cuba cyprus
czechia denmark djibouti dominica ecuador egypt england eritrea estonia ethiopia fiji finland france gabon gambia
germany ghana greece grenada guatemala guinea guyana haiti holland honduras hungary iceland india indonesia iran iraq
ireland israel italy jamaica japan jordan kazakhstan kenya kingdom kiribati korea kosovo kuwait kyrgyzstan laos latvia
lebanon lesotho liberia libya liechtenstein lithuania luxembourg macedonia madagascar malawi malaysia maldives mali
malta mauritania mauritius mexico moldova monaco mongolia montenegro morocco mozambique myanmar namibia nauru nepal
netherlands nicaragua niger nigeria norway oman pakistan palau palestine panama paraguay peru philippines poland
portugal qatar romania russia rwanda samoa scotland senegal serbia seychelles singapore slovakia slovenia somalia
spain states sudan suriname sweden switzerland syria taiwan tajikistan tanzania thailand togo tonga tunisia turkey
turkmenistan tuvalu uganda uk ukraine uruguay usa uzbekistan vanuatu venezuela vietnam wales yemen zambia zealand
zimbabwe"""
_COUNTRIES = frozenset(_COUNTRY_NAMES.split())
_IS_GOVERNED = re.compile(rf" (?:[a-z]+ )?(?:{_GOVERNED})\b", re.IGNORECASE)


def find_naming(sentences: Sequence[str], number: int, *, about: str = "") -> int | None:
    """The place of the earlier sentence that names what this one only points at; None where it points at nothing, where
    nothing is found, or where `about`, such as a title, names the country of it all.
    """
    text = sentences[number]
    found = _POINTS.search(text)
    if found is None:
        return None
    earlier = range(number - 1, max(-1, number - 1 - NAMED_WITHIN), -1)
    if found["made"]:
        introduced = re.compile(
            rf"\b(?:[Aa]n?|[Aa]nother|[Ii]ts|[Tt]heir|(?!The |This |That )[A-Z][\w-]+(?:['’]s)?) "
            rf"(?:[a-z-]+ ){{0,2}}(?i:{found['made']})\b"
        )
        return next((n for n in earlier if introduced.search(sentences[n]) and _names_somebody(sentences[n])), None)
    if _list_countries(text) or _list_countries(about):
        return None
    return next((n for n in earlier if 0 < len(_list_countries(sentences[n])) <= _MOST_COUNTRIES), None)


def _names_somebody(text: str) -> bool:
    """Whether a name stands in it, beyond the first word, which any sentence begins with a capital."""
    return _CAPITALISED.search(text.partition(" ")[2]) is not None


def _list_countries(text: str) -> set[str]:
    """The countries that a text names; by their people only where it speaks of their government and the like."""
    found = set[str]()
    for match in _CAPITALISED.finditer(text):
        word = re.sub(r"['’]s$", "", match[0]).lower()
        people = list_people(make_key(word))
        if word in _COUNTRIES or (people and _IS_GOVERNED.match(text, match.end())):
            found.add(min(people) if people else word)
    return found
