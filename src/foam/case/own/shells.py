"""A first negative's own positions: whole shells as debaters' files have them, those that are about the case.

A shell is read whole or not at all: its debater cut it to be read so. Of one kind a few are read, the nearest first,
and what they leave of the time is for what is said of the case.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from foam.case.heard.flow import list_roles
from foam.case.heard.positions import OFF_CASE, Heard, list_positions, read_tag
from foam.case.own.values import LaidCard, LaidPart
from foam.case.own.wording import make_id, name_component
from foam.case.topic import Vocabulary, list_roots
from foam.evidence.casebook.sections import PlacedCard, place_analytic, place_card
from foam.evidence.holdings import Standing
from foam.evidence.marked import is_whole_card

_ORDER = ("topicality", "theory", "counterplan", "kritik", "disadvantage")
"""The order in which positions off the case are read."""
_MOST: Mapping[str, int] = {"disadvantage": 3, "counterplan": 2}
"""How many of a kind are read, at most; of any other one."""
_SHARE = 0.7
"""Share of the speech that they may take together."""
_SEEK = "{component} of “{title}”."


@dataclass(frozen=True)
class Shell:
    """A position off the case, as a file has it."""

    heard: Heard
    cards: tuple[PlacedCard, ...]

    @property
    def words(self) -> int:
        return sum(one.words for one in self.cards)


def choose_shells(
    standing: Sequence[Standing], speech: str, matter: str, words: int, bears: Callable[[Sequence[str]], bool]
) -> list[Shell]:
    """The shells for which there is time, in the order in which they are read: those of the file whose tags share most
    words with the matter first, and none of which `bears` does not find by its tags that it speaks of the matter."""
    files = [list(run) for _, run in groupby(standing, key=lambda one: one.file)]
    texts = [" ".join(read_tag(one.document) for one in file if one.document.card) for file in files]
    known = Vocabulary(texts)
    rates = [known.rate(matter, text) for text in texts]
    chosen: list[Shell] = []
    for at in sorted(range(len(files)), key=lambda at: -rates[at]):
        for one in _list_shells(files[at], speech):
            same = sum(other.heard.kind == one.heard.kind for other in chosen)
            fits = sum(other.words for other in chosen) + one.words <= _SHARE * words
            fresh = same < _MOST.get(one.heard.kind, 1) and not any(_is_same(one, other) for other in chosen)
            if fits and fresh and bears(one.heard.tags):
                chosen.append(one)
    return sorted(chosen, key=lambda one: _ORDER.index(one.heard.kind))


def _list_shells(file: Sequence[Standing], speech: str) -> Iterator[Shell]:
    """The positions off the case that a file has under the heading of a speech, with at least one card each."""
    known = {one.document.id: one for one in file}
    for position in list_positions([one.document for one in file], speech=""):
        cards = tuple(_place(known[one.id]) for one in position.said)
        if position.speech == speech and position.kind in OFF_CASE and not all(one.analytic for one in cards):
            yield Shell(position, cards)


def _place(standing: Standing) -> PlacedCard:
    return place_card(standing) if is_whole_card(standing.document) else place_analytic(standing)


def _is_same(one: Shell, other: Shell) -> bool:
    """Whether two shells read the same text, or are called the same."""
    read = {card.family for card in one.cards} & {card.family for card in other.cards}
    return bool(read) or list_roots(one.heard.title) == list_roots(other.heard.title)


def lay_shell(shell: Shell, taken: set[str]) -> LaidPart:
    """A shell as a part of a speech, each card and analytic in the part that it plays."""
    title, part_id = shell.heard.title, make_id(shell.heard.title, taken)
    laid = (
        LaidCard(
            id=f"{part_id}.{n}",
            component=role,
            title=name_component(role),
            seek="" if card.analytic else _SEEK.format(component=name_component(role), title=title.replace("$", "$$")),
            candidates=(card,),
        )
        for n, (role, card) in enumerate(zip(list_roles(shell.heard), shell.cards, strict=True), start=1)
    )
    return LaidPart(id=part_id, title=title, syllogism=shell.heard.kind, cards=tuple(laid))
