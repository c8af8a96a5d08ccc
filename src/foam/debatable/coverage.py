"""Which views does an answer miss? Named, with the sentences that speak for them. And as challenges to an answer.

A view counts as covered when a sentence of the answer makes its point, by the judge, and does not speak against it: a
sentence on the same matter for the other side covers nothing. The threshold was set on 24 claims of Perspectrum, whose
perspectives come with paraphrases; `docs/debatable.md` has the figures on others. Whether a view is true is not asked.
Knows nothing of how challenges are settled.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from foam.contest.challenge import Challenge
from foam.contest.kinds.left_out import LeftOut
from foam.debatable.item import GivenAnswer, PartialAnswer
from foam.deliberation.answer.answer import Answer
from foam.errors import NotRecorded
from foam.model.port import WeighingJudge
from foam.text.english import unreadable
from foam.values import Value
from foam_quotes.text.pointer import Pointer
from foam_quotes.text.segment import split_sentences

if TYPE_CHECKING:
    from foam.model.judge import Weighed

VERSION = "1"
"""Counts up when the same answer may cover other views."""
COVERED = 0.3
"""The chance of making a view's point, and not speaking against it, from which on a sentence covers the view."""


class ViewCoverage(Value):
    """How far one view is covered."""

    point_of_view: str
    likely: float
    """The chance that a sentence of the answer makes this point and does not speak against it."""
    covered: bool
    evidence: tuple[Pointer, ...] = ()
    """The sentences that speak for the view."""


class Coverage(Value):
    """Which views one answer covers."""

    views: tuple[ViewCoverage, ...]

    @property
    def missing(self) -> tuple[ViewCoverage, ...]:
        return tuple(view for view in self.views if not view.covered)

    @property
    def covered(self) -> int:
        return sum(view.covered for view in self.views)


def measure_coverage(given: GivenAnswer, judge: WeighingJudge) -> Coverage:
    """Hold every sentence of the answer against every view."""
    return cover_views(given.partial_answers, rate_views(given.answer, given.partial_answers, judge))


def cover_views(partials: Sequence[PartialAnswer], likely: Sequence[float]) -> Coverage:
    """The same from chances that were worked out already."""
    return Coverage(
        views=tuple(
            ViewCoverage(
                point_of_view=partial.point_of_view,
                likely=chance,
                covered=chance >= COVERED,
                evidence=partial.pointers,
            )
            for partial, chance in zip(partials, likely, strict=True)
        )
    )


def rate_views(answer: str, partials: Sequence[PartialAnswer], judge: WeighingJudge) -> list[float]:
    """For each view the chance that some sentence makes its point; 0 where it can read none."""
    said = [span.of(answer).strip() for span in split_sentences(answer)]
    return [_rate(view, said, judge) for view in (partial.point_of_view for partial in partials)]


def _rate(view: str, said: Sequence[str], judge: WeighingJudge) -> float:
    pairs = [(text, view) for text in said if not unreadable(text, view)]
    chances = dict(zip(pairs, judge.same_point(pairs), strict=True))
    close = [pair for pair, chance in chances.items() if chance >= COVERED]
    for pair, weighed in zip(close, judge.weigh(close), strict=True):
        chances[pair] *= 1 - weighed.contradicts
    return round(max(chances.values(), default=0.0), 4)


class RecordedJudge:
    """Stands in for the judge of a replayed run."""

    def __init__(self, name: str) -> None:
        self.name = name

    def weigh(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Weighed]:
        raise NotRecorded(f"the record does not hold what {self.name} made of this answer")

    def same_point(self, pairs: Sequence[tuple[str, str]]) -> Sequence[float]:
        raise NotRecorded(f"the record does not hold what {self.name} made of this answer")


def challenge_missing(found: Coverage, answer: Answer) -> tuple[Challenge, ...]:
    """A challenge to the answer for each view it misses: the tree has no place for what speaks for it."""
    return tuple(_challenge(view, answer.tree.root.id) for view in found.missing) if answer.tree else ()


def _challenge(view: ViewCoverage, root: str) -> Challenge:
    return Challenge(
        node=root,
        ground=LeftOut(at=tuple(map(str, view.evidence))),
        because=f"Nobody speaks for this view: {view.point_of_view}",
        challenger="coverage check",
    )
