"""Which earlier sentence names what a later one only points at."""

from __future__ import annotations

import pytest

from foam.text.naming import find_naming

REPORT = (
    "In May the Harbour Commission of Ostby issued a report about tolls.",
    "The report noted that Malmo, Turku and Riga have none.",
    "In its conclusions, the report calls tolls needless.",
)
COUNTRY = (
    "Norway, Sweden and Denmark share the strait.",
    "Malta takes a toll from every ship.",
    "Two Egyptian captains were fined in 1990.",
    "Ships wait for days.",
    "In 2009 the government decided to leave it as it is.",
)


def test_a_report_is_named_where_it_was_introduced() -> None:
    assert find_naming(REPORT, 2) == 0
    assert find_naming(REPORT, 0) is None


def test_a_government_is_that_of_the_country_last_spoken_of() -> None:
    assert find_naming(COUNTRY, 4) == 1
    assert find_naming((*COUNTRY[:1], *COUNTRY[2:]), 3) is None


@pytest.mark.parametrize(
    ("last", "about"),
    [
        ("In 2009 the government of Chile decided otherwise.", ""),
        ("In 2009 the government decided otherwise.", "Tolls in Italy"),
        ("In 2009 nobody decided anything.", ""),
    ],
)
def test_nothing_is_looked_for_where_it_is_named_or_nothing_is_pointed_at(last: str, about: str) -> None:
    assert find_naming((*COUNTRY[:-1], last), 4, about=about) is None
