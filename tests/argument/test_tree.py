"""The form of a tree: each fault is named with its part, and a branch is grafted where it belongs."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from foam.argument.casefile import CaseFile, FiledDocument
from foam.argument.tree import Frame, Graft, Leaf, Node, Option, Root, add_graft, find_complaints
from foam.errors import InputError

FILE = CaseFile(
    documents={
        "01": FiledDocument(role="rule", sentences=("Weekly pay of at most 20 crowns is low.",)),
        "02": FiledDocument(role="record", sentences=("The pay was 12 crowns.", "It was paid.")),
    }
)
FIGURES = {name: {"type": "figure", "value": value, "at": [at]} for name, value, at in
           (("pay", "12", "02#s0"), ("limit", "20", "01#s0"), ("wrong", "13", "02#s0"))}  # fmt: skip

DAY = {"type": "day", "value": "2025-01-01", "at": ["02"]}


def compare(left: str = "pay") -> dict[str, Any]:
    return {"type": "compare", "left": FIGURES[left], "op": "<=", "right": FIGURES["limit"]}


SOUND: dict[str, Any] = {
    "roots": [{"id": "top", "asks": "?", "options": [{"id": "yes", "text": "Yes."}, {"id": "no", "text": "No."}]}],
    "nodes": [{"id": "top", "op": "all", "of": ["rule", "paid", "low", "is_low"]}],
    "leaves": [
        {"id": "rule", "kind": "rule", "at": ["01#s0"]},
        {"id": "paid", "kind": "fact", "at": ["02#s0"]},
        {"id": "low", "kind": "calculation", "working": compare(), "reads": ["paid", "rule"]},
        {"id": "is_low", "kind": "application", "of": "paid", "term": {"rule": "rule", "words": "Weekly pay"}},
    ],
}


def change(part: str, place: int, **fields: Any) -> Frame:
    parts = [{**one, **(fields if n == place else {})} for n, one in enumerate(SOUND[part])]
    return Frame.model_validate({**SOUND, part: parts})


def add(part: str, *more: dict[str, Any]) -> Frame:
    return Frame.model_validate({**SOUND, part: [*SOUND.get(part, []), *more]})


WEIGH = {"id": "w", "op": "weigh", "true_for": "yes"}


def test_a_sound_tree_has_no_complaint() -> None:
    assert find_complaints(Frame.model_validate(SOUND), FILE) == ()


@pytest.mark.parametrize(
    ("frame", "kind", "part"),
    [
        (change("roots", 0, id="other"), "unknown id", "other"),
        (change("nodes", 0, of=["rule", "ghost"]), "unknown id", "ghost"),
        (change("leaves", 1, at=["02#s0", "02#s9"]), "unknown id", "paid"),
        (change("leaves", 1, against=["09"]), "unknown id", "paid"),
        (add("beside", {"id": "owed", "at": ["02#s7"], "bearing": "practice"}), "unknown id", "owed"),
        (add("nodes", {"id": "a", "op": "all", "of": ["b"]}, {"id": "b", "op": "any", "of": ["a"]}), "loop", "a"),
        (change("leaves", 2, working={"type": "ref", "leaf": "low"}), "loop", "low"),
        (change("leaves", 3, term={"rule": "rule", "words": "Monthly pay"}), "term", "is_low"),
        (change("leaves", 3, term={"rule": "paid", "words": "pay"}), "term", "is_low"),
        (change("leaves", 3, term=None), "term", "is_low"),
        (change("leaves", 3, of="rule"), "wrong kind", "is_low"),
        (change("leaves", 1, at=[]), "no sentence", "paid"),
        (change("leaves", 1, if_open="false"), "burden", "paid"),
        (change("leaves", 1, if_open="false", burden="02#s1"), "burden", "paid"),
        (change("leaves", 2, working=compare("wrong")), "figure", "low"),
        (change("leaves", 2, reads=["paid"]), "figure", "low"),
        (change("leaves", 2, working=None), "working", "low"),
        (change("leaves", 2, working={**compare(), "right": DAY}), "working", "low"),
        (change("leaves", 1, working=compare()), "wrong kind", "paid"),
        (change("nodes", 0, of=[]), "wrong kind", "top"),
        (change("nodes", 0, over=["rule"]), "wrong kind", "top"),
        (change("nodes", 0, of=[]), "no leaf", "top"),
        (add("nodes", {**WEIGH, "of": ["rule"]}), "wrong kind", "w"),
        (add("nodes", {"id": "w", "op": "weigh"}), "options", "w"),
        (add("considerations", {"id": "c", "option": "yes", "under": "top"}), "wrong kind", "c"),
        (add("considerations", {"id": "c", "option": "yes", "under": "top", "rests_on": ["top"]}), "unknown id", "c"),
        (change("roots", 0, options=[{"id": name, "text": name} for name in "abc"]), "options", "top"),
        (change("roots", 0, options=[{"id": "a", "text": name} for name in "ab"]), "options", "top"),
    ],
)  # fmt: skip
def test_a_fault_is_named_with_its_part(frame: Frame, kind: str, part: str) -> None:
    found = {(one.kind, one.part) for one in find_complaints(frame, FILE)}
    assert (kind, part) in found


def test_an_amount_is_true_while_its_figures_stand_and_nothing_but_an_exception_may_stand_alone() -> None:
    assert find_complaints(change("leaves", 2, working=FIGURES["pay"]), FILE) == ()
    assert find_complaints(add("nodes", {"id": "not_paid", "op": "all", "unless": ["paid"]}), FILE) == ()
    unheld = find_complaints(add("nodes", {"id": "not_paid", "op": "any", "unless": ["paid"]}), FILE)
    assert [one.kind for one in unheld] == ["wrong kind"]


def test_what_only_leads_to_a_loop_is_in_none() -> None:
    frame = add("nodes", {"id": "a", "op": "all", "of": ["a"]}, {"id": "b", "op": "all", "of": ["a"]})
    assert [one.part for one in find_complaints(frame, FILE) if one.kind == "loop"] == ["a"]


def test_an_open_leaf_needs_no_sentence() -> None:
    assert find_complaints(change("leaves", 1, at=[], proposed="open"), FILE)[0].kind == "figure"
    assert not [
        one for one in find_complaints(change("leaves", 1, at=[], proposed="open"), FILE) if one.kind == "no sentence"
    ]


def test_an_id_names_one_thing() -> None:
    with pytest.raises(ValidationError, match="'paid' names two things"):
        add("nodes", {"id": "paid", "op": "all", "of": ["rule"]})


def test_a_branch_that_replaces_a_leaf_stands_under_unless_that_leaf() -> None:
    frame = add("nodes", {"id": "way", "op": "any", "of": ["low"]})
    more = Leaf(id="also", kind="fact", at=("02#s1",))
    grown = add_graft(frame, Graft(under="way", if_not="is_low", leaves=(more,)))
    assert grown.node_by_id["way"].of == ("low", "also_if_not_is_low")
    assert grown.node_by_id["also_if_not_is_low"] == Node(
        id="also_if_not_is_low", op="all", of=("also",), unless=("is_low",)
    )
    plain = add_graft(frame, Graft(under="way", leaves=(more,)))
    assert plain.node_by_id["way"].of == ("low", "also")


@pytest.mark.parametrize(
    "graft",
    [Graft(under="ghost"), Graft(under="top"), Graft(under="top", if_not="ghost", leaves=(Leaf(id="x", kind="fact"),))],
)
def test_a_branch_that_fits_nowhere_is_refused(graft: Graft) -> None:
    with pytest.raises(InputError):
        add_graft(Frame.model_validate(SOUND), graft)


def test_a_tree_survives_json() -> None:
    frame = Frame.model_validate(SOUND)
    assert frame.find_under("top")[-1] == "top"
    assert Frame.model_validate_json(frame.model_dump_json()) == frame
    assert frame.root("top") == Root(
        id="top", asks="?", options=(Option(id="yes", text="Yes."), Option(id="no", text="No."))
    )
