"""A case of a debater's own cards as a plain file: parts and cards in lines that can be moved, changed and deleted.

# 1AC: Should lessons begin later?

Plan: School boards should begin lessons at nine.

## sleep: Sleep
- d:3f9a2c41b07e | uniqueness | Teenagers sleep too little today [Osei 19]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from foam.argument.cues import tell_part
from foam.argument.series import drop_ordinal
from foam.case.own.layout import PLAN
from foam.case.own.values import OWN, LaidCard, LaidPart, Layout, make_id, name_component, word_seek
from foam.case.questions import TAG_WORDS
from foam.case.values import Case, Slot, group_slots, shorten_tag
from foam.errors import InputError
from foam.evidence.casebook.sections import PlacedCard, lay_as

_HINT = "a card is a line such as: - d:3f9a2c41b07e | link | The tag that is read"
_HELP = (
    "> Move lines and parts, change a tag, the part a card plays or the card itself (d:…), delete what is to go.",
    "> New parts begin with ##. A card is one line: its id, the part it plays, its tag. The cite in [ ] may go.",
)
_PART = re.compile(r"##\s+(?:(?P<id>[a-z0-9-]+):\s+)?(?P<title>.+)")
_CARD = re.compile(r"[-*]\s+(?P<card>(?:d:)?[0-9a-f]{4,64}(?:#s\d+)?)\s*\|\s*(?P<component>[\w ]+?)\s*\|\s*(?P<tag>.*)")
_CITE = re.compile(r"\s*\[[^\]]*\]\s*$")
_SHOWN = 12
"""Digits of a card's id."""
_COMPONENTS = {
    "advantage": ("uniqueness", "link", "internal_link", "impact"),
    "inherency": ("barrier", "status_quo_will_not"),
    "solvency": ("mechanism", "solvency_advocate"),
}


def write_plain(case: Case) -> str:
    """The case as lines that can be edited."""
    lines = [f"# {case.speech}: {case.resolution}", "", *_HELP, "", f"Plan: {case.plan}"]
    for group, slots in group_slots(case):
        if group.id == PLAN:
            continue
        lines += ["", f"## {group.id}: {group.title}"]
        lines += [_write_card(slot) for slot in slots]
    return "\n".join(lines) + "\n"


def _write_card(slot: Slot) -> str:
    if slot.card is None or slot.card.work is None:
        raise InputError(
            f"{slot.id} is not a debater's card: only cases of your own cards can be edited so",
            hint="write one: foam case RESOLUTION --library --out CASE.json",
        )
    card = slot.card
    return f"- d:{card.document[:_SHOWN]} | {slot.component.replace('_', ' ')} | {card.tag} [{card.cite}]"


def read_plain(text: str, case: Case, get_card: Callable[[str], PlacedCard]) -> Layout:
    """The layout that an edited file says; a line that says nothing is refused by its number."""
    plan, parts = "", list[LaidPart]()
    taken = {PLAN, OWN}
    kinds = {group.id: group.syllogism for group in case.groups}
    chosen = {card.document: card.work.by for card in case.cards if card.work}
    for number, line in enumerate((line.strip() for line in text.splitlines()), start=1):
        if not line or line.startswith(("# ", ">")):
            continue
        if line.startswith("Plan:"):
            plan = line.removeprefix("Plan:").strip()
        elif heading := _PART.fullmatch(line):
            part_id = make_id(heading["id"] or heading["title"], taken)
            kind = kinds.get(heading["id"] or "") or lay_as(tell_part(heading["title"]))
            parts.append(LaidPart(id=part_id, title=heading["title"], syllogism=kind, cards=()))
        elif (found := _CARD.fullmatch(line)) and parts:
            card = _read_card(parts[-1], found, get_card, number)
            card = card.model_copy(update={"by": chosen.get(card.candidates[0].document, "pin")})
            parts[-1] = parts[-1].model_copy(update={"cards": (*parts[-1].cards, card)})
        else:
            raise InputError(f"line {number} is no part and no card: {line[:60]!r}", hint=_HINT)
    filled = tuple(part for part in parts if part.cards)
    if not plan or not filled:
        raise InputError(f"the file has no {'part with a card' if plan else 'plan'}", hint=_HINT)
    _refuse_twice(filled)
    return Layout(plan=plan, parts=filled)


def _read_card(part: LaidPart, found: re.Match[str], get_card: Callable[[str], PlacedCard], number: int) -> LaidCard:
    component = found["component"].strip().lower().replace(" ", "_")
    known = _COMPONENTS.get(part.syllogism, ())
    if component not in known:
        hint = f"in {part.title} a card is one of: {', '.join(known).replace('_', ' ')}"
        raise InputError(f"line {number}: no part {found['component']!r}", hint=hint)
    placed = get_card(found["card"])
    tag = " ".join(_CITE.sub("", found["tag"]).split())
    uncounted = shorten_tag(drop_ordinal(placed.tag), TAG_WORDS)
    own = tag in ("", placed.tag, uncounted, shorten_tag(placed.tag, TAG_WORDS))
    return LaidCard(
        id=f"{part.id}.{len(part.cards) + 1}",
        component=component,
        title=name_component(component),
        seek=word_seek(component, part.title),
        candidates=(placed,),
        by="pin",
        tag="" if own else tag,
        uncounted=tag == uncounted and drop_ordinal(placed.tag) != placed.tag,
    )


def _refuse_twice(parts: tuple[LaidPart, ...]) -> None:
    seen: dict[int, str] = {}
    for card in _list_cards(parts):
        placed = card.candidates[0]
        if placed.family in seen:
            raise InputError(
                f"{placed.cite} stands at {seen[placed.family]} and at {card.id}", hint="keep one of the two"
            )
        seen[placed.family] = card.id


def _list_cards(parts: tuple[LaidPart, ...]) -> Iterator[LaidCard]:
    return (card for part in parts for card in part.cards)
