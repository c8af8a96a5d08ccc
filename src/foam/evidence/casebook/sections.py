"""A debater's case, part by part: the runs of cards under its headings, and the plan text.

Found by structure: cards that follow one another under one heading are a part, lines such as "Advantage Two is …"
among them open the next. A part is an advantage unless its words say that it is inherency, solvency or the plan.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from pydantic import Field

from foam.argument.cues import PartKind, clean_title, is_case_heading, is_label, read_plan, tell_part, tell_side
from foam.argument.flow import Side
from foam.evidence.document import Card, Document
from foam.evidence.holdings import Standing
from foam.evidence.marked import assemble_read, find_read, is_whole_card, name_cite, speak_text
from foam.values import Value


class PlacedCard(Value):
    """A whole card where it stands in a debater's file."""

    document: str
    family: int
    """The number that near-duplicates of its text share: they are one source."""
    tag: str
    """The debater's tag in full."""
    cite: str
    file: str
    """The path or name of the file, as it was given."""
    place: str
    """Pocket, hat and block, as far as there are any."""
    words: int
    """Words read aloud, tag and cite included."""
    marked: bool
    """Whether its debater marked what is read; without marks a few sentences are."""
    analytic: bool = Field(default=False, exclude_if=lambda analytic: not analytic)
    """Whether it is the debater's own words, without evidence: its tag is what is read."""


class CasePart(Value):
    """One part of a debater's case: an advantage, inherency, solvency."""

    kind: PartKind
    title: str
    cards: tuple[PlacedCard, ...]

    @property
    def words(self) -> int:
        return sum(card.words for card in self.cards)


class DebaterCase(Value):
    """The affirmative case that a file holds."""

    file: str
    plan: str
    """Its plan text; empty where none was found."""
    parts: tuple[CasePart, ...]

    @property
    def words(self) -> int:
        return sum(part.words for part in self.parts)


def lay_as(kind: PartKind) -> PartKind:
    """What the cards of a part are laid out as: those under the heading of the plan show what it does, those on how to
    weigh make a part of their own, as a contention does."""
    return "solvency" if kind == "plan" else "advantage" if kind == "framework" else kind


def list_cases(standing: Iterable[Standing]) -> tuple[DebaterCase, ...]:
    """The case of each file that holds one; a file of the other side, or of answers alone, holds none."""
    found = (_read_case(list(one)) for _, one in groupby(standing, key=lambda one: one.file))
    return tuple(case for case in found if case is not None)


def place_card(standing: Standing) -> PlacedCard:
    """A whole card with its place and its length."""
    document, card = standing.document, _require_card(standing.document)
    tag = choose_tag(card)
    cite = name_cite(document)
    read = f"{tag} {cite} {speak_text(assemble_read(document))}"
    return PlacedCard(
        document=document.id,
        family=standing.family,
        tag=tag,
        cite=cite,
        file=document.origin.file,
        place=_name_place(card),
        words=len(read.split()),
        marked=find_read(document)[0] != "sentences",
    )


def place_analytic(standing: Standing) -> PlacedCard:
    """An analytic with its place and its length; the line that makes the claim is read."""
    document, card = standing.document, _require_card(standing.document)
    said = " ".join((card.tag or document.sentence(0)).split())
    return PlacedCard(
        document=document.id,
        family=standing.family,
        tag=said,
        cite="",
        file=document.origin.file,
        place=_name_place(card),
        words=len(said.split()),
        marked=False,
        analytic=True,
    )


def _name_place(card: Card) -> str:
    return " › ".join(part for part in (card.pocket, card.hat, card.block) if part)


def choose_tag(card: Card) -> str:
    """The debater's tag; where that is only a label ("Contention 1 is …"), the words under it."""
    return card.undertag if card.undertag and is_label(card.tag) else card.tag


def _read_case(standing: Sequence[Standing]) -> DebaterCase | None:
    plan, parts = "", list[CasePart]()
    for path, run in groupby(standing, key=lambda one: list_headings(one.document)):
        if not is_case_heading(path):
            continue
        under = list(run)
        if tell_part(" ".join(path[-1:])) == "plan" and not plan:
            plan = next((text for one in under if (text := _find_plan(one.document))), "")
        parts += _split_parts(path, under)
    if not plan:
        own = (one.document for one in standing if is_case_heading(list_headings(one.document)))
        plan = next((text for one in own if _is_analytic(one) and (text := _find_plan(one))), "")
    filled = [part for part in parts if part.cards]
    if not filled:
        return None
    return DebaterCase(file=standing[0].document.origin.file, plan=plan, parts=tuple(_merge_parts(filled)))


def _split_parts(path: Sequence[str], under: Sequence[Standing]) -> Iterator[CasePart]:
    """The parts under one path of headings: lines that open an advantage or contention divide it. Blocks under a hat
    that names an advantage are of that advantage."""
    heading = next((one for one in path if is_label(one)), path[-1] if path else "")
    kind, title, cards = tell_part(heading), clean_title(heading), list[PlacedCard]()
    for one in under:
        tag = one.document.card.tag if one.document.card else ""
        if is_label(tag):
            yield CasePart(kind=kind, title=title, cards=tuple(cards))
            kind, title, cards = tell_part(tag), clean_title(tag) or title, []
        if is_whole_card(one.document):
            cards.append(place_card(one))
    yield CasePart(kind=kind, title=title, cards=tuple(cards))


def _merge_parts(parts: Sequence[CasePart]) -> Iterator[CasePart]:
    """Parts with cards, as they are laid out; parts of one name are one."""
    merged: dict[tuple[PartKind, str], CasePart] = {}
    for part in parts:
        kind = lay_as(part.kind)
        title = part.title if kind == "advantage" else kind.capitalize()
        known = merged.get((kind, title))
        cards = (*(known.cards if known else ()), *part.cards)
        merged[kind, title] = CasePart(kind=kind, title=title or "Advantage", cards=cards)
    return iter(merged.values())


def _find_plan(document: Document) -> str:
    """The plan that an analytic states, in its tag or in its text."""
    if not _is_analytic(document):
        return ""
    card = _require_card(document)
    return read_plan(card.tag) or read_plan(document.text.split("\n\n")[0])


def _is_analytic(document: Document) -> bool:
    return document.card is not None and document.card.analytic


def list_headings(document: Document) -> tuple[str, ...]:
    """Pocket, hat and block of a card or analytic, as far as there are any."""
    card = document.card
    return tuple(part for part in (card.pocket, card.hat, card.block) if part) if card else ()


def is_read_by(document: Document, side: Side) -> bool:
    """Whether a side read a card, by the side of its file or by its headings."""
    return document.facets.side == side or any(tell_side(heading) == side for heading in list_headings(document))


def _require_card(document: Document) -> Card:
    assert document.card is not None
    return document.card
