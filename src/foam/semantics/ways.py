"""A tree in every way in which its unsettled leaves could turn out, all at once.

The ways ("worlds") are those that the tree allows: a false fact or rule makes its applications false, a figure whose
ground is not true makes the calculations that read it open. A set of worlds is an integer with one bit a world. Every
value is a pair: the worlds in which it is surely true, and those in which it may be. The two differ only where there
are too many unsettled leaves to try, so that three-valued logic has to do, and where a seat cannot decide.

Leaves may be fixed: each row of `fixes` is the same tree with some leaves held true or false.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from operator import and_, or_
from typing import NamedTuple, assert_never

import numpy as np
from numpy.typing import NDArray

from foam.argument.tree import Consideration, Frame, Leaf, Node, Root
from foam.argument.working import Given, Ref, SentenceId, list_inputs
from foam.semantics.audience import Audience
from foam.semantics.standing import Standings

UNNAMED = "none"
"""What a reason serves that names no value: every value that somebody weighs outranks it."""
MOST_TRIED = 18
"""Unsettled leaves up to which every way is tried."""

MOST_WORLDS = 1 << 20
"""Worlds that are looked at in one go."""

Fix = Mapping[str, bool]
"""Leaves that are held true or false."""


class Held(NamedTuple):
    """The worlds in which something surely holds, and those in which it may hold."""

    surely: int
    maybe: int


@dataclass(frozen=True)
class View:
    """How somebody looks at a tree: how its leaves stand, which sentences are gone, who weighs."""

    frame: Frame
    standings: Standings
    gone: frozenset[SentenceId] = frozenset()
    """Sentences and documents that no working may read."""
    audience: Audience | None = None
    """None where nobody's weights are used: what is weighed is then undecided."""
    supposed: Fix = field(default_factory=dict)
    """Leaves that are held so, whatever the record says of them."""


@dataclass(frozen=True)
class Ways:
    """A root in every way."""

    view: View
    root: Root
    fixes: Sequence[Fix] = ({},)
    most_tried: int = MOST_TRIED
    held: dict[str, Held] = field(default_factory=dict)
    """By node and leaf."""
    readable: dict[str, int] = field(default_factory=dict)
    """By leaf with a working: the worlds in which all that it reads can be read."""
    chosen: dict[str, Mapping[str, int]] = field(default_factory=dict)
    """By weigh node and option: the worlds in which the audience takes it."""

    @cached_property
    def under(self) -> tuple[str, ...]:
        return self.view.frame.find_under(self.root.id)

    @cached_property
    def rows(self) -> Sequence[Fix]:
        """The fixes, each with what is supposed where it says nothing else."""
        return [{**self.view.supposed, **fix} for fix in self.fixes]

    @cached_property
    def unsettled(self) -> tuple[str, ...]:
        """Leaves that could turn out either way, and weighings that nobody decides."""
        return tuple(name for name in self.under if self._is_unsettled(name))

    @property
    def is_tried_in_full(self) -> bool:
        """Whether every way was tried, and nothing was left to three-valued logic."""
        return len(self.unsettled) <= self.most_tried

    @cached_property
    def tried(self) -> tuple[str, ...]:
        """The unsettled leaves that have a bit of their own in the number of a world."""
        return self.unsettled if self.is_tried_in_full else ()

    @property
    def count(self) -> int:
        return len(self.fixes) << len(self.tried)

    @cached_property
    def everywhere(self) -> int:
        return (1 << self.count) - 1

    @cached_property
    def answers(self) -> Mapping[str, int]:
        """By option: the worlds in which it may be the answer."""
        for name in self.under:
            node = self.view.frame.node_by_id.get(name)
            self.held[name] = self._hold_node(node) if node else self._hold_leaf(self.view.frame.leaf_by_id[name])
        ids = [option.id for option in self.root.options]
        node = self.view.frame.node_by_id.get(self.root.id)
        if node and node.op == "weigh":
            chosen = self.chosen[node.id]
            undecided = self.everywhere & ~reduce(or_, chosen.values(), 0)
            return {option: chosen.get(option, 0) | undecided for option in ids}
        surely, maybe = self.held[self.root.id]
        return {ids[0]: maybe, ids[1]: self.everywhere & ~surely}

    def list_possible(self) -> list[frozenset[str]]:
        """For each row of fixes: the options that are possible."""
        found: list[set[str]] = [set() for _ in self.fixes]
        for option, worlds in self.answers.items():
            flags = unpack_flags(worlds, self.count).reshape(len(self.fixes), -1)
            for row in np.flatnonzero(np.any(flags, axis=1)):
                found[row].add(option)
        return [frozenset(options) for options in found]

    def depends_on(self, name: str) -> bool:
        """Whether, in some world, the answer is another when this unsettled leaf turns out otherwise."""
        step = 1 << self.tried.index(name)
        first = self._bit(name) ^ self.everywhere
        return any(((worlds >> step) ^ worlds) & first for worlds in self.answers.values())

    def _is_unsettled(self, name: str) -> bool:
        frame = self.view.frame
        if node := frame.node_by_id.get(name):
            return node.op == "weigh" and self.view.audience is None and name != self.root.id
        leaf = frame.leaf_by_id[name]
        if leaf.kind != "calculation":
            return self.view.standings[name].counts_as is None
        return not self._is_always_readable(leaf)

    def _is_always_readable(self, leaf: Leaf) -> bool:
        """Whether the working of a leaf can be read whatever turns out and whatever is fixed."""
        if leaf.working is None or self.view.frame.results[leaf.id] is None:
            return False
        return all(self._is_input_always_readable(one) for one in list_inputs(leaf.working))

    def _is_input_always_readable(self, one: object) -> bool:
        match one:
            case Given():
                return True
            case Ref():
                named = self.view.frame.leaf_by_id.get(one.leaf)
                is_sure = named is not None and (named.kind == "calculation" or self._is_surely_true(named.id))
                return is_sure and named is not None and self._is_always_readable(named)
            case _:
                return any(self._is_alive_always(at) for at in getattr(one, "at", ()))

    def _is_alive_always(self, at: SentenceId) -> bool:
        facts = self.view.frame.facts_at.get(at, ())
        return not self._is_gone(at) and all(self._is_surely_true(name) for name in facts)

    def _is_surely_true(self, name: str) -> bool:
        return self.view.standings[name].counts_as is True and False not in self._fixed_rows.get(name, {})

    def _is_gone(self, at: SentenceId) -> bool:
        return at in self.view.gone or at.partition("#")[0] in self.view.gone

    @cached_property
    def _places(self) -> NDArray[np.int64]:
        return np.arange(self.count, dtype=np.int64)

    def _bit(self, name: str) -> int:
        """The worlds in which a leaf with a bit of its own turns out true."""
        return pack_flags(self._places >> self.tried.index(name) & 1 == 1)

    def _free(self, name: str) -> Held:
        if name not in self.tried:
            return Held(0, self.everywhere)
        bit = self._bit(name)
        return Held(bit, bit)

    @cached_property
    def _fixed_rows(self) -> Mapping[str, Mapping[bool, Sequence[int]]]:
        """By leaf, and by whether it is held true or false: the rows that hold it so."""
        found: dict[str, dict[bool, list[int]]] = {}
        for row, fix in enumerate(self.rows):
            for name, way in fix.items():
                found.setdefault(name, {}).setdefault(way, []).append(row)
        return found

    def _worlds_of(self, rows: Sequence[int]) -> int:
        """The worlds of these rows."""
        flags = np.zeros(len(self.fixes), dtype=np.bool_)
        flags[list(rows)] = True
        return pack_flags(np.repeat(flags, 1 << len(self.tried)))

    def _hold_leaf(self, leaf: Leaf) -> Held:
        own = self._hold_calculation(leaf) if leaf.kind == "calculation" else self._own(leaf)
        if fixed := self._fixed_rows.get(leaf.id):
            true, false = (self._worlds_of(fixed.get(way, ())) for way in (True, False))
            own = Held((own.surely | true) & ~false, (own.maybe | true) & ~false)
        if leaf.kind != "application":
            return own
        names = [leaf.of, *([leaf.term.rule] if leaf.term else [])]
        return self._all([own, *(self.held[name] for name in names if name in self.held)])

    def _own(self, leaf: Leaf) -> Held:
        counts_as = self.view.standings[leaf.id].counts_as
        if counts_as is None:
            return self._free(leaf.id)
        return Held(self.everywhere, self.everywhere) if counts_as else Held(0, 0)

    def _hold_calculation(self, leaf: Leaf) -> Held:
        """What its working gives where all that it reads can be read, and either elsewhere."""
        readable = self._read(leaf)
        self.readable[leaf.id] = readable
        free = self._free(leaf.id) if leaf.id in self.unsettled else Held(0, self.everywhere)
        gives = readable if self.view.frame.results[leaf.id] is not False else 0
        return Held(gives | free.surely & ~readable, gives | free.maybe & ~readable)

    def _read(self, leaf: Leaf) -> int:
        """The worlds in which all that the working of a leaf reads can be read, and it can be computed."""
        if leaf.working is None or self.view.frame.results[leaf.id] is None:
            return 0
        return reduce(and_, (self._read_input(one) for one in list_inputs(leaf.working)), self.everywhere)

    def _read_input(self, one: object) -> int:
        match one:
            case Given():
                return self.everywhere
            case Ref():
                named = self.view.frame.leaf_by_id[one.leaf]
                if named.kind == "calculation":
                    return self.readable.get(named.id, 0)
                return self.held[named.id].surely & self._read(named)
            case _:
                return reduce(or_, (self._live(at) for at in getattr(one, "at", ())), 0)

    def _live(self, at: SentenceId) -> int:
        """The worlds in which a sentence may be read: it is there, and no fact that stands on it is untrue."""
        if self._is_gone(at):
            return 0
        facts = (self.held[name].surely for name in self.view.frame.facts_at.get(at, ()))
        return reduce(and_, facts, self.everywhere)

    def _all(self, parts: Sequence[Held]) -> Held:
        return Held(
            reduce(and_, (one.surely for one in parts), self.everywhere),
            reduce(and_, (one.maybe for one in parts), self.everywhere),
        )

    def _any(self, parts: Sequence[Held]) -> Held:
        return Held(reduce(or_, (one.surely for one in parts), 0), reduce(or_, (one.maybe for one in parts), 0))

    def _hold_node(self, node: Node) -> Held:
        of, over = ([self.held[name] for name in names if name in self.held] for names in (node.of, node.over))
        match node.op:
            case "all":
                found = self._all(of)
            case "any":
                found = self._any(of)
            case "more" | "level":
                found = self._count(of, over, level=node.op == "level")
            case "weigh":
                found = self._hold_weighed(node)
            case _:
                assert_never(node.op)
        barred = self._any([self.held[name] for name in node.unless if name in self.held])
        return Held(found.surely & ~barred.maybe, found.maybe & ~barred.surely)

    def _count(self, of: Sequence[Held], over: Sequence[Held], *, level: bool) -> Held:
        """Where more of the ones hold than of the others, or as many, counted in every world."""
        least_of, most_of = (_tally([one[n] for one in of], self.everywhere) for n in (0, 1))
        least_over, most_over = (_tally([one[n] for one in over], self.everywhere) for n in (0, 1))
        if not level:
            return Held(_greater(least_of, most_over), _greater(most_of, least_over))
        apart = _greater(least_of, most_over) | _greater(least_over, most_of)
        may_differ = _greater(most_of, least_over) | _greater(most_over, least_of)
        return Held(self.everywhere & ~may_differ, self.everywhere & ~apart)

    def _hold_weighed(self, node: Node) -> Held:
        """True where the seat's option is that for which the node is true, false where it is another."""
        chosen = self.chosen[node.id] = self._weigh(node)
        yes = chosen.get(node.true_for or "", 0)
        decided = reduce(or_, chosen.values(), 0)
        free = self._free(node.id)
        return Held(yes | free.surely & ~decided, yes | free.maybe & ~decided)

    def _weigh(self, node: Node) -> Mapping[str, int]:
        """By option: the worlds in which the audience's grounded set speaks for it."""
        reasons = self.view.frame.considerations_under[node.id]
        if self.view.audience is None or not reasons:
            return {}
        present = {one.id: self._all([self.held[name] for name in one.rests_on]) for one in reasons}
        unsure = reduce(or_, (held.surely ^ held.maybe for held in present.values()), 0)
        undecided = self.everywhere & ~unsure
        chosen = dict.fromkeys((one.option for one in reasons), 0)
        for tier in rank_reasons(reasons, self.view.audience):
            speaks = {
                option: reduce(or_, (present[one.id].surely for one in tier if one.option == option), 0)
                for option in chosen
            }
            for option, worlds in speaks.items():
                others = reduce(or_, (speaks[other] for other in speaks if other != option), 0)
                chosen[option] |= undecided & worlds & ~others
            undecided &= ~reduce(or_, speaks.values(), 0)
        return chosen


def rank_reasons(reasons: Iterable[Consideration], audience: Audience) -> list[list[Consideration]]:
    """The reasons by how high the audience ranks what they serve, the highest first; what it does not weigh comes last,
    and so does a reason that names no value."""
    ranked: dict[int, list[Consideration]] = {}
    for one in reasons:
        ranked.setdefault(audience.rank(one.value or UNNAMED), []).append(one)
    return [ranked[tier] for tier in sorted(ranked)]


def choose_option(reasons: Iterable[Consideration], audience: Audience | None) -> str | None:
    """The option for which the grounded set of these reasons speaks, where reasons for different options attack each
    other: that of the highest of them, if they speak for one option alone."""
    highest = rank_reasons(reasons, audience)[:1] if audience else []
    options = {one.option for tier in highest for one in tier}
    return options.pop() if len(options) == 1 else None


def list_possible(view: View, root: Root, rows: Sequence[Fix]) -> list[frozenset[str]]:
    """The options that are possible under each row of fixed leaves."""
    whole = Ways(view, root, list(rows) or [{}])
    at_once = max(1, MOST_WORLDS >> len(whole.tried))
    if 0 < len(rows) <= at_once:
        return whole.list_possible()
    chunks = (list(rows[start : start + at_once]) for start in range(0, len(rows), at_once))
    return [options for chunk in chunks for options in Ways(view, root, chunk).list_possible()]


def _tally(parts: Sequence[int], everywhere: int) -> list[int]:
    """For each number: the worlds in which exactly so many of the parts hold."""
    counts = [everywhere]
    for part in parts:
        counts = [(here & ~part) | (below & part) for here, below in zip([*counts, 0], [0, *counts], strict=True)]
    return counts


def _greater(ones: Sequence[int], others: Sequence[int]) -> int:
    """The worlds in which the first number is greater."""
    found = 0
    for n, worlds in enumerate(ones):
        found |= worlds & reduce(or_, others[:n], 0)
    return found


def pack_flags(flags: NDArray[np.bool_]) -> int:
    """The set of worlds whose flag is true."""
    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")


def unpack_flags(worlds: int, count: int) -> NDArray[np.bool_]:
    """A set of worlds as a flag per world."""
    packed = np.frombuffer(worlds.to_bytes((count + 7) // 8, "little"), dtype=np.uint8)
    return np.unpackbits(packed, count=count, bitorder="little").astype(np.bool_)
