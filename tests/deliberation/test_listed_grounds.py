"""Sentences that stand in a list, as writers, evaluators and readers of a dossier see them."""

from __future__ import annotations

import pytest
from tests.debate.writers import make_source

from foam.argument.toulmin import Toulmin
from foam.deliberation.put_forward import _make_appraised
from foam.deliberation.support import Support
from foam.deliberation.written.appraise import Appraisal
from foam.deliberation.written.material import _describe, _Surroundings
from foam.evidence.corpus import Passage, make_passages
from foam.evidence.reports import CitedSentence

LEAD, ITEM = "The anglers argued as follows:", "The weir kills the eels of the mill."
SOURCE = make_source(f"The weir is old.\n{LEAD}\n{ITEM}\nThe mill has no use for it.", "Ida Brandt", "2020", "study")
BEFORE, _, HELD = make_passages(SOURCE)[:3]
TOLD = f"stands under: “{LEAD}”, which reports what somebody holds"


@pytest.mark.parametrize(
    ("grounds", "stated"), [((HELD,), "a view"), ((HELD, BEFORE), "a fact"), ((BEFORE,), "a fact")]
)
def test_a_claim_that_rests_on_what_somebody_argues_alone_states_a_view(
    grounds: tuple[Passage, ...], stated: str
) -> None:
    found = Appraisal(
        support=Support(side="for", strength=0.5, entries=()),
        scheme="example",
        value="care",
        stated="a fact",
        entry="e",
    )
    parts = Toulmin(
        claim="It kills eels.",
        grounds=tuple(one.pointer for one in grounds),
        warrant="Eels count.",
        backing="",
        qualifier="certainly",
    )
    assert _make_appraised("c1", parts, grounds, found, "e").stated == stated


def test_a_sentence_is_offered_and_cited_with_the_line_above_it() -> None:
    about = _Surroundings(source="a study")
    assert f"[{TOLD}]" in _describe(HELD, about, _say, inline=False, source="")
    assert "list" not in _describe(BEFORE, about, _say, inline=False, source="")
    cited = CitedSentence(document=SOURCE, number=HELD.pointer.sentence)
    assert (cited.standing, cited.data()["under"]) == (TOLD, LEAD)
    assert "under" not in CitedSentence(document=SOURCE, number=0).data()


def _say(passage: Passage) -> str:
    return passage.text
