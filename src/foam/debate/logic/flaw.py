"""What is wrong with reasoning. Circles and contradictions are found by graph and sign; the rest are suspects only.

An unsupported assumption, an overgeneralisation or a false dichotomy is a matter of judgement: the code says where one
may be, and whoever judges picks from that list.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Literal

from foam.debate.logic.atom import Atom, agree, deny
from foam.debate.logic.predicate import Because, Claims, Either, Every, Stated, asserted
from foam.values import Value

FlawKind = Literal["contradiction", "unsupported assumption", "circularity", "overgeneralisation", "false dichotomy"]
JUDGED: dict[FlawKind, str] = {
    "unsupported assumption": "something is taken for granted for which no ground is given",
    "overgeneralisation": "something is said of all, always or never that is shown of a few at most",
    "false dichotomy": "two ways are offered as if there were no others",
}
"""The kinds that somebody has to judge, with what each means."""


class Loophole(Value):
    """A flaw of the other side's reasoning: its kind, the sentences that show it, and who found it."""

    kind: FlawKind
    quotes: tuple[str, ...]
    turns: tuple[int, ...]
    by: str
    """`code`, or the model that judged it."""

    @property
    def signal(self) -> str:
        """The flaw as one line that guides a rebuttal."""
        return f"{self.kind}: {' / '.join(f'“{quote}”' for quote in self.quotes)}"


def checked(stated: Sequence[Stated]) -> tuple[Loophole, ...]:
    """Every circle and every contradiction, each once."""
    return (*_circles(stated), *_contradictions(stated))


def suspects(stated: Sequence[Stated], kind: FlawKind) -> tuple[Stated, ...]:
    """Where a flaw of a judged kind may be; each sentence once."""
    found = {one.sentence: one for one in stated if _may_commit(one, kind, stated)}
    return tuple(found.values())


def _circles(stated: Sequence[Stated]) -> Iterator[Loophole]:
    """Reasons that lead back to what they are to support. Each circle is told once, whatever it starts from."""
    reasons = [one for one in stated if isinstance(one.predicate, Because)]
    told: set[frozenset[str]] = set()
    for start in reasons:
        path = _back_to(start, reasons)
        sentences = frozenset(one.sentence for one in path)
        if path and sentences not in told:
            told.add(sentences)
            yield _loophole("circularity", path)


def _back_to(start: Stated, reasons: Sequence[Stated]) -> tuple[Stated, ...]:
    """The shortest way from a claim over its reasons back to it; nothing when there is none."""
    goal = _because(start).claim
    paths: list[tuple[Stated, ...]] = [(start,)]
    seen = {id(start)}
    while paths:
        path = paths.pop(0)
        reason = _because(path[-1]).reason
        if agree(reason, goal):
            return path
        for one in reasons:
            if id(one) not in seen and agree(_because(one).claim, reason):
                seen.add(id(one))
                paths.append((*path, one))
    return ()


def _contradictions(stated: Sequence[Stated]) -> Iterator[Loophole]:
    """Pairs of assertions of which one denies the other, each pair of sentences once."""
    said = [(atom, one) for one in stated for atom in asserted(one.predicate)]
    told: set[tuple[str, str]] = set()
    for (atom, one), (other, another) in combinations(said, 2):
        pair = (one.sentence, another.sentence)
        if deny(atom, other) and pair not in told:
            told.add(pair)
            yield _loophole("contradiction", (one, another))


def _may_commit(one: Stated, kind: FlawKind, stated: Sequence[Stated]) -> bool:
    match kind, one.predicate:
        case "false dichotomy", Either():
            return True
        case "overgeneralisation", Every():
            return True
        case "unsupported assumption", Claims(what=what):
            return not _grounded(what, stated)
        case _:
            return False


def _grounded(claim: Atom, stated: Sequence[Stated]) -> bool:
    """Whether a reason is given for the claim anywhere."""
    return any(isinstance(one.predicate, Because) and agree(one.predicate.claim, claim) for one in stated)


def _because(one: Stated) -> Because:
    assert isinstance(one.predicate, Because)
    return one.predicate


def _loophole(kind: FlawKind, path: Sequence[Stated]) -> Loophole:
    quotes = tuple(dict.fromkeys(one.sentence for one in path))
    return Loophole(kind=kind, quotes=quotes, turns=tuple(sorted({one.turn for one in path})), by="code")
