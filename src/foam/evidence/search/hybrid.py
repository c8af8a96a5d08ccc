"""Hybrid search: words and vectors, fused, filtered, without repeats. Knows the library and the index port, no engine.

    search = Search(library, index, embedder)
    search.find("Does a carbon tax cut emissions?", where=parse_where(["year>=2015"]), limit=20)

The text of what is found always comes from the library, never from the index, and an index that lags behind the
library catches up before it answers.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from typing import NamedTuple

from foam.errors import NotFound
from foam.evidence.glances import Glance
from foam.evidence.library import Library
from foam.evidence.search.fusion import Fusion, fuse_rankings, share_scores, spread_out
from foam.evidence.search.port import Hit, Index
from foam.evidence.search.where import EVERYWHERE, Where
from foam.model.port import Embedder
from foam.values import Value
from foam_quotes.text.pointer import Pointer

Place = tuple[int, int]
"""A sentence under the library's number for its document."""
_AT_ONCE = 8
"""Rankings that are asked for at the same time: an engine works outside of Python's lock, or waits for others."""
_DEEPEST = 4
"""How many times as far as without copies a ranking is read where copies take its places."""
_FOR_COPIES = 4
"""A ranking is read further at once by this part of its depth: a few copies then cost no second question."""
_SPARE = 3
"""How many times as many candidates are looked at as results are asked for, so that repeats can be left out."""


class Found(Value):
    """A sentence that was found, and why."""

    pointer: Pointer
    text: str
    score: float
    lexical_rank: int | None = None
    """Its place by words, from 1; None when the words did not find it."""
    vector_rank: int | None = None
    also: tuple[Pointer, ...] = ()
    """Where the very same words stand, too: copies of a card, or its near-duplicates."""


class Search:
    """Finds sentences in a library."""

    def __init__(self, library: Library, index: Index, embedder: Embedder, *, fusion: Fusion | None = None) -> None:
        self.library = library
        self._index = index
        self._embedder = embedder
        self._fusion = fusion or Fusion()

    def tuned(self, fusion: Fusion) -> Search:
        """The same search with rankings weighed otherwise."""
        return Search(self.library, self._index, self._embedder, fusion=fusion)

    def find(
        self,
        query: str,
        *,
        where: Where = EVERYWHERE,
        limit: int = 20,
        version: int | None = None,
        diversity: float = 0.0,
    ) -> tuple[Found, ...]:
        """The sentences that answer best, in this version of the library (the newest by default)."""
        if not diversity:
            return self.candidates([query], where=where, limit=limit, version=version)
        candidates = self.candidates([query], where=where, limit=_SPARE * limit, version=version)
        vectors = self._embedder.embed([found.text for found in candidates])
        order = spread_out([f.score for f in candidates], vectors, diversity=diversity, limit=limit)
        return tuple(candidates[i] for i in order)

    def candidates(
        self, queries: Sequence[str], *, where: Where = EVERYWHERE, limit: int = 60, version: int | None = None
    ) -> tuple[Found, ...]:
        """The best sentences for several wordings of one query, best first; same words are shown once."""
        pinned = self._reached(version)
        vectors = self._embedder.embed(list(queries))
        depth = max(self._fusion.depth, limit)
        asks = [
            *(partial(self._index.lexical, query, where=where, version=pinned) for query in queries),
            *(partial(self._index.nearest, vector, where=where, version=pinned) for vector in vectors),
        ]
        rankings, held = self._rank(asks, depth)
        lexical, nearest = rankings[: len(queries)], rankings[len(queries) :]
        scores = self._scores([_places(hits) for hits in lexical], [_places(hits) for hits in nearest], held)
        copies = _group_copies({place: held[place] for place in scores.keys() & held.keys()})
        best = sorted(copies, key=lambda place: (-scores[place], held[place].document, place[1]))[:limit]
        ranks = _ranks(lexical), _ranks(nearest)
        return tuple(_tell(held[place], place, copies[place], scores, *ranks) for place in best)

    def _rank(
        self, asks: Sequence[Callable[..., list[Hit]]], depth: int
    ) -> tuple[list[list[Hit]], dict[Place, Glance]]:
        """Each ranking as far as `depth` different sentences go, and what the rankings name.

        Where copies take places more is read, so that they push nothing out."""
        reach = [depth + depth // _FOR_COPIES] * len(asks)
        rankings: list[list[Hit]] = [[] for _ in asks]
        held: dict[Place, Glance] = {}
        short = list(range(len(asks)))
        while True:
            answers = _start_pool().map(_ask, [asks[i] for i in short], [reach[i] for i in short])
            for i, hits in zip(short, answers, strict=True):
                rankings[i] = hits
            named = (place for hits in rankings for place in _places(hits))
            held |= self.library.read_places(place for place in named if place not in held)
            cut = [_cut_after(hits, held, depth) for hits in rankings]
            short = [i for i in short if len(rankings[i]) == reach[i] < _DEEPEST * depth and not cut[i].has_more]
            if not short:
                return [one.hits for one in cut], held
            for i in short:
                reach[i] = min(_reach_further(reach[i], cut[i].different, depth), _DEEPEST * depth)

    def _reached(self, version: int | None) -> int:
        """The version to read, with an index that has come that far."""
        newest = self.library.version
        if version is not None and not 0 <= version <= newest:
            raise NotFound(f"the library has no version {version}", hint=f"it has versions 0 to {newest}")
        if self._index.version != newest:
            self._index.follow(self.library)
        return newest if version is None else version

    def _scores(
        self,
        lexical: Sequence[Sequence[Place]],
        nearest: Sequence[Sequence[Place]],
        held: Mapping[Place, Glance],
    ) -> dict[Place, float]:
        same = {place: sentence.text.casefold() for place, sentence in held.items()}
        near, word = self._fusion.vector_weight, 1 - self._fusion.vector_weight
        weights = [word / len(lexical)] * len(lexical) + [near / len(nearest)] * len(nearest)
        earned = fuse_rankings([*lexical, *nearest], weights, flatness=self._fusion.flatness, same=same)
        return share_scores(earned, self._fusion.kinship)


@cache
def _start_pool() -> ThreadPoolExecutor:
    """Kept for the next query, whoever asks it: to start threads takes a millisecond."""
    return ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="search")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_start_pool.cache_clear)  # a child has none of its parent's threads


def _ask(ask: Callable[..., list[Hit]], limit: int) -> list[Hit]:
    return ask(limit=limit)


class _Cut(NamedTuple):
    """The hits before the first that goes beyond so many different sentences."""

    hits: list[Hit]
    different: int
    has_more: bool
    """Whether there is such a one."""


def _cut_after(hits: Sequence[Hit], held: Mapping[Place, Glance], depth: int) -> _Cut:
    seen: set[str] = set()
    kept: list[Hit] = []
    for hit, place in zip(hits, _places(hits), strict=True):
        text = held[place].text.casefold() if place in held else ""
        if len(seen) == depth and text not in seen:
            return _Cut(kept, depth, has_more=True)
        seen.add(text)
        kept.append(hit)
    return _Cut(kept, len(seen), has_more=False)


def _reach_further(reach: int, different: int, depth: int) -> int:
    """How far to read for more than `depth` different sentences if copies go on as they did, and a little further."""
    return max(reach * (depth + 1) // different + depth // _FOR_COPIES, 3 * reach // 2)


def _group_copies(held: Mapping[Place, Glance]) -> dict[Place, tuple[Glance, ...]]:
    """Where each sentence is cited from, and where the same words stand, too.

    That is its longest document, whatever the order in which documents came: neither the rank of a sentence nor its
    source changes with copies of it in shorter ones.
    """
    first: dict[str, Place] = {}
    copies: dict[Place, tuple[Glance, ...]] = {}
    for place in sorted(held, key=lambda one: (-held[one].around, held[one].document, one[1])):
        known = first.setdefault(held[place].text.casefold(), place)
        copies[known] = () if known == place else (*copies[known], held[place])
    return copies


def _tell(
    sentence: Glance,
    place: Place,
    copies: Iterable[Glance],
    scores: Mapping[Place, float],
    lexical: Mapping[Place, int],
    nearest: Mapping[Place, int],
) -> Found:
    return Found(
        pointer=_point(sentence),
        text=sentence.text,
        score=scores[place],
        lexical_rank=lexical.get(place),
        vector_rank=nearest.get(place),
        also=tuple(map(_point, copies)),
    )


def _point(sentence: Glance) -> Pointer:
    return Pointer(document=sentence.document, sentence=sentence.sentence)


def _places(hits: Sequence[Hit]) -> list[Place]:
    return [(hit.document, hit.sentence) for hit in hits]


def _ranks(rankings: Sequence[Sequence[Hit]]) -> dict[Place, int]:
    """The best rank of each place, from 1."""
    ranks: dict[Place, int] = {}
    for hits in rankings:
        for rank, place in enumerate(_places(hits), start=1):
            ranks[place] = min(rank, ranks.get(place, rank))
    return ranks
