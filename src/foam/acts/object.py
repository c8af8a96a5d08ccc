"""*Object*: somebody who did not write the tree says what speaks against it; or why nothing that matters does. A critic
strikes leaves; a seat, which knows what all hold, also the reasons of others."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import cast

from foam.acts.engine import Act, Reading, list_rows, place_row, read_texts
from foam.acts.evaluate import describe_consideration, describe_leaf, render_tree
from foam.acts.person import ABOVE, Told, tell_person
from foam.acts.shown import ShownFile
from foam.acts.stock import (
    NONE,
    STANDS,
    list_leaves,
    list_questions,
    list_stock_fields,
    make_at_field,
    make_question_field,
    read_question,
    read_stock,
)
from foam.argument.rows import OBJECTION_TYPES, Dispute, Objection, ObjectionType
from foam.argument.tree import Consideration, Frame, Leaf, Stands
from foam.model.form import Form, FormField, LabelField, ListField, TextField
from foam.model.question import Option, Write
from foam.model.template import Prompts, fence, render_prompt
from foam.perspective.node import Perspective
from foam.values import Names, Value

NAME = "object"
_CRITIC = "critic"
MOST_OBJECTIONS = 6
_ROWS = "objections"


class Objected(Value):
    """What somebody says of a tree."""

    why: str = ""
    """Where the tree is weakest; without objections why nothing that matters speaks against it."""
    objections: tuple[Objection, ...] = ()
    accepts: Names = frozenset()
    disputes: tuple[Dispute, ...] = ()


def make_object(
    prompts: Prompts,
    question: str,
    statement: str,
    file: ShownFile,
    frame: Frame,
    bears: Collection[str],
    *,
    seat: Perspective | None = None,
    positions: str = "",
    own: Collection[str] = (),
    by: str = _CRITIC,
    number: int = 0,
    takes_stock: bool = False,
) -> Act[Objected]:
    """The act over the leaves under a root, of which these bear on the outcome as it was proposed.

    A seat is shown all positions, strikes reasons too that are not its `own`, and says what it accepts and disputes
    where it `takes_stock` of a tree that it has not seen before. Its number makes the ids of its objections its own.
    """
    leaves = list_leaves(frame)
    reasons = tuple(one for one in frame.considerations if seat and one.id not in own)
    asked = render_prompt(
        prompts,
        "acts/object",
        question=fence(question),
        documents=ABOVE if seat else file.text,
        tree=fence(render_tree(frame)),
        leaves=fence("\n".join(describe_leaf(leaf, frame) for leaf in leaves if leaf.kind != "rule")),
        reasons=fence("\n".join(map(describe_consideration, reasons)) or NONE),
        bears=fence(" ".join(leaf.id for leaf in leaves if leaf.id in bears) or NONE),
        positions=fence(positions or NONE),
        questions="\n".join(list_questions()),
    )
    offered = (*leaves, *reasons) if seat else ()
    write = Write(
        **asked,
        **(tell_person(prompts, seat, file) if seat else Told(system="", shared="")),
        role="critic",
        statement=statement,
        aim="contradicts",
        fields=tuple(_list_fields(leaves, reasons, file, takes_stock=takes_stock)),
        material=(*(Option(id=one.id, text=one.says) for one in offered), *file.material),
    )
    prefix = f"objection-{number}" if number else "objection"
    return Act(NAME, write, lambda form: _read(form, prefix, by, {one.id for one in reasons}))


def _list_fields(
    leaves: Sequence[Leaf], reasons: Sequence[Consideration], file: ShownFile, *, takes_stock: bool
) -> Iterator[FormField]:
    yield TextField(name="why", about="first: where the tree is weakest, or why nothing that matters is", max_words=40)
    if takes_stock:
        yield from list_stock_fields(leaves, file)
    yield ListField(
        name=_ROWS,
        about="what speaks against the tree; none, where nothing that matters does",
        at_most=MOST_OBJECTIONS,
        fields=(
            LabelField(
                name="target", about="the leaf, or the reason", labels=tuple(one.id for one in (*leaves, *reasons))
            ),
            LabelField(name="type", labels=OBJECTION_TYPES),
            TextField(name="point", about="what is wrong, and why it matters", max_words=40),
            make_at_field(file),
            make_question_field(),
            LabelField(name="if_it_holds", about="how the leaf then stands", labels=STANDS),
        ),
    )


def _read(form: Form, prefix: str, by: str, reasons: Collection[str]) -> Reading[Objected]:
    rows, stock = list_rows(form, _ROWS), read_stock(form)
    faults = (
        *stock.faults,
        *(
            place_row(_ROWS, number, "it names neither a sentence nor a critical question")
            for number, row in enumerate(rows, start=1)
            if not row["at"] and not read_question(row)
        ),
    )
    objections = (
        Objection(
            id=f"{prefix}-{number}",
            by=by,
            target=str(row["target"]),
            type=cast("ObjectionType", row["type"]),
            point=str(row["point"]),
            at=read_texts(row, "at"),
            question=read_question(row),
            if_it_holds=None if row["target"] in reasons else cast("Stands", row["if_it_holds"]),
        )
        for number, row in enumerate(rows, start=1)
    )
    objected = Objected(
        why=str(form["why"]), objections=tuple(objections), accepts=stock.accepts, disputes=stock.disputes
    )
    return Reading(None if faults else objected, faults)
