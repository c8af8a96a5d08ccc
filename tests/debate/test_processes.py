"""A debate is the same in every process: sets have another order in each, and nothing may go by that."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RANKED = """
from foam.debate.speech.earlier import rank_nearest
from foam.evidence.corpus import Passage
from foam.text.pointer import Pointer

words = [[f"{first}{second}{third}ond" for third in "bdgkmpt"] for first in "bdfglmn" for second in "aeiou"]
texts = [" ".join(some) for some in words]
texts += [one for some in words for n, one in enumerate(some) for _ in range(n)]
passages = [Passage(pointer=Pointer(document="ab" * 32, sentence=n), text=text) for n, text in enumerate(texts)]
print([one.pointer.sentence for one in rank_nearest(passages, [" ".join(texts[:35])])])
"""
"""Sentences that are equally near: rounding alone would tell them apart."""
DEBATED = """
from tests.debate.test_at_hand import SOUGHT_FIRST, SOUGHT_LATER, play

model, view = play((SOUGHT_FIRST, SOUGHT_LATER), "P1", "C1", "P2", cross=True)
print([call.question.prompt for call in model.calls], view.json_value())
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


@pytest.mark.parametrize("code", [RANKED, DEBATED], ids=["what is equally near", "a whole debate"])
def test_every_process_asks_the_same(code: str) -> None:
    assert len({run_with(seed, code) for seed in range(2)}) == 1
