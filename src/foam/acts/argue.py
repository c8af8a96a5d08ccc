"""*Argue*: what one seat answers, and for which reasons, before it knows what the others say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from foam.acts.engine import Act, Reading, list_rows, read_texts
from foam.acts.evaluate import describe_leaf, render_tree
from foam.acts.person import ABOVE, tell_person
from foam.acts.shown import ShownFile
from foam.acts.stock import NONE, list_leaves, list_questions, list_stock_fields, read_stock
from foam.argument.reading import Read
from foam.argument.rows import Dispute
from foam.argument.tree import Frame, Option
from foam.argument.working import SentenceId
from foam.model.form import Form, FormField, IdsField, LabelField, ListField, TextField
from foam.model.question import Option as Offered
from foam.model.question import Write
from foam.model.template import Prompts, fence, fence_options, render_prompt
from foam.perspective.node import Perspective
from foam.values import Names, Value

NAME = "argue"
MOST_POINTS = 6
_POINTS = "points"


class Point(Value):
    """A reason that a seat brings."""

    id: str
    says: str
    option: str = ""
    """The option that it speaks for; empty where none are named yet: then for the answer of its seat."""
    value: str = ""
    at: tuple[SentenceId, ...] = ()


class Argued(Value):
    """What a seat answers."""

    option: str
    """Its option; where none are named yet, the answer that it proposes."""
    why: str = ""
    points: tuple[Point, ...] = ()
    accepts: Names = frozenset()
    disputes: tuple[Dispute, ...] = ()
    changes_my_mind: str = ""


def make_argue(
    prompts: Prompts,
    question: str,
    statement: str,
    file: ShownFile,
    read: Read,
    seat: Perspective,
    options: Sequence[Option],
    values: Sequence[str],
    *,
    number: int,
    frame: Frame | None = None,
) -> Act[Argued]:
    """The act of one seat over a file that was read, and over a tree where there is one. Without options it is asked
    for an answer of its own. How leaves are proposed to stand is not shown."""
    leaves = list_leaves(frame) if frame else ()
    offered = tuple(Offered(id=one.id, text=one.text) for one in options)
    asked = render_prompt(
        prompts,
        "acts/argue",
        question=fence(question),
        answers=fence_options(offered) or NONE,
        values=", ".join(values) or "in words of your own",
        documents=ABOVE,
        findings=fence("\n".join(read.describe())),
        tree=fence(render_tree(frame)) if frame else "none yet",
        leaves=fence("\n".join(describe_leaf(leaf, frame) for leaf in leaves if leaf.kind != "rule"))
        if frame
        else NONE,
        questions="\n".join(list_questions()) if frame else NONE,
    )
    write = Write(
        **asked,
        **tell_person(prompts, seat, file),
        statement=statement,
        aim="supports",
        fields=(
            *_list_fields(options, values, file),
            *(list_stock_fields(leaves, file) if leaves else ()),
            TextField(name="what_would_change_my_mind", max_words=40, may_be_empty=True),
        ),
        material=(*offered, *(Offered(id=leaf.id, text=leaf.says) for leaf in leaves), *file.material),
    )
    return Act(NAME, write, lambda form: _read(form, number))


def _list_fields(options: Sequence[Option], values: Sequence[str], file: ShownFile) -> Iterator[FormField]:
    labels, ids = tuple(one.id for one in options), file.ids
    yield TextField(name="why", about="first: what the question turns on for you", max_words=120, explains=True)
    if labels:
        yield LabelField(name="option", about="your answer", labels=labels)
    else:
        yield TextField(name="option", about="your answer, one full sentence", max_words=30)
    yield ListField(
        name=_POINTS,
        about="your reasons, the weightiest first",
        at_most=MOST_POINTS,
        fields=(
            *([LabelField(name="option", about="the answer it speaks for", labels=labels)] if labels else []),
            TextField(name="says", about="one plain sentence", max_words=40),
            LabelField(name="value", about="the value it serves", labels=(*values, NONE))
            if values
            else TextField(name="value", about="the value it serves", max_words=3),
            IdsField(name="at", about="its sentences", ids=ids, at_least=min(1, len(ids)), at_most=min(4, len(ids))),
        ),
    )


def _read(form: Form, number: int) -> Reading[Argued]:
    stock = read_stock(form)
    points = tuple(
        Point(
            id=f"point-{number}-{n}",
            says=str(row["says"]),
            option=str(row.get("option", "")),
            value="" if row["value"] == NONE else str(row["value"]),
            at=read_texts(row, "at"),
        )
        for n, row in enumerate(list_rows(form, _POINTS), start=1)
    )
    argued = Argued(
        option=str(form["option"]),
        why=str(form["why"]),
        points=points,
        accepts=stock.accepts,
        disputes=stock.disputes,
        changes_my_mind=str(form["what_would_change_my_mind"]),
    )
    return Reading(None if stock.faults else argued, stock.faults)
