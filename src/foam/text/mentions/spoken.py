"""Numbers that are how people speak, and counts of what a source names."""

from __future__ import annotations

import re
from fractions import Fraction

from foam.text.mentions.held import Held
from foam.text.mentions.numbers import Figure

_OWN_POINTS = """reasons points things ways sides grounds questions claims arguments steps options problems parts facts
sources sentences documents objections answers conditions figures considerations issues concerns positions readings
premises views aspects respects requirements tests counts examples cases kinds sorts types causes effects costs"""
_OWN = re.compile(rf" (?:\w+ )?(?:{'|'.join(_OWN_POINTS.split())})\b", re.IGNORECASE)
_OF_OURS = re.compile(
    r" of (?:their|your|our|my|his|her) (?:own )?(?:answers|arguments|claims|concessions|grounds|objections|points|"
    r"questions|reasons|replies)\b",
    re.IGNORECASE,
)
"""What is said in the debate itself, and may be counted there."""
_OWN_ONE = re.compile(rf",? (?:\w+,? ){{0,2}}(?:{'|'.join(one[:-1] for one in _OWN_POINTS.split())})\b", re.IGNORECASE)
_NAMED = re.compile(
    r" (?:[a-z]+ )?(?:aims|alternatives|approaches|categories|choices|classes|courses|forms|goals|groups|means|"
    r"measures|methods|models|paths|policies|proposals|remedies|routes|systems|tools)\b",
    re.IGNORECASE,
)
"""Words for whatever a source names side by side."""
_IDIOM = re.compile(
    r" (?:the|a|of the) (?:answer|battle|matter|picture|problem|story|truth|way)\b|"
    r" (?:of )?(?:their|your|our|my|his|her|this|that|the other side's) (?:own )?"
    r"(?:answers?|arguments?|case|objections?|plan|points?|proposal|reasons?|reply|speech)\b|"
    r" of what (?:\w+ ){1,3}(?:argue[sd]?|brought for|claim(?:s|ed)?|has to show|must show|promise[sd]?|prove[sd]?|"
    r"sa(?:ys?|id)|set out to|shows?)\b",
    re.IGNORECASE,
)
"""What half of is no share of anything counted: the truth, or what is said in the debate itself."""
_BYSTANDER = re.compile(
    r"[ -](?:country|countries|part(?:y|ies)|persons?|sectors?|states?|nations?|world)\b", re.IGNORECASE
)
"""What `third` makes another one besides two: `a third country`."""
_BORNE_NAMES = re.compile(
    r" (?:\w+ )?(?:armies|artists|authors|candidates|churches|cities|companies|councils|countries|courts|firms|"
    r"governments|islands|judges|leaders|men|ministers|nations|neighbours|organisations|organizations|parties|people|"
    r"peoples|places|politicians|powers|presidents|provinces|regions|republics|rivals|sides|states|teams|towns|women|"
    r"writers)\b",
    re.IGNORECASE,
)
"""Words for those that names are borne by."""
_POINTED = re.compile(
    r"\b(?:the|these|those|all|both|other|between|last|first|next|our|my)(?: other)? $", re.IGNORECASE
)
_ALONE = re.compile(
    r" (?:of|on|in|to|at|by|from|with|without|as|but|because|when|while|if|than|that|which|who|whose|are|is|was|were|"
    r"do|does|did|have|has|had|can|cannot|could|may|might|must|should|would|will|not|never|both|still|also|often|"
    r"always|agree|disagree|differ|conflict|clash|together|alone|apart|alike|and(?! a half))\b|"
    r" [a-z]+(?:s|ed) (?:the|an?(?! (?:day|week|month|year|head|piece))|its|their|his|her|it|them|him|us|what|no)\b|"
    r"[.,;:?!)]|$"
)
"""What follows where no noun does: `the two agree`, `whoever confuses the two makes a mistake`."""
_HALF_SAID = re.compile(
    r" (?:true|right|wrong|told|said|heard|read|quoted|answered|explained|understood|remembered|forgotten|meant|"
    r"convinced|serious)\b",
    re.IGNORECASE,
)
"""What is half so without being measured."""
_ANOTHER = re.compile(
    r"\b(?:there (?:is|was|remains|exists|(?:may|might|must|can) be)|here is|we (?:have|see|offer|name|take|add)|"
    r"(?:comes?|leaves?|omits?|forgets?|hides?|misses|add|name))(?: (?:also|always|still|even|yet))? $",
    re.IGNORECASE,
)
_TWO = re.compile(r"\b(?:two|both|either|neither|second|another|other|one)\b", re.IGNORECASE)
"""What speaks of some before the next is told: `They offer you two ways. There is a third.`"""
_MORE_OF_IT = re.compile(
    r"[.,;:!?](?!\w)| (?:one|way|path|road|course|choice|alternative|possibility|and|that|which|they|we|you|here|"
    r"besides|too|is)\b"
)
_ORDINAL = re.compile(r"\b(?:a|an) \w+(?:th|ird)$", re.IGNORECASE)
"""Words that may be a part or a place in a row: `a third`."""
_LABEL = re.compile(r"(?:^|\n|[.;:] )\(?$")
_HALF = Fraction(1, 2)
_BYSTANDING = 3
_FEW = 5
"""Up to so many things one may point at again: `the two`, `all three`."""
_SMALL_COUNT = 12
_NEAR = 45
"""Characters on either side that say how a number is meant."""


def is_spoken(figure: Figure, text: str) -> bool:
    """Whether it is a way of speaking: `one`, `two reasons`, `the two`, `(1)`, `Third,`."""
    before, after = text[max(0, figure.span.start - _NEAR) : figure.span.start], text[figure.span.end :][:_NEAR]
    if _is_next(figure, text, before, after):
        return True
    if figure.spelt and figure.unit == "share" and _ORDINAL.match(figure.span.of(text)) and _OWN_ONE.match(after):
        return True
    if figure.unit == "ordinal":
        return figure.spelt and (
            figure.value <= 2
            or (figure.value == _BYSTANDING and _BYSTANDER.match(after) is not None)
            or re.match(r",|ly\b", after) is not None
            or _OWN_ONE.match(after) is not None
            or not before.strip()
            or before.rstrip()[-1:] in ".;:"
        )
    if figure.spelt and figure.value == _HALF and (_IDIOM.match(after) or _HALF_SAID.match(after)):
        return True
    if figure.unit or figure.currency or figure.value.denominator != 1:
        return False
    if figure.spelt and figure.value == 1:
        return True
    if figure.value <= 20 and _LABEL.search(before) and re.match(r"[.)] ", after):
        return True
    is_own = _OWN.match(after) is not None or (figure.spelt and _OF_OURS.match(after) is not None)
    return (figure.value <= _SMALL_COUNT and is_own) or (
        figure.spelt
        and 1 < figure.value <= _FEW
        and bool(_POINTED.search(before) and (before.endswith("other ") or _ALONE.match(after)))
    )


def _is_next(figure: Figure, text: str, before: str, after: str) -> bool:
    """Whether it is another one after some that were spoken of: `There is a third, and it is ours.`"""
    if not figure.spelt or not _ORDINAL.search(text, 0, figure.span.end) or not _MORE_OF_IT.match(after):
        return False
    lead = re.sub(r"\ban? $", "", before) if figure.unit == "ordinal" else before
    return bool(_ANOTHER.search(lead) and _TWO.search(text, 0, figure.span.start))


def is_named(figure: Figure, text: str, held: Held) -> bool:
    """Whether it counts, in a word, no more means, groups and the like than a source names.

    So does `the two countries` where a source has two names.
    """
    if not figure.spelt or figure.unit or figure.currency or figure.value.denominator != 1:
        return False
    if figure.value <= held.named and _NAMED.match(text, figure.span.end):
        return True
    pointed = _POINTED.search(text[max(0, figure.span.start - _NEAR) : figure.span.start])
    return bool(pointed and figure.value in held.names and _BORNE_NAMES.match(text, figure.span.end))
