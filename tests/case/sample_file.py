"""A fictional debater's file of our own, on ships that take power from the shore: all in it is made up.

`python -m tests.case.sample_file` writes it to docs/samples. In a text `[…]` is read aloud, `{…}` underlined and not
read, `*…*` inside either is set in emphasis.
"""

from __future__ import annotations

import re
from pathlib import Path

from foam.evidence.document import (
    Card,
    Citation,
    Document,
    Emphasis,
    Highlight,
    Markup,
    Origin,
    Underline,
    make_document,
)
from foam.evidence.exports.verbatim import render_cards

FILE = Path(__file__).parents[2] / "docs" / "samples" / "Sample-Shore-Aff-Fictional.docx"
RESOLUTION = "Port authorities should require ships at berth to take their power from the shore"
PLAN = (
    "Plan: Port authorities should require every ship that berths for more than two hours to take its power from the "
    "shore, and should build the sockets for it."
)
NOTICE = "Fictional: every person, figure and paper in this file is made up, to show how such a file is read."

_PARTS: tuple[tuple[str, tuple[tuple[str, str, str, str], ...]], ...] = (
    (
        "Adv 1: Air",
        (
            (
                "Berthed ships foul harbour towns now---engines run all night",
                "Halloran 23",
                "Ida, air chemist, Institute of Coastal Air, “What berths breathe,” Harbour Review, 3-9-2023",
                "We set forty gauges on the roofs of six harbour towns. [In every town the dirtiest hours fell "
                "between midnight and five], when streets were empty. {The wind came off the quays.} [Ships at "
                "berth *ran their engines all night* to keep lamps and pumps going], {and one large ship gave off "
                "as much soot as nine thousand idling lorries}. The gauges inland showed nothing of the kind.",
            ),
            (
                "Only the plan ends it---filters fail at low load",
                "Okonjo-Reyes 22",
                "Marta, engineer, Polytechnic of the Straits, “Scrubbers at rest,” Marine Power Letters, 2022",
                "Owners like to point to filters. {Filters are built for the open sea, where an engine runs hot.} "
                "[At berth an engine runs at a tenth of its load, and *the filter lets two thirds of the soot "
                "through*]. We tried four makes. [A ship on shore power gives off none at all, because its engines "
                "stand still.]",
            ),
            (
                "Night soot drives children into hospital",
                "Brandvold 21",
                "Sigrid, physician, Harbour Wards Study Group, “Nine winters,” Annals of Town Medicine, 2021",
                "For nine winters we kept the books of eleven wards. [Admissions of children for asthma *rose by a "
                "third in the two days after a night with four ships or more at the quay*.] {The link held when we "
                "set aside cold nights, holidays and fairs.} Adults showed a weaker rise.",
            ),
            (
                "It kills thousands a year and outweighs---the harm is certain and daily",
                "Teuila 24",
                "Ana, epidemiologist, Pacific School of Health, “Counting quiet deaths,” 2024",
                "Summed over the ports of the survey, [*six thousand people a year die early* of the soot of ships "
                "that are not even moving]. {A collision at sea fills the papers for a week;} [this happens every "
                "night, and no one is surprised]. Figures for smaller ports are less certain.",
            ),
        ),
    ),
    (
        "Adv 2: Grid",
        (
            (
                "Coastal grids are failing now---night demand is too low to pay for wires",
                "Castellan 23",
                "Joao, economist, Office of Coastal Energy, “Wires nobody pays for,” Energy Notes, 6-2023",
                "The wires along the coast are fifty years old. [Utilities put off renewing them, since *at night "
                "hardly anyone buys*], {and a wire earns only when current flows}. [Two coastal grids broke down "
                "last winter, and three more ran for weeks without reserve.]",
            ),
            (
                "The plan pays for them---ships are the steady buyer",
                "Lindqvist-Mora 22",
                "Eva, professor of power systems, “Ships as customers,” Journal of Shore Engineering, 2022",
                "A berthed ship draws as much as a small town and draws it evenly. [Where ports required shore "
                "power, *night sales rose by a quarter within two years, and the utility renewed the line* out of "
                "the proceeds]. {No subsidy was needed after the third year.}",
            ),
            (
                "Grid collapse escalates---hospitals, water and food fail within days",
                "Abara 20",
                "Chidi, fellow, Centre for Civil Resilience, “Seventy-two hours,” 2020",
                "[After a day without power water stops; after two, hospitals move their patients; *after three, "
                "the cold stores are lost and people leave*.] {We walked through it with eleven towns.} "
                "[Neighbouring grids are drawn in, because they share the same old wires.] None of the towns had a "
                "plan for the fourth day.",
            ),
        ),
    ),
    (
        "Solvency",
        (
            (
                "Requirement works---voluntary sockets stand idle",
                "Dufresne 23",
                "Luc, harbour economist, “Sockets without ships,” Port Policy Quarterly, 2023",
                "Nine ports built sockets and hoped. [*Where use was left to the owners, four ships in a hundred "
                "plugged in*; where it was required, ninety-six did within three years.] {Owners told us that they "
                "would not be the first to pay.} [None of the ports lost traffic.]",
            ),
            (
                "Ships can be fitted in a week, at little cost",
                "Marchetti 22",
                "Paola, naval architect, “The plug and the hull,” Ship Works, 9-2022",
                "We fitted thirty ships of all sizes. [The work *took six days in the yard on average* and cost "
                "less than the fuel that the engines burn at berth in two years.] {Older ships took up to nine "
                "days.} A single standard for the plug exists since long.",
            ),
            (
                "Ports have the power to require it and will enforce it",
                "Yilmaz 24",
                "Deniz, lecturer in law of the sea, “Conditions of entry,” Review of Harbour Law, 2024",
                "A port is the territory of its state. [*Port authorities may set conditions for whoever enters*, "
                "and have done so for ballast, waste and noise.] {No treaty takes this from them.} [A fine for each "
                "hour at berth was paid without dispute in all ports that set one.]",
            ),
        ),
    ),
)
_MARKS = re.compile(r"\[(?P<read>[^\]]*)\]|\{(?P<kept>[^}]*)\}")


def list_documents() -> list[Document]:
    """Every card and analytic of the file, in its order."""
    said = [_say(NOTICE, "About this file"), _say(PLAN, "Plan")]
    return [*said, *(_card(title, *card) for title, cards in _PARTS for card in cards)]


def render() -> bytes:
    return render_cards("Sample: shore power (fictional)", list_documents())


def _say(text: str, block: str) -> Document:
    card = Card(tag=text, pocket="1AC", block=block, analytic=True)
    return make_document(text, origin=_ORIGIN, card=card)


def _card(block: str, tag: str, cite: str, source: str, marked: str) -> Document:
    text, marks = _read_marks(marked)
    citation = Citation(raw=f"{cite} ({source})", author=cite.rpartition(" ")[0], published=f"20{cite[-2:]}")
    card = Card(tag=tag, cite=cite, pocket="1AC", block=block)
    return make_document(text, origin=_ORIGIN, citation=citation, card=card, markup=marks)


def _read_marks(marked: str) -> tuple[str, tuple[Markup, ...]]:
    """The text without the signs, and the marks that they stood for."""
    text, marks, at = "", list[Markup](), 0
    for found in _MARKS.finditer(marked):
        text += marked[at : found.start()]
        at = found.end()
        start = len(text)
        for number, words in enumerate((found["read"] or found["kept"]).split("*")):
            marks += [Emphasis(start=len(text), end=len(text) + len(words))] if number % 2 else []
            text += words
        marks.append(Underline(start=start, end=len(text)))
        if found["read"]:
            marks.append(Highlight(start=start, end=len(text), colour="cyan"))
    return text + marked[at:], tuple(sorted(marks, key=lambda mark: (mark.start, mark.end)))


_ORIGIN = Origin(file=FILE.name, format="docx", importer="sample")

if __name__ == "__main__":
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_bytes(render())
