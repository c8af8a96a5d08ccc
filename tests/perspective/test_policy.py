"""Epistemic policies fail closed and say why."""

from __future__ import annotations

import pytest

from foam.errors import SettingError
from foam.perspective.policy import POLICIES, EpistemicPolicy, Source, admits, find_policy, find_refusals, parse_host

JOURNAL = Source(kind="article", url="https://www.nejm.org/doi/1", year=2021, peer_reviewed=True)
UNKNOWN = Source()


def test_the_open_policy_admits_everything() -> None:
    assert admits(EpistemicPolicy(), UNKNOWN)
    assert EpistemicPolicy().is_open
    assert not find_policy("peer-reviewed").is_open


@pytest.mark.parametrize(
    ("policy", "source", "reason"),
    [
        (EpistemicPolicy(source_kinds=("article",)), JOURNAL, ""),
        (EpistemicPolicy(source_kinds=("article",)), Source(kind="web"), "kind web is not among article"),
        (EpistemicPolicy(source_kinds=("article",)), UNKNOWN, "kind unknown"),
        (EpistemicPolicy(trusted_domains=(".ORG",)), JOURNAL, ""),
        (EpistemicPolicy(trusted_domains=("nejm.org",)), JOURNAL, ""),
        (EpistemicPolicy(trusted_domains=("ejm.org",)), JOURNAL, "www.nejm.org is under none of ejm.org"),
        (EpistemicPolicy(trusted_domains=("gov",)), Source(url="https://gov.example.com"), "under none of gov"),
        (EpistemicPolicy(trusted_domains=("gov",)), UNKNOWN, "address unknown"),
        (EpistemicPolicy(min_year=2021), JOURNAL, ""),
        (EpistemicPolicy(min_year=2022), JOURNAL, "published 2021, not since 2022"),
        (EpistemicPolicy(min_year=2022), UNKNOWN, "at an unknown time"),
        (EpistemicPolicy(peer_reviewed_only=True), JOURNAL, ""),
        (EpistemicPolicy(peer_reviewed_only=True), Source(peer_reviewed=False), "not peer reviewed"),
        (EpistemicPolicy(peer_reviewed_only=True), UNKNOWN, "not known to be peer reviewed"),
    ],
)
def test_what_a_policy_admits(policy: EpistemicPolicy, source: Source, reason: str) -> None:
    found = find_refusals(policy, source)
    assert admits(policy, source) == (not reason)
    assert len(found) == bool(reason)
    assert reason in "".join(found)


def test_every_reason_is_given() -> None:
    strict = EpistemicPolicy(
        source_kinds=("article",), trusted_domains=("gov",), min_year=2000, peer_reviewed_only=True
    )
    assert len(find_refusals(strict, UNKNOWN)) == 4


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://www.cdc.gov/x?y#z", "www.cdc.gov"),
        ("cdc.gov/flu", "cdc.gov"),
        ("HTTP://CDC.GOV:80", "cdc.gov"),
        ("", ""),
        ("https://[broken", ""),
    ],
)
def test_the_host_of_an_address(url: str, host: str) -> None:
    assert parse_host(url) == host


def test_ready_policies() -> None:
    assert find_policy("trusted-domains").trusted_domains == ("edu", "gov", "info", "org", "pro")
    assert all(isinstance(policy, EpistemicPolicy) for policy in POLICIES.values())
    with pytest.raises(SettingError, match="'peer-review'") as error:
        find_policy("peer-review")
    assert error.value.hint == "did you mean peer-reviewed?"


def test_the_order_of_names_does_not_make_another_policy() -> None:
    assert EpistemicPolicy(trusted_domains=("gov", "edu")) == EpistemicPolicy(trusted_domains=(".edu", "GOV"))
    assert EpistemicPolicy(source_kinds=("b", "a")).digest == EpistemicPolicy(source_kinds=("a", "b")).digest
