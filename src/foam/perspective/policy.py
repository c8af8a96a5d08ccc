"""Epistemic policies: what counts as acceptable support. Does not search: it judges facts about a source.

A policy fails closed: a source of which the asked fact is unknown is not admitted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias
from urllib.parse import urlsplit

from pydantic import Field, field_validator

from foam.errors import SettingError
from foam.perspective.near import suggest_near
from foam.text.names import make_name_key
from foam.values import Value

AuthorRole: TypeAlias = Literal["party", "authority", "independent", "unknown"]
"""How the author of a document stands to the matter."""


class Source(Value):
    """What a policy asks of a source. Empty or None means unknown."""

    document: str = ""
    """Id of the document."""
    authors: tuple[str, ...] = ()
    publisher: str = ""
    family: str = ""
    """What the source is a copy or an edition of; sources of one family are one source."""
    kind: str = ""
    url: str = ""
    year: int | None = None
    peer_reviewed: bool | None = None
    official: bool | None = None
    """Whether a public authority stands behind it."""
    role: str = Field(default="", exclude_if=lambda role: not role)
    """How its author stands to the matter (party, authority, independent, unknown), where the file was examined."""
    signed: bool | None = Field(default=None, exclude_if=lambda signed: signed is None)
    by: str = Field(default="", exclude_if=lambda by: not by)
    """Who says it, in what role and when, for a reader."""


class EpistemicPolicy(Value):
    """What someone accepts as support. The default admits everything."""

    source_kinds: tuple[str, ...] = ()
    """Kinds of source admitted; empty admits all."""
    trusted_domains: tuple[str, ...] = ()
    """Ends of host names admitted (`gov`, `gov.uk`, `who.int`); empty admits all."""
    min_year: int | None = None
    peer_reviewed_only: bool = False
    min_sources: int = Field(default=1, ge=1)
    """Independent sources a claim must rest on."""
    uncertainty: Literal["as_stated", "qualified", "quantified"] = "as_stated"
    """How claims must be hedged: as their source does, in words, or with numbers."""

    @field_validator("trusted_domains")
    @classmethod
    def _bare(cls, domains: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(sorted({domain.strip().lower().lstrip(".") for domain in domains}))

    @field_validator("source_kinds")
    @classmethod
    def _once(cls, kinds: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(sorted(set(kinds)))

    @property
    def is_open(self) -> bool:
        """Whether it asks nothing."""
        return self == EpistemicPolicy()


POLICIES: dict[str, EpistemicPolicy] = {
    "open": EpistemicPolicy(),
    "peer-reviewed": EpistemicPolicy(peer_reviewed_only=True, uncertainty="qualified"),
    "official": EpistemicPolicy(trusted_domains=("gov", "mil", "int", "gov.uk", "europa.eu")),
    "trusted-domains": EpistemicPolicy(trusted_domains=("edu", "org", "gov", "info", "pro")),
    "corroborated": EpistemicPolicy(min_sources=2, uncertainty="qualified"),
}
"""Ready policies by name. `trusted-domains` are the top-level domains of DebateQA's table 8."""


def find_policy(name: str) -> EpistemicPolicy:
    """A ready policy, or an error that names the nearest."""
    if name not in POLICIES:
        raise SettingError(f"unknown policy {name!r}", hint=suggest_near(name, POLICIES))
    return POLICIES[name]


def admits(policy: EpistemicPolicy, source: Source) -> bool:
    """Whether the policy accepts the source."""
    return not find_refusals(policy, source)


def find_refusals(policy: EpistemicPolicy, source: Source) -> tuple[str, ...]:
    """Every reason for which the policy does not accept the source."""
    reasons = (
        _kind_refusal(policy, source),
        _domain_refusal(policy, source),
        _year_refusal(policy, source),
        _review_refusal(policy, source),
    )
    return tuple(reason for reason in reasons if reason)


def count_independent(sources: Iterable[Source]) -> int:
    """How many sources these are: those that share a document, a family or an author are one.

    Where no author is known, the publisher stands for the author. Names are compared by surname and initial, so that
    two people can count as one: asking for a source too many is the smaller mistake.
    """
    groups: list[set[tuple[str, ...]]] = []
    for source in sources:
        marks = set(_mark_origin(source))
        groups, joined = [one for one in groups if not one & marks], [one for one in groups if one & marks]
        groups.append(marks.union(*joined))
    return len(groups)


def _mark_origin(source: Source) -> Iterator[tuple[str, ...]]:
    """What two sources must not share to count as two."""
    yield ("document", source.document) if source.document else ("source", source.digest)
    if source.family:
        yield "family", source.family
    names = source.authors or ((source.publisher,) if source.publisher else ())
    yield from (("author", *make_name_key(name)) for name in names)


def _kind_refusal(policy: EpistemicPolicy, source: Source) -> str:
    if not policy.source_kinds or source.kind in policy.source_kinds:
        return ""
    return f"a source of kind {source.kind or 'unknown'} is not among {', '.join(policy.source_kinds)}"


def _domain_refusal(policy: EpistemicPolicy, source: Source) -> str:
    host = parse_host(source.url)
    if not policy.trusted_domains or any(_ends_in(host, domain) for domain in policy.trusted_domains):
        return ""
    return f"the address {host or 'unknown'} is under none of {', '.join(policy.trusted_domains)}"


def _year_refusal(policy: EpistemicPolicy, source: Source) -> str:
    if policy.min_year is None or (source.year is not None and source.year >= policy.min_year):
        return ""
    return f"published {source.year or 'at an unknown time'}, not since {policy.min_year}"


def _review_refusal(policy: EpistemicPolicy, source: Source) -> str:
    if not policy.peer_reviewed_only or source.peer_reviewed:
        return ""
    return "not peer reviewed" if source.peer_reviewed is False else "not known to be peer reviewed"


def parse_host(url: str) -> str:
    """The host name in an address, with or without its scheme; empty when there is none."""
    try:
        return urlsplit(url if "//" in url else f"//{url}").hostname or ""
    except ValueError:
        return ""


def _ends_in(host: str, domain: str) -> bool:
    return host == domain or host.endswith(f".{domain}")
