"""What a point does and what became of it, in words: for flow, page, judge and spreadsheet alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from foam.debate.deeds import ANSWERED, ChainLink, Deed
from foam.debate.values import GRANTING, UNDROPPED, FlowedPoint, Move, Point

LET_GO = "not answered: the other side chose other issues"
NEW_REASON = "a reason new in the last speech, as the evaluator found"
_NO_SPEECH_LEFT = "nobody spoke after it"
UNCLEAR = "not clear whether answered"
_FEW = 3
"""Points that may answer one, of which it is told."""
_CROSSED = ("answer", "qualify", "grant")
"""Moves of an answer in cross-examination that does not give its point up."""
_DOES: dict[Move, str] = {"grant": "grants a part of"}
"""Moves of a speech that are told in other words than their own."""
_MOVES: dict[Move, str] = {"grant": "grants what is asked on", "concede": "gives up"}
_DEEDS: dict[Deed, tuple[str, str]] = {
    "answered": ("answered by", ""),
    "answered in part": ("answered in part by", ""),
    "conceded": ("conceded by", ""),
    "granted in part": ("granted in part by", ""),
    "rest disputed": ("granted in part by", ", more of it disputed there"),
    "weighed": ("weighed by", ""),
    "passed": ("", ""),
    "narrowed": ("narrowed by its own side in", ""),
    "granted when asked": ("what was asked of it granted in", ", the point kept"),
    "evaded": ("what was asked of it evaded in", ""),
    "given up": ("conceded by its own side in", ""),
    "given up in part": ("a part of it given up by its own side in", ""),
    "let go": ("let go by its own side in", ""),
    "taken up": ("taken up again in", ""),
    "dropped": ("DROPPED", ""),
}
"""What stands before and after the points that did something with a point."""
_BY_OTHERS: tuple[Deed, ...] = (
    "answered", "answered in part", "conceded", "granted in part", "rest disputed", "weighed",
)  # fmt: skip
"""What the other side does with a point itself."""


def describe_point(one: FlowedPoint) -> str:
    """What became of a point, in words, as a chain in the order of the turns: whoever stands last had the last word.

    Then whether its own side still stands on it.
    """
    met = any(link.deed in _BY_OTHERS for top in one.chain for link in (top, *top.then))
    told = (
        "" if met or one.conceded else _describe_unmet(one),
        *_tell_chain(one),
        "given no defence since" if _is_undefended(one) else "",
    )
    return ", ".join(filter(None, told))


def _is_undefended(one: FlowedPoint) -> bool:
    return one.undefended and not one.conceded and not one.let_go_in and not _is_admission(one.point)


def describe_marked(one: FlowedPoint) -> str:
    """What became of a point, and what an evaluator found of it: for a flow that does not say what points do."""
    return "; ".join([describe_point(one), *list_marks(one.point)])


def describe_moves(point: Point) -> str:
    """What a point does: its move, what it answers or strikes, and what it takes up again."""
    struck = f" ({point.strikes})" if point.strikes else ""
    answered = f" {' and '.join(point.answers)}" if point.answers else ""
    marks = "".join(f", {one}" for one in list_marks(point))
    if point.extends and (is_testimony(point) or point.move == "extend" or _is_crossed(point)):
        beside = f", answers{answered}" if answered else ""
        return f"{_MOVES.get(point.move, point.move)} {point.extends}{beside}{marks}"
    if _is_admission(point):
        return f"{_tell_admission(point)}{marks}"
    taken_up = f", extends {point.extends}" if point.extends else ""
    return f"{_DOES.get(point.move, point.move)}{answered}{struck}{marks}{taken_up}"


def describe_answer(point: Point) -> str:
    """What an answer in cross-examination does with the point that it is about."""
    does = {"grant": "grants what was asked and keeps", "qualify": "narrows", "concede": "gives up"}
    return f"{does.get(point.move, 'stands by')} {point.extends}"


def describe_both(one: FlowedPoint) -> str:
    """What a point does and what became of it; once, where both are the same, as of what gives a point up."""
    does, fate = describe_moves(one.point), describe_point(one)
    return does if does == fate or does.startswith(f"{fate},") else f"{does}; {fate}"


def describe_changes(before: tuple[FlowedPoint, ...], now: tuple[FlowedPoint, ...]) -> str:
    """What a turn changed on the flow, in a line: its own points, and those whose fate is another one since."""
    known = {one.point.id: describe_point(one) for one in before}
    fates = {one.point.id: describe_point(one) for one in now}
    return "; ".join(f"{name} {fate}" for name, fate in fates.items() if known.get(name) != fate) or "as it was"


def list_marks(point: Point) -> Iterator[str]:
    """What an evaluator found of a point to the last, and code of what a person said, a clause each."""
    if point.missed:
        yield f"misses {' and '.join(point.missed)}, as the evaluator found"
    if point.responds == "evades":
        yield "evades what was asked, as the evaluator found"
    if point.responds == "in part":
        yield "answers what was asked in part, as the evaluator found"
    if point.new_reason:
        yield NEW_REASON
    if point.unborne:
        yield f"{point.unborne_told}: “{point.unborne}”"
    if point.unsourced:
        yield f"names no source that code found for {', '.join(point.unsourced)}"
    for one in point.altered:
        yield f"alters what it quotes, “{one.quote}”: {one.describe_source()}"


def _is_crossed(point: Point) -> bool:
    """Whether it gives up a point of its own side in cross-examination."""
    return point.move == "concede" and not point.answers and bool(point.extends)


def is_testimony(point: Point) -> bool:
    """Whether it is an answer in cross-examination that does not give its point up."""
    return point.move in _CROSSED and not point.answers and bool(point.extends)


def _is_admission(point: Point) -> bool:
    """Whether it grants something that is no point of the other side: a fact, or a part of what its own side said."""
    return point.move == "grant" and not point.answers and not point.extends


def _tell_admission(point: Point) -> str:
    return f"takes back a part of {' and '.join(point.takes_back)}" if point.takes_back else "an admission"


def _tell_chain(one: FlowedPoint) -> Iterator[str]:
    """Each thing in its turn; the first answer is the one that may be late."""
    late, marks = one.late, len({link.left for link in one.chain if link.deed in ANSWERED and not link.given_up}) > 1
    for group in _group_links(one.chain):
        told = _tell_group(group, marks=marks)
        told += ", the rest left" if one.rest_left and group[0].deed == "granted in part" else ""
        is_late = late and group[0].deed in ANSWERED
        late = late and not is_late
        yield told.replace("answered", "answered late", 1) if is_late else told


def _group_links(chain: Sequence[ChainLink]) -> Iterator[tuple[ChainLink, ...]]:
    """What was done alike one after another."""
    told = (link for link in chain if link.deed != "passed")
    return (tuple(links) for _, links in groupby(told, key=lambda link: (link.deed, link.given_up)))


def _tell_group(links: Sequence[ChainLink], *, marks: bool) -> str:
    first = links[0]
    before, after = _DEEDS[first.deed]
    names = ", ".join(f"{link.point}{_tell_beside(link, marks=marks)}" for link in links)
    return f"{before} {names}{after}{', which was given up' if first.given_up else ''}".rstrip()


def _tell_beside(link: ChainLink, *, marks: bool) -> str:
    """What stands in brackets behind whoever did something: what became of that, or in which words it was done."""
    if link.words:
        return f" ({f'what {link.conceded} says: ' if link.conceded else ''}“{link.words}”)"
    told = [_tell_group(group, marks=False) for group in _group_links(link.then)]
    told += ["left"] if link.left and marks else []
    return f" ({', '.join(told)})" if told else ""


def _describe_unmet(one: FlowedPoint) -> str:
    """What a point is of which the other side made nothing."""
    if one.dropped:
        return f"DROPPED, as {', '.join(one.passed_by)} says" if one.passed_by else ""
    if one.perhaps_by:
        shown, more = one.perhaps_by[:_FEW], len(one.perhaps_by) - _FEW
        return f"{UNCLEAR}, perhaps by {', '.join(shown)}{f' or {more} more' if more > 0 else ''}"
    if one.point.move == "pass":
        return "no answer was had"
    if _is_crossed(one.point):
        return f"{'in cross-examination, ' if one.point.asked else ''}gives up {one.point.extends}"
    if is_testimony(one.point):
        return f"in cross-examination, on {one.point.extends}"
    if _is_admission(one.point):
        return _tell_admission(one.point)
    if one.point.move in GRANTING:
        return "a grant of a part" if one.point.move == "grant" else "a concession"
    if one.yielded and not one.let_go_in:
        were = "was" if len(one.yielded) == 1 else "were"
        return f"stands: {' and '.join(one.yielded)}, which it answers, {were} let go or given up"
    if one.unanswered and one.point.move == "frame":
        return "stands: nobody contested it"
    if one.unanswered:
        return "nobody answered it" if one.point.move in UNDROPPED else LET_GO
    still = "a weighing: nobody has to answer it" if one.point.move == "weigh" else "open"
    return "" if one.let_go_in else _NO_SPEECH_LEFT if one.last else still
