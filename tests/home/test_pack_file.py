"""A pack that declares its library the file of one decision: it is examined first, and what is found is cited."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

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
def ran(home: foam.Home) -> foam.RunResult[Dossier]:
    made = home.deliberate(seats=["applicant", "caseworker"])
    assert isinstance(made.view, Dossier)
    return made


def _find_slip(dossier: Dossier) -> str:
    """The pointer, as it is printed, of the finding about the figure in the notice."""
    (slip,) = (one for one in dossier.findings if one.finding.kind == "arithmetic")
    assert "1,685.60" in slip.finding.text
    assert "1,049.20" in slip.finding.text
    return slip.pointer.brief()


def test_the_dossier_opens_with_what_the_file_shows(home: foam.Home, ran: foam.RunResult[Dossier]) -> None:
    assert _find_slip(ran.view).startswith("finding:")
    whole = str(ran.view)
    assert whole.index("What the file itself shows") < whole.index("Facts nobody disputes")
    assert whole.count("The countable income that the notice states, 1,685.60, is wrong") == 0
    assert home.replay(ran).ok


def test_roles_that_the_pack_declares_hold(ran: foam.RunResult[Dossier]) -> None:
    said = {one.by: one.role for found in ran.view.findings for one in found.finding.passages}
    assert said["Corner Bakery Cooperative"] == "independent"
    assert "unknown" not in said.values()


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
    assert "2 statements of figures were worked out again" in outcome.reasons[0].text


def test_letters_can_cite_a_finding_by_its_pointer(ran: foam.RunResult[Dossier]) -> None:
    advice, *findings = KeptView(view=ran.view).advice
    assert advice.title.startswith("Advice: ")
    assert len(findings) == len(ran.view.findings)
    slip = next(one for one in findings if _find_slip(ran.view) in one.title)
    assert "“Regular pay for the week was 295 crowns.”" in slip.content


def test_a_case_cites_what_was_found_of_its_sentences(home: foam.Home) -> None:
    case = home.case.write().view
    slip = next(one for one in case.findings if "1,685.60" in one.text)
    assert slip.slots
    assert set(slip.slots) <= {slot.id for slot in case.slots}
    assert slip.pointer.brief() in str(case)
