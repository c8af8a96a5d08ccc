"""Our own labels for the shipped English debates: one person's reading, who also wrote the texts; no expert's.

They show how the alignment is measured and how far apart annotators are, not how good anybody is.
"""

from __future__ import annotations

from foam.debate.memory.values import Exemplar
from foam.judging.debates.alignment import Expert

_LABELS: dict[str, tuple[str, ...]] = {
    "Museums should be free for everyone.": (
        "example excellent, causal good, positive_consequence good, value_based good",
        "expert_opinion excellent, negative_consequence good, example general, causal general, value_based general",
        "analogy good, positive_consequence good, example good, causal general",
        "negative_consequence good, value_based general, positive_consequence general, analogy poor",
    ),
    "The city should ban private cars from its centre.": (
        "causal excellent, expert_opinion good, negative_consequence good, value_based general",
        "negative_consequence excellent, example good, value_based good, expert_opinion general",
        "example good, causal good, analogy good",
        "example good, expert_opinion good, positive_consequence general, value_based general",
    ),
    "Primary schools should abolish homework.": (
        "negative_consequence excellent, expert_opinion good, value_based good, causal general",
        "analogy good, causal good, example general",
        "example good, positive_consequence good, value_based good",
        "negative_consequence good, value_based poor",
    ),
}


def labelled(kept: tuple[Exemplar, ...]) -> tuple[Expert, ...]:
    """The labels as an expert's annotations of these utterances."""
    return tuple(
        Expert.model_validate(
            {"text": one.text, "schemes": dict(pair.split() for pair in _LABELS[one.motion][one.turn].split(", "))}
        )
        for one in kept
        if one.motion in _LABELS
    )
