"""Asking again for what is at fault alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from tests.fencing import HOSTILE, OFFERED, assert_fenced

from foam.acts.engine import list_rows
from foam.job.mending import FaultPlace, FaultyPassage, Mending, find_places, make_mending_question, put_in_place
from foam.model.form import IdsField, ListField, NamesField, Record, TextField
from foam.model.question import Option, Question, Write
from foam.model.template import Prompts, fence
from foam.pack.prompts import shared_prompts

FORM = (
    TextField(name="opening", max_words=9),
    ListField(
        name="points",
        fields=(TextField(name="text", max_words=9), IdsField(name="evidence", ids=tuple(one.id for one in OFFERED))),
        at_most=3,
    ),
)
FILLED: dict[str, Any] = {"opening": "o", "points": ({"text": "t", "evidence": (OFFERED[0].id,)},)}
FAULTS = ("opening: it says nothing", "points, entry 1: “87”: no cited sentence gives this figure")


def mend(prompts: Prompts) -> Write:
    act = Write(template="t", template_digest="d", prompt="p", statement="s", fields=FORM, material=OFFERED)
    places = find_places(FORM, FILLED, FAULTS)
    mending = Mending(lambda faulty: fence(HOSTILE), lambda faulty: OFFERED[:1])
    return make_mending_question(prompts, act, FILLED, FAULTS, places, mending)


MAKERS: dict[str, Callable[[Prompts], Question]] = {"acts/mend": mend}


def test_untrusted_text_stands_only_between_marks() -> None:
    assert_fenced(mend(shared_prompts()).prompt)


def test_only_what_is_at_fault_is_asked_for_and_may_cite_only_what_is_shown() -> None:
    asked = mend(shared_prompts())
    opening, points = asked.fields
    assert opening == FORM[0]
    assert isinstance(points, ListField)
    assert (points.at_least, points.at_most) == (1, 1)
    (cited,) = [one for one in points.fields if isinstance(one, IdsField)]
    assert cited.ids == (OFFERED[0].id,)
    assert asked.material == OFFERED[:1]


def test_what_was_written_again_takes_the_place_of_what_was_at_fault() -> None:
    rows = tuple({"text": name, "evidence": ()} for name in "abc")
    filled: dict[str, Any] = {"opening": "o", "points": rows}
    places = find_places(FORM, filled, ["points, entry 3: too long", "points, entry 1: dull", "points, entry 1: wrong"])
    assert places == (FaultPlace("points", 1), FaultPlace("points", 3))
    mended: dict[str, Any] = {"points": ({"text": "A", "evidence": ()}, {"text": "C", "evidence": ("a",)})}
    merged = put_in_place(filled, places, mended)
    assert merged["opening"] == "o"
    assert merged["points"] == ({"text": "A", "evidence": ()}, rows[1], {"text": "C", "evidence": ("a",)})


@pytest.mark.parametrize(
    "fault", ["the speech is dull", "points: dull", "points, entry 9: dull", "ending: dull", "opening, entry 1: dull"]
)
def test_a_fault_without_a_place_in_the_form_sends_the_whole_back(fault: str) -> None:
    assert find_places(FORM, FILLED, ["opening: dull", fault]) == ()


def test_one_field_of_an_entry_is_asked_for_alone_and_put_in_its_place() -> None:
    rows: tuple[Record, ...] = tuple({"text": name, "evidence": (OFFERED[0].id,)} for name in "abc")
    filled: dict[str, Any] = {"opening": "o", "points": rows}
    faults = ["points, entry 3, text: dull", "points, entry 1: wrong", "points, entry 1, text: dull"]
    places = find_places(FORM, filled, faults)
    assert places == (FaultPlace("points", 1), FaultPlace("points", 3, "text"))
    act = Write(template="t", template_digest="d", prompt="p", statement="s", fields=FORM, material=OFFERED)
    told: list[FaultyPassage] = []

    def offer(faulty: Sequence[FaultyPassage]) -> tuple[Option, ...]:
        told.extend(faulty)
        return OFFERED[:1]

    mending = Mending(lambda faulty: "m", offer)
    asked = make_mending_question(shared_prompts(), act, filled, faults, places, mending)
    assert told == [FaultyPassage(rows[0], tuple(faults[1:])), FaultyPassage(rows[2], (faults[0],))]
    shapes = {one.name: [inner.name for inner in one.fields] for one in asked.fields if isinstance(one, ListField)}
    assert shapes == {"points": ["text", "evidence"], "points_text": ["text"]}
    assert "points, entry 1; points, entry 3, text, under points_text" in asked.prompt
    mended: dict[str, Any] = {"points": ({"text": "A", "evidence": ()},), "points_text": ({"text": "C"},)}
    merged = put_in_place(filled, places, mended)
    assert merged["points"] == ({"text": "A", "evidence": ()}, rows[1], {"text": "C", "evidence": (OFFERED[0].id,)})
    assert find_places(FORM, filled, ["points, entry 3, weight: dull"]) == ()


STEPS = ListField(
    name="steps",
    fields=(NamesField(name="of", at_least=1), TextField(name="says", max_words=9)),
    at_most=9,
    grouped_by="of",
)


def make_steps(*rows: tuple[str, str]) -> tuple[Record, ...]:
    return tuple({"of": (of,), "says": says} for of, says in rows)


@pytest.mark.parametrize(
    ("faults", "mended", "wanted"),
    [
        (["steps (b): dull", "steps (b): wrong"], [("b", "4"), ("b", "5"), ("b", "6")], "1 4 5 6 2"),
        (["steps (a): dull"], [("a", "4")], "4 3"),
        (["steps (a): dull", "steps (b): dull"], [("a", "4"), ("b", "5")], "4 5"),
        (["steps (b): dull"], [], "1 2"),
        (["steps (c): there are none"], [("c", "4")], "1 3 2 4"),
    ],
)
def test_entries_that_belong_together_are_asked_for_together(
    faults: list[str], mended: list[tuple[str, str]], wanted: str
) -> None:
    filled: dict[str, Any] = {"steps": make_steps(("a", "1"), ("b", "3"), ("a", "2"))}
    places = find_places((STEPS,), filled, faults)
    assert len(places) == len({fault.partition(":")[0] for fault in faults})
    act = Write(template="t", template_digest="d", prompt="p", statement="s", fields=(STEPS,), material=OFFERED)
    asked = make_mending_question(shared_prompts(), act, filled, faults, places, Mending(lambda _: "m", lambda _: ()))
    assert asked.fields == (STEPS,)
    assert all(f"steps ({place.group}), in as many" in asked.prompt for place in places)
    steps = put_in_place(filled, places, {"steps": make_steps(*mended)})["steps"]
    assert " ".join(str(row["says"]) for row in list_rows({"steps": steps}, "steps")) == wanted
