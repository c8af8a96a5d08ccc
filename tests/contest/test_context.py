"""What a challenge by context offers: what the challenger names in the source, and what stands near."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from tests.job.sessions import session_with

from foam.contest.cases.evidence_checks import AROUND, _list_around
from foam.evidence.corpus import ListedCorpus, Passage, make_passages
from foam.evidence.document import Origin, make_document
from foam.job.session import Tools

FILLER = [f"Boat {n} was painted in the {n}th week of the year by its crew." for n in range(40)]
CITED, ELSEWHERE = "The ferry was banned from the inner harbour.", "The pilots of the inner harbour were pleased."
UNDONE, NAMED = "The ban was lifted by the county court.", "A diver measured the draught of the ferry at nine feet."


def _offer(*sentences: str, because: str) -> list[str]:
    """What is offered of a source in one paragraph, where the ban is challenged."""
    document = make_document(" ".join(sentences), origin=Origin(file="t", format="text", importer="t"))
    passages = make_passages(document)
    challenged = next(one for one in passages if one.text == CITED)
    hearing: Any = SimpleNamespace(
        session=session_with(Tools(corpus=ListedCorpus.of([document]))),
        challenge=SimpleNamespace(because=because),
    )
    use: Any = SimpleNamespace(passages=(challenged,))
    return [one.text for one in _check(_list_around(hearing, use))]


def _check(offered: tuple[Passage, ...]) -> tuple[Passage, ...]:
    places = [one.pointer.sentence for one in offered]
    assert places == sorted(places)
    assert len(places) == AROUND
    return offered


def test_what_stands_near_the_challenged_sentence_goes_before_what_stands_near_another() -> None:
    found = _offer(*FILLER[:10], CITED, *FILLER[10:30], ELSEWHERE, *FILLER[30:], because="Read on.")
    assert found == FILLER[:24]


def test_what_its_paragraph_takes_back_is_offered() -> None:
    found = _offer(*FILLER[:10], CITED, *FILLER[10:20], UNDONE, ELSEWHERE, *FILLER[20:], because="Read on.")
    assert UNDONE in found
    assert FILLER[9] in found


def test_what_the_challenger_names_in_the_source_is_offered() -> None:
    text = (CITED, *FILLER[:30], NAMED, ELSEWHERE)
    assert NAMED in _offer(*text, because="A diver measured another draught.")
    assert NAMED not in _offer(*text, because="It is out of context.")
