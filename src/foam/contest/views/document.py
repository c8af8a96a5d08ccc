"""An outcome and its redline as a document: what was decided first, then why, how far it reached, and what changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from foam.contest.job import Heard
from foam.contest.outcome import Outcome, Reason
from foam.contest.preview import Preview
from foam.contest.redline import Redlined
from foam.evidence.corpus import Passage
from foam.paper import Article, Block, Bullets, Details, Heading, Paper, Paragraph, Quote, Text, code, compose, join
from foam.values import TAG, short

MOVES = {
    "concede": "it was found right",
    "rebut": "nothing was changed",
    "qualify": "it was found right in part",
    "swap": "other evidence or figures took its place",
    "retract": "the part was taken back",
    "none": "it waits for a person's answer",
}
_MOST_NAMED = 90
"""Letters of a part's words by which it is named."""


@compose.register
def compose_heard(heard: Heard) -> Paper:
    """The outcome of a challenge and the redline of what it changed."""
    judged = blocks(heard.outcome, heard.redline) if heard.before.is_revised else _judged_blocks(heard.outcome)
    return Paper(title=_title(heard.outcome), blocks=tuple(judged))


@compose.register
def compose_outcome(outcome: Outcome) -> Paper:
    """The outcome alone."""
    return Paper(title=_title(outcome), blocks=tuple(outcome_blocks(outcome)))


@compose.register
def compose_preview(shown: Preview) -> Paper:
    """What a challenge could bring about."""
    return Paper(title=f"If {shown.part.id} were challenged", blocks=tuple(preview_blocks(shown)))


def blocks(outcome: Outcome, rows: Iterable[Redlined]) -> Iterator[Block]:
    """The outcome first, then why, then how far it reached, then the redline."""
    yield from outcome_blocks(outcome)
    held = tuple(rows)
    yield Heading(text="What changed")
    if held:
        yield Paragraph(content=f"{'1 part reads' if len(held) == 1 else f'{len(held)} parts read'} otherwise:")
    yield from redline_blocks(held)
    shown = {row.part for row in held}
    silent = [id for id in outcome.locality.changed if id not in shown]
    if silent:
        text = "On record otherwise, and to be read as before or with what quotes it: "
        yield Paragraph(content=(text, *join(map(code, silent)), "."), style="meta")


def outcome_blocks(outcome: Outcome) -> Iterator[Block]:
    """What was decided, why, and how far it reached."""
    yield from _judged_blocks(outcome)
    reached = outcome.locality
    parts, entries = _say_share(reached.untouched), _say_share(reached.reuse)
    yield Paragraph(
        content=f"Questions asked: {reached.asked}; reused: {reached.reused}; "
        f"{parts} of the parts and {entries} of the entries stand as they were.",
        style="meta",
    )


def _say_share(share: float) -> str:
    """A share in percent that is whole only where the whole is meant: six changed parts of a thousand leave 99.4 %."""
    return f"{share:.0%}" if share in (0.0, 1.0) else f"{min(max(share, 0.001), 0.999):.1%}"


def _judged_blocks(outcome: Outcome) -> Iterator[Block]:
    """What was decided and why, and what is left for a person to look at."""
    challenge = outcome.challenge
    head = f"{outcome.disposition.upper()}: {challenge.ground.kind.replace('_', ' ')} against {_name_part(outcome)}"
    yield Paragraph(content=head if outcome.came_to else f"{head}; {MOVES[outcome.move]}", style="lead")
    if outcome.came_to:
        yield Bullets(items=outcome.came_to)
    if outcome.repeats:
        yield Paragraph(content=f"It repeats {short(outcome.repeats)}.")
    yield Quote(content=challenge.because, cite=challenge.challenger)
    yield Heading(text="Why")
    yield Bullets(items=tuple(map(_reason, outcome.reasons)))
    yield from _offered_blocks(outcome)
    if outcome.look_at:
        yield Heading(text="What the person who decides should look at")
        yield Bullets(items=outcome.look_at)


def _offered_blocks(outcome: Outcome) -> Iterator[Block]:
    """What was found to speak the other way, and folded, as what it is, what else was offered."""
    if outcome.named:
        yield Heading(text="Evidence the other way")
        yield from map(_cited, outcome.named)
    rest = tuple(one for one in outcome.counter_evidence if one not in outcome.named)
    if rest:
        also = "Also offered, and not named" if outcome.named else "Offered, and not named"
        yield Details(summary=f"{also} ({len(rest)})", blocks=tuple(map(_cited, rest)), aside=True)


def redline_blocks(rows: Iterable[Redlined]) -> Iterator[Block]:
    """The redline alone: what was taken out and what was put in, part by part."""
    held = tuple(rows)
    for row in held:
        yield Article(id=row.part, blocks=(Paragraph(content=(code(row.part), f" ({row.change}): ", *_steps(row))),))
    if not held:
        yield Paragraph(content="Nothing.")


def preview_blocks(shown: Preview) -> Iterator[Block]:
    """What a challenge could bring about."""
    kind, named = shown.challenge.ground.kind.replace("_", " "), _name(shown, shown.part.id)
    yield Paragraph(content=f"{kind} against {named} ({shown.part.kind}): {shown.asks}", style="lead")
    yield Paragraph(
        content=f"settled by {shown.settled_by}; questions that would be asked: at most {shown.questions_at_most}"
    )
    if shown.would_ask:
        asks = tuple(f"{one.what}: {_name(shown, one.about)}, at most {one.at_most}" for one in shown.would_ask)
        yield Bullets(items=asks)
    yield Paragraph(content="If it is sustained, this could change:")
    moves = tuple(f"{_name(shown, one.part)}: {one.before} -> {one.after}" for one in shown.could_change)
    yield Bullets(items=moves or ("nothing",))
    if shown.beside:
        yield Paragraph(content="Code can tell already:")
        yield Bullets(items=shown.beside)
    if shown.counter_evidence:
        yield Paragraph(content="Evidence the other way:")
        yield from map(_cited, shown.counter_evidence)


def _name(shown: Preview, id: str) -> str:
    """A part by its first words, its id beside them."""
    return f"“{shown.names[id]}” ({id})" if id in shown.names else id


def _title(outcome: Outcome) -> str:
    return f"Challenge to {_name_part(outcome)}: {outcome.disposition}"


def _name_part(outcome: Outcome) -> str:
    """The challenged part by its first words, its id beside them; by its id where it has no words of its own."""
    said = " ".join(outcome.about.split())
    short_enough = said if len(said) <= _MOST_NAMED else f"{said[:_MOST_NAMED].rsplit(' ', 1)[0]} …"
    return f"“{short_enough}” ({outcome.challenge.node})" if said else outcome.challenge.node


def _reason(reason: Reason) -> tuple[object, ...]:
    """A reason and what it cites: digests cut short, ids of parts whole."""
    cites = join(code(short(cite) if cite.startswith(TAG) else cite) for cite in reason.cites)
    return (reason.text, " [", *cites, "]") if cites else (reason.text,)


def _steps(row: Redlined) -> Iterator[Text]:
    for step in row.steps:
        if step.type == "same":
            yield Text(text=step.quote)
        else:
            if step.source:
                yield Text(text=step.source, look="delete")
            if step.quote:
                yield Text(text=step.quote, look="insert")
        yield Text(text=" ")


def _cited(passage: Passage) -> Quote:
    cite = f"{passage.cite} " if passage.cite else ""
    return Quote(content=passage.text, cite=(cite, code(passage.pointer.brief())))
