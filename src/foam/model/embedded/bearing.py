"""Does a text speak for a statement, against it, or neither? What the judge says, and where it must not be believed.

The judge reads tone and echoes. A text that names nothing of what the statement speaks of does not bear on it, and a
judge that says the same of the text and of its denial did not read it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from foam.model.embedded.senses import Senses
from foam.model.question import Answer, Label, Labelled
from foam_quotes.text.stem import list_stems
from foam_quotes.text.words import is_negation, split_words

if TYPE_CHECKING:
    from foam.model.judge import Weighed

_BY_WORDS = 0.55
"""Confidence in what words alone gave."""
_CLEAR = 0.5
"""A text speaks for or against a statement if that is at least this likely; otherwise it is unclear, or neither."""
_OUTSIDE = 0.6
"""It does neither if that is at least this likely."""


def label_support(question: Label, senses: Senses) -> Answer:
    """For, against, a condition, neither, or unclear: what is likely enough to be said at all."""
    if why := _find_no_bearing(question.text, question.statement):
        return Answer(reply=Labelled(label="neither"), method=why, confidence=_BY_WORDS)
    (found,) = senses.judge.weigh([(question.text, question.statement)])
    likely = _name_shares(found)
    best = max(likely, key=lambda name: likely[name])
    clear = likely[best] >= (_OUTSIDE if best == "neither" else _CLEAR)
    deaf = best != "neither" and _says_same_of_denial(senses, question, best)
    return Answer(
        reply=Labelled(label=best if clear and not deaf else "unclear"),
        method=f"the judge {senses.judge.name}",
        confidence=round(min(1.0, likely[best]), 2),
        detail={name: round(share, 3) for name, share in likely.items()},
    )


def _find_no_bearing(text: str, statement: str) -> str:
    """Why the text cannot bear on the statement, by its words alone; empty when it may."""
    if list_stems(statement).isdisjoint(list_stems(text)):
        return "it names nothing of the matter"
    return ""


def _says_same_of_denial(senses: Senses, question: Label, said: str) -> bool:
    """Whether the judge takes the contrary of the text to speak the same way.

    A text that denies something already is not denied once more: few judges read that, and few writers write it.
    """
    if any(map(is_negation, split_words(question.text))):
        return False
    denied = f"It is not the case that {question.text[:1].lower()}{question.text[1:]}"
    (found,) = senses.judge.weigh([(denied, question.statement)])
    return _name_shares(found)[said] >= _CLEAR


def _name_shares(found: Weighed) -> dict[str, float]:
    return {"for": found.supports, "against": found.contradicts, "neither": found.neither}
