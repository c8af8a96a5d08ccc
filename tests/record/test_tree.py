"""The tree against the published vectors, and its proofs against everything that is not true."""

from __future__ import annotations

from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam.canonical import write_canonical
from foam.record import tree
from foam.record.database import open_file
from foam.record.entry import Decider, Draft, Entry
from foam.record.log import Line, TableLog

# The leaves and roots that implementations of Certificate Transparency test with.
LEAVES = [bytes.fromhex(x) for x in ("", "00", "10", "2021", "3031", "40414243", "5051525354555657")]
LEAVES.append(bytes.fromhex("606162636465666768696a6b6c6d6e6f"))
ROOTS = (
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)


class Listed:
    """Nodes over any bytes, in a list."""

    def __init__(self, contents: list[bytes]) -> None:
        self._leaves = [tree.hash_leaf(content) for content in contents]
        self._nodes: list[bytes] = []
        for number, leaf in enumerate(self._leaves, 1):
            self._nodes.append(tree.append(self, number, leaf))

    def node(self, number: int) -> bytes:
        return self._nodes[number - 1]

    def leaf(self, number: int) -> bytes:
        return self._leaves[number - 1]


def _listed(count: int) -> Listed:
    return Listed([str(n).encode() for n in range(count)])


def test_the_published_roots() -> None:
    nodes = Listed(LEAVES)
    assert [tree.root(nodes, size).hex() for size in range(1, 9)] == list(ROOTS)
    assert tree.root(nodes, 0).hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def test_the_log_of_a_database_gives_the_nodes_of_its_lines(database: str) -> None:
    from foam.record.memory import MemoryStore
    from foam.record.postgres.log import StoredLog
    from foam.record.postgres.store import PostgresStore

    store, model = PostgresStore(database), MemoryStore()
    code = Decider(type="code", id="x", version="1")
    for n in range(40):
        entry = Entry(draft=Draft(kind="x", question={"n": n}, decider=code), answer=n, at="t")
        store.append(entry)
        model.append(entry)
    with store.database.open() as db:
        log = StoredLog(db)
        assert [log.head(size) for size in range(41)] == [model.head(size) for size in range(41)]
        lines = [
            tree.root(Listed([write_canonical(list(one.line)) for one in store.read_rows(0)]), size) for size in (7, 40)
        ]
        assert lines == [tree.root(log, size) for size in (7, 40)]
        assert log.leaf(9) == next(store.read_rows(8)).line.leaf
    store.close()


def test_a_log_gives_the_nodes_of_its_lines(tmp_path: Path) -> None:
    lines = [Line("entry", f"b2:{n}", "", f"b2:{n * n}") for n in range(40)]
    expected = Listed([write_canonical(list(line)) for line in lines])
    with closing(open_file(tmp_path / "log.db", timeout=1, readonly=False)) as db:
        log = TableLog(db)
        assert [log.append(line) for line in lines] == list(range(1, 41))
        assert [log.node(n) for n in range(1, 41)] == [expected.node(n) for n in range(1, 41)]
        assert [log.leaf(n) for n in range(1, 41)] == [expected.leaf(n) for n in range(1, 41)]
        assert [log.head(size).root for size in range(41)] == [tree.root(expected, size).hex() for size in range(41)]


def test_many_roots_in_one_pass() -> None:
    nodes = _listed(70)
    every = [nodes.node(number) for number in range(1, 71)]
    assert tree.find_roots(every, range(71)) == {size: tree.root(nodes, size) for size in range(1, 71)}


def test_every_inclusion_proof_holds_for_its_leaf_alone() -> None:
    nodes = _listed(33)
    for size in range(1, 34):
        root = tree.root(nodes, size)
        for number in range(1, size + 1):
            path = tree.prove_inclusion(nodes, number, size)
            assert tree.check_inclusion(nodes.leaf(number), number, size, path, root)
            for wrong in {1, number - 1, number + 1, size} - {number}:
                assert not tree.check_inclusion(nodes.leaf(number), wrong, size, path, root)
            assert not tree.check_inclusion(tree.hash_leaf(b"other"), number, size, path, root)
            assert not tree.check_inclusion(nodes.leaf(number), number, size, (*path, root), root)


def test_every_consistency_proof_holds_for_its_two_roots_alone() -> None:
    nodes, other = _listed(33), Listed([b"other", *(str(n).encode() for n in range(1, 33))])
    for size in range(34):
        root = tree.root(nodes, size)
        for earlier in range(size + 1):
            was = tree.root(nodes, earlier)
            path = tree.prove_consistency(nodes, earlier, size) if earlier else ()
            assert tree.check_consistency(earlier, was, size, root, path)
            if earlier:
                assert not tree.check_consistency(earlier, tree.root(other, earlier), size, root, path)
                assert not tree.check_consistency(earlier, was, size, tree.root(other, size), path)
            if path:
                assert not tree.check_consistency(earlier, was, size, root, path[:-1])
                assert not tree.check_consistency(earlier, was, size, root, (*path, path[-1]))


def _find_root(leaves: list[bytes]) -> bytes:
    """The definition of RFC 9162, 2.1.1."""
    if len(leaves) < 2:
        return leaves[0] if leaves else tree.EMPTY
    left, right = _halve(leaves)
    return sha256(b"\x01" + _find_root(left) + _find_root(right)).digest()


def _halve(leaves: list[bytes]) -> tuple[list[bytes], list[bytes]]:
    middle = max(2**n for n in range(9) if 2**n < len(leaves))
    return leaves[:middle], leaves[middle:]


def _find_path(number: int, leaves: list[bytes]) -> tuple[bytes, ...]:
    """2.1.3.1, with leaves counted from 0."""
    if len(leaves) == 1:
        return ()
    left, right = _halve(leaves)
    if number < len(left):
        return (*_find_path(number, left), _find_root(right))
    return (*_find_path(number - len(left), right), _find_root(left))


def _find_growth(earlier: int, leaves: list[bytes], *, whole: bool = True) -> tuple[bytes, ...]:
    """2.1.4.1."""
    if earlier == len(leaves):
        return () if whole else (_find_root(leaves),)
    left, right = _halve(leaves)
    if earlier <= len(left):
        return (*_find_growth(earlier, left, whole=whole), _find_root(right))
    return (*_find_growth(earlier - len(left), right, whole=False), _find_root(left))


@pytest.mark.parametrize("size", range(21))
def test_roots_and_proofs_are_those_of_the_definition(size: int) -> None:
    nodes = _listed(20)
    leaves = [sha256(b"\x00" + str(n).encode()).digest() for n in range(size)]
    assert tree.root(nodes, size) == _find_root(leaves)
    for number in range(1, size + 1):
        assert tree.prove_inclusion(nodes, number, size) == _find_path(number - 1, leaves)
        assert tree.prove_consistency(nodes, number, size) == _find_growth(number, leaves)
        assert nodes.node(number) == _find_root(leaves[number - (number & -number) : number])


@pytest.mark.parametrize(
    ("size", "peaks"), [(0, []), (1, [1]), (6, [4, 6]), (7, [4, 6, 7]), (8, [8]), (21, [16, 20, 21])]
)
def test_peaks_are_the_largest_subtrees_first(size: int, peaks: list[int]) -> None:
    assert tree.list_peaks(size) == peaks


def test_an_inclusion_proof_holds_for_its_size_alone() -> None:
    nodes = _listed(20)
    for size in range(1, 21):
        root = tree.root(nodes, size)
        for number in range(1, size + 1):
            path = tree.prove_inclusion(nodes, number, size)
            leaf = nodes.leaf(number)
            for wrong in {0, -1, number - 1, size + 1, 2 * size + 1}:
                assert not tree.check_inclusion(leaf, wrong, size, path, root)
            assert not tree.check_inclusion(leaf, number, size, path, tree.EMPTY)
            if path:
                assert not tree.check_inclusion(leaf, number, size, path[:-1], root)
                assert not tree.check_inclusion(leaf, number, size, (), leaf)
                assert not tree.check_inclusion(leaf, number, number - 1, path, root)


def test_nothing_is_the_beginning_of_everything_and_of_that_alone() -> None:
    nodes = _listed(5)
    root = tree.root(nodes, 5)
    assert tree.check_consistency(0, tree.EMPTY, 5, root, ())
    assert tree.check_consistency(0, tree.EMPTY, 0, tree.EMPTY, ())
    assert not tree.check_consistency(0, root, 5, root, ())
    assert not tree.check_consistency(0, tree.EMPTY, 5, root, (root,))
    assert not tree.check_consistency(5, root, 5, root, (root,))
    assert not tree.check_consistency(5, tree.EMPTY, 5, root, ())
    assert not tree.check_consistency(3, tree.root(nodes, 3), 5, root, ())


def test_what_is_longer_is_no_beginning() -> None:
    nodes = _listed(2)
    first, second = nodes.leaf(1), nodes.leaf(2)
    assert not tree.check_consistency(3, first, 2, tree.root(nodes, 2), (first, second))
    assert not tree.check_consistency(-1, first, 2, tree.root(nodes, 2), (first, second))


@given(st.integers(2, 300), st.data())
def test_a_changed_leaf_breaks_every_later_root(count: int, data: st.DataObject) -> None:
    changed = data.draw(st.integers(0, count - 1))
    contents = [str(n).encode() for n in range(count)]
    forged = Listed([b"x" if n == changed else content for n, content in enumerate(contents)])
    nodes = Listed(contents)
    assert tree.root(nodes, count) != tree.root(forged, count)
    assert (tree.root(nodes, changed) == tree.root(forged, changed)) is True
    if changed:
        path = tree.prove_consistency(forged, changed, count)
        assert tree.check_consistency(changed, tree.root(nodes, changed), count, tree.root(forged, count), path)
