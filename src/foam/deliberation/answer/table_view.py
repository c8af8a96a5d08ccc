"""What a table made of a question: what each seat makes of the tree, what the seats changed, who still differs, who
argued what. Seats are named and never counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from foam.argument.rows import Dispute, Objection
from foam.argument.working import SentenceId
from foam.deliberation.answer.answer import Answer, AnswerTree
from foam.deliberation.answer.table import Seated, Table
from foam.deliberation.naming import begin, join_words
from foam.model.check import FOR_OR_AGAINST
from foam.paper import Block, Bullets, Details, Paragraph, Text, section
from foam.paper import Table as Grid
from foam.semantics.priorities import Priority
from foam.semantics.seats import Nudge, SeatRow, Weighing

Told: TypeAlias = tuple[str | Text, ...]
Point: TypeAlias = Callable[[Sequence[SentenceId]], str]
"""Says where sentences stand."""
FEW = 3
"""Parts, and sets of them, that are told one by one."""
_NOBODY_ARGUED = (
    "Nobody argued: a model that only chooses sentences has nothing to say of its own. The seats weigh what was found."
)
_HOW_WEIGHED = (
    "By its priorities: a reason is beaten by one for another answer whose value the seat puts higher. Sums: what "
    "the values served weigh for it, each once. Close: the two differ."
)
COLLAPSED = "All who spoke hold one answer on nearly the same sentences: they are one voice."


def list_bullets(items: Iterable[str | Told]) -> Iterator[Block]:
    """A list, or nothing where nothing is listed."""
    if listed := tuple(items):
        yield Bullets(items=listed)


@dataclass
class TableView:
    """A table as it is told."""

    answer: Answer
    table: Table
    tree: AnswerTree | None
    name: Callable[[str], str]
    """A part of the tree in whole, or by its first words where it was told before."""

    @property
    def names(self) -> Mapping[str, str]:
        return self.table.names

    @cached_property
    def options(self) -> Mapping[str, str]:
        """How each answer is called: the sides of a yes-or-no question as such, the answers to an open one in full."""
        options = self.tree.root.options if self.tree else ()
        return {one.id: f"{one.id} it" if one.id in FOR_OR_AGAINST else one.text.rstrip(".") for one in options}

    @property
    def rows(self) -> tuple[SeatRow, ...]:
        return self.tree.by_seat.rows if self.tree and self.tree.by_seat else ()

    def list_turns(self) -> Iterator[str]:
        """Of a question that is weighed: which priorities part the seats, which weight leads each seat elsewhere, and
        which parts of the tree would."""
        root = self.tree.root.id if self.tree else ""
        separated = self.tree.by_seat.separated_by if self.tree and self.tree.by_seat else {}
        for option, condition in separated.get(root, {}).items():
            ways = (join_words(map(_tell_priority, branch.priorities)) for branch in condition.branches)
            yield f"Of these seats, those that put {', or '.join(ways)} come to “{self.tell_option(option)}”."
        for row in self.rows:
            for one in (nudge for weighing in row.weighings for nudge in weighing.nudges):
                yield f"{begin(self.tell_turn(row, one.option))} if {_tell_nudge(one)}."
        turns: dict[tuple[str, bool], list[str]] = {}
        for row in self.rows:
            for turn in (turn for weighing in row.weighings for turn in weighing.turns):
                turns.setdefault((turn.leaf, turn.holds), []).append(self.tell_turn(row, turn.option))
        for (leaf, holds), every in list(turns.items())[:FEW]:
            yield f"If “{self.name(leaf)}” {'held' if holds else 'did not hold'}, {join_words(every)}."
        if rest := list(turns)[FEW:]:
            yield f"{len(rest)} more parts would change it for some of the seats."

    def tell_turn(self, row: SeatRow, option: str | None) -> str:
        to = f"come to “{self.tell_option(option)}”" if option else "be undecided"
        return f"{self.join(row.perspectives)} would {to}"

    def list_changes_made(self) -> Iterator[Block]:
        """What the seats changed, and who was not there."""
        yield from section("What the table changed", self.list_changes())
        missing = [one.label or one.id for one in self.table.seating.missing]
        if missing:
            yield Paragraph(content=f"Nobody at the table spoke for: {', '.join(missing)}.")

    def list_weighings(self) -> Iterator[Block]:
        """By seat: what it holds, the answer that its priorities give, and the plain sums of weights."""
        told = [
            (
                self.join(row.perspectives),
                self.tell_option(row.option) if row.option else "",
                self.tell_option(one.option),
                self.tell_sums(one),
                "yes" if one.is_close else "",
            )
            for row in self.rows
            for one in row.weighings
        ]
        if told:
            yield Paragraph(content=_HOW_WEIGHED, style="meta")
            yield Grid(head=("seat", "holds", "by its priorities", "sums of weights", "close"), rows=tuple(told))

    def join(self, seats: Iterable[str]) -> str:
        return join_words(dict.fromkeys(self.names.get(seat, seat) for seat in seats))

    def tell_option(self, option: str | None) -> str:
        return self.options.get(option or "", "undecided")

    def tell_sums(self, weighing: Weighing) -> str:
        return "; ".join(f"{self.tell_option(option)}: {total:g}" for option, total in weighing.sums.items())

    def list_dissent(self) -> Iterator[str | Told]:
        """Seats whose own view gives another answer, with what separates them; objections that were not met."""
        alike: dict[str, list[SeatRow]] = {}
        for row in self.tree.by_seat.dissent if self.tree and self.tree.by_seat else ():
            alike.setdefault(self.tell_dissent(row), []).append(row)
        for told, rows in alike.items():
            yield f"{self.join(name for row in rows for name in row.perspectives)}: {told}"
        kept = self.tree.synthesis.dissent if self.tree and self.tree.synthesis else ()
        for name in kept:
            one = self.tree.record.objection_by_id[name] if self.tree else None
            if one is not None:
                yield f"{begin(self.name_maker(one))} objects to “{self.name(one.target)}”; {self.tell_end(one)}"

    def name_maker(self, objection: Objection) -> str:
        return self.names.get(objection.by, f"the {objection.by}")

    def tell_end(self, objection: Objection) -> str:
        """How an objection that is kept ended."""
        verdicts = self.tree.record.verdicts if self.tree else ()
        met = {one.met for one in verdicts if one.exchange == objection.id}
        return "met in part" if met == {"partly"} else "not met" if met else "not decided"

    def tell_dissent(self, row: SeatRow) -> str:
        """What sets a seat apart from what follows by the record."""
        own = self.tell_option(row.own.option)
        if row.is_against_own_ledger:
            return f"{self.tell_option(row.option)}, although what it accepts and disputes gives: {own}"
        on = "; ".join(f"“{self.name(name)}”" for name in row.separating)
        return f"{own}, by what it accepts and admits" + (f"; it parts from the record on {on}" if on else "")

    def list_changes(self) -> Iterator[Block]:
        """By seat: which of its objections moved something, and what it conceded; or nothing."""
        argued = [one for one in self.table.seats if one.argued]
        if not argued:
            yield Paragraph(content=_NOBODY_ARGUED)
            return
        told = [(self.names[one.perspective.id], list(self.find_changes(one))) for one in argued]
        yield from list_bullets(f"{name}: {'; '.join(changes)}" for name, changes in told if changes)
        if not any(changes for _, changes in told):
            yield Paragraph(content="Nothing.")
        if self.table.pluralism and self.table.pluralism.collapsed:
            yield Paragraph(content=COLLAPSED)

    def find_changes(self, seated: Seated) -> Iterator[str]:
        if self.tree is None:
            return
        for one, moved in zip(self.tree.record.objections, self.tree.moved, strict=True):
            now = self.tree.standing_by_leaf.get(one.target)
            fell = moved.before is None and moved.counted and one.target in self.tree.record.fallen
            if one.by == seated.perspective.id and (fell or (moved.before is not None and moved.before != now)):
                yield f"its objection moved “{self.name(one.target)}”"
        taken = {put.leaf for put in self.tree.record.amendments if put.is_taken}
        for put in self.tree.record.amendments:
            if put.by == seated.perspective.id and put.is_taken:
                yield f"its wording “{put.says.rstrip('.')}” took the place of “{put.was.rstrip('.')}”"
        for reply in self.table.replies:
            put_to = self.tree.record.objection_by_id.get(reply.to)
            is_told = put_to is not None and put_to.target in taken
            if reply.by == seated.perspective.id and reply.move in _MOVED and not is_told:
                on = f" on “{self.name(put_to.target)}”" if put_to else ""
                yield f"{_MOVED[reply.move]}{on}"

    def list_rest(self, point: Point) -> Iterator[Block]:
        """What every side accepts, and who argued what, folded."""
        yield from section("What every side accepts", self.list_core())
        folded = [
            Details(summary=f"{self.names[one.perspective.id]}: {self.tell_option(one.ledger.option)}", blocks=blocks)
            for one in self.table.seats
            if (blocks := tuple(self.list_position(one, point)))
        ]
        yield from section("Who argued what", folded)
        yield from section("What each seat makes of it", self.list_weighings())

    def list_core(self) -> Iterator[Block]:
        """What stands, was examined and is disputed by nobody; where that is most of the tree, by what is not."""
        core = self.tree.synthesis.core if self.tree and self.tree.synthesis else ()
        leaves = self.tree.frame.leaves if self.tree else ()
        rest = [leaf.id for leaf in leaves if leaf.id not in core]
        if len(core) > len(rest):
            but = ", but not these:" if rest else "."
            yield Paragraph(content=f"All {len(core)} parts above that stand and were examined{but}")
            yield from list_bullets(map(self.name, rest))
        else:
            yield from list_bullets(map(self.name, core))

    def list_position(self, seated: Seated, point: Point) -> Iterator[Block]:
        argued = seated.argued
        if argued is None:
            return
        yield Paragraph(content=argued.why)
        yield from list_bullets(f"{one.says.rstrip('.')}{point(one.at)}" for one in argued.points)
        yield from list_bullets(self.tell_dispute(one, seated.perspective.id, point) for one in seated.ledger.disputes)
        amendments = self.tree.record.amendments if self.tree else ()
        yield from list_bullets(
            f"Would have said “{one.says.rstrip('.')}” for “{one.was.rstrip('.')}”, "
            f"{_UNTAKEN[one.is_accepted]}{point(one.at)}"
            for one in amendments
            if one.by == seated.perspective.id and not one.is_taken
        )
        if argued.changes_my_mind:
            yield Paragraph(content=f"What would change its mind: {argued.changes_my_mind}")

    def tell_dispute(self, dispute: Dispute, seat: str, point: Point) -> str:
        """What a seat disputes, and why, unless an objection says it."""
        objections = self.tree.record.objections if self.tree else ()
        put = [one for one in objections if one.target == dispute.leaf]
        if any(one.by == seat or one.point == dispute.why for one in put):
            return f"Disputes “{self.name(dispute.leaf)}”, as was objected"
        return f"Disputes “{self.name(dispute.leaf)}”: {dispute.why.rstrip('.')}{point(dispute.at)}"


def _tell_priority(one: Priority) -> str:
    return f"{one.higher} {'above' if one.holds else 'not above'} {one.lower}".replace("_", " ")


def _tell_nudge(one: Nudge) -> str:
    """What a seat would have to weigh otherwise."""
    more = "more" if one.past >= one.now else "less"
    return f"{one.value} ({one.now:g}) counted {more} than {one.than} ({one.past:g})".replace("_", " ")


_UNTAKEN = {False: "which not everybody accepted", True: "which the evaluator did not take up"}
_MOVED = {"concede": "gave in", "revise": "put its point otherwise", "qualify": "narrowed its point"}
