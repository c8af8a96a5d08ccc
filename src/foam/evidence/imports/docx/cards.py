"""Paragraphs grouped into cards: tag, undertag, cite, body, under pocket, hat and block.

A card is a tag, perhaps a few of the debater's own words under it, a cite of up to three paragraphs, and a body up to
the next heading. A tag without a cite and a body is an analytic, and so is text that stands under no tag. A higher
heading ends the lower ones. Tags that were only made to look like tags are found by what stands around them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from foam.evidence.imports.docx.cites import (
    cites,
    continues,
    continues_in_brackets,
    looks_like_block,
    looks_like_tag,
    may_cite,
    names_speech,
    opens_with_short_cite,
)
from foam.evidence.imports.docx.paragraphs import Paragraph
from foam.evidence.imports.docx.styles import HEADINGS

_OWN = ("analytic", "undertag")
_MOST_UNDERTAGS = 3
_LONGEST_UNDERTAG = 700
_MOST_CITE_PARAGRAPHS = 3
_MADE_TAGS = 2
"""Cards under tags that are only set in bold, from which a file without a tag's style is a debater's."""


@dataclass(frozen=True)
class Found:
    """One card or analytic, still as paragraphs."""

    tag: str
    cite: tuple[Paragraph, ...]
    body: tuple[Paragraph, ...]
    undertag: tuple[Paragraph, ...] = ()
    pocket: str = ""
    hat: str = ""
    block: str = ""

    @property
    def analytic(self) -> bool:
        """Whether it lacks a source or a text of that source."""
        return not (self.cite and self.body)


def group_cards(paragraphs: Sequence[Paragraph], *, body_size: int) -> Iterator[Found]:
    """Every card and analytic, in order."""
    where: dict[str, str] = {}
    for heading, rest in _sections(_with_true_kinds(paragraphs, body_size)):
        if heading is not None and heading.kind in HEADINGS:
            where = _moved(where, heading)
        found = _card(where.pop("tag", ""), rest)
        if found.tag or found.body:
            yield replace(found, pocket=where.get("pocket", ""), hat=where.get("hat", ""), block=where.get("block", ""))


def has_cards(paragraphs: Sequence[Paragraph], *, body_size: int) -> bool:
    """Whether this is a debater's file: at least one tag is followed by a cite and a body.

    Where no tag has a tag's style, bold lines above paragraphs that open with name and year have to be several.
    """
    styled = {" ".join(paragraph.text.split()) for paragraph in paragraphs if paragraph.kind == "tag"}
    cards = [found for found in group_cards(paragraphs, body_size=body_size) if found.tag and not found.analytic]
    made = sum(opens_with_short_cite(found.cite[0]) for found in cards)
    return any(found.tag in styled for found in cards) or made >= _MADE_TAGS


def _with_true_kinds(paragraphs: Sequence[Paragraph], body_size: int) -> list[Paragraph]:
    """The paragraphs, with tags and blocks that were only made to look so, and cites in a tag's style, set right."""
    kinds = [paragraph.kind for paragraph in paragraphs]
    for number, paragraph in enumerate(paragraphs):
        before = paragraphs[number - 1].kind if number else ""
        if names_speech(paragraph):
            kinds[number] = "block"
        elif paragraph.kind == "tag" and number and kinds[number - 1] == "tag" and _is_cite_in_tag_style(paragraph):
            kinds[number] = "text"
        elif (
            before not in ("tag", "undertag")
            and looks_like_tag(paragraph)
            and not (number and continues_in_brackets(paragraphs[number - 1], paragraph))
            and _stands_as_tag(paragraphs, number, body_size)
        ):
            kinds[number] = "tag"
    styled = any(paragraph.kind == "block" for paragraph in paragraphs)
    for number, paragraph in enumerate(paragraphs[:-1] if not styled else ()):
        if looks_like_block(paragraph) and _is_made_tag(paragraphs, kinds, number + 1):
            kinds[number] = "block"
    return [
        paragraph if paragraph.kind == kind else replace(paragraph, kind=kind)
        for paragraph, kind in zip(paragraphs, kinds, strict=True)
    ]


def _is_cite_in_tag_style(paragraph: Paragraph) -> bool:
    return cites(paragraph) and (not paragraph.all_bold or bool(paragraph.words_where("cite")))


def _stands_as_tag(paragraphs: Sequence[Paragraph], number: int, body_size: int) -> bool:
    """Whether a line set like a tag is one: right above a cite, or larger than the body or above another such line."""
    following = list(takewhile(lambda one: one.kind == "text", paragraphs[number + 1 : number + 3]))
    if following and cites(following[0]):
        return True
    if looks_like_block(paragraphs[number]):
        return False
    written = [run for run in paragraphs[number].runs if run.text.strip()]
    if all(run.size > body_size and not run.cite for run in written):
        return True
    return len(following) == 2 and looks_like_tag(following[0]) and cites(following[1])


def _is_made_tag(paragraphs: Sequence[Paragraph], kinds: Sequence[str], number: int) -> bool:
    return kinds[number] == "tag" and paragraphs[number].kind == "text"


def _sections(paragraphs: Sequence[Paragraph]) -> Iterator[tuple[Paragraph | None, list[Paragraph]]]:
    """Each heading with what follows it up to the next; each run of analytics after a cite is a section of its own."""
    heading: Paragraph | None = None
    rest: list[Paragraph] = []
    for paragraph in paragraphs:
        if paragraph.kind in HEADINGS or _begins_own(heading, rest, paragraph) or _ends_own(heading, paragraph):
            yield heading, rest
            heading, rest = paragraph, [] if paragraph.kind in HEADINGS else [paragraph]
        else:
            rest.append(paragraph)
    yield heading, rest


def _begins_own(heading: Paragraph | None, rest: Sequence[Paragraph], paragraph: Paragraph) -> bool:
    """Whether the debater's own words begin here; right under a tag they belong to it."""
    if paragraph.kind not in _OWN or (heading and heading.kind in _OWN):
        return False
    under_tag = heading is not None and heading.kind == "tag" and all(one.kind in _OWN for one in rest)
    return not under_tag


def _ends_own(heading: Paragraph | None, paragraph: Paragraph) -> bool:
    return heading is not None and heading.kind in _OWN and paragraph.kind not in _OWN


def _moved(where: dict[str, str], heading: Paragraph) -> dict[str, str]:
    """Where we are after a heading: those above it stay, itself is new, those below it are over."""
    level = HEADINGS.index(heading.kind)
    kept = {kind: where[kind] for kind in HEADINGS[:level] if kind in where}
    return {**kept, heading.kind: " ".join(heading.text.split())}


def _card(tag: str, rest: Sequence[Paragraph]) -> Found:
    """Undertag, cite and body of a tag; without a cite everything is the debater's own words."""
    at = _find_cite(rest) if tag else None
    if at is None or (at + 1 == len(rest) and not opens_with_short_cite(rest[at])):
        return Found(tag, (), tuple(rest))
    end = at + 1
    while end + 1 < len(rest) and end - at < _MOST_CITE_PARAGRAPHS and continues(rest[end - 1], rest[end]):
        end += 1
    return Found(tag, tuple(rest[at:end]), tuple(rest[end:]), undertag=tuple(rest[:at]))


def _find_cite(rest: Sequence[Paragraph]) -> int | None:
    """Which paragraph under a tag is the cite: the first that surely is one, after a few words of the debater's own."""
    for number, paragraph in enumerate(rest[: _MOST_UNDERTAGS + 1]):
        if paragraph.kind not in _OWN and cites(paragraph):
            return number
        if paragraph.highlighted or len(paragraph.text) > _LONGEST_UNDERTAG:
            break
    return 0 if rest and rest[0].kind not in _OWN and may_cite(rest[0]) else None
