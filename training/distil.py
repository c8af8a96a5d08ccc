"""Teacher, its labels and a student in one process, for when the time on a machine with an accelerator is short.

    python -m training.distil --pairs out/fast.jsonl.gz --large out/large --out out/judge \
        --start src/foam/model/judge/judge.safetensors --teacher-seconds 120 --until 455

The language model that `training.large` cut learns the training rows, labels a share of them and the `wild` pairs, and
a student that starts from an earlier judge learns from both. `--until` is when all should be done, counted from the
start: the student gets what the teacher leaves. Word pieces are counted out in processes of their own meanwhile.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import torch
from safetensors.numpy import save

from training import figures, measure, store
from training.batches import Coded, Coder, code
from training.net import HEADS, JudgeNet
from training.pairs import Pair
from training.shrink import shrunk, wide
from training.train import PAIRED, SOFT, Run, fit, logits_of, spoken

PART = 15 * 2**20
SHOWN = ("factcheck", "perspectrum", "kpa", "healthver", "fm2", "fever_dev", "mnli_dev_matched")
SHORTEST, FROZEN = 5.0, 3
ENDING = 30
"""Seconds kept for what follows the student's training: rounding, outputs, writing."""


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=Path, required=True, help="rows with a split `wild`, which nobody labelled")
    parser.add_argument("--large", type=Path, required=True)
    parser.add_argument("--start", type=Path, required=True, help="int8 weights of an earlier judge")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--lessons", type=int, default=180_000, help="training rows that the teacher labels")
    parser.add_argument("--teacher-seconds", type=float, required=True)
    parser.add_argument("--until", type=float, required=True)
    parser.add_argument("--device", default="cuda")
    return parser.parse_args()


def _code_into(path: Path, base: Path, texts: list[tuple[str, str]]) -> None:
    np.savez(path, **code(Coder(base), texts)._asdict())


class Coding:
    """Texts being counted out into word pieces by a process of its own."""

    def __init__(self, path: Path, base: Path, texts: list[tuple[str, str]]) -> None:
        self._path = path
        self._process = multiprocessing.get_context("fork").Process(target=_code_into, args=(path, base, texts))
        self._process.start()

    def wait(self) -> Coded:
        self._process.join()
        with np.load(self._path) as held:
            return Coded(**held)


def settings(rate: float, size: int, seconds: float) -> argparse.Namespace:
    return argparse.Namespace(seed=1, wild=0.45, size=size, rate=rate, steps=100_000, seconds=seconds)


def label(net: JudgeNet, coder: Coder, rows: list[Pair], coded: Coded, device: str) -> dict[str, np.ndarray]:
    """What the teacher thinks of each row, for every head that is learnt from it."""
    texts = [(row.first, row.second) for row in rows]
    found = logits_of(net, coder, texts, SOFT, device, coded)
    shares = {name: measure.softmax(one) if HEADS[name] == 3 else 1 / (1 + np.exp(-one)) for name, one in found.items()}
    return {name: one.astype(np.float16) for name, one in shares.items()}


class Distilling:
    """One run: what is read at the start, and the two steps that follow."""

    def __init__(self, asked: argparse.Namespace) -> None:
        self.asked, self.began = asked, time.monotonic()
        work = asked.out / "work"
        work.mkdir(parents=True, exist_ok=True)
        self.reader, self.flat = work / "reader", work / "flat"
        unpack = ["training.large", "unpack", "--from", asked.large, "--out", self.reader]
        flatten = ["training.deepen", "--weights", asked.start, "--as-it-is", "--out", self.flat]
        self.unpacking = subprocess.Popen([sys.executable, "-m", *unpack])
        self.flattening = subprocess.Popen([sys.executable, "-m", *flatten])
        self.dealt = store.read(asked.pairs)
        self.paired = [row for row in self.dealt["train"] if row.task in PAIRED]
        wild = self.dealt["wild"]
        self.lessons = random.Random(1).sample(self.paired, min(asked.lessons, len(self.paired))) + wild
        texts = [(row.first, row.second) for row in self.lessons]
        self.for_teacher = Coding(work / "teacher.npz", asked.large, texts)
        self.for_student = Coding(work / "student.npz", asked.start.parent, texts)
        self.tell(
            f"{len(self.paired)} rows to learn, {len(self.lessons)} to label, {len(wild)} of them without a label"
        )

    def tell(self, words: str) -> None:
        print(f"{time.monotonic() - self.began:.0f} s: {words}", flush=True)

    def teach(self) -> dict[str, np.ndarray]:
        """Train the teacher, show how good it is, and let it label."""
        device, coder = self.asked.device, Coder(self.asked.large)
        coded = code(coder, [(row.first, row.second) for row in self.paired])
        self.unpacking.wait()
        net = JudgeNet(self.reader).to(device)
        net.freeze(FROZEN)
        ours = settings(2e-5, 144, self.asked.teacher_seconds)
        run = Run(net, coder, self.paired, ours, device, None, coded)
        self.tell("the teacher begins")
        fit(run, ours)
        shown = [row for row in self.dealt["test"] if row.source in SHOWN and row.task in ("relation", "entails")]
        table = figures.table(shown, lambda texts, heads: logits_of(net, coder, texts, heads, device))
        self.tell(f"the teacher: {json.dumps(table)}")
        (self.asked.out / "teacher.json").write_text(json.dumps(table, indent=1))
        soft = label(net, coder, self.lessons, self.for_teacher.wait(), device)
        np.savez(self.asked.out / "soft.npz", **soft)
        self.tell("labelled")
        return soft

    def learn(self, soft: dict[str, np.ndarray]) -> None:
        """Train the student until time is up; write its rounded weights and what they say of the held-back rows."""
        device, coder = self.asked.device, Coder(self.asked.start.parent)
        self.flattening.wait()
        net = JudgeNet(self.flat).to(device)
        ours = settings(2.5e-4, 512, 0.0)
        run = Run(net, coder, self.dealt["train"], ours, device, (self.lessons, soft), self.for_student.wait())
        ours.seconds = max(SHORTEST, self.asked.until - ENDING - (time.monotonic() - self.began))
        self.tell(f"the student begins and has {ours.seconds:.0f} s")
        fit(run, ours)
        small = shrunk({name: one.float().cpu().numpy() for name, one in net.state_dict().items()})
        packed = save(small)
        for at, start in enumerate(range(0, len(packed), PART)):
            (self.asked.out / f"judge.part{at}").write_bytes(packed[start : start + PART])
        self.tell("the student's weights are written")
        net.load_state_dict({name: torch.tensor(one) for name, one in wide(small).items()}, strict=False)
        spoken(net, coder, self.dealt, argparse.Namespace(also=None, out=self.asked.out), device)
        self.tell("done")


def main() -> None:
    run = Distilling(options())
    run.learn(run.teach())


if __name__ == "__main__":
    main()
