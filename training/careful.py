"""The careful judge: a language model's lower layers as they lie packed, a low-rank addition to each, and small heads.

    python -m training.careful learn --base out/reader --pairs out/rich.jsonl.gz --out out/careful --seconds 700
    python -m training.careful read --base out/reader --pairs out/rich.jsonl.gz --weights out/added.safetensors --out c

`learn` trains the additions and the heads alone and writes them as they ship (int8); `read` writes what these say of
the held-back rows, computed with the weights as the numpy judge has them. `training.large unpack` writes `--base`.
With `--teachers` earlier additions label pairs that nobody labelled (`training.wild`), and their mean is learnt beside
the labels; `--start` goes on from earlier additions.
"""

from __future__ import annotations

import argparse
import gzip
import json
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch
from safetensors.numpy import load_file as load_arrays
from safetensors.numpy import save
from torch import nn
from torch.nn import functional

from training import measure, store
from training.batches import Coded, Coder, Corpus, code, quality_texts
from training.heldback_sample import held_back
from training.pairs import Pair
from training.shrink import shrunk, wide
from training.sources import BESIDE

if TYPE_CHECKING:
    from training.train import Taught

HEADS = {"relation": 3, "entails": 3, "bears": 1, "side": 3, "scheme": 7, "quality": 1, "same": 1}
RANK, INNER = 24, 384
PART = 12 * 2**20
TEACHERS_HEAT = 1.3
"""What the earlier additions' outputs are divided by: about what their calibration asks for."""
THREE = ("fever_dev", "covidfact", "creak", "evidence_inference2")
"""Sources of two labels whose claims stand beside other claims' evidence as well (`training.enrich`), so that all three
answers are right somewhere: where "neither" stays masked, the judge falls into it on every new source."""
SHARE = {"relation": 0.29, "entails": 0.48, "bears": 0.11, "side": 0.06, "same": 0.06}
REPEAT = {
    "perspectrum": 2.0, "kpa": 1.5, "iam_stance": 1.5, "iam_nonclaim": 1.3, "wice": 3.0, "healthver": 3.0, "fm2": 3.0,
    "politihop": 2.5, "liar_plus": 1.5, "covidfact": 2.0, "fever_dev": 1.5, "mnli_dev_matched": 1.3, "questions": 0.3,
    "dnc_factuality": 0.5, "mpe": 0.5, "cad_snli": 0.5, "snli_devtest": 0.5, "med": 0.5,
    **{f"{source}-passage": 2.0 for source in BESIDE if source != "creak"},
}  # fmt: skip
"""How often a row is drawn: sources of evidence more often, captions and templates less, so that none dominates."""


class Added(nn.Module):
    """A frozen matrix and its low-rank addition, which begins at nothing."""

    def __init__(self, weight: torch.Tensor, bias: torch.Tensor | None) -> None:
        super().__init__()
        self.register_buffer("weight", weight, persistent=False)
        self.register_buffer("bias", bias, persistent=False)
        self.first = nn.Parameter(torch.randn(RANK, weight.shape[1]) / weight.shape[1] ** 0.5)
        self.second = nn.Parameter(torch.zeros(weight.shape[0], RANK))

    def forward(self, state: torch.Tensor) -> torch.Tensor:
        plain = functional.linear(state, self.weight, self.bias)
        inner = functional.linear(state, self.first.to(state.dtype))
        return plain + functional.linear(inner, self.second.to(state.dtype))


class Layer(nn.Module):
    """One block: grouped attention that looks back, gated units."""

    def __init__(self, held: dict[str, torch.Tensor], shape: dict[str, float]) -> None:
        super().__init__()
        self.shape = shape
        q, k, v = (f"self_attn.{name}_proj" for name in "qkv")
        joined = torch.cat([held[f"{name}.weight"] for name in (q, k, v)])
        self.qkv = Added(joined, torch.cat([held[f"{name}.bias"] for name in (q, k, v)]))
        self.out = Added(held["self_attn.o_proj.weight"], None)
        self.gate_up = Added(torch.cat([held["mlp.gate_proj.weight"], held["mlp.up_proj.weight"]]), None)
        self.down = Added(held["mlp.down_proj.weight"], None)
        self.register_buffer("before", held["input_layernorm.weight"], persistent=False)
        self.register_buffer("between", held["post_attention_layernorm.weight"], persistent=False)

    def forward(self, state: torch.Tensor, turn: tuple[torch.Tensor, torch.Tensor]) -> torch.Tensor:
        rows, tokens, width = state.shape
        heads, groups = int(self.shape["num_attention_heads"]), int(self.shape["num_key_value_heads"])
        normed = functional.rms_norm(state, (width,), self.before, self.shape["rms_norm_eps"])
        parts = self.qkv(normed).view(rows, tokens, heads + 2 * groups, -1).transpose(1, 2)
        turned = _turned(parts[:, : heads + groups], *turn)
        query, key, value = turned[:, :heads], turned[:, heads:], parts[:, heads + groups :]
        key, value = (one.repeat_interleave(heads // groups, dim=1) for one in (key, value))
        seen = functional.scaled_dot_product_attention(query, key, value, is_causal=True)
        state = state + self.out(seen.transpose(1, 2).reshape(rows, tokens, width))
        normed = functional.rms_norm(state, (width,), self.between, self.shape["rms_norm_eps"])
        gate, up = self.gate_up(normed).chunk(2, dim=-1)
        return state + self.down(functional.silu(gate) * up)


def _turned(heads: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor) -> torch.Tensor:
    first, second = heads.chunk(2, dim=-1)
    return torch.cat((first * cos - second * sin, second * cos + first * sin), dim=-1)


class Reader(nn.Module):
    """`forward` gives the logits of the heads asked for, from the state of each row's last token."""

    one_way = True

    def __init__(self, base: Path, dtype: torch.dtype, device: str) -> None:
        super().__init__()
        from safetensors.torch import load_file

        shape = json.loads((base / "config.json").read_text())
        held = {name: one.to(device, dtype) for name, one in load_file(base / "model.safetensors").items()}
        self.dtype, width = dtype, shape["hidden_size"]
        self.epsilon = shape["rms_norm_eps"]
        self.register_buffer("words", held["embed_tokens.weight"], persistent=False)
        self.register_buffer("norm", held["norm.weight"], persistent=False)
        self.layers = nn.ModuleList(
            Layer({name.split(".", 2)[2]: one for name, one in held.items() if name.startswith(f"layers.{at}.")}, shape)
            for at in range(shape["num_hidden_layers"])
        )
        each = width // shape["num_attention_heads"]
        self.frequencies = shape["rope_theta"] ** (-torch.arange(0, each, 2, dtype=torch.float64) / each)
        self.inner = nn.ModuleDict({name: nn.Linear(width, INNER) for name in HEADS})
        self.outer = nn.ModuleDict({name: nn.Linear(INNER, size) for name, size in HEADS.items()})
        self.dropout = nn.Dropout(0.1)
        self.to(device)

    def forward(
        self, heads: tuple[str, ...], ids: torch.Tensor, kinds: torch.Tensor, mask: torch.Tensor
    ) -> dict[str, torch.Tensor]:
        angles = torch.arange(ids.shape[1], dtype=torch.float64)[:, None] * self.frequencies
        turn = torch.cos(angles).to(ids.device, self.dtype), torch.sin(angles).to(ids.device, self.dtype)
        state = functional.embedding(ids, self.words)
        for layer in self.layers:
            state = layer(state, turn)
        last = state[torch.arange(len(ids), device=ids.device), mask.sum(1) - 1].float()
        last = self.dropout(functional.rms_norm(last, (last.shape[1],), self.norm.float(), self.epsilon))
        return {name: self.outer[name](self.dropout(torch.tanh(self.inner[name](last)))) for name in heads}


def learn(asked: argparse.Namespace) -> None:
    from training import train

    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(asked.seed)
    train.REFUTED, train.SHARE, train.REPEAT = asked.refuted, SHARE, REPEAT
    coder, dealt = Coder(asked.base), store.read(asked.pairs)
    pairs = [_open(row) for row in dealt["train"] if row.source != "taught" and not _is_left(row, asked.leave)]
    net = Reader(asked.base, torch.bfloat16 if device == "cuda" else torch.float32, device)
    pairs = pairs[: asked.limit]
    taught = _taught(net, coder, pairs, asked, device) if asked.teachers else None
    if asked.start:
        net.load_state_dict(_added(asked.start))
    print("rows are being coded", flush=True)
    net.one_way = False  # this one learns the heads for single texts, too
    run = train.Run(net, coder, pairs, asked, device, taught)
    run.label_share = 1.0
    print(f"{len(pairs)} rows", flush=True)
    _fit(run, asked)
    asked.out.mkdir(parents=True, exist_ok=True)
    if asked.leave:
        _read_left(net, coder, dealt, asked, device)
        return
    small = shrunk({name: one.float().cpu().numpy() for name, one in net.state_dict().items()})
    packed = save(small)
    for at, start in enumerate(range(0, len(packed), PART)):
        (asked.out / f"careful.part{at}").write_bytes(packed[start : start + PART])
    (asked.out / "careful.safetensors").write_bytes(packed)


def _added(path: Path) -> dict[str, torch.Tensor]:
    """Additions and heads as floats, as `learn` wrote them."""
    return {name: torch.tensor(one) for name, one in wide(load_arrays(path)).items()}


def _taught(net: Reader, coder: Coder, pairs: list[Pair], asked: argparse.Namespace, device: str) -> Taught:
    """The labelled pairs, then those that only the teachers label, with the mean of what these say; of labelled pairs
    they have learnt the labels, so there they are not asked."""
    labelled = [row for row in pairs if row.task in SHARE]
    wild = store.read(asked.wild_pairs)["taught"][: asked.limit]
    coded, began = code(coder, [(row.first, row.second) for row in wild]), time.monotonic()
    means = {name: np.zeros((len(wild), HEADS[name]), dtype=np.float32) for name in SHARE}
    for path in asked.teachers:
        net.load_state_dict(_added(path))
        said = logits_of(net, coder, [], device, coded)
        for name, mean in means.items():
            cooled = said[name] / TEACHERS_HEAT
            shares = measure.softmax(cooled) if HEADS[name] == 3 else 1 / (1 + np.exp(-cooled))
            mean += shares / len(asked.teachers)
        print(f"{len(wild)} pairs labelled, {time.monotonic() - began:.0f} s", flush=True)
    unknown = {name: np.full((len(labelled), HEADS[name]), np.nan) for name in SHARE}
    return labelled + wild, {name: np.concatenate([unknown[name], means[name]]).astype(np.float16) for name in SHARE}


def _open(row: Pair) -> Pair:
    """A row of a source that has all three answers once the made rows stand beside it."""
    return row._replace(lacks=()) if row.lacks == (2,) and row.source.split("-")[0] in THREE else row


def _is_left(row: Pair, left: list[str]) -> bool:
    return row.source.split("-")[0] in left


def _read_left(net: Reader, coder: Coder, dealt: store.Dealt, asked: argparse.Namespace, device: str) -> None:
    """What a judge that never saw these sources says of up to a thousand rows of each, and of their passages."""
    facts = [row for held in dealt.values() for row in held if row.task == "entails"]
    kinds = [name for source in asked.leave for name in (source, f"{source}-passage")]
    rows = [row for name in kinds for row in [one for one in facts if one.source == name][:1000]]
    said = logits_of(net, coder, [(row.first, row.second) for row in rows], device)
    target = np.array([row.target for row in rows])
    lengths = [len(row.first.split()) for row in rows]
    names = [row.source for row in rows]
    np.savez_compressed(asked.out / "left.npz", target=target, source=names, words=lengths, **said)


class Average:
    """The mean of the weights over the last third of a run."""

    def __init__(self, net: nn.Module) -> None:
        self._learnt = [one for one in net.parameters() if one.requires_grad]
        self._sums = [torch.zeros_like(one, dtype=torch.float32) for one in self._learnt]
        self._times = 0

    @torch.no_grad()
    def add(self) -> None:
        torch._foreach_add_(self._sums, [one.detach().float() for one in self._learnt])
        self._times += 1

    @torch.no_grad()
    def put(self) -> None:
        """The mean in place of the last weights."""
        for one, total in zip(self._learnt, self._sums, strict=True):
            if self._times:
                one.copy_(total / self._times)


def _fit(run: object, asked: argparse.Namespace) -> None:
    """As `training.train` does, with each step's loss kept, and the two kinds of weights at rates of their own."""
    from training.train import share_of_rate

    net, device = run.net, run.device  # type: ignore[attr-defined]
    heads = [one for name, one in net.named_parameters() if name.startswith(("inner", "outer"))]
    added = [one for name, one in net.named_parameters() if not name.startswith(("inner", "outer"))]
    groups = [{"params": added, "of": 1.0}, {"params": heads, "of": 0.5}]
    optimizer = torch.optim.AdamW(groups, lr=asked.rate, weight_decay=0.01, fused=device == "cuda")
    began, past, mean_of = time.monotonic(), [], Average(net)
    net.train()
    for step in range(asked.steps):
        done = max(step / asked.steps, (time.monotonic() - began) / asked.seconds)
        if done >= 1:
            break
        if done > 2 / 3 and step % 10 == 0:
            mean_of.add()
        for group in optimizer.param_groups:
            group["lr"] = asked.rate * group["of"] * share_of_rate(done)
        loss = run.loss(step)  # type: ignore[attr-defined]
        loss.backward()
        torch.nn.utils.clip_grad_norm_(added + heads, 1.0)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        past.append(loss.detach())
        if (step + 1) % asked.every == 0:
            mean = torch.stack(past).mean().item()
            print(f"step {step + 1}, {time.monotonic() - began:.0f} s, loss {mean:.4f}", flush=True)
            past.clear()
    mean_of.put()
    print(f"ended after step {step + 1}, {time.monotonic() - began:.0f} s", flush=True)


@torch.no_grad()
def logits_of(
    net: Reader, coder: Coder, texts: list[tuple[str, str]], device: str, coded: Coded | None = None
) -> dict[str, np.ndarray]:
    net.eval()
    corpus = Corpus(coded or code(coder, texts), coder.pad, device)
    order = np.argsort(corpus.lengths, kind="stable")
    found = {name: np.zeros((len(order), size), dtype=np.float32) for name, size in HEADS.items()}
    for start in range(0, len(order), 256):
        rows = order[start : start + 256]
        said = net(tuple(HEADS), **corpus.batch(rows))
        for name in HEADS:
            found[name][rows] = said[name].float().cpu().numpy()
    return found


def read(asked: argparse.Namespace) -> None:
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.backends.cuda.matmul.allow_tf32 = True
    coder, net = Coder(asked.base), Reader(asked.base, torch.float32, device)
    net.load_state_dict(_added(asked.weights))
    sets = {}
    for name, rows in held_back(asked.pairs).items():
        sets[name] = [(row.first, row.second) for row in rows if row.task != "quality"]
        sets[f"{name}-quality"] = quality_texts([row for row in rows if row.task == "quality"])
    if asked.also:
        with gzip.open(asked.also, "rt", encoding="utf-8") as lines:
            sets["also"] = [(first, second) for first, second in map(json.loads, lines)]
    flat = {}
    for name, texts in sets.items():
        began = time.monotonic()
        texts = texts[: asked.limit]
        for head, one in logits_of(net, coder, texts, device).items() if texts else ():
            flat[f"{name} {head}"] = one
        print(f"{name}: {len(texts)} in {time.monotonic() - began:.0f} s", flush=True)
        np.savez_compressed(asked.out / "outputs.npz", **flat)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    steps = parser.add_subparsers(dest="step", required=True)
    for name in ("learn", "read"):
        one = steps.add_parser(name)
        one.add_argument("--base", type=Path, required=True)
        one.add_argument("--pairs", type=Path, required=True)
        one.add_argument("--out", type=Path, required=True)
        one.add_argument("--limit", type=int, help="rows in all, for a trial")
    learning, reading = steps.choices["learn"], steps.choices["read"]
    learning.add_argument("--seconds", type=float, required=True)
    learning.add_argument("--steps", type=int, default=100_000)
    learning.add_argument("--size", type=int, default=192)
    learning.add_argument("--rate", type=float, default=3e-4)
    learning.add_argument("--refuted", type=float, default=2.5, help="how much more often a refutation is drawn")
    learning.add_argument("--every", type=int, default=100)
    learning.add_argument("--seed", type=int, default=1)
    learning.add_argument("--start", type=Path, help="additions to go on from")
    learning.add_argument("--teachers", type=Path, nargs="*", help="additions whose mean labels --wild-pairs")
    learning.add_argument("--wild-pairs", type=Path)
    learning.add_argument("--wild", type=float, default=0.0, help="share of drawn pairs that only teachers labelled")
    learning.add_argument("--leave", nargs="*", default=[], help="sources to leave out, and to read afterwards")
    reading.add_argument("--weights", type=Path, required=True)
    reading.add_argument("--also", type=Path)
    asked = parser.parse_args()
    (learn if asked.step == "learn" else read)(asked)


if __name__ == "__main__":
    main()
