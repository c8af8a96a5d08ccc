"""Conditions as SQL predicates over an index's columns. Pure; every value is quoted, none is trusted."""

from __future__ import annotations

from typing import assert_never

from foam.evidence.search.where import Condition, Has, OneOf, Under, Where, Years


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
