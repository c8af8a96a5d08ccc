"""Names the arguments of a speech in the seat's own words, where its model writes: a heading and a claim for each.

A template can only offer what fits every matter: fairness, health, money. A seat that has taken and defended a position
has reasons of its own; these become the contentions or advantages of its speech, made of the same part as the
template's. Where what it names does not count, it chooses among the template's like any other model.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from foam.argument.tree import TemplateNode
from foam.case.act_questions import NOTHING, OfferedSource, Task, describe_task, ids_field, show_sources
from foam.case.offer import Offer, offer_found
from foam.case.written import list_faults
from foam.deliberation.position import Position
from foam.deliberation.written.records import read_records
from foam.evidence.corpus import Passage
from foam.job.acts import ask_act
from foam.job.retrieval import depend_on, retrieve
from foam.job.session import Session, depend_on_seat
from foam.model.form import ListField, TextField
from foam.model.question import Option, Write
from foam.model.template import Options, Prompts, fence, render_prompt
from foam.perspective.node import Perspective
from foam.record.entry import Entry, Input

KIND = "contentions"
OWN = "own-"
"""How the id of an argument begins that a seat named."""
HEADING_WORDS, CLAIM_WORDS, MOST_GROUNDS = 8, 25, 4
_BESIDE, _MOST_FOUND = 2, 40
"""Sentences shown beside a common argument, and of those that were found for the position."""


@dataclass(frozen=True, slots=True)
class Argued:
    """What a seat argued before its speech is laid out: its reasons, and the sentences that were found for them."""

    reasons: tuple[str, ...] = ()
    found: tuple[Passage, ...] = ()


NOTHING_ARGUED = Argued()


@dataclass(frozen=True, slots=True)
class NamedArgument:
    """An argument of a speech: its heading, and what follows by it."""

    title: str
    claim: str


async def name_arguments(
    session: Session, seat: Perspective, position: Position, question: str, node: TemplateNode, argued: Argued
) -> tuple[tuple[NamedArgument, ...], Entry] | None:
    """As many arguments as a branch takes, and the act that named them; None where what was written does not count."""
    given = depend_on("position", position.entry)
    beside = {
        child.id: retrieve(session.clerk, session.corpus, child.about or child.title, given, limit=_BESIDE)
        for child in node.children
    }
    near = [passage for one in beside.values() for passage in one.passages]
    offer = offer_found(session, [*argued.found[:_MOST_FOUND], *near])
    names = {pointer: name for name, pointer in offer.pointers.items()}
    options = tuple(
        Option(id=child.id, text=_describe(child, [names.get(one.pointer, "") for one in beside[child.id].passages]))
        for child in node.children
    )
    asked = contentions_question(
        session.prompts,
        task=Task(seat=seat, question=question, plan=position.text),
        count=node.pick,
        argued=[position.why, *argued.reasons],
        options=options,
        sources=offer.sources,
    )

    def check(entry: Entry) -> list[str]:
        return list(dict.fromkeys(_find_faults(entry, offer, (question, position.text, position.why, *argued.reasons))))

    inputs: tuple[Input, ...] = (
        given,
        *(depend_on(f"beside {name}", one.entry) for name, one in beside.items()),
        *offer.inputs,
        depend_on_seat(seat),
    )
    entry = await ask_act(session, KIND, asked, *inputs, check=check)
    return (read_arguments(entry), entry) if entry else None


def contentions_question(
    prompts: Prompts,
    *,
    task: Task,
    count: int,
    argued: Sequence[str],
    options: Options,
    sources: Sequence[OfferedSource],
) -> Write:
    """By which arguments does the speech make its position?"""
    filled = render_prompt(
        prompts,
        "case/contentions",
        **describe_task(task),
        count=str(count),
        heading=str(HEADING_WORDS),
        words=str(CLAIM_WORDS),
        argued="\n".join(map(fence, filter(None, argued))) or NOTHING,
        options="\n".join(fence(one.text) for one in options),
        cards=show_sources(sources),
    )
    material = tuple(sentence for source in sources for sentence in source.sentences)
    fields = (
        TextField(name="title", about="the heading", max_words=HEADING_WORDS),
        TextField(name="claim", about="what follows", max_words=CLAIM_WORDS, explains=True),
        ids_field("rests_on", "the sentences from which you took it", material, at_most=MOST_GROUNDS),
    )
    rows = ListField(name="arguments", fields=fields, at_least=count, at_most=count)
    return Write(**filled, statement=task.plan, fields=(rows,), material=material)


def read_arguments(entry: Entry) -> tuple[NamedArgument, ...]:
    """The arguments that were named, their claims as clauses."""
    return tuple(
        NamedArgument(str(row["title"]).strip().rstrip("."), str(row["claim"]).strip().rstrip("."))
        for row in read_records(entry, "arguments")
    )


def _describe(child: TemplateNode, near: Sequence[str]) -> str:
    """A common argument, and the ids of the sentences nearest to it."""
    shown = ", ".join(filter(None, near))
    return f"{child.title}: {child.about}" + (f" Nearest: {shown}." if shown else " Nothing was found for it.")


def _find_faults(entry: Entry, offer: Offer, known: Sequence[str]) -> Iterator[str]:
    named = read_arguments(entry)
    if len({one.title for one in named}) < len(named) or len({one.claim for one in named}) < len(named):
        yield "two arguments are the same: each is a reason of its own"
    for row, one in zip(read_records(entry, "arguments"), named, strict=True):
        if not one.title or not one.claim:
            yield "an argument without a heading or a claim"
        cited = offer.list_texts(row["rests_on"])
        for text in (one.title, one.claim):
            yield from list_faults(text, cited=cited, known=known, uncited=offer.list_others(row["rests_on"]))
