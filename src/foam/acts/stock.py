"""What a seat accepts of a tree, and what it disputes: fields that more than one act has."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple, cast

from foam.acts.engine import list_rows, place_row, read_texts
from foam.acts.shown import ShownFile
from foam.argument.rows import Dispute
from foam.argument.scheme import load_schemes
from foam.argument.tree import Frame, Leaf, Stands
from foam.model.form import Form, FormField, IdsField, LabelField, ListField, TextField

_DISPUTES = "disputes"
NONE = "none"
STANDS: tuple[Stands, ...] = ("false", "contested", "open", "true")
_MOST_DISPUTES = 12


class Stock(NamedTuple):
    """What a form says of the leaves of a tree, and what is wrong with it."""

    accepts: frozenset[str] = frozenset()
    disputes: tuple[Dispute, ...] = ()
    faults: tuple[str, ...] = ()


def list_leaves(frame: Frame) -> tuple[Leaf, ...]:
    """The leaves under a root."""
    return tuple(dict.fromkeys(leaf for root in frame.roots for leaf in frame.leaves_under(root.id)))


def list_questions() -> tuple[str, ...]:
    """The critical questions, each under its id."""
    return tuple(f"{one.id}: {one.text}" for scheme in load_schemes() for one in scheme.questions)


def make_at_field(file: ShownFile) -> IdsField:
    """The sentences that bear something out; they may be none."""
    return IdsField(name="at", about="the sentences that say so", ids=file.ids, at_most=min(4, len(file.ids)))


def make_question_field() -> LabelField:
    """What is asked where no sentence says so."""
    questions = (one.id for scheme in load_schemes() for one in scheme.questions)
    return LabelField(name="question", about="without a sentence: what is asked", labels=(NONE, *questions))


def list_stock_fields(leaves: Sequence[Leaf], file: ShownFile) -> Iterator[FormField]:
    """Which leaves are accepted, and which are disputed. What a calculation gives cannot be disputed."""
    names = tuple(leaf.id for leaf in leaves)
    yield IdsField(name="accepts", about="leaves that you take to be so", ids=names, at_most=len(names))
    if disputable := tuple(leaf.id for leaf in leaves if leaf.kind != "calculation"):
        yield ListField(
            name=_DISPUTES,
            about="leaves that stand otherwise for you, each once",
            at_most=min(_MOST_DISPUTES, len(disputable)),
            fields=(
                LabelField(name="leaf", labels=disputable),
                LabelField(name="to", about="how it stands", labels=STANDS),
                TextField(name="why", max_words=40),
                make_at_field(file),
                make_question_field(),
            ),
        )


def read_stock(form: Form) -> Stock:
    """What a form accepts and disputes."""
    accepts = frozenset(read_texts(form, "accepts")) if "accepts" in form else frozenset[str]()
    rows = list_rows(form, _DISPUTES) if _DISPUTES in form else []
    disputes = tuple(
        Dispute(
            leaf=str(row["leaf"]),
            to=cast("Stands", row["to"]),
            why=str(row["why"]),
            at=read_texts(row, "at"),
            question=read_question(row),
        )
        for row in rows
    )
    faults = tuple(
        place_row(_DISPUTES, number, fault)
        for number, one in enumerate(disputes, start=1)
        for fault in _check(one, accepts, disputes[: number - 1])
    )
    return Stock(accepts, disputes, faults)


def read_question(row: Form) -> str:
    """The critical question that a row presses; empty where it presses none."""
    return "" if row["question"] == NONE else str(row["question"])


def _check(dispute: Dispute, accepts: Collection[str], before: Sequence[Dispute]) -> Iterator[str]:
    if dispute.leaf in accepts:
        yield f"{dispute.leaf} is both accepted and disputed"
    if dispute.leaf in [one.leaf for one in before]:
        yield f"{dispute.leaf} was disputed before"
    if not dispute.at and not dispute.question:
        yield "it names neither a sentence nor a critical question"
