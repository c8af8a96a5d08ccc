"""Predicates, circles, contradictions and suspects."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.debate.denials import AT_HAND, DENIED, KEPT_BACK, Pair
from tests.debate.planted import FIRST, SECOND, THIRD, Case
from tests.debate.stage import Stage

from foam.debate.logic.agent import Analysis, HeardArgument, analyse_reasoning, criticise_reasoning, make_chain
from foam.debate.logic.atom import Atom, agree
from foam.debate.logic.denial import deny
from foam.debate.logic.flaw import KINDS, FlawKind, Loophole, find_loopholes, find_suspects
from foam.debate.logic.predicate import parse_predicate
from foam.debate.logic.reader import read_predicates
from foam.debate.speech.wording import write_rebuttal
from foam.job.clerk import Clerk
from foam.model.question import Choose, Chosen, Write, Written
from foam.model.scripted import Call, Said, ScriptedModel
from foam.record.clock import utc_now
from foam.record.runs import open_run

CHECKABLE = ("circularity", "contradiction")


def found_in(case: Case) -> set[str]:
    return {flaw.kind for flaw in find_loopholes(read_predicates(case.text, 0))}


def precision_and_recall(cases: Sequence[Case]) -> tuple[float, float]:
    """Of the checkable kinds: the share of findings that were planted, and of planted ones that were found."""
    found = [(case.flaw, kind) for case in cases for kind in found_in(case)]
    right = sum(planted == kind for planted, kind in found)
    planted = sum(case.flaw in CHECKABLE for case in cases)
    return right / len(found), right / planted


def test_planted_circles_and_contradictions_are_found_by_code() -> None:
    assert len(FIRST) == 40
    precision, recall = precision_and_recall(FIRST)
    assert precision >= 0.9
    assert recall >= 0.9


def test_on_texts_that_nothing_was_changed_for_it_finds_most_and_invents_nothing() -> None:
    precision, recall = precision_and_recall(THIRD)
    assert precision == 1.0
    assert recall >= 0.7


@pytest.mark.parametrize("cases", [FIRST, SECOND, THIRD])
def test_a_text_without_a_dichotomy_is_not_suspected_of_one(cases: Sequence[Case]) -> None:
    for case in cases:
        suspected = bool(find_suspects(read_predicates(case.text, 0), "false dichotomy"))
        assert not suspected or case.flaw == "false dichotomy", case.text


def test_most_planted_dichotomies_are_suspected() -> None:
    planted = [case for case in (*FIRST, *THIRD) if case.flaw == "false dichotomy"]
    suspected = [case for case in planted if find_suspects(read_predicates(case.text, 0), "false dichotomy")]
    assert len(suspected) >= 0.8 * len(planted)


def count_denials(pairs: Sequence[Pair]) -> tuple[int, list[str]]:
    """How many pairs that contradict each other are found, and which are told that do not."""
    told = [one for one in pairs if find_loopholes(read_predicates(one.text, 0))]
    return sum(one.kind == DENIED for one in told), [one.text for one in told if one.kind != DENIED]


@pytest.mark.parametrize("pairs", [AT_HAND, KEPT_BACK])
def test_what_is_told_as_proved_is_a_contradiction(pairs: Sequence[Pair]) -> None:
    assert sum(one.kind == DENIED for one in pairs) == 18
    assert len(pairs) >= 18 + 50
    found, wrong = count_denials(pairs)
    assert wrong == []
    assert found >= 16


def test_a_conclusion_does_not_contradict_the_sentence_that_it_rests_on() -> None:
    text = (
        "None that we cited; the spending figures are Greece's alone. "
        "So take the answer as one about states in that position: without boom surpluses, and without willing lenders."
    )
    assert find_loopholes(read_predicates(text, 0)) == ()


def test_who_trusts_whom_makes_no_circle() -> None:
    assert find_loopholes(read_predicates("He does not trust his crew because his crew does not trust him.", 0)) == ()


def test_what_somebody_has_to_prove_is_not_said() -> None:
    text = "Our opponent has to prove that the tools were not used. We know that the tools were used."
    assert find_loopholes(read_predicates(text, 0)) == ()


def test_what_a_model_made_of_a_speech_proves_no_contradiction() -> None:
    flaws, _ = analysed({"predicates": "claims(the dam is safe)\nclaims(the dam is not safe)"}, "The dam stands.")
    assert [flaw.kind for flaw in flaws if flaw.by == "code"] == []


def test_a_contradiction_is_found_across_turns() -> None:
    said = (
        *read_predicates("The plan is cheap for towns.", 0),
        *read_predicates("The plan is expensive for towns.", 3),
    )
    (flaw,) = find_loopholes(said)
    assert (flaw.kind, flaw.turns) == ("contradiction", (0, 3))


def test_what_others_are_reported_to_say_is_not_held_against_the_speaker() -> None:
    text = "Our opponents claim that the dam is safe for the valley. The dam is dangerous for the valley."
    assert find_loopholes(read_predicates(text, 0)) == ()


def test_what_is_said_of_some_is_not_denied_of_others() -> None:
    assert find_loopholes(read_predicates("Some pupils may be rich, some pupils may not be rich.", 0)) == ()


def test_a_causal_spiral_is_no_circle() -> None:
    assert find_loopholes(read_predicates("Debt leads to panic. Panic leads to debt.", 0)) == ()


@pytest.mark.parametrize(
    "line",
    [
        "claims(buses are free)",
        "because(the plan works, people ride)",
        "causes(rain, floods)",
        "either(growth, decline)",
        "every(nobody pays)",
        "contrasts(town, country)",
        "measures(riders, 40 percent)",
    ],
)
def test_a_predicate_is_read_from_its_line(line: str) -> None:
    parsed = parse_predicate(f" - {line}. ")
    assert parsed is not None
    assert parsed.type == line.split("(")[0]
    assert parse_predicate(line) == parsed


@pytest.mark.parametrize(
    "line", ["", "x", "because(a)", "eats(a, b)", "claims()", "claims(   )", "because(a, )", "f(" * 99]
)
def test_what_is_no_predicate_is_none(line: str) -> None:
    assert parse_predicate(line) is None


@given(st.text(max_size=300))
def test_any_text_can_be_read(text: str) -> None:
    stated = read_predicates(text, 0)
    find_loopholes(stated)
    assert all(one.turn == 0 for one in stated)


@given(st.lists(st.sampled_from(("the", "plan", "is", "not", "cheap", "for", "towns", "it", "never")), max_size=8))
def test_agreeing_is_symmetric_and_excludes_denying(words: list[str]) -> None:
    one, other = Atom(text=" ".join(words)), Atom(text="the plan is cheap for towns")
    assert agree(one, other) == agree(other, one)
    assert deny(one, other) == deny(other, one)
    assert not (agree(one, other) and deny(one, other))


def test_the_chain_takes_no_side_and_tells_each_step_once() -> None:
    text = "Taxes are fair because all pay. Taxes are fair because all pay."
    chain = make_chain(read_predicates(text, 0))
    assert chain.count("the reason given") == 1
    assert make_chain(read_predicates(text, 1)) == chain, "whichever side said it"


def analysed(script: dict[str, str], text: str, *, sourced: tuple[str, ...] = ()) -> tuple[tuple[Loophole, ...], int]:
    def says(call: Call) -> Said | None:
        match call.question:
            case Write(template="debate/predicates"):
                return Written(fields={"predicates": script["predicates"]})
            case Choose(template="debate/flaw") as question:
                return Chosen(ids=tuple(option.id for option in question.options))
            case _:
                return None

    stage = Stage(ScriptedModel(says))
    run = open_run(stage.store, "test", {}, clock=utc_now)
    clerk = Clerk(stage.store, stage.models, run=run)
    entry = clerk.compute("spoken", lambda: text, rule="test")
    heard = [HeardArgument(text, entry.key, sourced)]
    found = asyncio.run(analyse_reasoning(clerk, stage.pack.prompts, heard))
    return found.loopholes, found.unread


def test_a_models_predicates_count_and_its_prose_is_counted_as_unread() -> None:
    lines = "because(the bus is good, it is full)\nbecause(the bus is full, it is good)\nI would say so."
    flaws, unread = analysed({"predicates": lines}, "Buses.")
    assert [flaw.kind for flaw in flaws] == ["circularity"]
    assert unread == 1


def test_suspects_are_flaws_only_when_the_model_says_so_and_quotations_have_a_ground() -> None:
    text = "Either we build or we perish. The harbour silts up quickly."
    kinds = {flaw.kind for flaw in analysed({"predicates": "none"}, text)[0]}
    assert kinds == {"false dichotomy", "unsupported assumption"}
    quoted = analysed(
        {"predicates": "none"}, text, sourced=("The harbour silts up quickly.", text.split(". ")[0] + ".")
    )
    assert {flaw.kind for flaw in quoted[0]} == {"false dichotomy"}


def test_a_frame_that_denies_stays_with_what_it_denies() -> None:
    (kept,) = read_predicates("Neither shows that alarms prevent fires.", 0)
    assert "Neither" in str(kept.predicate)
    (stripped,) = read_predicates("The survey shows that alarms prevent fires.", 0)
    assert "survey" not in str(stripped.predicate)


def test_a_sentence_that_is_read_twice_does_not_contradict_itself() -> None:
    assert find_loopholes(read_predicates("None, and I will not pretend otherwise.", 0)) == ()


def test_every_kind_of_flaw_has_a_meaning_and_a_rebuttal() -> None:
    assert set(KINDS) == set(get_args(FlawKind))
    for kind in get_args(FlawKind):
        assert "so it is" in write_rebuttal(Loophole(kind=kind, quotes=("so it is",), turns=(0,), by="code"))


ORCHESTRA = (
    "The rules of the house are what holds an orchestra together. Players who question the conductor will only bring "
    "disorder. Obedience keeps the time, and nobody tears up the rules over two bad evenings."
)
"""A conservative's speech in the manner of the case study: whoever questions brings disorder, nothing between."""


def criticise(said: dict[str, Any], *heard: str) -> Analysis:
    def says(call: Call) -> Said | None:
        return Written(fields={"flaws": (said,)}) if call.question.template == "debate/flaws" else None

    stage = Stage(ScriptedModel(says, writes=True))
    arguments = tuple(HeardArgument(text, "") for text in heard)

    async def ask() -> Analysis:
        run = open_run(stage.store, "test", {}, clock=utc_now)
        clerk = Clerk(stage.store, stage.models, run=run)
        entry = clerk.compute("spoken", lambda: heard[-1], rule="assembly")
        last = arguments[-1]._replace(entry=entry.key)
        return await criticise_reasoning(clerk, stage.pack.prompts, last, arguments)

    return asyncio.run(ask())


def test_one_way_that_leaves_no_third_is_named_by_a_strong_model_and_suspected_by_code() -> None:
    why = "Between silence and disorder lies a question that is answered."
    named = criticise({"kind": "false dichotomy", "sentences": ("f2",), "reason": why}, ORCHESTRA)
    (flaw,) = named.loopholes
    assert (flaw.kind, flaw.standing, flaw.sentences) == ("false dichotomy", "model named", ("f2",))
    assert "question the conductor" in flaw.quotes[0]
    (suspect,) = find_suspects(read_predicates(ORCHESTRA, 0), "false dichotomy")
    assert suspect.sentence == flaw.quotes[0]


def test_what_code_proves_stands_beside_what_a_critic_names_and_each_says_which() -> None:
    said: dict[str, Any] = {"kind": "straw man", "sentences": ("f1",), "reason": "Nobody said so."}
    found = criticise(said, "The plan is cheap for towns.", "Towns are old. The plan is expensive for towns.")
    assert [(flaw.kind, flaw.standing) for flaw in found.loopholes] == [
        ("contradiction", "code proved"),
        ("straw man", "model named"),
    ]
    assert "(code proved):" in found.loopholes[0].signal, "what stands outside the critic's list has no id in it"


def test_what_code_proves_and_what_a_critic_names_have_ids_of_one_list() -> None:
    text = "Towns are old. The plan is cheap for towns. Rents are high. The plan is expensive for towns."
    found = criticise({"kind": "straw man", "sentences": ("f2",), "reason": "Nobody said so."}, "Towns grow.", text)
    proved, named = found.loopholes
    assert (proved.sentences, named.sentences) == (("f2", "f4"), ("f2",))
    assert proved.quotes[0] == named.quotes[0]
