"""Holds the headings that a seat gave its arguments to what came of them: one that promises more is given anew.

Headings are given before anything is found. Where a part was narrowed to what the library holds, was worded anew or
stayed empty, the heading may name what the argument no longer shows, and whoever judges the parts one by one does not
see it.
"""

from __future__ import annotations

from collections.abc import Sequence

from foam.case.contentions import HEADING_WORDS, OWN
from foam.case.fill import Writing
from foam.case.task import Task, describe_task
from foam.case.values import Group, Slot
from foam.case.written import list_faults
from foam.job.acts import ask_act
from foam.job.answers import read_records
from foam.job.retrieval import depend_on
from foam.job.session import depend_on_seat
from foam.model.form import LabelField, ListField, TextField
from foam.model.question import Option, Write
from foam.model.template import Options, Prompts, fence_options, render_prompt
from foam.record.entry import Entry

KIND = "headings"
_MARK = ": "
"""What stands between the kind and number of an argument and the heading that its seat gave it."""


def retitle_question(prompts: Prompts, *, task: Task, arguments: Options) -> Write:
    """Which arguments need another heading, now that it is known what they show?"""
    filled = render_prompt(
        prompts,
        "case/retitle",
        question=describe_task(task)["question"],
        plan=describe_task(task)["plan"],
        arguments=fence_options(arguments),
        words=str(HEADING_WORDS),
    )
    fields = (
        LabelField(name="argument", about="the id of the argument", labels=tuple(one.id for one in arguments)),
        TextField(name="title", about="the heading", max_words=HEADING_WORDS),
    )
    titles = ListField(name="titles", fields=fields, at_least=0, at_most=len(arguments))
    return Write(**filled, statement=task.plan, fields=(titles,), material=tuple(arguments))


async def retitle_arguments(writing: Writing, groups: Sequence[Group], slots: Sequence[Slot]) -> tuple[Group, ...]:
    """The arguments, those that show less than was meant under headings that their seat gives them anew."""
    session = writing.session
    parts = {group.id: [slot for slot in slots if slot.group == group.id] for group in groups}
    less = [group for group in groups if group.id.startswith(OWN) and any(map(_shows_less, parts[group.id]))]
    if not less or not writing.author.speaks:
        return tuple(groups)
    shown = {group.id: _describe_argument(group, parts[group.id]) for group in less}
    arguments = tuple(Option(id=name, text=text) for name, text in shown.items())
    asked = retitle_question(session.prompts, task=writing.author.task, arguments=arguments)

    def check(entry: Entry) -> list[str]:
        rows = read_records(entry, "titles")
        return [
            fault
            for row in rows
            for fault in list_faults(row["title"], cited=(shown[row["argument"]],), known=writing.author.known)
        ]

    read = [slot for group in less for slot in parts[group.id] if slot.card]
    inputs = [depend_on(f"{slot.id} tag", slot.card.entries["tag"]) for slot in read if slot.card]
    entry = await ask_act(session, KIND, asked, *inputs, depend_on_seat(writing.seat), check=check)
    given = {row["argument"]: str(row["title"]).strip() for row in read_records(entry, "titles")} if entry else {}
    return tuple(_put_title(group, given.get(group.id, "")) for group in groups)


def _shows_less(slot: Slot) -> bool:
    return bool(slot.narrowed or slot.reworded or (slot.seek and not slot.filled))


def _describe_argument(group: Group, slots: Sequence[Slot]) -> str:
    lines = [f"{slot.title}: {slot.card.tag if slot.card else slot.analytic or '(empty)'}" for slot in slots]
    return "\n".join((group.title, *lines))


def _put_title(group: Group, title: str) -> Group:
    """The argument under another heading, with its kind and number before it as they stood."""
    if not title:
        return group
    kind, mark, _ = group.title.partition(_MARK)
    return group.model_copy(update={"title": f"{kind}{_MARK}{title}" if mark else title})
