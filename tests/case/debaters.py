"""Debaters' files on street trees, of our own writing: an affirmative with two advantages, and a negative beside it."""

from __future__ import annotations

import random
from pathlib import Path

from tests.evidence.imports.verbatim import VerbatimFile

from foam.evidence.document import Document
from foam.evidence.imports import read

RESOLUTION = "Cities should plant trees along every street"
PLAN = "City councils should plant and water trees along every street that has none."
READ = {"style": "StyleUnderline", "highlight": "yellow"}
KEPT = {"style": "StyleUnderline"}
STRESSED = {"style": "Emphasis"}
CITE = {"style": "Style13ptBold"}

HEAT = (
    ("Summers in treeless streets are deadly now", "Okafor 21", "Streets without trees reach forty degrees", 0),
    ("Only the plan cools streets in time", "Lindqvist 20", "A planted street is eight degrees cooler at noon", 1),
    ("Cooler streets keep hospitals from filling up", "Marsh 19", "Each degree less spares a ward forty patients", 2),
    ("Heat waves cause mass deaths across the continent", "Ferro 22", "The last wave left seventy thousand dead", 3),
)
FLOODS = (
    ("Storm drains already overflow in the status quo", "Adeyemi 21", "The drains of the old town overflow monthly", 4),
    (
        "The plan soaks up the rain before it reaches a drain",
        "Brandt 18",
        "One grown tree drinks a bath of rain a day",
        5,
    ),
    (
        "Urban floods cause epidemics that kill millions",
        "Castro 20",
        "After each flood fever spreads from street to street",
        6,
    ),
)
SOLVES = (
    (
        "Councils can plant whole streets within a year",
        "Dahl 21",
        "Nine councils planted all their streets in a year",
        7,
    ),
    (
        "Trees that are watered for two years stay alive",
        "Eriksen 17",
        "Of the watered trees nineteen in twenty live on",
        8,
    ),
)
_WORDS = """
survey towns north people year gardeners leaves thermometers afternoon table report places names map valley bridge paint
wagon letter button river candle ladder pepper saddle window basket anchor barrel copper garden hammer island jacket
kettle lantern marble needle orchard pencil quarry ribbon summer timber velvet walnut harbour meadow chapel market
"""
"""Of these the rest of each card is made: no two cards are alike."""


def read_cards(path: Path) -> list[Document]:
    return [one for one in read(path) if isinstance(one, Document)]


def add_card(file: VerbatimFile, tag: str, cite: str, read: str, number: int, *, marked: bool = True) -> None:
    """A card of four sentences, of which the first is read."""
    name, _, year = cite.rpartition(" ")
    file.tag(tag)
    file.paragraph((cite, CITE), f" ({name}, forester, 20{year}, “Report {number}”, Journal of Streets)")
    words = random.Random(number).choices(_WORDS.split(), k=40)
    fillers = f"{' '.join(words[:20]).capitalize()}. {' '.join(words[20:]).capitalize()}."
    shown = (READ, KEPT, STRESSED) if marked else ({}, {}, {})
    file.paragraph((read, shown[0]), (" as the council was told ", shown[1]), ("on that day.", shown[2]), f" {fillers}")


def write_affirmative(folder: Path, *, name: str = "North-Trees-Aff-Open-R1.docx") -> Path:
    """A case as a team keeps it: plan, two advantages, solvency; and a 2AC block that is no part of it."""
    file = VerbatimFile()
    file.pocket("1AC")
    file.block("Plan")
    file.tag(f"Plan: {PLAN}")
    for title, cards in (("Adv 1: Heat", HEAT), ("Advantage Two is Floods", FLOODS), ("Solvency", SOLVES)):
        file.block(title)
        for card in cards:
            add_card(file, *card)
    file.tag("Trees are simply good and everybody knows it")
    file.pocket("2AC")
    file.block("AT: Roots break pipes")
    add_card(file, "Modern roots are kept from pipes", "Gupta 16", "Root barriers have kept every pipe whole", 9)
    return file.save(folder / name)


def write_negative(folder: Path) -> Path:
    """The other side's file, with a copy of an affirmative card among its own."""
    file = VerbatimFile()
    file.pocket("1NC")
    file.block("Costs DA")
    add_card(file, "Planting streets ruins city budgets", "Holm 22", "A planted street costs nine thousand a year", 10)
    add_card(file, "Heat kills", *HEAT[3][1:])
    return file.save(folder / "South-Trees-Neg-Open-R1.docx")
