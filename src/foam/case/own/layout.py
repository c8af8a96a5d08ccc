"""Lays out a speech of a debater's own cards: whose case it is, its advantages, and how much of them there is time for.

The nearest case of the library is the base: its plan text, its advantages and its solvency, card by card in their
order. Where it is too short, advantages of the next cases follow; where it is too long, whole advantages, cards
that only repeat a part and at last inner cards are left out, and a tag that was counted after one of these is read
without its number. No text is read twice, however often it was copied.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from foam.argument.cues import PartKind, goes_on, tell_roles
from foam.argument.series import find_broken, read_ordinal
from foam.case.own.shelf import Shelf
from foam.case.own.values import (
    OWN,
    LaidCard,
    LaidPart,
    Layout,
    make_id,
    name_component,
    split_chain,
    word_seek,
    word_step,
)
from foam.errors import InputError, NotFound
from foam.evidence.casebook.sections import CasePart, DebaterCase, PlacedCard
from foam.job.orders.case import Wishes
from foam_quotes.text.stem import list_stems

PLAN = "plan"
_TRIED = 3
"""Cards that a step of a chain may try."""
_ORDER: tuple[PartKind, ...] = ("inherency", "advantage", "solvency")
_FEWEST_ADVANTAGES, _MOST_ADVANTAGES = 2, 4
_FEWEST_CARDS = 3
"""Cards of an advantage that are left when its scenarios or inner cards go."""
_FEWEST_OTHERS = 2
"""Cards on one part of solvency or inherency that are kept, however long the speech is."""
_OVERLONG = 1.15
"""How much longer than asked for a speech may be before cards go that nothing else plays the part of."""
_ADDED = 0.5
"""Of an advantage from another file, the share of cards that must be new."""


def lay_out(shelf: Shelf, wishes: Wishes, *, resolution: str, words: int, reserved: Iterable[str]) -> Layout | None:
    """The speech as the library and the speaker's wishes have it; None where no case of the library is about it."""
    base = shelf.cases[0] if shelf.cases else None
    if base is None and not wishes.advantages:
        return None
    taken = {PLAN, OWN, *reserved}
    spent: set[int] = set()
    given = bool(wishes.plan) or base is None or not base.plan
    plan = wishes.plan or (base.plan if base else "") or resolution
    chosen = [_lay_wish(shelf, one, taken, spent) for one in wishes.advantages]
    asked = [part for part in chosen if part is not None]
    rest = list(_lay_cases(shelf.cases, words, sum(map(_count, asked)), bool(asked), taken, spent))
    parts = _keep_apart(_put_in_order([*asked, *rest]), spent)
    layout = Layout(plan=plan, plan_from="" if given or base is None else base.file, parts=tuple(parts))
    fitted = fit_words(layout, words, keep={part.id for part in asked})
    return drop_counts(layout, _apply_wishes(shelf, fitted, wishes))


def drop_counts(whole: Layout, kept: Layout) -> Layout:
    """The layout that is kept of a whole, in which no tag says "Third, …" whose first or second is gone."""
    before = {part.id: [card.own_tag for card in part.cards] for part in whole.parts}
    parts = (drop_part_counts(part, before.get(part.id, ())) for part in kept.parts)
    return kept.model_copy(update={"parts": tuple(parts)})


def drop_part_counts(part: LaidPart, whole: Sequence[str]) -> LaidPart:
    """A part in which no tag has a number that counts nothing any more, beside the whole of tags that its debater has
    in a row; a card that was found alone is counted after nothing."""
    broken = find_broken(whole, [card.own_tag for card in part.cards])
    alone = {card.own_tag for card in part.cards if card.by != "block" or card.own_tag not in whole}
    cards = (
        card.model_copy(update={"uncounted": card.own_tag in broken | alone and bool(read_ordinal(card.own_tag))})
        for card in part.cards
    )
    return part.model_copy(update={"cards": tuple(cards)})


def _apply_wishes(shelf: Shelf, layout: Layout, wishes: Wishes) -> Layout:
    """The layout with what the speaker pinned, tagged and dropped."""
    known = {one.id for one in layout.list_cards()} | {part.id for part in layout.parts}
    for name in (*wishes.pins, *wishes.tags, *wishes.drops):
        if name not in known:
            raise NotFound(f"no slot or part {name!r} in this case", hint=f"there are {', '.join(sorted(known))}")
    pinned = {slot: shelf.get_card(named) for slot, named in wishes.pins.items()}
    parts = []
    for part in layout.parts:
        cards = [_alter(card, pinned.get(card.id), wishes.tags.get(card.id, "")) for card in part.cards]
        kept = tuple(card for card in cards if card.id not in wishes.drops)
        if part.id not in wishes.drops and kept:
            parts.append(part.model_copy(update={"cards": kept}))
    return layout.model_copy(update={"parts": tuple(parts), "dropped": wishes.drops})


def fit_words(layout: Layout, words: int, *, keep: set[str]) -> Layout:
    """The layout without what there is no time for, but never below the words that were asked for.

    First whole advantages go as long as two are left, the last ones first; then whole scenarios, from the end of an
    advantage; then cards whose part another card of theirs plays; and where that leaves a speech far too long, cards
    between the first and the last of an advantage that nothing else plays the part of.
    """
    for part in reversed(layout.parts):
        several = sum(one.syllogism == "advantage" for one in layout.parts) > _FEWEST_ADVANTAGES
        if part.syllogism == "advantage" and several and part.id not in keep and layout.words - _count(part) >= words:
            layout = _without(layout, {card.id for card in part.cards})
    while scenarios := [one for one in _list_scenarios(layout, keep) if layout.words - _add(one) >= words]:
        layout = _without(layout, {card.id for card in max(scenarios, key=_add)})
    while spare := [card for card in _list_repeats(layout) if layout.words - card.words >= words]:
        layout = _without(layout, {min(spare, key=lambda card: _measure_loss(layout, card)).id})
    while layout.words > _OVERLONG * words and (
        spare := [card for card in _list_inner(layout, keep) if layout.words - card.words >= words]
    ):
        layout = _without(layout, {min(spare, key=lambda card: _measure_loss(layout, card)).id})
    return layout


def _list_scenarios(layout: Layout, keep: set[str]) -> Iterator[tuple[LaidCard, ...]]:
    """The last scenario of each advantage that has several: what follows an impact, up to the next ones."""
    for part in layout.parts:
        if part.syllogism != "advantage" or part.chain or part.id in keep:
            continue
        ends = [
            n
            for n, card in enumerate(part.cards[:-1], start=1)
            if n >= _FEWEST_CARDS and card.component == "impact" and part.cards[n].component != "impact"
        ]
        if ends:
            yield part.cards[ends[-1] :]


def _add(cards: Iterable[LaidCard]) -> int:
    return sum(card.words for card in cards)


def _measure_loss(layout: Layout, card: LaidCard) -> tuple[bool, int, int]:
    """How much is lost with a card: whether it is the only link, what the next takes up of it, and how short it is."""
    (part,) = (one for one in layout.parts if card in one.cards)
    after = part.cards[part.cards.index(card) + 1 :][:1]
    taken_up = list_stems(card.own_tag) & list_stems(after[0].own_tag) if after else set()
    alone = card.component == "link" and sum(one.component == "link" for one in part.cards) == 1
    return alone, len(taken_up), -card.words


def _alter(card: LaidCard, pinned: PlacedCard | None, tag: str) -> LaidCard:
    changed = {"candidates": (pinned,), "by": "pin"} if pinned else {}
    return card.model_copy(update={**changed, "tag": tag or card.tag})


def _lay_cases(
    cases: Sequence[DebaterCase], words: int, have: int, asked: bool, taken: set[str], spent: set[int]
) -> Iterator[LaidPart]:
    """The parts of the nearest case, and of the next ones as long as there is time; advantages that the speaker named
    stand in place of the nearest case's own."""
    for at, case in enumerate(cases):
        for part in case.parts:
            cards = [card for card in part.cards if card.family not in spent]
            whole = len(cards) >= _ADDED * len(part.cards)
            if at and part.kind != "advantage":
                continue
            if (at or (asked and part.kind == "advantage")) and (have >= words or not whole or len(cards) < 2):
                continue
            if laid := _lay_part(part, cards, taken, spent):
                have += _count(laid)
                yield laid


def _lay_part(part: CasePart, cards: Sequence[PlacedCard], taken: set[str], spent: set[int]) -> LaidPart | None:
    """A part of a debater's case with its cards in their order, each with the part that it plays; no text twice."""
    once: dict[int, PlacedCard] = {}
    for card in cards:
        once.setdefault(card.family, card)
    kept = [card for family, card in once.items() if family not in spent]
    if not kept:
        return None
    spent |= set(once)
    part_id = make_id(part.title, taken)
    components = _tell_components(part.kind, [card.tag for card in kept])
    laid = (
        LaidCard(
            id=f"{part_id}.{n}",
            component=component,
            title=name_component(component),
            seek=word_seek(component, part.title),
            candidates=(card,),
        )
        for n, (component, card) in enumerate(zip(components, kept, strict=True), start=1)
    )
    return LaidPart(id=part_id, title=part.title, syllogism=part.kind, cards=tuple(laid))


def _tell_components(kind: PartKind, tags: Sequence[str]) -> Sequence[str]:
    if kind == "advantage":
        return tell_roles(tags)
    if kind == "inherency":
        return ["barrier", *["status_quo_will_not"] * (len(tags) - 1)]
    return ["mechanism"] * len(tags)


def _lay_wish(shelf: Shelf, wish: str, taken: set[str], spent: set[int]) -> LaidPart | None:
    """An advantage as the speaker asked for it: a block by its heading, or a chain of steps looked for one by one."""
    title, steps = split_chain(wish)
    if not title:
        raise InputError(f"{wish!r} names no advantage", hint='write --advantage "Title: first step → second → impact"')
    if steps:
        return _lay_chain(shelf, title, steps, taken, spent)
    part = shelf.find_part(title)
    if part is None:
        known = dict.fromkeys(one.title for case in shelf.cases for one in case.parts if one.kind == "advantage")
        raise NotFound(
            f"no block of the library is headed {title!r}",
            hint=f"name one of {', '.join(known) or 'none'}; or the steps: {title}: first → second → impact",
        )
    return _lay_part(part, part.cards, taken, spent)


def _lay_chain(shelf: Shelf, title: str, steps: Sequence[str], taken: set[str], spent: set[int]) -> LaidPart | None:
    part_id = make_id(title, taken)
    links = ["internal_link"] * (len(steps) - 2)
    wanted = [("uniqueness", "", steps[0]), ("link", "", steps[0])]
    wanted += [(component, steps[n], steps[n + 1]) for n, component in enumerate([*links, "impact"])]
    found = [shelf.rate_cards(f"{before} {step}", component, without=spent) for component, before, step in wanted]
    chosen = _deal_cards(found)
    if not any(chosen):
        raise NotFound(
            f"no card of the library speaks of {title!r}: {', '.join(steps)}",
            hint="name the steps in words that tags have (foam search --cards WORDS), or leave the advantage out",
        )
    spent |= {cards[0].family for cards in chosen if cards}
    laid = (
        LaidCard(
            id=f"{part_id}.{n}",
            component=component,
            title=name_component(component),
            seek=word_step(component, before, step),
            candidates=cards,
            by="search",
        )
        for n, ((component, before, step), cards) in enumerate(zip(wanted, chosen, strict=True), start=1)
    )
    return LaidPart(id=part_id, title=title, syllogism="advantage", cards=tuple(laid), chain=tuple(steps))


def _deal_cards(found: Sequence[Mapping[PlacedCard, float]]) -> list[tuple[PlacedCard, ...]]:
    """For each step its card and a few that would serve after it: the best pair of a step and a card comes first."""
    pairs = [(rate, -at, card) for at, cards in enumerate(found) for card, rate in cards.items()]
    first: dict[int, PlacedCard] = {}
    for _, minus, card in sorted(pairs, key=lambda pair: (-pair[0], -pair[1])):
        if -minus not in first and card not in first.values():
            first[-minus] = card
    dealt: list[tuple[PlacedCard, ...]] = []
    for at, cards in enumerate(found):
        others = sorted((card for card in cards if card not in first.values()), key=lambda card: -cards[card])
        dealt.append((first[at], *others[: _TRIED - 1]) if at in first else ())
    return dealt


def _put_in_order(parts: Sequence[LaidPart]) -> list[LaidPart]:
    """Inherency, advantages, solvency; parts of several cases that are one of these become one."""
    ordered: list[LaidPart] = []
    for kind in _ORDER:
        same = [part for part in parts if part.syllogism == kind]
        if kind == "advantage":
            ordered += same[:_MOST_ADVANTAGES]
        elif same:
            ordered.append(same[0].model_copy(update={"cards": tuple(card for part in same for card in part.cards)}))
    return ordered


def _keep_apart(parts: Sequence[LaidPart], spent: set[int]) -> list[LaidPart]:
    """The parts, in which no card that a slot may try is read, or tried, for another."""
    claimed = set(spent)
    kept: list[LaidPart] = []
    for part in parts:
        cards = []
        for card in part.cards:
            others = [one for one in card.candidates[1:] if one.family not in claimed]
            claimed |= {one.family for one in others}
            cards.append(card.model_copy(update={"candidates": (*card.candidates[:1], *others)}))
        kept.append(part.model_copy(update={"cards": tuple(cards)}))
    return kept


def _list_repeats(layout: Layout) -> Iterator[LaidCard]:
    """Inner cards whose part another card of the same advantage or solvency plays."""
    for part in layout.parts:
        least = 1 if part.syllogism == "advantage" else _FEWEST_OTHERS
        played = Counter(card.component for card in part.cards)
        yield from (card for card in _list_inside(part) if played[card.component] > least)


def _list_inner(layout: Layout, keep: set[str]) -> Iterator[LaidCard]:
    """Inner cards of advantages that nobody asked for, of which enough is left to lead from the first to the last."""
    for part in layout.parts:
        if part.syllogism == "advantage" and part.id not in keep and len(part.cards) > _FEWEST_CARDS:
            yield from _list_inside(part)


def _list_inside(part: LaidPart) -> Iterator[LaidCard]:
    """The cards of a part that may go: those stay that open or end it, were asked for, or are what the next tag points
    back at."""
    for card, after in pairwise(part.cards[1:]):
        if card.by == "block" and not part.chain and not goes_on(after.own_tag):
            yield card


def _without(layout: Layout, gone: set[str]) -> Layout:
    parts = []
    for part in layout.parts:
        if kept := tuple(card for card in part.cards if card.id not in gone):
            parts.append(part.model_copy(update={"cards": kept}))
    return layout.model_copy(update={"parts": tuple(parts)})


def _count(part: LaidPart) -> int:
    return _add(part.cards)
