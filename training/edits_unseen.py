"""Edits of quotations by rules that training never used: other words, other ways to negate, other names and figures.

The bench flags with these. Each rule gives the edited sentence, or None where it does not apply.
"""

from __future__ import annotations

import random
import re

from training import edits
from training.edits import Edit

MODALITY = {
    "could": "is bound to", "appears to": "is proven to", "seems to": "is certain to", "seems": "is", "appears": "is",
    "indicates": "proves", "indicate": "prove", "perhaps": "certainly", "potentially": "certainly",
    "should": "must", "would": "will", "allegedly": "indisputably", "in theory": "in fact",
    "is thought to": "is known to",
    "estimated": "confirmed", "hopes to": "will", "aims to": "will", "tend to": "always",
}  # fmt: skip
QUANTIFIERS = {
    "a few": "nearly all", "almost all": "hardly any", "half of": "all of", "dozens of": "thousands of",
    "both": "neither",
    "a majority of": "a minority of", "a small number of": "a large number of", "part of": "all of",
    "one of the": "the only",
    "in some cases": "in every case", "certain": "all", "various": "all", "other": "no other", "numerous": "hardly any",
    "up to": "more than", "a handful of": "most", "the first": "the last",
}  # fmt: skip
HARMLESS = {
    "that is": "that's", "such as": "for instance", "due to": "because of", "in order to": "to", "for example": "e.g.",
    "organization": "organisation", "behavior": "behaviour", "program": "programme",
    "while": "whereas", "various": "different",
    "therefore": "so", "additionally": "in addition", "currently": "at present", "primarily": "mainly",
    "U.S.": "US", "United States": "US", "for instance": "for example", "moreover": "furthermore", "numerous": "many",
    "regarding": "about", "concerning": "about", "upon": "on", "amongst": "among", "toward": "towards",
    "in 19": "in the year 19",
}  # fmt: skip
NAMES = ("Karlsson", "Okonkwo", "Villanueva", "Petrovic", "Tanaka", "Brightwater", "Marchetti", "Halvorsen", "Duarte")
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


def _finder(table: dict[str, str]) -> re.Pattern[str]:
    return re.compile(r"(?<!\w)(?:" + "|".join(map(re.escape, sorted(table, key=len, reverse=True))) + r")(?!\w)")


def by_table(table: dict[str, str]) -> Edit:
    finder = _finder(table)

    def edit(text: str, rng: random.Random) -> str | None:
        found = list(finder.finditer(text))
        if not found:
            return None
        hit = rng.choice(found)
        return text[: hit.start()] + table[hit.group()] + text[hit.end() :]

    return edit


def negation(text: str, rng: random.Random) -> str | None:
    """`never`, `no longer`, `fails to`, or the whole sentence denied; training only knows `not`."""
    if found := re.search(r"\b(is|are|was|were|has|have|will|can)\b(?! not\b)(?!n't)", text):
        word = rng.choice(("never", "no longer", "hardly ever"))
        return f"{text[: found.end()]} {word}{text[found.end() :]}"
    if text[:1].isupper() and not re.search(r"\b(not|no|never)\b", text):
        return f"It is false that {text[:1].lower()}{text[1:]}"
    return None


def number(text: str, rng: random.Random) -> str | None:
    """One digit changed, or the figure ten times as large."""
    found = [hit for hit in _NUMBER.finditer(text) if len(hit.group()) > 1]
    if not found:
        return None
    hit = rng.choice(found)
    figure = hit.group()
    at = rng.randrange(len(figure))
    if not figure[at].isdigit() or rng.random() < 0.3:
        changed = figure + "0"
    else:
        changed = figure[:at] + str((int(figure[at]) + rng.randint(1, 8)) % 10 or 4) + figure[at + 1 :]
    return None if changed == figure else text[: hit.start()] + changed + text[hit.end() :]


def name(text: str, rng: random.Random) -> str | None:
    """The last word of a name replaced by one that is in no pool."""
    own = edits.names(text)
    if not own:
        return None
    old = rng.choice(own)
    new = " ".join([*old.split()[:-1], rng.choice(NAMES)])
    return text.replace(old, new, 1)


def harmless(text: str, rng: random.Random) -> str | None:
    """Spelling, contraction or another word for the same; else the space and the final stop changed."""
    edited = by_table(HARMLESS)(text, rng)
    if edited is None and text.endswith(".") and rng.random() < 0.5:
        return text[:-1]
    return edited


opposite = by_table(edits.HELD_BACK_ANTONYMS)
RULES: dict[str, Edit] = {
    "negation": negation,
    "number": number,
    "opposite": opposite,
    "modality": by_table(MODALITY),
    "quantifier": by_table(QUANTIFIERS),
    "name": name,
    "harmless": harmless,
}
