"""The engine: it asks again for the rows at fault alone, keeps what is sound, and replays from the record."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.acts.files import FILE, QUESTION, READ, SIDES, fill_frame, leaf, node, reason, step
from tests.job.sessions import NOON

from foam.acts.engine import Performed, perform
from foam.acts.frame import make_frame
from foam.argument.tree import Frame
from foam.argument.working import show_working
from foam.job.answers import read_form
from foam.job.clerk import Clerk
from foam.job.session import Session, Tools
from foam.model.cast import ROLES
from foam.model.question import Write, Written
from foam.model.scripted import Call, ScriptedModel
from foam.pack.loader import load_pack
from foam.record.memory import MemoryStore
from foam.record.runs import open_run
from foam.semantics.outcome import find_outcome
from foam.semantics.standing import find_standings
from foam.semantics.ways import View

PACK = load_pack("street-lamps")
ACT = make_frame(PACK.prompts, QUESTION, SIDES, FILE, READ)
FALSE_STEPS = (step("narrow", "own", "figure", value="2.9", at=("02#s1",)), *fill_frame()["steps"][1:])


def list_fields(call: Call) -> list[str]:
    assert isinstance(call.question, Write)
    return [field.name for field in call.question.fields]


class Frames:
    """A model that gives a frame, and the same rows again when some are asked for alone."""

    def __init__(self, form: dict[str, Any], mended: dict[str, Any]) -> None:
        self.asked: list[list[str]] = []
        self._form, self._mended = form, mended

    def __call__(self, call: Call) -> Written:
        self.asked.append(list_fields(call))
        is_whole = set(self.asked[-1]) == {field.name for field in ACT.question.fields}
        return Written(fields=self._form if is_whole else self._mended)


def play(frames: Frames, store: MemoryStore | None = None, *, seed: int = 0) -> Performed[Frame]:
    models = dict.fromkeys(ROLES, ScriptedModel(frames))
    kept = store or MemoryStore()
    run = open_run(kept, "test", {}, clock=lambda: NOON)
    clerk = Clerk(kept, models, run=run, seed=seed, clock=lambda: NOON)
    session = Session(run=run, store=kept, clerk=clerk, tools=Tools(models=models, pack=PACK))
    return asyncio.run(perform(session, ACT))


def test_a_sound_form_is_asked_for_once() -> None:
    frames = Frames(fill_frame(), {})
    done = play(frames)
    assert done.value is not None
    assert (len(frames.asked), done.again, done.left_out) == (1, False, ())


LEAVES, STEPS = fill_frame()["leaves"], fill_frame()["steps"]
BARRED = leaf("clear", "fact", "It is clear.", "02#s2", if_open="false", burden=("02#s1",))
APPLIED = leaf("meets", "application", "It is what the rule means.", of=("width",), rule=("limit",), words="too high")
"""Words that do not stand in the rule."""
REASON = reason("for", "It is loved.", "02#s1", under=("keeps",))


def test_only_the_row_at_fault_is_asked_for_again() -> None:
    frames = Frames(fill_frame(leaves=(*LEAVES[:4], BARRED)), {"leaves": (LEAVES[4],)})
    done = play(frames)
    assert frames.asked[1] == ["leaves"]
    assert done.value is not None
    assert done.value.leaf_by_id["clear"].says == "The stall stands clear of every door."
    assert (done.again, done.left_out) == (True, ())


def test_a_leaf_that_is_named_and_missing_is_asked_for_and_nothing_that_stands_is_given_again() -> None:
    loved = leaf("loved", "fact", "The stall is loved.", "02#s2")
    frames = Frames(fill_frame(nodes=(node("keeps", "all", "clear", "loved"),)), {"leaves": (LEAVES[0], loved)})
    done = play(frames)
    assert frames.asked[1] == ["leaves"]
    assert (done.value is not None, done.left_out) == (True, ())
    assert done.entry is not None
    assert read_form(done.entry)["leaves"] == (*LEAVES, loved)


def test_a_working_at_fault_is_asked_for_as_a_whole_and_may_get_more_steps() -> None:
    other = step("other", "one", "figure", value="3", at=("01#s1",)), step("other", "most", "max", "one")
    leaves = (*LEAVES, leaf("other", "calculation", "It is three."))
    rounded = step("narrow", "rounded", "round_up", "own", value="0.5")
    mended = (STEPS[0], rounded, STEPS[1], step("narrow", "fits", "<=", "rounded", "most"))
    frames = Frames(fill_frame(leaves=leaves, steps=(FALSE_STEPS[0], *other, *FALSE_STEPS[1:])), {"steps": mended})
    done = play(frames)
    assert frames.asked[1] == ["steps"]
    assert done.value is not None
    assert done.left_out == ()
    working = done.value.leaf_by_id["narrow"].working
    assert working is not None
    assert show_working(working) == "2.8 rounded up to 0.5 = 3 (has to be at most 3)"
    assert done.entry is not None
    assert read_form(done.entry)["steps"] == (*mended, *other)


@pytest.mark.parametrize(
    ("fields", "again", "opened"),
    [
        ({"steps": FALSE_STEPS}, {"steps": FALSE_STEPS}, {"narrow": "The stall is not too wide."}),
        ({"steps": ()}, {"steps": ()}, {"narrow": "The stall is not too wide."}),
        ({"leaves": (*LEAVES[:4], BARRED)}, {"leaves": (BARRED,)}, {"clear": "It is clear."}),
        (
            {"leaves": (*LEAVES, APPLIED), "nodes": (node("keeps", "all", "clear", "meets"),)},
            {"leaves": (APPLIED,)},
            {"meets": "It is what the rule means."},
        ),
        (
            {"nodes": (node("keeps", "all", "clear", "loved_by_all"),)},
            {"leaves": ()},
            {"loved_by_all": "loved by all"},
        ),
        (
            {"nodes": (node("keeps", "all", "clear", "way"), node("way", "any"))},
            {"nodes": (node("way", "any"),)},
            {"way": "way"},
        ),
        ({"leaves": (*LEAVES, LEAVES[4])}, {"leaves": (LEAVES[4],) * 2}, {"clear": LEAVES[4]["says"]}),
        ({"considerations": (REASON,)}, {"considerations": (REASON,)}, {}),
        ({"if_true": "Yes, {width}."}, {"if_true": "Yes, {width}."}, {}),
    ],
)
def test_what_stays_at_fault_is_an_open_leaf_and_told_and_the_tree_is_kept(
    fields: dict[str, Any], again: dict[str, Any], opened: dict[str, str]
) -> None:
    frames = Frames(fill_frame(**fields), again)
    done = play(frames)
    assert done.value is not None
    assert {one.id: one.says for one in done.value.leaves if one.proposed == "open"} == opened
    assert len(done.left_out) == 1
    assert len(frames.asked) == 2
    standings = find_standings(done.value, FILE.file({"01": "rule"}))
    outcome = find_outcome(View(done.value, standings), done.value.roots[0])
    assert (outcome.option is None) == bool(opened)


def test_an_application_whose_rule_stays_at_fault_is_open_with_it() -> None:
    again = leaf("limit", "rule", "A rule.", "01#s1", if_open="true", burden=("02#s1",))
    applied = {**APPLIED, "words": "3 metres wide"}
    nodes = (node("keeps", "all", "clear", "meets"),)
    done = play(Frames(fill_frame(leaves=(again, *LEAVES[1:], applied), nodes=nodes), {"leaves": (again,)}))
    assert done.value is not None
    assert [one.id for one in done.value.leaves if one.proposed == "open"] == ["limit", "meets"]


def test_a_tree_without_a_root_was_not_made() -> None:
    frames = Frames(fill_frame(root=("nowhere",)), {"root": ("nowhere",)})
    done = play(frames)
    assert (done.value, done.entry, done.again) == (None, None, True)


def test_what_the_record_holds_is_not_asked_again_nor_left_out_anew() -> None:
    store = MemoryStore()
    first = play(Frames(fill_frame(leaves=(*LEAVES, APPLIED)), {"leaves": (APPLIED,)}), store)
    silent = Frames({}, {})
    again = play(silent, store)
    assert silent.asked == []
    assert again == first


def test_the_same_seed_leaves_the_same_record() -> None:
    def keys(seed: int) -> set[str]:
        store = MemoryStore()
        done = play(Frames(fill_frame(), {}), store, seed=seed)
        return {done.entry.key} if done.entry else set()

    assert keys(0) == keys(0) != keys(1)
