"""Commands against endpoints: how many acts fell back is printed; a server that answers nothing is a failed service."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.model.remote.serving import SILENT, decline, serve

from foam.cli.main import foam
from foam.evidence.search.fake import HashingEmbedder
from foam.model.port import Model
from foam.model.scripted import ScriptedModel, agree
from foam.model.silent import SilentJudge

COMMANDS = {
    "deliberate": ("deliberate", "--pack", "mountain-hut", "--seat", "warden", "--seat", "rescuer"),
    "case": ("case", "write", "--pack", "mountain-hut"),
    "debate": ("debate", "--pack", "mountain-hut", "--questions", "0"),
}
ACTS = {
    "debate": r"12 acts written, 0 asked again, 6 replaced in whole or part \(50 %\)",  # what was prepared counts
}


def run(command: str, model: Model) -> Result:
    opened = {
        "models": model,
        "embedder": HashingEmbedder(),
        "stance": lambda claim, texts: [0.0] * len(texts),
        "judge": SilentJudge(),
    }
    return CliRunner().invoke(foam, [*COMMANDS[command], "--quiet"], obj=opened)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOAM_HOME", str(tmp_path))


@pytest.mark.parametrize("command", ACTS)
def test_the_share_of_acts_that_fell_back_is_printed(command: str) -> None:
    acts = decline(
        "acts/",
        "debate/speech",
        "debate/examination",
        "debate/testimony",
    )
    with serve("openai", ScriptedModel(agree()), declines=acts) as model:
        result = run(command, model)
    assert result.exit_code in (0, 1), result.output
    assert re.search(ACTS[command], " ".join(result.stdout.split())), result.stdout


@pytest.mark.parametrize("kind", SILENT)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_server_that_answers_nothing_ends_the_command_with_what_it_said(command: str, kind: str) -> None:
    with serve(kind, ScriptedModel(agree())) as model:
        result = run(command, model)
    assert result.exit_code == 3, result.output
    assert result.stdout == ""
    assert "error: m gave no valid answer" in result.stderr
    assert SILENT[kind] in result.stderr
    assert "Traceback" not in result.stderr
