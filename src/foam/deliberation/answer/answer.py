"""What `foam ask` gives: the tree of a question, how its leaves stand, and what follows. Computed from the record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import ClassVar

from pydantic import Field

from foam.acts.shown import ShownFile
from foam.acts.tell import ToldSentence
from foam.argument.casefile import CaseFile, Role
from foam.argument.reading import Read
from foam.argument.rows import Record
from foam.argument.tree import Consideration, Frame, Option, Root, fill_slots
from foam.argument.working import Context, SentenceId, compute, show_result
from foam.deliberation.bearing import Declined
from foam.model.check import FOR_OR_AGAINST
from foam.pack.binding import Lack
from foam.paper import Readable
from foam.semantics.bearing import Bearing, find_bearing
from foam.semantics.outcome import Outcome, find_holds, find_outcome
from foam.semantics.standing import LeafStanding, find_gone, find_standings
from foam.semantics.ways import Fix, View
from foam.values import Value

NOT_SETTLED = "The file does not settle it."
NOT_KNOWN = "(not known)"
"""In the place of a figure that cannot be worked out from what stands."""
TO_BE_WEIGHED = "This is to be weighed, and a short answer weighs nothing"
NO_ANSWER = "No answer: nothing that was searched bears on this question."
ONE_SIDED = "reasons were found for one side alone, so that nothing was weighed"


class ActRow(Value):
    """How an act of the run fared."""

    act: str
    by: str
    entry: str = ""
    """Empty where it was not done."""
    again: bool = False
    left_out: tuple[str, ...] = ()
    """Why rows of it do not count."""


class Moved(Value):
    """What would be without an objection."""

    objection: str
    before: LeafStanding
    """How its target would stand."""
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
        """Whether the question itself is decided by weighing, which nobody does here."""
        node = self.frame.node_by_id.get(self.root.id)
        return node is not None and node.op == "weigh"

    @property
    def option(self) -> Option | None:
        """The option that follows. What is weighed is not settled, however many reasons speak for one side."""
        named = None if self.is_weighed else self.outcome.option
        return next((option for option in self.root.options if option.id == named), None)

    @cached_property
    def standing_by_leaf(self) -> Mapping[str, LeafStanding]:
        return {one.leaf: one for one in self.standings}

    @cached_property
    def view(self) -> View:
        """The tree as nobody in particular looks at it."""
        standings = self.standing_by_leaf
        return View(self.frame, standings, find_gone(self.frame, standings, self.record.struck))

    @cached_property
    def holds(self) -> Mapping[str, bool | None]:
        """Whether each node and leaf holds, however the open ones turn out; None where that makes a difference."""
        return find_holds(self.view, self.root)

    @property
    def lead(self) -> str:
        """The answer in one sentence; of what is weighed, how many reasons stand for each side."""
        if not self.is_weighed:
            return self.option.text if self.option else NOT_SETTLED
        yes, no = (sum(map(self._has_ground, self.list_reasons(option))) for option in FOR_OR_AGAINST)
        return f"{TO_BE_WEIGHED}. Reasons that stand: {yes} for it, {no} against it."

    def _has_ground(self, reason: Consideration) -> bool:
        return all(self.holds.get(name) for name in reason.rests_on)

    def list_reasons(self, option: str) -> tuple[Consideration, ...]:
        """The reasons for an option of the question itself."""
        return tuple(one for one in self.frame.considerations_under.get(self.root.id, ()) if one.option == option)


AS_IT_IS: Fix = {}


def find_tree(frame: Frame, file: CaseFile, record: Record, supposed: Fix = AS_IT_IS) -> AnswerTree:
    """What follows from a tree over a file, by what is on the record; `supposed` holds leaves so."""
    standings = find_standings(frame, file, record, supposed)
    view = View(frame, standings, find_gone(frame, standings, record.struck), supposed=supposed)
    root = frame.roots[0]
    return AnswerTree(
        frame=frame,
        roles={name: one.role for name, one in file.documents.items()},
        standings=tuple(standings.values()),
        record=record,
        outcome=find_outcome(view, root),
        bearing=find_bearing(view, root),
        moved=tuple(_trace_objections(frame, file, record, supposed)),
    )


def _trace_objections(frame: Frame, file: CaseFile, record: Record, supposed: Fix = AS_IT_IS) -> Iterator[Moved]:
    """For each objection: how its target would stand, and what would follow, had nobody made it."""
    for one in record.objections:
        others = tuple(verdict for verdict in record.verdicts if verdict.exchange != one.id)
        standings = find_standings(frame, file, record.model_copy(update={"verdicts": others}), supposed)
        view = View(frame, standings, find_gone(frame, standings, record.struck), supposed=supposed)
        option = find_outcome(view, frame.roots[0]).option
        yield Moved(objection=one.id, before=standings[one.target], option=option)


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
    tree: AnswerTree | None = None
    """None where nobody framed the question."""
    file: ShownFile = ShownFile(documents=())
    """The sentences that the tree or the reading names."""
    acts: tuple[ActRow, ...] = ()
    declined: Declined | None = None
    """Why there is no answer, where nothing that was searched bears on the question."""
    cautions: tuple[str, ...] = ()
    notice: str = ""
    """What a reader must know of a pack's sample library; empty where the evidence is somebody's own."""

    @property
    def summary(self) -> tuple[str, ...]:
        """The answer, and why."""
        return (self.lead, *(one.text for one in self.told))

    @property
    def is_claimed(self) -> bool:
        """Whether what follows is claimed: not where the tree of stated rules does not fit the file."""
        return not (self.tree and self.tree.faults)

    def quote(self, at: SentenceId) -> str:
        """The words of a sentence."""
        return self.file.sentence_by_id[at].text
