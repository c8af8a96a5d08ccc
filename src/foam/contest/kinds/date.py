"""*That day cannot be right*: a day, a term or the order of events."""

from __future__ import annotations

from typing import Literal

from foam.contest.kinds.kind import Kind


class ImpossibleDate(Kind):
    kind: Literal["date"] = "date"
    level = "inference"
    asks = "can the day, the term or the order of events be right?"
    says = ("The date or the order of events cannot be right", "Das Datum oder die Reihenfolge kann nicht stimmen")
    settled_by = "code, where the examination found it; else evaluator or a person"
    named = "chronology"
    of_file = ("decision", "rules", "document")
    look_at = "Hold the days against the calendar and the other papers of the file."
