"""Which views does an answer miss? Named, with the sentences that speak for them. And as challenges to a dossier.

A view counts as covered when the answer makes it easier to recover than the bare question does, and a sentence of the
answer is near to it: two signals, added. They see wording and gist, not truth. Weight and threshold were set on 24
claims of Perspectrum, whose perspectives come with paraphrases; `docs/debatable.md` has the figures on others. Knows
nothing of how challenges are settled.
"""

from __future__ import annotations

from collections.abc import Sequence

from foam.contest.challenge import Challenge, MissingPerspective
from foam.debatable.diversity import DiversityScore, Measure, perspective_diversity
from foam.debatable.item import GivenAnswer, PartialAnswer
from foam.debatable.reader import Reader
from foam.deliberation.dossier import Dossier, PerspectiveNode
from foam.model.port import Embedder
from foam.perspective.node import Perspective
from foam.text.pointer import Pointer
from foam.text.segment import split_sentences
from foam.values import Value, digest

_NEAR_WEIGHT = 2.0
"""What a cosine of 1 is worth, in nats a token."""
COVERED = 1.7
"""The sum of both signals from which on a view counts as covered."""

_WHOLE = "frame"
"""The part of a dossier that says who sits at the table."""


class ViewCoverage(Value):
    """How far one view is covered."""

    point_of_view: str
    gain: float
    """Nats a token that the answer gains over the bare question."""
    nearness: float
    """Cosine of the view to the nearest sentence of the answer."""
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


def measure_coverage(given: GivenAnswer, reader: Reader, embedder: Embedder, *, chat: bool = True) -> Coverage:
    """Measure the answer and the bare question, and compare view by view."""
    measure = Measure(chat=chat, overlong="window")
    bare = perspective_diversity(given.question, given.partial_answers, reader, measure)
    told = perspective_diversity(given.answer, given.partial_answers, reader, measure)
    return covered_views(given.partial_answers, bare, told, nearness(given.answer, given.partial_answers, embedder))


def covered_views(
    partials: Sequence[PartialAnswer], bare: DiversityScore, told: DiversityScore, near: Sequence[float]
) -> Coverage:
    """The same from measurements that were already made."""
    gains = [
        (after.log_probability - before.log_probability) / max(1, after.tokens)
        for before, after in zip(bare.partial_answers, told.partial_answers, strict=True)
    ]
    found = zip(partials, gains, near, strict=True)
    return Coverage(views=tuple(_view(partial, gain, cosine) for partial, gain, cosine in found))


def nearness(answer: str, partials: Sequence[PartialAnswer], embedder: Embedder) -> list[float]:
    """The cosine of each point of view to the nearest sentence of the answer."""
    said = [text for span in split_sentences(answer) if (text := span.of(answer).strip())] or [""]
    rows = embedder.embed([*said, *(partial.point_of_view for partial in partials)])
    cosines = rows[len(said) :] @ rows[: len(said)].T
    return [round(float(row.max()), 4) for row in cosines]


def _view(partial: PartialAnswer, gain: float, near: float) -> ViewCoverage:
    return ViewCoverage(
        point_of_view=partial.point_of_view,
        gain=round(gain, 4),
        nearness=near,
        covered=gain + _NEAR_WEIGHT * near >= COVERED,
        evidence=partial.pointers,
    )


def challenge_missing(found: Coverage, dossier: Dossier, *, role: str = "advocate") -> tuple[Challenge, ...]:
    """A challenge to the dossier for each view it misses: somebody who holds it was not heard.

    What the newcomer weighs is not known, so every value of the table counts alike for them until somebody says more.
    """
    values = {
        value for node in dossier.nodes if isinstance(node, PerspectiveNode) for value in node.perspective.weighting
    }
    weighting = dict.fromkeys(sorted(values), 1.0)
    return tuple(_challenge(view, role, weighting) for view in found.missing)


def _challenge(view: ViewCoverage, role: str, weighting: dict[str, float]) -> Challenge:
    seat = Perspective(
        id=f"view-{digest(view.point_of_view)[3:11]}", role=role, description=view.point_of_view, weighting=weighting
    )
    return Challenge(
        node=_WHOLE,
        ground=MissingPerspective(perspective=seat),
        because=f"Nobody at the table speaks for this view: {view.point_of_view}",
        challenger="coverage check",
        brought=tuple(dict.fromkeys(pointer.document for pointer in view.evidence)),
    )
