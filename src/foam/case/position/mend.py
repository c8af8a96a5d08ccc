"""What is told to whoever writes again what code found at fault in an act, and nothing else of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from math import fsum, log

from foam.job.mending import FaultyPassage, Mending
from foam.model.question import Option
from foam.model.template import Options
from foam.text.pointer import Pointer
from foam.text.stem import list_stems

_NEAREST = 8
"""What is offered for each passage at fault beside what it cites and what stands around that: what has most of its
words and figures, the rarer the more, of which none counts that half of all have; so much again for the faults."""
_AROUND = 3
"""Sentences on either side of a cited one that are offered with it."""
_NAMED = re.compile(r"\b[a-z]+\d+\b")
"""How an id stands in a fault: what has the figure that nothing cited has may be cited then."""
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")


def make_mending(matter: str, options: Options, *, cites: str, pointers: Sequence[Pointer] = ()) -> Mending:
    """`cites` is the field in which an entry names what it cites; `pointers` say where each option stands.

    What a passage at fault cites comes first, with what stands around it, then what else may be cited in its place.
    """
    terms = {one.id: _list_terms(one.text) for one in options}
    spread = Counter(term for some in terms.values() for term in some)
    weights = {term: max(0.0, log(len(terms) / (2 * count))) for term, count in spread.items()}
    places = {one.id: pointer for one, pointer in zip(options, pointers, strict=False)}

    def find_near(text: str, named: set[str]) -> set[str]:
        words = _list_terms(text)
        rated = {
            name: fsum(weights[term] for term in some & words) for name, some in terms.items() if name not in named
        }
        near = sorted(rated, key=lambda name: -rated[name])[:_NEAREST]
        return {name for name in near if rated[name] > 0}

    def find_around(named: set[str]) -> set[str]:
        return {
            name
            for name, place in places.items()
            for one in (places[other] for other in named if other in places)
            if place.document == one.document and abs(place.sentence - one.sentence) <= _AROUND
        }

    def offer(faulty: Sequence[FaultyPassage]) -> tuple[Option, ...]:
        own: set[str] = set()
        near: set[str] = set()
        faults = [fault.partition(": ")[2] for one in faulty for fault in one.faults]
        for passage, _ in faulty:
            cited = passage.get(cites)
            named = {*cited} if isinstance(cited, tuple) else set()
            text = " ".join(value for value in passage.values() if isinstance(value, str))
            around = named | find_around(named)
            own |= around
            near |= find_near(text, around)
        near |= {name for fault in faults for name in _NAMED.findall(fault) if name in terms}
        near |= find_near(" ".join(faults), own | near)
        return tuple(sorted((one for one in options if one.id in own | near), key=lambda one: one.id not in own))

    return Mending(tell=lambda _: matter, offer=offer)


def _list_terms(text: str) -> set[str]:
    return list_stems(text) | {*_FIGURE.findall(text)}
