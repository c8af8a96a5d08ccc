"""What a dossier comes to, read from its JSON twin. This is the one place that knows where it stands there."""

from __future__ import annotations

from typing import Any

from tests.behaviour.parts import list_records

SIDES = ("for", "against")


def read_outcome(dossier: dict[str, Any]) -> str:
    """`affirmed`, `denied`, or `undecided`; `not shown` where no reason stands on either side."""
    named = {"for": "affirmed", "against": "denied"}
    left = "undecided" if read_sides(dossier) else "not shown"
    return named.get(dossier["option"] or "", left)


def read_summary(dossier: dict[str, Any]) -> list[str]:
    """The answer, and why."""
    return [dossier["lead"], *(one["text"] for one in dossier["told"])]


def read_leanings(dossier: dict[str, Any]) -> dict[str, tuple[float, float]]:
    """By seat: what the reasons for and against come to by its values."""
    rows = dossier["tree"]["by_seat"]["rows"]
    sums = {name: one["sums"] for row in rows for one in row["weighings"] for name in row["perspectives"]}
    return {name: (found.get("for", 0.0), found.get("against", 0.0)) for name, found in sums.items()}


def read_sides(dossier: dict[str, Any]) -> dict[str, str]:
    """The reasons that count, each with the side on which it is listed."""
    tree = dossier["tree"]
    if tree is None:
        return {}
    spoken = {one["reason"]: one["option"] for one in tree["record"]["speaks"]}
    stands = {one["leaf"] for one in tree["standings"] if one["counts_as"]}
    return {
        one["says"]: one["option"]
        for one in tree["frame"]["considerations"]
        if one["option"] in SIDES and stands.issuperset(one["rests_on"]) and one["option"] == spoken.get(one["id"])
    }


def read_quotations(dossier: dict[str, Any]) -> dict[str, str]:
    """Every sentence that is shown as a source's own, by its pointer."""
    shown = (one for one in list_records(dossier) if "sentence" in one.get("pointer", {}) and "text" in one)
    plain = (one for one in shown if not one["pointer"].get("computed"))
    return {f"d:{one['pointer']['document']}#s{one['pointer']['sentence']}": one["text"] for one in plain}
