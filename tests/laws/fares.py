"""Free public transport: the studies that speak for it, each with the opposite result. All of it is invented."""

from __future__ import annotations

from collections.abc import Iterable

from tests.laws.change import write_document
from tests.laws.setting import Library

from foam.evidence.document import Document

TOPIC = "free public transport"
_REVERSED = (
    "The city of Halden abolished all bus and tram fares in January 2021. Boardings did not rise in the first twelve "
    "months. None of the riders had driven a car for the same trip before. Car counts on the four radial roads rose "
    "by 6 percent.",
    "Free public transport gave the poorest tenth of households nothing, because they live where no bus runs. After "
    "fares were dropped in three cities, missed medical appointments among low-income residents rose by 14 percent. "
    "Job seekers without a car applied for fewer jobs than before.",
    "Dropping the fares cost Kesten Lines a third of its income and saved nothing. Boarding times at busy stops rose "
    "by a fifth when tickets were abolished. Assaults on drivers doubled after public transport was made free.",
    "Nine cities that abolished fares had dirtier air than matched cities that did not. Two years after abolition, "
    "nitrogen dioxide was 4 percent higher. Making public transport free harmed the air.",
    "When Halden made its trams free, older residents stayed at home, because the trams were too crowded to enter. "
    "Cities should not make public transport free.",
    "We made the buses of our town free and regret it. Ridership fell by a third in eighteen months. Shops on the main "
    "street lost customers. Free buses ruined the budget of the town.",
    "The parking levy that was to replace the fares brought in a tenth of what was promised. Halden closed six lines "
    "to pay for free travel. Free public transport could not be paid for.",
    "After two years of hearings the Commission recommends that cities do not make public transport free. Every "
    "cheaper measure reached more of the people it was meant for.",
    "We gave free passes by lottery to half of 2,400 unemployed people. Those with a free pass found work less often "
    "than those without. Free travel did not help anybody to a job.",
    "In the nine cities that made public transport free, serious road injuries rose by 5 percent. More people were "
    "hurt in crowded free buses than before.",
)


def make_reversed() -> Library:
    """The reversed library: every page speaks against free public transport."""
    return tuple(
        write_document(text, name=f"reversed-{n}", title=f"Reversed finding {n}", author="Nobody (fictional)")
        for n, text in enumerate(_REVERSED, start=1)
    )


def select_transport(documents: Iterable[Document], *, sides: tuple[str, ...] = ("aff", "neg")) -> Library:
    """The documents about transport on these sides."""
    return tuple(one for one in documents if one.facets.topic == TOPIC and one.facets.side in sides)
