"""A long file around one small case: read in parts and joined, it gives the answer of the small file, wherever the
sentence that decides stands."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from tests.acts.files import LETTER, NOTE, RULES, Reader
from tests.deliberation.table import Table, make_corpus
from tests.deliberation.test_ask import WIDE, answer, tell

import foam
from foam.acts.shown import ROOM
from foam.errors import OutOfBounds
from foam.job.job import replay_digests
from foam.job.waiting import complete
from foam.model.question import Write
from foam.model.scripted import Call, Said, ScriptedModel

DOCUMENTS = 150
LETTERS = 320_000
"""About 80,000 tokens."""
LINE = "On day {} of year {} the market was swept before noon and nobody complained."
PLACES = {"first": 0, "middle": DOCUMENTS // 2, "last": DOCUMENTS - 1}


class Clerk:
    """A reader that cannot read any part in which a text stands."""

    def __init__(self, cannot_read: str = "") -> None:
        self._cannot_read = cannot_read

    def __call__(self, call: Call) -> Said | None:
        question = call.question
        if question.template == "acts/read" and self._cannot_read in question.prompt and self._cannot_read:
            return OutOfBounds("it is too long", said="")
        return Reader()(call)


def place_between(documents: Mapping[int, tuple[str, ...]]) -> list[tuple[str, ...]]:
    """A file of 150 documents with these at their places."""
    lines = LETTERS // DOCUMENTS // len(LINE)
    diaries = {n: (f"Diary {n}.", *(LINE.format(day, n) for day in range(lines))) for n in range(DOCUMENTS)}
    return [documents.get(n, diary) for n, diary in diaries.items()]


def sit(letter: tuple[str, ...] = LETTER, *, place: int = 0, cannot_read: str = "") -> Table:
    """The letter at a place of the file, the rules as far from it as can be."""
    ruled = DOCUMENTS - 1 if place < DOCUMENTS // 2 else 0
    table = Table(ScriptedModel(Clerk(cannot_read), writes=True), pack="street-lamps")
    table.corpus = make_corpus(*place_between({DOCUMENTS // 3: NOTE, ruled: RULES, place: letter}))
    return table


def list_shown(table: Table, template: str) -> list[set[str]]:
    """The sentences that each request of a template showed."""
    assert isinstance(table.model, ScriptedModel)
    asked = (call.question for call in table.model.calls if call.question.template == template)
    return [{one.text for one in question.material} for question in asked if isinstance(question, Write)]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(("letter", "option"), [(LETTER, "for"), (WIDE, "against")], ids=["narrow", "wide"])
def test_wherever_the_deciding_sentence_stands_the_outcome_is_the_same(
    place: str, letter: tuple[str, ...], option: str
) -> None:
    table = sit(letter, place=PLACES[place])
    ran = answer(table)
    assert ran.view.option == option
    assert ran.view.file.left_out == 0
    *parts, joined = list_shown(table, "acts/read")
    assert (len(parts), ran.asked, len(ran.view.acts)) == (LETTERS // ROOM + 1, 8, 8)
    assert "8 requests, 0 asked again." in tell(ran.view)
    assert not any({RULES[1], letter[-1]} <= part for part in parts)
    assert {RULES[1], letter[-1]} <= joined
    (framed,) = list_shown(table, "acts/frame")
    assert sum(map(len, framed)) < ROOM // 10
    assert complete(replay_digests(table.store, ran.run)) == {"answer": ran.view.digest}


def test_two_sentences_of_different_parts_that_cannot_both_be_so_are_found() -> None:
    said = ("A free museum is full on Mondays.", "A free museum is empty on Mondays.")
    facts = foam.Facts.model_validate(
        {
            "question": "Should the museum be free?",
            "writes": True,
            "sentences": [
                {"text": said[0], "side": "for", "contradicts": [said[1]]},
                {"text": said[1], "side": "against"},
            ],
        }
    )
    table = Table(foam.FactsModel(facts), pack="street-lamps")
    table.corpus = make_corpus(*place_between({0: said[:1], DOCUMENTS - 1: said[1:]}))
    view = answer(table, facts.question).view
    assert [[view.quote(at) for at in one.at] for one in view.read.findings if one.kind == "conflict"] == [[*said]]
    assert view.tree is not None
    assert [len(view.tree.list_reasons(option)) for option in ("for", "against")] == [1, 1]


def test_what_stands_in_a_part_that_nobody_read_is_counted_and_settles_nothing() -> None:
    table = sit(cannot_read=LETTER[1])
    view = answer(table).view
    (unread, *_) = (part for part in list_shown(table, "acts/read") if LETTER[1] in part)
    assert view.option is None
    assert view.file.left_out == len(unread)
    assert f"{len(unread)} sentences of the library were not shown" in " ".join(tell(view).split())
