"""Challenges to the tree of an answer: right and wrong ones of each kind, and what each changes."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any

import pytest
from tests.acts.files import LETTER, fill_frame, leaf, reason
from tests.contest.stall import PLACE, RULED, WEIGHED, Square, Stall, write_paper

from foam.contest.challenge import Challenge, Ground
from foam.contest.given import Given
from foam.contest.kinds.does_not_follow import DoesNotFollow
from foam.contest.kinds.left_out import LeftOut
from foam.contest.kinds.miscounted import Miscounted
from foam.contest.kinds.not_so import NotSo
from foam.contest.kinds.rule_does_not_apply import RuleDoesNotApply
from foam.contest.kinds.weighs_otherwise import WeighsOtherwise
from foam.contest.leaves.version import AnswerVersion
from foam.errors import FoamError, InputError, NotFound
from foam.job.job import replay_digests
from foam.job.orders.contest import Step
from foam.record.runs import compare_replay

YES, NO = "Yes, it keeps its place.", "No, it loses its place."
BLOCKS = {"clear": ("false", PLACE)}
WIDTH = (
    Step(step="own", op="figure", value="2.8", at=("02#s1",)),
    Step(step="most", op="figure", value="3", at=("01#s1",)),
    Step(step="fits", op="<=", args=("own", "most")),
)
WIDER = Miscounted(steps=(Step(step="own", op="figure", value="3.4", at=("04#s1",)), *WIDTH[1:]))
MARKET = write_paper(
    "The market bulletin.",
    "The warden measured the fish stall at 3.4 metres on 4 May.",
    "Herring was cheap in the whole month of May.",
)


def square() -> Square:
    """The answer to the stall's question, with a record of its own: what one test asks, another asks anew."""
    return Square()


def weighed() -> Square:
    return Square(WEIGHED)


def stands(version: AnswerVersion, name: str) -> str:
    return version.tree.standing_by_leaf[name].stands


def sum_up(*steps: tuple[str, ...], last: str = "") -> Miscounted:
    """Figures by value and sentence, and their sum."""
    figures = [Step(step=f"f{n}", op="figure", value=value, at=(at,)) for n, (value, at) in enumerate(steps)]
    args = tuple(one.step for one in figures)
    return Miscounted(steps=(*figures, Step(step="sum", op="sum", args=args, value=last)))


def test_a_sentence_that_says_otherwise_turns_the_fact_and_the_answer() -> None:
    stall = Stall(says={"clear": "does not hold"}, now=BLOCKS)
    ran = square().hear("clear", NotSo(at=(PLACE,)), stall=stall)
    assert ran.view.outcome.disposition == "sustained"
    assert (ran.view.before.answer.lead, ran.view.after.answer.lead) == (YES, NO)
    assert stands(ran.view.after, "clear") == "false"
    assert PLACE in ran.view.after.tree.frame.leaf_by_id["clear"].against
    assert {row.part for row in ran.view.redline} == {"answer", "clear", "order"}


def test_one_leaf_is_asked_about_and_what_is_told_of_it_is_told_again() -> None:
    stall = Stall(says={"clear": "does not hold"}, now=BLOCKS)
    ran = square().hear("clear", NotSo(at=(PLACE,)), stall=stall, because="The note says so.")
    assert [one.template for one in stall.asked] == ["acts/evaluate", "acts/tell"]
    assert "The note says so." in stall.asked[0].prompt
    assert ran.view.outcome.locality.asked == 2
    kept = {one.leaf for one in ran.view.after.tree.record.supports if one in ran.view.before.tree.record.supports}
    assert kept == {"width", "narrow", "order"}


def test_an_evaluator_who_finds_it_so_all_the_same_changes_nothing() -> None:
    stall = Stall(now={"clear": ("true", "02#s2")})
    ran = square().hear("clear", NotSo(at=(PLACE,)), stall=stall, because="The warden is always right.")
    assert (ran.view.outcome.disposition, ran.view.outcome.revised, ran.view.redline) == ("rejected", False, ())
    assert ran.view.after is ran.view.before


def test_what_the_answer_says_already_is_asked_of_nobody() -> None:
    here = square()
    gone = here.hear("clear", NotSo(at=(PLACE,)), stall=Stall(says={"clear": "does not hold"}, now=BLOCKS))
    again = here.hear("clear", NotSo(at=(PLACE,)), of=gone.run)
    assert (again.view.outcome.disposition, again.asked) == ("already so", 0)
    assert again.view.after.answer.lead == NO


def test_a_document_that_is_brought_is_read_beside_the_file() -> None:
    stall = Stall(says={"width": "does not hold"}, now={"width": ("false", "04#s1")})
    ran = square().hear("width", NotSo(), stall=stall, brought=(MARKET,))
    assert ran.view.outcome.disposition == "sustained"
    assert ran.view.after.tree.frame.leaf_by_id["width"].against == ("04#s1",), "of the paper, what says so"
    assert "measured the fish stall at 3.4 metres" in stall.asked[0].prompt
    assert stands(ran.view.after, "narrow") == "open", "its figure stood in the fact that fell"


def test_a_challenge_to_what_is_made_of_a_fact_leaves_the_fact() -> None:
    ran = square().hear("order", RuleDoesNotApply(), stall=Stall(says={"order": "beside the point"}))
    assert ran.view.outcome.disposition == "sustained"
    assert (stands(ran.view.after, "order"), stands(ran.view.after, "clear")) == ("open", "true")
    assert ran.view.after.answer.option is None


def test_a_rule_that_is_no_longer_so_falls_with_what_it_was_applied_to() -> None:
    stall = Stall(says={"doors": "does not hold"}, now={"doors": ("false", "04#s1")})
    ran = square().hear("doors", NotSo(), stall=stall, brought=(write_paper("News.", "The rule on doors was struck."),))
    assert ran.view.outcome.disposition == "sustained"
    assert (stands(ran.view.after, "doors"), stands(ran.view.after, "order")) == ("false", "false")
    assert stands(ran.view.after, "limit") == "true"


def test_an_application_that_holds_stays() -> None:
    ran = square().hear("order", RuleDoesNotApply(), because="I do not like this rule.")
    assert (ran.view.outcome.disposition, ran.view.outcome.revised) == ("rejected", False)
    assert ran.view.outcome.locality.asked == 1


def test_another_figure_counts_where_it_is_the_one_that_is_meant() -> None:
    ran = square().hear("narrow", WIDER, brought=(MARKET,))
    assert ran.view.outcome.disposition == "sustained"
    assert (stands(ran.view.before, "narrow"), stands(ran.view.after, "narrow")) == ("true", "false")
    assert (ran.view.before.answer.lead, ran.view.after.answer.lead) == (YES, NO)
    assert stands(ran.view.after, "width") == "true"


def test_another_figure_is_told_anew_though_the_comparison_holds_as_before() -> None:
    paper, stall = write_paper("Bulletin.", "The stall was 2.6 metres wide in June and July."), Stall()
    steps = (Step(step="own", op="figure", value="2.6", at=("04#s1",)), *WIDTH[1:])
    ran = square().hear("narrow", Miscounted(steps=steps), stall=stall, brought=(paper,))
    assert (stands(ran.view.before, "narrow"), stands(ran.view.after, "narrow")) == ("true", "true")
    assert [one.template for one in stall.asked] == ["acts/evaluate", "acts/tell"]
    assert ran.view.after.answer.lead == YES


@pytest.mark.parametrize(
    ("says", "ended"),
    [("does not hold", "rejected"), ("beside the point", "rejected"), ("holds in part", "for a person")],
)
def test_a_figure_that_is_not_meant_changes_nothing(says: str, ended: str) -> None:
    ran = square().hear("narrow", WIDER, brought=(MARKET,), stall=Stall(says={"narrow": says}), because=says)
    assert (ran.view.outcome.disposition, ran.view.outcome.revised) == (ended, False)


@pytest.mark.parametrize(
    ("ground", "ended"),
    [
        (Miscounted(steps=WIDTH), "already so"),
        (Miscounted(steps=WIDTH[:1]), "already so"),
        (sum_up(("2.8", "02#s1"), last="3.4"), "rejected"),
        (sum_up(("2.8", "02#s1"), last="2.8"), "already so"),
        (sum_up(("2.8", "02#s1"), ("3", "01#s1"), last="7"), "rejected"),
    ],
    ids=["the same steps", "the same number", "another result of the same", "the same result", "a wrong sum"],
)
def test_what_steps_come_to_is_worked_out_by_code_alone(ground: Miscounted, ended: str) -> None:
    stall = Stall()
    ran = square().hear("narrow", ground, stall=stall)
    assert (ran.view.outcome.disposition, ran.asked, stall.asked) == (ended, 0, [])


def test_no_arithmetic_is_read_in_the_words_of_a_challenger() -> None:
    ran = square().hear("narrow", WIDER, brought=(MARKET,), because="2 + 2 = 5, so it is 5 metres wide.")
    assert ran.view.outcome.disposition == "sustained"


def test_what_a_claimed_result_may_be_rounded_from_is_no_slip() -> None:
    third = Step(step="third", op="div", args=("a", "b"), value="0.93")
    steps = (
        Step(step="a", op="figure", value="2.8", at=("02#s1",)),
        Step(step="b", op="figure", value="3", at=("01#s1",)),
        third,
    )
    ran = square().hear("narrow", Miscounted(steps=steps), stall=Stall(says={"narrow": "beside the point"}))
    assert ran.view.outcome.locality.asked == 1
    with_slip = (*steps[:2], third.model_copy(update={"value": "0.95"}))
    assert (
        square().hear("narrow", Miscounted(steps=with_slip)).view.outcome.reasons[0].text.endswith("and not to 0.95.")
    )


def test_a_sentence_that_was_left_out_settles_an_open_leaf() -> None:
    unshown = fill_frame(leaves=(*RULED["leaves"][:4], leaf("clear", "fact", "It stands clear."), RULED["leaves"][5]))
    open_square = Square({**RULED, "leaves": unshown["leaves"]})
    assert open_square.version.answer.option is None
    stall = Stall(now={"clear": ("true", "02#s2"), "order": ("true", "02#s2")})
    ran = open_square.hear("clear", LeftOut(at=("02#s2",)), stall=stall)
    assert ran.view.outcome.disposition == "sustained"
    assert stands(ran.view.after, "clear") == "true"
    beside = Stall(says={"clear": "beside the point"})
    off = open_square.hear("clear", LeftOut(at=("03#s1",)), stall=beside)
    assert (off.view.outcome.disposition, stands(off.view.after, "clear")) == ("rejected", "open")


MEASURED = {"leaves": (leaf("measured", "fact", "The stall was measured by the warden.", "03#s1"),)}


def test_a_branch_that_is_missing_is_framed_alone_and_counts_once_it_is_judged() -> None:
    stall = Stall(graft=MEASURED)
    ran = square().hear("keeps", LeftOut(at=("03#s1",)), stall=stall, because="The warden measured it.")
    assert [one.template for one in stall.asked] == ["acts/graft", "acts/evaluate"]
    assert ran.view.outcome.disposition == "sustained"
    assert "measured" in ran.view.after.tree.frame.node_by_id["keeps"].of
    assert set(ran.view.outcome.locality.changed) == {"measured"}
    assert ran.view.after.answer.lead == YES


@pytest.mark.parametrize(
    ("stall", "asked"),
    [(Stall(), 1), (Stall(graft=MEASURED, says={"measured": "beside the point"}), 2)],
    ids=["no place for it", "it shows nothing"],
)
def test_a_branch_that_nobody_finds_or_bears_out_is_not_grafted(stall: Stall, asked: int) -> None:
    ran = square().hear(
        "keeps",
        LeftOut(at=("03#s1",)),
        stall=stall,
        because="No place was found." if asked == 1 else "What it says is nothing.",
    )
    assert (ran.view.outcome.disposition, ran.view.outcome.locality.asked) == ("rejected", asked)
    assert "measured" not in ran.view.after.tree.frame.leaf_by_id


def test_a_branch_out_of_form_is_asked_for_again_and_then_left_to_a_person() -> None:
    wrong: dict[str, Any] = {"leaves": (leaf("clear", "fact", "The stall was measured.", "03#s1"),)}
    ran = square().hear("keeps", LeftOut(at=("03#s1",)), stall=Stall(graft=wrong), because="A name twice.")
    assert (ran.view.outcome.disposition, ran.view.outcome.revised) == ("for a person", False)


def test_a_paper_is_not_taken_for_a_rule_because_a_challenger_brings_it() -> None:
    paper = write_paper("Rules of mine.", "No stall may sell fish on the square.")
    graft = {"leaves": (leaf("fish", "rule", "No stall sells fish.", "04#s1"), *MEASURED["leaves"])}
    ran = square().hear("keeps", LeftOut(), stall=Stall(graft=graft), brought=(paper,))
    assert (ran.view.outcome.disposition, ran.view.outcome.revised) == ("for a person", False)


def test_what_the_tree_has_is_not_left_out() -> None:
    ran = square().hear("keeps", LeftOut(at=("02#s1",)))
    assert (ran.view.outcome.disposition, ran.asked) == ("already so", 0)


def test_a_reason_that_is_missing_is_put_beside_the_others() -> None:
    graft = {"considerations": (reason("against", "It was measured, which a stall in order is not.", "03#s1"),)}
    ran = weighed().hear("question", LeftOut(at=("03#s1",)), stall=Stall(graft=graft))
    assert ran.view.outcome.disposition == "sustained"
    new = [one for one in ran.view.after.tree.frame.considerations if one.id not in ("reason1", "reason2")]
    assert [(one.id, one.option, one.at) for one in new] == [("reason3", "against", ("03#s1",))]
    assert ran.view.after.answer.option is None


def test_a_reason_falls_with_its_ground_or_with_its_step_alone() -> None:
    denied = Stall(says={"ground1": "does not hold"}, now={"ground1": ("false", PLACE)})
    fact = weighed().hear("reason1", NotSo(at=(PLACE,)), stall=denied)
    assert (fact.view.outcome.disposition, stands(fact.view.after, "ground1")) == ("sustained", "false")
    step = weighed().hear("reason1", DoesNotFollow(), stall=Stall(says={"reason1_follows": "does not hold"}))
    assert step.view.outcome.disposition == "sustained"
    assert (stands(step.view.after, "ground1"), stands(step.view.after, "reason1_follows")) == ("true", "false")
    kept = weighed().hear("reason1", DoesNotFollow(), because="I would not say so.")
    assert (kept.view.outcome.disposition, kept.view.outcome.revised) == ("rejected", False)


@pytest.mark.parametrize(
    ("name", "ground", "why"),
    [
        ("reason1", WeighsOtherwise(), "nobody weighs"),
        ("question", WeighsOtherwise(), "nobody weighs"),
        ("ground1", NotSo(), "nothing is named"),
        ("question", LeftOut(), "nothing is named"),
        ("ground1", DoesNotFollow(), "does not fit"),
        ("ground9", NotSo(at=(PLACE,)), "no part"),
    ],
)
def test_what_cannot_be_heard_is_refused_with_what_can(name: str, ground: Ground, why: str) -> None:
    with pytest.raises(FoamError, match=why) as refused:
        weighed().hear(name, ground)
    assert refused.value.hint


@pytest.mark.parametrize(
    ("steps", "why"),
    [
        ((Step(step="own", op="figure", value="3.4", at=("02#s1",)),), "3.4 does not stand in 02#s1"),
        ((Step(step="own", op="sum", args=("a",)),), "no step 'a'"),
        ((Step(step="own", op="guess", args=("a", "b")),), "no operation 'guess'"),
        ((Step(step="own", op="figure", value="3.4"),), "no sentence is named"),
    ],
)
def test_steps_out_of_form_are_refused(steps: tuple[Step, ...], why: str) -> None:
    with pytest.raises(InputError, match=why):
        square().hear("narrow", Miscounted(steps=steps))


def test_a_sentence_that_is_nowhere_is_not_found() -> None:
    with pytest.raises(NotFound):
        square().hear("clear", NotSo(at=("d:ffffffff#s1",)))


def test_without_a_model_that_reads_a_person_decides_with_the_sentences_beside() -> None:
    ran = square().hear("clear", NotSo(at=(PLACE,)), writes=False)
    assert (ran.view.outcome.disposition, ran.asked, ran.view.outcome.revised) == ("for a person", 0, False)
    assert any(LETTER[2] in one for one in ran.view.outcome.look_at)
    assert any("It blocks the door of the bakery." in one for one in ran.view.outcome.look_at)


@pytest.mark.parametrize(("move", "ended", "stood"), [("concede", "sustained", "false"), ("rebut", "rejected", "true")])
def test_a_person_may_settle_it(move: Any, ended: str, stood: str) -> None:
    given = Given(move=move, by="Bo", because="I was there.")
    ran = square().hear("clear", NotSo(at=(PLACE,)), answer=given, writes=False)
    assert (ran.view.outcome.disposition, stands(ran.view.after, "clear")) == (ended, stood)
    assert "I was there." in ran.view.outcome.reasons[0].text


@pytest.mark.parametrize(
    "given", [Given(move="swap", by="Bo", because="Why."), Given(move="concede", by=" ", because="Why.")]
)
def test_an_answer_has_an_author_and_takes_the_leaf_as_it_is(given: Given) -> None:
    with pytest.raises(InputError):
        square().hear("clear", NotSo(at=(PLACE,)), answer=given)


def test_a_challenge_is_replayed_to_the_byte_and_versions_follow_each_other() -> None:
    here = square()
    first = here.hear("clear", NotSo(at=(PLACE,)), stall=Stall(says={"clear": "does not hold"}, now=BLOCKS))
    second = here.hear("width", NotSo(at=("03#s1",)), of=first.run, stall=Stall(says={"width": "holds in part"}))
    store = here.table.store
    for ran in (first, second):
        assert compare_replay(store, ran.run, asyncio.run(replay_digests(store, ran.run))).ok
    assert (stands(second.view.after, "clear"), stands(second.view.after, "width")) == ("false", "contested")
    assert second.view.after.run == second.run


def test_what_was_left_out_is_looked_for_in_the_library() -> None:
    here, stall = square(), Stall(says={"clear": "does not hold"}, now=BLOCKS)
    ran = here.hear("clear", LeftOut(), stall=stall, because="Nobody looked whether the stall is in the way.")
    assert ran.view.outcome.disposition == "sustained"
    asked = next(one.text for one in stall.asked[0].material if one.id == "clear")
    assert "It blocks the door of the bakery." in asked
    assert "The fish stall was measured on 4 May." in asked
    held = ran.view.after.tree.frame.leaf_by_id["clear"]
    assert {*held.at, *held.against} == {"02#s2", PLACE}, "of what was found, what says so"
    assert (stands(ran.view.after, "clear"), ran.view.after.answer.lead) == ("false", NO)
    assert compare_replay(here.table.store, ran.run, asyncio.run(replay_digests(here.table.store, ran.run))).ok


def test_what_was_found_and_changes_nothing_is_not_put_into_the_tree() -> None:
    ran = square().hear("clear", LeftOut(), because="Nobody looked at all.")
    assert (ran.view.outcome.disposition, ran.view.after is ran.view.before) == ("rejected", True)


def test_where_nobody_reads_what_was_found_is_beside_for_a_person_who_may_say_that_it_is_right() -> None:
    here = square()
    ran = here.hear("clear", LeftOut(), writes=False, because="Nobody looked there.")
    assert (ran.view.outcome.disposition, ran.asked) == ("for a person", 0)
    assert any("It blocks the door of the bakery." in one for one in ran.view.outcome.look_at)
    given = Given(move="concede", by="Warden", because="The note says so.")
    told = here.hear("clear", LeftOut(), writes=False, because="Nobody looked there.", answer=given)
    assert (told.view.outcome.disposition, stands(told.view.after, "clear")) == ("sustained", "false")


def test_what_was_left_out_of_a_reason_is_looked_for_too() -> None:
    here = weighed()
    name = next(one.id for one in here.version.tree.frame.considerations if one.says == "It is narrow.")
    step = f"{name}_holds"
    stall = Stall(says={step: "does not hold"}, now={step: ("false", PLACE)})
    ran = here.hear(name, LeftOut(), stall=stall, because="A stall in front of a door is in the way.")
    assert ran.view.outcome.disposition == "sustained"
    assert "It blocks the door of the bakery." in next(one.text for one in stall.asked[0].material if one.id == step)
    assert ran.view.after.tree.frame.leaf_by_id[step].against == (PLACE,)
    shown = here.preview(Challenge(node=name, ground=LeftOut(), because="And the rest?"))
    assert shown.counter_evidence


@pytest.mark.parametrize(
    ("name", "ground", "acts"),
    [
        ("clear", NotSo(at=(PLACE,)), ["evaluate", "tell"]),
        ("order", RuleDoesNotApply(), ["evaluate", "tell"]),
        ("keeps", LeftOut(at=("03#s1",)), ["graft", "evaluate", "tell"]),
        ("keeps", LeftOut(at=("02#s1",)), []),
        ("narrow", Miscounted(steps=WIDTH), []),
    ],
)
def test_a_dry_run_says_how_many_requests_it_takes(name: str, ground: Ground, acts: list[str]) -> None:
    challenge = Challenge(node=name, ground=ground, because="So it is.")
    shown = square().preview(challenge)
    assert [one.what for one in shown.would_ask] == acts
    assert shown.questions_at_most == 2 * len(acts) <= 6
    assert shown.settled_by == ("judge" if acts else "code")
    assert ("answer" in {one.part for one in shown.could_change}) == bool(acts)


LATER = write_paper(LETTER[0], "My stall is 3.4 metres wide.", title=LETTER[0])
WIDE = "02#s1"


@cache
def titled() -> Square:
    """The same over papers that have titles, so that another can be an edition of one."""
    return Square(titled=True)


def test_a_correction_takes_the_place_of_what_it_corrects_and_the_sum_comes_out_otherwise() -> None:
    stall = Stall()
    ran = titled().hear(WIDE, NotSo(), stall=stall, brought=(LATER,), because="I measured again.")
    assert ran.view.outcome.disposition == "sustained"
    assert (stands(ran.view.after, "width"), stands(ran.view.after, "narrow")) == ("true", "false")
    assert (ran.view.before.answer.lead, ran.view.after.answer.lead) == (YES, NO)
    assert ran.view.after.tree.frame.leaf_by_id["width"].at == ("04#s1",)
    assert WIDE not in ran.view.after.tree.frame.sentences
    assert WIDE in ran.view.after.tree.record.struck
    assert "acts/evaluate" in [one.template for one in stall.asked]
    with pytest.raises(InputError, match="struck"):
        titled().hear("04#s1", NotSo(at=(WIDE,)), of=ran.run, because="It was as it was.")
    again = titled().hear("04#s1", NotSo(at=(PLACE,)), of=ran.run, because="It was as it was.")
    assert (again.view.outcome.disposition, stands(again.view.after, "width")) == ("rejected", "true")


def test_where_nobody_reads_a_correction_is_for_a_person_with_its_sentence_beside_it() -> None:
    ran = titled().hear(WIDE, NotSo(), writes=False, brought=(LATER,), because="Nobody is there.")
    assert (ran.view.outcome.disposition, ran.asked) == ("for a person", 0)
    assert ran.view.after is ran.view.before
    assert ran.view.outcome.look_at


def test_another_paper_of_another_title_corrects_nothing_and_is_judged() -> None:
    paper = write_paper("Bulletin.", "My stall is 3.4 metres wide.")
    ran = square().hear(WIDE, NotSo(), brought=(paper,), because="Somebody else says so.")
    assert (ran.view.outcome.disposition, stands(ran.view.after, "width")) == ("rejected", "true")
    fell = square().hear(
        "02", NotSo(), brought=(paper,), stall=Stall(says={"width": "does not hold"}), because="A forged letter."
    )
    assert (fell.view.outcome.disposition, stands(fell.view.after, "width")) == ("sustained", "false")


def test_a_person_may_strike_a_document_and_what_rests_on_it_opens() -> None:
    given = Given(move="concede", by="Bo", because="It was withdrawn.")
    ran = square().hear("02", NotSo(at=(PLACE,)), answer=given, writes=False, because="It was taken back.")
    assert ran.view.outcome.disposition == "sustained"
    assert {stands(ran.view.after, name) for name in ("width", "clear")} == {"open"}
    assert "02" in ran.view.after.tree.record.struck
