"""The 32 dimensions and their closed options."""

from __future__ import annotations

from collections import Counter

import pytest

from foam.errors import SettingError
from foam.perspective.catalogue import find_meaning, load_catalogue, require_dimension

PAPER = {
    "debate_technique": 11,
    "epistemological": 2,
    "ethical_impact": 2,
    "strategic": 1,
    "belief_paradigm": 8,
    "policy_paradigm": 8,
}
PRINTED = """
resolution_stance argument_architecture negative_strategy organization_structure evidence_integration rhetorical_framing
clash_orientation impact_articulation argument_depth_distribution warrant_density theory_deployment
epistemological_stance evidence_hierarchy impact_framework risk_calculus strategic_posture
truth_orientation theism_metaphysics moral_objectivity human_nature source_authority free_will_stance
progress_narrative meaning_of_life
fiscal_orientation market_vs_state equity_vs_efficiency social_policy_lens global_vs_national environmental_stance
temporal_horizon governance_style
"""


def test_32_dimensions_in_the_six_categories_of_the_paper() -> None:
    assert len(load_catalogue()) == 32
    assert Counter(d.category for d in load_catalogue().values()) == PAPER


def test_dimensions_have_the_names_that_the_paper_prints() -> None:
    assert set(load_catalogue()) == set(PRINTED.split())


def test_every_dimension_asks_something_and_offers_a_choice() -> None:
    for d in load_catalogue().values():
        assert d.asks.endswith("?"), d.id
        assert len(d.options) >= 3, d.id
        assert all(gloss and gloss == gloss.strip() for gloss in d.options.values()), d.id
        assert len(set(d.options.values())) == len(d.options), d.id


def test_the_options_the_paper_names_are_there() -> None:
    stances = {"empirical_positivism", "constructivism", "critical_realism", "standpoint_theory", "pragmatism"}
    frames = {"utilitarian", "deontological", "virtue_ethics", "existential_risk", "structural_violence"}
    assert load_catalogue()["epistemological_stance"].options.keys() == stances
    assert load_catalogue()["impact_framework"].options.keys() == frames


def test_an_unknown_dimension_names_the_nearest() -> None:
    with pytest.raises(SettingError, match="'risk_calculs'") as error:
        require_dimension("risk_calculs")
    assert "risk_calculus" in error.value.hint


def test_an_unknown_option_names_the_nearest_or_lists_them() -> None:
    with pytest.raises(SettingError, match=r"risk_calculus .*'maximim'") as error:
        find_meaning("risk_calculus", "maximim")
    assert "maximin" in error.value.hint
    with pytest.raises(SettingError) as error:
        find_meaning("warrant_density", "zzz")
    assert all(one in error.value.hint for one in ("evidence_speaks", "explicit_every_step", "key_steps"))


def test_a_long_list_is_cut() -> None:
    with pytest.raises(SettingError) as error:
        require_dimension("?")
    assert error.value.hint.endswith(", and 20 more")
