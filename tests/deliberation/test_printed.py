"""The printed dossier: nothing of it is lost on paper, and hostile text stays text."""

from __future__ import annotations

import io

import pypdf
import pytest
from tests.deliberation.table import Table

from foam.deliberation.dossier import Dossier
from foam.deliberation.views.document import compose_dossier as compose
from foam.deliberation.views.words import list_claim_nodes, list_objections
from foam.paper import render


@pytest.fixture(scope="module")
def dossier() -> Dossier:
    return Table().deliberate().view


def on_paper(dossier: Dossier) -> str:
    pages = pypdf.PdfReader(io.BytesIO(render(compose(dossier), "pdf"))).pages
    return "".join("".join(page.extract_text().split()) for page in pages)


def test_every_claim_and_every_objection_is_on_paper(dossier: Dossier) -> None:
    text = on_paper(dossier)
    assert list_claim_nodes(dossier)
    for claim in list_claim_nodes(dossier):
        assert claim.id in text
        for objection in list_objections(dossier, claim.id):
            who = dossier.seat_names.get(objection.raised_by[0], objection.raised_by[0])
            assert f"Objectionof{who}".replace(" ", "") in text


def test_markup_in_a_question_is_printed_as_it_stands(dossier: Dossier) -> None:
    assert "#import<b>$x$" in on_paper(dossier.model_copy(update={"question": "#import <b> $x$"}))
