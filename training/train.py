"""Train a judge: one seeded run over all heads, figures on the splits asked for, the weights in float16.

    python -m training.train --pairs out/pairs.jsonl.gz --base <teacher folder> --out out/teacher
    python -m training.train --pairs out/pairs.jsonl.gz --base <MiniLM folder> --taught out/taught --out out/judge

Minutes on a GPU, days on a CPU. `--blind first` or `--blind second` trains a one-sided baseline, `--leave` leaves
sources out of training. With `--taught` the teachers' probabilities are learnt beside the labels.
"""

from __future__ import annotations

import argparse
import gzip
import json
import time
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import save_file
from torch.nn import functional

from training import figures, store
from training.batches import Coded, Coder, Corpus, code, endless, quality_texts
from training.net import HEADS, JudgeNet
from training.pairs import Pair
from training.shrink import shrunk, wide

PAIRED = ("relation", "entails", "bears", "side", "same")
SINGLE = ("quality", "scheme")
SHARE = {"relation": 0.36, "entails": 0.42, "bears": 0.10, "side": 0.06, "same": 0.06}
"""How often a labelled pair of each task is drawn, whatever the number of its rows."""
REPEAT = {
    "perspectrum": 2.0, "kpa": 1.5, "wice": 2.0, "healthver": 2.0, "fm2": 2.0, "mnli_dev_matched": 1.5,
    "fever_dev": 1.3, "politihop": 1.5, "covidfact": 1.3, "questions": 0.5, "dnc_factuality": 0.7, "mpe": 0.7,
    "med": 0.7, "iam_stance": 1.5, "iam_nonclaim": 1.3,
}  # fmt: skip
REFUTED = 1.3
"""How much more often a refutation among the facts is drawn: sets of facts hold few."""
SOFT = ("relation", "entails", "bears", "side", "same")
SMOOTH = 0.05
HELD_BACK = ("dev", "calibration", "test")
Taught = tuple[list[Pair], dict[str, np.ndarray]]
"""Pairs, and for each head what the teachers said of them."""


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=Path, required=True)
    parser.add_argument("--base", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--layers", type=int, help="keep only the lowest layers of the base")
    parser.add_argument("--freeze", type=int, help="leave so many of the lowest layers of a language model as they are")
    parser.add_argument("--taught", type=Path, help="folder that `training.teach` wrote")
    parser.add_argument("--wild", type=float, default=0.5, help="share of drawn pairs that only teachers labelled")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="end the schedule here at the latest")
    parser.add_argument("--size", type=int, default=256)
    parser.add_argument("--rate", type=float, default=1e-4)
    parser.add_argument("--blind", choices=("first", "second"))
    parser.add_argument("--leave", nargs="*", default=[], help="sources to leave out of training")
    parser.add_argument("--figures-on", nargs="*", default=["dev"])
    parser.add_argument("--only", nargs="*", help="sources to give figures for")
    parser.add_argument("--limit", type=int, help="rows in all, for a trial on a CPU")
    parser.add_argument("--no-weights", action="store_true")
    parser.add_argument(
        "--rounded", action="store_true", help="figures and outputs of the int8 weights that would ship"
    )
    parser.add_argument("--also", type=Path, help="more pairs, a line each, whose outputs are wanted")
    return parser.parse_args()


class Rows:
    """Labelled pairs as tensors: which head, which target, which classes count, what the teachers said."""

    def __init__(self, pairs: list[Pair], taught: dict[str, np.ndarray] | None, device: str) -> None:
        names = list(HEADS)
        self.task = torch.tensor([names.index(pair.task) for pair in pairs], device=device)
        target = np.zeros((len(pairs), 7), dtype=np.float32)
        allowed = np.ones((len(pairs), 3), dtype=bool)
        for at, pair in enumerate(pairs):
            target[at, : len(pair.target)] = pair.target
            allowed[at, list(pair.lacks)] = False
        self.target = torch.tensor(target, device=device)
        self.allowed = torch.tensor(allowed, device=device)
        self.labelled = torch.tensor([pair.source != "taught" for pair in pairs], device=device)
        self.soft = {name: torch.tensor(found, device=device) for name, found in (taught or {}).items()}


def weights_of(pairs: list[Pair], wild: float) -> np.ndarray:
    """Drawing weights: the tasks by their share, the wild pairs by theirs."""
    weights = np.array([REPEAT.get(pair.source, 1.0) for pair in pairs])
    weights *= [REFUTED if pair.task == "entails" and max(pair.target) == pair.target[1] else 1.0 for pair in pairs]
    taught = np.array([pair.source == "taught" for pair in pairs])
    task = np.array([pair.task for pair in pairs])
    for name, share in SHARE.items():
        ours = (task == name) & ~taught
        if ours.any():
            weights[ours] *= share / weights[ours].sum()
    if taught.any():
        weights[~taught] *= (1 - wild) / weights[~taught].sum()
        weights[taught] *= wild / weights[taught].sum()
    return weights


def _classes(logits: torch.Tensor, target: torch.Tensor, allowed: torch.Tensor) -> torch.Tensor:
    """Cross-entropy over the classes that the source names."""
    shares = functional.log_softmax(logits.masked_fill(~allowed, -1e4), dim=-1)
    smooth = (allowed / allowed.sum(-1, keepdim=True)) * SMOOTH + target * (1 - SMOOTH)
    return -(smooth * shares.masked_fill(~allowed, 0)).sum(-1)


def _chance(logits: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    softened = target * (1 - SMOOTH) + SMOOTH / 2
    return functional.binary_cross_entropy_with_logits(logits, softened, reduction="none").mean(-1)


def label_loss(found: dict[str, torch.Tensor], rows: Rows, at: torch.Tensor) -> torch.Tensor:
    """The mean loss of the labels. A fact teaches the general head too, with less weight."""
    names, losses = list(HEADS), []
    task, target, allowed = rows.task[at], rows.target[at], rows.allowed[at]
    labelled = rows.labelled[at]
    for name in found:
        ours = ((task == names.index(name)) & labelled).float()
        size = HEADS[name]
        classes = size == 3
        each = _classes(found[name], target[:, :3], allowed) if classes else _chance(found[name], target[:, :size])
        losses.append((each * ours).sum())
        if name == "relation" and "entails" in found:
            facts = ((task == names.index("entails")) & labelled).float()
            losses.append(0.5 * (each * facts).sum())
    return torch.stack(losses).sum() / len(at)


def soft_loss(found: dict[str, torch.Tensor], rows: Rows, at: torch.Tensor) -> torch.Tensor:
    """How far the heads are from the teachers, the head of the pair's own task counting most."""
    names, losses, task = list(HEADS), [], rows.task[at]
    for name in SOFT:
        told = rows.soft[name][at].float()
        known, said = ~told.isnan().any(-1), told.nan_to_num()
        if HEADS[name] == 3:
            each = -(said * functional.log_softmax(found[name], dim=-1)).sum(-1)
        else:
            each = functional.binary_cross_entropy_with_logits(found[name], said, reduction="none").mean(-1)
        each = each * known
        own = (task == names.index(name)).float()
        other = 0.3 if name in ("relation", "entails", "bears") else 0.05
        losses.append((each * (own + (1 - own) * other)).sum())
    return torch.stack(losses).sum() / len(at)


def optimizer_of(net: JudgeNet, rate: float, device: str) -> torch.optim.AdamW:
    learning = [p for p in net.parameters() if p.requires_grad]
    plain = [p for p in learning if p.ndim < 2]
    decayed = [p for p in learning if p.ndim >= 2]
    groups = [{"params": decayed, "weight_decay": 0.01}, {"params": plain, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=rate, fused=device == "cuda")


def share_of_rate(done: float) -> float:
    """Warm up over a sixteenth of the run, then straight down to nothing."""
    return min(done * 16, (1 - done) * 16 / 15)


def half(device: str) -> AbstractContextManager[object]:
    return torch.autocast("cuda", dtype=torch.bfloat16) if device == "cuda" else nullcontext()


class Run:
    """The three streams of a run (pairs, convincingness, form) and one step over each."""

    def __init__(
        self,
        net: JudgeNet,
        coder: Coder,
        pairs: list[Pair],
        asked: argparse.Namespace,
        device: str,
        taught: Taught | None = None,
        coded: Coded | None = None,
    ) -> None:
        self.net, self.device = net, device
        self.label_share = 0.5
        mains, soft = taught or ([pair for pair in pairs if pair.task in PAIRED], None)
        self.rows = Rows(mains, soft, device)
        coded = coded or code(coder, [(pair.first, pair.second) for pair in mains])
        self.corpus = Corpus(coded, coder.pad, device)
        rng = np.random.default_rng(asked.seed)
        self.stream = endless(self.corpus.lengths, weights_of(mains, asked.wild), asked.size, rng)
        self.singles = {}
        for task in () if net.one_way else SINGLE:  # a language model only teaches pairs
            ours = [pair for pair in pairs if pair.task == task]
            texts = quality_texts(ours) if task == "quality" else [(pair.first, "") for pair in ours]
            if ours:
                corpus = Corpus(code(coder, texts), coder.pad, device)
                length = np.maximum(corpus.lengths[::2], corpus.lengths[1::2]) if task == "quality" else corpus.lengths
                stream = endless(length, np.ones(len(ours)), max(16, asked.size // 4), rng)
                self.singles[task] = (Rows(ours, None, device), corpus, stream)

    def main_loss(self) -> torch.Tensor:
        batch = next(self.stream)
        at = torch.tensor(batch, device=self.device)
        found = self.net(PAIRED, **self.corpus.batch(batch))
        loss = label_loss(found, self.rows, at)
        return self.label_share * loss + soft_loss(found, self.rows, at) if self.rows.soft else loss

    def single_loss(self, task: str) -> torch.Tensor:
        rows, corpus, stream = self.singles[task]
        batch = next(stream)
        at = torch.tensor(batch, device=self.device)
        if task == "scheme":
            return label_loss(self.net((task,), **corpus.batch(batch)), rows, at)
        first = self.net((task,), **corpus.batch(batch * 2))[task]
        second = self.net((task,), **corpus.batch(batch * 2 + 1))[task]
        return label_loss({task: first - second}, rows, at)

    def loss(self, step: int) -> torch.Tensor:
        """Every tenth step a convincingness batch, every twentieth a form batch, else pairs."""
        if step % 10 == 9 and "quality" in self.singles:
            return self.single_loss("quality")
        if step % 20 == 4 and "scheme" in self.singles:
            return self.single_loss("scheme")
        return self.main_loss()


def read_taught(folder: Path) -> Taught:
    """What `training.teach` wrote: the labelled and the wild pairs, and for each head the teachers' probabilities."""
    with np.load(folder / "soft.npz") as held:
        soft = {name: held[name] for name in SOFT}
    return store.read(folder / "pairs.jsonl.gz")["taught"], soft


def fit(run: Run, asked: argparse.Namespace) -> None:
    optimizer = optimizer_of(run.net, asked.rate, run.device)
    began, past = time.monotonic(), []
    run.net.train()
    for step in range(asked.steps):
        done = max(step / asked.steps, (time.monotonic() - began) / asked.seconds)
        if done >= 1:
            break
        for group in optimizer.param_groups:
            group["lr"] = asked.rate * share_of_rate(done)
        with half(run.device):
            loss = run.loss(step)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(run.net.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        past.append(loss.detach())
        if (step + 1) % 500 == 0:
            mean = torch.stack(past).mean().item()
            print(f"step {step + 1} of {asked.steps}, {time.monotonic() - began:.0f} s, loss {mean:.4f}", flush=True)
            past.clear()
    print(f"ended after step {step + 1}, {time.monotonic() - began:.0f} s", flush=True)


@torch.no_grad()
def logits_of(
    net: JudgeNet,
    coder: Coder,
    texts: list[tuple[str, str]],
    heads: tuple[str, ...],
    device: str,
    coded: Coded | None = None,
) -> dict[str, np.ndarray]:
    """The logits of several heads for many pairs, read in the order of their length."""
    net.eval()
    corpus = Corpus(coded or code(coder, texts), coder.pad, device)
    order = np.argsort(corpus.lengths, kind="stable")
    found = {name: np.zeros((len(order), HEADS[name]), dtype=np.float32) for name in heads}
    for start in range(0, len(order), 512):
        rows = order[start : start + 512]
        with half(device):
            said = net(heads, **corpus.batch(rows))
        for name in heads:
            found[name][rows] = said[name].cpu().numpy()
    return found


def spoken(net: JudgeNet, coder: Coder, dealt: store.Dealt, asked: argparse.Namespace, device: str) -> None:
    """Every head's outputs for the held-back rows, and for `--also`: what calibration and tables are fitted from."""
    heads = tuple(HEADS)
    sets = {name: [(p.first, p.second) for p in dealt[name] if p.task != "quality"] for name in HELD_BACK}
    sets |= {f"{name}-quality": quality_texts([p for p in dealt[name] if p.task == "quality"]) for name in HELD_BACK}
    if asked.also is not None:
        with gzip.open(asked.also, "rt", encoding="utf-8") as lines:
            sets["also"] = [(first, second) for first, second in map(json.loads, lines)]
    found = {name: logits_of(net, coder, texts, heads, device) for name, texts in sets.items() if texts}
    flat = {f"{name} {head}": one.astype(np.float16) for name, said in found.items() for head, one in said.items()}
    np.savez_compressed(asked.out / "outputs.npz", **flat)


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
    dealt, coder = store.read(asked.pairs), Coder(asked.base, asked.blind)
    left = {*asked.leave, *(f"{name}-attack" for name in asked.leave)}
    ours = [pair for pair in dealt["train"] if pair.source not in left][: asked.limit]
    net = JudgeNet(asked.base, asked.layers).to(device)
    if asked.freeze:
        net.freeze(asked.freeze)
    fit(Run(net, coder, ours, asked, device, read_taught(asked.taught) if asked.taught else None), asked)
    if not asked.no_weights:
        save(net, asked.out)
    table = {}
    if asked.leave:
        dealt["left out"] = [
            p for rows in dealt.values() for p in rows if p.source in asked.leave and p.task == "entails"
        ]
    for name in ["left out"] if asked.leave else asked.figures_on:
        rows = [pair for pair in dealt[name] if not asked.only or pair.source in asked.only]
        table[name] = figures.table(rows, lambda texts, heads: logits_of(net, coder, texts, heads, device))
    if asked.rounded:
        small = shrunk({name: one.float().cpu().numpy() for name, one in net.state_dict().items()})
        net.load_state_dict({name: torch.tensor(one) for name, one in wide(small).items()}, strict=False)
        rows = dealt[asked.figures_on[-1]]
        table["int8"] = figures.table(rows, lambda texts, heads: logits_of(net, coder, texts, heads, device))
        spoken(net, coder, dealt, asked, device)
    print(json.dumps(table, indent=1))
    settings = {key: str(value) for key, value in vars(asked).items()}
    (asked.out / "figures.json").write_text(json.dumps({"settings": settings, "figures": table}, indent=1))


if __name__ == "__main__":
    main()
