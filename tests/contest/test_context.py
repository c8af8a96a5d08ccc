"""What is shown of the source of a card: in a long one what stands near the cited sentence, and what the challenger
names."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from tests.job.sessions import session_with

from foam.contest.cases.evidence_checks import _show_evidence
from foam.contest.subject import Use
from foam.evidence.corpus import ListedCorpus, make_passages
from foam.evidence.document import Origin, make_document
from foam.job.session import Tools

FILLER = [f"Boat {n} was painted in the {n}th week of the year by its crew." for n in range(400)]
CITED = "The ferry was banned from the inner harbour."
UNDONE, NAMED = "The county court lifted it.", "A diver measured the draught of a trawler at nine feet."


def _offer(*sentences: str, because: str = "Read on.") -> set[str]:
    """What is shown of a long source, where the ban is challenged."""
    document = make_document(" ".join(sentences), origin=Origin(file="t", format="text", importer="t"))
    cited = next(one for one in make_passages(document) if one.text == CITED)
    sitting: Any = SimpleNamespace(
        session=session_with(Tools(corpus=ListedCorpus.of([document]))),
        challenge=SimpleNamespace(because=because, brought=()),
        use=Use(slot="one", statement="Ferries are banned.", passages=(cited,)),
    )
    shown, _ = _show_evidence(sitting)
    return {one.text for one in shown.sentence_by_id.values()}


def test_what_its_paragraph_takes_back_is_offered() -> None:
    shown = _offer(*FILLER[:200], CITED, *FILLER[200:208], UNDONE, *FILLER[208:])
    assert {CITED, UNDONE, FILLER[190]} <= shown
    assert len(shown) < 100


def test_what_the_challenger_names_in_the_source_is_offered() -> None:
    text = (CITED, *FILLER[:300], NAMED, *FILLER[300:])
    assert NAMED in _offer(*text, because="A diver measured another draught of the trawler.")
    assert NAMED not in _offer(*text)
