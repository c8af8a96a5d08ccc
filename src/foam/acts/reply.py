"""*Reply*: what a seat answers to the objections that were raised to what it relies on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import cast, get_args

from foam.acts.engine import Act, Reading, list_rows, read_texts
from foam.acts.evaluate import describe_leaf, describe_objection, offer_exchanges, render_tree
from foam.acts.person import ABOVE, tell_person
from foam.acts.shown import ShownFile
from foam.acts.stock import list_leaves, make_at_field
from foam.argument.rows import Move, Objection, Reply
from foam.argument.tree import Frame, Option
from foam.model.form import Form, FormField, FormValue, LabelField, ListField, TextField
from foam.model.question import Option as Offered
from foam.model.question import Write
from foam.model.template import Prompts, fence, fence_options, render_prompt
from foam.perspective.node import Perspective
from foam.values import Value

NAME = "reply"
_ROWS = "replies"
_UNANSWERED = "unanswered"


class Replied(Value):
    """What a seat answers, and the option that it holds now."""

    replies: tuple[Reply, ...] = ()
    option: str = ""
    """Empty where the tree names none."""


def make_reply(
    prompts: Prompts,
    question: str,
    statement: str,
    file: ShownFile,
    frame: Frame,
    seat: Perspective,
    position: str,
    objections: Sequence[Objection],
    *,
    by: str,
) -> Act[Replied]:
    """The act of one seat over all objections to what it relies on; who made them is not shown."""
    options = frame.roots[0].options if frame.roots else ()
    answers = tuple(Offered(id=one.id, text=one.text) for one in options)
    asked = render_prompt(
        prompts,
        "acts/reply",
        question=fence(question),
        answers=fence_options(answers),
        position=fence(position),
        documents=ABOVE,
        tree=fence(render_tree(frame)),
        leaves=fence("\n".join(describe_leaf(leaf, frame) for leaf in list_leaves(frame) if leaf.kind != "rule")),
        objections=fence("\n".join(describe_objection(one, frame) for one in objections)),
    )
    write = Write(
        **asked,
        **tell_person(prompts, seat, file),
        statement=statement,
        aim="supports",
        fields=tuple(_list_fields(options, objections, file)),
        material=(*answers, *offer_exchanges(objections, frame), *file.material),
    )
    return Act(NAME, write, lambda form: _read(form, objections, by), partial(_keep_answered, objections=objections))


def _list_fields(options: Sequence[Option], objections: Sequence[Objection], file: ShownFile) -> Iterator[FormField]:
    yield ListField(
        name=_ROWS,
        about="each objection once",
        at_most=len(objections),
        fields=(
            LabelField(name="objection", labels=tuple(one.id for one in objections)),
            LabelField(name="move", labels=get_args(Move)),
            TextField(name="text", about="your answer to it", max_words=60, explains=True),
            make_at_field(file),
        ),
    )
    if options:
        yield LabelField(name="option_now", about="your answer now", labels=tuple(one.id for one in options))


def _read(form: Form, objections: Sequence[Objection], by: str) -> Reading[Replied]:
    rows = list_rows(form, _ROWS)
    named = [str(row["objection"]) for row in rows]
    given_up = read_texts(form, _UNANSWERED) if _UNANSWERED in form else ()
    faults = [f"{_ROWS}: {name} is answered {count} times" for name, count in Counter(named).items() if count > 1]
    left_out = (one.id for one in objections if one.id not in (*named, *given_up))
    faults += [f"{_ROWS}: {name} is not answered" for name in left_out]
    replies = tuple(
        Reply(
            to=str(row["objection"]),
            by=by,
            move=cast("Move", row["move"]),
            text=str(row["text"]),
            at=read_texts(row, "at"),
        )
        for row in rows
    )
    replied = Replied(replies=replies, option=str(form.get("option_now", "")))
    return Reading(None if faults else replied, tuple(faults))


def _keep_answered(
    fields: Sequence[FormField], form: Form, faults: Sequence[str], objections: Sequence[Objection]
) -> dict[str, FormValue]:
    """The form with the first answer to each objection; the others stay without one."""
    first = {str(row["objection"]): row for row in reversed(list_rows(form, _ROWS))}
    kept = tuple(first[one.id] for one in objections if one.id in first)
    return {**form, _ROWS: kept, _UNANSWERED: tuple(one.id for one in objections if one.id not in first)}
