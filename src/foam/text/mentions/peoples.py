"""Countries by any of their names, their people and languages: `UK`, `Britain` and `British` speak of one country."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from foam.text.stem import stem

JOINED = r"(?i:\b(?:united (?:states(?: of america)?|kingdom)|great britain)\b)"
"""Names of several words that say nothing taken apart: they are read as one."""
_PEOPLES = """
america american americans us usa united_states united_states_of_america|
britain british uk briton britons english england united_kingdom great_britain|
france french frenchman|netherlands dutch holland|spain spanish spaniard|switzerland swiss|greece greek|
denmark danish dane danes|wales welsh|turkey turkish turk turks turkiye|ireland irish|scotland scottish scots scot|
poland polish pole poles|norway norwegian|sweden swedish swede swedes|finland finnish finn finns|germany german|
thailand thai|
philippines filipino filipina philippine|portugal portuguese|peru peruvian|iraq iraqi|iran iranian persian|
israel israeli|china chinese prc|japan japanese|russia russian ussr soviet|europe european eu|catholicism catholic|
christianity christian|islam islamic muslim moslem|judaism jewish jew|hinduism hindu|buddhism buddhist|
congo congolese|lebanon lebanese|vietnam vietnamese|ukraine ukrainian|czech czechia czechoslovakia bohemia|
slovakia slovak|slovenia slovene slovenian|croatia croatian croat|serbia serbian serb|hungary hungarian|
austria austrian|belgium belgian flemish|mexico mexican|canada canadian|argentina argentine argentinian|
brazil brazilian|panama panamanian|barbados barbadian|bahamas bahamian|montenegro montenegrin|kosovo kosovar|
monaco monegasque|myanmar burma burmese|cambodia khmer|laos lao laotian|bangladesh bangladeshi bengali|
mozambique mozambican|madagascar malagasy|botswana batswana|lesotho basotho|eswatini swazi|togo togolese|
niger nigerien|burkina burkinabe|
newzealand zealand kiwi|cyprus cypriot|afghanistan afghan|pakistan pakistani|kazakhstan kazakh|uzbekistan uzbek|
hispanic latino latina|africa african|asia asian|arabia arab arabic saudi|iceland icelandic icelander|
democrat democratic democrats|republican republicans gop|conservative tory tories|nazi nazis nazism"""
"""Where the one is not the other with an ending, as `Chile` and `Chilean` are."""
_SEATS = """washington america|london britain|westminster britain|whitehall britain|paris france|berlin germany|
rome italy|madrid spain|vienna austria|warsaw poland|athens greece|ankara turkey|moscow russia|kremlin russia|
kyiv ukraine|kiev ukraine|beijing china|tokyo japan|seoul korea|pyongyang korea|delhi india|islamabad pakistan|
kabul afghanistan|tehran iran|baghdad iraq|damascus syria|riyadh arabia|cairo egypt|jerusalem israel|canberra australia|
ottawa canada|havana cuba|caracas venezuela|brussels europe|nairobi kenya|abuja nigeria|jakarta indonesia|
manila philippines|hanoi vietnam|bangkok thailand|brasilia brazil|lisbon portugal|stockholm sweden|oslo norway|
copenhagen denmark|helsinki finland|dublin ireland|bern switzerland|budapest hungary|prague czech"""
"""Where a government sits, for the government: what Washington decides, America does."""
_PLACE_BEFORE = re.compile(
    r"\b(?:in|at|near|around|across|outside|inside|of|through|visited|mayor|city|downtown|central)(?: the)? $",
    re.IGNORECASE,
)
_PLACE_AFTER = re.compile(r"(?: (?:[A-Z]|city\b|streets?\b|police\b|residents\b|university\b)|, [A-Z])")
"""What shows that the place itself is meant."""
_WORD = re.compile(rf"{JOINED}|[^\W\d_]+(?:\.[^\W\d_]+)*")


def list_people(key: str) -> frozenset[str]:
    """The keys of all words for the country that a word with this key names; nothing where it names none."""
    return _read_peoples().get(key, frozenset())


def list_governed(key: str, before: str, after: str) -> frozenset[str]:
    """The keys of all words for the country whose government a capital stands for; nothing where the place is meant."""
    country = _read_seats().get(key)
    if country is None or _PLACE_BEFORE.search(before) or _PLACE_AFTER.match(after):
        return frozenset()
    return list_people(country) | {country}


def add_peoples(text: str) -> str:
    """The text with all other words for each country that it names: what speaks of Britain is near what is British."""
    named = {name for match in _WORD.finditer(text) for name in list_people(make_key(match[0]))}
    return " ".join([text, *sorted(named)])


@cache
def make_key(word: str) -> str:
    """A word as names are compared: without case, accents, full stops, possessive and plural."""
    bare = "".join(char for char in unicodedata.normalize("NFD", word) if not unicodedata.combining(char))
    low = re.sub(r"['’]s?$", "", bare.replace(".", "").casefold())
    return stem(low) if low.isalpha() else low


@cache
def _read_peoples() -> dict[str, frozenset[str]]:
    """Words for one country, its people and its language."""
    groups = [frozenset(make_key(word.replace("_", " ")) for word in group.split()) for group in _PEOPLES.split("|")]
    return {word: group for group in groups for word in group}


@cache
def _read_seats() -> dict[str, str]:
    """The country by the capital."""
    pairs = (pair.split() for pair in _SEATS.split("|"))
    return {make_key(seat): make_key(country) for seat, country in pairs}
