"""Train the judge: one seeded run, a table of figures on the split asked for, the weights in float32.

    python -m training.train --pairs out/pairs.jsonl.gz --base <MiniLM folder> --out out/judge

Minutes on a GPU, hours on a CPU. `--blind first` or `--blind second` trains a one-sided baseline.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import defaultdict
from contextlib import nullcontext
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import save_file
from torch.nn import functional

from training import measure, prepare
from training.batches import Coded, Coder, collate, endless
from training.net import JudgeNet, answers
from training.pairs import Pair

REPEAT = {"perspectrum": 2, "wice": 2, "factcheck": 3}  # small sources that carry what the rules cannot
MIX = {"relation": 0.6, "same": 0.15, "quality": 0.15, "side": 0.1}


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=Path, required=True)
    parser.add_argument("--base", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=5000)
    parser.add_argument(
        "--seconds", type=float, default=float("inf"), help="end the schedule here if the steps take longer"
    )
    parser.add_argument("--size", type=int, default=64)
    parser.add_argument("--rate", type=float, default=1e-4)
    parser.add_argument("--pooling", choices=("cls", "mean"), default="cls")
    parser.add_argument("--smooth", type=float, default=0.05)
    parser.add_argument("--relation", type=float, default=0.6, help="share of batches for the relation task")
    parser.add_argument("--side", type=float, default=0.1, help="share of batches for the helper task")
    parser.add_argument(
        "--also", type=Path, nargs="*", default=[], help="more files of pairs to train on (a teacher's)"
    )
    parser.add_argument("--blind", choices=("first", "second"))
    parser.add_argument("--train-on", nargs="+", default=["train"])
    parser.add_argument("--figures-on", nargs="+", default=["dev"])
    parser.add_argument("--limit", type=int, help="rows per task, for a trial on a CPU")
    parser.add_argument("--no-weights", action="store_true")
    return parser.parse_args()


def loss_of(task: str, logits: torch.Tensor, target: torch.Tensor, smooth: float) -> torch.Tensor:
    if task == "relation":
        return functional.cross_entropy(logits, target, label_smoothing=smooth)
    softened = target * (1 - smooth) + smooth / 2
    return functional.binary_cross_entropy_with_logits(logits, softened)


def by_task(pairs: list[Pair], limit: int | None, rng: random.Random) -> dict[str, list[Pair]]:
    grouped: dict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        grouped[pair.task] += [pair] * (REPEAT.get(pair.source, 1) if pair.task == "relation" else 1)
    return {task: rng.sample(rows, min(limit or len(rows), len(rows))) for task, rows in grouped.items()}


def optimizer_of(net: JudgeNet, rate: float) -> torch.optim.AdamW:
    plain = [p for p in net.parameters() if p.ndim < 2]
    decayed = [p for p in net.parameters() if p.ndim >= 2]
    groups = [{"params": decayed, "weight_decay": 0.01}, {"params": plain, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=rate)


def share_of_rate(done: float) -> float:
    """Warm up over a sixteenth of the run, then straight down to nothing."""
    return min(done * 16, (1 - done) * 16 / 15)


def half(device: str):
    return torch.autocast("cuda", dtype=torch.bfloat16) if device == "cuda" else nullcontext()


def fit(net: JudgeNet, coded: dict[str, list[Coded]], pad: int, asked: argparse.Namespace, device: str) -> None:
    rng = random.Random(asked.seed)
    mix = {
        task: share
        for task, share in (MIX | {"side": asked.side, "relation": asked.relation}).items()
        if coded.get(task)
    }
    streams = {task: endless(rows, asked.size, rng) for task, rows in coded.items()}
    optimizer = optimizer_of(net, asked.rate)
    began, mean = time.monotonic(), defaultdict(list)
    net.train()
    for step in range(asked.steps):
        done = max(step / asked.steps, (time.monotonic() - began) / asked.seconds)
        if done >= 1:
            break
        task = rng.choices(list(mix), list(mix.values()))[0]
        sides, target = collate(next(streams[task]), pad, device)
        for group in optimizer.param_groups:
            group["lr"] = asked.rate * share_of_rate(done)
        with half(device):
            loss = loss_of(task, answers(net, task, sides), target, asked.smooth)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        mean[task].append(loss.detach())
        if (step + 1) % 500 == 0:
            shown = {name: round(torch.stack(past).mean().item(), 3) for name, past in mean.items()}
            print(f"step {step + 1} of {asked.steps}, {time.monotonic() - began:.0f} s, loss {shown}", flush=True)
            mean.clear()
    print(f"ended after step {step + 1}")


@torch.no_grad()
def logits_of(net: JudgeNet, coder: Coder, pairs: list[Pair], device: str) -> np.ndarray:
    net.eval()
    coded = coder(pairs)
    order = sorted(range(len(coded)), key=lambda at: max(len(ids) for ids, _ in coded[at].sides))
    found: list[np.ndarray | None] = [None] * len(coded)
    for start in range(0, len(order), 256):
        chunk = order[start : start + 256]
        sides, _ = collate([coded[at] for at in chunk], coder.pad, device)
        for at, row in zip(chunk, answers(net, pairs[0].task, sides).cpu().numpy(), strict=True):
            found[at] = row
    return np.stack(found)


def relation_figure(source: str, logits: np.ndarray, target: np.ndarray) -> dict[str, float]:
    truth, guess = target.argmax(1), logits.argmax(1)
    if source in ("perspectrum", "kpa", "ukp"):
        two_way = logits[:, :2].argmax(1)
        return {"balanced accuracy, two ways": measure.balanced_accuracy(truth, two_way)}
    if source == "factcheck":
        return {"macro-F1": measure.macro_f1(truth, guess)}
    if source in ("wice", "ibm_ce"):
        support = measure.softmax(logits)[:, 0]
        return {"AUC of support": measure.auc(truth == 0, support)}
    if source in ("edit-kept", "edit-none"):
        return {"share called supports": float(np.mean(guess == 0))}
    if source.startswith("edit-"):
        return {"share not called supports": float(np.mean(guess != 0))}
    return {"accuracy": float(np.mean(truth == guess))}


def figures(net: JudgeNet, coder: Coder, pairs: list[Pair], device: str) -> dict[str, float]:
    groups: dict[tuple[str, str], list[Pair]] = defaultdict(list)
    for pair in pairs:
        groups[pair.task, pair.source].append(pair)
    table = {}
    for (task, source), rows in sorted(groups.items()):
        logits, target = logits_of(net, coder, rows, device), np.array([row.target for row in rows])
        if task == "relation":
            found = relation_figure(source, logits, target)
        elif task == "same":
            found = {"AUC": measure.auc(target[:, 0], logits[:, 0])}
        else:
            found = {"accuracy": float(np.mean((logits[:, 0] > 0) == (target[:, 0] > 0.5)))}
        table |= {f"{task} {source} {name} (n={len(rows)})": round(value, 4) for name, value in found.items()}
    return table


def save(net: JudgeNet, folder: Path) -> None:
    kept = {
        name: tensor.half().contiguous().cpu()
        for name, tensor in net.state_dict().items()
        if "position_ids" not in name
    }
    save_file(kept, folder / "weights.safetensors")


def main() -> None:
    asked = options()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(asked.seed)
    asked.out.mkdir(parents=True, exist_ok=True)
    dealt, coder = prepare.read(asked.pairs), Coder(asked.base, asked.blind)
    taught = [pair for path in asked.also for pair in prepare.read(path)["taught"]]
    ours = [pair for name in asked.train_on for pair in dealt[name]] + taught
    rows = by_task(ours, asked.limit, random.Random(asked.seed))
    net = JudgeNet(asked.base, asked.pooling).to(device)
    fit(net, {task: coder(pairs) for task, pairs in rows.items()}, coder.pad, asked, device)
    table = {
        name: figures(net, coder, dealt[name][:: 1 if not asked.limit else 40], device) for name in asked.figures_on
    }
    print(json.dumps(table, indent=1))
    settings = {key: str(value) for key, value in vars(asked).items()}
    (asked.out / "figures.json").write_text(json.dumps({"settings": settings, "figures": table}, indent=1))
    if not asked.no_weights:
        save(net, asked.out)


if __name__ == "__main__":
    main()
