"""What a library offers for a matter: the cases of debaters' files about it, and their cards one by one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from foam.argument.cues import read_role, tell_side
from foam.argument.flow import Side
from foam.argument.motion import split_at_modal
from foam.case.topic import ABOUT, Vocabulary
from foam.errors import InputError
from foam.evidence.casebook.sections import CasePart, DebaterCase, PlacedCard, is_read_by, list_cases, place_card
from foam.evidence.corpus import Corpus
from foam.evidence.holdings import Standing
from foam.evidence.library import Library
from foam.evidence.marked import assemble_read, is_whole_card, reads_like_tag, speak_text
from foam.text.address import parse_pointer
from foam_quotes.text.ordinary import is_ordinary

_FOUND = 300
"""Sentences that tell which files are about a matter."""
_FILES = 12
"""Files that are read whole: those with most of what was found."""
_WITH_PLAN, _WITHOUT_PLAN = 0.35, 0.6
"""Share of a matter's words that the plan and the tags of a case have on average; and its tags alone."""
_NAMING = 0.2
"""Share of a case's tags that must name what a matter names, where the plan does not."""
_NAME = re.compile(r"(?<![.!?:] )(?<!^)\b[A-Z][\w’'-]{2,}")
_PART_OF_NAME = re.compile(r"[A-Z][\w’'-]+ (?:of|de|del|da) $")
"""What stands before a name within a longer one, which is another's: the Gulf of Mexico."""
_LEAST_STEM = 4
_SURELY = 0.6
"""Share of a matter's words that a single card must have to be about it."""
_AGREEING = 0.15
"""What a card gains that plays the part which is sought, by its tag."""
_TAGGED = 2.0
"""How much more the words of a tag count than those of the text."""


@dataclass(frozen=True)
class Shelf:
    """The debaters' files of a library that are about a matter."""

    library: Library
    matter: str
    standing: tuple[Standing, ...]

    @cached_property
    def cases(self) -> tuple[DebaterCase, ...]:
        """The cases of these files that are about the matter, the nearest first."""
        found = list_cases(self.standing)
        known = Vocabulary([_describe_case(one) for one in found])
        rated = [(_rate_case(known, self.matter, one), one) for one in found]
        return tuple(one for rate, one in sorted(rated, key=lambda pair: -pair[0]) if rate >= 1)

    @cached_property
    def _cards(self) -> tuple[tuple[PlacedCard, str], ...]:
        """Every whole card that an affirmative may read, with what is read of it; near-duplicates once."""
        once: dict[int, tuple[PlacedCard, str]] = {}
        for one in self.standing:
            if not is_whole_card(one.document) or is_read_by(one.document, "neg") or one.family in once:
                continue
            placed = place_card(one)
            if reads_like_tag(placed.tag):
                once[one.family] = (placed, speak_text(assemble_read(one.document)))
        return tuple(once.values())

    @cached_property
    def _vocabulary(self) -> Vocabulary:
        return Vocabulary([f"{card.tag} {read}" for card, read in self._cards])

    def rate_cards(self, wanted: str, component: str, *, without: set[int]) -> dict[PlacedCard, float]:
        """Cards for a step of a chain: how far their tag and words share what is wanted, and whether the tag plays its
        part."""
        rated: dict[PlacedCard, float] = {}
        for card, read in self._cards:
            tagged, held = self._vocabulary.rate(wanted, card.tag), self._vocabulary.rate(wanted, read)
            if card.family not in without and max(tagged, held) >= ABOUT:
                plays = component == read_role(card.tag)
                rated[card] = (_TAGGED * tagged + held) / (_TAGGED + 1) + (_AGREEING if plays else 0.0)
        return rated

    def count_about(self) -> int:
        """How many cards that an affirmative may read are about the matter, whatever case they belong to."""
        rates = (self._vocabulary.rate(self.matter, f"{card.tag} {read}") for card, read in self._cards)
        return sum(rate >= _SURELY for rate in rates)

    def find_part(self, title: str) -> CasePart | None:
        """The advantage of a case whose heading has these words; of several, the one of the nearest case."""
        wanted = set(title.lower().split())
        parts = [part for case in self.cases for part in case.parts if part.kind == "advantage"]
        fitting = [part for part in parts if wanted <= set(re.findall(r"\w+", part.title.lower()))]
        return fitting[0] if fitting else None

    def get_card(self, named: str) -> PlacedCard:
        """A whole card by the first digits of its id, or by a pointer to a sentence of it."""
        wanted = parse_pointer(named).document if "#" in named else named
        full = self.library.full_id(wanted)
        files = [file for file, _ in self.library.find_files([full])]
        here = [one for one in self.library.read_files(files) if one.document.id == full]
        whole = next((one for one in here if is_whole_card(one.document)), None)
        if whole is None:
            raise InputError(
                f"{named} is no card with a tag and a cite", hint="see cards with their ids: foam search --cards WORDS"
            )
        return place_card(whole)


def open_shelf(library: Library, corpus: Corpus, matter: str) -> Shelf:
    """Read the files that hold most of what a search for the matter finds."""
    found = [passage.pointer.document for passage in corpus.find(matter, limit=_FOUND)]
    counted = Counter(file for file, _ in library.find_files(list(dict.fromkeys(found))) if file)
    files = [file for file, _ in counted.most_common(_FILES)]
    return Shelf(library, matter, tuple(library.read_files(files)))


def _rate_case(known: Vocabulary, matter: str, case: DebaterCase) -> float:
    """How far a case is about the matter, by its plan and by all its tags; from 1 on it is.

    What only its impacts speak of is not what a case is about: without a plan, its tags must have more of the matter.
    """
    described = known.rate(matter, _describe_case(case))
    if not shares_names(matter, case):
        return 0.0
    if not case.plan:
        return described / _WITHOUT_PLAN
    planned = known.rate(matter, case.plan)
    return (planned + described) / 2 / _WITH_PLAN if planned else 0.0


def shares_names(matter: str, case: DebaterCase) -> bool:
    """Whether a case names one of those whom a matter names beside its agent, in its plan or in a fair part of its
    tags; a matter that names nobody is not told apart so."""
    found = (name[0] for name in _NAME.finditer(split_at_modal(matter)[1] or matter))
    names = {name for name in found if not is_ordinary(name.lower())}
    if not names or any(_is_named(name, case.plan) for name in names):
        return True
    tags = [card.tag for part in case.parts for card in part.cards]
    return sum(any(_is_named(name, tag) for name in names) for tag in tags) > _NAMING * len(tags)


def _is_named(name: str, text: str) -> bool:
    """Whether a text has the name, or what is called after it (Peru, Peruvian), and not only within a longer one."""
    stem = re.escape(name[: max(_LEAST_STEM, len(name) - 1)])
    found = re.finditer(rf"\b{stem}[\w’']*", text)
    return any(_PART_OF_NAME.search(text[: one.start()]) is None for one in found)


def _describe_case(case: DebaterCase) -> str:
    return " ".join([case.plan, *(card.tag for part in case.parts for card in part.cards), *_titles(case.parts)])


def _titles(parts: Sequence[CasePart]) -> list[str]:
    return [part.title for part in parts]


def find_files_of(library: Library, side: Side) -> frozenset[str]:
    """The files, by their digests, whose headings name speeches of a side and none of the other: what no heading of
    theirs assigns to a side is that side's, too."""
    sides: dict[str, set[str]] = {}
    for file, headings in library.list_headings():
        sides.setdefault(file, set()).update(map(tell_side, headings))
    return frozenset(file for file, told in sides.items() if told & {"aff", "neg"} == {side})
