"""The positions of a debater's file: by speech, by heading, and where a heading names none by what the tags say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from foam.argument.cues import (
    ALTERNATIVE,
    COUNTERPLAN_TEXT,
    DEFENSIVE,
    FRAMEWORK,
    IMPACT,
    INTERPRETATION,
    LINK,
    OPENS,
    PLAN,
    STANDARDS,
    VIOLATION,
    VOTERS,
    find_kind,
    find_speech,
    goes_on,
    is_bare_kind,
    is_numbered,
    is_on_case,
    is_ordinary,
    tell_part,
)
from foam.evidence.document import Document

OFF_CASE = frozenset({"topicality", "counterplan", "kritik", "disadvantage", "theory"})
OPENING = frozenset({"1AC", "1NC", "AC", "NC"})
"""Speeches that bring positions of their own."""
_LONGEST_TITLE = 60
_DEFENDED = 0.3
"""Share of tags that deny something, from which a position without the name of a kind is an answer on the case."""


@dataclass(frozen=True)
class Heard:
    """One position as a speech said it."""

    speech: str
    title: str
    kind: str
    """The type of syllogism, `other` where nothing tells it."""
    said: tuple[Document, ...]
    named: bool = True
    """Whether a heading of the file names it."""
    headed: str = ""
    """The kind that its headings tell; empty where only its tags do."""

    @property
    def tags(self) -> tuple[str, ...]:
        return tuple(read_tag(one) for one in self.said)


@dataclass
class _Section:
    """What stands under one heading."""

    speech: str
    headings: tuple[str, ...]
    said: list[Document] = field(default_factory=list)


def read_tag(document: Document) -> str:
    """What a card or an analytic claims."""
    return (document.card.tag if document.card else "") or document.sentence(0)


def list_positions(documents: Sequence[Document], *, speech: str) -> list[Heard]:
    """The positions of a file in their order. What no heading assigns to a speech was said in the one that was named
    last, and in `speech` before any is."""
    found: list[Heard] = []
    for section in _list_sections(documents, speech):
        found += _read_section(section)
    return _number(found)


def _list_sections(documents: Sequence[Document], speech: str) -> list[_Section]:
    sections: list[_Section] = []
    for document in documents:
        card = document.card
        if card is None:
            continue
        headings = [heading for heading in (card.pocket, card.hat, card.block) if heading]
        at = next((n for n, heading in enumerate(headings) if find_speech(heading)), None)
        speech = speech if at is None else find_speech(headings[at])
        below = headings if at is None else headings[at + 1 :] or [drop_speech(headings[at])]
        naming = tuple(heading for heading in below if heading)
        position = _find_position(naming)
        if not sections or (sections[-1].speech, _find_position(sections[-1].headings)) != (speech, position):
            sections.append(_Section(speech, naming))
        sections[-1].said.append(document)
    return sections


def drop_speech(heading: str) -> str:
    """What a heading says beside the speech it names: `Steel Advantage – 1AC` names an advantage."""
    speech = find_speech(heading)
    at = heading.upper().find(speech) if speech else -1
    rest = f"{heading[:at]} {heading[at + len(speech) :]}" if at >= 0 else heading
    return " ".join(rest.split()).strip(" –—-:*")


def _find_position(headings: tuple[str, ...]) -> tuple[str, ...]:
    """The headings down to the first that names a position by itself; the word for a kind alone does not."""
    for number, heading in enumerate(headings, start=1):
        if not is_ordinary(heading) and not (_is_kind_alone(heading) and len(headings) > number):
            return headings[:number]
    return headings


def _is_kind_alone(heading: str) -> bool:
    return len(heading.split()) == 1 and bool(find_kind(heading))


def _read_section(section: _Section) -> Iterator[Heard]:
    """The positions under a heading: one where it names it, else as many as the tags begin."""
    place = _find_position(section.headings)
    named = bool(place) and not is_ordinary(place[-1])
    title = drop_speech(place[-1]) if named else ""
    on_case = any(is_on_case(heading) for heading in section.headings)
    kind = find_kind(*(one for one in place if not is_on_case(one)))
    if named or (on_case and not kind):
        told = kind or _tell_kind(section, title, on_case=on_case)
        bare = is_bare_kind(title) and section.speech in OPENING
        for said in _split_counterplans(section.said) if told == "counterplan" else [section.said]:
            name = _make_title(said, title) if bare else title or "Case"
            yield Heard(section.speech, name, told, tuple(said), headed=kind)
        return
    numbered = bool(place) and is_numbered(place[-1])
    for said in [section.said] if numbered or kind else _split_said(section.said):
        told = kind or ("advantage" if _is_opening(section.speech) else _tell_off_case(said) or "disadvantage")
        yield Heard(section.speech, _make_title(said, told), told, tuple(said), named=False, headed=kind)


def _is_opening(speech: str) -> bool:
    """Whether it is the affirmative's first speech, which argues its own case."""
    return speech in ("1AC", "AC")


def _tell_kind(section: _Section, title: str, *, on_case: bool) -> str:
    """The kind of a position whose heading has no word for it: by the speech, then by what its tags say."""
    if PLAN.search(title):
        return "plan_text"
    if _is_opening(section.speech):
        return tell_part(title)
    if on_case:
        return "case_defence"
    if FRAMEWORK.search(title):
        return "framework"
    told = _tell_off_case(section.said)
    defends = sum(bool(DEFENSIVE.search(read_tag(one))) for one in section.said) > _DEFENDED * len(section.said)
    return "case_defence" if told in ("disadvantage", "kritik") and defends else told or "case_defence"


def _tell_off_case(said: Sequence[Document]) -> str:
    """The kind of a position by its tags: each kind has a part that no other has. Empty where none is there."""
    tags = [read_tag(one) for one in said]
    opening = tags[:3]
    if any(_is_counterplan_text(one) for one in said[:3]):
        return "counterplan"
    interprets = any(INTERPRETATION.search(tag) or VIOLATION.search(tag) for tag in opening)
    votes = any(VIOLATION.search(tag) or VOTERS.search(tag) for tag in tags)
    if (interprets and votes) or any(STANDARDS.search(tag) for tag in tags):
        return "topicality"
    if any(ALTERNATIVE.search(tag) for tag in tags):
        return "kritik"
    chained = any(LINK.search(tag) for tag in tags[1:] or tags) and any(IMPACT.search(tag) for tag in tags)
    return "disadvantage" if chained else ""


def _is_counterplan_text(document: Document) -> bool:
    """An analytic that says what should be done instead."""
    tag = read_tag(document)
    own_words = bool(document.card and document.card.analytic)
    return (
        own_words and bool(COUNTERPLAN_TEXT.search(tag)) and not (INTERPRETATION.search(tag) or STANDARDS.search(tag))
    )


def _split_counterplans(said: Sequence[Document]) -> list[list[Document]]:
    """The counterplans under one heading: after the evidence of one, another text may begin the next."""
    parts: list[list[Document]] = []
    for document in said:
        has_evidence = bool(parts) and any(one.card and not one.card.analytic for one in parts[-1])
        if not parts or (has_evidence and _is_counterplan_text(document)):
            parts.append([])
        parts[-1].append(document)
    return parts


def _split_said(said: Sequence[Document]) -> list[list[Document]]:
    """The positions in a row of cards that no headings part; what makes no position of its own goes with the last."""
    parts: list[list[Document]] = []
    for document in said:
        if parts and not _begins(parts[-1], document):
            parts[-1].append(document)
        else:
            parts.append([document])
    whole: list[list[Document]] = []
    for part in parts:
        if whole and not _tell_off_case(part):
            whole[-1] += part
        else:
            whole.append(part)
    return whole


def _begins(part: Sequence[Document], document: Document) -> bool:
    """Whether a card or an analytic opens a new position after these."""
    tag, before = read_tag(document), read_tag(part[-1])
    kind = _tell_off_case(part)
    own_words = bool(document.card and document.card.analytic)
    if _is_counterplan_text(document):
        return not _is_counterplan_text(part[-1])
    if INTERPRETATION.search(tag) or VIOLATION.search(tag):
        return not any(INTERPRETATION.search(read_tag(one)) or VIOLATION.search(read_tag(one)) for one in part)
    if STANDARDS.search(tag) or VOTERS.search(tag) or own_words:
        return False
    in_topicality = any(STANDARDS.search(read_tag(one)) or VOTERS.search(read_tag(one)) for one in part)
    if in_topicality or kind == "topicality":
        return in_topicality and not goes_on(tag)
    if kind == "counterplan":
        return any(not one.card.analytic for one in part if one.card) and bool(OPENS.search(tag))
    return bool(IMPACT.search(before)) and not IMPACT.search(tag) and not goes_on(tag)


def _make_title(said: Sequence[Document], kind: str) -> str:
    """The kind, as the heading or the field calls it, and the first words that the position says."""
    first = " ".join(read_tag(said[0]).split())
    short = first if len(first) <= _LONGEST_TITLE else f"{first[:_LONGEST_TITLE].rsplit(' ', 1)[0]}…"
    name = kind.replace("_", " ")
    return f"{name[:1].upper()}{name[1:]}: {short}"


def _number(positions: Sequence[Heard]) -> list[Heard]:
    """The positions, those of one title, kind and speech as one; titles that others bear too are numbered."""
    merged: dict[tuple[str, str, str], Heard] = {}
    for one in positions:
        key = (one.speech, one.title.lower(), one.kind)
        before = merged.get(key)
        merged[key] = replace(before, said=(*before.said, *one.said)) if before else one
    seen: dict[tuple[str, str], int] = {}
    numbered = []
    for one in merged.values():
        count = seen[(one.speech, one.title.lower())] = seen.get((one.speech, one.title.lower()), 0) + 1
        numbered.append(one if count == 1 else replace(one, title=f"{one.title} ({count})"))
    return numbered
