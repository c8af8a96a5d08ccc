"""The chain of a point: what either side did with it, in the order of the turns, to the last word on it.

Flow, page, judge and spreadsheet all read this chain. An answer to an answer that took a point up again, or that met
the answer to it, belongs to the point's chain, and so does what is said to that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from textwrap import shorten
from typing import NamedTuple

from foam.debate.deeds import ANSWERED, ChainLink, Deed
from foam.debate.relations import (
    UNREPLYING,
    list_answers,
    list_names,
    list_resting,
    list_taken_up,
    list_testimony,
    meets_in_part,
    speaks_for,
    takes_up,
)
from foam.debate.values import GRANTING, Point, SpeechTurn

_BY_MOVE: dict[str, Deed] = {
    "concede": "conceded",
    "grant": "granted in part",
    "weigh": "weighed",
    "pass": "passed",
}
"""What the other side does to a point by a move that is no answer to it."""
_BEGINNING = 160
"""Characters of a conceded answer that a chain shows."""


class Chain(NamedTuple):
    """What became of a point, in order, and whether its side gave it no defence after it was answered."""

    links: tuple[ChainLink, ...]
    undefended: bool
    left_at: int | None
    """How many of the links came before the first speech in which the other side had to answer it."""


def build_chain(
    turns: Sequence[SpeechTurn], place: int, point: Point, givers: Mapping[str, Sequence[str]], given_up: Set[str]
) -> Chain:
    """The chain of a point; `givers` are the points by which points were given up, `given_up` all that were."""
    walk = _Walk(turns, place, point, givers.get(point.id, ()), given_up)
    for turn in turns[place + 1 :]:
        for later in turn.points:
            links = walk.follow_own(turn, later) if turn.side == walk.side else walk.follow_theirs(later)
            walk.links.extend(links)
        if turn.conceded and turn.about == point.id and not turn.points:
            walk.links.append(ChainLink(point=str(turn.number), deed="given up"))
        if point.id in turn.lets_go:
            walk.links.append(ChainLink(point=turn.speech, deed="let go"))
        walk.hear_speech(turn)
    return Chain(tuple(walk.mark_left()), walk.undefended, walk.left_at)


class _Walk:
    """A walk from a point through the turns after it: the line of its own side, and what was answered to that."""

    def __init__(
        self, turns: Sequence[SpeechTurn], place: int, point: Point, givers: Sequence[str], given_up: Set[str]
    ) -> None:
        self.turns, self.point, self.givers, self.given_up = turns, point, givers, given_up
        self.side, self.is_testimony = turns[place].side, turns[place].kind == "answer"
        self.links: list[ChainLink] = []
        self.direct = {one.id for one in list_answers(turns, point.id)}
        self.names = list_names(turns, point.id) | list_resting(turns, point.id)
        self.line = {point.id, *list_taken_up(turns, point)}
        """The point with what it takes up itself, and what takes it up or defends it."""
        self.carried: dict[str, Point] = {}
        """Points of its own side that carry it on."""
        self.replies: dict[str, Point] = {}
        """What the other side answered to any of these, and still stands on."""
        self.answered = self.spoke = self.defended = False
        self.left_at: int | None = None
        self.left: set[str] = set()
        """The replies after which its own side made a speech."""

    @property
    def undefended(self) -> bool:
        return self.answered and self.spoke and not self.defended

    def hear_speech(self, turn: SpeechTurn) -> None:
        """After a turn: whether its side has made a speech since it was answered, or the other had to answer."""
        if turn.kind != "speech":
            return
        self.spoke = self.spoke or (self.answered and turn.side == self.side)
        self.left |= {*self.replies} if turn.side == self.side else set()
        if turn.side != self.side and turn.duty == "answer" and self.left_at is None:
            self.left_at = len(self.links)

    def follow_own(self, turn: SpeechTurn, later: Point) -> Iterator[ChainLink]:
        """What a later point of the same side does for it."""
        yield from self._follow_taken_back(later)
        if turn.kind == "answer":
            yield from self._follow_testimony(later)
            return
        met = [one for name, one in self.replies.items() if name in {*later.answers} - {*later.missed}]
        met = [one for one in met if speaks_for(self.turns, later, one, self.line | self.names)]
        met = [] if later.move in UNREPLYING else met
        if later.id in self.givers:
            yield ChainLink(point=later.id, deed="given up")
            return
        names = tuple(one.id for one in met)
        lost = later.id in self.given_up
        disputed = [one for one in met if later.move not in GRANTING or one.id in later.rest_disputed]
        defends = bool(disputed) and not lost
        whole = defends and later.move not in GRANTING and any(one.id not in later.met_in_part for one in met)
        taken_up = takes_up(later) == self.point.id or (not later.answers and self._carries_on(later))
        self.defended = self.defended or any(one.id not in later.rest_left for one in met) or taken_up
        if not (defends or taken_up):
            return
        self._carry(later)
        deed: Deed = "defended" if whole else "taken up" if taken_up else "defended in part"
        yield ChainLink(point=later.id, deed=deed, given_up=lost, meets=names if defends else ())

    def _follow_taken_back(self, later: Point) -> Iterator[ChainLink]:
        """What of it its own side takes back, or gives up by conceding an answer that meets a part of it."""
        words = later.takes_back.get(self.point.id, "")
        conceded = [one for name, one in self.replies.items() if name in later.answers and name in self.direct]
        part = [one for one in conceded if meets_in_part(one, self.point.id, self.names)]
        if later.id in self.givers:
            return
        if words:
            yield ChainLink(point=later.id, deed="given up in part", words=words)
        elif later.move == "concede" and part:
            said = _tell_beginning(part[0])
            yield ChainLink(point=later.id, deed="given up in part", words=said, conceded=part[0].id)

    def mark_left(self) -> Iterator[ChainLink]:
        """The links, of which an answer that its own side met nowhere, though it spoke since, says so."""
        met = {name for link in self.links for name in link.meets}
        for link in self.links:
            is_left = link.point in self.left and link.point not in met and link.deed in ANSWERED
            yield link.model_copy(update={"left": True}) if is_left else link

    def _carries_on(self, later: Point) -> bool:
        """Whether it takes up what took the point up, or what was said of it when its side was asked.

        Of an answer in cross-examination that was answered: whether it takes up the point that was asked about.
        """
        known = {*self.carried, *({self.point.extends} if self.is_testimony and self.replies else set())}
        return later.extends in known

    def _follow_testimony(self, later: Point) -> Iterator[ChainLink]:
        """What its own side made of it when asked."""
        if later.extends not in (self.point.id, *self.carried):
            return
        self._carry(later)
        if later.extends != self.point.id:
            return
        deeds: dict[str, Deed] = {"qualify": "narrowed", "grant": "granted when asked", "concede": "given up"}
        if later.move in deeds:
            yield ChainLink(point=later.id, deed=deeds[later.move])
        if later.responds == "evades":
            yield ChainLink(point=later.id, deed="evaded")

    def _carry(self, later: Point) -> None:
        self.carried[later.id] = later
        self.line.add(later.id)

    def follow_theirs(self, later: Point) -> Iterator[ChainLink]:
        """What a later point of the other side does to it, or to what carries it on."""
        lost = later.id in self.given_up
        if later.id in self.direct:
            yield self._tell_answer(later, lost=lost)
        elif later.move == "pass" or lost or not (met := self._list_met_there(later)):
            return
        elif later.move in GRANTING:
            granted: Deed = "conceded there" if later.move == "concede" else "granted there in part"
            yield ChainLink(point=later.id, deed=granted, meets=tuple(met))
        elif later.move == "weigh":
            yield ChainLink(point=later.id, deed="weighed there", meets=tuple(met))
        else:
            self.replies[later.id] = later
            deed: Deed = "answered there in part" if all(met.values()) else "answered there"
            yield ChainLink(point=later.id, deed=deed, meets=tuple(met))

    def _tell_answer(self, later: Point, *, lost: bool) -> ChainLink:
        """What the other side did with the point itself."""
        if later.move in _BY_MOVE:
            disputed = later.move == "grant" and bool(self.names & {*later.rest_disputed})
            return ChainLink(point=later.id, deed="rest disputed" if disputed else _BY_MOVE[later.move])
        if not lost:
            self.replies[later.id] = later
            self.answered = True
        part = meets_in_part(later, self.point.id, self.names)
        return ChainLink(point=later.id, deed="answered in part" if part else "answered", given_up=lost)

    def _list_met_there(self, later: Point) -> dict[str, bool]:
        """What carries the point on and is answered by this, each with whether in part alone.

        Where that met several answers, it is answered here only by what speaks for one that was given to this point.
        """
        met: dict[str, bool] = {}
        for name, carrying in self.carried.items():
            names = list_names(self.turns, name) | list_resting(self.turns, name)
            if later not in list_answers(self.turns, name):
                continue
            here = {*carrying.answers} & self.replies.keys()
            if not here or speaks_for(self.turns, later, carrying, {*self.replies}):
                met[name] = meets_in_part(later, name, names)
        return met


def _tell_beginning(point: Point) -> str:
    """What a point says in a line: its claim, else its beginning."""
    return point.claim or shorten(point.headline, _BEGINNING, placeholder=" …")


def list_rows(turns: Sequence[SpeechTurn]) -> dict[str, tuple[str, ...]]:
    """Every point that opens a line of its own, with all that follows on it, in the order of the turns.

    A point stands with what it answers, else with what it takes up again; with each of them, where it answers several.
    What follows on a point of several lines stands in the one that it takes up, else in all of them.
    """
    rows: dict[str, list[str]] = {}
    lines: dict[str, tuple[str, ...]] = {}
    testimony = list_testimony(turns)
    for point in (one for turn in turns for one in turn.points):
        answered = [name for name in point.answers if name in lines and point.id not in testimony]
        before = answered or [name for name in (point.extends,) if name in lines]
        taken_up = {line for name in list_taken_up(turns, point) for line in lines.get(name, ())}
        found: dict[str, None] = {}
        for name in before:
            chosen = [line for line in lines[name] if line in taken_up]
            found |= dict.fromkeys(chosen or lines[name])
        lines[point.id] = tuple(found) or (point.id,)
        for line in lines[point.id]:
            rows.setdefault(line, []).append(point.id)
    return {line: tuple(names) for line, names in rows.items()}
