"""How a manner takes effect: on search, weighing, objections, answers and the telling. Pure functions.

| field of the manner       | takes effect in                         |
|---------------------------|-----------------------------------------|
| `seek`                    | `extend_query`, `arrange`               |
| `prefers`                 | `arrange`                               |
| `schemes`                 | `weigh_scheme`, `weigh_reason`          |
| `least`                   | `weigh_reason`                          |
| `adds`                    | `add_up`                                |
| `presses`                 | `order_questions`, `list_pressed`       |
| `targets`                 | `rank_target`                           |
| `answers`                 | `order_replies`                         |
| `parts`                   | `find_missing_parts`                    |
| `certainty`               | `hedge`                                 |
| `order`                   | `order_metrics`                         |
| `sorts`                   | `rank_reason`                           |
| `tells`                   | `order_parts`                           |

`stance`, `objections`, `grounds` and `wording` are read as they are.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from statistics import median
from typing import TypeVar, assert_never

from foam.argument.objection import find_objection_type
from foam.argument.scheme import CriticalQuestion, SchemeId
from foam.argument.toulmin import Qualifier, Toulmin
from foam.perspective.manner import CERTAINTY, Manner, Target, ToulminPart, Trait
from foam.perspective.node import Perspective
from foam.perspective.policy import EpistemicPolicy, Source
from foam.perspective.sources import group_source
from foam.values import Value
from foam_quotes.text.stem import stem
from foam_quotes.text.words import split_words

Item = TypeVar("Item")
Name = TypeVar("Name", bound=str)

MOST_SOUGHT = 12
"""Words that a search is extended by at most, so that what is asked stays what is searched for."""
PLAIN_WORDS, PLAIN_LETTERS = 20, 5.0
"""A plain sentence has at most so many words, of at most so many letters on average."""


class Standing(Value):
    """How a reason stands when it is chosen or told."""

    scheme: SchemeId
    value: str
    """The value it promotes."""
    strength: float
    """How strongly its grounds speak for its position, from 0 to 1."""
    grounds: int = 1
    """Sentences it rests on."""
    backers: int = 1
    examined: int = 0
    """Objections raised to it so far."""


def extend_query(manner: Manner, query: str) -> str:
    """The query with the words that the seat looks for."""
    said = _list_stems(query)
    new = [words for words in manner.seek if not said >= _list_stems(words)]
    return " ".join([query, *new[:MOST_SOUGHT]])


def arrange(items: Iterable[Item], manner: Manner, *, read: Callable[[Item], tuple[str, Source]]) -> list[Item]:
    """What was found, the preferred sources and sentences first; among equals the order stays.

    `read` gives the words of an item and its source. To let it decide more than the order, find more than is needed
    and keep the first.
    """
    found = [(item, *read(item)) for item in items]
    years = [source.year for _, _, source in found if source.year is not None]

    def rank(row: tuple[Item, str, Source]) -> tuple[int, bool]:
        _, text, source = row
        traits = {*group_source(source), *_read_traits(text), *_read_age(source, years)}
        if source.peer_reviewed:
            traits.add("peer_reviewed")
        first = next((n for n, trait in enumerate(manner.prefers) if trait in traits), len(manner.prefers))
        return first, not _has_sought(text, manner.seek)

    return [item for item, _, _ in sorted(found, key=rank)]


def weigh_scheme(manner: Manner, scheme: SchemeId) -> float:
    """The factor by which the seat weighs reasons of this form."""
    return manner.schemes.get(scheme, 1.0)


def weigh_reason(manner: Manner, *, scheme: SchemeId, strength: float) -> float:
    """What a reason of this form and strength counts for the seat, before its values; weak ones may count nothing."""
    return 0.0 if strength < manner.least else strength * weigh_scheme(manner, scheme)


def add_up(manner: Manner, weights: Iterable[float]) -> float:
    """What the reasons of one side come to for the seat."""
    held = sorted(weights)
    match manner.adds:
        case "sum":
            return math.fsum(held)
        case "strongest":
            return max(held, default=0.0)
        case "together":
            return math.fsum(math.sqrt(weight) for weight in held) ** 2
        case _:
            assert_never(manner.adds)


def order_questions(manner: Manner, questions: Iterable[CriticalQuestion]) -> list[CriticalQuestion]:
    """The critical questions, those that the seat presses first in front."""

    def rank(question: CriticalQuestion) -> int:
        names = {question.id, question.attacks, find_objection_type(question)}
        return next((n for n, press in enumerate(manner.presses) if press in names), len(manner.presses))

    return sorted(questions, key=rank)


def list_pressed(manner: Manner, questions: Iterable[CriticalQuestion]) -> list[CriticalQuestion]:
    """The critical questions that the seat declared it presses; none when it declared nothing that fits."""
    return [q for q in questions if {q.id, q.attacks, find_objection_type(q)} & {*manner.presses}]


def rank_target(manner: Manner, seat: Perspective, reason: Standing) -> tuple[float, ...]:
    """A sort key: the reason to object to first has the lowest. Without a declared target all have the same."""
    return tuple(_measure_target(target, seat, reason) for target in manner.targets)


def rank_reason(manner: Manner, seat: Perspective, reason: Standing) -> tuple[float | str, ...]:
    """A sort key: the reason to tell first has the lowest."""
    forms = [sort for sort in manner.sorts if sort not in ("strength", "value")]
    key: list[float | str] = []
    for sort in manner.sorts:
        if sort == "strength":
            key.append(-reason.strength)
        elif sort == "value":
            key += [-seat.weighting.get(reason.value, 0.0), reason.value]
        elif sort == forms[0]:
            key.append(forms.index(reason.scheme) if reason.scheme in forms else len(forms))
    return tuple(key)


def order_replies(manner: Manner, offered: Iterable[Name]) -> list[Name]:
    """The ways to answer an objection, in the order in which the seat considers them."""
    return _put_first(manner.answers, offered)


def order_metrics(manner: Manner, metrics: Iterable[Name]) -> list[Name]:
    """The metrics of the impact calculus, in the seat's order."""
    return _put_first(manner.order, metrics)


def order_parts(manner: Manner, parts: Iterable[Name]) -> list[Name]:
    """The parts of a claim, in the order in which the seat tells them."""
    return _put_first(manner.tells, parts)


def find_missing_parts(manner: Manner, argument: Toulmin) -> tuple[ToulminPart, ...]:
    """What a claim of the seat must spell out and does not."""
    return tuple(part for part in ("claim", "grounds", *manner.parts) if not getattr(argument, part))


_FIGURE = re.compile(r"\d")


def hedge(policy: EpistemicPolicy, manner: Manner, text: str, *, put: Qualifier = "certainly") -> Qualifier:
    """How certain a claim resting on this text is put, under the policy and the manner of its seat.

    It is no surer than whoever wrote the claim `put` it. `as_stated` leaves it so; `qualified` never goes beyond
    "probably"; `quantified` says "in some cases" of what has no figure. The manner caps it.
    """
    match policy.uncertainty:
        case "as_stated":
            allowed: Qualifier = "certainly"
        case "qualified":
            allowed = "probably"
        case "quantified":
            allowed = "certainly" if _FIGURE.search(text) else "in some cases"
        case _:
            assert_never(policy.uncertainty)
    return max(put, allowed, manner.certainty, key=CERTAINTY.index)


def _measure_target(target: Target, seat: Perspective, reason: Standing) -> float:
    match target:
        case "strongest":
            return -reason.strength
        case "weakest":
            return reason.strength
        case "thinnest":
            return reason.grounds
        case "most_backed":
            return -reason.backers
        case "least_examined":
            return reason.examined
        case "highest_value":
            return -seat.weighting.get(reason.value, 0.0)
        case "lowest_value":
            return seat.weighting.get(reason.value, 0.0)
        case _:
            assert_never(target)


def _read_traits(text: str) -> Iterable[Trait]:
    if _FIGURE.search(text):
        yield "figures"
    words = split_words(text)
    if words and len(words) <= PLAIN_WORDS and sum(map(len, words)) <= PLAIN_LETTERS * len(words):
        yield "plain"


def _read_age(source: Source, years: Sequence[int]) -> Iterable[Trait]:
    """Whether the source is of the newer or the older half of what was found; where all are of one year, neither."""
    if source.year is None or min(years) == max(years):
        return
    if source.year >= median(years) and source.year > min(years):
        yield "recent"
    if source.year <= median(years) and source.year < max(years):
        yield "older"


def _has_sought(text: str, seek: Iterable[str]) -> bool:
    stems = _list_stems(text)
    return any(stems >= _list_stems(sought) for sought in seek)


def _list_stems(text: str) -> set[str]:
    return {stem(word) for word in split_words(text.casefold())}


def _put_first(preferred: Sequence[str], offered: Iterable[Name]) -> list[Name]:
    return sorted(offered, key=lambda name: preferred.index(name) if name in preferred else len(preferred))
