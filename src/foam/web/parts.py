"""A long document in parts: what a page shows at once, and what it loads when somebody unfolds it.

A short document stays whole. Of a long one the longest folds and tables are left out first, each for a link to a page
of its own, so that nothing is out of reach where there are no scripts. Links lead to wherever a part has gone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from urllib.parse import quote

from foam.paper import Block, Details, Link, Paper, Paragraph, Table, ids_in

MOST = 220_000
"""Bytes up to which a document stands on its page whole; the page around it takes some more."""
ROWS, ROWS_A_PAGE = 25, 200
"""Rows of a long table that stand on the document's page, and on each page of the table itself."""
_SHORT = 300
"""Bytes below which a fold is not worth a request."""


@dataclass(frozen=True)
class Part:
    """What is left out of a page: a fold, or a table."""

    name: str
    title: str
    blocks: tuple[Block, ...]

    @property
    def table(self) -> Table | None:
        """The table that it is; None for a fold."""
        return self.blocks[0] if len(self.blocks) == 1 and isinstance(self.blocks[0], Table) else None

    @property
    def pages(self) -> int:
        return max(1, -(-len(self.table.rows) // ROWS_A_PAGE)) if self.table else 1

    def turn_to(self, page: int) -> tuple[Block, ...]:
        """What stands on one of its pages, from 1."""
        if self.table is None:
            return self.blocks
        rows = self.table.rows[(page - 1) * ROWS_A_PAGE : page * ROWS_A_PAGE]
        return (self.table.model_copy(update={"rows": rows}),)

    def list_places(self) -> Iterator[tuple[str, int]]:
        """Every id in it that can be linked to, and the page on which it stands."""
        for page in range(1, self.pages + 1):
            yield from ((name, page) for name in ids_in(self.turn_to(page)))


@dataclass(frozen=True)
class Parted:
    """A document as its page shows it, and the parts that were left out."""

    shown: Paper
    parts: Mapping[str, Part] = field(default_factory=dict)

    @cached_property
    def _shown_ids(self) -> frozenset[str]:
        return frozenset(ids_in(self.shown.blocks))

    def link_from_page(self, here: str) -> dict[str, str]:
        """Where links on the document's page lead, by id, if not further down."""
        return self._list_addresses(here, self.parts.values())

    def link_from_part(self, here: str, back: str, part: Part, page: int) -> dict[str, str]:
        """Where links on a page of a part lead; `here` is the run's address, `back` the document's page."""
        addresses = {name: f"{back}#{quote(name)}" for name in self._shown_ids}
        addresses |= self._list_addresses(here, self.parts.values())
        own = dict.fromkeys(ids_in(part.turn_to(page)))
        return addresses | {name: f"#{quote(name)}" for name in own}

    def _list_addresses(self, here: str, parts: Iterable[Part]) -> dict[str, str]:
        found: dict[str, str] = {}
        for part in parts:
            address = _part_path(here, part.name)
            found[_link_to(part)] = address
            for name, page in part.list_places():
                if name not in self._shown_ids:
                    found.setdefault(name, f"{address}{f'?page={page}' if page > 1 else ''}#{quote(name)}")
        return found


def _part_path(here: str, name: str) -> str:
    """The address of a part that was left out; `here` is the run's."""
    return f"{here}/section/{quote(name)}"


def part_paper(
    paper: Paper, *, most: int, measure: Callable[[Block], int], say_fold: Callable[[str], str],
    say_table: Callable[[int], str],
) -> Parted:  # fmt: skip
    """Leave out the longest parts until the rest takes no more than so many bytes, as `measure` counts them.

    `say_fold` words the link to a fold, by its title; `say_table` the one to a table, by how many rows it has.
    """
    sizes = [measure(block) for block in paper.blocks]
    over = sum(sizes) - most
    shown: dict[int, tuple[Block, ...]] = {}
    parts: dict[str, Part] = {}
    for place in sorted(range(len(sizes)), key=lambda one: -sizes[one]):
        block, name = paper.blocks[place], paper.blocks[place].id or f"part-{place}"
        if over <= 0 or sizes[place] < _SHORT:
            break
        if isinstance(block, Details):
            part = Part(name, block.summary, block.blocks)
            link = Paragraph(content=(Link(text=say_fold(block.summary), to=_link_to(part)),))
            shown[place] = (block.model_copy(update={"blocks": (link,)}),)
            over -= sizes[place]
        elif isinstance(block, Table) and len(block.rows) > ROWS:
            part = Part(name, _find_title(paper.blocks[:place]), (block,))
            link = Paragraph(content=(Link(text=say_table(len(block.rows)), to=_link_to(part)),))
            shown[place] = (block.model_copy(update={"rows": block.rows[:ROWS]}), link)
            over -= sizes[place] * (len(block.rows) - ROWS) // len(block.rows)
        else:
            continue
        parts[name] = part
    blocks = tuple(one for place, block in enumerate(paper.blocks) for one in shown.get(place, (block,)))
    return Parted(paper.model_copy(update={"blocks": blocks}), parts)


def _link_to(part: Part) -> str:
    """The id by which a link names a part; no block has it."""
    return f"section {part.name}"


def _find_title(before: Iterable[Block]) -> str:
    """The heading that a table stands under."""
    return next((one.text for one in reversed(tuple(before)) if one.kind == "heading"), "")
