"""Which of a debater's blocks may answer what was said, by the name of the position, its kind, and how near they are to
it; and which of their lines do, by a judge that reads each beside what it would answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from foam.argument.answers import find_called
from foam.argument.cues import LINK, find_kind
from foam.argument.flow import Argument
from foam.argument.round import Spoken
from foam.case.own.frontlines import CASE, Frontline, Said
from foam.case.topic import COMMON, list_roots

Embed = Callable[[Sequence[str]], NDArray[np.float32]]
"""Vectors of texts, of unit length, a row each."""
Bears = Callable[[Sequence[tuple[str, str]]], Sequence[float]]
"""For pairs of texts: the chance that the first speaks of what the second claims."""

SURE, LIKELY = 0.75, 0.5
"""The chance from which on an answer speaks of what it would meet; and a line of a block that its debater has for just
that."""
_NAMED, _CALLED, _OWN = 0.3, 0.15, 0.15
"""What a block gains by such a title, by answering positions called so, and by standing in a file from which this side
has read."""
_HARDLY_FARTHER = 0.75
NEAR = 0.4
"""Nearness of their vectors from which on two texts speak of the same."""
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


@dataclass(frozen=True)
class Met:
    """A block that may answer a position."""

    block: Frontline
    rate: float
    named: bool
    """Whether its debater says so: it stands under the name of the position."""
    alike: bool
    """Whether it speaks of the same: it is near, or on a position of the same kind that is called so."""


@dataclass(frozen=True)
class _OnCase:
    """A card that may answer an argument against the case."""

    said: Said
    rate: float
    named: bool
    """Whether its debater says so: it stands under `AT:` and the words of the argument."""


class Matcher:
    """Compares what was said with blocks by their vectors, and reads single answers by `bears`.

    `read` are the files from which this side has read, `plan` is what it stands for.
    """

    def __init__(
        self, blocks: Sequence[Frontline], *, read: frozenset[str], plan: str, bears: Bears, embed: Embed
    ) -> None:
        self._blocks, self._bears, self._read, self._plan, self._embed = blocks, bears, read, plan, embed
        self._vectors = embed([block.text for block in blocks])
        self._said = [(block, one) for block in blocks if _may_be_on_case(block) for one in block.said]
        self._tags = embed([one.card.tag for _, one in self._said])

    def measure(self, said: str, texts: Sequence[str]) -> Sequence[float]:
        """How near texts are to what was said, up to 1."""
        return self._compare(said, self._embed(texts)) if texts else ()

    def _compare(self, said: str, vectors: NDArray[np.float32]) -> list[float]:
        return [float(one) for one in vectors @ self._embed([said])[0]]

    def deal_blocks(self, positions: Sequence[Spoken]) -> dict[str, list[Met]]:
        """For each off-case position, by its id, the blocks that answer it, the nearest first.

        A block answers what it is nearest to, and what it is hardly farther from. Where the nearest is on the kind of
        position that is answered, those that tell no kind are left.
        """
        dealt: dict[str, list[Met]] = {one.id: [] for one in positions}
        near = {one.id: self._compare(_describe_position(one), self._vectors) for one in positions}
        for number, block in enumerate(self._blocks):
            met = {one.id: self._rate_block(one, block, near[one.id][number]) for one in positions}
            best = max((one.rate for one in met.values() if one), default=0.0)
            for name, one in met.items():
                if one and one.rate >= _HARDLY_FARTHER * best:
                    dealt[name].append(one)
        return {name: _keep_kind(sorted(met, key=lambda one: -one.rate)) for name, met in dealt.items()}

    def _rate_block(self, position: Spoken, block: Frontline, near: float) -> Met | None:
        kind = find_kind(position.page) or position.syllogism
        called = find_called(position.page) or find_called(*(one.text for one in position.arguments))
        same_name = bool(set(called) & block.called)
        titled = _is_titled(block, _describe_position(position))
        if block.kind not in ("", kind) or not (block.kind or titled or same_name or near >= NEAR):
            return None
        gained = _NAMED * titled + _CALLED * same_name + _OWN * (block.file in self._read)
        alike = near >= NEAR or (block.kind == kind and (titled or same_name))
        return Met(block, near + gained, named=_is_called(block, position.page), alike=alike)

    def find_met(self, tags: Sequence[str], arguments: Sequence[Argument]) -> list[tuple[Argument, float]]:
        """For each line the argument that it speaks of most surely, and how surely it does."""
        pairs = [(tag, one.text) for tag in tags for one in arguments]
        rates = iter(self._bears(pairs) if pairs else ())
        return [max(((one, next(rates)) for one in arguments), key=lambda pair: pair[1]) for _ in tags]

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
        for (block, one), near in zip(self._said, self._compare(argument.text, self._tags), strict=True):
            named = block.answers and _is_titled(block, argument.text)
            if (named or near >= NEAR) and not one.card.analytic:
                rate = near + _NAMED * named + _OWN * (block.file in self._read)
                found.append(_OnCase(one, rate, named))
        return sorted(found, key=lambda one: -one.rate)


def _keep_kind(met: list[Met]) -> list[Met]:
    return [one for one in met if one.block.kind] if met and met[0].block.kind else met


def _may_be_on_case(block: Frontline) -> bool:
    """Whether a block may be on the case: under a heading that names nothing stand positions off the case."""
    return block.kind == CASE or (not block.kind and bool(block.title))


def is_on_case(position: Spoken) -> bool:
    """Whether a position was said against the case."""
    return position.syllogism in _ON_CASE


def _describe_position(position: Spoken) -> str:
    """A position in all its words."""
    return " ".join((position.page, *(one.text for one in position.arguments)))


def _list_telling(text: str) -> frozenset[str]:
    """The words of a text that say what it is about."""
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
