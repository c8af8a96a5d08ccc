"""A debater's file on the flow: each position on its sheet, each card and analytic in the part it plays.

What is said against the case stands on the sheet of the advantage it speaks of, where that was heard; an answer stands
on the sheet of the position it answers. What can be placed nowhere has a sheet of its own, so that nothing is lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from foam.argument.cues import (
    ALTERNATIVE,
    COUNTERPLAN_TEXT,
    INTERPRETATION,
    STANDARDS,
    VIOLATION,
    VOTERS,
    drop_part_label,
    is_on_case,
    is_ordinary,
    tell_roles,
)
from foam.argument.flow import COLUMNS, POLICY, Argument, Flow, FlowPage, FlowPageSpeech, Side, find_column, find_side
from foam.case.flow import add_arguments
from foam.case.heard.positions import OFF_CASE, OPENING, Heard, list_positions, read_tag
from foam.case.topic import Vocabulary, list_roots
from foam.errors import InputError
from foam.evidence.document import Document
from foam_quotes.text.pointer import Pointer

_ON_CASE = frozenset({"advantage", "solvency", "inherency", "plan_text", "framework", "case_defence", "case_turn"})
_SHARED = 0.2
"""Share of a position's words, by weight, that a sheet has to hold for it to be spoken of there."""
_SAME_KIND, _GOES_ON = 0.5, 0.1
"""What a sheet gains whose kind the headings name; and on which the speech spoke last."""


def read_flow(
    documents: Sequence[Document], *, resolution: str, before: str, debate_format: str = "policy", heard: Flow | None
) -> Flow:
    """The speeches of a file that came before a speech, as a flow; `heard` is what was said beside it."""
    earlier = _list_earlier(before, debate_format)
    theirs = [one for one in earlier if find_side(one) != find_side(before)]
    if not theirs:
        raise InputError(f"nothing comes before the {before} that it could answer", hint="leave out --answering")
    positions = [one for one in list_positions(documents, speech=theirs[-1]) if one.speech in earlier]
    if not positions:
        named = ", ".join(earlier)
        raise InputError(
            f"no card or analytic of this file was said before the {before}",
            hint=f"it may hold later speeches alone; headings name them ({named})",
        )
    pages: dict[str, FlowPage] = {page.title: page for page in heard.pages} if heard else {}
    known, groups = set(pages), set[str]()
    last: dict[str, str] = {}
    for position in positions:
        title, side = _find_page(position, pages, last.get(position.speech, ""), debate_format)
        last[position.speech] = title
        page = pages.get(title) or FlowPage(title=title, side=side, speeches=())
        arguments = tuple(_list_arguments(position, page, _name_group(position, groups)))
        pages[title] = add_arguments(page, _name_speech(position.speech, debate_format), arguments)
    own = [_without(page, heard) if page.title in known else page for page in pages.values()]
    return Flow(resolution=resolution, format=debate_format, pages=tuple(page for page in own if page.speeches))


def _list_earlier(before: str, debate_format: str) -> list[str]:
    """The speeches up to this one, in order, as headings name them."""
    speeches = [name for column in COLUMNS.get(debate_format, POLICY)
                for name in (("2NC", "1NR") if column == "Block" else (column,))]  # fmt: skip
    bare = before.rpartition("-")[2]
    return speeches[: speeches.index(bare)] if bare in speeches else speeches


def _name_speech(speech: str, debate_format: str) -> str:
    return speech if debate_format == "policy" else f"{debate_format.upper()}-{speech}"


def _find_page(position: Heard, pages: Mapping[str, FlowPage], last: str, debate_format: str) -> tuple[str, Side]:
    """The sheet of a position: one of the same name, the one it speaks of, or one of its own. What a later speech says
    of no sheet goes on on its last one."""
    speaker = find_side(find_column(position.speech, debate_format))
    on_case = position.kind in _ON_CASE
    side: Side = "aff" if on_case or not _opens(position) else speaker
    off_case = position.kind in OFF_CASE and _opens(position)
    onto = [page for page in pages.values() if page.side == "aff" or not (_opens(position) or _is_on_case(position))]
    same = min((page for page in onto if _is_same(position, page)), key=lambda page: len(page.title), default=None)
    if same is not None and not off_case:
        return same.title, same.side
    if position.kind in ("case_defence", "case_turn") or not _opens(position):
        spoken = [page for page in onto if not _opens(position) or _list_answered(page, position)]
        near = _find_nearest(position, spoken, last) or next((page for page in spoken if page.title == last), None)
        if near is not None:
            return near.title, near.side
    title = position.title if position.named or ":" in position.title else f"{position.kind}: {position.title}"
    if on_case and position.kind.startswith("case") and not title.lower().startswith("case"):
        title = f"Case: {title}"
    return (f"{title} ({position.speech})" if title in pages else title), side


def _opens(position: Heard) -> bool:
    """Whether a speech brings positions of its own, as the first ones do."""
    return position.speech in OPENING


def _is_on_case(position: Heard) -> bool:
    return is_on_case(position.title) and not position.headed


def _is_same(position: Heard, page: FlowPage) -> bool:
    """Whether a sheet is called as a position is, and is of the kind that the position's headings tell."""
    words, others = list_roots(position.title), list_roots(page.title)
    named = bool(words and others) and not is_ordinary(position.title) and (words <= others or others <= words)
    return named and (not position.headed or position.headed in _list_kinds(page))


def _list_kinds(page: FlowPage) -> set[str]:
    return {one.syllogism for speech in page.speeches for one in speech.arguments}


def _find_nearest(position: Heard, pages: Sequence[FlowPage], last: str) -> FlowPage | None:
    """The sheet that shares most of what a position says, where it shares enough of it."""
    wanted = " ".join((position.title, *position.tags))
    held = [" ".join((page.title, *(one.text for speech in page.speeches for one in speech.arguments)))
            for page in pages]  # fmt: skip
    known = Vocabulary(held)
    best: tuple[float, FlowPage | None] = (_SHARED, None)
    for page, text in zip(pages, held, strict=True):
        same_kind = position.headed in _list_kinds(page)
        rate = known.rate(wanted, text) + _SAME_KIND * same_kind + _GOES_ON * (page.title == last)
        best = max(best, (rate, page), key=lambda one: one[0])
    return best[1]


def _list_arguments(position: Heard, page: FlowPage, group: str) -> Iterator[Argument]:
    """Every card and analytic of a position; an answer points at what it answers on its sheet."""
    kind, roles = position.kind, list_roles(position)
    answered = _list_answered(page, position) if not _opens(position) or kind in ("case_defence", "case_turn") else []
    if answered and not _opens(position):
        kind = "rebuttal"
    target = {"target": answered[-1].group or answered[-1].id} if answered else {}
    for number, (document, role) in enumerate(zip(position.said, roles, strict=True), start=1):
        card = document.card
        evidence = (Pointer(document=document.id, sentence=0),) if card and not card.analytic else ()
        yield Argument(
            id=f"{group}-{number}",
            text=drop_part_label(read_tag(document)),
            cite=card.cite if card and evidence else "",
            syllogism=kind,
            component="warrant" if kind == "rebuttal" else role,
            group=group,
            facts=target,
            evidence=evidence,
            read=_list_read(document) if evidence else (),
            perspective=position.speech,
            answers=answered[min(number, len(answered)) - 1].id if answered else "",
        )


def _list_read(document: Document) -> tuple[str, ...]:
    """The sentences of a card that are read: those of which something is highlighted; all where nothing is."""
    marked = [one for one in document.markup if one.type == "highlight"]
    spans = [one for one in document.sentences if any(m.start < one.end and one.start < m.end for m in marked)]
    return tuple(one.of(document.text).strip() for one in (spans or document.sentences))


def _list_answered(page: FlowPage, position: Heard) -> list[Argument]:
    """What the other side said on this sheet, which a position of an answering speech deals with."""
    side = find_side(position.speech)
    return [one for speech in page.speeches if find_side(speech.speech.rpartition("-")[2]) != side
            for one in speech.arguments]  # fmt: skip


def list_roles(position: Heard) -> list[str]:
    """The part that each card or analytic plays in its position: by its own words, else by where it stands."""
    tags = position.tags
    match position.kind:
        case "topicality":
            return [_tell_topicality(tag, number) for number, tag in enumerate(tags)]
        case "counterplan":
            texts = [bool(COUNTERPLAN_TEXT.search(tag)) for tag in tags]
            first = texts.index(True) if any(texts) else 0
            return ["cp_text" if number == first else "solves_case" for number in range(len(tags))]
        case "kritik":
            alternative = next((n for n in reversed(range(len(tags))) if ALTERNATIVE.search(tags[n])), len(tags) - 1)
            return ["link" if n == 0 and n != alternative else "alternative" if n == alternative else "implication"
                    for n in range(len(tags))]  # fmt: skip
        case "disadvantage" | "advantage":
            return list(tell_roles(tags))
        case "case_defence":
            return ["no_solvency"] * len(tags)
        case "case_turn":
            return ["offense"] * len(tags)
        case "solvency":
            return ["solvency_advocate" if number == 0 else "mechanism" for number in range(len(tags))]
        case _:
            return [""] * len(tags)


def _tell_topicality(tag: str, number: int) -> str:
    if VIOLATION.search(tag):
        return "violation"
    if VOTERS.search(tag):
        return "voters"
    if STANDARDS.search(tag):
        return "standards"
    return "interpretation" if INTERPRETATION.search(tag) or not number else "standards"


def _name_group(position: Heard, taken: set[str]) -> str:
    """What a position is called in its round: its speech and the first words of its title."""
    words = "-".join(re.findall(r"[a-z0-9]+", position.title.lower())[:6]) or "position"
    name = f"{position.speech}/{words}"
    while name in taken:
        name += "-again"
    taken.add(name)
    return name


def _without(page: FlowPage, heard: Flow | None) -> FlowPage:
    """A sheet with only what the file adds to it."""
    known = {one.id for one in heard.arguments} if heard else set()
    speeches = tuple(
        FlowPageSpeech(speech=one.speech, arguments=fresh)
        for one in page.speeches
        if (fresh := tuple(argument for argument in one.arguments if argument.id not in known))
    )
    return page.model_copy(update={"speeches": speeches})
