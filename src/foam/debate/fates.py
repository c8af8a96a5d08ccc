"""What a point does and what became of it, in words: for flow, page, judge and spreadsheet alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from foam.debate.deeds import ANSWERED, CARRYING, THERE, ChainLink, Deed
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
    "defended": ("defended in", ""),
    "defended in part": ("defended in part in", ""),
    "answered there": ("answered there by", ""),
    "answered there in part": ("answered there in part by", ""),
    "weighed there": ("weighed there by", ""),
    "granted there in part": ("granted there in part by", ""),
    "conceded there": ("conceded there by", ""),
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
    met = any(link.deed in _BY_OTHERS for link in one.chain)
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
    """Each thing in its turn, what follows on itself told once; the first answer is the one that may be late."""
    late = one.late
    apart: dict[str, str] = {}
    while (found := _tell_apart(one.chain, apart) | _tell_there_beside(one.chain, apart)) != apart:
        apart = found  # What stands in brackets may hold brackets of its own, up to the last turn.
    told = (link for link in one.chain if link.deed != "passed" and not _is_told_apart(link, apart))
    for (deed, given_up), links in groupby(told, key=lambda link: (link.deed, link.given_up)):
        is_late = late and deed in ("answered", "answered in part")
        late = late and not is_late
        before, after = _DEEDS[deed]
        before = before.replace("answered", "answered late") if is_late else before
        names = ", ".join(f"{link.point}{_tell_beside(link, apart)}" for link in links)
        left = ", the rest left" if deed == "granted in part" and one.rest_left else ""
        yield f"{before} {names}{after}{left}{', which was given up' if given_up else ''}".rstrip()


def _tell_beside(link: ChainLink, apart: Mapping[str, str]) -> str:
    """What stands in brackets behind whoever did something: what became of that, or in which words it was done."""
    conceded = f"what {link.conceded} says: " if link.conceded else ""
    said = f" ({conceded}“{link.words}”)" if link.words else ""
    return apart.get(link.point, "") if link.deed in (*ANSWERED, *CARRYING) else said


def _tell_there_beside(chain: Sequence[ChainLink], apart: Mapping[str, str]) -> dict[str, str]:
    """What became of each of several points by which one speech carried a point on, where some were met and others
    left: "there" would not say which.
    """
    speeches: dict[str, list[str]] = {}
    for link in chain:
        if link.deed in CARRYING and not link.given_up:
            speeches.setdefault(link.point.partition(".")[0], []).append(link.point)
    told: dict[str, str] = {}
    for names in speeches.values():
        met = {name: [link for link in chain if link.deed in THERE and name in link.meets] for name in names}
        if any(met.values()) and not all(met.values()):
            told |= {
                name: f" ({', '.join(_tell_there(link, apart) for link in links) or 'left'})"
                for name, links in met.items()
            }
    return told


def _tell_there(link: ChainLink, apart: Mapping[str, str]) -> str:
    return f"{_DEEDS[link.deed][0].replace(' there', '')} {link.point}{apart.get(link.point, '')}"


def _tell_apart(chain: Sequence[ChainLink], beside: Mapping[str, str]) -> dict[str, str]:
    """What became of each of several answers that one speech gave to a point, where some were met and others left."""
    speeches: dict[str, list[ChainLink]] = {}
    for link in chain:
        if link.deed in ANSWERED and not link.given_up:
            speeches.setdefault(link.point.partition(".")[0], []).append(link)
    told: dict[str, str] = {}
    for answers in speeches.values():
        met = {
            answer.point: [link for link in chain if answer.point in link.meets]
            for answer in answers
            if not answer.left
        }
        if any(met.values()) and any(answer.left for answer in answers):
            told |= {answer.point: " (left)" for answer in answers if answer.left}
            told |= {
                name: f" ({', '.join(_tell_defence(link, beside) for link in links)})"
                for name, links in met.items()
                if links
            }
    return told


def _tell_defence(link: ChainLink, beside: Mapping[str, str]) -> str:
    before, _ = _DEEDS["defended" if link.deed == "defended" else "defended in part"]
    return f"{before} {link.point}{beside.get(link.point, '')}"


def _is_told_apart(link: ChainLink, apart: Mapping[str, str]) -> bool:
    """Whether a defence is told with all the answers that it meets, or an answer with the defences it is to."""
    return link.deed in ("defended", "defended in part", *THERE) and bool(link.meets) and {*link.meets} <= apart.keys()


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
