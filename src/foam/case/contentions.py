"""Names the arguments of a speech in the seat's own words: a heading and a claim for each.

A template can only offer what fits every matter: fairness, health, money. A seat that has taken and defended a position
has reasons of its own; these become the contentions, advantages or disadvantages of its speech. Where what it names
does not count, it chooses among the template's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from foam.acts.engine import Act, Reading, list_rows, perform, place_row, read_texts
from foam.acts.person import ABOVE, tell_person
from foam.acts.shown import ShownFile, gather_file
from foam.argument.outline import OutlineNode
from foam.case.author import Author
from foam.case.draft import EXTENT
from foam.case.plan import Position
from foam.case.values import Answered, Plan
from foam.case.written import list_faults
from foam.evidence.corpus import Passage
from foam.job.retrieval import Candidates, depend_on
from foam.job.session import Session, depend_on_seat
from foam.model.form import Form, IdsField, ListField, TextField
from foam.model.question import Option, Write
from foam.model.template import Options, Prompts, fence, render_prompt
from foam.perspective.node import Perspective
from foam.record.entry import Entry, Input

_KIND = "contentions"
OWN = "own-"
"""How the id of an argument begins that a seat named."""
_HEADING_WORDS, _CLAIM_WORDS, _MOST_GROUNDS = 8, 25, 4
_MOST_FOUND = 40
"""Sentences shown of those that were found for the position."""
_ARGUMENTS = "arguments"
_AS_MANY = (
    "Name as many as the sentences of the file bear in every step, and no more: one that holds is worth more than one "
    "that nothing shows, and each takes words from the others."
)
_NOT_ARGUED = "(it has given no reasons yet: they are yours to find in the file)"


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
_DISADVANTAGE = "disadvantage"


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
    example='arguments: title "Porpoises that drown unseen", claim "fewer porpoises drown in nets", rests_on 01#s2; '
    'title "Why asking was not enough", claim "boats carry alarms that would not carry them unasked", rests_on 03#s0',
)
_DISADVANTAGES = _Kind(
    told="disadvantages the speech answers what is asked for. A disadvantage says what gets worse, or what good is "
    "lost, because that is done: because the plan of the other side is done, where one stands below",
    opening="If that is done, …",
    carries="It is not so already, and it comes of the change itself. That it would not work, or that "
    "something else would be better, is no disadvantage: other parts of the speech say so. Where a counterplan of this "
    "speech stands below, what gets worse does not come of that one, too.",
    example='arguments: title "Boats that give up", claim "small boats that cannot pay for alarms stop fishing", '
    'rests_on 01#s2; title "A bay without its seals", claim "the noise drives the seals from their feeding grounds", '
    "rests_on 03#s0",
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
    found = Candidates(entry=position.entry, passages=argued.found[:_MOST_FOUND])
    file = gather_file(session.clerk, session.corpus, [found], extent=EXTENT)
    if not file.ids:
        return None
    author = Author(session, seat, position.text, question, argued.answered, argued.counterplan)
    theirs = (argued.answered.plan, *argued.answered.gained) if argued.answered else ()
    instead = argued.counterplan.text if argued.counterplan else ""
    known = (question, position.text, instead, position.why, *argued.reasons, *theirs)
    act = make_contentions(
        session.prompts,
        author,
        file,
        syllogism=node.children[0].syllogism,
        least=least,
        most=most,
        argued=[position.why, *argued.reasons],
        options=tuple(Option(id=child.id, text=f"{child.title}: {child.about}") for child in node.children),
        known=known,
    )
    given: list[Input] = [depend_on("position", position.entry), *file.inputs, depend_on_seat(seat)]
    given += [depend_on("counterplan", argued.counterplan.entry)] if argued.counterplan else []
    done = await perform(session.of(seat), act, *given)
    return (done.value, done.entry) if done.value and done.entry and len(done.value) >= least else None


def make_contentions(
    prompts: Prompts,
    author: Author,
    file: ShownFile,
    *,
    syllogism: str = "",
    least: int,
    most: int,
    argued: Sequence[str],
    options: Options,
    known: Sequence[str],
) -> Act[tuple[NamedArgument, ...]]:
    """By which arguments does the speech make its position, or by which disadvantages does it answer a plan?"""
    kind = _DISADVANTAGES if syllogism == _DISADVANTAGE else _REASONS
    filled = render_prompt(
        prompts,
        "case/contentions",
        **author.task,
        count=str(most) if least == most else f"{least} to {most}",
        kind=kind.told,
        opening=kind.opening,
        carries=kind.carries if least == most else f"{kind.carries} {_AS_MANY}",
        example=kind.example,
        heading=str(_HEADING_WORDS),
        words=str(_CLAIM_WORDS),
        argued="\n".join(map(fence, filter(None, argued))) or _NOT_ARGUED,
        options="\n".join(fence(one.text) for one in options),
        documents=ABOVE,
    )
    fields = (
        TextField(name="title", about="the heading", max_words=_HEADING_WORDS),
        TextField(name="claim", about="what follows", max_words=_CLAIM_WORDS, explains=True),
        IdsField(
            name="rests_on",
            about="the sentences from which you took it",
            ids=file.ids,
            at_most=min(_MOST_GROUNDS, len(file.ids)),
        ),
    )
    rows = ListField(name=_ARGUMENTS, fields=fields, at_least=least, at_most=most)
    write = Write(
        **filled,
        **tell_person(prompts, author.seat, file),
        statement=author.stands_for,
        fields=(rows,),
        material=file.material,
    )
    return Act(_KIND, write, lambda form: _read(form, file, known))


def _read(form: Form, file: ShownFile, known: Sequence[str]) -> Reading[tuple[NamedArgument, ...]]:
    named: list[NamedArgument] = []
    faults: list[str] = []
    for number, row in enumerate(list_rows(form, _ARGUMENTS), start=1):
        one = NamedArgument(str(row["title"]).strip().rstrip("."), str(row["claim"]).strip().rstrip("."))
        cited = [file.sentence_by_id[name].text for name in read_texts(row, "rests_on")]
        faults += [place_row(_ARGUMENTS, number, fault) for fault in _find_faults(one, named, cited, known)]
        named.append(one)
    return Reading(None if faults else tuple(named), tuple(faults))


def _find_faults(
    one: NamedArgument, before: Sequence[NamedArgument], cited: Sequence[str], known: Sequence[str]
) -> Iterator[str]:
    if any(other.title == one.title or other.claim == one.claim for other in before):
        yield "it is made before: each is a reason of its own"
    for text in (one.title, one.claim):
        yield from list_faults(text, cited=cited, known=known)
