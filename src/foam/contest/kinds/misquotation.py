"""*It does not say so*: the quoted words stand nowhere, or otherwise."""

from __future__ import annotations

from typing import Literal

from foam.contest.kinds.kind import Kind


class Misquotation(Kind):
    kind: Literal["misquotation"] = "misquotation"
    level = "evidence"
    asks = "do the quoted words stand in the source?"
    says = ("These words are not in the source", "Diese Worte stehen nicht in der Quelle")
    settled_by = "code, by the five verdicts; of a file also evaluator or a person"
    named = "misquotation"
    of_case = ("slot",)
    of_cited = True
    of_file = ("decision", "rules", "document")
    look_at = "Read the source beside the sentence."
