"""What a dossier comes to, read from its JSON twin. This is the one place that knows where it stands there."""

from __future__ import annotations

from typing import Any

from tests.behaviour.parts import list_records


def read_outcome(dossier: dict[str, Any]) -> str:
    """`affirmed`, `denied`, `undecided` or `not shown`."""
    outcome: str = dossier["recommendation"]["outcome"]
    return outcome


def read_leanings(dossier: dict[str, Any]) -> dict[str, tuple[float, float]]:
    """By seat: what the reasons for and against come to by its values."""
    return {one["seat"]: (one["affirmed"], one["denied"]) for one in dossier["recommendation"]["leanings"]}


def read_sides(answer: dict[str, Any]) -> dict[str, str]:
    """The reasons whose grounds stand, each with the option that it speaks for."""
    tree = answer["tree"]
    standing = {one["leaf"] for one in tree["standings"] if one["counts_as"]}
    reasons = tree["frame"]["considerations"]
    return {one["says"]: one["option"] for one in reasons if standing.issuperset(one["rests_on"])}


def read_quotations(dossier: dict[str, Any]) -> dict[str, str]:
    """Every sentence that is shown as a source's own, by its pointer."""
    shown = (one for one in list_records(dossier) if "sentence" in one.get("pointer", {}) and "text" in one)
    plain = (one for one in shown if not one["pointer"].get("computed"))
    return {f"d:{one['pointer']['document']}#s{one['pointer']['sentence']}": one["text"] for one in plain}
