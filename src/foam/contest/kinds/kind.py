"""What a kind of challenge says of itself: where it fits, what it asks there, what code can tell, who is asked what.

Code settles what it can. Of an answer's tree, what needs a reader is posed: a tree to look at, and the leaves in it
that somebody is asked about, alone. What they say changes how these stand, and nothing else.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from foam.values import Value

if TYPE_CHECKING:  # the names of kinds are wanted where nothing of a tree is
    from foam.acts.engine import Act
    from foam.acts.shown import ShownFile
    from foam.argument.casefile import CaseFile
    from foam.argument.reading import Read
    from foam.argument.rows import Record
    from foam.argument.tree import Consideration, Frame, Leaf
    from foam.contest.filed.hearing import FileHearing
    from foam.contest.outcome import Finding
    from foam.deliberation.answer.answer import AnswerTree
    from foam.deliberation.answer.table import Table
    from foam.evidence.document import Document
    from foam.model.template import Prompts
    from foam.pack.pack import Pack
    from foam.semantics.standing import LeafStanding
    from foam_quotes.text.pointer import Pointer

Of = Literal["answer", "case", "file"]
"""What is challenged: an answer, a written case, or an examined file."""
Says = Literal["establish", "in_part", "contradict", "beside_the_point"]
Ending = Literal["sustained", "rejected", "already so", "open", "for a person"]
_SAID: dict[Says, str] = {
    "establish": "it holds",
    "in_part": "it holds in part",
    "contradict": "it does not hold",
    "beside_the_point": "its sentences are beside the point",
}
_FIRMNESS = {"true": 2, "contested": 1, "open": 1, "false": 0}


@dataclass(frozen=True, slots=True)
class Fit:
    """Where a kind of challenge fits, and what is said of it there."""

    of: Of
    parts: tuple[str, ...]
    """Sorts of parts: see `foam.contest.leaves.version`, `foam.contest.cases.admit`, `foam.contest.filed.subject`."""
    asks: str
    """The question the challenge puts, in plain words."""
    named: str
    """What the papers call it, and earlier versions."""
    takes: tuple[str, ...] = ()
    """The particulars that it can name there."""
    needs: str = ""
    """The option of the command line without which it says nothing."""
    checks: tuple[str, ...] = ()
    """Of a case: what it is checked for."""
    look_at: str = ""
    """Of a file: what a person looks at who decides it."""


class Kind(Value):
    """A kind of challenge: all that is said of it anywhere is said here, and read from here."""

    kind: str
    says: ClassVar[tuple[str, str]]
    """What whoever makes it says: in English and in German."""
    fits: ClassVar[tuple[Fit, ...]]
    """The first that has a part's sort counts."""
    hint: ClassVar[str] = "name a sentence of the file or the library, or bring a document"
    """What to do where it is refused."""
    asked_of: ClassVar[tuple[str, ...]] = ("evaluate",)
    """Of an answer: the acts that it takes where code cannot settle it; the last look, `tell`, is beside them."""
    searches: ClassVar[bool] = False
    """Of an answer: whether the library is searched where nothing is named or brought."""

    @classmethod
    def find_fit(cls, of: Of, *sorts: str) -> Fit | None:
        """What is said of it at a part of these sorts; None where it does not fit."""
        return next((one for one in cls.fits if one.of == of and {*sorts}.intersection(one.parts)), None)

    @classmethod
    def list_takes(cls) -> tuple[str, ...]:
        """The particulars that it can name, at some part."""
        return tuple(dict.fromkeys(name for fit in cls.fits for name in fit.takes))

    @property
    def named(self) -> tuple[str, ...]:
        """The particulars that it names."""
        fields = type(self).model_fields.items()
        return tuple(name for name, one in fields if name != "kind" and getattr(self, name) != one.default)

    def refuse(self, contested: Contested) -> str:
        """What is wrong with a challenge to an answer; empty where it can be heard."""
        return ""

    def settle(self, contested: Contested) -> Ended | None:
        """What code can tell of an answer; None where it takes a reader."""
        return None

    async def pose(self, contested: Contested, prompts: Prompts, perform: Perform) -> Trial | None:
        """The tree in which somebody is asked; None where nobody could give it."""
        raise NotImplementedError

    def needs_framer(self, contested: Contested) -> bool:
        """Whether somebody who writes has to frame a branch first."""
        return False

    def grant(self, contested: Contested) -> Trial | None:
        """What a person who finds it right makes of the tree; None where they say it of the leaves."""
        return None

    def grant_as(self, contested: Contested) -> Says:
        """What a person who finds it right says of the leaves that are asked about."""
        return "contradict"

    def end(self, contested: Contested, trial: Trial, tree: AnswerTree, said: Record) -> Ended:
        """How it ends by what was said, with the tree as it would then be: here, sustained where a leaf stands less
        firmly than it did."""
        before, after = contested.standings, tree.standing_by_leaf
        told = {name: before[name].stands if name in before else "true" for name in trial.asked}
        fell = [name for name, was in told.items() if _FIRMNESS[after[name].stands] < _FIRMNESS[was]]
        return Ended(disposition="sustained" if fell else "rejected", why=tell_why(said))

    def list_refuted(self, contested: Contested) -> tuple[str, ...]:
        """The sentences of an answer that do not hold if it is sustained; none where only their bearing is at issue."""
        return ()

    def list_checks(self, fit: Fit) -> tuple[str, ...]:
        """What a challenge to a case is checked for, in turn (`foam.contest.cases.checks`); nothing where it does not
        say enough."""
        return fit.checks

    def refuse_file(self, hearing: FileHearing) -> str:
        """What is wrong with a challenge to an examined file; empty where it can be heard."""
        return ""

    def settle_file(self, hearing: FileHearing) -> Finding | None:
        """What code can tell of an examined file; None where it takes a reader: a sum, a day or a quotation that nobody
        claimed decides nothing."""
        return None


@dataclass(frozen=True)
class Contested:
    """A part of the tree of an answer, and what a challenge to it brings."""

    part: str
    kind: str
    """Of the part: that of the leaf, `consideration` or `frame`."""
    ground: Kind
    question: str
    statement: str
    """What is affirmed; of an open question the question itself."""
    tree: AnswerTree
    file: ShownFile
    """With all that is brought."""
    filed: CaseFile
    pack: Pack
    find: Callable[[Pointer], Document]
    """The document of a sentence that stands in the library."""
    read: Read
    table: Table | None = None
    """Who was seated; None of a short answer."""
    brought: tuple[str, ...] = ()
    papers: tuple[Document, ...] = ()
    """The documents that come with it."""
    found: tuple[str, ...] = ()
    """Of what is brought, what nobody named and a search found."""
    because: str = ""

    @property
    def frame(self) -> Frame:
        return self.tree.frame

    @property
    def standings(self) -> Mapping[str, LeafStanding]:
        return self.tree.standing_by_leaf

    @property
    def leaf(self) -> Leaf:
        return self.frame.leaf_by_id[self.part]

    @property
    def reason(self) -> Consideration:
        return next(one for one in self.frame.considerations if one.id == self.part)

    def list_facts(self) -> tuple[Leaf, ...]:
        """The leaf; of a reason, the facts that it rests on; of a sentence or a document, the leaves that name it."""
        part, leaves = self.part, self.frame.leaf_by_id
        match self.kind:
            case "consideration":
                return tuple(leaves[name] for name in self.reason.rests_on)
            case "evidence":
                return tuple(leaf for leaf in self.frame.leaves if part in leaf.at)
            case "document":
                return tuple(leaf for leaf in self.frame.leaves if any(at.startswith(f"{part}#") for at in leaf.at))
            case "frame" | "perspective":
                return ()
            case _:
                return (leaves[part],)

    def list_held(self) -> frozenset[str]:
        """The sentences that the part has: for it, against it, and those of the facts that it rests on."""
        own = self.reason.at if self.kind == "consideration" else ()
        return frozenset((*own, *(at for leaf in self.list_facts() for at in (*leaf.at, *leaf.against))))

    def list_new(self) -> tuple[str, ...]:
        """The sentences brought that the tree does not name yet."""
        return tuple(at for at in self.brought if at not in self.frame.sentences)

    def list_beside(self) -> Iterator[str]:
        """For a person who decides: what is brought, and the sentences of the part and of what it hangs on."""
        below = (self.frame.leaf_by_id.get(name) for name in self.frame.list_below(self.part))
        leaves = [*self.list_facts(), *filter(None, below)]
        quoted = dict.fromkeys((*self.brought, *(at for leaf in leaves for at in (*leaf.at, *leaf.against))))
        for at in quoted:
            if found := self.file.sentence_by_id.get(at):
                yield f"“{found.text}” ({self.file.name_source(at)}, {at})"


@dataclass(frozen=True)
class Trial:
    """A tree in which somebody is asked about a few leaves; about none where code alone computes what follows."""

    frame: Frame
    asked: tuple[str, ...] = ()
    struck: frozenset[str] = frozenset()
    """Sentences and documents that do not count from now on."""
    table: Table | None = None
    """The table as it is from now on, where the challenge is about who sits there."""


class Ended(Value):
    """How a challenge ended, and why."""

    disposition: Ending
    why: str


Perform = Callable[["Act[Any]"], Awaitable[Any]]


def tell_why(said: Record) -> str:
    """What was said of the leaves, with its reasons."""
    rows = (f"The {one.by}: {one.leaf}: {_SAID[one.says]}. {one.why}" for one in said.supports)
    why = (f"{one.target} is {one.now}. {one.why}" for one in said.verdicts if one.why)
    speaks = (f"{one.reason} speaks for {one.option or 'no answer'}. {one.why}" for one in said.speaks if one.why)
    return " ".join(" ".join((*rows, *why, *speaks)).split())


def pose_step(contested: Contested, name: str, says: str) -> Trial:
    """The tree in which a reason rests on one step more, against which stands what is brought; that is asked about."""
    from foam.argument.tree import Leaf  # few challenges need what it imports

    frame, reason, step = contested.frame, contested.reason, f"{contested.part}_{name}"
    leaf = Leaf(id=step, kind="fact", says=says, at=reason.at, against=contested.brought)
    changed = reason.model_copy(update={"rests_on": tuple(dict.fromkeys((*reason.rests_on, step)))})
    reasons = tuple(changed if one.id == reason.id else one for one in frame.considerations)
    return Trial(frame=replace_leaves(frame.model_copy(update={"considerations": reasons}), leaf), asked=(step,))


def replace_leaves(frame: Frame, *leaves: Leaf) -> Frame:
    """The tree with these leaves in place of those of the same name; a new one comes last."""
    new = {one.id: one for one in leaves}
    kept = (new.pop(one.id, one) for one in frame.leaves)
    return frame.model_copy(update={"leaves": (*kept, *new.values())})
