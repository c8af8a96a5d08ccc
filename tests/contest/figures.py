"""A later paper corrects a figure on which claims rest: the challenge that the tests of corrections hear."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tests.contest.test_struck import correct
from tests.contest.test_written_challenges import appraisal, hear
from tests.deliberation.test_handwritten import sit

from foam.contest.challenge import StaleSource
from foam.contest.job import Heard
from foam.contest.subject import DossierFile
from foam.deliberation.claim import Claim
from foam.deliberation.compile import make_evidence_id
from foam.evidence.corpus import Passage
from foam.model.question import Question


def correct_figure(
    struck: Passage,
    claim: Claim,
    words: Callable[[Question], str],
    of: DossierFile | None = None,
    *,
    otherwise: str = "concede",
    asked_so: str = "heard and sustained",
) -> tuple[Heard, list[Question]]:
    """Whoever rested on the figure has these words for its claim then.

    Its move is `otherwise` where the prompt does not put the claim anew (`asked_so`).
    """

    def say(question: Question) -> Mapping[str, Any]:
        is_put = asked_so in question.prompt
        said = {"commits": "yes", "move": "qualify" if is_put else otherwise, "text": "The figure is another one."}
        rest: dict[str, Any] = {"ids": (), "grounds": (), "warrant": "", "unless": ""}
        return {**said, "claim": words(question) if is_put else "", **rest}

    cited = sit().table.corpus.document(struck.pointer.document)
    return hear(
        make_evidence_id(struck.pointer),
        StaleSource(),
        lambda _: False,
        {"acts/reply": say, **appraisal(claim, 5.0)},
        documents=[correct(struck, cited.citation.title)],
        templates=("acts/", "deliberation/points"),
        of=of,
    )
