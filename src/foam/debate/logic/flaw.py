"""What is wrong with reasoning. Circles and contradictions are found by graph and sign; the rest are suspects only.

An unsupported assumption, an overgeneralisation or a false dichotomy is a matter of judgement: the code says where one
may be, and whoever judges picks from that list.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Literal

from foam.debate.logic.atom import Atom, agree
from foam.debate.logic.denial import deny, list_deniable
from foam.debate.logic.predicate import Because, Claims, Either, Every, StatedPredicate
from foam.values import Value

FlawKind = Literal[
    "contradiction",
    "unsupported assumption",
    "circularity",
    "overgeneralisation",
    "false dichotomy",
    "does not follow",
    "correlation taken for cause",
    "burden shifted",
    "tests something else",
    "straw man",
    "ad hominem",
    "slippery slope",
    "evasion",
]
JUDGED: dict[FlawKind, str] = {
    "unsupported assumption": "something is taken for granted for which no ground is given",
    "overgeneralisation": "something is said of all, always or never that is shown of a few at most",
    "false dichotomy": "two ways are offered as if there were no others",
}
"""The kinds that somebody has to judge, with what each means."""
KINDS: dict[str, str] = {
    "does not follow": "what is said may be so, and the conclusion drawn from it would still not hold",
    "correlation taken for cause": "that two things go together is told as one bringing the other about",
    "tests something else": "the evidence is about another thing, group, place or time than the claim",
    "burden shifted": "the other side is asked to disprove what the speaker has to show",
    "straw man": "what is answered is not what the other side said",
    "slippery slope": "one step is said to lead to a bad end, and the steps between are not shown",
    "ad hominem": "somebody's person, motive or company stands in place of an answer to what they said",
    "evasion": "an answer in cross-examination leaves open what was asked",
    **{str(kind): meaning for kind, meaning in JUDGED.items()},
    "contradiction": "two sentences cannot both hold, or an answer in cross-examination takes back what was said",
    "circularity": "a claim is given as a ground of itself",
}
"""All kinds, with what each means; a hasty generalisation is an overgeneralisation."""


class Loophole(Value):
    """A flaw of the other side's reasoning: its kind, the sentences that show it, and who found it."""

    kind: FlawKind
    quotes: tuple[str, ...]
    turns: tuple[int, ...]
    by: str
    """`code`, or the model that judged it."""
    reasons: str = ""
    """Why, in the words of the model that judged it."""
    sentences: tuple[str, ...] = ()
    """The ids of the sentences in the one list in which whoever names flaws reads them; none where one is not in it."""

    @property
    def standing(self) -> str:
        """Whether code proves it, or a model names it."""
        return "code proved" if self.by == "code" else "model named"

    @property
    def signal(self) -> str:
        """The flaw as one line that guides a rebuttal."""
        ids = f" at {', '.join(self.sentences)}" if self.sentences else ""
        return f"{self.kind} ({self.standing}{ids}): {' / '.join(f'“{quote}”' for quote in self.quotes)}"


def find_loopholes(stated: Sequence[StatedPredicate]) -> tuple[Loophole, ...]:
    """Every circle and every contradiction, each once."""
    return (*_find_circles(stated), *_find_contradictions(stated))


def find_suspects(stated: Sequence[StatedPredicate], kind: FlawKind) -> tuple[StatedPredicate, ...]:
    """Where a flaw of a judged kind may be; each sentence once."""
    found = {one.sentence: one for one in stated if _may_commit(one, kind, stated)}
    return tuple(found.values())


def _find_circles(stated: Sequence[StatedPredicate]) -> Iterator[Loophole]:
    """Reasons that lead back to what they are to support. Each circle is told once, whatever it starts from."""
    reasons = [one for one in stated if isinstance(one.predicate, Because)]
    seen_before: set[frozenset[str]] = set()
    for start in reasons:
        path = _find_way_back(start, reasons)
        sentences = frozenset(one.sentence for one in path)
        if path and sentences not in seen_before:
            seen_before.add(sentences)
            yield _make_loophole("circularity", path)


def _find_way_back(start: StatedPredicate, reasons: Sequence[StatedPredicate]) -> tuple[StatedPredicate, ...]:
    """The shortest way from a claim over its reasons back to it; nothing when there is none."""
    goal = _require_because(start).claim
    paths: list[tuple[StatedPredicate, ...]] = [(start,)]
    seen = {id(start)}
    while paths:
        path = paths.pop(0)
        reason = _require_because(path[-1]).reason
        if agree(reason, goal):
            return path
        for one in reasons:
            if id(one) not in seen and agree(_require_because(one).claim, reason):
                seen.add(id(one))
                paths.append((*path, one))
    return ()


def _find_contradictions(stated: Sequence[StatedPredicate]) -> Iterator[Loophole]:
    """Pairs of assertions of which one denies the other, each pair of sentences once."""
    assertions = [(atom, one) for one in stated for atom in list_deniable(one)]
    seen_before: set[tuple[str, str]] = set()
    for (atom, one), (other, another) in combinations(assertions, 2):
        pair = (one.sentence, another.sentence)
        twice_read = one.sentence == another.sentence and one.turn == another.turn
        if deny(atom, other) and not twice_read and pair not in seen_before:
            seen_before.add(pair)
            yield _make_loophole("contradiction", (one, another))


def _may_commit(one: StatedPredicate, kind: FlawKind, stated: Sequence[StatedPredicate]) -> bool:
    match kind, one.predicate:
        case "false dichotomy", Either():
            return True
        case "overgeneralisation", Every():
            return True
        case "unsupported assumption", Claims(what=what):
            return not _has_reason(what, stated)
        case _:
            return False


def _has_reason(claim: Atom, stated: Sequence[StatedPredicate]) -> bool:
    """Whether a reason is given for the claim anywhere."""
    return any(isinstance(one.predicate, Because) and agree(one.predicate.claim, claim) for one in stated)


def _require_because(one: StatedPredicate) -> Because:
    assert isinstance(one.predicate, Because)
    return one.predicate


def _make_loophole(kind: FlawKind, path: Sequence[StatedPredicate]) -> Loophole:
    quotes = tuple(dict.fromkeys(one.sentence for one in path))
    return Loophole(kind=kind, quotes=quotes, turns=tuple(sorted({one.turn for one in path})), by="code")
