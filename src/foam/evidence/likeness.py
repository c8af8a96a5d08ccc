"""Near-duplicates: signatures of texts, by which copies of one card are grouped.

A signature is a MinHash over runs of three words: the share of equal places in two signatures estimates the share of
runs the texts have in common. Bands are slices of it; texts that share a band are worth comparing.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

ALIKE = 0.7
"""Estimated overlap of word runs from which two texts are copies of one another, cut or cited differently."""

_RUN = 3
_PLACES = 48
SIZE = 4 * _PLACES
"""Bytes of a signature."""
_BANDS = 12
_WORD = re.compile(r"\w+")
_ODD = (np.random.default_rng(20_150_917).integers(0, 2**63, size=(2, _PLACES), dtype=np.uint64) << 1) | 1


def sign_text(text: str) -> bytes:
    """The text's signature; two texts of the same words have the same one."""
    words = _WORD.findall(text.lower())
    last = max(1, len(words) - _RUN + 1)
    hashed = {zlib.crc32(" ".join(words[i : i + _RUN]).encode("utf-8", "surrogatepass")) for i in range(last)}
    runs = np.fromiter(hashed, dtype=np.uint64, count=len(hashed))
    scattered = (runs[:, None] * _ODD[0] + _ODD[1]) >> np.uint64(32)
    places: NDArray[np.uint32] = scattered.min(axis=0).astype("<u4")
    return places.tobytes()


def split_bands(signed: bytes) -> tuple[int, ...]:
    """Keys under which texts of a similar signature meet, each from a place of its own in the signature."""
    width = len(signed) // _BANDS
    pieces = (signed[i * width : (i + 1) * width] for i in range(_BANDS))
    return tuple(zlib.crc32(piece, i) << 4 | i for i, piece in enumerate(pieces))


def measure_likeness(one: bytes, other: bytes) -> float:
    """The estimated share of word runs that two texts have in common."""
    return float(np.mean(_places(one) == _places(other)))


def group_alike(signatures: Mapping[int, bytes]) -> dict[int, int]:
    """The family of each text: the lowest number among all that are alike, directly or by others."""
    family = {number: number for number in signatures}

    def find(number: int) -> int:
        while family[number] != number:
            family[number] = number = family[family[number]]
        return number

    first: dict[bytes, int] = {}
    met: dict[int, list[int]] = {}
    for number in sorted(signatures):
        signed = signatures[number]
        kin = {first.setdefault(signed, number)}
        if kin == {number}:
            near = {other for band in split_bands(signed) for other in met.get(band, ())}
            kin |= {other for other in near if measure_likeness(signed, signatures[other]) >= ALIKE}
            for band in split_bands(signed):
                met.setdefault(band, []).append(number)
        roots = {find(one) for one in (*kin, number)}
        for one in roots:
            family[one] = min(roots)
    return {number: find(number) for number in signatures}


def _places(signed: bytes) -> NDArray[np.uint32]:
    return np.frombuffer(signed, dtype="<u4")
