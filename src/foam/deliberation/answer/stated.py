"""The tree that the stated rules of a pack give over a file, and what follows from it alone.

Over a library it is recorded: a replay needs no library.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from pydantic import Field

from foam.acts.shown import IN_PARTS, Extent, ShownFile, show_documents
from foam.argument.casefile import Role
from foam.argument.rows import Record, Support, list_shown
from foam.argument.tree import Frame, Root
from foam.deliberation.answer.answer import Answer, AnswerTree, find_tree
from foam.evidence.document import Document
from foam.job.session import Session
from foam.model.check import FOR_OR_AGAINST
from foam.pack.binding import Bound, GivenInput, Lack, bind_rules, number_documents
from foam.pack.pack import Pack
from foam.pack.rules import Rules
from foam.paper import Readable
from foam.record.entry import Entry, EntryInput, ValueInput
from foam.semantics.bearing import Bearing
from foam.semantics.outcome import Outcome
from foam.semantics.seats import Seat
from foam.values import Value
from foam_quotes.text.normalise import normalise

NAME = "stated rules"


class StatedTree(Value):
    """Stated rules bound to a library, as it is recorded."""

    frame: Frame
    roles: dict[str, Role]
    """Of the documents, by number."""
    file: ShownFile
    lacks: tuple[Lack, ...] = ()
    titles: dict[str, str] = Field(default_factory=dict)

    def find_tree(self, frame: Frame, record: Record, seats: Sequence[Seat] = ()) -> AnswerTree:
        """What follows from this tree, perhaps with what was added to it, over the sentences that are shown: all that
        it names, and the others while there is room. Where it does not fit the file, nothing does."""
        bound = Bound(frame=frame, file=self.file.file(self.roles))
        found = find_tree(frame, bound.file, record, seats=seats)
        tree = found.model_copy(update={"titles": self.titles, "lacks": self.lacks})
        complaints = bound.list_complaints()
        if not complaints:
            return tree
        every = tuple(option.id for option in tree.root.options)
        return tree.model_copy(
            update={
                "outcome": tree.outcome.model_copy(update={"possible": every, "conditions": ()}),
                "bearing": Bearing(root=tree.root.id, tried_up_to=0),
                "by_seat": None,
                "synthesis": None,
                "faults": tuple(f"{one.part}: {one.what}" for one in complaints),
            }
        )


class RulesCheck(Readable, Value):
    """What stated rules come to over a file."""

    view_modules: ClassVar[tuple[str, ...]] = ("foam.deliberation.answer.view",)

    title: str
    """What the rules are of."""
    answers: tuple[Answer, ...]
    """To each of their questions."""


def check_rules(
    rules: Rules, documents: Mapping[str, Document], *, title: str = "", given: Sequence[GivenInput] = ()
) -> RulesCheck:
    """Bind the rules to the documents and say what follows. Nobody is asked."""
    bound = bind_rules(rules, documents, given)
    trees = (state_root(bound, documents, root.id, IN_PARTS) for root in bound.frame.roots)
    return RulesCheck(title=title, answers=tuple(map(_answer, trees)))


def _answer(stated: StatedTree) -> Answer:
    frame = stated.frame
    tree = stated.find_tree(frame, establish(frame))
    option = tree.option.id if tree.option else None
    file = stated.file.keep(frame.sentences)
    return Answer(question=tree.root.asks, option=option, lead=tree.lead, tree=tree, file=file)


def find_root(pack: Pack, question: str) -> str:
    """The root of the pack's rules that answers this question; empty where none does."""
    roots = pack.rules.roots if pack.rules else ()
    asked = _read_alike(question)
    if roots and asked == _read_alike(pack.sample_question):
        return roots[0].id
    return next((root.id for root in roots if _read_alike(root.asks) == asked), "")


def _read_alike(question: str) -> str:
    return normalise(question).casefold()


def bind_library(
    session: Session, rules: Rules, root: str, extent: Extent, asked: EntryInput
) -> tuple[StatedTree, Entry]:
    """The tree of a question over every document of the library, and its entry."""
    entry = session.clerk.compute(
        NAME,
        lambda: _bind(session, rules, root, extent).json_value(),
        asked,
        ValueInput(role="rules", value=rules.content),
        ValueInput(role="root", value=root),
        ValueInput(role="room", value=extent.room),
        ValueInput(role="corpus", value=session.corpus.version),
        rule=NAME,
    )
    return StatedTree.model_validate(entry.answer), entry


def _bind(session: Session, rules: Rules, root: str, extent: Extent) -> StatedTree:
    corpus = session.corpus
    documents = number_documents([corpus.document(name) for name in corpus.list_documents()])
    return state_root(bind_rules(rules, documents), documents, root, extent)


def state_root(bound: Bound, documents: Mapping[str, Document], root: str, extent: Extent) -> StatedTree:
    """The tree of one question over the documents, and their sentences."""
    frame = bound.frame.model_copy(update={"roots": (_rename(bound.frame.root(root)),)})
    wanted: dict[str, set[int]] = {}
    for at in frame.sentences:
        number, _, place = at.partition("#s")
        if place:
            wanted.setdefault(number, set()).add(int(place))
    return StatedTree(
        frame=frame,
        roles={name: one.role for name, one in bound.file.documents.items()},
        file=show_documents(documents, wanted, extent=extent),
        lacks=bound.lacks,
        titles=bound.titles,
    )


def _rename(root: Root) -> Root:
    """The root with its answers under the names that answers have elsewhere."""
    named = zip(FOR_OR_AGAINST, root.options, strict=True)
    return root.model_copy(update={"options": tuple(option.model_copy(update={"id": name}) for name, option in named)})


def establish(frame: Frame) -> Record:
    """What code bound by form needs no judge: figures in their words, what the decision grants, a count by dates."""
    bound = (leaf for leaf in frame.leaves if leaf.kind in ("fact", "application") and leaf.proposed == "true")
    return Record(
        supports=tuple(
            Support(leaf=leaf.id, by=NAME, says="establish", of=list_shown(leaf), why=leaf.because) for leaf in bound
        )
    )


def find_unjudged(rules: Rules, frame: Frame, outcome: Outcome) -> tuple[str, ...]:
    """The conditions, and their facts, that nobody has judged and on which the outcome hangs."""
    leaves, found = frame.leaf_by_id, dict[str, None]()
    for one in rules.conditions:
        leaf = leaves[one.id]
        fact = leaves.get(leaf.of, leaf)
        is_missing = bool(one.fact.input) and fact.proposed == "open"
        if leaf.proposed == "open" and not is_missing:
            found |= dict.fromkeys(part.id for part in (fact, leaf) if part.proposed == "open")
    hinges = {name for hinge in outcome.hangs_on for name in (hinge, leaves[hinge].of if hinge in leaves else "")}
    return tuple(name for name in found if name in hinges)
