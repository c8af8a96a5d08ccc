"""The functions through which a manner takes effect."""

from __future__ import annotations

import pytest

from foam.argument.scheme import require_scheme
from foam.argument.toulmin import Toulmin
from foam.perspective.conduct import (
    MOST_SOUGHT,
    Standing,
    add_up,
    arrange,
    extend_query,
    find_missing_parts,
    hedge,
    order_questions,
    order_replies,
    rank_reason,
    rank_target,
    weigh_reason,
)
from foam.perspective.manner import Manner
from foam.perspective.node import Perspective
from foam.perspective.policy import EpistemicPolicy, Source, count_independent, find_shortfalls
from foam.perspective.sources import group_kind, group_source

SEAT = Perspective(id="s", role="r", weighting={"equity": 0.7, "safety": 0.3})


def order(manner: Manner, *found: tuple[str, Source]) -> list[str]:
    return [text for text, _ in arrange(found, manner, read=lambda one: one)]


def test_preferred_kinds_come_first_and_the_rest_stays_in_order() -> None:
    found = [("a", Source(kind="web")), ("b", Source(kind="letter")), ("c", Source()), ("d", Source(kind="pay_stub"))]
    assert order(Manner(prefers=("measured", "testimony")), *found) == ["d", "b", "a", "c"]
    assert order(Manner(), *found) == ["a", "b", "c", "d"]


def test_recent_and_older_are_meant_among_what_was_found() -> None:
    found = [(str(year), Source(year=year)) for year in (1990, 2001, 2010)] + [("unknown", Source())]
    assert order(Manner(prefers=("recent",)), *found) == ["2001", "2010", "1990", "unknown"]
    assert order(Manner(prefers=("older",)), *found) == ["1990", "2001", "2010", "unknown"]
    same = [("a", Source(year=2000)), ("b", Source(year=2000))]
    assert order(Manner(prefers=("older",)), *same) == ["a", "b"]


def test_a_sought_word_counts_in_any_form_and_only_among_equals() -> None:
    found = [("Nothing of it.", Source()), ("The rules apply.", Source()), ("None.", Source(kind="letter"))]
    assert order(Manner(seek=("rule",), prefers=("testimony",)), *found)[:2] == ["None.", "The rules apply."]


def test_a_search_is_extended_by_new_words_and_never_drowned() -> None:
    assert extend_query(Manner(seek=("cost", "harm")), "What does it cost?") == "What does it cost? harm"
    many = Manner(seek=tuple(f"word{n}" for n in range(50)))
    assert len(extend_query(many, "Why?").split()) == 1 + MOST_SOUGHT


@pytest.mark.parametrize(
    ("kind", "groups"),
    [
        ("pay_stub", {"measured"}),
        ("Court rulings", {"official"}),
        ("witness statement", {"testimony"}),
        ("text", set()),
        ("", set()),
        ("lawn", set()),
    ],
)
def test_a_kind_is_read_by_its_words(kind: str, groups: set[str]) -> None:
    assert group_kind(kind) == groups


def test_what_stands_behind_a_source_counts_too() -> None:
    assert group_source(Source(kind="web", official=True)) == {"official"}
    assert group_source(Source(peer_reviewed=True)) == {"scholarly"}


def test_weak_reasons_count_nothing_for_a_seat_with_a_threshold() -> None:
    assert weigh_reason(Manner(least=0.5), scheme="causal", strength=0.49) == 0
    assert weigh_reason(Manner(least=0.5, schemes={"causal": 2.0}), scheme="causal", strength=0.5) == 1.0


def test_three_ways_to_add_up() -> None:
    small, large = [0.25] * 4, [1.0]
    assert add_up(Manner(), small) == add_up(Manner(), large)
    assert add_up(Manner(adds="strongest"), small) < add_up(Manner(adds="strongest"), large)
    assert add_up(Manner(adds="together"), small) > add_up(Manner(adds="together"), large)
    for adds in ("sum", "strongest", "together"):
        assert add_up(Manner(adds=adds), []) == 0
        assert add_up(Manner(adds=adds), [0.3, 0.2]) == add_up(Manner(adds=adds), [0.2, 0.3])


def test_questions_are_pressed_by_id_by_type_and_by_part() -> None:
    questions = require_scheme("value_based").questions
    assert order_questions(Manner(presses=("VB5",)), questions)[0].id == "VB5"
    assert [q.id for q in order_questions(Manner(presses=("value_conflict",)), questions)][:3] == ["VB3", "VB4", "VB5"]
    assert order_questions(Manner(presses=("warrant",)), questions)[0].id == "VB2"


def test_targets_are_tried_in_order() -> None:
    strong = Standing(scheme="causal", value="safety", strength=0.9, backers=1)
    weak = Standing(scheme="causal", value="equity", strength=0.2, backers=3)
    other = Standing(scheme="causal", value="safety", strength=0.2, backers=1)

    def first(*targets: str) -> Standing:
        return min([other, strong, weak], key=lambda one: rank_target(Manner(targets=targets), SEAT, one))

    assert first("strongest") == strong
    assert first("weakest", "most_backed") == weak
    assert first("highest_value") == weak
    assert first() == other


def test_reasons_are_told_by_form_by_value_or_by_strength() -> None:
    harm = Standing(scheme="negative_consequence", value="safety", strength=0.2)
    gain = Standing(scheme="positive_consequence", value="equity", strength=0.9)

    def told(*sorts: str) -> list[Standing]:
        return sorted([harm, gain], key=lambda one: rank_reason(Manner(sorts=sorts), SEAT, one))

    assert told("negative_consequence", "positive_consequence") == [harm, gain]
    assert told("positive_consequence", "negative_consequence") == [gain, harm]
    assert told("value") == [gain, harm]
    assert told("strength") == [gain, harm]


def test_an_answer_that_the_manner_does_not_know_comes_last() -> None:
    assert order_replies(Manner(answers=("concede",)), ["rebut", "silence", "concede"]) == [
        "concede",
        "rebut",
        "silence",
    ]


def test_what_a_claim_must_spell_out() -> None:
    bare = Toulmin(claim="It is so.")
    assert find_missing_parts(Manner(), bare) == ("grounds", "warrant")
    assert find_missing_parts(Manner(parts=()), bare) == ("grounds",)
    assert find_missing_parts(Manner(parts=("warrant", "backing", "rebuttal")), bare)[1:] == (
        "warrant",
        "backing",
        "rebuttal",
    )


def test_the_manner_caps_what_the_policy_allows() -> None:
    assert hedge(EpistemicPolicy(), Manner(certainty="probably"), "It is so.") == "probably"
    assert hedge(EpistemicPolicy(uncertainty="quantified"), Manner(), "It is 14 of 20.", put="possibly") == "possibly"


TWO = EpistemicPolicy(min_sources=2)


@pytest.mark.parametrize(
    ("sources", "independent"),
    [
        ([], 0),
        ([Source(document="a"), Source(document="a")], 1),
        ([Source(document="a"), Source(document="b")], 2),
        ([Source(document="a", authors=("Smith, John",)), Source(document="b", authors=("J. Smith",))], 1),
        ([Source(document="a", authors=("Ann Lee",)), Source(document="b", authors=("Ben Lee",))], 2),
        ([Source(document="a", authors=("Health Office",)), Source(document="b", authors=("Housing Office",))], 2),
        ([Source(document="a", family="x"), Source(document="b", family="x")], 1),
        ([Source(document="a", publisher="Daily"), Source(document="b", publisher="Daily")], 1),
        (
            [
                Source(document="a", publisher="Daily", authors=("Ann Lee",)),
                Source(document="b", publisher="Daily", authors=("Bo Day",)),
            ],
            2,
        ),
        # Two who wrote apart are one source once a third joins them.
        (
            [
                Source(document=d, authors=a)
                for d, a in (("a", ("Al Ox",)), ("b", ("Bo Day",)), ("c", ("Al Ox", "Bo Day")))
            ],
            1,
        ),
        ([Source(), Source()], 1),
    ],
)
def test_independent_sources(sources: list[Source], independent: int) -> None:
    assert count_independent(sources) == independent
    assert count_independent(reversed(sources)) == independent
    assert bool(find_shortfalls(TWO, sources)) == (independent < 2)


def test_a_source_that_is_not_admitted_does_not_count_towards_the_number() -> None:
    policy = EpistemicPolicy(min_sources=2, min_year=2020)
    old, new = Source(document="a", year=2001), Source(document="b", year=2021)
    assert find_shortfalls(policy, [old, new]) == (
        "published 2001, not since 2020",
        "1 independent source; 2 are asked for",
    )
