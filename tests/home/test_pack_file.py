"""A pack that declares its library the file of one decision: it is examined first, and what is found is cited."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.deliberation.test_modelled import QUESTION
from tests.examination.observatory import write_observatory

import foam
from foam.appeal.kept import KeptView
from foam.contest.job import Heard
from foam.deliberation.dossier import Dossier
from foam.errors import NotFound
from foam.evidence.search.fake import HashingEmbedder
from foam.model.scripted import ScriptedModel


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[foam.Home]:
    with foam.open(
        tmp_path_factory.mktemp("home"),
        models=ScriptedModel(),
        embedder=HashingEmbedder(),
        stance=lambda claim, texts: [0.0] * len(texts),
        pack="benefits-appeal",
    ) as opened:
        yield opened


@pytest.fixture(scope="module")
def ran(home: foam.Home, tmp_path_factory: pytest.TempPathFactory) -> foam.RunResult[Dossier]:
    home.library.add(write_observatory(tmp_path_factory.mktemp("file") / "papers"))
    seats = ["applicant", "caseworker"]
    made = home.deliberate(QUESTION, library=True, decision="refusal", rules=["rules"], seats=seats)
    assert isinstance(made.view, Dossier)
    return made


def _find_slip(dossier: Dossier) -> str:
    """The pointer, as it is printed, of the finding about the sum in the letter."""
    (slip,) = (one for one in dossier.findings if one.finding.kind == "arithmetic")
    assert "its own figures give 50" in slip.finding.text
    return slip.pointer.brief()


def test_the_dossier_opens_with_what_the_file_shows(home: foam.Home, ran: foam.RunResult[Dossier]) -> None:
    assert _find_slip(ran.view).startswith("finding:")
    assert "What the file itself shows" in str(ran.view)
    assert home.replay(ran).ok


def test_a_pack_about_a_topic_is_not_examined(home: foam.Home) -> None:
    seats = [seat.id for seat in home.pack.load("policy-debate").perspectives[:2]]
    made = home.deliberate(pack="policy-debate", seats=seats)
    assert isinstance(made.view, Dossier)
    assert made.view.findings == ()


def test_documents_may_be_named_in_place_of_those_of_the_pack(home: foam.Home) -> None:
    with pytest.raises(NotFound, match="no document 'no-such-letter'"):
        home.deliberate(decision="no-such-letter")


def test_a_finding_is_challenged_by_its_pointer_and_code_works_it_out_again(
    home: foam.Home, ran: foam.RunResult[Dossier]
) -> None:
    pointer = _find_slip(ran.view)
    heard = home.contest.open(ran, pointer, kind="arithmetic", because="The average is not what the finding says.")
    assert isinstance(heard.view, Heard)
    outcome = heard.view.outcome
    assert (outcome.disposition, heard.asked) == ("rejected", 0)
    assert "worked out again" in outcome.reasons[0].text


def test_letters_can_cite_a_finding_by_its_pointer(ran: foam.RunResult[Dossier]) -> None:
    advice, *findings = KeptView(view=ran.view).advice
    assert advice.title.startswith("Advice: ")
    assert len(findings) == len(ran.view.findings)
    slip = next(one for one in findings if _find_slip(ran.view) in one.title)
    assert "in all 60 crowns" in slip.content
