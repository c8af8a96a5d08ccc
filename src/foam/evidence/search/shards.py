"""The work of a build, cut into shards: which documents belong together, under an id of what they say.

Shards are cut by the library alone, so that whoever goes on with a build that was broken off cuts the same ones. The
id of a shard follows from its documents, where they are filed and the versions they lived in.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import NamedTuple

from foam.evidence.holdings import Entered
from foam.evidence.library import Library
from foam.evidence.search.arrow import leave_unended

SHARD_SENTENCES = 10_000
"""Sentences of a shard: what is done again of a build that was killed, by each worker."""


class Shard(NamedTuple):
    """Documents that are indexed together."""

    id: str
    entered: tuple[Entered, ...]

    @property
    def sentences(self) -> int:
        return sum(len(one.sentences) for one in self.entered)


def cut_shards(library: Library, *, after: int, upto: int, size: int) -> Iterator[Shard]:
    """What the versions after one and up to another brought, in order, as it stood at the last of them."""
    gathered: list[Entered] = []
    sentences = 0
    for entered in library.entered(after=after, upto=upto):
        gathered.append(entered)
        sentences += len(entered.sentences)
        if sentences >= size:
            yield _close_shard(gathered, upto)
            gathered, sentences = [], 0
    if gathered:
        yield _close_shard(gathered, upto)


def extend_chain(chain: str, shard: Shard) -> str:
    """The digest of all ids up to this shard's."""
    return hashlib.blake2b(f"{chain} {shard.id}".encode(), digest_size=32).hexdigest()


def _close_shard(gathered: list[Entered], upto: int) -> Shard:
    entered = tuple(leave_unended(gathered, upto))
    told = hashlib.blake2b(digest_size=32)
    for one in entered:
        told.update(repr((*one[:3], len(one.sentences), *one[4:])).encode())
    return Shard(told.hexdigest(), entered)
