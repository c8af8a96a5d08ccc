"""Which points were answered, narrowed, taken up again, and which were dropped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from foam.debate.transcript import Side
from foam.debate.values import GRANTING, UNDROPPED, FlowedPoint, Point, SpeechTurn

_NO_REPLY = (*GRANTING, "press", "pass")
"""Moves that name a point of the other side and are no answer to it."""


def track_points(turns: Sequence[SpeechTurn]) -> tuple[FlowedPoint, ...]:
    """Every point in the order it was made. A point is dropped once the other side made a speech after it in vain.

    A case that is read as prepared answers nothing and drops nothing; a speech that chooses its issues lets points go.
    """
    conceded = _find_conceded(turns)
    given_up = conceded | _find_let_go(turns)
    return tuple(
        _track_point(turns, place, point, conceded, given_up)
        for place, turn in enumerate(turns)
        for point in turn.points
    )


def _find_conceded(turns: Sequence[SpeechTurn]) -> set[str]:
    """Points that their own side gave up, in cross-examination or in a speech."""
    return {turn.about for turn in turns if turn.conceded} | _find_given_up(turns)


def _find_given_up(turns: Sequence[SpeechTurn]) -> set[str]:
    """Points whose own side grants a rebuttal of them: who concedes the answer gives the point up."""
    points = {point.id: (turn.side, point) for turn in turns for point in turn.points}
    granted = [
        (side, points[name][1])
        for side, point in points.values()
        if point.move == "concede"
        for name in point.answers
        if name in points
    ]
    return {
        name
        for side, rebuttal in granted
        if rebuttal.move == "rebut"
        for name in rebuttal.answers
        if name in points and points[name][0] == side
    }


def _find_let_go(turns: Sequence[SpeechTurn]) -> set[str]:
    """Points on which their own side said that it stands no longer."""
    return {name for turn in turns for name in turn.lets_go}


def list_open_points(turns: Sequence[SpeechTurn], *, of: Side) -> tuple[Point, ...]:
    """Points of one side that the other did not answer, the newest speech first."""
    return tuple(point for point in list_live_points(turns, of=of) if not _list_answers(turns, point.id))


def list_live_points(turns: Sequence[SpeechTurn], *, of: Side) -> tuple[Point, ...]:
    """Points on which a side stands, answered or not, the newest speech first; none that rebuts what was let go."""
    own = [turn for turn in turns if turn.side == of and turn.kind == "speech"]
    made = (point for turn in reversed(own) for point in turn.points if point.move not in _NO_REPLY)
    given_up = _find_conceded(turns) | _find_let_go(turns)
    return tuple(point for point in made if point.id not in given_up and not _list_yielded(turns, point, given_up))


def _track_point(
    turns: Sequence[SpeechTurn], place: int, point: Point, conceded: set[str], given_up: set[str]
) -> FlowedPoint:
    turn = turns[place]
    answers = _list_answers(turns, point.id)
    names = _list_names(turns, point.id) | _list_resting(turns, point.id)
    replies = [one for one in answers if one.move not in (*_NO_REPLY, "weigh")]
    left = _is_left(turns, place, point, "answer")
    extended = [(one, later) for one in turns for later in _list_taking_up(one, point.id)]
    crossed = [later for one, later in extended if one.kind == "answer"]
    let_go = tuple(one.speech for one in turns if point.id in one.lets_go)
    line = {point.id, *_list_taken_up(turns, point)}
    spoken_for = names | ({point.extends} if turn.kind == "answer" else set())
    standing = [one for one in replies if one.id not in given_up]
    defence = _find_defence(turns, turn.side, spoken_for, line, standing)
    beside = _find_beside(defence or (), point.id, given_up)
    yielded = _list_yielded(turns, point, given_up)
    there = _find_answers_there(
        turns, [later for one, later in extended if one.kind == "speech"], {*given_up, *(one.id for one in answers)}
    )
    return FlowedPoint(
        point=point,
        speech=turn.speech,
        side=turn.side,
        answered_by=tuple(one.id for one in replies),
        answered_in_part_by=tuple(one.id for one in replies if _meets_in_part(one, point.id, names)),
        answers_given_up=tuple(one.id for one in replies if one.id in given_up),
        granted_by=tuple(one.id for one in answers if one.move == "concede"),
        granted_in_part_by=tuple(one.id for one in answers if one.move == "grant"),
        rest_disputed_by=tuple(one.id for one in answers if one.move == "grant" and names & {*one.rest_disputed}),
        rest_left=point.id not in given_up and _is_rest_left(turns, place, point, answers, names),
        pressed_by=tuple(one.id for one in answers if one.move == "press"),
        weighed_by=tuple(one.id for one in answers if one.move == "weigh"),
        passed_by=tuple(one.id for one in answers if one.move == "pass"),
        dropped=point.move not in UNDROPPED
        and point.id not in given_up
        and not yielded
        and (left or (bool(answers) and all(one.move == "pass" for one in answers))),
        conceded=point.id in conceded,
        late=_is_late(turns, place, answers),
        unanswered=point.id not in given_up
        and not yielded
        and ((left and point.move in UNDROPPED) or (not left and _is_left(turns, place, point, "choose"))),
        undefended=defence == [],
        defended_by=tuple(name for name, whole in beside if whole),
        defended_in_part_by=tuple(name for name, whole in beside if not whole),
        yielded=yielded,
        let_go_in=let_go,
        granted_in=tuple(one.id for one in crossed if one.move == "grant"),
        evaded_in=tuple(one.id for one in crossed if one.responds == "evades"),
        narrowed_by=tuple(later.id for _, later in extended if later.move == "qualify"),
        extended_by=tuple(later.id for one, later in extended if one.kind == "speech"),
        extensions_given_up=tuple(later.id for one, later in extended if one.kind == "speech" and later.id in given_up),
        extensions_answered_by=tuple(there),
        extensions_answered_in_part_by=tuple(name for name, whole in there.items() if not whole),
    )


def _is_rest_left(
    turns: Sequence[SpeechTurn], place: int, point: Point, answers: Sequence[Point], names: set[str]
) -> bool:
    """Whether a part of a point was granted, and a speech that had to answer the rest of it did not."""
    granted = bool(answers) and all(one.move == "grant" and names & {*one.rest_left} for one in answers)
    owed = point.move not in UNDROPPED and any(one.duty == "answer" for one in _list_speeches(turns, place))
    return granted and owed


def _find_beside(defence: Sequence[tuple[Point, bool]], point_id: str, given_up: set[str]) -> list[tuple[str, bool]]:
    """Of a point's defence what does not take it up by name, nor grants anything or was given up."""
    return [
        (one.id, whole)
        for one, whole in defence
        if one.extends != point_id and one.move not in GRANTING and one.id not in given_up
    ]


def _list_answers(turns: Sequence[SpeechTurn], point_id: str) -> list[Point]:
    """What answers a point, or what its side said of it in cross-examination: that is an answer to the point, too."""
    names, resting = _list_names(turns, point_id), _list_resting(turns, point_id)
    points = {point.id: point for turn in turns for point in turn.points}

    def answers(point: Point) -> bool:
        named = {*point.answers} - {*point.missed}
        return bool(names & named) or (bool(resting & named) and _is_on_frames(turns, points, point.extends))

    return [point for point in points.values() if answers(point)]


def _find_answers_there(turns: Sequence[SpeechTurn], taking_up: Sequence[Point], beside: Set[str]) -> dict[str, bool]:
    """What answers a point where its side took it up again, and whether it meets the whole of that.

    Not what is told of the point itself, or was given up.
    """
    found: dict[str, bool] = {}
    for later in taking_up:
        names = _list_names(turns, later.id) | _list_resting(turns, later.id)
        for one in _list_answers(turns, later.id):
            if one.move not in (*_NO_REPLY, "weigh") and one.id not in beside:
                found[one.id] = found.get(one.id, False) or not _meets_in_part(one, later.id, names)
    return found


def _meets_in_part(answer: Point, point_id: str, names: set[str]) -> bool:
    """Whether an answer meets a part of a point alone: where it names the point itself, the verdict on that counts."""
    named = {point_id} if point_id in answer.answers else names & {*answer.answers}
    return named <= {*answer.met_in_part}


def _list_names(turns: Sequence[SpeechTurn], point_id: str) -> set[str]:
    """The ids under which a point is answered: its own, and those of what its side answered when asked about it.

    Who answers what takes a frame up again and speaks of frames alone contests the frame: a case cannot name the frame
    of a case before it.
    """
    points = {point.id: (turn, point) for turn in turns for point in turn.points}
    names = {
        point_id,
        *(name for name, (turn, one) in points.items() if turn.kind == "answer" if one.extends == point_id),
    }
    found = {name: point for name, (_, point) in points.items()}
    if point_id in found and found[point_id].move == "frame":
        taking_up = [one for one in found.values() if point_id in _list_taken_up(turns, one)]
        names |= {one.id for one in taking_up if all(_is_on_frames(turns, found, name) for name in one.answers)}
    return names


def _list_resting(turns: Sequence[SpeechTurn], point_id: str) -> set[str]:
    """Of a frame: what takes it up again and speaks of other things, too: an answer to that need not be on it."""
    points = {point.id: point for turn in turns for point in turn.points}
    if point_id not in points or points[point_id].move != "frame":
        return set()
    taking_up = {one.id for one in points.values() if point_id in _list_taken_up(turns, one)}
    return taking_up - _list_names(turns, point_id)


def _is_on_frames(turns: Sequence[SpeechTurn], points: Mapping[str, Point], name: str) -> bool:
    """Whether a point is a frame, or takes one up again."""
    if name not in points:
        return False
    return any(points[one].move == "frame" for one in (name, *_list_taken_up(turns, points[name])) if one in points)


def _list_taking_up(turn: SpeechTurn, point_id: str) -> list[Point]:
    """Points of a turn that take a point up again: what misses all that it answers takes nothing up."""
    return [
        one for one in turn.points if one.extends == point_id and (not one.answers or {*one.answers} - {*one.missed})
    ]


def _list_yielded(turns: Sequence[SpeechTurn], point: Point, given_up: set[str]) -> tuple[str, ...]:
    """What a point answers, where the other side stands on none of it any more: there is nothing left to say to it."""
    testimony = {one.id: one.extends for turn in turns if turn.kind == "answer" for one in turn.points}
    answered = {testimony.get(name, name): None for name in point.answers if name not in point.missed}
    is_reply = point.move not in (*_NO_REPLY, "weigh") and bool(answered)
    return tuple(answered) if is_reply and given_up >= answered.keys() else ()


def _is_left(turns: Sequence[SpeechTurn], place: int, point: Point, duty: str) -> bool:
    """Whether the other side spoke, in a speech of this duty, and said nothing to it.

    Nobody has to answer what was granted, a question or an answer to one, or that there is no answer. A point that its
    side took up again is left only if that was left, too.
    """
    left_in = [one for one in _list_speeches(turns, place) if one.duty == duty]
    if point.move in _NO_REPLY or turns[place].kind == "answer" or not left_in:
        return False
    taken_up = [later.id for turn in turns for later in _list_taking_up(turn, point.id)]
    return not any(_list_answers(turns, name) for name in (point.id, *taken_up))


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


def _find_defence(
    turns: Sequence[SpeechTurn], side: Side, names: set[str], line: set[str], replies: Sequence[Point]
) -> list[tuple[Point, bool]] | None:
    """What its side said for a point after the first answer to it, and whether that is a whole defence.

    `line` is the point with what it takes up itself.

    None where nothing had to be defended: nobody answered it, or its side has made no speech since.
    """
    places = [place for place, turn in enumerate(turns) for one in turn.points if one in replies]
    if not places or not any(turn.side == side and turn.kind == "speech" for turn in turns[places[0] + 1 :]):
        return None
    after = [(turn, point) for turn in turns[places[0] + 1 :] if turn.side == side for point in turn.points]
    defence = []
    for turn, point in after:
        met = [one for one in replies if one.id in {*point.answers} - {*point.missed}]
        if point.extends in names and point in _list_taking_up(turn, point.extends):
            defence.append((point, True))
        elif met := [one for one in met if _defends(turns, point, one, names | line)]:
            defence.append((point, any(one.id not in point.met_in_part for one in met)))
    return defence


def _defends(turns: Sequence[SpeechTurn], point: Point, reply: Point, names: set[str]) -> bool:
    """Whether what meets a reply speaks for this point: a reply to two points is met for the one that is taken up.

    That is the one which it names, or which takes up the same point. A reply to a single point is met for that point,
    whatever else is taken up.
    """
    points = {one.id: one for turn in turns for one in turn.points}
    taken_up = _list_taken_up(turns, point)
    lines = {name: {name, *_list_taken_up(turns, points[name])} for name in reply.answers if name in points}
    named = taken_up & lines.keys() or {name for name, line in lines.items() if taken_up & line}
    return not named or bool(named & names)


def _list_taken_up(turns: Sequence[SpeechTurn], point: Point) -> set[str]:
    """The point that it takes up again, the one which that takes up, and so on."""
    extends = {one.id: one.extends for turn in turns for one in turn.points}
    found: set[str] = set()
    name = point.extends
    while name and name not in found:
        found.add(name)
        name = extends.get(name, "")
    return found


def _list_speeches(turns: Sequence[SpeechTurn], place: int) -> list[SpeechTurn]:
    """The other side's speeches after a turn."""
    return [turn for turn in turns[place + 1 :] if turn.side != turns[place].side and turn.kind == "speech"]
