"""A library that has nothing to do with the question: the command says so and ends with 2."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.laws.setting import Setting
from tests.laws.settings import APPEAL, FARES, make_appeal, make_fares

from foam.cli.main import foam
from foam.evidence.search.fake import HashingEmbedder


@pytest.mark.parametrize(
    ("setting", "pack"),
    [(make_appeal(), FARES), (make_fares(), APPEAL)],
    ids=lambda one: getattr(one, "name", one),
)
def test_a_question_that_the_library_is_not_about_is_declined(
    setting: Setting, pack: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOAM_HOME", str(tmp_path))
    opened = {"models": setting.model, "embedder": HashingEmbedder(), "stance": lambda _, texts: [0.0] * len(texts)}
    result = CliRunner().invoke(foam, ["deliberate", setting.question, "--pack", pack, "--quiet"], obj=opened)
    assert result.exit_code == 2, result.output
    assert "bears on" in " ".join(result.output.split())
