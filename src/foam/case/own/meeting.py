"""Which of a debater's blocks answer what was said: by the name of the position, its kind, and the words of its tags.

A block that is about the very same thing serves as its debater has it. One that answers another bill on the agenda
serves with the answers that hold whatever the bill is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

from foam.argument.answers import find_called
from foam.argument.cues import LINK, find_kind
from foam.argument.flow import Argument
from foam.argument.round import Spoken
from foam.case.own.frontlines import CASE, Frontline, Said
from foam.case.topic import COMMON, Vocabulary, list_roots

_ALIKE, _TITLED, _TITLED_ALONE = 0.2, 0.08, 0.12
"""Likeness from which on a block against the same kind of position is about what was said; where its title is in the
words of what was said; and where, beside that, nothing tells the kind."""
_SAME_SCENARIO = 0.25
"""Likeness from which on two positions of a name that many share are about the same thing."""
_NAMED, _CALLED, _OWN = 0.3, 0.15, 0.15
"""What a block gains by such a title, by answering positions called so, and by standing in a file from which this side
has read."""
_HARDLY_FARTHER = 0.75
_SHARED = 0.15
"""Likeness to the position from which on a single answer is about it."""
_ANSWERS_ONE = 0.25
"""Likeness from which on two tags speak of the same."""
_ON_CASE = frozenset({"advantage", "solvency", "inherency", "framework", "case_defence", "case_turn"})
_SCENARIOS = frozenset({"politics"})
"""Positions of one name that are about something else each time."""
_GENERAL, _ALWAYS = frozenset({"No internal link", "Outweighs"}), frozenset({"Theory", "Framework"})
"""Kinds of answers that hold against every position of a name, where they speak of it; and in any words."""
_OF_THE_LINK = frozenset({"Link turn", "No link"})
_BRIEF = 3
"""Words of a tag that names an answer and no plan: “Winners win”."""
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
    """A block that answers a position."""

    block: Frontline
    rate: float
    specific: bool
    """Whether it is about the same thing, and not only about positions of the same name."""


@dataclass(frozen=True)
class OnCase:
    """A card that may answer an argument against the case."""

    said: Said
    rate: float
    named: bool
    """Whether its debater says so: it stands under `AT:` and the words of the argument."""


class Matcher:
    """Compares what was said with blocks, each word by how rare it is among the blocks.

    `read` are the files from which this side has read, `plan` is what it stands for.
    """

    def __init__(self, blocks: Sequence[Frontline], *, read: frozenset[str], plan: str) -> None:
        self._blocks = blocks
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
        return {name: sorted(met, key=lambda one: (not one.specific, -one.rate)) for name, met in dealt.items()}

    def _rate_block(self, position: Spoken, block: Frontline) -> Met | None:
        said, kind = describe_position(position), find_kind(position.page) or position.syllogism
        if block.kind not in ("", kind):
            return None
        called = find_called(position.page) or find_called(*(one.text for one in position.arguments))
        same_name = set(called) & block.called
        titled, alike = _is_titled(block, said), self.measure(said, block.text)
        own = block.file in self._read
        enough = _SAME_SCENARIO if same_name & _SCENARIOS else _ALIKE if block.kind else 1.0
        if titled:
            enough = _TITLED if block.kind else _TITLED_ALONE
        specific = alike >= enough or bool(same_name - _SCENARIOS)
        if not specific and not same_name:
            return None
        rate = alike + _NAMED * titled + _CALLED * bool(same_name) + _OWN * own
        return Met(block, rate, specific)

    def list_answers(self, position: Spoken, met: Met) -> Iterator[Said]:
        """What of a block is said against a position, in its debater's order."""
        said = describe_position(position)
        for one in met.block.said:
            serves = met.specific or self._holds_for_all(met.block, one) or self.measure(said, one.card.tag) >= _SHARED
            if serves and self._may_say(met.block, one, said):
                yield one

    def _holds_for_all(self, block: Frontline, one: Said) -> bool:
        """Whether an answer holds against every position of a name, be it about what it may; what is said of the link
        also for every plan."""
        if _list_telling(one.card.tag) & _list_telling(block.title):
            return False
        if one.kind in _OF_THE_LINK:
            return block.file in self._read or len(one.card.tag.split()) <= _BRIEF
        return one.kind in _ALWAYS or (one.kind in _GENERAL and bool(block.called & set(find_called(one.card.tag))))

    def _may_say(self, block: Frontline, one: Said, said: str) -> bool:
        """Whether a line speaks of what is read here: what others say of their plan holds for a plan in its words."""
        if not self._read or block.file in self._read or not LINK.search(one.card.tag):
            return True
        return bool(_list_telling(one.card.tag) & _list_telling(f"{self._plan} {said}"))

    def list_on_case(self, argument: Argument) -> list[OnCase]:
        """The cards that may answer one argument against the case, the nearest first."""
        found: list[OnCase] = []
        for block in self._blocks:
            if block.kind not in ("", CASE, "disadvantage"):
                continue
            named = block.answers and _is_titled(block, argument.text)
            for one in block.said:
                shares = self.shares_matter(argument.text, one.card.tag)
                if (named or shares) and not one.card.analytic:
                    rate = self.measure(argument.text, f"{block.title} {one.card.tag}")
                    rate += _NAMED * named + _OWN * (block.file in self._read)
                    found.append(OnCase(one, rate, named))
        return sorted(found, key=lambda one: -one.rate)


def is_on_case(position: Spoken) -> bool:
    """Whether a position was said against the case."""
    return position.syllogism in _ON_CASE


def describe_position(position: Spoken) -> str:
    """A position in all its words."""
    return " ".join((position.page, *(one.text for one in position.arguments)))


@lru_cache(maxsize=_MOST_TEXTS)
def _list_telling(text: str) -> frozenset[str]:
    """The words of a text that say what it is about; each argument is compared with every tag, so they are kept."""
    return frozenset(list_roots(text) - _FIELD_WORDS - COMMON)


def _is_titled(block: Frontline, said: str) -> bool:
    """Whether all the words of a block's title, beside those for its kind, are in what was said; also shortened."""
    words = [word for word in re.findall(r"[a-z]+", block.title.lower()) if not find_kind(word)]
    roots = list_roots(said)
    telling = [root for word in words for root in _list_telling(word) if len(root) >= _LEAST_ROOT]
    return bool(telling) and all(any(root.startswith(word) for root in roots) for word in telling)
