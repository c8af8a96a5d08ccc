"""Which of a debater's blocks may answer what was said, by the name of the position, its kind, and the words of its
tags; and which of their lines do, by a judge that reads each beside what it would answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

from foam.argument.answers import find_called
from foam.argument.cues import LINK, find_kind
from foam.argument.flow import Argument
from foam.argument.round import Spoken
from foam.case.own.frontlines import CASE, Frontline, Said
from foam.case.topic import COMMON, Vocabulary, list_roots

Bears = Callable[[Sequence[tuple[str, str]]], Sequence[float]]
"""For pairs of texts: the chance that the first speaks of what the second claims."""

_SURE = 0.75
"""The chance from which on an answer speaks of what it would meet."""
_NAMED, _CALLED, _OWN = 0.3, 0.15, 0.15
"""What a block gains by such a title, by answering positions called so, and by standing in a file from which this side
has read."""
_HARDLY_FARTHER = 0.75
_ANSWERS_ONE = 0.25
"""Likeness from which on two tags speak of the same."""
_ON_CASE = frozenset({"advantage", "solvency", "inherency", "framework", "case_defence", "case_turn"})
_FIELD_WORDS = frozenset().union(
    *map(
        list_roots,
        (
            "no not none never can cannot can't won't doesn't isn't don't will would should even and but only still",
            "impact solve solves solvency link links plan aff affirmative neg negative case risk key now good bad",
            "cause causes extinction effective effectively fail fails failure inevitable evidence ev card author",
            "politics political capital pass passes bill vote agenda their they our",
            "answer extend argument counterplan perm alternative disadvantage kritik topicality war wars",
            "means text action act make makes use uses new more less other all any it its this that",
        ),
    )
)
"""Words that debaters' tags have whatever they are about."""
_LEAST_ROOT = 4
_MOST_TEXTS = 20_000
"""Texts of which it is remembered what they are about: more than the tags of the files that are read for a speech."""


@dataclass(frozen=True)
class Met:
    """A block that may answer a position."""

    block: Frontline
    rate: float
    named: bool
    """Whether its debater says so: it stands under the name of the position."""


@dataclass(frozen=True)
class _OnCase:
    """A card that may answer an argument against the case."""

    said: Said
    rate: float
    named: bool
    """Whether its debater says so: it stands under `AT:` and the words of the argument."""


class Matcher:
    """Compares what was said with blocks, each word by how rare it is among the blocks, and reads single answers by
    `bears`.

    `read` are the files from which this side has read, `plan` is what it stands for.
    """

    def __init__(self, blocks: Sequence[Frontline], *, read: frozenset[str], plan: str, bears: Bears) -> None:
        self._blocks = blocks
        self._bears = bears
        self._read = read
        self._plan = plan
        self._known = Vocabulary([block.text for block in blocks])

    def measure(self, one: str, other: str) -> float:
        """How alike two texts are in what they speak of, from 0 to 1."""
        first, second = _list_telling(one), _list_telling(other)
        whole = self._known.weigh(first) * self._known.weigh(second)
        return self._known.weigh(first & second) / sqrt(whole) if whole else 0.0

    def shares_matter(self, one: str, other: str) -> bool:
        """Whether two tags speak of the same: by more than one word, and by enough of them."""
        several = len(_list_telling(one) & _list_telling(other)) > 1
        return several and self.measure(one, other) >= _ANSWERS_ONE

    def deal_blocks(self, positions: Sequence[Spoken]) -> dict[str, list[Met]]:
        """For each off-case position, by its id, the blocks that answer it, the nearest first.

        A block answers what it is nearest to, and what it is hardly farther from.
        """
        dealt: dict[str, list[Met]] = {one.id: [] for one in positions}
        for block in self._blocks:
            met = {one.id: self._rate_block(one, block) for one in positions}
            best = max((one.rate for one in met.values() if one), default=0.0)
            for name, one in met.items():
                if one and one.rate >= _HARDLY_FARTHER * best:
                    dealt[name].append(one)
        return {name: sorted(met, key=lambda one: -one.rate) for name, met in dealt.items()}

    def _rate_block(self, position: Spoken, block: Frontline) -> Met | None:
        said, kind = _describe_position(position), find_kind(position.page) or position.syllogism
        if block.kind not in ("", kind):
            return None
        called = find_called(position.page) or find_called(*(one.text for one in position.arguments))
        same_name = set(called) & block.called
        titled = _is_titled(block, said)
        if not (block.kind or titled or same_name):
            return None
        gained = _NAMED * titled + _CALLED * bool(same_name) + _OWN * (block.file in self._read)
        return Met(block, self.measure(said, block.text) + gained, named=_is_called(block, position.page))

    def find_met(self, tags: Sequence[str], arguments: Sequence[Argument]) -> list[Argument | None]:
        """For each answer the argument that it speaks of most surely; None where it speaks of none."""
        pairs = [(tag, one.text) for tag in tags for one in arguments]
        rates = iter(self._bears(pairs) if pairs else ())
        found: list[Argument | None] = []
        for _ in tags:
            rate, best = max(((next(rates), one) for one in arguments), key=lambda pair: pair[0])
            found.append(best if rate >= _SURE else None)
        return found

    def may_say(self, block: Frontline, one: Said, position: Spoken) -> bool:
        """Whether a line speaks of what is read here: not of what its heading names and the position does not; and what
        others say of their plan holds for a plan in its words."""
        tag, said = one.card.tag, _list_telling(_describe_position(position))
        if _list_telling(tag) & _list_telling(block.title) - said:
            return False
        theirs = block.file not in self._read and LINK.search(tag)
        return not theirs or bool(_list_telling(tag) & (said | _list_telling(self._plan)))

    def list_on_case(self, argument: Argument) -> list[_OnCase]:
        """The cards that may answer one argument against the case, the nearest first."""
        found: list[_OnCase] = []
        for block in self._blocks:
            if block.kind not in ("", CASE, "disadvantage"):
                continue
            named = block.answers and _is_titled(block, argument.text)
            for one in block.said:
                shares = self.shares_matter(argument.text, one.card.tag)
                if (named or shares) and not one.card.analytic:
                    rate = self.measure(argument.text, f"{block.title} {one.card.tag}")
                    rate += _NAMED * named + _OWN * (block.file in self._read)
                    found.append(_OnCase(one, rate, named))
        return sorted(found, key=lambda one: -one.rate)


def is_on_case(position: Spoken) -> bool:
    """Whether a position was said against the case."""
    return position.syllogism in _ON_CASE


def _describe_position(position: Spoken) -> str:
    """A position in all its words."""
    return " ".join((position.page, *(one.text for one in position.arguments)))


@lru_cache(maxsize=_MOST_TEXTS)
def _list_telling(text: str) -> frozenset[str]:
    """The words of a text that say what it is about; each argument is compared with every tag, so they are kept."""
    return frozenset(list_roots(text) - _FIELD_WORDS - COMMON)


def _is_titled(block: Frontline, said: str) -> bool:
    """Whether all the words of a block's title, beside those for its kind, are in what was said; also shortened."""
    roots, telling = list_roots(said), [root for root in _name(block.title) if len(root) >= _LEAST_ROOT]
    return bool(telling) and all(any(root.startswith(word) for root in roots) for word in telling)


def _is_called(block: Frontline, page: str) -> bool:
    """Whether a block has the very name of a position."""
    return bool(_name(page)) and _name(block.title) == _name(page)


def _name(title: str) -> frozenset[str]:
    """The words of a title that tell it from others of its kind."""
    words = [word for word in re.findall(r"[a-z]+", title.lower()) if not find_kind(word)]
    return frozenset(root for word in words for root in _list_telling(word))
