"""Names the arguments of a speech in the seat's own words, where its model writes: a heading and a claim for each.

A template can only offer what fits every matter: fairness, health, money. A seat that has taken and defended a position
has reasons of its own; these become the contentions or advantages of its speech, made of the same part as the
template's. Where what it names does not count, it chooses among the template's like any other model.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from foam.argument.outline import OutlineNode
from foam.case.act_questions import OfferedSource, ids_field, show_sources
from foam.case.answered import Answered
from foam.case.offer import Offer, offer_found
from foam.case.position.stance import Direction, Position
from foam.case.search import LookedUp, look_up_parts
from foam.case.task import Task, describe_task, make_task
from foam.case.values import Plan
from foam.case.written import list_faults
from foam.evidence.corpus import Passage
from foam.job.acts import ask_act
from foam.job.answers import read_records
from foam.job.retrieval import depend_on
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
_MOST_FOUND = 40
"""Sentences shown of those that were found for the position."""
_FROM_ARGUED, _FROM_FOUND = "comes from what your seat argued, which stands below:", "is"
_AS_MANY = (
    "Name as many as the sentences below bear in every step, and no more: one that holds is worth more than one that "
    "nothing shows, and each takes words from the others."
)
_NOT_ARGUED = "(it has given no reasons yet: they are yours to find in the sentences below)"
_GETS_WORSE = (
    "What gets worse where something like what is asked for is done (the plan of the other side, where they read one, "
    "and not your own counterplan), for whom or what, and how much of it."
)
_PARTS: dict[Direction, tuple[tuple[str, str], ...]] = {
    "affirmed": (
        ("bad-today", "What is bad today, for whom or what, and how much of it."),
        ("comes-of-it", "What that leads to further on, and what is lost by it in the end."),
        ("gained", "What is gained where something like this is done, by whom and how much."),
    ),
    "denied": (
        ("good-today", "What goes well today and would be at risk."),
        ("gets-worse", _GETS_WORSE),
        ("comes-of-it", "What that leads to further on, and what is lost by it in the end."),
    ),
}
"""What is looked up before arguments are named, by the side that a seat holds."""


@dataclass(frozen=True, slots=True)
class Argued:
    """What a seat argued before its speech is laid out: its reasons, and the sentences that were found for them."""

    reasons: tuple[str, ...] = ()
    found: tuple[Passage, ...] = ()
    answered: Answered | None = None
    """The plan that the other side read, where the speech answers one."""
    counterplan: Plan | None = None
    """What the speech puts forward in its place, where that is written already."""


NOTHING_ARGUED = Argued()
DISADVANTAGE = "disadvantage"


@dataclass(frozen=True, slots=True)
class _Kind:
    """What the arguments of one kind are, as whoever names them is told."""

    told: str
    opening: str
    """The words that a claim completes."""
    carries: str
    """What they do together."""
    example: str


_REASONS = _Kind(
    told="arguments the speech makes it",
    opening="It follows that …",
    carries="Together they carry the question as it is asked. If it asks for a duty, a ban, a payment or a body of its "
    "own, at least one of them shows why it takes that and not something less.",
    example='arguments: title "Porpoises that drown unseen", claim "far fewer porpoises drown in nets", rests_on c1s2; '
    'title "Why asking was not enough", claim "boats carry alarms that would not carry them unasked", rests_on c3s0',
)
_DISADVANTAGES = _Kind(
    told="disadvantages the speech answers what is asked for. A disadvantage says what gets worse, or what good is "
    "lost, because that is done: because the plan of the other side is done, where one stands below",
    opening="If that is done, …",
    carries="It is not so already, and it comes of the change itself. That it would not work, or that "
    "something else would be better, is no disadvantage: other parts of the speech say so. Where a counterplan of this "
    "speech stands below, what gets worse does not come of that one, too.",
    example='arguments: title "Boats that give up", claim "small boats that cannot pay for alarms stop fishing", '
    'rests_on c1s2; title "A bay without its seals", claim "the noise drives the seals from their feeding grounds", '
    "rests_on c3s0",
)


@dataclass(frozen=True, slots=True)
class NamedArgument:
    """An argument of a speech: its heading, and what follows by it."""

    title: str
    claim: str


async def name_arguments(
    session: Session,
    seat: Perspective,
    position: Position,
    question: str,
    node: OutlineNode,
    argued: Argued,
    *,
    least: int,
    most: int,
) -> tuple[tuple[NamedArgument, ...], Entry] | None:
    """As many arguments as a branch may take, and the act that named them; None where what was written does not
    count."""
    given = depend_on("position", position.entry)
    task = make_task(seat, question, position.text, argued.answered, argued.counterplan)
    looked_up = LookedUp()
    if not argued.reasons or node.children[0].syllogism == DISADVANTAGE:
        looked_up = await _look_up(session, task, position, given)
    offer = offer_found(session, [*looked_up.passages, *argued.found[:_MOST_FOUND]])
    options = tuple(Option(id=child.id, text=f"{child.title}: {child.about}") for child in node.children)
    asked = contentions_question(
        session.prompts,
        task=task,
        syllogism=node.children[0].syllogism,
        least=least,
        most=most,
        argued=[position.why, *argued.reasons],
        options=options,
        sources=offer.sources,
    )

    def check(entry: Entry) -> list[str]:
        theirs = (argued.answered.plan, *argued.answered.gained) if argued.answered else ()
        known = (question, position.text, task.counterplan, position.why, *argued.reasons, *theirs)
        return list(dict.fromkeys(_find_faults(entry, offer, known)))

    inputs: tuple[Input, ...] = (
        given,
        *looked_up.entries,
        *((depend_on("counterplan", argued.counterplan.entry),) if argued.counterplan else ()),
        *offer.inputs,
        depend_on_seat(seat),
    )
    entry = await ask_act(session, KIND, asked, *inputs, check=check)
    return (read_arguments(entry), entry) if entry else None


async def _look_up(session: Session, task: Task, position: Position, *given: Input) -> LookedUp:
    """What a writer looks up before it names arguments: where its seat has not argued for its position yet, and before
    disadvantages, since what gets worse by a plan is seldom what a seat argued from."""
    parts = tuple(Option(id=name, text=text) for name, text in _PARTS[position.direction])
    return await look_up_parts(session, task, *given, parts=parts)


def contentions_question(
    prompts: Prompts,
    *,
    task: Task,
    syllogism: str = "",
    least: int,
    most: int,
    argued: Sequence[str],
    options: Options,
    sources: Sequence[OfferedSource],
) -> Write:
    """By which arguments does the speech make its position, or by which disadvantages does it answer a plan?"""
    kind = _DISADVANTAGES if syllogism == DISADVANTAGE else _REASONS
    filled = render_prompt(
        prompts,
        "case/contentions",
        **describe_task(task),
        count=str(most) if least == most else f"{least} to {most}",
        kind=kind.told,
        opening=kind.opening,
        carries=kind.carries if least == most else f"{kind.carries} {_AS_MANY}",
        example=kind.example,
        heading=str(HEADING_WORDS),
        words=str(CLAIM_WORDS),
        origin=_FROM_ARGUED if any(argued) else _FROM_FOUND,
        argued="\n".join(map(fence, filter(None, argued))) or _NOT_ARGUED,
        options="\n".join(fence(one.text) for one in options),
        cards=show_sources(sources),
    )
    material = tuple(sentence for source in sources for sentence in source.sentences)
    fields = (
        TextField(name="title", about="the heading", max_words=HEADING_WORDS),
        TextField(name="claim", about="what follows", max_words=CLAIM_WORDS, explains=True),
        ids_field("rests_on", "the sentences from which you took it", material, at_most=MOST_GROUNDS),
    )
    rows = ListField(name="arguments", fields=fields, at_least=least, at_most=most)
    return Write(**filled, statement=task.plan, fields=(rows,), material=material)


def read_arguments(entry: Entry) -> tuple[NamedArgument, ...]:
    """The arguments that were named, their claims as clauses."""
    return tuple(
        NamedArgument(str(row["title"]).strip().rstrip("."), str(row["claim"]).strip().rstrip("."))
        for row in read_records(entry, "arguments")
    )


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
