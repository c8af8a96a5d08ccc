"""The blocks with which debaters answer: what stands in their files under `2AC Politics`, `AT: States CP`, `A2 …`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from itertools import groupby

from foam.argument.answers import find_answer, find_called
from foam.argument.cues import ANSWERING, find_kind, find_speech, is_bare_kind, is_on_case, is_ordinary, tell_side
from foam.case.heard.positions import drop_speech, read_tag
from foam.evidence.blocks.answers import OTHER
from foam.evidence.casebook.sections import PlacedCard, list_headings, place_analytic, place_card
from foam.evidence.document import Document
from foam.evidence.holdings import Standing
from foam.evidence.marked import is_whole_card
from foam.values import Value

SERVING: Mapping[str, tuple[str, ...]] = {"1NC": ("1NC",), "2AC": ("2AC", "1AR")}
"""Speeches that are laid out from blocks, each with the speeches whose blocks serve it."""
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
