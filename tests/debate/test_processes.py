"""A debate is the same in every process: sets have another order in each, and nothing may go by that."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
DEBATED = """
from tests.debate.test_written import BOTH, play
from tests.debate.writers import answer_questions, writer

model = writer({**BOTH, "P2": BOTH["P1"]}, answer_questions)
_, ran = play(model, "P1", "C1", "P2", cross=True)
print([call.question.prompt for call in model.calls], ran.view.json_value())
"""


def run_with(seed: int, code: str) -> str:
    """What the code prints in a process of its own, where sets have this order."""
    places = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    ran = subprocess.run(
        [sys.executable, "-c", code],
        env={**kept, "PYTHONPATH": places, "PYTHONHASHSEED": str(seed), "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_every_process_asks_the_same() -> None:
    assert len({run_with(seed, DEBATED) for seed in range(2)}) == 1
