"""The Inspect task, run offline with scripted models. Skipped, loudly, where `foam[inspect]` is not installed."""

from __future__ import annotations

import gc
import importlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from foam.oversight.experiment.gold import GoldCase, denial

pytest.importorskip("inspect_ai", reason="MISSING EXTRA: pip install 'foam[inspect]' to run this test")


def _gold(path: Path) -> Path:
    cases = [
        GoldCase(
            id=str(i),
            affirmed=f"Mill {i} was built of stone",
            denied=denial(f"Mill {i} was built of stone"),
            truth="affirmed",
            sentences=(f"Mill {i} was built of stone in the valley.", "The river is short."),
        )
        for i in range(8)
    ]
    path.write_text("\n".join(case.model_dump_json() for case in cases), "utf-8")
    return path


def _reply(messages: list[Any]) -> str:
    """Name the first offered id; as a judge the side with a quotation, else the shorter statement."""
    text = str(messages[-1].text)
    blocks = re.findall(r"<option id=(\S+) \w+>\n(.*?)\n</option", text, re.S)
    judging = "Judge the evidence" in text
    best = max(blocks, key=lambda block: ("“" in block[1], -len(block[1]))) if judging else blocks[0]
    return json.dumps({"ids": [best[0]]})


@pytest.fixture
def collected() -> Iterator[None]:
    """Inspect never closes the stream of a sample's events; free them here, where the warning is expected."""
    yield
    gc.collect()


@pytest.mark.usefixtures("collected")
@pytest.mark.filterwarnings("ignore:Unclosed <MemoryObjectReceiveStream:ResourceWarning")
@pytest.mark.filterwarnings("ignore:The 'initial' parameter is deprecated:DeprecationWarning")  # in Inspect's retries
def test_the_task_runs_offline_and_reports_amplification(tmp_path: Path) -> None:
    inspect_ai, model = importlib.import_module("inspect_ai"), importlib.import_module("inspect_ai.model")
    task = importlib.import_module("foam.oversight.experiment.inspect_task").oversight

    def scripted(messages: list[Any], *rest: Any) -> Any:
        output = model.ModelOutput.from_content(model="mock", content=_reply(messages))
        output.usage = model.ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return output

    mock = model.get_model("mockllm/model", custom_outputs=scripted)
    (log,) = inspect_ai.eval(
        task(gold=str(_gold(tmp_path / "gold.jsonl")), verifier="stance", relevance=0.1),
        model=mock,
        log_dir=str(tmp_path / "logs"),
        display="none",
    )
    assert log.status == "success", log.error
    metrics = {name: m.value for score in log.results.scores for name, m in score.metrics.items()}
    assert metrics["accuracy"] == 1.0
    assert metrics["amplification_debate"] == 0.0
    assert metrics["amplification_consultancy"] == 0.0
