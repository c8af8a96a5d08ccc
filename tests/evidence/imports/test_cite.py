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
    ("Smith and Jones 99", {"author": "Smith; Jones", "published": "1999"}),
    ("Ada Osei 09, harbour master, “Tides,” 3/4/'09", {"author": "Ada Osei", "published": "2009-03-04"}),
    (
        "Osei 4 (Ada Osei, harbour master at Norhaven, “Tides,” The Pilot)",
        {"author": "Ada Osei", "published": "2004", "author_qualifications": "harbour master at Norhaven"},
    ),
    ("Osei et al 2k7 (Ada, harbour master, “Tides”)", {"author": "Osei", "published": "2007", "title": "Tides"}),
    ("Osei '2 [Ada Osei, “Tides”]", {"author": "Ada Osei", "published": "2002"}),
    ("Osei 3/9 (Ada, “Tides,” http://example.org/2014/03/09/tides)", {"author": "Osei", "published": "2014"}),
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


@pytest.mark.parametrize(
    ("raw", "spoken", "author", "published", "qualifications"),
    [
        ("Thomas P. Baro, chief analyst, “Rules,” 3-7-11", "Baro, 11", "Thomas P. Baro", "2011-03-07", "chief analyst"),
        ("Ada Osei and Per Baro, pilots, 1998, “Tides”", "Osei and Baro 98", "Ada Osei; Per Baro", "1998", "pilots"),
        ("Osei, harbour master – Norhaven, ’12 (Ada, since 2003)", "Osei ’12", "Osei", "2012", None),
        ("Osei 12 (Ada, born 1933, “Tides”)", "Osei 12", "Osei", "2012", None),
        ("Harbour Office, no date, “Tides”", "Harbour Office no date", "Harbour Office", "", None),
    ],
)
def test_the_words_set_apart_say_who_and_when(
    raw: str, spoken: str, author: str, published: str, qualifications: str | None
) -> None:
    citation = parse_citation(raw, spoken=spoken)
    assert (citation.author, citation.published) == (author, published)
    assert qualifications in (None, citation.author_qualifications)


@given(st.text(max_size=300))
def test_anything_is_parsed_and_kept(raw: str) -> None:
    citation = parse_citation(raw)
    assert citation.published == "" or citation.year is not None
    if raw.strip() and raw.isascii() and raw.isprintable():
        assert citation.raw
