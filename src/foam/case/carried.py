"""The words of parts that carry on or combine what was said: put together by code from what the speeches said."""

from __future__ import annotations

import re
from collections.abc import Sequence

from foam.argument.flow import Argument
from foam.argument.round import Spoken
from foam_quotes.text.words import is_negation, split_words

_SENTENCE = re.compile(r"(?<=[.!?]) +")
_CONCEDED = "They never answered it, so it is conceded."
_BOTH = "Both can be done at once, so it is no reason to reject the plan."
_ELSEWHERE = "do the plan and, in every other instance, the alternative"
_LOSES_NOTHING = "Nothing in the plan keeps anybody from thinking so, so it is no reason to reject it."
_TOO_WEAK = (
    "If refusing works, it works in every other instance, and one plan does not undo it. If one plan undoes it, it is "
    "too weak to be a reason against that plan."
)


def list_steps(about: Spoken, dealt: Argument) -> list[Argument]:
    """The step of an argument that stands with one of them: the nearest before it with evidence, else after it."""
    at = about.arguments.index(dealt)
    resting = [one for one in about.arguments if one.evidence]
    before = [one for one in about.arguments[:at] if one in resting]
    after = [one for one in about.arguments[at + 1 :] if one in resting]
    return before[-1:] or after[:1]


def describe_steps(steps: Sequence[Argument]) -> str:
    """The steps that an extension says again, as they were said."""
    return f" It rests on this: {_join(steps)}." if steps else ""


def describe_standing(against: Sequence[Argument]) -> str:
    """Whether what is carried on was answered, and by whom."""
    if not against:
        return _CONCEDED
    authors = dict.fromkeys(one.cite for one in against if one.cite)
    return f"They answered with {' and '.join(authors)}." if authors else "They answered without evidence."


def describe_left(against: Sequence[Argument], carried: Sequence[Argument]) -> str:
    """What the other side said against what is carried on, in their words, and what of it they leave as it is."""
    if not against:
        return _CONCEDED
    struck = {one.answers for one in against}
    left = [one for one in carried if one.id not in struck]
    said = f"They say: {_join(against[:1])}."
    return f"{said} They do not answer this: {_join(left[:1])}." if left and len(left) < len(carried) else said


def list_actions(text: str) -> list[str]:
    """What a counterplan says to do: its sentences without a negation."""
    told = [one.strip() for one in _SENTENCE.split(text) if one.strip(" .")]
    return [one for one in told if not any(map(is_negation, split_words(one)))]


def describe_combining(syllogism: str, text: str) -> dict[str, str]:
    """How a plan goes together with a counterplan or an alternative, in the words of the latter: `combining`, the kind
    of permutation; `way` and `beside`, how it is said; `action`, what is done beside the plan; `loses`, why nothing is
    lost by that.

    What a counterplan says to do is done beside the plan. The alternative of a kritik, which may refuse the plan, is
    done in every other instance.
    """
    if syllogism != "kritik" and (acting := list_actions(text)):
        how = {"combining": "do_both", "way": "do both", "beside": "Beside it", "loses": _LOSES_NOTHING}
        return {**how, "action": " ".join(acting).rstrip(".")}
    how = {"combining": "partial", "way": _ELSEWHERE, "beside": "In every other instance", "loses": _TOO_WEAK}
    return {**how, "action": text.rstrip(".")}


def describe_both(competing: str, benefit: str) -> str:
    """Why plan and counterplan may both be done; where the other side says why not, what takes that reason away."""
    if not competing:
        return _BOTH
    return (
        f"They say: {competing.rstrip('.')}. What we answer to {benefit} takes that reason away, so both can be done."
    )


def _join(arguments: Sequence[Argument]) -> str:
    return "; ".join(one.text.rstrip(".") for one in arguments)
