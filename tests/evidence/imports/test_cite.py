"""Citations as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam.evidence.imports.cite import parse_citation

CASES: list[tuple[str, dict[str, str]]] = [
    (
        'Walters 18 — Lindsay Walters, Ph.D. candidate in Law at Yale, 5-4-2018, "The End of Privacy," Washington '
        "Post, https://www.wp.com/a/b-1?x=2, DOA: 7/1/19",
        {
            "author": "Lindsay Walters",
            "published": "2018-05-04",
            "title": "The End of Privacy",
            "source": "Washington Post",
            "url": "https://www.wp.com/a/b-1?x=2",
            "accessed": "2019-07-01",
            "author_qualifications": "Ph.D. candidate in Law at Yale",
        },
    ),
    (
        "Lindsay Walters, Fellow at the Institute, May 4th, 2018, “The End of Privacy”, https://x.org/y.",
        {
            "author": "Lindsay Walters",
            "published": "2018-05-04",
            "title": "The End of Privacy",
            "url": "https://x.org/y",
            "author_qualifications": "Fellow at the Institute",
        },
    ),
    (
        "Smith, '14 (John, prof at MIT, “A Title Here,” Journal of Things, Vol 3, pp. 12-15, accessed May 3, 2015)",
        {
            "author": "Smith",
            "published": "2014",
            "source": "Journal of Things",
            "pages": "12-15",
            "accessed": "2015-05-03",
        },
    ),
    (
        "Olsen, T., & Baro, L. (2014). Turnout and age. Journal of Ballots, 12(3), 44-61. doi:10.1000/xyz.44",
        {
            "author": "T. Olsen",
            "published": "2014",
            "title": "Turnout and age",
            "source": "Journal of Ballots",
            "pages": "44-61",
            "url": "doi:10.1000/xyz.44",
        },
    ),
    ("Smith and Jones 99", {"author": "Smith and Jones", "published": "1999"}),
    ("Okafor 2019", {"author": "Okafor", "published": "2019"}),
    ("", {"author": "", "published": ""}),
]


@pytest.mark.parametrize(("raw", "fields"), CASES)
def test_fields(raw: str, fields: dict[str, str]) -> None:
    citation = parse_citation(raw)
    assert {name: getattr(citation, name) for name in fields} == fields


@pytest.mark.parametrize(
    ("raw", "spoken"),
    [
        ("Smith and Jones 19", "Smith 2019"),
        ("Olsen et al., 2014", "Olsen 2014"),
        ("Jane Q. Doe, 3-4-05", "Doe 2005"),
        ("13/4/2018, Jane Doe", "2018"),
    ],
)
def test_as_it_is_spoken(raw: str, spoken: str) -> None:
    assert spoken in parse_citation(raw).brief


@given(st.text(max_size=300))
def test_anything_is_parsed_and_kept(raw: str) -> None:
    citation = parse_citation(raw)
    assert citation.published == "" or citation.year is not None
    if raw.strip() and raw.isascii() and raw.isprintable():
        assert citation.raw
