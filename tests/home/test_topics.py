"""No question is answered from a pack's sample library unless the library is about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import foam
from foam.debate.transcript import Transcript
from foam.deliberation.bearing import decline_question
from foam.errors import NotFound
from foam.evidence.corpus import ListedCorpus
from foam.evidence.document import Origin, make_document
from foam.evidence.search.fake import HashingEmbedder
from foam.model.scripted import ScriptedModel

FOREIGN = "Should lighthouses be automated?"
CALLS: dict[str, Callable[[foam.Home], Callable[..., Any]]] = {
    "deliberate": lambda home: home.deliberate,
    "case": lambda home: home.case.write,
    "debate": lambda home: home.debate.play,
}


@pytest.fixture
def home(tmp_path: Path) -> Iterator[foam.Home]:
    with foam.open(
        tmp_path,
        models=ScriptedModel(),
        embedder=HashingEmbedder(),
        stance=lambda claim, texts: [0.0] * len(texts),
        pack="policy-debate",
    ) as opened:
        yield opened


@pytest.mark.parametrize("name", CALLS)
def test_a_question_that_the_library_is_not_about_is_declined(home: foam.Home, name: str) -> None:
    with pytest.raises(NotFound, match="“lighthouses”, “automated”") as declined:
        CALLS[name](home)(FOREIGN)
    assert all(way in declined.value.hint for way in ("library add", "--library", "--pack"))


def test_a_transcript_about_something_else_is_not_answered(home: foam.Home) -> None:
    said = Transcript.model_validate(
        {
            "motion": FOREIGN,
            "utterances": [{"speaker": "A", "side": "pro", "text": "A lamp that needs no keeper fails less often."}],
        }
    )
    with pytest.raises(NotFound, match="bears on"):
        home.debate.next(said, "con")


def test_an_open_question_is_looked_for_as_it_stands() -> None:
    text = "Buses that cost nothing carried a third more people. The city pays for its buses with a levy."
    corpus = ListedCorpus.of([make_document(text, origin=Origin(file="a.txt", format="txt", importer="plain-1"))])

    def bears(pairs: Any) -> list[float]:
        return [0.9 for _ in pairs]

    assert decline_question("How should the city pay for buses?", corpus, bears) is None
    declined = decline_question("How should the harbour store grain?", corpus, bears)
    assert declined is not None
    assert declined.looked_for == ("harbour", "store", "grain")


def test_options_say_what_is_asked_and_a_question_without_a_topic_is_left_to_the_table() -> None:
    text = "Buses that cost nothing carried a third more people."
    corpus = ListedCorpus.of([make_document(text, origin=Origin(file="a.txt", format="txt", importer="plain-1"))])

    def bears(pairs: Any) -> list[float]:
        return [0.9 for _ in pairs]

    assert decline_question("How should the harbour go on?", corpus, bears, options=["Run buses at no cost."]) is None
    assert decline_question("How should we go on?", corpus, bears) is None


def test_nothing_is_declined_where_there_is_nothing_to_answer_from() -> None:
    assert decline_question(FOREIGN, ListedCorpus.of([]), lambda pairs: []) is None


def test_of_ones_own_library_only_what_is_plainly_foreign_to_it_is_declined() -> None:
    text = "Buses that cost nothing carried a third more people. The city pays for its buses with a levy."
    corpus = ListedCorpus.of([make_document(text, origin=Origin(file="a.txt", format="txt", importer="plain-1"))])

    def bears_not(pairs: Any) -> list[float]:
        return [0.1 for _ in pairs]

    near = "Should a levy on parking pay for trams?"
    assert decline_question(near, corpus, bears_not) is not None
    assert decline_question(near, corpus, bears_not, own=True) is None
    assert decline_question(FOREIGN, corpus, bears_not, own=True) is not None


def test_a_question_foreign_to_ones_own_library_is_declined_before_anyone_is_asked(
    home: foam.Home, tmp_path: Path
) -> None:
    page = tmp_path / "page.txt"
    page.write_text("Buses that cost nothing carried a third more people. The city pays for its buses with a levy.")
    home.library.add(page)
    with pytest.raises(NotFound, match="nothing in your library bears on"):
        home.deliberate(FOREIGN, library=True)
