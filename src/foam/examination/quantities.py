"""How many, and how much: what a rule asks for in numbers, and what the file says of the same thing."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

from foam.evidence.search.words import stem_words
from foam.examination.amounts import Amount, read_outline, show
from foam.examination.wording import list_topics

Comparison: TypeAlias = Literal["at least", "more than", "at most", "less than"]

_WORDS: tuple[tuple[Comparison, str], ...] = (
    (
        "at most",
        r"not more than|no more than|at most|up to|(?:not|never) exceed(?:s|ing)?|not (?:be )?longer than|"
        r"no longer than|not above",
    ),
    ("at least", r"at least|no fewer than|not less than|no less than|not fewer than|a minimum of|not below"),
    ("more than", r"more than|over|exceed(?:s|ing)?|above|longer than|greater than|higher than"),
    ("less than", r"less than|fewer than|under|below|shorter than|lower than"),
)
_ASKED = tuple(
    (name, re.compile(rf"\b(?:{words})(?: the| an?)? <(\d+)%?>(?P<after>[^<>]{{0,60}})", re.IGNORECASE))
    for name, words in _WORDS
)
_OR_MORE = re.compile(
    r"<(\d+)>(?P<after>(?: [a-z]+){0,3}) or (?P<which>more|above|over|higher|better|fewer|less|below|under|lower)\b",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"\b(?:does|do|did|is|are|was|were|has|have|had|must|shall|may|can|will|should)(?: not|n['’]t)\b[^<>,;]{0,50}$",
    re.IGNORECASE,
)
_TURNED: dict[Comparison, Comparison] = {
    "at least": "less than",
    "more than": "at most",
    "at most": "more than",
    "less than": "at least",
}
"""What a comparison becomes where its verb is denied: `does not rise more than`."""
_MOST = frozenset({"fewer", "less", "below", "under", "lower"})
_NOUN_BEFORE = re.compile(r"\b(?P<noun>[a-z]+(?: [a-z]+)?) of (?:at least |more than |less than )?$", re.IGNORECASE)
"""What a figure without a word after it is of: `an average mark of 65`."""
_TESTS: dict[Comparison, Callable[[Fraction, Fraction], bool]] = {
    "at least": operator.ge,
    "more than": operator.gt,
    "at most": operator.le,
    "less than": operator.lt,
}
_NOUN = re.compile(r"\s*((?:[a-z'’-]+ ?){1,4})", re.IGNORECASE)
_STOPS = re.compile(
    r"\b(?:in|on|at|of|for|and|or|from|to|by|with|within|per|a|the|this|which|that|was|were|is|are|has|have|had|since|"
    r"during|before|after|not)\b",
    re.IGNORECASE,
)
_TIMES = frozenset(stem_words("day week month year hour minute"))
_TIME_WORDS = _TIMES | frozenset(stem_words("school working business calendar"))
_LIMIT = re.compile(r"\b(?:limit|maximum|minimum|threshold|ceiling|cap|allows?)\b", re.IGNORECASE)
"""Words that make a figure the rule's own, and not that of the case."""
_APART = re.compile(
    r"(?: [a-z]+){0,2} (?:too (?:many|few|much|little|long|short|late|early)|(?:more|less|fewer) than|short of|"
    r"(?:over|above|below|under) the)\b",
    re.IGNORECASE,
)
"""What makes of a figure a difference: `two nights too many`."""
_PIECES = re.compile(r"(?<=[a-z]{2}[.;]) (?=[A-Z])")
_ROOT = 5
"""Letters that two words of one root share."""
_MONEY_NAMED = frozenset({"crown", "mark", "euro", "pound", "dollar", "franc", "shilling", "florin", "krone"})


class Asked(NamedTuple):
    """A number that a rule asks for: how it compares, of what, and what it is about."""

    comparison: Comparison
    amount: Amount
    noun: frozenset[str]
    """Stems of what is counted: `written warnings`."""
    about: frozenset[str]
    """Stems of what the rest of the condition speaks of."""

    def is_met(self, value: Fraction) -> bool:
        return _TESTS[self.comparison](value, self.amount.value)

    @property
    def shown(self) -> str:
        return f"{self.comparison} {show(self.amount.value, self.amount.unit)}"


def read_asked(text: str) -> Asked | None:
    """The number that a condition asks for; None where it asks for none, or for several."""
    outline = read_outline(text)
    found: list[tuple[Comparison, str, str]] = []
    taken: set[str] = set()
    for name, pattern in _ASKED:
        for match in pattern.finditer(outline.text):
            if match[1] not in taken:
                taken.add(match[1])
                is_denied = _DENIED.search(outline.text[: match.start()]) is not None
                found.append((_TURNED[name] if is_denied else name, match[1], match["after"]))
    for match in _OR_MORE.finditer(outline.text):
        if match[1] not in taken:
            found.append(("at most" if match["which"].lower() in _MOST else "at least", match[1], match["after"]))
    if len(found) != 1:
        return None
    comparison, number, after = found[0]
    amount = outline.amounts[int(number)]
    noun = _read_noun(after) or _read_noun_before(outline.text, number)
    rest = outline.text if amount.is_share else outline.text.replace(after or " ", " ")
    about = list_counted(re.sub(r"<\d+%?>|¤", " ", rest)) - noun
    return Asked(comparison, amount, noun, about)


def find_said(asked: Asked, sentence: str) -> Iterator[Fraction]:
    """Each number in a sentence that is of what was asked for."""
    for piece in _PIECES.split(sentence):
        yield from _find_in_piece(asked, piece)


def _find_in_piece(asked: Asked, sentence: str) -> Iterator[Fraction]:
    outline = read_outline(sentence)
    topics = list_counted(sentence)
    for place, amount in enumerate(outline.amounts):
        is_limit = amount.value == asked.amount.value and _LIMIT.search(sentence)
        if amount.is_share != asked.amount.is_share or amount.bound or is_limit:
            continue
        after = outline.text.split(f"<{place}>", 1)[-1] if not amount.is_share else ""
        if _APART.match(after):
            continue
        noun = _read_noun(after) or _read_noun_before(outline.text, str(place))
        is_money = bool(asked.amount.currency or (asked.noun and asked.noun <= _MONEY_NAMED))
        if is_money:
            shared = asked.about & topics
            if len(shared) >= max(2, (len(asked.about) + 1) // 2) and (amount.currency or noun & _MONEY_NAMED):
                yield amount.value
        elif amount.is_share:
            shared = asked.about & topics
            if shared and len(shared) * 2 >= len(asked.about):
                yield amount.value
        elif _is_same(asked.noun, noun) and (not noun <= _TIME_WORDS or share_root(asked.about, topics)):
            yield amount.value


def list_counted(text: str) -> frozenset[str]:
    """What a text is about, with the times that it counts in: `monthly income`, `school days`."""
    return list_topics(text) | (_TIMES & frozenset(stem_words(text)))


def share_root(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two texts have a word of the same root: `exclusion` and `exclude`."""
    return any(word[:_ROOT] == beside[:_ROOT] for word in one for beside in other)


def _is_same(asked: frozenset[str], noun: frozenset[str]) -> bool:
    """Whether two figures count the same thing: `warnings` are counted where `written warnings` are asked for."""
    return bool(asked & noun) and (asked <= noun or noun <= asked)


def _read_noun(after: str) -> frozenset[str]:
    """What a figure counts: the words after it, up to the next small word."""
    match = _NOUN.match(_STOPS.split(after, maxsplit=1)[0])
    return list_counted(match[1]) if match else frozenset()


def _read_noun_before(text: str, number: str) -> frozenset[str]:
    found = _NOUN_BEFORE.search(text.split(f"<{number}>", 1)[0])
    return list_counted(found["noun"]) if found else frozenset()
