"""Two debaters' files on electric ferries. People, papers and figures are made up."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from tests.behaviour.debater.wordfile import WordFile

import foam

QUESTION = "Should island councils run electric ferries?"
RESOLUTION = "Island councils should run electric ferries"
PLAN = "Island councils should replace every diesel ferry with an electric one within five years."


class Card(NamedTuple):
    """What is read stands between what is kept and what is small."""

    tag: str
    cite: str
    read: str
    small: str


SMOKE = (
    Card(
        "Ferry smoke fills island harbours now",
        "Okoro 21",
        "Diesel smoke from ferries hangs over every island harbour",
        "Gauges stood on nine quays for a summer. Readings were taken at breakfast and at dusk.",
    ),
    Card(
        "Only electric ferries clear the harbour air",
        "Lindahl 20",
        "A harbour with electric ferries measured nine tenths less soot",
        "The pilot ran beside a fish market. Its stalls kept a diary of black dust.",
    ),
    Card(
        "Cleaner harbour air keeps children out of hospital",
        "Marchetti 19",
        "Each tenth less soot spared the children's ward thirty beds a year",
        "Nurses counted admissions by street. Families who moved away were left out.",
    ),
    Card(
        "Harbour soot causes mass deaths on the islands",
        "Ferreira 22",
        "Soot from harbours killed four thousand islanders last winter",
        "Parish registers gave ages and trades. Two parishes lost their books to a fire.",
    ),
)
HERRING = (
    Card(
        "Herring leave the sounds in the status quo",
        "Adebayo 21",
        "The noise of diesel engines has emptied two sounds of herring",
        "Nets were weighed at four landings. An old skipper remembers three fuller decades.",
    ),
    Card(
        "The plan makes the sounds quiet enough for herring",
        "Brandvold 18",
        "Herring came back within a month where ferries ran on batteries",
        "Microphones hung below the jetty. A buoy carried the recorder.",
    ),
    Card(
        "Losing the herring causes famine that kills thousands",
        "Castell 20",
        "When the herring failed a third of the outer islands starved",
        "Letters of a schoolmaster tell of that year. Grain arrived in the following spring.",
    ),
)
SOLVENCY = (
    Card(
        "Island yards can build electric ferries in a year",
        "Dahlin 21",
        "Three yards delivered eleven electric ferries in a single year",
        "Welders were trained on hulls of scrap. Their foreman wrote the manual.",
    ),
    Card(
        "Electric ferries keep their timetable",
        "Eriksen 17",
        "Of a thousand electric crossings nine hundred and ninety arrived on time",
        "Clocks at both piers were set by telegraph. Fog days are marked in blue.",
    ),
)
BATTERIES = Card(
    "Marine batteries do not burn",
    "Gupte 16",
    "No marine battery has caught fire in eight years at sea",
    "Insurers opened their ledgers to the author. Small boats were not asked.",
)
COSTS = (
    Card(
        "Island budgets are balanced now",
        "Holm 22",
        "All nine island councils closed the year without a debt",
        "The auditor signed each book. Two signatures are hard to read.",
    ),
    Card(
        "The plan bankrupts the councils",
        "Ibsen 21",
        "One electric ferry costs an island council forty years of its income",
        "Offers came from three yards. The cheapest was withdrawn in May.",
    ),
    Card(
        "Bankrupt councils close every hospital",
        "Jarvela 20",
        "A council that went bankrupt closed its only hospital within a week",
        "The matron kept the keys. A ferry took the patients to the mainland.",
    ),
)
TOURISTS = (
    Card(
        "Tourists fill the islands now",
        "Kallas 22",
        "Every island bed was taken by tourists in July",
        "Landladies kept lists. One list was eaten by a goat.",
    ),
    Card(
        "Tourists stay away from silent ferries",
        "Lunde 21",
        "Tourists booked half as many beds where the steam whistle was gone",
        "A brass band was hired in vain. Its trombone stayed behind.",
    ),
    Card(
        "Empty beds ruin every island",
        "Mork 20",
        "Islands with empty beds lost all their shops in a decade",
        "The baker left first. The bookseller never came.",
    ),
)
AFFIRMATIVE = (*SMOKE, *HERRING, *SOLVENCY)


def add_card(file: WordFile, card: Card) -> None:
    year = card.cite.rpartition(" ")[2]
    file.card(
        card.tag,
        card.cite,
        f"harbour engineer, 20{year}, “Report {year}”, Journal of Crossings",
        (card.read, "read"),
        (" as the council was told ", "kept"),
        ("that day", "stressed"),
        (f". {card.small}", "plain"),
    )


def write_affirmative(folder: Path) -> Path:
    """A 1AC with a plan, two advantages and solvency, and a 2AC block that is no part of it."""
    file = WordFile()
    file.head(1, "1AC")
    file.head(3, "Plan")
    file.head(4, f"Plan: {PLAN}")
    for title, cards in (("Adv 1: Smoke", SMOKE), ("Advantage Two is Herring", HERRING), ("Solvency", SOLVENCY)):
        file.head(3, title)
        for card in cards:
            add_card(file, card)
    file.head(1, "2AC")
    file.head(3, "AT: Costs DA")
    add_card(file, BATTERIES)
    return file.save(folder / "North-Ferries-Aff-Open-R1.docx")


def write_negative(folder: Path) -> Path:
    """A 1NC of two disadvantages; the affirmative has a block against the first alone."""
    file = WordFile()
    file.head(1, "1NC")
    for title, cards in (("Costs DA", COSTS), ("Tourism DA", TOURISTS)):
        file.head(3, title)
        for card in cards:
            add_card(file, card)
    return file.save(folder / "South-Ferries-Neg-Open-R1.docx")


def make_model() -> foam.FactsModel:
    """Knows of every card, by its tag and by what is read of it, for which side it speaks."""
    known = [
        {"text": text, "side": side}
        for side, cards in (("for", (*AFFIRMATIVE, BATTERIES)), ("against", (*COSTS, *TOURISTS)))
        for card in cards
        for text in (card.tag, card.read)
    ]
    return foam.FactsModel(foam.Facts.model_validate({"question": QUESTION, "sentences": known}))
