"""The printed dossier: nothing of it is lost on paper, and hostile text stays text."""

from __future__ import annotations

import io

import pypdf
import pytest
from tests.deliberation.table import Table

from foam.deliberation.dossier import Dossier
from foam.deliberation.views.printed import printed
from foam.deliberation.views.words import claims, objections_to


@pytest.fixture(scope="module")
def dossier() -> Dossier:
    return Table().deliberate().view


def on_paper(dossier: Dossier) -> str:
    pages = pypdf.PdfReader(io.BytesIO(printed(dossier))).pages
    return "".join("".join(page.extract_text().split()) for page in pages)


def test_every_claim_and_every_objection_is_on_paper(dossier: Dossier) -> None:
    text = on_paper(dossier)
    assert claims(dossier)
    for claim in claims(dossier):
        assert claim.id in text
        for objection in objections_to(dossier, claim.id):
            assert f"objectionof{objection.seat}" in text


def test_markup_in_a_question_is_printed_as_it_stands(dossier: Dossier) -> None:
    assert "#import<b>$x$" in on_paper(dossier.model_copy(update={"question": "#import <b> $x$"}))
