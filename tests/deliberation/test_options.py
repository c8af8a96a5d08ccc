"""Open questions: options are proposed, merged, deliberated each under a run of its own, and compared."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.deliberation.reading import Pairs, Sides, no_pair, side_by_digest
from tests.deliberation.table import NOON, Table, load_sample
from tests.deliberation.writing import writing
from tests.job.sessions import session_with
from tests.laws.laws import clone

import foam.deliberation.views  # noqa: F401  (says how options are read)
from foam.argument.motion import parse_motion
from foam.deliberation.choice import (
    ComparedOption,
    OptionAnswer,
    OptionCondition,
    OptionsDossier,
    OptionWeight,
    recommend_option,
)
from foam.deliberation.choice_words import name_backers, summarise_choice
from foam.deliberation.comparing import list_comparable
from foam.deliberation.dossier import ClaimNode, Dossier, EvidenceNode, ObjectionNode, PositionNode, ResponseNode
from foam.deliberation.jobs import deliberate_options
from foam.deliberation.left_open import find_left_open
from foam.deliberation.naming import join_seats
from foam.deliberation.option_outcome import compare_option
from foam.deliberation.options import DeliberatedOption, OptionList, OptionProposal, find_options
from foam.deliberation.weighing import Weight
from foam.errors import InputError
from foam.evidence.corpus import ListedCorpus
from foam.job.clerk import Clerk
from foam.job.job import RunResult, replay, run
from foam.job.session import Session
from foam.model.question import Write, Written
from foam.model.scripted import Call, Said, ScriptedModel
from foam.paper import compose
from foam.paper.to_text import text
from foam.perspective.node import Perspective
from foam.record.graph import entries_of
from foam.record.runs import open_run
from foam.semantics.objections import Answered

QUESTION = "How should cities make public transport better?"
FREE = "Cities should make public transport free."
NOT_FREE = "Cities should not make public transport free."
ANSWERS = (FREE, "Cities should run more buses at night.", "Cities should give every tram a lane of its own.")


def by_seat(answers: Sequence[str]) -> Callable[[str], str]:
    """What each seat of the pack proposes, one after another, by what it is told of itself."""
    seats = load_sample("policy-debate").pack.perspectives

    def answer(system: str) -> str:
        place = next(n for n, seat in enumerate(seats) if seat.description in system)
        return answers[place % len(answers)]

    return answer


def table(option: Callable[[str], str] | None = None, *, side: Sides = side_by_digest, same: Pairs = no_pair) -> Table:
    script = writing(QUESTION, side, same=same, option=option or by_seat(ANSWERS))
    at = Table(ScriptedModel(script, writes=True), pack="policy-debate")
    at.corpus = _list_few()
    return at


@cache
def _list_few() -> ListedCorpus:
    """Every tenth page of the sample library: how options are compared does not depend on its size."""
    return ListedCorpus.of(load_sample("policy-debate").documents[::10])


def compare(
    at: Table,
    *,
    question: str = QUESTION,
    options: tuple[str, ...] = (),
    seats: tuple[Perspective, ...] | None = None,
) -> RunResult[OptionsDossier]:
    spec = at.spec(seats, question=question).model_copy(update={"options": options})
    return asyncio.run(run(deliberate_options, spec, at.tools, store=at.store, clock=lambda: NOON))


def dossier_of(at: Table, key: str) -> Dossier:
    found = asyncio.run(replay(at.store, key))
    assert isinstance(found, Dossier)
    return found


def outline(dossier: OptionsDossier) -> dict[str, Any]:
    """What must not change: the options, what became of each, on which reasons, and what follows."""
    return {
        one.text: (one.outcome, {reason.text for reason in one.reasons_for}, {r.text for r in one.reasons_against})
        for one in dossier.options
    } | {"": (dossier.recommendation.basis, dossier.recommendation.option)}


@pytest.fixture(scope="module")
def compared() -> tuple[Table, RunResult[OptionsDossier]]:
    at = table()
    return at, compare(at)


def test_an_open_question_ends_with_options_compared(compared: tuple[Table, RunResult[OptionsDossier]]) -> None:
    at, ran = compared
    dossier = ran.view
    assert {one.text for one in dossier.options} <= {*ANSWERS}
    assert 3 <= len(dossier.options) <= 6
    assert sorted(seat for one in dossier.options for seat in one.backers) == sorted(s.id for s in at.pack.perspectives)
    assert len(dossier.runs) == len(dossier.options)
    for one in dossier.options:
        own = dossier_of(at, one.run)
        assert own.affirmed == one.text
        assert own.denied == parse_motion(one.text).denied
        assert one.outcome == own.recommendation.outcome
        assert tuple(reason.claim for reason in one.reasons_for) == own.reasons_for
        assert tuple(reason.claim for reason in one.reasons_against) == own.reasons_against
        nets = {weight.seat: weight.net for weight in one.weights}
        assert nets == {lean.seat: round(lean.affirmed - lean.denied, 9) for lean in own.recommendation.leanings}
        assert all(proposal.why and proposal.evidence for proposal in one.proposals)
    inner = [entry.answer["run"] for entry in entries_of(at.store, ran.run) if entry.draft.kind == "inner run"]
    assert sorted(inner) == sorted(dossier.runs)


def test_a_comparison_replays_to_the_byte(compared: tuple[Table, RunResult[OptionsDossier]]) -> None:
    at, ran = compared
    assert asyncio.run(replay(at.store, ran.run)).json_value() == ran.view.json_value()


def test_two_options_equal_the_yes_or_no_form() -> None:
    at = table()
    dossier = compare(at, options=(FREE, NOT_FREE)).view
    plain = at.deliberate(at.spec(question="Should cities make public transport free?")).view
    first, second = dossier.options
    (key,) = dossier.runs
    own = dossier_of(at, key)
    assert (own.affirmed, own.denied) == (plain.affirmed, plain.denied) == (FREE, NOT_FREE)
    assert own.recommendation.outcome == plain.recommendation.outcome == first.outcome
    assert own.recommendation.leanings == plain.recommendation.leanings

    def read(one: Dossier, ids: Sequence[str]) -> list[str]:
        return sorted(claim.text for claim in one.claims if claim.id in ids)

    assert plain.consensus_core
    assert read(own, own.reasons_for) == read(plain, plain.reasons_for)
    assert read(own, own.reasons_against) == read(plain, plain.reasons_against)
    assert [reason.text for reason in first.reasons_for] == [reason.text for reason in second.reasons_against]
    assert [weight.net for weight in first.weights] == [-weight.net for weight in second.weights]
    turned = {"affirmed": "denied", "denied": "affirmed"}
    assert second.outcome == turned.get(first.outcome, first.outcome)


@pytest.mark.parametrize("wanted", ["for", "against"])
def test_of_two_options_the_one_that_the_file_speaks_for_is_recommended(wanted: str) -> None:
    at = table(side=lambda _: wanted)
    dossier = compare(at, options=(FREE, NOT_FREE)).view
    assert dossier.recommendation.basis == "preferred"
    (recommended,) = [one.text for one in dossier.options if one.id == dossier.recommendation.option]
    assert recommended == (FREE if wanted == "for" else NOT_FREE)


def test_a_copy_of_a_seat_changes_nothing(compared: tuple[Table, RunResult[OptionsDossier]]) -> None:
    at, ran = compared
    seats = at.pack.perspectives
    after = compare(table(), seats=(*seats, *clone(seats[1], 2))).view
    assert outline(after) == outline(ran.view)


def propose(at: Table, seats: tuple[Perspective, ...]) -> OptionList:
    """The options alone, not deliberated."""
    key = open_run(at.store, "options", {"seats": len(seats)}, clock=lambda: NOON)
    clerk = Clerk(at.store, at.models, run=key, seed=0, clock=lambda: NOON)
    session = Session(run=key, store=at.store, clerk=clerk, tools=at.tools)
    return asyncio.run(find_options(session, QUESTION, seats))


def test_copies_of_a_seat_do_not_put_its_proposal_first() -> None:
    """Seven proposals: the one that is left out stays the same however many copies of its seat there are."""
    seats = tuple(
        table().pack.perspectives[0].model_copy(update={"id": f"seat-{n}", "description": f"Number {n} of seven."})
        for n in range(7)
    )
    answers = {
        f"Number {n} of seven.": f"Cities should try the plan called {name}." for n, name in enumerate("gfedcba")
    }

    def answer(system: str) -> str:
        return next(text for words, text in answers.items() if words in system)

    before = propose(table(answer), seats)
    assert [one.text[-2] for one in before.options] == [*"abcdef"]
    (left,) = before.left_out
    assert left.backers == ("seat-0",)
    after = propose(table(answer), (*seats, *clone(seats[0], 3)))
    assert [one.text for one in after.options] == [one.text for one in before.options]
    assert [one.text for one in after.left_out] == [left.text]
    assert any(left.text in sentence for sentence in summarise_choice(recommend_option(()), (), after, {}))


def test_proposals_that_come_to_the_same_are_merged() -> None:
    other = "Cities should let everybody ride without a fare."
    answers = (FREE, other, ANSWERS[1])

    def same(left: str, right: str) -> bool:
        return {left, right} == {FREE, other}

    seats = table().pack.perspectives
    assert {one.text for one in propose(table(by_seat(answers)), seats).options} == {*answers}
    merged = compare(table(by_seat(answers), same=same)).view
    assert len(merged.options) == 2
    (one,) = (one for one in merged.options if one.text in (FREE, other))
    assert {proposal.text for proposal in one.proposals} == {FREE, other}
    assert one.merged_by
    assert any("put together" in sentence for sentence in merged.summary)


def test_one_proposal_of_all_is_deliberated_as_a_yes_or_no_question() -> None:
    at = table(by_seat([FREE]))
    dossier = compare(at).view
    (one,) = dossier.options
    assert one.backers == tuple(sorted(seat.id for seat in at.pack.perspectives))
    own = dossier_of(at, one.run)
    assert (own.affirmed, own.denied) == (FREE, NOT_FREE)
    assert any("propose the same" in sentence for sentence in dossier.summary)


def test_a_proposal_that_is_no_statement_or_lies_does_not_count() -> None:
    answers = by_seat(ANSWERS)
    invented = "Professor Ottoline Quartermaine should decide."
    lies = ("How should they?", invented, "Cities should use their 98,765 trams.")

    seats = table().pack.perspectives
    for lie in lies:
        with pytest.raises(InputError, match="no proposal of those who write counts"):
            propose(table(by_seat([lie])), seats)

    def first(system: str) -> str:
        return lies[0] if answers(system) == FREE else answers(system)

    found = propose(table(first), seats)
    assert {one.text for one in found.options} == {*ANSWERS[1:]}
    assert sorted(proposal.voice for one in found.options for proposal in one.proposals) == [
        "bounded",
        "written",
        "written",
    ]


def test_where_nobody_writes_the_question_must_name_its_options() -> None:
    at = Table(pack="policy-debate")
    with pytest.raises(InputError) as caught:
        compare(at)
    assert "names no options" in caught.value.what
    assert "--option" in (caught.value.hint or "")
    named = compare(at, question="What should cities make free: buses, trams or trains?").view
    assert [one.text for one in named.options] == [
        f"Cities should make {what} free." for what in ("buses", "trams", "trains")
    ]
    given = compare(at, options=("Cities should make buses free", NOT_FREE, FREE)).view
    assert [one.text for one in given.options] == ["Cities should make buses free.", NOT_FREE, FREE]
    assert {proposal.voice for one in given.options for proposal in one.proposals} == {"bounded"}


def test_nothing_that_bears_on_any_option_is_said() -> None:
    dossier = compare(table(side=lambda _: "neither")).view
    assert {one.outcome for one in dossier.options} == {"not shown"}
    assert dossier.recommendation.basis == "nothing shown"


def test_a_comparison_is_saved_as_any_document(
    compared: tuple[Table, RunResult[OptionsDossier]], tmp_path: Path
) -> None:
    dossier = compared[1].view
    for ending in (".html", ".md", ".txt", ".json"):
        text = dossier.save(tmp_path / f"options{ending}").read_text("utf-8")
        for one in dossier.options:
            assert one.run[:15] in text
            assert one.text.split(" ")[-1] in text
    first = dossier.render("html").partition('id="options"')[0]
    for seat in dossier.seats:
        assert f"{dossier.name_seat(seat)}</th>" in first


def _option(name: str, outcome: str, **weights: tuple[float, float]) -> ComparedOption:
    def lean(here: float, there: float) -> Any:
        return "affirmed" if here > there else "denied" if there > here else "undecided"

    return ComparedOption.model_validate(
        {
            "id": name,
            "text": f"Option {name}.",
            "proposals": (),
            "run": "b2:0",
            "side": "affirmed",
            "outcome": outcome,
            "basis": "weighed",
            "weights": [
                OptionWeight(seat=seat, outcome=lean(here, there), weighed_for=here, weighed_against=there)
                for seat, (here, there) in weights.items()
            ],
            "reasons_for": (),
            "reasons_against": (),
            "conditional": (),
            "contested": (),
        }
    )


def test_an_affirmed_option_that_no_seat_would_give_up_for_another_is_recommended() -> None:
    good = _option("good", "affirmed", a=(0.9, 0.1), b=(0.8, 0.1))
    fair = _option("fair", "affirmed", a=(0.5, 0.1), b=(0.8, 0.1))
    bad = _option("bad", "denied", a=(0.0, 2.0), b=(0.0, 2.0))
    for order in ([good, fair, bad], [bad, fair, good]):
        found = recommend_option(order)
        assert (found.basis, found.option, found.preferred_by) == ("preferred", "good", ("a",))


def test_where_nobodys_values_decide_that_is_what_is_said() -> None:
    one, two = (_option(name, "affirmed", a=(0.5, 0.1), b=(0.5, 0.1)) for name in ("one", "two"))
    options, found = (
        [one, two, _option("bad", "denied", a=(0.1, 0.9), b=(0.1, 0.9))],
        OptionList(options=(), named=True, entry=""),
    )
    headline, *_ = summarise_choice(recommend_option(options), options, found, {"a": "the one", "b": "the other"})
    assert headline == "Neither the reasons nor anybody's values decide between one, two."


def test_what_an_option_holds_under_is_told_with_it(compared: tuple[Table, RunResult[OptionsDossier]]) -> None:
    at, ran = compared
    own = dossier_of(at, ran.view.options[0].run)
    seats = [one for one in own.nodes if isinstance(one, PositionNode)]
    asked = {seats[0].id: "a vote comes first", seats[1].id: "unless it is dear"}
    claim = next(one for one in own.claims if one.brought_by)
    sets = {"sets_condition": True, "condition": "only if a vote comes first"}
    nodes = tuple(
        one.model_copy(update={"condition": asked.get(one.id, "")})
        if isinstance(one, PositionNode)
        else one.model_copy(update=sets if one.id == claim.id else {})
        for one in own.nodes
    )
    changed = own.model_copy(update={"nodes": nodes, "conditions": (claim.id,)})
    option = DeliberatedOption(id="o1", text=own.affirmed, proposals=(), entries=())
    run_of = ran.view.options[0].run
    affirmed = compare_option(option, changed, run_of, "affirmed").model_copy(update={"outcome": "affirmed"})
    assert [one.clause for one in affirmed.conditions] == ["only if a vote comes first"]
    assert affirmed.say_outcome() == "affirmed, under conditions"
    words = {one.seat: one.words for one in affirmed.answers}
    assert words[seats[0].seat].endswith((", if a vote comes first", ", unless a vote comes first"))
    assert words[seats[1].seat].endswith(", unless it is dear")
    other = compare_option(option, changed, "b2:0", "denied")
    assert other.conditions == ()
    assert {one.seat for one in other.answers if one.holds} == {one.seat for one in affirmed.answers if not one.holds}
    told = {one.id: one.text for one in list_comparable((), [affirmed], {})}
    assert "only if a vote comes first" in told["o1.if1"]
    assert words[seats[1].seat] in told["o1"]
    page = text(compose(ran.view.model_copy(update={"options": (affirmed, *ran.view.options[1:])})))
    assert "Conditions that stand" in page


def test_a_compared_reason_says_why_it_bears_who_brought_it_and_how_far_objections_were_met(
    compared: tuple[Table, RunResult[OptionsDossier]],
) -> None:
    """As the option's own dossier does: on the page and in what the writer of the comparison reads."""
    at, ran = compared
    run_of = ran.view.options[0].run
    own = dossier_of(at, run_of)
    objection, claim = next(
        (one, claim)
        for one in own.nodes
        if isinstance(one, ObjectionNode)
        and isinstance(claim := own.find_node(one.claim), ClaimNode)
        and claim.brought_by
    )
    response = ResponseNode(
        id="response-1",
        entry="",
        seat=claim.brought_by[0],
        objection=objection.id,
        move="qualify",
        text="I grant that much.",
        evidence=(),
        adequacy=9.0,
    )
    other = next(
        one
        for one in own.nodes
        if isinstance(one, EvidenceNode) and one.id not in (*claim.grounds, *objection.evidence)
    )
    changes: dict[str, dict[str, Any]] = {
        claim.id: {"voice": "written", "grounds": (*claim.grounds, other.id), "defence": (other.id,)},
        claim.warrant: {"text": "because trams that wait cost time", "earlier": "because every tram waits"},
        objection.id: {
            "fate": Answered(objection=objection.id, target=claim.id, by=(), why="defeated"),
            "response": response.id,
        },
    }
    common: dict[str, Any] = {"claim": claim.id, "direction": "affirmed", "share": 0.5, "strength": 0.5, "weight": 0.2}
    rows = tuple(
        Weight(seat=one.seat, value="order" if n else "calm", put="certainly", **common)
        for n, one in enumerate(own.recommendation.leanings)
    )
    nodes = (response, *(one.model_copy(update=changes.get(one.id, {})) for one in own.nodes))
    changed = own.model_copy(update={"nodes": nodes, "weights": rows, "reasons_for": (claim.id,)})
    option = compare_option(
        DeliberatedOption(id="o1", text=own.affirmed, proposals=(), entries=()), changed, run_of, "affirmed"
    )
    names = own.seat_names
    reason = next(one for one in (*option.reasons_for, *option.reasons_against) if one.claim == claim.id)
    assert reason.value == option.weighed[0].value == "calm / order"
    told = next(one.text for one in list_comparable((), [option], names) if one.nodes == ("o1", claim.id))
    page = " ".join(text(compose(ran.view.model_copy(update={"options": (option, *ran.view.options[1:])}))).split())
    for said in (told, page):
        assert "because trams that wait cost time" in said
        assert "because every tram waits" in said
        assert "the answer meets 9 of 10 of it" in said
        assert f"brought by {join_seats(names, claim.brought_by)}" in said
    assert f"Brought in its defence: “{other.text}”" in told
    assert f"It rests on: “{other.text}”" not in told
    assert f"brought in its defence: “{other.text}”" in page
    assert "““" not in page
    assert "[o1] (o1)" not in page
    assert f"] (o1-{claim.id})" not in page
    assert re.search(r"(?:affirmed|undecided|denied|conditions); (?:proposed|chosen) by", page)
    answered = next(one for one in nodes if isinstance(one, ObjectionNode) and one.id == objection.id)
    assert find_left_open(answered, response)
    sustained = answered.model_copy(update={"id": "challenge-1"})
    assert find_left_open(sustained, response) == "", "a challenge that was sustained leaves nothing open"


def test_an_option_that_was_named_to_a_seat_is_not_said_to_be_proposed_by_it() -> None:
    def back(seat: str, voice: str) -> OptionProposal:
        return OptionProposal.model_validate({"seat": seat, "text": "Option one.", "voice": voice, "entry": "b2:1"})

    option = _option("one", "affirmed", a=(0.9, 0.1), b=(0.9, 0.1))
    named = option.model_copy(update={"proposals": (back("a", "bounded"),)})
    names = {"a": "the one", "b": "the other"}
    told = {one.id: one.text for one in list_comparable((), [named], names)}
    assert "Chosen by the one." in told["one"]
    assert "Proposed" not in told["one"]
    both = option.model_copy(update={"proposals": (back("a", "bounded"), back("b", "written"))})
    assert name_backers(both, names) == "proposed by the other; chosen by the one"


@pytest.mark.parametrize("writes", [True, False])
def test_a_seat_reads_the_file_before_it_chooses_among_options_that_were_named(writes: bool) -> None:
    model = ScriptedModel(lambda _: None, writes=writes)
    at = Table(model, pack="policy-debate")
    corpus = at.corpus = ListedCorpus.of(load_sample("policy-debate").documents[:3])
    found = asyncio.run(find_options(session_with(at.tools), QUESTION, at.pack.perspectives, ANSWERS))
    assert [one.text for one in found.options] == list(ANSWERS)
    asked = [one.question for one in model.calls]
    assert [one.template for one in asked] == ["deliberation/option"] * len(at.pack.perspectives)
    sentences = [one.text for one in corpus.find(QUESTION, limit=1000)]
    for question in asked:
        shown = [one for one in sentences if " ".join(one.split()) in question.prompt + question.shared]
        assert len(shown) == len({*sentences}) if writes else 5 < len(shown) <= 72
        assert all(answer in question.prompt for answer in ANSWERS)


NOTHING_FOUND = OptionList(options=(), named=True, entry="")


def _hold_under(option: ComparedOption, *clauses: str) -> ComparedOption:
    conditions = tuple(OptionCondition(claim=f"c{n}", clause=clause) for n, clause in enumerate(clauses))
    return option.model_copy(update={"conditions": conditions})


def test_a_comparison_says_by_whose_values_an_option_is_ahead_and_who_answers_no_to_it() -> None:
    names = {"a": "the one", "b": "the other"}
    rival = _option("fair", "affirmed", a=(0.5, 0.1), b=(0.9, 0.1))

    def tell(*answers: OptionAnswer, **weights: tuple[float, float]) -> str:
        good = _option("good", "affirmed", **weights).model_copy(update={"answers": answers})
        return summarise_choice(recommend_option([good, rival]), [good, rival], NOTHING_FOUND, names)[1]

    no = OptionAnswer(seat="b", holds=False, words="no", conditional=False)
    split = tell(no, a=(0.9, 0.1), b=(0.9, 0.1))
    assert split.endswith(
        "By the values of the one good is ahead; by those of the other neither is. The other answers no to good."
    )
    every = tell(a=(0.9, 0.1), b=(2.9, 0.1))
    assert every.endswith("By the values of the one and the other good is ahead.")


def test_the_first_line_of_a_comparison_says_what_holds_under_conditions_and_which_where_that_is_short() -> None:
    names = {"a": "the one", "b": "the other"}
    bad = _option("bad", "denied", a=(0.1, 0.9), b=(0.1, 0.9))
    good = _option("good", "affirmed", a=(0.9, 0.1), b=(0.9, 0.1))

    def state(*options: ComparedOption) -> tuple[str, ...]:
        return summarise_choice(recommend_option(options), options, NOTHING_FOUND, names)

    assert state(good, bad)[0] == "Option good."
    short = _hold_under(good, "only if a vote comes first")
    assert state(short, bad)[0] == "Option good, under conditions (only if a vote comes first)."
    few = _hold_under(
        good,
        "only if the members have pledged the rest of the price before the order is signed by the board",
        "only if the members have first said how much they can lend",
    )
    assert all(one.clause in state(few, bad)[0] for one in few.conditions), "two are few enough to be read"
    assert state(_hold_under(few, *(one.clause for one in few.conditions * 2)), bad)[0].endswith("under conditions.")
    long = _hold_under(good, f"only if {'very ' * 50}few sail")
    assert state(long, bad)[0] == "Option good, under conditions."
    rival = _hold_under(_option("fair", "affirmed", a=(0.5, 0.1), b=(0.5, 0.1)), "only if it is dry")
    assert "(fair, under conditions)" in state(good, rival)[1]
    split = _hold_under(_option("split", "undecided", a=(0.9, 0.1), b=(0.1, 0.9)), "only if it is dry")
    assert "By the values of the one: Option split, under conditions (only if it is dry)." in state(split, bad)
    told = next(one.text for one in list_comparable(state(short, bad), [short, bad], names))
    assert told.startswith("Option good, under conditions (only if a vote comes first).")


def test_where_seats_prefer_different_options_their_values_decide_whatever_their_number() -> None:
    one = _option("one", "affirmed", a=(0.9, 0.1), b=(0.3, 0.1), c=(0.3, 0.1), d=(0.3, 0.1))
    two = _option("two", "affirmed", a=(0.3, 0.1), b=(0.9, 0.1), c=(0.9, 0.1), d=(0.9, 0.1))
    found = recommend_option([one, two])
    assert (found.basis, found.option) == ("values decide", "")
    assert {(choice.seats, choice.options) for choice in found.by_values} == {
        (("a",), ("one",)),
        (("b", "c", "d"), ("two",)),
    }


WEIGHED = st.tuples(st.floats(0, 3), st.floats(0, 3))


@given(st.lists(st.tuples(WEIGHED, WEIGHED), min_size=2, max_size=5))
def test_no_option_that_weighs_more_for_a_seat_is_passed_over(weights: list[tuple[Any, Any]]) -> None:
    options = [_option(f"o{n}", "undecided", a=one, b=other) for n, (one, other) in enumerate(weights)]
    found = recommend_option(options)
    assert found.basis == "values decide"
    assert sorted(seat for choice in found.by_values for seat in choice.seats) == ["a", "b"]
    for choice in found.by_values:
        for seat in choice.seats:
            nets = {o.id: w.net for o in options for w in o.weights if w.seat == seat and seat in o.accepted_by}
            assert bool(nets) == bool(choice.options)
            least = min((nets[name] for name in choice.options), default=0.0)
            assert {name for name, net in nets.items() if net >= least} == {*choice.options}


def test_where_none_is_affirmed_none_is_recommended() -> None:
    denied = _option("one", "denied", a=(0.1, 0.9))
    unshown = _option("two", "not shown", a=(0.0, 0.0))
    split = _option("three", "undecided", a=(0.9, 0.1), b=(0.1, 0.9))
    assert recommend_option([denied, unshown]).basis == "none affirmed"
    assert recommend_option([unshown]).basis == "nothing shown"
    found = recommend_option([split])
    assert found.basis == "values decide"
    assert [(choice.seats, choice.options) for choice in found.by_values] == [(("a",), ("three",)), (("b",), ())]


def test_the_options_are_compared_in_prose_and_the_page_keeps_what_was_objected(
    compared: tuple[Table, RunResult[OptionsDossier]],
) -> None:
    at, ran = compared
    dossier = ran.view
    assert isinstance(at.model, ScriptedModel)
    (act,) = [one.question for one in at.model.calls if one.question.template == "acts/comparison"]
    assert isinstance(act, Write)
    told = {one.id for one in act.material}
    assert {"outcome", *(one.id for one in dossier.options)} <= told
    assert any(".for" in name for name in told)
    assert any(".against" in name for name in told)
    assert [one.reader for one in dossier.compared] == ["person", "official", "expert"]
    page = text(compose(dossier))
    for option in dossier.options:
        own = dossier_of(at, option.run)
        objections = [node for node in own.nodes if isinstance(node, ObjectionNode)]
        assert objections
        assert [one.id for one in option.objections] == [one.id for one in objections]
        assert {one.claim for one in option.weighed} == {one.claim for one in own.weights}
    shown = dossier.render("html")
    ids = re.findall(r' id="([^"]+)"', shown)
    links = re.findall(r'href="#([^"]+)"', shown)
    assert sorted({*ids}) == sorted(ids)
    assert {*links} <= {*ids}
    assert len(re.findall(r">Open</h\d>", shown)) == len(dossier.options)
    assert {dossier.name_run(one.run) for one in dossier.options} <= {*links}
    assert any(one.startswith("o1-claim-") for one in links)
    flat = " ".join(page.split())
    assert all(" ".join(one.text.split()) in flat for option in dossier.options for one in option.objections)


def test_a_sentence_of_the_comparison_that_nothing_bears_out_is_asked_for_alone_and_then_left_out() -> None:
    false = "The Ottoline Quartermaine plan costs 987,654 crowns."

    def say(call: Call) -> Said | None:
        asked = call.question
        if not isinstance(asked, Write) or asked.template not in ("acts/comparison", "acts/mend"):
            return script(call)
        row = {"text": false, "ids": ("o1",)}
        plain = {"text": "This is what follows.", "ids": ("outcome",)}
        if asked.template == "acts/mend":
            return Written(fields={field.name: (row,) for field in asked.fields})
        return Written(fields={field.name: (plain, row) for field in asked.fields})

    script = writing(QUESTION, option=by_seat(ANSWERS))
    at = Table(ScriptedModel(say, writes=True), pack="policy-debate")
    at.corpus = _list_few()
    dossier = compare(at).view
    assert isinstance(at.model, ScriptedModel)
    assert sum(one.question.template == "acts/comparison" for one in at.model.calls) == 1
    assert sum(one.question.template == "acts/mend" for one in at.model.calls) == 1
    assert dossier.acts.again == 1
    for one in dossier.compared:
        assert [said.text for said in one.sentences] == ["This is what follows."]
        assert [said.text for said in one.dropped] == [false]


def test_what_speaks_for_another_option_weighs_in_none_but_that_one() -> None:
    def say(call: Call) -> Said | None:
        said = script(call)
        asked = call.question
        if isinstance(asked, Write) and asked.template == "acts/appraisal" and isinstance(said, Written):
            rows: Any = said.fields["appraisals"]
            changed = ({**rows[0], "side": "prefers another option"}, *rows[1:])
            return Written(fields={"appraisals": changed})
        return said

    script = writing(QUESTION, option=by_seat(ANSWERS))
    at = Table(ScriptedModel(say, writes=True), pack="policy-debate")
    at.corpus = _list_few()
    dossier = compare(at).view
    for option in dossier.options:
        assert option.for_others
        weighed = {one.claim for one in option.weighed}
        assert not weighed & {one.claim for one in option.for_others}
