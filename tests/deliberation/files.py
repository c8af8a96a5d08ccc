"""A fictional file about a mill, and seats that differ over it."""

from __future__ import annotations

from tests.deliberation.table import Table, make_corpus

from foam.model.facts import Facts, FactsModel
from foam.pack.loader import NEUTRAL
from foam.perspective.node import Perspective

LEAKS, FLOODS = "The roof of the mill leaks over the stairs.", "The mill stood in water twice last year."
OLD, SCHOOL = "The mill is the oldest house of the town.", "The school shows the mill wheel to every class."
MENDED = "The roof of the mill was mended and is dry."
NOISE = "The baker of the town sells rye bread."
PAPERS = ((LEAKS, FLOODS), (OLD, SCHOOL), (MENDED,), (NOISE,))
MILL = Facts.model_validate(
    {
        "question": "Should the town keep the mill?",
        "writes": True,
        "seats": {"I guard what is old": "for", "I count what people risk": "against", "I teach": "for"},
        "sentences": [
            {"text": LEAKS, "side": "against", "value": "welfare", "contradicts": [MENDED]},
            {"text": FLOODS, "side": "against", "value": "welfare"},
            {"text": OLD, "side": "for", "value": "reliability"},
            {"text": SCHOOL, "side": "for", "value": "fairness"},
            {"text": MENDED, "side": "for", "value": "welfare", "is_so": False},
        ],
    }
)
KEEP, SELL = "The town should keep the mill.", "The town should sell the mill."
OPEN = MILL.model_copy(
    update={
        "question": "What should the town do with the mill?",
        "seats": {"I guard what is old": KEEP, "I count what people risk": SELL, "I teach": KEEP},
        "sentences": tuple(
            one.model_copy(
                update={"side": "neither", "options": {KEEP if one.side == "for" else SELL: "for"}},
            )
            for one in MILL.sentences
        ),
    }
)


def sit(model: FactsModel | None = None) -> Table:
    """A table over the papers of the mill."""
    table = Table(model or FactsModel(MILL), pack=NEUTRAL)
    table.corpus = make_corpus(*PAPERS)
    return table


def mill_seats(table: Table) -> tuple[Perspective, ...]:
    """Who guards, who fears and who teaches."""
    return (
        seat("guard", "guardian", "I guard what is old.", reliability=0.7, welfare=0.3),
        seat("warden", "warden", "I count what people risk.", welfare=0.8, reliability=0.2),
        seat("teacher", "teacher", "I teach.", fairness=0.6, reliability=0.3, welfare=0.1),
    )


def seat(name: str, role: str, says: str, **weights: float) -> Perspective:
    return Perspective(id=name, role=role, description=says, weighting=weights)
