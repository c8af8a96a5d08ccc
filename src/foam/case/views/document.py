"""A case as a document: what is read aloud, marked inside its whole source, under a heading for each syllogism."""

from __future__ import annotations

from collections.abc import Iterator

from foam.case.leave import name_run
from foam.case.marks import drop_marks
from foam.case.values import Case, CitedFinding, CutCard, Slot, group_slots
from foam.case.views.cards import split_source
from foam.case.views.words import (
    HOW_WRITTEN,
    LACKING,
    NOTE,
    WHY_NOT,
    describe_claimed,
    describe_length,
    describe_overview,
    describe_part_answered,
    describe_status,
    describe_unanswered,
    list_answered,
    list_holes,
    list_provenance,
    mark_analytic,
)
from foam.case.warn import list_warnings
from foam.evidence.assemble import OMISSION
from foam.paper import (
    Article,
    Block,
    Bullets,
    Callout,
    Heading,
    Link,
    Paper,
    Paragraph,
    Quote,
    Text,
    code,
    compose,
    emphasis,
    strong,
)


@compose.register
def compose_case(
    case: Case, *, words_per_minute: float | None = None, caps: bool = False, send: bool = False, run: str = ""
) -> Paper:
    """The whole document; to send it, its cards alone. `run` is the one that wrote it, where that is known."""
    return Paper(
        title=f"{case.speech}: {case.resolution}",
        blocks=tuple(_list_sent(case) if send else blocks(case, words_per_minute=words_per_minute, run=run)),
        footer=f"{case.speech}, {describe_status(case)}",
        spelt=True,
    )


def blocks(case: Case, *, words_per_minute: float | None = None, run: str = "") -> Iterator[Block]:
    """What it argues, whether it may be used, how long it is, every slot in order, and whose words these are."""
    if overview := describe_overview(case):
        yield Callout(title="Overview", blocks=(Paragraph(content=overview),))
    length = describe_length(case, words_per_minute=words_per_minute)
    notice = (". ", emphasis(case.notice)) if case.notice else ()
    yield Paragraph(content=(f"{case.seat}; {length}; ", strong(describe_status(case)), *notice), style="meta")
    if case.failures:
        failures = Bullets(items=tuple(name_run(str(failure), run) for failure in case.failures))
        yield Callout(title=WHY_NOT, blocks=(failures,), tone="red")
    if warnings := list_warnings(case, run):
        yield Callout(title=NOTE, blocks=(Bullets(items=warnings),))
    if left := describe_unanswered(case):
        yield Paragraph(content=left, style="meta")
    if any(card.work for card in case.cards):
        yield Paragraph(content=_IN_A_ROW, style="meta")
    for group, slots in group_slots(case):
        yield Heading(text=group.title, id=group.id)
        if len(met := list_answered(slots)) == 1:
            yield Paragraph(content=emphasis(met[0]), style="meta")
        noted: list[str] = []
        for slot in (one for one in slots if one.filled):
            over = [note for note in (describe_part_answered(slot, slots), describe_claimed(slot)) if note]
            yield from (Paragraph(content=emphasis(note), style="meta") for note in over if over != noted)
            yield _show_slot(slot)
            noted = over
    if holes := list_holes(case):
        yield Heading(text=LACKING)
        yield Bullets(items=tuple(holes))
    if case.findings:
        yield Heading(text="What the file itself shows of this", id="findings")
        yield Bullets(items=tuple(_show_finding(one) for one in case.findings))
    if lines := list_provenance(case):
        yield Heading(text=HOW_WRITTEN)
        yield Bullets(items=tuple(lines))


_IN_A_ROW = (
    "Of debaters' cards what is read is marked; where words stand alone, these are the marked words, with … for others "
    "that are left out. The Word file has the whole card."
)


def _list_sent(case: Case) -> Iterator[Block]:
    """The cards under their headings, without analytics and notes."""
    for group, slots in group_slots(case):
        cards = [slot for slot in slots if slot.card]
        yield from (Heading(text=group.title, id=group.id), *map(_show_slot, cards)) if cards else ()


def _show_finding(one: CitedFinding) -> tuple[object, ...]:
    where = f" {one.pointer.brief()}, established by {one.established}; at: "
    at = [part for slot in one.slots for part in (", ", Link(text=slot, to=slot))][1:]
    return (one.text, Text(text=where, look="small"), *at)


def _show_slot(slot: Slot) -> Block:
    if slot.card is None:
        return Paragraph(content=(strong(f"{slot.title}{mark_analytic(slot)}."), f" {slot.spoken}"), id=slot.id)
    return Article(
        id=slot.id,
        blocks=(
            Heading(text=slot.card.tag, level=2),
            *((Paragraph(content=emphasis(slot.card.warrant)),) if slot.card.warrant else ()),
            Paragraph(content=(*_show_citation(slot.card), *_show_pointer(slot.card))),
            Quote(content=_mark_pieces(slot.card), gap=" … " if slot.card.work else OMISSION),
        ),
    )


def _show_citation(card: CutCard) -> Iterator[Text | str]:
    """Author and year in bold, where the source gives them, and the rest of the citation; an author who is all of the
    one is not named again in the other."""
    if not card.cite:
        yield f"{card.source} "
        return
    if card.source.startswith(card.cite):
        yield from (strong(card.cite), f"{card.source.removeprefix(card.cite)} ")
        return
    author, _, year = card.cite.rpartition(" ")
    rest = card.source.removeprefix(f"{author}, ").removeprefix(f"{year}, ") if author else card.source
    yield from (strong(card.cite), f", {rest} ")


def _show_pointer(card: CutCard) -> Iterator[Text]:
    yield from (code(pointer.brief()) for pointer in card.pointers[:1])


def _mark_pieces(card: CutCard) -> tuple[Text, ...]:
    return tuple(
        Text(text=drop_marks(text) if read else text, look="mark" if read else "context")
        for text, read in split_source(card)
    )
