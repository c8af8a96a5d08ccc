"""The flow: what became of each point, in the order of the turns, and which points were dropped.

A point's chain has what the other side did with it and what its own side made of it since. Behind an answer stands
what became of that answer in its turn, so that whoever stands last has the last word.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from textwrap import shorten

from foam.debate.deeds import ANSWERED, ChainLink, Deed
from foam.debate.relations import NO_ANSWER, NO_REPLY, Relations, takes_up
from foam.debate.transcript import Side
from foam.debate.values import UNDROPPED, FlowedPoint, Point, SpeechTurn

_BY_MOVE: dict[str, Deed] = {
    "concede": "conceded",
    "grant": "granted in part",
    "weigh": "weighed",
    "pass": "passed",
}
"""What the other side does to a point by a move that is no answer to it."""
_WHEN_ASKED: dict[str, Deed] = {"qualify": "narrowed", "grant": "granted when asked", "concede": "given up"}
"""What its own side does to a point when asked about it."""
_BEGINNING = 160
"""Characters of a conceded answer that a chain shows."""


def track_points(turns: Sequence[SpeechTurn], *, over: bool = False) -> tuple[FlowedPoint, ...]:
    """Every point in the order it was made. A point is dropped once the other side made a speech after it in vain.

    A case that is read as prepared answers nothing and drops nothing; a speech that chooses its issues lets points go.
    With `over` nobody speaks any more: what the other side had no speech left to answer is told as that.
    """
    relations = Relations(turns)
    flow = (_track_point(relations, point) for point in relations.points.values())
    return tuple(one.model_copy(update={"last": over and not _list_speeches(relations, one.point)}) for one in flow)


def list_open_points(turns: Sequence[SpeechTurn], *, of: Side) -> tuple[Point, ...]:
    """Points of one side that the other did not answer, the newest speech first; a frame is met by whoever answers what
    takes it up, too."""
    relations = Relations(turns)

    def is_open(point: Point) -> bool:
        return not (relations.is_met(point.id) if point.move == "frame" else relations.list_answers(point.id))

    return tuple(point for point in relations.list_live(of) if is_open(point))


def list_live_points(turns: Sequence[SpeechTurn], *, of: Side) -> tuple[Point, ...]:
    """Points on which a side stands, answered or not, the newest speech first."""
    return Relations(turns).list_live(of)


def _track_point(relations: Relations, point: Point) -> FlowedPoint:
    turn, answers = relations.turn_of[point.id], relations.list_answers(point.id)
    yielded = relations.list_yielded(point)
    owed = point.id not in relations.given_up and not yielded
    left = _is_left(relations, point, "answer")
    passed = bool(answers) and all(one.move == "pass" for one in answers)
    perhaps = () if answers else _list_perhaps(relations, point)
    dropped = point.move not in UNDROPPED and owed and (passed or (left and not perhaps))
    links = tuple(_follow(relations, point, {point.id}))
    standing = [link for link in links if link.deed in ANSWERED and not link.given_up]
    undefended = bool(standing) and all(link.left for link in standing)
    return FlowedPoint(
        point=point,
        speech=turn.speech,
        side=turn.side,
        answered_by=tuple(one.id for one in answers if one.move not in NO_ANSWER),
        chain=_add_drop(relations, point, links) if dropped and not passed else links,
        dropped=dropped,
        perhaps_by=perhaps if left else (),
        conceded=any(link.deed == "given up" for link in links),
        rest_left=point.id not in relations.given_up and _is_rest_left(relations, point, answers),
        late=_is_late(relations, point, answers) and not _list_perhaps(relations, point),
        unanswered=owed
        and not perhaps
        and ((left and point.move in UNDROPPED) or (not left and _is_left(relations, point, "choose"))),
        undefended=undefended and not any(_list_perhaps(relations, one) for one in answers),
        yielded=yielded,
    )


def _follow(relations: Relations, point: Point, told: set[str], about: Point | None = None) -> Iterator[ChainLink]:
    """What became of a point, and of what was done with it; `told` are points that stand in the chain already.

    With `about` the point is an answer to that one: what replies to it for another point is left out.
    """
    turn = relations.turn_of[point.id]
    answers = {one.id for one in relations.list_answers(point.id)}
    for later_turn in relations.list_after(point):
        for later in later_turn.points:
            if later_turn.side == turn.side:
                yield from _follow_own(relations, point, later, answers, told)
            elif later.id in answers and (about is None or relations.speaks_for(later, point, about)):
                told.add(later.id)
                yield _tell_answer(relations, point, later, told)
        if later_turn.conceded and later_turn.about == point.id and not later_turn.points:
            yield ChainLink(point=str(later_turn.number), deed="given up")
        if point.id in later_turn.lets_go and about is None:
            yield ChainLink(point=later_turn.speech, deed="let go")


def _follow_own(
    relations: Relations, point: Point, later: Point, answers: Set[str], told: set[str]
) -> Iterator[ChainLink]:
    """What a later point of the same side makes of it: gives it up, narrows it, takes it up again."""
    lost = later.id in relations.given_up
    met = [relations.points[name] for name in later.answers if name in answers]
    part = [one for one in met if relations.meets_in_part(one, point.id)]
    if later.id in relations.givers.get(point.id, ()):
        yield ChainLink(point=later.id, deed="given up")
    elif words := later.takes_back.get(point.id, ""):
        yield ChainLink(point=later.id, deed="given up in part", words=words)
    elif later.move == "concede" and part:
        said = _tell_beginning(part[0])
        yield ChainLink(point=later.id, deed="given up in part", words=said, conceded=part[0].id)
    elif relations.testimony.get(later.id) == point.id:
        deeds = [_WHEN_ASKED[later.move]] if later.move in _WHEN_ASKED else []
        yield from (ChainLink(point=later.id, deed=deed) for deed in deeds)
        yield from (ChainLink(point=later.id, deed="evaded") for _ in range(later.responds == "evades"))
    elif takes_up(later) == point.id and later.id not in told:
        told.add(later.id)
        then = () if lost else tuple(_follow(relations, later, told))
        yield ChainLink(point=later.id, deed="taken up", given_up=lost, then=then)


def _tell_answer(relations: Relations, point: Point, later: Point, told: set[str]) -> ChainLink:
    """What the other side did with the point itself, and what became of that."""
    deed = _BY_MOVE.get(later.move) or ("answered in part" if relations.meets_in_part(later, point.id) else "answered")
    named = relations.list_names(point.id)
    deed = "rest disputed" if deed == "granted in part" and named & {*later.rest_disputed} else deed
    given_up = deed in ANSWERED and later.id in relations.given_up
    stands = deed in ANSWERED and not given_up
    return ChainLink(
        point=later.id,
        deed=deed,
        given_up=given_up,
        left=stands and _is_undefended(relations, point, later),
        then=tuple(_follow(relations, later, told, point)) if stands else (),
    )


def _is_undefended(relations: Relations, point: Point, answer: Point) -> bool:
    """Whether a side made a speech after an answer to its point that neither met the answer nor took up the point."""
    side = relations.turn_of[point.id].side
    spoke = [one for one in _list_speeches(relations, answer) if one.side == side]
    if not spoke or relations.list_carrying(point.id):
        return False
    replies = [one for one in relations.list_answers(answer.id) if one.move != "pass"]
    return not any(answer.id not in one.rest_left and relations.speaks_for(one, answer, point) for one in replies)


def _tell_beginning(point: Point) -> str:
    """What a point says in a line: its claim, else its beginning."""
    return point.claim or shorten(point.headline, _BEGINNING, placeholder=" …")


def _list_perhaps(relations: Relations, point: Point) -> tuple[str, ...]:
    """Later points of which it cannot be told whether they answer this one."""
    return tuple(one.id for one in relations.points.values() if point.id in one.may_answer)


def _add_drop(relations: Relations, point: Point, links: tuple[ChainLink, ...]) -> tuple[ChainLink, ...]:
    """The chain with the drop where it happened: at the end of the first speech that had to answer."""
    turns = {turn.speech: turn for turn in relations.turns} | {str(turn.number): turn for turn in relations.turns}
    due = next(one.number for one in _list_speeches(relations, point) if one.duty == "answer")
    before = [one for one in links if (relations.turn_of.get(one.point) or turns[one.point]).number <= due]
    return (*before, ChainLink(point="", deed="dropped"), *links[len(before) :])


def _is_rest_left(relations: Relations, point: Point, answers: Sequence[Point]) -> bool:
    """Whether a part of a point was granted, and a speech that had to answer the rest of it did not."""
    names = relations.list_names(point.id)
    granted = bool(answers) and all(one.move == "grant" and names & {*one.rest_left} for one in answers)
    owed = point.move not in UNDROPPED and any(one.duty == "answer" for one in _list_speeches(relations, point))
    return granted and owed


def _is_left(relations: Relations, point: Point, duty: str) -> bool:
    """Whether the other side spoke, in a speech of this duty, and said nothing to it.

    Nobody has to answer what was granted, a question or an answer to one, or that there is no answer. A point that its
    side took up again is left only if that was left, too.
    """
    spoke = any(one.duty == duty for one in _list_speeches(relations, point))
    if point.move in NO_REPLY or relations.turn_of[point.id].kind == "answer" or not spoke:
        return False
    return not relations.is_met(point.id)


def _is_late(relations: Relations, point: Point, answers: Sequence[Point]) -> bool:
    """Whether the other side left it when it first could answer, be that in one speech or in two that follow on."""
    made = relations.turn_of[point.id]
    if not answers or made.kind == "answer":
        return False
    in_time: list[SpeechTurn] = []
    for turn in relations.list_after(point):
        if turn.kind == "speech" and turn.side == made.side and in_time:
            break
        answering = turn.kind == "speech" and turn.side != made.side and turn.duty != "case"
        in_time += [turn] if answering else []
    return bool(in_time) and not any(answer in turn.points for turn in in_time for answer in answers)


def _list_speeches(relations: Relations, point: Point) -> list[SpeechTurn]:
    """The other side's speeches after a point."""
    made = relations.turn_of[point.id]
    return [turn for turn in relations.list_after(point) if turn.side != made.side and turn.kind == "speech"]
