"""Finding remembered utterances: by keyword first, then by nearness to the whole debate so far. Exact, in memory.

Ten thousand utterances are a matrix of some megabytes and a table of postings; no index on disk is needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from math import log

import numpy as np
from numpy.typing import NDArray

from foam.debate.language import SAYING_LITTLE, list_terms
from foam.debate.memory.moves import MemoryMove, RecalledMove, list_statements
from foam.debate.memory.store import MemoryRow
from foam.debate.memory.values import TOP, Exemplar, RecalledExemplar
from foam.debate.transcript import Side
from foam.errors import InputError
from foam.model.port import Embedder
from foam.values import digest

MOVES = 5
"""Moves recalled for a point."""
_NEAREST_MOVES = 32
"""Moves that the first stage, by vectors alone, leaves to the second."""
NEAREST_SPEECHES, REPLIES = 5, 8
"""Speeches near a point whose statements are looked at for one that answers it, and how many of these a judge reads."""
FLOOR = 0.35
"""Score below which no move is recalled."""
_SUCCESS = 0.05
"""What counts for a move that was left standing."""
_SHORTEST = 3
"""Letters of an English keyword, at least."""


class Recall:
    """A version of the memory, ready to be searched."""

    def __init__(self, rows: Sequence[MemoryRow], embedder: Embedder) -> None:
        if any(row.vector.shape != (embedder.dimensions,) for row in rows):
            raise InputError(
                f"the memory was built with other vectors than {embedder.name}",
                hint="build it again: foam memory build",
            )
        self._rows = rows
        self._embedder = embedder
        self._vectors = np.stack([row.vector for row in rows]) if rows else np.zeros((0, embedder.dimensions))
        self._postings = _make_postings(rows)
        self.version = digest([embedder.name, [row.remembered.digest for row in rows]])
        """Names exactly what is remembered and how nearness is measured."""

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def engine(self) -> str:
        return f"keywords, then {self._embedder.name}"

    def find_places(self, keywords: Iterable[str]) -> NDArray[np.int64]:
        """Places of the utterances in which a keyword stands."""
        has_keyword = np.zeros(len(self._rows), dtype=bool)
        for term in {term for keyword in keywords for term in list_terms(keyword)}:
            has_keyword[self._postings.get(term, [])] = True
        return np.flatnonzero(has_keyword)

    def find(
        self, keywords: Iterable[str], history: Sequence[str], *, limit: int = TOP
    ) -> tuple[RecalledExemplar, ...]:
        """The utterances that hold a keyword, nearest to the debate so far first."""
        places = self.find_places(keywords)
        if not len(places) or not history:
            return ()
        near = (self._vectors @ self._compute_direction(history))[places]  # cheaper than gathering the rows first
        order = np.argsort(-np.round(near, 6), kind="stable")[:limit]
        return tuple(
            RecalledExemplar(remembered=self._rows[places[i]].remembered, similarity=round(float(near[i]), 6))
            for i in order
        )

    def find_moves(self, point: str, side: Side, *, limit: int = MOVES) -> tuple[RecalledMove, ...]:
        """How points like this one were met by this side: the nearest by vectors, ranked anew by the words they share.

        Nothing where no remembered point is near enough."""
        if not self._moves:
            return ()
        (direction,) = self._embedder.embed([point])
        near = self._move_vectors @ direction
        asked = _list_telling(point)
        whole = sum(map(self._measure_rarity, asked)) or 1.0
        found = []
        near = np.where(self._move_sides == side, near, -1.0)
        first = min(_NEAREST_MOVES, len(near)) - 1
        for place in np.flatnonzero(near >= np.partition(near, len(near) - 1 - first)[len(near) - 1 - first]):
            exemplar, move, terms = self._moves[place]
            if move.side != side:
                continue
            shared = sorted(asked & terms)
            overlap = sum(map(self._measure_rarity, shared)) / whole
            score = (float(near[place]) + overlap) / 2 + _SUCCESS * move.succeeded
            if score >= FLOOR:
                found.append(
                    RecalledMove(
                        move=move,
                        motion=exemplar.motion,
                        exemplar=exemplar.id,
                        nearness=round(float(near[place]), 4),
                        shared=tuple(shared),
                        score=round(score, 4),
                    )
                )
        return tuple(sorted(found, key=lambda one: -one.score)[:limit])

    def find_replies(self, point: str, side: Side, motion: str, *, limit: int = REPLIES) -> tuple[RecalledMove, ...]:
        """What this side said in the speeches nearest to the point, those of debates on the same matter first.

        Of other debates a statement must share a telling word with the point. Whatever it was said of then: whether it
        answers the point is for a judge to say, so that nothing is scored.
        """
        asked, known = _list_telling(point), self._list_motions_like(motion)
        holding = {place for term in asked for place in self._postings.get(term, ())}
        holding |= {place for one in known for place in self._motions[one]}
        places = [place for place in sorted(holding) if self._rows[place].remembered.side == side]
        if not places:
            return ()
        (direction,) = self._embedder.embed([point])
        near = np.round(self._vectors[places] @ direction, 6)
        of_others = np.array([self._rows[place].remembered.motion not in known for place in places])
        speeches = [self._rows[places[at]].remembered for at in np.lexsort((-near, of_others))[:NEAREST_SPEECHES]]
        said = [
            (one, text, sorted(asked & {*list_terms(text)})) for one in speeches for text in list_statements(one.text)
        ]
        kept = [row for row in said if row[2] or row[0].motion in known]
        if not kept:
            return ()
        near = np.round(self._embedder.embed([text for _, text, _ in kept]) @ direction, 6)
        return tuple(
            _make_reply(*kept[at], nearness=round(float(near[at]), 4))
            for at in np.argsort(-near, kind="stable")[:limit]
        )

    @cached_property
    def _moves(self) -> list[tuple[Exemplar, MemoryMove, frozenset[str]]]:
        kept = (row.remembered for row in self._rows)
        return [(one, move, frozenset(list_terms(move.point))) for one in kept for move in one.moves]

    @cached_property
    def _move_sides(self) -> NDArray[np.str_]:
        return np.array([move.side for _, move, _ in self._moves])

    @cached_property
    def _move_vectors(self) -> NDArray[np.float32]:
        return self._embedder.embed([move.point for _, move, _ in self._moves])

    @cached_property
    def _motions(self) -> dict[str, list[int]]:
        """The places of the utterances of each remembered motion."""
        places: dict[str, list[int]] = {}
        for place, row in enumerate(self._rows):
            places.setdefault(row.remembered.motion, []).append(place)
        return places

    @cached_property
    def _motion_terms(self) -> dict[str, frozenset[str]]:
        return {motion: _list_telling(motion) for motion in self._motions}

    def _list_motions_like(self, motion: str) -> frozenset[str]:
        """Remembered motions of the same matter: two motions that share most of the telling words of both."""
        telling = _list_telling(motion)
        return frozenset(
            one for one, terms in self._motion_terms.items() if 2 * len(telling & terms) > len(telling | terms)
        )

    def utterances(self) -> tuple[Exemplar, ...]:
        return tuple(row.remembered for row in self._rows)

    def _compute_direction(self, history: Sequence[str]) -> NDArray[np.float32]:
        """The debate as one vector: the mean of its turns', so that a long one is not cut."""
        mean: NDArray[np.float32] = self._embedder.embed(list(history)).mean(axis=0)
        size = float(np.linalg.norm(mean))
        return mean / size if size else mean

    def _measure_rarity(self, term: str) -> float:
        """A word that nothing remembered holds finds nothing, and counts little."""
        having = len(self._postings.get(term, ()))
        return log(1 + len(self._rows) / having) if having else 0.1


def _make_reply(exemplar: Exemplar, text: str, shared: Sequence[str], *, nearness: float) -> RecalledMove:
    """A statement as an answer: with what it answered then, where that is known."""
    bare = MemoryMove(point="", answer=text, side=exemplar.side)
    move = next((one for one in exemplar.moves if one.answer == text), bare)
    return RecalledMove(
        move=move,
        motion=exemplar.motion,
        exemplar=exemplar.id,
        nearness=nearness,
        shared=tuple(shared),
        score=0.0,
        reply=True,
    )


def _make_postings(rows: Sequence[MemoryRow]) -> dict[str, NDArray[np.int64]]:
    places: dict[str, list[int]] = {}
    for place, row in enumerate(rows):
        for term in row.terms:
            places.setdefault(term, []).append(place)
    return {term: np.array(found, dtype=np.int64) for term, found in places.items()}


def _list_telling(text: str) -> frozenset[str]:
    return frozenset(term for term in list_terms(text) if _is_telling(term))


def _is_telling(term: str) -> bool:
    return not term.isdigit() and term not in SAYING_LITTLE and (len(term) >= _SHORTEST or not term.isascii())
