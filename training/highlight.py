"""Train the highlighter: which words of a passage a debater underlines for a tag, and which of these are read aloud.

    python -m training.highlight prepare --data ../shared/data --out out/cards.jsonl.gz
    python -m training.deepen --weights src/foam/model/judge/judge.safetensors --out out/base6 --as-it-is
    python -m training.highlight train --cards out/cards.jsonl.gz --base out/base6 --folds 3 --out out/hl-6

The judge's encoder with one head over every word piece. With `--folds` as many networks first read the part of the
training cards that they did not learn from; what they say is learnt beside the debaters' marks, because one debater's
choice is only one of many. The word embeddings stay the judge's own and are not written. The written weights are int8,
and the figures are those of the int8 weights. Minutes on a GPU.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from safetensors.numpy import save_file
from safetensors.torch import load_file
from tokenizers import Tokenizer
from torch import nn
from torch.nn import functional

from training.cards import HIGHLIGHTED, UNDERLINED, Card, baselines, best_share, figures, read_cards, write_cards
from training.net import encoder
from training.shrink import shrunk, wide
from training.train import half, share_of_rate

LONGEST, TAG, STRIDE = 512, 64, 224
WORDS = "encoder.embeddings.word_embeddings.weight"
KINDS = (("underlined", UNDERLINED), ("highlighted", HIGHLIGHTED))
PART = 14_000_000
"""Bytes of one written file at most."""


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    acts = parser.add_subparsers(dest="act", required=True)
    prepare = acts.add_parser("prepare")
    prepare.add_argument("--data", type=Path, required=True)
    prepare.add_argument("--out", type=Path, required=True)
    train = acts.add_parser("train")
    train.add_argument("--cards", type=Path, required=True)
    train.add_argument("--base", type=Path, required=True, help="a folder that `training.deepen` wrote")
    train.add_argument("--out", type=Path, required=True)
    train.add_argument("--seconds", type=float, default=float("inf"), help="of training in all")
    train.add_argument("--folds", type=int, default=0, help="networks that teach; none for plain training")
    train.add_argument("--soft", type=float, default=0.5, help="how much the taught chances count")
    train.add_argument("--epochs", type=int, default=8)
    train.add_argument("--fold-epochs", type=int, default=4)
    train.add_argument("--rate", type=float, default=1.5e-4)
    train.add_argument("--size", type=int, default=32, help="windows in a batch")
    train.add_argument("--drop-tag", type=float, default=0.15, help="share of windows that are read without their tag")
    train.add_argument("--limit", type=int, help="cards of each split, for a trial on a CPU")
    train.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


class HighlightNet(nn.Module):
    """The encoder and three logits a word piece: neither, underlined, highlighted."""

    def __init__(self, base: Path) -> None:
        super().__init__()
        self.encoder = encoder(base)
        self.head = nn.Linear(self.encoder.config.hidden_size, 3)
        self.dropout = nn.Dropout(0.1)
        start = {name: one.float() for name, one in load_file(base / "weights.safetensors").items()}
        self.load_state_dict({name: one for name, one in start.items() if name.startswith("encoder.")}, strict=False)
        self.encoder.embeddings.word_embeddings.requires_grad_(requires_grad=False)

    def forward(self, ids: torch.Tensor, kinds: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        states = self.encoder(input_ids=ids, attention_mask=mask, token_type_ids=kinds).last_hidden_state
        return self.head(self.dropout(states)).float()


class Windows(NamedTuple):
    """All windows of some cards on the device, a row a window, and where each piece stands."""

    ids: torch.Tensor
    length: torch.Tensor
    tag_from: torch.Tensor
    target: torch.Tensor
    """The mark of each piece's word; -100 outside the body."""
    card: np.ndarray
    """Which card each window is of."""
    place: np.ndarray
    """The word of the card that each piece belongs to; -1 outside the body."""
    central: np.ndarray
    """How far each piece lies from the window's edges."""


def cut_windows(cards: list[Card], tokenizer: Tokenizer, device: str) -> Windows:
    """[CLS] body [SEP] tag [SEP], as the judge reads evidence and claim; a long body in windows that overlap."""
    start, end = (tokenizer.token_to_id(name) for name in ("[CLS]", "[SEP]"))
    tags = [one.ids[:TAG] for one in tokenizer.encode_batch([card.tag for card in cards], add_special_tokens=False)]
    bodies = tokenizer.encode_batch([card.body for card in cards], add_special_tokens=False)
    rows: list[tuple[list[int], int, int, np.ndarray, np.ndarray]] = []
    for at, (card, tag, body) in enumerate(zip(cards, tags, bodies, strict=True)):
        room = LONGEST - 3 - len(tag)
        firsts = np.array([first for first, _ in body.offsets])
        words = np.searchsorted(card.words[:, 0], firsts, side="right") - 1
        starts = [0] if len(words) <= room else [*range(0, len(words) - room, STRIDE), len(words) - room]
        for begin in starts:
            inner = words[begin : begin + room]
            far = np.minimum(np.arange(len(inner)), np.arange(len(inner))[::-1])
            rows.append(([start, *body.ids[begin : begin + room], end, *tag, end], len(inner) + 2, at, inner, far))
    shape = (len(rows), LONGEST)
    ids, place, central = np.zeros(shape, dtype=np.int32), np.full(shape, -1), np.full(shape, -1)
    target = np.full(shape, -100, dtype=np.int64)
    for row, (pieces, _, at, inner, far) in enumerate(rows):
        ids[row, : len(pieces)] = pieces
        place[row, 1 : 1 + len(inner)] = inner
        central[row, 1 : 1 + len(inner)] = far
        target[row, 1 : 1 + len(inner)] = cards[at].marks[inner]
    return Windows(
        ids=torch.tensor(ids, device=device),
        length=torch.tensor([len(row[0]) for row in rows], device=device),
        tag_from=torch.tensor([row[1] for row in rows], device=device),
        target=torch.tensor(target, device=device),
        card=np.array([row[2] for row in rows]),
        place=place,
        central=central,
    )


def read(net: HighlightNet, windows: Windows, rows: torch.Tensor, drop: float = 0.0) -> torch.Tensor:
    """The logits of some windows. `drop` of them are read as if they had no tag."""
    length, tag_from = windows.length[rows], windows.tag_from[rows]
    width = int(length.max())
    width += -width % 8
    place = torch.arange(min(width, LONGEST), device=rows.device)[None, :]
    kinds = (place >= tag_from[:, None]) & (place < length[:, None])
    untagged = torch.rand(len(rows), device=rows.device) < drop
    seen = place < torch.where(untagged, tag_from, length)[:, None]
    with half(str(rows.device.type)):
        return net(windows.ids[rows, : place.shape[1]].long(), kinds.long(), seen.long())


def batches(windows: Windows, which: np.ndarray, size: int, rng: np.random.Generator) -> Iterator[np.ndarray]:
    """One pass over these windows; windows of like length stand together."""
    length = windows.length.cpu().numpy()[which] + rng.integers(-24, 25, len(which))
    order = which[np.argsort(length, kind="stable")]
    chunks = [order[at : at + size] for at in range(0, len(order), size)]
    for at in rng.permutation(len(chunks)):
        yield chunks[at]


class Averaged:
    """The running mean of the weights: steadier than the last step's."""

    def __init__(self, net: HighlightNet) -> None:
        self._net = net
        self._steps = 0
        self.weights = {name: one.detach().clone() for name, one in net.state_dict().items()}

    def add(self) -> None:
        self._steps += 1
        share = max(0.002, 1 / (1 + self._steps / 10))
        for name, one in self._net.state_dict().items():
            if one.is_floating_point() and name != WORDS:
                self.weights[name].lerp_(one.detach(), share)


def loss_of(logits: torch.Tensor, target: torch.Tensor, taught: torch.Tensor | None, soft: float) -> torch.Tensor:
    """Cross-entropy with the debater's marks, and with the teachers' chances where there are any."""
    inside = target >= 0
    shares = functional.log_softmax(logits[inside], dim=-1)
    hard = functional.nll_loss(shares, target[inside])
    if taught is None:
        return hard
    return (1 - soft) * hard - soft * (taught[inside].float() * shares).sum(-1).mean()


def fit(
    asked: argparse.Namespace,
    windows: Windows,
    which: np.ndarray,
    epochs: int,
    seconds: float,
    device: str,
    *,
    seed: int,
    taught: torch.Tensor | None = None,
    check: tuple[Windows, list[Card]] | None = None,
) -> HighlightNet:
    """One network. With `check` its weights are those of the pass that did best on the tuning cards."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net = HighlightNet(asked.base).to(device)
    learning = [p for p in net.parameters() if p.requires_grad]
    groups = [
        {"params": [p for p in learning if p.ndim >= 2], "weight_decay": 0.01},
        {"params": [p for p in learning if p.ndim < 2], "weight_decay": 0.0},
    ]
    optimizer = torch.optim.AdamW(groups, lr=asked.rate, fused=device == "cuda")
    averaged, step, steps = Averaged(net), 0, epochs * -(-len(which) // asked.size)
    began, best, kept, done = time.monotonic(), -1.0, averaged.weights, 0.0
    for epoch in range(epochs):
        net.train()
        past = []
        for batch in batches(windows, which, asked.size, rng):
            done = max(step / steps, (time.monotonic() - began) / seconds)
            if done >= 1:
                break
            for group in optimizer.param_groups:
                group["lr"] = asked.rate * share_of_rate(done)
            rows = torch.tensor(batch, device=device)
            logits = read(net, windows, rows, asked.drop_tag)
            width = logits.shape[1]
            soft = None if taught is None else taught[rows, :width]
            loss = loss_of(logits, windows.target[rows, :width], soft, asked.soft)
            loss.backward()
            nn.utils.clip_grad_norm_(learning, 1.0)
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
            averaged.add()
            past.append(loss.detach())
            step += 1
        mean = torch.stack(past).mean().item() if past else float("nan")
        said = f"pass {epoch + 1} of {epochs}, step {step}, {time.monotonic() - began:.0f} s, loss {mean:.4f}"
        if check is not None and past:
            held = {name: one.clone() for name, one in net.state_dict().items()}
            net.load_state_dict(averaged.weights)
            chances = chances_of(net, *check)
            score = _score(check[1], chances)
            if score > best:
                best, kept = score, {name: one.clone() for name, one in averaged.weights.items()}
            net.load_state_dict(held)
            said += f", tuning score {score:.4f}"
        print(said, flush=True)
        if done >= 1:
            break
    net.load_state_dict(kept)
    return net


def _score(cards: list[Card], chances: list[np.ndarray]) -> float:
    """What a pass is chosen by: highlighting counts, underlining half as much."""
    found = [
        figures(cards, least, lambda at, k=kind: best_share(chances[at][:, k])) for kind, (_, least) in enumerate(KINDS)
    ]
    return found[1]["mean of cards"] + 0.5 * found[0]["mean of cards"]


@torch.no_grad()
def logits_of(net: HighlightNet, windows: Windows, which: np.ndarray, size: int = 128) -> torch.Tensor:
    """The logits of these windows, in their order."""
    net.eval()
    device = windows.ids.device
    found = torch.zeros((len(which), LONGEST, 3), device=device)
    length = windows.length.cpu().numpy()[which]
    order = np.argsort(length, kind="stable")
    for at in range(0, len(order), size):
        part = order[at : at + size]
        logits = read(net, windows, torch.tensor(which[part], device=device))
        found[torch.tensor(part, device=device), : logits.shape[1]] = logits
    return found


def chances_of(net: HighlightNet, windows: Windows, cards: list[Card]) -> list[np.ndarray]:
    """For each card a row a word: the chance that it is underlined, and that it is highlighted.

    A word is read in the window in which it stands furthest from the edges, as the mean of its pieces."""
    logits = logits_of(net, windows, np.arange(len(windows.card))).cpu().numpy()
    found = []
    for at, card in enumerate(cards):
        size = len(card.words)
        total, count, middle = np.zeros((size, 3)), np.full(size, 1e-9), np.full(size, -1)
        for row in np.flatnonzero(windows.card == at):
            inside = windows.place[row] >= 0
            place = windows.place[row][inside]
            nearest = np.full(size, -1)
            np.maximum.at(nearest, place, windows.central[row][inside])
            better = nearest > middle
            total[better], count[better] = 0, 1e-9
            middle[better] = nearest[better]
            mine = better[place]
            np.add.at(total, place[mine], logits[row][inside][mine])
            np.add.at(count, place[mine], 1)
        mean = total / count[:, None]
        shares = np.exp(mean - mean.max(1, keepdims=True))
        shares /= shares.sum(1, keepdims=True)
        found.append(np.stack([shares[:, 1] + shares[:, 2], shares[:, 2]], axis=1).astype(np.float32))
    return found


def teach(asked: argparse.Namespace, windows: Windows, count: int, device: str) -> torch.Tensor:
    """What networks say of training cards that they did not learn from."""
    fold = np.random.default_rng(asked.seed).integers(asked.folds, size=count)[windows.card]
    taught = torch.zeros((len(fold), LONGEST, 3), dtype=torch.float16, device=device)
    seconds = 0.55 * asked.seconds / asked.folds
    for at in range(asked.folds):
        learnt, unseen = np.flatnonzero(fold != at), np.flatnonzero(fold == at)
        net = fit(asked, windows, learnt, asked.fold_epochs, seconds, device, seed=asked.seed + 10 + at)
        said = functional.softmax(logits_of(net, windows, unseen), dim=-1)
        taught[torch.tensor(unseen, device=device)] = said.half()
    return taught


def table(cards: list[Card], chances: list[np.ndarray], thresholds: dict[str, float]) -> dict[str, object]:
    """F1 of both kinds by the tuned threshold, by the best expected share, and at the debater's own number of words."""
    made: dict[str, object] = {"cards": len(cards), "words": int(sum(len(card.words) for card in cards))}
    for kind, (name, least) in enumerate(KINDS):
        rows = baselines(cards, least)
        rows["threshold"] = figures(cards, least, lambda at, k=kind, n=name: chances[at][:, k] >= thresholds[n])
        rows["best expected share"] = figures(cards, least, lambda at, k=kind: best_share(chances[at][:, k]))
        rows["debater's number of words"] = figures(
            cards, least, lambda at, k=kind, m=least: _likeliest(chances[at][:, k], int((cards[at].marks >= m).sum()))
        )
        made[name] = rows
    return made


def _likeliest(chances: np.ndarray, count: int) -> np.ndarray:
    found = np.zeros(len(chances), dtype=bool)
    found[np.argsort(-chances, kind="stable")[:count]] = True
    return found


def tuned(cards: list[Card], chances: list[np.ndarray]) -> dict[str, float]:
    """For each kind the threshold with the best mean F1 on the tuning cards."""
    grid = np.linspace(0.1, 0.7, 61)
    found = {}
    for kind, (name, least) in enumerate(KINDS):
        scores = [
            figures(cards, least, lambda at, k=kind, t=one: chances[at][:, k] >= t)["mean of cards"] for one in grid
        ]
        found[name] = round(float(grid[int(np.argmax(scores))]), 3)
    return found


def save(small: dict[str, np.ndarray], folder: Path) -> None:
    """The weights but for the word embeddings, in files that are not too large to send."""
    part: dict[str, np.ndarray] = {}
    number = 0
    for name, one in small.items():
        if part and sum(held.nbytes for held in part.values()) + one.nbytes > PART:
            save_file(part, folder / f"weights-{number}.safetensors")
            part, number = {}, number + 1
        part[name] = np.ascontiguousarray(one)
    save_file(part, folder / f"weights-{number}.safetensors")


def train(asked: argparse.Namespace) -> None:
    device = "cuda" if torch.cuda.is_available() else "cpu"
    asked.out.mkdir(parents=True, exist_ok=True)
    tokenizer = Tokenizer.from_file(str(asked.base / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    cards = read_cards(asked.cards)
    splits = {name: [card for card in cards if card.split == name][: asked.limit] for name in ("train", "tune", "test")}
    windows = {name: cut_windows(ours, tokenizer, device) for name, ours in splits.items()}
    print({name: (len(splits[name]), len(one.card)) for name, one in windows.items()}, flush=True)
    taught = teach(asked, windows["train"], len(splits["train"]), device) if asked.folds else None
    seconds = asked.seconds * (0.45 if asked.folds else 1)
    everything = np.arange(len(windows["train"].card))
    check = (windows["tune"], splits["tune"])
    net = fit(
        asked, windows["train"], everything, asked.epochs, seconds, device, seed=asked.seed, taught=taught, check=check
    )
    weights = {name: one.float().cpu().numpy() for name, one in net.state_dict().items() if "position_ids" not in name}
    small = {name: one for name, one in shrunk(weights).items() if not name.startswith(WORDS)}
    save(small, asked.out)
    net.load_state_dict({name: torch.tensor(one) for name, one in wide(small).items()}, strict=False)
    chances = {name: chances_of(net, windows[name], splits[name]) for name in ("tune", "test")}
    thresholds = tuned(splits["tune"], chances["tune"])
    made = {"thresholds": thresholds} | {name: table(splits[name], chances[name], thresholds) for name in chances}
    print(json.dumps(made, indent=1), flush=True)
    settings = {key: str(value) for key, value in vars(asked).items()}
    (asked.out / "figures.json").write_text(json.dumps({"settings": settings, "figures": made}, indent=1))
    flat = {name: np.concatenate(ours).astype(np.float16) for name, ours in chances.items()}
    np.savez_compressed(asked.out / "outputs.npz", **flat)


def main() -> None:
    asked = options()
    if asked.act == "prepare":
        count = write_cards(asked.data / "cards" / "cards.jsonl.gz", asked.out)
        print(f"{count} cards, {asked.out.stat().st_size / 1e6:.1f} MB")
    else:
        train(asked)


if __name__ == "__main__":
    main()
