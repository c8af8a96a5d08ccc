"""An answer worked out from its rows again, with leaves turned, beside another, and in formats of other tools."""

from __future__ import annotations

import re
from functools import cache

import pytest
from tests.acts.files import LETTER, RULES
from tests.deliberation.table import Table, make_corpus
from tests.deliberation.test_ask import OPEN_DAY, SILENT, WIDE, answer, sit
from tests.deliberation.test_stated import sit as sit_under_rules

import foam
from foam.argument.rows import Record
from foam.deliberation.answer.difference import LeafChange, compare_answers, suppose_leaves
from foam.deliberation.answer.exchange import draw_answer, write_aif, write_annotations, write_argdown
from foam.deliberation.answer.turn import find_flaws, turn_leaves
from foam.errors import InputError, NotFound

KEEPS, LOSES = "Yes, it keeps its place.", "No, it loses its place."


@cache
def read(kind: str) -> foam.Answer:
    match kind:
        case "stated":
            return answer(sit_under_rules(), "").view
        case "weighed":
            table = Table(foam.FactsModel(OPEN_DAY), pack="street-lamps")
            table.corpus = make_corpus(tuple(one.text for one in OPEN_DAY.sentences))
            return answer(table, OPEN_DAY.question).view
        case _:
            return answer(sit(letter={"kept": LETTER, "wide": WIDE, "silent": SILENT}[kind])).view


@pytest.mark.parametrize("kind", ["kept", "wide", "silent", "stated"])
def test_an_answer_follows_from_its_own_rows(kind: str) -> None:
    assert list(find_flaws(read(kind))) == []


def test_rows_that_are_taken_away_leave_what_they_carried_without_ground() -> None:
    view = read("kept")
    assert view.tree is not None
    bare = view.model_copy(update={"tree": view.tree.model_copy(update={"record": Record()})})
    parts = {part for part, _ in find_flaws(bare)}
    assert parts >= {"width", "clear", "outcome"}
    assert "limit" not in parts


def test_another_option_than_the_tree_gives_is_found() -> None:
    view = read("kept").model_copy(update={"option": "against"})
    assert [part for part, _ in find_flaws(view)] == ["answer"]


def test_a_leaf_turned_round_turns_the_answer_and_back_gives_it_again() -> None:
    view = read("kept")
    turned = turn_leaves(view, {"clear": False})
    assert (view.lead, turned.lead) == (KEEPS, LOSES)
    again = turn_leaves(turned, {"clear": True})
    assert again.tree is not None
    assert view.tree is not None
    assert (again.lead, again.tree.outcome, again.tree.bearing) == (KEEPS, view.tree.outcome, view.tree.bearing)


def test_a_fact_that_does_not_hold_opens_the_sum_that_reads_it() -> None:
    turned = turn_leaves(read("kept"), {"width": False})
    assert turned.option is None
    assert turned.tree is not None
    assert turned.tree.outcome.hangs_on == ("narrow",)


def test_an_open_leaf_that_is_supposed_settles_the_answer() -> None:
    silent = read("silent")
    assert silent.option is None
    assert turn_leaves(silent, {"narrow": True}).lead == KEEPS
    assert turn_leaves(silent, {"narrow": False}).lead == LOSES


@pytest.mark.parametrize("kind", ["kept", "wide", "silent", "stated"])
def test_exactly_the_leaves_that_bear_alone_make_a_difference(kind: str) -> None:
    tree = read(kind).tree
    assert tree is not None
    for leaf in tree.frame.leaves_under(tree.root.id):
        ways = {turn_leaves(read(kind), {leaf.id: way}).option for way in (True, False)}
        assert (len(ways) == 2) is (tree.bearing.find(leaf.id) == "alone"), leaf.id


def test_what_is_no_leaf_cannot_be_turned() -> None:
    with pytest.raises(NotFound, match="no leaf 'door'"):
        turn_leaves(read("kept"), {"door": False})
    with pytest.raises(InputError, match="no tree"):
        turn_leaves(read("kept").model_copy(update={"tree": None}), {"clear": False})


def find_moved(changes: tuple[LeafChange, ...]) -> set[str]:
    return {one.leaf for one in changes if one.before != one.after}


def test_a_supposition_names_the_leaves_that_bear_then() -> None:
    found = suppose_leaves(read("kept"), {"narrow": False})
    assert (found.lead_before, found.lead_after, found.supposed) == (KEEPS, LOSES, {"narrow": False})
    bears = {one.leaf: one.after.bears for one in found.leaves if one.after}
    assert bears == {"limit": "no", "doors": "no", "width": "no", "narrow": "alone", "clear": "no"}


def test_two_answers_are_compared_leaf_by_leaf() -> None:
    found = compare_answers(read("kept"), read("wide"))
    assert (found.lead_before, found.lead_after) == (KEEPS, LOSES)
    (narrow,) = (one for one in found.leaves if one.leaf == "narrow")
    assert narrow.before is not None
    assert narrow.after is not None
    assert (narrow.before.stands, narrow.after.stands) == ("true", "false")
    assert not find_moved(compare_answers(read("kept"), read("kept")).leaves)


def test_leaves_of_other_names_are_the_same_by_their_sentences() -> None:
    view = read("kept")
    renamed = foam.Answer.model_validate_json(re.sub('"(clear|width)"', r'"other_\1"', view.model_dump_json()))
    found = compare_answers(view, renamed)
    assert {one.leaf for one in found.leaves} == {"limit", "doors", "other_width", "narrow", "other_clear"}
    assert not find_moved(found.leaves)


@pytest.mark.parametrize("kind", ["kept", "stated", "weighed"])
def test_aif_joins_what_it_names(kind: str) -> None:
    found = write_aif(draw_answer(read(kind)))
    names = [one["nodeID"] for one in found["nodes"]]
    assert len(set(names)) == len(names)
    assert {one[end] for one in found["edges"] for end in ("fromID", "toID")} <= set(names)
    tree = read(kind).tree
    assert tree is not None
    for node in tree.frame.nodes:
        joined = {one["fromID"] for one in found["edges"] if one["toID"] == f"ra-{'-'.join(node.of)}-{node.id}"}
        assert node.op != "all" or joined == set(node.of)


@pytest.mark.parametrize("kind", ["kept", "stated", "weighed"])
def test_argdown_refers_to_what_it_defines(kind: str) -> None:
    text = write_argdown(draw_answer(read(kind)))
    defined = set(re.findall(r"^\[([^\]]+)\]:", text, re.MULTILINE))
    assert set(re.findall(r"^\s*(?:[+-]|\(\d+\)) \[([^\]]+)\]", text, re.MULTILINE)) <= defined
    assert {text.count(f"[{name}]:") for name in defined} == {1}


def test_each_annotation_quotes_a_sentence_and_names_what_cites_it() -> None:
    items = write_annotations(draw_answer(read("kept")))["first"]["items"]
    cited = {one["target"]["selector"]["exact"]: [body["value"] for body in one["body"]] for one in items}
    assert cited == {
        RULES[1]: ["limit", "narrow"],
        RULES[2]: ["doors"],
        LETTER[1]: ["width", "narrow"],
        LETTER[2]: ["clear"],
    }
