"""The store of perspectives in a home: kept as files, found by words and vectors, seated in any pack that permits them.

The vectors lie beside the evidence index and can be deleted at any time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from pydantic import ValidationError

from foam.errors import FoamError, InputError
from foam.evidence.search.opening import index_folder
from foam.evidence.search.place import name_folder
from foam.model.port import Embedder
from foam.perspective.contradiction import find_contradictions
from foam.perspective.node import Perspective
from foam.private import make_folder, new_file, write_private
from foam.values import CleanLine, Value, digest_bytes
from foam_quotes.text.stem import stem
from foam_quotes.text.words import split_words

FOLDER = "perspectives"
VECTORS = "perspectives.npz"
NEAR = 0.3
"""Likeness of vectors from which a perspective is found without a word in common."""
_SMALL_WORDS = "a an and are as at be by for from i in is it my of on or that the their they this to we who with"
_SMALL = frozenset(_SMALL_WORDS.split())


class StoredSeat(Value):
    """A perspective of the store, and where it came from."""

    perspective: Perspective
    origin: CleanLine
    """`pack policy-debate`, `file auditor.toml`, `run b2:…`."""
    added: str = ""
    """When, in UTC; empty for a pack's own."""


class FoundSeat(StoredSeat):
    """A perspective that was found."""

    score: float
    """Half the share of the query's words that it has, half the likeness of vectors."""


class SeatStore:
    """The perspectives that somebody added or generated, one file each."""

    def __init__(self, home: Path) -> None:
        self._home = home

    def add(self, seat: Perspective, *, origin: str, at: str) -> bool:
        """Keep a perspective; whether that changed anything. One of the same id is replaced.

        One that contradicts itself is refused.
        """
        for found in find_contradictions(seat):
            what = f"{seat.id} contradicts itself: {found.left} and {found.right} cannot both hold ({found.reason})"
            raise InputError(what, hint=found.remedy)
        path = self._home / FOLDER / f"{digest_bytes(seat.id.encode())[3:19]}.json"
        if path.is_file() and _read(path).perspective == seat:
            return False
        write_private(path, StoredSeat(perspective=seat, origin=origin, added=at).model_dump_json(indent=1))
        return True

    def read_all(self) -> tuple[StoredSeat, ...]:
        """Every perspective, by id."""
        paths = sorted((self._home / FOLDER).glob("*.json"))
        return tuple(sorted(map(_read, paths), key=lambda one: one.perspective.id))

    def find(
        self, query: str, embedder: Embedder, *, among: Iterable[StoredSeat] = (), limit: int = 10
    ) -> tuple[FoundSeat, ...]:
        """Perspectives of the store, and of those given beside it, that the query is about; best first."""
        seats = _drop_repeats([*self.read_all(), *among])
        asked = _list_stems(query)
        if not seats or not asked:
            return ()
        texts = [describe_seat(one.perspective) for one in seats]
        likeness = self._embed(texts, embedder) @ embedder.embed([query])[0]
        found = []
        for one, text, near in zip(seats, texts, likeness.tolist(), strict=True):
            shared = len(asked & _list_stems(text)) / len(asked)
            if shared or near >= NEAR:
                score = round(shared / 2 + max(0.0, near) / 2, 4)
                found.append(FoundSeat(**dict(one), score=score))
        return tuple(sorted(found, key=lambda one: (-one.score, one.perspective.id))[:limit])

    def _embed(self, texts: Sequence[str], embedder: Embedder) -> NDArray[np.float32]:
        """A vector for each text; those worked out before are read from their file."""
        path = index_folder(self._home) / name_folder(embedder) / VECTORS
        keys = [digest_bytes(text.encode()) for text in texts]
        held = _read_vectors(path)
        new = sorted({key: text for key, text in zip(keys, texts, strict=True) if key not in held}.items())
        if new:
            held |= dict(zip([key for key, _ in new], embedder.embed([text for _, text in new]), strict=True))
            make_folder(path.parent)
            with new_file(path) as file:
                np.savez(file, keys=np.array(list(held)), rows=np.stack(list(held.values())))
        return np.stack([held[key] for key in keys])


def describe_seat(seat: Perspective) -> str:
    """A perspective in the words it is found by."""
    values = " ".join(value for tier in seat.ranking for value in tier)
    parts = (seat.id, seat.role, seat.description, values, " ".join(seat.speaks_for), *seat.commitments().values())
    return " ".join(parts).replace("_", " ").replace("-", " ")


def _read(path: Path) -> StoredSeat:
    try:
        return StoredSeat.model_validate_json(path.read_bytes())
    except (OSError, ValidationError, FoamError) as error:
        reason = str(error).splitlines()[0]
        raise InputError(f"{path}: not a perspective: {reason}", hint="mend the file or delete it") from error


def _read_vectors(path: Path) -> dict[str, NDArray[np.float32]]:
    """What the file holds; nothing when it is not there or cannot be read, since it can be made anew."""
    try:
        with np.load(path, allow_pickle=False) as held:
            return dict(zip(held["keys"].tolist(), held["rows"], strict=True))
    except (OSError, ValueError, KeyError, EOFError):
        return {}


def _drop_repeats(seats: Iterable[StoredSeat]) -> list[StoredSeat]:
    """Each perspective once, from where it was found first."""
    once: dict[str, StoredSeat] = {}
    for one in seats:
        once.setdefault(one.perspective.digest, one)
    return list(once.values())


def _list_stems(text: str) -> set[str]:
    return {stem(word) for word in split_words(text.casefold())} - _SMALL
