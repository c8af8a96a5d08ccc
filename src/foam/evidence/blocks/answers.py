"""An answer file: the cards of a library that answer a position, sorted by the kind of answer.

Debaters' own blocks come first: cards under headings such as `AT: Politics` or `2AC Politics`, told by the field's own
words. Cards that speak against what the position claims are then found by search and the judge.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from foam.argument.answers import ANSWER_ORDER, find_answer, is_named
from foam.argument.cues import ANSWERING, find_kind, find_speech, tell_side
from foam.evidence.document import Document
from foam.evidence.exports.cardfile import CardFile
from foam.evidence.library import Library
from foam.values import Value

OTHER = "Other answers"
FOUND = "Speaks against it, by the judge"
_MOST_CLAIMS = 4


class Answer(Value):
    """A card that answers, what kind of answer it is, and how it was found."""

    document: Document
    kind: str
    judged: float | None = None
    """How far the judge finds that it contradicts a claim of the position; None for a debater's own block."""
    claim: str = ""
    """The claim that it speaks against."""


class AnswerFile(Value):
    """Answers to a position, by kind."""

    position: str
    answers: tuple[Answer, ...]
    claims: tuple[str, ...] = ()
    """What the library's own files say for the position; cards were searched against these."""
    version: int
    """The version of the library that was searched; 0 is the empty library."""

    def file(self) -> CardFile:
        """The answers as a file of cards: a block for each kind."""
        cards = tuple(_place(one, self.position) for one in self.answers)
        return CardFile(title=f"AT: {self.position}", cards=cards)


def find_own_answers(library: Library, position: str) -> tuple[list[Answer], list[str]]:
    """The debaters' own answers to a position, and what the position itself claims, by the files that argue it."""
    kind = find_kind(position)
    answers: dict[str, Answer] = {}
    claims: list[str] = []

    @cache
    def names_it(heading: str) -> bool:  # many cards stand under one heading
        return is_named(position, heading)

    for document in library.find_cards(lambda tag, headings: names_it(" ".join(headings or (tag,)))):
        card = document.card
        assert card is not None
        headings = tuple(heading for heading in (card.block, card.hat, card.pocket) if heading)
        if is_answer(card.tag, headings, kind):
            found = find_answer(card.tag, *headings)
            named = find_answer(card.tag) or ("" if found.lower() == kind else found)  # `XO CP` only says what is met
            answers.setdefault(document.id, Answer(document=document, kind=named or OTHER))
        elif find_kind(*reversed(headings)) in ("", kind):
            claims.append(card.tag)
    return list(answers.values()), list(dict.fromkeys(claims))[:_MOST_CLAIMS]


def is_answer(tag: str, headings: Sequence[str], kind: str) -> bool:
    """Whether a card that stands under a position's name answers it: it was read by the side that does, or says so.

    A disadvantage, a counterplan, a kritik and topicality are answered by the affirmative; an advantage, whose name has
    no word for a kind, by the negative.
    """
    speech = next((find_speech(one) for one in reversed(headings) if find_speech(one)), "")
    if speech:
        return speech != "1AC" and tell_side(speech) == ("aff" if kind else "neg")
    return any(ANSWERING.search(one) for one in headings) or bool(find_answer(tag))


def sort_answers(answers: Iterable[Answer], families: Mapping[str, int]) -> tuple[Answer, ...]:
    """By kind, within a kind the newest first; of near-duplicates one."""
    order = [*ANSWER_ORDER, OTHER, FOUND]
    ordered = sorted(answers, key=lambda one: (order.index(one.kind), -(one.document.facets.year or 0)))
    seen: set[int | str] = set()
    kept = []
    for one in ordered:
        family = families.get(one.document.id, one.document.id)
        if family not in seen:
            seen.add(family)
            kept.append(one)
    return tuple(kept)


def _place(one: Answer, position: str) -> Document:
    """The card under the heading of its kind."""
    assert one.document.card is not None
    card = one.document.card.model_copy(update={"pocket": f"AT: {position}", "hat": "", "block": one.kind})
    return one.document.model_copy(update={"card": card})
