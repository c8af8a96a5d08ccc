"""The call about answer files: what one's library holds against a position."""

from __future__ import annotations

from foam.errors import InputError
from foam.evidence.blocks.answers import FOUND, Answer, AnswerFile, find_own_answers, sort_answers
from foam.evidence.document import Document
from foam.evidence.library import Library
from foam.evidence.search.hybrid import Search
from foam.home.calls import quick
from foam.home.desk import Desk


class BlockCalls:
    """`home.blocks(position)`: an answer file out of the user's library."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def __call__(self, position: str, *, judge: bool = True, limit: int = 10) -> AnswerFile:
        """Write an answer file: see `write`."""
        return self.write(position, judge=judge, limit=limit)

    @quick
    def write(self, position: str, *, judge: bool = True, limit: int = 10) -> AnswerFile:
        """The cards that answer a position, by kind of answer: debaters' own blocks, then what the judge finds.

        The judge is asked against what the library's own files claim for the position; a name alone is no claim.
        `limit` is how many cards the judge may add for each claim of the position; without `judge` none are.
        """
        if not any(map(str.isalnum, position)):
            raise InputError("a position has a name", hint='for example: foam blocks "Politics DA"')
        with self._desk.open_library() as library:
            answers, claims = find_own_answers(library, position)
            if judge and library.version:
                search = self._desk.open_search(library)
                known = {one.document.id for one in answers}
                for claim in claims:
                    answers += self._find_against(search, claim, known, limit)
            families = _find_families(library, [one.document for one in answers])
            found = sort_answers(answers, families)
            return AnswerFile(position=position, answers=found, claims=tuple(claims), version=library.version)

    def _find_against(self, search: Search, claim: str, known: set[str], limit: int) -> list[Answer]:
        """The cards that the judge finds to contradict a claim."""
        found = []
        for one in self._desk.find_against(search, claim, limit=limit).counters:
            document = search.library.document(one.found.pointer.document)
            card = document.card
            if card is None or card.analytic or document.id in known:
                continue
            known.add(document.id)
            found.append(Answer(document=document, kind=FOUND, judged=one.contradicts, claim=claim))
        return found


def _find_families(library: Library, documents: list[Document]) -> dict[str, int]:
    """A number for the near-duplicates of each document."""
    numbers: dict[str, int] = {}
    for number, document in enumerate(documents):
        if document.id not in numbers:
            numbers |= dict.fromkeys(library.family(document.id), number)
    return numbers
