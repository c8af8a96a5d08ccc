"""Options compared as a document: what follows, the table of options by seats, then each option with its reasons."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Literal

from foam.deliberation.choice import ComparedOption, OptionCondition, OptionObjection, OptionReason, OptionsDossier
from foam.deliberation.choice_words import name_backers
from foam.deliberation.left_open import LEFT_OPEN
from foam.deliberation.naming import join_seats
from foam.deliberation.options import OptionProposal
from foam.deliberation.views.telling import READERS
from foam.deliberation.weighing import Outcome
from foam.paper import (
    Anchor,
    Article,
    Badge,
    Block,
    Bullets,
    Callout,
    Details,
    Heading,
    Link,
    Paper,
    Paragraph,
    Quote,
    Table,
    Text,
    Tone,
    add_formats,
    code,
    compose,
    emphasis,
    section,
    strong,
)
from foam.values import short

TONES: dict[Outcome, Tone] = {"affirmed": "green", "denied": "red", "undecided": "amber", "not shown": "grey"}


@compose.register
def compose_options(dossier: OptionsDossier) -> Paper:
    """The whole document."""
    footer = (
        "Advisory: people decide. Each option has a dossier of its own, which can be shown, challenged and replayed. "
        f"Pack {dossier.pack}; corpus {dossier.corpus}."
    )
    return Paper(title=dossier.question, blocks=tuple(blocks(dossier)), footer=footer, contents=True)


def blocks(dossier: OptionsDossier) -> Iterator[Block]:
    """What the document says, in order; each option stands under its own id."""
    yield from (Paragraph(content=sentence, style="lead") for sentence in dossier.summary)
    yield from show_revisions(dossier)
    sides = _find_sides(dossier)
    yield from show_comparison(dossier)
    yield from _tell(sides[0]) if sides else ()
    yield Heading(text="The options, and what each seat's values make of them", id="comparison")
    yield _compare(dossier)
    yield Paragraph(
        content="A figure is the share of what a seat weighs, by its own values, that speaks for the option; at 50 % "
        "it leans neither way. In brackets stands what weighs for it less what weighs against it: by that a seat's "
        "values make more of one option than of another.",
        style="meta",
    )
    if sides:
        yield Heading(text="What speaks for each", id="reasons")
        for one in sides:
            body = (Paragraph(content=one.text), *_list_reasons(dossier, sides[0], one.reasons_for))
            yield from section(f"For {one.id}", body, level=2)
    if dossier.cautions:
        yield Callout(title="Read with care", blocks=(Bullets(items=dossier.cautions),), tone="amber")
    if dossier.notice:
        yield Paragraph(content=emphasis(dossier.notice), style="meta")
    yield Heading(text="Each option", id="options")
    yield from (_show_option(dossier, one, is_side=bool(sides)) for one in dossier.options)
    if dossier.left_out:
        yield Heading(text="Left out", id="left-out")
        yield Bullets(items=tuple((one.text, _name(dossier, one.backers)) for one in dossier.left_out))
    yield Heading(text="How it was deliberated", id="how")
    yield Paragraph(content=f"Protocol: {dossier.protocol} ({dossier.protocol_reason}).")
    yield Bullets(
        items=tuple(
            (Anchor(id=dossier.name_run(run)), code(f"foam dossier show {short(run)}"), f" {_list_ids(dossier, run)}")
            for run in dossier.runs
        )
    )
    if dossier.acts.asked:
        acts = dossier.acts
        told = f"Of {acts.asked} acts in words, {acts.again} were asked for again, "
        kept = f" {acts.in_part} count without what was found at fault in them." if acts.in_part else ""
        yield Paragraph(content=f"{told}and {acts.bounded} did not count.{kept}")


def show_revisions(dossier: OptionsDossier) -> Iterator[Block]:
    """What sets a comparison that was made again apart from the one that it replaces."""
    if dossier.revisions:
        yield Callout(title="Revised", blocks=(Bullets(items=dossier.revisions),), tone="amber")


def _compare(dossier: OptionsDossier) -> Table:
    rows = [
        (
            Link(text=one.id, to=one.id),
            Badge(text=one.say_outcome(), tone=TONES[one.outcome]),
            *(weight.say_share() for weight in one.weights),
            f"{len(one.reasons_for)} / {len(one.reasons_against)}",
            _link_run(dossier, one),
        )
        for one in dossier.options
    ]
    return Table(
        head=("Option", "Outcome", *map(dossier.name_seat, dossier.seats), "For / against", "Deliberation"), rows=rows
    )


def _find_sides(dossier: OptionsDossier) -> tuple[ComparedOption, ...]:
    """The options where they are the two sides of one motion: what speaks for one speaks against the other."""
    is_one = len(dossier.options) == 2 and len({one.run for one in dossier.options}) == 1
    return dossier.options if is_one else ()


def _tell(option: ComparedOption, *, level: Literal[1, 2, 3] = 1) -> Iterator[Block]:
    """What came of it in prose, each sentence with the places of the reasons and objections that it tells."""
    places = _number_nodes(option)
    for one in option.told:
        content: list[object] = []
        for said in one.sentences:
            content.append(f"{said.text} ")
            marks = [
                Link(text=f"[{places[node]}]", to=_name_node(option, node), is_mark=True)
                for node in said.nodes
                if node in places
            ]
            content += [part for mark in marks for part in (mark, " ")]
        yield from section(READERS[one.reader], (Paragraph(content=tuple(content) or one.text),), level=level)


def _number_nodes(option: ComparedOption) -> dict[str, int]:
    """The places of an option's reasons and of the objections to them, as they are listed."""
    reasons = (*option.reasons_for, *option.reasons_against, *option.conditional)
    nodes = dict.fromkeys((*(one.claim for one in reasons), *(one.id for one in option.objections)))
    return {node: place for place, node in enumerate(nodes, start=1)}


def _name_node(option: ComparedOption, node: str) -> str:
    return f"{option.id}-{node}"


def show_comparison(dossier: OptionsDossier, *, linked: bool = True) -> Iterator[Block]:
    """Why one option rather than the others, each sentence linked to the options it speaks of, where they are shown."""
    ids = {one.id for one in dossier.options} if linked else set()
    for telling in dossier.compared:
        content: list[object] = []
        for said in telling.sentences:
            content.append(f"{said.text} ")
            marks = [Link(text=f"[{node}]", to=node, is_mark=True) for node in said.nodes if node in ids]
            content += [part for mark in marks for part in (mark, " ")]
        body: list[Block] = [Paragraph(content=tuple(content) or "Code could confirm nothing of it.")]
        if telling.dropped:
            dropped = tuple(f"{one.text} ({one.why})" for one in telling.dropped)
            body.append(
                Callout(title="Left out: code could not confirm it", blocks=(Bullets(items=dropped),), tone="amber")
            )
        yield from section(f"The options compared. {READERS[telling.reader]}", tuple(body), level=1)


def _show_option(dossier: OptionsDossier, option: ComparedOption, *, is_side: bool) -> Article:
    by = name_backers(option, dossier.seat_names)
    led = join_seats(dossier.seat_names, option.accepted_by)
    led = f"; the values of {led} affirm it" if led else ""
    about = (Badge(text=option.say_outcome(), tone=TONES[option.outcome]), f"; {by}{led}; ", _link_run(dossier, option))
    return Article(
        id=option.id,
        tone=TONES[option.outcome],
        blocks=(
            Heading(text=f"{option.id}: {option.text}", level=2),
            Paragraph(content=about, style="meta"),
            *([Paragraph(content=(strong("It leaves out:"), f" {option.lost}"))] if option.lost else []),
            *(block for one in option.proposals for block in _show_proposal(dossier, option, one)),
            *_show_answers(dossier, option),
            *(() if is_side else _show_reasons(dossier, option)),
            *_show_open(dossier, option, is_side=is_side),
            *(() if is_side and option is not dossier.options[0] else _show_examined(dossier, option)),
        ),
    )


def _show_answers(dossier: OptionsDossier, option: ComparedOption) -> Iterator[Block]:
    """The conditions of the option that stand, and what each seat answered of it."""
    if option.conditions:
        items = tuple(_tell_condition(dossier, one) for one in option.conditions)
        yield from section("Conditions that stand", (Bullets(items=items),), level=3)
    said = tuple((strong(f"{dossier.name_seat(one.seat)}: "), one.words) for one in option.answers)
    if said:
        yield from section("What the seats answer", (Bullets(items=said),), level=3)


def _tell_condition(dossier: OptionsDossier, one: OptionCondition) -> str:
    by = f"; set by {join_seats(dossier.seat_names, one.set_by)}" if one.set_by else ""
    grounds = one.say_grounds()
    return f"{one.say()}{by}{f'; it rests on: {grounds}' if grounds else ''}"


def _show_reasons(dossier: OptionsDossier, option: ComparedOption) -> Iterator[Block]:
    yield from _tell(option, level=3)
    yield from section("Reasons for", _list_reasons(dossier, option, option.reasons_for), level=3)
    yield from section("Reasons against", _list_reasons(dossier, option, option.reasons_against), level=3)


def _show_proposal(dossier: OptionsDossier, option: ComparedOption, proposal: OptionProposal) -> Iterator[Block]:
    """What a seat wrote: its own wording, where another stands for the option, and why."""
    wording = f" {proposal.text}" if proposal.text != option.text else ""
    if wording or proposal.why:
        yield Paragraph(content=(strong(f"{dossier.name_seat(proposal.seat)}:"), wording, f" {proposal.why}"))
    for one in proposal.evidence:
        yield Quote(content=one.text, cite=(f"{one.cite} " if one.cite else "", code(one.pointer.brief())))


def _link_run(dossier: OptionsDossier, option: ComparedOption) -> Link:
    """The way to the dossier of an option's own deliberation."""
    return Link(text=short(option.run), to=dossier.name_run(option.run), is_mark=True)


def _show_open(dossier: OptionsDossier, option: ComparedOption, *, is_side: bool) -> Iterator[Block]:
    """What the deliberation of an option leaves open; of two sides of one motion it is the same, and said once."""
    first = dossier.options[0]
    if is_side and option is not first:
        same = ("The same as of ", Link(text=first.id, to=first.id), ": they are the two sides of one motion.")
        yield from section("Open", (Paragraph(content=same),), level=3)
        return
    blocks = tuple(_list_open(dossier, option))
    nothing = Paragraph(content="Every objection was answered, and nothing else is left open.")
    yield from section("Open", blocks or (nothing,), level=3)


def _list_open(dossier: OptionsDossier, option: ComparedOption) -> Iterator[Block]:
    if option.outcome == "undecided":
        yield Paragraph(content="The reasons that stand do not settle it: it depends on whose values are asked.")
    if option.contested:
        rows = [(one.left, one.right) for one in option.contested]
        yield Paragraph(content=strong("Contested facts"))
        yield Table(head=("One source", "The other"), rows=rows)
    if option.conditional:
        yield Paragraph(content=strong("Depends on what one values, or in dispute"))
        yield from _list_reasons(dossier, option, option.conditional)
    for way, title in LEFT_OPEN.items():
        if held := [one for one in option.objections if one.open == way]:
            yield Paragraph(content=strong(title))
            yield Bullets(items=tuple(_tell_objection(dossier, option, one) for one in held))
    if option.unexamined:
        yield Paragraph(content=strong("Unexamined"))
        yield Bullets(items=tuple(one.text for one in option.unexamined))


def _tell_objection(dossier: OptionsDossier, option: ComparedOption, one: OptionObjection) -> tuple[object, ...]:
    """An objection beside the words that it struck."""
    who = join_seats(dossier.seat_names, one.raised_by, "an examiner without a seat")
    struck = Text(text=_say_struck(one), look="small")
    met = f"; {said}" if (said := one.say_met()) else ""
    mark = _number_nodes(option).get(one.id)
    place = (Link(text=f"[{mark}] ", to=_name_node(option, one.id), is_mark=True),) if mark else ()
    return (*place, f"{who}: {one.text}", struck, met)


def _say_struck(one: OptionObjection) -> str:
    now = f", which now reads “{one.now}”" if one.now else ""
    return f" (against “{one.against}”{now})"


def _show_examined(dossier: OptionsDossier, option: ComparedOption) -> Iterator[Block]:
    """What was objected and answered, and what each reason weighs: folded away on a page."""
    if option.for_others:
        yield from section(
            "Said for another option, and weighed there", _list_reasons(dossier, option, option.for_others), level=3
        )
    if option.objections:
        blocks = tuple(block for one in option.objections for block in _show_objection(dossier, option, one))
        yield Details(summary=f"Objections and replies ({len(option.objections)})", blocks=blocks)
    if option.weighed:
        heads = [dossier.name_seat(one.seat) for one in option.weights]
        places = _number_nodes(option)
        rows = [
            (
                Link(text=f"[{places[one.claim]}]", to=_name_node(option, one.claim), is_mark=True),
                one.side,
                one.value,
                f"{one.strength:.2f}",
                *(f"{weight:.3f}" if weight else "–" for weight in one.weights),
            )
            for one in option.weighed
            if one.claim in places
        ]
        table = Table(head=("Reason", "Side", "Value", "Strength", *heads), rows=rows)
        yield Details(summary="What each reason weighs for each seat", blocks=(table,))


def _show_objection(dossier: OptionsDossier, option: ComparedOption, one: OptionObjection) -> Iterator[Block]:
    who = join_seats(dossier.seat_names, one.raised_by, "an examiner without a seat")
    mark = f"[{_number_nodes(option)[one.id]}] "
    about = Text(text=_say_struck(one), look="small")
    yield Paragraph(content=(Anchor(id=_name_node(option, one.id)), mark, strong(f"{who}: "), one.text, about))
    for place, quote in enumerate(one.quotes):
        # Comparisons from before sources stood apart have them in the quotation.
        yield Quote(content=quote, cite=one.cites[place]) if one.cites else Paragraph(content=quote)
    fate = "; ".join(filter(None, (one.fate, one.say_met())))
    yield Paragraph(content=(emphasis(fate), f": {one.reply}" if one.reply else ""), style="meta")


def _list_reasons(
    dossier: OptionsDossier, option: ComparedOption, reasons: tuple[OptionReason, ...]
) -> tuple[Block, ...]:
    """The reasons, each under the mark that told sentences have for it."""
    if not reasons:
        return (Paragraph(content="None."),)
    places = _number_nodes(option)
    items = [
        (
            *((Anchor(id=_name_node(option, one.claim)), f"[{places[one.claim]}] ") if one.claim in places else ()),
            one.text,
            *_say_warrant(one),
            _cite(dossier, one),
        )
        for one in reasons
    ]
    return (Bullets(items=tuple(items)),)


def _say_warrant(reason: OptionReason) -> tuple[object, ...]:
    """Why a reason bears on the option, and how that read before it was narrowed."""
    if not reason.warrant:
        return ()
    before = Text(text=f" (before it was narrowed: “{reason.warrant_before.rstrip('.')}”)", look="small")
    return (f" – {reason.warrant}", *([before] if reason.warrant_before else []))


def _cite(dossier: OptionsDossier, reason: OptionReason) -> Text:
    by = f"brought by {join_seats(dossier.seat_names, reason.brought_by)}" if reason.brought_by else ""
    own, defence = reason.list_cited(defence=False), reason.list_cited(defence=True)
    cited = own or (() if defence else reason.cites)
    rests = f"rests on {'; '.join(cited)}" if cited else ""
    brought = f"brought in its defence: {'; '.join(defence)}" if defence else ""
    said = "; ".join(filter(None, (reason.value, by, rests, brought, reason.claim)))
    return Text(text=f" ({said})", look="small")


def _list_ids(dossier: OptionsDossier, run: str) -> str:
    ids = [one.id for one in dossier.options if one.run == run]
    return f"deliberates {' against '.join(ids)}" if len(ids) == 2 else f"deliberates {ids[0]} against its denial"


def _name(dossier: OptionsDossier, seats: tuple[str, ...]) -> Text:
    return Text(text=f" ({join_seats(dossier.seat_names, seats, 'nobody')})", look="small")


add_formats(
    OptionsDossier,
    {".json": lambda dossier: json.dumps(dossier.json_value(), ensure_ascii=False, indent=2) + "\n"},
)
