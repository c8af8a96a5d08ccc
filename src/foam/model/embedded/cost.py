"""Does a text say what the proposal would cost, harm or put at risk? By a few signs in its words.

The small judge hears that the text speaks of the proposal and takes it for agreement. A cost of what is proposed never
speaks for it, so such a reading is not believed. Nothing is read as speaking against it by these signs alone.
"""

from __future__ import annotations

import re

from foam.argument.motion import list_subjects
from foam.text.stem import stem
from foam.text.words import is_negation, split_letters

_OBLIGATION = frozenset(("should", "must", "ought", "shall"))
_BRINGING_WORDS = """
adopt allow approve build buy construct continue create deploy develop enact encourage enlarge erect establish expand
extend finance fund give grant guarantee impose implement increase install introduce invest keep launch legalise
legalize licence license maintain make mandate offer open pay permit promote provide raise require run start subsidise
subsidize support use
"""
_BRINGING = frozenset(stem(word) for word in _BRINGING_WORDS.split())
"""What brings something about or keeps it: a cost of that is one of the proposal. A cost of what is to be banned is
none of the ban."""
_COSTS = re.compile(
    r"\b(?:(?:would|will|could|may|might|can) (?:(?:also|even|still|likely|probably|seriously) )?(?:cost|harm|hurt|"
    r"damage|endanger|threaten|jeopardi[sz]e|risk|worsen|destroy|burden|bankrupt|waste|lose|drain|strain)|"
    r"costs?|harms|hurts|damages|endangers|threatens|jeopardi[sz]es|worsens|destroys|burdens|wastes|loses|lost|drains|"
    r"(?:is|are|was|were|be) (?:too |very |more |so |extremely )?(?:costly|expensive|harmful|dangerous|risky|wasteful|"
    r"unaffordable))\b",
    re.IGNORECASE,
)
_LEADS_TO = re.compile(
    r"\b(?:causes?|leads? to|results? in|means?|creates?|exposes?|increases?|raises?|poses?|carr(?:y|ies))\b"
    r"(?: (?!and\b)[^\s.;]+){0,8}? (?:costs?|loss(?:es)?|harms?|damages?|risks?|dangers?|debts?|deficits?|burdens?|"
    r"expenses?|hardship|injur(?:y|ies)|deaths?|accidents?|pollution|unemployment|poverty|waste|suffering)\b",
    re.IGNORECASE,
)
_SPARED = re.compile(
    r"\b(?:reduc\w*|cuts?|cutting|lower\w*|sav(?:e|es|ed|ing|ings)|prevent\w*|avoid\w*|less|fewer|no|not|never|without|"
    r"decreas\w*|ends?|stop\w*|protect\w*|against|despite|mitigat\w*|minimi[sz]\w*|eliminat\w*|remov\w*|only|little|"
    r"offset\w*|outweigh\w*|nothing|hardly|cannot|benefit\w*|instead|rather|than|alternative\w*|already|lack|if|unless|"
    r"but|because|should|must|ought)\b|n[’']t\b",
    re.IGNORECASE,
)
"""Words by which the cost may be spared, set off, somebody else's or part of a longer argument."""
_SUBJECT = 12
"""The most words before the cost that are still what it is a cost of."""


def states_cost_of(text: str, statement: str) -> bool:
    """Whether the text says what doing as the statement, or its denial, speaks of would cost."""
    action = _read_action(statement)
    found = _COSTS.search(text) or _LEADS_TO.search(text)
    if not action or found is None or _SPARED.search(text):
        return False
    before = split_letters(text[: found.start()])
    named = {stem(word.lower()) for word in before}
    is_named = not named.isdisjoint(list_subjects(statement)) and len(before) <= _SUBJECT
    return is_named and (action in _BRINGING or action in named)


def is_denied(statement: str) -> bool:
    """Whether the statement says that it should not be done."""
    return any(map(is_negation, split_letters(statement)))


def _read_action(statement: str) -> str:
    """The stem of what a statement says should be done; empty for a statement of what is."""
    words = [word.lower() for word in split_letters(statement)]
    at = next((place for place, word in enumerate(words) if word in _OBLIGATION), len(words))
    return next((stem(word) for word in words[at + 1 :] if word not in ("be", "to") and not is_negation(word)), "")
