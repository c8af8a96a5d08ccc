"""*Amend*: seats mend the leaves of a tree together. Each proposes other words or sentences for leaves that do not hold
as they stand; then each says of the others' proposals whether it accepts them. What all accept goes to the evaluator.

A rule stands as it is written, and what a calculation gives is changed by another working alone: neither is amended.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from foam.acts.engine import Act, Reading, list_rows, place_row, read_texts
from foam.acts.evaluate import describe_amendment, describe_leaf, render_tree
from foam.acts.person import ABOVE, tell_person
from foam.acts.shown import ShownFile
from foam.acts.stock import NONE, list_leaves, list_questions, list_stock_fields, make_at_field, read_stock
from foam.argument.casefile import CaseFile
from foam.argument.rows import Amendment, Dispute, Record
from foam.argument.tree import Frame, Leaf, find_complaints
from foam.model.form import Form, FormField, LabelField, ListField, TextField
from foam.model.question import Option, Write
from foam.model.template import Prompts, fence, render_prompt
from foam.perspective.node import Perspective
from foam.values import Names, Value

NAME = "amend"
_MOST_AMENDMENTS = 6
_ROWS, _ANSWERS = "amendments", "answers"
_YES = "yes"


class Amended(Value):
    """What a seat proposes for the leaves of a tree, or which proposals it accepts."""

    amendments: tuple[Amendment, ...] = ()
    accepts: Names = frozenset()
    """Leaves; where proposals were shown, these."""
    disputes: tuple[Dispute, ...] = ()


def make_amend(
    prompts: Prompts,
    question: str,
    statement: str,
    file: ShownFile,
    filed: CaseFile,
    frame: Frame,
    seat: Perspective,
    *,
    positions: str,
    by: str,
    number: int,
    proposals: Sequence[Amendment] = (),
    takes_stock: bool = False,
) -> Act[Amended]:
    """The act of one seat over a tree, or over what others propose for it. Who proposes is not shown.

    A seat that `takes_stock` has not seen the tree before. Its number makes the ids of its amendments its own.
    """
    leaves = list_leaves(frame)
    amendable = tuple(leaf for leaf in leaves if leaf.kind in ("fact", "application"))
    asked = render_prompt(
        prompts,
        "acts/amend",
        question=fence(question),
        documents=ABOVE,
        tree=fence(render_tree(frame)),
        leaves=fence("\n".join(describe_leaf(leaf, frame) for leaf in leaves if leaf.kind != "rule")),
        positions=fence(positions),
        proposals=fence("\n".join(map(describe_amendment, proposals)) or NONE),
        questions="\n".join(list_questions()),
    )
    write = Write(
        **asked,
        **tell_person(prompts, seat, file),
        statement=statement,
        aim="supports" if proposals else "contradicts",
        fields=tuple(_list_answers(proposals) if proposals else _list_fields(leaves, amendable, file, takes_stock)),
        material=(
            *(Option(id=one.id, text=one.says) for one in leaves),
            *(Option(id=one.id, text=one.says) for one in proposals),
            *file.material,
        ),
    )
    if proposals:
        return Act(NAME, write, lambda form: _read_answers(form, proposals))
    return Act(NAME, write, lambda form: _read(form, f"amendment-{number}", by, frame, filed))


def _list_fields(
    leaves: Sequence[Leaf], amendable: Sequence[Leaf], file: ShownFile, takes_stock: bool
) -> Iterator[FormField]:
    yield TextField(name="why", about="first: which leaves do not hold as they stand, or why all do", max_words=40)
    if takes_stock:
        yield from list_stock_fields(leaves, file)
    if amendable:
        yield ListField(
            name=_ROWS,
            about="what a leaf should say instead; none, where the leaves hold as they stand",
            at_most=min(_MOST_AMENDMENTS, len(amendable)),
            fields=(
                LabelField(name="leaf", labels=tuple(leaf.id for leaf in amendable)),
                TextField(name="says", about="one plain sentence that is true or false", max_words=40),
                make_at_field(file),
                TextField(name="why", max_words=40),
            ),
        )


def _list_answers(proposals: Sequence[Amendment]) -> Iterator[FormField]:
    yield ListField(
        name=_ANSWERS,
        about="each proposal once",
        at_most=len(proposals),
        fields=(
            LabelField(name="proposal", labels=tuple(one.id for one in proposals)),
            TextField(name="why", about="first: why", max_words=30, may_be_empty=True),
            LabelField(name="accept", labels=(_YES, "no")),
        ),
    )


def _read(form: Form, prefix: str, by: str, frame: Frame, filed: CaseFile) -> Reading[Amended]:
    rows, stock = list_rows(form, _ROWS) if _ROWS in form else [], read_stock({"accepts": (), **form})
    amendments = tuple(
        Amendment(
            id=f"{prefix}-{number}",
            by=by,
            leaf=str(row["leaf"]),
            was=frame.leaf_by_id[str(row["leaf"])].says,
            says=str(row["says"]),
            at=read_texts(row, "at"),
            why=str(row["why"]),
        )
        for number, row in enumerate(rows, start=1)
    )
    faults = (
        *stock.faults,
        *(
            place_row(_ROWS, number, fault)
            for number, one in enumerate(amendments, start=1)
            for fault in _check(one, amendments[: number - 1], stock.accepts, frame, filed)
        ),
    )
    amended = Amended(amendments=amendments, accepts=stock.accepts, disputes=stock.disputes)
    return Reading(None if faults else amended, faults)


def _check(one: Amendment, before: Sequence[Amendment], accepts: Names, frame: Frame, filed: CaseFile) -> Iterator[str]:
    leaf = frame.leaf_by_id[one.leaf]
    if not one.at:
        yield "no sentence is named that says so"
    if (one.says, one.at) == (leaf.says, leaf.at):
        yield f"{one.leaf} says so already"
    if one.leaf in accepts:
        yield f"{one.leaf} is both accepted and amended"
    if one.leaf in [other.leaf for other in before]:
        yield f"{one.leaf} was amended before"
    amended = Record(amendments=(one.model_copy(update={"is_taken": True}),)).amend(frame)
    known = find_complaints(frame, filed)
    yield from (complaint.what for complaint in find_complaints(amended, filed) if complaint not in known)


def _read_answers(form: Form, proposals: Sequence[Amendment]) -> Reading[Amended]:
    """What is not answered is not accepted."""
    rows = list_rows(form, _ANSWERS)
    named = [str(row["proposal"]) for row in rows]
    faults = tuple(
        place_row(_ANSWERS, number, f"{name} was answered before")
        for number, name in enumerate(named, start=1)
        if name in named[: number - 1]
    )
    accepted = frozenset(name for name, row in zip(named, rows, strict=True) if row["accept"] == _YES)
    return Reading(None if faults else Amended(accepts=accepted), faults)
