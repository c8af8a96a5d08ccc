"""A short answer where the stated rules of a pack give the tree: no model is needed, and none can claim more."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from tests.acts.files import fill_fit, fill_object, fill_read, graft, read_labels
from tests.acts.files import tell as tell_row
from tests.deliberation.table import Table
from tests.deliberation.test_ask import answer, tell
from tests.pack.test_rules import FILE, RULES, reword, without

from foam.acts.shown import AT_ONCE
from foam.argument.tree import Frame
from foam.deliberation.answer.answer import NOT_SETTLED, AnswerTree
from foam.deliberation.answer.ask import UNBORNE
from foam.deliberation.answer.stated import RulesCheck, check_rules, establish, state_root
from foam.errors import OutOfBounds
from foam.evidence.corpus import ListedCorpus
from foam.evidence.document import Document
from foam.job.job import replay_digests
from foam.job.waiting import complete
from foam.model.question import Write, Written
from foam.model.scripted import Call, Said, ScriptedModel
from foam.pack.binding import bind_rules
from foam.paper import compose, render
from foam.record.graph import require_entry

YES = "Yes. The denial should be reversed and support paid from 3 March 2025."
NO = "No. The denial should stand."
ROOT = RULES.roots[0].asks
LARGE_BONUS = {**FILE, "05": reword("05", "was 490 crowns", "was 1,490 crowns")}
FOUR_OF_490 = {
    **FILE,
    **{
        name: reword(name, f"Regular pay for the week was {pay} crowns", "Regular pay for the week was 490 crowns")
        for name, pay in (("02", 310), ("03", 295), ("04", 305), ("05", 310))
    },
}


def sit(documents: Mapping[str, Document] = FILE, model: ScriptedModel | None = None) -> Table:
    table = Table(model)
    table.corpus = ListedCorpus.of(documents.values())
    return table


def write(
    now: str = "true",
    told: str = "It is within the limit: {countable_is_at_most_limit}.",
    graft: Callable[[str], dict[str, Any]] = lambda at: fill_fit(),
    says: str = "holds",
) -> ScriptedModel:
    """A model that writes, and judges each condition that it is asked about so; `graft` is what it makes of the tree,
    given a sentence."""

    def script(call: Call) -> Said | None:
        question = call.question
        if not isinstance(question, Write):
            return None
        match question.template:
            case "acts/read":
                numbers = read_labels(question, "sources")
                rows = tuple({"document": n, "role": "record", "knows": "own_act"} for n in numbers)
                return Written(fields=fill_read(sources=rows))
            case "acts/fit":
                return Written(fields=graft(question.material[0].id))
            case "acts/object":
                return Written(fields=fill_object())
            case "acts/evaluate":
                (at,) = (one.id for one in question.material if "anniversary bonus of" in one.text and "#" in one.id)
                names = read_labels(question, "supports")
                supports = tuple({"leaf": name, "why": "", "says": says} for name in names)
                verdicts = tuple({"leaf": n, "why": "It says one-time.", "now": now, "at": (at,)} for n in names)
                return Written(fields={"supports": supports, "verdicts": verdicts})
            case "acts/tell":
                return Written(fields={"sentences": (tell_row(told, "countable_is_at_most_limit"),)})
            case "acts/mend":
                return OutOfBounds("it has nothing else to say", said="")
            case _:
                return None

    return ScriptedModel(script, writes=True)


def list_asked(model: ScriptedModel) -> list[str]:
    return [call.question.template for call in model.calls]


def test_the_rules_answer_without_any_request() -> None:
    ran = answer(sit(), "")
    view = ran.view
    assert (view.lead, view.option, ran.asked) == (YES, "for", 0)
    assert [row.act for row in view.acts] == ["stated rules"]
    first = " ".join(" ".join(tell(view).splitlines()[:24]).split())
    assert YES in first
    assert "1,049.20 (has to be at most 1,215)" in first


def test_the_root_s_own_question_is_answered_too_however_it_is_set() -> None:
    assert answer(sit(), f"  {ROOT.upper()} ").view.lead == YES


def test_four_stubs_of_490_turn_the_answer_and_the_comparison_that_fails_is_shown_as_it_is() -> None:
    view = answer(sit(FOUR_OF_490), "").view
    assert (view.lead, view.option) == (NO, "against")
    assert "1,685.60 (has to be at most 1,215)" in " ".join(tell(view).split())


@pytest.mark.parametrize("gone", ["02", "04", "05"])
def test_without_a_stub_that_decides_nothing_is_claimed_and_it_is_asked_for(gone: str) -> None:
    view = answer(sit(without(gone)), "").view
    assert (view.lead, view.option) == (NOT_SETTLED, None)
    text = tell(view)
    assert "3 of 4 found" in text[text.index("What is open") :].partition("What else")[0]
    assert YES not in text


def test_a_condition_on_which_the_answer_hangs_stays_open_without_a_model_that_writes() -> None:
    ran = answer(sit(LARGE_BONUS), "")
    assert (ran.view.lead, ran.asked) == (NOT_SETTLED, 0)
    assert ran.view.tree is not None
    assert {"once", "lump"} == set(ran.view.tree.outcome.hangs_on)
    assert "Nobody has judged it" in tell(ran.view)


@pytest.mark.parametrize(("now", "lead"), [("true", YES), ("false", NO), ("contested", NOT_SETTLED)])
def test_a_model_that_writes_judges_what_the_answer_hangs_on(now: str, lead: str) -> None:
    model = write(now)
    view = answer(sit(LARGE_BONUS, model), "").view
    assert view.lead == lead
    assert list_asked(model) == ["acts/read", "acts/fit", "acts/object", "acts/evaluate", "acts/tell"]
    asked = model.calls[3].question
    assert isinstance(asked, Write)
    assert set(read_labels(asked, "supports")) == {"once", "lump"}


def test_what_does_not_bear_is_not_put_to_anybody() -> None:
    model = write()
    view = answer(sit(model=model), "").view
    assert list_asked(model) == ["acts/read", "acts/fit", "acts/tell"]
    assert (view.lead, len(view.told)) == (YES, 1)
    assert "1,049.20 (has to be at most 1,215)" in view.told[0].text


def test_a_model_tells_no_figure_that_the_tree_does_not_have() -> None:
    model = write(told="The income is 987 crowns.")
    view = answer(sit(model=model), "").view
    assert (view.lead, view.told) == (YES, ())


HOST = RULES.roots[0].id


@pytest.mark.parametrize(
    ("says", "now", "lead"),
    [("holds", "true", YES), ("does not hold", "false", NO), ("beside the point", "open", YES)],
)
def test_a_fact_that_a_model_adds_counts_once_it_is_borne_out(says: str, now: str, lead: str) -> None:
    model = write(now, graft=lambda at: fill_fit(graft("lives", "She lives here.", at, under=HOST)), says=says)
    view = answer(sit(model=model), "").view
    assert view.lead == lead
    assert list_asked(model) == ["acts/read", "acts/fit", "acts/object", "acts/evaluate", "acts/tell"]
    assert view.tree is not None
    assert ("lives" in view.tree.frame.leaf_by_id) == (now != "open")
    assert ("Added to the stated rules: She lives here." in tell(view)) == (now != "open")
    assert (f"{UNBORNE}: She lives here." in view.cautions) == (now == "open")


def test_from_a_tree_that_a_model_declines_nothing_is_computed_and_the_page_says_why() -> None:
    why = "It is about another applicant."
    model = write(graft=lambda at: fill_fit(tree="does not fit", why=why, at=(at,)))
    view = answer(sit(model=model), "").view
    assert (view.option, view.tree) == (None, None)
    assert list_asked(model)[:3] == ["acts/read", "acts/fit", "acts/frame"]
    assert why in " ".join(tell(view).split())


def test_what_code_bound_is_said_to_be_bound_by_code() -> None:
    tree = answer(sit(), "").view.tree
    assert tree is not None
    because = {one.leaf: one.why for one in tree.record.supports}
    assert because["two"] == "the decision itself says so"
    assert because["four"] == "counted by code from their dates"
    assert because["weekly_pay"] == "code read it in these words"
    assert "lump" not in because


def test_the_tree_is_the_one_that_the_rules_give_alone() -> None:
    view = answer(sit(), "").view
    (alone,) = check_rules(RULES, FILE).answers
    assert (alone.lead, alone.tree) == (view.lead, view.tree)


def test_a_leaf_is_headed_by_the_words_that_people_have_for_it() -> None:
    text = tell(answer(sit(), "").view)
    assert "Section 31(a), the right to a hearing: holds" in text
    assert "(rule):" not in text


def test_another_question_is_framed_as_before() -> None:
    table = sit()
    ran = answer(table, "Should the notice state which payments it averaged?")
    kinds = {require_entry(table.store, key).draft.kind for key in table.store.members(ran.run)}
    assert "stated rules" not in kinds
    assert not (ran.view.tree and ran.view.tree.titles)


def test_a_library_in_which_no_rule_is_found_is_not_answered_by_them() -> None:
    table = sit()
    table.corpus = Table(pack="street-lamps").corpus
    view = answer(table, "").view
    assert not (view.tree and view.tree.titles)


@pytest.mark.parametrize("model", [None, write()], ids=["bounded", "writing"])
def test_a_replay_gives_the_same_answer_without_the_library(model: ScriptedModel | None) -> None:
    table = sit(LARGE_BONUS, model)
    ran = answer(table, "")
    assert complete(replay_digests(table.store, ran.run)) == {"answer": ran.view.digest}
    assert answer(table, "").asked == 0


CHECK = check_rules(RULES, FILE, title="rules")


def show(check: RulesCheck) -> str:
    return " ".join(render(compose(check), "text").split())


def grow(check: RulesCheck) -> AnswerTree:
    (one,) = check.answers
    assert one.tree is not None
    return one.tree


def test_each_part_unfolds_to_its_sentences_under_the_ids_by_which_an_input_is_given() -> None:
    tree, text = grow(CHECK), show(CHECK)
    (view,) = CHECK.answers
    for leaf in tree.frame.leaves_under(tree.root.id):
        assert f"{leaf.kind} {leaf.id}" in text
        for at in leaf.at:
            name, _, place = at.partition("#s")
            assert view.quote(at) == FILE[name].sentence(int(place))
            assert at in text


def test_the_nearest_figures_that_turn_a_comparison() -> None:
    nearest = {
        (name, one.input.at[0]): str(one.value) for name, every in grow(CHECK).bearing.nearest.items() for one in every
    }
    assert nearest["days_is_at_most_period", "09"] == "2025-06-17"
    assert nearest["countable_is_at_most_limit", "07#s1"] == "1049"


def test_where_something_is_missing_nothing_is_answered_and_it_is_asked_for() -> None:
    check = check_rules(RULES, without("04"))
    tree = grow(check)
    assert (tree.lead, tree.option) == (NOT_SETTLED, None)
    assert {"weekly_pay", "countable_is_at_most_limit"} <= set(tree.outcome.hangs_on)
    (wanted,) = (one.what for one in tree.lacks if one.leaf == "weekly_pay")
    assert wanted.rstrip(".") in show(check)


def test_a_tree_that_does_not_fit_the_file_claims_nothing() -> None:
    other = reword("07", "is a member of the household", "counts with the household")
    check = check_rules(RULES, {**FILE, "07": other})
    (fault,) = grow(check).faults
    assert fault.startswith("two: ")
    assert fault in show(check)
    assert (grow(check).lead, grow(check).option, grow(check).bearing.together) == (NOT_SETTLED, None, frozenset())


def test_with_the_pointers_of_two_stubs_exchanged_no_outcome_is_claimed() -> None:
    stated = state_root(bind_rules(RULES, FILE), FILE, RULES.roots[0].id, AT_ONCE)
    swapped = {"02#s3": "03#s3", "03#s3": "02#s3"}
    text = re.sub(r"0[23]#s3", lambda at: swapped[at[0]], stated.frame.model_dump_json())
    frame = Frame.model_validate_json(text)
    tree = stated.find_tree(frame, establish(frame))
    assert tree.outcome.option is None
    assert "02#s3" in " ".join(tree.faults)


def test_what_is_owed_stands_apart_from_what_decides() -> None:
    tree = grow(CHECK)
    (owed,) = tree.frame.beside
    assert owed.at == ("06#s4", "01#s3")
    assert owed.id not in tree.frame.find_under(tree.root.id)


def test_the_answer_comes_first_on_the_page() -> None:
    lines = [line for line in render(compose(CHECK), "text").splitlines() if line]
    (one,) = CHECK.answers
    assert one.question in lines[:4]
    assert one.lead in lines[:6]


@pytest.mark.parametrize(("protocol", "held", "speaks"), [("auto", "critic", False), ("assembly", "assembly", True)])
def test_where_rules_decide_one_critic_is_enough_and_nobody_mends_what_was_stated(
    protocol: str, held: str, speaks: bool
) -> None:
    model = write()
    table = sit(model=model)
    view = table.deliberate(table.spec(protocol=protocol, protocol_reason="tier routine")).view
    assert view.lead == YES
    assert view.table is not None
    assert view.table.protocol == held
    asked = list_asked(model)
    assert ("acts/argue" in asked) == speaks
    assert "acts/amend" not in asked
    if not speaks:
        assert len(asked) <= 6
        assert "Protocol: critic (tier routine; rules decide). Who speaks: no seat" in tell(view).replace("\n", " ")
