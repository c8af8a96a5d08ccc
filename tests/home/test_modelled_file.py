"""A library that is deliberated with a model that writes: what the model finds travels in the bundle."""

from __future__ import annotations

from pathlib import Path

from tests.deliberation.test_modelled import DECIDES, QUESTION, REPORT
from tests.deliberation.writing import writing
from tests.examination.observatory import Writer, write_observatory

import foam
from foam.deliberation.dossier import Dossier
from foam.evidence.search.fake import HashingEmbedder
from foam.model.scripted import ScriptedModel


def test_what_a_model_finds_is_replayed_and_bundled(tmp_path: Path) -> None:
    reader, acts = Writer([REPORT], decides=DECIDES), writing(QUESTION)
    model = ScriptedModel(lambda call: reader.say(call) or acts(call), name="test-writer", writes=True)
    with foam.open(tmp_path / "home", models=model, environ={}, embedder=HashingEmbedder()) as home:
        home.library.add(write_observatory(tmp_path / "file"))
        ran = home.deliberate(QUESTION, library=True, decision="refusal", rules=["rules"])
        assert isinstance(ran.view, Dossier)
        found = {one.finding.text: one.finding.established for one in ran.view.findings}
        assert found[DECIDES["text"]] == found[REPORT["text"]] == "model"
        assert home.replay(ran).ok
        assert home.verify(ran).ok
        home.bundle.export(ran, tmp_path / "matter.foam")
        assert home.bundle.verify(tmp_path / "matter.foam").ok


def test_a_model_that_only_chooses_recommends_nothing_where_nothing_decides(tmp_path: Path) -> None:
    with foam.open(tmp_path / "home", models=ScriptedModel(), environ={}, embedder=HashingEmbedder()) as home:
        home.library.add(write_observatory(tmp_path / "file"))
        ran = home.deliberate(QUESTION, library=True, decision="refusal", rules=["rules"], seats=["for", "against"])
        assert isinstance(ran.view, Dossier)
        assert (ran.view.recommendation.outcome, ran.view.recommendation.basis) == ("not shown", "lacking")
        assert "which facts meet the rules" in ran.view.summary[0]
