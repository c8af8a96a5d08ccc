"""Four cases written by hand over the sample library, each citation with the verdict that was planted in it."""

from __future__ import annotations

PLANTED: dict[str, tuple[str, tuple[str, ...]]] = {
    "fares": (
        """
Cities should drop their fares, and the harm of keeping them is plain.

Fares fall hardest on those with least: "The poorest tenth of households in our panel spent 9 percent of their income on
public transport fares" (Okoye 2024). Dropping them works like "a cash transfer that reaches the poorest households
first" (Okoye 2024).

Riders come back when the fare goes. In Halden "Boardings rose by 83 percent within the first twelve months, measured by
door counters on every vehicle" (Varga 2023).

Opponents fear the bill, but the gain in health outweighs it, because people keep their appointments.
""",
        ("exact", "exact", "altered"),
    ),
    "budget": (
        """
The plan pays for itself, and those who say otherwise quote the wrong page.

Treasurers say: "Two thirds of the new trips were made by people who had not owned a monthly pass before" (Maas 2023).

The whole country saw it: "Every family that sold its second car within a month of the reform gave the money to the
local orchestra" (Maas 2023).

It follows that a city which waits loses riders, revenue and trust.
""",
        ("misattributed", "fabricated"),
    ),
    "bell": (
        """
Schools should begin later, since tired drivers die.

> Drivers aged seventeen and eighteen crash most often between seven and eight in the morning.
> — Linden 2023

> For the state as a whole we estimate 40 fewer deaths a year.
> — Linden 2023

A later bell is therefore the cheapest safety measure that a state can take.
""",
        ("exact", "exact"),
    ),
    "hour": (
        """
A later bell helps families too, whatever its critics say.

Some start early: "Parents of pupils under fifteen begin work before eight in four of ten cases" (Moravec 2024).

The rest agree: "No ministry has ever counted how many grandparents keep the keys of the village school" (Ferro 2020).

[EVIDENCE NEEDED] Search for: employers who moved the first shift after a later bell.
""",
        ("paraphrase", "unreachable"),
    ),
}
"""Name to text and planted verdicts, in the order of the citations."""
