"""Which points were answered, narrowed, taken up again, and which were dropped."""

from __future__ import annotations

from collections.abc import Sequence

from foam.debate.chains import Chain, build_chain
from foam.debate.deeds import ChainLink
from foam.debate.relations import (
    NO_ANSWER,
    NO_REPLY,
    find_concessions,
    find_let_go,
    list_answers,
    list_names,
    list_resting,
    list_yielded,
    takes_up,
)
from foam.debate.transcript import Side
from foam.debate.values import UNDROPPED, FlowedPoint, Point, SpeechTurn


def track_points(turns: Sequence[SpeechTurn], *, over: bool = False) -> tuple[FlowedPoint, ...]:
    """Every point in the order it was made. A point is dropped once the other side made a speech after it in vain.

    A case that is read as prepared answers nothing and drops nothing; a speech that chooses its issues lets points go.
    With `over` nobody speaks any more: what the other side had no speech left to answer is told as that.
    """
    givers = find_concessions(turns)
    given_up = {*givers} | find_let_go(turns)
    flow = tuple(
        _track_point(turns, place, point, build_chain(turns, place, point, givers, given_up), given_up)
        for place, turn in enumerate(turns)
        for point in turn.points
    )
    last = {point.id for place, turn in enumerate(turns) if not _list_speeches(turns, place) for point in turn.points}
    return tuple(one.model_copy(update={"last": over and one.point.id in last}) for one in flow)


def list_open_points(turns: Sequence[SpeechTurn], *, of: Side) -> tuple[Point, ...]:
    """Points of one side that the other did not answer, the newest speech first."""
    return tuple(point for point in list_live_points(turns, of=of) if not list_answers(turns, point.id))


def list_live_points(turns: Sequence[SpeechTurn], *, of: Side) -> tuple[Point, ...]:
    """Points on which a side stands, answered or not, the newest speech first; none that rebuts what was let go."""
    own = [turn for turn in turns if turn.side == of and turn.kind == "speech"]
    made = (point for turn in reversed(own) for point in turn.points if point.move not in NO_REPLY)
    given_up = {*find_concessions(turns)} | find_let_go(turns)
    return tuple(point for point in made if point.id not in given_up and not list_yielded(turns, point, given_up))


def _track_point(
    turns: Sequence[SpeechTurn], place: int, point: Point, chain: Chain, given_up: set[str]
) -> FlowedPoint:
    turn, answers = turns[place], list_answers(turns, point.id)
    names = list_names(turns, point.id) | list_resting(turns, point.id)
    yielded = list_yielded(turns, point, given_up)
    owed = point.id not in given_up and not yielded
    left = _is_left(turns, place, point, "answer")
    passed = bool(answers) and all(one.move == "pass" for one in answers)
    perhaps = () if answers else _list_perhaps(turns, place, point.id)
    dropped = point.move not in UNDROPPED and owed and (passed or (left and not perhaps))
    return FlowedPoint(
        point=point,
        speech=turn.speech,
        side=turn.side,
        answered_by=tuple(one.id for one in answers if one.move not in NO_ANSWER),
        chain=_add_drop(chain) if dropped and not passed else chain.links,
        dropped=dropped,
        perhaps_by=perhaps if left else (),
        conceded=any(link.deed == "given up" for link in chain.links),
        rest_left=point.id not in given_up and _is_rest_left(turns, place, point, answers, names),
        late=_is_late(turns, place, answers) and not _list_perhaps(turns, place, point.id),
        unanswered=owed
        and not perhaps
        and ((left and point.move in UNDROPPED) or (not left and _is_left(turns, place, point, "choose"))),
        undefended=chain.undefended and not any(_list_perhaps(turns, place, one.id) for one in answers),
        yielded=yielded,
    )


def _list_perhaps(turns: Sequence[SpeechTurn], place: int, point_id: str) -> tuple[str, ...]:
    """Later points of which it cannot be told whether they answer this one."""
    return tuple(one.id for turn in turns[place + 1 :] for one in turn.points if point_id in one.may_answer)


def _add_drop(chain: Chain) -> tuple[ChainLink, ...]:
    """The chain with the drop where it happened: at the end of the first speech that had to answer."""
    at = chain.left_at or 0
    return (*chain.links[:at], ChainLink(point="", deed="dropped"), *chain.links[at:])


def _is_rest_left(
    turns: Sequence[SpeechTurn], place: int, point: Point, answers: Sequence[Point], names: set[str]
) -> bool:
    """Whether a part of a point was granted, and a speech that had to answer the rest of it did not."""
    granted = bool(answers) and all(one.move == "grant" and names & {*one.rest_left} for one in answers)
    owed = point.move not in UNDROPPED and any(one.duty == "answer" for one in _list_speeches(turns, place))
    return granted and owed


def _is_left(turns: Sequence[SpeechTurn], place: int, point: Point, duty: str) -> bool:
    """Whether the other side spoke, in a speech of this duty, and said nothing to it.

    Nobody has to answer what was granted, a question or an answer to one, or that there is no answer. A point that its
    side took up again is left only if that was left, too.
    """
    left_in = [one for one in _list_speeches(turns, place) if one.duty == duty]
    if point.move in NO_REPLY or turns[place].kind == "answer" or not left_in:
        return False
    taken_up = [later.id for turn in turns for later in turn.points if takes_up(later) == point.id]
    return not any(list_answers(turns, name) for name in (point.id, *taken_up))


def _is_late(turns: Sequence[SpeechTurn], place: int, answers: Sequence[Point]) -> bool:
    """Whether the other side left it when it first could answer, be that in one speech or in two that follow on."""
    if not answers or turns[place].kind == "answer":
        return False
    in_time: list[SpeechTurn] = []
    for turn in turns[place + 1 :]:
        if turn.kind == "speech" and turn.side == turns[place].side and in_time:
            break
        answering = turn.kind == "speech" and turn.side != turns[place].side and turn.duty != "case"
        in_time += [turn] if answering else []
    return bool(in_time) and not any(answer in turn.points for turn in in_time for answer in answers)


def _list_speeches(turns: Sequence[SpeechTurn], place: int) -> list[SpeechTurn]:
    """The other side's speeches after a turn."""
    return [turn for turn in turns[place + 1 :] if turn.side != turns[place].side and turn.kind == "speech"]
