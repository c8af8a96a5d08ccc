"""Biases of judges, from their ballots: the place, the length, the own family, the role.

Every heat is shown both ways round, so a judge without a favourite place prefers the first exactly as often as the
second. Longer cases and those of the judge's own family may simply be better: where other jurors judged the same
pairs their share is shown beside it, and the bias is what goes beyond it. A bias is named when a sign test gives it
less than 1 %.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Literal, NamedTuple, TypeAlias

from foam.judging.jury.ballots import Ballot
from foam.judging.jury.panel import Juror
from foam.stats.averages import share
from foam.stats.intervals import Interval, share_interval
from foam.stats.significance import sign_test
from foam.values import Value

Kind: TypeAlias = Literal["position", "length", "family", "role"]
NAMED = 0.01
"""A bias less likely by chance than this is named."""
_LONGER = 1.05
"""One case is longer than another from this many times its words on."""

_MEANS: dict[Kind, tuple[str, str]] = {
    "position": ("the case shown first", "the case shown last"),
    "length": ("the longer case", "the shorter case"),
    "family": ("cases of its own model family", "cases of other families than its own"),
    "role": ("the case called the holder", "the case called the challenger"),
}


class Bias(Value):
    """How often a juror took one kind of case over the other."""

    juror: str
    kind: Kind
    share: Interval
    others: float | None = None
    """The share among the other jurors on the same pairs."""
    chance: float
    """How likely so uneven a split is without a bias."""
    named: bool

    @property
    def text(self) -> str:
        """In one line; what is named says whom it favours."""
        if self.share.value is None:
            return f"{self.juror}: {self.kind}: nothing to go by"
        favoured = _MEANS[self.kind][self.share.value < 0.5]
        beside = "" if self.others is None else f", other jurors {self.others:.0%}"
        shared = "shared by the other jurors: quality, or a bias of all" if self.chance < NAMED else "no bias shown"
        verdict = f"FAVOURS {favoured}" if self.named else shared
        taken = f"{_MEANS[self.kind][0]} in {self.share.value:.0%} of {self.share.n}{beside} (p = {self.chance:.2g})"
        return f"{self.juror}: {self.kind}: {verdict}; it took {taken}"


class BallotPreference(NamedTuple):
    """One comparison inside a ballot."""

    ballot: Ballot
    better: str
    worse: str


_Feature: TypeAlias = Callable[[BallotPreference, Juror], str]
"""Which of the two cases has the feature; empty where both or neither has."""


def find_biases(
    jurors: Sequence[Juror], ballots: Iterable[Ballot], *, words: Mapping[str, int], families: Mapping[str, str]
) -> tuple[Bias, ...]:
    """Every juror's biases, as far as the ballots speak to them."""
    held = [BallotPreference(ballot, *pair) for ballot in ballots for pair in combinations(ballot.order, 2)]
    features: dict[Kind, _Feature] = {
        "position": lambda p, _: next(case_id for case_id in p.ballot.shown if case_id in (p.better, p.worse)),
        "length": lambda p, _: _longer(p, words),
        "family": lambda p, juror: _own(p, juror, families),
        "role": lambda p, _: p.ballot.holder if p.ballot.holder in (p.better, p.worse) else "",
    }
    found = (_bias(juror, kind, feature, held) for juror in jurors for kind, feature in features.items())
    return tuple(bias for bias in found if bias is not None)


def _bias(juror: Juror, kind: Kind, feature: _Feature, held: Sequence[BallotPreference]) -> Bias | None:
    """None where no comparison bears on it."""
    own = [(p, had) for p in held if p.ballot.juror == juror.name and (had := feature(p, juror))]
    if not own:
        return None
    hits = sum(p.better == had for p, had in own)
    others = _others(juror, feature, held, own) if kind in ("length", "family") else None
    chance = sign_test(*_independent(own))
    taken = share_interval(hits, len(own))
    beyond = others is None or abs((taken.value or 0.0) - 0.5) > abs(others - 0.5)
    return Bias(juror=juror.name, kind=kind, share=taken, others=others, chance=chance, named=chance < NAMED and beyond)


def _independent(own: Sequence[tuple[BallotPreference, str]]) -> tuple[int, int]:
    """Hits and pairs for the sign test: both showings of a pair are one, and count only where they agree."""
    pairs: dict[tuple[frozenset[str], str], list[bool]] = {}
    for p, had in own:
        pairs.setdefault((frozenset((p.better, p.worse)), p.ballot.labels), []).append(p.better == had)
    agreeing = [facts[0] for facts in pairs.values() if len(set(facts)) == 1]
    return sum(agreeing), len(agreeing)


def _others(
    juror: Juror, feature: _Feature, held: Sequence[BallotPreference], own: Sequence[tuple[BallotPreference, str]]
) -> float | None:
    """How often the other jurors took the same kind of case on the same pairs."""
    pairs = {frozenset((p.better, p.worse)) for p, _ in own}
    return share(
        p.better == had
        for p in held
        if p.ballot.juror != juror.name and frozenset((p.better, p.worse)) in pairs and (had := feature(p, juror))
    )


def _longer(preference: BallotPreference, words: Mapping[str, int]) -> str:
    one, other = preference.better, preference.worse
    longer, shorter = (one, other) if words[one] >= words[other] else (other, one)
    return longer if words[longer] > _LONGER * words[shorter] else ""


def _own(preference: BallotPreference, juror: Juror, families: Mapping[str, str]) -> str:
    own = [
        case_id
        for case_id in (preference.better, preference.worse)
        if juror.family and families.get(case_id) == juror.family
    ]
    return own[0] if len(own) == 1 else ""
