"""What is declared decides something: every option of every dimension, and every field of a policy, has its effect.

The law is stated on what a seat does with a fixed set of inputs and on what whoever writes for it is told, not on the
data that say so: an option whose data changes nothing that anybody can see would fail.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foam.acts.person import describe_person
from foam.perspective.catalogue import load_catalogue, read_data
from foam.perspective.conduct import arrange, extend_query, order_metrics
from foam.perspective.manner import (
    LISTS,
    NAMES,
    OWNED,
    Manner,
    Metric,
    describe_effects,
    find_effect,
    load_effects,
    read_manner,
)
from foam.perspective.node import Perspective
from foam.perspective.policy import EpistemicPolicy, Source, find_refusals

OPTIONS = [(name, option) for name, dimension in load_catalogue().items() for option in dimension.options]
PAIRS = [
    (name, one, other)
    for name, dimension in load_catalogue().items()
    for one, other in combinations(dimension.options, 2)
]
FOUND = (
    ("The ministry's own figures and its procedures remain unpublished regardless.", Source(kind="article", year=2012)),
    ("We were afraid and we left the town.", Source(kind="letter", year=2010)),
    ("Participants improved considerably throughout.", Source(kind="paper", year=2019, peer_reviewed=True)),
    ("Section 4 applies to every application received.", Source(kind="rule", year=2001)),
    ("The consumption increased by 14 percent.", Source(kind="dataset", year=2021)),
    ("Evaluators recommended considerable improvements.", Source(kind="assessment", year=2022)),
)


def seat(dimensions: dict[str, str] | None = None, **more: Any) -> Perspective:
    weights = {"equity": 0.5, "safety": 0.3, "liberty": 0.2}
    return Perspective(id="s", role="auditor", weighting=weights, dimensions=dimensions or {}, **more)


def act(manner: Manner) -> dict[str, Any]:
    """What code does for a seat of this manner, whoever writes for it."""
    return {
        "position": manner.stance,
        "search": extend_query(manner, "Should it be done?"),
        "found": [text for text, _ in arrange(FOUND, manner, read=lambda one: one)],
        "claims": manner.grounds,
        "metrics": order_metrics(manner, get_args(Metric)),
    }


def observe(who: Perspective) -> dict[str, Any]:
    """What a seat is seen to do, and what whoever writes for it is told."""
    return {"told": describe_person(who), **act(read_manner(who))}


@pytest.mark.parametrize(("dimension", "option"), OPTIONS)
def test_every_option_is_seen_to_do_something(dimension: str, option: str) -> None:
    assert observe(seat({dimension: option})) != observe(seat())


@pytest.mark.parametrize(("dimension", "one", "other"), PAIRS)
def test_no_two_options_of_a_dimension_do_the_same(dimension: str, one: str, other: str) -> None:
    assert observe(seat({dimension: one})) != observe(seat({dimension: other}))


@pytest.mark.parametrize(("dimension", "option"), sorted(load_effects()))
def test_how_an_option_puts_its_words_is_told_to_whoever_writes(dimension: str, option: str) -> None:
    told = describe_person(seat({dimension: option}))
    assert all(words in told for words in find_effect(dimension, option).wording)


def test_no_effect_belongs_to_an_option_that_is_not_offered() -> None:
    assert set(load_effects()) <= set(OPTIONS)


@pytest.mark.parametrize("field", [name for name in Manner.model_fields if name != "wording"])
def test_every_field_of_a_manner_is_set_by_some_option_and_seen(field: str) -> None:
    """One field alone, taken out of its option, still changes what is seen."""
    setting = [effect for effect in load_effects().values() if field in effect.model_fields_set]
    assert setting
    assert any(act(Manner(**{field: getattr(effect, field)})) != act(Manner()) for effect in setting)


@pytest.mark.parametrize("field", OWNED)
def test_a_field_that_cannot_be_shared_is_set_by_one_dimension_alone(field: str) -> None:
    assert len({name for (name, _), effect in load_effects().items() if field in effect.model_fields_set}) == 1


def test_every_field_is_merged_and_has_its_words() -> None:
    assert sorted([*LISTS, *OWNED, "seek"]) == sorted(Manner.model_fields)
    assert set(NAMES) == set(Manner.model_fields)


@pytest.mark.parametrize(("dimension", "option"), sorted(load_effects()))
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
def test_however_much_is_declared_the_question_stays(declared: dict[str, str]) -> None:
    manner = read_manner(seat(declared))
    query = extend_query(manner, "Should the denial be reversed?")
    assert query.startswith("Should the denial be reversed?")
    assert len(query.split()) <= 5 + 3 * 12
    assert sorted(arrange(FOUND, manner, read=lambda one: one)) == sorted(FOUND), "nothing found is lost"
    assert sorted(order_metrics(manner, get_args(Metric))) == sorted(get_args(Metric))


POLICY_EFFECTS: dict[str, tuple[EpistemicPolicy, Source, str]] = {
    "source_kinds": (EpistemicPolicy(source_kinds=("rule",)), Source(kind="letter"), "kind letter"),
    "trusted_domains": (EpistemicPolicy(trusted_domains=("gov",)), Source(url="example.com"), "under none of gov"),
    "min_year": (EpistemicPolicy(min_year=2020), Source(year=2019), "published 2019"),
    "peer_reviewed_only": (EpistemicPolicy(peer_reviewed_only=True), Source(kind="paper"), "not known to be peer"),
}


@pytest.mark.parametrize("field", POLICY_EFFECTS)
def test_a_field_of_a_policy_about_one_source_refuses_some(field: str) -> None:
    policy, source, reason = POLICY_EFFECTS[field]
    assert find_refusals(EpistemicPolicy(), source) == ()
    assert reason in " ".join(find_refusals(policy, source))


@pytest.mark.parametrize(
    "policy",
    [
        *(policy for policy, _, _ in POLICY_EFFECTS.values()),
        EpistemicPolicy(min_sources=2),
        EpistemicPolicy(uncertainty="qualified"),
        EpistemicPolicy(uncertainty="quantified"),
    ],
)
def test_a_seat_is_told_each_field_of_its_policy(policy: EpistemicPolicy) -> None:
    assert describe_person(seat(policy=policy)) != describe_person(seat())


def test_all_effects_are_worded_in_the_closed_vocabulary() -> None:
    known = set(Manner.model_fields)
    for options in read_data("effects.toml").values():
        for row in options.values():
            assert set(row) <= known
