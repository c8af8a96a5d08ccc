"""Names of people and of institutions."""

from __future__ import annotations

from collections.abc import Sequence

_INSTITUTION_WORDS = """administration agency alliance archives assembly association authority bank board bureau
cabinet center centre chamber clinic club coalition code college commission committee company congress consortium
consultancy consultants consulting cooperative corporation council court department directorate division federation
foundation fund gmbh government group holdings hospital inc inspectorate institute institution lab laboratory
limited llc ltd ministry museum network observatory office organisation organization panel parliament partners
partnership party plc police registry school secretariat service society taskforce team tribunal trust union unit
university"""
_INSTITUTIONS = frozenset(_INSTITUTION_WORDS.split())
_IN_NAMES_OF_PEOPLE = frozenset({"de", "del", "den", "der", "di", "du", "la", "van", "von"})


def is_institution(words: Sequence[str]) -> bool:
    """Whether a name is an institution's: it says so, or has a small word that no person's name has."""
    small = {word for word in words if word.islower()} - _IN_NAMES_OF_PEOPLE
    return bool(small) or any(word.lower() in _INSTITUTIONS for word in words)


def make_name_key(name: str) -> tuple[str, ...]:
    """What names of one author share: `Smith, John`, `J. Smith` and `John A. Smith` have the same key.

    So have two people of one surname and initial. An institution's name counts whole.
    """
    last, comma, first = name.partition(",")
    words = (f"{first} {last}" if comma else name).split()
    plain = tuple(word.strip(".").casefold() for word in words)
    return plain if len(plain) < 2 or is_institution(words) else (plain[-1], plain[0][:1])
