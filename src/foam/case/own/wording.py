"""What the cards of a debater's case have to establish, worded by the part they play."""

from __future__ import annotations

import re

_TITLES = {
    "uniqueness": "Uniqueness",
    "link": "Link",
    "internal_link": "Internal link",
    "impact": "Impact",
    "barrier": "Barrier",
    "status_quo_will_not": "Status quo",
    "mechanism": "Mechanism",
    "solvency_advocate": "Solvency advocate",
}
_SEEKS = {
    "uniqueness": "How things stand today in the matter of “{title}”, without the plan.",
    "link": "The plan makes a difference in the matter of “{title}”.",
    "internal_link": "One step leads to the next in the matter of “{title}”.",
    "impact": "What is at stake in the end in the matter of “{title}”.",
    "barrier": "Something keeps the plan from being done today.",
    "status_quo_will_not": "What is done today does not lead to what the plan does.",
    "mechanism": "The plan does what it is meant to do.",
    "solvency_advocate": "Somebody who knows the matter recommends what the plan does.",
}
_ARROW = re.compile(r"\s*(?:→|->|=>|⇒)\s*")


def name_component(component: str) -> str:
    """A part of an argument as readers know it."""
    return _TITLES.get(component, component.replace("_", " ").capitalize())


def word_seek(component: str, title: str) -> str:
    """What a card has to establish in its part of the case."""
    return _SEEKS[component].format(title=title.replace("$", "$$"))


def word_step(component: str, before: str, step: str) -> str:
    """What a card has to establish in a chain whose steps the speaker named."""
    first, second = before.replace("$", "$$"), step.replace("$", "$$")
    if component == "uniqueness":
        return f"How things stand today with {second}, without the plan."
    if component == "link":
        return f"The plan makes a difference to {second}."
    asked = "This is at stake in the end" if component == "impact" else "One step leads to the next"
    return f"{asked}: {first} → {second}."


def split_chain(advantage: str) -> tuple[str, tuple[str, ...]]:
    """Title and steps of an advantage as a speaker writes it: `Food security: trade → yields → famine`."""
    title, colon, rest = advantage.partition(":")
    if not colon and _ARROW.search(advantage):
        rest = advantage
        title = _ARROW.split(advantage)[-1]
    steps = tuple(step.strip() for step in _ARROW.split(rest) if step.strip())
    return " ".join(title.split()), steps if len(steps) > 1 else ()


def make_id(title: str, taken: set[str]) -> str:
    """A short id for a part, that no other part has."""
    words = re.findall(r"[a-z0-9]+", title.lower())[:3]
    base = "-".join(words) or "part"
    found = next(name for name in (base, *(f"{base}-{n}" for n in range(2, 1000))) if name not in taken)
    taken.add(found)
    return found
