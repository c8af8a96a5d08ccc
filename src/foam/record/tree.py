"""A Merkle tree over a growing list of leaves, exactly as RFC 9162 (Certificate Transparency) hashes it.

One stored hash a leaf is enough. With leaf number n (counted from 1) lies the hash of the largest perfect subtree that
ends there: its size is the largest power of two that divides n. Appending a leaf, the root at any earlier size, and
both kinds of proof then read a handful of them.

    append     the node to store with the next leaf
    root       the root over the first so many leaves
    prove_inclusion, check_inclusion        this leaf is among those under that root
    prove_consistency, check_consistency    what was under that root then is the beginning of what is under this one
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from hashlib import sha256
from typing import Protocol

EMPTY = sha256(b"").digest()


class Nodes(Protocol):
    """The leaves and nodes that are kept, both counted from 1."""

    def node(self, number: int) -> bytes:
        """What `append` gave for this leaf."""
        ...

    def leaf(self, number: int) -> bytes:
        """The hash of this leaf."""
        ...


def hash_leaf(content: bytes) -> bytes:
    return sha256(b"\x00" + content).digest()


def hash_pair(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


def append(nodes: Nodes, number: int, leaf: bytes) -> bytes:
    """The node to store with leaf `number`; those before it are stored."""
    node, size = leaf, 1
    while number % (2 * size) == 0:
        node = hash_pair(nodes.node(number - size), node)
        size *= 2
    return node


def root(nodes: Nodes, size: int) -> bytes:
    """The root over the first `size` leaves."""
    return fold([nodes.node(number) for number in list_peaks(size)])


def find_roots(nodes: Sequence[bytes], sizes: Collection[int]) -> dict[int, bytes]:
    """The roots at many sizes in one pass over all nodes, which is several times faster than one after another."""
    found: dict[int, bytes] = {}
    peaks: list[bytes] = []
    for size, node in enumerate(nodes, 1):
        if not size & 1:
            del peaks[size.bit_count() - 1 :]
        peaks.append(node)
        if size in sizes:
            root = node
            for peak in reversed(peaks[:-1]):
                root = sha256(b"\x01" + peak + root).digest()
            found[size] = root
    return found


def list_peaks(size: int) -> list[int]:
    """The leaves whose nodes make up the root over the first `size`, the largest subtree first."""
    peaks = []
    while size:
        peaks.append(size)
        size &= size - 1
    return peaks[::-1]


def fold(peaks: Sequence[bytes]) -> bytes:
    """The root over subtrees that stand side by side, the largest first."""
    if not peaks:
        return EMPTY
    found = peaks[-1]
    for node in reversed(peaks[:-1]):
        found = hash_pair(node, found)
    return found


def prove_inclusion(nodes: Nodes, number: int, size: int) -> tuple[bytes, ...]:
    """The hashes that lead from leaf `number` to the root over `size` leaves."""
    path: list[bytes] = []
    first, last = 0, size
    while last - first > 1:
        middle = first + _split(last - first)
        if number <= middle:
            path.append(_range(nodes, middle, last))
            last = middle
        else:
            path.append(_range(nodes, first, middle))
            first = middle
    return tuple(reversed(path))


def check_inclusion(leaf: bytes, number: int, size: int, path: Sequence[bytes], root: bytes) -> bool:
    """Whether the path leads from the leaf to the root."""
    if not 1 <= number <= size:
        return False
    place, last, found = number - 1, size - 1, leaf
    for other in path:
        if not last:
            return False
        if place % 2 or place == last:
            found = hash_pair(other, found)
            while place and not place % 2:
                place, last = place // 2, last // 2
        else:
            found = hash_pair(found, other)
        place, last = place // 2, last // 2
    return not last and found == root


def prove_consistency(nodes: Nodes, earlier: int, size: int) -> tuple[bytes, ...]:
    """The hashes that show the first `earlier` leaves to be the beginning of the first `size`."""
    path: list[bytes] = []
    first, last = 0, size
    whole = True  # whether the subtree looked at begins with all of the earlier leaves
    while last != earlier:
        middle = first + _split(last - first)
        if earlier <= middle:
            path.append(_range(nodes, middle, last))
            last = middle
        else:
            path.append(_range(nodes, first, middle))
            first, whole = middle, False
    if not whole:
        path.append(_range(nodes, first, last))
    return tuple(reversed(path))


def check_consistency(earlier: int, earlier_root: bytes, size: int, root: bytes, path: Sequence[bytes]) -> bool:
    """Whether the path shows the earlier tree to be the beginning of the later one."""
    if earlier == size:
        return not path and earlier_root == root
    if not earlier:
        return not path and earlier_root == EMPTY
    if not 0 < earlier < size:
        return False
    hashes = [earlier_root, *path] if earlier & (earlier - 1) == 0 else [*path]
    if not hashes:
        return False
    place, last = earlier - 1, size - 1
    while place % 2:
        place, last = place // 2, last // 2
    old = new = hashes[0]
    for other in hashes[1:]:
        if not last:
            return False
        if place % 2 or place == last:
            old, new = hash_pair(other, old), hash_pair(other, new)
            while place and not place % 2:
                place, last = place // 2, last // 2
        else:
            new = hash_pair(new, other)
        place, last = place // 2, last // 2
    return not last and old == earlier_root and new == root


def _split(count: int) -> int:
    """The largest power of two below the count."""
    return 1 << (count - 1).bit_length() - 1


def _range(nodes: Nodes, first: int, last: int) -> bytes:
    """The hash over the leaves after `first` up to `last`; a subtree of the whole, so it begins where one may."""
    count = last - first
    if count & (count - 1):
        middle = first + _split(count)
        return hash_pair(_range(nodes, first, middle), _range(nodes, middle, last))
    if last & -last == count:
        return nodes.node(last)
    if count == 1:
        return nodes.leaf(last)
    return hash_pair(_range(nodes, first, last - count // 2), _range(nodes, last - count // 2, last))
