"""An appeal at a fictional office: a heating grant is refused, the person contests it, and another person decides."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import foam

FILE = Path(__file__).parent / "files" / "heating-grant"
FORM, RULES = FILE / "decision.toml", FILE / "office.toml"
EMPLOYER = FILE / "papers" / "4-employer.txt"
PERSON = "Ruth Hollin"

CLERK: dict[str, Any] = {"by": "clerk", "role": "records_clerk"}
GROUNDS = [
    {"kind": "factual_error", "says": "The bonus of 420 crowns comes once a year."},
    {"kind": "rule_misapplied", "says": "Section 6 does not count it."},
]
RULING: dict[str, Any] = {
    "by": "judge-3",
    "outcome": "reversed",
    "remedies": ["recalculate"],
    "action": "You get the heating grant of 160 crowns a month.",
    "effective": "2025-05-01",
    "findings": [
        {
            "ground": "g1",
            "finding": "sustained",
            "reasons": [
                {"says": "Without the yearly bonus of 420 crowns the pay for March is 1,890 crowns.", "cites": ["i1"]}
            ],
        },
        {
            "ground": "g2",
            "finding": "sustained",
            "reasons": [{"says": "A payment that comes once a year is not counted as income.", "cites": ["i2"]}],
        },
    ],
}
STEPS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("issue_notice", "04-17T11:00", {"by": "caseworker-17"}),
    (
        "file",
        "05-02T18:00",
        {
            "by": "ruth",
            "role": "affected_person",
            "hearing": True,
            "grounds": GROUNDS,
            "with_documents": [EMPLOYER],
        },
    ),
    ("accept", "05-03T09:00", CLERK),
    ("disclose_record", "05-03T10:00", {**CLERK, "show": ["all"]}),
    ("open_evidence", "05-03T11:00", CLERK),
    ("set_hearing", "05-03T12:00", {**CLERK, "hearing_at": "2025-05-12T10:00+02:00", "place": "Room 4"}),
    ("hold_hearing", "05-12T12:00", {"by": "judge-3", "with_documents": [FILE / "minutes.txt"]}),
    ("disclose", "05-12T13:00", {**CLERK, "show": ["all"]}),
    ("close_record", "05-16T12:00", CLERK),
    ("assign", "05-16T13:00", {"by": "boss", "role": "supervisor", "reviewer": "judge-3"}),
    ("decide", "05-17T12:00", RULING),
    ("notify_decision", "05-18T12:00", CLERK),
    ("order_remedy", "05-18T13:00", CLERK),
    (
        "implement",
        "05-19T12:00",
        {"by": "caseworker-17", "reasons": [{"says": "The grant of 160 crowns is paid.", "cites": ["i2"]}]},
    ),
    ("close", "05-20T12:00", CLERK),
)
"""Each step with its time in 2025 at the office, and what it brings."""
ORDER = ("begin", *(name for name, _, _ in STEPS))


def at(day: str) -> str:
    """A time of summer 2025 at the office: `05-02T18:00`."""
    return f"2025-{day}+02:00"


def begin(home: foam.Home, **given: Any) -> str:
    """Open the matter; gives its key."""
    return home.appeal.begin(FORM, **{"rules": RULES, "at": at("04-17T10:00"), **given}).matter


def do(home: foam.Home, matter: str, act: str, **given: Any) -> foam.MatterStatus:
    """One act, by the call that it has."""
    if act == "file":
        return home.appeal.file(matter, **given)
    if act == "decide":
        return home.appeal.decide(matter, **given)
    return home.appeal.step(matter, act, **given)


def take(home: foam.Home, matter: str, *names: str, **given: Any) -> foam.MatterStatus:
    """Take these steps as they should be taken, `given` apart."""
    status = home.appeal.status(matter)
    for name, time, brings in STEPS:
        if name in names:
            status = do(home, matter, name, **{"at": at(time), **brings, **given})
    return status
