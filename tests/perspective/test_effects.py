"""What is declared decides something: every option of every dimension, and every field of a policy, has its effect.

The law is stated on what the functions of `conduct` give for a fixed set of inputs, not on the data that they read: an
option whose data changes nothing that anybody can see would fail.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foam.argument.scheme import SchemeId, load_schemes
from foam.argument.toulmin import Toulmin
from foam.perspective.catalogue import load_catalogue, read_data
from foam.perspective.conduct import (
    Standing,
    add_up,
    arrange,
    extend_query,
    find_missing_parts,
    hedge,
    order_metrics,
    order_parts,
    order_questions,
    order_replies,
    rank_reason,
    rank_target,
    weigh_reason,
)
from foam.perspective.manner import (
    LEAST_FACTOR,
    LISTS,
    MOST_FACTOR,
    NAMES,
    OWNED,
    Manner,
    Metric,
    Reply,
    ToulminPart,
    describe_effects,
    find_effect,
    load_effects,
    read_manner,
)
from foam.perspective.node import Perspective
from foam.perspective.policy import EpistemicPolicy, Source, find_refusals, find_shortfalls

OPTIONS = [(name, option) for name, dimension in load_catalogue().items() for option in dimension.options]
PAIRS = [
    (name, one, other)
    for name, dimension in load_catalogue().items()
    for one, other in combinations(dimension.options, 2)
]
SCHEMES: tuple[SchemeId, ...] = get_args(SchemeId)
FOUND = (
    ("The ministry's own figures and its procedures remain unpublished regardless.", Source(kind="article", year=2012)),
    ("We were afraid and we left the town.", Source(kind="letter", year=2010)),
    ("Participants improved considerably throughout.", Source(kind="paper", year=2019, peer_reviewed=True)),
    ("Section 4 applies to every application received.", Source(kind="rule", year=2001)),
    ("The consumption increased by 14 percent.", Source(kind="dataset", year=2021)),
    ("Evaluators recommended considerable improvements.", Source(kind="assessment", year=2022)),
)
REASONS = tuple(
    Standing(scheme=scheme, value=("equity", "safety", "liberty")[n % 3], strength=strength, **more)
    for n, (scheme, strength, more) in enumerate(
        zip(
            SCHEMES,
            (0.2, 0.9, 0.5, 0.7, 0.3, 0.95, 0.6),
            (
                {"grounds": 4},
                {"grounds": 3, "examined": 3},
                {"backers": 3, "grounds": 3},
                {"grounds": 2, "examined": 1},
                {"grounds": 1, "examined": 2},
                {"grounds": 5, "examined": 2},
                {"grounds": 3, "examined": 4},
            ),
            strict=True,
        )
    )
)


def seat(dimensions: dict[str, str] | None = None, **more: Any) -> Perspective:
    weights = {"equity": 0.5, "safety": 0.3, "liberty": 0.2}
    return Perspective(id="s", role="auditor", weighting=weights, dimensions=dimensions or {}, **more)


def observe(manner: Manner) -> dict[str, Any]:
    """What a seat of this manner is seen to do, without a model that writes."""
    who = seat()
    questions = [question for scheme in load_schemes() for question in scheme.questions]
    texts = ("It is so.", "It is likely so.", "It holds for 14 of 20.")
    return {
        "position": manner.stance,
        "search": extend_query(manner, "Should it be done?"),
        "found": [text for text, _ in arrange(FOUND, manner, read=lambda one: one)],
        "weights": [weigh_reason(manner, scheme=one.scheme, strength=one.strength) for one in REASONS],
        "sum": round(add_up(manner, [0.3, 0.2, 0.2]), 6),
        "questions": [question.id for question in order_questions(manner, questions)],
        "targets": sorted(REASONS, key=lambda one: rank_target(manner, who, one)),
        "objections": manner.objections,
        "replies": order_replies(manner, get_args(Reply)),
        "claims": manner.grounds,
        "missing": find_missing_parts(manner, Toulmin(claim="It is so.")),
        "certainty": [hedge(EpistemicPolicy(), manner, text) for text in texts],
        "metrics": order_metrics(manner, get_args(Metric)),
        "reasons": sorted(REASONS, key=lambda one: rank_reason(manner, who, one)),
        "parts": order_parts(manner, get_args(ToulminPart)),
    }


NOTHING = observe(Manner())


@pytest.mark.parametrize(("dimension", "option"), OPTIONS)
def test_every_option_is_seen_to_do_something(dimension: str, option: str) -> None:
    assert observe(read_manner(seat({dimension: option}))) != NOTHING


@pytest.mark.parametrize(("dimension", "one", "other"), PAIRS)
def test_no_two_options_of_a_dimension_do_the_same(dimension: str, one: str, other: str) -> None:
    assert observe(read_manner(seat({dimension: one}))) != observe(read_manner(seat({dimension: other})))


def test_no_effect_belongs_to_an_option_that_is_not_offered() -> None:
    assert sorted(load_effects()) == sorted(OPTIONS)


@pytest.mark.parametrize("field", [name for name in Manner.model_fields if name != "wording"])
def test_every_field_of_a_manner_is_set_by_some_option_and_seen(field: str) -> None:
    """One field alone, taken out of its option, still changes what is seen."""
    setting = [effect for effect in load_effects().values() if field in effect.model_fields_set]
    assert setting
    assert any(observe(Manner(**{field: getattr(effect, field)})) != NOTHING for effect in setting)


@pytest.mark.parametrize("field", OWNED)
def test_a_field_that_cannot_be_shared_is_set_by_one_dimension_alone(field: str) -> None:
    assert len({name for (name, _), effect in load_effects().items() if field in effect.model_fields_set}) == 1


def test_every_field_is_merged_and_has_its_words() -> None:
    assert sorted([*LISTS, *OWNED, "schemes", "certainty", "seek"]) == sorted(Manner.model_fields)
    assert set(NAMES) == set(Manner.model_fields)


@pytest.mark.parametrize(("dimension", "option"), OPTIONS)
def test_every_effect_can_be_told(dimension: str, option: str) -> None:
    told = describe_effects(find_effect(dimension, option))
    assert told
    assert all(words and "_" not in words for words in told.values())


any_dimensions = st.fixed_dictionaries(
    {}, optional={name: st.sampled_from(sorted(one.options)) for name, one in load_catalogue().items()}
)


@settings(deadline=None, max_examples=80)
@given(any_dimensions, st.randoms())
def test_the_order_in_which_dimensions_are_declared_does_not_matter(declared: dict[str, str], rng: Any) -> None:
    names = list(declared)
    rng.shuffle(names)
    assert read_manner(seat({name: declared[name] for name in names})) == read_manner(seat(declared))


@settings(deadline=None, max_examples=80)
@given(any_dimensions)
def test_however_much_is_declared_no_form_is_silenced_and_the_question_stays(
    declared: dict[str, str],
) -> None:
    manner = read_manner(seat(declared))
    assert all(LEAST_FACTOR <= factor <= MOST_FACTOR for factor in manner.schemes.values())
    query = extend_query(manner, "Should the denial be reversed?")
    assert query.startswith("Should the denial be reversed?")
    assert len(query.split()) <= 5 + 3 * 12
    assert sorted(arrange(FOUND, manner, read=lambda one: one)) == sorted(FOUND), "nothing found is lost"
    assert sorted(order_metrics(manner, get_args(Metric))) == sorted(get_args(Metric))


def test_in_a_seat_that_declares_everything_few_dimensions_are_overshadowed() -> None:
    """Lists are read in the order of the catalogue, so a full order of metrics leaves a later one nothing to say."""
    whole = {name: next(iter(one.options)) for name, one in load_catalogue().items()}
    full = observe(read_manner(seat(whole)))
    idle = [name for name in whole if observe(read_manner(seat({k: v for k, v in whole.items() if k != name}))) == full]
    assert len(idle) <= 4, idle


POLICY_EFFECTS: dict[str, tuple[EpistemicPolicy, list[Source], str]] = {
    "source_kinds": (EpistemicPolicy(source_kinds=("rule",)), [Source(kind="letter")], "kind letter"),
    "trusted_domains": (EpistemicPolicy(trusted_domains=("gov",)), [Source(url="example.com")], "under none of gov"),
    "min_year": (EpistemicPolicy(min_year=2020), [Source(year=2019)], "published 2019"),
    "peer_reviewed_only": (EpistemicPolicy(peer_reviewed_only=True), [Source(kind="paper")], "not known to be peer"),
    "min_sources": (EpistemicPolicy(min_sources=2), [Source(document="a")], "1 independent source; 2 are asked for"),
}


@pytest.mark.parametrize("field", EpistemicPolicy.model_fields)
def test_every_field_of_a_policy_refuses_or_hedges_something(field: str) -> None:
    if field == "uncertainty":
        hedged = [
            [
                hedge(EpistemicPolicy(uncertainty=how), Manner(), text)
                for text in ("It is so.", "It is so for 14 of 20.")
            ]
            for how in ("as_stated", "qualified", "quantified")
        ]
        assert hedged == [["certainly"] * 2, ["probably"] * 2, ["in some cases", "certainly"]]
        return
    policy, sources, reason = POLICY_EFFECTS[field]
    assert find_shortfalls(EpistemicPolicy(), sources) == ()
    assert reason in " ".join(find_shortfalls(policy, sources))


def test_a_claim_of_refused_sources_falls_short_for_each_reason_and_for_their_number() -> None:
    policy = EpistemicPolicy(source_kinds=("rule",), min_sources=1)
    reasons = find_shortfalls(policy, [Source(document="a", kind="letter"), Source(document="b", kind="letter")])
    assert reasons == (*find_refusals(policy, Source(kind="letter")), "0 independent sources; 1 are asked for")


def test_all_effects_are_worded_in_the_closed_vocabulary() -> None:
    known = set(Manner.model_fields)
    for options in read_data("effects.toml").values():
        for row in options.values():
            assert set(row) <= known
