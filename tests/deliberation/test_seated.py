"""What seats may be, what they do and in which order, what of it is on record, and that nothing of it is lost."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest
from tests.acts.files import Reader
from tests.deliberation.files import FLOODS, LEAKS, MILL, mill_seats, sit
from tests.deliberation.table import Table, make_corpus
from tests.deliberation.test_ask import answer as ask
from tests.deliberation.test_ask import sit as sit_at_the_stall
from tests.deliberation.test_handwritten import ANSWERS
from tests.deliberation.test_handwritten import sit as sit_in_the_hut
from tests.sample import load_sample

import foam
from foam.argument.rows import Objection, Verdict
from foam.deliberation.answer.answer import NO_ANSWER, NOT_SETTLED, AnswerTree
from foam.deliberation.protocol import check_seats
from foam.errors import SettingError
from foam.evidence.corpus import ListedCorpus
from foam.job.job import RunResult
from foam.paper import compose, render
from foam.perspective.node import Perspective
from foam.perspective.policy import EpistemicPolicy
from foam.record.entry import PerspectiveInput
from foam.record.graph import find_lineage, require_entry
from foam.semantics.synthesis import synthesize

STEPS = ("read", "argue", "frame", "object", "reply", "evaluate", "tell")


@cache
def sit_at_the_mill() -> tuple[Table, RunResult[foam.Answer]]:
    """The mill's deliberation. No test changes it."""
    table = sit()
    return table, table.deliberate(table.spec(mill_seats(table), question=MILL.question))


def read_tree(answer: foam.Answer) -> AnswerTree:
    assert answer.tree is not None
    return answer.tree


def read_sums(answer: foam.Answer) -> dict[str, dict[str, float]]:
    """By seat: the weights of what speaks for each answer."""
    by_seat = read_tree(answer).by_seat
    assert by_seat is not None
    return {name: row.weighings[0].sums for row in by_seat.rows for name in row.perspectives}


# Who may sit, and what a seat asks of evidence


def test_a_belief_seats_nobody_where_rights_are_decided() -> None:
    table = Table(pack="benefits-appeal")
    one, *others = table.pack.perspectives
    believer = one.model_copy(update={"dimensions": {"human_nature": "cooperative"}})
    with pytest.raises(SettingError, match="human_nature"):
        table.deliberate(table.spec((believer, *others)))
    with pytest.raises(SettingError, match="human_nature"):
        check_seats((believer, *others), table.pack.limits)
    check_seats((one, *others), table.pack.limits)
    speaker, *debaters = load_sample("policy-debate").pack.perspectives
    held = {**speaker.dimensions, "human_nature": "cooperative"}
    check_seats((speaker.model_copy(update={"dimensions": held}), *debaters), load_sample("policy-debate").pack.limits)


def strict(seats: tuple[Perspective, ...], name: str) -> tuple[Perspective, ...]:
    """The seats, one of which asks for two independent sources."""
    policy = EpistemicPolicy(min_sources=2)
    return tuple(one.model_copy(update={"policy": policy}) if one.id == name else one for one in seats)


def test_a_seat_that_asks_for_two_independent_sources_gives_a_single_one_no_weight() -> None:
    table = sit()
    answer = table.deliberate(table.spec(strict(mill_seats(table), "warden"), question=MILL.question)).view
    before, after = read_sums(sit_at_the_mill()[1].view), read_sums(answer)
    assert before["warden"]["against"] > 0
    assert not any(after["warden"].values())
    assert {name: after[name] for name in ("guard", "teacher")} == {name: before[name] for name in ("guard", "teacher")}


def test_two_sources_are_enough_if_they_are_two() -> None:
    table = sit()
    answer = table.deliberate(table.spec(strict(mill_seats(table), "warden"), question=MILL.question)).view
    assert answer.table is not None
    frame = read_tree(answer).frame
    leaks = next(one for one in frame.leaves if one.says == LEAKS)
    for beside, is_short in (("01#s1", True), ("02#s0", False)):
        backed = leaks.model_copy(update={"at": (*leaks.at, beside)})
        leaves = tuple(backed if one.id == leaks.id else one for one in frame.leaves)
        seats = answer.table.list_seats(frame.model_copy(update={"leaves": leaves}))
        refused = {seat.perspective: leaks.id in seat.refused for seat in seats}
        assert refused == {"guard": False, "teacher": False, "warden": is_short}


# The record


def test_every_act_of_a_seat_names_it_as_it_was_declared_and_no_other_act_does() -> None:
    table, ran = sit_at_the_mill()
    declared = {one.id: one.declaration for one in mill_seats(table)}
    assert ran.view.table is not None
    assert {one.perspective.id: one.perspective.declaration for one in ran.view.table.seats} == declared
    for row in ran.view.acts:
        inputs = require_entry(table.store, row.entry).draft.inputs
        named = [one.perspective for one in inputs if isinstance(one, PerspectiveInput)]
        assert named == ([declared[row.seat]] if row.seat else []), row.act


def test_each_step_rests_on_all_before_it() -> None:
    table, ran = sit_at_the_mill()
    assert tuple(dict.fromkeys(row.act for row in ran.view.acts)) == STEPS
    for row in ran.view.acts:
        known = {*find_lineage(table.store, row.entry)}
        before = STEPS[: STEPS.index(row.act)]
        assert all(one.entry in known for one in ran.view.acts if one.act in before), row.act


@pytest.mark.parametrize("step", ["argue", "object", "reply"])
def test_seats_at_the_same_step_do_not_know_of_each_other(step: str) -> None:
    for table, ran in (sit_at_the_mill(), sit_in_the_hut()):
        entries = {row.entry for row in ran.view.acts if row.act == step}
        assert len(entries) > 1
        assert all(entries.isdisjoint(find_lineage(table.store, one)) for one in entries)


# What is said, and by whom it is examined


def test_points_stand_in_the_words_of_their_seats() -> None:
    _, ran = sit_in_the_hut()
    assert ran.view.table is not None
    written = "\n".join(path.read_text("utf-8") for path in ANSWERS.glob("*.toml"))
    page = " ".join(render(compose(ran.view), "text").split())
    for seated in ran.view.table.seats:
        assert seated.argued is not None
        assert seated.argued.points
        for point in seated.argued.points:
            assert point.says in written
            assert point.says.rstrip(".") in page
            assert point.says not in map(ran.view.quote, point.at), "a quotation is no point"


def test_every_fact_application_and_reason_is_judged_by_whoever_did_not_bring_it() -> None:
    for _, ran in (sit_at_the_mill(), sit_in_the_hut()):
        tree = read_tree(ran.view)
        judged = {one.leaf for one in tree.record.supports if one.by == "evaluator"}
        assert {one.id for one in tree.frame.leaves if one.kind in ("fact", "application")} <= judged
        reasons = {one.reason for one in tree.record.speaks if one.by == "evaluator"}
        assert {one.id for one in tree.frame.considerations} == reasons != set()


@pytest.mark.parametrize(("score", "is_material", "lead"), [(2, False, "Yes"), (8, True, "No")])
def test_an_objection_is_scored_on_each_criterion_and_stays_with_its_score(
    score: int, is_material: bool, lead: str
) -> None:
    table = sit_at_the_stall(Reader(objects={"clear": "false"}, score=float(score)), writes=True)
    view = ask(table).view
    record = read_tree(view).record
    (raised,) = record.objections
    (ended,) = [one for one in record.verdicts if one.exchange == raised.id]
    assert ended.scores == {one.id: score for one in table.pack.criteria}
    assert ended.is_material is is_material
    assert view.lead.startswith(lead)
    assert raised.point.rstrip(".") in " ".join(render(compose(view), "text").split())


# What is kept


def test_the_core_stands_and_is_accepted_on_each_side_and_disputed_by_nobody() -> None:
    for _, ran in (sit_at_the_mill(), sit_in_the_hut()):
        tree = read_tree(ran.view)
        assert ran.view.table is not None
        assert tree.synthesis is not None
        assert tree.synthesis.core
        ledgers = [one.ledger for one in ran.view.table.seats]
        sides = {one.option for one in ledgers}
        assert len(sides) > 1
        for leaf in tree.synthesis.core:
            assert tree.standing_by_leaf[leaf].counts_as is True
            assert {one.option for one in ledgers if leaf in one.accepts} == sides
            assert leaf not in {dispute.leaf for one in ledgers for dispute in one.disputes}


def test_no_choice_of_seats_loses_an_objection_that_was_not_met() -> None:
    _, ran = sit_at_the_mill()
    tree = read_tree(ran.view)
    assert ran.view.table is not None
    leaf = next(one for one in tree.frame.leaves if one.says == FLOODS)
    planted = Objection(id="planted", by="teacher", target=leaf.id, point="It was once.", if_it_holds="false")
    ended = Verdict(exchange="planted", target=leaf.id, scores={"relevance": 9}, met="no")
    record = tree.record.model_copy(
        update={"objections": (*tree.record.objections, planted), "verdicts": (*tree.record.verdicts, ended)}
    )
    seats = ran.view.table.list_seats(tree.frame)
    for count in range(1, len(seats) + 1):
        for some in combinations(seats, count):
            assert "planted" in synthesize(tree.view, some, tree.root, record).dissent


def test_what_holds_on_a_condition_names_it_and_what_is_contested_is_no_common_ground() -> None:
    for _, ran in (sit_at_the_mill(), sit_in_the_hut()):
        kept = read_tree(ran.view).synthesis
        assert kept is not None
        assert kept.conditional
        assert all(one.leaves or one.if_false or one.priorities for one in kept.conditional)
        assert set(kept.core).isdisjoint(kept.contested)
    unsettled = sit_at_the_mill()[1].view
    assert unsettled.option is None
    held = read_tree(unsettled).synthesis
    assert held is not None
    assert {one.what for one in held.conditional if one.priorities} == {"for", "against"}


def test_without_evidence_nobody_speaks_and_nothing_is_decided() -> None:
    table = sit()
    empty = (ListedCorpus([]), NOT_SETTLED), (make_corpus(("The baker of the town sells rye bread.",)), NO_ANSWER)
    for corpus, lead in empty:
        table.corpus = corpus
        ran = table.deliberate(table.spec(mill_seats(table), question=MILL.question))
        assert (ran.view.option, ran.view.lead, ran.view.tree, ran.asked) == (None, lead, None, 0)
