"""The outcome of a root: the option that follows in every way in which the open and contested leaves could turn out,
or that the file does not settle it, and on which leaves it hangs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice, product

from foam.argument.tree import Root
from foam.semantics.ways import Fix, View, Ways
from foam.values import Value

_MOST_JOINED = 3
"""Open leaves that one condition may name."""
_MOST_CONDITIONS_TRIED = 2_000
_MOST_WORLDS_TRIED = 1 << 21
"""For all conditions together: where very much is open, fewer are tried, the smallest first."""


class Condition(Value):
    """The option follows if these leaves, which are open, are true, and those false."""

    option: str
    if_true: tuple[str, ...] = ()
    if_false: tuple[str, ...] = ()


class Outcome(Value):
    """What follows for a root."""

    root: str
    possible: tuple[str, ...]
    """The options that are possible, in the order of the root."""
    hangs_on: tuple[str, ...] = ()
    """Unsettled leaves, and weighings, that make a difference."""
    conditions: tuple[Condition, ...] = ()
    is_tried_in_full: bool = True
    """False where there were too many unsettled leaves: three-valued logic then says less than trying would."""

    @property
    def option(self) -> str | None:
        """The option that follows; None where the file does not settle it."""
        return self.possible[0] if len(self.possible) == 1 else None


def find_outcome(view: View, root: Root) -> Outcome:
    """The outcome of a root, as somebody looks at the tree."""
    ways = Ways(view, root)
    (possible,) = ways.list_possible()
    is_settled = len(possible) == 1
    return Outcome(
        root=root.id,
        possible=tuple(option.id for option in root.options if option.id in possible),
        hangs_on=() if is_settled else tuple(_find_hinges(ways)),
        conditions=() if is_settled else tuple(_find_conditions(ways)),
        is_tried_in_full=ways.is_tried_in_full,
    )


def find_holds(view: View, root: Root) -> dict[str, bool | None]:
    """Whether each node and leaf under a root holds in every way in which the outcome was sought; None where ways
    differ."""
    ways = Ways(view, root)
    ways.list_possible()
    return {
        name: True if held.surely == ways.everywhere else None if held.maybe else False
        for name, held in ways.held.items()
    }


def _find_hinges(ways: Ways) -> Iterator[str]:
    """Where every way was tried: what makes a difference. Else all that is unsettled."""
    nodes = ways.view.frame.node_by_id
    weighed = [name for name in ways.under if name in nodes and nodes[name].op == "weigh"]
    undecided = [name for name in weighed if ways.held[name].surely != ways.held[name].maybe]
    for name in ways.under:
        if ways.depends_on(name) if name in ways.tried else name in (*ways.unsettled, *undecided):
            yield name


def _find_conditions(ways: Ways) -> Iterator[Condition]:
    """The smallest sets of open leaves that settle the outcome once they turn out one way, and not the other."""
    view, root = ways.view, ways.root
    open_ = [name for name in _find_hinges(ways) if name in view.standings and view.standings[name].stands == "open"]
    found: list[dict[str, bool]] = []
    for fixes in _in_chunks(open_, most=min(_MOST_CONDITIONS_TRIED, _MOST_WORLDS_TRIED >> len(ways.tried))):
        rows = [dict(fix) for fix in fixes]
        for fix, possible in zip(rows, Ways(view, root, rows).list_possible(), strict=True):
            if len(possible) == 1 and not any(smaller.items() <= fix.items() for smaller in found):
                found.append(fix)
                (option,) = possible
                if_true, if_false = (tuple(name for name in fix if fix[name] is way) for way in (True, False))
                yield Condition(option=option, if_true=if_true, if_false=if_false)


def _in_chunks(names: Sequence[str], *, most: int = _MOST_CONDITIONS_TRIED) -> Iterator[list[Fix]]:
    """Every way to fix up to three of these leaves, one size after another."""
    sizes = range(1, min(_MOST_JOINED, len(names)) + 1)
    every = (
        dict(zip(chosen, ways, strict=True))
        for size in sizes
        for chosen in combinations(names, size)
        for ways in product((True, False), repeat=size)
    )
    tried = islice(every, most)
    while chunk := list(islice(tried, 8)):
        yield list(chunk)
