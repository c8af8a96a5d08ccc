"""*Object*: a critic, who did not write the tree, says what speaks against its leaves; or why nothing that matters
does."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import cast, get_args

from foam.acts.engine import Act, Reading, list_rows, place_row, read_texts
from foam.acts.evaluate import describe_leaf, render_tree
from foam.acts.shown import ShownFile, render_file
from foam.argument.objection import OBJECTION_TYPES, ObjectionType
from foam.argument.rows import Objection
from foam.argument.scheme import load_schemes
from foam.argument.tree import Frame, Leaf, Stands
from foam.model.form import Form, FormField, IdsField, LabelField, ListField, TextField
from foam.model.question import Write
from foam.model.template import Prompts, fence, render_prompt
from foam.values import Value

NAME = "object"
CRITIC = "critic"
MOST_OBJECTIONS = 6
_ROWS = "objections"
_NONE = "none"


class Objected(Value):
    """What a critic says of a tree."""

    why: str = ""
    """Where the tree is weakest; without objections why nothing that matters speaks against it."""
    objections: tuple[Objection, ...] = ()


def make_object(
    prompts: Prompts, question: str, statement: str, file: ShownFile, frame: Frame, bears: Collection[str]
) -> Act[Objected]:
    """The act over the leaves under a root, of which these bear on the outcome as it was proposed."""
    leaves = tuple(leaf for root in frame.roots for leaf in frame.leaves_under(root.id))
    asked = render_prompt(
        prompts,
        "acts/object",
        question=fence(question),
        documents=render_file(file),
        tree=fence(render_tree(frame)),
        leaves=fence("\n".join(describe_leaf(leaf, frame) for leaf in leaves if leaf.kind != "rule")),
        bears=fence(" ".join(leaf.id for leaf in leaves if leaf.id in bears) or _NONE),
        questions="\n".join(f"{one.id}: {one.text}" for scheme in load_schemes() for one in scheme.questions),
    )
    write = Write(
        **asked,
        role="critic",
        statement=statement,
        aim="contradicts",
        fields=tuple(_list_fields(leaves, file)),
        material=file.material,
    )
    return Act(NAME, write, _read)


def _list_fields(leaves: Sequence[Leaf], file: ShownFile) -> Iterator[FormField]:
    questions = (one.id for scheme in load_schemes() for one in scheme.questions)
    yield TextField(name="why", about="first: where the tree is weakest, or why nothing that matters is", max_words=40)
    yield ListField(
        name=_ROWS,
        about="what speaks against leaves; none, where nothing that matters does",
        at_most=MOST_OBJECTIONS,
        fields=(
            LabelField(name="target", about="the leaf", labels=tuple(leaf.id for leaf in leaves)),
            LabelField(name="type", labels=OBJECTION_TYPES),
            TextField(name="point", about="what is wrong, and why it matters", max_words=40),
            IdsField(name="at", about="the sentences that say so", ids=file.ids, at_most=min(4, len(file.ids))),
            LabelField(name="question", about="without a sentence: what is asked", labels=(_NONE, *questions)),
            LabelField(name="if_it_holds", about="how the leaf then stands", labels=get_args(Stands)),
        ),
    )


def _read(form: Form) -> Reading[Objected]:
    rows = list_rows(form, _ROWS)
    faults = tuple(
        place_row(_ROWS, number, "it names neither a sentence nor a critical question")
        for number, row in enumerate(rows, start=1)
        if not row["at"] and row["question"] == _NONE
    )
    objections = (
        Objection(
            id=f"objection-{number}",
            by=CRITIC,
            target=str(row["target"]),
            type=cast("ObjectionType", row["type"]),
            point=str(row["point"]),
            at=read_texts(row, "at"),
            question="" if row["question"] == _NONE else str(row["question"]),
            if_it_holds=cast("Stands", row["if_it_holds"]),
        )
        for number, row in enumerate(rows, start=1)
    )
    return Reading(None if faults else Objected(why=str(form["why"]), objections=tuple(objections)), faults)
