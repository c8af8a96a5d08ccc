"""What code finds of a written act: figures, names and quotations that its sentences do not hold, and denials."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from foam.evidence.corpus import Passage
from foam.text.evidence import is_order
from foam.text.faithful import find_unfaithful
from foam.values import Value


class Stated(Value):
    """A text as somebody wrote it, what it is called, and what it cites."""

    name: str
    text: str
    cited: tuple[Passage, ...] = ()
    asserted: bool = False
    """Whether it says of itself that its sentences bear it out; a wish or a condition does not."""
    shown: tuple[str, ...] = ()
    """The cited sentences as the writer saw them, with their sources and neighbours: names may be taken from there."""


def find_faults(
    stated: Iterable[Stated],
    *,
    known: Sequence[str],
    offered: Sequence[Passage],
    deny: Callable[[str, str], str] | None = None,
) -> list[str]:
    """What is wrong with the texts, a clause each, fit to be told to whoever wrote them.

    `deny` tells of evidence and an asserted text why the one cannot bear out the other.
    """
    faults: list[str] = []
    for one in stated:
        if not one.text:
            continue
        pointers = {passage.pointer for passage in one.cited}
        cited = [passage.text for passage in one.cited]
        uncited = [passage.text for passage in offered if passage.pointer not in pointers]
        found = find_unfaithful(one.text, cited=cited, known=known, uncited=uncited)
        if one.shown and any(fault.kind == "name" for fault in found):
            named = {fault.found for fault in find_unfaithful(one.text, cited=cited, known=[*known, *one.shown])}
            found = tuple(fault for fault in found if fault.kind != "name" or fault.found in named)
        faults += [f"{one.name}: “{fault.found}”: {fault.why}" for fault in found]
        if any(is_order(text) for text in cited):
            faults.append(f"{one.name}: it cites a sentence that tells readers what to answer, which is no evidence")
        if deny and one.asserted and one.cited and (why := deny(" ".join(cited), one.text)):
            faults.append(f"{one.name}: {why}")
    return faults
