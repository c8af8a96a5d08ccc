"""Where to search: what people type, what a policy admits, and what a document is filed under."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam.errors import InputError
from foam.evidence.document import Citation, Facets
from foam.evidence.filing import Filing, file_document, rate_trust
from foam.evidence.search.where import EVERYWHERE, Has, OneOf, Under, Where, Years, admitted_by, parse_where, quote_text
from foam.perspective.policy import POLICIES, EpistemicPolicy, admits

HOSTS = st.sampled_from(["", "who.int", "mit.edu", "nhs.gov.uk", "gov", "example.com", "fakegov.com", "a.info"])
FILINGS = st.builds(
    Filing,
    side=st.sampled_from(["", "aff", "neg"]),
    year=st.none() | st.integers(1900, 2030),
    kind=st.sampled_from(["", "article", "paper"]),
    host=HOSTS,
    trust=st.sampled_from(["official", "peer_reviewed", "scholarly", "organisation", "unrated"]),
)
POLICY = st.sampled_from(sorted(POLICIES)).map(lambda name: POLICIES[name]) | st.builds(
    EpistemicPolicy,
    source_kinds=st.sampled_from([(), ("article",), ("paper", "web")]),
    trusted_domains=st.sampled_from([(), ("gov", "uk"), ("int",)]),
    min_year=st.none() | st.integers(1950, 2020),
    peer_reviewed_only=st.booleans(),
)


@pytest.mark.parametrize(
    ("term", "condition"),
    [
        ("side=aff", OneOf(field="side", values=("aff",))),
        (" trust = official, scholarly ", OneOf(field="trust", values=("official", "scholarly"))),
        ("topic=Carbon  Tax = good", Has(field="topic", text="Carbon  Tax = good")),
        ("domain=.gov,EDU", Under(domains=("gov", "edu"))),
        ("year=2019", Years(since=2019, until=2019)),
        ("year>=2019", Years(since=2019)),
        ("year<=2019", Years(until=2019)),
    ],
)
def test_conditions_are_read_as_people_type_them(term: str, condition: object) -> None:
    assert parse_where([term]).conditions == (condition,)


@pytest.mark.parametrize("term", ["", "side", "side=", "side>=aff", "colour=red", "year=next", "side=both", "trust=,"])
def test_what_is_no_condition_is_refused_with_a_hint(term: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_where([term])
    assert caught.value.hint


@given(FILINGS, POLICY)
def test_a_policy_admits_by_search_what_it_admits_by_itself(filing: Filing, policy: EpistemicPolicy) -> None:
    assert admitted_by(policy).holds(filing) == admits(policy, filing.as_source)


@given(FILINGS, POLICY, POLICY)
def test_both_must_hold(filing: Filing, one: EpistemicPolicy, other: EpistemicPolicy) -> None:
    a, b = admitted_by(one), admitted_by(other)
    assert (a & b).holds(filing) == (a.holds(filing) and b.holds(filing))
    assert EVERYWHERE.holds(filing)
    assert (a & Where()) == a


@pytest.mark.parametrize(
    ("host", "trust"),
    [
        ("epa.gov", "official"),
        ("nhs.gov.uk", "official"),
        ("who.int", "official"),
        ("cs.ox.ac.uk", "scholarly"),
        ("mit.edu", "scholarly"),
        ("doi.org", "peer_reviewed"),
        ("greenpeace.org", "organisation"),
        ("education.com", "unrated"),
        ("fakegov.com", "unrated"),
        ("gov.example.com", "unrated"),
        ("", "unrated"),
    ],
)
def test_trust_is_read_off_the_address(host: str, trust: str) -> None:
    assert rate_trust(host) == trust


def test_a_document_is_filed_by_its_citation_and_facets() -> None:
    citation = Citation(url="https://www.EPA.gov/air?x=1", published="2019-05", source="EPA")
    assert file_document(citation, Facets(side="neg", topic="Air")) == Filing(
        side="neg", year=2019, topic="Air", source="EPA", host="epa.gov", trust="official"
    )
    assert file_document(citation, Facets(year=2001)).year == 2001
    assert file_document(Citation(url="http://[bad"), Facets()).host == ""


@given(st.text())
def test_a_quoted_value_cannot_end_its_quotation(text: str) -> None:
    inner = quote_text(text)[1:-1]
    assert inner.replace("''", "").count("'") == 0
    assert inner.replace("''", "'") == text
