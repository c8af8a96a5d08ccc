"""Paragraphs grouped into cards: tag, cite, body, under pocket, hat and block.

A card is a tag, a cite of one or two paragraphs, and a body up to the next heading. A tag without a cite and a body
is an analytic, and so is text that stands under no tag. A higher heading ends the lower ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from foam.evidence.imports.docx.paragraphs import Paragraph
from foam.evidence.imports.docx.styles import HEADINGS

_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b|(?:^|[\s,'])'?\d\d\b(?![%.\d])")
_CITE_SIGNS = re.compile(r"https?://|\bwww\.|\baccessed\b|\bDOA\b|\d{1,2}[-/]\d{1,2}[-/]\d{2,4}|[\"“].{8,}[\"”]")
_ALSO_CITE = re.compile(
    r"\s*[\[({<]|.{0,120}?(?:https?://|\bprofessor\b|\bfellow\b|\bPh\.?D\b|\buniversity\b)", re.I | re.S
)
_LONGEST_CITE = 1500


@dataclass(frozen=True)
class Found:
    """One card or analytic, still as paragraphs."""

    tag: str
    cite: tuple[Paragraph, ...]
    body: tuple[Paragraph, ...]
    pocket: str = ""
    hat: str = ""
    block: str = ""

    @property
    def analytic(self) -> bool:
        return not self.cite


def group_cards(paragraphs: Sequence[Paragraph], *, body_size: int) -> Iterator[Found]:
    """Every card and analytic, in order."""
    where: dict[str, str] = {}
    for heading, rest in _sections([_true_kind(paragraph, body_size) for paragraph in paragraphs]):
        if heading is not None and heading.kind in HEADINGS:
            where = _moved(where, heading)
        found = _card(where.pop("tag", ""), rest)
        if found.tag or found.body:
            yield replace(found, pocket=where.get("pocket", ""), hat=where.get("hat", ""), block=where.get("block", ""))


def has_cards(paragraphs: Sequence[Paragraph], *, body_size: int) -> bool:
    """Whether this is a debater's file: at least one tag is followed by a cite and a body."""
    return any(found.tag and found.cite for found in group_cards(paragraphs, body_size=body_size))


def _true_kind(paragraph: Paragraph, body_size: int) -> Paragraph:
    return replace(paragraph, kind="tag") if _is_fake_tag(paragraph, body_size) else paragraph


def _is_fake_tag(paragraph: Paragraph, body_size: int) -> bool:
    """Body text that was only made to look like a tag: all of it bold and larger than the rest, and no short cite."""
    written = [run for run in paragraph.runs if run.text.strip()]
    return (
        paragraph.kind == "text"
        and all(run.bold and run.size > body_size and not run.cite for run in written)
        and not paragraph.marked
        and not (len(paragraph.text) < 60 and _YEAR.search(paragraph.text))
    )


def _sections(paragraphs: Sequence[Paragraph]) -> Iterator[tuple[Paragraph | None, list[Paragraph]]]:
    """Each heading with what follows it up to the next; each run of analytics is a section of its own."""
    heading: Paragraph | None = None
    rest: list[Paragraph] = []
    for paragraph in paragraphs:
        analytic_begins = paragraph.kind == "analytic" and not (heading and heading.kind == "analytic")
        if paragraph.kind in HEADINGS or analytic_begins or (heading and _ends(heading, paragraph)):
            yield heading, rest
            heading, rest = paragraph, [] if paragraph.kind in HEADINGS else [paragraph]
        else:
            rest.append(paragraph)
    yield heading, rest


def _ends(heading: Paragraph, paragraph: Paragraph) -> bool:
    return heading.kind == "analytic" and paragraph.kind != "analytic"


def _moved(where: dict[str, str], heading: Paragraph) -> dict[str, str]:
    """Where we are after a heading: those above it stay, itself is new, those below it are over."""
    level = HEADINGS.index(heading.kind)
    kept = {kind: where[kind] for kind in HEADINGS[:level] if kind in where}
    return {**kept, heading.kind: " ".join(heading.text.split())}


def _card(tag: str, rest: Sequence[Paragraph]) -> Found:
    """Cite and body of a tag; without a cite everything is the debater's own words."""
    if not tag or not rest or rest[0].kind == "analytic" or not _is_cite(rest[0]):
        return Found(tag, (), tuple(rest))
    length = 2 if len(rest) > 2 and _continues(rest[0], rest[1]) else 1
    if len(rest) == length:
        return Found(tag, (), tuple(rest))
    return Found(tag, tuple(rest[:length]), tuple(rest[length:]))


def _is_cite(paragraph: Paragraph) -> bool:
    """Whether a paragraph names a source: in the cite style, or by a year or an address near a bold name."""
    if any(run.cite for run in paragraph.runs):
        return True
    if paragraph.marked or len(paragraph.text) > _LONGEST_CITE:
        return False
    return bool(_YEAR.search(paragraph.cited) or _CITE_SIGNS.search(paragraph.text))


def _continues(cite: Paragraph, following: Paragraph) -> bool:
    """Whether the cite goes on in the next paragraph: it names the same author, or reads like credentials."""
    if following.marked or len(following.text) > _LONGEST_CITE:
        return False
    names = [word for word in re.findall(r"[^\W\d_]{3,}", cite.cited or cite.text[:60]) if word[0].isupper()]
    opening = following.text[:80]
    return any(name in opening for name in names) or bool(_ALSO_CITE.match(following.text))
