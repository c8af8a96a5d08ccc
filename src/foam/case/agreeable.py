"""A model without opinions, for tests and benchmarks: it takes the first sentences and finds nothing to complain of."""

from __future__ import annotations

from foam.model.question import Choose, Chosen, Labelled
from foam.model.scripted import Call, Said

_JUDGEMENTS = ("alignment", "coherence")
_SENTENCES = 2


def agreeable(call: Call) -> Said | None:
    """A script for `ScriptedModel`: two sentences of every source, and no complaint; all else is left to the seed."""
    question = call.question
    if question.template in _JUDGEMENTS:
        return Labelled(label="agrees")
    if question.template == "sentences" and isinstance(question, Choose):
        return Chosen(ids=tuple(option.id for option in question.options[:_SENTENCES]))
    return None
