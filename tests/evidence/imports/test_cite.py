"""Citations as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam.evidence.imports.cite import parse_citation, shorten_cite

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
        ("OSEI 10 – 30 – 12 professor of tides [Ada Osei, x]", "OSEI 10 – 30 – 12 professor", "Ada Osei", "2012", None),
        ("Osei 3—9—12 Why pilots left the harbour", "Osei 3—9—12 Why pilots left the harbour", "Osei", "2012", None),
        ("Osei 12 (where she writes The Osei Report)", "Osei 12", "Osei", "2012", None),
        ("Osei 11 – lead authors are Ada Osei, pilot", "Osei et al. 11", "Ada Osei", "2011", "pilot"),
        ("Osei 10 – a report on piers. Mr. Osei was a pilot", "Osei 10", "Osei", "2010", None),
        ("ADA OSEI, pilot, AND PER BARO, cook, 2007", "OSEI AND BARO 7", "ADA OSEI; PER BARO", "2007", None),
        ("Osei 5 – ADA OSEI, pilot", "Osei 5", "Ada Osei", "2005", "pilot"),
        ("Osei Director Harbour Office ‘9 (Ada)", "Osei Director Harbour Office ‘9", "Osei", "2009", None),
        ("Osei in ‘2 [Ada, pilot]", "Osei in ‘2", "Osei", "2002", None),
        ("Osei ‘2K (Ada)", "Osei ‘2K", "Osei", "2000", None),
        ("Osei 19 Dec [Ada, “Tides”, Dec 19, 2012]", "Osei 19 Dec", "Osei", "2012-12-19", None),
        ("Norhaven Public Radio ‘07", "N P R 07", "NPR", "2007", None),
        (
            "Annual Report to the Council, 2011 [x]",
            "Annual Report to the Council, 2011",
            "Annual Report to the Council",
            "2011",
            None,
        ),
    ],
)
def test_the_words_set_apart_say_who_and_when(
    raw: str, spoken: str, author: str, published: str, qualifications: str | None
) -> None:
    citation = parse_citation(raw, spoken=spoken)
    assert (citation.author, citation.published) == (author, published)
    assert qualifications in (None, citation.author_qualifications)


@pytest.mark.parametrize(
    ("spoken", "short"),
    [
        ("Osei 10 – 30 – 12", "Osei 10 – 30 – 12"),
        ("Osei 10 – 30 – 12 professor of tides at the harbour office", "Osei 10—30—12"),
        ("N P R 07", "NPR 07"),
        ("One long sentence that names nobody and no year at all", ""),
    ],
)
def test_a_short_cite_is_name_and_year(spoken: str, short: str) -> None:
    assert shorten_cite(spoken) == short


@given(st.text(max_size=300))
def test_anything_is_parsed_and_kept(raw: str) -> None:
    citation = parse_citation(raw)
    assert citation.published == "" or citation.year is not None
    if raw.strip() and raw.isascii() and raw.isprintable():
        assert citation.raw
