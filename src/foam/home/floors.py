"""Calls of whoever speaks in a debate: what may be asked, how long a turn is, what was found of it, how it stands."""

from __future__ import annotations

from collections.abc import Sequence

from foam.debate.floor import Floor
from foam.debate.grid import FlowCell, make_cell
from foam.debate.points import track_points
from foam.debate.rounds.asking import AskableStatement, AskedPoint, list_askable, read_question
from foam.debate.rounds.hearing import foresee_marks
from foam.debate.rounds.length import SpeechLength, measure_turn
from foam.debate.values import SpeechTurn
from foam.debate.views import list_findings, list_stretches


class FloorCalls:
    """What a person's terminal or page shows beside their turn; nothing is recorded."""

    def askable(self, floor: Floor) -> tuple[AskableStatement, ...]:
        """The statements that a person may ask about in cross-examination."""
        return list_askable(floor)

    def read_question(self, floor: Floor, words: str) -> AskedPoint | None:
        """Which statement a person's question counts for, and whether that is open; None where there is none to ask."""
        return read_question(floor, words)

    def measure(self, floor: Floor, words: str) -> SpeechLength:
        """How long a person's turn would be, the cards that it reads included; nothing is recorded."""
        return measure_turn(floor, words)

    def foresee_marks(self, floor: Floor, words: str) -> tuple[str, ...]:
        """What code will mark in a person's speech, before it counts: figures and quotations without a source."""
        return foresee_marks(floor, words)

    def stretches(self, turn: SpeechTurn) -> tuple[tuple[str, str], ...]:
        """A turn's text from its first word to its last, each point under its id, the rest under none."""
        return list_stretches(turn)

    def findings(self, turn: SpeechTurn) -> tuple[str, ...]:
        """What whoever hears a turn is told of it, a line each: what was read and found of it, and what it binds to."""
        return list_findings(turn)

    def flow_so_far(self, turns: Sequence[SpeechTurn]) -> tuple[FlowCell, ...]:
        """Every point of a debate that goes on, in the order it was made, with what became of it so far."""
        return tuple(map(make_cell, track_points(turns)))
