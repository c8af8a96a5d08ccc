"""A case as a Word file in the manner of Verbatim: tag, cite and body, what is read in yellow.

Read again by `foam.evidence.imports` the file gives the same cards.
"""

from __future__ import annotations

from collections.abc import Iterator

from foam.case.leave import name_run
from foam.case.own.issue import is_laid_out
from foam.case.values import Case, CutCard, Slot
from foam.case.views.cards import split_body
from foam.case.views.places import divides, name_pocket, place_groups
from foam.case.views.words import (
    HOW_WRITTEN,
    NOTE,
    WHY_NOT,
    describe_claimed,
    describe_length,
    describe_overview,
    describe_part_answered,
    describe_solved,
    describe_status,
    describe_unanswered,
    list_answered,
    list_holes,
    list_provenance,
)
from foam.case.warn import list_warnings
from foam.paper.verbatim import Piece, VerbatimFile, list_headings


def render_verbatim(
    case: Case, *, words_per_minute: float | None = None, caps: bool = False, send: bool = False, run: str = ""
) -> bytes:
    """The whole case as a .docx file; to send it, its cards alone: no analytics, and no notes."""
    file = VerbatimFile(f"{case.speech}: {case.resolution}")
    file.add_heading(name_pocket(case), "pocket")
    if not send:
        _add_notes(file, _list_opening(case, words_per_minute))
    for group in place_groups(case):
        said = [(slot, place) for slot, place in group.slots if slot.filled and (slot.card or not send)]
        if not said and send:
            continue
        now = group.place.headings
        for level, text in list_headings((group.place.pocket, "", ""), now):
            file.add_heading(text, level)
        slots = tuple(slot for slot, _ in group.slots)
        over = list_answered(slots)
        _add_notes(file, over if len(over) == 1 and not send else [])
        noted: list[str] = []
        for slot, place in said:
            for level, text in list_headings(now, place.headings):
                file.add_heading(text, level)
            now, above = place.headings, noted
            noted = [] if send else list(_list_over(slot, slots))
            _add_notes(file, noted if noted != above else [])
            _add_slot(file, slot, caps)
    if after := [] if send else list(_list_closing(case, run)):
        file.add_heading("After the speech", "hat" if is_laid_out(case) or divides(case) else "block")
        _add_notes(file, after)
    return file.render()


def _list_over(slot: Slot, slots: tuple[Slot, ...]) -> Iterator[str]:
    """What stands under the heading of one part: what it answers where others answer something else, and how much it
    claims."""
    answered = "" if describe_solved(slot) else describe_part_answered(slot, slots)
    yield from filter(None, (answered, describe_claimed(slot)))


def _list_opening(case: Case, words_per_minute: float | None) -> Iterator[str]:
    """What stands over the speech: what it argues, whether it may be used, what it leaves."""
    if name_pocket(case) == case.speech:
        yield f"Resolution: {case.resolution}"
    if overview := describe_overview(case):
        yield overview
    length = describe_length(case, words_per_minute=words_per_minute)
    notice = f". {case.notice}" if case.notice else ""
    yield f"{length}; {describe_status(case)}{notice}"
    if left := describe_unanswered(case):
        yield left


def _list_closing(case: Case, run: str) -> Iterator[str]:
    """What stands under it: why it is not issued, what is missing, how it was written."""
    if case.failures:
        yield from (WHY_NOT, *(name_run(str(failure), run) for failure in case.failures))
    if warnings := list_warnings(case, run):
        yield from (NOTE, *warnings)
    yield from list_holes(case)
    if written := list_provenance(case, warrants=True):
        yield from (HOW_WRITTEN, *written)


def _add_notes(file: VerbatimFile, lines: list[str] | Iterator[str]) -> None:
    for line in lines:
        ended = line[-1:] in ".!?:;" or line in (HOW_WRITTEN, WHY_NOT)
        file.add_paragraph([Piece(line if ended else f"{line}.")], style="Subtitle")  # or readers join it with the next


def _add_slot(file: VerbatimFile, slot: Slot, caps: bool) -> None:
    tag = slot.card.tag if slot.card else slot.spoken
    file.add_heading(tag.upper() if caps else tag, "tag")
    if slot.card:
        file.add_paragraph(Piece(text, cite=spoken) for text, spoken in split_citation(slot.card))
        file.add_paragraph(split_body(slot.card))


def split_citation(card: CutCard) -> Iterator[tuple[str, bool]]:
    """The citation in one paragraph, each piece with whether it is spoken: the last name and the year alone are."""
    name, _, year = card.cite.rpartition(" ")
    if not card.cite:
        yield (card.source, False)
        return
    before, found, rest = card.source.partition(name) if name else (card.source, "", "")
    between, dated, after = rest.partition(f" {year}")
    if not (name and found and dated):
        yield from ((card.cite, True), (f", {card.source}", False))
        return
    yield from ((before, False), (name, True), (between, False), (dated, True), (after, False))
