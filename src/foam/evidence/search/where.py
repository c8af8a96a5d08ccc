"""Where to search: conditions on what a document is filed under.

    parse_where(["side=aff", "year>=2015", "trust=official,scholarly", "topic=carbon tax"])

All conditions must hold. What is unknown about a document never satisfies a condition. As SQL predicates every value
is quoted, none is trusted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, Literal, TypeAlias, assert_never, cast, get_args

from pydantic import Field

from foam.errors import InputError
from foam.evidence.filing import Filing, Trust
from foam.perspective.policy import EpistemicPolicy
from foam.values import Value

_ListedField = Literal["side", "kind", "trust"]
TextField = Literal["topic", "source"]


class OneOf(Value):
    """The field is one of these values."""

    type: Literal["one_of"] = "one_of"
    field: _ListedField
    values: tuple[str, ...]


class Has(Value):
    """The field has this text in it, upper and lower case alike."""

    type: Literal["has"] = "has"
    field: TextField
    text: str


class Under(Value):
    """The source's host is one of these domains or lies under one: `gov`, `ac.uk`, `who.int`."""

    type: Literal["under"] = "under"
    domains: tuple[str, ...]


class Years(Value):
    """Published in these years, both included."""

    type: Literal["years"] = "years"
    since: int = 0
    until: int = 9999


Condition: TypeAlias = Annotated[OneOf | Has | Under | Years, Field(discriminator="type")]


class Where(Value):
    """All of these conditions; none means everywhere."""

    conditions: tuple[Condition, ...] = ()

    def __and__(self, other: Where) -> Where:
        return Where(conditions=self.conditions + other.conditions)

    def holds(self, filing: Filing) -> bool:
        """Does a document filed so lie in here?"""
        return all(holds(condition, filing) for condition in self.conditions)


EVERYWHERE = Where()


def holds(condition: Condition, filing: Filing) -> bool:
    """Does a document filed so satisfy this one condition?"""
    match condition:
        case OneOf():
            return str(getattr(filing, condition.field)) in condition.values
        case Has():
            return condition.text.lower() in str(getattr(filing, condition.field)).lower()
        case Under():
            return any(f".{filing.host}".endswith(f".{domain}") for domain in condition.domains)
        case Years():
            return filing.year is not None and condition.since <= filing.year <= condition.until
        case _:
            assert_never(condition)


def admitted_by(policy: EpistemicPolicy) -> Where:
    """Where a policy lets one look. How many sources a claim needs and how it is hedged is not search's to say."""
    asked: list[Condition] = []
    if policy.source_kinds:
        asked.append(OneOf(field="kind", values=policy.source_kinds))
    if policy.trusted_domains:
        asked.append(Under(domains=policy.trusted_domains))
    if policy.min_year is not None:
        asked.append(Years(since=policy.min_year))
    if policy.peer_reviewed_only:
        asked.append(OneOf(field="trust", values=("peer_reviewed",)))
    return Where(conditions=tuple(asked))


_TERM = re.compile(r"\s*(\w+)\s*(>=|<=|=)\s*(.+?)\s*")
_FIELDS = (*get_args(_ListedField), *get_args(TextField), "domain", "year")
_CLOSED = {"side": ("aff", "neg"), "trust": get_args(Trust)}


def parse_where(terms: Iterable[str]) -> Where:
    """Read conditions as people type them: `side=aff`, `year>=2015`, `trust=official,scholarly`, `topic=…`."""
    return Where(conditions=tuple(_parse_term(term) for term in terms))


def _parse_term(term: str) -> Condition:
    match = _TERM.fullmatch(term)
    if match is None or match[1] not in _FIELDS or (match[2] != "=" and match[1] != "year"):
        raise InputError(
            f"not a condition: {term!r}",
            hint=f"write FIELD=VALUE or 'year>=2015' (in quotes, since > writes to a file); the fields are "
            f"{', '.join(_FIELDS)}",
        )
    name, sign, value = match.groups()
    if name == "year":
        if not value.isdecimal():
            raise InputError(f"not a year: {value!r}", hint="write year=2019, year>=2015 or year<=2020")
        year = int(value)
        return Years(since=year if sign != "<=" else 0, until=year if sign != ">=" else 9999)
    if name in get_args(TextField):
        return Has(field=cast(TextField, name), text=value)
    values = _parse_values(name, value)
    return Under(domains=values) if name == "domain" else OneOf(field=cast(_ListedField, name), values=values)


def _parse_values(name: str, value: str) -> tuple[str, ...]:
    values = tuple(part.strip().lstrip(".").lower() for part in value.split(",") if part.strip())
    unknown = set(values) - set(_CLOSED.get(name, values))
    if unknown or not values:
        raise InputError(
            f"{name} is never {value!r}", hint=f"it is {', '.join(_CLOSED.get(name, ('a comma-separated list',)))}"
        )
    return values


def write_predicate(where: Where, *, version: int | None = None) -> str:
    """What a row must satisfy to lie in this place, and in this version if one is named; empty when every row does."""
    asked = [_asked(condition) for condition in where.conditions]
    if version is not None:
        asked.append(f"added_in <= {version:d} AND removed_in > {version:d}")
    return " AND ".join(f"({one})" for one in asked)


def _asked(condition: Condition) -> str:
    match condition:
        case OneOf():
            return f"{condition.field} IN ({', '.join(quote_text(value) for value in condition.values)})"
        case Has():
            return f"contains({condition.field}, {quote_text(condition.text.lower())})"
        case Under():
            return " OR ".join(_under(domain) for domain in condition.domains)
        case Years():
            return f"year >= {condition.since:d} AND year <= {condition.until:d}"
        case _:
            assert_never(condition)


def _under(domain: str) -> str:
    return f"host = {quote_text(domain)} OR ends_with(host, {quote_text('.' + domain)})"


def quote_text(text: str) -> str:
    """A string literal."""
    return "'" + text.replace("'", "''") + "'"
