"""The blocks of debaters' files: those with which they answer (`2AC Politics`, `AT: States CP`), and whole shells.

A shell is read whole or not at all: its debater cut it to be read so. Of one kind a few are read, the nearest first,
and what they leave of the time is for what is said of the case.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import groupby

from foam.argument.answers import find_answer, find_called
from foam.argument.cues import ANSWERING, find_kind, find_speech, is_bare_kind, is_on_case, is_ordinary, tell_side
from foam.case.heard.flow import list_roles
from foam.case.heard.positions import OFF_CASE, Heard, drop_speech, list_positions, read_tag
from foam.case.own.values import LaidCard, LaidPart, make_id, name_component
from foam.case.topic import Vocabulary, list_roots
from foam.evidence.blocks.answers import OTHER
from foam.evidence.casebook.sections import PlacedCard, list_headings, place_analytic, place_card
from foam.evidence.document import Document
from foam.evidence.holdings import Standing
from foam.evidence.marked import is_whole_card
from foam.values import Value

SERVING: Mapping[str, tuple[str, ...]] = {
    "1NC": ("1NC",),
    "2AC": ("2AC", "1AR"),
    "2NC": ("2NC", "1NR"),
    "1NR": ("1NR", "2NC"),
    "1AR": ("1AR", "2AC"),
    "2NR": ("2NR",),
    "2AR": ("2AR",),
}
"""Speeches that are laid out from blocks, each with the speeches whose blocks serve it."""
REBUTTING = frozenset(SERVING) - {"1NC", "2AC"}
"""Those in which a side carries on what it has said."""
CASE = "case"
"""The kind of what is said of the case."""
_ANSWERING_WORDS = re.compile(r"(?i)(?<![a-z\d])(?:at|a2|a/t|ans|answers?|to|f/l|frontlines?)(?![a-z\d])")
_NOTHING_SAID = re.compile(r"(?i)^\W*(?:\w+\W*){0,3}:\W*$|^[\Wx]*$")
"""Lines that only head what follows, or part it."""
_LONGEST_ANALYTIC = 60
"""Words from which on a line without a cite is not an analytic but a text whose cite was lost."""
_TELLING = 0.2
"""Share of the lines of a block by which the kind of position that it answers is told, where no heading names it."""
_KIND_OF = {
    "We meet": "topicality",
    "Counter-interpretation": "topicality",
    "Reasonability": "topicality",
    "Alternative fails": "kritik",
}
"""Kinds of answers that only one kind of position calls for."""


class Said(Value):
    """A card or an analytic of a block, and the kind of answer that it is."""

    card: PlacedCard
    kind: str


class Frontline(Value):
    """The answers to one position as a debater's file has them."""

    file: str
    """The digest of the file."""
    title: str
    """What is answered, in the words of the headings."""
    kind: str
    """The kind of position that is answered; `case` for what is said of the case; empty where nothing tells it."""
    called: frozenset[str]
    """What positions of this sort are called, by its words."""
    answers: bool
    """Whether a heading says that what it names is answered: `AT: …`."""
    said: tuple[Said, ...]

    @property
    def text(self) -> str:
        """Its headings and its tags."""
        return " ".join((self.title, *(one.card.tag for one in self.said)))


def list_frontlines(standing: Iterable[Standing], speech: str) -> Iterator[Frontline]:
    """The blocks of these files that serve a speech, in the order of the files."""
    for file, run in groupby(standing, key=lambda one: one.file):
        under = list(run)
        foreign = _speaks_otherwise([one.document for one in under], speech)
        for place, block in groupby(under, key=lambda one: _find_place(list_headings(one.document))):
            said_in, headings = place
            answers = any(map(ANSWERING.search, headings)) and not foreign
            if said_in in SERVING[speech] or (not said_in and answers):
                found = _read_block(file, headings, list(block))
                if found.said:
                    yield found


def _find_place(headings: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """The speech that headings name, and from there on those down to the first that names a position."""
    at = next((n for n, heading in enumerate(headings) if find_speech(heading)), None)
    below = headings[at or 0 :]
    named = [n for n, one in enumerate(below) if not is_ordinary(drop_speech(one))]
    last = named[0] if named else len(below) - 1
    opens = len(named) > 1 and bool(ANSWERING.search(below[named[1]]) or find_kind(below[named[1]]))
    if opens and (is_bare_kind(below[last]) or is_on_case(below[last])):
        last = named[1]
    return ("" if at is None else find_speech(headings[at])), tuple(below[: last + 1])


def _speaks_otherwise(documents: Sequence[Document], speech: str) -> bool:
    """Whether a file is the other side's, as far as its name and its headings tell."""
    told = {one.facets.side for one in documents} | {
        tell_side(find_speech(heading)) for one in documents for heading in list_headings(one)
    }
    return tell_side(speech) not in told and bool(told & {"aff", "neg"})


def _read_block(file: str, headings: Sequence[str], under: Sequence[Standing]) -> Frontline:
    named = [name for one in headings if (name := drop_speech(one)) and not is_ordinary(name)]
    tags = [read_tag(one.document) for one in under]
    said = tuple(_list_said(under))
    called = find_called(" ".join(named)) or find_called(*tags)
    kind = find_kind(*named) or _tell_kind(tags, said) or next(iter(called.values()), "")
    on_case = any(is_on_case(one) for one in (*named, *headings)) and (not kind or any(map(is_on_case, named[:1])))
    title = " ".join(_ANSWERING_WORDS.sub(" ", " ".join(named)).split()).strip(" –—-:*|[]")
    return Frontline(
        file=file,
        title=title,
        kind=CASE if on_case else kind,
        called=frozenset(called),
        answers=any(map(_ANSWERING_WORDS.search, named)),
        said=said,
    )


def _tell_kind(tags: Sequence[str], said: Sequence[Said]) -> str:
    """The kind of position that a block answers, by what its lines say."""
    told = Counter(kind for tag in tags if (kind := find_kind(tag)) in ("counterplan", "kritik"))
    told.update(_KIND_OF[one.kind] for one in said if one.kind in _KIND_OF)
    kind, count = next(iter(told.most_common(1)), ("", 0))
    return kind if count >= _TELLING * len(tags) else ""


def _list_said(under: Iterable[Standing]) -> Iterator[Said]:
    for one in under:
        tag, headings = read_tag(one.document), tuple(reversed(list_headings(one.document)))
        kind = find_answer(tag, *headings) or OTHER
        card = one.document.card
        if is_whole_card(one.document):
            yield Said(card=place_card(one), kind=kind)
        elif card and card.analytic and not _NOTHING_SAID.match(tag):
            said = place_analytic(one)
            if said.words <= _LONGEST_ANALYTIC:
                yield Said(card=said, kind=kind)


def choose_various(worth: Mapping[str, Mapping[tuple[str, ...], int]], most: int) -> list[str]:
    """The files whose blocks are worth most, by file and headings; headings count the less the more of the files chosen
    before have them, so that the hundred copies of one file do not crowd out the others."""
    taken: Counter[tuple[str, ...]] = Counter()

    def rate(file: str) -> float:
        return sum(value / (1 + taken[headings]) for headings, value in worth[file].items())

    waiting = [(-rate(file), number, file) for number, file in enumerate(worth)]
    heapify(waiting)
    chosen: list[str] = []
    while waiting and len(chosen) < most:
        _, number, file = heappop(waiting)
        now = (-rate(file), number, file)
        if waiting and now > waiting[0]:  # what was chosen since has some of it: another is worth more
            heappush(waiting, now)
        else:
            chosen.append(file)
            taken.update(worth[file].keys())
    return chosen


_ORDER = ("topicality", "theory", "counterplan", "kritik", "disadvantage")
"""The order in which positions off the case are read."""
_MOST: Mapping[str, int] = {"disadvantage": 3, "counterplan": 2}
"""How many of a kind are read, at most; of any other one."""
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
            fits = sum(other.words for other in chosen) + one.words <= words
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
