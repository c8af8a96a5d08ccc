"""What `foam ask` and `foam deliberate` give: the tree of a question, how its leaves stand, and what follows. Computed
from the record; where perspectives were seated, also as each of them sees it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import ClassVar

from pydantic import Field

from foam.acts.shown import ShownFile
from foam.acts.tell import ToldSentence
from foam.argument.casefile import CaseFile, Role
from foam.argument.reading import Read
from foam.argument.rows import Record
from foam.argument.tree import Consideration, Frame, Option, Root, fill_slots
from foam.argument.working import Context, SentenceId, compute, show_result, show_working
from foam.deliberation.answer.table import Table
from foam.deliberation.bearing import Declined
from foam.deliberation.naming import join_words
from foam.model.check import FOR_OR_AGAINST
from foam.pack.binding import Lack
from foam.paper import Readable
from foam.semantics.audience import Audience
from foam.semantics.bearing import Bearing, find_bearing
from foam.semantics.outcome import Outcome, find_holds, find_outcome
from foam.semantics.seats import BySeat, Seat, find_agreed, find_by_seat, view_by_policies
from foam.semantics.standing import LeafStanding, find_gone, find_standings
from foam.semantics.synthesis import Synthesis, synthesize
from foam.semantics.ways import Fix, View
from foam.values import Value, digest

NOT_SETTLED = "The file does not settle it."
NOT_KNOWN = "(not known)"
"""In the place of a figure that cannot be worked out from what stands."""
TO_BE_WEIGHED = "This is to be weighed, and a short answer weighs nothing"
NOT_DECIDED = "This is to be weighed, and the values of the seats do not decide it"
NO_ANSWER = "No answer: nothing that was searched bears on this question."
ONE_SIDED = "reasons were found for one side alone"
SIDES = dict(zip(FOR_OR_AGAINST, ("For it", "Against it"), strict=True))
"""How the sides of a yes-or-no question are headed."""
DEPENDS = "It depends on what counts more"


class ActRow(Value):
    """How an act of the run fared."""

    act: str
    by: str
    seat: str = ""
    """Who spoke; empty where nobody in particular did."""
    entry: str = ""
    """Empty where it was not done."""
    again: bool = False
    left_out: tuple[str, ...] = ()
    """Why rows of it do not count."""


class Mark(Value):
    """Words that nothing bears out, and the text in which they stand."""

    text: str
    found: str
    why: str


class Moved(Value):
    """What would be without an objection."""

    objection: str
    before: LeafStanding | None
    """How its target would stand; None of a reason, which is weighed."""
    counted: bool = True
    """Of a reason: whether it would count."""
    option: str | None
    """What would follow."""


class AnswerTree(Value):
    """The tree of a question, how its leaves stand, and what follows."""

    frame: Frame
    roles: dict[str, Role] = Field(default_factory=dict)
    """Whose word each document is, by its number."""
    standings: tuple[LeafStanding, ...]
    record: Record
    outcome: Outcome
    bearing: Bearing
    titles: dict[str, str] = Field(default_factory=dict)
    """What the stated rules call their provisions, by leaf; empty where somebody framed the question."""
    lacks: tuple[Lack, ...] = ()
    """What the stated rules miss."""
    faults: tuple[str, ...] = ()
    """How stated rules do not fit the file; then no outcome is claimed."""
    moved: tuple[Moved, ...] = ()
    """What each objection changed, in the order of the record."""
    by_seat: BySeat | None = None
    """What follows as each seat weighs and sees it; None where nobody was seated."""
    names: dict[str, str] = Field(default_factory=dict)
    """How each seat is called."""
    synthesis: Synthesis | None = None
    """What is kept of a deliberation: the core, what is conditional, dissent."""

    @property
    def root(self) -> Root:
        """The root, with what calculations come to in the slots of its options."""
        root = self.frame.roots[0]
        context = Context(self.frame.workings, self.view.gone)
        values = {name: compute(one, context).value for name, one in self.frame.workings.items() if one}
        shown = {name: NOT_KNOWN if value is None else show_result(value) for name, value in values.items()}
        options = (one.model_copy(update={"text": fill_slots(one.text, shown)}) for one in root.options)
        return root.model_copy(update={"options": tuple(options)})

    @property
    def is_weighed(self) -> bool:
        """Whether the question itself is decided by weighing."""
        node = self.frame.node_by_id.get(self.root.id)
        return node is not None and node.op == "weigh"

    @property
    def option(self) -> Option | None:
        """The option that follows. What is weighed is settled only if every seat comes to the same: where nobody was
        seated it is not, however many reasons speak for one side."""
        if self.by_seat:
            named = self.by_seat.agreed.option if self.by_seat.agreed else None
        else:
            named = None if self.is_weighed else self.outcome.option
        return next((option for option in self.root.options if option.id == named), None)

    @cached_property
    def standing_by_leaf(self) -> Mapping[str, LeafStanding]:
        return {one.leaf: one for one in self.standings}

    @cached_property
    def view(self) -> View:
        """The tree as nobody in particular looks at it."""
        standings = self.standing_by_leaf
        counting = _drop_considerations(self.frame, self.record.list_idle(self.frame.considerations))
        return View(counting, standings, find_gone(self.frame, standings, self.record.struck))

    @cached_property
    def holds(self) -> Mapping[str, bool | None]:
        """Whether each node and leaf holds, however the open ones turn out; None where that makes a difference."""
        return find_holds(self.view, self.root)

    @property
    def lead(self) -> str:
        """The answer in one sentence; of what is weighed, what the answer depends on, or how many reasons stand for
        each side."""
        if self.option:
            return self.option.text
        if held := " ".join(self._tell_holders()):
            return held
        if not self.is_weighed or (self.by_seat and not self._is_counting()):
            return NOT_SETTLED
        counts = (sum(map(self._counts, self.list_reasons(option.id))) for option in self.root.options)
        told = (f"{count} {_side(option)}" for count, option in zip(counts, self.root.options, strict=True))
        return f"{NOT_DECIDED if self.by_seat else TO_BE_WEIGHED}. Reasons that stand: {', '.join(told)}."

    def _tell_holders(self) -> Iterator[str]:
        """Who holds which answer, where seats part or something is weighed and open; who sits twice is told once."""
        rows = self.by_seat.rows if self.by_seat else ()
        if not self._is_counting() or (self.by_seat and self.by_seat.agreed and not self.is_weighed):
            return
        holders: dict[str, dict[str, None]] = {}
        for row in rows:
            names = (self.names.get(one, one) for one in row.perspectives)
            holders.setdefault(row.option or row.outcome.option or "", {}).update(dict.fromkeys(names))
        if holders.keys() == {""}:
            return
        yield f"{DEPENDS}."
        for option in self.root.options:
            if option.id in holders:
                title = SIDES.get(option.id) or option.text.rstrip(".")
                yield f"{title}: {join_words(sorted(holders[option.id]))}."
        if "" in holders:
            yield f"Undecided: {join_words(sorted(holders['']))}."

    def _is_counting(self) -> bool:
        """Whether a reason counts for some seat."""
        rows = self.by_seat.rows if self.by_seat else ()
        return any(one.sums for row in rows for one in row.weighings)

    def _counts(self, reason: Consideration) -> bool:
        is_idle = reason.id in self.record.list_idle([reason])
        return not is_idle and all(self.holds.get(name) for name in reason.rests_on)

    def list_reckoned(self) -> Iterator[str]:
        """The calculations that bear on the outcome, as they come out."""
        context = Context(self.frame.workings, self.view.gone)
        for leaf in self.frame.leaves_under(self.root.id):
            if leaf.working and leaf.id in self.bearing.together:
                title = self.titles.get(leaf.id) or leaf.says.rstrip(".")
                yield f"{title[:1].upper()}{title[1:]}: {show_working(leaf.working, context, in_short=True)}"

    def list_reasons(self, option: str) -> tuple[Consideration, ...]:
        """The reasons for an option of the question itself."""
        return tuple(one for one in self.frame.considerations_under.get(self.root.id, ()) if one.option == option)


AS_IT_IS: Fix = {}


def _side(option: Option) -> str:
    """On which side reasons for an option stand, as it reads in a sentence."""
    return f"{option.id} it" if option.id in FOR_OR_AGAINST else f"for “{option.text.rstrip('.')}”"


def _drop_considerations(frame: Frame, names: Collection[str]) -> Frame:
    """The tree without these considerations."""
    if not names:
        return frame
    return frame.model_copy(update={"considerations": tuple(c for c in frame.considerations if c.id not in names)})


def find_tree(
    frame: Frame, file: CaseFile, record: Record, supposed: Fix = AS_IT_IS, seats: Sequence[Seat] = ()
) -> AnswerTree:
    """What follows from a tree over a file, by what is on the record; `supposed` holds leaves so. Seats weigh it, and
    what the policy of none of them admits is open."""
    look = partial(_look, frame, file, supposed, seats)
    view, root = look(record), frame.roots[0]
    by_seat = find_by_seat(view, seats, root, record) if seats else None
    outcome = (by_seat.agreed if by_seat else None) or find_outcome(view, root)
    return AnswerTree(
        frame=frame,
        roles={name: one.role for name, one in file.documents.items()},
        standings=tuple(view.standings.values()),
        record=record,
        outcome=outcome,
        bearing=find_bearing(view, root, list_audiences(frame, seats)),
        moved=tuple(_trace_objections(record, view, look, seats, root, outcome)),
        by_seat=by_seat,
        names={seat.perspective: seat.name for seat in seats},
        synthesis=synthesize(view, seats, root, record, by_seat) if seats else None,
    )


def list_audiences(frame: Frame, seats: Sequence[Seat]) -> list[Audience]:
    """Those by whose weights a tree is looked at: one of each, and none where nothing is weighed."""
    weighs = any(node.op == "weigh" for node in frame.nodes)
    audiences = {digest(seat.weights): seat.audience for seat in seats} if weighs else {}
    return [audiences[name] for name in sorted(audiences)]


def _look(frame: Frame, file: CaseFile, supposed: Fix, seats: Sequence[Seat], record: Record) -> View:
    """The tree by what is on the record, without what no seat's policy admits."""
    standings = find_standings(frame, file, record, supposed)
    counting = _drop_considerations(frame, record.list_idle(frame.considerations))
    gone = find_gone(frame, standings, record.struck)
    return view_by_policies(View(counting, standings, gone, supposed=supposed), seats)


def _trace_objections(
    record: Record, now: View, look: Callable[[Record], View], seats: Sequence[Seat], root: Root, outcome: Outcome
) -> Iterator[Moved]:
    """For each objection: how its target would stand, and what would follow, had nobody made it."""
    for one in record.objections:
        others = tuple(verdict for verdict in record.verdicts if verdict.exchange != one.id)
        without = record.model_copy(update={"verdicts": others})
        view = look(without)
        if (view.standings, view.frame.considerations) == (now.standings, now.frame.considerations):
            option = outcome.option
        else:
            agreed = find_agreed(view, seats, root) if seats else find_outcome(view, root)
            option = agreed.option if agreed else None
        yield Moved(
            objection=one.id,
            before=view.standings.get(one.target),
            counted=one.target not in without.fallen,
            option=option,
        )


class Answer(Readable, Value):
    """The answer to a question, with the tree that it follows from."""

    view_modules: ClassVar[tuple[str, ...]] = ("foam.deliberation.answer.view", "foam.deliberation.answer.exchange")

    question: str
    option: str | None = None
    """The id of the option that follows; None where the file does not settle it."""
    lead: str
    """The answer in one sentence, written by code."""
    told: tuple[ToldSentence, ...] = ()
    """Why, by a model; each sentence names what it tells."""
    read: Read = Read()
    objected: str = ""
    """What the critic said of the tree as a whole; empty where nobody objected to it."""
    table: Table | None = None
    """Who was seated, and what they said; None where nobody was."""
    tree: AnswerTree | None = None
    """None where nobody framed the question."""
    file: ShownFile = ShownFile(documents=())
    """The sentences that the tree or the reading names."""
    acts: tuple[ActRow, ...] = ()
    declined: Declined | None = None
    """Why there is no answer, where nothing that was searched bears on the question."""
    cautions: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()
    """Figures, dates, names and quotations that no sentence bears out which whoever wrote them names."""
    notice: str = ""
    """What a reader must know of a pack's sample library; empty where the evidence is somebody's own."""

    @property
    def summary(self) -> tuple[str, ...]:
        """The answer, and why: as it was told, or by the calculations on which it hangs."""
        told = tuple(one.text for one in self.told)
        return (self.lead, *(told or (self.tree.list_reckoned() if self.tree and self.option else ())))

    @property
    def is_claimed(self) -> bool:
        """Whether what follows is claimed: not where the tree of stated rules does not fit the file."""
        return not (self.tree and self.tree.faults)

    def quote(self, at: SentenceId) -> str:
        """The words of a sentence."""
        return self.file.sentence_by_id[at].text
