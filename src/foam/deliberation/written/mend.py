"""What is told to whoever writes again what code found at fault in an act, and nothing else of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from foam.job.mending import FaultyPassage, Mending
from foam.model.question import Option
from foam.model.template import Options
from foam.text.stem import list_stems

_NEAREST = 12
"""What is offered for each passage at fault beside what it cites: what has most of its words and figures; so much again
is offered for the faults."""
_NAMED = re.compile(r"\b[a-z]+\d+\b")
"""How an id stands in a fault: what has the figure that nothing cited has may be cited then."""
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")


def make_mending(matter: str, options: Options, *, cites: str) -> Mending:
    """`cites` is the field in which an entry names what it cites."""
    terms = {one.id: _list_terms(one.text) for one in options}

    def find_near(text: str, named: set[str]) -> set[str]:
        words = _list_terms(text)
        near = sorted((one for one in terms if one not in named), key=lambda name: -len(terms[name] & words))
        return {name for name in near[:_NEAREST] if terms[name] & words}

    def offer(faulty: Sequence[FaultyPassage]) -> tuple[Option, ...]:
        kept: set[str] = set()
        faults = [fault for one in faulty for fault in one.faults]
        for passage, _ in faulty:
            cited = passage.get(cites)
            named = {*cited} if isinstance(cited, tuple) else set()
            text = " ".join(value for value in passage.values() if isinstance(value, str))
            kept |= named | find_near(text, named)
        kept |= {name for fault in faults for name in _NAMED.findall(fault) if name in terms}
        kept |= find_near(" ".join(faults), kept)
        return tuple(one for one in options if one.id in kept)

    return Mending(tell=lambda _: matter, offer=offer)


def _list_terms(text: str) -> set[str]:
    return list_stems(text) | {*_FIGURE.findall(text)}
