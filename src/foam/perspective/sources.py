"""What a source is by the name of its kind: scholarly, expert, measured, official, testimony."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal, get_args

from foam.perspective.catalogue import read_data
from foam.perspective.policy import Source

SourceGroup = Literal["scholarly", "expert", "measured", "official", "testimony"]
GROUPS: tuple[SourceGroup, ...] = get_args(SourceGroup)


def group_source(source: Source) -> frozenset[SourceGroup]:
    """Everything the source is known to be."""
    found = set(group_kind(source.kind))
    if source.official:
        found.add("official")
    if source.peer_reviewed:
        found.add("scholarly")
    return frozenset(found)


@cache
def group_kind(kind: str) -> frozenset[SourceGroup]:
    """What a kind is, by the words of its name: a `pay_stub` is measured."""
    words = {
        form
        for word in re.findall(r"[\w-]+", kind.casefold().replace("_", " "))
        for form in (word, word.removesuffix("s"))
    }
    return frozenset(group for group in GROUPS if words & _load_words()[group])


@cache
def _load_words() -> dict[str, frozenset[str]]:
    return {group: frozenset(words) for group, words in read_data("kinds.toml").items()}
