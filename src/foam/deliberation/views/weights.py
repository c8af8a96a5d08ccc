"""How each seat weighs the reasons, as pages show it: the sums, the rule, and the factors of each weight."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from textwrap import shorten

from foam.deliberation.dossier import ClaimNode, Dossier
from foam.deliberation.naming import join_seats
from foam.deliberation.views.words import LEANED, SIDES, WEIGHED, find_corrected, tell_leaning
from foam.deliberation.weighing import list_values
from foam.paper import Block, Bullets, Link, Paragraph, Table, section, strong

_SHORT = 60
"""Letters of a reason that name it in a cell."""


def show_weights(dossier: Dossier, link: Callable[[str], tuple[object, ...]]) -> Iterator[Block]:
    """The table of reasons by seats, where each seat's sum comes out, and what each weight is made of."""
    names, leanings = dossier.seat_names, dossier.recommendation.leanings
    seats = [leaning.seat for leaning in leanings]
    weights = {(row.claim, row.seat): row for row in dossier.weights}
    claims = [one for one in dict.fromkeys(row.claim for row in dossier.weights) if not find_corrected(dossier, one)]
    if not claims:
        yield Paragraph(content="There is no reason to weigh.")
        return
    rows: list[tuple[object, ...]] = []
    for claim in claims:
        cells = [weights[claim, seat] for seat in seats]
        side = SIDES[cells[0].direction]
        said = [f"{cell.weight:.3f}" if cell.weight else "–" for cell in cells]
        rows.append((link(claim), side, " / ".join(list_values(cells)), f"{cells[0].strength:.2f}", *said))
    rows.append((strong("For the motion"), "", "", "", *(f"{one.affirmed:.3f}" for one in leanings)))
    rows.append((strong("Against it"), "", "", "", *(f"{one.denied:.3f}" for one in leanings)))
    rows.append((strong("It leans"), "", "", "", *(tell_leaning(one) for one in leanings)))
    heads = [names.get(seat, seat) for seat in seats]
    yield Table(head=("Reason", "Side", "Value", "Strength", *heads), rows=rows)
    yield Paragraph(content=f"{WEIGHED} {LEANED}", style="meta")
    yield from _show_own_unweighed(dossier)
    yield from section("How each weight comes about", (_show_factors(dossier),), level=2)
    barred = [_list_barred(dossier, why) for why in dict.fromkeys(row.why for row in dossier.weights) if _is_said(why)]
    if barred:
        yield Bullets(items=tuple(barred))


def _show_own_unweighed(dossier: Dossier) -> Iterator[Block]:
    """Where a seat gives no weight to what it brought itself."""
    brought = {(node.id, seat) for node in dossier.claims for seat in node.brought_by}
    items = [
        (
            strong(f"{dossier.seat_names.get(row.seat, row.seat)} gives no weight to what it brought itself: "),
            _name_reason(dossier, row.claim),
            f" (it counts for {row.value})",
        )
        for row in dossier.weights
        if not row.weight and not row.share and _is_said(row.why) and (row.claim, row.seat) in brought
    ]
    if items:
        yield Bullets(items=tuple(items))


def _is_said(why: str) -> bool:
    """Whether a remark on a weight is printed: that a seat does not accept a reason is shown elsewhere."""
    return bool(why) and why != "not accepted"


def _list_barred(dossier: Dossier, why: str) -> tuple[object, ...]:
    """A remark once, with the reasons it is made of, and for whom where that is not every seat."""
    names, seats = dossier.seat_names, {row.seat for row in dossier.weights}
    found: dict[str, list[str]] = {}
    for row in dossier.weights:
        if row.why == why:
            found.setdefault(row.claim, []).append(row.seat)
    told: list[object] = [strong(f"{why}: ")]
    for place, (claim, of) in enumerate(found.items()):
        whose = "every seat" if len(of) == len(seats) else join_seats(names, of)
        told += ["; "] if place else []
        told += [_name_reason(dossier, claim), f" ({whose})"]
    return tuple(told)


def _name_reason(dossier: Dossier, claim: str) -> Link:
    """A reason by its first words, which is enough to find it in the table above."""
    node = dossier.find_node(claim)
    assert isinstance(node, ClaimNode)
    return Link(text=shorten(node.text, _SHORT, placeholder=" …"), to=claim)


def _show_factors(dossier: Dossier) -> Table:
    """What each weight is the product of, so that it can be checked by hand."""
    names = dossier.seat_names
    rows = [
        (
            _name_reason(dossier, row.claim),
            names.get(row.seat, row.seat),
            f"{row.share:.3f}",
            f"{row.strength:.3f}",
            f"{row.certainty:g} ({row.put})",
            f"{row.form:g}",
            f"{row.weight:.3f}",
        )
        for row in dossier.weights
        if row.weight
    ]
    return Table(head=("Reason", "Seat", "Share of its value", "Strength", "Certainty", "Form", "Weight"), rows=rows)
